"""The house's fonts against their source files, as fontTools reads them: widths, outlines, coverage; the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from reportlab.pdfgen.canvas import Canvas

from kitgen.errors import FileTrouble, MissingGlyph, Place
from kitgen.paper import fonts
from kitgen.paper.lines import SHARED_MARKS

SAMPLE = "夹涂棋，。“”：（）……—44步♠♥♦♣✂●○▲ abcñ"
SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡«»ºª€"


def source_path(source):
    return Path(next(iter(find_spec(source.package).submodule_search_locations))) / source.path


@pytest.fixture(scope="module")
def noto():
    return TTFont(source_path(fonts.CHINESE), lazy=True)


@pytest.fixture(scope="module")
def cut():
    return TTFont(BytesIO(fonts.cut_font("".join(sorted(set("夹涂棋，。“♠●回国"))), "Trial-1")))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of its own, and nothing remembered from before."""
    monkeypatch.setenv("KITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fonts, "_faces", {})
    monkeypatch.setattr(fonts, "_said", set())
    return tmp_path / "cache"


class TestLatin:
    @pytest.mark.parametrize("weight", ["regular", "semibold"])
    def test_widths_are_those_of_the_file(self, weight):
        font = TTFont(source_path(fonts.LATIN[weight]))
        cmap, advances = font.getBestCmap(), font["hmtx"]
        house = fonts.prepare("")
        for text in ("The quick brown fox jumps over 13 lazy dogs.", SPANISH, "“×→≥½•…ǐ−–”"):
            units = sum(advances[cmap[ord(char)]][0] for char in text)
            assert house.width(text, 10, weight) == pytest.approx(units / 1000 * 10 * 25.4 / 72)

    def test_both_weights_have_the_same_characters(self):
        regular, semibold = (set(TTFont(source_path(s)).getBestCmap()) for s in fonts.LATIN.values())
        assert regular == semibold

    @pytest.mark.parametrize("weight", ["regular", "semibold"])
    def test_digits_line_up(self, weight):
        house = fonts.prepare("0123456789")
        assert len({house.width(digit, 9, weight) for digit in "0123456789"}) == 1

    @pytest.mark.parametrize("weight", ["regular", "semibold"])
    def test_heights_are_those_of_the_outlines(self, weight):
        font = TTFont(source_path(fonts.LATIN[weight]))
        metrics = fonts.prepare("").metrics(weight)
        assert metrics.digit_height == font["glyf"]["one"].yMax / 1000
        assert metrics.cap_height == font["glyf"]["H"].yMax / 1000
        assert metrics.ascent == font["OS/2"].sTypoAscender / 1000
        assert metrics.descent == font["OS/2"].sTypoDescender / 1000
        # round digits overshoot by the same amount above and below, so that one centre serves all
        zero = font["glyf"]["zero"]
        assert zero.yMin + zero.yMax == font["glyf"]["one"].yMax

    def test_latin_text_needs_neither_fonttools_nor_a_cache(self, tmp_path):
        code = (
            "import sys; from kitgen.paper.fonts import prepare; "
            "house = prepare('Hola, ñandú 34,5'); house.width('34', 9); "
            "print(house.names, any('fontTools' in name for name in sys.modules))"
        )
        env = {**os.environ, "KITGEN_CACHE": str(tmp_path / "cache")}
        told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        assert told.strip() == "('SourceSansPro-Regular', 'SourceSansPro-Semibold') False"
        assert not (tmp_path / "cache").exists()


class TestCut:
    def test_holds_exactly_what_was_asked_for(self, cut):
        assert set(cut.getBestCmap()) == set(map(ord, "夹涂棋，。“♠●回国"))
        assert "glyf" in cut
        assert "CFF " not in cut

    def test_widths_are_those_of_the_source(self, cut, noto):
        ours, theirs = cut.getBestCmap(), noto.getBestCmap()
        for code, glyph in ours.items():
            assert cut["hmtx"][glyph][0] == noto["hmtx"][theirs[code]][0]

    def test_outlines_cover_the_same_ground(self, cut, noto):
        ours, theirs = cut.getGlyphSet(), noto.getGlyphSet()
        for code, glyph in cut.getBestCmap().items():
            other = noto.getBestCmap()[code]
            areas, bounds = [], []
            for outlines, one in ((ours, glyph), (theirs, other)):
                area, box = AreaPen(outlines), BoundsPen(outlines)
                outlines[one].draw(area)
                outlines[one].draw(box)
                areas.append(area.value)
                bounds.append(box.bounds)
            assert areas[0] == pytest.approx(-areas[1], rel=0.01), chr(code)  # the other way round, as TrueType wants
            assert bounds[0] == pytest.approx(bounds[1], abs=1.5), chr(code)

    def test_bearings_agree_with_the_outlines(self, cut):
        for glyph in cut.getGlyphOrder():
            assert cut["hmtx"][glyph][1] == getattr(cut["glyf"][glyph], "xMin", 0)

    def test_names_and_licence(self, cut):
        assert {record.nameID for record in cut["name"].names} >= {0, 1, 4, 6, 13}
        assert cut["name"].getDebugName(6) == "Trial-1"
        assert "Open Font License" in cut["name"].getDebugName(13)

    def test_another_process_makes_the_same_bytes(self):
        code = (
            "import sys, hashlib; from kitgen.paper.fonts import cut_font; "
            "print(hashlib.sha256(cut_font('，夹棋涂', 'Trial-2')).hexdigest())"
        )
        told = {
            subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": day},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed, day in (("1", "0"), ("2", "86400000"))
        }
        assert len(told) == 1
        assert len(told.pop().strip()) == 64

    def test_full_width_punctuation(self):
        house = fonts.prepare("夹，。、；：？！（）《》“”…")
        em = 10 * 25.4 / 72
        assert house.width("夹，。、；：？！（）《》", 10) == pytest.approx(12 * em)
        assert house.width("夹“夹”…", 10) == pytest.approx(5 * em)
        assert house.width("夹", 10, "semibold") == pytest.approx(em)


class TestRuns:
    @pytest.mark.parametrize(
        ("string", "parts"),
        [
            ("", []),
            ("plain", ["plain"]),
            ("The 夹涂棋 pad", ["The ", "夹涂棋 ", "pad"]),
            (" 夹", [" ", "夹"]),
            ("夹，ab。", ["夹，", "ab", "。"]),
            ("7×7 ♠", ["7×7 ", "♠"]),
            ("“ab”", ["“ab”"]),
            ("夹“涂”", ["夹“涂”"]),
            ("棋……”。", ["棋……”。"]),
            ("夹’s", ["夹", "’s"]),
            ("夹 — a", ["夹 ", "— a"]),
        ],
    )
    def test_split_by_font(self, string, parts):
        house = fonts.prepare(SAMPLE + "—’s…×7, the pad")
        runs = house.runs(string)
        assert [part for _, part in runs] == parts
        chinese = house.names[-1]
        for font, part in runs:
            assert (font == chinese) == bool(set(part) & set("夹涂棋♠，。"))

    def test_semibold_takes_the_semibold_file(self):
        house = fonts.prepare("a夹")
        assert [font for font, _ in house.runs("a夹", "semibold")] == ["SourceSansPro-Regular", house.names[-1]]

    def test_a_digit_beside_chinese_is_no_heavier_than_it(self):
        """Chinese has one weight, the regular one: a heavier digit in the same heading would look like a blot."""
        house = fonts.prepare("第3局 Game")
        assert house.width("第3局", 12, "semibold") == house.width("第3局", 12, "regular")
        assert house.width("Game 3", 12, "semibold") > house.width("Game 3", 12, "regular")
        assert [font for font, _ in house.runs("Game 3", "semibold")] == ["SourceSansPro-Semibold"]

    @pytest.mark.parametrize("string", ["a夹 b", "夹 夹", "夹“a”", "“a”夹…", "a b — c", "夹\u00a0a", "♠ 夹，。"])
    def test_width_is_the_sum_over_the_runs(self, string):
        house = fonts.prepare(SAMPLE + "—’\u00a0" + string)
        from reportlab.pdfbase.pdfmetrics import stringWidth

        expected = sum(stringWidth(part, font, 12) for font, part in house.runs(string)) * 25.4 / 72
        assert house.width(string, 12) == pytest.approx(expected)

    def test_shared_marks_are_in_the_cut_only_beside_chinese(self):
        assert len(fonts.prepare("“a” ♠").runs("“♠”")) == 3
        assert len(fonts.prepare("“夹”").runs("“夹”")) == 1
        assert set("“”‘’…—·") == SHARED_MARKS

    def test_two_cuts_in_one_process_both_print(self, cache):
        page = BytesIO()
        canvas = Canvas(page, initialFontName=fonts.prepare("a").default)
        for y, text in ((700, "夹涂"), (600, "涂棋 ♠")):
            x = 100.0
            for font, part in fonts.prepare(text).runs(text):
                canvas.setFont(font, 20)
                canvas.drawString(x, y, part)
        canvas.save()
        document = pypdfium2.PdfDocument(page.getvalue())
        assert document[0].get_textpage().get_text_range().split() == ["夹涂", "涂棋", "♠"]
        image = document[0].render(scale=2).to_pil().convert("L")
        for left in (100, 120):  # both characters of both lines leave ink
            for y in (700, 600):
                box = (left * 2, (842 - y - 18) * 2, (left + 20) * 2, (842 - y + 3) * 2)
                assert image.crop(box).getextrema()[0] < 60


class TestMissing:
    def test_names_character_code_and_name(self):
        with pytest.raises(MissingGlyph, match=r"no font has א U\+05D0 HEBREW LETTER ALEF"):
            fonts.prepare("aא")

    def test_says_where(self):
        used_in = [("header", "plain"), (Place("kit/en.md", 3, 7), "an א here")]
        with pytest.raises(MissingGlyph, match=r"kit/en.md:3:7: no font has א U\+05D0 .* in 'an א here'"):
            fonts.prepare("aא", used_in=used_in)

    @pytest.mark.parametrize(("char", "code"), [("\n", "U+000A"), ("\u200b", "U+200B"), ("\u0301", "U+0301")])
    def test_what_does_not_print_is_refused(self, char, code):
        with pytest.raises(MissingGlyph) as caught:
            fonts.prepare("a" + char)
        assert f"no font has {code}" in str(caught.value)

    def test_every_missing_character_is_named(self):
        with pytest.raises(MissingGlyph) as caught:
            fonts.prepare("ก🂡א夹\u00ad")
        codes = [fault.what.split("U+")[1].split()[0] for fault in caught.value.faults]
        assert codes == ["00AD", "05D0", "0E01", "1F0A1"]
        assert caught.value.exit_code == 3

    def test_check_names_text_and_language(self):
        house = fonts.prepare("夹")
        house.check("夹 fine", "words")
        with pytest.raises(MissingGlyph, match=r"(?s)words.zh.yaml: no font has 涂 U\+6D82 .*in '夹涂' \(zh-Hans\)"):
            house.check("夹涂", "words.zh.yaml", "zh-Hans")

    def test_what_was_not_prepared_is_never_printed_silently(self):
        house = fonts.prepare("a")
        for ask in (house.runs, lambda text: house.width(text, 9)):
            with pytest.raises(MissingGlyph, match="夹"):
                ask("夹")


class TestSources:
    def test_variable_fonts_are_refused(self):
        builder = FontBuilder(1000, isTTF=True)
        builder.setupGlyphOrder([".notdef", "A"])
        builder.setupCharacterMap({65: "A"})
        builder.setupGlyf(
            {name: TTFont(source_path(fonts.LATIN["regular"]))["glyf"][".notdef"] for name in (".notdef", "A")}
        )
        builder.setupHorizontalMetrics({".notdef": (500, 0), "A": (500, 0)})
        builder.setupHorizontalHeader(ascent=800, descent=-200)
        builder.setupNameTable({"familyName": "Vary", "styleName": "Regular", "psName": "Vary-Regular"})
        builder.setupOS2()
        builder.setupPost()
        plain = BytesIO()
        builder.save(plain)
        builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
        variable = BytesIO()
        builder.save(variable)
        with pytest.raises(FileTrouble, match="variable"):
            fonts.register("Vary-Variable", variable.getvalue())
        assert set(fonts.register("Vary-Regular", plain.getvalue()).widths) == {"A"}

    def test_cff_fonts_are_refused(self):
        with pytest.raises(FileTrouble, match="no TrueType font"):
            fonts.register("Noto-Whole", fonts.CHINESE.read())

    def test_a_name_stays_with_its_font(self):
        fonts.prepare("a")
        with pytest.raises(FileTrouble, match="another font is registered as SourceSansPro-Regular"):
            fonts.register("SourceSansPro-Regular", fonts.LATIN["semibold"].read())

    def test_an_altered_file_and_a_missing_package_are_refused(self):
        good = fonts.LATIN["regular"]
        with pytest.raises(FileTrouble, match="not the file that kitgen knows"):
            fonts.Source(good.package, good.path, "0" * 64).read()
        with pytest.raises(FileTrouble, match="cannot be read"):
            fonts.Source(good.package, "files/Absent.ttf", good.sha256).read()
        with pytest.raises(FileTrouble, match="not installed"):
            fonts.Source("no_such_font_package", "a.ttf", good.sha256).read()


class TestCache:
    def cut_once(self):
        notes = []
        house = fonts.prepare("夹涂", note=notes.append)
        from reportlab.pdfbase import pdfmetrics

        return pdfmetrics.getFont(house.names[-1]).face._ttf_data, notes

    def count_cuts(self, monkeypatch):
        made = []
        real = fonts.cut_font
        monkeypatch.setattr(fonts, "cut_font", lambda *given: made.append(1) or real(*given))
        return made

    def test_a_second_build_reads_what_the_first_kept(self, cache, monkeypatch):
        made = self.count_cuts(monkeypatch)
        first, _ = self.cut_once()
        (kept,) = cache.iterdir()
        fonts._faces.clear()
        second, notes = self.cut_once()
        assert (made, notes, first == second) == ([1], [], True)
        assert kept.read_bytes().endswith(first)

    @pytest.mark.parametrize(
        "spoil", [lambda b: b[: len(b) // 2], lambda b: b[:-1] + bytes([b[-1] ^ 1]), lambda _: b""]
    )
    def test_a_damaged_file_is_cut_again(self, cache, monkeypatch, spoil):
        made = self.count_cuts(monkeypatch)
        first, _ = self.cut_once()
        (kept,) = cache.iterdir()
        whole = kept.read_bytes()
        kept.write_bytes(spoil(whole))
        fonts._faces.clear()
        second, _ = self.cut_once()
        assert (made, first == second) == ([1, 1], True)
        assert kept.read_bytes() == whole
        assert [path.name for path in cache.iterdir()] == [kept.name]

    def test_an_unwritable_cache_is_told_once(self, cache, monkeypatch):
        cache.write_text("a file where the folder belongs")
        made = self.count_cuts(monkeypatch)
        data, notes = self.cut_once()
        assert len(notes) == 1
        assert str(cache) in notes[0]
        fonts._faces.clear()
        again, more = self.cut_once()
        assert (more, again == data, made) == ([], True, [1, 1])

    def test_a_failed_write_leaves_nothing(self, cache, monkeypatch):
        def fail(self, target):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", fail)
        _, notes = self.cut_once()
        assert "No space left" in notes[0]
        assert list(cache.iterdir()) == []

    def test_old_cuts_go(self, cache, monkeypatch):
        monkeypatch.setattr(fonts, "MAX_CUTS", 2)
        cache.mkdir()
        for age in (3, 2, 1):
            old = cache / f"NotoSansSC-{age}.cut"
            old.write_bytes(b"old")
            os.utime(old, (1e9 - age, 1e9 - age))
        (cache / "other.txt").write_text("not ours")
        self.cut_once()
        assert {path.name for path in cache.iterdir()} >= {"NotoSansSC-1.cut", "other.txt"}
        assert len(list(cache.iterdir())) == 3

    def test_order_and_repeats_do_not_matter(self, cache):
        assert fonts.prepare("涂夹").names == fonts.prepare("夹夹涂a").names
        assert len(list(cache.iterdir())) == 1

"""The printed kit: every sheet built and proved, then read again by pdfplumber; faults planted in it are refused.

pdfplumber is a second reader: it shares no code with the proof. Faults are planted in records, in the drawing, in the
questions and in finished files; each refusal names its place.
"""

from __future__ import annotations

import io
import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

import pdfplumber
import pikepdf
import pytest

from kitgen.build import Request, build_sheet, load_words
from kitgen.errors import ClaimFailed, KitgenError, ProofFailed
from kitgen.games.reversi import diagram, practice, reading
from kitgen.kit import Kit
from kitgen.play.record import read_records
from kitgen.play.replay import replay_record
from kitgen.play.words import missing, read_words, unlike
from kitgen.proof.compare import prove
from kitgen.proof.readback import Finished
from kitgen.shelf import Shelf
from kitgen.source import read_yaml

POINT = 25.4 / 72
ROOT = Path(__file__).parents[3]
SHEETS = ("board", "discs", "handout", "rules", "score_sheet", "practice", "key", "tips", "games", "history", "teacher")
_BUILT = {}


def build(sheet, lang="es", paper="A4", inks="colour", copies=1, seed=1, **options):
    """Return the bytes of a proved sheet, built once a session."""
    if sheet in ("practice", "key"):
        options.setdefault("level", "1")
    request = Request("reversi", sheet, options, paper, lang, inks, copies, seed)
    if repr(request) not in _BUILT:
        _BUILT[repr(request)] = build_sheet(Shelf(), request)
    return _BUILT[repr(request)]


def opened(data):
    return pdfplumber.open(io.BytesIO(data))


def text_of(data):
    """Return the words of a file in reading order: marked span by marked span, single spaces."""
    with opened(data) as pdf:
        spans = [list(span) for page in pdf.pages for _, span in groupby(page.chars, key=lambda c: c["mcid"])]
        return " ".join(" ".join("".join(c["text"] for c in span) for span in spans).split())


# ------------------------------------------------------------------ every sheet


def test_the_layout_prints_every_sheet_and_hosts_ones_apart():
    layout = Kit(Shelf(), "reversi").layout
    assert tuple(layout.default) == SHEETS == tuple(layout.sheets)
    assert [name for name, sheet in layout.sheets.items() if sheet.host] == ["key", "teacher"]
    assert layout.languages[0] == "es"


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("lang", "paper", "inks"), [("es", "A4", "colour"), ("en", "Letter", "low")])
def test_each_sheet_is_proved_on_paper_of_its_size(sheet, lang, paper, inks):
    built = build(sheet, lang, paper, inks)
    assert built.verdicts and built.host == (sheet in ("key", "teacher"))
    with opened(built.data) as pdf:
        size = {(round(float(p.width) * POINT, 1), round(float(p.height) * POINT, 1)) for p in pdf.pages}
    assert size == {(210.0, 297.0) if paper == "A4" else (215.9, 279.4)}


@pytest.mark.parametrize(("lang", "title"), [("es", "Sándwich de fichas"), ("en", "Reversi")])
def test_titles_and_headings_never_use_the_trademark(lang, title):
    for sheet in SHEETS:
        data = build(sheet, lang, *(("A4", "colour") if lang == "es" else ("Letter", "low"))).data
        with opened(data) as pdf:
            assert pdf.metadata["Title"].startswith(title) and "thello" not in pdf.metadata["Title"]
            large = [c for page in pdf.pages for c in page.chars if c["size"] > 11.9 and "Semibold" in c["fontname"]]
            assert "".join(c["text"] for c in large).startswith(title)
            assert "thello" not in "".join(c["text"] for c in large)
    assert "Othello" in text_of(build("history", "es").data)  # as a fact of its history, and there alone


@pytest.mark.parametrize(("lang", "paper"), [("es", "A4"), ("en", "Letter")])
def test_squares_of_the_board_measure_22_mm_at_least_and_hold_a_disc_with_2_to_spare(lang, paper):
    inks = "colour" if paper == "A4" else "low"
    with opened(build("board", lang, paper, inks).data) as pdf:
        (frame,) = [r for r in pdf.pages[0].rects if r["width"] > 300]
        page = pdf.pages[0]
        assert abs(frame["width"] - frame["height"]) < 0.01
        square = frame["width"] * POINT / 8
        assert 22 <= square <= (float(page.width) * POINT - 20) / 8
        assert square - 20.0 >= 2
        letters = [c["text"] for c in page.chars if abs(c["size"] - 12) < 0.01 and c["bottom"] < frame["top"]]
        assert "".join(letters).endswith("abcdefgh")


# ------------------------------------------------------------------ games round trip


def grids_of(page):
    """Return each framed grid of eight by eight on a page: its left, top and side in points."""
    frames = [r for r in page.rects if r["width"] > 100 and abs(r["width"] - r["height"]) < 0.01]
    assert all(r["linewidth"] > 1 for r in frames)
    return [(r["x0"], r["top"], r["width"]) for r in frames]


def numbers_in(page, grid):
    """Return the number that stands in each square of a grid, read from the characters on the page."""
    x, y, side = grid
    found = {}
    for word in page.extract_words(x_tolerance=1):
        column = (word["x0"] + word["x1"]) / 2 - x
        row = (word["top"] + word["bottom"]) / 2 - y
        if 0 < column < side and 0 < row < side and word["text"].isdigit():
            found["abcdefgh"[int(8 * column / side)] + str(int(8 * row / side) + 1)] = int(word["text"])
    return found


def test_printed_games_give_their_transcripts_again_by_two_readers():
    data = build("games").data
    tree = read_yaml((ROOT / "rules_text/reversi/records/games.yaml").read_text("utf-8"), "games.yaml").plain()
    wanted = {"".join(game["moves"].split()) for name, game in tree.items() if name != "finalists-1977"}
    with opened(data) as pdf:
        (page,) = pdf.pages
        found = [numbers_in(page, grid) for grid in grids_of(page)]
    by_plumber = {"".join(sorted(squares, key=squares.get)) for squares in found}
    assert by_plumber == wanted and len(wanted) == 4
    with Finished(data) as finished:
        figures = [span.seen for span in finished.page(0).leaves if span.tag == "Figure"]
    assert {reading.transcript(reading.read(seen)) for seen in figures} == wanted


def test_example_games_name_black_first_and_their_passes_and_counts():
    english, spanish = text_of(build("games", "en", "Letter", "low").data), text_of(build("games").data)
    assert "Takahashi Akihiro – Takanashi Yusuke" in english
    assert "(White passes) after 57" in english and "(Blanco pasa) tras 57" in spanish
    assert "Black 34, White 29, 1 empty" in english and "Negro 34, Blanco 29, 1 vacía" in spanish
    assert "Tournament count: 35–29" in english and "Recuento de torneo: 35–29" in spanish
    assert "halved: 34.5–29.5" in english and "a medias: 34,5–29,5" in spanish


# ------------------------------------------------------------------ texts


def test_the_sources_example_stands_in_the_rules_in_all_three_counts():
    spanish, english = text_of(build("rules").data), text_of(build("rules", "en", "Letter", "low").data)
    for part in ("Negro 34, Blanco 29, 1 vacía", "35 a 29", "34,5 a 29,5", "32 a 32"):
        assert part in spanish, part
    for part in ("Black 34, White 29, 1 empty", "35 to 29", "34.5 to 29.5", "32 to 32"):
        assert part in english, part


def test_disputed_points_of_the_history_are_marked():
    spanish, english = text_of(build("history").data), text_of(build("history", "en", "Letter", "low").data)
    assert spanish.count("Disputado:") == 2 and spanish.count("Afirmado:") == 1
    assert english.count("Disputed:") == 2 and english.count("Claimed:") == 1
    for name in ("Waterman", "Mollett", "Hasegawa", "1945", "1972", "Takizawa", "Logistello", "Inoue Hiroshi"):
        assert name in spanish and name in english, name


def test_both_languages_have_the_same_sections_numbers_claims_and_figures():
    texts = {lang: (ROOT / f"rules_text/reversi/{lang}.md").read_text("utf-8") for lang in ("es", "en")}
    shape = {}
    for lang, text in texts.items():
        sections = re.split(r"^## (\w+) \|", text, flags=re.M)[1:]
        shape[lang] = {
            key: (
                Counter(re.findall(r"\{\?(\w+)\}", body)),
                Counter(field.removesuffix("_comma") for field in re.findall(r"\{(\w+)(?::\w+)?\}(?!\{)", body)
                        if field not in ("en",)),
                re.findall(r"\]\(([^)]*)\)", body),
                len(re.findall(r"^(?:- |\d\. )", body, flags=re.M)),
            )
            for key, body in zip(sections[::2], sections[1::2], strict=True)
        }  # fmt: skip
    assert shape["es"] == shape["en"]
    assert list(shape["es"]) == ["handout", "rules", "tips", "games", "history", "teacher"]


def test_words_have_the_same_keys_and_fields_in_both_languages():
    lists = {}
    for lang in ("es", "en"):
        file = ROOT / f"rules_text/reversi/words.{lang}.yaml"
        lists[lang] = read_words(read_yaml(file.read_text("utf-8"), file.name), lang)
    assert not missing(lists["es"], lists["en"]) and not missing(lists["en"], lists["es"])
    assert not unlike(lists["es"], lists["en"])


def test_the_parity_figure_shows_the_board_that_its_claim_is_about():
    from kitgen.games.reversi import facts

    replayed = Kit(Shelf(), "reversi").replayed("parity")
    assert replayed.steps[53].position.board == facts.PARITY.replace("/", "")
    assert replayed.steps[53].position.to_move == "white"


def test_the_match_that_the_tips_quote_is_played_again():
    from kitgen.games.reversi import matches

    assert matches.play_match(matches.MEASURED.games, matches.MEASURED.seed) == matches.MEASURED


# ------------------------------------------------------------------ score sheet, practice


def test_the_score_sheet_has_sixty_numbered_moves_both_sides_and_three_counts():
    text = text_of(build("score_sheet").data)
    numbers = [
        int(n) for n in re.findall(r"(?<![\w.,])\d+(?![\w.,])", text.split("Jugada", 1)[1].split("Resultado")[0])
    ]
    assert sorted(numbers) == list(range(1, 61))
    assert text.count("Negro") == text.count("Blanco") == 1 + 4 + 1  # players, four columns of moves, result
    for label in ("En el tablero", "Las vacías, para quien gana", "Las vacías, a medias", "Casillas vacías"):
        assert label in text


@pytest.mark.parametrize("level", [1, 2, 3])
def test_practice_has_no_answers_and_its_key_has_them_under_the_same_code(level):
    sheet, key = build("practice", level=str(level)), build("key", level=str(level))
    assert sheet.code == key.code and not sheet.host and key.host
    with pikepdf.open(io.BytesIO(key.data)) as pdf:
        leaves = json.loads(pdf.Root.Names.EmbeddedFiles.Names[1].EF.F.read_bytes())["pages"][0]["leaves"]
    answers = [leaf["answer"] for leaf in leaves if "answer" in leaf]
    assert len(answers) == 6 and all(answer in text_of(key.data) for answer in answers)
    words = [word for answer in answers for word in answer.split() if len(answer.split()) > 1]
    shown = text_of(sheet.data)
    assert not any(" ".join(pair) in shown for pair in pairwise(words))
    assert text_of(sheet.data).split("1.")[0].count(f"nivel {level}") == 1


def test_practice_sheets_differ_by_seed():
    texts = {text_of(build("practice", seed=seed).data) for seed in (1, 2)}
    many = build("practice", copies=2)
    assert len(texts) == 2 and many.pages == 2


# ------------------------------------------------------------------ discs


def discs_on(page):
    """Return the outer circle of each disc on a page: its middle in mm and whether it is dark."""
    found = []
    for curve in page.curves:
        if abs(curve["width"] * POINT - 16.8) < 0.05:
            x, y = (curve["x0"] + curve["x1"]) / 2 * POINT, (curve["top"] + curve["bottom"]) / 2 * POINT
            inner = [c for c in page.curves if 5 < c["width"] * POINT < 15
                     and abs((c["x0"] + c["x1"]) / 2 * POINT - x) < 0.01
                     and abs((c["top"] + c["bottom"]) / 2 * POINT - y) < 0.01]  # fmt: skip
            assert len(inner) == 1
            found.append((x, y, is_dark(curve) or (inner[0]["fill"] and is_dark(inner[0]))))
    return found


def is_dark(curve):
    colour = curve["non_stroking_color"]
    return bool(curve["fill"]) and max(colour if isinstance(colour, tuple) else (colour,)) < 0.5


def places(discs):
    return sorted((round(x, 2), round(y, 2)) for x, y, _ in discs)


MODES = [
    (backs, flip, gap, paper)
    for backs in ("duplex", "separate", "fold", "none")
    for flip in (("long", "short") if backs == "duplex" else ("long",))
    for gap, paper in (("0", "A4"), ("6", "Letter"))
]


@pytest.mark.parametrize(("backs", "flip", "gap", "paper"), MODES)
def test_64_discs_lie_front_and_back_in_one_place(backs, flip, gap, paper):
    inks = "low" if paper == "Letter" else "colour"
    data = build("discs", "es", paper, inks, backs=backs, flip=flip, gap=gap, guides="marks").data
    with opened(data) as pdf:
        width, height = float(pdf.pages[0].width) * POINT, float(pdf.pages[0].height) * POINT
        pages = [discs_on(page) for page in pdf.pages]
    dark = [[d for d in page if d[2]] for page in pages]
    light = [[d for d in page if not d[2]] for page in pages]
    assert sum(map(len, dark)) == 64 and sum(map(len, light)) == (0 if backs == "none" else 64)
    if backs == "none":
        return
    if backs == "fold":
        for front, back in zip(dark, light, strict=True):
            above = sorted((round(x, 2), round(y - 20, 2)) for x, y, _ in front)
            assert above == places(back)
        return
    fronts, behind = (pages[::2], pages[1::2]) if backs == "duplex" else (pages[: len(pages) // 2],
                                                                         pages[len(pages) // 2 :])  # fmt: skip
    for front, back in zip(fronts, behind, strict=True):
        assert all(d[2] for d in front) and not any(d[2] for d in back)
        seen = [
            (width - x if (backs, flip) == ("duplex", "long") else x,
             height - y if (backs, flip) == ("duplex", "short") else y, dark) for x, y, dark in back
        ]  # fmt: skip
        assert max(abs(a - b) for p, q in zip(places(front), places(seen), strict=True)
                   for a, b in zip(p, q, strict=True)) <= 0.02  # fmt: skip


def test_a_set_mark_stands_on_each_disc_of_several_sets():
    data = build("discs", inks="low", copies=2).data
    with opened(data) as pdf:
        marks = [[c["text"] for c in page.chars if abs(c["size"] - 9) < 0.01 and "Semibold" in c["fontname"]]
                 for page in pdf.pages]  # fmt: skip
    assert marks[0].count("1") >= 64 and marks[2].count("2") >= 64


# ------------------------------------------------------------------ planted faults: records and questions


def planted(text):
    """Replay a record file's only record, as a kit does."""
    (record,) = read_records(read_yaml(text, "planted.yaml"), "reversi").values()
    return replay_record(Kit(Shelf(), "reversi").game, record)


def test_an_unforced_pass_is_refused_with_file_line_and_ply():
    text = "free-pass:\n  title: A pass that nobody had to make\n  moves: f5 d6 pass c3\n"
    with pytest.raises(KitgenError, match=r"(?s)ply 3, black pass: black may not pass") as caught:
        planted(text)
    place = caught.value.faults[0].place
    assert (place.file, place.line) == ("planted.yaml", 3)


def test_a_forced_pass_may_be_written():
    pass_record = Kit(Shelf(), "reversi").records["pass"].moves
    moves = [*pass_record[:15], "pass", *pass_record[15:]]
    assert len(planted(f"forced:\n  title: As it was\n  moves: {' '.join(moves)}\n").steps) == 61


def test_a_kit_of_ones_own_with_an_unforced_pass_prints_nothing(tmp_path):
    (tmp_path / "layouts").mkdir()
    (tmp_path / "rules_text/mine/records").mkdir(parents=True)
    layout = (ROOT / "layouts/reversi.yaml").read_text("utf-8")
    layout = layout.replace("kit: reversi", "kit: mine\ngame: reversi").replace("number: 3", "number: 9")
    (tmp_path / "layouts/mine.yaml").write_text(layout.replace("start@0", "free@end"), "utf-8")
    for name in ("en.md", "es.md", "numbers_allowed.yaml"):
        shutil.copy(ROOT / "rules_text/reversi" / name, tmp_path / "rules_text/mine" / name)
    record = "free:\n  title: A pass that nobody had to make\n  moves: f5 pass d6\n"
    (tmp_path / "rules_text/mine/records/own.yaml").write_text(record, "utf-8")
    with pytest.raises(KitgenError, match="ply 2, white pass: white may not pass") as caught:
        build_sheet(Shelf((tmp_path,)), Request("mine", "board", lang="es"))
    assert caught.value.faults[0].place.file.endswith("own.yaml")


def test_a_record_that_counts_by_the_wrong_rule_is_refused():
    kit = Kit(Shelf(), "reversi")
    moves = " ".join(kit.records["one-empty"].moves)
    for claim, said in (("[34, 29]", "the discs alone"), ("[34.5, 29.5]", "the halves")):
        text = (
            f"bad:\n  title: {said}\n  moves: {moves}\n  claims:\n    - {{ply: 59, score: {{tournament: {claim}}}}}\n"
        )
        with pytest.raises(ClaimFailed, match=r"record bad, ply 59: score is .*, tournament 35, 29, ") as caught:
            planted(text)
        assert caught.value.faults[0].place.line == 5


def test_a_question_with_two_answers_is_refused_with_its_kind_and_seed(monkeypatch):
    sound = practice.make_kind("playable", 1, practice.Chance(5))
    double = replace(sound, kind="corner", values={"corner": "a1"})
    answers = practice.prove(double)
    assert len(answers) > 1
    monkeypatch.setattr(practice, "make", lambda *_: replace(double, answer=answers[0]))
    with pytest.raises(ClaimFailed, match=rf"a corner question of seed 41 has the answers \['{answers[0]}', "):
        build_sheet(Shelf(), Request("reversi", "practice", lang="es", seed=41))


def test_a_question_with_a_wrong_answer_is_refused(monkeypatch):
    sound = practice.make_kind("flips", 1, practice.Chance(5))
    monkeypatch.setattr(practice, "make", lambda *_: replace(sound, answer="a1"))
    with pytest.raises(ClaimFailed, match="a flips question of seed 1 has the answers"):
        build_sheet(Shelf(), Request("reversi", "practice", lang="es"))


# ------------------------------------------------------------------ planted faults: the drawing


def refused_drawing(monkeypatch, change, sheet="handout"):
    """Build a sheet whose figures are drawn from a changed view; return why it is refused."""
    draw = diagram.draw
    monkeypatch.setattr(diagram, "draw", lambda view, *rest: draw(change(view), *rest))
    with pytest.raises(ProofFailed) as caught:
        build_sheet(Shelf(), Request("reversi", sheet, lang="es"))
    return str(caught.value)


def test_a_disc_not_turned_is_refused_with_its_figure_and_square(monkeypatch):
    def leave(view):
        cells = dict(view.cells)
        if "ring" in cells.get("f5", ()):
            cells["e5"] = ("disc white",)  # f5 has been played: e5 was to be turned
        return replace(view, cells=cells)

    why = refused_drawing(monkeypatch, leave)
    assert re.search(r"page 1, figure first-moves@1 .*: e5 shows disc white; the replay says disc black", why)


def test_a_mirrored_board_is_refused(monkeypatch):
    swap = str.maketrans("abcdefgh", "hgfedcba")

    def mirror(view):
        return replace(view, cells={name.translate(swap): tokens for name, tokens in view.cells.items()})

    why = refused_drawing(monkeypatch, mirror)
    assert re.search(r"figure start@0 .*: d4 shows disc black; the replay says disc white", why)


def test_a_board_with_mirrored_letters_is_refused(monkeypatch):
    def mirror(view):
        return replace(view, columns=view.columns[::-1])

    why = refused_drawing(monkeypatch, mirror, "board")
    assert "its columns are h g f e d c b a; the replay shows a b c d e f g h" in why


def test_a_number_too_few_in_a_printed_game_is_refused(monkeypatch):
    def lose(view):
        return replace(view, cells={n: t for n, t in view.cells.items() if "number 33" not in t})

    assert re.search(r"figure finalists-2019@60 .*shows nothing; the replay says .*number 33",
                     refused_drawing(monkeypatch, lose, "games"))  # fmt: skip


# ------------------------------------------------------------------ planted faults: the finished file


def spoiled(data, *changes, manifest=lambda tree: None):
    """Return a file with parts of its first page's content exchanged, and its manifest changed to match."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0].obj
        content = page.Contents.read_bytes()
        for old, new in changes:
            assert content.count(old) == 1, (old, content.count(old))
            content = content.replace(old, new)
        page.Contents = pdf.make_stream(content)
        stream = pdf.Root.Names.EmbeddedFiles.Names[1].EF.F
        tree = json.loads(stream.read_bytes())
        manifest(tree)
        stream.write(json.dumps(tree).encode())
        pdf.save(out)
    return out.getvalue()


def refusal(data):
    with pytest.raises(ProofFailed) as caught:
        prove(data, partial(load_words, Shelf()))
    return str(caught.value)


def retell(old, new):
    def change(tree):
        leaves = [leaf for leaf in tree["pages"][0]["leaves"] if old in leaf.get("text", "")]
        assert len(leaves) == 1
        leaves[0]["text"] = leaves[0]["text"].replace(old, new)

    return change


def test_a_caption_that_counts_by_the_wrong_rule_is_refused_even_when_the_manifest_agrees():
    data = build("games", "en").data
    prove(data, partial(load_words, Shelf()))
    swap = (b"(Tournament count: 35", b"(Tournament count: 34")
    why = refusal(spoiled(data, swap, manifest=retell("Tournament count: 35", "Tournament count: 34")))
    assert re.search(r"caption of one-empty@59 \(leaf \d+\): it says 'Tournament count: 34–29'", why)
    assert "the replay says 'Tournament count: 35–29'" in why


def test_a_rules_text_that_counts_by_the_wrong_rule_is_refused():
    data = build("rules", "en").data

    def lie(tree):
        for page in tree["pages"]:
            for leaf in page["leaves"]:
                if "example_tournament_black" in leaf.get("numbers", {}):
                    leaf["numbers"]["example_tournament_black"] = "34"

    why = refusal(spoiled(data, manifest=lie))
    assert re.search(r"it gives example_tournament_black as '34'; counting gives 35", why)

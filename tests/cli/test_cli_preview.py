"""The preview's files: what is in them, what is not, and that each is what the proved PDF shows."""

from __future__ import annotations

import json
import re
import shlex
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

SMALL = ["sandwich", "--jobs", "1"]  # one kit is quicker in one process
MADE = re.compile(r"<code>(.*?)</code>")


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_card_says_whom_its_sheet_is_for(kitgen):
    """The same words as in the column "For" of a plan of 27 pupils, where one is left over."""
    plan = kitgen("plan", "tafl", "--students", "27").stdout
    done = kitgen("preview", "tafl", "--with-key", "--jobs", "1", "-o", "look/")
    assert done.stderr.endswith("look/index.html: 10 sheets, 11 pages, made; open it in a browser\n")
    index = (kitgen.folder / "look/index.html").read_text()
    cards = {
        re.search("sheet tafl ([a-z-]+)", card)[1]: card for card in re.findall("<li>.*?</li>", index) if "h3" in card
    }
    expected = {
        "board": ("Board", "each group"), "role-map": ("Role map", "each group"), "rules": ("Complete rules", "the class"),
        "observer": ("Observer’s sheet", "pupils left over"), "handout": ("How to play", "each pupil"),
    }  # fmt: skip
    for name, (label, per) in expected.items():
        assert re.search(f"{label} +{per}", plan), name
        assert f"For: {per}" in cards[name], name
    assert "For the host" in cards["key"] and "For: " not in cards["key"]
    pieces = next((kitgen.folder / "look/sheets").glob("tafl-pieces-*")).read_text()
    assert '<dd>3 (also 0, 6)</dd><dd class="stretch quiet">millimetres between parts' in pieces


def test_links_lead_to_files_and_nowhere_else(kitgen):
    kitgen("preview", *SMALL, "-o", "look/")
    pages = [path for path in (kitgen.folder / "look").rglob("*.html")]
    looked = 0
    for page in pages:
        text = page.read_text()
        assert not re.search(r"(https?:)?//[a-z]", text), page.name
        for target in re.findall(r'(?:src|href)="([^"#]*)"', text):
            if target and not target.startswith("data:"):
                assert (page.parent / target).is_file(), f"{page.name} names {target}"
                looked += 1
        assert all(len(alt) > 10 for alt in re.findall(r'alt="([^"]*)"', text))
    assert looked > 20


def test_a_key_is_shown_only_when_asked_for_and_goes_with_the_next_gallery(kitgen):
    """A gallery of answers must not stay behind in a folder that pupils see; other people's files must."""
    folder = kitgen.folder / "look"
    kitgen("preview", *SMALL, "--with-key", "-o", "look/")
    keys = [name for name in tree(folder) if "-key-" in name]
    assert len(keys) == 3
    assert "For the host" in (folder / "index.html").read_text()
    (folder / "pictures" / "mine-key.png").write_bytes(b"a picture of the teacher's own")
    kitgen("preview", *SMALL, "-o", "look/")
    left = tree(folder)
    assert [name for name in left if "key" in name] == ["pictures/mine-key.png"]
    text = (folder / "index.html").read_text()
    assert "key" not in re.sub(r"--with-key|<style>.*?</style>", "", text, flags=re.S).lower()


def test_every_command_makes_the_sheet_it_stands_under(kitgen):
    config = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    (kitgen.folder / "config.yaml").write_text("paper: Letter\nink: low\n")
    asked = ["--size", "9", "--opening", "diagonal", "--lang", "es", "--paper", "A4", "--json", "-o", "look/"]
    rows = json.loads(kitgen("preview", *SMALL, "--with-key", *asked, env=config).stdout)
    assert len(rows) > 5
    for row in rows:
        words = shlex.split(row["command"])
        assert words[0] == "kitgen"
        # the same command must hold here, where the config says Letter and low, and where there is no config
        for env in (config, {}):
            made = json.loads(kitgen(*words[1:], "--dry-run", "--json", env=env).stdout)[0]
            assert (made["code"], made["pages"], made["paper"]) == (row["code"], row["pages"], "A4"), row["command"]
        shown = MADE.findall((kitgen.folder / row["page"]).read_text())
        assert shown == [row["command"]]


def test_the_pictures_are_those_of_the_pdf(kitgen):
    kitgen("sheet", "sandwich", "pad", "--size", "9", "-o", "pad.pdf")
    kitgen("preview", "sandwich", "--size", "9", "--jobs", "1", "-o", "look/")
    picture = Image.open(kitgen.folder / "look/pictures/sandwich-pad-9-cross-en-A4-1.png").convert("RGB")
    with pypdfium2.PdfDocument(kitgen.folder / "pad.pdf") as pdf:
        page = pdf[0].render(scale=150 / 72).to_pil().convert("RGB")
    assert picture.size == page.size
    assert max(high for _, high in ImageChops.difference(picture, page).getextrema()) < 32
    assert picture.getpixel((3, 3)) == (255, 255, 255)


def test_finished_files_are_proved_again_and_a_hosts_one_needs_leave(kitgen):
    kitgen("practice", "sandwich", "--copies", "2", "-o", "out/")
    practice, key = (f"out/sandwich-{name}-7-cross-1-seed1-2-en-A4.pdf" for name in ("practice", "key"))
    rows = json.loads(kitgen("preview", practice, "-o", "look/", "--json").stdout)
    assert [(row["sheet"], row["pages"], row["host"]) for row in rows] == [("practice", 2, False)]
    assert rows[0]["command"] == "kitgen sheet sandwich practice --copies 2"
    assert len([name for name in tree(kitgen.folder / "look") if name.endswith(".png")]) == 3
    assert "--with-key" in kitgen("preview", key, "-o", "look/", expect=2).stderr
    kitgen("preview", key, practice, "--with-key", "-o", "look/")
    with pikepdf.open(kitgen.folder / practice) as pdf:
        figure = next(one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one)
        figure.Alt = str(figure.Alt).replace("A: ", "B: ")
        pdf.save(kitgen.folder / "spoiled.pdf")
    assert kitgen("preview", "spoiled.pdf", "-o", "new/", expect=1).stderr
    assert not (kitgen.folder / "new").exists()
    kitgen("preview", "missing.pdf", expect=3)


def test_any_number_of_jobs_gives_the_same_files(kitgen):
    for jobs in ("1", "2"):
        kitgen("preview", "sandwich", "--jobs", jobs, "-o", f"look{jobs}/")
    assert tree(kitgen.folder / "look1") == tree(kitgen.folder / "look2")


def test_nothing_is_written_over_other_peoples_files_or_in_a_dry_run(kitgen):
    (kitgen.folder / "site").mkdir()
    (kitgen.folder / "site/index.html").write_text("<p>my school</p>")
    assert "--force" in kitgen("preview", *SMALL, "-o", "site/", expect=3).stderr
    assert list(tree(kitgen.folder / "site")) == ["index.html"]
    kitgen("preview", *SMALL, "--dry-run", "-o", "dry/")
    assert not (kitgen.folder / "dry").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sandwhich"], "did you mean sandwich"),
        (["sandwich", "--siez", "9"], "Did you mean --size"),
        (["sandwich", "--openning", "cross"], "Did you mean --opening"),
        (["sandwich", "--size", "8"], "7, 9"),
    ],
)
def test_slips_of_the_pen_are_understood(kitgen, words, said):
    assert said in kitgen("preview", *words, expect=2).stderr


def test_sheets_without_a_title_have_the_names_of_the_plan(kitgen):
    """Pad and big board bear no title on paper; the gallery calls them what a plan in the same language does."""
    kitgen("preview", "sandwich", "--lang", "es", "--jobs", "1", "-o", "es/")
    text = (kitgen.folder / "es/index.html").read_text()
    assert "Bloc" in text and "Tablero grande" in text
    assert "Pad" not in text and "Big" not in text


def test_the_chinese_gallery_speaks_chinese_and_names_kits_without_it(kitgen):
    done = kitgen("preview", "sandwich", "--lang", "zh", "--jobs", "1", "-o", "look/")
    text = (kitgen.folder / "look/index.html").read_text()
    assert '<html lang="zh-Hans">' in text and "<title>预览</title>" in text
    assert done.stderr.strip().startswith("look/index.html")
    assert "供：每名学生" in text
    assert re.findall('<h3 lang="zh-Hans">(.*?)</h3>', text)[:2] == [
        "棋纸",
        "大棋盘",
    ]  # of the house: these have no title
    picture = next(data for name, data in tree(kitgen.folder / "look").items() if name.endswith("small.png"))
    assert Image.open(BytesIO(picture)).size == (827, 1170)

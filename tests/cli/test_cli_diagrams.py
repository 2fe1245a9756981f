"""`kitgen diagrams` as a user meets it: which figures, which files, what they say, and what is refused."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image

import kitgen as package
from kitgen import build
from kitgen.build import Request, build_sheet
from kitgen.cli.diagrams import diagrams_command
from kitgen.errors import ProofFailed
from kitgen.shelf import Shelf

SHELF = Path(package.__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"

LAYOUT = """\
kit: own
game: sandwich
number: 31
languages: [en]
default: [board]
facts: {players: [2, 2], minutes: [10, 20], ages: "8+"}
sheets:
  board:
    blocks:
      - boards: {grid: 1x1, record: corner@0, name: game_n}
"""
RECORD = """\
corner:
  options: {start: "AB...../......./......./......./......./......./.......", first: A}
  moves: C1
  claims:
    - {ply: 1, killed: [B1]}
"""
TEXT = "# Own\n\n## short | Rules\n\nA mark dies.\n\n![It dies.](corner@end)\n"


@pytest.fixture
def own(tmp_path):
    """A folder with a kit of one record and two figures, played with Sandwich's rules."""
    return write_kit(tmp_path / "kits")


def write_kit(folder: Path, text: str = TEXT, record: str = RECORD) -> Path:
    for name, content in {
        "layouts/own.yaml": LAYOUT, "rules_text/own/en.md": text, "rules_text/own/records/corner.yaml": record,
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def examples() -> list[list[str]]:
    """Return the examples at the end of the command's help, as words."""
    return [line.split() for line in re.findall(r"^ +kitgen (diagrams .*)$", diagrams_command.help, re.M)]


def figures_by_search() -> set[str]:
    """Return `record@ply` of all figures of Sandwich, found by reading its files with regular expressions."""
    layout = (SHELF / "layouts/sandwich.yaml").read_text()
    texts = [path.read_text() for path in (SHELF / "rules_text/sandwich").glob("*.md")]
    named = re.findall(r"record: (\S+@\w+)", layout)
    named += [found for text in texts for found in re.findall(r"^!\[[^\n]*\]\((\S+@\w+)[^)]*\)$", text, re.M)]
    lengths = {
        name: len(str(record.get("moves", "")).split())
        for path in (SHELF / "rules_text/sandwich/records").glob("*.yaml")
        for name, record in yaml.safe_load(path.read_text()).items()
    }
    found = set()
    for reference in named:
        for size in ("7", "9"):
            for opening in ("cross", "rotated", "diagonal"):
                name, _, ply = reference.replace("{size}", size).replace("{opening}", opening).partition("@")
                found.add(f"{name}@{lengths[name] if ply == 'end' else ply}")
    return found


def test_every_figure_of_texts_and_sheets_is_drawn_in_three_formats(kitgen):
    done = kitgen(*examples()[0])
    found = files(kitgen.folder)
    assert done.stdout == ""
    assert done.stderr.startswith("output/diagrams/sandwich: ")
    for form in ("pdf", "png", "svg"):
        names = [re.sub(r"-en\.\w+$", "", Path(name).name) for name in found if name.endswith(form)]
        assert {re.match(r".+?@\d+", name)[0] for name in names} == figures_by_search()
        assert "double-kill@1-last" in names
        assert "example-9-rotated@10-numbered-window" in names
    assert all(name.startswith("output/diagrams/sandwich/") for name in found)
    assert len(found) == 3 * len(names)


def test_the_three_formats_have_one_size_and_one_text(kitgen, own):
    kitgen("diagrams", "own", "corner@1", "--kits", str(own), "--dpi", "300", "-o", "out/")
    assert files(kitgen.folder / "out") == [f"corner@1-last-en.{form}" for form in ("pdf", "png", "svg")]
    root = ElementTree.fromstring((kitgen.folder / "out/corner@1-last-en.svg").read_text())
    width, height = (float(root.get(key).removesuffix("mm")) for key in ("width", "height"))
    told = root.findtext(f"{SVG}desc")
    assert "A1, C1" in told and "B1 (B)" in told and "C1" in told.rpartition(":")[2]
    picture = Image.open(kitgen.folder / "out/corner@1-last-en.png")
    assert picture.size == pytest.approx((width / 25.4 * 300, height / 25.4 * 300), abs=1)
    assert picture.info["Description"] == told
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    verified = kitgen("verify", "out/corner@1-last-en.pdf", "--kits", str(own)).stdout
    assert "figure corner@1 last" in verified


def test_a_single_file_takes_its_format_from_its_name(kitgen, own):
    kitgen("diagrams", "own", "corner@0", "--kits", str(own), "-o", "start.svg")
    kitgen("diagrams", "own", "corner@0", "--kits", str(own), "--format", "png", "--ink", "low", "-o", "start.png")
    assert files(kitgen.folder)[-2:] == ["start.png", "start.svg"]
    assert len(Image.open(kitgen.folder / "start.png").getcolors(10000)) > 1
    done = kitgen("diagrams", "own", "corner@0", "--kits", str(own), "--format", "svg", "-o", "-")
    assert done.stdout == (kitgen.folder / "start.svg").read_text()


def test_ink_and_language_stand_in_the_name(kitgen):
    kitgen("diagrams", "sandwich", "single-kill", "--lang", "zh", "--ink", "grey", "--format", "svg,pdf", "-o", "out")
    assert files(kitgen.folder / "out") == [f"single-kill@1-last-zh-Hans-grey.{form}" for form in ("pdf", "svg")]
    svg = (kitgen.folder / "out/single-kill@1-last-zh-Hans-grey.svg").read_text()
    assert {len(set(re.findall("..", colour))) for colour in re.findall(r'"#(\w{6})"', svg)} == {1}
    assert "棋盘" in svg


def test_same_bytes_in_another_process_hash_seed_and_day(kitgen, own):
    for folder, seed, day in (("a", "1", "0"), ("b", "2", "86400000")):
        env = {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": day}
        kitgen("diagrams", "own", "--kits", str(own), "-o", f"{folder}/", env=env)
    first = {name: (kitgen.folder / "a" / name).read_bytes() for name in files(kitgen.folder / "a")}
    assert first == {name: (kitgen.folder / "b" / name).read_bytes() for name in files(kitgen.folder / "b")}
    assert len(first) == 6


def test_what_is_drawn_alone_is_what_is_drawn_among_all(kitgen, own):
    kitgen("diagrams", "own", "--kits", str(own), "-o", "all/")
    kitgen("diagrams", "own", "corner@0-position", "--kits", str(own), "-o", "one/")
    for name in files(kitgen.folder / "one"):
        assert (kitgen.folder / "one" / name).read_bytes() == (kitgen.folder / "all" / name).read_bytes()


def test_a_dry_run_lists_and_writes_nothing(kitgen, own):
    before = files(kitgen.folder)
    done = kitgen("diagrams", "own", "--kits", str(own), "--dry-run")
    assert done.stdout.split() == ["corner@0-position", "corner@1-last"]
    assert "2 figures in 6 files would be drawn" in done.stderr
    assert files(kitgen.folder) == before


def test_json_names_the_files(kitgen, own):
    (row,) = json.loads(kitgen("diagrams", "own", "corner@1", "--kits", str(own), "--format", "png", "--json").stdout)
    assert (row["kit"], row["figure"], row["written"]) == ("own", "corner@1-last", True)
    assert row["files"] == {"png": "output/diagrams/own/corner@1-last-en.png"}
    assert (kitgen.folder / row["files"]["png"]).is_file()


# ---------------------------------------------------------------- files that are there


def test_its_own_files_are_replaced_and_others_are_not(kitgen, own):
    words = ("diagrams", "own", "--kits", str(own), "-o", "out/")
    kitgen(*words)
    kitgen(*words)
    strange = io.BytesIO()
    Image.new("L", (9, 9)).save(strange, "PNG")
    target = kitgen.folder / "out/corner@1-last-en.png"
    target.write_bytes(strange.getvalue())
    kept = {name: (kitgen.folder / "out" / name).stat().st_mtime_ns for name in files(kitgen.folder / "out")}
    done = kitgen(*words, expect=3)
    assert "corner@1-last-en.png is there and was not made by kitgen" in done.stderr
    assert {name: (kitgen.folder / "out" / name).stat().st_mtime_ns for name in kept} == kept
    kitgen(*words, "--force")
    assert target.read_bytes() != strange.getvalue()


def test_a_folder_that_is_a_file_is_trouble(kitgen, own):
    (kitgen.folder / "taken").write_text("mine")
    done = kitgen("diagrams", "own", "--kits", str(own), "-o", "taken/", expect=3)
    assert "taken" in done.stderr
    assert (kitgen.folder / "taken").read_text() == "mine"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["sandwhich"], 2, "did you mean sandwich?"),
        (["sandwich", "double-kil"], 2, "did you mean double-kill?"),
        (["sandwich", "--format", "gif"], 2, "'gif' is none of pdf, png, svg"),
        (["sandwich", "--format", ""], 2, "none of pdf"),
        (["sandwich", "--dpi", "5000"], 2, "36<=x<=1200"),
        (["sandwich", "--lang", "fr"], 2, "en, es, zh-Hans"),
        (["sandwich", "-o", "all.svg"], 2, "is one file"),
        (["sandwich", "single-kill", "--format", "png", "-o", "one.svg"], 2, "does not end in .svg"),
    ],
)
def test_a_wrong_word_is_refused(kitgen, words, code, message):
    assert message in kitgen("diagrams", *words, expect=code).stderr
    assert files(kitgen.folder) == []


def test_a_wrong_claim_stops_every_figure(kitgen, tmp_path):
    own = write_kit(tmp_path / "kits", record=RECORD.replace("[B1]", "[]"))
    done = kitgen("diagrams", "own", "--kits", str(own), expect=1)
    assert re.search(r"corner\.yaml:\d+.*B1", done.stderr.replace("\n", " "))
    assert not (kitgen.folder / "output").exists()


def test_a_figure_that_there_is_none_of_is_named_with_its_place(kitgen, tmp_path):
    text = TEXT + "\n![No such record.](korner@end)\n\n![No such ply.](corner@7)\n"
    own = write_kit(tmp_path / "kits", text=text)
    done = kitgen("diagrams", "own", "--kits", str(own), expect=1)
    assert "en.md:9:20: no record 'korner'" in done.stderr
    assert "en.md:11:17: corner@7: the record has plies 0 to 1" in done.stderr


def test_a_sheet_that_calls_itself_a_diagram_does_not_get_its_margins(monkeypatch):
    """The narrow margins are for a page with one figure and nothing else."""
    pack = build.pack_manifest
    monkeypatch.setattr(
        build, "pack_manifest",
        lambda kit, document, records, facts, family: pack(
            kit, document, records, {**facts, "sheet": "diagram"}, family
        ),
    )  # fmt: skip
    with pytest.raises(ProofFailed, match="is no diagram"):
        build_sheet(Shelf(), Request("sandwich", "big"))


def test_the_other_examples_of_the_help_run(kitgen):
    first, *others = examples()
    assert (first, len(others)) == (["diagrams", "sandwich"], 2)
    for words in others:
        kitgen(*words)
    assert files(kitgen.folder) == ["cross.png", "figures/double-kill@1-last-en.svg"]

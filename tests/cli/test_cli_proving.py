"""`verify` and `check` as a user meets them: good files, damaged ones, strange ones; kits with a fault planted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pytest

import kitgen as package

SHELF = Path(package.__file__).parent.parent


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    from kitgen.build import Request, build_sheet
    from kitgen.shelf import Shelf

    path = tmp_path_factory.mktemp("pad") / "pad.pdf"
    path.write_bytes(build_sheet(Shelf(), Request("sandwich", "pad")).data)
    return path


def test_a_good_file_lists_each_figure(kitgen, pad):
    lines = kitgen("verify", str(pad)).stdout.splitlines()
    assert lines[0] == f"{pad}: holds"
    boards = [line for line in lines if "figure opening-7-cross@0" in line]
    assert len(boards) == 4
    assert sum("figure example-7-cross@10" in line for line in lines) == 1
    assert sum("figure symbols A, B" in line for line in lines) == 4


def test_verdicts_as_json(kitgen, pad):
    rows = json.loads(kitgen("verify", str(pad), "--json").stdout)
    assert rows[0]["holds"] is True
    assert any("example-7-cross@10" in verdict for verdict in rows[0]["verdicts"])


@pytest.mark.parametrize(
    ("name", "data", "code", "message"),
    [
        ("text.pdf", b"hello", 1, "not a PDF"),
        ("empty.pdf", b"", 1, "not a PDF"),
        ("half.pdf", b"%PDF-1.7\n1 0 obj\n<<", 1, ""),
    ],
)
def test_what_is_no_kit_is_a_plain_error(kitgen, name, data, code, message):
    (kitgen.folder / name).write_bytes(data)
    assert message in kitgen("verify", name, expect=code).stderr


def test_a_missing_file_is_file_trouble(kitgen):
    assert "No such file" in kitgen("verify", "nothing.pdf", expect=3).stderr


def test_a_foreign_pdf_is_refused(kitgen):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(kitgen.folder / "blank.pdf")
    assert "kitgen.json" in kitgen("verify", "blank.pdf", expect=1).stderr


def test_good_and_bad_files_are_all_judged(kitgen, pad):
    (kitgen.folder / "bad.pdf").write_bytes(b"nonsense")
    done = kitgen("verify", "bad.pdf", str(pad), expect=1)
    assert f"{pad}: holds" in done.stdout
    assert "bad.pdf" in done.stderr


# ---------------------------------------------------------------- kits with a fault


@pytest.fixture
def shelf(kitgen):
    """Return a folder with a copy of the Sandwich kit to break."""
    folder = kitgen.folder / "kits"
    for part in ("layouts", "rules_text"):
        (folder / part).mkdir(parents=True)
    shutil.copy(SHELF / "layouts/sandwich.yaml", folder / "layouts/sandwich.yaml")
    shutil.copytree(SHELF / "rules_text/sandwich", folder / "rules_text/sandwich")
    return folder


def change(path: Path, old: str, new: str) -> int:
    """Replace `old` once; return the number of its line."""
    text = path.read_text()
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


FAULTS = [
    ("records/examples.yaml", "killed: [D3]", "killed: [E3]", "killed is D3, not E3"),
    ("records/examples.yaml", "moves: C2", "moves: D4", "D4"),
    ("records/openings.yaml", "size: 7", "sise: 7", "unknown option 'sise'"),
    ("records/figures.yaml", "claims:", "clams:", "unknown key 'clams'"),
    ("en.md", "{moves}", "{movs}", "unknown number 'movs'"),
    ("en.md", "single-kill@end", "single-kil@end", "no record 'single-kil'"),
    ("en.md", "## short", "## shrt", "no section 'short'"),
    ("words.es.yaml", "ask_double:", "ask_duble:", "unknown phrase 'ask_duble'"),
    ("words.es.yaml", "ask_double:", "ask_duble:", "words.es.yaml lacks the phrase 'ask_double'"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS, ids=[f"{f[0]}-{f[3]}" for f in FAULTS])
def test_a_planted_fault_stops_check_and_sheet_with_its_place(kitgen, shelf, file, old, new, message):
    line = change(shelf / "rules_text/sandwich" / file, old, new)
    done = kitgen("check", "sandwich", "--kits", "kits", expect=1)
    assert message in done.stderr
    if file.endswith("yaml") and "records" in file:
        assert f"{file}:{line}" in done.stderr
    assert not list(kitgen.folder.rglob("*.pdf"))


LAYOUT_FAULTS = [
    ("min_cell: {A4/7: 12mm", "min_cell: {A4/7: 12px", "12px", 1),
    ("min_cell: {A4/7: 12mm", "min_cell: {A4/7: 40mm", "the layout asks for 40.0 mm", 1),
    ("grid: 2x2", "gird: 2x2", "did you mean grid", 1),
    ("opening-{size}-{opening}@0", "opening-{size}-{opening}@1", "has plies 0 to 0", 1),
    ("default: [pad]", "default: [pda]", "no sheet 'pda'", 1),
    ("kit: sandwich", "kit: sandwich\nkit: sandwich", "duplicate key 'kit'", 1),
]


@pytest.mark.parametrize(("old", "new", "message", "code"), LAYOUT_FAULTS, ids=[f[1][:30] for f in LAYOUT_FAULTS])
def test_a_fault_in_a_layout_stops_the_sheet(kitgen, shelf, old, new, message, code):
    change(shelf / "layouts/sandwich.yaml", old, new)
    done = kitgen("sheet", "sandwich", "--kits", "kits", expect=code)
    assert message in done.stderr
    assert not list(kitgen.folder.rglob("*.pdf"))


def test_a_false_claim_in_a_text_stops_the_sheet(kitgen, shelf):
    """A sentence under fill-and-count's rules would be false: the claim is checked, not believed."""
    path = shelf / "rules_text/sandwich/en.md"
    text = path.read_text()
    line = text[: text.index("## complete")].count("\n")
    path.write_text(text.replace("## complete", "B moves last.{?b_moves_last}\n\n## complete", 1))
    done = kitgen("sheet", "sandwich", "--kits", "kits", expect=1)
    assert f"en.md:{line + 1}:" in done.stderr
    assert "b_moves_last" in done.stderr


def test_paths_do_not_escape_the_shelf(kitgen):
    for name in ("../../etc/passwd", "..", "/etc/passwd", "sandwich/../sandwich"):
        assert "unknown kit" in kitgen("sheet", name, expect=2).stderr

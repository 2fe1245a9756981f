"""Printers: the calibration sheet measured by another reader, offsets from the config file, sets of what is cut out."""

from __future__ import annotations

import json
from dataclasses import replace

import pdfplumber
import pytest

from kitgen.build import load_words
from kitgen.calibrating import CalibrationRequest, build_calibration
from kitgen.errors import ProofFailed, SpecError
from kitgen.games._calibration import parts as targets
from kitgen.marks import Line
from kitgen.proof.compare import prove
from kitgen.shelf import Shelf

MM = 72 / 25.4


def pages_of(path):
    return pdfplumber.open(path).pages


def level(page):
    return [line for line in page.lines if line["height"] == 0]


def upright(page):
    return [line for line in page.lines if line["width"] == 0]


def axes(page):
    """Return the middles of the crosses and scales: where lines of 26 mm cross."""
    across = [ln for ln in level(page) if abs(ln["width"] / MM - 26) < 0.01]
    down = [ln for ln in upright(page) if abs(ln["height"] / MM - 26) < 0.01]
    assert len(across) == len(down) == 5
    return sorted((d["x0"] / MM, a["top"] / MM) for a, d in zip(across, down, strict=True))


PRINTERS = "printers:\n  office: {dx: 0.5mm, dy: -1mm}\n  attic: {dy: 0.1in}\n"


@pytest.fixture
def config(kitgen):
    path = kitgen.folder / "config.yaml"
    path.write_text(PRINTERS, "utf-8")
    return {"KITGEN_CONFIG": str(path)}


# ---------------------------------------------------------------- calibrate


def test_calibrate_makes_a_file_for_each_paper(kitgen):
    done = kitgen("calibrate", "--paper", "A4", "--paper", "Letter", "-o", "c/")
    assert done.stderr.count("2 pages") == 2
    names = sorted(path.name for path in (kitgen.folder / "c").iterdir())
    assert names == ["kitgen-calibration-long-en-A4.pdf", "kitgen-calibration-long-en-Letter.pdf"]
    assert "holds" in kitgen("verify", *(f"c/{name}" for name in names)).stdout
    kitgen("calibrate", "-o", "c/")  # replaces its own


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 210.0, 297.0), ("Letter", 215.9, 279.4)])
def test_scales_lie_behind_the_crosses(kitgen, flip, paper, width, height):
    kitgen("calibrate", "--paper", paper, "--flip", flip, "-o", "c.pdf")
    front, back = pages_of(kitgen.folder / "c.pdf")
    across = flip == "long"
    expected = sorted((width - x, y) if across else (x, height - y) for x, y in axes(front))
    assert [pytest.approx(point, abs=0.01) for point in expected] == axes(back)


def test_rulers_and_combs_are_true(kitgen):
    kitgen("calibrate", "-o", "c.pdf")
    front = pages_of(kitgen.folder / "c.pdf")[0]
    rulers = sorted(round(ln["width"] / MM, 2) for ln in level(front) if ln["width"] / MM > 90)
    assert rulers == [100.0, 101.6]
    longest = [ln for ln in upright(front) if abs(ln["height"] / MM - 8) < 0.01]
    assert sorted(round(ln["x0"] / MM, 2) for ln in longest) == [10.0, 200.0]
    longest = [ln for ln in level(front) if abs(ln["width"] / MM - 8) < 0.01]
    assert sorted(round(ln["top"] / MM, 2) for ln in longest) == [10.0, 287.0]


def test_a_printers_offset_moves_the_scales(kitgen, config):
    kitgen("calibrate", "-o", "plain.pdf")
    kitgen("calibrate", "--printer", "office", "-o", "moved.pdf", env=config)
    plain, moved = (pages_of(kitgen.folder / f"{name}.pdf") for name in ("plain", "moved"))
    assert axes(plain[0]) == axes(moved[0])
    expected = [pytest.approx((x + 0.5, y - 1.0), abs=0.01) for x, y in axes(plain[1])]
    assert expected == axes(moved[1])
    assert "dx 0.5 mm, dy −1 mm" in moved[1].extract_text()


def test_a_false_ruler_is_refused(monkeypatch):
    monkeypatch.setitem(targets.RULERS, "ruler-mm", (99.0, 99 / 50))
    data = None
    with pytest.raises(ProofFailed, match="a ruler of 99 mm has ticks that are not even"):
        data = build_calibration(Shelf(), CalibrationRequest())
    assert data is None


def test_a_scale_with_a_tick_off_its_place_is_refused(monkeypatch):
    real = targets._scale

    def bent():
        marks = list(real())
        n = next(
            n for n, mark in enumerate(marks) if isinstance(mark, Line) and mark.a[1] != 13.0 and mark.a[0] != 13.0
        )
        marks[n] = replace(marks[n], a=(marks[n].a[0] + 0.3, marks[n].a[1]), b=(marks[n].b[0] + 0.3, marks[n].b[1]))
        return iter(marks)

    monkeypatch.setattr(targets, "_scale", bent)
    with pytest.raises(ProofFailed, match="the ticks of a scale across are not a millimetre apart"):
        build_calibration(Shelf(), CalibrationRequest())


def test_scales_that_an_offset_moved_are_not_taken_for_others(monkeypatch):
    """The offset that the file tells is the one that the scales lie at."""
    data = build_calibration(Shelf(), CalibrationRequest(offset=(0.5, 0.0))).data
    assert prove(data, lambda kit, lang: load_words(Shelf(), kit, lang))
    from kitgen import calibrating

    real = calibrating._facts
    monkeypatch.setattr(
        calibrating, "_facts", lambda s: {**real(s), "cutouts": {"parts": [""], "offset": [0.0, 0.0]}}
    )  # fmt: skip
    with pytest.raises(ProofFailed, match="the back of part target in slot 0 lies at"):
        build_calibration(Shelf(), CalibrationRequest(offset=(0.5, 0.0)))


def test_an_unknown_edge_is_refused():
    with pytest.raises(SpecError, match="'sideways' is not known"):
        build_calibration(Shelf(), CalibrationRequest(flip="sideways"))


# ---------------------------------------------------------------- config and sheets


def test_sheets_are_moved_for_a_printer(kitgen, config):
    kitgen("sheet", "tafl", "pieces", "--backs", "duplex", "--printer", "attic", "-o", "p.pdf", env=config)
    kitgen("sheet", "tafl", "pieces", "--backs", "duplex", "-o", "q.pdf", env=config)
    moved, plain = (pages_of(kitgen.folder / name)[1] for name in ("p.pdf", "q.pdf"))
    for a, b in zip(plain.curves, moved.curves, strict=True):
        assert ((b["x0"] - a["x0"]) / MM, (b["top"] - a["top"]) / MM) == pytest.approx((0.0, 2.54), abs=0.01)


def test_where_no_printer_is_known_the_way_to_one_is_told(kitgen):
    told = kitgen("sheet", "tafl", "pieces", "--printer", "office", expect=2).stderr
    assert "names no printer 'office', nor any other" in told and "kitgen calibrate" in told
    assert "accepted" not in told


def test_a_config_that_is_a_folder_is_no_config(kitgen):
    (kitgen.folder / "here").mkdir()
    env = {"KITGEN_CONFIG": str(kitgen.folder / "here")}
    assert "here is a folder" in kitgen("sheet", "sandwich", expect=3, env=env).stderr
    assert "here is a folder" in kitgen("doctor", expect=3, env=env).stdout
    assert not (kitgen.folder / "output").exists()
    missing = kitgen("doctor").stdout  # a place where a file may come to be
    assert "no-config.yaml, which KITGEN_CONFIG names, is not there" in missing


def test_an_unknown_printer_is_refused_with_the_known_ones(kitgen, config):
    done = kitgen("sheet", "tafl", "pieces", "--printer", "ofice", expect=2, env=config)
    assert "names no printer 'ofice'" in done.stderr
    assert "office, attic" in done.stderr
    assert "did you mean office?" in done.stderr


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("printers: {a: {dx: 6mm}}", ["1:", "dx is 6 mm", "-5mm to 5mm"]),
        ("printers: {a: {dx: 1}}", ["1:", "a number where text belongs"]),
        ("printers: {a: {dz: 1mm}}", ["1:", "dz"]),
        ("printers: [a]", ["1:"]),
    ],
)
def test_a_bad_printer_in_the_config_file_is_refused_with_its_place(kitgen, text, refusal):
    path = kitgen.folder / "bad.yaml"
    path.write_text(text, "utf-8")
    done = kitgen("calibrate", expect=1, env={"KITGEN_CONFIG": str(path)})
    assert "bad.yaml:" in done.stderr
    for part in refusal:
        assert part in done.stderr


def test_a_set_has_all_that_a_group_shares_and_keeps(kitgen):
    """Fourteen pairs need fourteen boards, maps and sets of thirteen pieces: 182 pieces, of which a page holds 48."""
    done = kitgen("sheet", "tafl", "--sets", "14", "-o", "k/", "--json")
    rows = {row["file"].split("tafl-")[1].split("-")[0]: row for row in json.loads(done.stdout)}
    assert rows["pieces"]["pages"] == 4
    assert rows["board"]["pages"] == rows["role"]["pages"] == 14
    assert rows["handout"]["pages"] == rows["observer"]["pages"] == rows["practice"]["pages"] == 1
    assert {name for name, row in rows.items() if row["host"]} == {"key", "teacher"}
    done = kitgen("sheet", "tafl", "handout", "--sets", "2", expect=2)
    assert "--sets is for what a group shares and keeps (board, pieces, role-map)" in done.stderr
    assert "(no sheet of this kit)" in kitgen("sheet", "sandwich", "--sets", "2", expect=2).stderr  # pads are used up

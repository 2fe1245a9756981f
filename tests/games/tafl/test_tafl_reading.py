"""Figures read back from finished pages: every kind of figure, small and large, and drawings spoilt on purpose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kitgen.build import load_words
from kitgen.errors import ProofFailed
from kitgen.games.tafl import GAME, diagram, reading
from kitgen.marks import Disc, Drawing, Line, Polygon, Text
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.play.record import read_records
from kitgen.play.replay import play, replay_record
from kitgen.proof.readback import Finished
from kitgen.shelf import Shelf
from kitgen.source import read_yaml

SOURCE = (Path(__file__).parents[3] / "rules_text/tafl/records/figures.yaml").read_text(encoding="utf-8")
RECORDS = read_records(read_yaml(SOURCE, "figures.yaml"), "tafl")
REPLAYED = {name: replay_record(GAME, record) for name, record in RECORDS.items()}
EN = load_words(Shelf(), "tafl", "en")


def seen_of(marks, inks: str = "colour"):
    """Return what a reader sees of marks on a page of 150 x 150 mm, at 20, 20 mm."""
    leaf = Leaf((Tag("Figure", "1", alt="a figure"),), tuple(marks), 20.0, 20.0, (120.0, 120.0))
    document = Document("t", "en", 150, 150, inks, [Page([leaf])])
    text = "".join(mark.string for mark in marks if isinstance(mark, Text))
    with Finished(pdf.write_pdf(document, fonts.prepare(text or "a"))) as finished:
        return finished.page(0).leaves[0].seen


def figure(name: str, style: str = "last", extra: dict | None = None):
    replayed = REPLAYED[name]
    view = diagram.view(replayed, len(replayed.steps) - 1, style, extra or {})
    return view, diagram.draw(view, 10.0, True, "colour").marks


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
@pytest.mark.parametrize("cell", [4.8, 14.0])
@pytest.mark.parametrize("name", REPLAYED)
def test_a_figure_is_read_as_it_was_meant(name, cell, inks):
    replayed = REPLAYED[name]
    for ply in range(len(replayed.steps)):
        for style in diagram.STYLES:
            view = diagram.view(replayed, ply, style, {})
            read = reading.read(seen_of(diagram.draw(view, cell, True, inks).marks, inks))
            assert (read.columns, read.rows, sorted(read.notes)) == (view.columns, view.rows, sorted(view.notes))
            assert {k: sorted(v) for k, v in read.cells.items()} == {k: sorted(v) for k, v in view.cells.items()}


def test_letters_on_empty_squares_are_read():
    view, marks = figure("capture", "position", {"letters": {"a": "e5", "b": "g1"}})
    assert reading.read(seen_of(marks)).cells["e5"] == ("letter a",)
    assert view.cells["g1"] == ("letter b",)


@pytest.mark.parametrize("side", ["K", "D", "A", "king", "attackers"])
@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_signs_are_read(side, inks):
    assert reading.read_symbol(seen_of(diagram.symbol(side, 8.0, inks).marks, inks)) == side


# ---------------------------------------------------------------- planted faults


def without(marks, kind, number=0):
    chosen = [mark for mark in marks if kind(mark)][number]
    return [mark for mark in marks if mark is not chosen]


def changed(marks, kind, change, number=0):
    chosen = [mark for mark in marks if kind(mark)][number]
    return [change(mark) if mark is chosen else mark for mark in marks]


def letter(text):
    return lambda mark: isinstance(mark, Text) and mark.string == text and mark.size > 8.1


def is_arm(mark):
    return isinstance(mark, Line) and mark.ink == "accent"


def is_hollow_ring(mark):
    return isinstance(mark, Disc) and mark.fill is None


def is_dashed(mark):
    return isinstance(mark, Polygon) and bool(mark.dash)


def is_head(mark):
    return isinstance(mark, Polygon) and len(mark.points) == 3


def moved(mark):
    if isinstance(mark, Disc):
        return replace(mark, centre=(mark.centre[0] + 0.1, mark.centre[1]))
    return replace(mark, at=(mark.at[0] + 1.0, mark.at[1]))


FAULTS = {
    "a letter is missing": (lambda m: without(m, letter("A")), "without a letter"),
    "a letter is another's": (lambda m: changed(m, letter("D"), lambda t: replace(t, string="A")), "D|A"),
    "a letter is off the middle": (lambda m: changed(m, letter("A"), moved), "off its place"),
    "an arm of the cross is missing": (lambda m: without(m, is_arm), "c3: .* is no whole piece"),
    "the taken piece is not dashed": (lambda m: changed(m, is_dashed, lambda p: replace(p, dash=())), "c3|grid"),
    "a ring is off the middle": (lambda m: changed(m, is_hollow_ring, moved), "off the middle"),
    "a ring is missing": (lambda m: without(m, is_hollow_ring), "a slide is a ring, an arrow and a ring"),
    "the arrow has no head": (lambda m: without(m, is_head), "a slide is a ring, an arrow and a ring"),
    "an attacker is hollow": (
        lambda m: changed(m, lambda p: isinstance(p, Polygon) and p.fill == "ink" and len(p.points) == 4,
                          lambda p: replace(p, fill="white")), "is no whole piece"),
    "a label is missing": (
        lambda m: without(m, lambda t: isinstance(t, Text) and t.string == "c"), "labels above and below are not alike"),
    "a label is another's": (
        lambda m: changed(m, lambda t: isinstance(t, Text) and t.string == "c", lambda t: replace(t, string="d")), "label"),
    "a stray line": (lambda m: [*m, Line((60.0, 60.0), (64.0, 60.0), 0.3)], "a slide is a ring, an arrow and a ring"),
    "a stray disc": (lambda m: [*m, Disc((30.0, 30.0), 2.0, "ink")], "disc|round"),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "refusal"), FAULTS.values(), ids=list(FAULTS))
def test_a_spoilt_figure_is_refused(spoil, refusal):
    _, marks = figure("capture")
    with pytest.raises(ProofFailed, match=refusal):
        reading.read(seen_of(spoil(list(marks))))


def test_a_piece_on_another_square_is_read_there():
    """The reader knows no record: a whole piece that stands elsewhere is what it says, and the proof compares."""
    options = GAME.settle({"start": RECORDS["capture"].options["start"], "first": "attackers"})
    view = diagram.view(play(GAME, options, ()), 0, "position", {})
    assert reading.read(seen_of(diagram.draw(view, 10.0, True, "colour").marks)).cells["f3"] == ("piece A",)


def test_a_slide_that_ends_short_is_refused():
    _, marks = figure("capture")
    line = next(m for m in marks if isinstance(m, Line) and m.ink == "ink" and m.b[0] < m.a[0] - 5)
    spoilt = [replace(m, b=(m.b[0] + 6, m.b[1])) if m is line else m for m in marks]
    spoilt = [
        replace(m, points=tuple((x + 6, y) for x, y in m.points)) if is_head(m) else m for m in spoilt
    ]  # fmt: skip
    with pytest.raises(ProofFailed, match="the arrow does not lead"):
        reading.read(seen_of(spoilt))


def test_a_back_with_a_dot_for_a_ring_is_refused():
    from kitgen.games.tafl import parts

    part = parts.parts({})[0]
    drawing: Drawing = parts.draw_back(part, None)  # type: ignore[arg-type]
    assert reading.read_back(seen_of(drawing.marks)) == "weave"
    spoilt = [replace(drawing.marks[0], fill="grid"), *drawing.marks[1:]]
    with pytest.raises(ProofFailed, match="breaks the pattern"):
        reading.read_back(seen_of(spoilt))

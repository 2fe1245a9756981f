"""Figures drawn, written as PDF and read back: the reader, which shares no code with the drawing, sees the same view.

A numbered game gives its transcript again. What was moved, added, hidden or swapped afterwards is refused.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from kitgen.errors import ProofFailed
from kitgen.games.reversi import diagram, parts, reading
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.play.contract import View
from kitgen.play.seen import SeenPath, SeenText, as_circle, shifted
from kitgen.proof.compare import compare_views
from kitgen.proof.raster import find_hidden
from kitgen.proof.readback import Finished


def draw_page(drawings, inks):
    leaves = [
        Leaf((Tag("Figure", str(n), alt="-"),), d.marks, 15 + 92 * (n % 2), 20 + 92 * (n // 2), (d.width, d.height))
        for n, d in enumerate(drawings)
    ]
    return pdf.write_pdf(Document("-", "en", 210, 297, inks, [Page(leaves)]), fonts.prepare("Reversi"))


def read_page(drawings, inks="colour"):
    """Return what stands in each figure of a page with these drawings; nothing on it may be hidden."""
    with Finished(draw_page(drawings, inks)) as finished:
        page = finished.page(0)
        assert find_hidden(page, finished.raster(0, 250)) == []
        return [span.seen for span in page.leaves]


@pytest.fixture(scope="module")
def game_of_sixty(rows, through):
    """A real game of sixty moves that begins with f5."""
    games = (through(row[0]) for row in rows("real_games.tsv"))
    return next(game for game in games if len(game.steps) == 61 and game.steps[1].move == "f5")


def views_of(replayed):
    """Return a view in each style, and one as a question shows it."""
    return [
        diagram.view(replayed, 30, "position", {}),
        diagram.view(replayed, 58, "numbered", {}),
        diagram.view(replayed, 20, "playable", {}),
        diagram.view(replayed, 25, "before", {}),
        diagram.view(replayed, 0, "board", {}),
        diagram.view(replayed, 40, "position", {"last": True, "to_move": False}),
    ]


# ------------------------------------------------------------------ what is drawn is read


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
@pytest.mark.parametrize("cell", [4.2, 7.0, 10.5])
def test_what_is_drawn_is_read(game_of_sixty, cell, inks):
    views = views_of(game_of_sixty)
    if cell < diagram.LEAST_CELL:
        del views[1]  # numbers need larger cells
    seen = read_page([diagram.draw(view, cell, True, inks) for view in views], inks)
    kinds = {token.split()[0] for view in views for tokens in view.cells.values() for token in tokens}
    assert {"disc", "dot", "flip", "ring", "seat"} <= kinds
    for objects, wanted in zip(seen, views, strict=True):
        assert list(compare_views(reading.read(objects), wanted)) == []


def test_printed_grids_of_real_games_give_their_transcripts_again(rows, through):
    transcripts = ["".join(row[0].lower().split()) for row in rows("real_games.tsv")[::12]]
    assert len(transcripts) > 15
    for start in range(0, len(transcripts), 6):
        some = transcripts[start : start + 6]
        games = [through(text) for text in some]
        views = [diagram.view(game, len(game.steps) - 1, "numbered", {}) for game in games]
        seen = read_page([diagram.draw(view, 9.5, True, "colour") for view in views])
        assert [reading.transcript(reading.read(objects)) for objects in seen] == some


def test_a_transcript_with_a_number_twice_or_missing_is_refused():
    cells = {"f5": ("disc black", "number 1"), "d6": ("disc white", "number 2"), "c3": ("disc black", "number 3")}
    columns, rows = tuple("abcdefgh"), tuple("12345678")
    assert reading.transcript(View(columns, rows, cells)) == "f5d6c3"
    with pytest.raises(ProofFailed, match="move 2 stands on d6 and on c3"):
        reading.transcript(View(columns, rows, {**cells, "c3": ("disc black", "number 2")}))
    with pytest.raises(ProofFailed, match="move 3 stands on no square"):
        reading.transcript(View(columns, rows, {**cells, "c3": ("disc black", "number 4")}))


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_symbols_are_read(inks):
    drawings = [diagram.symbol(side, 3.0, inks) for side in ("black", "white")]
    assert [reading.read_symbol(objects) for objects in read_page(drawings, inks)] == ["black", "white"]


# ------------------------------------------------------------------ planted faults


@pytest.fixture(scope="module")
def before(game_of_sixty):
    """The objects of a figure with discs, a dot and rings: the start of a real game, before its first move f5."""
    return list(read_page([diagram.draw(diagram.view(game_of_sixty, 1, "before", {}), 8.0, True, "colour")])[0])


def circles(seen, radius):
    """Return the places of the circles of a radius in cells of 8 mm."""
    return [
        n for n, thing in enumerate(seen)
        if isinstance(thing, SeenPath) and (c := as_circle(thing)) and abs(c.radius / 8 - radius) < 0.01
    ]  # fmt: skip


def changed(seen, n, thing):
    return [*seen[:n], thing, *seen[n + 1 :]]


def test_the_sound_figure_reads(before):
    view = reading.read(before)
    assert view.cells == {
        "d4": ("disc white",), "e4": ("disc black",), "d5": ("disc black",), "e5": ("disc white", "flip"),
        "f5": ("dot",),
    }  # fmt: skip
    assert view.notes == ("to move black",)


def test_a_disc_off_its_place_is_refused_with_its_square(before):
    n = circles(before, 0.34)[0]
    with pytest.raises(ProofFailed, match=r"d4: the disc is 0\.30 mm off the middle"):
        reading.read(changed(before, n, shifted(before[n], 0.3, 0)))
    with pytest.raises(ProofFailed, match=r"e4: .*one stands twice"):
        reading.read(changed(before, n, shifted(before[n], 8, 0)))


def test_a_dot_on_a_disc_and_a_ring_without_one_are_refused(before):
    dot, flip = circles(before, 0.1)[0], circles(before, 0.204)[0]
    with pytest.raises(ProofFailed, match=r"e5: .*dot in one square"):
        reading.read(changed(before, dot, shifted(before[dot], -8, 0)))
    with pytest.raises(ProofFailed, match="e6: what is the circle at"):
        reading.read(changed(before, flip, shifted(before[flip], 0, 8)))


def test_a_ring_under_its_disc_is_refused(before):
    flip = circles(before, 0.204)[0]
    first = circles(before, 0.34)[0]
    hidden = [t for n, t in enumerate(before) if n != flip]
    hidden.insert(first, before[flip])
    with pytest.raises(ProofFailed, match=r"e5: .*hides another"):
        reading.read(hidden)


def test_a_light_outline_a_thick_one_and_an_odd_shape_are_refused(before):
    n = circles(before, 0.34)[0]
    with pytest.raises(ProofFailed, match="d4: what is the circle"):
        reading.read(changed(before, n, replace(before[n], stroke=(240, 240, 240))))
    with pytest.raises(ProofFailed, match=r"d4: the disc's line is 1\.00 mm wide"):
        reading.read(changed(before, n, replace(before[n], width=1.0)))
    half = replace(before[n], segments=before[n].segments[:3])
    with pytest.raises(ProofFailed, match="what is the shape at"):
        reading.read(changed(before, n, half))


def test_labels_taken_away_doubled_or_of_another_line_are_refused(before):
    n = next(i for i, t in enumerate(before) if isinstance(t, SeenText) and t.string == "c")
    with pytest.raises(ProofFailed, match="7 labels for 8 columns"):
        reading.read(before[:n] + before[n + 1 :])
    with pytest.raises(ProofFailed, match="the label 'd'"):
        reading.read(changed(before, n, replace(before[n], string="d")))
    with pytest.raises(ProofFailed, match="what is 'c' at"):
        reading.read(changed(before, n, shifted(before[n], 120, 0)))


def test_the_side_to_move_stands_beside_the_first_row(before):
    n = next(i for i, t in enumerate(before) if isinstance(t, SeenPath) and (c := as_circle(t)) and c.centre[0] > 80)
    with pytest.raises(ProofFailed, match="what is the disc at"):
        reading.read(changed(before, n, shifted(before[n], 0, 8)))
    assert reading.read(changed(before, n, replace(before[n], fill=(255, 255, 255)))).notes == ("to move white",)


def test_numbers_that_can_not_be_read_are_refused(game_of_sixty):
    view = diagram.view(game_of_sixty, 12, "numbered", {})
    seen = list(read_page([diagram.draw(view, 8.0, True, "colour")])[0])
    n = max(i for i, t in enumerate(seen) if isinstance(t, SeenText) and t.string == "7")  # behind the label of a row
    square = next(name for name, tokens in view.cells.items() if "number 7" in tokens)
    with pytest.raises(ProofFailed, match=f"{square}: '7' is not white"):
        reading.read(changed(seen, n, replace(seen[n], colour=(20, 20, 20))))
    with pytest.raises(ProofFailed, match=f"{square}: '7' is 0.90 mm off"):
        reading.read(changed(seen, n, shifted(seen[n], 0.9, 0)))
    with pytest.raises(ProofFailed, match=f"{square}: what is 'x' on a disc"):
        reading.read(changed(seen, n, replace(seen[n], string="x")))


# ------------------------------------------------------------------ discs


class _Desk:
    """A desk with nothing on it but inks and a set mark."""

    def __init__(self, inks, set_mark=""):
        self.inks, self.set_mark = inks, set_mark


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_both_sides_of_a_disc_are_read_in_every_ink(inks):
    (part,) = parts.parts({})
    assert (part.copies, part.width, part.height) == (64, 20.0, 20.0)
    desks = [_Desk(inks), _Desk(inks, "12")]
    front, marked = read_page([parts.draw_front(part, desk) for desk in desks], inks)
    (back,) = read_page([parts.draw_back(part, desks[0])], inks)
    assert reading.read_part(front, None) == ("disc black",)
    assert reading.read_part(marked, None) == ("disc black", "set 12")
    assert reading.read_part(back, None) == ("disc white",)
    assert reading.read_back(back) == "disc white" == part.back
    assert reading.read_back(front) == "disc black"


def test_what_is_no_disc_is_refused():
    (part,) = parts.parts({})
    (front,) = read_page([parts.draw_front(part, _Desk("colour", "3"))])
    with pytest.raises(ProofFailed, match="not two circles"):
        reading.read_part(front[1:], None)
    with pytest.raises(ProofFailed, match="no side of a disc"):
        reading.read_part([front[0], shifted(front[1], 1, 0), front[2]], None)
    with pytest.raises(ProofFailed, match="no set mark"):
        reading.read_part([front[0], front[1], shifted(front[2], 5, 0)], None)
    with pytest.raises(ProofFailed, match="bears a text"):
        reading.read_back(front)

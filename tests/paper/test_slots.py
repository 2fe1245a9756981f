"""Slots, bleed, guides: what lies where on a page of parts, by numbers worked out by hand."""

from __future__ import annotations

from itertools import product

import pytest

from kitgen.build import Request, settings_of
from kitgen.errors import DoesNotFit
from kitgen.games.tafl import parts
from kitgen.kit import Kit
from kitgen.marks import Disc, Drawing, Line, Polygon, Text, rectangle
from kitgen.paper import guides, slots
from kitgen.paper.moving import moved, part_at, turned
from kitgen.paper.page import Artifact
from kitgen.shelf import Shelf
from kitgen.spec.schema import Cutouts
from kitgen.units import PAPERS, Paper

BOX = (0.0, 0.0, 20.0, 30.0)
OUTER = (-3.0, -3.0, 23.0, 33.0)


# ---------------------------------------------------------------- moved, turned, parted


def test_a_drawing_turned_twice_is_itself():
    marks = (
        Line((1.0, 2.0), (5.0, 2.0), 0.3),
        rectangle(2.0, 3.0, 6.0, 4.0, fill="ink", radius=1.0),
        Polygon(((1.0, 1.0), (4.0, 1.0), (2.0, 5.0)), "ink"),
        Disc((3.0, 4.0), 1.0, "ink"),
        Text((2.0, 6.0), "7", 8.0, anchor="start"),
    )
    drawing = Drawing(marks, 20.0, 30.0, (3.0, 3.0, 14.0, 24.0))
    once = turned(drawing)
    assert once.marks[0] == Line((19.0, 28.0), (15.0, 28.0), 0.3)
    assert once.marks[3] == Disc((17.0, 26.0), 1.0, "ink")
    assert once.marks[4] == Text((18.0, 24.0), "7", 8.0, anchor="start", turned=True)
    assert once.marks[1] == rectangle(12.0, 23.0, 6.0, 4.0, fill="ink", radius=1.0)  # it begins at the top left again
    again = turned(once)
    assert again.grid == drawing.grid
    assert [m for m in again.marks if not isinstance(m, Polygon)] == [m for m in marks if not isinstance(m, Polygon)]
    assert set(again.marks[2].points) == set(marks[2].points)


def test_what_crosses_the_edge_bleeds():
    inside = Disc((10.0, 10.0), 2.0, "ink")
    crossing = Disc((20.0, 10.0), 2.0, "ink")
    away = Disc((24.0, 10.0), 2.0, "ink")
    ground = rectangle(-3.0, -3.0, 26.0, 36.0, fill="accent")
    stroke = Line((18.0, 5.0), (30.0, 5.0), 1.0)
    kept, bleed = part_at([ground, inside, crossing, away, stroke], BOX, OUTER)
    assert inside in kept
    assert set(kept[0].points) == {(0.0, 0.0), (20.0, 0.0), (20.0, 30.0), (0.0, 30.0)}
    assert len(kept) == 2
    assert crossing in bleed
    assert away not in bleed
    assert Line((18.0, 5.0), (22.5, 5.0), 1.0) in bleed  # its round end reaches 23
    assert set(bleed[0].points) == set(ground.points)


def test_without_bleed_nothing_is_left_outside():
    ground = rectangle(-3.0, -3.0, 26.0, 36.0, fill="accent")
    (kept,), bleed = part_at([ground, Disc((20.0, 10.0), 2.0, "ink")], BOX, BOX)
    assert set(kept.points) == set(rectangle(0.0, 0.0, 20.0, 30.0).points)
    assert bleed == ()


def test_moved_marks_keep_their_shape():
    assert moved(Line((0.0, 0.0), (1.0, 2.0), 0.3), 5.0, -1.0) == Line((5.0, -1.0), (6.0, 1.0), 0.3)


# ---------------------------------------------------------------- guides


def test_marks_stand_a_millimetre_off_at_every_edge():
    marks = guides.cut_guides("marks", [(20.0, 20.0, 10.0, 10.0), (33.0, 20.0, 10.0, 10.0)], 3.0, 200.0)
    upright = sorted((m.a[0], m.a[1], m.b[1]) for m in marks if m.a[0] == m.b[0])
    assert upright == [(x, *ends) for x in (20.0, 30.0, 33.0, 43.0) for ends in ((15.0, 19.0), (31.0, 35.0))]
    level = sorted((m.a[1], m.a[0], m.b[0]) for m in marks if m.a[1] == m.b[1])
    assert level == [(y, *ends) for y in (20.0, 30.0) for ends in ((15.0, 19.0), (44.0, 48.0))]


def test_lines_run_through_gaps_and_not_past_an_empty_slot():
    boxes = [(20.0, 20.0, 10.0, 10.0), (33.0, 20.0, 10.0, 10.0), (20.0, 33.0, 10.0, 10.0)]
    lines = guides.cut_guides("lines", boxes, 3.0, 200.0)
    upright = {m.a[0]: (m.a[1], m.b[1]) for m in lines if m.a[0] == m.b[0]}
    assert upright == {20.0: (18.0, 45.0), 30.0: (18.0, 45.0), 33.0: (18.0, 32.0), 43.0: (18.0, 32.0)}
    level = {m.a[1]: (m.a[0], m.b[0]) for m in lines if m.a[1] == m.b[1]}
    assert level == {20.0: (18.0, 45.0), 30.0: (18.0, 45.0), 33.0: (18.0, 32.0), 43.0: (18.0, 32.0)}


def test_no_guide_reaches_the_foot():
    marks = guides.cut_guides("marks", [(20.0, 20.0, 10.0, 10.0)], 0.0, 33.0)
    assert max(m.b[1] for m in marks) == 33.0
    marks = guides.cut_guides("marks", [(20.0, 20.0, 10.0, 10.0)], 0.0, 31.5)
    assert max(m.b[1] for m in marks) == 30.0  # half a millimetre is of no use


# ---------------------------------------------------------------- pages


def pages_of(block: Cutouts = Cutouts(), copies: int = 1, **options: str):
    kit = Kit(Shelf(), "tafl")
    (setting,), _ = settings_of(kit, Request("tafl", "pieces", options, copies=copies))
    return slots.cut_pages(setting, [block])


def fronts(page):
    return [leaf for leaf in page.leaves if leaf.facts.get("side") == "front"]


@pytest.mark.parametrize(("paper", "flip"), list(product(("upright", "lying"), ("long", "short"))))
def test_which_way_backs_are_mirrored(paper, flip):
    """Held upright and turned like a page of a book, the sheet turns over its long edge: left and right change."""
    a4 = PAPERS["a4"]
    lying = Paper("A4", a4.height, a4.width)
    expected = {("upright", "long"): "across", ("upright", "short"): "down", ("lying", "long"): "down",
                ("lying", "short"): "across"}[paper, flip]  # fmt: skip
    found = slots.is_mirrored(a4 if paper == "upright" else lying, flip)
    assert found == (expected == "across", expected == "down")


def test_rows_of_a_set_are_even_and_centred():
    (page,) = pages_of(gap="3")
    places = [(round(leaf.x, 2), round(leaf.y, 2)) for leaf in fronts(page)]
    assert [y for _, y in places].count(places[0][1]) == 7
    left, right = min(x for x, _ in places), max(x for x, _ in places) + 23
    assert left == pytest.approx(210 - right, abs=0.01)
    assert left >= 10


def test_sets_begin_on_rows_of_their_own():
    pages = pages_of(copies=5, gap="3")
    assert [len(fronts(page)) for page in pages] == [52, 13]
    firsts = [leaf for leaf in fronts(pages[0]) if leaf.facts["part"] == "K"]
    assert len({round(leaf.x, 2) for leaf in firsts}) == 1
    assert [leaf.facts["set"] for leaf in firsts] == ["1", "2", "3", "4"]


def test_a_set_larger_than_a_page_begins_on_a_page_of_its_own():
    pages = pages_of(Cutouts(grid="3x3"), copies=2)
    assert [len(fronts(page)) for page in pages] == [9, 4, 9, 4]
    assert [fronts(page)[0].facts["set"] for page in pages] == ["1", "1", "2", "2"]


def solid_back(part, desk):
    return Drawing((rectangle(0, 0, 29, 29, fill="accent"),), 29, 29, (3.0, 3.0, 23.0, 23.0))


@pytest.mark.parametrize(("gap", "inner"), [("0", 0.0), ("3", 1.5), ("6", 3.0)])
def test_backs_bleed_to_the_middle_of_a_gap_and_three_millimetres_outwards(monkeypatch, gap, inner):
    monkeypatch.setattr(parts, "draw_back", solid_back)
    back = pages_of(Cutouts(grid="4x4"), backs="duplex", gap=gap)[1]
    bleeds = [item.marks[0].points for item in back.items if isinstance(item, Artifact) and item.kind == "pattern"]
    assert len(back.leaves) == 13
    for leaf in back.leaves:
        row, column = divmod(leaf.facts["slot"], 4)
        right = 3.0 if column == 0 else inner  # mirrored: the first column is at the right
        left = 3.0 if column == 3 or leaf.facts["slot"] == 12 else inner
        below = 3.0 if row == 3 or (row == 2 and column > 0) else inner
        above = 3.0 if row == 0 else inner
        if max(left, right, above, below):
            points = bleeds.pop(0)
            xs, ys = [x - leaf.x for x, _ in points], [y - leaf.y for _, y in points]
            found = (-min(xs), max(xs) - 23, -min(ys), max(ys) - 23)
            assert found == pytest.approx((left, right, above, below), abs=1e-6)
        assert set(leaf.marks[0].points) == {(0.0, 0.0), (23.0, 0.0), (23.0, 23.0), (0.0, 23.0)}
    assert not bleeds


def test_a_folded_back_does_not_bleed(monkeypatch):
    monkeypatch.setattr(parts, "draw_back", solid_back)
    (page,) = pages_of(backs="fold")
    assert page.artifact_counts() == {"cut": 1, "fold": 13, "ruler": 1}


@pytest.mark.parametrize(
    ("block", "refusal"),
    [
        (Cutouts(grid="9x9"), "9x9 of 23 x 23 mm with gaps of 3 mm does not fit the upright page; 7x9 do"),
        (Cutouts(parts=["Q"]), "no part is called Q"),
        (Cutouts(fits="bord"), "the parts are to fit sheet 'bord', which is no sheet with a board"),
        (Cutouts(fits="board", spare="3mm"), "the cells of sheet board are 25 mm at least, 3mm of them to spare"),
    ],
)
def test_what_does_not_fit_is_refused(block, refusal):
    with pytest.raises(DoesNotFit, match=refusal):
        pages_of(block)


def test_parts_of_one_block_are_of_one_size(monkeypatch):
    real = parts.parts

    def uneven(options):
        first, *others = real(options)
        return (type(first)(first.id, 20.0, 23.0, 1, first.back, first.faces), *others)

    monkeypatch.setattr(parts, "parts", uneven)
    with pytest.raises(DoesNotFit, match="part D is not of the size of K"):
        pages_of()

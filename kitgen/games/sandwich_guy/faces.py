"""Playing cards drawn at any size: fronts with pips where tradition has them, one back. Does not know the rules.

The indices have their columns, never below a size that can be read at arm's length; what stands in the middle takes
the room between them. A front is the same upside down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kitgen.games.sandwich_guy.suits import sign, suit_ink
from kitgen.marks import Drawing, Line, Mark, Point, Text, rectangle
from kitgen.units import MM_PER_POINT, pt

BLEED = 3.0  # mm that the back goes on beyond the cut
CAPITALS = 0.66  # height of capitals and digits of the house's face, of the type size

_POKER = (63.5, 88.9)
_INDEX, _LEAST_INDEX = 28.0, 21.0  # points
_SAFE = 3.4  # mm from the edge to the index
_TEN = 1.12  # width of "10" and some air, of the type size
_GAP = 0.8  # mm between the indices and what stands in the middle
_RADIUS = 2.0  # mm, of the frame of a court card

_LEFT, _MIDDLE, _RIGHT = -1.0, 0.0, 1.0
# Places of the pips as (column, row): columns -1, 0, 1; rows from -1 (top) to 1 (bottom).
_FOUR = ((_LEFT, -1.0), (_RIGHT, -1.0), (_LEFT, 1.0), (_RIGHT, 1.0))
_SIX = (*_FOUR, (_LEFT, 0.0), (_RIGHT, 0.0))
_EIGHT = (*_FOUR, (_LEFT, -1 / 3), (_RIGHT, -1 / 3), (_LEFT, 1 / 3), (_RIGHT, 1 / 3))
PIPS: dict[str, tuple[Point, ...]] = {
    "A": ((_MIDDLE, 0.0),),
    "2": ((_MIDDLE, -1.0), (_MIDDLE, 1.0)),
    "3": ((_MIDDLE, -1.0), (_MIDDLE, 0.0), (_MIDDLE, 1.0)),
    "4": _FOUR,
    "5": (*_FOUR, (_MIDDLE, 0.0)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, -0.5)),
    "8": (*_SIX, (_MIDDLE, -0.5), (_MIDDLE, 0.5)),
    "9": (*_EIGHT, (_MIDDLE, 0.0)),
    "10": (*_EIGHT, (_MIDDLE, -2 / 3), (_MIDDLE, 2 / 3)),
}


def draw_front(rank: str, suit: str, width: float, height: float, inks: str) -> Drawing:
    """Return the front of a card of `width` x `height` mm; `rank` as the rules write it (A, 2 to 10, J, Q, K)."""
    marks = [*_indices(rank, suit, width, height, inks)]
    body = _pips(rank, suit, width, height, inks) if rank in PIPS else _court(rank, suit, width, height, inks)
    return Drawing((*marks, *body), width, height, (0.0, 0.0, width, height))


def _index_size(width: float) -> float:
    """Return the type size of the indices in points."""
    return max(_LEAST_INDEX, _INDEX * width / _POKER[0])


def _body(width: float) -> float:
    """Return half the width in mm between the columns of the indices, where pips and courts have room."""
    return width / 2 - _SAFE - _TEN * _index_size(width) * MM_PER_POINT - _GAP


def _indices(rank: str, suit: str, width: float, height: float, inks: str) -> Iterator[Mark]:
    """Yield rank and suit for the top left corner, and the same turned for the bottom right."""
    size = _index_size(width)
    capital = CAPITALS * size * MM_PER_POINT
    x, base = _SAFE + _TEN / 2 * size * MM_PER_POINT, _SAFE + capital + 0.4
    pip = 0.9 * capital
    gap = 0.4 * capital  # the tail of Q hangs into it
    ink = suit_ink(suit, inks)
    yield Text((x, base), rank, size, "semibold", ink, "middle")
    yield sign(suit, (x, base + gap + pip / 2), pip, inks)
    yield Text((width - x, height - base), rank, size, "semibold", ink, "middle", turned=True)
    yield sign(suit, (width - x, height - base - gap - pip / 2), pip, inks, turned=True)


def _pips(rank: str, suit: str, width: float, height: float, inks: str) -> Iterator[Mark]:
    pip = 0.64 * _body(width)  # no wider than half the room, so that no pip reaches into the next column
    across, down = _body(width) - pip / 2, 0.325 * height
    for column, row in PIPS[rank]:
        centre = (width / 2 + column * across, height / 2 + row * down)
        yield sign(suit, centre, 2 * pip if rank == "A" else pip, inks, turned=row > 0)


def _court(rank: str, suit: str, width: float, height: float, inks: str) -> Iterator[Mark]:
    """Yield a frame, a line across its middle, and in each half a large letter and the sign, the lower half turned."""
    wide, high = 2 * _body(width), 0.775 * height
    left, top = (width - wide) / 2, (height - high) / 2
    ink = suit_ink(suit, inks)
    yield rectangle(left, top, wide, high, stroke=ink, line=pt(1.2), radius=_RADIUS)
    yield Line((left, height / 2), (left + wide, height / 2), pt(0.6), ink)
    size = 0.55 * wide / (CAPITALS * MM_PER_POINT)
    capital = CAPITALS * size * MM_PER_POINT
    pip = 0.25 * wide
    base = height / 2 - 0.37 * capital  # the tail of Q stays above the line
    x = width / 2 + 0.1 * wide
    corner = (left + 0.06 * wide + pip / 2, top + 0.06 * wide + pip / 2)
    yield Text((x, base), rank, size, "semibold", ink, "middle")
    yield sign(suit, corner, pip, inks)
    yield Text((width - x, height - base), rank, size, "semibold", ink, "middle", turned=True)
    yield sign(suit, (width - corner[0], height - corner[1]), pip, inks, turned=True)


def draw_back(width: float, height: float, inks: str) -> Drawing:
    """Return the back of a card of `width` x `height` mm with BLEED on all sides; `grid` is the card inside it.

    A weave of small sandwiches, bread, filling, bread, lying and standing in turn: the same upside down and in a
    mirror, so that it does not matter how the sheet is turned over. Whole ones fill the card, so that no stroke
    crosses a cut; the bleed holds parts of others.
    """
    wide, high = width + 2 * BLEED, height + 2 * BLEED
    columns, rows = _odd(width / 7.0), _odd(height / 7.0)
    across, down = width / columns, height / rows
    marks: list[Mark] = []
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            centre = (BLEED + (column + 0.5) * across, BLEED + (row + 0.5) * down)
            strokes = _small_sandwich(centre, across, down, (row + column) % 2 == 0, inks)
            marks += (kept for stroke in strokes for kept in _within(stroke, wide, high))
    return Drawing(tuple(marks), wide, high, (BLEED, BLEED, width, height))


def _within(stroke: Line, wide: float, high: float) -> Iterator[Line]:
    """Yield the part of a level or upright stroke that lies within `wide` x `high` mm, its round ends included."""
    half = stroke.width / 2
    (left, top), (right, bottom) = stroke.a, stroke.b
    a = (max(left, half), max(top, half))
    b = (min(right, wide - half), min(bottom, high - half))
    if a[0] <= b[0] and a[1] <= b[1] and a != b:
        yield replace(stroke, a=a, b=b)


def _odd(number: float) -> int:
    return 2 * int(number / 2) + 1


def _small_sandwich(centre: Point, across: float, down: float, is_lying: bool, inks: str) -> Iterator[Line]:
    x, y = centre
    half, apart = (across, down) if is_lying else (down, across)
    half, apart = 0.37 * half, 0.27 * apart
    filling = pt(0.6) if inks == "low" else pt(3.2)
    for offset, thick, ink in ((-apart, pt(1.2), "grid"), (0.0, filling, "accent"), (apart, pt(1.2), "grid")):
        if inks == "grey" and ink == "accent":
            ink = "grid"
        a, b = ((-half, offset), (half, offset)) if is_lying else ((offset, -half), (offset, half))
        yield Line((x + a[0], y + a[1]), (x + b[0], y + b[1]), thick, ink)

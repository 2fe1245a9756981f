"""Keeps Parts: K, four defenders and eight attackers to cut out, and how each side of a piece is drawn.

A piece bears its letter twice, the right way up from either seat; its shape tells it apart without letters, inks or
colours. Does not know sheets: where a piece lies on the page and how it gets its back is the house's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kitgen.games.tafl.engine import START
from kitgen.games.tafl.shapes import CAPITAL, PIECES, outline, second_line
from kitgen.marks import Disc, Drawing, Line, Mark, Text
from kitgen.play.contract import Desk, Part, Words
from kitgen.units import MM_PER_POINT, pt

SIZE = 23.0  # mm: 2 less than the least square of a printed board
BACK = "weave"

_CELL = {"K": 21.0, "D": 26.0, "A": 25.0}  # mm, of the cell that a piece's shape is drawn for
_LETTER = {"K": 4.2, "D": 4.6, "A": 4.6}  # mm, the height of a letter
_APART = {"K": 2.85, "D": 3.7, "A": 3.7}  # mm from the middle of the piece to the middle of a letter
_MARK = 6.0  # points, of a set mark
_PITCH, _DOT = SIZE / 5, 0.62  # mm, of the pattern on the back


def parts(options: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the pieces of one set, counted on the start position; their size suits every board that is printed."""
    return tuple(Part(piece, SIZE, SIZE, START.count(piece), BACK, (f"piece {piece}",)) for piece in PIECES)


def draw_front(part: Part, desk: Desk) -> Drawing:
    """Return the front: the shape, its letter upright and turned, and a set mark in two corners."""
    middle = (SIZE / 2, SIZE / 2)
    cell = _CELL[part.id]
    marks = [*outline(part.id, middle, cell, desk.inks), *second_line(part.id, middle, cell)]
    ink = "white" if part.id == "A" and desk.inks != "low" else "ink"
    marks += _both_ways(part.id, middle[0], middle[1] + _APART[part.id], _LETTER[part.id], "semibold", ink)
    if part.id != "K":
        half = _LETTER[part.id] * 0.9
        marks.append(Line((middle[0] - half, middle[1]), (middle[0] + half, middle[1]), pt(0.5), ink))
    if desk.set_mark:
        height = CAPITAL * _MARK * MM_PER_POINT
        wide = desk.width(desk.set_mark, _MARK)
        marks += _both_ways(desk.set_mark, SIZE - 1.3 - wide / 2, SIZE - 1.2 - height / 2, height, "regular", "ink")
    return Drawing(tuple(marks), SIZE, SIZE, (0.0, 0.0, SIZE, SIZE))


def _both_ways(string: str, x: float, y: float, height: float, weight: Any, ink: str) -> Iterator[Mark]:
    """Yield a string around (x, y), and once more turned by half about the middle of the piece."""
    size, base = height / (CAPITAL * MM_PER_POINT), y + height / 2
    yield Text((x, base), string, size, weight, ink, "middle")
    yield Text((SIZE - x, SIZE - base), string, size, weight, ink, "middle", turned=True)


def draw_back(part: Part, desk: Desk) -> Drawing:
    """Return the back, alike for all pieces and from all sides: rings in a weave of dots, white at the edge."""
    marks: list[Mark] = []
    for row in range(5):
        for column in range(5):
            centre = ((column + 0.5) * _PITCH, (row + 0.5) * _PITCH)
            if (row + column) % 2 == 0:
                marks.append(Disc(centre, 0.32 * _PITCH, None, "grid", pt(0.8)))
            else:
                marks.append(Disc(centre, _DOT, "grid"))
    return Drawing(tuple(marks), SIZE, SIZE, (0.0, 0.0, SIZE, SIZE))


def describe(part: Part, words: Words) -> str:
    """Return a piece in words."""
    return words.say(f"symbol_{part.id}")

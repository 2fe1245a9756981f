"""The shapes of the three pieces, told apart without colour: K a diamond with a second line, D a disc, A a square.

Each looks the same from both seats. K and D are hollow, A is filled; in low ink A is hollow too, with a heavy
outline. Sizes in mm. Does not know boards.
"""

from __future__ import annotations

from kitgen.marks import Disc, Ink, Line, Mark, Point, Polygon, Text
from kitgen.units import MM_PER_POINT, pt

PIECES = ("K", "D", "A")
CAPITAL = 0.66  # height of a capital in em, Source Sans Pro

DIAMOND, INNER, RADIUS, HALF = 0.43, 0.365, 0.34, 0.3  # of the cell: K's half diagonals, D's radius, A's half side
OUTLINE, HEAVY = 0.045, 0.075  # of the cell
LETTER = 0.345  # height of the letter, of the cell: 7 points in cells of 4.73 mm
REACH = {"K": DIAMOND, "D": RADIUS, "A": HALF}  # from the centre to the outline along a row or column
DASH = (0.09, 0.06)  # of the cell
CROSS = (0.2, 0.42)  # where the arms of a cross begin and end, of the cell along each axis


def stroke(width: float) -> float:
    """Return a stroke of `width` mm, or of the thinnest that prints well."""
    return max(width, pt(0.5))


def _diamond(at: Point, half: float, line: Ink, width: float, fill: Ink | None, dash: tuple[float, ...]) -> Polygon:
    x, y = at
    return Polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), fill, line, width, 0.0, dash)


def _square(at: Point, half: float, line: Ink, width: float, fill: Ink | None, dash: tuple[float, ...]) -> Polygon:
    x, y = at
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Polygon(corners, fill, line, width, 0.0, dash)


def outline(piece: str, at: Point, cell: float, inks: str) -> tuple[Mark, ...]:
    """Return the shape of `piece` around `at`, without its letter, for cells of `cell` mm; K's is its outer line."""
    width = stroke(OUTLINE * cell)
    if piece == "D":
        return (Disc(at, RADIUS * cell, "white", "ink", width),)
    if piece == "K":
        return (_diamond(at, DIAMOND * cell, "ink", width, "pale", ()),)
    if inks == "low":
        return (_square(at, HALF * cell, "ink", stroke(HEAVY * cell), "white", ()),)
    return (_square(at, HALF * cell, "ink", width, "ink", ()),)


def second_line(piece: str, at: Point, cell: float) -> tuple[Mark, ...]:
    """Return the second line that K alone has."""
    return (_diamond(at, INNER * cell, "ink", stroke(OUTLINE * cell / 2), None, ()),) if piece == "K" else ()


def letter_mark(letter: str, at: Point, height: float, ink: Ink) -> Text:
    """Return a letter of `height` mm centred on `at`."""
    size = height / (CAPITAL * MM_PER_POINT)
    return Text((at[0], at[1] + height / 2), letter, size, "semibold", ink, "middle")


def piece_marks(piece: str, at: Point, cell: float, inks: str) -> tuple[Mark, ...]:
    """Return the whole piece: its shape and its letter."""
    ink = "white" if piece == "A" and inks != "low" else "ink"
    marks = (*outline(piece, at, cell, inks), *second_line(piece, at, cell))
    return (*marks, letter_mark(piece, at, LETTER * cell, ink))


def taken_marks(piece: str, at: Point, cell: float) -> tuple[Mark, ...]:
    """Return a piece that was taken: its outline dashed, its letter, and a cross that leaves the letter free."""
    x, y = at
    near, far = CROSS[0] * cell, CROSS[1] * cell
    arms = [
        Line((x + h * near, y + v * near), (x + h * far, y + v * far), stroke(OUTLINE * cell), "accent")
        for h in (-1, 1)
        for v in (-1, 1)
    ]
    dash = (DASH[0] * cell, DASH[1] * cell)
    return _dashed(piece, at, cell, dash), letter_mark(piece, at, LETTER * cell, "mid"), *arms


def _dashed(piece: str, at: Point, cell: float, dash: tuple[float, ...]) -> Polygon:
    width = stroke(OUTLINE * cell)
    if piece == "K":
        return _diamond(at, DIAMOND * cell, "accent", width, None, dash)
    if piece == "A":
        return _square(at, HALF * cell, "accent", width, None, dash)
    return _round(at, RADIUS * cell, width, dash)


def _round(at: Point, radius: float, width: float, dash: tuple[float, ...]) -> Polygon:
    """Return a dashed circle: a square whose corners are rounded all the way, since discs have no dashes."""
    x, y = at
    corners = ((x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius))
    return Polygon(corners, None, "accent", width, radius, dash)

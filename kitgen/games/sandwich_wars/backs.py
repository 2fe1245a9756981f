"""The backs: one pattern a deck, alike upside down and in a mirror, without a border; signs stand apart on white.

Whole ones fill the card, so that a cut that is a little off crosses none; the bleed holds parts of others.

Rows of one sign: sandwiches for the market, slips for orders, hats for assistants, stars for summaries, cups for the
starting player; rings for coins with their value, rosettes for points. Does not know what is on the fronts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin

from kitgen.games.sandwich_wars.glyphs import HAIR, burst
from kitgen.games.sandwich_wars.pieces import coin_marks
from kitgen.marks import Disc, Drawing, Ink, Line, Mark, Point, Polygon
from kitgen.units import pt

BLEED = 3.0
_PITCH = 9.0  # mm from sign to sign
_HALF = 0.36  # of the pitch, half a sign
_FACETS = 24  # lines that a ring beyond the cut is made of


def draw(name: str, width: float, height: float, inks: str) -> Drawing:
    """Return the back called `name` for a part of `width` x `height` mm, with BLEED on all sides."""
    grid = (BLEED, BLEED, width, height)
    wide, high = width + 2 * BLEED, height + 2 * BLEED
    if name.startswith("coin "):
        centre = (wide / 2, high / 2)
        return Drawing(tuple(coin_marks(name.split()[1], centre)), wide, high, grid)
    pitch = _PITCH if width > 30 else width
    columns, rows = _odd(width / pitch), _odd(height / pitch)
    across, down = width / columns, height / rows
    draw_sign = _SIGNS[name]
    marks: list[Mark] = []
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            at = (BLEED + (column + 0.5) * across, BLEED + (row + 0.5) * down)
            sign = draw_sign(at, _HALF * min(across, down), (row + column) % 2 == 0, inks)
            is_inside = 0 <= row < rows and 0 <= column < columns
            marks += sign if is_inside else (stroke for mark in sign for stroke in _strokes(mark))
    return Drawing(tuple(marks), wide, high, grid)


def _strokes(mark: Mark) -> Iterator[Line]:
    """Yield the outline of a sign beyond the cut as lines, of which the bleed holds as much as there is room for."""
    if isinstance(mark, Line):
        yield mark
    elif isinstance(mark, Disc) and mark.stroke:
        (x, y), r = mark.centre, mark.radius
        ring = [(x + r * cos(2 * pi * n / _FACETS), y + r * sin(2 * pi * n / _FACETS)) for n in range(_FACETS)]
        yield from _closed(ring, mark.width, mark.stroke)
    elif isinstance(mark, Polygon) and mark.stroke:
        yield from _closed(mark.points, mark.width, mark.stroke)


def _closed(points: Sequence[Point], width: float, ink: Ink) -> Iterator[Line]:
    return (Line(a, b, width, ink) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _odd(number: float) -> int:
    return 2 * int(number / 2) + 1


def _bar(at: Point, half: float, y: float, width: float, ink: Ink, stands: bool) -> Line:
    a, b = ((-half, y), (half, y)) if not stands else ((y, -half), (y, half))
    return Line((at[0] + a[0], at[1] + a[1]), (at[0] + b[0], at[1] + b[1]), width, ink)


def _second(inks: str) -> Ink:
    return "accent" if inks == "colour" else "grid"


def _market(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """A sandwich: bread, filling, bread, lying and standing in turn."""
    thick = pt(0.8) if inks == "low" else pt(4.0)
    for y, width, ink in ((-0.6, pt(1.6), "grid"), (0.0, thick, _second(inks)), (0.6, pt(1.6), "grid")):
        yield _bar(at, half, y * half, width, ink, not even)


def _order(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """A slip of paper, a square standing on its corner, with a line."""
    x, y = at
    reach = 1.1 * half
    corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    yield Polygon(corners, None, _second(inks), pt(1.2))
    yield _bar(at, 0.5 * half, 0.0, pt(1.2), "grid", not even)


def _assistant(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """Rings, one in another."""
    yield Disc(at, half, None, "grid", pt(1.4))
    yield Disc(at, 0.5 * half, None, _second(inks), pt(1.4))


def _summary(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """Stars with eight points, hollow."""
    yield Polygon(
        tuple((at[0] + 1.1 * half * x, at[1] + 1.1 * half * y) for x, y in burst(8, 0.72)),
        None, "grid" if even else _second(inks), pt(1.2),
    )  # fmt: skip


def _trophy(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """Crosses, standing and lying bars through one another."""
    yield _bar(at, half, 0.0, pt(2.4), "grid", False)
    yield _bar(at, half, 0.0, pt(2.4), _second(inks), True)


def _points(at: Point, half: float, even: bool, inks: str) -> Iterator[Mark]:
    """Rosettes with twelve petals, hollow."""
    reach = [1.0 + 0.12 * cos(12 * 2 * pi * n / 48) for n in range(48)]
    points = tuple(
        (at[0] + half * r * cos(2 * pi * n / 48), at[1] + half * r * sin(2 * pi * n / 48)) for n, r in enumerate(reach)
    )
    yield Polygon(points, None, _second(inks), max(HAIR, pt(1.0)))


_SIGNS: dict[str, Callable[[Point, float, bool, str], Iterator[Mark]]] = {
    "market": _market,
    "order": _order,
    "assistant": _assistant,
    "summary": _summary,
    "trophy": _trophy,
    "points": _points,
}

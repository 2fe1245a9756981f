"""The backs: one pattern a deck, alike upside down and in a mirror, without a border; signs stand apart on white.

Rows of one sign: sandwiches for the market, slips for orders, hats for assistants, stars for summaries, cups for the
starting player; rings for coins with their value, rosettes for points. Does not know what is on the fronts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from kitgen.games.sandwich_wars.glyphs import HAIR, burst
from kitgen.games.sandwich_wars.pieces import coin_marks
from kitgen.marks import Disc, Drawing, Ink, Line, Mark, Point, Polygon
from kitgen.units import pt

BLEED = 3.0
_PITCH = 9.0  # mm from sign to sign


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
    for row in range(rows):
        for column in range(columns):
            at = (BLEED + (column + 0.5) * across, BLEED + (row + 0.5) * down)
            marks += draw_sign(at, 0.33 * min(across, down), (row + column) % 2 == 0, inks)
    return Drawing(tuple(marks), wide, high, grid)


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

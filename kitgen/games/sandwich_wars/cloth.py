"""Tablecloths: seven patterns that tell the categories apart without colour, clipped to a box, round plates left white.

Lines and discs alone: stripes stand, gingham crosses, diagonals lean one way, lattice both, waves bend, a zigzag
turns. Does not know what lies on a cloth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi, sin, sqrt

from kitgen.games.sandwich_wars.cards import Category
from kitgen.games.sandwich_wars.glyphs import HAIR
from kitgen.marks import Disc, Ink, Line, Mark, Point, rectangle

Box = tuple[float, float, float, float]  # left, top, right, bottom
_STEEP = 1.35  # rise of a zigzag to its run: another slope than the lattice's

Plate = tuple[Point, float]  # centre and radius of what must stay free of the pattern


def cloth(category: Category, box: Box, pitch: float, plates: Sequence[Plate], inks: str) -> Iterator[Mark]:
    """Yield a cloth that fills `box` (mm): its colour, its pattern every `pitch` mm, and a hairline around it."""
    left, top, right, bottom = box
    ground: Ink = category.colour if inks == "colour" else "white"
    yield rectangle(left, top, right - left, bottom - top, fill=ground, stroke="ink", line=HAIR)
    ink: Ink = "white" if inks == "colour" else "mid" if inks == "grey" else "grid"
    share = {"colour": 1.0, "grey": 0.55, "low": 0.0}[inks]
    yield from _PATTERNS[category.pattern](box, pitch, plates, ink, share)


def _stroke(width: float, share: float) -> float:
    """Return the width of a stroke that is `width` mm in colour and finer in grey and low ink."""
    return max(HAIR, width * share)


def _cut(a: Point, b: Point, width: float, box: Box, plates: Sequence[Plate]) -> Iterator[tuple[Point, Point]]:
    """Yield what is left of the line from `a` to `b` inside the box and outside the plates, its round ends too."""
    half = width / 2
    inner = (box[0] + half, box[1] + half, box[2] - half, box[3] - half)
    span = _inside(a, b, inner)
    if span is None:
        return
    pieces = [span]
    for centre, radius in plates:
        pieces = [piece for old in pieces for piece in _outside(a, b, old, centre, radius + half)]
    for start, end in pieces:
        if end - start > 1e-6:
            yield _along(a, b, start), _along(a, b, end)


def _along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _inside(a: Point, b: Point, box: Box) -> tuple[float, float] | None:
    """Return the stretch of a line that lies in a box, as shares of its length (Liang and Barsky)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = b[axis] - a[axis]
        ends = box[axis] - a[axis], box[axis + 2] - a[axis]
        if abs(step) < 1e-9:
            if ends[0] > 1e-9 or ends[1] < -1e-9:
                return None
            continue
        first, last = sorted(end / step for end in ends)
        low, high = max(low, first), min(high, last)
    return (low, high) if low < high else None


def _outside(
    a: Point, b: Point, span: tuple[float, float], centre: Point, radius: float
) -> Iterator[tuple[float, float]]:
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - centre[0], a[1] - centre[1]
    length = dx * dx + dy * dy
    middle = -(fx * dx + fy * dy) / length
    beyond = (radius * radius - (fx * fx + fy * fy) + length * middle * middle) / length
    if beyond <= 0:
        yield span
        return
    reach = sqrt(beyond)
    for piece in ((span[0], min(span[1], middle - reach)), (max(span[0], middle + reach), span[1])):
        if piece[0] < piece[1]:
            yield piece


def _rows(start: float, end: float, pitch: float) -> list[float]:
    """Return places `pitch` apart or a little more, half a pitch from either end."""
    count = max(1, int((end - start) / pitch + 0.5))
    step = (end - start) / count
    return [start + (n + 0.5) * step for n in range(count)]


def _lines(
    ends: Iterator[tuple[Point, Point]], width: float, ink: Ink, box: Box, plates: Sequence[Plate]
) -> Iterator[Mark]:
    for a, b in ends:
        for start, end in _cut(a, b, width, box, plates):
            yield Line(start, end, width, ink)


def _standing(box: Box, pitch: float) -> Iterator[tuple[Point, Point]]:
    for x in _rows(box[0], box[2], pitch):
        yield (x, box[1]), (x, box[3])


def _lying(box: Box, pitch: float) -> Iterator[tuple[Point, Point]]:
    for y in _rows(box[1], box[3], pitch):
        yield (box[0], y), (box[2], y)


def _leaning(box: Box, pitch: float, way: int) -> Iterator[tuple[Point, Point]]:
    """Yield lines at 45 degrees: up to the right for `way` 1, down for -1."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    for at in _rows(-high, wide, pitch * sqrt(2)):
        x = left + at
        yield ((x, bottom), (x + high, top)) if way > 0 else ((x, top), (x + high, bottom))


def _stripes(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.42 * pitch, share)
    yield from _lines(_standing(box, pitch), width, ink, box, plates)


def _gingham(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.3 * pitch, share)
    yield from _lines(_standing(box, pitch), width, ink, box, plates)
    yield from _lines(_lying(box, pitch), width, ink, box, plates)


def _diagonals(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.4 * pitch, share)
    yield from _lines(_leaning(box, pitch, 1), width, ink, box, plates)


def _lattice(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.22 * pitch, share)
    for way in (1, -1):
        yield from _lines(_leaning(box, pitch, way), width, ink, box, plates)


def _dots(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    radius = 0.24 * pitch if share else 0.2 * pitch
    for row, y in enumerate(_rows(box[1], box[3], 0.8 * pitch)):
        shift = pitch / 4 if row % 2 else -pitch / 4
        for x in _rows(box[0], box[2], pitch):
            at = (x + shift, y)
            if all(_apart(at, centre) > r + radius for centre, r in plates):
                yield Disc(at, radius, ink) if share else Disc(at, radius, None, ink, HAIR)


def _apart(a: Point, b: Point) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def _bent(box: Box, pitch: float, step: float, rise: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """Yield level lines bent to `rise`, in steps above their row at every `step` mm or so, over and over."""
    steps = int((box[2] - box[0]) / step + 0.5)
    step = (box[2] - box[0]) / steps
    for y in _rows(box[1], box[3], pitch):
        for n in range(steps):
            a, b = (step * rise[k % len(rise)] for k in (n, n + 1))
            yield (box[0] + n * step, y - a), (box[0] + (n + 1) * step, y - b)


def _waves(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.3 * pitch, share)
    rise = [1.08 * sin(2 * pi * n / 8) for n in range(8)]
    yield from _lines(_bent(box, 1.05 * pitch, 0.24 * pitch, rise), width, ink, box, plates)


def _zigzag(box: Box, pitch: float, plates: Sequence[Plate], ink: Ink, share: float) -> Iterator[Mark]:
    width = _stroke(0.3 * pitch, share)
    yield from _lines(_bent(box, 1.2 * pitch, 0.6 * pitch, (-_STEEP / 2, _STEEP / 2)), width, ink, box, plates)


_PATTERNS = {
    "gingham": _gingham,
    "stripes": _stripes,
    "dots": _dots,
    "diagonals": _diagonals,
    "lattice": _lattice,
    "waves": _waves,
    "zigzag": _zigzag,
}

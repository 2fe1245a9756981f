"""Small drawn signs: the categories', the times of effects, coins, cards, stars, rosettes, hats and arrows.

Each sign fills a square of side 2 around its centre before it is scaled. Outlined shapes with few fills, so that they
are the same in colour, grey and low ink. Does not know where a sign stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from kitgen.marks import Disc, Ink, Line, Mark, Point, Polygon, Text, rectangle
from kitgen.units import MM_PER_POINT, pt

CAPITAL = 0.66  # height of a capital or digit in em, Source Sans Pro
HAIR = pt(0.5)


class Pen:
    """Draws in units of `scale` mm around `at`; strokes are `stroke` mm wide, never under a hair."""

    def __init__(self, at: Point, scale: float, stroke: float = 0.0, ink: Ink = "ink") -> None:
        self.at, self.scale, self.ink = at, scale, ink
        self.stroke = max(HAIR, stroke or 0.09 * scale)

    def point(self, x: float, y: float) -> Point:
        """Return a place on the page."""
        return self.at[0] + x * self.scale, self.at[1] + y * self.scale

    def shape(self, points: list[Point], fill: Ink | None = "white") -> Polygon:
        """Return an outlined shape."""
        return Polygon(tuple(self.point(x, y) for x, y in points), fill, self.ink, self.stroke)

    def disc(self, x: float, y: float, radius: float, fill: Ink | None = "white") -> Disc:
        """Return an outlined disc."""
        return Disc(self.point(x, y), radius * self.scale, fill, self.ink, self.stroke)

    def line(self, a: Point, b: Point, width: float = 0.0) -> Line:
        """Return a line, `width` in units."""
        return Line(self.point(*a), self.point(*b), max(HAIR, width * self.scale) if width else self.stroke, self.ink)


def ring(number: int, across: float, down: float, x: float = 0.0, y: float = 0.0, tilt: float = 0.0) -> list[Point]:
    """Return `number` points of an ellipse, in units; `tilt` in radians."""
    found = []
    for n in range(number):
        turn = 2 * pi * n / number
        a, b = across * cos(turn), down * sin(turn)
        found.append((x + a * cos(tilt) - b * sin(tilt), y + a * sin(tilt) + b * cos(tilt)))
    return found


def burst(points: int, inner: float, outer: float = 1.0) -> list[Point]:
    """Return a star of `points` points, the first one up."""
    reach = (outer, inner)
    return [(reach[n % 2] * sin(pi * n / points), -reach[n % 2] * cos(pi * n / points)) for n in range(2 * points)]


# ---------------------------------------------------------------- categories


def category_sign(category: str, at: Point, scale: float, fill: Ink = "white") -> Iterator[Mark]:
    """Yield the sign of a category in a square of 2 `scale` mm; `fill` is the colour of its main shape."""
    yield from _CATEGORIES[category](Pen(at, scale), fill)


def _meats(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A drumstick."""
    yield pen.line((-0.2, 0.2), (-0.66, 0.66), 0.2)
    yield pen.disc(-0.84, 0.62, 0.15, "ink")
    yield pen.disc(-0.62, 0.84, 0.15, "ink")
    yield pen.shape(ring(24, 0.78, 0.54, 0.26, -0.26, -pi / 4), fill)


def _sauces(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A bottle with a label."""
    yield pen.shape(
        [
            (-0.13, -1.0),
            (0.13, -1.0),
            (0.2, -0.5),
            (0.46, -0.2),
            (0.46, 1.0),
            (-0.46, 1.0),
            (-0.46, -0.2),
            (-0.2, -0.5),
        ],
        fill,
    )
    yield pen.shape([(-0.46, 0.12), (0.46, 0.12), (0.46, 0.68), (-0.46, 0.68)])


def _vegetables(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A carrot with its leaves."""
    for end in ((0.94, -0.5), (0.84, -0.84), (0.5, -0.94)):
        yield pen.line((0.36, -0.36), end, 0.14)
    yield pen.shape(
        [(-0.92, 0.92), (-0.5, -0.02), (-0.24, -0.42), (0.12, -0.56), (0.42, -0.42), (0.56, -0.12), (0.42, 0.24),
         (0.02, 0.5), (-0.5, 0.78)], fill,
    )  # fmt: skip
    yield pen.line((-0.42, -0.06), (-0.16, 0.14))
    yield pen.line((0.1, 0.42), (-0.1, 0.24))


def _cheeses(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A wedge with holes."""
    yield pen.shape([(-1.0, 0.0), (0.62, -0.78), (1.0, 0.0), (1.0, 0.78), (-1.0, 0.78)], fill)
    yield pen.line((-1.0, 0.0), (1.0, 0.0))
    yield pen.disc(-0.5, 0.38, 0.17)
    yield pen.disc(0.14, 0.5, 0.13)
    yield pen.disc(0.58, 0.3, 0.2)


def _eggs(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A fried egg."""
    reach = [0.86 + 0.1 * cos(3 * (2 * pi * n / 30) + 0.6) + 0.05 * cos(5 * (2 * pi * n / 30)) for n in range(30)]
    yield pen.shape([(r * cos(2 * pi * n / 30), r * sin(2 * pi * n / 30)) for n, r in enumerate(reach)])
    yield pen.disc(0.04, -0.02, 0.42, fill)


def _extras(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """An olive on a stick."""
    yield pen.line((-0.94, 0.94), (0.94, -0.94), 0.12)
    yield pen.shape(ring(16, 0.7, 0.52, 0.0, 0.0, -pi / 4), fill)
    yield pen.disc(0.3, -0.3, 0.17)


def _cured_meats(pen: Pen, fill: Ink) -> Iterator[Mark]:
    """A slice of salami."""
    yield pen.disc(0.0, 0.0, 0.92, fill)
    for x, y in ((0.0, -0.5), (0.48, -0.16), (0.3, 0.42), (-0.3, 0.42), (-0.48, -0.16), (0.0, 0.02)):
        yield pen.disc(x, y, 0.12)


_CATEGORIES = {
    "meats": _meats,
    "sauces": _sauces,
    "vegetables": _vegetables,
    "cheeses": _cheeses,
    "eggs": _eggs,
    "extras": _extras,
    "cured_meats": _cured_meats,
}


# ---------------------------------------------------------------- what is taken, drawn and paid


def number_in(string: str, at: Point, size: float, ink: Ink = "ink") -> Text:
    """Return a number centred on `at` by the height of its digits; `size` in points."""
    return Text((at[0], at[1] + CAPITAL * size * MM_PER_POINT / 2), string, size, "semibold", ink, "middle")


def coin(at: Point, scale: float, number: str = "") -> Iterator[Mark]:
    """Yield a coin: two rings, and its number where one is given."""
    pen = Pen(at, scale, 0.11 * scale)
    yield pen.disc(0.0, 0.0, 0.95)
    yield Disc(at, 0.78 * scale, None, "ink", max(HAIR, 0.04 * scale))
    if number:
        yield number_in(number, at, 1.06 * scale / (CAPITAL * MM_PER_POINT) * (0.88 if len(number) > 1 else 0.9))


def star(at: Point, scale: float, number: str = "") -> Iterator[Mark]:
    """Yield a star of quality, and its number where one is given."""
    yield Pen(at, scale, 0.1 * scale).shape(burst(8, 0.8))
    if number:
        yield number_in(number, at, (0.74 if len(number) > 1 else 0.84) * scale / (CAPITAL * MM_PER_POINT))


def rosette(at: Point, scale: float, inks: str, number: str = "") -> Iterator[Mark]:
    """Yield a rosette of points, dark but in low ink, and its number where one is given."""
    dark = inks != "low"
    points = [(r * cos(2 * pi * n / 48), r * sin(2 * pi * n / 48)) for n in range(48) for r in [_petal(n)]]
    shape = Pen(at, scale, 0.1 * scale, "accent" if dark else "ink").shape(points, "accent" if dark else "white")
    yield shape
    if number:
        size = (0.86 if len(number) > 1 else 1.0) * scale / (CAPITAL * MM_PER_POINT)
        yield number_in(number, at, size, "white" if dark else "ink")


def _petal(n: int) -> float:
    return 0.93 + 0.06 * cos(12 * 2 * pi * n / 48)


def card(at: Point, scale: float) -> Iterator[Mark]:
    """Yield a card, upright, with a stripe."""
    x, y = at
    pen = Pen(at, scale, 0.12 * scale)
    yield rectangle(
        x - 0.66 * scale, y - 0.92 * scale, 1.32 * scale, 1.84 * scale, fill="white", stroke="ink", line=pen.stroke,
        radius=0.2 * scale,
    )  # fmt: skip
    yield pen.line((-0.3, -0.46), (0.3, -0.46), 0.16)


def ticket(at: Point, scale: float) -> Iterator[Mark]:
    """Yield an order: a slip torn off below, with lines."""
    pen = Pen(at, scale, 0.12 * scale)
    yield pen.shape(
        [(-0.66, -0.92), (0.66, -0.92), (0.66, 0.92), (0.33, 0.66), (0.0, 0.92), (-0.33, 0.66), (-0.66, 0.92)]
    )
    for y in (-0.5, -0.12, 0.26):
        yield pen.line((-0.32, y), (0.32, y), 0.12)


def hat(at: Point, scale: float) -> Iterator[Mark]:
    """Yield an assistant: a cook's hat."""
    pen = Pen(at, scale, 0.12 * scale)
    dome = [
        (0.58 * cos(pi + pi * n / 6) + x, 0.5 * sin(pi + pi * n / 6) - 0.3) for x in (-0.36, 0.36) for n in range(7)
    ]
    yield pen.shape([*dome, (0.5, 0.12), (0.5, 0.92), (-0.5, 0.92), (-0.5, 0.12)])
    yield pen.line((-0.5, 0.52), (0.5, 0.52))


def hourglass(at: Point, scale: float) -> Iterator[Mark]:
    """Yield an hourglass: upkeep."""
    pen = Pen(at, scale, 0.12 * scale)
    yield pen.shape([(-0.6, -0.84), (0.6, -0.84), (0.08, 0.0), (0.6, 0.84), (-0.6, 0.84), (-0.08, 0.0)])
    yield pen.line((-0.76, -0.9), (0.76, -0.9), 0.2)
    yield pen.line((-0.76, 0.9), (0.76, 0.9), 0.2)


def arrow(at: Point, scale: float, ink: Ink = "ink") -> Iterator[Mark]:
    """Yield an arrow to the left."""
    pen = Pen(at, scale)
    head = [(-1.0, 0.0), (-0.2, -0.7), (-0.2, -0.28), (1.0, -0.28), (1.0, 0.28), (-0.2, 0.28), (-0.2, 0.7)]
    yield Polygon(tuple(pen.point(x, y) for x, y in head), ink)


def swap(at: Point, scale: float) -> Iterator[Mark]:
    """Yield two arrows, down and up: one goes, another comes."""
    pen = Pen(at, scale)
    down = [(-0.5, 0.9), (-0.95, 0.3), (-0.64, 0.3), (-0.64, -0.9), (-0.36, -0.9), (-0.36, 0.3), (-0.05, 0.3)]
    yield Polygon(tuple(pen.point(x, y) for x, y in down), "ink")
    yield Polygon(tuple(pen.point(-x, -y) for x, y in down), "ink")


# ---------------------------------------------------------------- times, in white on a dark tile


def time_tile(time: str, at: Point, scale: float) -> Iterator[Mark]:
    """Yield the sign of an effect's time: a dark tile, on it in white an arrow down, links, a sandwich or a hand."""
    x, y = at
    yield rectangle(x - scale, y - scale, 2 * scale, 2 * scale, fill="ink", radius=0.3 * scale)
    pen = Pen(at, 0.72 * scale, 0.12 * scale, "white")
    yield from _TIMES[time](pen)


def _played(pen: Pen) -> Iterator[Mark]:
    """Down onto the table."""
    head = [(0.0, 0.5), (-0.6, -0.14), (-0.22, -0.14), (-0.22, -0.95), (0.22, -0.95), (0.22, -0.14), (0.6, -0.14)]
    yield Polygon(tuple(pen.point(x, y) for x, y in head), "white")
    yield pen.line((-0.85, 0.86), (0.85, 0.86), 0.22)


def _in_play(pen: Pen) -> Iterator[Mark]:
    """Two links of a chain: as long as it lasts."""
    for x in (-0.42, 0.42):
        yield Disc(pen.point(x, 0.0), 0.46 * pen.scale, None, "white", 0.24 * pen.scale)


def _used(pen: Pen) -> Iterator[Mark]:
    """A sandwich."""
    dome = [(0.9 * cos(pi + pi * n / 8), 0.7 * sin(pi + pi * n / 8) - 0.12) for n in range(9)]
    yield Polygon(tuple(pen.point(x, y) for x, y in dome), "white")
    yield pen.line((-0.82, 0.24), (0.82, 0.24), 0.24)
    yield Polygon(tuple(pen.point(x, y) for x, y in ((-0.9, 0.56), (0.9, 0.56), (0.75, 0.92), (-0.75, 0.92))), "white")


def _collect(pen: Pen) -> Iterator[Mark]:
    """An open hand."""
    for x, top in ((-0.46, -0.62), (-0.14, -0.92), (0.18, -0.84), (0.5, -0.56)):
        yield pen.line((x, 0.2), (x, top), 0.24)
    yield pen.line((-0.4, 0.62), (-0.9, 0.02), 0.24)
    palm = [(-0.56, 0.1), (0.6, 0.1), (0.6, 0.5), (0.36, 0.95), (-0.3, 0.95)]
    yield Polygon(tuple(pen.point(x, y) for x, y in palm), "white")


_TIMES = {"played": _played, "in_play": _in_play, "used": _used, "collect": _collect}


# ---------------------------------------------------------------- the trophy


def trophy(at: Point, scale: float) -> Iterator[Mark]:
    """Yield a cup on its foot."""
    pen = Pen(at, scale, 0.06 * scale)
    for side in (-1, 1):
        yield Disc(pen.point(0.56 * side, -0.52), 0.28 * scale, None, "ink", 0.09 * scale)
    yield pen.shape(
        [
            (-0.6, -0.95),
            (0.6, -0.95),
            (0.52, -0.3),
            (0.3, 0.12),
            (0.12, 0.26),
            (-0.12, 0.26),
            (-0.3, 0.12),
            (-0.52, -0.3),
        ]
    )
    yield pen.shape([(-0.12, 0.26), (0.12, 0.26), (0.16, 0.62), (-0.16, 0.62)])
    yield pen.shape([(-0.5, 0.62), (0.5, 0.62), (0.5, 0.95), (-0.5, 0.95)], "ink")

"""The four suit signs as outlines, so that no font is asked for them: told apart by shape, red from black by fill.

In colour the red suits are filled with the accent; in grey and low ink they are hollow. Does not know cards.
"""

from __future__ import annotations

from functools import cache
from math import cos, dist, pi, sin, sqrt

from kitgen.games.sandwich_guy.engine import COLOURS
from kitgen.marks import Point, Polygon

Outline = tuple[Point, ...]

_HOLLOW = 0.09  # of the height: the stroke of a hollow sign
_LEAST_STROKE = 0.2  # mm
_STEM = 0.04  # half width of a stem where it meets the leaf, of the height
_FOOT = 0.21  # half width of its foot
_ROUND = 64  # points of a round outline
_SMALL, _NEAR = 5.0, 0.004  # mm high at most; of the height, that a small sign's outline may be off


def sign(suit: str, centre: Point, height: float, inks: str, turned: bool = False) -> Polygon:
    """Return the sign of `suit` (C D H S), `height` mm high around `centre`; `turned` stands it on its head."""
    is_hollow = COLOURS[suit] == "red" and inks != "colour"
    stroke = max(_HOLLOW * height, _LEAST_STROKE) if is_hollow else 0.0
    size = (height - stroke) * (-1 if turned else 1)
    points = tuple(
        (centre[0] + x * size, centre[1] + y * size) for x, y in (plain_outline if height <= _SMALL else outline)(suit)
    )
    if is_hollow:
        return Polygon(points, "white", "ink", stroke)
    return Polygon(points, suit_ink(suit, inks))


def suit_ink(suit: str, inks: str) -> str:
    """Return the ink of a suit's letters and filled signs."""
    return "accent" if COLOURS[suit] == "red" and inks == "colour" else "ink"


@cache
def outline(suit: str) -> Outline:
    """Return the outline of a sign one unit high, around (0, 0), y downwards."""
    return {"C": _club, "D": _diamond, "H": _heart, "S": _spade}[suit]()


@cache
def plain_outline(suit: str) -> Outline:
    """Return an outline with fewer points: left out are those that hardly stand off the line between others.

    Douglas and Peucker's way, from the top's and the foot's point down either side.
    """
    points = outline(suit)
    far = max(range(len(points)), key=lambda n: dist(points[0], points[n]))
    return (*_plainer(points[: far + 1]), *_plainer((*points[far:], points[0])))


def _plainer(points: Outline) -> Outline:
    """Return the points of an open line without those near its course, and without its end."""
    a, b = points[0], points[-1]
    length = dist(a, b)
    offs = [abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / length for x, y in points]
    far = max(range(len(points)), key=offs.__getitem__)
    return (*_plainer(points[: far + 1]), *_plainer(points[far:])) if offs[far] > _NEAR else (a,)


def _diamond() -> Outline:
    """Four points with sides drawn in a little."""
    corners = ((0.0, -0.5), (0.39, 0.0), (0.0, 0.5), (-0.39, 0.0))
    points: list[Point] = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        bend = (0.43 * (x1 + x2), 0.43 * (y1 + y2))
        points += [_bend((x1, y1), bend, (x2, y2), n / 5) for n in range(5)]
    return tuple(points)


def _bend(a: Point, bend: Point, b: Point, at: float) -> Point:
    """Return the point at `at` (0 to 1) of the quadratic curve from `a` to `b`."""
    left, middle, right = (1 - at) ** 2, 2 * at * (1 - at), at**2
    return left * a[0] + middle * bend[0] + right * b[0], left * a[1] + middle * bend[1] + right * b[1]


def _leaf() -> Outline:
    """Return a heart one unit high, notch first.

    The well-known curve x = 16 sin^3 t, y = 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t.
    """
    raw = []
    for n in range(_ROUND):
        t = 2 * pi * n / _ROUND
        raw.append((16 * sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t))))
    top, bottom = min(y for _, y in raw), max(y for _, y in raw)
    high = bottom - top
    return tuple((x / high * 0.95, (y - top) / high - 0.5) for x, y in raw)


def _heart() -> Outline:
    return _leaf()


def _spade() -> Outline:
    """A heart on its head, a little smaller, and a stem in its notch."""
    return _with_stem([(x * 0.86, -y * 0.86 - 0.07) for x, y in _leaf()])


def _with_stem(around: list[Point]) -> Outline:
    """Return an outline that runs from straight below to straight below, with a stem that widens to a foot at 0.5."""
    kept = [(x, y) for x, y in around if abs(x) > _STEM or y < 0]
    (x, top), side = kept[0], 1 if kept[0][0] > 0 else -1
    edge = [_bend((abs(x), top), (_STEM + 0.02, 0.44), (_FOOT, 0.5), n / 8) for n in range(1, 9)]
    first = [(side * x, y) for x, y in edge]
    last = [(-side * x, y) for x, y in edge]
    return (*kept, *last, *first[::-1])


def _club() -> Outline:
    """Three leaves around a core, seen from its middle, and a stem."""
    discs = ((0.0, -0.255, 0.245), (-0.255, 0.11, 0.245), (0.255, 0.11, 0.245), (0.0, 0.0, 0.13))
    rays = 2 * _ROUND
    points = []
    for n in range(1, rays):
        angle = pi / 2 - 2 * pi * n / rays  # from straight down through the right to the left
        way = (cos(angle), sin(angle))
        reach = max(_reach(way, disc) for disc in discs)
        points.append((way[0] * reach, way[1] * reach))
    return _with_stem(points)


def _reach(way: Point, disc: tuple[float, float, float]) -> float:
    """Return how far a ray from (0, 0) goes until it leaves `disc` (x, y, radius); 0 when it misses."""
    x, y, radius = disc
    along = way[0] * x + way[1] * y
    inside = radius**2 - (x * x + y * y - along * along)
    return max(0.0, along + sqrt(inside)) if inside >= 0 else 0.0

"""Drawings moved, turned by half, and parted into what lies inside a box and what bleeds out of it. Knows no page.

Sizes in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kitgen.marks import Disc, Drawing, Line, Mark, Point, Polygon, Text

Box = tuple[float, float, float, float]  # left, top, right, bottom

_NEAR = 1e-6


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return `mark` further right by `dx` and further down by `dy`."""
    return _mapped(mark, lambda point: (point[0] + dx, point[1] + dy))


def turned(drawing: Drawing) -> Drawing:
    """Return a drawing turned by half, as a back lies above a fold."""
    left, top, width, height = drawing.grid
    grid = (drawing.width - left - width, drawing.height - top - height, width, height)
    marks = tuple(_half_turned(mark, drawing.width, drawing.height) for mark in drawing.marks)
    return Drawing(marks, drawing.width, drawing.height, grid)


def _half_turned(mark: Mark, width: float, height: float) -> Mark:
    there = _mapped(mark, lambda point: (width - point[0], height - point[1]))
    if isinstance(there, Polygon):  # the corner that was last but one is first: a rounded one begins at the top left
        return replace(there, points=there.points[2:] + there.points[:2])
    if isinstance(there, Text):
        return replace(there, turned=not there.turned)
    return there


def _mapped(mark: Mark, at: Callable[[Point], Point]) -> Mark:
    if isinstance(mark, Line):
        return replace(mark, a=at(mark.a), b=at(mark.b))
    if isinstance(mark, Polygon):
        return replace(mark, points=tuple(map(at, mark.points)))
    if isinstance(mark, Disc):
        return replace(mark, centre=at(mark.centre))
    return replace(mark, at=at(mark.at))


def part_at(marks: Sequence[Mark], box: Box, outer: Box) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Return the marks inside `box`, and what of the others lies between it and `outer`, the bleed.

    A shape that crosses the edge is in both, cut to each; a line, a disc or a text that crosses it bleeds, whole, as
    far as `outer` reaches. What is nowhere in `outer` is dropped.
    """
    inside: list[Mark] = []
    bleed: list[Mark] = []
    for mark in marks:
        if _is_within(mark, box):
            inside.append(mark)
        elif isinstance(mark, Polygon) and not mark.radius:
            inside += _polygon_in(mark, box)
            bleed += _polygon_in(mark, outer) if outer != box else ()
        elif isinstance(mark, Line):
            bleed += _line_in(mark, outer) if outer != box else ()
        elif _is_within(mark, outer):
            bleed.append(mark)
    return tuple(inside), tuple(bleed)


def _is_within(mark: Mark, box: Box) -> bool:
    points, reach = _reach(mark)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        min(xs) - reach >= box[0] - _NEAR
        and min(ys) - reach >= box[1] - _NEAR
        and max(xs) + reach <= box[2] + _NEAR
        and max(ys) + reach <= box[3] + _NEAR
    )


def _reach(mark: Mark) -> tuple[Sequence[Point], float]:
    """Return a mark's points and how far around them it prints; of a text its origin alone is known."""
    if isinstance(mark, Line):
        return (mark.a, mark.b), mark.width / 2
    if isinstance(mark, Polygon):
        return mark.points, mark.width / 2 if mark.stroke else 0.0
    if isinstance(mark, Disc):
        return (mark.centre,), mark.radius + (mark.width / 2 if mark.stroke else 0.0)
    return (mark.at,), 0.0


def _polygon_in(polygon: Polygon, box: Box) -> Iterator[Mark]:
    """Yield a filled polygon cut to a box, edge by edge (Sutherland and Hodgman); what has no area is dropped."""
    points = list(polygon.points)
    for axis, sign, limit in ((0, 1, box[0]), (1, 1, box[1]), (0, -1, -box[2]), (1, -1, -box[3])):
        points = _cut(points, axis, sign, limit)
        if len(points) < 3:
            return
    if polygon.fill:
        yield Polygon(tuple(points), polygon.fill)


def _cut(points: list[Point], axis: int, sign: int, limit: float) -> list[Point]:
    kept: list[Point] = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        inside_a, inside_b = (sign * p[axis] >= limit - _NEAR for p in (a, b))
        if inside_a:
            kept.append(a)
        if inside_a != inside_b:
            share = (limit * sign - a[axis]) / (b[axis] - a[axis])
            kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    return kept


def _line_in(line: Line, box: Box) -> Iterator[Mark]:
    """Yield the part of a line in a box, shorter by half its width where it is cut (Liang and Barsky)."""
    half = line.width / 2
    first, last = 0.0, 1.0
    for axis, low, high in ((0, box[0] + half, box[2] - half), (1, box[1] + half, box[3] - half)):
        begin, way = line.a[axis], line.b[axis] - line.a[axis]
        if abs(way) < _NEAR:
            if not low - _NEAR <= begin <= high + _NEAR:
                return
            continue
        near, far = sorted(((low - begin) / way, (high - begin) / way))
        first, last = max(first, near), min(last, far)
    if last - first > _NEAR:
        yield replace(line, a=_along(line, first), b=_along(line, last))


def _along(line: Line, share: float) -> Point:
    return line.a[0] + share * (line.b[0] - line.a[0]), line.a[1] + share * (line.b[1] - line.a[1])

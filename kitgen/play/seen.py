"""What a reader sees on a finished page: paths and texts in mm from the top left corner of the page, y downwards.

The types, and plain geometry on them: what shape a path is, what box it fills, what grid some lines make.
Knows neither PDF nor any game; proof/readback.py makes these values, games/<slug>/reading.py and proof/compare.py
judge them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Literal

Point = tuple[float, float]
Colour = tuple[int, int, int]  # red, green, blue, 0 to 255


@dataclass(frozen=True, slots=True)
class Segment:
    """One step of a path: move, line or cubic curve; `points` are end points (curve: two controls, then the end)."""

    kind: Literal["move", "line", "curve"]
    points: tuple[Point, ...]
    close: bool = False


@dataclass(frozen=True, slots=True)
class SeenPath:
    """A drawn path: its segments, and what it is filled and stroked with (None: not). `width` of the stroke in mm."""

    segments: tuple[Segment, ...]
    fill: Colour | None
    stroke: Colour | None
    width: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class SeenText:
    """A shown string: `at` is the origin on the baseline, `size` in points, `box` is (left, top, right, bottom)."""

    string: str
    at: Point
    size: float
    font: str
    colour: Colour
    box: tuple[float, float, float, float]


Seen = SeenPath | SeenText

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm

CLOSE_ENOUGH = 0.01  # mm; files hold four decimals of a point, so honest shapes agree to 0.0001 mm
_QUARTER = 0.5522847498307936  # where a quarter circle's control points lie, in radii: 4/3 * (sqrt(2) - 1)


# ---------------------------------------------------------------- boxes


def bounds(seen: Seen) -> Box:
    """Return the box around a text's ink or a path's points; a stroke's width is left out."""
    if isinstance(seen, SeenText):
        return seen.box
    xs = [x for segment in seen.segments for x, _ in segment.points]
    ys = [y for segment in seen.segments for _, y in segment.points]
    return min(xs), min(ys), max(xs), max(ys)


def bounds_of_all(things: Iterable[Seen]) -> Box | None:
    """Return the box around several things; None when there are none."""
    boxes = [bounds(thing) for thing in things]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def is_inside(inner: Box, outer: Box, slack: float = CLOSE_ENOUGH) -> bool:
    """Return whether `inner` lies in `outer`, or beyond it by `slack` mm at most."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def centre_of(box: Box) -> Point:
    """Return the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def shifted(seen: Seen, dx: float, dy: float) -> Seen:
    """Return the same thing `dx` further right and `dy` further down."""
    if isinstance(seen, SeenText):
        left, top, right, bottom = seen.box
        at = (seen.at[0] + dx, seen.at[1] + dy)
        box = (left + dx, top + dy, right + dx, bottom + dy)
        return SeenText(seen.string, at, seen.size, seen.font, seen.colour, box)
    segments = tuple(Segment(s.kind, tuple([(x + dx, y + dy) for x, y in s.points]), s.close) for s in seen.segments)
    return SeenPath(segments, seen.fill, seen.stroke, seen.width, seen.dashed)


def lightness(colour: Colour) -> float:
    """Return how light a colour looks, 0 (black) to 1 (white), by the weights of Rec. 601 on the written values."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


# ---------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; `radius` to the path itself, which is the middle of its outline."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle; `radius` of its corners, 0 for sharp ones."""

    box: Box
    radius: float = 0.0


def as_circle(path: SeenPath) -> Circle | None:
    """Return the circle that a path draws with four quarter curves; None for any other path."""
    start, *curves = path.segments
    if len(curves) == 5 and curves[4].kind == "line" and _is_near(curves[4].points[-1], start.points[-1]):
        curves.pop()  # the closing line of no length that some readers report
    if len(curves) != 4 or any(s.kind != "curve" for s in curves) or not _is_near(curves[3].points[2], start.points[0]):
        return None
    left, top, right, bottom = _box_of([curve.points[2] for curve in curves])
    centre, radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
    at = start.points[0]
    for curve in curves:
        if not _is_quarter(at, curve.points, centre, radius):
            return None
        at = curve.points[2]
    return Circle(centre, radius)


def _is_quarter(start: Point, points: Sequence[Point], centre: Point, radius: float) -> bool:
    """Return whether a curve is a quarter of the circle: ends on it, controls on the tangents at the ends."""
    first, second, end = points
    corner = (start[0] + end[0] - centre[0], start[1] + end[1] - centre[1])  # where the two tangents meet
    return (
        abs(dist(start, centre) - radius) < CLOSE_ENOUGH
        and abs(dist(start, end) - radius * 2**0.5) < CLOSE_ENOUGH
        and _is_near(first, _between(start, corner, _QUARTER))
        and _is_near(second, _between(end, corner, _QUARTER))
    )


def as_line(path: SeenPath) -> tuple[Point, Point] | None:
    """Return the ends of a path that is one straight stroke; None for any other path."""
    if [s.kind for s in path.segments] != ["move", "line"] or path.fill is not None or path.stroke is None:
        return None
    return path.segments[0].points[0], path.segments[1].points[0]


def as_polygon(path: SeenPath) -> tuple[Point, ...] | None:
    """Return the corners of a closed path of straight lines, in drawing order; None for any other path."""
    first, *rest = path.segments
    if first.kind != "move" or len(rest) < 2 or any(s.kind != "line" for s in rest):
        return None
    corners = [first.points[0], *(s.points[0] for s in rest)]
    if _is_near(corners[0], corners[-1]):
        corners.pop()
    elif not (rest[-1].close or path.stroke is None):
        return None
    return tuple(corners)


def as_rectangle(path: SeenPath) -> Rectangle | None:
    """Return the upright rectangle, sharp or with four equal round corners, that a path draws; None for others."""
    corners = as_polygon(path)
    if corners is not None:
        box = _box_of(corners)
        sharp = len(corners) == 4 and {_corner(c, box) for c in corners} == {(0, 1), (2, 1), (2, 3), (0, 3)}
        return Rectangle(box) if sharp and _turns(corners, box) else None
    return _as_rounded(path)


def _turns(corners: Sequence[Point], box: Box) -> bool:
    """Return whether each side runs along the box, never across it."""
    found = [_corner(c, box) for c in corners]
    return all(
        (a and b) and (a[0] == b[0]) != (a[1] == b[1]) for a, b in zip(found, found[1:] + found[:1], strict=True)
    )


def _as_rounded(path: SeenPath) -> Rectangle | None:
    steps = [s for s in path.segments if s.kind != "move"]
    if len(path.segments) != len(steps) + 1:
        return None
    curves = [s for s in steps if s.kind == "curve"]
    box = _box_of([s.points[-1] for s in path.segments])
    if len(curves) != 4 or len(steps) not in (4, 6, 7, 8, 9):
        return None
    at, radii, reached = path.segments[0].points[0], [], set()
    for step in steps:
        end = step.points[-1]
        if step.kind == "curve":
            radius = abs(end[0] - at[0])
            corner = (at[0] if abs(step.points[0][0] - at[0]) < CLOSE_ENOUGH else end[0],
                      at[1] if abs(step.points[0][1] - at[1]) < CLOSE_ENOUGH else end[1])  # fmt: skip
            centre = (at[0] + end[0] - corner[0], at[1] + end[1] - corner[1])
            if not _is_quarter(at, step.points, centre, radius):
                return None
            radii.append(radius)
            reached.add(_corner(corner, box))
        elif abs(at[0] - end[0]) > CLOSE_ENOUGH and abs(at[1] - end[1]) > CLOSE_ENOUGH:
            return None
        at = end
    if len(reached) != 4 or None in reached or max(radii) - min(radii) > CLOSE_ENOUGH:
        return None
    return Rectangle(box, radii[0])


def _corner(point: Point, box: Box) -> tuple[int, int] | None:
    """Return which corner of `box` a point is, as indexes into the box; None when it is none."""
    across = next((n for n in (0, 2) if abs(point[0] - box[n]) < CLOSE_ENOUGH), None)
    down = next((n for n in (1, 3) if abs(point[1] - box[n]) < CLOSE_ENOUGH), None)
    return None if across is None or down is None else (across, down)


def _box_of(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _is_near(a: Point, b: Point, slack: float = CLOSE_ENOUGH) -> bool:
    return abs(a[0] - b[0]) < slack and abs(a[1] - b[1]) < slack


# ---------------------------------------------------------------- grids


@dataclass(frozen=True, slots=True)
class GridLines:
    """A grid as its lines show it: edges of the columns and rows in mm, and what each side is.

    `columns` and `rows` are the places of the lines, one more than there are cells. `open` names the sides
    ("left", "top", "right", "bottom") at which the crossing lines run on beyond the last line.
    """

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    open: frozenset[str]

    @property
    def box(self) -> Box:
        """Return the box of the cells."""
        return self.columns[0], self.rows[0], self.columns[-1], self.rows[-1]

    @property
    def cell(self) -> float:
        """Return the side of a cell in mm; `recover_grid` has seen that all are alike."""
        return (self.columns[-1] - self.columns[0]) / (len(self.columns) - 1)

    def cell_at(self, point: Point) -> tuple[int, int] | None:
        """Return (column, row) of the cell that holds `point`, from 0; None beside the grid."""
        column = int((point[0] - self.columns[0]) // self.cell)
        row = int((point[1] - self.rows[0]) // self.cell)
        inside = 0 <= column < len(self.columns) - 1 and 0 <= row < len(self.rows) - 1
        return (column, row) if inside else None

    def centre(self, column: int, row: int) -> Point:
        """Return the middle of a cell."""
        return (
            (self.columns[column] + self.columns[column + 1]) / 2,
            (self.rows[row] + self.rows[row + 1]) / 2,
        )


def recover_grid(lines: Sequence[tuple[Point, Point]]) -> GridLines | None:
    """Return the grid of square cells that upright and level lines make; None when they make none.

    Each place must have one line only; all upright lines must have the same ends, and all level lines too, but for
    lines that a frame's sides draw (a rectangle's four sides may be handed in as lines).
    """
    upright = sorted({_line_key(a, b) for a, b in lines if abs(a[0] - b[0]) < CLOSE_ENOUGH})
    level = sorted({_line_key(a[::-1], b[::-1]) for a, b in lines if abs(a[1] - b[1]) < CLOSE_ENOUGH})
    columns, rows = _places(upright), _places(level)
    if len(upright) + len(level) != len(lines) or len(columns) < 2 or len(rows) < 2:
        return None
    steps = [b - a for edges in (columns, rows) for a, b in pairwise(edges)]
    if max(steps) - min(steps) > 2 * CLOSE_ENOUGH or len(columns) != len(upright) or len(rows) != len(level):
        return None
    sides: set[str] = set()
    for found, edges, names in ((upright, rows, ("top", "bottom")), (level, columns, ("left", "right"))):
        outer = _overhang(found, edges)
        if outer is None:
            return None
        sides |= {name for name, over in zip(names, outer, strict=True) if over}
    return GridLines(tuple(columns), tuple(rows), frozenset(sides))


def _line_key(a: Point, b: Point) -> tuple[float, float, float]:
    return (round(a[0], 4), round(min(a[1], b[1]), 4), round(max(a[1], b[1]), 4))


def _places(lines: Sequence[tuple[float, float, float]]) -> list[float]:
    found: list[float] = []
    for place, _, _ in lines:
        if not found or place - found[-1] > CLOSE_ENOUGH:
            found.append(place)
    return found


def _overhang(lines: Sequence[tuple[float, float, float]], edges: Sequence[float]) -> tuple[bool, bool] | None:
    """Return whether the lines run on beyond the first and last edge; None when inner ones do not agree."""
    inner = lines[1:-1] or lines
    before = {edges[0] - start > CLOSE_ENOUGH for _, start, _ in inner}
    after = {end - edges[-1] > CLOSE_ENOUGH for _, _, end in inner}
    reaches = all(start < edges[0] + CLOSE_ENOUGH and end > edges[-1] - CLOSE_ENOUGH for _, start, end in lines)
    return (before.pop(), after.pop()) if len(before) == len(after) == 1 and reaches else None

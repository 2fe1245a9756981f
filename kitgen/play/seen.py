"""What a reader sees on a finished page: paths and texts in mm from the top left corner of the page, y downwards.

The types, and plain geometry on them: what shape a path is, what box it fills, what grid some lines make.
Knows neither PDF nor any game; proof/readback.py makes these values, games/<slug>/reading.py and proof/compare.py
judge them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from itertools import pairwise
from math import dist
from typing import Any, Literal, TypeVar

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
Colour = tuple[int, int, int]  # red, green, blue, 0 to 255


@dataclass(frozen=True, slots=True)
class Segment:
    """One step of a path: move, line or cubic curve; `points` are end points (curve: two controls, then the end)."""

    kind: Literal["move", "line", "curve"]
    points: tuple[Point, ...]
    close: bool = False


@dataclass(frozen=True, slots=True)
class SeenPath:
    """A drawn path: its segments, and what it is filled and stroked with (None: not). `width` of the stroke in mm.

    `box` is that of its points where the reader has it at hand; ask `bounds`, which always does. `known` keeps what was
    found out about a path that stands on many pages alike, by question; None where nothing is kept.
    """

    segments: tuple[Segment, ...]
    fill: Colour | None
    stroke: Colour | None
    width: float
    dashed: bool = False
    box: Box | None = field(default=None, compare=False, repr=False)
    known: dict[Any, Any] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeenText:
    """A shown string: `at` is the origin on the baseline, `size` in points, `box` is (left, top, right, bottom).

    `known` is as a path's.
    """

    string: str
    at: Point
    size: float
    font: str
    colour: Colour
    box: tuple[float, float, float, float]
    known: dict[Any, Any] | None = field(default=None, compare=False, repr=False)


Seen = SeenPath | SeenText

CLOSE_ENOUGH = 0.01  # mm; files hold four decimals of a point, so honest shapes agree to 0.0001 mm
_QUARTER = 0.5522847498307936  # where a quarter circle's control points lie, in radii: 4/3 * (sqrt(2) - 1)


# ---------------------------------------------------------------- boxes


def box_of(points: Sequence[Point]) -> Box:
    """Return the box around points, of which there is one at least."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def bounds(seen: Seen) -> Box:
    """Return the box around a text's ink or a path's points; a stroke's width is left out."""
    if isinstance(seen, SeenText):
        return seen.box
    return seen.box or box_of([point for segment in seen.segments for point in segment.points])


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
        return SeenText(seen.string, at, seen.size, seen.font, seen.colour, box, {})
    segments = tuple(Segment(s.kind, tuple([(x + dx, y + dy) for x, y in s.points]), s.close) for s in seen.segments)
    left, top, right, bottom = bounds(seen)
    box = (left + dx, top + dy, right + dx, bottom + dy)
    return SeenPath(segments, seen.fill, seen.stroke, seen.width, seen.dashed, box, {})


Answer = TypeVar("Answer")


def once(question: Callable[[SeenPath], Answer]) -> Callable[[SeenPath], Answer]:
    """Let the answer to a question about a path be kept by the path, if it keeps any."""

    @wraps(question)
    def ask(path: SeenPath) -> Answer:
        known = path.known
        if known is None:
            return question(path)
        if question not in known:
            known[question] = question(path)
        answer: Answer = known[question]
        return answer

    return ask


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


@once
def as_circle(path: SeenPath) -> Circle | None:
    """Return the circle that a path draws with four quarter curves; None for any other path."""
    start, *curves = path.segments
    if len(curves) == 5 and curves[4].kind == "line" and _is_near(curves[4].points[-1], start.points[-1]):
        curves.pop()  # the closing line of no length that some readers report
    if len(curves) != 4 or any(s.kind != "curve" for s in curves) or not _is_near(curves[3].points[2], start.points[0]):
        return None
    left, top, right, bottom = box_of([curve.points[2] for curve in curves])
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


@once
def as_line(path: SeenPath) -> tuple[Point, Point] | None:
    """Return the ends of a path that is one straight stroke; None for any other path."""
    if [s.kind for s in path.segments] != ["move", "line"] or path.fill is not None or path.stroke is None:
        return None
    return path.segments[0].points[0], path.segments[1].points[0]


@once
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


@once
def as_rectangle(path: SeenPath) -> Rectangle | None:
    """Return the upright rectangle, sharp or with four equal round corners, that a path draws; None for others."""
    corners = as_polygon(path)
    if corners is not None:
        box = box_of(corners)
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
    if len(path.segments) != len(steps) + 1 or len(path.segments) < 5:
        return None
    curves = [s for s in steps if s.kind == "curve"]
    box = box_of([s.points[-1] for s in path.segments])
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


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _is_near(a: Point, b: Point, slack: float = CLOSE_ENOUGH) -> bool:
    return abs(a[0] - b[0]) < slack and abs(a[1] - b[1]) < slack


# ---------------------------------------------------------------- grids


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight stroke from `a` to `b`, `width` in mm."""

    a: Point
    b: Point
    width: float

    @property
    def is_upright(self) -> bool:
        """Return whether it runs straight down."""
        return abs(self.a[0] - self.b[0]) < CLOSE_ENOUGH

    @property
    def is_level(self) -> bool:
        """Return whether it runs straight across."""
        return abs(self.a[1] - self.b[1]) < CLOSE_ENOUGH


@once
def strokes_of(path: SeenPath) -> tuple[Stroke, ...]:
    """Return the straight strokes of a path: a line is one, a hollow sharp rectangle four; () for other paths."""
    if path.fill is not None or path.stroke is None or len(path.segments) > 5:
        return ()
    ends = as_line(path)
    if ends is not None:
        return (Stroke(*ends, path.width),)
    shape = as_rectangle(path)
    if shape is None or shape.radius:
        return ()
    left, top, right, bottom = shape.box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(Stroke(a, b, path.width) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


@dataclass(frozen=True, slots=True)
class GridLines:
    """A grid of square cells as its strokes show it, in mm.

    `columns` and `rows` are the edges of the cells, one more than there are cells. `open` names the sides ("left",
    "top", "right", "bottom") that no frame line closes: there the board goes on.
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
        """Return the side of a cell; `recover_grid` has seen that all are alike."""
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


_FRAME = 1.5  # a frame line is at least so many times as wide as the lines inside


def recover_grid(strokes: Sequence[Stroke]) -> GridLines | None:
    """Return the grid of square cells that level and upright strokes make; None when they make none.

    At each place stands one stroke only; all are equally far apart; those of one direction begin and end alike. A side
    is closed by a frame line, wider than those inside, at which they end. At an open side the last line is as thin as
    those inside, and the lines across may run on beyond it, by less than a cell.
    """
    upright = sorted((s.a[0], min(s.a[1], s.b[1]), max(s.a[1], s.b[1]), s.width) for s in strokes if s.is_upright)
    level = sorted((s.a[1], min(s.a[0], s.b[0]), max(s.a[0], s.b[0]), s.width) for s in strokes if s.is_level)
    gaps = [b[0] - a[0] for lines in (upright, level) for a, b in pairwise(lines)]
    if len(upright) + len(level) != len(strokes) or not gaps or not upright or not level:
        return None
    pitch, thin = sum(gaps) / len(gaps), min(line[3] for line in upright + level)
    if max(gaps) - min(gaps) > 2 * CLOSE_ENOUGH or pitch < 1:
        return None
    across, down = _edges(upright, level, pitch, thin), _edges(level, upright, pitch, thin)
    if across is None or down is None:
        return None
    names = (("left", across[1]), ("right", across[2]), ("top", down[1]), ("bottom", down[2]))
    return GridLines(across[0], down[0], frozenset(name for name, closed in names if not closed))


_Ruled = tuple[float, float, float, float]  # place, beginning, end, width


def _edges(
    lines: Sequence[_Ruled], crossing: Sequence[_Ruled], pitch: float, thin: float
) -> tuple[tuple[float, ...], bool, bool] | None:
    """Return the places of `lines`, and whether the first and the last of them close the grid."""
    reaching = [line for line in crossing if line[3] < _FRAME * thin] or crossing
    first, last = min(line[1] for line in reaching), max(line[2] for line in reaching)
    if any(line[1] - first > CLOSE_ENOUGH or last - line[2] > CLOSE_ENOUGH for line in reaching):
        return None
    framed = [line[3] >= _FRAME * thin for line in lines]
    if any(framed[1:-1]):
        return None
    places = [line[0] for line in lines]
    closed = (framed[0] and places[0] - first < CLOSE_ENOUGH, framed[-1] and last - places[-1] < CLOSE_ENOUGH)
    if (framed[0], framed[-1]) != closed:
        return None
    if max(places[0] - first, last - places[-1]) > 0.9 * pitch:
        return None
    return tuple(places), closed[0], closed[1]

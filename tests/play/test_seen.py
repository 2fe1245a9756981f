"""Plain geometry on what was read: shapes and grids drawn by hand, and near misses of each."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import pytest

from kitgen.play import seen
from kitgen.play.seen import SeenPath, Segment, Stroke

INK = (0, 0, 0)


def path(*steps: tuple[str, tuple[tuple[float, float], ...]], fill=None, stroke=INK, width=0.3) -> SeenPath:
    segments = [Segment(kind, points) for kind, points in steps]
    segments[-1] = Segment(segments[-1].kind, segments[-1].points, True)
    return SeenPath(tuple(segments), fill, stroke, width)


def arc(x: float, y: float, radius: float, degrees: float, part: float = 90.0) -> tuple:
    """Return a cubic for a part of a circle by the general formula k = 4/3 tan(part/4)."""
    a, b = degrees * pi / 180, (degrees + part) * pi / 180
    k = 4 / 3 * (sin((b - a) / 4) / cos((b - a) / 4))
    start, end = (x + radius * cos(a), y + radius * sin(a)), (x + radius * cos(b), y + radius * sin(b))
    first = (start[0] - k * radius * sin(a), start[1] + k * radius * cos(a))
    second = (end[0] + k * radius * sin(b), end[1] - k * radius * cos(b))
    return first, second, end


def circle(x: float, y: float, radius: float, *, turn: int = 0, squeeze: float = 1.0) -> SeenPath:
    steps = [("move", ((x + radius * cos(turn * pi / 2), y + radius * sin(turn * pi / 2) * squeeze),))]
    for n in range(4):
        points = arc(x, y, radius, 90 * (n + turn))
        steps.append(("curve", tuple((px, y + (py - y) * squeeze) for px, py in points)))
    return path(*steps)


@pytest.mark.parametrize("turn", range(4))
def test_a_circle_is_its_centre_and_radius(turn: int) -> None:
    found = seen.as_circle(circle(30.5, 41.25, 4.08, turn=turn))
    assert found is not None
    assert found.centre == pytest.approx((30.5, 41.25), abs=1e-9)
    assert found.radius == pytest.approx(4.08, abs=1e-9)


@pytest.mark.parametrize(
    "other",
    [
        circle(30, 40, 4, squeeze=0.98),
        path(("move", ((34, 40),)), *[("curve", arc(30, 40, 4, 90 * n)) for n in range(3)]),
        path(("move", ((34, 40),)), *[("curve", arc(30, 40, 4, 60 * n, 60)) for n in range(6)]),
        path(("move", ((34, 40),)), ("line", ((30, 44),)), ("line", ((26, 40),)), ("line", ((30, 36),))),
    ],
    ids=["ellipse", "three quarters", "six sixths", "square on its corner"],
)
def test_what_is_no_circle_of_quarters(other: SeenPath) -> None:
    assert seen.as_circle(other) is None


def test_a_rectangle_sharp_and_round() -> None:
    sharp = path(
        ("move", ((1, 2),)), ("line", ((9, 2),)), ("line", ((9, 7),)), ("line", ((1, 7),)), ("line", ((1, 2),))
    )
    assert seen.as_rectangle(sharp) == seen.Rectangle((1, 2, 9, 7), 0.0)
    corners = [(8, 3, 270), (8, 6, 0), (2, 6, 90), (2, 3, 180)]
    steps = [("move", ((2, 2),))]
    for x, y, degrees in corners:
        radians = degrees * pi / 180
        steps += [("line", ((x + cos(radians), y + sin(radians)),)), ("curve", arc(x, y, 1, degrees))]
    found = seen.as_rectangle(path(*steps))
    assert found is not None
    assert found.box == pytest.approx((1, 2, 9, 7))
    assert found.radius == pytest.approx(1.0)


@pytest.mark.parametrize(
    "corners",
    [((1, 2), (9, 2), (9, 7)), ((1, 2), (9, 7), (9, 2), (1, 7)), ((1, 2), (9, 2), (9, 7), (1.2, 7))],
    ids=["triangle", "bow tie", "slanted"],
)
def test_what_is_no_rectangle(corners: tuple) -> None:
    first, *rest = corners
    assert seen.as_rectangle(path(("move", (first,)), *[("line", (p,)) for p in rest])) is None


def test_a_polygon_keeps_its_corners_and_a_line_its_ends() -> None:
    triangle = path(("move", ((0, 0),)), ("line", ((4, 0),)), ("line", ((2, 3),)))
    assert seen.as_polygon(triangle) == ((0, 0), (4, 0), (2, 3))
    assert seen.as_line(triangle) is None
    assert seen.as_line(path(("move", ((0, 1),)), ("line", ((4, 9),)))) == ((0, 1), (4, 9))


def grid(
    columns: int, rows: int, cell: float, x: float, y: float, stubs: dict[str, float] | None = None
) -> list[Stroke]:
    """Return a grid's strokes: 0.2 inside, 0.4 on the frame; sides in `stubs` have a thin line, which others run over."""
    stubs = stubs or {}
    left, right = x - stubs.get("left", 0), x + columns * cell + stubs.get("right", 0)
    top, bottom = y - stubs.get("top", 0), y + rows * cell + stubs.get("bottom", 0)
    found = [Stroke((x + n * cell, top), (x + n * cell, bottom), 0.2) for n in range(1, columns)]
    found += [Stroke((left, y + n * cell), (right, y + n * cell), 0.2) for n in range(1, rows)]
    frame = {
        "left": Stroke((x, top), (x, bottom), 0.4),
        "right": Stroke((x + columns * cell, top), (x + columns * cell, bottom), 0.4),
        "top": Stroke((left, y), (right, y), 0.4),
        "bottom": Stroke((left, y + rows * cell), (right, y + rows * cell), 0.4),
    }
    return found + [replace(s, width=0.2) if side in stubs else s for side, s in frame.items()]


def test_a_closed_grid() -> None:
    found = seen.recover_grid(grid(7, 7, 12.5, 20, 30))
    assert found is not None
    assert found.columns == pytest.approx([20 + 12.5 * n for n in range(8)])
    assert found.rows == pytest.approx([30 + 12.5 * n for n in range(8)])
    assert found.open == frozenset()
    assert found.cell_at((46, 31)) == (2, 0)
    assert found.cell_at((19, 31)) is None
    assert found.centre(3, 3) == pytest.approx((63.75, 73.75))


@pytest.mark.parametrize("sides", [{"left"}, {"top", "right"}, {"left", "top", "right", "bottom"}])
@pytest.mark.parametrize("stub", [0.0, 1.5])
def test_a_side_without_frame_line_is_open(sides: set[str], stub: float) -> None:
    found = seen.recover_grid(grid(5, 4, 6.4, 20, 30, dict.fromkeys(sides, stub)))
    assert found is not None
    assert found.open == sides
    assert (len(found.columns), len(found.rows)) == (6, 5)
    assert found.box == pytest.approx((20, 30, 52, 55.6))


def test_what_is_no_grid() -> None:
    lines = grid(7, 7, 12.5, 20, 30)
    assert seen.recover_grid(lines[1:]) is None  # an inner line is missing
    assert seen.recover_grid([*lines, lines[0]]) is None  # a line stands twice
    assert seen.recover_grid([*lines, Stroke((0, 0), (5, 9), 0.2)]) is None
    moved = Stroke((lines[2].a[0] + 0.3, 30), (lines[2].b[0] + 0.3, 117.5), 0.2)
    assert seen.recover_grid([*lines[:2], moved, *lines[3:]]) is None
    open_right = grid(5, 4, 6.4, 20, 30, {"right": 1.5})
    edge = next(n for n, s in enumerate(open_right) if s.a[0] == s.b[0] == 52)
    assert seen.recover_grid(open_right[:edge] + open_right[edge + 1 :]) is None  # the last line is missing
    short = Stroke(lines[2].a, (lines[2].b[0], 100), 0.2)
    assert seen.recover_grid([*lines[:2], short, *lines[3:]]) is None
    assert seen.recover_grid([]) is None


def test_lightness_goes_from_black_to_white() -> None:
    assert seen.lightness((0, 0, 0)) == 0
    assert seen.lightness((255, 255, 255)) == pytest.approx(1)
    assert seen.lightness((194, 63, 23)) < 0.5 < seen.lightness((236, 239, 242))

"""What can be drawn: lines, polygons, discs and text, in millimetres from the top left corner, y downwards.

Game code makes marks; only `paper/pdf.py` and `paper/svg.py` know a canvas. A colour is the name of a role
(`INKS`); what the role looks like in colour, grey or low ink is the business of the palette in paper/.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
# A role: "ink", "mid", "grid", "pale", "white", "accent", a category's "cat1" .. "cat8", or a step of a scale that goes
# from light to dark, "type1" .. "type5".
Ink = str
Anchor = Literal["start", "middle", "end"]

INKS = (
    *("ink", "mid", "grid", "pale", "white", "accent"),
    *(f"cat{n}" for n in range(1, 9)),
    *(f"type{n}" for n in range(1, 6)),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke from `a` to `b`; `width` in mm; `dash` in mm on and off, or solid."""

    a: Point
    b: Point
    width: float
    ink: Ink = "ink"
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape through `points`; filled, stroked or both; `radius` rounds a rectangle's corners."""

    points: tuple[Point, ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0
    radius: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle; `radius` to the middle of the outline, `width` of the outline in mm."""

    centre: Point
    radius: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `at` is on the baseline; `size` in points; `turned` stands it on its head about `at`."""

    at: Point
    string: str
    size: float
    weight: Literal["regular", "semibold"] = "regular"
    ink: Ink = "ink"
    anchor: Anchor = "start"
    turned: bool = False


Mark = Line | Polygon | Disc | Text


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: Ink | None = None,
    stroke: Ink | None = None,
    line: float = 0.0,
    radius: float = 0.0,
    dash: tuple[float, ...] = (),
) -> Polygon:
    """Return an upright rectangle with its top left corner at (x, y), all in mm."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, fill, stroke, line, radius, dash)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished figure: its marks, its outer size in mm, and the box of the playing grid inside it.

    `grid` is (x, y, width, height) of the frame around the cells that are shown; (0, 0, 0, 0) where there is no grid.
    The first `shared` marks (an empty board, say) are those of many drawings alike; a file may hold them once.
    """

    marks: tuple[Mark, ...]
    width: float
    height: float
    grid: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    shared: int = 0

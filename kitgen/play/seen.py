"""What a reader sees on a finished page: paths and texts in mm from the top left corner of the page, y downwards.

The types only, and plain geometry on them. Knows neither PDF nor any game; proof/readback.py makes these values,
games/<slug>/reading.py and proof/compare.py judge them.
"""

from __future__ import annotations

from dataclasses import dataclass
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

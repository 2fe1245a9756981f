"""The discs to cut out: dark on the front, light on the back, told apart by shape in every ink.

Does not know where a disc lies on the page, nor how it gets its back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.games.reversi.engine import GRID, SIDES
from kitgen.marks import Disc, Drawing, Mark, Text
from kitgen.play.contract import Desk, Part, Words
from kitgen.units import MM_PER_POINT, pt

SIZE = 20.0  # mm, of the square that a disc is printed in: 2 mm less than the least square of the board
RADIUS, OUTLINE = 8.4, pt(1.2)
RING, RING_WIDTH = 6.4, pt(1.5)  # inside the disc: white on the dark side, grey on the light one
CORE = 4.6  # what is filled of a dark side in low ink
MARK, DIGIT = 9.0, 0.636  # the set mark in points; the height of a digit in parts of it


def parts(options: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the one kind of disc, as many times as the board has squares."""
    return (Part("disc", SIZE, SIZE, GRID.size, f"disc {SIDES[1]}", (f"disc {SIDES[0]}",)),)


def draw_front(part: Part, desk: Desk) -> Drawing:
    """Return the dark side, its set mark in the middle."""
    middle = (part.width / 2, part.height / 2)
    marks: list[Mark] = [*_dark(middle, desk.inks)]
    if desk.set_mark:
        base = (middle[0], middle[1] + DIGIT / 2 * MARK * MM_PER_POINT)
        marks.append(Text(base, desk.set_mark, MARK, "semibold", "white", "middle"))
    return Drawing(tuple(marks), part.width, part.height, (0.0, 0.0, part.width, part.height))


def draw_back(part: Part, desk: Desk) -> Drawing:
    """Return the light side. It ends inside its square, so there is nothing to bleed."""
    middle = (part.width / 2, part.height / 2)
    marks = (Disc(middle, RADIUS, "white", "ink", OUTLINE), Disc(middle, RING, None, "mid", RING_WIDTH))
    return Drawing(marks, part.width, part.height, (0.0, 0.0, part.width, part.height))


def _dark(middle: tuple[float, float], inks: str) -> tuple[Mark, Mark]:
    if inks == "low":
        return Disc(middle, RADIUS, "white", "ink", OUTLINE), Disc(middle, CORE, "ink", "ink", OUTLINE)
    return Disc(middle, RADIUS, "ink", "ink", OUTLINE), Disc(middle, RING, None, "white", RING_WIDTH)


def describe(part: Part, words: Words) -> str:
    """Return the front in words."""
    return words.say("disc_dark_side")

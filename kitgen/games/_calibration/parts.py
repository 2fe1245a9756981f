"""Keeps Parts: targets with a cross in front and a scale behind, and the two rulers that a printer is measured with.

The scale is read where the front's cross shows through it: to the right and down are positive, in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kitgen.marks import Disc, Drawing, Line, Mark, Text
from kitgen.play.contract import Desk, Part, Words
from kitgen.units import MM_PER_INCH, MM_PER_POINT, pt

SIDE = 26.0  # mm, of a target
REACH = 8  # mm to each side that a scale reads
TARGETS = 5
RULERS = {"ruler-mm": (100.0, 2.0), "ruler-in": (4 * MM_PER_INCH, MM_PER_INCH / 8)}  # length, ticks, in mm
HIGH = 10.0  # mm, of a ruler
_HAIR, _LABEL = pt(0.5), 8.0
_CAPITAL = 0.66


def parts(options: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the targets, and the rulers, which have no backs."""
    target = Part("target", SIDE, SIDE, TARGETS, "scale", ("cross",))
    rulers = (Part(name, length, HIGH, 1, "", (f"{length:g} mm",)) for name, (length, _) in RULERS.items())
    return (target, *rulers)


def draw_front(part: Part, desk: Desk) -> Drawing:
    """Return a target's cross and ring, or a ruler with its numbers."""
    marks = _cross() if part.id == "target" else _ruler(part)
    return Drawing(tuple(marks), part.width, part.height, (0.0, 0.0, part.width, part.height))


def _cross() -> Iterator[Mark]:
    middle = SIDE / 2
    yield Disc((middle, middle), 6.0, None, "ink", _HAIR)
    yield Line((0.0, middle), (SIDE, middle), _HAIR)
    yield Line((middle, 0.0), (middle, SIDE), _HAIR)


def _ruler(part: Part) -> Iterator[Mark]:
    length, step = RULERS[part.id]
    ticks = round(length / step)
    whole = 5 if part.id == "ruler-mm" else 8  # ticks to a numbered one
    yield Line((0.0, HIGH), (length, HIGH), _HAIR)
    for n in range(ticks + 1):
        high = 4.0 if n % whole == 0 else 2.0
        yield Line((n * step, HIGH - high), (n * step, HIGH), _HAIR)
        if n % whole == 0 and 0 < n < ticks:
            number = n // whole * (10 if part.id == "ruler-mm" else 1)
            yield Text((n * step, HIGH - 5.0), str(number), _LABEL, anchor="middle")


def draw_back(part: Part, desk: Desk) -> Drawing:
    """Return the scale behind a target: ticks a millimetre apart, longer at 5."""
    return Drawing(tuple(_scale()), SIDE, SIDE, (0.0, 0.0, SIDE, SIDE))


def _scale() -> Iterator[Mark]:
    middle = SIDE / 2
    yield Line((0.0, middle), (SIDE, middle), _HAIR)
    yield Line((middle, 0.0), (middle, SIDE), _HAIR)
    half = _CAPITAL * _LABEL * MM_PER_POINT / 2
    for mm in (m for m in range(-REACH, REACH + 1) if m):
        long = 2.0 if mm % 5 == 0 else 1.0
        yield Line((middle + mm, middle - long), (middle + mm, middle + long), _HAIR)
        yield Line((middle - long, middle + mm), (middle + long, middle + mm), _HAIR)
    # Each number has a quarter of its own.
    yield Text((middle - 5.0, middle - 2.6), _signed(-5), _LABEL, anchor="middle")
    yield Text((middle + 5.0, middle + 2.6 + 2 * half), _signed(5), _LABEL, anchor="middle")
    yield Text((middle + 2.8, middle - 5.0 + half), _signed(-5), _LABEL)
    yield Text((middle - 2.8, middle + 5.0 + half), _signed(5), _LABEL, anchor="end")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def describe(part: Part, words: Words) -> str:
    """Return the part in words."""
    return words.say(f"calibration_{part.id.replace('-', '_')}")

"""Lengths and paper. All lengths inside kitgen are millimetres; type sizes and strokes are named in points.

Does not know pages or printers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kitgen.errors import Fault, NotAccepted, Place, SpecError, suggest

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?)\s*([a-z]*)")


def pt(points: float) -> float:
    """Return `points` (1/72 inch) in millimetres."""
    return points * MM_PER_POINT


def read_length(text: str, place: Place | None = None) -> float:
    """Read a length such as `12mm`, `2.5in`, `0.5 cm` or `8pt`; return millimetres.

    Raises SpecError when the unit is missing or unknown: a bare number is never guessed at.
    """
    match = _LENGTH.fullmatch(text.strip())
    if not match or match[2] not in _UNITS:
        raise SpecError(Fault(f"{text!r} is not a length", place, "a number and a unit: mm, cm, in or pt"))
    return float(match[1]) * _UNITS[match[2]]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size, upright, in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
}


def find_paper(name: str, place: Place | None = None) -> Paper:
    """Return the paper called `name` (any case); raises SpecError for an unknown one."""
    paper = PAPERS.get(name.strip().lower())
    if paper is None:
        known = [p.name for p in PAPERS.values()]
        kind = SpecError if place else NotAccepted
        raise kind(Fault(f"unknown paper {name!r}", place, ", ".join(known), suggest(name, known)))
    return paper

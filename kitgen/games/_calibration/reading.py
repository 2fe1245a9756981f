"""Reads the calibration sheet's crosses, scales and rulers back from a finished page, by their lines alone.

A ruler says how long it is; a scale is one only if its ticks are a millimetre apart around its middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kitgen.errors import ProofFailed
from kitgen.play.contract import Words
from kitgen.play.seen import Seen, SeenPath, SeenText, Stroke, as_circle, as_line, centre_of

_NEAR = 0.01  # mm
_TICKS = {"100 mm": (2.0, 10), "101.6 mm": (25.4 / 8, 25.4)}


def read_part(seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
    """Return "cross" for a target's front, or the length of a ruler; raises ProofFailed."""
    strokes = _strokes(seen)
    if any(isinstance(thing, SeenPath) and as_circle(thing) for thing in seen):
        return (_cross(seen, strokes),)
    return (_ruler(seen, strokes),)


def _strokes(seen: Sequence[Seen]) -> list[Stroke]:
    lines = [(as_line(thing), thing.width) for thing in seen if isinstance(thing, SeenPath)]
    return [Stroke(*ends, width) for ends, width in lines if ends]


def _cross(seen: Sequence[Seen], strokes: Sequence[Stroke]) -> str:
    circles = [as_circle(thing) for thing in seen if isinstance(thing, SeenPath) and as_circle(thing)]
    if len(seen) != 3 or len(strokes) != 2 or len(circles) != 1 or circles[0] is None:
        raise ProofFailed(f"a target of {len(seen)} objects is not a ring and two lines")
    x, y = circles[0].centre
    level, upright = sorted(strokes, key=lambda stroke: stroke.is_upright)
    off = max(abs(level.a[1] - y), abs(upright.a[0] - x), abs(sum(p[0] for p in (level.a, level.b)) / 2 - x))
    if not level.is_level or not upright.is_upright or off > _NEAR:
        raise ProofFailed("the lines of a target do not cross in the middle of its ring")
    return "cross"


def _ruler(seen: Sequence[Seen], strokes: Sequence[Stroke]) -> str:
    """Return the length of a ruler, once its ticks are even and its numbers stand where they count to."""
    base = max(strokes, key=lambda stroke: abs(stroke.b[0] - stroke.a[0]), default=None)
    if base is None or not base.is_level:
        raise ProofFailed("a ruler has no base line")
    left, right = sorted((base.a[0], base.b[0]))
    name = f"{round(right - left, 3):g} mm"
    step, unit = _TICKS.get(name, (0.0, 0.0))
    ticks = sorted(stroke.a[0] for stroke in strokes if stroke.is_upright)
    even = all(abs(b - a - step) < _NEAR for a, b in pairwise(ticks))
    if not step or not even or not ticks or abs(ticks[0] - left) > _NEAR or abs(ticks[-1] - right) > _NEAR:
        raise ProofFailed(f"a ruler of {name} has ticks that are not even from end to end")
    for text in (thing for thing in seen if isinstance(thing, SeenText)):
        at = left + int(text.string) * (1.0 if unit == 10 else unit)
        if abs(centre_of(text.box)[0] - at) > 0.4:
            raise ProofFailed(f"the number {text.string} of a ruler stands at {centre_of(text.box)[0] - left:.2f} mm")
    return name


def read_back(seen: Sequence[Seen]) -> str:
    """Return "scale" for ticks a millimetre apart to all sides of a cross, "+" to the right and down; ProofFailed."""
    strokes = _strokes(seen)
    axes = sorted(strokes, key=_length, reverse=True)[:2]
    if len(axes) < 2 or axes[0].is_level == axes[1].is_level:
        raise ProofFailed("a scale has no two axes")
    level, upright = sorted(axes, key=lambda stroke: stroke.is_upright)
    middle = (upright.a[0], level.a[1])
    for axis, name in ((0, "across"), (1, "down")):
        crossing = [s for s in strokes if s not in axes and (s.is_upright if axis == 0 else s.is_level)]
        places = sorted(stroke.a[axis] - middle[axis] for stroke in crossing)
        wanted = [mm for mm in range(-(len(places) // 2), len(places) // 2 + 1) if mm]
        if len(places) < 10 or any(abs(a - b) > _NEAR for a, b in zip(places, wanted, strict=False)):
            raise ProofFailed(f"the ticks of a scale {name} are not a millimetre apart")
    for text in (thing for thing in seen if isinstance(thing, SeenText)):
        x, y = centre_of(text.box)
        far = max((x - middle[0], y - middle[1]), key=abs)
        number = int(text.string.replace("−", "-"))
        if abs(far - number) > 1.5:
            raise ProofFailed(f"the number {text.string} of a scale stands at {far:.1f} mm")
    return "scale"


def _length(stroke: Stroke) -> float:
    return abs(stroke.b[0] - stroke.a[0]) + abs(stroke.b[1] - stroke.a[1])

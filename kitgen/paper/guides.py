"""Cut guides for boxes on a page: lines along every cut, or short marks around them. Never over what is cut out.

Boxes are (left, top, width, height) in mm. Knows no part and no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.marks import Line, Mark
from kitgen.paper.easel import HAIR

TICK, OFF = 4.0, 1.0  # mm, the length of a mark and its distance from the art
OVER = 2.0  # mm that a line runs on beyond the art
_LEAST = 1.0  # mm, the shortest mark that is of use
_DASH = (1.2, 1.2)

Box = tuple[float, float, float, float]


def cut_guides(kind: str, boxes: Sequence[Box], gap: float, floor: float) -> list[Mark]:
    """Return the guides of `kind` ("none", "lines" or "marks") for boxes `gap` mm apart; none reaches below `floor`."""
    if kind == "none" or not boxes:
        return []
    return list(_lines(boxes, gap, floor) if kind == "lines" else _marks(boxes, floor))


def _edges(boxes: Sequence[Box]) -> Iterator[tuple[bool, float, float, float]]:
    """Yield each edge of each box: whether it is upright, where it lies, where it begins and ends."""
    for x, y, width, height in boxes:
        yield from ((True, at, y, y + height) for at in (x, x + width))
        yield from ((False, at, x, x + width) for at in (y, y + height))


def _runs(boxes: Sequence[Box], gap: float) -> dict[tuple[bool, float], list[tuple[float, float]]]:
    """Return for each line of edges the stretches in which boxes follow each other, `gap` apart at most."""
    found: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for upright, at, begin, end in sorted(_edges(boxes), key=lambda edge: edge[2]):
        stretches = found.setdefault((upright, round(at, 4)), [])
        if stretches and begin - stretches[-1][1] <= gap + 1e-6:
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        else:
            stretches.append((begin, end))
    return found


def _lines(boxes: Sequence[Box], gap: float, floor: float) -> Iterator[Mark]:
    for (upright, at), stretches in _runs(boxes, gap).items():
        for begin, end in stretches:
            if upright:
                yield Line((at, begin - OVER), (at, min(end + OVER, max(floor, end))), HAIR, "ink", _DASH)
            else:
                yield Line((begin - OVER, at), (end + OVER, at), HAIR, "ink", _DASH)


def _marks(boxes: Sequence[Box], floor: float) -> Iterator[Mark]:
    for (upright, at), stretches in _runs(boxes, float("inf")).items():
        (begin, end), = stretches  # fmt: skip
        before, after = (begin - OFF - TICK, begin - OFF), (end + OFF, end + OFF + TICK)
        if not upright:
            yield from (Line((a, at), (b, at), HAIR) for a, b in (before, after))
            continue
        yield Line((at, before[0]), (at, before[1]), HAIR)
        after = (after[0], min(after[1], floor))
        if after[1] - after[0] >= _LEAST:
            yield Line((at, after[0]), (at, after[1]), HAIR)

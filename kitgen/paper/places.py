"""Where things come to stand: the origins of a leaf's strings, the boxes of an artifact's paths, for the manifest.

In mm from the page's top left corner, two decimals: enough to find what was moved. Knows neither PDF nor games.
"""

from __future__ import annotations

from typing import Any

from kitgen.marks import Disc, Line, Mark, Text
from kitgen.paper.fonts import Fonts
from kitgen.paper.page import Artifact, Leaf

WHOLE = ("pattern", "ruler")  # artifacts told by one box around all of their paths


def origins(leaf: Leaf, fonts: Fonts) -> dict[str, Any]:
    """Return what the manifest says of where a leaf's strings stand: {"at": [[x, y], ...]}, one pair for each string.

    Of a leaf whose words are not in the manifest, or not the same on each page, x is that of the edge by which it is
    placed, and "anchor" names that edge where it is not the start.
    """
    loose = leaf.varies or bool(leaf.facts.get("withheld"))
    marks = [mark for mark in leaf.marks if isinstance(mark, Text) and mark.string]
    at = [[_short(leaf.x + (m.at[0] if loose else _begin(m, fonts))), _short(leaf.y + m.at[1])] for m in marks]
    anchor = marks[0].anchor if loose and marks else "start"
    return {"at": at, **({"anchor": anchor} if anchor != "start" else {})}


def _begin(mark: Text, fonts: Fonts) -> float:
    """Return the x at which a string begins, relative to its leaf."""
    if mark.anchor == "start":
        return mark.at[0]
    width = fonts.width(mark.string.rstrip(" "), mark.size, mark.weight)
    return mark.at[0] - (width if mark.anchor == "end" else width / 2) * (-1 if mark.turned else 1)


def drawn(artifact: Artifact) -> list[Any]:
    """Return [kind, number of paths, box, ...]: each box (left, top, right, bottom), one a path unless WHOLE."""
    boxes = [_box(mark) for mark in artifact.marks if not isinstance(mark, Text)]
    if artifact.kind in WHOLE and boxes:
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return [artifact.kind, len(boxes), _rounded((min(lefts), min(tops), max(rights), max(bottoms)))]
    return [artifact.kind, len(boxes), *map(_rounded, boxes)]


def _box(mark: Mark) -> tuple[float, float, float, float]:
    """Return the box around the points of a path; the width of its stroke is left out."""
    if isinstance(mark, Disc):
        (x, y), r = mark.centre, mark.radius
        return x - r, y - r, x + r, y + r
    assert not isinstance(mark, Text)
    points = (mark.a, mark.b) if isinstance(mark, Line) else mark.points
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _rounded(box: tuple[float, ...]) -> list[float]:
    return list(map(_short, box))


def _short(value: float) -> float:
    """Return a number with two decimals, a whole one without any."""
    short = round(value, 2)
    return int(short) if short == int(short) else short

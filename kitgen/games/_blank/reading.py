"""Reads a board of a finished page: its grid from its lines, its labels from their places. Knows no rule.

Shares no code with the drawing; an object that it can't explain is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.errors import ProofFailed
from kitgen.play.contract import View
from kitgen.play.seen import Point, Seen, SeenText, as_line, as_rectangle, centre_of, recover_grid


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed naming an object it can't explain."""
    lines: list[tuple[Point, Point]] = []
    labels: list[SeenText] = []
    for thing in seen:
        if isinstance(thing, SeenText):
            labels.append(thing)
            continue
        line, box = as_line(thing), as_rectangle(thing)
        if line:
            lines.append(line)
        elif box and thing.fill is None:
            left, top, right, bottom = box.box
            lines += [((left, top), (right, top)), ((left, bottom), (right, bottom))]
            lines += [((left, top), (left, bottom)), ((right, top), (right, bottom))]
        else:
            raise ProofFailed("a path that is neither line nor frame")
    grid = recover_grid(lines)
    if grid is None:
        raise ProofFailed("its lines make no grid")
    left, top, _, _ = grid.box
    columns = sorted((centre_of(t.box)[0], t.string) for t in labels if t.box[3] < top)
    rows = sorted((centre_of(t.box)[1], t.string) for t in labels if t.box[2] < left)
    if len(columns) + len(rows) != len(labels):
        raise ProofFailed("a text that is no label")
    return View(tuple(name for _, name in columns), tuple(name for _, name in rows), {})

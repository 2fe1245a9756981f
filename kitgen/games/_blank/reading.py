"""Reads a board of a finished page: its grid from its lines, its labels from their places. Knows no rule.

Shares no code with the drawing; an object that it can't explain is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.errors import ProofFailed
from kitgen.play.contract import View
from kitgen.play.seen import Seen, SeenText, Stroke, centre_of, recover_grid, strokes_of


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed naming an object it can't explain."""
    lines: list[Stroke] = []
    labels: list[SeenText] = []
    for thing in seen:
        if isinstance(thing, SeenText):
            labels.append(thing)
            continue
        strokes = strokes_of(thing)
        if not strokes:
            raise ProofFailed("a path that is neither line nor frame")
        lines += strokes
    grid = recover_grid(lines)
    if grid is None:
        raise ProofFailed("its lines make no grid")
    left, top, _, _ = grid.box
    columns = sorted((centre_of(t.box)[0], t.string) for t in labels if t.box[3] < top)
    rows = sorted((centre_of(t.box)[1], t.string) for t in labels if t.box[2] < left)
    if len(columns) + len(rows) != len(labels):
        raise ProofFailed("a text that is no label")
    return View(tuple(name for _, name in columns), tuple(name for _, name in rows), {})

"""Pictures: a lettered and numbered board. Draws what a replay's step shows; knows no rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.boards import rows_of
from kitgen.marks import Drawing, Line, Mark, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import pt

STYLES = ("position",)
_GUTTER = 5.0  # mm for labels, left and above
_FRAME, _GRID = pt(1.2), pt(0.6)


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return what the figure of `ply` shows: the labels, and a token for each cell that is not empty."""
    position = replayed.steps[ply].position
    columns = tuple(chr(65 + n) for n in range(position.grid.columns))
    rows = tuple(str(n + 1) for n in range(position.grid.rows))
    cells = {
        columns[x] + rows[y]: (f"mark {mark}",)
        for y, row in enumerate(rows_of(position.grid, position.board))
        for x, mark in enumerate(row)
        if mark != "."
    }
    return View(columns, rows, cells)


def frame(view: View, labels: bool) -> Frame:
    """Return the space that a drawing takes."""
    gutter, edge = _GUTTER if labels else _FRAME / 2, _FRAME / 2
    return Frame(len(view.columns), len(view.rows), gutter, gutter, edge, edge)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the board with cells of `cell` mm."""
    space = frame(view, labels)
    x, y, wide, high = space.left, space.top, cell * space.columns, cell * space.rows
    marks: list[Mark] = [
        Line((x + n * cell, y), (x + n * cell, y + high), _GRID, "grid") for n in range(1, space.columns)
    ]
    marks += [Line((x, y + n * cell), (x + wide, y + n * cell), _GRID, "grid") for n in range(1, space.rows)]
    marks.append(rectangle(x, y, wide, high, stroke="ink", line=_FRAME))
    if labels:
        for n, name in enumerate(view.columns):
            marks.append(Text((x + (n + 0.5) * cell, y - 1.6), name, 8, ink="mid", anchor="middle"))
        for n, name in enumerate(view.rows):
            marks.append(Text((x - 1.8, y + (n + 0.5) * cell + 0.95), name, 8, ink="mid", anchor="end"))
    return Drawing(tuple(marks), x + wide + space.right, y + high + space.bottom, (x, y, wide, high))


def describe(view: View, words: Words) -> str:
    """Return the position in words."""
    return words.say("board_alt", columns=len(view.columns), rows=len(view.rows))


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return nothing: nothing happens in this game."""
    return ()

"""Figures of Royal edge escape: the board with row 7 on top, its pieces, and what the last slide did.

Styles: "position" shows the pieces alone; "last" adds the last slide: a ring where it began, an arrow, a ring around
the piece that moved, a dashed and crossed outline for each piece taken. Draws what a replay's step shows; knows no
rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from kitgen.boards import cell_name
from kitgen.games.tafl.shapes import PIECES, REACH, letter_mark, outline, piece_marks, second_line, stroke, taken_marks
from kitgen.marks import Disc, Drawing, Line, Mark, Point, Polygon, Text, rectangle
from kitgen.play.contract import Frame, Replayed, Step, View, Words
from kitgen.units import MM_PER_POINT, pt

STYLES = ("position", "last")

_FRAME, _GRID = pt(1.2), pt(0.6)
_GUTTER = 5.0  # mm for labels on each side, and for the symbol of the side to move in the lower right corner
_LABEL = 8.0  # points
_FROM, _RING = 0.2, 0.465  # radii, of the cell
_THIN = 0.028  # stroke of rings and arrow, of the cell
_HEAD = (0.16, 0.075)  # length and half width of the arrow's head, of the cell
_CLEAR = 0.05  # between the arrow and what it joins, of the cell
_SYMBOL = 4.4  # mm, the cell that the symbol of the side to move is drawn for

_SYMBOL_OF = {"king": "K", "attackers": "A"}
_CAPITAL = 0.66


# ---------------------------------------------------------------- what is shown


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return what the figure of `ply` shows; `extra` may hold `letters`, a mapping of letters to squares to name.

    The side to move is noted while a game goes on; a set-up without K is no game.
    """
    step = replayed.steps[ply]
    pieces = _pieces(replayed, step)
    cells: dict[str, tuple[str, ...]] = {square: (f"piece {piece}",) for square, piece in pieces.items()}
    if style == "last" and ply:
        _add_slide(cells, replayed, step)
    for letter, square in extra.get("letters", {}).items():
        cells[square] = tuple(sorted((*cells.get(square, ()), f"letter {letter}")))
    side = replayed.game.to_move(step.position)
    notes = (f"to move {side}",) if side and "K" in pieces.values() else ()
    columns, rows = tuple("abcdefg"), tuple(str(row) for row in range(7, 0, -1))
    return View(columns, rows, {square: cells[square] for square in _in_board_order(cells)}, frozenset(), notes)


def _pieces(replayed: Replayed, step: Step) -> dict[str, str]:
    rows = replayed.game.state(step.position)["board"]
    return {
        cell_name((column, row)).lower(): piece
        for row, line in enumerate(rows)
        for column, piece in enumerate(line)
        if piece != "."
    }


def _add_slide(cells: dict[str, tuple[str, ...]], replayed: Replayed, step: Step) -> None:
    origin, target = _ends(step)
    before = _pieces(replayed, replayed.steps[step.ply - 1])
    cells[origin] = ("from",)
    cells[target] = (*cells[target], "ring")
    for square in step.effects["captured"]:
        cells[square] = (f"taken {before[square]}",)


def _ends(step: Step) -> tuple[str, str]:
    origin, target = step.move.partition("x")[0].split("-")
    return origin, target


def _in_board_order(cells: Mapping[str, Any]) -> list[str]:
    return sorted(cells, key=lambda square: (int(square[1:]), square[0]))


# ---------------------------------------------------------------- drawn


def frame(view: View, labels: bool) -> Frame:
    """Return the space that a drawing takes; letters stand below and above, numbers left and right."""
    bare = _FRAME / 2
    around = _GUTTER if labels else bare
    corner = _GUTTER if labels or view.notes else bare
    return Frame(len(view.columns), len(view.rows), around, around, corner, corner)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the board with cells of `cell` mm."""
    space = frame(view, labels)
    x, y, wide, high = space.left, space.top, cell * space.columns, cell * space.rows
    marks = [*_lines(space, cell), rectangle(x, y, wide, high, stroke="ink", line=_FRAME)]
    marks += _labels(view, space, cell) if labels else []
    ground = len(marks)
    centres = {square: _centre(view, space, cell, square) for square in view.cells}
    marks += _path(view, centres, cell)
    for square, tokens in view.cells.items():
        for token in tokens:
            marks += _token_marks(token, centres[square], cell, inks)
    for note in view.notes:
        at = (x + wide + _GUTTER / 2 + 0.1, y + high + _GUTTER / 2 + 0.1)
        marks += outline(_SYMBOL_OF[note.removeprefix("to move ")], at, _SYMBOL, inks)
    return Drawing(tuple(marks), x + wide + space.right, y + high + space.bottom, (x, y, wide, high), ground)


def symbol(side: str, size: float, inks: str) -> Drawing:
    """Return a piece (K, D, A) in a square of `size` mm, or the sign of a side ("king", "attackers"): no letter."""
    middle, cell = (size / 2, size / 2), size / 0.95
    if side not in _SYMBOL_OF:
        return Drawing(piece_marks(side, middle, cell, inks), size, size)
    piece = _SYMBOL_OF[side]
    return Drawing((*outline(piece, middle, cell, inks), *second_line(piece, middle, cell)), size, size)


def _lines(space: Frame, cell: float) -> list[Mark]:
    x, y, wide, high = space.left, space.top, cell * space.columns, cell * space.rows
    upright = [(x + n * cell, y, x + n * cell, y + high) for n in range(1, space.columns)]
    level = [(x, y + n * cell, x + wide, y + n * cell) for n in range(1, space.rows)]
    return [Line((x1, y1), (x2, y2), _GRID, "grid") for x1, y1, x2, y2 in upright + level]


def _labels(view: View, space: Frame, cell: float) -> list[Mark]:
    x, y, wide, high = space.left, space.top, cell * space.columns, cell * space.rows
    half = _CAPITAL * _LABEL * MM_PER_POINT / 2  # of a digit's height
    marks: list[Mark] = []
    for n, name in enumerate(view.columns):
        for middle in (y - _GUTTER / 2, y + high + _GUTTER / 2):
            marks.append(Text((x + (n + 0.5) * cell, middle + half), name, _LABEL, ink="mid", anchor="middle"))
    for n, name in enumerate(view.rows):
        for middle in (x - _GUTTER / 2, x + wide + _GUTTER / 2):
            marks.append(Text((middle, y + (n + 0.5) * cell + half), name, _LABEL, ink="mid", anchor="middle"))
    return marks


def _centre(view: View, space: Frame, cell: float, square: str) -> Point:
    column, row = view.columns.index(square[0]), view.rows.index(square[1:])
    return space.left + (column + 0.5) * cell, space.top + (row + 0.5) * cell


def _token_marks(token: str, at: Point, cell: float, inks: str) -> tuple[Mark, ...]:
    kind, _, what = token.partition(" ")
    if kind == "piece":
        return piece_marks(what, at, cell, inks)
    if kind == "taken":
        return taken_marks(what, at, cell)
    if kind == "letter":
        return (letter_mark(what, at, 0.3 * cell, "accent"),)
    radius = {"from": _FROM, "ring": _RING}[kind]
    return (Disc(at, radius * cell, None, "ink", stroke(_THIN * cell)),)


def _path(view: View, centres: Mapping[str, Point], cell: float) -> tuple[Mark, ...]:
    """Return the arrow of the slide: from the empty ring to just before the piece that moved."""
    found = {token: square for square, tokens in view.cells.items() for token in tokens if token in ("from", "ring")}
    if len(found) < 2:
        return ()
    a, b = centres[found["from"]], centres[found["ring"]]
    piece = next(token[-1] for token in view.cells[found["ring"]] if token.startswith("piece "))
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    start, tip = (_FROM + _CLEAR) * cell, length - (max(REACH[piece], _RING) + _CLEAR) * cell
    neck, wing = tip - _HEAD[0] * cell, _HEAD[1] * cell

    def along(distance: float, aside: float = 0.0) -> Point:
        return a[0] + ux * distance - uy * aside, a[1] + uy * distance + ux * aside

    head = Polygon((along(tip), along(neck, wing), along(neck, -wing)), "ink")
    return Line(along(start), along(neck), stroke(_THIN * cell), "ink"), head


# ---------------------------------------------------------------- in words


def describe(view: View, words: Words) -> str:
    """Return the alternative text: board, pieces by kind, the last slide and the side to move."""
    found = {piece: _standing(view, f"piece {piece}") for piece in PIECES}
    parts = [words.say("alt_board", columns=len(view.columns), rows=len(view.rows))]
    parts += [
        words.say(f"alt_{piece}", n=len(squares), squares=words.join(squares))
        for piece, squares in found.items()
        if squares
    ]
    parts += _slide_words(view, words)
    parts += [
        words.say("alt_letter", letter=letter, square=square)
        for letter in "abcdefgh"
        for square in _standing(view, f"letter {letter}")
    ]
    parts += [words.say(f"alt_{note.replace(' ', '_')}") for note in view.notes]
    return " ".join(parts)


def _slide_words(view: View, words: Words) -> list[str]:
    origins, targets = _standing(view, "from"), _standing(view, "ring")
    if not origins:
        return []
    lines = [words.say("alt_slide", origin=origins[0], target=targets[0])]
    taken = [f"{piece} {square}" for piece in PIECES for square in _standing(view, f"taken {piece}")]
    return [
        *lines,
        words.say("alt_taken", n=len(taken), pieces=words.join(taken)) if taken else words.say("alt_none_taken"),
    ]


def _standing(view: View, token: str) -> list[str]:
    return [square for square in _in_board_order(view.cells) if token in view.cells[square]]


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return a line for each slide up to `ply` that took something, for the last one, and for how the game ended."""
    lines = []
    for step in replayed.steps[1 : ply + 1]:
        before = _pieces(replayed, replayed.steps[step.ply - 1])
        origin, target = _ends(step)
        values = {"piece": before[origin], "origin": origin, "target": target}
        taken = [f"{before[square]} {square}" for square in step.effects["captured"]]
        if taken:
            lines.append(words.say("caption_takes", pieces=words.join(taken), **values))
        elif step.ply == ply:
            lines.append(words.say("caption_takes_nothing", **values))
    outcome = replayed.game.state(replayed.steps[ply].position)["outcome"]
    return (*lines, words.say(f"caption_{outcome['reason']}_{outcome['winner']}")) if outcome else tuple(lines)

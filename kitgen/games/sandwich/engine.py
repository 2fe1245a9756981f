"""The rules of Sandwich: openings, moves, kills, the end and the count.

A position is a frozen value. A board has one character a cell, row 1 first: A, B, x (dead) and . (empty).
Knows nothing of drawings, words or files, and does not play well: it only says what a move does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kitgen.boards import Cell, Grid, bracketed_runs, cell_name, read_cell, read_rows, rows_of
from kitgen.errors import Fault, IllegalMove, SpecError, Unreadable
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.record import line_records
from kitgen.play.replay import one_of, read_flag, settle

SIDES = ("A", "B")
EMPTY, DEAD = ".", "x"
SIZES = tuple(range(5, 16, 2))
LIMIT_FACTOR = 4  # a fill-and-count game stops after this many moves a cell

# Cells relative to the centre, (columns right, rows down): first A's three marks, then B's two.
OPENINGS: dict[str, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = {
    "cross": (((0, -1), (0, 0), (0, 1)), ((-1, 0), (1, 0))),
    "rotated": (((0, 0), (1, -1), (-1, 1)), ((-1, -1), (1, 1))),
    "diagonal": (((0, -1), (0, 1), (1, -1)), ((-1, 0), (1, 0))),
}

_PASSES = {"pass", "pa", "ps", "--", "-"}
_START_FORM = "5 to 15 rows (an odd number) of as many cells, joined with /, each A, B, x (dead) or . (empty)"


@dataclass(frozen=True, slots=True)
class Position:
    """A position: its grid and board, the side whose turn is `turn`, and how many moves were made from the start."""

    grid: Grid
    board: str
    turn: str = "B"
    played: int = 0
    fill_and_count: bool = False

    @property
    def is_full(self) -> bool:
        """Return whether no cell is empty."""
        return EMPTY not in self.board

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended: the board is full, or a fill-and-count game has reached its limit."""
        return self.is_full or (self.fill_and_count and self.played >= LIMIT_FACTOR * self.grid.size)

    def runs(self, index: int) -> tuple[tuple[int, ...], ...]:
        """Return the runs that a mark of the side to move at `index` would kill, each from its nearest cell outwards.

        Whether the cell is empty is left unchecked.
        """
        return bracketed_runs(self.grid, self.board, index, self.turn, other(self.turn))

    def kills(self, index: int) -> tuple[int, ...]:
        """Return the cells that a mark of the side to move at `index` would kill, in board order."""
        return tuple(sorted(cell for run in self.runs(index) for cell in run))


def other(side: str) -> str:
    """Return the opponent of `side`."""
    return "B" if side == "A" else "A"


@cache
def square_grid(size: int) -> Grid:
    """Return the one shared grid of `size` x `size` cells."""
    return Grid(size, size)


def opening_board(size: int, opening: str) -> str:
    """Return the board of a named opening, moved with the centre of a board of odd `size`."""
    grid, middle = square_grid(size), size // 2
    cells = [EMPTY] * grid.size
    for side, offsets in zip(SIDES, OPENINGS[opening], strict=True):
        for column, row in offsets:
            cells[grid.index((middle + column, middle + row))] = side
    return "".join(cells)


def place_mark(position: Position, index: int) -> tuple[Position, tuple[int, ...]]:
    """Return the position after the side to move marks the empty cell `index`, and the cells that die, in board order.

    All directions are counted from the position before any mark dies. Whether the cell is empty is left unchecked.
    """
    killed = position.kills(index)
    cells = list(position.board)
    cells[index] = position.turn
    for cell in killed:
        cells[cell] = EMPTY if position.fill_and_count else DEAD
    after = Position(position.grid, "".join(cells), other(position.turn), position.played + 1, position.fill_and_count)
    return after, killed


def count_marks(position: Position) -> dict[str, int]:
    """Return the live marks of each side and the dead cells."""
    board = position.board
    return {"A": board.count("A"), "B": board.count("B"), "dead": board.count(DEAD)}


def decide(position: Position) -> dict[str, Any] | None:
    """Return the outcome of a finished game, None while it goes on: more live marks win, equal is a draw."""
    if not position.is_over:
        return None
    score = count_marks(position)
    winner = "draw" if score["A"] == score["B"] else max(SIDES, key=score.__getitem__)
    return {"winner": winner, "reason": "full" if position.is_full else "move_limit", "score": score}


class Sandwich:
    """The game, as the protocol Game asks; a move is a Cell."""

    slug = "sandwich"
    sides: tuple[str, ...] = SIDES
    options: tuple[Option, ...] = (
        Option("size", 7, lambda text: int(one_of(*map(str, SIZES))(text)), "an odd number from 5 to 15"),
        Option("opening", "cross", one_of(*OPENINGS), ", ".join(OPENINGS)),
        Option("fill_and_count", False, read_flag, "true, false"),
        Option("start", None, str.strip, _START_FORM),
        Option("first", "B", one_of(*SIDES), "A, B"),
    )

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed; with `start` the size is that of its rows and `opening` is None.

        Raises SpecError with every fault found: an unknown option, a bad value, a start that is none, an opening or
        another size beside a start.
        """
        values = settle(self.options, given)
        if values["start"] is None:
            return values
        faults = _start_faults(values["start"])
        if faults:
            raise SpecError(faults)
        size = values["start"].count("/") + 1
        faults = _clashes(given, values, size)
        if faults:
            raise SpecError(faults)
        return {**values, "size": size, "opening": None}

    def start(self, options: Mapping[str, Any]) -> Position:
        """Return the start position of settled `options`; nothing is taken from a given start."""
        size = options["size"]
        if options["start"] is None:
            board = opening_board(size, options["opening"])
        else:
            read = read_rows(options["start"])
            if read is None:
                raise SpecError(_start_faults(options["start"]))
            board = read[1]
        return Position(square_grid(size), board, options["first"], 0, options["fill_and_count"])

    def to_move(self, position: Position) -> str | None:
        """Return the side to move; None when the game is over. Nobody passes."""
        return None if position.is_over else position.turn

    def legal(self, position: Position) -> tuple[str, ...]:
        """Return every empty cell by name, in board order; none when the game is over."""
        if position.is_over:
            return ()
        cells = position.grid.cells
        return tuple(cell_name(cells[i]) for i, mark in enumerate(position.board) if mark == EMPTY)

    def records(self, text: str) -> Iterable[RawRecord]:
        """Split a file into records, one a line."""
        return line_records(text)

    def read_move(self, token: Any, position: Position) -> Cell:
        """Read a cell's name in either case; whether the cell is on the board and empty is left to `apply`."""
        text = str(token)
        if text.lower() in _PASSES:
            raise Unreadable("nobody passes in sandwich")
        cell = read_cell(text)
        if cell is None:
            raise Unreadable(f"{text!r} is not a cell, written as a column letter and a row number such as D4")
        return cell

    def write_move(self, move: Cell) -> str:
        """Write a move as its cell's name, upper case."""
        return cell_name(move)

    def apply(self, position: Position, move: Cell) -> Applied:
        """Return the position after `move` and what it killed; raises IllegalMove for a cell that can't be marked."""
        why = self._refuse(position, move)
        if why:
            raise IllegalMove(why, cell_name(move), self.legal(position))
        after, killed = place_mark(position, position.grid.index(move))
        return Applied(after, {"killed": _names(position.grid, killed)})

    def _refuse(self, position: Position, move: Cell) -> str | None:
        name, grid = cell_name(move), position.grid
        if position.is_over:
            reason = "no cell is empty" if position.is_full else "the limit of moves is reached"
            return f"{name} comes after the end of the game: {reason}"
        if not grid.holds(move):
            return f"{name} is not on the board, which ends at {cell_name((grid.columns - 1, grid.rows - 1))}"
        mark = position.board[grid.index(move)]
        if mark == DEAD:
            return f"{name} is dead and can't be marked again"
        return None if mark == EMPTY else f"{name} already bears a mark of {mark}"

    def state(self, position: Position) -> dict[str, Any]:
        """Return board, to_move, legal and outcome, as `replay --json` prints them."""
        return {
            "board": rows_of(position.grid, position.board),
            "to_move": self.to_move(position),
            "legal": list(self.legal(position)),
            "outcome": decide(position),
        }

    def score(self, position: Position) -> dict[str, int]:
        """Return the live marks of each side and the dead cells as they stand."""
        return count_marks(position)


def _names(grid: Grid, indexes: Iterable[int]) -> list[str]:
    return [cell_name(grid.cell(index)) for index in indexes]


def _start_faults(text: str) -> list[Fault]:
    rows = text.split("/")
    faults = []
    if len(rows) not in SIZES:
        return [Fault(f"option start: {len(rows)} {'row' if len(rows) == 1 else 'rows'}", None, _START_FORM)]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows):
            faults.append(f"row {number} has {len(row)} cells, but there are {len(rows)} rows")
        if bad := re.search(r"[^ABx.]", row):
            faults.append(f"row {number} has {bad[0]!r} in cell {bad.start() + 1}")
    return [Fault(f"option start: {what}", None, _START_FORM) for what in faults]


def _clashes(given: Mapping[str, Any], values: Mapping[str, Any], size: int) -> list[Fault]:
    faults = []
    if given.get("opening") is not None:
        faults.append(Fault("option opening: a given start has no opening", None, "opening or start, not both"))
    if given.get("size") is not None and values["size"] != size:
        faults.append(Fault(f"option size: {values['size']}, but the start has {size} rows", None, "leave size out"))
    return faults


GAME = Sandwich()

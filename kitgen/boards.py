"""Square grids: the one home of cell coordinates for all board games.

A cell is (column, row), both from 0; row 0 is row 1 of the notation whichever side of the paper it is printed on.
A board is a string or tuple with one character a cell, row 1 first, so index = row * columns + column.
Does not know what the characters mean, nor how a board is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

Cell = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
ORTHOGONAL: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))

_NAME = re.compile(r"([a-zA-Z])([0-9]{1,2})")


def cell_name(cell: Cell) -> str:
    """Write a cell as column letter and row number, upper case: (3, 2) -> 'D3'. Inverse of `read_cell`."""
    return f"{chr(65 + cell[0])}{cell[1] + 1}"


@lru_cache(maxsize=4096)  # all names of all boards, and some that are none
def read_cell(name: str) -> Cell | None:
    """Read 'D3' or 'd3' as a cell; None when it is not written as one. Whether it is on a board is left unchecked."""
    match = _NAME.fullmatch(name)
    if not match or match[2].startswith("0"):
        return None
    return ord(match[1].upper()) - 65, int(match[2]) - 1


@dataclass(frozen=True)
class Grid:
    """A board's shape, `columns` x `rows`, with the rays of each cell."""

    columns: int
    rows: int

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return self.columns * self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether `cell` is on the board."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def index(self, cell: Cell) -> int:
        """Return the place of `cell` in board order (row 1 first, then by column). Inverse of `cell`."""
        return cell[1] * self.columns + cell[0]

    def cell(self, index: int) -> Cell:
        """Return the cell at `index` in board order. Inverse of `index`."""
        return index % self.columns, index // self.columns

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells in board order."""
        return tuple(self.cell(i) for i in range(self.size))

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return for each index its eight rays, in the order of DIRECTIONS: indexes from the neighbour to the edge."""
        return tuple(tuple(self._ray(cell, step) for step in DIRECTIONS) for cell in self.cells)

    def _ray(self, cell: Cell, step: Cell) -> tuple[int, ...]:
        found = []
        column, row = cell[0] + step[0], cell[1] + step[1]
        while self.holds((column, row)):
            found.append(self.index((column, row)))
            column, row = column + step[0], row + step[1]
        return tuple(found)


def bracketed_runs(grid: Grid, board: Sequence[str], index: int, own: str, enemy: str) -> tuple[tuple[int, ...], ...]:
    """Return the runs of `enemy` that a piece of `own` at `index` would bracket, nearest cell of each run first.

    A run is one or more enemies lying hard against `index` on a ray and hard against an own piece beyond.
    """
    runs = []
    for ray in grid.rays[index]:
        length = 0
        while length < len(ray) and board[ray[length]] == enemy:
            length += 1
        if length and length < len(ray) and board[ray[length]] == own:
            runs.append(ray[:length])
    return tuple(runs)


def rows_of(grid: Grid, board: Sequence[str]) -> list[str]:
    """Write a board as its rows, row 1 first. Inverse of `read_rows`."""
    return ["".join(board[r * grid.columns : (r + 1) * grid.columns]) for r in range(grid.rows)]


def read_rows(text: str) -> tuple[Grid, str] | None:
    """Read rows joined with '/', row 1 first; None unless all are of one length and there is at least one cell."""
    rows = text.strip().split("/")
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        return None
    return Grid(len(rows[0]), len(rows)), "".join(rows)

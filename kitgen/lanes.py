"""The wide-integer board: all eight directions of a grid as lanes of one integer, for bulk work.

Each row, column and diagonal stands in the integer twice, forwards and backwards, cell after cell, with one guard bit
at its end that is never set. A step in any direction is then a shift by one, and one addition carries through every
run of set bits to the cell behind it. Diagonals shorter than three cells can bracket nothing and are left out.

Knows no rule: `own` and `enemy` are wide sets of cells of one `Lanes`. Plain code on `boards.Grid` is the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache


class _Runs(dict[int, int]):
    """For one cell: wide set of run ends -> wide set of all cells between the cell and its ends, filled when asked."""

    def __init__(self, single: dict[int, int]) -> None:
        super().__init__()
        self._single = single

    def __missing__(self, ends: int) -> int:
        found, rest = 0, ends
        while rest:
            bit = rest & -rest
            rest ^= bit
            found |= self._single[bit]
        self[ends] = found
        return found


class Lanes:
    """The lanes of a grid of `columns` x `rows`; cells are indexes in board order (row 1 first).

    `marks[i]` is the wide set of cell i alone. A wide set holds each of its cells once in every lane through it.
    `diagonals` are the bits of all diagonal lanes.
    """

    def __init__(self, columns: int, rows: int) -> None:
        lines = [line for line in _lines(columns, rows) for line in (line, line[::-1])]
        self.cell_of_bit = [cell for line in lines for cell in (*line, -1)]
        self.size = columns * rows
        self.marks = [0] * self.size
        for bit, cell in enumerate(self.cell_of_bit):
            if cell >= 0:
                self.marks[cell] |= 1 << bit
        self.steps = [mark << 1 for mark in self.marks]
        straight = 2 * sum(len(line) + 1 for line in _straight_lines(columns, rows))
        self.diagonals = (1 << len(self.cell_of_bit)) - (1 << straight)
        self._once = sum(mark & -mark for mark in self.marks)
        self.runs = [_Runs(self._spans(cell)) for cell in range(self.size)]

    def _spans(self, cell: int) -> dict[int, int]:
        """Return for each end bit in a lane through `cell` the wide set of the cells between."""
        spans = {}
        for bit in (b for b, c in enumerate(self.cell_of_bit) if c == cell):
            between, end = 0, bit + 1
            while self.cell_of_bit[end] >= 0:
                spans[1 << end] = between
                between |= self.marks[self.cell_of_bit[end]]
                end += 1
        return spans

    def gather(self, cells: Iterable[int]) -> int:
        """Return the wide set of `cells`. Inverse of `list_cells`."""
        found = 0
        for cell in cells:
            found |= self.marks[cell]
        return found

    def list_cells(self, wide: int) -> Iterator[int]:
        """Yield the cells that have a bit in `wide` in board order; a bit in any one lane is enough."""
        found = 0
        while wide:
            bit = wide & -wide
            wide ^= bit
            found |= 1 << self.cell_of_bit[bit.bit_length() - 1]
        while found:
            bit = found & -found
            found ^= bit
            yield bit.bit_length() - 1

    def count(self, wide: int) -> int:
        """Return the number of cells in the wide set `wide`."""
        return (wide & self._once).bit_count()

    def bracketed(self, cell: int, own: int, enemy: int, along: int = -1) -> int:
        """Return the wide set of the enemies in runs lying hard between `cell` and an own mark beyond.

        `along` holds the bits of the lanes to look at (`diagonals`, or all).
        """
        return self.runs[cell][(enemy + (self.steps[cell] & enemy)) & own & along]

    def bracketing(self, own: int, enemy: int, free: int) -> int:
        """Return bits of the `free` cells from which at least one run of enemies would be bracketed."""
        return (enemy + ((own << 1) & enemy)) & free


def _straight_lines(columns: int, rows: int) -> Iterator[list[int]]:
    across, down = range(columns), range(rows)
    yield from ([row * columns + column for column in across] for row in down)
    yield from ([row * columns + column for row in down] for column in across)


def _lines(columns: int, rows: int) -> Iterator[list[int]]:
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    yield from _straight_lines(columns, rows)
    for rising in (1, -1):
        for level in range(-rows, columns + rows):
            line = [row * columns + column for column, row in cells if column - rising * row == level]
            if len(line) >= 3:
                yield line


@cache
def square_lanes(size: int) -> Lanes:
    """Return the one shared `Lanes` of `size` x `size` cells."""
    return Lanes(size, size)

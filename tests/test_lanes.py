"""The wide-integer board against the plain runs of `boards`, on grids of any shape."""

from hypothesis import given
from hypothesis import strategies as st

from kitgen.boards import Grid, bracketed_runs
from kitgen.lanes import Lanes, square_lanes


@st.composite
def boards(draw):
    columns, rows = draw(st.sampled_from(((3, 3), (7, 7), (8, 8), (5, 9), (9, 4), (1, 6), (15, 15))))
    cells = draw(st.lists(st.sampled_from("oee."), min_size=columns * rows, max_size=columns * rows))
    return Grid(columns, rows), "".join(cells)


LANES = {}


def lanes_of(grid):
    return LANES.setdefault(grid, Lanes(grid.columns, grid.rows))


def wide(lanes, board, mark):
    return lanes.gather(i for i, cell in enumerate(board) if cell == mark)


def is_slanted(grid, a, b):
    return all(x != y for x, y in zip(grid.cell(a), grid.cell(b), strict=True))


@given(boards())
def test_bracketed_marks_are_those_of_the_plain_runs(case):
    grid, board = case
    lanes = lanes_of(grid)
    own, enemy, free = (wide(lanes, board, mark) for mark in "oe.")
    found = set(lanes.list_cells(lanes.bracketing(own, enemy, free)))
    for index in (i for i, mark in enumerate(board) if mark == "."):
        plain = sorted(cell for run in bracketed_runs(grid, board, index, "o", "e") for cell in run)
        killed = lanes.bracketed(index, own, enemy)
        assert list(lanes.list_cells(killed)) == plain
        assert lanes.count(killed) == len(plain)
        assert killed == lanes.gather(plain)
        slanted = lanes.list_cells(lanes.bracketed(index, own, enemy, lanes.diagonals))
        assert list(slanted) == [cell for cell in plain if is_slanted(grid, index, cell)]
        assert (index in found) == bool(plain)


@given(boards())
def test_a_set_lists_the_cells_it_was_gathered_from(case):
    grid, board = case
    lanes = lanes_of(grid)
    cells = [i for i, mark in enumerate(board) if mark == "o"]
    assert list(lanes.list_cells(lanes.gather(cells))) == cells
    assert lanes.count(lanes.gather(cells)) == len(cells)


def test_the_width_on_8x8():
    """16 rows and columns of 8, and two sets of 11 diagonals (lengths 3 to 8 to 3), each twice, each with its guard."""
    diagonals = 2 * sum((3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3))
    assert len(square_lanes(8).cell_of_bit) == 2 * (16 * 8 + 16 + diagonals + 22)
    assert square_lanes(8) is square_lanes(8)

"""Laws of Sandwich over random positions and games; its second implementation (conftest.py) on thousands of games."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.boards import Grid, cell_name
from kitgen.games.sandwich import GAME
from kitgen.games.sandwich.engine import OPENINGS, Position, count_marks, other, place_mark, square_grid
from kitgen.play.replay import play, report


@st.composite
def positions(draw):
    """Positions of any marks, with at least one empty cell, and one of those cells."""
    size = draw(st.sampled_from((5, 7, 9)))
    cells = draw(st.lists(st.sampled_from("AABB.x"), min_size=size * size, max_size=size * size))
    index = draw(st.integers(0, size * size - 1))
    cells[index] = "."
    fill_and_count = draw(st.booleans())
    return Position(square_grid(size), "".join(cells), draw(st.sampled_from("AB")), 0, fill_and_count), index


@given(positions())
def test_kills_only_enemies_and_leaves_the_rest(case):
    position, index = case
    after, killed = place_mark(position, index)
    gone = "." if position.fill_and_count else "x"
    for cell, (was, now) in enumerate(zip(position.board, after.board, strict=True)):
        if cell in killed:
            assert (was, now) == (other(position.turn), gone)
        else:
            assert now == (position.turn if cell == index else was)
    assert after.turn == other(position.turn) and after.played == 1


@given(positions())
def test_live_dead_and_empty_make_the_board(case):
    position, index = case
    after, killed = place_mark(position, index)
    score = count_marks(after)
    empty = position.board.count(".") - 1 + (len(killed) if position.fill_and_count else 0)
    assert sum(score.values()) + empty == position.grid.size


class Turned(Grid):
    """A grid whose rays come in another order."""

    order = (3, 6, 0, 5, 7, 2, 4, 1)

    @property
    def rays(self):
        return tuple(tuple(rays[k] for k in self.order) for rays in Grid(self.columns, self.rows).rays)


@given(positions(), st.permutations(range(8)))
def test_the_order_of_directions_does_not_matter(case, order):
    position, index = case
    grid = Turned(position.grid.columns, position.grid.rows)
    object.__setattr__(grid, "order", tuple(order))
    turned = Position(grid, position.board, position.turn, 0, position.fill_and_count)
    assert place_mark(turned, index)[0].board == place_mark(position, index)[0].board


def symmetries(size):
    """Yield the eight maps of (column, row) that leave a square board a square board."""
    last = size - 1
    for swap in (False, True):
        for left, up in ((False, False), (False, True), (True, False), (True, True)):

            def move(cell, swap=swap, left=left, up=up):
                column, row = cell[::-1] if swap else cell
                return (last - column if left else column), (last - row if up else row)

            yield move


@given(positions())
def test_eight_symmetries_commute_with_play(case):
    position, index = case
    grid = position.grid
    after = place_mark(position, index)[0].board
    for turn in symmetries(grid.columns):

        def carry(board, turn=turn):
            cells = [""] * grid.size
            for cell, mark in zip(grid.cells, board, strict=True):
                cells[grid.index(turn(cell))] = mark
            return "".join(cells)

        moved = Position(grid, carry(position.board), position.turn, 0, position.fill_and_count)
        assert place_mark(moved, grid.index(turn(grid.cell(index))))[0].board == carry(after)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(sorted(OPENINGS)), st.sampled_from((5, 7, 9, 15)))
def test_a_game_lasts_cells_minus_five_moves_and_dead_stay_dead(seed, opening, size):
    chance = Random(seed)
    position = GAME.start(GAME.settle({"size": size, "opening": opening}))
    plies, dead, movers = 0, set(), ""
    while GAME.to_move(position):
        movers += GAME.to_move(position)
        position = GAME.apply(position, GAME.read_move(chance.choice(GAME.legal(position)), position)).position
        now = {i for i, mark in enumerate(position.board) if mark == "x"}
        assert dead <= now
        plies, dead = plies + 1, now
    assert plies == size * size - 5
    assert movers == "BA" * (plies // 2)


def play_both(second_rules, chance, size, options):
    start = GAME.start(GAME.settle({"size": size, **options}))
    rows = report(play(GAME, GAME.settle({"size": size, **options}), []))["board"]
    second = second_rules(rows, start.turn, start.fill_and_count)
    position = start
    for _ in range(size * size - 5 if not start.fill_and_count else 40):
        if position.is_over:
            break
        index = chance.choice([i for i, mark in enumerate(position.board) if mark == "."])
        position, killed = place_mark(position, index)
        name = cell_name(position.grid.cell(index))
        assert second.play(name) == sorted(cell_name(position.grid.cell(i)) for i in killed)
        assert "".join(second.rows()) == position.board
    return position


@pytest.mark.parametrize(("size", "games"), [(5, 1000), (7, 900), (9, 80), (15, 4)])
def test_a_second_implementation_agrees_on_random_games(second_rules, size, games):
    chance, openings = Random(size), sorted(OPENINGS)
    finished = [play_both(second_rules, chance, size, {"opening": openings[k % 3]}) for k in range(games)]
    assert all(position.is_full for position in finished)
    assert {position.board.count("A") > position.board.count("B") for position in finished} == {
        True,
        False,
    } or games < 9


def test_a_second_implementation_agrees_on_fill_and_count(second_rules):
    chance = Random(1)
    for _ in range(150):
        play_both(second_rules, chance, 7, {"fill_and_count": True, "first": chance.choice("AB")})

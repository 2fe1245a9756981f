"""The checks behind sentences about play: worked by hand, and shown to fail where the sentence is false."""

from __future__ import annotations

import pytest

from kitgen.boards import DIRECTIONS
from kitgen.games.sandwich import advice
from kitgen.games.sandwich.engine import GAME, Position

EAST, SOUTH, SOUTH_EAST = (DIRECTIONS.index(step) for step in ((1, 0), (0, 1), (1, 1)))


def stand(*rows: str) -> Position:
    return GAME.start(GAME.settle({"start": "/".join(rows)}))


def die(direction: int, *lived: Position) -> advice.Death:
    """An A at B2 that dies along a line, having lived through some positions."""
    return advice.Death(6, "A", direction, lived)


OPEN = stand(".....", "BAA..", ".....", ".....", ".....")
WALLED = stand(".....", "AA...", ".....", ".....", ".....")
BY_DEAD = stand(".....", "BAx..", ".....", ".....", ".....")
BETWEEN = stand(".....", "BAAB.", ".....", ".....", ".....")
ALONE = stand(".....", ".A...", ".....", ".....", ".....")


@pytest.mark.parametrize(
    ("position", "direction", "ends"),
    [
        (OPEN, EAST, (".", "B")),
        (WALLED, EAST, (".", "edge")),
        (BY_DEAD, EAST, ("x", "B")),
        (BETWEEN, EAST, ("B", "B")),
        (BETWEEN, SOUTH, (".", ".")),
        (BETWEEN, SOUTH_EAST, (".", ".")),
    ],
)
def test_ends_of_a_line(position: Position, direction: int, ends: tuple[str, str]) -> None:
    assert die(direction, position).ends(position) == ends


def test_each_check_refuses_a_death_that_its_sentence_excludes() -> None:
    assert advice.only_open_runs_die([die(EAST, WALLED, OPEN)])
    assert not advice.only_open_runs_die([die(EAST, ALONE)])
    assert not advice.only_open_runs_die([die(EAST, OPEN, BETWEEN)])
    assert advice.walled_runs_live([die(SOUTH, WALLED, BY_DEAD), die(EAST, ALONE, OPEN)])
    assert not advice.walled_runs_live([die(EAST, WALLED, OPEN)])
    assert not advice.walled_runs_live([die(EAST, BY_DEAD, OPEN)])
    assert advice.between_lives([die(SOUTH, BETWEEN), die(EAST, OPEN)])
    assert not advice.between_lives([die(EAST, OPEN, BETWEEN, OPEN)])


def test_the_share_of_diagonals() -> None:
    assert advice.share_diagonal([die(EAST), die(SOUTH), die(SOUTH_EAST)]) == 33


@pytest.mark.parametrize("opening", ["cross", "rotated", "diagonal"])
def test_seeded_games_agree_with_the_advice(opening: str) -> None:
    deaths = list(advice.list_deaths(7, opening, games=20, seed=3))
    assert len(deaths) > 100
    assert advice.only_open_runs_die(deaths) and advice.walled_runs_live(deaths) and advice.between_lives(deaths)


def test_the_advice_is_false_where_killed_cells_are_empty_again() -> None:
    deaths = list(advice.list_deaths(7, "cross", games=10, seed=1, fill_and_count=True))
    assert advice.only_open_runs_die(deaths)
    assert not advice.walled_runs_live(deaths)
    assert not advice.between_lives(deaths)


def test_a_death_begins_where_its_mark_was_drawn() -> None:
    deaths = list(advice.list_deaths(7, "rotated", games=5, seed=2))
    first = GAME.start(GAME.settle({"opening": "rotated"}))
    assert all({p.board[death.index] for p in death.lived} == {death.side} for death in deaths)
    drawn = [death for death in deaths if death.lived[0] != first]
    assert drawn and all(death.lived[0].turn != death.side for death in drawn)

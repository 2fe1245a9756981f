"""The numbers and claims that texts may use: against numbers worked by hand, and claims that must fail where false."""

import pytest

from kitgen.games.sandwich import GAME, facts
from kitgen.games.sandwich.engine import OPENINGS


def counts(**options):
    return facts.counts(GAME.settle(options))


def claims(**options):
    return facts.claims(GAME.settle(options))


WORKED = {  # games.md: 44 moves on 7x7, 76 on 9x9; the rest by arithmetic on the patterns
    7: {"cells": 49, "moves": 44, "a_moves": 22, "b_moves": 22, "centre": "D4", "last_cell": "G7", "limit_moves": 196},
    9: {"cells": 81, "moves": 76, "a_moves": 38, "b_moves": 38, "centre": "E5", "last_cell": "I9", "limit_moves": 324},
    5: {"cells": 25, "moves": 20, "a_moves": 10, "b_moves": 10, "centre": "C3", "last_cell": "E5", "limit_moves": 100},
}


@pytest.mark.parametrize("size", WORKED)
@pytest.mark.parametrize("opening", OPENINGS)
def test_numbers_of_each_board(size, opening):
    found = counts(size=size, opening=opening)
    assert {name: found[name] for name in WORKED[size]} == WORKED[size]
    assert (found["start_marks"], found["a_start"], found["b_start"]) == (5, 3, 2)
    assert (found["sides"], found["directions"], found["size"]) == (2, 8, size)


def test_fill_and_count_stops_at_the_same_number_of_moves():
    assert counts(fill_and_count=True)["moves"] == 44


def test_neighbouring_sizes():
    assert {k: v for k, v in counts(size=7).items() if k.startswith(("small_", "large_"))} == {
        "small_size": 5,
        "small_moves": 20,
        "large_size": 9,
        "large_moves": 76,
    }
    assert (counts(size=5)["small_size"], counts(size=15)["large_size"]) == (5, 15)


def test_first_kills_of_each_opening():
    found = counts()
    assert found["cross_first_kill_cells"] == found["diagonal_first_kill_cells"] == "C2, E2, C6, E6"
    assert [found[f"{o}_first_kills"] for o in ("cross", "rotated", "diagonal")] == [4, 0, 4]
    assert [found[f"{o}_most_first_kills"] for o in ("cross", "rotated", "diagonal")] == [1, 0, 2]


def test_measured_numbers_are_those_of_the_board_in_hand():
    """games.md: random on cross about 16-15, A winning 58 %; greedy 14-12 with A at 55 %."""
    found = counts()
    assert abs(found["random_cross_a_mean"] - 16) <= 0.5 and abs(found["random_cross_b_mean"] - 15) <= 0.5
    assert abs(found["greedy_cross_a_mean"] - 14) <= 0.5 and abs(found["greedy_cross_b_mean"] - 12) <= 0.5
    assert abs(found["random_cross_a_win_percent"] - 58) <= 1 and abs(found["greedy_cross_a_win_percent"] - 55) <= 1
    assert found["random_a_wins"] + found["random_b_wins"] + found["random_draws"] == found["match_games"]
    assert found["random_a_wins"] != counts(opening="rotated")["random_a_wins"] != counts(size=9)["random_a_wins"]
    assert "random_a_wins" not in counts(size=11)


def test_a_start_of_ones_own_has_numbers_too():
    found = counts(start="AB.../...../...../...../....x", first="A")
    assert (found["a_start"], found["b_start"], found["start_marks"], found["moves"]) == (1, 1, 2, 22)
    assert "between_lives" not in claims(start="AB.../...../...../...../....x")


FALSE = {  # what is false of each opening; every other claim holds
    "cross": {"no_killing_first_move", "first_double_kill", "centre_starts_empty", "greedy_favours_b"},
    "rotated": {
        "killing_first_move", "each_first_kill_takes_one", "first_double_kill", "centre_starts_empty",
        "line_of_three_at_start", "greedy_favours_b",
    },
    "diagonal": {
        "no_killing_first_move", "each_first_kill_takes_one", "centre_lives_at_start", "line_of_three_at_start",
        "greedy_favours_a",
    },
}  # fmt: skip


@pytest.mark.parametrize("opening", OPENINGS)
def test_claims_hold_where_they_are_true_and_fail_where_they_are_false(opening):
    found = claims(opening=opening)
    assert {name for name, holds in found.items() if not holds()} == FALSE[opening]
    assert len(found) > 30


def test_other_starts_break_the_claims_about_games():
    """A start that A begins, with an even number of empty cells: B moves last there, and A first."""
    found = claims(start="...../...../...../..x../.....", first="A")
    assert not found["b_moves_first"]() and not found["a_moves_last"]()
    assert found["lasts_all_moves"]()
    assert not claims(fill_and_count=True)["lasts_all_moves"]()

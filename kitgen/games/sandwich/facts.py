"""Numbers and claims of Sandwich that its texts may use: counted by the engine, measured by seeded games, or tried.

A claim's check plays: on a small board made for it, on every first move of an opening, or on seeded games. Knows no
text; the measured figures come from results.py, which a test measures anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from kitgen.boards import DIRECTIONS, cell_name
from kitgen.chance import Chance
from kitgen.games.sandwich import advice
from kitgen.games.sandwich.engine import (
    DEAD,
    EMPTY,
    GAME,
    LIMIT_FACTOR,
    OPENINGS,
    SIDES,
    SIZES,
    Position,
    decide,
    place_mark,
    square_grid,
)
from kitgen.games.sandwich.results import Result, find_result
from kitgen.games.sandwich.stats import count_stopped

GAMES, SEED = 20, 1  # seeded games of random moves in which a law is tried


# ---------------------------------------------------------------- numbers


def counts(options: Mapping[str, Any]) -> Mapping[str, int | float | str]:
    """Return the numbers by name for settled `options`; those of measured games only where games were measured."""
    start = GAME.start(options)
    size, cells = start.grid.columns, start.grid.size
    found: dict[str, int | float | str] = {
        "size": size,
        "cells": cells,
        "sides": len(SIDES),
        "directions": len(DIRECTIONS),
        "a_start": start.board.count("A"),
        "b_start": start.board.count("B"),
        "start_marks": cells - start.board.count(EMPTY) - start.board.count(DEAD),
        "centre": cell_name((size // 2, size // 2)),
        "last_column": chr(64 + size),
        "last_cell": cell_name((size - 1, size - 1)),
        "limit_factor": LIMIT_FACTOR,
        "limit_moves": LIMIT_FACTOR * cells,
        "smallest_size": SIZES[0],
        "largest_size": SIZES[-1],
    }
    found |= _count_moves(start) | _count_neighbours(size) | _count_first_kills(size)
    if options["opening"]:
        found |= _count_results(size, options["opening"])
    return found


def _count_moves(start: Position) -> dict[str, int | float | str]:
    """Return how many moves fill the board when dead cells stay dead; fill-and-count stops at the same number."""
    start = replace(start, fill_and_count=False)
    movers = [position.turn for position, _ in _play_random(start, Chance(SEED))]
    return {"moves": len(movers), "a_moves": movers.count("A"), "b_moves": movers.count("B")}


def _count_neighbours(size: int) -> dict[str, int | float | str]:
    """Return the next smaller and larger sizes, and how many moves they make."""
    found: dict[str, int | float | str] = {}
    for name, other in (("small", max(size - 2, SIZES[0])), ("large", min(size + 2, SIZES[-1]))):
        found[f"{name}_size"] = other
        found[f"{name}_moves"] = GAME.start(GAME.settle({"size": other})).board.count(EMPTY)
    return found


def _count_first_kills(size: int) -> dict[str, int | float | str]:
    found: dict[str, int | float | str] = {}
    for opening in OPENINGS:
        kills = first_kills(size, opening)
        found[f"{opening}_first_kills"] = len(kills)
        found[f"{opening}_first_kill_cells"] = ", ".join(kills)
        found[f"{opening}_most_first_kills"] = max(map(len, kills.values()), default=0)
    return found


@cache
def first_kills(size: int, opening: str) -> Mapping[str, tuple[str, ...]]:
    """Return the first moves that kill from an opening, in board order, and what each kills."""
    start = GAME.start(GAME.settle({"size": size, "opening": opening}))
    names = [cell_name(cell) for cell in start.grid.cells]
    killing = {i: start.kills(i) for i, mark in enumerate(start.board) if mark == EMPTY}
    return {names[i]: tuple(names[k] for k in killed) for i, killed in killing.items() if killed}


def _count_results(size: int, opening: str) -> dict[str, int | float | str]:
    found: dict[str, int | float | str] = {}
    for player in ("random", "greedy"):
        row = find_result(size, opening, player, player)
        if row:
            found |= {"match_games": row.games, "result_games": row.games} | _tell_result(player, row)
        for name in OPENINGS:
            other = find_result(size, name, player, player)
            found |= _tell_means(f"{player}_{name}", other) if other else {}
    random, mixed = (find_result(size, opening, "random", b) for b in ("random", "greedy"))
    if random and mixed:
        found["diagonal_kill_percent"] = round(100 * random.kills_slanting / random.kills)
        found["greedy_beats_random"] = mixed.wins_b  # greedy has B, the side that wins less often between equals
    return found


def _tell_result(player: str, row: Result) -> dict[str, int | float | str]:
    """Return a row's games won by each side and drawn, and each side's marks at the end, with one decimal."""
    return {
        f"{player}_a_wins": row.wins_a,
        f"{player}_b_wins": row.wins_b,
        f"{player}_draws": row.draws,
        f"{player}_a_marks": round(row.mean_a, 1),
        f"{player}_b_marks": round(row.mean_b, 1),
    }


def _tell_means(prefix: str, row: Result) -> dict[str, int | float | str]:
    return {
        f"{prefix}_a_mean": round(row.mean_a, 1),
        f"{prefix}_b_mean": round(row.mean_b, 1),
        f"{prefix}_a_win_percent": row.percent(row.wins_a),
        f"{prefix}_b_win_percent": row.percent(row.wins_b),
        f"{prefix}_draw_percent": row.percent(row.draws),
    }


# ---------------------------------------------------------------- claims


def claims(options: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
    """Return the checks by name for settled `options`; those about an opening where there is one."""
    start = GAME.start(options)
    size = start.grid.columns
    found: dict[str, Callable[[], bool]] = {
        "b_moves_first": lambda: start.turn == "B",
        "a_moves_last": lambda: all(_movers(g)[-1] == "A" and g[-1][1].is_full for g in _games(start)),
        "lasts_all_moves": lambda: {len(g) for g in _games(start)} == {start.board.count(EMPTY)},
        "each_moves_as_often": lambda: all(len(_movers(g)) == 2 * _movers(g).count("A") for g in _games(start)),
        "nobody_passes": lambda: all(_alternates(g) for g in _games(start)),
        "only_mover_kills": lambda: all(_own_lives(g) for g in _games(start)),
        "dead_stay_dead": lambda: all(_dead_stay(g) for g in _games(start)),
        "more_live_marks_win": _more_live_wins,
        **_claims_of_kills(),
        **_claims_of_fill_and_count(size),
        "cross_opens_with_kills": lambda: bool(first_kills(size, "cross")),
        "rotated_opens_quietly": lambda: not first_kills(size, "rotated"),
        "diagonal_opens_with_double": lambda: max(map(len, first_kills(size, "diagonal").values())) > 1,
    }
    if options["opening"]:
        found |= _claims_of_opening(start, options["opening"]) | _claims_of_results(size, options["opening"])
    return found


def _claims_of_kills() -> dict[str, Callable[[], bool]]:
    """Return claims tried on one row of a small board, where A marks E1, or on a board made for them."""
    return {
        "single_mark_dies": lambda: _killed_by_last("..AB.") == 1,
        "whole_run_dies": lambda: _killed_by_last("ABBB.") == 3,
        "gap_breaks_run": lambda: _killed_by_last("A.BB.") == 0,
        "gap_beside_new_mark_saves": lambda: _killed_by_last("ABB..") == 0,
        "dead_cell_breaks_run": lambda: _killed_by_last("AxBB.") == 0,
        "dead_cell_is_no_end": lambda: _killed_by_last("xBBB.") == 0,
        "edge_breaks_run": lambda: _killed_by_last("BBBB.") == 0,
        "pair_needs_far_mark": lambda: _killed_by_last(".ABB.") == 2 and _killed_by_last("..BB.") == 0,
        "two_lines_at_once": lambda: _killed_by_last("..AB.", "...B.", "..A..") == 2,
        "diagonals_count": lambda: _killed_by_last(".....", "...B.", "..A..") == 1,
        "marks_need_not_touch": lambda: "E5" in GAME.legal(_stand("A....")),
    }


def _claims_of_fill_and_count(size: int) -> dict[str, Callable[[], bool]]:
    def reopens() -> bool:
        after, killed = place_mark(_stand("..AB.", fill_and_count=True), 4)
        return killed == (3,) and "D1" in GAME.legal(after)

    return {
        "fill_and_count_reopens": reopens,
        "fill_and_count_may_not_end": lambda: count_stopped(size, "cross", GAMES, SEED) > 0,
    }


def _claims_of_opening(start: Position, opening: str) -> dict[str, Callable[[], bool]]:
    size, middle = start.grid.columns, start.grid.size // 2
    kills = first_kills(size, opening)
    deaths = _deaths(size, opening)
    return {
        "killing_first_move": lambda: bool(kills),
        "no_killing_first_move": lambda: not kills,
        "each_first_kill_takes_one": lambda: {len(killed) for killed in kills.values()} == {1},
        "first_double_kill": lambda: any(len(killed) > 1 for killed in kills.values()),
        "centre_lives_at_start": lambda: _stands_between(start, middle) and start.board[middle] == "A",
        "centre_starts_empty": lambda: start.board[middle] == EMPTY,
        "line_of_three_at_start": lambda: all(start.board[middle + step] == "A" for step in (-size, 0, size)),
        "between_is_safe": lambda: all(_own_lives(g) for g in _games(start)) and advice.between_lives(deaths()),
        "between_lives": lambda: advice.between_lives(deaths()),
        "only_open_runs_die": lambda: advice.only_open_runs_die(deaths()),
        "walled_runs_live": lambda: advice.walled_runs_live(deaths()),
    }


def _claims_of_results(size: int, opening: str) -> dict[str, Callable[[], bool]]:
    rows = {(a, b): find_result(size, opening, a, b) for a in ("random", "greedy") for b in ("random", "greedy")}
    random, greedy, mixed = rows["random", "random"], rows["greedy", "greedy"], rows["random", "greedy"]
    if not (random and greedy and mixed):
        return {}
    return {
        "greedy_beats_random": lambda: mixed.wins_b > 2 * (mixed.games - mixed.wins_b),
        "diagonals_kill": lambda: 3 * random.kills_slanting >= random.kills,
        "random_favours_a": lambda: random.wins_a > random.wins_b and random.marks_a > random.marks_b,
        "greedy_favours_a": lambda: greedy.wins_a > greedy.wins_b and greedy.marks_a > greedy.marks_b,
        "greedy_favours_b": lambda: greedy.wins_a < greedy.wins_b and greedy.marks_a < greedy.marks_b,
        "draws_happen": lambda: random.draws > 0 and greedy.draws > 0,
    }


# ---------------------------------------------------------------- boards and games to try them on


def _stand(*rows: str, **options: Any) -> Position:
    """Return a position of 5 x 5 cells whose first rows are given, A to move."""
    start = "/".join([*rows, *["....."] * (5 - len(rows))])
    return GAME.start(GAME.settle({"start": start, "first": "A", **options}))


def _killed_by_last(*rows: str) -> int:
    return len(_stand(*rows).kills(4))


def _more_live_wins() -> bool:
    rows = ("AAAAA", "AAAAA", "xxxxx", "BBBBB", "BBBB")
    ends = {last: decide(_stand(*rows[:4], rows[4] + last)) for last in "ABx"}
    return [end and end["winner"] for end in ends.values()] == ["A", "draw", "A"]


_Played = tuple[tuple[Position, Position], ...]


def _play_random(start: Position, chance: Chance) -> Iterator[tuple[Position, Position]]:
    """Play random moves to the end; yield the position before and after each."""
    position = start
    while not position.is_over:
        empty = [i for i, mark in enumerate(position.board) if mark == EMPTY]
        after = place_mark(position, chance.choice(empty))[0]
        yield position, after
        position = after


@cache
def _games(start: Position) -> tuple[_Played, ...]:
    chance = Chance(SEED)
    return tuple(tuple(_play_random(start, chance)) for _ in range(GAMES))


def _deaths(size: int, opening: str) -> Callable[[], tuple[advice.Death, ...]]:
    return lambda: _list_deaths(size, opening)


@cache
def _list_deaths(size: int, opening: str) -> tuple[advice.Death, ...]:
    return tuple(advice.list_deaths(size, opening))


def _movers(game: _Played) -> list[str]:
    return [before.turn for before, _ in game]


def _alternates(game: _Played) -> bool:
    movers = _movers(game)
    return all(a != b for a, b in pairwise(movers))


def _own_lives(game: _Played) -> bool:
    """Return whether no mover ever lost a mark by its own move."""
    return all(after.board.count(before.turn) == before.board.count(before.turn) + 1 for before, after in game)


def _dead_stay(game: _Played) -> bool:
    return all(
        now == DEAD for before, after in game for was, now in zip(before.board, after.board, strict=True) if was == DEAD
    )


def _stands_between(position: Position, index: int) -> bool:
    """Return whether the mark at `index` stands hard between two enemies of a line."""
    enemy = "A" if position.board[index] == "B" else "B"
    rays = square_grid(position.grid.columns).rays[index]
    first = [position.board[ray[0]] if ray else "" for ray in rays]
    return any(first[k] == first[k + 4] == enemy for k in range(4))

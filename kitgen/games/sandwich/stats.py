"""Seeded games of simple players against each other, and what came of them.

Players: `random` marks any empty cell; `greedy` one of the cells that kill most, ties at random. They are played on
wide integers (kitgen.lanes), held to the plain engine by a property test. Does not play well, and proves nothing about
good play. `python -m kitgen.games.sandwich.stats` prints the table that results.py holds.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kitgen.chance import Chance
from kitgen.games.sandwich.engine import EMPTY, LIMIT_FACTOR, OPENINGS, SIDES, opening_board
from kitgen.games.sandwich.results import Result
from kitgen.lanes import Lanes, square_lanes

Pick = Callable[[Lanes, list[int], int, int, Chance], int]

GAMES, SEED = 2000, 1
MATCHES = (("random", "random"), ("greedy", "greedy"), ("random", "greedy"))  # A's player, then B's
TABLE = tuple((size, opening, a, b) for size in (7, 9) for opening in OPENINGS for a, b in MATCHES)


@dataclass(slots=True)
class Move:
    """One move of a fast game: its cell, the wide sets of A's and B's live marks after it, and of what it killed."""

    cell: int
    a: int
    b: int
    killed: int
    killed_slanting: int


def pick_random(lanes: Lanes, empty: list[int], own: int, enemy: int, chance: Chance) -> int:
    """Return any of the `empty` cells, each as likely."""
    return chance.choice(empty)


def pick_greedy(lanes: Lanes, empty: list[int], own: int, enemy: int, chance: Chance) -> int:
    """Return one of the `empty` cells that kill most, each of these as likely; `empty` is in board order."""
    killing = lanes.bracketing(own, enemy, lanes.gather(empty))
    if not killing:
        return chance.choice(empty)
    cells = list(lanes.list_cells(killing))
    counts = [lanes.count(lanes.bracketed(cell, own, enemy)) for cell in cells]
    most = max(counts)
    return chance.choice([cell for cell, count in zip(cells, counts, strict=True) if count == most])


PLAYERS: dict[str, Pick] = {"random": pick_random, "greedy": pick_greedy}


def play_fast(
    size: int, opening: str, players: tuple[str, str], chance: Chance, fill_and_count: bool = False
) -> Iterator[Move]:
    """Play one game from an opening, B first; `players` are A's and B's.

    Yields each move up to the end of the game.
    """
    lanes, board = square_lanes(size), opening_board(size, opening)
    live = [lanes.gather(i for i, mark in enumerate(board) if mark == side) for side in SIDES]
    empty = [i for i, mark in enumerate(board) if mark == EMPTY]
    picks = [PLAYERS[name] for name in players]
    side, left = 1, LIMIT_FACTOR * len(board)
    while empty and left:
        cell = picks[side](lanes, empty, live[side], live[1 - side], chance)
        killed = lanes.bracketed(cell, live[side], live[1 - side])
        slanting = lanes.bracketed(cell, live[side], live[1 - side], lanes.diagonals) if killed else 0
        empty.remove(cell)
        live[side] |= lanes.marks[cell]
        live[1 - side] ^= killed
        if fill_and_count:
            for freed in lanes.list_cells(killed):
                insort(empty, freed)
            left -= 1
        side = 1 - side
        yield Move(cell, live[0], live[1], killed, slanting)


def measure(size: int, opening: str, players: tuple[str, str], games: int, seed: int) -> Result:
    """Play `games` games from one seed; return the sums of live marks, wins, draws and kills."""
    chance, count = Chance(seed), square_lanes(size).count
    marks_a = marks_b = wins_a = wins_b = kills = slanting = 0
    for _ in range(games):
        moves = list(play_fast(size, opening, players, chance))
        live_a, live_b = count(moves[-1].a), count(moves[-1].b)
        marks_a, marks_b = marks_a + live_a, marks_b + live_b
        wins_a, wins_b = wins_a + (live_a > live_b), wins_b + (live_a < live_b)
        kills += sum(count(move.killed) for move in moves if move.killed)
        slanting += sum(count(move.killed_slanting) for move in moves if move.killed)
    draws = games - wins_a - wins_b
    return Result(size, opening, *players, games, seed, marks_a, marks_b, wins_a, wins_b, draws, kills, slanting)


def count_stopped(size: int, opening: str, games: int, seed: int) -> int:
    """Return how many of `games` random fill-and-count games are stopped by the limit with empty cells left."""
    chance, lanes = Chance(seed), square_lanes(size)
    ends = [list(play_fast(size, opening, MATCHES[0], chance, True))[-1] for _ in range(games)]
    return sum(lanes.count(end.a | end.b) < lanes.size for end in ends)


def measure_all() -> tuple[Result, ...]:
    """Return every row of the table that results.py holds, measured anew."""
    return tuple(measure(size, opening, (a, b), GAMES, SEED) for size, opening, a, b in TABLE)


if __name__ == "__main__":
    for row in measure_all():
        print(f"    Result{tuple(row)},".replace("'", '"'))

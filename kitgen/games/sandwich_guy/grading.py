"""Numbered deals: solved with the pile known, and graded by how often a half-greedy player wins them.

A deal's grade depends on its deck alone: 200 games of `players.play_half_greedy`, one after the other from
`Chance(GRADING_SEED)`, each left as soon as it is won. Does not know how deals are printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kitgen.chance import Chance
from kitgen.games.sandwich_guy.engine import Card, deal, shuffled
from kitgen.games.sandwich_guy.players import play_deal, play_half_greedy
from kitgen.games.sandwich_guy.solver import NODES, Solution, solve
from kitgen.play.work import Progress, do_all

GAMES = 200
GRADING_SEED = 1_000_003
DEALS = 1_000_000  # printed deals are numbered below this, so none is shuffled by the grading seed

# Wins in GAMES games that a deal of level 1 or 2 needs; below that it is level 3. They cut the deals
# numbered 1 to 1,000 nearly into thirds (measured.py has the count of each level).
EASIEST_NEEDS, MIDDLE_NEEDS = 30, 20


@dataclass(frozen=True, slots=True)
class Judged:
    """A numbered deal: games that half-greedy play won of GAMES, the level (1 to 3), and what the solver found."""

    number: int
    wins: int
    level: int
    solution: Solution


def count_wins(deck: Iterable[Card]) -> int:
    """Return how many of GAMES half-greedy games win a deck of 52 cards in drawing order."""
    cards, chance = tuple(deck), Chance(GRADING_SEED)
    return sum(play_deal(cards, play_half_greedy, chance, past_the_win=False).is_won for _ in range(GAMES))


@lru_cache(maxsize=1024)
def wins_of(number: int) -> int:
    """Return how many of GAMES half-greedy games win deal `number`."""
    return count_wins(shuffled(number))


def level_of(wins: int) -> int:
    """Return the level of a deal that half-greedy play wins `wins` times in GAMES."""
    if wins >= EASIEST_NEEDS:
        return 1
    return 2 if wins >= MIDDLE_NEEDS else 3


def judge(number: int) -> Judged:
    """Solve and grade deal `number`."""
    start = deal(shuffled(number))
    wins = wins_of(number)
    return Judged(number, wins, level_of(wins), solve(start.hand, start.pile, NODES))


def judge_all(numbers: Sequence[int], jobs: int = 1, progress: Progress | None = None) -> list[Judged]:
    """Solve and grade many deals over `jobs` processes (0: one a core), in the order of `numbers`."""
    return do_all(judge, numbers, jobs, progress)

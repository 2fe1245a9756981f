"""Measures what measured.py states: `python -m kitgen.games.sandwich_guy.measuring > measured.py` writes it anew.

Everything is measured in blocks of deals, so that a test can measure one block again and compare exactly. Does not
know what is printed of it.
"""

from __future__ import annotations

import sys
from collections import Counter

from kitgen.chance import Chance
from kitgen.games.sandwich_guy.engine import deal, shuffled
from kitgen.games.sandwich_guy.grading import judge
from kitgen.games.sandwich_guy.players import PLAYERS, play_deal
from kitgen.games.sandwich_guy.solver import SCORES, solve
from kitgen.play.work import do_all

DEALS, BLOCK = 10_000, 500  # deals 1 to DEALS, for the players and for the solver
GRADED, GRADED_BLOCK = 1_000, 50  # deals 1 to GRADED, for the levels
PLAY_SEED = 2_000_000  # a player's chance in deal N is Chance(PLAY_SEED + N)

Counts = tuple[int, ...]


def count_scores(block: tuple[str, int, int]) -> Counts:
    """Return how many games were lost, and won with each of SCORES left; `block` is player, first deal, end."""
    name, first, end = block
    ends: Counter[int] = Counter()
    for number in range(first, end):
        played = play_deal(shuffled(number), PLAYERS[name], Chance(PLAY_SEED + number))
        ends[played.left if played.is_won else 0] += 1
    return tuple(ends[left] for left in (0, *SCORES))


def count_solved(block: tuple[int, int]) -> Counts:
    """Return how many deals first <= N < end are lost, best won with each of SCORES left, and not settled."""
    ends: Counter[int] = Counter()
    for number in range(*block):
        start = deal(shuffled(number))
        found = solve(start.hand, start.pile)
        ends[(found.left or 0) if found.is_best else -1] += 1
    return tuple(ends[left] for left in (0, *SCORES, -1))


def count_levels(block: tuple[int, int]) -> Counts:
    """Return how many deals first <= N < end are of level 1, 2 and 3."""
    levels = Counter(judge(number).level for number in range(*block))
    return tuple(levels[level] for level in (1, 2, 3))


def spans(deals: int, block: int) -> tuple[tuple[int, int], ...]:
    """Return the blocks of deals 1 to `deals`, as (first, end)."""
    return tuple((first, first + block) for first in range(1, deals + 1, block))


def _module(jobs: int) -> str:
    head = '"""Measured by measuring.py, which also says what each count means; not to be edited by hand."""\n'
    parts = [head, "SCORES_OF = {"]
    for name in PLAYERS:
        print(f"{name}: deals 1 to {DEALS}", file=sys.stderr)
        parts.append(_rows(name, do_all(count_scores, [(name, *span) for span in spans(DEALS, BLOCK)], jobs)))
    parts.append("}\n")
    print("solver and levels", file=sys.stderr)
    parts.append(_tuple("SOLVED", do_all(count_solved, spans(DEALS, BLOCK), jobs)))
    parts.append(_tuple("LEVELS", do_all(count_levels, spans(GRADED, GRADED_BLOCK), jobs)))
    return "\n".join(parts)


def _rows(name: str, blocks: list[Counts]) -> str:
    return "\n".join([f'    "{name}": (', *(f"        {block}," for block in blocks), "    ),"])


def _tuple(name: str, blocks: list[Counts]) -> str:
    return "\n".join([f"{name} = (", *(f"    {block}," for block in blocks), ")\n"])


if __name__ == "__main__":
    print(_module(jobs=0), end="")

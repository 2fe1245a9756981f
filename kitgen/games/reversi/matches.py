"""What seeded games between two simple players gave; texts quote it, and a test plays every game again.

One player turns as many discs as it can, the other leaves its rival as few squares as it can; equal moves are drawn by
lot, and colours change from game to game. Knows no text.
"""

from __future__ import annotations

from dataclasses import dataclass

from kitgen.chance import Chance
from kitgen.games.reversi import fast
from kitgen.games.reversi.engine import OPENING
from kitgen.games.reversi.fast import Wide


@dataclass(frozen=True, slots=True)
class Match:
    """`games` games from one `seed`: how many the player of few replies won, and how many were drawn."""

    games: int
    seed: int
    wins: int
    draws: int


MEASURED = Match(1000, 1, 608, 19)


def play_match(games: int, seed: int) -> Match:
    """Play the games; the player of few replies has black in the first, third, fifth ..."""
    chance = Chance(seed)
    leads = [_play(chance, first=number % 2 == 0) for number in range(games)]
    return Match(games, seed, sum(lead > 0 for lead in leads), leads.count(0))


def _play(chance: Chance, *, first: bool) -> int:
    """Return the lead of the player of few replies at the end of one game, in discs."""
    own, other = fast.widen(OPENING, "black")
    quiet, passes = first, 0  # whose turn it is: that of few replies?
    while passes < 2:
        squares = fast.playable(own, other)
        passes = 0 if squares else passes + 1
        if squares:
            own, other = fast.put(own, other, _choose(own, other, squares, quiet, chance))
        else:
            own, other = other, own
        quiet = not quiet
    lead = fast.discs(own) - fast.discs(other)
    return lead if quiet else -lead


def _choose(own: Wide, other: Wide, squares: list[int], quiet: bool, chance: Chance) -> int:
    if quiet:
        cost = {s: len(fast.playable(*fast.put(own, other, s))) for s in squares}
    else:
        cost = {s: -fast.discs(fast.turned(own, other, s)) for s in squares}
    least = min(cost.values())
    return chance.choice([s for s in squares if cost[s] == least])

"""What full searches established about the start position, with the numbers they were found with.

Each entry was made by `solver.solve(start, side, plies, budget=30_000_000)`, one slide of each class of the start
searched to the end. It claims nothing beyond its plies. Tests prove smaller numbers of plies again, down to trees
that the plain engine checks. Does not know how the claims are worded.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoForcedWin:
    """`side` has no forced win within `plies` plies of the start, K's side to move; `nodes` were looked at."""

    side: str
    plies: int
    nodes: int


KING = NoForcedWin("king", 13, 6_580_606)
ATTACKERS = NoForcedWin("attackers", 10, 3_620_954)

"""What seeded games between simple players gave: measured by stats.py, kept here because texts quote it.

Made by `python -m kitgen.games.sandwich.stats`; a test measures every row anew. Knows how to divide and round, no rule.
"""

from __future__ import annotations

from typing import NamedTuple


class Result(NamedTuple):
    """What `games` games from one `seed` gave: sums of live marks at the end, wins, draws, and marks killed.

    `kills_slanting` of the `kills` ran along a diagonal.
    """

    size: int
    opening: str
    player_a: str
    player_b: str
    games: int
    seed: int
    marks_a: int
    marks_b: int
    wins_a: int
    wins_b: int
    draws: int
    kills: int
    kills_slanting: int

    @property
    def mean_a(self) -> float:
        """Return A's live marks at the end, on average."""
        return self.marks_a / self.games

    @property
    def mean_b(self) -> float:
        """Return B's live marks at the end, on average."""
        return self.marks_b / self.games

    def percent(self, number: int) -> int:
        """Return `number` of the games as a whole percentage, halves rounded up."""
        return (200 * number + self.games) // (2 * self.games)


RESULTS: tuple[Result, ...] = (
    Result(7, "cross", "random", "random", 2000, 1, 33009, 29904, 1159, 673, 168, 35087, 13013),
    Result(7, "cross", "greedy", "greedy", 2000, 1, 27354, 24847, 1095, 770, 135, 45799, 19040),
    Result(7, "cross", "random", "greedy", 2000, 1, 20676, 37891, 80, 1882, 38, 39433, 14989),
    Result(7, "rotated", "random", "random", 2000, 1, 32863, 29844, 1164, 677, 159, 35293, 12316),
    Result(7, "rotated", "greedy", "greedy", 2000, 1, 28319, 24989, 1161, 698, 141, 44692, 16877),
    Result(7, "rotated", "random", "greedy", 2000, 1, 20473, 37947, 63, 1900, 37, 39580, 12135),
    Result(7, "diagonal", "random", "random", 2000, 1, 32366, 30601, 1065, 779, 156, 35033, 12926),
    Result(7, "diagonal", "greedy", "greedy", 2000, 1, 26429, 26817, 892, 954, 154, 44754, 18342),
    Result(7, "diagonal", "random", "greedy", 2000, 1, 20616, 38479, 62, 1904, 34, 38905, 13111),
    Result(9, "cross", "random", "random", 2000, 1, 51002, 47657, 1155, 737, 108, 63341, 24633),
    Result(9, "cross", "greedy", "greedy", 2000, 1, 42656, 40731, 1033, 863, 104, 78613, 32165),
    Result(9, "cross", "random", "greedy", 2000, 1, 28553, 64028, 8, 1989, 3, 69419, 26859),
    Result(9, "rotated", "random", "random", 2000, 1, 51013, 47786, 1134, 751, 115, 63201, 23560),
    Result(9, "rotated", "greedy", "greedy", 2000, 1, 44662, 39643, 1188, 717, 95, 77695, 30415),
    Result(9, "rotated", "random", "greedy", 2000, 1, 28317, 63880, 9, 1987, 4, 69803, 23698),
    Result(9, "diagonal", "random", "random", 2000, 1, 50647, 47973, 1108, 780, 112, 63380, 24535),
    Result(9, "diagonal", "greedy", "greedy", 2000, 1, 41187, 42777, 867, 1031, 102, 78036, 32338),
    Result(9, "diagonal", "random", "greedy", 2000, 1, 28477, 65106, 7, 1992, 1, 68417, 24730),
)


def find_result(size: int, opening: str, player_a: str, player_b: str) -> Result | None:
    """Return the measured row of `size`, `opening` and players; None where there is none."""
    wanted = (size, opening, player_a, player_b)
    return next((row for row in RESULTS if row[:4] == wanted), None)

"""Tables to write a game down in: the players, the moves by number, the three counts.

Does not know where a table stands on its page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.errors import Fault, SpecError, suggest
from kitgen.games.reversi.engine import GAME, SIDES
from kitgen.play.contract import Table, Words

NAMES = ("players", "moves", "counts")
WAYS = ("discs", "tournament", "split")  # the ways to count a finished game


def table(name: str, options: Mapping[str, Any], words: Words) -> Table:
    """Return the table `name`; raises SpecError for an unknown one."""
    if name not in NAMES:
        raise SpecError(Fault(f"reversi has no table {name!r}", None, ", ".join(NAMES), suggest(name, NAMES)))
    sides = tuple(words.say(f"side_{side}") for side in SIDES)
    if name == "players":
        return Table((), ((sides[0], "", sides[1], ""),), (1.0, 5.0, 1.0, 5.0), row_heads=True)
    if name == "moves":
        numbered = tuple((str(n), "", "") for n in range(1, _moves() + 1))
        return Table((words.say("move_column"), *sides), numbered, (1.0, 1.0, 1.0))
    ways = tuple((words.say(f"count_{way}"), "", "", "") for way in WAYS)
    return Table((words.say("result"), *sides, words.say("count_empty")), ways, (3.0, 1.0, 1.0, 1.3))


def _moves() -> int:
    """Return the number of moves of the longest game: each fills a square that is empty at the start."""
    return GAME.start(GAME.settle({})).board.count(".")

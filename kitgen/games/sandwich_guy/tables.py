"""Keeps Tables: the chart of all sandwiches by their middle card, and a pad for scores. Does not know pages."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from kitgen.errors import Fault, SpecError, suggest
from kitgen.games.sandwich_guy.engine import LARGEST_STEP, RANKS
from kitgen.games.sandwich_guy.facts import chart_rows
from kitgen.play.contract import Table, Words

NAMES = ("chart", "score_pad")
_GAMES = 50  # lines of the score pad: two columns of a page, high enough to write in


def table(name: str, options: Mapping[str, Any], words: Words) -> Table:
    """Return the table `name`; raises SpecError for an unknown one."""
    if name == "chart":
        return _chart(words)
    if name == "score_pad":
        return _score_pad(words)
    raise SpecError(Fault(f"no table {name!r}", None, ", ".join(NAMES), suggest(name, NAMES)))


def _chart(words: Words) -> Table:
    """Return a row for each middle card: the pair around it at each distance, the card below first."""
    steps = (words.say("chart_step", n=step) for step in range(1, LARGEST_STEP + 1))
    rows = []
    for middle, of_middle in groupby(chart_rows(), key=lambda row: row[1]):
        pairs = (f"{RANKS[first - 1]} · {RANKS[last - 1]}" for first, _, last in of_middle)
        rows.append((RANKS[middle - 1], *pairs))
    head = (words.say("chart_middle"), words.say("chart_same"), *steps)
    return Table(head, tuple(rows), (1.15, *(1.0,) * (LARGEST_STEP + 1)), centred=True, row_heads=True)


def _score_pad(words: Words) -> Table:
    head = tuple(words.say(f"pad_{column}") for column in ("date", "deal", "turns", "left"))
    return Table(head, (("",) * len(head),) * _GAMES, (1.2, 1.2, 1.0, 1.0))

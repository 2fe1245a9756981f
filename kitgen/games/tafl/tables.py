"""Keeps Tables: the observer's checklist, and the counter of pairs of turns. Does not know how a table is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.errors import Fault, SpecError, suggest
from kitgen.games.tafl.engine import GRID, PAIRS_LIMIT, START, name
from kitgen.play.contract import Table, Words

_KINDS = ("king", "defenders", "attackers")
CHECKS = ("start", "path", "beside", "beyond", "gap", "edge", "count", "point")


def table(name: str, options: Mapping[str, Any], words: Words) -> Table:
    """Return the table "checklist" or "counter"; raises SpecError for another name."""
    if name not in _TABLES:
        raise SpecError(Fault(f"no table {name!r}", None, ", ".join(_TABLES), suggest(name, _TABLES)))
    return _TABLES[name](words)


def _checklist(words: Words) -> Table:
    values = {"pairs": PAIRS_LIMIT, **{key: words.join(_start_of(key[0].upper())) for key in _KINDS}}
    rows = tuple((words.say(f"check_{key}", **values), "") for key in CHECKS)
    return Table((words.say("check_head"), words.say("check_box")), rows, (9.0, 1.0))


def _start_of(piece: str) -> list[str]:
    board = START.replace("/", "")
    return [name(index) for index in range(GRID.size) if board[index] == piece]


def _counter(words: Words) -> Table:
    """Return a row for each pair, to write the slides of both sides in, or but a mark."""
    head = (words.say("counter_pair"), "K", "A")
    rows = tuple((str(pair), "", "") for pair in range(1, PAIRS_LIMIT + 1))
    return Table(head, rows, (1.0, 2.0, 2.0))


_TABLES = {"checklist": _checklist, "counter": _counter}

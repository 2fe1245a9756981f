"""Data files that a shelf lends to a game: set by whoever builds or proves a kit, asked for by the game's own rooms.

A game that keeps its cards in a data file asks here first and falls back on the file that it came with, so that a
user's file counts for every room alike: rules, facts, practice, parts and proof. Opens no file itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from kitgen.source import Node

Find = Callable[[str], Node | None]  # name of a data file -> its tree, None where the game's own file stands

_LENT: ContextVar[Mapping[str, Find]] = ContextVar("lent")


def find_data(game: str, name: str) -> Node | None:
    """Return the tree of a game's data file as the shelf in use has it; None where that is the game's own."""
    find = _LENT.get({}).get(game)
    return find(name) if find else None


def lend(game: str, find: Find) -> None:
    """Lend data to a game from here on, for a process that proves one kit and ends."""
    _LENT.set({**_LENT.get({}), game: find})


@contextmanager
def lending(game: str, find: Find) -> Iterator[None]:
    """Lend data to a game within the block."""
    token = _LENT.set({**_LENT.get({}), game: find})
    try:
        yield
    finally:
        _LENT.reset(token)

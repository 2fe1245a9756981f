"""The games, found by listing this folder: a game is a folder with an `__init__.py` that sets `GAME`.

There is no list to edit. A name that begins with `_` is the house's own (a template, the calibration sheet), loaded
only when asked for by name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kitgen.errors import Fault, NotAccepted, hyphened, suggest
from kitgen.play.contract import Game

_HIDDEN = ("_blank", "_calibration")


@cache
def names() -> tuple[str, ...]:
    """Return the slugs of all games, sorted."""
    here = Path(__file__).parent
    return tuple(sorted(f.name for f in here.iterdir() if (f / "__init__.py").is_file() and f.name[0] not in "_."))


def load(slug: str) -> Game:
    """Return the game called `slug` (`-` and `_` alike); raises SpecError for an unknown one."""
    slug = slug.replace("-", "_")
    if slug not in names() and slug != "_blank":
        known, asked = list(map(hyphened, names())), hyphened(slug)
        raise NotAccepted(Fault(f"unknown game {asked!r}", None, ", ".join(known), suggest(asked, known)))
    game: Game = import_module(f"kitgen.games.{slug}").GAME
    return game


def room(slug: str, name: str) -> Any:
    """Return the module `name` of a game ("diagram", "reading", "facts", ...), None when the game has no such room."""
    path = f"kitgen.games.{slug}.{name}"
    return import_module(path) if slug in (*names(), *_HIDDEN) and find_spec(path) else None

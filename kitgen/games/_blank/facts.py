"""Numbers and claims that the texts may use, counted on the board. Knows no text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kitgen.games._blank.engine import GAME


def counts(options: Mapping[str, Any]) -> Mapping[str, int | str]:
    """Return the numbers by name for settled options."""
    position = GAME.start(options)
    return {"size": position.grid.columns, "cells": len(position.board), "sides": len(GAME.sides)}


def claims(options: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
    """Return the checks by name."""
    return {"nobody_moves": lambda: GAME.legal(GAME.start(options)) == ()}

"""A game with a board and no moves: what `kitgen new` copies, and the contract tests' first subject."""

from kitgen.games._blank.engine import GAME

__all__ = ["GAME"]

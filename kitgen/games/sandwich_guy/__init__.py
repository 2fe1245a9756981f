"""The Sandwich Guy: a solitaire of three-card sandwiches with one pack of cards."""

from kitgen.games.sandwich_guy.engine import GAME

__all__ = ["GAME"]

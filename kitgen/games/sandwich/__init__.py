"""Sandwich (夹涂棋): a pen-and-paper game of marks that die between two enemies. `GAME` keeps the Game protocol."""

from kitgen.games.sandwich.engine import GAME

__all__ = ["GAME"]

"""Sandwich Wars: a card game of orders, ingredients and assistants for two to five players."""

from kitgen.games.sandwich_wars.engine import GAME

__all__ = ["GAME"]

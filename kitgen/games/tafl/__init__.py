"""Royal edge escape: K and four defenders against eight attackers on 7x7 squares. Rules in engine.py."""

from kitgen.games.tafl.engine import GAME

__all__ = ["GAME"]

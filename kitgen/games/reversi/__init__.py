"""Reversi: a disc turns what it encloses; modern rules, those of 1890 and those of 1886.

Sets `GAME` only. Does not know how a position is drawn, printed or solved.
"""

from __future__ import annotations

from kitgen.games.reversi.engine import GAME

__all__ = ["GAME"]

"""The rules: an empty board on which nobody can move, so that the game is over before it begins.

Does not know how a board is drawn. Replace positions, moves and outcome with those of your game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.boards import Grid, rows_of
from kitgen.errors import IllegalMove, Unreadable
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.record import line_records
from kitgen.play.replay import settle


@dataclass(frozen=True)
class Position:
    """The board, one character a cell in board order ('.' empty)."""

    grid: Grid
    board: str


def _read_size(text: str) -> int:
    size = int(text)
    if not 2 <= size <= 9:
        raise ValueError(text)
    return size


class Blank:
    """Keeps the protocol `kitgen.play.contract.Game`."""

    slug = "_blank"
    sides = ("A", "B")
    options = (Option("size", 3, _read_size, "2 to 9"),)

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed, defaults filled in; raises SpecError."""
        return settle(self.options, given)

    def start(self, options: Mapping[str, Any]) -> Position:
        """Return the empty board."""
        grid = Grid(options["size"], options["size"])
        return Position(grid, "." * grid.size)

    def to_move(self, position: Position) -> str | None:
        """Return None: nobody can move."""
        return None

    def legal(self, position: Position) -> tuple[str, ...]:
        """Return no moves."""
        return ()

    def records(self, text: str) -> Iterable[RawRecord]:
        """Split a file into records, one a line."""
        return line_records(text)

    def read_move(self, token: Any, position: Position) -> Any:
        """Refuse every move; raises Unreadable."""
        raise Unreadable(f"{token!r} is no move: this game has none")

    def write_move(self, move: Any) -> Any:
        """Return the move as it is."""
        return move

    def apply(self, position: Position, move: Any) -> Applied:
        """Refuse every move; raises IllegalMove."""
        raise IllegalMove("this game has no moves")

    def state(self, position: Position) -> dict[str, Any]:
        """Return board, to_move, legal and outcome."""
        outcome = {"winner": "draw", "reason": "no_moves", "score": self.score(position)}
        return {"board": rows_of(position.grid, position.board), "to_move": None, "legal": [], "outcome": outcome}

    def score(self, position: Position) -> dict[str, Any]:
        """Return nobody's points."""
        return dict.fromkeys(self.sides, 0)


GAME = Blank()

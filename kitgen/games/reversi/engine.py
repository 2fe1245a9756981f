"""The rules of reversi: what a disc turns, who must pass, when it is over, and the three ways to count.

Three rule sets. `modern`: two discs a side stand on the centre, a player is never out of discs. `1890`: the players
fill the centre in turn, and each has 32 discs. `1886`: the same filling, no limit; a game that stops short of a full
board is drawn. Written for reading; fast.py has the quick twin. Knows nothing of drawing, printing or good play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kitgen.boards import Grid, bracketed_runs, cell_name, read_cell, read_rows, rows_of
from kitgen.errors import Fault, IllegalMove, SpecError, Unreadable
from kitgen.play import replay
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.record import line_records

GRID = Grid(8, 8)
SIDES = ("black", "white")
LETTER = {"black": "B", "white": "W"}
OTHER = {"black": "white", "white": "black"}
CENTRE = tuple(GRID.index(cell) for cell in ((3, 3), (4, 3), (3, 4), (4, 4)))  # d4 e4 d5 e5
OPENING = "." * 27 + "WB" + "." * 6 + "BW" + "." * 27  # white d4 e5, black e4 d5
DISCS_A_SIDE = 32  # under 1890 only
PASS = "pass"

_TOKEN = re.compile(r"[0-9]+\.+|pass|pa|ps|--|[a-z](?:[0-9]+(?![0-9.])|[0-9])|.+", re.IGNORECASE)
_PASSES = ("pass", "pa", "ps", "--")


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two plies.

    `board` has 64 characters, "B", "W" or ".", row 1 first. `to_move` is the side that has a move (None: over), so a
    forced pass has already happened; `passed` is the side that had to pass for it. `used` counts the discs that black
    and white have put down.
    """

    board: str
    to_move: str | None
    rules: str = "modern"
    used: tuple[int, int] = (0, 0)
    passed: str | None = None
    pass_written: bool = False


def square_name(index: int) -> str:
    """Write a square as the field does: 37 -> 'f5'. Inverse of `read_square`."""
    return cell_name(GRID.cell(index)).lower()


def read_square(name: str) -> int | None:
    """Read 'f5' or 'F5' as a place in board order; None when it is no square of the board."""
    cell = read_cell(name)
    return GRID.index(cell) if cell and GRID.holds(cell) else None


def flips(board: str, index: int, side: str) -> tuple[int, ...]:
    """Return the discs that a disc of `side` on the empty square `index` turns, in board order."""
    runs = bracketed_runs(GRID, board, index, LETTER[side], LETTER[OTHER[side]])
    return tuple(sorted(i for run in runs for i in run))


def is_filling(position: Position) -> bool:
    """Return whether the centre is still being filled, which it never is under modern rules."""
    return position.rules != "modern" and any(position.board[i] == "." for i in CENTRE)


def playable(position: Position, side: str) -> tuple[int, ...]:
    """Return the squares on which `side` may put a disc, in board order, whoever is to move."""
    board = position.board
    if is_filling(position):
        return tuple(i for i in CENTRE if board[i] == ".")
    if position.rules == "1890" and position.used[SIDES.index(side)] >= DISCS_A_SIDE:
        return ()
    return tuple(i for i, piece in enumerate(board) if piece == "." and flips(board, i, side))


def can_play(position: Position, side: str) -> bool:
    """Return whether `side` has a square at all: the look for one ends with the first."""
    board = position.board
    if is_filling(position):
        return True
    if position.rules == "1890" and position.used[SIDES.index(side)] >= DISCS_A_SIDE:
        return False
    return any(piece == "." and flips(board, i, side) for i, piece in enumerate(board))


def hand_over(position: Position, side: str) -> Position:
    """Return `position` with `side` to come: to move, made to pass, or over when neither side has a square."""
    if can_play(position, side):
        return replace(position, to_move=side, passed=None, pass_written=False)
    if can_play(position, OTHER[side]):
        return replace(position, to_move=OTHER[side], passed=side, pass_written=False)
    return replace(position, to_move=None, passed=None, pass_written=False)


def put(position: Position, index: int) -> tuple[Position, tuple[int, ...]]:
    """Return the position after the side to move plays the square `index`, and the discs that it turned.

    Whether the move is legal is left unchecked.
    """
    side = position.to_move or SIDES[0]
    turned = () if is_filling(position) else flips(position.board, index, side)
    squares = list(position.board)
    for i in (index, *turned):
        squares[i] = LETTER[side]
    black, white = position.used
    used = (black + 1, white) if side == "black" else (black, white + 1)
    return hand_over(replace(position, board="".join(squares), used=used), OTHER[side]), turned


def count_ways(black: int, white: int, empty: int, drawn: bool = False) -> dict[str, Any]:
    """Return a count in all three ways: discs and empties; `tournament`, the winner takes the empties; `split`, halved.

    `drawn` is for a game that the rules call a draw whatever the discs (1886): its tournament score is level too.
    """
    total = black + white + empty
    if drawn or black == white:
        tournament = [total // 2, total // 2]
    elif black > white:
        tournament = [black + empty, white]
    else:
        tournament = [black, white + empty]
    half = empty // 2 if empty % 2 == 0 else empty / 2
    return {
        "black": black,
        "white": white,
        "empty": empty,
        "tournament": tournament,
        "split": [black + half, white + half],
    }


def end_reason(board: str) -> str:
    """Return why a finished game ended: the first that fits of full, wiped_out, no_moves."""
    if "." not in board:
        return "full"
    return "no_moves" if "B" in board and "W" in board else "wiped_out"


def winner_of(position: Position) -> str:
    """Return who has won a finished game, "draw" for nobody. Under 1886 only a full board is counted."""
    black, white = position.board.count("B"), position.board.count("W")
    if black == white or (position.rules == "1886" and "." in position.board):
        return "draw"
    return "black" if black > white else "white"


def split_transcript(text: str) -> list[str]:
    """Split a transcript in any of the field's forms into moves and passes; what is neither stays whole.

    'F5D6 pa c3', '1. f5 2. d6', '1.f5d6' are all understood; move numbers are dropped.
    """
    found = (token for word in text.split() for token in _TOKEN.findall(word))
    return [token for token in found if not re.fullmatch(r"[0-9]+\.+", token)]


def read_start(text: str) -> str:
    """Read a start position: eight rows of eight, row 1 first, joined with '/'; raises ValueError for any other."""
    found = read_rows(text)
    if found is None or found[0] != GRID or set(found[1]) - set("BW."):
        raise ValueError(text)
    return "/".join(rows_of(*found))


class Reversi:
    """The rules of reversi, keeping the house's Game protocol."""

    slug = "reversi"
    sides: tuple[str, ...] = SIDES
    options: tuple[Option, ...] = (
        Option("rules", "modern", replay.one_of("modern", "1890", "1886"), "modern, 1890, 1886"),
        Option("start", None, read_start, "8 rows of 8 joined with /, row 1 first: B black, W white, . empty"),
        Option("first", "black", replay.one_of(*SIDES), "black, white"),
    )

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed; raises SpecError for unknown ones, or a start under rules that fill the centre."""
        options = replay.settle(self.options, given)
        if options["start"] is not None and options["rules"] != "modern":
            what = f"option start: the players fill the centre themselves under the rules of {options['rules']}"
            raise SpecError(Fault(what, None, "no start, or rules=modern"))
        return options

    def start(self, options: Mapping[str, Any]) -> Position:
        """Return the start position for settled options."""
        if options["rules"] != "modern":
            board = "." * GRID.size
        elif options["start"] is not None:
            board = options["start"].replace("/", "")
        else:
            board = OPENING
        return hand_over(Position(board, None, options["rules"]), options["first"])

    def to_move(self, position: Position) -> str | None:
        """Return the side that has a move, None when the game is over."""
        return position.to_move

    def legal(self, position: Position) -> tuple[str, ...]:
        """Return the playable squares in board order; a pass is never among them."""
        return tuple(square_name(i) for i in playable(position, position.to_move)) if position.to_move else ()

    def records(self, text: str) -> Iterator[RawRecord]:
        """Split a file into records, one a line, each in any of the transcript forms; raises RecordError."""
        for record in line_records(text):
            words = " ".join(token for _, token in record.tokens)
            tokens = tuple((record.line, token) for token in split_transcript(words))
            yield RawRecord(record.line, record.options, tokens, record.refused)

    def read_move(self, token: Any, position: Position) -> int | str:
        """Read a square or a pass (pass, pa, ps, --); raises Unreadable."""
        text = str(token)
        if text.lower() in _PASSES:
            return PASS
        index = read_square(text)
        if index is None:
            raise Unreadable(f"{text!r} is no square of the board: write a letter a to h and a digit 1 to 8, or pass")
        return index

    def write_move(self, move: int | str) -> str:
        """Write a square or a pass. Inverse of `read_move`."""
        return move if isinstance(move, str) else square_name(move)

    def apply(self, position: Position, move: int | str) -> Applied:
        """Return what a disc turns. A written pass is no ply, and is right only where a pass was forced.

        Raises IllegalMove with the reason, the square and the legal moves.
        """
        if move == PASS and position.passed and not position.pass_written:
            return Applied(replace(position, pass_written=True), None)
        why = self._fault(position, move)
        if why or isinstance(move, str):
            square = None if isinstance(move, str) else square_name(move)
            raise IllegalMove(why, square, self.legal(position))
        after, turned = put(position, move)
        effects: dict[str, Any] = {"flipped": [square_name(i) for i in turned]}
        if position.passed:
            effects["after_pass"] = position.passed
        return Applied(after, effects)

    def _fault(self, position: Position, move: int | str) -> str:
        side = position.to_move
        if side is None:
            return "the game is over"
        if isinstance(move, str):
            return f"{side} may not pass: {side} has a square to play"
        square = square_name(move)
        if position.board[move] != ".":
            return f"{square} is taken"
        if is_filling(position):
            outside = f"{square} is not in the centre: the first four discs go on d4, e4, d5 and e5"
            return "" if move in CENTRE else outside
        return "" if flips(position.board, move, side) else f"{square} flips nothing for {side}"

    def outcome(self, position: Position) -> dict[str, Any] | None:
        """Return winner, reason and score of a finished game, None before."""
        if position.to_move:
            return None
        return {"winner": winner_of(position), "reason": end_reason(position.board), "score": self.score(position)}

    def state(self, position: Position) -> dict[str, Any]:
        """Return the board, the side to move, the legal moves and the outcome, as `replay --json` prints them."""
        return {
            "board": rows_of(GRID, position.board),
            "to_move": position.to_move,
            "legal": list(self.legal(position)),
            "outcome": self.outcome(position),
        }

    def score(self, position: Position) -> dict[str, Any]:
        """Return the discs, the empties and both other counts as they stand."""
        black, white = position.board.count("B"), position.board.count("W")
        drawn = position.to_move is None and winner_of(position) == "draw"
        return count_ways(black, white, GRID.size - black - white, drawn)


GAME = Reversi()

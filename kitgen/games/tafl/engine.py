"""The rules of Royal edge escape: slides, pairs that take, the edge that frees K, the ends of a game, the notation.

Squares are indexes in board order (row 1, the bottom row of the diagrams, first). Characters: K, D (defender),
A (attacker) and '.' for an empty square. Plain code: speed is the business of fast.py. Knows no diagram and no page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.boards import DIRECTIONS, ORTHOGONAL, Grid, cell_name, read_cell, read_rows, rows_of
from kitgen.errors import Fault, IllegalMove, SpecError, Unreadable
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.record import line_records
from kitgen.play.replay import one_of, settle

GRID = Grid(7, 7)
SIDES = ("king", "attackers")
START = "/".join(("...A...", "...A...", "...D...", "AADKDAA", "...D...", "...A...", "...A..."))
PAIRS_LIMIT = 40
PLIES_LIMIT = 2 * PAIRS_LIMIT
MOST = {"K": 1, "D": 4, "A": 8}

_OWN = {"king": "KD", "attackers": "A"}
_OWNER = {piece: side for side, pieces in _OWN.items() for piece in pieces}
_CALLED = {"king": "the K side", "attackers": "the attackers"}
_PIECES = {"K": "K", "D": "a defender", "A": "an attacker"}
_SQUARE = r"([a-z][0-9]{1,2})"
_MOVE = re.compile(rf"(k?){_SQUARE}-{_SQUARE}(?:x(k?[a-z][0-9]{{1,2}}(?:/k?[a-z][0-9]{{1,2}})*))?")
_ACCEPTED = "d3-d1, Kd4-d3, f3-d3xc3, f3-d3xc3/d2, c3-c4xKd4; captures may be left out"


@dataclass(frozen=True, slots=True)
class Position:
    """A position: 49 characters in board order, the side whose turn it is, plies played, the result if there is one.

    `result` is (winner or "draw", reason). A board that never had a K has no result: it only shows slides and captures.
    """

    board: str
    side: str
    ply: int = 0
    result: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A slide between two squares; `taken` are the squares said to be taken, in board order (None: left out)."""

    origin: int
    target: int
    taken: tuple[int, ...] | None = None


# ---------------------------------------------------------------- squares and pieces


def name(index: int) -> str:
    """Write a square as tafl players do: 24 -> 'd4'. Inverse of `square`."""
    return cell_name(GRID.cell(index)).lower()


def square(text: str) -> int:
    """Read a square in upper or lower case; raises IllegalMove for one that is not on the board."""
    cell = read_cell(text)
    if cell is None or not GRID.holds(cell):
        raise IllegalMove(f"{text} is not a square of the board: columns a to g, rows 1 to 7", text)
    return GRID.index(cell)


def other(side: str) -> str:
    """Return the opponent of `side`."""
    return "attackers" if side == "king" else "king"


def side_of(piece: str) -> str:
    """Return the side that owns `piece`; '' for an empty square."""
    return _OWNER.get(piece, "")


def is_edge(index: int) -> bool:
    """Return whether a square lies on the edge of the board."""
    column, row = GRID.cell(index)
    return column in (0, GRID.columns - 1) or row in (0, GRID.rows - 1)


def _rays(index: int) -> Iterator[tuple[int, ...]]:
    """Yield the four straight rays of a square, nearest square first."""
    return (GRID.rays[index][DIRECTIONS.index(step)] for step in ORTHOGONAL)


# ---------------------------------------------------------------- slides and captures


def slides(board: str, origin: int) -> tuple[int, ...]:
    """Return the squares that the piece on `origin` can slide to, in board order."""
    found = []
    for ray in _rays(origin):
        for index in ray:
            if board[index] != ".":
                break
            found.append(index)
    return tuple(sorted(found))


def all_slides(board: str, side: str) -> Iterator[tuple[int, int]]:
    """Yield (origin, target) of each slide of `side`, in board order."""
    for origin in range(GRID.size):
        if board[origin] in _OWN[side]:
            yield from ((origin, target) for target in slides(board, origin))


def has_slide(board: str, side: str) -> bool:
    """Return whether `side` has a slide at all."""
    return next(all_slides(board, side), None) is not None


def slid(board: str, origin: int, target: int) -> str:
    """Return the board with the piece moved and nothing taken."""
    squares = list(board)
    squares[origin], squares[target] = ".", squares[origin]
    return "".join(squares)


def taken(board: str, origin: int, target: int) -> tuple[int, ...]:
    """Return the squares that the slide takes, in board order.

    Each adjacent enemy with a piece of the mover directly beyond it goes; K reaching the edge takes nothing.
    """
    if board[origin] == "K" and is_edge(target):
        return ()
    side = side_of(board[origin])
    after, mine, theirs = slid(board, origin, target), _OWN[side], _OWN[other(side)]
    pairs = (ray[:2] for ray in _rays(target) if len(ray) > 1)
    return tuple(sorted(near for near, far in pairs if after[near] in theirs and after[far] in mine))


def played(position: Position, origin: int, target: int) -> Position:
    """Return the position after a slide that is known to be legal."""
    board = slid(position.board, origin, target)
    for index in taken(position.board, origin, target):
        board = board[:index] + "." + board[index + 1 :]
    side, ply = other(position.side), position.ply + 1
    return Position(board, side, ply, judge(board, side, ply, "K" in position.board))


# ---------------------------------------------------------------- how a game ends


def judge(board: str, side: str, ply: int, has_king: bool) -> tuple[str, str] | None:
    """Return (winner, reason) of the board after `ply` plies with `side` to come; None while the game goes on.

    `has_king` tells whether there was a K before the last ply. The order is that of the rules: escape, K taken,
    forty pairs, no slide.
    """
    if not has_king:
        return None
    king = board.find("K")
    if king >= 0 and is_edge(king):
        return "king", "escape"
    if king < 0:
        return "attackers", "king_taken"
    if ply >= PLIES_LIMIT:
        return "draw", "forty_pairs"
    return None if has_slide(board, side) else (other(side), "no_slide")


# ---------------------------------------------------------------- notation


def _read_piece(text: str) -> tuple[int, bool]:
    """Read a square that may have a K before it; return the square and whether it has."""
    marked = len(text) > 2 and text[0] == "k" and text[1].isalpha()
    return square(text[1:] if marked else text), marked


def _demand_king(board: str, index: int) -> None:
    """Refuse a K that is written before another piece's square."""
    if board[index] != "K":
        stands = "is empty" if board[index] == "." else f"holds {_PIECES[board[index]]}"
        raise IllegalMove(f"K is written before {name(index)}, which {stands}", name(index))


def _read_taken(board: str, text: str) -> tuple[int, ...]:
    """Read the written captures; each square once."""
    found = []
    for part in text.split("/"):
        index, marked = _read_piece(part)
        if marked:
            _demand_king(board, index)
        if index in found:
            raise Unreadable(f"{name(index)} is written twice among the captures")
        found.append(index)
    return tuple(sorted(found))


def write(move: Move) -> str:
    """Write a move with what it takes, if that is known: 'f3-d3xc3/d2'."""
    marks = "x" + "/".join(map(name, move.taken)) if move.taken else ""
    return f"{name(move.origin)}-{name(move.target)}{marks}"


# ---------------------------------------------------------------- why a move is refused


def _demand_slide(position: Position, move: Move) -> None:
    """Raise IllegalMove unless the side to move may slide so."""
    board, origin, target = position.board, move.origin, move.target
    if board[origin] == ".":
        raise IllegalMove(f"{name(origin)} is empty: there is no piece to slide", name(origin))
    if side_of(board[origin]) != position.side:
        here = f"{name(origin)} holds {_PIECES[board[origin]]}"
        raise IllegalMove(f"{here}, and it is the turn of {_CALLED[position.side]}", name(origin))
    if origin == target:
        raise IllegalMove(f"the piece on {name(origin)} must slide at least one square", name(target))
    path = next((ray[: ray.index(target) + 1] for ray in _rays(origin) if target in ray), None)
    if path is None:
        why = f"{name(target)} is neither in the row nor in the column of {name(origin)}"
        raise IllegalMove(why, name(target))
    for index in path:
        if board[index] != ".":
            raise IllegalMove(f"{_PIECES[board[index]]} on {name(index)} stands in the way", name(index))


def _demand_taken(move: Move, real: tuple[int, ...]) -> None:
    """Raise IllegalMove when captures are written that are not exactly those that happen."""
    if move.taken is None or move.taken == real:
        return
    wrong = sorted(set(move.taken) ^ set(real))[0]
    takes = ", ".join(map(name, real)) or "nothing"
    raise IllegalMove(f"the slide takes {takes}, not {', '.join(map(name, move.taken)) or 'nothing'}", name(wrong))


# ---------------------------------------------------------------- set-ups


def read_start(text: str) -> str:
    """Read seven rows of seven characters, row 1 first, joined with '/'; raises ValueError for any other form."""
    found = read_rows(text)
    if found is None or (found[0].columns, found[0].rows) != (GRID.columns, GRID.rows) or set(found[1]) - set("KDA."):
        raise ValueError(text)
    return "/".join(rows_of(GRID, found[1]))


def setup_faults(start: str) -> list[Fault]:
    """Return what is wrong with a set-up that has the right form: too many pieces, or K on an edge square."""
    board = start.replace("/", "")
    counted = ((piece, board.count(piece), most) for piece, most in MOST.items())
    faults = [
        Fault(f"option start: {count} {piece} in the set-up", None, f"at most {most} {piece}")
        for piece, count, most in counted
        if count > most
    ]
    kings = [index for index, piece in enumerate(board) if piece == "K" and is_edge(index)]
    return faults + [
        Fault(f"option start: K on the edge square {name(i)}", None, "K on one of the inner squares") for i in kings
    ]


OPTIONS = (
    Option("start", None, read_start, "7 rows of 7 characters K D A . joined with '/', row 1 (the bottom row) first"),
    Option("first", "king", one_of(*SIDES), "king, attackers"),
)


class Tafl:
    """Royal edge escape; keeps the house's `Game`. Sides are "king" (K and the defenders) and "attackers"."""

    slug = "tafl"
    sides: tuple[str, ...] = SIDES
    options: tuple[Option, ...] = OPTIONS

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed; raises SpecError for unknown ones and for a set-up that cannot be."""
        values = settle(self.options, given)
        faults = setup_faults(values["start"]) if values["start"] else []
        if faults:
            raise SpecError(faults)
        return values

    def start(self, options: Mapping[str, Any]) -> Position:
        """Return the start position, or the set-up of `options`; it may be over already (no slide)."""
        board = (options["start"] or START).replace("/", "")
        side = options["first"]
        return Position(board, side, 0, judge(board, side, 0, "K" in board))

    def to_move(self, position: Position) -> str | None:
        """Return the side that has a slide to make; None when the game, or a set-up without K, is at its end."""
        if position.result or not has_slide(position.board, position.side):
            return None
        return position.side

    def legal(self, position: Position) -> tuple[str, ...]:
        """Return the legal slides without captures, in board order of their first and then their last squares."""
        if position.result:
            return ()
        return tuple(write(Move(*ends)) for ends in all_slides(position.board, position.side))

    def records(self, text: str) -> Iterable[RawRecord]:
        """Split a file into records, one a line."""
        return line_records(text)

    def read_move(self, token: Any, position: Position) -> Move:
        """Read a move in upper or lower case; captures that are left out are filled in where the slide is legal.

        Raises Unreadable for another notation, IllegalMove for squares off the board and a K before another piece.
        """
        match = _MOVE.fullmatch(str(token).lower())
        if match is None:
            raise Unreadable(f"{str(token)[:40]!r} is not written as a move; accepted: {_ACCEPTED}")
        origin, target = square(match[2]), square(match[3])
        if match[1]:
            _demand_king(position.board, origin)
        if match[4]:
            return Move(origin, target, _read_taken(position.board, match[4]))
        is_legal = side_of(position.board[origin]) == position.side and target in slides(position.board, origin)
        return Move(origin, target, taken(position.board, origin, target) if is_legal else None)

    def write_move(self, move: Move) -> str:
        """Write a move with what it takes (`f3-d3xc3`), without K. Inverse of `read_move` on legal moves."""
        return write(move)

    def apply(self, position: Position, move: Move) -> Applied:
        """Return what the slide does; raises IllegalMove with the reason, the square and the legal slides."""
        try:
            if position.result:
                raise IllegalMove(f"the game is over ({position.result[1]}): no move can follow")
            _demand_slide(position, move)
            real = taken(position.board, move.origin, move.target)
            _demand_taken(move, real)
        except IllegalMove as refused:
            raise IllegalMove(refused.why, refused.square, self.legal(position)) from None
        return Applied(played(position, move.origin, move.target), {"captured": list(map(name, real))})

    def state(self, position: Position) -> dict[str, Any]:
        """Return board (row 1 first), side to move, legal slides and outcome."""
        return {
            "board": rows_of(GRID, position.board),
            "to_move": self.to_move(position),
            "legal": list(self.legal(position)),
            "outcome": self.outcome(position),
        }

    def outcome(self, position: Position) -> dict[str, Any] | None:
        """Return winner, reason and score of a finished game, None before."""
        if position.result is None:
            return None
        winner, reason = position.result
        return {"winner": winner, "reason": reason, "score": self.score(position)}

    def score(self, position: Position) -> dict[str, Any]:
        """Return the pieces left on each side, K counted on its own side."""
        board = position.board
        return {"king_side": board.count("K") + board.count("D"), "attackers": board.count("A")}


GAME = Tafl()

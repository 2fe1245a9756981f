"""Right answers to practice questions, by the plain rules and a plain search: no wide board, no solver.

practice.py makes questions with the quick twin and the exact solver; here every answer is found again, otherwise. A
win is searched by looking at all lines of play, a position met twice being looked at once. Does not know how
questions are made.
"""

from __future__ import annotations

from collections.abc import Callable

from kitgen.games.reversi.engine import (
    GAME,
    LETTER,
    OTHER,
    SIDES,
    Position,
    flips,
    playable,
    put,
    read_square,
    square_name,
)

TURNS = {"black": "a", "white": "b", None: "c"}  # the choices as the question offers them, in any language
_ORDERED_FROM = 6  # from so many empty squares on, moves are tried in the order of the replies that they leave


def name_squares(squares: tuple[int, ...] | list[int]) -> str:
    """Return squares as an answer is written: board order, a space between."""
    return " ".join(square_name(i) for i in sorted(squares))


def moves_of(position: Position) -> tuple[int, ...]:
    """Return the squares that the side to move may play; empty when the game is over."""
    return playable(position, position.to_move) if position.to_move else ()


def count_answer(position: Position) -> str:
    """Return a finished game's three counts as an answer is written: '34-29, 1; 35-29; 34½-29½'."""
    score = GAME.score(position)
    tournament = "-".join(str(n) for n in score["tournament"])
    split = "-".join(str(n).replace(".5", "½") for n in score["split"])
    return f"{score['black']}-{score['white']}, {score['empty']}; {tournament}; {split}"


# ---------------------------------------------------------------- who wins, by looking at every line


class Lines:
    """All lines of play from positions near the end, seen by `me`: does it win?"""

    def __init__(self, me: str) -> None:
        self.me = me
        self._met: dict[tuple[str, str], bool] = {}

    def wins(self, board: str, side: str, passed: bool = False) -> bool:
        """Return whether `me` wins with best play of both when `side` is to come on `board`."""
        key = (board, side)
        if key not in self._met:
            self._met[key] = self._look(board, side, passed)
        return self._met[key]

    def _look(self, board: str, side: str, passed: bool) -> bool:
        after = _boards_after(board, side)
        if not after:
            if passed:
                return board.count(LETTER[self.me]) > board.count(LETTER[OTHER[self.me]])
            return self.wins(board, OTHER[side], True)
        found = (self.wins(later, OTHER[side]) for later in after)
        return any(found) if side == self.me else all(found)


def _boards_after(board: str, side: str) -> list[str]:
    """Return the board after each move of `side`, those with the fewest replies first where many squares are empty."""
    after = []
    for square in (i for i, piece in enumerate(board) if piece == "."):
        if turned := flips(board, square, side):
            cells = list(board)
            for i in (square, *turned):
                cells[i] = LETTER[side]
            after.append("".join(cells))
    if board.count(".") >= _ORDERED_FROM:
        after.sort(key=lambda later: _replies(later, OTHER[side]))
    return after


def _replies(board: str, side: str) -> int:
    return sum(1 for i, piece in enumerate(board) if piece == "." and flips(board, i, side))


# ---------------------------------------------------------------- the answers, kind by kind


def playable_answers(position: Position, _: dict[str, str]) -> tuple[str, ...]:
    """Return the one right marking: all playable squares."""
    return (name_squares(moves_of(position)),)


def flips_answers(position: Position, values: dict[str, str]) -> tuple[str, ...]:
    """Return the one right set of discs that the move asked about turns."""
    square = read_square(values["move"])
    side = position.to_move or SIDES[0]
    return (name_squares(flips(position.board, square, side)),) if square is not None else ()


def turn_answers(position: Position, _: dict[str, str]) -> tuple[str, ...]:
    """Return whose turn it is, as the letter of the choice offered."""
    return (TURNS[position.to_move],)


def count_answers(position: Position, _: dict[str, str]) -> tuple[str, ...]:
    """Return the three counts of a finished game; nothing for one that goes on."""
    return () if position.to_move else (count_answer(position),)


def win_answers(position: Position, _: dict[str, str]) -> tuple[str, ...]:
    """Return every move that wins against best play."""
    side = position.to_move
    if side is None:
        return ()
    lines = Lines(side)
    boards = {square: put(position, square)[0].board for square in moves_of(position)}
    return tuple(square_name(s) for s, board in boards.items() if lines.wins(board, OTHER[side]))


def corner_answers(position: Position, values: dict[str, str]) -> tuple[str, ...]:
    """Return every move after which the other side cannot take the corner asked about at once."""
    side, corner = position.to_move, read_square(values["corner"])
    if side is None or corner is None:
        return ()
    safe = []
    for square in moves_of(position):
        board = put(position, square)[0].board
        if board[corner] != "." or not flips(board, corner, OTHER[side]):
            safe.append(square_name(square))
    return tuple(safe)


def shut_answers(position: Position, _: dict[str, str]) -> tuple[str, ...]:
    """Return every move that leaves the other side without a move."""
    side = position.to_move
    if side is None:
        return ()
    return tuple(square_name(s) for s in moves_of(position) if not playable(put(position, s)[0], OTHER[side]))


KINDS: dict[str, Callable[[Position, dict[str, str]], tuple[str, ...]]] = {
    "playable": playable_answers,
    "flips": flips_answers,
    "turn": turn_answers,
    "count": count_answers,
    "win": win_answers,
    "corner": corner_answers,
    "shut": shut_answers,
}

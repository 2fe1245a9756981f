"""Keeps Facts: every number that texts about Royal edge escape may use, counted on the board, and claims about play,
each tried with the engine wherever it could fail. Does not know the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kitgen.boards import ORTHOGONAL, Cell
from kitgen.games.tafl import results
from kitgen.games.tafl.engine import (
    GAME,
    GRID,
    PAIRS_LIMIT,
    PLIES_LIMIT,
    SIDES,
    START,
    Position,
    all_slides,
    is_edge,
    name,
    played,
    slides,
    taken,
)
from kitgen.games.tafl.solver import solve

REPROVED = 5  # plies of the start position that a build proves again: a blink


def counts(options: Mapping[str, Any]) -> Mapping[str, int | str]:
    """Return the numbers by name for settled options; lists of squares are in board order."""
    position = GAME.start(options)
    numbers: dict[str, int | str] = {
        "columns": GRID.columns,
        "rows": GRID.rows,
        "squares": GRID.size,
        "edge_squares": sum(map(is_edge, range(GRID.size))),
        "inner_squares": sum(not is_edge(index) for index in range(GRID.size)),
        "sides": len(SIDES),
        "pairs_limit": PAIRS_LIMIT,
        "plies_limit": PLIES_LIMIT,
        "directions": len(ORTHOGONAL),
        "first_slides": len(GAME.legal(position)),
        "most_taken": most_taken(),
        "takers_of_king": fewest_takers(),
        "closings": sum(1 for _ in closings()),
    }
    return {**numbers, **_pieces(position.board), **(_searched() if _is_standard(options) else {})}


def _is_standard(options: Mapping[str, Any]) -> bool:
    return options["start"] in (None, START) and options["first"] == "king"


def _pieces(board: str) -> dict[str, int | str]:
    squares = {piece: [name(i) for i, found in enumerate(board) if found == piece] for piece in "KDA"}
    number = {piece: len(found) for piece, found in squares.items()}
    return {
        "kings": number["K"],
        "defenders": number["D"],
        "attackers": number["A"],
        "king_side": number["K"] + number["D"],
        "pieces": sum(number.values()),
        **{f"start_{piece.lower()}": ", ".join(found) for piece, found in squares.items()},
    }


def _searched() -> dict[str, int | str]:
    """Return within how many plies, and own slides, searches found no forced win for a side from the start."""
    king, attackers = results.KING.plies, results.ATTACKERS.plies
    return {
        "king_searched_plies": king,
        "king_searched_slides": (king + 1) // 2,
        "attackers_searched_plies": attackers,
        "attackers_searched_slides": attackers // 2,
    }


def claims(options: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
    """Return the checks by name; those about the start are about the one that `options` describe."""
    start = GAME.start(options)
    return {
        "king_starts_in_the_centre": lambda: start.board.find("K") == GRID.size // 2,
        "king_starts_walled_in": lambda: "K" in start.board and not slides(start.board, start.board.index("K")),
        "start_is_symmetric": lambda: is_symmetric(start.board),
        "first_slide_takes_nothing": lambda: (
            not any(taken(start.board, *e) for s in SIDES for e in all_slides(start.board, s))
        ),
        "no_forced_win_near_the_start": lambda: _is_standard(options) and has_no_early_win(start),
        **CLAIMS,
    }


# ---------------------------------------------------------------- boards tried


def put(pieces: Mapping[int, str]) -> str:
    """Return a board with `pieces` on their squares and nothing else."""
    squares = ["."] * GRID.size
    for index, piece in pieces.items():
        squares[index] = piece
    return "".join(squares)


def _step(index: int, step: Cell, times: int = 1) -> int | None:
    """Return the square `times` steps away, None off the board."""
    column, row = GRID.cell(index)
    cell = column + step[0] * times, row + step[1] * times
    return GRID.index(cell) if GRID.holds(cell) else None


def arrivals(pieces: Mapping[int, str], piece: str, target: int) -> Iterator[tuple[str, int]]:
    """Yield board and origin of each slide that brings a new `piece` to `target` among `pieces`."""
    for origin in slides(put({**pieces, target: piece}), target):
        yield put({**pieces, origin: piece}), origin


def lines() -> Iterator[tuple[int, int, int]]:
    """Yield each square with the two squares beside it on a line, both ways round."""
    for index in range(GRID.size):
        for step in ORTHOGONAL:
            near, far = _step(index, step), _step(index, step, -1)
            if near is not None and far is not None:
                yield near, index, far


def closings() -> Iterator[tuple[int, int, int]]:
    """Yield the lines that have an inner square in the middle: the ways to close in on K."""
    return ((near, middle, far) for near, middle, far in lines() if not is_edge(middle))


# ---------------------------------------------------------------- claims about the rules


def always_takes(mover: str, victim: str, partner: str) -> bool:
    """Return whether a pair takes its enemy wherever it closes in, and from wherever it comes."""
    allowed = closings() if victim == "K" else lines()
    tried = [
        taken(board, origin, near) == (middle,)
        for near, middle, far in allowed
        if not (is_edge(near) and mover == "K") and not (is_edge(far) and partner == "K")
        for board, origin in arrivals({middle: victim, far: partner}, mover, near)
    ]
    return bool(tried) and all(tried)


def between_is_safe(mover: str, enemy: str) -> bool:
    """Return whether a piece that slides in between two enemies takes nothing and stays, on every line."""
    tried = [
        taken(board, origin, middle) == ()
        for near, middle, far in lines()
        for board, origin in arrivals({near: enemy, far: enemy}, mover, middle)
    ]
    return bool(tried) and all(tried)


def edge_is_no_partner() -> bool:
    """Return whether an attacker alone takes no defender against the edge, on every edge square."""
    beside = [
        (near, index)
        for index in range(GRID.size)
        for step in ORTHOGONAL
        if (near := _step(index, step)) is not None and _step(index, step, -1) is None
    ]
    tried = [
        taken(board, origin, near) == ()
        for near, index in beside
        for board, origin in arrivals({index: "D"}, "A", near)
    ]
    return bool(tried) and all(tried)


def gap_saves() -> bool:
    """Return whether an empty square between a defender and either attacker keeps the defender, on every line."""
    tried = []
    for near, middle, far in lines():
        step = tuple(b - a for a, b in zip(GRID.cell(near), GRID.cell(middle), strict=True))
        beyond = _step(far, (step[0], step[1]))
        if beyond is None:
            continue
        for arriving, waiting, victim in ((near, beyond, middle), (near, beyond, far)):
            tried += [not taken(b, o, arriving) for b, o in arrivals({victim: "D", waiting: "A"}, "A", arriving)]
    return bool(tried) and all(tried)


def two_in_line_are_safe() -> bool:
    """Return whether two defenders side by side between two attackers stay, on every line."""
    tried = []
    for near, middle, far in lines():
        step = tuple(b - a for a, b in zip(GRID.cell(near), GRID.cell(middle), strict=True))
        beyond = _step(far, (step[0], step[1]))
        if beyond is not None:
            pieces = {middle: "D", far: "D", beyond: "A"}
            tried += [not taken(board, origin, near) for board, origin in arrivals(pieces, "A", near)]
    return bool(tried) and all(tried)


def edge_frees_king_before_captures() -> bool:
    """Return whether K wins on every edge square between attackers, and takes nothing there even with a partner."""
    tried = []
    for near, middle, far in lines():
        if is_edge(middle):
            partner = _step(near, tuple(a - b for a, b in zip(GRID.cell(near), GRID.cell(middle), strict=True)))  # type: ignore[arg-type]
            pieces = {near: "A", far: "A", **({partner: "D"} if partner is not None else {})}
            for board, origin in arrivals(pieces, "K", middle):
                after = played(Position(board, "king"), origin, middle)
                kept = sorted(after.board) == sorted(board)
                tried.append(after.result == ("king", "escape") and kept)
    return bool(tried) and all(tried)


def blocked_side_loses() -> bool:
    """Return whether the side that comes to move without a slide has lost, both sides tried in a corner."""
    a1, b1, a2, b2, b5 = 0, 1, 7, 8, 29
    attackers = played(Position(put({a1: "A", a2: "D", b5: "D", 24: "K"}), "king"), b5, b1)
    walls = {a1: "A", 2: "A", 9: "A", 14: "A", b5: "A"}
    king = played(Position(put({b2: "K", a2: "D", b1: "D", **walls}), "attackers"), b5, 15)
    return attackers.result == ("king", "no_slide") and king.result == ("attackers", "no_slide")


def limit_is_a_draw() -> bool:
    """Return whether a game without a result is drawn after the limit's last ply and not a ply sooner."""
    ends = ((16, 23), (48, 41), (23, 16), (41, 48))  # K c3-c4-c3, an attacker g7-g6-g7
    position = Position(put({16: "K", 48: "A"}), "king")
    for ply in range(PLIES_LIMIT):
        if position.result:
            return False
        position = played(position, *ends[ply % len(ends)])
    return position.result == ("draw", "forty_pairs")


def most_taken() -> int:
    """Return how many pieces the slide takes that arrives beside enemies on every side but the one it comes from."""
    index = GRID.size // 2
    pieces: dict[int, str] = {}
    for step in ORTHOGONAL[1:]:
        near, far = _step(index, step), _step(index, step, 2)
        pieces |= {square: piece for square, piece in ((near, "A"), (far, "D")) if square is not None}
    return max(len(taken(board, origin, index)) for board, origin in arrivals(pieces, "D", index))


def fewest_takers() -> int:
    """Return the smallest number of attackers, 1 to 4, among whom an arrival beside K takes it."""
    king = GRID.size // 2
    arrival, *others = [near for step in ORTHOGONAL if (near := _step(king, step)) is not None]
    others.sort(key=lambda index: index + arrival != 2 * king)  # the opposite square first
    for number in range(1, len(others) + 2):
        waiting = {king: "K", **dict.fromkeys(others[: number - 1], "A")}
        if any(taken(board, origin, arrival) for board, origin in arrivals(waiting, "A", arrival)):
            return number
    return 0


def is_symmetric(board: str) -> bool:
    """Return whether a board looks the same turned by a quarter and in a mirror."""
    rows = [board[i : i + GRID.columns] for i in range(0, GRID.size, GRID.columns)]
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows == turned == [row[::-1] for row in rows]


def has_no_early_win(start: Position) -> bool:
    """Return whether neither side forces a win within REPROVED plies, and the searches on record go further."""
    again = [solve(start, side, REPROVED).wins for side in SIDES]
    known = (results.KING, results.ATTACKERS)
    return again == [False, False] and all(entry.plies > REPROVED for entry in known)


CLAIMS: dict[str, Callable[[], bool]] = {
    "attackers_take_defenders": lambda: always_takes("A", "D", "A"),
    "attackers_take_king": lambda: always_takes("A", "K", "A"),
    "defenders_take_attackers": lambda: always_takes("D", "A", "D"),
    "king_is_a_partner": lambda: always_takes("D", "A", "K"),
    "king_takes": lambda: always_takes("K", "A", "D"),
    "between_is_safe": lambda: between_is_safe("D", "A") and between_is_safe("A", "D"),
    "king_between_is_safe": lambda: between_is_safe("K", "A"),
    "edge_is_no_partner": edge_is_no_partner,
    "gap_saves": gap_saves,
    "two_in_line_are_safe": two_in_line_are_safe,
    "edge_frees_king_before_captures": edge_frees_king_before_captures,
    "blocked_side_loses": blocked_side_loses,
    "limit_is_a_draw": limit_is_a_draw,
}

"""Keeps Facts: every number and claim that texts about reversi may use, counted on the board or checked by the engine.

Does not know the texts, nor any language: halves come twice, with a point and with a comma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

from kitgen.errors import IllegalMove
from kitgen.games.reversi import answers, fast, matches
from kitgen.games.reversi.engine import (
    CENTRE,
    DISCS_A_SIDE,
    GAME,
    GRID,
    PASS,
    SIDES,
    Position,
    count_ways,
    flips,
    put,
    read_square,
    square_name,
)

EXAMPLE = (34, 29, 1)  # black, white, empty: the source's finished game, counted in all three ways
SHORTEST = "f5 d6 c5 f6 e7 f4 g5 e6 e3"  # a real game (WTHOR 2001, record 1388); that none is shorter is a claim

_MODERN = {"rules": "modern", "start": None, "first": "black"}


def corners() -> tuple[int, ...]:
    """Return the squares at which two edges meet, in board order."""
    sides = (0, GRID.columns - 1)
    return tuple(i for i in range(GRID.size) if GRID.cell(i)[0] in sides and GRID.cell(i)[1] in sides)


def beside(corner: int, diagonal: bool) -> tuple[int, ...]:
    """Return the squares that touch `corner`: the one diagonally beside it, or the two along the edges."""
    column, row = GRID.cell(corner)
    near = [ray[0] for ray in GRID.rays[corner] if ray]
    return tuple(sorted(i for i in near if (GRID.cell(i)[0] != column and GRID.cell(i)[1] != row) == diagonal))


def _names(squares: Iterable[int]) -> str:
    return ", ".join(square_name(i) for i in sorted(squares))


def _after_filling() -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield each order in which the centre can be filled, and the board that results."""
    for order in permutations(CENTRE):
        position = GAME.start({**_MODERN, "rules": "1890"})
        for square in order:
            position, _ = put(position, square)
        yield order, position.board


def counts(options: Mapping[str, Any]) -> Mapping[str, int | str]:
    """Return the numbers by name for settled options."""
    start = GAME.start(_MODERN)
    here = GAME.start(options)
    discs = start.board.count("B"), start.board.count("W")
    diagonals = [i for corner in corners() for i in beside(corner, True)]
    edges = [i for corner in corners() for i in beside(corner, False)]
    boards = [board for _, board in _after_filling()]
    diagonal_fillings = sum(board[CENTRE[0]] == board[CENTRE[3]] for board in boards)
    return {
        "side": GRID.columns,
        "squares": GRID.size,
        "discs": GRID.size,
        "start_discs": sum(discs),
        "start_each": discs[0],
        "moves": GRID.size - sum(discs),
        "directions": sum(1 for ray in GRID.rays[CENTRE[0]] if ray),
        "first_moves": len(GAME.legal(start)),
        "first_squares": ", ".join(GAME.legal(start)),
        "start_black": _names(i for i, piece in enumerate(start.board) if piece == "B"),
        "start_white": _names(i for i, piece in enumerate(start.board) if piece == "W"),
        "legal_now": len(GAME.legal(here)),
        "corners": len(corners()),
        "corner_squares": _names(corners()),
        "x_squares": _names(diagonals),
        "x_count": len(diagonals),
        "c_squares": _names(edges),
        "c_count": len(edges),
        "near_corner": (len(diagonals) + len(edges)) // len(corners()),
        "centre": len(CENTRE),
        "centre_squares": _names(CENTRE),
        "discs_a_side": DISCS_A_SIDE,
        "fillings": len(boards),
        "fillings_diagonal": diagonal_fillings,
        "fillings_parallel": len(boards) - diagonal_fillings,
        "shortest": len(SHORTEST.split()),
        "match_games": matches.MEASURED.games,
        "match_wins": matches.MEASURED.wins,
        "match_draws": matches.MEASURED.draws,
        **_example(),
    }


def _example() -> dict[str, int | str]:
    """Return the source's example in all three counts, by the engine's own count."""
    black, white, empty = EXAMPLE
    counted = count_ways(black, white, empty)
    found: dict[str, int | str] = {"example_black": black, "example_white": white, "example_empty": empty}
    for number, side in enumerate(SIDES):
        found[f"example_tournament_{side}"] = counted["tournament"][number]
        found[f"example_split_{side}"] = f"{counted['split'][number]:g}"
        found[f"example_split_{side}_comma"] = f"{counted['split'][number]:g}".replace(".", ",")
    drawn = count_ways(GRID.size // 2 - 1, GRID.size // 2 - 1, 2)["tournament"]
    return {**found, "draw_each": drawn[0]}


# ---------------------------------------------------------------- claims


def corner_is_never_enclosed() -> bool:
    """Check that no line goes on beyond a corner on both sides, so that nothing on it can ever be turned."""
    half = len(GRID.rays[0]) // 2  # a direction and its opposite stand half the list apart
    return all(not (ray and GRID.rays[i][(n + half) % len(GRID.rays[i])]) for i in corners()
               for n, ray in enumerate(GRID.rays[i]))  # fmt: skip


def edge_chain_is_safe() -> bool:
    """Check that own discs in an unbroken row from an own corner are never turned.

    Every content of an edge is tried, with every move of the other side on it; across the edge no line goes on.
    """
    for pieces in product("BW.", repeat=GRID.columns):
        chain = next((n for n, piece in enumerate(pieces) if piece != "B"), GRID.columns)
        if not chain:
            continue
        board = "".join(pieces) + "." * (GRID.size - GRID.columns)
        for square in (i for i in range(GRID.columns) if pieces[i] == "."):
            if any(i < chain for i in flips(board, square, "white")):
                return False
    half = len(GRID.rays[0]) // 2
    across = (n for n in range(half) if n not in (2, 6))  # directions 2 and 6 run along this edge
    return all(not (GRID.rays[i][n] and GRID.rays[i][n + half]) for n in across for i in range(GRID.columns))


def corner_needs_a_neighbour() -> bool:
    """Check that whoever takes a corner turns a disc that touches it, whatever lies on the lines."""
    for ray in (ray for corner in corners() for ray in GRID.rays[corner] if ray):
        corner = next(c for c in corners() if ray in GRID.rays[c] and c not in ray)
        for pieces in product("BW.", repeat=len(ray)):
            board = ["."] * GRID.size
            for i, piece in zip(ray, pieces, strict=True):
                board[i] = piece
            turned = flips("".join(board), corner, "black")
            if turned and ray[0] not in turned:
                return False
    return True


def counts_never_disagree() -> bool:
    """Check for every number of discs that all three counts name the same winner."""
    for black in range(GRID.size + 1):
        for white in range(GRID.size + 1 - black):
            ways = count_ways(black, white, GRID.size - black - white)
            leads = {_sign(a - b) for a, b in ((black, white), ways["tournament"], ways["split"])}
            if len(leads) > 1:
                return False
    return True


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def first_moves_are_alike() -> bool:
    """Check that the boards after the first moves are one board, turned or mirrored."""
    start = GAME.start(_MODERN)
    boards = [put(start, int(GAME.read_move(name, start)))[0].board for name in GAME.legal(start)]
    return len({min(_images(board)) for board in boards}) == 1


def _images(board: str) -> Iterator[str]:
    """Yield the eight ways to look at a board."""
    side = GRID.columns
    rows = [board[r * side : (r + 1) * side] for r in range(side)]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)


def no_free_pass() -> bool:
    """Check that a side with a square to play is refused a pass."""
    try:
        GAME.apply(GAME.start(_MODERN), PASS)
    except IllegalMove:
        return True
    return False


@cache
def no_game_is_shorter() -> bool:
    """Check that the shortest game is over at its last ply, and that no line of play ends before that ply."""
    position = GAME.start(_MODERN)
    for name in SHORTEST.split():
        position = GAME.apply(position, GAME.read_move(name, position)).position
    if GAME.to_move(position) is not None:
        return False
    if not first_moves_are_alike():
        return False
    start = GAME.start(_MODERN)  # one first move stands for all
    after, _ = put(start, int(GAME.read_move(SHORTEST.split()[0], start)))
    return not _ends_within(*fast.widen(after.board, "white"), len(SHORTEST.split()) - 2)


def _ends_within(own: int, other: int, plies: int) -> bool:
    """Return whether some line of at most `plies` moves ends the game. Passes are no plies."""
    moves = fast.playable(own, other)
    if not moves:
        if not fast.playable(other, own):
            return True
        own, other = other, own
        moves = fast.playable(own, other)
    return plies > 0 and any(_ends_within(*fast.put(own, other, square), plies - 1) for square in moves)


def early_end_is_drawn_in_1886() -> bool:
    """Check that under 1886 a one-coloured board with empty squares is a draw, and under 1890 a win."""
    boards = {rules: Position("BBB" + "." * (GRID.size - 3), None, rules) for rules in ("1886", "1890")}
    winners = {rules: (GAME.outcome(position) or {})["winner"] for rules, position in boards.items()}
    return winners == {"1886": "draw", "1890": "black"}


def out_of_discs_passes_in_1890() -> bool:
    """Check that under 1890 a side that has put down its discs passes where it could play with one more."""
    rows = ["BW......", *["........"] * 2, "...BW...", "...WB...", "WB......", "........", "WB......"]
    passed = []
    for used in (DISCS_A_SIDE, DISCS_A_SIDE - 1):
        position = Position("".join(rows), "white", "1890", (used, DISCS_A_SIDE - 9))
        after, _ = put(position, GRID.index((2, 7)))
        passed.append((after.passed, after.to_move))
    return passed == [("black", "white"), (None, "black")]


def _turns(row: str, square: str = "a1") -> str:
    """Return what black turns by playing `square` on a board that begins with `row`: the squares' names."""
    board = row.replace("/", "").ljust(GRID.size, ".")
    return " ".join(square_name(i) for i in flips(board, read_square(square) or 0, "black"))


def gap_saves_run() -> bool:
    """Check that a run with an empty square in it, or with the edge behind it, is not turned."""
    return not _turns(".WW.B...") and not _turns(".WWWWWWW") and _turns(".WWB....") == "b1 c1"


def own_disc_ends_run() -> bool:
    """Check that nothing is turned beyond the first own disc."""
    return _turns(".WBWB...") == "b1"


def turned_discs_turn_nothing() -> bool:
    """Check that a disc that was turned turns no other: b1 turns black above b2, which black then encloses."""
    return _turns(".WB...../.W....../.B......") == "b1"


def every_direction_turns() -> bool:
    """Check that a move in the middle of all directions turns discs in each."""
    ring = "B.B.B.../.WWW..../BW.WB.../.WWW..../B.B.B..."
    return len(_turns(ring, "c3").split()) == sum(1 for ray in GRID.rays[CENTRE[0]] if ray)


# The board of the tips' record about parity, white to come: b2 alone, and two regions of even size.
PARITY = "BBBBBBBW/B.WWWWWW/BWBWBWWW/BBBBWWWW/BBBBBWWW/BBWBWBWW/..WWBWWW/..WWWW.."


def odd_region_alone_wins() -> bool:
    """Check that on the board of the figure the move into the odd region wins, and no other."""
    position = Position(PARITY.replace("/", ""), "white")
    return answers.win_answers(position, {}) == ("b2",)


def few_replies_beat_many_flips() -> bool:
    """Check that the measured match was won by more than half, whatever the draws."""
    return 2 * matches.MEASURED.wins > matches.MEASURED.games


def claims(options: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
    """Return the checks by name; none depends on the options."""
    return {
        "corner_is_never_enclosed": corner_is_never_enclosed,
        "edge_chain_is_safe": edge_chain_is_safe,
        "corner_needs_a_neighbour": corner_needs_a_neighbour,
        "counts_never_disagree": counts_never_disagree,
        "first_moves_are_alike": first_moves_are_alike,
        "gap_saves_run": gap_saves_run,
        "own_disc_ends_run": own_disc_ends_run,
        "turned_discs_turn_nothing": turned_discs_turn_nothing,
        "every_direction_turns": every_direction_turns,
        "odd_region_alone_wins": odd_region_alone_wins,
        "few_replies_beat_many_flips": few_replies_beat_many_flips,
        "no_free_pass": no_free_pass,
        "no_game_is_shorter": no_game_is_shorter,
        "early_end_is_drawn_in_1886": early_end_is_drawn_in_1886,
        "out_of_discs_passes_in_1890": out_of_discs_passes_in_1890,
    }

"""The board as two wide integers, so that one addition finds every enclosed run in all eight directions.

The four systems of lines (rows, columns, both diagonals) are laid out twice, forwards and backwards, with one guard bit
after each line: eight lanes in one integer, in each of which "the next square" is the next higher bit. For a disc on
square s, `(other + (START[s] & other)) & own` carries through each run of enemies that begins beside s and leaves a
bit exactly where an own disc closes it. A position is (own, other), the mover's discs and the opponent's, both wide.
Lane 0 is the rows, forwards: square s at bit s + s // 8.

Modern rules only. Held equal to the plain engine by property tests. Knows neither evaluation nor search.
"""

from __future__ import annotations

from collections.abc import Iterable

SQUARES = range(64)
Wide = int


def _lines() -> list[list[int]]:
    """Return every line of three squares or more, in lane order: rows, columns, falling and rising diagonals."""
    rows = [[r * 8 + c for c in range(8)] for r in range(8)]
    columns = [[r * 8 + c for r in range(8)] for c in range(8)]
    falling = [[s for s in SQUARES if s // 8 - s % 8 == k] for k in range(-5, 6)]
    rising = [[s for s in SQUARES if s // 8 + s % 8 == k] for k in range(2, 13)]
    systems = []
    for system in (rows, columns, falling, rising):
        systems += system + [line[::-1] for line in system]
    return systems


def _lay_out() -> list[int | None]:
    """Return for each bit of the wide integer its square, None for a guard bit."""
    bits: list[int | None] = []
    for line in _lines():
        bits += [*line, None]
    return bits


SQUARE_AT: list[int | None] = _lay_out()
MASK: list[Wide] = [sum(1 << bit for bit, at in enumerate(SQUARE_AT) if at == s) for s in SQUARES]
START: list[Wide] = [mask << 1 for mask in MASK]  # the bits next to s, one in each lane; a guard bit carries nothing
FULL: Wide = sum(MASK)
LANE_0: Wide = sum(1 << (s + s // 8) for s in SQUARES)
_PLAIN: list[int] = [0 if s is None else 1 << s for s in SQUARE_AT]


class _Turned(dict[Wide, Wide]):
    """For one square: closing bits -> the discs between, as a wide mask; filled in as they are met."""

    def __init__(self, square: int) -> None:
        super().__init__()
        self._between: dict[int, Wide] = {}
        for bit in (b for b, at in enumerate(SQUARE_AT) if at == square):
            run, beyond = 0, bit + 1
            while (at := SQUARE_AT[beyond]) is not None:
                self._between[1 << beyond] = run
                run |= MASK[at]
                beyond += 1

    def __missing__(self, closing: Wide) -> Wide:
        run, rest = 0, closing
        while rest:
            bit = rest & -rest
            rest ^= bit
            run |= self._between[bit]
        self[closing] = run
        return run


TURNED: list[_Turned] = [_Turned(s) for s in SQUARES]


def widen(board: str, side: str) -> tuple[Wide, Wide]:
    """Return (own, other) of `side` ("black" or "white") on a board of 64 characters B, W and '.'."""
    black = sum(MASK[s] for s in SQUARES if board[s] == "B")
    white = sum(MASK[s] for s in SQUARES if board[s] == "W")
    return (black, white) if side == "black" else (white, black)


def narrow(own: Wide, other: Wide, side: str) -> str:
    """Return the board of 64 characters on which `side` has `own`. Inverse of `widen`."""
    letters = ("B", "W") if side == "black" else ("W", "B")
    pieces = ((own, letters[0]), (other, letters[1]))
    return "".join(next((piece for wide, piece in pieces if wide & MASK[s]), ".") for s in SQUARES)


def discs(wide: Wide) -> int:
    """Return how many discs a wide integer holds."""
    return (wide & LANE_0).bit_count()


def playable_bits(own: Wide, other: Wide) -> int:
    """Return the mover's playable squares as a plain 64-bit set (bit s for square s)."""
    closing = (other + ((own << 1) & other)) & (FULL ^ own ^ other)
    found = 0
    while closing:
        bit = closing & -closing
        closing ^= bit
        found |= _PLAIN[bit.bit_length() - 1]
    return found


def playable(own: Wide, other: Wide) -> list[int]:
    """Return the mover's playable squares in board order."""
    found, squares = playable_bits(own, other), []
    while found:
        bit = found & -found
        found ^= bit
        squares.append(bit.bit_length() - 1)
    return squares


def turned(own: Wide, other: Wide, square: int) -> Wide:
    """Return the discs that the mover turns by playing the empty `square`; 0 when it is not playable."""
    return TURNED[square][(other + (START[square] & other)) & own]


def put(own: Wide, other: Wide, square: int) -> tuple[Wide, Wide]:
    """Return the position after the mover plays `square`, seen by the opponent. Legality is left unchecked."""
    run = turned(own, other, square)
    return other ^ run, own | run | MASK[square]


def perft(own: Wide, other: Wide, depth: int, passed: bool = False) -> int:
    """Count the leaves of the move tree `depth` plies deep; a pass is a ply, a finished game counts once."""
    if not depth:
        return 1
    moves = playable_bits(own, other)
    if not moves:
        return 1 if passed or depth == 1 else perft(other, own, depth - 1, True)
    if depth == 1:
        return moves.bit_count()
    count = 0
    while moves:
        bit = moves & -moves
        moves ^= bit
        square = bit.bit_length() - 1
        run = TURNED[square][(other + (START[square] & other)) & own]
        count += perft(other ^ run, own | run | MASK[square], depth - 1)
    return count


def replay_squares(own: Wide, other: Wide, squares: Iterable[int]) -> tuple[Wide, Wide, bool]:
    """Play `squares` in turn, passing where a side has no move; return (own, other) and whether the mover is the first.

    Raises ValueError for a square that is taken or turns nothing for either side.
    """
    is_first = True
    for square in squares:
        run = 0 if (own | other) & MASK[square] else turned(own, other, square)
        if not run and not playable_bits(own, other):
            own, other, is_first = other, own, not is_first
            run = 0 if (own | other) & MASK[square] else turned(own, other, square)
        if not run:
            raise ValueError(f"square {square} cannot be played")
        own, other, is_first = other ^ run, own | run | MASK[square], not is_first
    return own, other, is_first

"""The board as two wide integers: quick moves, perft and replay for solvers and audits, on kitgen's lanes.

A position is (own, other), the mover's discs and the opponent's, both wide sets of `kitgen.lanes`: every square stands
once in each lane through it, and `(other + (START[s] & other)) & own` carries through each run of enemies that begins
beside square s and leaves a bit exactly where an own disc closes it. Modern rules only. Held equal to the plain engine
by property tests. Knows neither evaluation nor search.
"""

from __future__ import annotations

from collections.abc import Iterable

from kitgen.lanes import square_lanes

SQUARES = range(64)
Wide = int

# Bound to names of their own, because the search looks at them a million times.
_LANES = square_lanes(8)
MASK: list[Wide] = _LANES.marks
START: list[Wide] = _LANES.steps  # the bits next to a square, one in each lane
TURNED = _LANES.runs  # for each square: closing bits -> the discs between, wide
FULL: Wide = sum(MASK)
ONCE: Wide = sum(mask & -mask for mask in MASK)  # one bit of each square, in the lanes of the rows
_PLAIN: list[int] = [1 << s if s >= 0 else 0 for s in _LANES.cell_of_bit]


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
    return (wide & ONCE).bit_count()


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

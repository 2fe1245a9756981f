"""Royal edge escape on bits, for the solver: the same rules as engine.py, held to it by a property test.

A square is the bit of its index in board order. Slides are looked up by the seven bits of a line. Knows nothing of
results by count of plies: that is the solver's.
"""

from __future__ import annotations

from collections.abc import Iterator

SIZE = 7
FULL = (1 << SIZE * SIZE) - 1
LINE = (1 << SIZE) - 1
COLUMN_A = sum(1 << SIZE * row for row in range(SIZE))
COLUMN_G = COLUMN_A << SIZE - 1
EDGE = COLUMN_A | COLUMN_G | LINE | LINE << SIZE * (SIZE - 1)
_GATHER = sum(1 << 6 * (SIZE - n) for n in range(SIZE))  # moves bit 7r of a column to bit 42 + r, no two sums alike

State = tuple[int, int, int]  # masks of K, defenders, attackers


def pack(board: str) -> State:
    """Return the masks of a board of 49 characters. Inverse of `unpack`."""
    masks = [sum(1 << index for index, piece in enumerate(board) if piece == kind) for kind in "KDA"]
    return masks[0], masks[1], masks[2]


def unpack(state: State) -> str:
    """Return the board as 49 characters."""
    pairs = list(zip("KDA", state, strict=True))
    return "".join(next((piece for piece, mask in pairs if mask >> i & 1), ".") for i in range(SIZE * SIZE))


# ---------------------------------------------------------------- tables


def _line_slides(place: int, occupied: int) -> tuple[list[int], list[int]]:
    """Return the places of a line that a piece at `place` reaches, and those of the pieces that stop it."""
    free, stops = [], []
    for step in (-1, 1):
        n = place + step
        while 0 <= n < SIZE and not occupied >> n & 1:
            free.append(n)
            n += step
        if 0 <= n < SIZE:
            stops.append(n)
    return free, stops


def _table(index: int, is_row: bool) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return for each line occupation the squares reached from `index`, and the mask of the pieces that stop it."""
    place, first, step = (index % SIZE, index - index % SIZE, 1) if is_row else (index // SIZE, index % SIZE, SIZE)
    lines = [_line_slides(place, occupied) for occupied in range(LINE + 1)]
    reached = tuple(tuple(first + step * n for n in free) for free, _ in lines)
    return reached, tuple(sum(1 << first + step * n for n in stops) for _, stops in lines)


_ROWS = [_table(index, True) for index in range(SIZE * SIZE)]
_COLUMNS = [_table(index, False) for index in range(SIZE * SIZE)]
_ROW_SLIDES, _ROW_STOPS = [t[0] for t in _ROWS], [t[1] for t in _ROWS]
_COLUMN_SLIDES, _COLUMN_STOPS = [t[0] for t in _COLUMNS], [t[1] for t in _COLUMNS]


def _pairs(index: int) -> tuple[tuple[int, int], ...]:
    """Return the masks of each neighbour of `index` that has a square directly beyond it, and of that square."""
    column, row = index % SIZE, index // SIZE
    found = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        if 0 <= column + 2 * dx < SIZE and 0 <= row + 2 * dy < SIZE:
            step = dx + SIZE * dy
            found.append((1 << index + step, 1 << index + 2 * step))
    return tuple(found)


_PAIRS = [_pairs(index) for index in range(SIZE * SIZE)]

# ---------------------------------------------------------------- slides


def targets(index: int, occupied: int) -> tuple[int, ...]:
    """Return the squares that a piece on `index` can slide to."""
    column = ((occupied >> index % SIZE & COLUMN_A) * _GATHER) >> 42 & LINE
    return _ROW_SLIDES[index][occupied >> index - index % SIZE & LINE] + _COLUMN_SLIDES[index][column]


def stops(index: int, occupied: int) -> int:
    """Return the mask of the pieces that are first on the four lines from `index`: those that can slide onto it."""
    column = ((occupied >> index % SIZE & COLUMN_A) * _GATHER) >> 42 & LINE
    return _ROW_STOPS[index][occupied >> index - index % SIZE & LINE] | _COLUMN_STOPS[index][column]


def slides(own: int, occupied: int) -> list[tuple[int, int]]:
    """Return (origin, target) of each slide of the pieces in `own`, origins in board order."""
    found = []
    while own:
        bit = own & -own
        own ^= bit
        origin = bit.bit_length() - 1
        found += [(origin, target) for target in targets(origin, occupied)]
    return found


def movable(own: int, occupied: int) -> int:
    """Return the mask of the pieces in `own` that have a slide."""
    empty = FULL & ~occupied
    beside = empty << SIZE | empty >> SIZE | (empty & ~COLUMN_G) << 1 | (empty & ~COLUMN_A) >> 1
    return own & beside


def take(own: int, enemy: int, target: int) -> int:
    """Return the mask of what goes when a piece of `own` (moved already) has arrived on `target`."""
    gone = 0
    for near, far in _PAIRS[target]:
        if enemy & near and own & far:
            gone |= near
    return gone


def slide(state: State, is_king_side: bool, origin: int, target: int) -> State:
    """Return the state after a slide of the side to move; K on the edge takes nothing."""
    king, defenders, attackers = state
    change = 1 << origin | 1 << target
    if not is_king_side:
        attackers ^= change
        kept = ~take(attackers, king | defenders, target)
        return king & kept, defenders & kept, attackers
    if king >> origin & 1:
        king ^= change
        if king & EDGE:
            return king, defenders, attackers
    else:
        defenders ^= change
    return king, defenders, attackers & ~take(king | defenders, attackers, target)


def escapes(state: State) -> bool:
    """Return whether K has a slide to the edge."""
    king, defenders, attackers = state
    if not king:
        return False
    reached = targets(king.bit_length() - 1, king | defenders | attackers)
    return any(EDGE >> target & 1 for target in reached)


def takes_king(state: State) -> bool:
    """Return whether the attackers have a slide that takes K (on an inner square)."""
    king, defenders, attackers = state
    occupied = king | defenders | attackers
    for step in (1, SIZE):
        for near, far in ((king << step, king >> step), (king >> step, king << step)):
            if attackers & far and not occupied & near and stops(near.bit_length() - 1, occupied) & attackers:
                return True
    return False


def turns(state: State) -> Iterator[State]:
    """Yield the eight turned and mirrored forms of a state, itself included."""
    for row_step, column_step, origin in _FRAMES:
        yield tuple(  # type: ignore[misc]
            sum(1 << origin + row_step * (i // SIZE) + column_step * (i % SIZE) for i in bits(mask)) for mask in state
        )


def bits(mask: int) -> Iterator[int]:
    """Yield the indexes of the bits that are set, lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


_LAST = SIZE * (SIZE - 1)
_FRAMES = (
    (7, 1, 0), (7, -1, 6), (-7, 1, _LAST), (-7, -1, 48),
    (1, 7, 0), (1, -7, _LAST), (-1, 7, 6), (-1, -7, 48),
)  # fmt: skip

"""Good play at reversi: exact endgames, a midgame search, and three playing strengths.

Exact: alpha-beta on the wide board, moves tried in the order of the replies that they leave, a table of positions met,
and short code for the last squares. The value is the final difference for the mover, empties to the winner. Midgame:
the same search to a depth, over an evaluation of mobility, corners, the squares beside empty corners, and parity.
Budgets count nodes, so a result repeats on any machine. Modern rules only. Knows no notation and no pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from kitgen.chance import Chance
from kitgen.games.reversi import fast
from kitgen.games.reversi.engine import Position
from kitgen.games.reversi.fast import FULL, MASK, ONCE, SQUARES, START, TURNED, Wide

Strength = Literal["easy", "medium", "hard"]
STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "hard")

WORST = -64
MEDIUM_PLIES, MEDIUM_EXACT = 4, 10  # the source: four plies ahead, to the end from ten empty squares
HARD_EXACT = 20  # the source: to the end from twenty empty squares where the effort allows
HARD_NODES = 200_000
EASY_CHANCE = 0.25  # how often easy plays anywhere ("sometimes", says the source)

CORNERS = (0, 7, 56, 63)
DIAGONAL = {9: 0, 14: 7, 49: 56, 54: 63}  # each square diagonally beside a corner, and that corner
EDGE = {1: 0, 8: 0, 6: 7, 15: 7, 57: 56, 48: 56, 62: 63, 55: 63}  # the same for its two neighbours along the edge

_SORTED_FROM = 5  # with fewer empties than this, sorting costs more than it saves
_KEPT_FROM = 7  # the same for the table


class OutOfNodes(Exception):
    """A search has used its budget."""


def _worth(square: int) -> int:
    """Return how early a square is tried where moves are not sorted: corners first, squares beside them last."""
    if square in CORNERS:
        return 0
    return 3 if square in DIAGONAL else 2 if square in EDGE else 1


def _by_worth(squares: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(squares, key=_worth))


_QUADRANT = [s // 32 * 2 + s % 8 // 4 for s in SQUARES]


def empty_squares(own: Wide, other: Wide) -> tuple[int, ...]:
    """Return the empty squares, corners first and the squares beside them last."""
    taken = own | other
    return _by_worth([s for s in SQUARES if not taken & MASK[s]])


def final_difference(own: Wide, other: Wide) -> int:
    """Return the mover's lead in a finished game, empties to the winner."""
    mine, theirs = (own & ONCE).bit_count(), (other & ONCE).bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


class Endgame:
    """An exact search; `nodes` counts positions looked at, `budget` is how many it may (None: as many as it takes)."""

    def __init__(self, budget: int | None = None) -> None:
        self.nodes = 0
        self.budget = budget if budget is not None else 1 << 62
        self._table: dict[int, tuple[int, int, int]] = {}  # least, most, best square

    def value(self, own: Wide, other: Wide, low: int = WORST, high: int = 64) -> int:
        """Return the mover's final difference; outside (low, high) only a bound on that side. Raises OutOfNodes."""
        return self._search(own, other, empty_squares(own, other), low, high, False)

    def _search(self, own: Wide, other: Wide, empties: tuple[int, ...], low: int, high: int, passed: bool) -> int:
        self.nodes += 1
        if len(empties) < _SORTED_FROM:
            return self._short(own, other, empties, low, high, passed)
        if self.nodes > self.budget:
            raise OutOfNodes
        keep = len(empties) >= _KEPT_FROM
        first = -1
        key = own & ONCE | (other & ONCE) << 9 if keep else 0
        if keep and (known := self._table.get(key)):
            least, most, first = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        moves = _replies(own, other, empties, first)
        if not moves:
            if passed:
                return final_difference(own, other)
            return -self._search(other, own, empties, -high, -low, True)
        best, square = self._best(moves, empties, low, high)
        if keep:
            self._remember(key, best, low, high, square)
        return best

    def _best(
        self, moves: list[tuple[int, int, Wide, Wide]], empties: tuple[int, ...], low: int, high: int
    ) -> tuple[int, int]:
        """Return the best value among `moves` and its square; the first in full, the others against its value."""
        best, chosen = WORST - 1, -1
        for _, square, own, other in moves:
            rest = tuple([s for s in empties if s != square])
            if best <= WORST:
                value = -self._search(own, other, rest, -high, -low, False)
            else:
                value = -self._search(own, other, rest, -low - 1, -low, False)
                if low < value < high:
                    value = -self._search(own, other, rest, -high, -value, False)
            if value > best:
                best, chosen = value, square
                if value > low:
                    low = value
                    if low >= high:
                        break
        return best, chosen

    def _remember(self, key: int, best: int, low: int, high: int, square: int) -> None:
        least, most, _ = self._table.get(key, (WORST, 64, -1))
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        self._table[key] = (least, most, square)

    def _short(self, own: Wide, other: Wide, empties: tuple[int, ...], low: int, high: int, passed: bool) -> int:
        """Return the value with few empties: no sorting, no table, squares of odd regions first."""
        if len(empties) == 1:
            return _last_square(own, other, empties[0])
        best = WORST - 1
        for square in _odd_first(empties):
            run = TURNED[square][(other + (START[square] & other)) & own]
            if not run:
                continue
            self.nodes += 1
            rest = tuple([s for s in empties if s != square])
            value = -self._short(other ^ run, own | run | MASK[square], rest, -high, -low, False)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if low >= high:
                        return best
        if best >= WORST:
            return best
        if passed or not empties:
            return final_difference(own, other)
        return -self._short(other, own, empties, -high, -low, True)


def _odd_first(empties: tuple[int, ...]) -> tuple[int, ...] | list[int]:
    """Return the squares with those first that are alone, or three together, in their quarter of the board."""
    if len(empties) < 3:
        return empties
    counts = [0, 0, 0, 0]
    for square in empties:
        counts[_QUADRANT[square]] ^= 1
    return sorted(empties, key=lambda s: -counts[_QUADRANT[s]])


def _last_square(own: Wide, other: Wide, square: int) -> int:
    """Return the final difference when one square is left: the mover takes it, or the opponent, or nobody."""
    mine = (own & ONCE).bit_count()
    run = TURNED[square][(other + (START[square] & other)) & own]
    if run:
        return 2 * (mine + (run & ONCE).bit_count()) - 62
    run = TURNED[square][(own + (START[square] & own)) & other]
    if run:
        return 2 * (mine - (run & ONCE).bit_count()) - 64
    return 2 * mine - 62 if mine > 31 else 2 * mine - 64


def _replies(own: Wide, other: Wide, empties: tuple[int, ...], first: int) -> list[tuple[int, int, Wide, Wide]]:
    """Return the moves as (rank, square, position after), best first: the table's move, then few replies left."""
    found = []
    free = FULL ^ own ^ other
    counts = [0, 0, 0, 0]
    for square in empties:
        counts[_QUADRANT[square]] ^= 1
    for square in empties:
        run = TURNED[square][(other + (START[square] & other)) & own]
        if run:
            mine, theirs = other ^ run, own | run | MASK[square]
            replies = (theirs + ((mine << 1) & theirs)) & (free ^ MASK[square])
            rank = -100 if square == first else 2 * replies.bit_count() + 4 * _worth(square) - counts[_QUADRANT[square]]
            found.append((rank, square, mine, theirs))
    found.sort()
    return found


# ---------------------------------------------------------------- the middle of the game


def _rows_bits(squares: Sequence[int]) -> int:
    return sum(MASK[s] & ONCE for s in squares)


_CORNER_BITS = _rows_bits(CORNERS)


def _beside(free: tuple[int, ...]) -> tuple[int, int]:
    """Return the bits diagonally and straight beside those corners that are `free`."""
    diagonal = _rows_bits([s for s, corner in DIAGONAL.items() if corner in free])
    return diagonal, _rows_bits([s for s, corner in EDGE.items() if corner in free])


_BESIDE = {  # bits of the free corners -> bits beside them
    _rows_bits(free): _beside(free) for number in range(len(CORNERS) + 1) for free in combinations(CORNERS, number)
}


def evaluate(own: Wide, other: Wide) -> int:
    """Return how good the middle of a game looks for the mover: mobility, corners, squares beside empty ones, parity.

    Mobility counts each playable square once for each direction in which it turns discs, and a little for each pair of
    an opponent's disc and an empty square beside it, where a move may come to be.
    """
    free = FULL ^ own ^ other
    mobility = ((other + ((own << 1) & other)) & free).bit_count() - ((own + ((other << 1) & own)) & free).bit_count()
    chances = ((other << 1) & free).bit_count() - ((own << 1) & free).bit_count()
    corners = (own & _CORNER_BITS).bit_count() - (other & _CORNER_BITS).bit_count()
    diagonal, edge = _BESIDE[free & _CORNER_BITS]
    beside = 2 * ((own & diagonal).bit_count() - (other & diagonal).bit_count())
    beside += (own & edge).bit_count() - (other & edge).bit_count()
    parity = 1 if (free & ONCE).bit_count() & 1 else -1
    return 4 * mobility + 2 * chances + 40 * corners - 10 * beside + 3 * parity


class Midgame:
    """A search to a depth; `nodes` counts positions looked at, `budget` is how many it may (None: all)."""

    def __init__(self, budget: int | None = None) -> None:
        self.nodes = 0
        self.budget = budget if budget is not None else 1 << 62

    def best(self, own: Wide, other: Wide, depth: int, first: int = -1) -> int:
        """Return the mover's best square at `depth` plies; `first` is tried first. Raises OutOfNodes.

        The mover must have a move.
        """
        low, chosen = -1 << 30, -1
        empties = empty_squares(own, other)
        for _, square, mine, theirs in _replies(own, other, empties, first):
            rest = tuple([s for s in empties if s != square])
            value = -self._search(mine, theirs, rest, depth - 1, -1 << 30, -low, False)
            if value > low:
                low, chosen = value, square
        return chosen

    def _search(
        self, own: Wide, other: Wide, empties: tuple[int, ...], depth: int, low: int, high: int, passed: bool
    ) -> int:
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        if depth <= 0:
            return evaluate(own, other)
        moves = _replies(own, other, empties, -1)
        if not moves:
            if passed:
                return 1000 * final_difference(own, other)
            return -self._search(other, own, empties, depth, -high, -low, True)
        best = -1 << 30
        for _, square, mine, theirs in moves:
            rest = tuple([s for s in empties if s != square])
            value = -self._search(mine, theirs, rest, depth - 1, -high, -max(low, best), False)
            if value > best:
                best = value
                if value >= high:
                    break
        return best


# ---------------------------------------------------------------- answers about a position


def _wide(position: Position) -> tuple[Wide, Wide]:
    """Return a position as the mover sees it; raises ValueError for one that is over, or not of modern rules."""
    if position.to_move is None or position.rules != "modern":
        raise ValueError("a position of modern rules with a side to move is needed")
    return fast.widen(position.board, position.to_move)


def exact_value(position: Position, budget: int | None = None) -> int:
    """Return the final difference for the side to move with best play, empties to the winner. Raises OutOfNodes."""
    return Endgame(budget).value(*_wide(position))


def move_values(position: Position, budget: int | None = None) -> dict[int, int]:
    """Return the exact final difference of each move of the side to move. Raises OutOfNodes."""
    own, other = _wide(position)
    endgame = Endgame(budget)
    return {s: -endgame.value(*fast.put(own, other, s)) for s in fast.playable(own, other)}


def winning_moves(own: Wide, other: Wide, at_most: int = 64, budget: int | None = None) -> list[int]:
    """Return the mover's squares that win with best play, in board order, stopping at `at_most` of them.

    Raises OutOfNodes.
    """
    endgame, found = Endgame(budget), []
    for square in fast.playable(own, other):
        if endgame.value(*fast.put(own, other, square), -1, 0) < 0:
            found.append(square)
            if len(found) == at_most:
                break
    return found


def most_flips(own: Wide, other: Wide) -> list[int]:
    """Return the playable squares that turn the most discs, in board order."""
    counts = {s: fast.discs(fast.turned(own, other, s)) for s in fast.playable(own, other)}
    return [s for s, count in counts.items() if count == max(counts.values())]


def _exact_best(own: Wide, other: Wide, budget: int | None) -> int:
    endgame, low, chosen = Endgame(budget), WORST - 1, -1
    for _, square, mine, theirs in _replies(own, other, empty_squares(own, other), -1):
        value = -endgame.value(mine, theirs, WORST, -max(low, WORST))
        if value > low:
            low, chosen = value, square
    return chosen


def _deepest(own: Wide, other: Wide, budget: int) -> int:
    """Return the best square of the deepest search that `budget` nodes finish, at least two plies."""
    midgame, empty = Midgame(budget), len(empty_squares(own, other))
    best = Midgame().best(own, other, 2)
    for depth in range(3, empty + 1):
        try:
            best = midgame.best(own, other, depth, best)
        except OutOfNodes:
            break
    return best


def takes(own: Wide, other: Wide, strength: Literal["medium", "hard"], nodes: int = HARD_NODES) -> int:
    """Return the square that a player of `strength` takes; only "hard" uses `nodes`.

    Medium looks four plies ahead, and to the end from ten empties. Hard spends half of `nodes` on the exact end, from
    twenty empties, and where that does not suffice looks as far ahead as the other half leads.
    """
    empty = len(empty_squares(own, other))
    if strength == "medium":
        return _exact_best(own, other, None) if empty <= MEDIUM_EXACT else Midgame().best(own, other, MEDIUM_PLIES)
    if empty <= HARD_EXACT:
        try:
            return _exact_best(own, other, nodes // 2)
        except OutOfNodes:
            pass
    return _deepest(own, other, nodes // 2)


def choose(position: Position, strength: Strength, chance: Chance, nodes: int = HARD_NODES) -> int:
    """Return the square that a player of `strength` takes; only "easy" uses `chance`, only "hard" `nodes`.

    Easy takes the most discs, sometimes any square; the others are described at `takes`.
    """
    own, other = _wide(position)
    if strength == "easy":
        anywhere = chance.fraction() < EASY_CHANCE
        return chance.choice(fast.playable(own, other) if anywhere else most_flips(own, other))
    return takes(own, other, strength, nodes)

"""Solving deals with the pile's order known: winnable or not, and the fewest cards that can be left.

Cards are numbers 0 to 51 in the order of `engine.PACK`, a hand is an integer with a bit for each card. Hand and
number of cards drawn say all that the rest of a deal depends on, so each such pair is searched once. Held to the
plain rules of engine.py by tests. Does not know what a player can see; players.py does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from kitgen.games.sandwich_guy.engine import HAND, PACK, Card, Sandwich, arrange, earned

SCORES = tuple(range(1, HAND, 3))  # what can be left: 52 less a multiple of three, at most a hand
NODES = 200_000  # pairs of hand and pile that one question may look at

Hand = int
Move = tuple[int, int]  # the three cards as bits, and what their suits earn

NUMBER = {card: number for number, card in enumerate(PACK)}


@cache
def _thirds() -> tuple[tuple[Hand, ...], ...]:
    """Return for each two cards the cards that make a sandwich with them."""
    size = range(len(PACK))
    return tuple(tuple(_third(a, b) for b in size) for a in size)


def _third(a: int, b: int) -> Hand:
    if a == b:
        return 0
    ranks = len(PACK) // 4
    first, second = a // 4, b // 4
    wanted = {2 * first - second, 2 * second - first, (first + second) * (ranks + 1) // 2}
    cards = (rank % ranks * 4 + suit for rank in wanted for suit in range(4))
    return sum(1 << card for card in set(cards) - {a, b})


@cache
def _earned(three: Hand) -> int:
    return earned(cards_of(three))


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return cards as bits. Inverse of `cards_of`."""
    return sum(1 << NUMBER[card] for card in cards)


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted. Inverse of `hand_of`."""
    return tuple(PACK[number] for number in bits(hand))


def moves(hand: Hand) -> list[Move]:
    """Return every sandwich of a hand, in the order of its cards."""
    thirds = _thirds()
    found = []
    numbers = bits(hand)
    for index, a in enumerate(numbers[:-2]):
        row = thirds[a]
        for b in numbers[index + 1 : -1]:
            rest = row[b] & hand & -(2 << b)
            while rest:
                low = rest & -rest
                three = 1 << a | 1 << b | low
                found.append((three, _earned(three)))
                rest ^= low
    return found


def bits(hand: Hand) -> list[int]:
    """Return the numbers of the cards of a hand, upwards."""
    found = []
    while hand:
        low = hand & -hand
        found.append(low.bit_length() - 1)
        hand ^= low
    return found


def written(three: Hand) -> Sandwich:
    """Return a sandwich as the rules write it; `three` must be one."""
    sandwich = arrange(cards_of(three))
    if sandwich is None:
        raise ValueError("no sandwich")
    return sandwich


Verdict = Literal["winnable", "lost", "unknown"]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out about a deal.

    `verdict` is "winnable" (`line` shows it), "lost" (every line was followed to its end) or "unknown" (the nodes ran
    out).
    `left` is the number of cards that `line` leaves, None without a line; `is_best` says that fewer are proved
    impossible, or that there can't be fewer. `nodes` is what the whole search looked at.
    """

    verdict: Verdict
    line: tuple[Sandwich, ...]
    left: int | None
    is_best: bool
    nodes: int


class _OutOfNodes(Exception):
    pass


class _Search:
    """One question: can the pile be emptied and the hand brought down to `target` cards or fewer?"""

    def __init__(self, pile: Sequence[Hand], target: int, nodes: int) -> None:
        self.pile, self.target, self.allowed = pile, target, nodes
        self.dead: set[tuple[int, Hand]] = set()
        self.nodes = 0

    def ask(self, hand: Hand) -> tuple[list[Hand] | None, bool]:
        """Return a line if one was found, and whether the search came to its end."""
        try:
            return self._line(hand, hand.bit_count(), 0), True
        except _OutOfNodes:
            return None, False

    def _line(self, hand: Hand, size: int, drawn: int) -> list[Hand] | None:
        """Return sandwiches that get there, None when none do; raises _OutOfNodes."""
        if drawn == len(self.pile) and size <= self.target:
            return []
        if (drawn, hand) in self.dead:
            return None
        if self.nodes == self.allowed:
            raise _OutOfNodes
        self.nodes += 1
        for draws, three in self._choices(hand, size, drawn):
            rest = self._line(self._after(hand ^ three, drawn, draws), size - 3 + draws, drawn + draws)
            if rest is not None:
                return [three, *rest]
        self.dead.add((drawn, hand))
        return None

    def _choices(self, hand: Hand, size: int, drawn: int) -> list[tuple[int, Hand]]:
        """Return draws and sandwiches, most draws first: a full hand is seldom stuck."""
        room = min(HAND - size + 3, len(self.pile) - drawn)
        found = [(min(earns, room), three) for three, earns in moves(hand)]
        found.sort(key=lambda choice: -choice[0])
        return found

    def _after(self, kept: Hand, drawn: int, draws: int) -> Hand:
        for card in self.pile[drawn : drawn + draws]:
            kept |= card
        return kept


def solve(hand: Iterable[Card], pile: Iterable[Card], nodes: int = NODES) -> Solution:
    """Return the best line for a hand and the pile in its order (next card first).

    Asks for one card left, then four, then seven, each with `nodes` of its own. The cards must be those of a deal
    under way: 52 less a multiple of three.
    """
    cards = hand_of(hand)
    order = [1 << NUMBER[card] for card in pile]
    used, is_best, has_ended = 0, True, True
    for target in SCORES:
        search = _Search(order, target, nodes)
        line, has_ended = search.ask(cards)
        used += search.nodes
        if line is not None:
            return Solution("winnable", tuple(map(written, line)), target, is_best, used)
        is_best = is_best and has_ended
    return Solution("lost" if has_ended else "unknown", (), None, has_ended, used)


def is_winnable(hand: Iterable[Card], pile: Iterable[Card], nodes: int = NODES) -> bool | None:
    """Return whether the pile can be emptied, None when `nodes` do not suffice to say."""
    search = _Search([1 << NUMBER[card] for card in pile], HAND, nodes)
    line, has_ended = search.ask(hand_of(hand))
    return line is not None if has_ended else None

"""The rules of The Sandwich Guy: cards, sandwiches, turns, notation.

Plain code that says the rules once; the solver has a faster form, held to this one by tests. Does not know how a
hand looks on paper, how to play well, nor which deals are good.

The one order of cards is by rank from ace to king, within a rank clubs, diamonds, hearts, spades. Hands are kept in
it, and deal number N is that order shuffled by `Chance(N)`; the first card of the result is the first to be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import Fault, IllegalMove, SpecError, Unreadable
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.record import line_records
from kitgen.play.replay import settle

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
COLOURS = {"C": "black", "D": "red", "H": "red", "S": "black"}

HAND = 8
DRAW_ONE_SUIT, DRAW_ONE_COLOUR, DRAW_MIXED = 4, 3, 2
LARGEST_STEP = len(RANKS) // 2

_CARD = re.compile(r"(10|[2-9ATJQK])([CDHS])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A playing card: `rank` 1 (ace) to 13 (king), `suit` one of C D H S. Sorts by rank, then suit."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    @property
    def colour(self) -> str:
        """Return "red" or "black"."""
        return COLOURS[self.suit]


PACK = tuple(Card(rank, suit) for rank in range(1, len(RANKS) + 1) for suit in SUITS)

Sandwich = tuple[Card, Card, Card]  # as written: the middle card second, its step upwards


def read_card(text: str) -> Card:
    """Read `8S`, `10H` or `TH`, in either case; raises Unreadable. Inverse of `str(card)`."""
    match = _CARD.fullmatch(text)
    if not match:
        raise Unreadable(f"{text!r} is not a card: a rank (A 2 to 10 J Q K) and a suit (C D H S), as in 10H")
    rank = match[1].upper().replace("T", "10")
    return Card(RANKS.index(rank) + 1, match[2].upper())


def arrange(cards: Iterable[Card]) -> Sandwich | None:
    """Return three cards in the order in which they are a sandwich, None when no order makes them one.

    One card lies exactly between the other two when the step to it equals the step from it, king to ace included
    (modulo 13). Of the two directions the one with a step of 1 to 6 is written; cards of one rank go C D H S.
    """
    return _arranged(*sorted(cards))


@cache  # of 22,100 threes at the most
def _arranged(*cards: Card) -> Sandwich | None:
    for first, middle, last in permutations(cards):
        step = (middle.rank - first.rank) % len(RANKS)
        if step == (last.rank - middle.rank) % len(RANKS) and step <= LARGEST_STEP:
            return first, middle, last
    return None


def earned(sandwich: Iterable[Card]) -> int:
    """Return how many cards a sandwich's suits earn: 4 for one suit, 3 for one colour, else 2."""
    cards = tuple(sandwich)
    if len({card.suit for card in cards}) == 1:
        return DRAW_ONE_SUIT
    return DRAW_ONE_COLOUR if len({card.colour for card in cards}) == 1 else DRAW_MIXED


def sandwiches(hand: Iterable[Card]) -> tuple[Sandwich, ...]:
    """Return every sandwich that a hand holds, in the order of its cards."""
    found = (_arranged(*three) for three in combinations(sorted(hand), 3))
    return tuple(sandwich for sandwich in found if sandwich)


def write_sandwich(sandwich: Iterable[Card]) -> str:
    """Write a sandwich as `AC-3C-5C`."""
    return "-".join(map(str, sandwich))


@dataclass(frozen=True, slots=True)
class Position:
    """The cards in hand (sorted), the pile (next card first) and the discards (oldest first)."""

    hand: tuple[Card, ...]
    pile: tuple[Card, ...]
    discards: tuple[Card, ...] = ()


def deal(deck: Iterable[Card]) -> Position:
    """Return the start: the first eight cards of `deck` in hand, the rest as the pile."""
    cards = tuple(deck)
    return Position(tuple(sorted(cards[:HAND])), cards[HAND:])


def shuffled(seed: int) -> tuple[Card, ...]:
    """Return the deck of deal number `seed`, in drawing order (see the module's first lines)."""
    cards = list(PACK)
    Chance(seed).shuffle(cards)
    return tuple(cards)


def drawn_by(position: Position, sandwich: Sandwich) -> tuple[Card, ...]:
    """Return what discarding `sandwich` draws: what its suits earn, while the hand has room and the pile lasts."""
    room = HAND - (len(position.hand) - len(sandwich))
    return position.pile[: min(earned(sandwich), room)]


def discard(position: Position, sandwich: Sandwich) -> Position:
    """Return the position after `sandwich` is discarded and cards are drawn; that it is in hand is left unchecked."""
    drawn = drawn_by(position, sandwich)
    kept = (card for card in position.hand if card not in sandwich)
    return replace(
        position,
        hand=tuple(sorted((*kept, *drawn))),
        pile=position.pile[len(drawn) :],
        discards=position.discards + sandwich,
    )


def read_deck(text: str) -> tuple[Card, ...]:
    """Read 52 different cards in drawing order; raises SpecError with every fault."""
    faults: list[Fault] = []
    cards: list[Card] = []
    for word in text.split():
        try:
            card = read_card(word)
        except Unreadable as error:
            faults += [Fault(f"option deck: {fault.what}") for fault in error.faults]
            continue
        if card in cards:
            faults.append(Fault(f"option deck: {card} stands in it twice"))
        cards.append(card)
    missing = [str(card) for card in PACK if card not in cards]
    if missing and not faults:
        faults.append(Fault(f"option deck: {len(missing)} of {len(PACK)} cards are missing: {' '.join(missing)}"))
    if faults:
        raise SpecError(faults)
    return tuple(cards)


def read_seed(text: str) -> int:
    """Read a deal number, 0 or more, of at most 18 digits; raises ValueError."""
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise ValueError(text)
    return int(text)


class SandwichGuy:
    """Keeps the contract's Game."""

    slug = "sandwich_guy"
    sides: tuple[str, ...] = ("player",)
    options: tuple[Option, ...] = (
        Option("deck", None, str, "52 different cards in drawing order, as in AC 3C 10H; the first 8 are the hand"),
        Option("seed", 1, read_seed, "a deal number from 0"),
    )

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return deck and seed, one of them None: a deck that is given counts, else deal number `seed` (1)."""
        values = settle(self.options, given)
        if values["deck"] is None:
            return values
        if given.get("seed") is not None:
            raise SpecError("options deck and seed contradict each other: give one of the two")
        return {"deck": " ".join(map(str, read_deck(values["deck"]))), "seed": None}

    def start(self, options: Mapping[str, Any]) -> Position:
        """Return the position after the first eight cards are drawn."""
        return deal(shuffled(options["seed"]) if options["deck"] is None else read_deck(options["deck"]))

    def to_move(self, position: Position) -> str | None:
        """Return "player" while there is a sandwich to make."""
        return "player" if sandwiches(position.hand) else None

    def legal(self, position: Position) -> tuple[str, ...]:
        """Return every sandwich in hand, in the order of its cards."""
        return tuple(map(write_sandwich, sandwiches(position.hand)))

    def records(self, text: str) -> Iterable[RawRecord]:
        """Yield one record a line."""
        return line_records(text)

    def read_move(self, token: Any, position: Position) -> tuple[Card, ...]:
        """Read three cards with hyphens between them, in any order; raises Unreadable."""
        words = token.split("-") if isinstance(token, str) else ()
        if len(words) != 3:
            raise Unreadable(f"{token!r} is not a move: three cards with hyphens between them, as in AC-3C-5C")
        return tuple(read_card(word) for word in words)

    def write_move(self, move: Iterable[Card]) -> str:
        """Write a sandwich with its middle card second."""
        cards = tuple(move)
        return write_sandwich(arrange(cards) or cards)

    def apply(self, position: Position, move: tuple[Card, ...]) -> Applied:
        """Discard three cards and draw; raises IllegalMove."""
        legal = self.legal(position)
        if not legal:
            raise IllegalMove("the game is over: the hand holds no sandwich")
        for card in move:
            self._refuse_card(position, move, card, legal)
        sandwich = arrange(move)
        if sandwich is None:
            first, second, third = move
            raise IllegalMove(f"{first}, {second} and {third} are no sandwich in any order", str(second), legal)
        drawn = drawn_by(position, sandwich)
        effects = {"cards": list(map(str, sandwich)), "drawn": list(map(str, drawn))}
        return Applied(discard(position, sandwich), effects)

    def _refuse_card(self, position: Position, move: tuple[Card, ...], card: Card, legal: tuple[str, ...]) -> None:
        if move.count(card) > 1:
            raise IllegalMove(f"{card} is named twice", str(card), legal)
        if card in position.discards:
            raise IllegalMove(f"{card} is not in hand: it was discarded earlier", str(card), legal)
        if card not in position.hand:
            raise IllegalMove(f"{card} is not in hand: it is still in the pile", str(card), legal)

    def state(self, position: Position) -> dict[str, Any]:
        """Return the hand, how many cards the pile has, and what is next."""
        return {
            "hand": list(map(str, position.hand)),
            "pile": len(position.pile),
            "to_move": self.to_move(position),
            "legal": list(self.legal(position)),
            "outcome": self.outcome(position),
        }

    def outcome(self, position: Position) -> dict[str, Any] | None:
        """Return the win from the moment that the pile is empty, the loss when no sandwich is in hand before that."""
        if not position.pile:
            return {"winner": "player", "reason": "last_card", "score": self.score(position)}
        if not sandwiches(position.hand):
            return {"winner": "deck", "reason": "stuck", "score": self.score(position)}
        return None

    def score(self, position: Position) -> dict[str, int]:
        """Return how many cards are left in hand."""
        return {"left": len(position.hand)}


GAME = SandwichGuy()

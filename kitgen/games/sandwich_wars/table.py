"""The position: seats, decks, row and turn as frozen values, and the few things that happen to them as a whole.

Seats and tables are named tuples: a change makes a new one that shares all the rest. Does not know actions or effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kitgen.chance import Chance
from kitgen.games.sandwich_wars.cards import Cards

SIDES = ("p1", "p2", "p3", "p4", "p5")  # there are five summary cards
FEWEST = 2
LAST_ROUND = 200  # a game without an end is stopped here: taking coins for ever is legal

ACT, UPKEEP, REFILL, DISCARD, ANNOUNCE, OVER, STOPPED = (
    "act",
    "upkeep",
    "refill",
    "discard",
    "announce",
    "over",
    "stopped",
)


class Seat(NamedTuple):
    """What one player has; `coins` and `tokens` are totals, `area` is in the order of laying down."""

    hand: tuple[str, ...]
    area: tuple[str, ...] = ()
    coins: int = 0
    tokens: int = 0
    assistants: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


class Table(NamedTuple):
    """A whole position. Decks are in drawing order, discards oldest first.

    `step` is ACT during a turn's actions, else the end-of-turn step that waits, OVER or STOPPED. `chance` is the seed
    and how many fractions have been drawn from it, None where nothing may be shuffled.
    """

    cards: Cards
    seats: tuple[Seat, ...]
    turn: int
    first: int
    market: tuple[str, ...]
    discards: tuple[str, ...]
    deck: tuple[str, ...]
    row: tuple[str, ...]
    assistants: tuple[str, ...]
    chance: tuple[int, int] | None = None
    round: int = 1
    actions: int = 2
    step: str = ACT
    completed: int = 0  # orders this turn
    spice: int = 0  # quality that an opportunity adds to orders this turn
    praise: int = 0  # points that an opportunity adds to orders this turn
    day_off: bool = False  # an opportunity waives this turn's upkeep

    @property
    def seat(self) -> Seat:
        """Return the seat whose turn it is."""
        return self.seats[self.turn]

    @property
    def side(self) -> str:
        """Return the name of the seat whose turn it is."""
        return SIDES[self.turn]


def with_seat(table: Table, seat: Seat, index: int | None = None) -> Table:
    """Return `table` with a seat replaced: the one whose turn it is, or the one at `index`."""
    at = table.turn if index is None else index
    return table._replace(seats=(*table.seats[:at], seat, *table.seats[at + 1 :]))


def without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Return `cards` in their order, those in `gone` left out."""
    out = frozenset(gone)
    return tuple(card for card in cards if card not in out)


def draw(table: Table, number: int) -> tuple[Table, tuple[str, ...]]:
    """Deal up to `number` market cards to the seat whose turn it is; returns the cards too.

    An empty deck is made anew from the discards as often as needed; fewer cards come when both are empty.
    """
    drawn: tuple[str, ...] = ()
    while len(drawn) < number:
        if not table.market:
            if not table.discards:
                break
            table = renew(table)
        taken = table.market[: number - len(drawn)]
        drawn += taken
        table = table._replace(market=table.market[len(taken) :])
    if not drawn:
        return table, drawn
    seat = table.seat
    return with_seat(table, seat._replace(hand=seat.hand + drawn)), drawn


def renew(table: Table) -> Table:
    """Turn the discards into the market deck: shuffled where there is chance, else the oldest on top."""
    cards = list(table.discards)
    chance = table.chance
    if chance is not None:
        seed, used = chance
        source = Chance(seed)
        for _ in range(used):
            source.fraction()
        source.shuffle(cards)
        chance = (seed, used + max(0, len(cards) - 1))  # a shuffle draws one fraction a card, the last card none
    return table._replace(market=tuple(cards), discards=(), chance=chance)


def count_type(table: Table, order: str, row: Iterable[str]) -> int:
    """Return how many orders of `row` are of the type of `order`."""
    orders = table.cards.orders
    return sum(orders[other].type == orders[order].type for other in row)


def refill(table: Table, room: int) -> tuple[Table, tuple[str, ...], tuple[str, ...]]:
    """Fill the row to `room` orders, one at a time; returns also the orders laid out and those put under the deck.

    An order that would be the third of its type goes under the deck. When every order left would, or none is left,
    the row stays short and the deck is not touched.
    """
    row, deck = table.row, table.deck
    most = table.cards.rules.alike - 1
    laid: list[str] = []
    under: list[str] = []
    while len(row) < room and any(count_type(table, order, row) < most for order in deck):
        order, deck = deck[0], deck[1:]
        if count_type(table, order, row) < most:
            row += (order,)
            laid.append(order)
        else:
            deck += (order,)
            under.append(order)
    return table._replace(row=row, deck=deck), tuple(laid), tuple(under)

"""Lists the legal moves of a table: every kind with every choice of its arguments.

Kinds come in the order play, complete, hire, take, opportunity, collect, replenish; cards as they lie. Shares prices
and qualities with the actions; a property test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from kitgen.games.sandwich_wars.actions import lay
from kitgen.games.sandwich_wars.cards import SHARE, Order
from kitgen.games.sandwich_wars.effects import price_of, total_quality
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.opportunities import can_draw
from kitgen.games.sandwich_wars.table import ACT, ANNOUNCE, DISCARD, REFILL, UPKEEP, Table
from kitgen.games.sandwich_wars.turn import can_pay, payments


def legal_moves(table: Table) -> Iterator[Move]:
    """Yield every legal move of `table`; none when the game is over or stopped."""
    if table.step == ACT:
        yield from _turn_moves(table)
    elif table.step == UPKEEP:
        yield from upkeep_moves(table)
    elif table.step == DISCARD:
        surplus = len(table.seat.hand) - table.cards.rules.hand
        for cards in combinations(table.seat.hand, surplus):
            yield Move("discard", discard=cards)
    elif table.step in (REFILL, ANNOUNCE):
        yield Move(table.step)


def _turn_moves(table: Table) -> Iterator[Move]:
    if table.actions:
        yield from play_moves(table)
        yield from complete_moves(table)
        yield from hire_moves(table)
        yield Move("take")
    yield from opportunity_moves(table)
    if table.actions:
        for cards in _subsets(table.seat.hand):
            yield Move("replenish", discard=cards)
    else:
        yield Move("collect")


def _subsets(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(cards, n) for n in range(len(cards) + 1))


def play_moves(table: Table, free: bool = False) -> Iterator[Move]:
    """Yield every way to lay down an ingredient of the hand, free of its price or not."""
    seat, cards = table.seat, table.cards
    is_full = len(seat.area) >= cards.rules.area
    fine = cards.rules.fine if is_full else 0
    for card in seat.hand:
        if card not in cards.ingredients or (0 if free else price_of(cards, seat, card)) + fine > seat.coins:
            continue
        for replaced in seat.area if is_full else ("",):
            yield Move("play", card=card, replace=replaced)


def complete_moves(table: Table) -> Iterator[Move]:
    """Yield every way to complete an order of the row: each set of ingredients with each reward."""
    for name in table.row:
        order = table.cards.orders[name]
        for using in combinations(table.seat.area, order.type):
            if total_quality(table.cards, table.seat, using) + table.spice >= order.quality:
                for reward in reward_moves(table, order):
                    yield reward._replace(order=name, using=using)


def reward_moves(table: Table, order: Order) -> Iterator[Move]:
    """Yield the rewards that an order offers now, as `complete` moves without order and ingredients."""
    if order.reward == SHARE:
        for coins in range(order.number, -1, -1):
            yield Move("complete", coins=coins, cards=order.number - coins)
        return
    for category in table.assistants:
        yield Move("complete", assistant=category)
    yield Move("complete", points=order.number)


def hire_moves(table: Table) -> Iterator[Move]:
    """Yield the assistants that can be hired and paid."""
    for category in table.assistants:
        if table.cards.assistants[category].hire <= table.seat.coins:
            yield Move("hire", assistant=category)


def upkeep_moves(table: Table) -> Iterator[Move]:
    """Yield every way to pay the upkeep, with every choice of assistants to return."""
    held = table.seat.assistants
    for coins, points in payments(table):
        for back in _subsets(held) if can_pay(table) else (held,):
            yield Move("upkeep", coins=coins, points=points, back=back)


def opportunity_moves(table: Table) -> Iterator[Move]:
    """Yield every opportunity of the hand that can do something, with every choice it asks for."""
    for card in table.seat.hand:
        if card in table.cards.opportunities:
            yield from _choices(table, card)


def _choices(table: Table, card: str) -> Iterator[Move]:
    verb, number = table.cards.opportunities[card].verb, table.cards.opportunities[card].number
    move = Move("opportunity", card=card)
    if verb == "free_assistant":
        yield from (move._replace(assistant=category) for category in table.assistants)
    elif verb == "free_ingredients":
        yield from (move._replace(plays=plays) for plays in _free_plays(table, number))
    elif verb == "swap_order":
        yield from (move._replace(order=order) for order in table.row if table.deck)
    elif can_use(table, verb):
        yield move


def can_use(table: Table, verb: str) -> bool:
    """Return whether an opportunity that asks for no choice could do at least a part of what it says."""
    if verb == "draw":
        return can_draw(table)
    if verb in ("order_quality", "order_points"):
        return table.actions > 0
    if verb == "no_upkeep":
        return bool(table.seat.assistants) and not table.day_off
    return True


def _free_plays(table: Table, number: int) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield every run of 1 to `number` free plays; a card that the first one draws may be the second."""
    for move in play_moves(table, free=True):
        play = (move.card, move.replace)
        yield (play,)
        if number > 1:
            after = lay(table, move.card, move.replace, True, {})
            yield from ((play, *rest) for rest in _free_plays(after, number - 1))

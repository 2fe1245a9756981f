"""What ingredients' effects and assistants do: prices, qualities, and what is paid out at each of the four times.

Knows whose effects count (their owner's), not when a player may do what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kitgen.games.sandwich_wars.cards import COLLECT, IN_PLAY, PLAYED, USED, Cards, Effect
from kitgen.games.sandwich_wars.table import Seat, Table, draw, with_seat

Told = dict[str, Any]  # what a ply's entry tells; filled in as things happen


def price_of(cards: Cards, seat: Seat, card: str) -> int:
    """Return what `card` costs this seat in coins: its cost less assistant and effects in play, never below 0."""
    ingredient = cards.ingredients[card]
    price = ingredient.cost
    if ingredient.category in seat.assistants:
        price -= cards.assistants[ingredient.category].discount
    return max(0, price - _in_play(cards, seat, "discount", ingredient.category))


def quality_of(cards: Cards, seat: Seat, card: str, using: Iterable[str]) -> int:
    """Return the quality of `card` in an order of `using`: its own, its assistant's, effects in play and in use."""
    ingredient = cards.ingredients[card]
    effect = ingredient.effect
    quality = ingredient.quality + _in_play(cards, seat, "quality", ingredient.category)
    if ingredient.category in seat.assistants:
        quality += cards.assistants[ingredient.category].quality
    if effect.verb == "quality_with" and any(cards.ingredients[c].category == effect.category for c in using):
        quality += effect.number
    return quality


def total_quality(cards: Cards, seat: Seat, using: tuple[str, ...]) -> int:
    """Return the quality that the ingredients `using` have together, opportunities apart."""
    return sum(quality_of(cards, seat, card, using) for card in using)


def _in_play(cards: Cards, seat: Seat, verb: str, category: str) -> int:
    total = 0
    for card in seat.area:
        time, name, number, helped = cards.ingredients[card].effect
        if name == verb and time == IN_PLAY and helped == category:
            total += number
    return total


def pay_out(table: Table, verb: str, number: int, told: Told) -> Table:
    """Give the seat whose turn it is coins, points or cards ("draw"), and tell it."""
    if verb == "draw":
        table, drawn = draw(table, number)
        told["drawn"] = [*told.get("drawn", []), *drawn]
        return table
    seat = table.seat
    told[verb] = told.get(verb, 0) + number
    if verb == "coins":
        return with_seat(table, seat._replace(coins=seat.coins + number))
    return with_seat(table, seat._replace(tokens=seat.tokens + number))


def run_played(table: Table, card: str, told: Told) -> Table:
    """Apply the effect that `card` has when it is laid down, if it has one."""
    return _run(table, table.cards.ingredients[card].effect, PLAYED, told)


def run_used(table: Table, using: Iterable[str], told: Told) -> Table:
    """Apply the effects that `using` have when they go into an order; qualities are counted elsewhere."""
    for card in using:
        table = _run(table, table.cards.ingredients[card].effect, USED, told)
    return table


def run_collect(table: Table, told: Told) -> Table:
    """Apply the hand symbols of the area, oldest first, then each assistant's card."""
    for card in table.seat.area:
        table = _run(table, table.cards.ingredients[card].effect, COLLECT, told)
    for category in table.seat.assistants:
        table = pay_out(table, "draw", table.cards.assistants[category].cards, told)
    return table


def _run(table: Table, effect: Effect, time: str, told: Told) -> Table:
    if effect.time != time or effect.verb == "quality_with":
        return table
    return pay_out(table, effect.verb, effect.number, told)

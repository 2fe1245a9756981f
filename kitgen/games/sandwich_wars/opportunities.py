"""Opportunities: free of cost and action, at any moment of one's own turn, then into the left neighbour's hand.

Each must be able to do at least a part of what it says. Knows their effects; does not know when a turn ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kitgen.errors import IllegalMove
from kitgen.games.sandwich_wars.actions import lay, take_assistant
from kitgen.games.sandwich_wars.effects import Told, pay_out
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.table import SIDES, Table, refill, with_seat, without

Effect = Callable[[Table, Move, int, Told], Table]


def play_opportunity(table: Table, move: Move, told: Told) -> Table:
    """Apply an opportunity of the hand and hand it on; raises IllegalMove when it could do nothing."""
    card = move.card
    if card not in table.seat.hand:
        raise IllegalMove(f"{card} is not in {table.side}'s hand", card)
    if card not in table.cards.opportunities:
        raise IllegalMove(f"{card} is no opportunity", card)
    opportunity = table.cards.opportunities[card]
    _check_form(opportunity.verb, move)
    table = EFFECTS[opportunity.verb](table, move, opportunity.number, told)
    return _hand_on(table, card, told)


_ASKED = {"free_assistant": "assistant", "free_ingredients": "plays", "swap_order": "order"}


def _check_form(verb: str, move: Move) -> None:
    asked = _ASKED.get(verb)
    for key in _ASKED.values():
        if key != asked and getattr(move, key):
            raise IllegalMove(f"{move.card} takes no {key}", move.card)
    if asked and not getattr(move, asked):
        raise IllegalMove(f"{move.card} needs {asked}", move.card)


def _hand_on(table: Table, card: str, told: Told) -> Table:
    left = (table.turn + 1) % len(table.seats)
    told["to"] = SIDES[left]
    table = with_seat(table, table.seat._replace(hand=without(table.seat.hand, [card])))
    neighbour = table.seats[left]
    return with_seat(table, neighbour._replace(hand=(*neighbour.hand, card)), left)


def _free_assistant(table: Table, move: Move, _: int, told: Told) -> Table:
    return take_assistant(table, move.assistant, told)


def _free_ingredients(table: Table, move: Move, number: int, told: Told) -> Table:
    if len(move.plays) > number:
        raise IllegalMove(f"{move.card} plays up to {number} ingredients, not {len(move.plays)}", move.card)
    for card, replaced in move.plays:
        table = lay(table, card, replaced, True, told)
    return table


def _coins(table: Table, _: Move, number: int, told: Told) -> Table:
    return pay_out(table, "coins", number, told)


def _draw(table: Table, move: Move, number: int, told: Told) -> Table:
    if not can_draw(table):
        raise IllegalMove(f"{move.card} can do nothing: there is no card to draw", move.card)
    return pay_out(table, "draw", number, told)


def _order_quality(table: Table, move: Move, number: int, told: Told) -> Table:
    _check_actions(table, move)
    told["quality"] = number
    return table._replace(spice=table.spice + number)


def _order_points(table: Table, move: Move, number: int, told: Told) -> Table:
    _check_actions(table, move)
    told["praise"] = number
    return table._replace(praise=table.praise + number)


def _check_actions(table: Table, move: Move) -> None:
    if not table.actions:
        raise IllegalMove(f"{move.card} can do nothing: no action is left to complete an order", move.card)


def _no_upkeep(table: Table, move: Move, _: int, __: Told) -> Table:
    if not table.seat.assistants or table.day_off:
        raise IllegalMove(f"{move.card} can do nothing: {table.side} has no upkeep to pay", move.card)
    return table._replace(day_off=True)


def _swap_order(table: Table, move: Move, _: int, told: Told) -> Table:
    if move.order not in table.row:
        raise IllegalMove(f"order {move.order} does not lie in the row", move.order)
    if not table.deck:
        raise IllegalMove(f"{move.card} can do nothing: no other order is left", move.card)
    room = len(table.row)
    table = table._replace(row=without(table.row, [move.order]), deck=(*table.deck, move.order))
    table, laid, under = refill(table, room)
    told["laid"], told["under"] = list(laid), [move.order, *under]
    return table


def can_draw(table: Table) -> bool:
    """Return whether a market card is left to draw."""
    return bool(table.market or table.discards)


EFFECTS: Mapping[str, Effect] = {
    "free_assistant": _free_assistant,
    "free_ingredients": _free_ingredients,
    "coins": _coins,
    "draw": _draw,
    "order_quality": _order_quality,
    "order_points": _order_points,
    "no_upkeep": _no_upkeep,
    "swap_order": _swap_order,
}

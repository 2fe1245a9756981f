"""The five actions of a turn: play an ingredient, complete an order, hire, replenish, take coins.

Each takes a table and a move, refuses with the reason, tells what happened and returns the new table. Does not count
actions; `engine.py` does.
"""

from __future__ import annotations

from kitgen.errors import IllegalMove
from kitgen.games.sandwich_wars.cards import ASSISTANT_OR_POINTS, SHARE, Order
from kitgen.games.sandwich_wars.effects import Told, pay_out, price_of, run_played, run_used, total_quality
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.table import Table, draw, with_seat, without


def play(table: Table, move: Move, told: Told) -> Table:
    """Lay down an ingredient for its price; see `lay`."""
    return lay(table, move.card, move.replace, False, told)


def lay(table: Table, card: str, replace: str, free: bool, told: Told) -> Table:
    """Lay down `card`, in place of `replace` when the area is full, and run its effect; `free` waives all but the fine.

    Effects of the card that is replaced still count for the price. Raises IllegalMove.
    """
    seat, rules = table.seat, table.cards.rules
    if card not in seat.hand:
        raise IllegalMove(f"{card} is not in {table.side}'s hand", card)
    if card not in table.cards.ingredients:
        raise IllegalMove(f"{card} is no ingredient", card)
    _check_replaced(table, replace)
    price = (0 if free else price_of(table.cards, seat, card)) + (rules.fine if replace else 0)
    if price > seat.coins:
        raise IllegalMove(f"{card} costs {price} coins here, and {table.side} has {seat.coins}", card)
    told["paid"] = told.get("paid", 0) + price
    if replace:
        told["replaced"] = [*told.get("replaced", []), replace]
        table = table._replace(discards=(*table.discards, replace))
    area = (*without(seat.area, [replace]), card) if replace else (*seat.area, card)
    seat = seat._replace(hand=without(seat.hand, [card]), area=area, coins=seat.coins - price)
    return run_played(with_seat(table, seat), card, told)


def _check_replaced(table: Table, replace: str) -> None:
    area, most = table.seat.area, table.cards.rules.area
    if not replace and len(area) >= most:
        raise IllegalMove(f"{table.side}'s area holds {most} already: say which one is replaced")
    if replace and len(area) < most:
        raise IllegalMove(f"{table.side}'s area holds {len(area)}: nothing is replaced before it holds {most}", replace)
    if replace and replace not in area:
        raise IllegalMove(f"{replace} is not in {table.side}'s area", replace)


def complete(table: Table, move: Move, told: Told) -> Table:
    """Complete an order: take it, then its reward, the bonus, the assistants' points and the effects of its cards."""
    order = _check_order(table, move)
    before = table.seat
    told["quality"] = total_quality(table.cards, before, move.using) + table.spice
    used = {table.cards.ingredients[card].category for card in move.using}
    bonus = [category for category in order.bonus if category in used]
    helped = [category for category in before.assistants if category in used]
    table = table._replace(row=without(table.row, [move.order]), completed=table.completed + 1)
    table = with_seat(table, before._replace(orders=(*before.orders, move.order)))
    table = _reward(table, order, move, told)
    told["bonus"], told["assisted"] = bonus, helped
    points = len(bonus) * table.cards.rules.bonus + table.praise
    points += sum(table.cards.assistants[category].points for category in helped)
    table = pay_out(table, "points", points, told)
    table = run_used(table, move.using, told)
    seat = table.seat
    table = with_seat(table, seat._replace(area=without(seat.area, move.using)))
    return table._replace(discards=table.discards + move.using)


def _check_order(table: Table, move: Move) -> Order:
    if move.order not in table.row:
        raise IllegalMove(f"order {move.order} does not lie in the row", move.order)
    order = table.cards.orders[move.order]
    for card in move.using:
        if card not in table.seat.area:
            raise IllegalMove(f"{card} is not in {table.side}'s area", card)
    if len(move.using) != order.type:
        raise IllegalMove(
            f"order {move.order} takes exactly {order.type} ingredients, not {len(move.using)}", move.order
        )
    quality = total_quality(table.cards, table.seat, move.using) + table.spice
    if quality < order.quality:
        raise IllegalMove(f"order {move.order} asks for quality {order.quality}, and this makes {quality}", move.order)
    return order


def _reward(table: Table, order: Order, move: Move, told: Told) -> Table:
    """Give the reward that the move chooses; raises IllegalMove for one that the order does not offer."""
    given = (bool(move.assistant), move.points is not None, move.coins is not None or move.cards is not None)
    if sum(given) != 1:
        raise IllegalMove(f"order {move.order} needs one reward: {reward_words(order)}", move.order)
    if order.reward == SHARE:
        coins, cards = move.coins or 0, move.cards or 0
        if not given[2] or coins + cards != order.number:
            raise IllegalMove(f"the reward of order {move.order} is {reward_words(order)}", move.order)
        table = pay_out(table, "coins", coins, told) if coins else table
        return pay_out(table, "draw", cards, told) if cards else table
    if move.assistant:
        return take_assistant(table, move.assistant, told)
    if move.points != order.number:
        raise IllegalMove(f"the reward of order {move.order} is {reward_words(order)}", move.order)
    return pay_out(table, "points", order.number, told)


def reward_words(order: Order) -> str:
    """Return an order's reward in the words of messages."""
    if order.reward == ASSISTANT_OR_POINTS:
        return f"an assistant from the central row, or points: {order.number}"
    return f"coins and cards that make {order.number} together"


def take_assistant(table: Table, category: str, told: Told) -> Table:
    """Take an assistant from the central row without paying; raises IllegalMove when it is not there."""
    if category not in table.assistants:
        raise IllegalMove(f"the {category} assistant is not in the central row", category)
    told["assistant"] = category
    seat = table.seat
    table = table._replace(assistants=without(table.assistants, [category]))
    return with_seat(table, seat._replace(assistants=(*seat.assistants, category)))


def hire(table: Table, move: Move, told: Told) -> Table:
    """Hire an assistant from the central row for its price."""
    table = take_assistant(table, move.assistant, told)
    seat, price = table.seat, table.cards.assistants[move.assistant].hire
    if price > seat.coins:
        raise IllegalMove(f"hiring costs {price} coins, and {table.side} has {seat.coins}", move.assistant)
    told["paid"] = price
    return with_seat(table, seat._replace(coins=seat.coins - price))


def replenish(table: Table, move: Move, told: Told) -> Table:
    """Discard any cards of the hand, then draw until it holds the hand's size."""
    table = discard(table, move.discard)
    table, drawn = draw(table, table.cards.rules.hand - len(table.seat.hand))
    told["drawn"] = list(drawn)
    return table


def discard(table: Table, cards: tuple[str, ...]) -> Table:
    """Put cards of the hand on the discards; raises IllegalMove for one that is not there."""
    seat = table.seat
    for card in cards:
        if card not in seat.hand:
            raise IllegalMove(f"{card} is not in {table.side}'s hand", card)
    table = with_seat(table, seat._replace(hand=without(seat.hand, cards)))
    return table._replace(discards=table.discards + cards)


def take(table: Table, _: Move, told: Told) -> Table:
    """Take the coins of the action."""
    return pay_out(table, "coins", table.cards.rules.take_coins, told)

"""Two simple players that play whole games for measuring: one at random, one greedy. Neither looks a turn ahead.

A player is a function of a table and a source of chance that returns a legal move. Does not know how games are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from kitgen.chance import Chance
from kitgen.games.sandwich_wars.cards import SHARE, Order
from kitgen.games.sandwich_wars.effects import price_of, quality_of, total_quality
from kitgen.games.sandwich_wars.menu import (
    can_use,
    complete_moves,
    hire_moves,
    legal_moves,
    opportunity_moves,
    play_moves,
)
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.scoring import diversity_of
from kitgen.games.sandwich_wars.table import ACT, DISCARD, UPKEEP, Table, without
from kitgen.games.sandwich_wars.turn import can_pay, payments

Player = Callable[[Table, Chance], Move]


def play_at_random(table: Table, chance: Chance) -> Move:
    """Choose a kind of move, each as likely, then one move of that kind, each as likely."""
    if table.step != ACT:
        return chance.choice(list(legal_moves(table)))
    kinds = [list(opportunity_moves(table))]
    if table.actions:
        kinds += [list(play_moves(table)), list(complete_moves(table)), list(hire_moves(table)), [Move("take")]]
        kinds.append([Move("replenish", discard=tuple(c for c in table.seat.hand if chance.below(2)))])
    else:
        kinds.append([Move("collect")])
    return chance.choice(chance.choice([kind for kind in kinds if kind]))


# ---------------------------------------------------------------- greedy

# What the greedy player takes things to be worth, in points; rough, and not tuned to any card.
_COIN = 0.6
_CARD = 0.6
_LOW = 3  # an ingredient below this quality is given up for another


class Plan(NamedTuple):
    """An order to go for: its worth in points an action, the ingredients, those still to play, the coins they cost."""

    rate: float
    order: str
    using: tuple[str, ...]
    missing: tuple[str, ...]
    price: int


def play_greedily(table: Table, _: Chance) -> Move:
    """Go for the order that brings most points for each action it still needs, and pay for nothing else.

    Opportunities are played as soon as they help, until a player lacks one order only; then they are kept for their
    points. An assistant is hired when three ingredients of its category are at hand and coins are left over.
    """
    if table.step == UPKEEP:
        return _upkeep(table)
    if table.step == DISCARD:
        return Move("discard", discard=_worst(table, len(table.seat.hand) - table.cards.rules.hand))
    if table.step != ACT:
        return Move(table.step)
    plan = max(_plans(table), default=None)
    keeps = _is_near_end(table)
    if not keeps and (move := _opportunity(table, plan)):
        return move
    if not table.actions:
        return Move("collect")
    if plan is None:
        return _look_for_cards(table)
    if not plan.missing:
        return _complete(table, plan)
    if not keeps and (move := _hire(table, plan)):
        return move
    return _play(table, plan)


def _is_near_end(table: Table) -> bool:
    return any(len(seat.orders) >= table.cards.rules.last_order - 1 for seat in table.seats)


def _worst(table: Table, number: int) -> tuple[str, ...]:
    """Return the cards of the hand to part with: ingredients of least quality first, opportunities last."""
    hand, cards = table.seat.hand, table.cards
    worth = {card: cards.ingredients[card].quality if card in cards.ingredients else 9 for card in hand}
    gone = sorted(hand, key=lambda card: worth[card])[:number]
    return tuple(card for card in hand if card in gone)


def _upkeep(table: Table) -> Move:
    """Pay in coins before points; return an assistant when nothing of its category is at hand."""
    coins, points = payments(table)[0]
    seat = table.seat
    back = seat.assistants
    if can_pay(table):
        near = _categories(table)
        back = tuple(category for category in seat.assistants if category not in near)
    return Move("upkeep", coins=coins, points=points, back=back)


def _categories(table: Table) -> list[str]:
    """Return the category of each ingredient in area and hand."""
    ingredients = table.cards.ingredients
    return [ingredients[card].category for card in table.seat.area + table.seat.hand if card in ingredients]


def _plans(table: Table) -> Iterator[Plan]:
    """Yield for each order of the row what can be completed now, else what could be with cards of the hand."""
    for name in table.row:
        order = table.cards.orders[name]
        if using := _ready(table, order):
            yield Plan(_worth(table, name, using), name, using, (), 0)
        elif plan := _plan(table, name, order):
            yield plan


def _ready(table: Table, order: Order) -> tuple[str, ...]:
    """Return the ingredients of the area that complete `order` with most bonus, least quality; () if none do."""
    seat, most = table.seat, (-1, 0)
    best: tuple[str, ...] = ()
    if not table.actions:
        return best
    for using in combinations(seat.area, order.type):
        quality = total_quality(table.cards, seat, using) + table.spice
        worth = (_points(table, order, using), -quality)
        if quality >= order.quality and worth > most:
            best, most = using, worth
    return best


def _points(table: Table, order: Order, using: tuple[str, ...]) -> int:
    """Return the tokens that bonus and assistants pay for `using`."""
    cards = table.cards
    used = {cards.ingredients[card].category for card in using}
    points = cards.rules.bonus * sum(category in used for category in order.bonus)
    return points + sum(cards.assistants[category].points for category in table.seat.assistants if category in used)


def _worth(table: Table, name: str, using: tuple[str, ...]) -> float:
    """Return what completing an order is worth in points: its own, tokens, diversity and reward."""
    order = table.cards.orders[name]
    seat = table.seat
    more = diversity_of(table, seat._replace(orders=(*seat.orders, name))) - diversity_of(table, seat)
    reward = order.number * _COIN if order.reward == SHARE else order.number
    return order.points + _points(table, order, using) + more + reward


def _plan(table: Table, name: str, order: Order) -> Plan | None:
    """Return the cheapest-looking way to `order` with cards of the hand, None when they do not suffice."""
    cards, seat = table.cards, table.seat
    hand = [card for card in seat.hand if card in cards.ingredients]
    pool = [*seat.area, *hand]
    if len(pool) < order.type:
        return None
    quality = {card: quality_of(cards, seat, card, ()) for card in pool}
    price = {card: 0 if card in seat.area else price_of(cards, seat, card) + 2 for card in pool}  # 2: half an action
    wanted = {card: quality[card] + 2 * (cards.ingredients[card].category in order.bonus) for card in pool}
    pool.sort(key=lambda card: price[card] - wanted[card])
    using, rest = pool[: order.type], sorted(pool[order.type :], key=lambda card: -quality[card])
    while total_quality(cards, seat, tuple(using)) + table.spice < order.quality:
        weakest = min(using, key=lambda card: quality[card])
        if not rest or quality[rest[0]] <= quality[weakest]:
            return None
        using[using.index(weakest)] = rest.pop(0)
    return _priced(table, name, tuple(using))


def _priced(table: Table, name: str, using: tuple[str, ...]) -> Plan:
    """Return the plan to complete an order with `using`: what is missing, what it costs, points an action."""
    seat, rules = table.seat, table.cards.rules
    missing = without(using, seat.area)
    surplus = max(0, len(seat.area) + len(missing) - rules.area)
    price = sum(price_of(table.cards, seat, card) for card in missing) + surplus * rules.fine
    takes = -(-max(0, price - seat.coins) // rules.take_coins)
    return Plan(_worth(table, name, using) / (len(missing) + 1 + takes), name, using, missing, price)


def _complete(table: Table, plan: Plan) -> Move:
    order = table.cards.orders[plan.order]
    move = Move("complete", order=plan.order, using=plan.using)
    if order.reward == SHARE:
        room = max(0, table.cards.rules.hand - len(table.seat.hand))
        cards = min(order.number, room)
        return move._replace(coins=order.number - cards, cards=cards)
    category = _liked(table, 2)
    return move._replace(assistant=category) if category else move._replace(points=order.number)


def _liked(table: Table, least: int) -> str:
    """Return the assistant of the row with most ingredients at hand, at least `least`; "" if there is none."""
    near = _categories(table)
    best = max(table.assistants, key=near.count, default="")
    return best if best and near.count(best) >= least else ""


def _hire(table: Table, plan: Plan) -> Move | None:
    category = _liked(table, 3)
    if not category or len(table.seat.assistants) >= 2:
        return None
    spare = table.seat.coins - plan.price - table.cards.assistants[category].hire
    return Move("hire", assistant=category) if spare >= 0 else None


def _play(table: Table, plan: Plan) -> Move:
    """Play what the plan lacks, cheapest first; take coins when even that is too dear."""
    seat, cards = table.seat, table.cards
    card = min(plan.missing, key=lambda card: price_of(cards, seat, card))
    replaced = _replaced(table, plan)
    price = price_of(cards, seat, card) + (cards.rules.fine if replaced else 0)
    return Move("play", card=card, replace=replaced) if price <= seat.coins else Move("take")


def _replaced(table: Table, plan: Plan) -> str:
    area = table.seat.area
    if len(area) < table.cards.rules.area:
        return ""
    spare = without(area, plan.using)
    return min(spare, key=lambda card: table.cards.ingredients[card].quality)


def _look_for_cards(table: Table) -> Move:
    """Replenish, giving up low quality; with a hand of good cards lay down the best, else change them all."""
    seat, rules, ingredients = table.seat, table.cards.rules, table.cards.ingredients
    mine = [card for card in seat.hand if card in ingredients]
    low = tuple(card for card in mine if ingredients[card].quality < _LOW)
    if len(seat.hand) - len(low) < rules.hand:
        return Move("replenish", discard=low)
    best = max(mine, key=lambda card: ingredients[card].quality, default="")
    if best and len(seat.area) < rules.area:
        is_paid = price_of(table.cards, seat, best) <= seat.coins
        return Move("play", card=best) if is_paid else Move("take")
    return Move("replenish", discard=tuple(mine) or seat.hand)


# ---------------------------------------------------------------- opportunities of the greedy player


def _opportunity(table: Table, plan: Plan | None) -> Move | None:
    """Return an opportunity of the hand that helps now, None when there is none."""
    for card in table.seat.hand:
        if card in table.cards.opportunities:
            verb = table.cards.opportunities[card].verb
            move = _HELPS[verb](table, Move("opportunity", card=card), plan)
            if move:
                return move
    return None


def _help_assistant(table: Table, move: Move, _: Plan | None) -> Move | None:
    category = _liked(table, 2)
    return move._replace(assistant=category) if category else None


def _help_ingredients(table: Table, move: Move, plan: Plan | None) -> Move | None:
    if not plan or len(plan.missing) < 2 or len(table.seat.area) > table.cards.rules.area - 2:
        return None
    number = table.cards.opportunities[move.card].number
    dear = sorted(plan.missing, key=lambda card: -table.cards.ingredients[card].cost)
    return move._replace(plays=tuple((card, "") for card in dear[:number]))


def _help_coins(table: Table, move: Move, plan: Plan | None) -> Move | None:
    return move if plan and plan.price > table.seat.coins else None


def _help_draw(table: Table, move: Move, plan: Plan | None) -> Move | None:
    return move if plan is None and can_use(table, "draw") else None


def _help_quality(table: Table, move: Move, plan: Plan | None) -> Move | None:
    """Play it when it completes a better order than could be completed without it, now."""
    if not table.actions:
        return None
    spiced = table._replace(spice=table.spice + table.cards.opportunities[move.card].number)
    better = max((p.rate for p in _plans(spiced) if not p.missing), default=0)
    return move if better > (plan.rate if plan else 0) else None


def _help_points(table: Table, move: Move, plan: Plan | None) -> Move | None:
    return move if plan and not plan.missing and table.actions else None


def _help_upkeep(table: Table, move: Move, _: Plan | None) -> Move | None:
    return move if can_use(table, "no_upkeep") and not table.actions else None


def _help_swap(table: Table, move: Move, plan: Plan | None) -> Move | None:
    if plan or not table.deck or not table.row:
        return None
    orders = table.cards.orders
    return move._replace(order=max(table.row, key=lambda name: orders[name].quality / orders[name].type))


_HELPS: Mapping[str, Callable[[Table, Move, Plan | None], Move | None]] = {
    "free_assistant": _help_assistant,
    "free_ingredients": _help_ingredients,
    "coins": _help_coins,
    "draw": _help_draw,
    "order_quality": _help_quality,
    "order_points": _help_points,
    "no_upkeep": _help_upkeep,
    "swap_order": _help_swap,
}

PLAYERS: Mapping[str, Player] = {"random": play_at_random, "greedy": play_greedily}

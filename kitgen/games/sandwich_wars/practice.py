"""Practice questions: what does it cost, how good is it, which order can be completed, what does it score?

`make` deals seats and rows at random and does the arithmetic on what lies there; `prove` plays every legal move of
the question's position by the engine and looks at what happened. Does not know how a question looks.

Level 1 asks for a price (`price`) or a quality (`quality`); level 2 for the one order of the row that can be completed
(`order`) or what a given one brings (`points`); level 3 for the order that brings most (`best`) or a score (`total`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import IllegalMove, SpecError
from kitgen.games.sandwich_wars.cards import ASSISTANT_OR_POINTS, SHARE, USED, Cards
from kitgen.games.sandwich_wars.effects import Told, price_of, total_quality
from kitgen.games.sandwich_wars.engine import GAME, advance
from kitgen.games.sandwich_wars.menu import complete_moves
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.scoring import score
from kitgen.games.sandwich_wars.table import Seat, Table, without
from kitgen.play.contract import Question

LEVELS = (1, 2, 3)
TRIES = 20_000  # positions looked at before a search gives up; a few hundred are the most seen
_PURSE = 12  # coins in the position of a `price` question: enough for any two ingredients

Found = tuple[Seat, Sequence[str], str, Mapping[str, Any]]  # seat, row, answer, values of the prompt


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a question of `level`, one of its two kinds; raises SpecError when TRIES positions hold none."""
    kind = chance.choice(KINDS[level])
    for _ in range(TRIES):
        found = _MAKERS[kind](GAME.cards, chance)
        if found:
            seat, row, answer, values = found
            shown = {"order": values["order"]} if "order" in values else {}
            rules = {"players": 2, "state": _state(seat, row)}
            return Question(kind, level, rules, "", 0, answer, style=_STYLES[kind], values=values, extra=shown)
    raise SpecError(f"no {kind} question among {TRIES} positions")


def _state(seat: Seat, row: Sequence[str]) -> dict[str, Any]:
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in seat._asdict().items() if value}
    return {"seats": {"p1": plain, "p2": {}}, "row": list(row)}


def _pick(chance: Chance, items: Iterable[str], number: int) -> tuple[str, ...]:
    """Return `number` different items, in random order."""
    pool = list(items)
    chance.shuffle(pool)
    return tuple(pool[:number])


def _row(cards: Cards, chance: Chance, kept: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a full row that holds `kept`, without three orders of a type, sorted by code."""
    row = list(kept)
    for order in _pick(chance, cards.orders, len(cards.orders)):
        kinds = [cards.orders[other].type for other in row]
        if len(row) < cards.rules.row and order not in row and kinds.count(cards.orders[order].type) < 2:
            row.append(order)
    return tuple(sorted(row))


# ---------------------------------------------------------------- making


def _make_price(cards: Cards, chance: Chance) -> Found | None:
    """Two ingredients to play, at least one of them cheaper than its card says."""
    mine = _pick(chance, cards.ingredients, 2 + 1 + chance.below(3))
    assistants = _pick(chance, cards.assistants, chance.below(2))
    seat = Seat(mine[:2], mine[2:], _PURSE, 0, assistants)
    first, second = mine[:2]
    price = price_of(cards, seat, first) + price_of(cards, seat._replace(area=(*seat.area, first)), second)
    if price >= sum(cards.ingredients[card].cost for card in seat.hand):
        return None
    return seat, _row(cards, chance), str(price), {}


def _make_quality(cards: Cards, chance: Chance) -> Found | None:
    """An area whose quality is not only what its cards say."""
    area = _pick(chance, cards.ingredients, 2 + chance.below(3))
    seat = Seat((), area, 0, 0, _pick(chance, cards.assistants, chance.below(2)))
    quality = total_quality(cards, seat, area)
    if quality == sum(cards.ingredients[card].quality for card in area):
        return None
    return seat, _row(cards, chance), str(quality), {}


def _make_order(cards: Cards, chance: Chance) -> Found | None:
    """A row of which one order can be completed, and another has ingredients enough but not quality."""
    seat = _seat_with_area(cards, chance)
    row = _row(cards, chance)
    ready = [order for order in row if _ways(cards, seat, order)]
    short = [order for order in row if order not in ready and cards.orders[order].type <= len(seat.area)]
    return (seat, row, ready[0], {}) if len(ready) == 1 and short else None


def _seat_with_area(cards: Cards, chance: Chance) -> Seat:
    area = _pick(chance, cards.ingredients, 3 + chance.below(3))
    return Seat((), area, 0, 0, _pick(chance, cards.assistants, chance.below(3)))


def _ways(cards: Cards, seat: Seat, order: str) -> list[tuple[str, ...]]:
    """Return the sets of ingredients of the area that make `order` good enough."""
    wanted = cards.orders[order]
    sets = combinations(seat.area, wanted.type)
    return [using for using in sets if total_quality(cards, seat, using) >= wanted.quality]


def _brings(cards: Cards, seat: Seat, order: str, using: tuple[str, ...]) -> int:
    """Return the points of an order and of all tokens it brings, the reward's points included where it has any."""
    wanted = cards.orders[order]
    used = {cards.ingredients[card].category for card in using}
    points = wanted.points + cards.rules.bonus * len(used & set(wanted.bonus))
    points += sum(cards.assistants[category].points for category in seat.assistants if category in used)
    effects = (cards.ingredients[card].effect for card in using)
    points += sum(effect.number for effect in effects if effect.time == USED and effect.verb == "points")
    return points + (wanted.number if wanted.reward == ASSISTANT_OR_POINTS else 0)


def _make_points(cards: Cards, chance: Chance) -> Found | None:
    """An order that takes the whole area, with a reward of coins and cards, and some points beside its own."""
    area = _pick(chance, cards.ingredients, 2 + chance.below(4))
    seat = Seat((), area, 0, 0, _pick(chance, cards.assistants, 1))
    orders = [name for name, order in cards.orders.items() if order.type == len(area) and order.reward == SHARE]
    order = chance.choice(orders)
    points = _brings(cards, seat, order, area)
    if not _ways(cards, seat, order) or points == cards.orders[order].points:
        return None
    return seat, _row(cards, chance, [order]), str(points), {"order": order}


def _make_best(cards: Cards, chance: Chance) -> Found | None:
    """Three orders or more can be completed; the best is one alone, and not the one with most points printed."""
    seat = _seat_with_area(cards, chance)
    row = _row(cards, chance)
    worth = {
        order: max(_brings(cards, seat, order, using) for using in ways)
        for order in row
        if (ways := _ways(cards, seat, order))
    }
    if len(worth) < 3:
        return None
    best, second = sorted(worth.values(), reverse=True)[:2]
    answer = max(worth, key=lambda order: worth[order])
    printed = max(cards.orders[order].points for order in worth)
    return (seat, row, answer, {}) if best > second and cards.orders[answer].points < printed else None


def _make_total(cards: Cards, chance: Chance) -> Found | None:
    """A seat at the end of a game: orders of at least two types, tokens, an opportunity or two in hand."""
    orders = tuple(sorted(_pick(chance, cards.orders, 4 + chance.below(2))))
    kept = _pick(chance, cards.opportunities, 1 + chance.below(2))
    hand = (*kept, *_pick(chance, cards.ingredients, 2))
    seat = Seat(hand, (), chance.below(9), 2 + chance.below(20), (), orders)
    types = len({cards.orders[order].type for order in orders})
    if types < 2:
        return None
    total = sum(cards.orders[order].points for order in orders) + seat.tokens
    total += cards.rules.opportunity * len(kept) + cards.rules.diversity[types - 2]
    return seat, (), str(total), {}


_STYLES = {  # how the figure of a kind shows its position
    "price": "buying",
    "quality": "kitchen",
    "order": "orders",
    "points": "one_order",
    "best": "orders",
    "total": "scoring",
}
_MAKERS: Mapping[str, Callable[[Cards, Chance], Found | None]] = {
    "price": _make_price,
    "quality": _make_quality,
    "order": _make_order,
    "points": _make_points,
    "best": _make_best,
    "total": _make_total,
}
KINDS: Mapping[int, tuple[str, str]] = {1: ("price", "quality"), 2: ("order", "points"), 3: ("best", "total")}


# ---------------------------------------------------------------- proving


def prove(question: Question) -> tuple[str, ...]:
    """Return every right answer, found by playing what the position allows."""
    table = GAME.start(GAME.settle(question.options))
    return tuple(sorted(_PROVERS[question.kind](table, question)))


def _prove_price(table: Table, _: Question) -> set[str]:
    told: Told = {}
    for card in table.seat.hand:
        table = advance(table, Move("play", card=card), told)
    return {str(told["paid"])}


def _prove_quality(table: Table, _: Question) -> set[str]:
    """Ask for ever more quality in an order of the area's size, until the engine refuses."""
    area, quality = table.seat.area, 0
    name, order = next((name, order) for name, order in table.cards.orders.items() if order.type == len(area))
    while True:
        asked = {**table.cards.orders, name: order._replace(quality=quality + 1)}
        harder = table._replace(cards=table.cards._replace(orders=asked), row=(name,))
        try:
            advance(harder, next(complete_moves(harder), Move("complete", order=name, using=area)), {})
        except IllegalMove:
            return {str(quality)}
        quality += 1


def _prove_order(table: Table, _: Question) -> set[str]:
    return {move.order for move in complete_moves(table)}


def _outcomes(table: Table) -> list[tuple[Move, int]]:
    """Return every way to complete an order of the row, with the points on the card and in tokens that came of it."""
    before = score(table)[table.side]
    found = []
    for move in complete_moves(table):
        after = score(advance(table, move, {}))[table.side]
        points = sum(after[key] - before[key] for key in ("orders", "tokens"))
        found.append((move, points))
    return found


def _prove_points(table: Table, question: Question) -> set[str]:
    order, area = question.values["order"], table.seat.area
    return {str(points) for move, points in _outcomes(table) if move.order == order and not without(area, move.using)}


def _prove_best(table: Table, _: Question) -> set[str]:
    outcomes = _outcomes(table)
    most = max(points for _, points in outcomes)
    return {move.order for move, points in outcomes if points == most}


def _prove_total(table: Table, _: Question) -> set[str]:
    return {str(score(table)[table.side]["total"])}


_PROVERS: Mapping[str, Callable[[Table, Question], set[str]]] = {
    "price": _prove_price,
    "quality": _prove_quality,
    "order": _prove_order,
    "points": _prove_points,
    "best": _prove_best,
    "total": _prove_total,
}

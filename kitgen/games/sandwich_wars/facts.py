"""Numbers and claims that texts about Sandwich Wars may use: counts of cards, the rules' numbers, measured figures.

Measured figures come from the file that `balance.py` writes, and are refused when the cards have changed since. Does
not know the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, cast

from kitgen.games.sandwich_wars import rulebook
from kitgen.games.sandwich_wars.balance import SIZES, fingerprint
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.data import FOLDER, shipped
from kitgen.games.sandwich_wars.effects import Told, price_of, quality_of
from kitgen.games.sandwich_wars.engine import GAME, advance
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.table import FEWEST, LAST_ROUND, SIDES, Seat, Table, refill
from kitgen.play.supply import find_data
from kitgen.source import read_yaml

SHORTEST, LONGEST = 8, 25  # rounds at the median that the house values were tuned to
FAIR_WITHIN = 5  # points of per cent
LEAST_USE = 5  # per cent of the games: a card used in fewer is dead
_MEASURED = "measured.yaml"


def figures() -> Mapping[str, Any]:
    """Return the measured figures of the shelf in use: kind of player -> number of players -> figure."""
    tree = find_data(GAME.slug, _MEASURED.removesuffix(".yaml"))
    return _shipped_figures() if tree is None else cast("Mapping[str, Any]", tree.plain())


@cache
def _shipped_figures() -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", read_yaml(shipped(_MEASURED), f"{FOLDER}/{_MEASURED}").plain())


def counts(options: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the numbers by name."""
    return {
        **_component_counts(GAME.cards),
        **_rule_numbers(GAME.cards),
        **_example_numbers(GAME.cards),
        **dict(_measured_numbers()),
    }


def _component_counts(cards: Cards) -> dict[str, int | str]:
    tokens = cards.tokens
    coins, points = sum(tokens.coins.values()), sum(tokens.points.values())
    decks = (cards.market, cards.orders, cards.assistants)
    return {
        "market_cards": len(cards.market),
        "ingredients": len(cards.ingredients),
        "categories": len(cards.categories),
        "ingredients_of_a_category": len(cards.ingredients) // len(cards.categories),
        "opportunities": len(cards.opportunities),
        "orders": len(cards.orders),
        "order_types": len(cards.order_types),
        "orders_of_a_type": len(cards.orders) // len(cards.order_types),
        "assistants": len(cards.assistants),
        "summaries": tokens.summaries,
        "trophies": tokens.trophies,
        "all_cards": sum(map(len, decks)) + tokens.summaries + tokens.trophies,
        "coin_tokens": coins,
        "point_tokens": points,
        "all_tokens": coins + points,
        **dict(zip(("coin_low", "coin_high"), sorted(tokens.coins), strict=True)),
        **dict(zip(("point_low", "point_middle", "point_high"), sorted(tokens.points), strict=True)),
        **{f"coins_of_{value}": number for value, number in tokens.coins.items()},
        **{f"points_of_{value}": number for value, number in tokens.points.items()},
    }


def _rule_numbers(cards: Cards) -> dict[str, int | str]:
    rules, assistant = cards.rules, next(iter(cards.assistants.values()))
    plain = {f"rule_{key}": value for key, value in rules._asdict().items() if isinstance(value, int)}
    return {
        **plain,
        **{f"types_{types}": types for types, _ in enumerate(rules.diversity, start=2)},
        **{f"diversity_{types}": points for types, points in enumerate(rules.diversity, start=2)},
        **{f"assistant_{key}": value for key, value in assistant._asdict().items()},
        **{f"share_{place}": value for place, value in zip(("low", "middle", "high"), rulebook.SHARES, strict=True)},
        "reward_points": rulebook.POINTS_FOR_NO_ASSISTANT,
        **{f"call_{n}": n for n in range(1, 6)},  # the numbers that point at the parts of a card
        "most_alike": rules.alike - 1,
        "fewest_players": FEWEST,
        "most_players": len(SIDES),
        "last_round": LAST_ROUND,
    }


def _example_numbers(cards: Cards) -> dict[str, int | str]:
    """Return the numbers of the two worked examples, from the engine's own prices and qualities."""
    egg, order = "fried_egg", cards.orders["1e"]
    seat = Seat((egg,), assistants=("eggs",))
    three = ("turkey", "red_onion", "cheddar")
    qualities = [quality_of(cards, Seat((), three), card, three) for card in three]
    return {
        "egg_cost": cards.ingredients[egg].cost,
        "egg_quality": cards.ingredients[egg].quality,
        "egg_price": price_of(cards, seat, egg),
        "egg_helped_quality": quality_of(cards, seat, egg, (egg,)),
        "egg_order_quality": order.quality,
        "egg_order_points": order.points,
        "three_first": qualities[0],
        "three_second": qualities[1],
        "three_third": qualities[2],
        "three_quality": sum(qualities),
        "three_order_quality": cards.orders["3a"].quality,
    }


def _measured_numbers() -> Iterator[tuple[str, int]]:
    yield from (("shortest", SHORTEST), ("longest", LONGEST), ("fair_within", FAIR_WITHIN), ("least_use", LEAST_USE))
    yield "greedy_longest", max(block["longest"] for _, block in _greedy())
    for kind in ("greedy", "random"):
        for size in SIZES:
            block = figures()[kind][str(size)]
            name = f"{kind}_{size}"
            yield f"{name}_players", size
            yield f"{name}_games", block["games"]
            yield f"{name}_rounds", block["rounds"]["median"]
            yield f"{name}_rounds_low", block["rounds"]["middle_half"][0]
            yield f"{name}_rounds_high", block["rounds"]["middle_half"][1]
            yield f"{name}_longest", block["longest"]
            yield f"{name}_points", block["points"]["median"]
            yield f"{name}_winner_points", block["points"]["winner_median"]
            yield f"{name}_first_percent", int(block["first_player"] + 0.5)


def claims(options: Mapping[str, Any]) -> dict[str, Callable[[], bool]]:
    """Return the checks by name."""
    return {
        "figures_are_current": figures_are_current,
        "greedy_games_end": greedy_games_end,
        "length_is_as_tuned": length_is_as_tuned,
        "first_player_is_fair": first_player_is_fair,
        "no_card_is_dead": no_card_is_dead,
        "every_category_is_a_bonus": every_category_is_a_bonus,
        "three_alike_never_lie_open": three_alike_never_lie_open,
        "a_price_may_be_nothing": a_price_may_be_nothing,
        "the_fine_is_never_waived": the_fine_is_never_waived,
    }


def figures_are_current() -> bool:
    """Return whether the figures were measured with the values that the cards have now."""
    return bool(figures()["cards"] == fingerprint(GAME.cards))


def _greedy() -> list[tuple[int, Mapping[str, Any]]]:
    return [(size, figures()["greedy"][str(size)]) for size in SIZES]


def greedy_games_end() -> bool:
    """Return whether every measured game of greedy players came to its end."""
    return figures_are_current() and all(block["finished"] == block["games"] for _, block in _greedy())


def length_is_as_tuned() -> bool:
    """Return whether greedy games last as many rounds at the median as the values were tuned to."""
    medians = [block["rounds"]["median"] for _, block in _greedy()]
    return figures_are_current() and all(SHORTEST <= median <= LONGEST for median in medians)


def first_player_is_fair() -> bool:
    """Return whether the first of several greedy players wins as often as any, within FAIR_WITHIN points."""
    away = [abs(block["first_player"] - 100 / size) for size, block in _greedy()]
    return figures_are_current() and max(away) <= FAIR_WITHIN


def no_card_is_dead() -> bool:
    """Return whether greedy players of every number use each card in LEAST_USE per cent of their games or more."""
    sorts = ("ingredients", "opportunities", "orders", "assistants")
    uses = [share for _, block in _greedy() for sort in sorts for share in block[sort].values()]
    return figures_are_current() and min(uses) >= LEAST_USE


def every_category_is_a_bonus() -> bool:
    """Return whether each category is a bonus of some order."""
    named = {category for order in GAME.cards.orders.values() for category in order.bonus}
    return named == set(GAME.cards.categories)


def _table(seat: Seat, row: tuple[str, ...] = (), deck: tuple[str, ...] = ()) -> Table:
    cards = GAME.cards
    return Table(cards, (seat, Seat(())), 0, 0, (), (), deck, row, tuple(cards.assistants))


def three_alike_never_lie_open() -> bool:
    """Return whether a deck of nothing but third orders leaves the row short, the deck as it was."""
    table = _table(Seat(()), ("1a", "1b", "2a", "2b"), ("1c", "2c", "1d"))
    after, laid, under = refill(table, GAME.cards.rules.row)
    return after == table and not laid and not under


def a_price_may_be_nothing() -> bool:
    """Return whether an assistant can make an ingredient free."""
    cards = GAME.cards
    return any(
        price_of(cards, Seat((card,), assistants=(ingredient.category,)), card) == 0
        for card, ingredient in cards.ingredients.items()
    )


def the_fine_is_never_waived() -> bool:
    """Return whether a free play in a full area costs the fine and nothing else."""
    cards = GAME.cards
    opportunity = next(name for name, card in cards.opportunities.items() if card.verb == "free_ingredients")
    *area, card = list(cards.ingredients)[: cards.rules.area + 1]
    told: Told = {}
    move = Move("opportunity", card=opportunity, plays=((card, area[0]),))
    advance(_table(Seat((opportunity, card), tuple(area), cards.rules.fine)), move, told)
    return bool(told["paid"] == cards.rules.fine)

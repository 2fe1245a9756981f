"""What the cards are: categories, ingredients, opportunities, orders, assistants, rules and tokens, as frozen values.

Card names are the keys of the data file ("fried_egg", "3a"); an assistant has the name of its category. Does not know
where the values come from, nor what a game does with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PLAYED, IN_PLAY, USED, COLLECT = "played", "in_play", "used", "collect"

# What an ingredient's effect may be: the verbs of each time. The engine executes these and no others.
VERBS: Mapping[str, tuple[str, ...]] = {
    PLAYED: ("coins", "draw", "points"),
    IN_PLAY: ("quality", "discount"),
    USED: ("coins", "draw", "points", "quality_with"),
    COLLECT: ("coins", "draw"),
}
WITH_CATEGORY = ("quality", "discount", "quality_with")

# What an opportunity may do, and whether its number may differ from 1.
OPPORTUNITY_VERBS: Mapping[str, bool] = {
    "free_assistant": False,
    "free_ingredients": True,
    "coins": True,
    "draw": True,
    "order_quality": True,
    "order_points": True,
    "no_upkeep": False,
    "swap_order": False,
}

PATTERNS = ("gingham", "stripes", "dots", "diagonals", "lattice", "waves", "zigzag")

ASSISTANT_OR_POINTS, SHARE = "assistant_or_points", "share"

Names = Mapping[str, str]  # language -> text


class Effect(NamedTuple):
    """An ingredient's effect: when, what, how many, and for which category ("" where the verb needs none)."""

    time: str
    verb: str
    number: int
    category: str = ""


class Category(NamedTuple):
    """A kind of ingredient: its palette role, the colour's everyday name and the tablecloth's pattern."""

    name: Names
    colour: str
    shade: Names
    pattern: str


class Ingredient(NamedTuple):
    """An ingredient card; `cost` in coins."""

    category: str
    name: Names
    cost: int
    quality: int
    effect: Effect


class Opportunity(NamedTuple):
    """An opportunity card: what it does, with its number."""

    name: Names
    verb: str
    number: int


class OrderType(NamedTuple):
    """A type of sandwich: its name and palette role."""

    name: Names
    colour: str


class Order(NamedTuple):
    """An order card; `type` is the number of ingredients, `reward` one of the two kinds with its number."""

    type: int
    quality: int
    points: int
    bonus: tuple[str, ...]
    reward: str
    number: int


class Assistant(NamedTuple):
    """An assistant card; `hire`, `discount` and `upkeep_coins` in coins, `upkeep_points` and `points` in tokens."""

    hire: int
    quality: int
    discount: int
    points: int
    cards: int
    upkeep_coins: int
    upkeep_points: int


class Rules(NamedTuple):
    """The game's numbers; `diversity` holds the points for 2, 3, 4 and 5 different types."""

    start_coins: int
    hand: int
    row: int
    alike: int
    area: int
    actions: int
    fine: int
    take_coins: int
    bonus: int
    opportunity: int
    last_order: int
    diversity: tuple[int, ...]


class Tokens(NamedTuple):
    """What is cut out besides cards: value -> how many, and how many summaries and trophies."""

    coins: Mapping[int, int]
    points: Mapping[int, int]
    summaries: int
    trophies: int


class Cards(NamedTuple):
    """The whole of the data file. `market` is ingredients, then opportunities, in the file's order."""

    languages: tuple[str, ...]
    rules: Rules
    tokens: Tokens
    categories: Mapping[str, Category]
    ingredients: Mapping[str, Ingredient]
    opportunities: Mapping[str, Opportunity]
    order_types: Mapping[int, OrderType]
    orders: Mapping[str, Order]
    assistants: Mapping[str, Assistant]
    market: tuple[str, ...]

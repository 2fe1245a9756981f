"""What the published rulebook says in numbers, section by section as the data file has them.

Only what the rulebook itself states: the component list, the rules' numbers and the two worked examples. Everything
else on the cards is a house value. Does not read the data file; `data.py` compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

INGREDIENTS_OF_A_CATEGORY = 6
MARKET_CARDS = 50  # so opportunities are what the ingredients leave
ORDERS_OF_A_TYPE = 5  # 25 orders, 5 types; that they are as many each is a ruling
SHARES = (2, 3, 5)  # rewards in coins and cards
POINTS_FOR_NO_ASSISTANT = 2

_ASSISTANT = {
    "hire": 5,
    "quality": 2,
    "discount": 2,
    "points": 2,
    "cards": 1,
    "upkeep_coins": 2,
    "upkeep_points": 1,
}

CATEGORIES = ("meats", "sauces", "vegetables", "cheeses", "eggs", "extras", "cured_meats")

# Section -> entry ("" for a section without entries) -> field -> value; a tuple of texts means any of them (English).
VALUES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "rules": {
        "": {
            "start_coins": 10,
            "hand": 5,
            "row": 5,
            "alike": 3,
            "area": 5,
            "actions": 2,
            "fine": 2,
            "take_coins": 4,
            "bonus": 2,
            "opportunity": 4,
            "last_order": 5,
            "diversity": [1, 4, 8, 15],
        }
    },
    "tokens": {"": {"coins": {"1": 20, "5": 15}, "points": {"1": 22, "5": 10, "10": 5}, "summaries": 5, "trophies": 1}},
    "categories": {
        "meats": {"name": ("Meats",)},
        "sauces": {"name": ("Sauces", "Dressings", "Dressings/Sauces")},
        "vegetables": {"name": ("Vegetables",)},
        "cheeses": {"name": ("Cheeses",)},
        "eggs": {"name": ("Eggs",), "shade": ("violet",)},  # that violet is eggs is a ruling from the worked example
        "extras": {"name": ("Extras",)},
        "cured_meats": {"name": ("Cured meats", "Cold cuts", "Cold cuts/Cured meats")},
    },
    "ingredients": {
        "fried_egg": {"category": "eggs", "name": ("Fried Egg",), "cost": 6, "quality": 5},
        # The first worked example's three; the rulebook shows their qualities, not their names.
        "turkey": {"quality": 2},
        "red_onion": {"quality": 2},
        "cheddar": {"quality": 3},
    },
    "opportunities": {
        "new_recruit": {"effect": {"free_assistant": 1}},
        "sample_tray": {"effect": {"free_ingredients": 2}},
    },
    "order_types": {},
    "orders": {"1e": {"type": 1, "quality": 6, "points": 5}, "3a": {"type": 3, "quality": 7}},
    "assistants": dict.fromkeys(CATEGORIES, _ASSISTANT),
}

# The second worked example pays 2 points for a fried egg, all of them the assistant's: its order's bonus is not eggs.
NOT_A_BONUS = {"1e": "eggs"}

"""What cards say, made from what they do: names and sentences in a language, each from effect or number by a template.

A card and the engine cannot disagree, since both come from the same effect. Does not know where anything is printed.
"""

from __future__ import annotations

from kitgen.games.sandwich_wars.cards import Cards, Effect, Order
from kitgen.play.contract import Words


def name_of(cards: Cards, card: str, words: Words) -> str:
    """Return the printed name of a market card; an order's is its code ("3a")."""
    if card in cards.orders:
        return card
    entry = cards.ingredients.get(card) or cards.opportunities[card]
    return entry.name[words.lang]


def category_name(cards: Cards, category: str, words: Words) -> str:
    """Return a category's name as a heading has it."""
    return cards.categories[category].name[words.lang]


def category_in_text(cards: Cards, category: str, words: Words) -> str:
    """Return a category's name as it stands within a sentence."""
    return category_name(cards, category, words).lower()


def effect_key(effect: Effect) -> str:
    """Return the key of the phrase that says an ingredient's effect."""
    return f"effect_{effect.time}_{effect.verb}"


def ingredient_text(cards: Cards, card: str, words: Words) -> str:
    """Return the sentence that says what an ingredient does."""
    effect = cards.ingredients[card].effect
    category = category_in_text(cards, effect.category, words) if effect.category else ""
    return words.say(effect_key(effect), n=effect.number, category=category)


def opportunity_text(cards: Cards, card: str, words: Words) -> str:
    """Return the sentence that says what an opportunity does; that it is passed on is said apart."""
    opportunity = cards.opportunities[card]
    return words.say(f"opportunity_{opportunity.verb}", n=opportunity.number)


def reward_text(order: Order, words: Words) -> str:
    """Return what an order's foot says."""
    return words.say(f"reward_{order.reward}", n=order.number)


def bonus_text(cards: Cards, order: Order, words: Words) -> str:
    """Return the bonus categories of an order as a list."""
    return words.join(category_name(cards, category, words) for category in order.bonus)


def assistant_texts(cards: Cards, category: str, words: Words) -> tuple[str, ...]:
    """Return an assistant's lines: quality, discount, points, cards, upkeep."""
    card = cards.assistants[category]
    return (
        words.say("assistant_quality", n=card.quality),
        words.say("assistant_discount", n=card.discount),
        words.say("assistant_points", n=card.points, category=category_in_text(cards, category, words)),
        words.say("assistant_cards", n=card.cards),
        words.say("assistant_upkeep", coins=card.upkeep_coins, points=card.upkeep_points),
    )

"""Keeps Parts: the cards, tokens and play mats to cut out, as data, and how each side of them is drawn.

What a part shows is said in tokens of the data, not in words, so that a front in any language is held to the same.
Does not know sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from kitgen.games.sandwich_wars import backs, faces, pieces, texts
from kitgen.games.sandwich_wars.cards import Cards, Effect
from kitgen.games.sandwich_wars.engine import GAME
from kitgen.marks import Drawing
from kitgen.play.contract import Desk, Part, Words


def parts(options: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return every part of one set: 88 cards, 72 tokens and a mat for each player."""
    return tuple(_all(GAME.cards))


def _all(cards: Cards) -> Iterator[Part]:
    copies = {"summary": cards.tokens.summaries, "trophy": cards.tokens.trophies}
    for name in faces.fronts(cards):
        deck, _, key = name.partition("-")
        faces_of = tuple(sorted(_TOKENS[deck](cards, key)))
        yield Part(name, faces.WIDTH, faces.HEIGHT, copies.get(name, 1), deck, faces_of)
    side = pieces.SIDE
    for value, number in cards.tokens.coins.items():
        yield Part(f"coin-{value}", side, side, number, f"coin {value}", ("kind coin", f"value {value}"))
    for value, number in cards.tokens.points.items():
        yield Part(f"point-{value}", side, side, number, "points", ("kind point", f"value {value}"))
    yield Part("mat", pieces.MAT_WIDTH, pieces.MAT_HEIGHT, 1, "", tuple(sorted(_mat_tokens(cards))))


# ---------------------------------------------------------------- what each shows, in tokens


def effect_token(effect: Effect) -> str:
    """Return an effect as one token."""
    return " ".join(filter(None, ["effect", effect.time, effect.verb, str(effect.number), effect.category]))


def _market(cards: Cards, key: str) -> Iterator[str]:
    if key in cards.opportunities:
        opportunity = cards.opportunities[key]
        yield from ("kind opportunity", f"name {key}", "arrow left", "passed on", "kept in hand")
        yield f"effect {opportunity.verb} {opportunity.number}"
        yield f"points {cards.rules.opportunity}"
        return
    entry = cards.ingredients[key]
    yield from ("kind ingredient", f"name {key}", f"cost {entry.cost}", f"quality {entry.quality}")
    yield f"category {entry.category} on {cards.categories[entry.category].pattern}"
    yield effect_token(entry.effect)


def _order(cards: Cards, key: str) -> Iterator[str]:
    entry = cards.orders[key]
    yield from ("kind order", f"code {key}", f"type {entry.type}", f"quality {entry.quality}")
    yield from (f"bonus {category} +{cards.rules.bonus}" for category in entry.bonus)
    yield from (f"reward {entry.reward} {entry.number}", f"points {entry.points}")


def _assistant(cards: Cards, category: str) -> Iterator[str]:
    entry = cards.assistants[category]
    yield from ("kind assistant", f"hire {entry.hire}", f"quality {entry.quality}", f"discount {entry.discount}")
    yield f"category {category} on {cards.categories[category].pattern}"
    yield from (f"points {entry.points} with {category}", f"cards {entry.cards}")
    yield f"upkeep {entry.upkeep_coins} or {entry.upkeep_points}"


def _summary(cards: Cards, _: str) -> Iterator[str]:
    yield "kind summary"
    for key, numbers in faces.summary_lines(cards):
        yield " ".join(["says", key, *map(str, numbers.values())])


def _trophy(cards: Cards, _: str) -> Iterator[str]:
    yield from ("kind trophy", "says starting_player", "says grand_master", "says starter_line")


def _mat_tokens(cards: Cards) -> Iterator[str]:
    yield "kind mat"
    yield from (f"place {n}" for n in range(1, cards.rules.area + 1))
    yield from (f"says {key}" for key in pieces.MAT_LABELS)


_TOKENS = {"market": _market, "order": _order, "assistant": _assistant, "summary": _summary, "trophy": _trophy}


# ---------------------------------------------------------------- drawing


def draw_front(part: Part, desk: Desk) -> Drawing:
    """Return the front of a part; raises DoesNotFit naming the card whose text is too long."""
    deck, _, key = part.id.partition("-")
    cards = GAME.cards
    if deck in ("coin", "point"):
        return pieces.token(deck, key, desk)
    face = faces.Face(cards, desk, part.id)
    if deck == "mat":
        return pieces.mat(face)
    if deck == "market":
        return faces.ingredient(face, key) if key in cards.ingredients else faces.opportunity(face, key)
    if deck == "order":
        return faces.order(face, key)
    if deck == "assistant":
        return faces.assistant(face, key)
    return faces.summary(face) if deck == "summary" else faces.starter(face)


def draw_back(part: Part, desk: Desk) -> Drawing:
    """Return the back of a part with its bleed; `grid` is the part inside it."""
    return _back(part.back, part.width, part.height, desk.inks)


@cache
def _back(name: str, width: float, height: float, inks: str) -> Drawing:
    return backs.draw(name, width, height, inks)


# ---------------------------------------------------------------- words


def describe(part: Part, words: Words) -> str:
    """Return the front in words: what a card says, in the order in which one reads it."""
    deck, _, key = part.id.partition("-")
    return _DESCRIBERS[deck](GAME.cards, key, words)


def _say_market(cards: Cards, key: str, words: Words) -> str:
    name = texts.name_of(cards, key, words)
    if key in cards.opportunities:
        text = texts.opportunity_text(cards, key, words)
        return words.say("alt_opportunity", name=name, text=text, n=cards.rules.opportunity)
    entry = cards.ingredients[key]
    return words.say(
        "alt_ingredient",
        name=name,
        category=texts.category_name(cards, entry.category, words),
        cost=entry.cost,
        quality=entry.quality,
        text=texts.ingredient_text(cards, key, words),
    )


def _say_order(cards: Cards, key: str, words: Words) -> str:
    entry = cards.orders[key]
    return words.say(
        "alt_order",
        code=key,
        name=cards.order_types[entry.type].name[words.lang],
        number=words.say("n_ingredients", n=entry.type),
        quality=entry.quality,
        bonus=texts.bonus_text(cards, entry, words),
        reward=texts.reward_text(entry, words),
        points=entry.points,
    )


def _say_assistant(cards: Cards, key: str, words: Words) -> str:
    lines = texts.assistant_texts(cards, key, words)
    return words.say(
        "alt_assistant",
        name=words.say("assistant_of", category=texts.category_name(cards, key, words)),
        hire=words.say("n_coins", n=cards.assistants[key].hire),
        text=words.join(lines[:-1]),
        upkeep=lines[-1],
    )


def _say_summary(cards: Cards, _: str, words: Words) -> str:
    return " ".join(words.say(key, **numbers) for key, numbers in faces.summary_lines(cards))


def _say_trophy(_: Cards, __: str, words: Words) -> str:
    return words.say("alt_trophy", first=words.say("starting_player"), winner=words.say("grand_master"))


def _say_mat(cards: Cards, _: str, words: Words) -> str:
    return words.say("alt_mat", n=cards.rules.area)


def _say_coin(_: Cards, value: str, words: Words) -> str:
    return words.say("alt_coin", n=int(value))


def _say_point(_: Cards, value: str, words: Words) -> str:
    return words.say("alt_point", n=int(value))


_DESCRIBERS = {
    "market": _say_market,
    "order": _say_order,
    "assistant": _say_assistant,
    "summary": _say_summary,
    "trophy": _say_trophy,
    "mat": _say_mat,
    "coin": _say_coin,
    "point": _say_point,
}

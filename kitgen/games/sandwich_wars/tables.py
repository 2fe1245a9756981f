"""Keeps Tables: the score sheet to write on, and the designer's notes from the measured figures.

Every number of the notes comes from the file of measured games, and is refused when the cards have changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kitgen.errors import ClaimFailed, Fault, SpecError, suggest
from kitgen.games.sandwich_wars import texts
from kitgen.games.sandwich_wars.balance import SIZES
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.engine import GAME
from kitgen.games.sandwich_wars.facts import figures, figures_are_current
from kitgen.games.sandwich_wars.table import SIDES
from kitgen.play.contract import Table, Words

_PLAYER = "greedy"  # whose games the notes on use tell


def table(name: str, options: Mapping[str, Any], words: Words) -> Table:
    """Return the table `name`; raises SpecError for an unknown one, ClaimFailed for figures of other cards."""
    if name not in _TABLES:
        raise SpecError(Fault(f"no table {name!r}", None, ", ".join(_TABLES), suggest(name, _TABLES)))
    if name != "scores" and not figures_are_current():
        what = "the measured figures are of cards with other values: measure them again"
        raise ClaimFailed(Fault(what, None, "python -m kitgen.games.sandwich_wars.balance"))
    return _TABLES[name](GAME.cards, words)


def _scores(cards: Cards, words: Words) -> Table:
    """A row a source of points, a column a player."""
    rules = cards.rules
    rows = [
        words.say("player_name"),
        words.say("score_orders"),
        words.say("score_tokens"),
        words.say("score_opportunities", n=rules.opportunity),
        words.say("score_diversity"),
        words.say("score_total"),
        words.say("score_coins"),
    ]
    blank = ("",) * len(SIDES)
    head = ("", *(words.say("seat", n=n) for n in range(1, len(SIDES) + 1)))
    return Table(head, tuple((row, *blank) for row in rows), (3.2, *(1.0 for _ in SIDES)), row_heads=True)


def _games(_: Cards, words: Words) -> Table:
    """A row a kind of player and a number of them: games, rounds, points, the first player's share."""
    keys = (
        "notes_players",
        "notes_games",
        "notes_rounds",
        "notes_middle",
        "notes_points",
        "notes_winner",
        "notes_first",
    )
    rows = []
    for kind in ("greedy", "random"):
        for size in SIZES:
            block = figures()[kind][str(size)]
            low, high = block["rounds"]["middle_half"]
            rows.append(
                (
                    words.say(f"notes_{kind}", n=size),
                    str(block["games"]),
                    str(block["rounds"]["median"]),
                    f"{low}–{high}",
                    str(block["points"]["median"]),
                    str(block["points"]["winner_median"]),
                    words.say("per_cent", n=block["first_player"]),
                )
            )
    return Table(tuple(words.say(key) for key in keys), tuple(rows), (2.0, 1, 1, 1.2, 1, 1, 1.3), row_heads=True)


def _use(cards: Cards, words: Words, sort: str, names: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    for key, name in names.items():
        shares = [figures()[_PLAYER][str(size)][sort][key] for size in SIZES]
        yield (name, *(words.say("per_cent", n=share) for share in shares))


def _used(cards: Cards, words: Words, head: str, sort: str, names: Mapping[str, str], wide: float = 2.2) -> Table:
    titles = (words.say(head), *(str(size) for size in SIZES))
    return Table(titles, tuple(_use(cards, words, sort, names)), (wide, *(1.0 for _ in SIZES)), row_heads=True)


def _categories(cards: Cards, words: Words) -> Table:
    names = {key: texts.category_name(cards, key, words) for key in cards.categories}
    return _used(cards, words, "category", "categories", names)


def _assistants(cards: Cards, words: Words) -> Table:
    names = {key: texts.category_name(cards, key, words) for key in cards.assistants}
    return _used(cards, words, "assistant", "assistants", names)


def _opportunities(cards: Cards, words: Words) -> Table:
    names = {key: texts.name_of(cards, key, words) for key in cards.opportunities}
    return _used(cards, words, "opportunity", "opportunities", names)


def _orders(cards: Cards, words: Words) -> Table:
    return _used(cards, words, "order", "orders", {key: key for key in cards.orders}, 1.0)


def _ingredients(cards: Cards, words: Words) -> Table:
    names = {key: texts.name_of(cards, key, words) for key in cards.ingredients}
    return _used(cards, words, "ingredient", "ingredients", names)


_TABLES = {
    "scores": _scores,
    "games": _games,
    "categories": _categories,
    "assistants": _assistants,
    "opportunities": _opportunities,
    "orders": _orders,
    "ingredients": _ingredients,
}

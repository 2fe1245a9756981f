"""Measures the cards by seeded games between two equal players of a kind, and writes the figures down.

    python -m kitgen.games.sandwich_wars.balance > rules_text/sandwich_wars/data/measured.yaml
    python -m kitgen.games.sandwich_wars.balance - < my/cards.yaml > my/measured.yaml

Same cards, same seeds: same figures. Knows players only as functions; draws no conclusions.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import median
from typing import Any

from kitgen.chance import Chance
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.data import read_text, shipped_cards
from kitgen.games.sandwich_wars.engine import advance
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.players import PLAYERS, Player
from kitgen.games.sandwich_wars.scoring import outcome
from kitgen.games.sandwich_wars.setup import settle, start
from kitgen.games.sandwich_wars.table import FEWEST, OVER, SIDES, STOPPED, Table

GAMES: Mapping[str, int] = {"greedy": 2000, "random": 200}
HEAD = 20  # games whose length and best score are written one by one, so that a part can be measured again
SIZES = range(FEWEST, len(SIDES) + 1)


def games_between(
    cards: Cards, player: Player, size: int, seed: int
) -> Iterator[tuple[Table, Move, dict[str, Any], Table]]:
    """Play one game of `size` equal players; yields each ply as table before, move, what it told, table after.

    The deal has the seed, the players draw from a chance of their own with the same seed.
    """
    chance = Chance(seed)
    table = start(cards, settle({"players": size, "seed": seed}))
    while table.step not in (OVER, STOPPED):
        move = player(table, chance)
        told: dict[str, Any] = {}
        after = advance(table, move, told)
        yield table, move, told, after
        table = after


@dataclass
class Tally:
    """What was seen in the games of one kind of player at one size."""

    games: int = 0
    finished: int = 0
    rounds: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    best: list[int] = field(default_factory=list)
    first: float = 0.0  # games won by p1; a shared victory counts its share
    reasons: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)  # games in which a card was used at least once
    categories: Counter[str] = field(default_factory=Counter)  # ingredients used, by category


def count_game(tally: Tally, cards: Cards, player: Player, size: int, seed: int) -> None:
    """Play one game and add it to `tally`."""
    used: set[str] = set()
    last = None
    for _, move, told, after in games_between(cards, player, size, seed):
        last = after
        if move.do == "complete":
            used |= {move.order, *move.using}
            tally.categories.update(cards.ingredients[card].category for card in move.using)
        elif move.do == "opportunity":
            used.add(move.card)
        if "assistant" in told:
            used.add(f"{told['assistant']} assistant")
    assert last is not None
    tally.games += 1
    tally.used.update(used)
    tally.rounds.append(last.round)
    if result := outcome(last):
        _count_result(tally, result)


def _count_result(tally: Tally, result: Mapping[str, Any]) -> None:
    tally.finished += 1
    totals = [sheet["total"] for sheet in result["score"].values()]
    tally.totals += totals
    tally.best.append(max(totals))
    winners = result["winner"] if isinstance(result["winner"], list) else [result["winner"]]
    tally.first += (SIDES[0] in winners) / len(winners)
    tally.reasons[result["reason"]] += 1


def measure(cards: Cards, kind: str, size: int, games: int) -> Tally:
    """Play `games` games with the seeds 1, 2, 3 ... and return what was seen."""
    tally = Tally()
    for seed in range(1, games + 1):
        count_game(tally, cards, PLAYERS[kind], size, seed)
    return tally


def used_names(cards: Cards) -> dict[str, tuple[str, ...]]:
    """Return the names under which cards are counted as used, by sort."""
    return {
        "ingredients": tuple(cards.ingredients),
        "opportunities": tuple(cards.opportunities),
        "orders": tuple(cards.orders),
        "assistants": tuple(f"{category} assistant" for category in cards.assistants),
    }


def figures_of(tally: Tally, cards: Cards) -> dict[str, Any]:
    """Return a tally as the figures that are written down; shares in per cent with one decimal."""
    rounds, totals = sorted(tally.rounds), sorted(tally.totals)
    quarter = len(rounds) // 4
    figures: dict[str, Any] = {
        "games": tally.games,
        "finished": tally.finished,
        "rounds": {"median": int(median(rounds)), "middle_half": [rounds[quarter], rounds[-1 - quarter]]},
        "longest": rounds[-1],
        "head": {"rounds": tally.rounds[:HEAD], "best": tally.best[:HEAD]},
        "points": {"median": int(median(totals)), "winner_median": int(median(tally.best))},
        "first_player": _share(tally.first, tally.finished),
        "decided_by": {reason: tally.reasons[reason] for reason in ("points", "tokens", "coins", "shared")},
        "categories": {c: _share(tally.categories[c], tally.categories.total()) for c in cards.categories},
    }
    for sort, names in used_names(cards).items():
        figures[sort] = {name.split()[0]: _share(tally.used[name], tally.games) for name in names}
    return figures


def _share(part: float, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def fingerprint(cards: Cards) -> str:
    """Return a short code of every value that play depends on; names and colours are left out."""
    plain = (
        cards.rules,
        [(key, i.category, i.cost, i.quality, i.effect) for key, i in cards.ingredients.items()],
        [(key, o.verb, o.number) for key, o in cards.opportunities.items()],
        list(cards.orders.items()),
        list(cards.assistants.items()),
    )
    return sha256(repr(plain).encode()).hexdigest()[:12]


def write_figures(cards: Cards) -> Iterator[str]:
    """Yield the lines of the file of figures: both kinds of player at every size."""
    yield "# Made by: python -m kitgen.games.sandwich_wars.balance. Not to be edited: measured from played games."
    yield "# cards: the fingerprint of the values played with. Shares in per cent; of cards: of games that used them."
    yield f'cards: "{fingerprint(cards)}"'
    for kind, games in GAMES.items():
        yield f"{kind}:"
        for size in SIZES:
            yield f"  {size}:"
            for key, value in figures_of(measure(cards, kind, size, games), cards).items():
                yield f"    {key}: {_flow(value)}"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    return str(value)


if __name__ == "__main__":
    cards = read_text(sys.stdin.read(), "standard input") if sys.argv[1:] == ["-"] else shipped_cards()
    for line in write_figures(cards):
        sys.stdout.write(line + "\n")

"""Keeps Picture: seats of a table as rows of small cards, without words, so that one figure serves every language.

A card is four cells wide and six high. Ingredients in play lie on dashed places, as many as the area has; a hand lies
free; the purse holds coins and tokens. Draws what a replay's step shows; knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.errors import Fault, SpecError
from kitgen.games.sandwich_wars import texts
from kitgen.games.sandwich_wars.cards import Cards, Effect
from kitgen.games.sandwich_wars.cloth import cloth
from kitgen.games.sandwich_wars.data import cards_in_use
from kitgen.games.sandwich_wars.faces import effect_signs, opportunity_signs
from kitgen.games.sandwich_wars.glyphs import (
    CAPITAL,
    HAIR,
    arrow,
    card,
    category_sign,
    coin,
    hat,
    hourglass,
    number_in,
    rosette,
    star,
    swap,
    ticket,
    time_tile,
)
from kitgen.games.sandwich_wars.table import Table
from kitgen.marks import Disc, Drawing, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import MM_PER_POINT, pt

# Which groups a style shows, row by row; groups of one row stand side by side.
_ROWS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "position": (("area",), ("assistant", "hand", "purse"), ("order",)),
    "seat": (("assistant", "hand", "purse", "done"),),
    "buying": (("area",), ("assistant", "hand")),
    "kitchen": (("area",), ("assistant",)),
    "orders": (("area",), ("assistant",), ("order",)),
    "one_order": (("area",), ("assistant", "order")),
    "scoring": (("done",), ("hand", "purse")),
    "row": (("order",),),
    "cards": (("hand", "order", "assistant"),),
    "anatomy": (("hand", "order", "assistant"),),
}
STYLES = tuple(_ROWS)
_ANATOMY = "anatomy"  # the style that numbers the parts of each kind of card

_WIDE, _HIGH = 4, 6  # cells of a card's place
_W, _H = 3.72, 5.6  # cells of the card itself: the rest is air
_EDGE = pt(0.5)
_SIDE, _CORNER = 0.78, 0.62  # cells: where a corner's sign has its middle, and half its size
_ROOM = 0.3  # mm around a figure


# ---------------------------------------------------------------- what is shown


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return the cards that the figure of `ply` shows, of the first seat.

    `extra["order"]` names the one order of the row that is shown. Raises SpecError where there is nothing to show.
    """
    table: Table = replayed.steps[ply].position
    cells: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, int] = {}
    rows: list[str] = []
    columns = 0
    for row in _groups(table, style, extra.get("order", "")):
        rows += [" ".join(name for name, _ in row)] if row else []
        columns = max(columns, sum(table.cards.rules.area if name == "area" else len(found) for name, found in row))
        for name, found in row:
            for tokens in found:
                numbers[name] = numbers.get(name, 0) + 1
                cells[f"{name} {numbers[name]}"] = tuple(sorted(tokens))
    if not columns:
        raise SpecError(Fault(f"there is nothing to show in style {style}", None, ", ".join(STYLES)))
    return View(("",) * columns, tuple(rows), cells)


Group = tuple[str, list[list[str]]]  # name of the cells, tokens of each


def _groups(table: Table, style: str, order: str) -> Iterator[list[Group]]:
    for row in _ROWS[style]:
        found = [("order" if name == "done" else name, list(_cards_of(table, name, style, order))) for name in row]
        yield [(name, cards) for name, cards in found if cards or name == "area"]


def _cards_of(table: Table, name: str, style: str, order: str) -> Iterator[list[str]]:
    cards, seat = table.cards, table.seats[0]
    if name == "area":
        yield from (ingredient_tokens(cards, key) for key in seat.area)
    elif name == "hand":
        for key in seat.hand:
            if key in cards.ingredients:
                yield from _called([ingredient_tokens(cards, key)], style, "ingredient")
            else:
                yield from _called([opportunity_tokens(cards, key)], style, "opportunity")
    elif name == "assistant":
        yield from _called([assistant_tokens(cards, key) for key in seat.assistants], style, name)
    elif name == "order":
        wanted = [key for key in table.row if not order or key == order]
        yield from _called([order_tokens(cards, key) for key in wanted], style, name)
    elif name == "done":
        yield from (order_tokens(cards, key) for key in seat.orders)
    else:
        yield [f"coins {seat.coins}", f"tokens {seat.tokens}"]


def _called(found: Sequence[list[str]], style: str, kind: str) -> Iterator[list[str]]:
    """Yield the cards of a group; in an anatomy with the numbers that point at the parts of their kind."""
    calls = [f"call {n}" for n in range(1, len(_CALLS[kind]) + 1)] if style == _ANATOMY else []
    yield from ([*tokens, *calls] for tokens in found)


def effect_token(effect: Effect) -> str:
    """Return an effect as one token."""
    return " ".join(filter(None, ["effect", effect.time, effect.verb, str(effect.number), effect.category]))


def ingredient_tokens(cards: Cards, key: str) -> list[str]:
    """Return what a small ingredient card shows."""
    entry = cards.ingredients[key]
    return [
        f"cost {entry.cost}", f"quality {entry.quality}", f"category {entry.category}", effect_token(entry.effect),
    ]  # fmt: skip


def opportunity_tokens(cards: Cards, key: str) -> list[str]:
    """Return what a small opportunity card shows."""
    entry = cards.opportunities[key]
    return [f"effect {entry.verb} {entry.number}", f"points {cards.rules.opportunity}"]


def order_tokens(cards: Cards, key: str) -> list[str]:
    """Return what a small order card shows."""
    entry = cards.orders[key]
    found = [f"code {key}", f"type {entry.type}", f"quality {entry.quality}", f"points {entry.points}"]
    return [*found, *(f"bonus {category}" for category in entry.bonus), f"reward {entry.reward} {entry.number}"]


def assistant_tokens(cards: Cards, category: str) -> list[str]:
    """Return what a small assistant card shows."""
    entry = cards.assistants[category]
    return [
        f"category {category}", f"quality {entry.quality}", f"discount {entry.discount}", f"points {entry.points}",
    ]  # fmt: skip


# ---------------------------------------------------------------- drawing


def frame(view: View, labels: bool) -> Frame:
    """Return the space of a drawing: a place for a card in each column and row.

    It is never narrower than an area, so that cards are of one size in all figures of a text.
    """
    columns = max(len(view.columns), cards_in_use().rules.area)
    return Frame(_WIDE * columns, _HIGH * len(view.rows), _ROOM, _ROOM, _ROOM, _ROOM)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the cards, each in a place of 4 x 6 cells of `cell` mm."""
    space = frame(view, labels)
    marks: list[Mark] = []
    spots = dict(_spots(view, cell))
    for name, at in spots.items():
        if name.startswith("place"):
            marks.append(_edge(at, cell, None, (1.0, 0.8)))
    for name, tokens in view.cells.items():
        marks += _Small(spots[name], cell, inks, cards_in_use()).draw(name.split()[0], tokens)
    width = space.left + cell * space.columns + space.right
    return Drawing(tuple(marks), width, space.top + cell * space.rows + space.bottom)


def _spots(view: View, cell: float) -> Iterator[tuple[str, Point]]:
    """Yield the top left corner of each card, and of each place that the area has ("place 1" and so on)."""
    air = (_WIDE - _W) / 2 * cell, (_HIGH - _H) / 2 * cell
    for row, groups in enumerate(view.rows):
        names = [name for group in groups.split() for name in view.cells if name.split()[0] == group]
        if groups == "area":
            names += [f"place {n + 1}" for n in range(cards_in_use().rules.area)]
        for column, name in enumerate(names):
            at = column if groups != "area" else int(name.split()[1]) - 1
            yield name, (_ROOM + at * _WIDE * cell + air[0], _ROOM + row * _HIGH * cell + air[1])


def _edge(at: Point, cell: float, fill: str | None, dash: tuple[float, ...] = ()) -> Mark:
    return rectangle(*at, _W * cell, _H * cell, fill=fill, stroke="mid", line=_EDGE, radius=0.3 * cell, dash=dash)


@dataclass
class _Small:
    """One small card being drawn: its top left corner, the cell in mm, the inks, and the categories' cloths."""

    at: Point
    cell: float
    inks: str
    cards: Cards

    def draw(self, group: str, tokens: Iterable[str]) -> list[Mark]:
        """Return the marks of a card that shows `tokens`."""
        shows: dict[str, list[str]] = {}
        for token in tokens:
            key, _, value = token.partition(" ")
            shows.setdefault(key, []).append(value)
        if group == "purse":
            return [_edge(self.at, self.cell, None, (1.0, 0.8)), *self._purse(shows)]
        kind = group if group in ("assistant", "order") else "ingredient" if "cost" in shows else "opportunity"
        body: Callable[[Mapping[str, list[str]]], Iterator[Mark]] = getattr(self, f"_{kind}")
        return [_edge(self.at, self.cell, "white"), *body(shows), *self._calls(kind, shows.get("call", []))]

    def point(self, x: float, y: float) -> Point:
        """Return a place on the card, from cells."""
        return self.at[0] + x * self.cell, self.at[1] + y * self.cell

    # ------------------------------------------------------------ kinds of card

    def _ingredient(self, shows: Mapping[str, list[str]]) -> Iterator[Mark]:
        half = _CORNER * self.cell
        yield from coin(self.point(_SIDE, _SIDE), half, shows["cost"][0])
        yield from star(self.point(_W - _SIDE, _SIDE), half, shows["quality"][0])
        time, verb, number, *category = shows["effect"][0].split()
        effect = Effect(time, verb, int(number), category[0] if category else "")
        signs = effect_signs(effect)
        if effect.category:
            yield from self._patch(shows["category"][0], self.point(_W / 2, 2.25), 0.82)
            yield from self._strip(signs[:2], 3.7, 0.46)
            yield from self._strip(signs[2:], 4.88, 0.46)
        else:
            yield from self._patch(shows["category"][0], self.point(_W / 2, 2.6), 1.0)
            yield from self._strip(signs, 4.55, 0.46)

    def _opportunity(self, shows: Mapping[str, list[str]]) -> Iterator[Mark]:
        ring = self.point(_SIDE, _SIDE)
        yield Disc(ring, _CORNER * self.cell, "white", "ink", HAIR)
        yield from arrow((ring[0] - 0.02 * self.cell, ring[1]), 0.38 * self.cell)
        x, y = self.point(0.12, 1.9)
        fill = "pale" if self.inks != "low" else "white"
        yield rectangle(x, y, (_W - 0.24) * self.cell, 1.5 * self.cell, fill=fill, stroke="grid", line=HAIR)
        verb, number = shows["effect"][0].split()
        yield from self._strip(opportunity_signs(verb, int(number)), 2.65, 0.42)
        yield from rosette(self.point(0.85, 4.7), 0.66 * self.cell, self.inks, shows["points"][0])

    def _order(self, shows: Mapping[str, list[str]]) -> Iterator[Mark]:
        kind = int(shows["type"][0])
        colour = self.cards.order_types[kind].colour if self.inks != "low" else "white"
        x, y = self.point(_SIDE - 0.64, _SIDE - 0.64)
        yield rectangle(
            x, y, 1.28 * self.cell, 1.28 * self.cell, fill=colour, stroke="ink", line=HAIR, radius=0.2 * self.cell
        )
        centre = self.point(_SIDE, _SIDE)
        yield Disc(centre, 0.5 * self.cell, "white", "ink", HAIR)
        yield number_in(shows["type"][0], centre, self._size(0.56))
        size = self._size(0.42)
        middle = self.point(_W / 2, _SIDE)
        yield Text((middle[0], middle[1] + 0.21 * self.cell), shows["code"][0], size, "semibold", "ink", "middle")
        yield from star(self.point(_W - _SIDE, _SIDE), _CORNER * self.cell, shows["quality"][0])
        bonus = shows["bonus"]
        for n, category in enumerate(bonus):
            at = self.point(_W / 2 + (n - (len(bonus) - 1) / 2) * 1.2, 2.28)
            yield from self._patch(category, at, 0.54)
        kind_of_reward, number = shows["reward"][0].split()
        items = (("text", number), ("coin", ""), ("text", "/"), ("card", ""))
        if kind_of_reward != "share":
            items = (("hat", ""), ("text", "/"), ("text", number), ("rosette", ""))
        yield from self._strip(items, 3.62, 0.38)
        yield from rosette(self.point(0.85, 4.8), 0.66 * self.cell, self.inks, shows["points"][0])

    def _assistant(self, shows: Mapping[str, list[str]]) -> Iterator[Mark]:
        yield from hat(self.point(_SIDE, 1.02), _CORNER * self.cell)
        yield from self._patch(shows["category"][0], self.point(_W - 1.06, 1.06), 0.86)
        lines = (("quality", "+", "star"), ("discount", "−", "coin"), ("points", "+", "rosette"))
        for n, (key, sign, what) in enumerate(lines):
            yield from self._strip((("text", sign + shows[key][0]), (what, "")), 2.76 + n * 1.02, 0.42)

    def _purse(self, shows: Mapping[str, list[str]]) -> Iterator[Mark]:
        yield from coin(self.point(_W / 2, 1.6), 0.95 * self.cell, shows["coins"][0])
        yield from rosette(self.point(_W / 2, 4.0), 0.95 * self.cell, self.inks, shows["tokens"][0])

    def _calls(self, kind: str, numbers: Sequence[str]) -> Iterator[Mark]:
        """Yield the numbered discs that point at parts of a card that stands alone."""
        for number in sorted(numbers, key=int):
            at = self.point(*_CALLS[kind][int(number) - 1])
            yield Disc(at, 0.34 * self.cell, "accent")
            yield number_in(number, at, self._size(0.4), "white")

    # ------------------------------------------------------------ signs

    def _size(self, height: float) -> float:
        """Return the type size whose digits are `height` cells high."""
        return height * self.cell / (CAPITAL * MM_PER_POINT)

    def _patch(self, category: str, at: Point, half: float) -> Iterator[Mark]:
        half *= self.cell
        entry = self.cards.categories[category]
        radius = 0.76 * half
        box = (at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        yield from cloth(entry, box, 0.62 * half, [(at, radius)], self.inks)
        yield Disc(at, radius, "white", "ink", HAIR)
        yield from category_sign(category, at, 0.7 * radius, entry.colour if self.inks == "colour" else "white")

    def _strip(self, items: Sequence[tuple[str, str]], y: float, half: float) -> Iterator[Mark]:
        """Yield signs and numbers in a row, in the middle of the card."""
        widths = [0.62 * half * 2 * len(what) if kind == "text" else 2 * half for kind, what in items]
        gap = 0.45 * half
        x = _W / 2 - (sum(widths) + gap * (len(items) - 1)) / 2
        for (kind, what), width in zip(items, widths, strict=True):
            at = self.point(x + width / 2, y)
            if kind == "text":
                yield number_in(what, at, self._size(1.45 * half))
            elif kind == "patch":
                yield from self._patch(what, at, 1.12 * half)
            elif kind == "time":
                yield from time_tile(what, at, half * self.cell)
            elif kind == "rosette":
                yield from rosette(at, half * self.cell, self.inks)
            else:
                yield from _PLAIN[kind](at, half * self.cell)
            x += width + gap


_PLAIN = {
    "coin": coin, "star": star, "card": card, "ticket": ticket, "hat": hat, "hourglass": hourglass, "swap": swap,
}  # fmt: skip

# Where the numbers of a card that stands alone point at its parts, in cells.
_CALLS: Mapping[str, tuple[Point, ...]] = {
    "ingredient": ((1.56, 0.3), (_W - 1.56, 0.3), (0.42, 2.25), (0.42, 4.3)),
    "opportunity": ((1.56, 0.3), (_W - 0.4, 1.5), (1.76, 5.1)),
    "order": ((1.5, 0.3), (_W - 1.5, 0.3), (0.3, 1.7), (0.34, 3.1), (1.72, 5.1)),
    "assistant": ((1.55, 0.34), (_W - 0.3, 2.3), (0.42, 2.76), (0.42, 3.78), (0.42, 4.8)),
}


# ---------------------------------------------------------------- words


def describe(view: View, words: Words) -> str:
    """Return the cards in words, group by group."""
    groups: dict[str, list[str]] = {}
    for place, tokens in view.cells.items():
        groups.setdefault(place.split()[0], []).append(_say_card(place.split()[0], tokens, words))
    said = [words.say(f"alt_group_{group}", cards="; ".join(cards)) for group, cards in groups.items()]
    return " ".join(said) if said else words.say("alt_empty")


def _say_card(group: str, tokens: Iterable[str], words: Words) -> str:
    cards = cards_in_use()
    shows: dict[str, list[str]] = {}
    for token in tokens:
        key, _, value = token.partition(" ")
        shows.setdefault(key, []).append(value)
    if group == "purse":
        return f"{words.say('n_coins', n=int(shows['coins'][0]))}, {words.say('n_points', n=int(shows['tokens'][0]))}"
    if group == "assistant":
        return texts.category_name(cards, shows["category"][0], words)
    if group == "order":
        code = shows["code"][0]
        bonus = texts.bonus_text(cards, cards.orders[code], words)
        return words.say(
            "alt_small_order", code=code, number=words.say("n_ingredients", n=int(shows["type"][0])),
            quality=shows["quality"][0], points=shows["points"][0], bonus=bonus,
        )  # fmt: skip
    if "cost" not in shows:
        return words.say("opportunity")
    category = texts.category_name(cards, shows["category"][0], words)
    return words.say("alt_small_ingredient", category=category, cost=shows["cost"][0], quality=shows["quality"][0])


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return what happened up to `ply`, a line an action that has one to tell."""
    return tuple(line for step in replayed.steps[1 : ply + 1] for line in _told(step.move, step.effects, words))


def _told(move: Mapping[str, Any], effects: Mapping[str, Any], words: Words) -> Iterator[str]:
    if move["do"] == "play":
        name = texts.name_of(cards_in_use(), move["card"], words)
        yield words.say("told_play", card=name, coins=words.say("n_coins", n=effects["paid"]))
    elif move["do"] == "complete":
        points = words.say("n_points", n=effects["points"])
        yield words.say("told_complete", order=move["order"], quality=effects["quality"], points=points)

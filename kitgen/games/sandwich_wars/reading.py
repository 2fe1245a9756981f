"""Keeps Reading and PartReading: what stands in a figure of a finished page, on the front of a part, on its back.

A figure shows small cards in rows: places for ingredients and what lies on them, assistants, a hand, a purse, orders.
Works on shapes and strings alone; shares no code with the drawing and knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kitgen.errors import ProofFailed
from kitgen.games.sandwich_wars import fronts, together
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.data import cards_in_use
from kitgen.games.sandwich_wars.recognise import Cursor, is_dark, is_white, place_of
from kitgen.play.contract import View, Words
from kitgen.play.seen import Box, Seen, SeenPath, as_rectangle, bounds, centre_of

_SAME_ROW = 0.2  # mm

_LAST: list[tuple[Cards, Words, fronts.Sentences]] = []  # sentences are many: those used last are kept


def read_part(seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
    """Return the tokens that a front shows, sorted; raises ProofFailed for what it cannot explain."""
    cards = cards_in_use()
    if not _LAST or _LAST[0][0] is not cards or _LAST[0][1] is not words:
        _LAST[:] = [(cards, words, fronts.sentences_of(cards, words))]
    return fronts.Front(seen, cards, words, _LAST[0][2]).read()


def read_back(seen: Sequence[Seen]) -> str:
    """Return the name of the back that the objects show; raises ProofFailed."""
    return together.read_back(seen)


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    return _Figure(Cursor(seen)).view()


@dataclass
class _Figure:
    """One figure being read, card by card."""

    cursor: Cursor
    places: list[Box] = field(default_factory=list)
    found: list[tuple[str, Box, tuple[str, ...]]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    def view(self) -> View:
        while not self.cursor.is_done:
            self._next()
        cells: dict[str, tuple[str, ...]] = {}
        numbers: dict[str, int] = {}
        named = [("area", box) for box in self.places]
        for kind, box, tokens in self.found:
            name = self._name(kind, box, numbers)
            cells[name] = tuple(sorted(tokens))
            if not name.startswith("area"):
                named.append((kind, box))
        rows: list[list[tuple[str, Box]]] = []
        for kind, box in sorted(named, key=lambda pair: (round(pair[1][1], 1), pair[1][0])):
            if rows and abs(rows[-1][0][1][1] - box[1]) < _SAME_ROW:
                rows[-1].append((kind, box))
            else:
                rows.append([(kind, box)])
        labels = tuple(" ".join(dict.fromkeys(kind for kind, _ in row)) for row in rows)
        return View(("",) * max(map(len, rows), default=0), labels, cells)

    def _name(self, kind: str, box: Box, numbers: dict[str, int]) -> str:
        """Return the cell of a card: its place in the area by number, else its group and how many came before."""
        x, y = centre_of(box)
        for n, place in enumerate(self.places, start=1):
            if abs(centre_of(place)[0] - x) < _SAME_ROW and abs(centre_of(place)[1] - y) < _SAME_ROW:
                return f"area {n}"
        numbers[kind] = numbers.get(kind, 0) + 1
        return f"{kind} {numbers[kind]}"

    def _next(self) -> None:
        """Take a place, or a card and what is on it."""
        edge = self.cursor.path("r", "the edge of a card or place")
        box = bounds(edge)
        if edge.dashed and edge.fill is None:
            if self.found and not self._is_purse(box):
                raise ProofFailed(f"a place at {place_of(edge)} comes after cards")
            if self._is_purse(box):
                self.found.append(("purse", box, tuple(self._purse(box))))
            else:
                self.places.append(box)
            return
        shape = as_rectangle(edge)
        if shape is None or not is_white(edge.fill) or not is_dark(edge.stroke):
            raise ProofFailed(f"the shape at {place_of(edge)} is no card")
        kind, tokens = self._card(box)
        self.found.append((kind, box, (*tokens, *self._calls(box))))

    def _is_purse(self, box: Box) -> bool:
        """Return whether a coin or a rosette comes next, inside `box`."""
        thing = self.cursor.peek()
        return thing is not None and (self.cursor.is_coin() or self.cursor.kind() == 48) and _is_in(thing, box)

    def _purse(self, box: Box) -> list[str]:
        tokens = []
        while (thing := self.cursor.peek()) is not None and _is_in(thing, box):
            sign = self.cursor.simple()
            tokens.append(f"{'coins' if sign.kind == 'coin' else 'tokens'} {sign.says}")
        return tokens

    def _calls(self, box: Box) -> list[str]:
        """Take the numbered discs that point at parts of a card."""
        found = []
        while self.cursor.kind() == "d" and self.cursor.kind(1) == "t":
            disc = self.cursor.peek()
            if not isinstance(disc, SeenPath) or not is_dark(disc.fill):
                break
            self.cursor.take()
            found.append(f"call {self.cursor.number_in(bounds(disc), 'a number that points')}")
        return found

    def _card(self, box: Box) -> tuple[str, list[str]]:
        """Take what is on a card of the box `box`; returns its group and its tokens."""
        cursor = self.cursor
        if cursor.is_coin():
            kind, tokens = "hand", self._ingredient()
        elif cursor.kind() == "d" and cursor.kind(1) == 7:
            kind, tokens = "hand", self._opportunity()
        elif cursor.kind() == 18:
            kind, tokens = "assistant", self._assistant()
        elif cursor.kind() == "r":
            kind, tokens = "order", self._order()
        else:
            raise cursor.refuse("what is on a card")
        return kind, tokens

    def _patch(self) -> str:
        sign, pattern, colour = self.cursor.patch()
        together.check_cloth(cards_in_use(), sign.says, pattern, colour)
        return sign.says

    def _ingredient(self) -> list[str]:
        cost, quality = self.cursor.coin("what it costs"), self.cursor.star("its quality")
        category = self._patch()
        effect = together.read_effect(self.cursor, self._patch)
        return [f"cost {cost.says}", f"quality {quality.says}", f"category {category}", effect]

    def _opportunity(self) -> list[str]:
        self.cursor.take()
        self.cursor.arrow()
        panel = bounds(self.cursor.path(4, "the panel of its signs"))
        effect = together.read_opportunity(self.cursor, panel)
        return [effect, f"points {self.cursor.rosette('its points').says}"]

    def _assistant(self) -> list[str]:
        self.cursor.simple()
        category = self._patch()
        numbers = [
            f"{name} {together.read_signed(self.cursor, sign, kind)}"
            for name, sign, kind in (("quality", "+", "star"), ("discount", "−", "coin"), ("points", "+", "rosette"))
        ]
        return [f"category {category}", *numbers]

    def _order(self) -> list[str]:
        cursor = self.cursor
        cursor.path("r", "the corner of a type")
        disc = bounds(cursor.path("d", "a disc for the number of ingredients"))
        number = cursor.number_in(disc, "the number of ingredients")
        code = cursor.text("the code of an order").string
        tokens = [f"type {number}", f"code {code}", f"quality {cursor.star('the quality').says}"]
        while cursor.kind() == 4:
            tokens.append(f"bonus {self._patch()}")
        return [*tokens, together.read_reward(cursor), f"points {cursor.rosette('the points').says}"]


def _is_in(thing: Seen, box: Box) -> bool:
    x, y = centre_of(bounds(thing))
    return box[0] < x < box[2] and box[1] < y < box[3]

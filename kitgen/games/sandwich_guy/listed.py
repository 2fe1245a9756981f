"""Reads lists of cards from a finished page: a numbered deal in drawing order, and a won game turn by turn.

In a list a card is a rank and, right of it, a sign. Shares no code with lists.py, which draws them; knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kitgen.errors import Fault, ProofFailed
from kitgen.games.sandwich_guy.sight import RANKS, Sign, as_sign, is_dark, is_ink_of, is_turned, is_white, place
from kitgen.play.contract import View
from kitgen.play.seen import Seen, SeenPath, SeenText, as_line, as_rectangle, centre_of, is_inside

_LEVEL = 0.4  # mm that the middles of what stands in a row may differ: digits and signs have no common middle
_GAP = 3.0  # mm between a rank and its sign, at most
_IN_PLACE = 0.1  # mm that a column of signs may be off


@dataclass(frozen=True, slots=True)
class _Listed:
    """A card of a list: its rank, its sign, and whether it stands in a frame."""

    rank: SeenText
    sign: Sign
    framed: bool

    @property
    def x(self) -> float:
        """Return the x of the middle of its sign."""
        return self.sign.middle[0]

    @property
    def y(self) -> float:
        """Return the y of the middle of its sign."""
        return self.sign.middle[1]

    @property
    def code(self) -> str:
        """Return rank and suit in one word."""
        return self.rank.string + self.sign.suit


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of a list show; raises ProofFailed for each object it can't explain."""
    found = _List(seen)
    view = found.line() if found.plus else found.deal()
    if found.faults:
        raise ProofFailed(map(Fault, found.faults))
    return view


class _List:
    """A list being read: its head, the rules across it, its cards, the numbers beside them."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        paths = [thing for thing in seen if isinstance(thing, SeenPath)]
        self.rules = sorted((ends[0][1], ends[0][0], ends[1][0]) for path in paths if (ends := as_line(path)))
        self.frames = [shape.box for path in paths if (shape := as_rectangle(path)) and is_white(path.fill)]
        signs = [sign for path in paths if (sign := as_sign(path))]
        if len(signs) + len(self.frames) + len(self.rules) != len(paths):
            self.faults.append(f"{len(paths)} shapes, of which {len(signs)} are signs and {len(self.rules)} lines")
        texts = [thing for thing in seen if isinstance(thing, SeenText)]
        top = self.rules[0][0]
        self.head = [text for text in texts if text.box[3] < top]
        self.texts = [text for text in texts if text not in self.head]
        self.cards = [card for sign in signs if (card := self._card(sign))]
        self.plus = self._take(r"\+\d")
        if any(is_turned(text) or not is_dark(text.colour) for text in texts):
            self.faults.append("a string stands on its head, or can't be read on white")

    def _card(self, sign: Sign) -> _Listed | None:
        """Return the card of a sign: with the rank that ends nearest to its left."""
        left = [
            text for text in self.texts
            if 0 < sign.box[0] - text.box[2] < _GAP and abs(centre_of(text.box)[1] - sign.middle[1]) < _LEVEL + 0.4
        ]  # fmt: skip
        rank = max(left, key=lambda text: text.box[2], default=None)
        if rank is None or rank.string not in RANKS or not is_ink_of(rank, sign) or sign.turned:
            self.faults.append(f"the sign at {place(sign.path)} has no rank to its left")
            return None
        self.texts.remove(rank)
        return _Listed(rank, sign, any(is_inside(sign.box, frame) for frame in self.frames))

    def _take(self, pattern: str) -> list[SeenText]:
        """Take the strings of a form out of those that are not explained yet."""
        found = [text for text in self.texts if re.fullmatch(pattern, text.string)]
        self.texts = [text for text in self.texts if text not in found]
        return found

    def _notes(self, forms: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """Return what the head says: its strings from the left, each of one of `forms` (pattern, name)."""
        notes, queue = [], list(forms)
        for text in sorted(self.head, key=lambda text: text.box[0]):
            form = next(((p, name) for p, name in queue if re.fullmatch(p, text.string)), None)
            if form is None:
                self.faults.append(f"what is {text.string!r} in the head?")
                continue
            queue.remove(form)
            notes.append(f"{form[1]} {text.string.removeprefix('= ')}")
        return tuple(notes)

    def _rest(self) -> None:
        self.faults += [f"what is {text.string!r} at {place(text)}?" for text in self.texts]

    # ------------------------------------------------------------ a deal

    def deal(self) -> View:
        """Return a deal: the hand above the second line, rows of as many cards below it, the last perhaps shorter."""
        self._rest()
        rows = self._rows(self.cards)
        if len(self.rules) != 2 or self.frames or not rows:
            self.faults.append(f"{len(self.rules)} lines and {len(rows)} rows are not a deal")
            return View((), (), {})
        if not rows[0][0].y < self.rules[1][0] < rows[-1][0].y or (len(rows) > 1 and rows[1][0].y < self.rules[1][0]):
            self.faults.append("the line does not part the hand from the pile")
        wide = len(rows[0])
        for number, row in enumerate(rows, start=1):
            due = [card.x for card in rows[0]][: len(row)]
            is_odd = len(row) != wide and number < len(rows)
            if is_odd or len(due) < len(row) or any(
                abs(card.x - x) > _IN_PLACE for card, x in zip(row, due, strict=False)
            ):  # fmt: skip
                self.faults.append(f"row {number} is not in the columns of the first")
        cells = {
            f"draw {n}": (f"rank {card.rank.string}", f"suit {card.sign.suit}")
            for n, card in enumerate((card for row in rows for card in row), start=1)
        }
        notes = self._notes(((r"\d+", "deal"), (r"\d+/\d+", "won")))
        return View(("",) * wide, ("",) * len(rows), cells, notes=notes)

    def _rows(self, cards: Sequence[_Listed]) -> list[list[_Listed]]:
        rows: list[list[_Listed]] = []
        for card in sorted(cards, key=lambda card: card.y):
            if not rows or card.y - rows[-1][0].y > _LEVEL:
                rows.append([])
            rows[-1].append(card)
        return [sorted(row, key=lambda card: card.x) for row in rows]

    # ------------------------------------------------------------ a line

    def line(self) -> View:
        """Return a line: numbered turns down two columns, three cards and what is drawn in each, then what is left."""
        numbers = self._take(r"\d+")
        self._rest()
        middle = (self.rules[0][1] + self.rules[0][2]) / 2
        things: list[tuple[bool, float, float, SeenText | _Listed]] = []
        for text in (*numbers, *self.plus):
            things.append((text.box[0] > middle, centre_of(text.box)[1], text.box[0], text))
        things += [(card.x > middle, card.y, card.x, card) for card in self.cards]
        slots = self._slots(things)
        cells: dict[str, tuple[str, ...]] = {}
        left: list[_Listed] = []
        for slot in slots:
            if all(isinstance(thing, _Listed) and thing.framed for thing in slot):
                left += [thing for thing in slot if isinstance(thing, _Listed)]
            else:
                self._turn(slot, len(cells) + 1, cells)
                if left:
                    self.faults.append("a turn stands after the cards that are left")
        if len(self.frames) != len(left) or len(self.rules) != 1:
            self.faults.append(f"{len(self.frames)} frames for {len(left)} cards that are left")
        for n, card in enumerate(left, start=1):
            cells[f"left {n}"] = (f"rank {card.rank.string}", f"suit {card.sign.suit}")
        notes = self._notes(((r"\d+", "deal"), (r"= \d+", "left")))
        deepest = sum(1 for slot in slots if _x_of(slot[0]) < middle)
        return View(("",) * 2, ("",) * deepest, cells, notes=notes)

    def _slots(self, things: list[tuple[bool, float, float, SeenText | _Listed]]) -> list[list[SeenText | _Listed]]:
        """Return what stands in each slot, from the left: slots go down the first column, then down the second."""
        slots = []
        for is_second in (False, True):
            column = sorted((thing for thing in things if thing[0] == is_second), key=lambda thing: thing[1])
            numbered = []
            row = 0
            for n, thing in enumerate(column):
                row += n > 0 and thing[1] - column[n - 1][1] > 2 * _LEVEL
                numbered.append((row, thing[2], thing[3]))
            numbered.sort(key=lambda item: item[:2])
            slots += [[thing for _, _, thing in group] for _, group in groupby(numbered, key=lambda item: item[0])]
        return slots

    def _turn(self, slot: list[SeenText | _Listed], number: int, cells: dict[str, tuple[str, ...]]) -> None:
        """Add a turn to `cells`: its number, three cards, and how many are drawn."""
        if [isinstance(thing, _Listed) for thing in slot] != [False, True, True, True, False]:
            self.faults.append(f"slot {number} does not hold a number, three cards and what is drawn")
            return
        label, first, second, third, drawn = slot
        assert isinstance(label, SeenText) and isinstance(drawn, SeenText)
        assert isinstance(first, _Listed) and isinstance(second, _Listed) and isinstance(third, _Listed)
        if label.string != str(number) or not drawn.string.startswith("+"):
            self.faults.append(f"slot {number} is numbered {label.string}, and draws {drawn.string}")
        cells[f"turn {number}"] = (
            f"drawn {drawn.string[1:]}", f"first {first.code}", f"last {third.code}", f"middle {second.code}",
        )  # fmt: skip


def _x_of(thing: SeenText | _Listed) -> float:
    return thing.box[0] if isinstance(thing, SeenText) else thing.x

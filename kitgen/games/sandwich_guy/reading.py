"""Reads The Sandwich Guy's figures and cards from a finished page: ranks, suits by their shape, steps, turns, pips.

Works on shapes and strings in mm alone. Every object must be explained and stand where it belongs; what is not
explained is refused with its place. Shares no code with the drawing, and knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kitgen.errors import Fault, ProofFailed
from kitgen.games.sandwich_guy import listed
from kitgen.games.sandwich_guy.sight import (
    RANKS,
    Sign,
    as_sign,
    is_dark,
    is_ink_of,
    is_turned,
    is_white,
    place,
)
from kitgen.play.contract import View, Words
from kitgen.play.seen import (
    Box,
    Circle,
    Seen,
    SeenPath,
    SeenText,
    as_circle,
    as_line,
    as_rectangle,
    bounds,
    bounds_of_all,
    centre_of,
    is_inside,
    strokes_of,
)
from kitgen.units import MM_PER_POINT

NEAR = 0.05  # mm that a shape may be off its place
_UNDER, _OVER = 5.0, 6.0  # mm below a card for its code, above it for its number or a step
_THICK = 0.5  # mm: edges of marked cards are thicker, those of others thinner


@dataclass(slots=True)
class _Card:
    """A card of a row as found: its box, its edge, and what stands in, below and above it."""

    order: int
    box: Box
    edge: SeenPath
    signs: list[Sign] = field(default_factory=list)
    ranks: list[SeenText] = field(default_factory=list)
    codes: list[SeenText] = field(default_factory=list)
    turns: list[SeenText] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """Return the x of its middle."""
        return (self.box[0] + self.box[2]) / 2


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    if any(isinstance(thing, SeenPath) and as_line(thing) for thing in seen):
        return listed.read(seen)
    return _Row(seen).view()


# ---------------------------------------------------------------- rows of cards


class _Row:
    """A figure of cards in rows: a hand, a hand over a pile, or a sandwich."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.cards: list[_Card] = []
        self.discs: list[Circle] = []
        self.steps: list[SeenText] = []
        for order, thing in enumerate(seen):
            shape = as_rectangle(thing) if isinstance(thing, SeenPath) else None
            if isinstance(thing, SeenPath) and shape and is_white(thing.fill) and is_dark(thing.stroke):
                self.cards.append(_Card(order, shape.box, thing))
        for order, thing in enumerate(seen):
            if not any(card.order == order for card in self.cards):
                self._sort_in(order, thing)

    def _sort_in(self, order: int, thing: Seen) -> None:
        """Give an object to the card that it belongs to; objects in a card must be painted after it."""
        box = bounds(thing)
        card = next((c for c in self.cards if is_inside(box, c.box) and order > c.order), None)
        if isinstance(thing, SeenPath):
            sign, circle = as_sign(thing), as_circle(thing)
            if sign and card:
                card.signs.append(sign)
            elif circle and is_dark(thing.fill) and thing.stroke is None:
                self.discs.append(circle)
            else:
                self.faults.append(f"what is the shape at {place(thing)}?")
        elif card:
            card.ranks.append(thing)
        elif re.fullmatch(r"\+\d+", thing.string):
            self.steps.append(thing)
        else:
            self._beside(thing)

    def _beside(self, text: SeenText) -> None:
        """Give a string below or above a card to it: a code below, a number in a disc above."""
        x, y = centre_of(text.box)
        slack = 0.12 * text.size * MM_PER_POINT + NEAR
        for card in self.cards:
            if abs(x - card.middle) <= slack and card.box[3] < y < card.box[3] + _UNDER and is_dark(text.colour):
                card.codes.append(text)
                return
            if abs(x - card.middle) <= slack and card.box[1] - _OVER < y < card.box[1] and is_white(text.colour):
                card.turns.append(text)
                return
        self.faults.append(f"what is {text.string!r} at {place(text)}?")

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        if not self.cards:
            raise ProofFailed("it shows no card")
        rows = self._rows()
        notes = self._notes(rows)
        names = ("sandwich",) if notes else ("hand", "pile")
        if len(rows) > len(names):
            self.faults.append(f"its cards lie in {len(rows)} rows")
        cells = {}
        for name, row in zip(names, rows, strict=False):
            for number, card in enumerate(row, start=1):
                cells[f"{name} {number}"] = tuple(self._tokens(f"{name} {number}", card))
        if len(self.discs) != sum(len(card.turns) for card in self.cards):
            self.faults.append(f"{len(self.discs)} discs for {sum(len(c.turns) for c in self.cards)} numbers")
        if self.faults:
            raise ProofFailed(map(Fault, self.faults))
        return View(("",) * max(map(len, rows)), ("",) * len(rows), cells, notes=notes)

    def _rows(self) -> list[list[_Card]]:
        """Return the cards row by row, from the left; all are equal, and equally far apart from the left edge."""
        rows: list[list[_Card]] = []
        for card in sorted(self.cards, key=lambda card: (round(card.box[1], 1), card.box[0])):
            if not rows or abs(card.box[1] - rows[-1][0].box[1]) > NEAR:
                rows.append([])
            rows[-1].append(card)
        sizes = {(round(c.box[2] - c.box[0], 1), round(c.box[3] - c.box[1], 1)) for c in self.cards}
        pitches = {round(b.middle - a.middle, 1) for row in rows for a, b in pairwise(row)}
        if len(sizes) != 1 or len(pitches) > 1 or len({round(row[0].middle, 1) for row in rows}) != 1:
            self.faults.append("its cards are not alike, or not in rows")
        return rows

    def _tokens(self, name: str, card: _Card) -> list[str]:
        found: list[str] = []
        if len(card.ranks) != 1 or len(card.signs) != 1 or len(card.codes) != 1:
            what = f"{len(card.ranks)} ranks, {len(card.signs)} signs, {len(card.codes)} codes"
            self.faults.append(f"{name}: the card at {place(card.edge)} has {what}")
            return found
        rank, sign = card.ranks[0], card.signs[0]
        upright = not is_turned(rank) and not sign.turned
        if rank.string not in RANKS or not is_ink_of(rank, sign) or not upright or rank.box[3] > sign.box[1]:
            self.faults.append(f"{name}: {rank.string!r} does not stand over its sign as a rank does")
        if max(abs(centre_of(rank.box)[0] - card.middle) - 0.12 * rank.size * MM_PER_POINT, 0.0) > NEAR or (
            abs(sign.middle[0] - card.middle) > NEAR
        ):
            self.faults.append(f"{name}: rank or sign is not in the card's middle")
        found += [f"rank {rank.string}", f"suit {sign.suit}", f"code {card.codes[0].string}"]
        found += ["marked"] if card.edge.width > _THICK else []
        if name.startswith("pile") or card.turns:
            found.append(f"turn {self._turn(name, card)}")
        return sorted(found)

    def _turn(self, name: str, card: _Card) -> str:
        """Return the number above a card of the pile, which stands in a disc."""
        text = card.turns[0] if len(card.turns) == 1 else None
        if text is None or not any(
            abs(disc.centre[0] - card.middle) < NEAR and is_inside(text.box, _around(disc)) for disc in self.discs
        ):
            self.faults.append(f"{name}: {len(card.turns)} numbers above the card, not one in a disc")
            return ""
        return text.string

    def _notes(self, rows: list[list[_Card]]) -> tuple[str, ...]:
        """Return the step of a sandwich, which stands above each gap of its three cards."""
        if not self.steps:
            return ()
        row = rows[0]
        gaps = [(a.box[2] + b.box[0]) / 2 for a, b in pairwise(row)]
        at = sorted(centre_of(text.box)[0] for text in self.steps)
        strings = {text.string for text in self.steps}
        above = all(row[0].box[1] - _OVER < centre_of(t.box)[1] < row[0].box[1] for t in self.steps)
        if len(gaps) != 2 or len(at) != 2 or len(strings) != 1 or not above:
            self.faults.append(f"the steps {', '.join(t.string for t in self.steps)} are not one for each gap")
        elif any(abs(x - gap) > 0.5 for x, gap in zip(at, gaps, strict=True)):
            self.faults.append("the steps do not stand above the gaps")
        return (f"step {min(strings)[1:]}",)


def _around(circle: Circle) -> Box:
    (x, y), radius = circle.centre, circle.radius
    return x - radius, y - radius, x + radius, y + radius


# ---------------------------------------------------------------- cards to cut out


def read_part(seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
    """Return the tokens that the front of a card shows, sorted, with "set N" for a set's mark; raises ProofFailed.

    Rank and suit stand in two corners, one of them on its head; between them as many signs as the rank says, or the
    frame of a court card.
    """
    front = _Front(seen)
    tokens = [*front.tokens(), *front.set_marks()]
    if front.faults:
        raise ProofFailed(map(Fault, front.faults))
    return tuple(sorted(tokens))


_LEAST_RANK = 15.0  # points: smaller strings are set marks


class _Front:
    """The front of one card being read."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.signs: list[Sign] = []
        self.others: list[SeenPath] = []
        texts = [thing for thing in seen if isinstance(thing, SeenText)]
        self.ranks = [text for text in texts if text.size >= _LEAST_RANK]
        self.marks = [text for text in texts if text.size < _LEAST_RANK]
        for thing in seen:
            if isinstance(thing, SeenPath):
                sign = as_sign(thing)
                if sign:
                    self.signs.append(sign)
                else:
                    self.others.append(thing)

    def tokens(self) -> list[str]:
        """Return rank and suit; `faults` then says what is wrong."""
        ranks, suits = {text.string for text in self.ranks}, {sign.suit for sign in self.signs}
        if len(ranks) != 1 or not ranks <= set(RANKS):
            raise ProofFailed(f"its ranks are {', '.join(sorted(ranks)) or 'missing'}")
        if len(suits) != 1:
            raise ProofFailed(f"its suits are {', '.join(sorted(suits)) or 'missing'}")
        (rank,), (suit,) = ranks, suits
        if not all(is_ink_of(text, self.signs[0]) for text in self.ranks):
            self.faults.append("its ranks have not the colour of its suit")
        corners = self._corners()
        middle = [sign for sign in self.signs if sign not in corners]
        if rank.isdigit() or rank == "A":
            self._check_pips(middle, 1 if rank == "A" else int(rank))
        else:
            self._check_court(middle)
        return [f"rank {rank}", f"suit {suit}"]

    def _corners(self) -> list[Sign]:
        """Return the two signs of the corners: under the rank of the upper left, over that of the lower right."""
        upper = min(self.ranks, key=lambda text: text.box[0] + text.box[1])
        lower = max(self.ranks, key=lambda text: text.box[2] + text.box[3])
        found = []
        for text, is_head_down in ((upper, False), (lower, True)):
            near = min(self.signs, key=lambda sign: _apart(sign, text))
            across = abs(near.middle[0] - centre_of(text.box)[0])
            is_below = (near.middle[1] < centre_of(text.box)[1]) == is_head_down
            if is_turned(text) != is_head_down or near.turned is (not is_head_down) or across > 1.0 or not is_below:
                self.faults.append(f"rank and suit do not stand in a corner as they should, at {place(text)}")
            found.append(near)
        self.centre = ((upper.at[0] + lower.at[0]) / 2, (upper.at[1] + lower.at[1]) / 2)
        if not _is_opposite(found[0], found[1], self.centre):
            self.faults.append("its corners are not the same upside down")
        return found

    def _check_pips(self, pips: list[Sign], wanted: int) -> None:
        if len(pips) != wanted or len(self.ranks) != 2:
            self.faults.append(f"{len(pips)} signs and {len(self.ranks)} ranks, where the corners promise {wanted}")
        for path in self.others:
            self.faults.append(f"what is the shape at {place(path)}?")
        for n, pip in enumerate(pips):
            if any(_overlap(pip.box, other.box) for other in pips[n + 1 :]):
                self.faults.append(f"two signs lie over one another at {place(pip.path)}")
            if pip.turned is not None and pip.turned != (pip.middle[1] > self.centre[1] + 1.0):
                self.faults.append(f"the sign at {place(pip.path)} stands the wrong way up")
            if not any(_is_opposite(pip, other, (self.centre[0], pip.middle[1])) for other in pips):
                self.faults.append(f"the sign at {place(pip.path)} has none opposite")

    def _check_court(self, signs: list[Sign]) -> None:
        """Check a court card: in a frame, with a line across, a letter and a sign each way up."""
        frames = [shape for path in self.others if not path.fill and (shape := as_rectangle(path)) and shape.radius]
        lines = [ends for path in self.others if (ends := as_line(path))]
        if len(frames) != 1 or len(lines) != 1 or len(self.others) != 2:
            self.faults.append(f"{len(self.others)} shapes where a frame and a line across it belong")
            return
        inner = [text for text in self.ranks if is_inside(text.box, frames[0].box)]
        if len(inner) != 2 or len(self.ranks) != 4 or {is_turned(text) for text in inner} != {True, False}:
            self.faults.append(f"{len(inner)} letters in the frame, not two that face each other")
        if len(signs) != 2 or not _is_opposite(signs[0], signs[1], self.centre):
            self.faults.append(f"{len(signs)} signs in the frame, not two that face each other")
        if any(not is_inside(sign.box, frames[0].box) for sign in signs) or abs(lines[0][0][1] - self.centre[1]) > NEAR:
            self.faults.append("what the frame holds is not in its place")

    def set_marks(self) -> list[str]:
        """Return the mark of the card's set, if there is one: small, in the lower left corner."""
        around = bounds_of_all([sign.path for sign in self.signs] + list(self.ranks))
        for text in self.marks:
            x, y = centre_of(text.box)
            if around is None or x > self.centre[0] or y < self.centre[1] or not is_dark(text.colour):
                self.faults.append(f"what is {text.string!r} at {place(text)}?")
        if len(self.marks) > 1:
            self.faults.append(f"{len(self.marks)} set marks")
        return [f"set {text.string}" for text in self.marks]


def _apart(sign: Sign, text: SeenText) -> float:
    x, y = centre_of(text.box)
    return abs(sign.middle[0] - x) + abs(sign.middle[1] - y)


def _is_opposite(a: Sign, b: Sign, centre: tuple[float, float]) -> bool:
    """Return whether two signs of one size lie opposite each other around `centre`; one may be both, in the middle."""
    return (
        abs(a.middle[0] + b.middle[0] - 2 * centre[0]) < 2 * NEAR
        and abs(a.middle[1] + b.middle[1] - 2 * centre[1]) < 2 * NEAR
        and abs(a.height - b.height) < NEAR
    )


def _overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 0 and min(a[3], b[3]) - max(a[1], b[1]) > 0


_LEAST_LINES = 60


def read_back(seen: Sequence[Seen]) -> str:
    """Return "pack", the name of the only back: a weave of short strokes in threes, the same upside down and mirrored.

    Raises ProofFailed for anything else.
    """
    strokes = [stroke for thing in seen if isinstance(thing, SeenPath) for stroke in strokes_of(thing)]
    around = bounds_of_all(seen)
    if around is None or len(strokes) != len(seen) or len(strokes) < _LEAST_LINES:
        raise ProofFailed(f"{len(strokes)} strokes in {len(seen)} objects are not the weave of a back")
    x, y = centre_of(around)
    ends = [(min(s.a, s.b), max(s.a, s.b), s.width) for s in strokes]
    found = {_rounded((a[0] - x, a[1] - y, b[0] - x, b[1] - y, width)) for a, b, width in ends}
    mirrored = {_rounded((x - b[0], a[1] - y, x - a[0], b[1] - y, width)) for a, b, width in ends}
    upended = {_rounded((a[0] - x, y - b[1], b[0] - x, y - a[1], width)) for a, b, width in ends}
    if len(found) != len(strokes) or not _alike(found, mirrored) or not _alike(found, upended):
        raise ProofFailed("its weave is not the same in a mirror and upside down")
    if any(is_white(thing.stroke) for thing in seen if isinstance(thing, SeenPath)) or not all(
        stroke.is_level or stroke.is_upright for stroke in strokes
    ):
        raise ProofFailed("its weave holds a stroke that is slanting or white")
    return "pack"


_Stroke = tuple[float, ...]


def _rounded(values: Iterable[float]) -> _Stroke:
    return tuple(round(value, 1) + 0.0 for value in values)


def _alike(found: set[_Stroke], others: set[_Stroke]) -> bool:
    """Return whether two sets of strokes are alike but for what rounding does."""
    return all(any(all(abs(a - b) < 0.15 for a, b in zip(s, t, strict=True)) for t in others) for s in found - others)

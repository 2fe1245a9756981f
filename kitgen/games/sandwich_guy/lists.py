"""Numbered deals as lists: the 52 cards in drawing order, and a won game turn by turn with what is left of it.

A card in a list is its rank and, right of it, its sign; lists have columns of equal width, so that the eye can run down
them. Turns what a view holds into marks; does not know where a view comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kitgen.games.sandwich_guy.faces import CAPITALS
from kitgen.games.sandwich_guy.suits import sign, suit_ink
from kitgen.marks import Drawing, Line, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, View
from kitgen.units import MM_PER_POINT, pt

IN_ROW = 8  # cards of a deal in a row: the first row is the hand
SLOTS = 9  # turns in a column of a line

_WIDE, _HIGH = 8, 7  # cells of a card's place in a deal
_TURN_HIGH = 5  # of a turn in a line
_ACROSS = IN_ROW * _WIDE
_HEAD = 6.0  # mm, with the deal's number
_UNDER_HAND = 1.6  # mm between hand and pile, with a line in it
_NUMBER, _SHARE, _TURN = 12.0, 9.0, 8.0  # points

# Places in a line's turn, in cells from its left edge: its number ends, cards stand, what is drawn ends.
_TURN_ENDS, _CARDS, _PITCH, _DRAWN_ENDS = 3.5, 4.0, 7.2, 29.9


def is_list(view: View) -> bool:
    """Return whether a view is a deal or a line."""
    return any(name.startswith(("draw ", "turn ")) for name in view.cells)


def frame(view: View) -> Frame:
    """Return the space of a list: cards in places of 8 x 7 cells or 7.2 x 5, its head above."""
    if "draw 1" in view.cells:
        rows = -(-len(view.cells) // IN_ROW)
        return Frame(_ACROSS, rows * _HIGH, 0.0, _HEAD, 0.0, _UNDER_HAND)
    return Frame(_ACROSS, SLOTS * _TURN_HIGH, 0.0, _HEAD, 0.0, 0.0)


def draw(view: View, cell: float, inks: str) -> Drawing:
    """Return a list with cells of `cell` mm."""
    space = frame(view)
    width, height = space.columns * cell, space.top + space.rows * cell + space.bottom
    rows = _deal if "draw 1" in view.cells else _line
    marks = (*_head(view, width), *rows(view, cell, inks))
    return Drawing(marks, width, height)


def _head(view: View, width: float) -> Iterator[Mark]:
    """Yield the deal's number at the left, what else the notes say at the right, and the line below."""
    notes = dict(note.split(maxsplit=1) for note in view.notes)
    base = _HEAD - 2.0
    if "deal" in notes:
        yield Text((0.0, base), notes["deal"], _NUMBER, "semibold")
    if "won" in notes:
        yield Text((width, base), notes["won"], _SHARE, ink="mid", anchor="end")
    if "left" in notes:
        yield Text((width, base), f"= {notes['left']}", _SHARE, "semibold", anchor="end")
    yield Line((0.0, _HEAD - 0.6), (width, _HEAD - 0.6), pt(1.0))


def _deal(view: View, cell: float, inks: str) -> Iterator[Mark]:
    size = (_WIDE * cell, _HIGH * cell)
    for place, tokens in view.cells.items():
        row, column = divmod(int(place.split()[1]) - 1, IN_ROW)
        y = _HEAD + row * size[1] + (_UNDER_HAND if row else 0.0)
        yield from _card(dict(token.split() for token in tokens), (column * size[0], y), size, inks)
    low = _HEAD + size[1] + _UNDER_HAND / 2
    yield Line((0.0, low), (_ACROSS * cell, low), pt(0.5), "grid")


def _line(view: View, cell: float, inks: str) -> Iterator[Mark]:
    size = (_PITCH * cell, _TURN_HIGH * cell)
    turns = sum(place.startswith("turn") for place in view.cells)
    for place, tokens in view.cells.items():
        name, number = place.split()
        shows = dict(token.partition(" ")[::2] for token in tokens)
        if name == "left":
            slot, column = divmod(int(number) - 1, 3)
            x, y = _slot(turns + slot, cell)
            at = (x + (_CARDS + column * _PITCH) * cell, y)
            yield from _kept(shows, at, size, inks)
        else:
            yield from _turn(int(number), shows, cell, inks)


def _slot(number: int, cell: float) -> Point:
    """Return the top left corner of slot `number`, counted from 0 down the columns."""
    column, row = divmod(number, SLOTS)
    return column * _ACROSS / 2 * cell, _HEAD + row * _TURN_HIGH * cell


def _turn(number: int, shows: Mapping[str, str], cell: float, inks: str) -> Iterator[Mark]:
    x, y = _slot(number - 1, cell)
    size = (_PITCH * cell, _TURN_HIGH * cell)
    base = y + size[1] / 2 + CAPITALS * _TURN * MM_PER_POINT / 2
    yield Text((x + _TURN_ENDS * cell, base), str(number), _TURN, ink="mid", anchor="end")
    for column, which in enumerate(("first", "middle", "last")):
        card = {"rank": shows[which][:-1], "suit": shows[which][-1]}
        yield from _card(card, (x + (_CARDS + column * _PITCH) * cell, y), size, inks)
    yield Text((x + _DRAWN_ENDS * cell, base), f"+{shows['drawn']}", _TURN, "semibold", anchor="end")


def _kept(shows: Mapping[str, str], at: Point, size: tuple[float, float], inks: str) -> Iterator[Mark]:
    """Yield a card that is left in hand: in a frame."""
    air = 0.06 * size[1]
    yield rectangle(
        at[0], at[1] + air, size[0], size[1] - 2 * air, fill="white", stroke="ink", line=pt(0.8), radius=0.8
    )
    yield from _card(shows, at, size, inks)


def _card(shows: Mapping[str, str], at: Point, size: tuple[float, float], inks: str) -> Iterator[Mark]:
    """Yield rank and sign in the middle of a place of `size` mm; ranks end, and signs stand, under one another."""
    wide, high = size
    capital = min(0.44 * high, 0.288 * wide)  # a 10 and its sign leave a fifth of the place white
    middle = at[1] + high / 2
    ink = suit_ink(shows["suit"], inks)
    points = capital / (CAPITALS * MM_PER_POINT)
    yield Text((at[0] + 0.58 * wide, middle + capital / 2), shows["rank"], points, "semibold", ink, "end")
    yield sign(shows["suit"], (at[0] + 0.77 * wide, middle), 1.08 * capital, inks)

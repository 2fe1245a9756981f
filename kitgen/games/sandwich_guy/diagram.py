"""Keeps Picture: a hand of cards in a row, with the pile under it where a question needs it; a sandwich by itself.

A card is two cells wide and three high, so that every lay of them is a Frame. Under each card stands its code as
moves write it, so that answers need no translation. Draws what a replay's step shows; knows no rule.

Cells are named by what they hold: "hand 1", "pile 2", "sandwich 3", from the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kitgen.errors import Fault, SpecError
from kitgen.games.sandwich_guy.engine import RANKS, Card, read_card
from kitgen.games.sandwich_guy.faces import CAPITALS
from kitgen.games.sandwich_guy.parts import name_card
from kitgen.games.sandwich_guy.suits import sign, suit_ink
from kitgen.marks import Disc, Drawing, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import MM_PER_POINT, pt

STYLES = ("position", "with_pile", "sandwich")

_WIDE, _HIGH = 2, 3  # cells of a card's place
_CARD = 0.91  # of its place's width: the rest is air
_EDGE, _MARKED = pt(0.8), pt(2.2)
_CODE, _CODE_LINE = 8.0, 4.2  # points, mm
_TURN, _TURN_LINE = 8.0, 5.4  # points, mm: the numbers of the pile's cards
_TURN_DISC = 1.9  # mm


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return the cards that the figure of `ply` shows.

    `extra["marked"]` lists cards of the hand, as moves write them, that get a thick edge. Style "sandwich" shows what
    ply discarded, and raises SpecError for ply 0.
    """
    step = replayed.steps[ply]
    if style == "sandwich":
        if not step.move:
            raise SpecError(Fault("the start has discarded no sandwich to show", None, "a ply from 1"))
        return _rows({"sandwich": map(read_card, step.effects["cards"])}, ())
    groups = {"hand": step.position.hand}
    if style == "with_pile":
        groups["pile"] = step.position.pile
    return _rows(groups, tuple(read_card(code) for code in extra.get("marked", ())))


def _rows(groups: Mapping[str, Iterable[Card]], marked: tuple[Card, ...]) -> View:
    cells: dict[str, tuple[str, ...]] = {}
    most = 1
    for name, cards in groups.items():
        for number, card in enumerate(cards, start=1):
            tokens = [f"rank {RANKS[card.rank - 1]}", f"suit {card.suit}", f"code {card}"]
            if name == "pile":
                tokens.append(f"turn {number}")
            if card in marked:
                tokens.append("marked")
            cells[f"{name} {number}"] = tuple(sorted(tokens))
            most = max(most, number)
    return View(("",) * most, ("",) * len(groups), cells)


def frame(view: View, labels: bool) -> Frame:
    """Return the space of a drawing: a place for a card in each column and row, codes below, numbers above a pile."""
    has_pile = any(name.startswith("pile") for name in view.cells)
    fixed = _CODE_LINE * len(view.rows) + (_TURN_LINE if has_pile else 0.0)
    return Frame(_WIDE * len(view.columns), _HIGH * len(view.rows), _EDGE, _EDGE, _EDGE, fixed)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the cards, each in a place of 2 x 3 cells of `cell` mm."""
    space = frame(view, labels)
    names = list(dict.fromkeys(name.split()[0] for name in view.cells))
    tops: dict[str, float] = {}
    y = space.top
    for name in names:
        y += _TURN_LINE if name == "pile" else 0.0
        tops[name] = y
        y += _HIGH * cell + _CODE_LINE
    marks: list[Mark] = []
    for place, tokens in view.cells.items():
        name, number = place.split()
        at = (space.left + (int(number) - 1) * _WIDE * cell, tops[name])
        marks += _card(dict(token.partition(" ")[::2] for token in tokens), at, cell, inks)
    width = space.left + cell * space.columns + space.right
    return Drawing(tuple(marks), width, space.top + cell * space.rows + space.bottom)


def _card(shows: Mapping[str, str], at: Point, cell: float, inks: str) -> list[Mark]:
    """Return a small card: edge, rank over suit, the code below it, and its number in the pile above."""
    wide, high = _WIDE * cell * _CARD, _HIGH * cell * _CARD
    x, y = at[0] + (_WIDE * cell - wide) / 2, at[1] + (_HIGH * cell - high) / 2
    middle = x + wide / 2
    is_marked = "marked" in shows
    capital = 0.34 * high
    ink = suit_ink(shows["suit"], inks)
    size = capital / (CAPITALS * MM_PER_POINT)
    edge, line = ("accent", _MARKED) if is_marked else ("mid", _EDGE)
    marks: list[Mark] = [
        rectangle(x, y, wide, high, fill="white", stroke=edge, line=line, radius=0.12 * wide),
        Text((middle, y + 0.13 * high + capital), shows["rank"], size, "semibold", ink, "middle"),
        sign(shows["suit"], (middle, y + 0.73 * high), 0.33 * high, inks),
        Text((middle, y + high + _CODE_LINE - 0.9), shows["code"], _CODE, ink="mid", anchor="middle"),
    ]
    if "turn" in shows:
        centre = (middle, y - _TURN_DISC - 0.9)
        base = centre[1] + CAPITALS * _TURN * MM_PER_POINT / 2
        marks.append(Disc(centre, _TURN_DISC, fill="ink"))
        marks.append(Text((middle, base), shows["turn"], _TURN, "semibold", "white", "middle"))
    return marks


def describe(view: View, words: Words) -> str:
    """Return the cards in words, group by group."""
    groups: dict[str, list[str]] = {}
    marked = []
    for place, tokens in view.cells.items():
        shows = dict(token.partition(" ")[::2] for token in tokens)
        name = name_card(shows["rank"], shows["suit"], words)
        groups.setdefault(place.split()[0], []).append(name)
        if "marked" in shows:
            marked.append(name)
    said = [words.say(f"alt_{group}", count=len(names), cards=words.join(names)) for group, names in groups.items()]
    if marked:
        said.append(words.say("alt_marked", cards=words.join(marked)))
    return " ".join(said)


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return a line a turn up to `ply`: what was discarded and what was drawn."""
    return tuple(_caption(step.ply, step.move, step.effects["drawn"], words) for step in replayed.steps[1 : ply + 1])


def _caption(ply: int, move: str, drawn: list[str], words: Words) -> str:
    if not drawn:
        return words.say("turn_without_draw", turn=ply, sandwich=move)
    return words.say("turn", turn=ply, sandwich=move, cards=words.join(drawn))

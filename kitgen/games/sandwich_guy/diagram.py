"""Keeps Picture: a hand of cards in a row, with the pile under it where a question needs it; a sandwich by itself; a
numbered deal and a won game as lists.

A card is two cells wide and three high, so that every lay of them is a Frame. Under each card stands its code as
moves write it, so that answers need no translation. Draws what a replay's step shows; knows no rule.

Cells are named by what they hold: "hand 1", "pile 2", "sandwich 3", from the left; "draw 1" to "draw 52" in a deal;
"turn 1", then "left 1", in a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kitgen.errors import Fault, SpecError
from kitgen.games.sandwich_guy import lists
from kitgen.games.sandwich_guy.engine import GAME, HAND, RANKS, Card, read_card, read_deck, shuffled
from kitgen.games.sandwich_guy.faces import CAPITALS
from kitgen.games.sandwich_guy.grading import GAMES, wins_of
from kitgen.games.sandwich_guy.parts import name_card
from kitgen.games.sandwich_guy.suits import sign, suit_ink
from kitgen.marks import Disc, Drawing, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import MM_PER_POINT, pt

STYLES = ("position", "with_pile", "sandwich", "deal", "line")

_WIDE, _HIGH = 2, 3  # cells of a card's place
_CARD = 0.91  # of its place's width: the rest is air
_EDGE, _MARKED = pt(0.8), pt(2.2)
_CODE, _CODE_LINE = 8.0, 4.2  # points, mm
_TURN, _TURN_LINE = 8.0, 5.4  # points, mm: the numbers of the pile's cards
_TURN_DISC = 1.9  # mm
_STEP, _STEP_LINE = 9.0, 4.4  # points, mm: above the gaps of a sandwich


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return the cards that the figure of `ply` shows.

    `extra["marked"]` lists cards of the hand, as moves write them, that get a thick edge. Style "sandwich" shows what
    ply discarded and the step from card to card, and raises SpecError for ply 0. "deal" lists all cards in drawing
    order; a numbered deal with its number and how often half-greedy play wins it. "line" lists the turns up to `ply`,
    and raises SpecError unless they win and no sandwich is left.
    """
    step = replayed.steps[ply]
    if style == "deal":
        return _deal(replayed)
    if style == "line":
        return _line(replayed, ply)
    if style == "sandwich":
        if not step.move:
            raise SpecError(Fault("the start has discarded no sandwich to show", None, "a ply from 1"))
        return _sandwich(tuple(map(read_card, step.effects["cards"])))
    groups = {"hand": step.position.hand}
    if style == "with_pile":
        groups["pile"] = step.position.pile
    return _rows(groups, tuple(read_card(code) for code in extra.get("marked", ())))


def _sandwich(cards: tuple[Card, ...]) -> View:
    step = (cards[1].rank - cards[0].rank) % len(RANKS)
    return replace(_rows({"sandwich": cards}, ()), notes=(f"step {step}",))


def _number(replayed: Replayed) -> tuple[str, ...]:
    seed = replayed.options["seed"]
    return () if seed is None else (f"deal {seed}",)


def _deal(replayed: Replayed) -> View:
    deck, seed = replayed.options["deck"], replayed.options["seed"]
    cards = shuffled(seed) if deck is None else read_deck(deck)
    cells = {f"draw {n}": _shows(card) for n, card in enumerate(cards, start=1)}
    won = () if seed is None else (f"won {wins_of(seed)}/{GAMES}",)
    rows = -(-len(cards) // lists.IN_ROW)
    return View(("",) * lists.IN_ROW, ("",) * rows, cells, notes=(*_number(replayed), *won))


def _line(replayed: Replayed, ply: int) -> View:
    position = replayed.steps[ply].position
    if position.pile or GAME.legal(position):
        raise SpecError(Fault("the turns do not win the deal to its end, so there is no line to show"))
    cells: dict[str, tuple[str, ...]] = {}
    for step in replayed.steps[1 : ply + 1]:
        first, middle, last = step.effects["cards"]
        drawn = len(step.effects["drawn"])
        cells[f"turn {step.ply}"] = (f"drawn {drawn}", f"first {first}", f"last {last}", f"middle {middle}")
    cells.update({f"left {n}": _shows(card) for n, card in enumerate(position.hand, start=1)})
    return View(("",) * 2, ("",) * lists.SLOTS, cells, notes=(*_number(replayed), f"left {len(position.hand)}"))


def _shows(card: Card) -> tuple[str, ...]:
    return f"rank {RANKS[card.rank - 1]}", f"suit {card.suit}"


def _rows(groups: Mapping[str, Iterable[Card]], marked: tuple[Card, ...]) -> View:
    cells: dict[str, tuple[str, ...]] = {}
    most = 1
    for name, cards in groups.items():
        for number, card in enumerate(cards, start=1):
            tokens = [*_shows(card), f"code {card}"]
            if name == "pile":
                tokens.append(f"turn {number}")
            if card in marked:
                tokens.append("marked")
            cells[f"{name} {number}"] = tuple(sorted(tokens))
            most = max(most, number)
    return View(("",) * most, ("",) * len(groups), cells)


def frame(view: View, labels: bool) -> Frame:
    """Return the space of a drawing: a place for a card in each column and row, codes below, numbers or steps above."""
    if lists.is_list(view):
        return lists.frame(view)
    has_pile = any(name.startswith("pile") for name in view.cells)
    fixed = _CODE_LINE * len(view.rows) + (_TURN_LINE if has_pile else 0.0)
    top = _STEP_LINE if view.notes else _EDGE
    return Frame(_WIDE * len(view.columns), _HIGH * len(view.rows), _EDGE, top, _EDGE, fixed)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the cards, each in a place of 2 x 3 cells of `cell` mm, or a list of them."""
    if lists.is_list(view):
        return lists.draw(view, cell, inks)
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
    marks += _steps(view, space, cell)
    width = space.left + cell * space.columns + space.right
    return Drawing(tuple(marks), width, space.top + cell * space.rows + space.bottom)


def _steps(view: View, space: Frame, cell: float) -> Iterator[Mark]:
    """Yield the step of a sandwich above the gaps between its cards."""
    for note in view.notes:
        base = space.top - 1.2
        for number in (1, 2):
            x = space.left + number * _WIDE * cell
            yield Text((x, base), "+" + note.split()[1], _STEP, "semibold", "accent", "middle")


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
        Text((middle, y + 0.105 * high + capital), shows["rank"], size, "semibold", ink, "middle"),
        sign(shows["suit"], (middle, y + 0.74 * high), 0.33 * high, inks),
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
    if lists.is_list(view):
        return _describe_list(view, words)
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


def _describe_list(view: View, words: Words) -> str:
    notes = dict(note.split(maxsplit=1) for note in view.notes)
    said = [words.say("alt_deal", number=notes["deal"])] if "deal" in notes else []
    if "won" in notes:
        won, games = notes["won"].split("/")
        said.append(words.say("alt_won", won=won, games=games))
    names = {place: _name_tokens(tokens, words) for place, tokens in view.cells.items() if "turn" not in place}
    drawn = [name for place, name in names.items() if place.startswith("draw")]
    if drawn:
        hand, pile = drawn[:HAND], drawn[HAND:]
        said.append(words.say("alt_hand", count=len(hand), cards=words.join(hand)))
        said.append(words.say("alt_pile", count=len(pile), cards=words.join(pile)))
    said += [_describe_turn(place, tokens, words) for place, tokens in view.cells.items() if "turn" in place]
    left = [name for place, name in names.items() if place.startswith("left")]
    if left:
        said.append(words.say("alt_left", n=len(left), cards=words.join(left)))
    return " ".join(said)


def _name_tokens(tokens: tuple[str, ...], words: Words) -> str:
    shows = dict(token.split() for token in tokens)
    return name_card(shows["rank"], shows["suit"], words)


def _describe_turn(place: str, tokens: tuple[str, ...], words: Words) -> str:
    shows = dict(token.split() for token in tokens)
    cards = (name_card(shows[which][:-1], shows[which][-1], words) for which in ("first", "middle", "last"))
    return words.say("alt_turn", turn=place.split()[1], cards=words.join(cards), n=int(shows["drawn"]))


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return a line a turn up to `ply`: what was discarded and what was drawn."""
    return tuple(_caption(step.ply, step.move, step.effects["drawn"], words) for step in replayed.steps[1 : ply + 1])


def _caption(ply: int, move: str, drawn: list[str], words: Words) -> str:
    if not drawn:
        return words.say("turn_without_draw", turn=ply, sandwich=move)
    return words.say("turn", turn=ply, sandwich=move, cards=words.join(drawn))

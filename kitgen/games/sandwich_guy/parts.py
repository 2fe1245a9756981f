"""Keeps Parts: the pack of 52 cards to cut out, as data, and how each side of a card is drawn.

A set's mark stands small in the lower left corner, where no index is. Does not know sheets: where a card lies on the
page, its cut guides and how it gets its back is the house's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kitgen.errors import Fault, SpecError, suggest
from kitgen.games.sandwich_guy import faces
from kitgen.games.sandwich_guy.engine import PACK, RANKS
from kitgen.marks import Drawing, Text
from kitgen.play.contract import Desk, Part, Words

# Width and height in mm: the sizes in which playing cards are sold, and in which sleeves are.
SIZES = {"poker": (63.5, 88.9), "bridge": (57.15, 88.9), "mini": (44.0, 68.0)}
BACK = "pack"

_SET_MARK, _FROM_EDGE = 7.0, 3.4  # points; mm from the card's left and lower edge


def parts(options: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the 52 cards in the order of the pack; `options["size"]` is poker (default), bridge or mini."""
    size = str(options.get("size", "poker"))
    if size not in SIZES:
        raise SpecError(Fault(f"unknown card size {size!r}", None, ", ".join(SIZES), suggest(size, SIZES)))
    width, height = SIZES[size]
    return tuple(
        Part(str(card), width, height, 1, BACK, (f"rank {RANKS[card.rank - 1]}", f"suit {card.suit}")) for card in PACK
    )


def draw_front(part: Part, desk: Desk) -> Drawing:
    """Return the front of a card, without bleed: it is white to the edge."""
    rank, suit = (face.split()[1] for face in part.faces)
    front = faces.draw_front(rank, suit, part.width, part.height, desk.inks)
    if not desk.set_mark:
        return front
    mark = Text((_FROM_EDGE, part.height - _FROM_EDGE), desk.set_mark, _SET_MARK, ink="mid")
    return replace(front, marks=(*front.marks, mark))


def draw_back(part: Part, desk: Desk) -> Drawing:
    """Return the back of a card with its bleed; `grid` is the card inside it."""
    return faces.draw_back(part.width, part.height, desk.inks)


def describe(part: Part, words: Words) -> str:
    """Return a card's name in words."""
    rank, suit = (face.split()[1] for face in part.faces)
    return name_card(rank, suit, words)


def name_card(rank: str, suit: str, words: Words) -> str:
    """Return the name of a card; ranks with a number say the number."""
    name = rank if rank.isdigit() else words.say(f"rank_{rank.lower()}")
    return words.say("card", rank=name, suit=words.say(f"suit_{suit.lower()}"))

"""Reads signs that stand together: an effect, an opportunity, a reward, a token, a cloth, the back of a part.

Works on what `recognise` finds; does not know where on a card they stand, nor what the data says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kitgen.errors import ProofFailed
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.recognise import COLOURS, Cursor, kind_of, place_of, share_of
from kitgen.play.seen import Box, Colour, Seen, SeenPath, SeenText, as_circle, bounds, centre_of


def check_cloth(cards: Cards, category: str, pattern: str, colour: Colour | None) -> None:
    """Hold a cloth against the category that its sign shows; raises ProofFailed."""
    entry = cards.categories[category]
    if pattern != entry.pattern:
        raise ProofFailed(f"the cloth of {category} shows {pattern}, not {entry.pattern}")
    wanted = COLOURS.get(entry.colour)
    if colour is not None and (wanted is None or max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) > 2):
        raise ProofFailed(f"the cloth of {category} has the colour {colour}, not that of {entry.colour}")


def read_signed(cursor: Cursor, sign: str, kind: str) -> str:
    """Take a number with `sign` before it, and the sign `kind`; returns the number."""
    text = cursor.text("a number")
    found = cursor.simple()
    number = text.string.removeprefix(sign)
    if not number.isdigit() or number == text.string or found.kind != kind:
        raise ProofFailed(f"{text.string!r} and {found.kind} at {place_of(text)} where {sign}n and {kind} belong")
    return number


_TAKEN = {"coin": "coins", "card": "draw", "rosette": "points"}


def read_effect(cursor: Cursor, patch: Callable[[], str]) -> str:
    """Take the signs of an ingredient's effect; returns it as a token."""
    time = cursor.tile()
    category = patch() if cursor.kind() == 4 else ""
    text = cursor.text("how much")
    what = cursor.simple()
    number = text.string[1:]
    if text.string[:1] == "−" and what.kind == "coin" and category:
        verb = "discount"
    elif text.string[:1] == "+" and what.kind == "star" and category:
        verb = "quality" if time.says == "in_play" else "quality_with"
    elif text.string[:1] == "+" and what.kind in _TAKEN and not category:
        verb = _TAKEN[what.kind]
    else:
        raise ProofFailed(f"{text.string!r} and {what.kind} at {place_of(text)} are no effect")
    return " ".join(filter(None, ["effect", time.says, verb, number, category]))


_VERBS = {
    ("+", "hat"): "free_assistant",
    ("+", "time played"): "free_ingredients",
    ("+", "coin"): "coins",
    ("+", "card"): "draw",
    ("ticket", "+", "star"): "order_quality",
    ("ticket", "+", "rosette"): "order_points",
    ("hourglass", "0", "coin"): "no_upkeep",
    ("ticket", "swap", "ticket"): "swap_order",
}


def read_opportunity(cursor: Cursor, panel: Box) -> str:
    """Take the signs of an opportunity on its panel; returns its effect as a token."""
    shown: list[str] = []
    number = "1"
    while (thing := cursor.peek()) is not None:
        x, y = centre_of(bounds(thing))
        if not (panel[0] < x < panel[2] and panel[1] < y < panel[3]):
            break
        if isinstance(thing, SeenText):
            cursor.take()
            shown.append(thing.string[0])
            number = thing.string[1:] or "1"
        else:
            sign = cursor.simple()
            shown.append(f"{sign.kind} {sign.says}".strip())
    verb = _VERBS.get(tuple(shown))
    if verb is None:
        raise ProofFailed(f"the signs {', '.join(shown)} are no opportunity")
    return f"effect {verb} {number}"


def read_reward(cursor: Cursor) -> str:
    """Take the signs of a reward; returns it as a token."""
    first = cursor.peek()
    if isinstance(first, SeenText):
        number = cursor.text("how many").string
        coin, slash, card = cursor.simple(), cursor.text("/"), cursor.simple()
        if (coin.kind, slash.string, card.kind) != ("coin", "/", "card"):
            raise ProofFailed(f"the signs {coin.kind}, {slash.string}, {card.kind} are no reward")
        return f"reward share {number}"
    hat, slash = cursor.simple(), cursor.text("/")
    number = cursor.text("how many").string
    points = cursor.simple()
    if (hat.kind, slash.string, points.kind) != ("hat", "/", "rosette"):
        raise ProofFailed(f"the signs {hat.kind}, {slash.string}, {points.kind} are no reward")
    return f"reward assistant_or_points {number}"


# ---------------------------------------------------------------- tokens

# Corners of the rim -> kind, least and most value, the share of its box that it fills.
_RIMS: dict[int, tuple[str, str, float]] = {
    40: ("coin", "5", 0.71),
    4: ("point", "1", 1.0),
    6: ("point", "5", 0.75),
    16: ("point", "10", 0.60),
}


def read_token(cursor: Cursor) -> tuple[str, str]:
    """Take a coin or a point token: its rim and its number, which must agree; returns kind and value."""
    rim = cursor.take()
    if not isinstance(rim, SeenPath):
        raise ProofFailed("a token without a rim")
    kind = kind_of(rim)
    name, value, share = ("coin", "1", 0.0) if kind == "d" else _RIMS.get(kind, ("", "", 0.0))  # type: ignore[arg-type]
    if not name or (share and abs(share_of(rim) - share) > 0.03):
        raise ProofFailed(f"the rim at {place_of(rim)} is that of no token")
    if name == "coin":
        inner = cursor.path("d", "the inner ring of a coin")
        outer, within = centre_of(bounds(rim)), as_circle(inner)
        if within is None or max(abs(a - b) for a, b in zip(outer, within.centre, strict=True)) > 0.02:
            raise ProofFailed("the rings of a coin are not round the same middle")
    number = cursor.number_in(bounds(rim), "the number of a token")
    if number != value:
        raise ProofFailed(f"the token at {place_of(rim)} has the form of {value} and the number {number}")
    return name, number


# ---------------------------------------------------------------- backs


def read_back(seen: Sequence[Seen]) -> str:
    """Return the name of the back: the one sign that its pattern repeats, or a coin; raises ProofFailed."""
    cursor = Cursor(seen)
    if any(isinstance(thing, SeenText) for thing in seen):
        kind, value = read_token(cursor)
        if not cursor.is_done or kind != "coin":
            raise ProofFailed("a back with a number that is no coin's")
        return f"coin {value}"
    kinds = {kind_of(thing) for thing in seen}
    widths = {round(thing.width, 2) for thing in seen if isinstance(thing, SeenPath)}
    for name, (wanted, has_two) in _PATTERNS.items():
        if kinds == wanted and (name not in ("market", "trophy") or (len(widths) > 1) == has_two):
            return name
    raise ProofFailed("a pattern that no back has")


# What a back's pattern is made of, and whether its lines are of two widths: bread and filling.
_PATTERNS: dict[str, tuple[set[int | str], bool]] = {
    "market": ({"l"}, True),
    "order": ({4, "l"}, False),
    "assistant": ({"d"}, False),
    "summary": ({16}, False),
    "trophy": ({"l"}, False),
    "points": ({48}, False),
}

"""Moves and how records write them: a mapping with `do` and that kind's own keys.

    {do: play, card: ham, replace: egg}                 replace: only when the area is full
    {do: complete, order: 3a, with: [..], coins: 1, cards: 1}    or assistant: eggs, or points: 2, as the reward
    {do: hire, assistant: eggs}
    {do: replenish, discard: [..]}                      discard may be left out
    {do: take}
    {do: opportunity, card: tip_jar}                    and assistant:, plays: or order: where its effect asks
    {do: collect}                                       ends the actions; then, where there is something to do:
    {do: upkeep, coins: 2, points: 1, return: [..]}, {do: refill}, {do: discard, discard: [..]}, {do: announce}

Any move may say `by: p2`, which is checked. Knows the form of moves, not whether they are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kitgen.errors import Unreadable, suggest


class Move(NamedTuple):
    """A move of any kind; fields that its kind does not use are empty, numbers that are not given None."""

    do: str
    card: str = ""
    replace: str = ""
    order: str = ""
    using: tuple[str, ...] = ()
    assistant: str = ""
    coins: int | None = None
    cards: int | None = None
    points: int | None = None
    discard: tuple[str, ...] = ()
    plays: tuple[tuple[str, str], ...] = ()  # (card, the one it replaces or "")
    back: tuple[str, ...] = ()


class Written(dict[str, Any]):
    """A move as records write it; its text form is YAML on one line."""

    def __str__(self) -> str:
        return _flow(self)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


# Kind -> (keys that must stand, keys that may).
KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "play": (("card",), ("replace",)),
    "complete": (("order", "with"), ("assistant", "points", "coins", "cards")),
    "hire": (("assistant",), ()),
    "replenish": ((), ("discard",)),
    "take": ((), ()),
    "opportunity": (("card",), ("assistant", "plays", "order")),
    "collect": ((), ()),
    "upkeep": ((), ("coins", "points", "return")),
    "refill": ((), ()),
    "discard": (("discard",), ()),
    "announce": ((), ()),
}
_FIELDS = {"with": "using", "return": "back"}  # key in a record -> field, where they differ


def read_move(token: Any) -> tuple[Move, str]:
    """Read a move and the seat that it says it is by ("" if it says none); raises Unreadable."""
    if not isinstance(token, dict):
        raise Unreadable(f"{token!r} is no move: write a mapping such as {{do: take}}")
    given = dict(token)
    by = _read_text("by", given.pop("by", ""))
    kind = given.pop("do", None)
    if kind not in KINDS:
        near = suggest(str(kind), KINDS)
        hint = f"; did you mean {near}?" if near else ""
        raise Unreadable(f"do: {kind} is no kind of move ({', '.join(KINDS)}){hint}")
    needed, allowed = KINDS[kind]
    for key in given:
        if key not in needed + allowed:
            raise Unreadable(f"{kind} has no {key}: it takes {', '.join(needed + allowed) or 'nothing more'}")
    for key in needed:
        if key not in given:
            raise Unreadable(f"{kind} needs {key}")
    return Move(kind, **{_FIELDS.get(key, key): _READERS[key](key, value) for key, value in given.items()}), by


def _read_text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"{key}: {value!r} is no name")
    return value


def _read_number(key: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Unreadable(f"{key}: {value!r} is no number of 0 or more")
    return value


def _read_list(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Unreadable(f"{key}: {value!r} is no list")
    names = tuple(_read_text(key, item) for item in value)
    if len(set(names)) < len(names):
        raise Unreadable(f"{key} names a card twice")
    return names


def _read_plays(key: str, value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not value:
        raise Unreadable(f"{key}: {value!r} is no list of cards to play")
    return tuple(_read_play(item) for item in value)


def _read_play(item: Any) -> tuple[str, str]:
    if not isinstance(item, dict) or "card" not in item or set(item) - {"card", "replace"}:
        raise Unreadable(f"plays: {item!r} is no mapping of card and, if need be, replace")
    return _read_text("card", item["card"]), _read_text("replace", item.get("replace", ""))


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "card": _read_text,
    "replace": _read_text,
    "order": _read_text,
    "assistant": _read_text,
    "with": _read_list,
    "discard": _read_list,
    "return": _read_list,
    "coins": _read_number,
    "cards": _read_number,
    "points": _read_number,
    "plays": _read_plays,
}


def write_move(move: Move) -> Written:
    """Write a move as records do: its kind, what must stand, and what is given. Inverse of `read_move`."""
    needed, allowed = KINDS[move.do]
    written = Written(do=move.do)
    for key in (*needed, *allowed):
        value = getattr(move, _FIELDS.get(key, key))
        if key == "plays":
            value = [{"card": card, **({"replace": gone} if gone else {})} for card, gone in value]
        elif isinstance(value, tuple):
            value = list(value)
        if key in needed or key == "discard" or value not in ("", None, []):
            written[key] = value
    return written

"""Records: text to options and moves, with the place of each. Does not know any rule.

Two kinds. Lines, as `kitgen replay --file` reads them: one record a line. Shelf records, as rules_text/<slug>/records
holds them: YAML that maps names to game options, moves and claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.errors import Fault, Place, SpecError
from kitgen.play.contract import RawRecord
from kitgen.source import Node

MAX_RECORD = 20_000  # characters; the longest real record seen has under 500

_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would end lines at form feeds and U+2028 too
_MOVE_NUMBER = re.compile(r"\d+\.+")


def line_records(text: str) -> Iterator[RawRecord]:
    """Yield one record a line; blank lines and lines that begin with # are skipped, move numbers (`1.`) dropped.

    A line ends in LF, CR or both; one of more than MAX_RECORD characters is a record that is refused.
    """
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(line) > MAX_RECORD:
            yield RawRecord(number, {}, (), f"a record of {len(line)} characters; {MAX_RECORD} is the most")
            continue
        yield RawRecord(number, {}, tuple((number, token) for token in split_moves(line)))


def split_moves(line: str) -> list[str]:
    """Return the moves of a line, which stand between spaces, without move numbers (`1.` or `1.d3-d1`)."""
    tokens = (_MOVE_NUMBER.sub("", token, count=1) if _MOVE_NUMBER.match(token) else token for token in line.split())
    return [token for token in tokens if token]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a record says of one of its plies: `says` maps an entry or state key to the value expected."""

    ply: int
    says: Mapping[str, Any]
    place: Place


@dataclass(frozen=True, slots=True)
class Record:
    """A named record from the shelf: game options as given, moves with their places, claims."""

    name: str
    game: str
    options: Mapping[str, Any]
    moves: tuple[Any, ...]
    places: tuple[Place, ...]
    claims: tuple[Claim, ...]
    place: Place


_KEYS = ("game", "options", "moves", "claims", "source", "title")


def read_records(tree: Node, game: str) -> dict[str, Record]:
    """Read a shelf file's tree: a mapping of record names; `game` is the slug unless a record names its own.

    Raises SpecError with every fault found.
    """
    faults: list[Fault] = []
    found = {}
    for name, node in tree.mapping().items():
        try:
            found[name] = _read_record(name, node, game)
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    return found


def _read_record(name: str, node: Node, game: str) -> Record:
    fields = node.mapping(_KEYS)
    moves, places = _moves(fields.get("moves"))
    options = fields["options"].plain() if "options" in fields else {}
    slug = fields["game"].text() if "game" in fields else game
    claims = tuple(_claim(item) for item in fields["claims"].sequence()) if "claims" in fields else ()
    return Record(name, slug, options, moves, places, claims, node.place)


def _moves(node: Node | None) -> tuple[tuple[Any, ...], tuple[Place, ...]]:
    if node is None:
        return (), ()
    if isinstance(node.value, list):
        items = node.sequence()
        return tuple(item.plain() for item in items), tuple(item.place for item in items)
    moves = tuple(split_moves(node.text()))
    return moves, (node.place,) * len(moves)


def _claim(node: Node) -> Claim:
    fields = node.mapping()
    if "ply" not in fields:
        raise SpecError(Fault("a claim needs its ply", node.place, "ply: a number from 0"))
    ply = fields.pop("ply").integer()
    return Claim(ply, {key: value.plain() for key, value in fields.items()}, node.place)

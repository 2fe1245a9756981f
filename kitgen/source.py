"""YAML text -> a tree of nodes that know their place. Everything in YAML comes in through here.

YAML 1.2's plain values (`no` is text, 010 is ten, 1:30 is text), no tags, no anchors or aliases, no merge keys, no
duplicate keys; size, depth and number of nodes are bounded. Does not know what any key means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from kitgen.errors import Fault, Place, SpecError, suggest

MAX_BYTES = 1_000_000
MAX_DEPTH = 24
MAX_NODES = 60_000

_NULLS = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")

Value = dict[str, "Node"] | list["Node"] | str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands. Mappings map text to nodes; `keys` holds the place of each key."""

    value: Value
    place: Place
    keys: dict[str, Place] | None = None

    def plain(self) -> Any:
        """Return the value as plain Python, places dropped."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def at(self, *keys: str | int) -> Node:
        """Return the node that `keys` lead to, names in mappings and numbers in lists; as far as there are such."""
        return self._walk(keys)[0]

    def place_of(self, *keys: str | int) -> Place:
        """Return where stands what `keys` lead to, as far as they lead: a value, or the key of a mapping or list."""
        return self._walk(keys)[1]

    def key_place(self, *keys: str | int) -> Place:
        """Return where the last of `keys` itself stands, where they lead to a value of a mapping."""
        above = self.at(*keys[:-1])
        return (above.keys or {}).get(str(keys[-1]), above.place)

    def _walk(self, keys: Iterable[str | int]) -> tuple[Node, Place]:
        node, place = self, self.place
        for key in keys:
            value = node.value
            if isinstance(value, dict) and key in value:
                above, node = node, value[str(key)]
                is_open = isinstance(node.value, dict | list)
                place = (above.keys or {}).get(str(key), node.place) if is_open else node.place
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                node = value[key]
                place = node.place
            else:
                break
        return node, place

    def mapping(self, known: Iterable[str] | None = None) -> dict[str, Node]:
        """Return a copy of the mapping; raises SpecError when it is none, or has keys that are not `known`."""
        if not isinstance(self.value, dict):
            raise SpecError(Fault(f"{self.kind()} where a mapping belongs", self.place, "key: value pairs"))
        if known is not None:
            known = tuple(known)
            faults = [self._unknown(key, known) for key in self.value if key not in known]
            if faults:
                raise SpecError(faults)
        return dict(self.value)

    def _unknown(self, key: str, known: tuple[str, ...]) -> Fault:
        place = (self.keys or {}).get(key, self.place)
        return Fault(f"unknown key {key!r}", place, ", ".join(known), suggest(key, known))

    def sequence(self) -> list[Node]:
        """Return the list; raises SpecError when it is none."""
        if not isinstance(self.value, list):
            raise SpecError(Fault(f"{self.kind()} where a list belongs", self.place, "a list"))
        return self.value

    def text(self) -> str:
        """Return the text; raises SpecError when it is none (a number or true must be quoted to be text)."""
        if not isinstance(self.value, str):
            raise SpecError(
                Fault(f"{self.kind()} where text belongs", self.place, "text, quoted if it looks like a number")
            )
        return self.value

    def integer(self) -> int:
        """Return the whole number; raises SpecError when it is none."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise SpecError(Fault(f"{self.kind()} where a whole number belongs", self.place, "a whole number"))
        return self.value

    def kind(self) -> str:
        """Return what the value is, in words for a message."""
        names = {
            dict: "a mapping",
            list: "a list",
            str: "text",
            int: "a number",
            float: "a number",
            bool: "true or false",
        }
        return names.get(type(self.value), "nothing")


def read_yaml(text: str, file: str) -> Node:
    """Read one YAML document; `file` is the name that messages give. An empty text is refused.

    Raises SpecError naming file, line and column; duplicate keys are all named at once.
    """
    documents = read_documents(text, file)
    if len(documents) != 1:
        raise SpecError(Fault(f"{len(documents)} documents where one belongs", Place(file, 1, 1)))
    return documents[0]


def read_documents(text: str, file: str) -> list[Node]:
    """Read every document of a YAML stream; see `read_yaml`."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise SpecError(Fault(f"larger than {MAX_BYTES} bytes", Place(file)))
    builder = _Builder(text, file)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        what = " ".join(filter(None, [error.problem, error.context]))
        raise SpecError(Fault(f"not YAML: {what}", builder.place(error.problem_mark or error.context_mark))) from None
    except yaml.YAMLError as error:
        raise SpecError(Fault(f"not YAML: {str(error).splitlines()[0]}", Place(file))) from None
    if builder.faults:
        raise SpecError(builder.faults)
    return builder.documents


class _Open:
    """A mapping or list that is being filled."""

    def __init__(self, place: Place, is_mapping: bool) -> None:
        self.place, self.is_mapping = place, is_mapping
        self.pairs: dict[str, Node] = {}
        self.keys: dict[str, Place] = {}
        self.items: list[Node] = []
        self.key: str | None = None

    def node(self) -> Node:
        return Node(self.pairs, self.place, self.keys) if self.is_mapping else Node(self.items, self.place)


class _Builder:
    """Turns parser events into nodes with a stack of its own, so that depth is bounded by us."""

    def __init__(self, text: str, file: str) -> None:
        self.lines, self.file = text.splitlines(), file
        self.documents: list[Node] = []
        self.faults: list[Fault] = []
        self.stack: list[_Open] = []
        self.count = 0

    def place(self, mark: Any) -> Place:
        if mark is None:
            return Place(self.file)
        line = self.lines[mark.line] if mark.line < len(self.lines) else ""
        return Place(self.file, mark.line + 1, mark.column + 1, line if len(line) <= 160 else "")

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise SpecError(
                Fault("anchors and aliases are not used here", self.place(event.start_mark), "write the value out")
            )
        if getattr(event, "tag", None):
            raise SpecError(Fault(f"tag {event.tag} is not used here", self.place(event.start_mark), "plain values"))  # type: ignore[attr-defined]
        if isinstance(event, yaml.ScalarEvent):
            self._add(event, Node(_scalar(event), self.place(event.start_mark)))
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._add(event, self.stack.pop().node())

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        place = self.place(event.start_mark)
        if len(self.stack) >= MAX_DEPTH:
            raise SpecError(Fault(f"nested deeper than {MAX_DEPTH} levels", place))
        if self.stack and self.stack[-1].is_mapping and self.stack[-1].key is None:
            raise SpecError(Fault("a key must be plain text", place))
        self.stack.append(_Open(place, isinstance(event, yaml.MappingStartEvent)))

    def _add(self, event: yaml.Event, node: Node) -> None:
        self.count += 1
        if self.count > MAX_NODES:
            raise SpecError(Fault(f"more than {MAX_NODES} values", node.place))
        if not self.stack:
            self.documents.append(node)
            return
        top = self.stack[-1]
        if not top.is_mapping:
            top.items.append(node)
        elif top.key is None:
            self._key(top, str(getattr(event, "value", "")), node.place)
        else:
            top.pairs[top.key], top.key = node, None

    def _key(self, top: _Open, key: str, place: Place) -> None:
        if key == "<<":
            raise SpecError(Fault("merge keys are not used here", place, "write the keys out"))
        if key in top.keys:
            first = top.keys[key]
            self.faults.append(Fault(f"duplicate key {key!r}: it stands in line {first.line} too", place))
        else:
            top.keys[key] = place
        top.key = key


def _scalar(event: yaml.ScalarEvent) -> str | int | float | bool | None:
    text: str = event.value
    if event.style:  # quoted or a block; the C parser says '' for plain, the Python one None
        return text
    if text in _NULLS:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text

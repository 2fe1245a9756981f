"""Tree -> checked layout. msgspec stops at the first fault; a short walk then finds them all, with their places.

Knows the grammar of spec/schema.py, no game and no file.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from kitgen.errors import Fault, SpecError, suggest
from kitgen.source import Node
from kitgen.spec.schema import Block, Layout
from kitgen.spec.sense import sense_faults


def read_layout(tree: Node, slug: str = "") -> Layout:
    """Return the layout that `tree` describes; raises SpecError with every fault, each with file:line:column.

    `slug` is the name of the file, which the layout's own `kit` must repeat.
    """
    try:
        layout = msgspec.convert(tree.plain(), Layout)
    except msgspec.ValidationError as error:
        faults = list(_faults(tree, Layout))
        raise SpecError(faults or Fault(str(error), tree.place)) from None
    faults = list(sense_faults(layout, tree, slug))
    if faults:
        raise SpecError(faults)
    return layout


def _faults(node: Node, kind: Any) -> Iterator[Fault]:
    """Yield what keeps `node` from being a `kind`."""
    bare = _bare(kind)
    if _is_struct(bare):
        yield from _struct_faults(node, bare)
    elif typing.get_origin(bare) is list and isinstance(node.value, list):
        for item in node.value:
            yield from _faults(item, typing.get_args(bare)[0])
        yield from _shallow(node, kind, deep=any(True for item in node.value))
    elif typing.get_origin(bare) is tuple and isinstance(node.value, list):
        kinds = typing.get_args(bare)
        if len(kinds) != len(node.value):
            yield _misfit(node, kind)
        for item, inner in zip(node.value, kinds, strict=False):
            yield from _faults(item, inner)
    elif typing.get_origin(bare) is dict and isinstance(node.value, dict):
        for item in node.value.values():
            yield from _faults(item, typing.get_args(bare)[1])
    else:
        yield from _leaf_faults(node, kind)


def _shallow(node: Node, kind: Any, *, deep: bool) -> Iterator[Fault]:
    if not deep:
        yield from _leaf_faults(node, kind)


def _struct_faults(node: Node, struct: Any) -> Iterator[Fault]:
    if not isinstance(node.value, dict):
        yield Fault(f"{node.kind()} where a mapping belongs", node.place, ", ".join(_fields(struct)))
        return
    fields = _fields(struct)
    for key, child in node.value.items():
        if key in fields:
            yield from _faults(child, fields[key])
        else:
            place = (node.keys or {}).get(key, node.place)
            yield Fault(f"unknown key {key!r}", place, ", ".join(fields), suggest(key, fields))
    for field in msgspec.structs.fields(struct):
        if field.required and field.name not in node.value:
            yield Fault(f"the key {field.name!r} is missing", node.place)
    if struct is Block and len(node.value) != 1:
        yield Fault(f"{len(node.value)} kinds of block in one", node.place, ", ".join(fields))


def _leaf_faults(node: Node, kind: Any) -> Iterator[Fault]:
    try:
        msgspec.convert(node.plain(), kind)
    except msgspec.ValidationError:
        yield _misfit(node, kind)


def _misfit(node: Node, kind: Any) -> Fault:
    accepted = describe(kind)
    shown = f"a list of {len(node.value)}" if isinstance(node.value, list) else node.kind()
    is_plain = not isinstance(node.value, dict | list | None)
    return Fault(f"{repr(node.value) if is_plain else shown} is not accepted here", node.place, accepted)


_PLAIN = {
    int: "a whole number",
    float: "a number",
    str: "text, in quotes where it looks like a number",
    bool: "true or false",
}
_MANY = {int: "whole numbers", float: "numbers", str: "texts"}


def describe(kind: Any) -> str:
    """Return what a type of the grammar takes, in words for people."""
    bare, notes = _bare(kind), _notes(kind)
    told = [note.description for note in notes if note.description]
    if told:
        return str(told[0])
    if typing.get_origin(bare) is typing.Literal:
        return ", ".join(map(str, typing.get_args(bare)))
    if bare in _PLAIN:
        return _PLAIN[bare] + _range(notes)
    inner = typing.get_args(bare)
    if typing.get_origin(bare) is tuple:
        return f"a list of {len(inner)} {_MANY.get(_bare(inner[0]), 'values')}"
    if typing.get_origin(bare) is list:
        return f"a list{_range(notes, 'min_length', 'max_length')}, each of it: {describe(inner[0])}"
    if typing.get_origin(bare) is dict:
        return "key: value pairs"
    return ", ".join(_fields(bare)) if _is_struct(bare) else " or ".join(describe(one) for one in inner)


def _notes(kind: Any) -> list[Any]:
    """Return the constraints on a type, those inside Optional too."""
    if typing.get_origin(kind) is typing.Annotated:
        return [note for note in kind.__metadata__ if isinstance(note, msgspec.Meta)]
    inner = [one for one in typing.get_args(kind) if one is not type(None)]
    is_optional = typing.get_origin(kind) in (typing.Union, types.UnionType) and len(inner) == 1
    return _notes(inner[0]) if is_optional else []


def _range(notes: list[Any], low: str = "ge", high: str = "le") -> str:
    least = next((getattr(note, low) for note in notes if getattr(note, low) is not None), None)
    most = next((getattr(note, high) for note in notes if getattr(note, high) is not None), None)
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of {least} or more" if least is not None else ""


def _bare(kind: Any) -> Any:
    """Strip Annotated and Optional from a type."""
    while True:
        origin = typing.get_origin(kind)
        if origin is typing.Annotated:
            kind = typing.get_args(kind)[0]
        elif origin in (typing.Union, types.UnionType):
            kinds = [arg for arg in typing.get_args(kind) if arg is not type(None)]
            if len(kinds) != 1:
                return kind
            kind = kinds[0]
        else:
            return kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _fields(struct: Any) -> dict[str, Any]:
    return typing.get_type_hints(struct, include_extras=True)

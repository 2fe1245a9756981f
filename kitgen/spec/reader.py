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


def read_layout(tree: Node, slug: str = "") -> Layout:
    """Return the layout that `tree` describes; raises SpecError with every fault, each with file:line:column.

    `slug` is the name of the file, which the layout's own `kit` must repeat.
    """
    try:
        layout = msgspec.convert(tree.plain(), Layout)
    except msgspec.ValidationError as error:
        faults = list(_faults(tree, Layout))
        raise SpecError(faults or Fault(str(error), tree.place)) from None
    faults = list(_sense(layout, tree, slug))
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
    except msgspec.ValidationError as error:
        accepted = _accepted(kind)
        what = "not accepted" if accepted else _lower(str(error).partition(" - at")[0])
        shown = node.kind() if isinstance(node.value, (dict, list)) else repr(node.value)
        yield Fault(f"{shown}: {what}", node.place, accepted)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _accepted(kind: Any) -> str:
    bare = _bare(kind)
    if typing.get_origin(bare) is typing.Literal:
        return ", ".join(map(str, typing.get_args(bare)))
    notes = [meta.description for meta in getattr(kind, "__metadata__", ()) if getattr(meta, "description", None)]
    return notes[0] if notes else ""


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


def _sense(layout: Layout, tree: Node, slug: str) -> Iterator[Fault]:
    """Yield what the types cannot say: names that must agree with one another."""
    top = tree.mapping()
    if slug and layout.kit != slug:
        yield Fault(f"kit is {layout.kit!r}, but the file is called {slug}", top["kit"].place, slug)
    for node in top["default"].sequence():
        if node.value not in layout.sheets:
            name = str(node.value)
            yield Fault(f"no sheet {name!r}", node.place, ", ".join(layout.sheets), suggest(name, layout.sheets))
    for name, node in (top["options"].mapping() if "options" in top else {}).items():
        option = layout.options[name]
        if option.default not in option.choices:
            place = node.mapping()["default"].place
            yield Fault(f"{option.default!r} is none of the choices", place, ", ".join(map(str, option.choices)))
    for name, node in top["sheets"].mapping().items():
        yield from _sheet_sense(layout, name, node)


def _sheet_sense(layout: Layout, name: str, node: Node) -> Iterator[Fault]:
    fields = node.mapping()
    for block in fields["blocks"].sequence():
        if len(block.mapping()) != 1:
            yield Fault(f"sheet {name}: {len(block.mapping())} kinds of block in one", block.place)
    for option in fields["options"].sequence() if "options" in fields else ():
        if option.value not in layout.options:
            text = str(option.value)
            known = ", ".join(layout.options)
            yield Fault(f"sheet {name}: no option {text!r}", option.place, known, suggest(text, layout.options))

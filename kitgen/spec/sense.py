"""What the types of the grammar cannot say of a layout: names that must agree, ranges that must not cross.

Knows the grammar of spec/schema.py, no game and no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kitgen.errors import Fault, Place, suggest
from kitgen.source import Node
from kitgen.spec.schema import Block, Facts, Layout, Sheet
from kitgen.units import PAPERS, read_length

MAX_SHEETS = 16  # that a sheet code can tell apart

_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
_CHOICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,30}")
_FIELD = re.compile(r"\{([^{}]*)\}")
_ROOMY = ("boards", "questions")  # they take all the room that other blocks leave
_ALONE = {"prose": {"prose", "facts"}, "cutouts": {"cutouts"}}  # what stands on a sheet beside them
_POSITIVE = {"boards": ("write",), "panel": ("cell",), "prose": ("figure", "figure_most"), "table": ("row",)}


def sense_faults(layout: Layout, tree: Node, slug: str) -> Iterator[Fault]:
    """Yield what makes no sense in a layout that keeps the grammar; `slug` is the name of its file, "" for any."""
    if slug and layout.kit != slug:
        yield Fault(f"kit is {layout.kit!r}, but the file is called {slug}", tree.place_of("kit"), slug)
    yield from _doubles(layout.languages, tree, "languages")
    yield from _doubles(layout.default, tree, "default")
    for n, name in enumerate(layout.default):
        yield from _unknown("sheet", name, layout.sheets, tree.place_of("default", n))
    yield from _fact_faults(layout.facts, tree)
    for name in layout.options:
        yield from _option_faults(layout, name, tree)
    if len(layout.sheets) > MAX_SHEETS:
        yield Fault(f"{len(layout.sheets)} sheets", tree.place_of("sheets"), f"{MAX_SHEETS} at most, for sheet codes")
    for name, sheet in layout.sheets.items():
        yield from _sheet_faults(layout, name, sheet, tree)


def _unknown(kind: str, name: str, known: Iterable[str], place: Place) -> Iterator[Fault]:
    names = list(known)
    if name not in names:
        yield Fault(f"no {kind} {name!r}", place, ", ".join(names) or "none", suggest(name, names))


def _doubles(values: Iterable[Any], tree: Node, *keys: str | int) -> Iterator[Fault]:
    seen: set[str] = set()
    for n, value in enumerate(values):
        if str(value).lower() in seen:
            yield Fault(f"{str(value)!r} stands twice", tree.place_of(*keys, n), "each once")
        seen.add(str(value).lower())


def _named(kind: str, name: str, tree: Node, *keys: str | int) -> Iterator[Fault]:
    if not _NAME.fullmatch(name):
        what = f"{name!r} can't name {kind}"
        yield Fault(what, tree.key_place(*keys), "small letters, digits and _, a letter first, 31 at most")


# ---------------------------------------------------------------- facts and options


def _fact_faults(facts: Facts, tree: Node) -> Iterator[Fault]:
    for name, (low, high) in (("players", facts.players), ("minutes", facts.minutes)):
        place = tree.place_of("facts", name, 0)
        if low < 1:
            yield Fault(f"{low} {name}", place, f"{name}: [least, most], 1 or more")
        if low > high:
            yield Fault(f"from {low} to {high} {name}: the first is more than the second", place, f"[{high}, {low}]")
    if facts.group and not facts.players[0] <= facts.group <= facts.players[1]:
        least, most = facts.players
        place = tree.place_of("facts", "group")
        yield Fault(
            f"groups of {facts.group} for {least} to {most} players", place, f"{least} to {most}, or 0 for the most"
        )
    for n, name in enumerate(facts.house):
        known = [field for field in facts.__struct_fields__ if field != "house"]
        yield from _unknown("fact", name, known, tree.place_of("facts", "house", n))


def _option_faults(layout: Layout, name: str, tree: Node) -> Iterator[Fault]:
    option = layout.options[name]
    yield from _named("an option", name, tree, "options", name)
    yield from _doubles(option.choices, tree, "options", name, "choices")
    for n, choice in enumerate(option.choices):
        if not _CHOICE.fullmatch(str(choice)):
            place = tree.place_of("options", name, "choices", n)
            yield Fault(f"{choice!r} can't be a choice", place, "letters, digits and . _ + -, as in names of files")
    if option.default not in option.choices:
        place = tree.place_of("options", name, "default")
        yield Fault(f"{option.default!r} is none of the choices", place, ", ".join(map(str, option.choices)))


# ---------------------------------------------------------------- sheets


def _sheet_faults(layout: Layout, name: str, sheet: Sheet, tree: Node) -> Iterator[Fault]:
    here = ("sheets", name)
    yield from _named("a sheet", name, tree, *here)
    for n, option in enumerate(sheet.options):
        for fault in _unknown("option", option, layout.options, tree.place_of(*here, "options", n)):
            yield Fault(f"sheet {name}: {fault.what}", fault.place, fault.accepted, fault.suggestion)
    yield from _doubles(sheet.options, tree, *here, "options")
    yield from _asking_faults(layout, name, sheet, tree)
    kinds = [kind for block in sheet.blocks for kind in block.__struct_fields__ if getattr(block, kind)]
    yield from _company_faults(kinds, tree, name)
    for n, block in enumerate(sheet.blocks):
        count = len(tree.at(*here, "blocks", n).mapping())
        if count != 1:
            yield Fault(f"sheet {name}: {count} kinds of block in one", tree.place_of(*here, "blocks", n))
            continue
        yield from _block_faults(layout, sheet, block, tree.at(*here, "blocks", n))


def _asking_faults(layout: Layout, name: str, sheet: Sheet, tree: Node) -> Iterator[Fault]:
    """Yield what keeps questions and their key from finding each other."""
    place = tree.place_of("sheets", name, "key_of" if sheet.key_of else "each_different")
    if sheet.key_of:
        yield from _unknown("sheet", sheet.key_of, layout.sheets, place)
        asked = layout.sheets.get(sheet.key_of)
        if asked and (asked.key_of or not asked.each_different):
            yield Fault(f"{sheet.key_of!r} asks nothing", place, "a sheet of questions, with each_different: true")
        if sheet.options:
            yield Fault("a key has the options of its sheet", tree.place_of("sheets", name, "options"), "no options")
        if not sheet.host:
            yield Fault(f"sheet {name}: a key holds answers, and is the host's", place, "host: true")
    for n, block in enumerate(sheet.blocks):
        if block.questions and block.questions.answers and not sheet.key_of:
            where = tree.place_of("sheets", name, "blocks", n)
            yield Fault(f"sheet {name} asks and gives the answers away", where, "answers on a key alone, with key_of")
    asks = any(block.questions for block in sheet.blocks)
    if (sheet.each_different or sheet.key_of) and not asks:
        yield Fault(f"sheet {name} has no questions", place, "a block of questions")
    if asks and not (sheet.each_different or sheet.key_of):
        yield Fault(f"sheet {name}: questions need each_different: true, a key needs key_of", place)


def _company_faults(kinds: list[str], tree: Node, name: str) -> Iterator[Fault]:
    """Yield a fault for each block that would not be printed, or would be printed over another."""
    for n, kind in enumerate(kinds):
        place = tree.place_of("sheets", name, "blocks", n)
        strict = next((other for other in _ALONE if other in kinds and kind not in _ALONE[other]), "")
        if strict:
            also = " and ".join(sorted(_ALONE[strict]))
            yield Fault(f"{kind} on a sheet with {strict} is not printed", place, f"{also} there; a sheet of its own")
        elif kind in _ROOMY and any(other in _ROOMY for other in kinds[:n]):
            yield Fault(f"a second block of {kind}: one takes all the room", place, "a sheet of its own")


def _block_faults(layout: Layout, sheet: Sheet, block: Block, node: Node) -> Iterator[Fault]:
    kind = next(name for name in block.__struct_fields__ if getattr(block, name))
    part = getattr(block, kind)
    for name in _POSITIVE.get(kind, ()):
        lengths = getattr(part, name)
        for length in lengths.values() if isinstance(lengths, dict) else (lengths,):
            if length and read_length(length) <= 0:
                yield Fault(f"a {name} of {length}", node.place_of(kind, name), "more than nothing")
    if block.boards or block.panel:
        asked = layout.sheets.get(sheet.key_of, sheet)
        for name in _FIELD.findall(part.record):
            yield from _unknown("option of the sheet", name, asked.options, node.place_of(kind, "record"))
        yield from _paper_faults(layout, part.cell if block.panel else part.min_cell, node, kind)
    if block.prose:
        yield from _prose_faults(part, node)
    if block.questions and part.levels and len(part.levels) != int(part.grid[0]):
        yield Fault(
            f"{len(part.levels)} levels in {part.grid[0]} columns", node.place_of(kind, "levels"), "one a column"
        )
    if block.cutouts:
        if part.fits:
            yield from _unknown("sheet", part.fits, layout.sheets, node.place_of(kind, "fits"))
        up = layout.options.get("up")
        for key in part.grids:
            yield from _unknown(
                "value of the option up", key, map(str, up.choices) if up else (), node.place_of(kind, "grids", key)
            )


def _paper_faults(layout: Layout, cells: dict[str, str], node: Node, kind: str) -> Iterator[Fault]:
    papers = [paper.name for paper in PAPERS.values()]
    field = "cell" if kind == "panel" else "min_cell"
    size = layout.options.get("size")
    sizes = [f"{paper}/{choice}" for paper in papers for choice in (size.choices if size else ())]
    known = ["*", *papers, *(sizes if kind == "boards" else ())]
    for key in cells:
        paper, _, of = key.partition("/")
        what = f"size {of!r} in" if paper in papers and of else "paper"
        yield from _unknown(what, key, known, node.key_place(kind, field, key))
    if kind == "panel" and "*" not in cells and not set(papers) <= cells.keys():
        yield Fault("a cell is needed for each paper", node.place_of(kind, field), f"{', '.join(papers)}, or *")


def _prose_faults(part: Any, node: Node) -> Iterator[Fault]:
    if part.floor > part.size:
        accepted = f"{part.size:g} or less"
        yield Fault(
            f"a floor of {part.floor:g} for type of {part.size:g} points", node.place_of("prose", "floor"), accepted
        )
    if part.figure_most and read_length(part.figure_most) < read_length(part.figure):
        what = f"figures of {part.figure_most} at most and {part.figure} at least"
        yield Fault(what, node.place_of("prose", "figure_most"), f"{part.figure} or more")

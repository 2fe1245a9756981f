"""Sets filled-in rules text: paragraphs, lists and rows of figures, flowing through columns and over pages.

An atom is what stays together: one heading, paragraph, item or row of figures. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from kitgen.errors import DoesNotFit, standing_at
from kitgen.marks import Text
from kitgen.paper.easel import Easel, baseline, largest_cell, leading, outer
from kitgen.paper.furniture import HEADING, heading_size
from kitgen.paper.page import Leaf, Tag
from kitgen.paper.setting import UNIT, Setting
from kitgen.paper.text import FigureRef, Heading, Item, Line, Paragraph, Run, Section, break_lines, join_runs
from kitgen.play.figure import Figure

CAPTION = 8.5
_CLOSE = 0.4  # of its space stays before an atom that follows a heading
_WIDE = 3  # times its height, that a figure must be wide at least to stand alone in a column
INDENT = 4.5  # mm, of a list item's text


@dataclass(frozen=True)
class Atom:
    """Something of a known height that is drawn whole: `space` mm come before it, unless it begins a column.

    `keep` atoms do not end a column: they go with what follows, and stand closer to it; `stays` ones do so at the usual
    distance. `shown` ones do not end a page if that can be: figures
    of what they say, or more of them, follow.
    """

    height: float
    space: float
    draw: Callable[[Easel, float, float], None]
    keep: bool = False
    stays: bool = False
    shown: bool = False


@dataclass(frozen=True)
class Flowing:
    """How text is set: the width of its column in mm, its size in points, and the width of a figure in mm."""

    setting: Setting
    width: float
    size: float
    figure: float = 36.0


def set_runs(
    easel: Easel, lines: Sequence[Line], x: float, y: float, size: float, path: tuple[Tag, ...], **more: Any
) -> None:
    """Draw broken lines from (x, y), their top left corner. Each stretch of one language becomes one leaf of `path`.

    `more`: ink, facts.
    """
    placed = [(run, at, row) for row, line in enumerate(lines) for run, at in _placed(easel.setting, line, size)]
    for number, (lang, group) in enumerate(groupby(placed, key=lambda item: item[0].lang)):
        marks = tuple(
            Text((at, baseline(row * leading(size), size)), run.string, size, run.weight, more.get("ink", "ink"))
            for run, at, row in group
        )
        tags = (*path, Tag("Span", f"{path[-1].key}.{number}", lang=lang)) if lang else path
        facts = {**more.get("facts", {})} if number == 0 else {}
        easel.leaf(Leaf(tags, marks, x, y, facts=facts))


def _placed(setting: Setting, line: Line, size: float) -> Iterator[tuple[Run, float]]:
    x = 0.0
    for run in line:
        yield run, x
        x += setting.measure(run.string, size, run.weight)


def facts_of(numbers: Any) -> dict[str, Any]:
    """Return what the manifest keeps of a block's computed numbers."""
    return {"numbers": dict(numbers)} if numbers else {}


def atoms_of(flowing: Flowing, section: Section, *, heading: bool = True) -> list[Atom]:
    """Return the atoms of a filled-in section, its heading first unless `heading` is False."""
    found = [_heading(flowing, section.heading, flowing.size + 1, "H2")] if heading else []
    for is_figure, group in groupby(section.blocks, key=lambda block: isinstance(block, FigureRef)):
        if is_figure:
            if found:
                found[-1] = replace(found[-1], shown=True)
            *rows, last = _figure_rows(flowing, [b for b in group if isinstance(b, FigureRef)])
            found += [*(replace(row, shown=True) for row in rows), last]
        else:
            found += _text_atoms(flowing, list(group))
    return found


def _text_atoms(flowing: Flowing, blocks: Sequence[Any]) -> Iterator[Atom]:
    lists: dict[int, Tag] = {}
    for index, block in enumerate(blocks):
        if isinstance(block, Heading):
            yield _heading(flowing, block, flowing.size, "H3")
        elif isinstance(block, Item):
            first = block.number == 1
            start = index - block.number + 1
            key = f"{'n' if block.kind == 'number' else 'b'}{blocks[start].place.line}"  # of the list's first item
            atom = _item(flowing, block, lists.setdefault(start, Tag("L", key)), first=first)
            yield replace(atom, stays=_is_paired(blocks, index))
        elif isinstance(block, Paragraph):
            yield _paragraph(flowing, block)


def _is_paired(blocks: Sequence[Any], index: int) -> bool:
    """Tell whether an item goes with the next: no list leaves one item alone, neither its first nor its last."""
    number = blocks[index].number
    others = [
        isinstance(b, Item) and b.number == number + n for n, b in enumerate(blocks[index + 1 : index + 3], start=1)
    ]
    return any(others[:1]) and (number == 1 or not all(others[1:]) or len(others) == 1)


def _heading(flowing: Flowing, block: Heading, size: float, kind: str) -> Atom:
    runs = [Run(run.string, "semibold", run.lang) for run in block.inlines if isinstance(run, Run)]
    size = heading_size(join_runs(runs), size)
    size = max(HEADING, size) if kind == "H2" else size
    lines = break_lines(runs, flowing.width, size, flowing.setting.measure)

    def draw(easel: Easel, x: float, y: float) -> None:
        set_runs(easel, lines, x, y, size, (easel.tag(kind),), facts=facts_of(block.numbers))

    space = 1.35 * UNIT if kind == "H2" else 0.7 * UNIT
    return Atom(len(lines) * leading(size), space, draw, keep=True)


def _paragraph(flowing: Flowing, block: Paragraph) -> Atom:
    lines = break_lines(_runs(block), flowing.width, flowing.size, flowing.setting.measure)

    def draw(easel: Easel, x: float, y: float) -> None:
        set_runs(easel, lines, x, y, flowing.size, (easel.tag("P"),), facts=facts_of(block.numbers))

    introduces = join_runs(_runs(block)).rstrip().endswith((":", "："))
    return Atom(len(lines) * leading(flowing.size), 0.2 * flowing.size, draw, keep=introduces)


def _item(flowing: Flowing, block: Item, parent: Tag, *, first: bool) -> Atom:
    indent = INDENT * flowing.size / 10
    lines = break_lines(_runs(block), flowing.width - indent, flowing.size, flowing.setting.measure)

    def draw(easel: Easel, x: float, y: float) -> None:
        item = easel.tag("LI")
        base = baseline(y, flowing.size)
        label = f"{block.number}. " if block.kind == "number" else "• "
        easel.text(label, x, base, flowing.size, path=(parent, item, easel.tag("Lbl")))
        body = (parent, item, easel.tag("LBody"))
        set_runs(easel, lines, x + indent, y, flowing.size, body, facts=facts_of(block.numbers))

    return Atom(len(lines) * leading(flowing.size), (0.16 if first else 0.08) * flowing.size, draw)


def _runs(block: Any) -> list[Run]:
    return [run for run in block.inlines if isinstance(run, Run)]


def _figure_rows(flowing: Flowing, blocks: Sequence[FigureRef]) -> Iterator[Atom]:
    """Yield rows of figures side by side; a wide one has the column's width to itself."""
    gap = UNIT
    across = max(1, int((flowing.width + gap) / (flowing.figure + gap)))
    for alone, group in groupby(blocks, key=lambda block: _is_wide(flowing.setting, block)):
        row, same = 1 if alone else across, list(group)
        for start in range(0, len(same), row):
            yield _figure_row(flowing, same[start : start + row], row)


def _figure_of(setting: Setting, block: FigureRef) -> Figure:
    with standing_at(block.place):
        return setting.figure(block.record, block.ply, block.style, {})


def _is_wide(setting: Setting, block: FigureRef) -> bool:
    frame = setting.picture.frame(_figure_of(setting, block).view, True)
    return bool(frame.columns > _WIDE * frame.rows)


def _figure_row(flowing: Flowing, blocks: Sequence[FigureRef], across: int) -> Atom:
    """Return a row of figures with their captions below; one that is alone has the column's width for its caption."""
    setting, gap = flowing.setting, UNIT
    slot = (flowing.width - gap * (across - 1)) / across
    figures = [_figure_of(setting, block) for block in blocks]
    most = slot if _is_wide(setting, blocks[0]) else min(slot, flowing.figure)
    cells = [_cell(setting, figure, most) for figure in figures]
    boxes = [outer(setting.picture.frame(f.view, True), cell) for f, cell in zip(figures, cells, strict=True)]
    wide = flowing.width if len(blocks) == 1 else slot
    captions = [_captions(flowing, block, figure, wide) for block, figure in zip(blocks, figures, strict=True)]
    top = max(box[1] for box in boxes)

    def draw(easel: Easel, x: float, y: float) -> None:
        for n, figure in enumerate(figures):
            left = x + n * (slot + gap)
            easel.figure(figure, left, y + top - boxes[n][1], cells[n])
            at_y = y + top + 0.8
            for lines, facts in captions[n]:
                set_runs(easel, lines, left, at_y, CAPTION, (easel.tag("Caption"),), ink="mid", facts=facts)
                at_y += len(lines) * leading(CAPTION)

    deepest = max(sum(len(lines) for lines, _ in caption) for caption in captions)
    return Atom(top + 0.8 + deepest * leading(CAPTION), 0.8 * UNIT, draw)


def _cell(setting: Setting, figure: Figure, width: float) -> float:
    """Return the cell with which a figure is `width` mm wide; boards of another shape keep within the same height."""
    return largest_cell(setting.picture.frame(figure.view, True), width, width * 1.15)


def _captions(
    flowing: Flowing, block: FigureRef, figure: Figure, width: float
) -> list[tuple[tuple[Line, ...], dict[str, Any]]]:
    """Return the captions of a figure, each broken into lines, with its proof facts: the text's, or the game's own."""
    setting = flowing.setting
    runs = _runs(block)
    if runs:
        return [(break_lines(runs, width, CAPTION, setting.measure), facts_of(block.numbers))]
    told = setting.picture.captions(figure.replayed, figure.ply, setting.words)
    return [
        (
            break_lines([Run(text)], width, CAPTION, setting.measure),
            {"told": figure.record, "ply": figure.ply, "row": n},
        )
        for n, text in enumerate(told)
    ]


@dataclass(frozen=True)
class Column:
    """A place for atoms on page `page`: left edge, top and bottom in mm; whether the page ends with it."""

    page: int
    x: float
    top: float
    bottom: float
    ends: bool = False


def place_atoms(atoms: Sequence[Atom], columns: Iterator[Column], air: float = 1.0) -> list[tuple[Atom, Column, float]]:
    """Return where each atom goes: its column and y. `columns` may raise DoesNotFit when there are no more.

    An atom that keeps with the next is moved on together with it. The space before atoms is taken `air` times.
    """
    placed: list[tuple[Atom, Column, float]] = []
    column = next(columns)
    y = column.top
    for index, atom in enumerate(atoms):
        space = 0.0 if y == column.top else _space(atoms, index) * air
        if y + space + _needed(atoms, index, air, with_shown=column.ends) > column.bottom + 1e-6:
            column = next(columns)
            y, space = column.top, 0.0
            if y + _needed(atoms, index, air) > column.bottom + 1e-6:
                raise DoesNotFit(
                    f"a block of {atom.height:.0f} mm does not fit into a column of {column.bottom - y:.0f} mm"
                )
        placed.append((atom, column, y + space))
        y += space + atom.height
    return placed


def _space(atoms: Sequence[Atom], index: int) -> float:
    """Return the space before an atom: less below a heading, which belongs to what follows it."""
    return atoms[index].space * (_CLOSE if index and atoms[index - 1].keep else 1.0)


def _needed(atoms: Sequence[Atom], index: int, air: float, *, with_shown: bool = False) -> float:
    """Return the height that must be left for an atom and for those that it keeps with; `with_shown`: with figures."""
    height = atoms[index].height
    while (atoms[index].keep or atoms[index].stays or (with_shown and atoms[index].shown)) and index + 1 < len(atoms):
        index += 1
        height += _space(atoms, index) * air + atoms[index].height
    return height

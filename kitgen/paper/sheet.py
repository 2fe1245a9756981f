"""Composes the pages of one sheet from its blocks: boards, panels, prose, facts, questions.

A page is a head, blocks from top to bottom, and a foot. `boards` and `questions` take the room that the others leave.
What does not fit is an error that names sheet, language and paper. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kitgen.errors import DoesNotFit, Fault, SpecError, hyphened, standing_at
from kitgen.marks import Text, rectangle
from kitgen.paper import questions as asking
from kitgen.paper.easel import HAIR, Easel, baseline, largest_cell, leading, least_cell, min_cell_key, outer
from kitgen.paper.furniture import HEADING, LABEL, NOTE, foot, foot_top, head
from kitgen.paper.page import Page
from kitgen.paper.prose import Atom, Column, Flowing, atoms_of, place_atoms, set_runs
from kitgen.paper.setting import SIDE, UNIT, Setting
from kitgen.paper.slots import cut_pages
from kitgen.paper.tables import draw_table
from kitgen.paper.text import Run, Section, break_lines, join_runs
from kitgen.play.figure import Figure, check_style, read_reference
from kitgen.spec.schema import Boards, FactStrip, Panel, Prose
from kitgen.units import read_length

GAP = UNIT  # between boards side by side
ROW_GAP = 3.0  # between rows of boards, whose score lines are white already
PANEL_GAP = 3.4
SCORE = 6.0  # height of a board's score line, mm
PAD = 2.6  # inside a panel, above and below
INSET = 3.2  # inside a panel, left and right
UNDER = 0.7  # between a panel's heading and the labels of its figure
CAPTION = 8.0
_STEP = 0.25  # points, by which type shrinks
_AIRY, _BREATH = 1.6, 0.1  # times the space between blocks of text: the most, and by how much it grows
_LEAN = 0.4  # of a last page, that its text must reach down to


def compose(setting: Setting) -> list[Page]:
    """Return the pages of the sheet; raises DoesNotFit naming sheet, language and paper."""
    try:
        with standing_at(setting.place_of()):
            pages = _compose(setting)
    except DoesNotFit as error:
        given = [f"{name} {value}" for name, value in setting.options.items()]
        context = ", ".join([f"sheet {hyphened(setting.name)}", setting.lang, setting.paper.name, *given])
        raise DoesNotFit(replace(fault, context=context) for fault in error.faults) from None
    for page in pages:
        page.copies = setting.copies if _is_copied(setting) and len(pages) == 1 else 1
    return pages


def _is_copied(setting: Setting) -> bool:
    return not setting.sheet.each_different and not any(block.cutouts for block in setting.sheet.blocks)


def _compose(setting: Setting) -> list[Page]:
    blocks = setting.sheet.blocks
    cutouts = [block.cutouts for block in blocks if block.cutouts]
    if cutouts:
        with standing_at(setting.place_of(cutouts[0])):
            return cut_pages(setting, cutouts)
    proses = [block.prose for block in blocks if block.prose]
    if proses:
        with standing_at(setting.place_of(proses[0])):
            return _flow(setting, proses)
    easel = Easel(setting)
    top = _head(easel)
    bottom = foot_top(easel) - 3.0
    panels = [_plan_panel(setting, block.panel) for block in blocks if block.panel]
    bottom -= sum(plan.height + PANEL_GAP for plan in panels)
    for block in blocks:
        with standing_at(setting.place_of(block.facts or block.boards or block.table or block.questions)):
            if block.facts:
                top = _facts(easel, block.facts, top)
            elif block.boards:
                _boards(easel, block.boards, top, bottom)
            elif block.table:
                top = draw_table(easel, block.table, top, bottom)
            elif block.questions:
                asking.draw(easel, block.questions, top, bottom)
    y = bottom + PANEL_GAP
    for plan in panels:
        _panel(easel, plan, y)
        y += plan.height + PANEL_GAP
    foot(easel)
    return [easel.page]


def _head(easel: Easel, number: int = 1) -> float:
    setting, words = easel.setting, easel.setting.words
    sheet = setting.sheet
    with standing_at(setting.place_of(None, "title")):
        subtitle = words.say(sheet.title, **setting.options) if sheet.title else ""
    with standing_at(setting.place_of(None, "line")):
        line = words.say(sheet.line, **_line_values(setting)) if sheet.line else ""
    return head(easel, subtitle, line, names=sheet.lines_for_names and number == 1)


def _line_values(setting: Setting) -> dict[str, int | str]:
    """Return what a sheet's line of facts may say: its options, and as number words its boards and the players."""
    shapes = [map(int, block.boards.grid.split("x")) for block in setting.sheet.blocks if block.boards]
    boards = sum(columns * rows for columns, rows in shapes)
    players = setting.layout.facts.players[1]
    numbers = {"boards": boards, "players": players}
    return {**setting.options, **{name: setting.words.say(f"number_{n}") for name, n in numbers.items()}}


# ---------------------------------------------------------------- boards


def _boards(easel: Easel, block: Boards, top: float, bottom: float) -> None:
    setting = easel.setting
    columns, rows = map(int, block.grid.split("x"))
    figure = _figure_of(setting, block, {})
    frame = setting.picture.frame(figure.view, True)
    score = SCORE if block.score or block.name else 0.0
    width = (setting.paper.width - 2 * SIDE - GAP * (columns - 1)) / columns
    height = (bottom - top - score * rows - ROW_GAP * (rows - 1)) / rows
    cell = largest_cell(frame, width, height)
    _check_cell(setting, block, cell)
    wide, high = outer(frame, cell)
    step = width + GAP if columns > 1 else 0.0
    left = SIDE if columns > 1 else SIDE + (width - wide) / 2
    spare = height - high  # boards that are limited by the width share the height that is left
    for row in range(rows):
        for column in range(columns):
            x = left + column * step + (width - wide if columns > 1 else 0.0) * (column / max(columns - 1, 1))
            y = top + row * (height + score + ROW_GAP) + spare * (row / max(rows - 1, 1) if rows > 1 else 0.5)
            easel.figure(figure, x, y, cell)
            if score:
                inner = (x + frame.left, y + high, frame.columns * cell)
                _score_line(easel, block, row * columns + column + 1, inner)


def _check_cell(setting: Setting, block: Boards, cell: float) -> None:
    least = least_cell(setting, block)
    if least is not None and cell < least - 1e-6:
        place = setting.place_of(block, "min_cell", min_cell_key(setting, block) or "")
        what = f"the boards' cells would be {cell:.1f} mm; the layout asks for {least:.1f} mm at least"
        raise DoesNotFit(Fault(what, place))


def _figure_of(setting: Setting, part: Boards | Panel, extra: dict[str, bool]) -> Figure:
    """Return the figure that a block names; a fault stands where the layout names the record, or the style."""
    record, ply = read_reference(part.record, setting.options)
    with standing_at(setting.place_of(part, "style")):
        check_style(setting.picture, part.style, f"{record}@{ply}")
    with standing_at(setting.place_of(part, "record")):
        return setting.figure(record, ply, part.style, extra)


def _score_line(easel: Easel, block: Boards, number: int, place: tuple[float, float, float]) -> None:
    """Draw the line under a board: its name at the left, a symbol, a letter and a line to write on for each side."""
    x, y, width = place
    words = easel.setting.words
    base = y + 4.6
    marks = []
    if block.name:
        with standing_at(easel.setting.place_of(block, "name")):
            marks.append(Text((0.0, 0.0), words.say(block.name, n=number) + " ", LABEL + 1, "semibold"))
    line, gap, right = read_length(block.write), 5.0, x + width
    lefts, lines, letters = [], [], []
    for side in reversed(block.score):  # from the right: the last line ends under the board's edge
        with standing_at(easel.setting.place_of(block, "score", block.score.index(side))):
            label = words.say(f"side_{side}")
        wide = easel.setting.measure(label, LABEL + 1)
        left = right - line - 1.0 - wide - 4.0
        lefts.append(left)
        letters.append(Text((left + 4.0 - x, 0.0), label + " ", LABEL + 1))
        lines.append((left + 5.0 + wide, base + 0.5, line))
        right = left - gap
    if marks or letters:
        easel.texts([*marks, *reversed(letters)], x, base)
    if block.score:
        easel.symbols(block.score, lefts[::-1], base - 2.55, 3.0)
        easel.lines_to_write_on(*lines[::-1])


# ---------------------------------------------------------------- panel


@dataclass(frozen=True)
class _PanelPlan:
    """A panel before it is drawn: its figure with cells of `cell` mm, captions, and text in a column at `x`."""

    panel: Panel
    figure: Figure
    cell: float
    heading: str
    captions: tuple[str, ...]
    x: float
    atoms: list[Atom]
    height: float


def _plan_panel(setting: Setting, panel: Panel) -> _PanelPlan:
    """Return a panel as low as its figure or text allows; where the text is higher, the figure grows into the room."""
    with standing_at(setting.place_of(panel)):
        return _grown_panel(setting, panel)


def _grown_panel(setting: Setting, panel: Panel) -> _PanelPlan:
    plan = _panel_with(setting, panel, read_length(panel.cell.get(setting.paper.name) or panel.cell["*"]))
    while True:
        larger = _panel_with(setting, panel, plan.cell + 0.1)
        if larger.height > plan.height + 1e-6:
            return plan
        plan = larger


def _panel_with(setting: Setting, panel: Panel, cell: float) -> _PanelPlan:
    figure = _figure_of(setting, panel, {"window": True} if panel.window else {})
    with standing_at(setting.place_of(panel, "heading")):
        heading = setting.words.say(panel.heading, moves=setting.words.say(f"number_{figure.ply}"))
    told = setting.picture.captions(figure.replayed, figure.ply, setting.words) if panel.captions else ()
    wide, high = outer(setting.picture.frame(figure.view, True), cell)
    widths = [setting.measure(line, CAPTION, "semibold") for line in told]
    x = SIDE + INSET + max(wide, setting.measure(heading, HEADING, "semibold"), *widths, 0.0) + 2 * UNIT
    flowing = Flowing(setting, setting.paper.width - SIDE - INSET - x, panel.size)
    atoms = [atom for key in panel.sections for atom in atoms_of(flowing, _section(setting, key))]
    left = leading(HEADING) + UNDER + high + 0.6 + len(told) * leading(CAPTION)
    right = sum(atom.height + atom.space for atom in atoms) - atoms[0].space
    return _PanelPlan(panel, figure, cell, heading, tuple(told), x, atoms, max(left, right) + 2 * PAD)


def _section(setting: Setting, key: str) -> Section:
    if key not in setting.sections:
        raise SpecError(Fault(f"the text has no section {key!r}", None, ", ".join(setting.sections)))
    section: Section = setting.sections[key]
    return section


def _panel(easel: Easel, plan: _PanelPlan, y: float) -> None:
    setting = easel.setting
    low = setting.inks == "low"
    box = rectangle(
        SIDE, y, setting.paper.width - 2 * SIDE, plan.height,
        fill=None if low else "pale", stroke="grid" if low else None, line=HAIR if low else 0.0, radius=2.0,
    )  # fmt: skip
    easel.artifact("panel", box)
    frame = setting.picture.frame(plan.figure.view, True)
    left, top = SIDE + INSET, y + PAD
    easel.text(plan.heading, left, baseline(top, HEADING), HEADING, weight="semibold", path=(easel.tag("H2"),))
    top += leading(HEADING) + UNDER
    if not low:  # the board itself is white, as on paper
        wide, high = frame.columns * plan.cell, frame.rows * plan.cell
        easel.artifact("panel", rectangle(left + frame.left, top + frame.top, wide, high, fill="white"))
    easel.figure(plan.figure, left, top, plan.cell)
    top += outer(frame, plan.cell)[1] + 0.6
    for row, line in enumerate(plan.captions):
        lines = break_lines([Run(line, "semibold")], 100.0, CAPTION, setting.measure)
        facts = {"told": plan.figure.record, "ply": plan.figure.ply, "row": row}
        set_runs(easel, lines, left, top, CAPTION, (easel.tag("P"),), ink="accent", facts=facts)
        top += leading(CAPTION)
    at = y + PAD
    for atom in plan.atoms:
        at += 0.0 if at == y + PAD else atom.space
        atom.draw(easel, plan.x, at)
        at += atom.height


# ---------------------------------------------------------------- facts and prose


def _fact_texts(setting: Setting, block: FactStrip) -> list[tuple[str, str]]:
    facts, words = setting.layout.facts, setting.words
    players = _range(facts.players)
    found = [
        (words.say("players"), players),
        (words.say("minutes"), _range(facts.minutes)),
        (words.say("ages"), facts.ages),
    ]
    if block.materials:
        with standing_at(setting.place_of(block, "materials")):
            found.append((words.say("materials"), words.say(block.materials)))
    return found


def _range(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"


def _facts(easel: Easel, block: FactStrip, top: float) -> float:
    """Draw the line of facts; return where what follows may begin."""
    x = SIDE
    for label, value in _fact_texts(easel.setting, block):
        runs = [Run(f"{label} ", "semibold"), Run(value)]
        lines = break_lines(runs, easel.setting.paper.width - SIDE - x, NOTE + 0.5, easel.setting.measure)
        set_runs(easel, lines[:1], x, top, NOTE + 0.5, (easel.tag("P"),))
        x += sum(easel.setting.measure(run.string, NOTE + 0.5, run.weight) for run in lines[0]) + 1.5 * UNIT
    return top + leading(NOTE) + UNIT


def _flow(setting: Setting, proses: list[Prose]) -> list[Page]:
    """Set flowing text: type as large as it may be, down to its floor; then figures, and the space between blocks.

    These grow as there is room for them on the pages that the type needs.
    """
    prose = proses[0]
    flow = _largest(setting, proses)
    count = flow.count()
    most = read_length(prose.figure_most or prose.figure)
    while count and flow.figure + 1 <= most:
        larger = _Flow(setting, proses, flow.size, flow.figure + 1)
        if larger.count() != count:
            break
        flow = larger
    while count and flow.air + _BREATH <= _AIRY:
        flow.air += _BREATH
        if flow.count() != count:
            flow.air -= _BREATH
            break
    return _drawn(flow)


def _largest(setting: Setting, proses: list[Prose]) -> _Flow:
    """Return the text in the largest type that keeps to the sheet's pages and leaves no few lines for the last one.

    Where smaller type saves that page, it does; text for which even the floor is too large is at its floor.
    """
    prose, size = proses[0], proses[0].size
    figure = read_length(prose.figure)
    flow = _Flow(setting, proses, size, figure)
    while not flow.count() and size - _STEP >= prose.floor:
        size -= _STEP
        flow = _Flow(setting, proses, size, figure)
    pages, first = flow.count(), flow
    while pages > 1 and flow.is_lean() and size - _STEP >= prose.floor:
        size -= _STEP
        flow = _Flow(setting, proses, size, figure)
    return flow if flow.count() < pages or not flow.is_lean() else first


def _drawn(flow: _Flow) -> list[Page]:
    """Draw text at its size; columns of the last page are made even. Raises DoesNotFit when it needs too many pages."""
    placed = flow.place(flow.bottom)
    last = placed[-1][1].page
    if flow.prose.columns > 1:
        placed = flow.place(_even_bottom(flow, last), last)
    for atom, column, y in placed:
        atom.draw(flow.easels[column.page], column.x, y)
    pages = flow.easels[: last + 1]
    for number, easel in enumerate(pages, start=1):
        foot(easel, number, len(pages))
    return [easel.page for easel in pages]


def _even_bottom(flow: _Flow, last: int) -> float:
    """Return the least bottom with which the columns of page `last` still hold the rest of the text."""
    low, high = flow.tops[last], flow.bottom
    while high - low > 0.5:
        middle = (low + high) / 2
        try:
            flow.place(middle, last)
            high = middle
        except DoesNotFit:
            low = middle
    return high


class _Flow:
    """The atoms of a text and the columns that they flow through; pages are begun as they are needed.

    `air` is what the space between atoms is taken times.
    """

    air = 1.0

    def __init__(self, setting: Setting, proses: list[Prose], size: float, figure: float) -> None:
        self.setting, self.prose, self.size, self.figure = setting, proses[0], size, figure
        self.easels, self.tops = [Easel(setting)], [0.0]
        self.tops[0] = _head(self.easels[0])
        for block in setting.sheet.blocks:
            if block.facts:
                self.tops[0] = _facts(self.easels[0], block.facts, self.tops[0])
        self.bottom = foot_top(self.easels[0]) - UNIT
        self.gap = 2 * UNIT
        columns = self.prose.columns
        self.width = (setting.paper.width - 2 * SIDE - self.gap * (columns - 1)) / columns
        self.atoms = [atom for prose in proses for atom in self._atoms(prose)]

    def _atoms(self, prose: Prose) -> Iterator[Atom]:
        flowing = Flowing(self.setting, self.width, self.size, self.figure)
        for key in prose.sections:
            section = _section(self.setting, key)
            title = self.setting.sheet.title and self.setting.words.say(
                self.setting.sheet.title, **self.setting.options
            )
            alone = join_runs([run for run in section.heading.inlines if isinstance(run, Run)]) == title
            yield from atoms_of(flowing, section, heading=not alone and len(prose.sections) > 1)

    def place(self, bottom: float, last: int | None = None) -> list[tuple[Atom, Column, float]]:
        """Return where each atom goes when columns of page `last` end at `bottom`; raises DoesNotFit."""
        return place_atoms(self.atoms, self._columns(bottom, last), self.air)

    def count(self) -> int:
        """Return how many pages the text takes; 0 for more than the sheet may have."""
        try:
            return self.place(self.bottom)[-1][1].page + 1
        except DoesNotFit:
            return 0

    def is_lean(self) -> bool:
        """Return whether the last page holds little, for all that its columns are even."""
        last = self.count() - 1
        end = _even_bottom(self, last)
        return end - self.tops[last] < _LEAN * (self.bottom - self.tops[last])

    def _columns(self, bottom: float, last: int | None) -> Iterator[Column]:
        pages = self.setting.sheet.pages if last is None else last + 1
        for page in range(pages):
            if page == len(self.easels):
                self.easels.append(Easel(self.setting))
                self.tops.append(_head(self.easels[page], page + 1))
            end = bottom if page == last else self.bottom
            for column in range(self.prose.columns):
                ends = column + 1 == self.prose.columns
                yield Column(page, SIDE + column * (self.width + self.gap), self.tops[page], end, ends)
        raise DoesNotFit(f"the text at {self.size:g} pt needs more than {pages} page(s)")

"""Parts to cut out, slot by slot: fronts, backs behind them, cut guides, set marks.

A page is a grid of equal slots. Backs come by slot, also on a short last page: `duplex` mirrors them for the edge that
the sheet is turned over, `separate` puts them on sheets of their own, to be stuck behind the fronts, tops together,
`fold` puts a back above its front, upside down, with a fold between. Knows no game: a part is drawn by its kit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kitgen.errors import DoesNotFit, standing_at
from kitgen.marks import Drawing, Line, Mark, Point
from kitgen.paper import guides
from kitgen.paper.easel import HAIR, Easel, least_cell
from kitgen.paper.furniture import foot, foot_top, head
from kitgen.paper.moving import moved, part_at, turned
from kitgen.paper.page import Leaf, Page
from kitgen.paper.setting import SIDE, UNIT, Setting
from kitgen.paper.text import Run, break_lines, join_runs
from kitgen.play.contract import Inks, Part, Words
from kitgen.spec.schema import Cutouts
from kitgen.units import Paper, read_length

EDGE = 6.35  # mm of white that every printer leaves; art may go up to here
BLEED = 3.0
_FOLD = (2.0, 1.0, 0.4, 1.0)  # mm on and off


@dataclass(frozen=True)
class Desk:
    """Keeps `contract.Desk` for one set of one setting."""

    setting: Setting
    set_mark: str

    @property
    def words(self) -> Words:
        """Return the kit's words."""
        return self.setting.words

    @property
    def inks(self) -> Inks:
        """Return the name of the inks."""
        return self.setting.inks  # type: ignore[return-value]

    def width(self, string: str, size: float, weight: str = "regular") -> float:
        """Return the width of `string` in mm."""
        return self.setting.measure(string, size, weight)

    def lines(self, string: str, width: float, size: float, weight: str = "regular") -> tuple[str, ...]:
        """Return `string` in lines of at most `width` mm."""
        lines = break_lines([Run(string, weight)], width, size, self.setting.measure)  # type: ignore[arg-type]
        return tuple(join_runs(line) for line in lines)


@dataclass(frozen=True)
class Slots:
    """A grid of slots on one page: its paper as turned, columns and rows, a slot's size, gap and corner in mm."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float
    left: float
    top: float

    @property
    def size(self) -> int:
        """Return the number of slots on a page."""
        return self.columns * self.rows

    def corner(self, n: int) -> Point:
        """Return the top left corner of slot `n`, counted from 0 along the rows."""
        row, column = divmod(n, self.columns)
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap)


@dataclass(frozen=True)
class Placed:
    """A part of one set in its slot."""

    slot: int
    part: Part
    desk: Desk


@dataclass(frozen=True)
class Plan:
    """What a block takes on one paper: its slots, and what stands on each front page."""

    setting: Setting
    block: Cutouts
    slots: Slots
    groups: Sequence[Sequence[Placed]]


def cut_pages(setting: Setting, blocks: Sequence[Cutouts]) -> list[Page]:
    """Return the pages of all sets of all blocks: fronts, and backs as the option `backs` says; raises DoesNotFit."""
    plans = plan_cuts(setting, blocks)
    pages = [page for plan in plans for page in _pages(plan)]
    for page in pages:
        page.lying = plans[0].slots.paper.width > plans[0].slots.paper.height
    return pages


def plan_cuts(setting: Setting, blocks: Sequence[Cutouts]) -> list[Plan]:
    """Return what stands where for all sets of all blocks, nothing drawn yet; raises DoesNotFit.

    All pages lie the same way, the one that takes fewer of them.
    """
    wanted = []
    for block in blocks:
        with standing_at(setting.place_of(block)):
            wanted.append(wanted_parts(setting, block))
    faults: list[DoesNotFit] = []
    found: list[list[Plan]] = []
    for paper in (setting.paper, Paper(setting.paper.name, setting.paper.height, setting.paper.width)):
        try:
            found.append([_plan(replace(setting, paper=paper), *pair) for pair in zip(blocks, wanted, strict=True)])
        except DoesNotFit as fault:
            faults.append(fault)
    if not found:
        raise DoesNotFit(fault for refused in faults for fault in refused.faults)
    return min(found, key=lambda plans: sum(len(plan.groups) for plan in plans))


def _plan(setting: Setting, block: Cutouts, parts: Sequence[Part]) -> Plan:
    slots = _choose_slots(setting, block, parts[0], len(parts))
    return Plan(setting, block, slots, _groups(setting, slots, parts, block.marked))


def wanted_parts(setting: Setting, block: Cutouts) -> list[Part]:
    """Return every piece of one set that the block names; raises DoesNotFit for none, or sizes that do not fit."""
    every = setting.cutouts.parts(setting.options)
    found = [part for part in every if not block.parts or any(part.id.startswith(name) for name in block.parts)]
    if not found:
        raise DoesNotFit(f"no part is called {', '.join(block.parts)}")
    for part in found:
        if (part.width, part.height) != (found[0].width, found[0].height):
            raise DoesNotFit(f"part {part.id} is not of the size of {found[0].id}; give it a block of its own")
    if block.fits:
        _check_room(setting, block, found[0])
    return [part for part in found for _ in range(part.copies)]


def _check_room(setting: Setting, block: Cutouts, part: Part) -> None:
    """Raise DoesNotFit for parts that do not lie in the cells of the board on the sheet that the block names."""
    sheet = setting.layout.sheets.get(block.fits)
    board = next((b.boards for b in sheet.blocks if b.boards), None) if sheet else None
    if board is None:
        raise DoesNotFit(f"the parts are to fit sheet {block.fits!r}, which is no sheet with a board")
    cell = least_cell(setting, board)
    if cell is None or max(part.width, part.height) > cell - read_length(block.spare) + 1e-6:
        size = f"{part.width:g} x {part.height:g} mm"
        raise DoesNotFit(
            f"part {part.id} is {size}; the cells of sheet {block.fits} are {cell or 0:g} mm at least, "
            f"{block.spare} of them to spare"
        )


def _option(setting: Setting, name: str, default: Any) -> Any:
    return setting.options.get(name, default)


def _backs(setting: Setting) -> str:
    return str(_option(setting, "backs", "none"))


def is_mirrored(paper: Paper, flip: str) -> tuple[bool, bool]:
    """Return whether backs are mirrored across and down when a sheet is turned over its long or short edge."""
    across = (flip == "long") == (paper.height >= paper.width)
    return across, not across


# ---------------------------------------------------------------- the grid


def _choose_slots(setting: Setting, block: Cutouts, part: Part, number: int) -> Slots:
    """Return the slots of the block's grid, or the most that fit the setting's paper; raises DoesNotFit.

    The rows of the `number` parts of a set are made even, and its pages where it takes several.
    """
    gap = float(str(_option(setting, "gap", 0)).removesuffix("mm"))
    folded = _backs(setting) == "fold"
    paper, width, height = setting.paper, part.width, part.height * (2 if folded else 1)
    easel = Easel(setting)
    top = _head_bottom(easel, block)
    side = max(EDGE, SIDE if block.head else EDGE)
    low = foot_top(easel) - (guides.OFF + guides.TICK if block.head else UNIT / 2)
    columns = int((paper.width - 2 * side + gap + 1e-6) / (width + gap))
    rows = int((low - top + gap + 1e-6) / (height + gap))
    grid = block.grids.get(str(_option(setting, "up", ""))) or block.grid
    asked = (1, 1)
    if grid:
        across, down = map(int, grid.split("x"))
        asked = (across, max(1, down // 2) if folded else down)
    if columns < asked[0] or rows < asked[1]:
        size = f"{width:g} x {height:g} mm"
        way = "lying" if paper.width > paper.height else "upright"
        fit = f"{columns}x{rows} do" if columns and rows else "not even one does"
        raise DoesNotFit(f"{grid or 'one'} of {size} with gaps of {gap:g} mm does not fit the {way} page; {fit}")
    if grid:
        columns, rows = asked
    else:
        columns, rows = _make_even(columns, rows, number)
    wide, high = columns * (width + gap) - gap, rows * (height + gap) - gap
    down_by = min(UNIT, (low - top - high) / 2) if block.head else (low - top - high) / 2
    return Slots(paper, columns, rows, width, height, gap, (paper.width - wide) / 2, top + down_by)


def _make_even(columns: int, rows: int, number: int) -> tuple[int, int]:
    """Return the columns and rows, no more than there are, with which `number` parts leave the fewest slots empty.

    They take no more pages than they must, and keep to more than half of the columns.
    """
    pages = -(-number // (columns * rows))
    share = -(-number // pages)
    found = [(n, -(-share // n)) for n in range(columns, columns // 2, -1) if n * rows >= share]
    across, down = min(found, key=lambda grid: grid[0] * grid[1])
    return across, rows if pages == 1 else down


def _head_bottom(easel: Easel, block: Cutouts) -> float:
    """Draw the head, where the block has one; return where cut guides may begin."""
    setting = easel.setting
    if not block.head:
        return EDGE
    sheet, words = setting.sheet, setting.words
    values = {**setting.options, "sets": setting.copies, "pieces": len(wanted_parts(setting, block))}
    subtitle = words.say(sheet.title, **values) if sheet.title else ""
    line = words.say(sheet.line, **values) if sheet.line else ""
    return head(easel, subtitle, line, names=False) + guides.TICK


def _groups(setting: Setting, slots: Slots, parts: Sequence[Part], marked: bool) -> list[list[Placed]]:
    """Return what stands on each front page; sets share pages where two or more fit, each on rows of its own."""
    marks = [str(n) if marked and setting.copies > 1 else "" for n in range(1, setting.copies + 1)]
    desks = [Desk(setting, mark) for mark in marks]
    rows = -(-len(parts) // slots.columns)
    together = slots.rows // rows
    if together < 2:
        return [
            [Placed(n, part, desk) for n, part in enumerate(parts[start : start + slots.size])]
            for desk in desks
            for start in range(0, len(parts), slots.size)
        ]
    return [
        [
            Placed(place * rows * slots.columns + n, part, desk)
            for place, desk in enumerate(desks[start : start + together])
            for n, part in enumerate(parts)
        ]
        for start in range(0, len(desks), together)
    ]


# ---------------------------------------------------------------- pages


def _pages(plan: Plan) -> list[Page]:
    numbered = [((number, len(plan.groups)), group) for number, group in enumerate(plan.groups, start=1)]
    fronts = [_front_page(plan, group, number) for number, group in numbered]
    backs = _backs(plan.setting)
    if backs not in ("duplex", "separate"):
        return fronts
    behind = [_back_page(plan, group, number) for number, group in numbered]
    if backs == "duplex":
        return [page for pair in zip(fronts, behind, strict=True) for page in pair]
    return [*fronts, *behind]


def _front_page(plan: Plan, group: Sequence[Placed], number: tuple[int, int]) -> Page:
    setting, slots = plan.setting, plan.slots
    easel = Easel(setting)
    _head_bottom(easel, plan.block)
    folded = _backs(setting) == "fold"
    for placed in group:
        x, y = slots.corner(placed.slot)
        if folded:
            _place_back(easel, placed, (x, y), (0.0, 0.0, 0.0, 0.0), is_turned=True)
            y += placed.part.height
            easel.artifact("fold", Line((x, y), (x + placed.part.width, y), HAIR, "ink", _FOLD))
        _place_front(easel, placed, x, y)
    boxes = [(*slots.corner(placed.slot), slots.width, slots.height) for placed in group]
    kind = str(_option(setting, "guides", "marks"))
    marks = guides.cut_guides(kind, boxes, slots.gap, foot_top(easel) - 0.4)
    if marks:
        easel.artifact("cut", *marks)
    foot(easel, *number, note=_set_note(setting, group))
    return easel.page


def _set_note(setting: Setting, group: Sequence[Placed]) -> str:
    """Return which sets a page holds, for its foot; "" where there is but one set."""
    marks = list(dict.fromkeys(placed.desk.set_mark for placed in group))
    if marks == [""]:
        return ""
    if len(marks) == 1:
        return setting.words.say("set_mark", mark=marks[0])
    return setting.words.say("set_marks", a=marks[0], b=marks[-1])


def _place_front(easel: Easel, placed: Placed, x: float, y: float) -> None:
    part, setting = placed.part, easel.setting
    front = setting.cutouts.draw_front(part, placed.desk)
    tag = easel.tag("Figure", alt=setting.cutouts.describe(part, setting.words))
    easel.leaf(Leaf((tag,), front.marks, x, y, (part.width, part.height), _facts(placed, "front")))


def _facts(placed: Placed, side: str) -> dict[str, Any]:
    return {"part": placed.part.id, "side": side, "slot": placed.slot, "set": placed.desk.set_mark}


def _back_page(plan: Plan, group: Sequence[Placed], number: tuple[int, int]) -> Page:
    setting, slots = plan.setting, plan.slots
    easel = Easel(setting)
    paper = slots.paper
    flip = str(_option(setting, "flip", "long"))
    across, down = is_mirrored(paper, flip) if _backs(setting) == "duplex" else (True, False)
    dx, dy = setting.offset
    used = {placed.slot for placed in group}
    for placed in group:
        x, y = slots.corner(placed.slot)
        left, top, right, bottom = _bleeds(slots, placed.slot, used)
        if across:
            x, left, right = paper.width - x - slots.width, right, left
        if down:
            y, top, bottom = paper.height - y - slots.height, bottom, top
        _place_back(easel, placed, (x + dx, y + dy), (left, top, right, bottom), is_turned=down)
    if _backs(setting) == "separate":
        note = " · ".join(filter(None, [setting.words.say("back"), _set_note(setting, group)]))
        foot(easel, *number, note=note)
    return easel.page


def _bleeds(slots: Slots, slot: int, used: set[int]) -> tuple[float, float, float, float]:
    """Return how far a back may bleed to the left, above, to the right and below: to the middle of a gap, or BLEED."""
    row, column = divmod(slot, slots.columns)
    neighbours = (
        (column > 0, slot - 1),
        (row > 0, slot - slots.columns),
        (column < slots.columns - 1, slot + 1),
        (True, slot + slots.columns),
    )
    inner = min(BLEED, slots.gap / 2)
    left, top, right, bottom = (inner if there and other in used else BLEED for there, other in neighbours)
    return left, top, right, bottom


def _place_back(
    easel: Easel, placed: Placed, at: Point, bleeds: tuple[float, float, float, float], *, is_turned: bool
) -> None:
    """Place a back, if the part has one, with the corner of its trimmed box at `at`; what bleeds out says nothing."""
    if not placed.part.back:
        return
    back = easel.setting.cutouts.draw_back(placed.part, placed.desk)
    part = placed.part
    inside, bleed = _trimmed(back, part.width, part.height, bleeds, is_turned)
    if bleed:
        easel.artifact("pattern", *(moved(mark, *at) for mark in bleed))
    tag = easel.tag("Figure", alt=easel.setting.words.say("back_alt"))
    easel.leaf(Leaf((tag,), inside, *at, (part.width, part.height), _facts(placed, "back")))


@lru_cache(maxsize=64)  # a deck has one back in a few places of a sheet
def _trimmed(
    back: Drawing, width: float, height: float, bleeds: tuple[float, float, float, float], is_turned: bool
) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Return the marks of a back inside its trimmed box and those that bleed out of it, from the box's corner on."""
    back = turned(back) if is_turned else back
    marks = [moved(mark, -back.grid[0], -back.grid[1]) for mark in back.marks]
    outer = (-bleeds[0], -bleeds[1], width + bleeds[2], height + bleeds[3])
    return part_at(marks, (0.0, 0.0, width, height), outer)

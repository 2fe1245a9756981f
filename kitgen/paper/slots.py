"""Parts to cut out, slot by slot: fronts, backs behind them, cut guides, set marks.

A page is a grid of equal slots. Backs come by slot, also on a short last page: `duplex` mirrors them for the edge that
the sheet is turned over, `separate` prints them on sheets of their own, `fold` puts a back above its front, upside
down, with a fold between. Knows no game: a part is drawn by its kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kitgen.errors import DoesNotFit
from kitgen.marks import Disc, Drawing, Line, Mark, Point, Polygon, Text
from kitgen.paper.easel import HAIR, Easel
from kitgen.paper.furniture import foot, foot_top, head
from kitgen.paper.page import Leaf, Page, Tag
from kitgen.paper.setting import SIDE, UNIT, Setting
from kitgen.paper.text import Run, break_lines, join_runs
from kitgen.play.contract import Inks, Part, Words
from kitgen.spec.schema import Cutouts
from kitgen.units import Paper

EDGE = 6.35  # mm of white that every printer leaves; art may go up to here
BLEED = 3.0
_TICK, _OFF = 4.0, 1.0  # length of a cut mark and its distance from the art


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

    def corner(self, n: int) -> Point:
        """Return the top left corner of slot `n`, counted from 0 along the rows."""
        row, column = divmod(n, self.columns)
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap)


def cut_pages(setting: Setting, block: Cutouts) -> list[Page]:
    """Return the pages of all sets: fronts, and backs as the option `backs` says; raises DoesNotFit."""
    parts = [part for part in wanted_parts(setting, block) for _ in range(part.copies)]
    slots = _choose_slots(setting, block, parts[0])
    turned = replace(setting, paper=slots.paper)
    pages: list[Page] = []
    for number in range(1, setting.copies + 1):
        desk = Desk(turned, str(number) if setting.copies > 1 else "")
        pages += _one_set(turned, block, slots, parts, desk)
    for page in pages:
        page.lying = slots.paper.width > slots.paper.height
    return pages


def wanted_parts(setting: Setting, block: Cutouts) -> list[Part]:
    """Return the parts of one set that the block names; raises DoesNotFit when it names none."""
    every = setting.cutouts.parts(setting.options)
    found = [part for part in every if not block.parts or any(part.id.startswith(name) for name in block.parts)]
    if not found:
        raise DoesNotFit(f"no part is called {', '.join(block.parts)}")
    return found


def _option(setting: Setting, name: str, default: Any) -> Any:
    return setting.options.get(name, default)


def is_mirrored(paper: Paper, flip: str) -> tuple[bool, bool]:
    """Return whether backs are mirrored across and down when a sheet is turned over its long or short edge."""
    across = (flip == "long") == (paper.height >= paper.width)
    return across, not across


# ---------------------------------------------------------------- the grid


def _choose_slots(setting: Setting, block: Cutouts, part: Part) -> Slots:
    """Return the slots of the block's grid, or the most that fit, upright or lying; raises DoesNotFit."""
    grid = block.grids.get(str(_option(setting, "up", ""))) or block.grid
    paper = setting.paper
    found = [_slots_on(setting, block, part, p, grid) for p in (paper, Paper(paper.name, paper.height, paper.width))]
    best = max((s for s in found if s), key=lambda s: s.columns * s.rows, default=None)
    if best is None:
        size = f"{part.width:g} x {part.height:g} mm"
        raise DoesNotFit(f"{grid or 'one'} of {size} with gaps of {_gap(setting):g} mm does not fit the page")
    return best


def _gap(setting: Setting) -> float:
    return float(str(_option(setting, "gap", 0)).removesuffix("mm"))


def _slots_on(setting: Setting, block: Cutouts, part: Part, paper: Paper, grid: str | None) -> Slots | None:
    gap = _gap(setting)
    folded = _option(setting, "backs", "none") == "fold"
    width, height = part.width, part.height * (2 if folded else 1)
    easel = Easel(replace(setting, paper=paper))
    top = _head_bottom(easel, block) if block.head else EDGE
    room_x, room_y = paper.width - 2 * max(EDGE, SIDE if block.head else EDGE), foot_top(easel) - UNIT / 2 - top
    columns, rows = (int((room + gap + 1e-6) / (size + gap)) for room, size in ((room_x, width), (room_y, height)))
    if grid:
        wanted = tuple(map(int, grid.split("x")))
        rows_wanted = max(1, wanted[1] // 2) if folded else wanted[1]
        if columns < wanted[0] or rows < rows_wanted:
            return None
        columns, rows = wanted[0], rows_wanted
    if columns < 1 or rows < 1:
        return None
    wide, high = columns * (width + gap) - gap, rows * (height + gap) - gap
    down = top + (room_y - high) / 2 if not block.head else top + min(UNIT, (room_y - high) / 2)
    return Slots(paper, columns, rows, width, height, gap, (paper.width - wide) / 2, down)


# ---------------------------------------------------------------- pages


def _head_bottom(easel: Easel, block: Cutouts) -> float:
    setting = easel.setting
    sheet = setting.sheet
    subtitle = setting.words.say(sheet.title, **setting.options) if sheet.title else ""
    line = setting.words.say(sheet.line, **setting.options) if sheet.line else ""
    return head(easel, subtitle, line, names=False) + _TICK if block.head else EDGE


def _one_set(setting: Setting, block: Cutouts, slots: Slots, parts: Sequence[Part], desk: Desk) -> list[Page]:
    backs = _option(setting, "backs", "none")
    size = slots.columns * slots.rows
    groups = [parts[start : start + size] for start in range(0, len(parts), size)]
    fronts = [
        _front_page(setting, block, slots, group, desk, (number, len(groups)))
        for number, group in enumerate(groups, start=1)
    ]
    if backs not in ("duplex", "separate"):
        return fronts
    behind = [_back_page(setting, slots, group, desk, mirrored=backs == "duplex") for group in groups]
    if backs == "duplex":
        return [page for pair in zip(fronts, behind, strict=True) for page in pair]
    return [*fronts, *behind]


def _front_page(
    setting: Setting, block: Cutouts, slots: Slots, group: Sequence[Part], desk: Desk, number: tuple[int, int]
) -> Page:
    easel = Easel(setting)
    _head_bottom(easel, block)
    for n, part in enumerate(group):
        x, y = slots.corner(n)
        if _option(setting, "backs", "none") == "fold":
            back = _crop(setting.cutouts.draw_back(part, desk), _bleed(slots))
            _place_back(easel, part, _turned(back), x, y, n, desk)
            y += part.height
            easel.artifact("fold", Line((x, y), (x + part.width, y), HAIR, "ink", (2.0, 1.0, 0.4, 1.0)))
        front = setting.cutouts.draw_front(part, desk)
        facts = {"part": part.id, "side": "front", "slot": n, "set": desk.set_mark}
        alt = setting.cutouts.describe(part, setting.words)
        tag = easel.tag("Figure", alt=alt)
        easel.leaf(Leaf((tag,), front.marks, x, y, (part.width, part.height), facts))
    _guides(easel, slots, len(group))
    foot(easel, *number, note=desk.words.say("set_mark", mark=desk.set_mark) if desk.set_mark else "")
    return easel.page


def _back_page(setting: Setting, slots: Slots, group: Sequence[Part], desk: Desk, *, mirrored: bool) -> Page:
    easel = Easel(setting)
    paper = slots.paper
    across, down = is_mirrored(paper, _option(setting, "flip", "long")) if mirrored else (False, False)
    dx, dy = setting.offset
    for n, part in enumerate(group):
        x, y = slots.corner(n)
        x = paper.width - x - part.width if across else x
        y = paper.height - y - part.height if down else y
        _place_back(easel, part, _crop(setting.cutouts.draw_back(part, desk), _bleed(slots)), x + dx, y + dy, n, desk)
    return easel.page


def _place_back(easel: Easel, part: Part, back: Drawing, x: float, y: float, slot: int, desk: Desk) -> None:
    """Place a back so that its trimmed box has its corner at (x, y)."""
    left, top, _, _ = back.grid
    tag = Tag("Figure", f"back{slot}", alt=easel.setting.words.say("back_alt"))
    facts = {"part": part.id, "side": "back", "slot": slot, "set": desk.set_mark}
    marks = tuple(_moved(mark, -left, -top) for mark in back.marks)
    easel.leaf(Leaf((tag,), marks, x, y, (part.width, part.height), facts))


def _bleed(slots: Slots) -> float:
    return min(BLEED, slots.gap / 2)


def _guides(easel: Easel, slots: Slots, used: int) -> None:
    """Draw cut guides outside the art: lines along every cut, or short marks at the edges of the grid."""
    kind = _option(easel.setting, "guides", "marks")
    rows = -(-used // slots.columns)
    if kind == "none":
        return
    xs = sorted({slots.corner(c)[0] + e for c in range(slots.columns) for e in (0.0, slots.width)})
    ys = sorted({slots.corner(r * slots.columns)[1] + e for r in range(rows) for e in (0.0, slots.height)})
    marks = _cut_lines(xs, ys) if kind == "lines" else _cut_marks(xs, ys)
    easel.artifact("cut", *marks)


def _cut_lines(xs: Sequence[float], ys: Sequence[float]) -> Iterator[Mark]:
    over = 2.0
    for x in xs:
        yield Line((x, ys[0] - over), (x, ys[-1] + over), HAIR, "ink", (1.2, 1.2))
    for y in ys:
        yield Line((xs[0] - over, y), (xs[-1] + over, y), HAIR, "ink", (1.2, 1.2))


def _cut_marks(xs: Sequence[float], ys: Sequence[float]) -> Iterator[Mark]:
    for x in xs:
        for begin, end in ((ys[0] - _OFF - _TICK, ys[0] - _OFF), (ys[-1] + _OFF, ys[-1] + _OFF + _TICK)):
            yield Line((x, begin), (x, end), HAIR)
    for y in ys:
        for begin, end in ((xs[0] - _OFF - _TICK, xs[0] - _OFF), (xs[-1] + _OFF, xs[-1] + _OFF + _TICK)):
            yield Line((begin, y), (end, y), HAIR)


# ---------------------------------------------------------------- drawings moved, turned, cropped


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    def at(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    if isinstance(mark, Line):
        return replace(mark, a=at(mark.a), b=at(mark.b))
    if isinstance(mark, Polygon):
        return replace(mark, points=tuple(map(at, mark.points)))
    if isinstance(mark, Disc):
        return replace(mark, centre=at(mark.centre))
    return replace(mark, at=at(mark.at))


def _turned(back: Drawing) -> Drawing:
    """Return a back turned by half, as it lies above a fold."""
    left, top, width, height = back.grid
    grid = (back.width - left - width, back.height - top - height, width, height)
    return Drawing(tuple(_half_turn(m, back.width, back.height) for m in back.marks), back.width, back.height, grid)


def _half_turn(mark: Mark, width: float, height: float) -> Mark:
    def at(point: Point) -> Point:
        return width - point[0], height - point[1]

    if isinstance(mark, Line):
        return replace(mark, a=at(mark.a), b=at(mark.b))
    if isinstance(mark, Polygon):
        return replace(mark, points=tuple(map(at, mark.points)))
    if isinstance(mark, Disc):
        return replace(mark, centre=at(mark.centre))
    anchors = {"start": "end", "middle": "middle", "end": "start"}
    return replace(mark, at=at(mark.at), turned=not mark.turned) if mark.anchor == "middle" else replace(
        mark, at=at(mark.at), turned=not mark.turned, anchor=anchors[mark.anchor]  # type: ignore[arg-type]
    )  # fmt: skip


def _crop(back: Drawing, bleed: float) -> Drawing:
    """Return a back without the marks that lie further than `bleed` mm outside its trimmed box."""
    left, top, width, height = back.grid
    box = (left - bleed, top - bleed, left + width + bleed, top + height + bleed)
    return replace(back, marks=tuple(mark for mark in back.marks if _is_within(mark, box)))


def _is_within(mark: Mark, box: tuple[float, float, float, float]) -> bool:
    points: Sequence[Point]
    reach = 0.0
    if isinstance(mark, Line):
        points, reach = (mark.a, mark.b), mark.width / 2
    elif isinstance(mark, Polygon):
        points = mark.points
    elif isinstance(mark, Disc):
        points, reach = (mark.centre,), mark.radius
    else:
        assert isinstance(mark, Text)
        points = (mark.at,)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    inside_x = min(xs) - reach >= box[0] - 1e-6 and max(xs) + reach <= box[2] + 1e-6
    return inside_x and min(ys) - reach >= box[1] - 1e-6 and max(ys) + reach <= box[3] + 1e-6

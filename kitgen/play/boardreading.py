"""Reads what all boards on finished pages share: the grid, the labels around it, and which cell each object stands in.

Each object must be explained and stand where it belongs to NEAR mm; what is not becomes a fault with its place. No
drawing uses it. Knows no game and no PDF: what the objects of a cell mean, games/<slug>/reading.py judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import dist

from kitgen.errors import Fault, ProofFailed
from kitgen.play.seen import (
    Circle,
    Colour,
    GridLines,
    Point,
    Seen,
    SeenPath,
    SeenText,
    Stroke,
    as_circle,
    bounds,
    centre_of,
    lightness,
    recover_grid,
    strokes_of,
)
from kitgen.units import MM_PER_POINT

NEAR = 0.05  # mm that a centre or an end may be off its place
_ACROSS = 0.12  # em that the middle of a string's ink may be off: ink is not quite in the middle of a letter's width
_DOWN = 0.03  # em, of signs that are equally high but for what round ones overshoot
_DOWN_UNEVEN = 0.25  # em, of signs that are not

Ordered = list[tuple[int, Seen]]  # objects, each with its place in the order of painting
Labels = tuple[tuple[str, ...], tuple[str, ...]]  # of the columns and of the rows


# ---------------------------------------------------------------- colours, ranges, places


def is_dark(colour: Colour | None) -> bool:
    """Return whether a colour is nearer to black than to white."""
    return colour is not None and lightness(colour) < 0.5


def is_white(colour: Colour | None) -> bool:
    """Return whether a colour looks like paper."""
    return colour is not None and lightness(colour) > 0.99


def is_within(value: float, range_of: tuple[float, float]) -> bool:
    """Return whether a value lies between the least and the most of a range."""
    return range_of[0] <= value <= range_of[1]


def place_of(thing: Seen) -> str:
    """Return where the middle of an object is, as faults name it."""
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"


# ---------------------------------------------------------------- discs


@dataclass(frozen=True, slots=True)
class Disc:
    """A path that is a circle; `order` is its place in the order of painting."""

    order: int
    path: SeenPath
    circle: Circle


def discs_of(paths: Sequence[tuple[int, SeenPath]]) -> list[Disc]:
    """Return those of the paths that are circles."""
    return [Disc(order, path, circle) for order, path in paths if (circle := as_circle(path))]


def side_of(path: SeenPath, filled: str, hollow: str) -> str | None:
    """Return whose disc a path is, `filled` or `hollow`, both outlined; None for a disc of another kind."""
    if not is_dark(path.stroke):
        return None
    return filled if is_dark(path.fill) else hollow if is_white(path.fill) else None


def read_disc_symbol(seen: Sequence[Seen], filled: str, hollow: str) -> str:
    """Return the side whose symbol the objects are: one disc, filled or hollow; raises ProofFailed."""
    discs = discs_of([(n, thing) for n, thing in enumerate(seen) if isinstance(thing, SeenPath)])
    if len(seen) != 1 or len(discs) != 1:
        raise ProofFailed("a side's symbol is not one disc")
    side = side_of(discs[0].path, filled, hollow)
    # The outline of a side's disc is 0.045 of a cell and its radius 0.34 (0.25 in low ink).
    if side is None or not 0.08 < discs[0].path.width / discs[0].circle.radius < 0.25:
        raise ProofFailed("a side's symbol is neither filled nor hollow")
    return side


# ---------------------------------------------------------------- a board


def split_grid(seen: Sequence[Seen], marks: str) -> tuple[GridLines, Ordered, list[str]]:
    """Return the grid that all level and upright strokes make, the other objects, and faults.

    `marks` is what faults call the paths that a line must not be painted over. Raises ProofFailed where no grid is.
    """
    ruled: list[Stroke] = []
    rest: Ordered = []
    faults: list[str] = []
    for order, thing in enumerate(seen):
        strokes = strokes_of(thing) if isinstance(thing, SeenPath) else ()
        if strokes and all(stroke.is_level or stroke.is_upright for stroke in strokes):
            if any(isinstance(other, SeenPath) for _, other in rest):
                faults.append(f"a line of the grid is painted over {marks}, at {place_of(thing)}")
            ruled += strokes
        else:
            rest.append((order, thing))
    grid = recover_grid(ruled)
    if grid is None:
        raise ProofFailed("its lines make no grid of equal squares")
    return grid, rest, faults


@dataclass(slots=True)
class SeenCell:
    """One cell as found: its column and row from 0, its middle and side in mm, and what stands in it."""

    at: tuple[int, int]
    centre: Point
    side: float
    name: str = ""
    paths: list[tuple[int, SeenPath]] = field(default_factory=list)
    texts: list[tuple[int, SeenText]] = field(default_factory=list)


class SeenBoard:
    """The objects of a figure sorted by the cell that holds their middle; `faults` gathers what is not explained."""

    def __init__(self, grid: GridLines, rest: Ordered, faults: Sequence[str] = ()) -> None:
        self.grid, self.faults = grid, list(faults)
        self.inside: dict[tuple[int, int], SeenCell] = {}
        self.outside: list[SeenText] = []
        self.beside: list[tuple[int, SeenPath]] = []
        for order, thing in rest:
            cell = self._cell_of(thing)
            if isinstance(thing, SeenPath):
                (cell.paths if cell else self.beside).append((order, thing))
            elif cell:
                cell.texts.append((order, thing))
            else:
                self.outside.append(thing)

    @property
    def wide(self) -> int:
        """Return how many columns there are."""
        return len(self.grid.columns) - 1

    @property
    def high(self) -> int:
        """Return how many rows there are."""
        return len(self.grid.rows) - 1

    def _cell_of(self, thing: Seen) -> SeenCell | None:
        at = self.grid.cell_at(centre_of(bounds(thing)))
        if at is None:
            return None
        return self.inside.setdefault(at, SeenCell(at, self.grid.centre(*at), self.grid.cell))

    def check_shapes(self, is_known: Callable[[SeenPath, bool], bool]) -> None:
        """Note a fault for each path, in painting order, that is of no kind known there.

        `is_known` is asked with the path and whether it stands in a cell.
        """
        paths = [(order, path, True) for cell in self.inside.values() for order, path in cell.paths]
        paths += [(order, path, False) for order, path in self.beside]
        for _, path, is_inside in sorted(paths, key=lambda item: item[0]):
            if not is_known(path, is_inside):
                self.faults.append(f"what is the shape at {place_of(path)}?")

    def cells(self, labels: Labels) -> Iterator[SeenCell]:
        """Yield the cells that hold anything, named by their labels; none where a label is wanting."""
        columns, rows = labels
        for (column, row), cell in self.inside.items():
            if column < len(columns) and row < len(rows):
                cell.name = columns[column] + rows[row]
                yield cell

    def refuse_faults(self) -> None:
        """Raise ProofFailed with every fault found, if there is any."""
        if self.faults:
            raise ProofFailed(map(Fault, self.faults))

    # ------------------------------------------------------------ around the grid

    def labels_above_and_left(self, first: str, may_lack: bool) -> Labels:
        """Return the labels above and left; where they may lack and do, letters from `first` on, and numbers."""
        left, top, right, bottom = self.grid.box
        above: dict[int, str] = {}
        beside: dict[int, str] = {}
        for text in self.outside:
            x, y = centre_of(text.box)
            if text.box[3] < top and left < x < right:
                self._keep(above, (x - left) / self.grid.cell, text)
            elif text.box[2] < left and top < y < bottom:
                self._keep(beside, (y - top) / self.grid.cell, text)
            else:
                self.faults.append(f"what is {text.string!r} at {place_of(text)}?")
        if may_lack and not above and not beside:
            return tuple(chr(ord(first) + n) for n in range(self.wide)), tuple(str(n + 1) for n in range(self.high))
        if len(above) != self.wide or len(beside) != self.high:
            self.faults.append(f"{len(above)} labels for {self.wide} columns, {len(beside)} for {self.high} rows")
        return _in_order(above), _in_order(beside)

    def labels_all_round(self) -> Labels:
        """Return the labels where each column's stands above and below it, each row's left and right."""
        left, top, _, _ = self.grid.box
        sides: dict[str, dict[int, str]] = {"above": {}, "below": {}, "left": {}, "right": {}}
        for text in self.outside:
            x, y = centre_of(text.box)
            across, down = (x - left) / self.grid.cell, (y - top) / self.grid.cell
            if 0 < across < self.wide:
                self._keep(sides["above" if y < top else "below"], across, text)
            elif 0 < down < self.high:
                self._keep(sides["left" if x < left else "right"], down, text)
            else:
                self.faults.append(f"what is {text.string!r} at {place_of(text)}?")
        for one, other, number in (("above", "below", self.wide), ("left", "right", self.high)):
            if len(sides[one]) != number or sides[one] != sides[other]:
                self.faults.append(f"the labels {one} and {other} are not alike, one for each of {number} lines")
        return _in_order(sides["above"]), _in_order(sides["left"])

    def _keep(self, labels: dict[int, str], at: float, text: SeenText) -> None:
        """Keep a label whose middle is `at` cells from the edge; it must stand before the middle of one line."""
        slot = int(at)
        slack = (_ACROSS * text.size * MM_PER_POINT + NEAR) / self.grid.cell
        is_taken = slot in labels or text.string in labels.values()
        if abs(at - slot - 0.5) > slack or is_taken or not is_dark(text.colour):
            self.faults.append(f"the label {text.string!r} at {place_of(text)} belongs to no line of its own")
        labels[slot] = text.string

    def sides_to_move(self, filled: str, hollow: str, share: float) -> Iterator[str]:
        """Yield whose turn it is, where a side's disc stands right of the grid, level with the first row.

        `share` of its radius must be clear of the grid on its left too: 0 when only the middle must be beyond.
        """
        for number, disc in enumerate(discs_of(self.beside)):
            side, (x, y) = side_of(disc.path, filled, hollow), disc.circle.centre
            level = abs(y - (self.grid.rows[0] + self.grid.cell / 2)) < NEAR
            if number or side is None or not level or x - share * disc.circle.radius < self.grid.columns[-1]:
                self.faults.append(f"what is the disc at {place_of(disc.path)}?")
            else:
                yield f"to move {side}"


def _in_order(labels: dict[int, str]) -> tuple[str, ...]:
    return tuple(labels[n] for n in sorted(labels))


# ---------------------------------------------------------------- one cell


class CellReading:
    """A cell being read; a game's own reading of what stands in it begins here. `faults` name the cell."""

    def __init__(self, seen: SeenCell) -> None:
        self.name, self.centre, self.cell = seen.name, seen.centre, seen.side
        self.paths, self.texts = seen.paths, seen.texts
        self.faults: list[str] = []

    def fault(self, what: str) -> None:
        """Note what is not explained or not in its place."""
        self.faults.append(f"{self.name}: {what}")

    def check_alone(self, texts: Sequence[tuple[int, SeenText]], where: str) -> None:
        """Check that one string at most stands in the cell, which faults call `where`."""
        if len(texts) > 1:
            self.fault(f"{' and '.join(repr(text.string) for _, text in texts)} stand in one {where}")

    def check_middle(self, text: SeenText, middle: Point, is_even: bool, place: str = "its place") -> None:
        """Check that a string's ink is around `middle`; `is_even` when its signs are all equally high."""
        x, y = centre_of(text.box)
        em = text.size * MM_PER_POINT
        across, down = _ACROSS * em + NEAR, (_DOWN if is_even else _DOWN_UNEVEN) * em + NEAR
        if abs(x - middle[0]) > across or abs(y - middle[1]) > down:
            self.fault(f"{text.string!r} is {dist((x, y), middle):.2f} mm off {place}")

    def check_tone(self, text: SeenText, tone: str) -> None:
        """Check that a string is "white" or "dark", as it must be to be read."""
        if not (is_white(text.colour) if tone == "white" else is_dark(text.colour)):
            self.fault(f"{text.string!r} is not {tone}")

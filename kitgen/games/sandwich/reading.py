"""Reads a Sandwich figure from a finished page: which cells hold which marks, numbers, slashes, small discs, letters.

Works on shapes and strings in mm alone. Every object must be explained, stand where it belongs to 0.05 mm, and be
painted in an order that hides nothing; what is not explained is refused with its place. Shares no code with the
drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import dist

from kitgen.errors import Fault, ProofFailed
from kitgen.play.contract import View
from kitgen.play.seen import (
    Circle,
    GridLines,
    Point,
    Seen,
    SeenPath,
    SeenText,
    Stroke,
    as_circle,
    as_line,
    bounds,
    centre_of,
    lightness,
    recover_grid,
    strokes_of,
)
from kitgen.units import MM_PER_POINT

NEAR = 0.05  # mm that a centre or an end may be off its place

# Radii in cells (look.md: a mark 0.34, smaller in low ink; a ring around it; a small disc that bears a number).
_MARK = (0.21, 0.385)
_RING = (0.40, 0.49)
_SMALL = (0.10, 0.25)
# Widths of strokes in cells: a mark's outline, a ring, a slash and the white behind it.
_OUTLINE, _RING_WIDTH, _SLASH, _WHITE = (0.03, 0.07), (0.02, 0.06), (0.03, 0.08), (0.08, 0.16)
_SIZE_SLACK = 0.02  # points, as a file's four decimals and a reader's single precision leave
_REACH = 0.35  # of a cell, that a slash goes from the middle towards each corner, at least


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    return _Figure(seen).view()


def read_symbol(seen: Sequence[Seen]) -> str:
    """Return the side, "A" or "B", whose symbol the objects are: one disc, filled or hollow; raises ProofFailed."""
    things = [(thing, as_circle(thing)) for thing in seen if isinstance(thing, SeenPath)]
    if len(seen) != 1 or len(things) != 1 or things[0][1] is None:
        raise ProofFailed("a side's symbol is not one disc")
    side = _side(things[0][0])
    # A mark's outline is 0.045 of a cell and its radius 0.34 (0.25 in low ink).
    if side is None or not 0.08 < things[0][0].width / things[0][1].radius < 0.25:
        raise ProofFailed("a side's symbol is neither filled nor hollow")
    return side


def _is_dark(colour: tuple[int, int, int] | None) -> bool:
    return colour is not None and lightness(colour) < 0.5


def _is_white(colour: tuple[int, int, int] | None) -> bool:
    return colour is not None and lightness(colour) > 0.99


def _side(path: SeenPath) -> str | None:
    """Return whose mark a disc is: A is filled, B hollow, both outlined; None for a disc of another kind."""
    if not _is_dark(path.stroke):
        return None
    return "A" if _is_dark(path.fill) else "B" if _is_white(path.fill) else None


@dataclass(frozen=True, slots=True)
class _Disc:
    order: int
    path: SeenPath
    circle: Circle


@dataclass(frozen=True, slots=True)
class _Slant:
    order: int
    path: SeenPath
    stroke: Stroke


@dataclass(slots=True)
class _Contents:
    """What stands in one cell, as found."""

    discs: list[_Disc] = field(default_factory=list)
    slants: list[_Slant] = field(default_factory=list)
    texts: list[tuple[int, SeenText]] = field(default_factory=list)


class _Figure:
    """One figure being read; objects are known by their place in the order of painting."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.inside: dict[tuple[int, int], _Contents] = {}
        self.outside: list[SeenText] = []
        self.beside: list[_Disc] = []
        self.sizes: dict[tuple[str, bool], float] = {}
        self.grid, rest = self._grid(seen)
        for order, thing in rest:
            self._sort_in(order, thing)

    def _grid(self, seen: Sequence[Seen]) -> tuple[GridLines, list[tuple[int, Seen]]]:
        """Return the grid and the other objects; raises ProofFailed when the lines make none."""
        ruled: list[Stroke] = []
        rest: list[tuple[int, Seen]] = []
        for order, thing in enumerate(seen):
            strokes = strokes_of(thing) if isinstance(thing, SeenPath) else ()
            if strokes and all(stroke.is_level or stroke.is_upright for stroke in strokes):
                if any(isinstance(other, SeenPath) for _, other in rest):
                    self.faults.append(f"a line of the grid is painted over marks, at {_place(thing)}")
                ruled += strokes
            else:
                rest.append((order, thing))
        grid = recover_grid(ruled)
        if grid is None:
            raise ProofFailed("its lines make no grid of equal squares")
        return grid, rest

    def _sort_in(self, order: int, thing: Seen) -> None:
        """Put an object into its cell, or beside the grid."""
        at = self.grid.cell_at(centre_of(bounds(thing)))
        contents = self.inside.setdefault(at, _Contents()) if at else None
        if isinstance(thing, SeenText):
            if contents:
                contents.texts.append((order, thing))
            else:
                self.outside.append(thing)
            return
        circle, ends = as_circle(thing), as_line(thing)
        if circle:
            (contents.discs if contents else self.beside).append(_Disc(order, thing, circle))
        elif ends and contents:
            contents.slants.append(_Slant(order, thing, Stroke(*ends, thing.width)))
        else:
            self.faults.append(f"what is the shape at {_place(thing)}?")

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        columns, rows = self._labels()
        notes = tuple(self._notes())
        cells = {}
        for (column, row), contents in self.inside.items():
            if column < len(columns) and row < len(rows):
                name = columns[column] + rows[row]
                reader = _CellReader(name, self.grid.centre(column, row), self.grid.cell, contents)
                cells[name] = tuple(sorted(reader.tokens()))
                self.faults += reader.faults
                self._check_sizes(name, reader.sizes)
        if self.faults:
            raise ProofFailed(map(Fault, self.faults))
        return View(columns, rows, cells, self.grid.open, notes)

    def _check_sizes(self, cell: str, sizes: Sequence[tuple[str, SeenText]]) -> None:
        """Check that what is of one kind is set in one size; three digits may be set smaller than two."""
        for kind, text in sizes:
            usual = self.sizes.setdefault((kind, len(text.string) > 2), text.size)
            if abs(usual - text.size) > _SIZE_SLACK:
                self.faults.append(f"{cell}: {text.string!r} is set in {text.size:.1f} pt, others in {usual:.1f}")

    # ------------------------------------------------------------ around the grid

    def _labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the labels of columns and rows, or letters and numbers by count where none are printed."""
        grid = self.grid
        wide, high = len(grid.columns) - 1, len(grid.rows) - 1
        above: dict[int, SeenText] = {}
        left: dict[int, SeenText] = {}
        for text in self.outside:
            x, y = centre_of(text.box)
            if text.box[3] < grid.rows[0] and grid.columns[0] < x < grid.columns[-1]:
                self._label(above, (x - grid.columns[0]) / grid.cell, text)
            elif text.box[2] < grid.columns[0] and grid.rows[0] < y < grid.rows[-1]:
                self._label(left, (y - grid.rows[0]) / grid.cell, text)
            else:
                self.faults.append(f"what is {text.string!r} at {_place(text)}?")
        if not above and not left and not grid.open:
            return tuple(chr(65 + n) for n in range(wide)), tuple(str(n + 1) for n in range(high))
        if len(above) != wide or len(left) != high:
            self.faults.append(f"{len(above)} labels for {wide} columns, {len(left)} for {high} rows")
        return tuple(above[n].string for n in sorted(above)), tuple(left[n].string for n in sorted(left))

    def _label(self, labels: dict[int, SeenText], at: float, text: SeenText) -> None:
        """Keep a label whose middle is `at` cells from the edge; it must stand before the middle of one line."""
        slot = int(at)
        others = [other for other in labels.values() if other.string == text.string]
        # Ink is not quite in the middle of a letter's width.
        slack = (0.12 * text.size * MM_PER_POINT + NEAR) / self.grid.cell
        if abs(at - slot - 0.5) > slack or slot in labels or others or not _is_dark(text.colour):
            self.faults.append(f"the label {text.string!r} at {_place(text)} belongs to no line of its own")
        labels[slot] = text

    def _notes(self) -> Iterator[str]:
        """Yield whose turn it is, where a mark stands right of the grid beside its first row."""
        for number, disc in enumerate(self.beside):
            side, (x, y) = _side(disc.path), disc.circle.centre
            level = abs(y - (self.grid.rows[0] + self.grid.cell / 2)) < NEAR
            if number or side is None or not level or x < self.grid.columns[-1]:
                self.faults.append(f"what is the disc at {_place(disc.path)}?")
            else:
                yield f"to move {side}"


class _CellReader:
    """One cell being read: its name and centre, the side of a cell, and what stands in it."""

    def __init__(self, name: str, centre: Point, cell: float, contents: _Contents) -> None:
        self.name, self.centre, self.cell, self.contents = name, centre, cell, contents
        self.faults: list[str] = []
        self.sizes: list[tuple[str, SeenText]] = []  # strings by their kind
        self.orders: list[tuple[int, str]] = []  # what was recognised, by its place in the order of painting

    def tokens(self) -> list[str]:
        """Return what the cell shows; `faults` then says what was not explained."""
        small = self._one("small disc", [d for d in self.contents.discs if self._is_small(d)])
        others = [d for d in self.contents.discs if d is not small]
        mark = self._one("mark", [d for d in others if self._has_radius(d, _MARK) and _side(d.path)])
        ring = self._one("ring", [d for d in others if self._has_radius(d, _RING) and _is_ring(d.path)])
        for disc in self.contents.discs:
            if disc not in (small, mark, ring):
                self._fault(f"what is the disc at {_place(disc.path)}?")
        found = self._mark(mark) + (["ring"] if ring else [])
        killer = self._killer(small) if small else None
        number = self._inner_text(mark, killer)
        found += [f"killer {killer.string}"] if killer else []
        found += [f"{'number' if mark else 'letter'} {number.string}"] if number else []
        found += ["slash"] if self._slash(number if mark else None) else []
        self._check_order()
        return found

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.name}: {what}")

    def _one(self, what: str, discs: list[_Disc]) -> _Disc | None:
        if len(discs) > 1:
            self._fault(f"{len(discs)} discs where one {what} should be")
        if not discs:
            return None
        disc = discs[0]
        self.orders.append((disc.order, what))
        if not _is_within(
            disc.path.width / self.cell, {"mark": _OUTLINE, "ring": _RING_WIDTH}.get(what, (0, _OUTLINE[0]))
        ):
            self._fault(f"the {what}'s outline is {disc.path.width:.2f} mm wide")
        if what != "small disc" and dist(disc.circle.centre, self.centre) > NEAR:
            self._fault(f"the {what} is {dist(disc.circle.centre, self.centre):.2f} mm off the middle")
        return disc

    def _has_radius(self, disc: _Disc, range_of: tuple[float, float]) -> bool:
        return _is_within(disc.circle.radius / self.cell, range_of)

    def _is_small(self, disc: _Disc) -> bool:
        """Return whether a disc is a killing move's: dark, white-edged, in the upper right corner, inside the cell."""
        x, y = disc.circle.centre[0] - self.centre[0], self.centre[1] - disc.circle.centre[1]
        inside = max(x, y) + disc.circle.radius <= self.cell / 2 + NEAR
        in_corner = abs(x - y) <= NEAR and x > 0.1 * self.cell
        return _is_dark(disc.path.fill) and not _is_dark(disc.path.stroke) and inside and in_corner and (
            self._has_radius(disc, _SMALL)
        )  # fmt: skip

    def _mark(self, disc: _Disc | None) -> list[str]:
        return [f"mark {_side(disc.path)}"] if disc else []

    # ------------------------------------------------------------ strings

    def _killer(self, disc: _Disc) -> SeenText | None:
        """Return the number in a small disc: white, in its middle."""
        inside = [
            (order, text) for order, text in self.contents.texts if dist(centre_of(text.box), disc.circle.centre)
            < disc.circle.radius / 2
        ]  # fmt: skip
        if len(inside) != 1:
            self._fault(f"the small disc bears {len(inside)} numbers")
            return None
        order, text = inside[0]
        self.orders.append((order, "small disc's number"))
        self.sizes.append(("killer", text))
        self._check_text(text, disc.circle.centre, "white")
        if not text.string.isdigit():
            self._fault(f"the small disc bears {text.string!r}")
        return text

    def _inner_text(self, mark: _Disc | None, killer: SeenText | None) -> SeenText | None:
        """Return the number of the mark, or the letter of an empty cell."""
        texts = [(order, text) for order, text in self.contents.texts if text is not killer]
        if not texts:
            return None
        order, text = texts[0]
        if len(texts) > 1:
            self._fault(f"{' and '.join(repr(t.string) for _, t in texts)} stand in one cell")
        self.orders.append((order, "number"))
        self.sizes.append(("number" if mark else "letter", text))
        self._check_text(text, self.centre, "white" if mark and _side(mark.path) == "A" else "dark")
        if text.string.isdigit() != (mark is not None):
            self._fault(f"what is {text.string!r} {'in a mark' if mark else 'in an empty cell'}?")
        return text

    def _check_text(self, text: SeenText, middle: Point, tone: str) -> None:
        """Check that a string's ink is around `middle`, and dark or white as it must be to be read."""
        x, y = centre_of(text.box)
        em = text.size * MM_PER_POINT
        # Ink is not quite in the middle of a digit's width; digits are equally high but for what round ones overshoot,
        # letters (which stand as high above their line as digits do) are not.
        across, down = 0.12 * em + NEAR, (0.03 if text.string.isdigit() else 0.25) * em + NEAR
        if abs(x - middle[0]) > across or abs(y - middle[1]) > down:
            self._fault(f"{text.string!r} is {dist((x, y), middle):.2f} mm off its place")
        if not (_is_white(text.colour) if tone == "white" else _is_dark(text.colour)):
            self._fault(f"{text.string!r} is not {tone}")

    # ------------------------------------------------------------ slashes

    def _slash(self, number: SeenText | None) -> bool:
        """Return whether a slash crosses the cell: dark pieces on white ones, broken where the mark's number stands."""
        if not self.contents.slants:
            return False
        dark = [slant for slant in self.contents.slants if _is_dark(slant.path.stroke)]
        white = [slant for slant in self.contents.slants if _is_white(slant.path.stroke)]
        if len(dark) + len(white) != len(self.contents.slants):
            self._fault("a slanting line is neither dark nor white")
        pieces = sorted(self._along(slant) for slant in dark)
        if pieces != sorted(self._along(slant) for slant in white):
            self._fault("the slash and the white behind it are not of one length")
        self._check_pieces(pieces, number)
        for slants, range_of in ((dark, _SLASH), (white, _WHITE)):
            for slant in slants:
                if not _is_within(slant.stroke.width / self.cell, range_of):
                    self._fault(f"a line of the slash is {slant.stroke.width:.2f} mm wide")
        self.orders += [(slant.order, "slash") for slant in dark]
        self.orders += [(slant.order, "white") for slant in white]
        return bool(dark)

    def _along(self, slant: _Slant) -> tuple[float, float]:
        """Return where a slanting line begins and ends on the falling diagonal, in mm from the cell's middle."""
        ends = [(x - self.centre[0], y - self.centre[1]) for x, y in (slant.stroke.a, slant.stroke.b)]
        if any(abs(x - y) > NEAR for x, y in ends):
            self._fault(f"the line at {_place(slant.path)} is not on the diagonal")
        begin, end = sorted(round(x, 2) for x, _ in ends)
        return begin, end

    def _check_pieces(self, pieces: list[tuple[float, float]], number: SeenText | None) -> None:
        """Check that a slash goes from corner to corner, in one piece, or in two that leave the number free."""
        if len(pieces) != (2 if number else 1):
            self._fault(f"the slash is in {len(pieces)} pieces")
            return
        first, last, least = pieces[0][0], pieces[-1][1], _REACH * self.cell
        if -first < least or last < least or abs(first + last) > NEAR:
            self._fault("the slash does not go from corner to corner")
        if number:
            left, right = number.box[0] - self.centre[0], number.box[2] - self.centre[0]
            top, bottom = number.box[1] - self.centre[1], number.box[3] - self.centre[1]
            # A point of the diagonal is clear of the number's box where it is beyond it either way.
            if pieces[0][1] > max(left, top) + NEAR and pieces[1][0] < min(right, bottom) - NEAR:
                self._fault(f"the slash runs through {number.string!r}")

    # ------------------------------------------------------------ order

    def _check_order(self) -> None:
        """Check that nothing is painted over what it would hide."""
        ranks = ["mark", "ring", "white", "slash", "number", "small disc", "small disc's number"]
        painted = [ranks.index(what) for _, what in sorted(self.orders)]
        if painted != sorted(painted):
            self._fault("its parts are painted in an order that hides some")


def _is_within(value: float, range_of: tuple[float, float]) -> bool:
    return range_of[0] <= value <= range_of[1]


def _is_ring(path: SeenPath) -> bool:
    return path.fill is None and _is_dark(path.stroke)


def _place(thing: Seen) -> str:
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"

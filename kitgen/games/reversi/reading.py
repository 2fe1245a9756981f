"""Reads a reversi figure from a finished page: which squares hold which discs, numbers, rings and dots; and cut-outs.

Works on shapes and strings in mm alone. Every object must be explained, stand where it belongs to 0.05 mm, and be
painted in an order that hides nothing; what is not explained is refused with its place. Shares no code with the
drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import dist

from kitgen.errors import Fault, ProofFailed
from kitgen.play.contract import View, Words
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

NEAR = 0.05  # mm that a centre may be off its place

# Radii and widths of strokes in cells, least and most, by what a circle may be.
_RADIUS = {"disc": (0.24, 0.36), "ring": (0.40, 0.46), "seat": (0.13, 0.17), "dot": (0.08, 0.12)}
_WIDTH = {"disc": (0.035, 0.055), "ring": (0.025, 0.045), "seat": (0.015, 0.025), "flip": (0.04, 0.06)}
_FLIP = (0.5, 0.7)  # radius of a ring inside a disc, in radii of the disc
_ORDER = ("disc", "seat", "ring", "flip", "number", "dot")  # what is painted later lies on top


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    return _Figure(seen).view()


def transcript(view: View) -> str:
    """Return the moves of a numbered game in order, 'f5d6c3'; raises ProofFailed where a number is missing or twice."""
    squares: dict[int, str] = {}
    for name, tokens in view.cells.items():
        for token in tokens:
            kind, _, value = token.partition(" ")
            if kind == "number":
                if int(value) in squares:
                    raise ProofFailed(f"move {value} stands on {squares[int(value)]} and on {name}")
                squares[int(value)] = name
    for number in range(1, len(squares) + 1):
        if number not in squares:
            raise ProofFailed(f"move {number} stands on no square; the last number is {max(squares)}")
    return "".join(squares[number] for number in sorted(squares))


def read_symbol(seen: Sequence[Seen]) -> str:
    """Return the side whose symbol the objects are: one disc, filled (black) or hollow (white); raises ProofFailed."""
    things = [(thing, as_circle(thing)) for thing in seen if isinstance(thing, SeenPath)]
    if len(seen) != 1 or len(things) != 1 or things[0][1] is None:
        raise ProofFailed("a side's symbol is not one disc")
    side = _side(things[0][0])
    # A disc's outline is 0.045 of a cell and its radius 0.34 (0.25 in low ink).
    if side is None or not 0.08 < things[0][0].width / things[0][1].radius < 0.25:
        raise ProofFailed("a side's symbol is neither filled nor hollow")
    return side


def _is_dark(colour: Colour | None) -> bool:
    return colour is not None and lightness(colour) < 0.5


def _is_white(colour: Colour | None) -> bool:
    return colour is not None and lightness(colour) > 0.99


def _side(path: SeenPath) -> str | None:
    """Return whose disc a path is: black is filled, white hollow, both outlined; None for one of another kind."""
    if not _is_dark(path.stroke):
        return None
    return "black" if _is_dark(path.fill) else "white" if _is_white(path.fill) else None


def _is_within(value: float, range_of: tuple[float, float]) -> bool:
    return range_of[0] <= value <= range_of[1]


def _place(thing: Seen) -> str:
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"


# ---------------------------------------------------------------- a figure


@dataclass(frozen=True, slots=True)
class _Round:
    order: int
    path: SeenPath
    circle: Circle


@dataclass(slots=True)
class _Contents:
    """What stands in one cell, as found."""

    rounds: list[_Round] = field(default_factory=list)
    texts: list[tuple[int, SeenText]] = field(default_factory=list)


class _Figure:
    """One figure being read; objects are known by their place in the order of painting."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.inside: dict[tuple[int, int], _Contents] = {}
        self.outside: list[SeenText] = []
        self.beside: list[_Round] = []
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
                    self.faults.append(f"a line of the grid is painted over discs, at {_place(thing)}")
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
        circle = as_circle(thing)
        if circle:
            (contents.rounds if contents else self.beside).append(_Round(order, thing, circle))
        else:
            self.faults.append(f"what is the shape at {_place(thing)}?")

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        columns, rows = self._labels()
        notes = tuple(self._notes())
        cells = {}
        for (column, row), contents in sorted(self.inside.items(), key=lambda item: item[0][::-1]):
            if column < len(columns) and row < len(rows):
                name = columns[column] + rows[row]
                reader = _CellReader(name, self.grid.centre(column, row), self.grid.cell, contents)
                cells[name] = tuple(sorted(reader.tokens()))
                self.faults += reader.faults
        if self.faults:
            raise ProofFailed(map(Fault, self.faults))
        return View(columns, rows, cells, self.grid.open, notes)

    def _labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the labels above and left, or those by count where none are printed."""
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
        if not above and not left:
            return tuple(chr(97 + n) for n in range(wide)), tuple(str(n + 1) for n in range(high))
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
        """Yield whose turn it is, where a disc stands right of the grid beside its first row."""
        for number, disc in enumerate(self.beside):
            side, (x, y) = _side(disc.path), disc.circle.centre
            level = abs(y - (self.grid.rows[0] + self.grid.cell / 2)) < NEAR
            if number or side is None or not level or x - disc.circle.radius < self.grid.columns[-1]:
                self.faults.append(f"what is the disc at {_place(disc.path)}?")
            else:
                yield f"to move {side}"


class _CellReader:
    """One cell being read: its name and centre, the side of a cell, and what stands in it."""

    def __init__(self, name: str, centre: Point, cell: float, contents: _Contents) -> None:
        self.name, self.centre, self.cell, self.contents = name, centre, cell, contents
        self.faults: list[str] = []
        self.painted: list[str] = []  # what was recognised, in the order of painting

    def tokens(self) -> list[str]:
        """Return what the cell shows; `faults` then says what was not explained."""
        disc = next((r for r in self.contents.rounds if self._is_disc(r)), None)
        found = [(r.order, self._name(r, disc), r.path) for r in self.contents.rounds]
        tokens = [self._token(kind, path) for _, kind, path in found if kind]
        number = self._number(disc)
        tokens += [f"number {number[1].string}"] if number else []
        orders = [(order, kind) for order, kind, _ in found if kind] + ([(number[0], "number")] if number else [])
        self._check_order([kind for _, kind in sorted(orders)])
        return tokens

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.name}: {what}")

    def _token(self, kind: str, path: SeenPath) -> str:
        return f"{kind} {_side(path)}" if kind in ("disc", "seat") else kind

    def _is_disc(self, item: _Round) -> bool:
        return _is_within(item.circle.radius / self.cell, _RADIUS["disc"]) and _side(item.path) is not None

    def _name(self, item: _Round, disc: _Round | None) -> str:
        """Return what a circle is, "" (and a fault) for none of what may stand in a cell."""
        kind = self._kind(item, disc)
        if not kind:
            self._fault(f"what is the circle at {_place(item.path)}?")
            return ""
        off = dist(item.circle.centre, self.centre)
        if off > NEAR:
            self._fault(f"the {kind} is {off:.2f} mm off the middle")
        if kind in _WIDTH and not _is_within(item.path.width / self.cell, _WIDTH[kind]):
            self._fault(f"the {kind}'s line is {item.path.width:.2f} mm wide")
        return kind

    def _kind(self, item: _Round, disc: _Round | None) -> str:
        path, radius = item.path, item.circle.radius / self.cell
        if self._is_disc(item):
            return "disc"
        if path.fill is None and path.stroke is not None:
            if _is_within(radius, _RADIUS["ring"]):
                return "ring" if _is_dark(path.stroke) else ""
            if disc and _is_within(item.circle.radius / disc.circle.radius, _FLIP):
                seen = _is_white if _side(disc.path) == "black" else _is_dark
                return "flip" if seen(path.stroke) else ""
            return ""
        if _side(path) and _is_within(radius, _RADIUS["seat"]):
            return "seat"
        return "dot" if path.stroke is None and _is_dark(path.fill) and _is_within(radius, _RADIUS["dot"]) else ""

    def _number(self, disc: _Round | None) -> tuple[int, SeenText] | None:
        """Return the number on the disc: in its middle, white on a black disc and dark on a white one."""
        if not self.contents.texts:
            return None
        order, text = self.contents.texts[0]
        if len(self.contents.texts) > 1:
            self._fault(f"{' and '.join(repr(t.string) for _, t in self.contents.texts)} stand in one square")
        if disc is None or not text.string.isdecimal():
            self._fault(f"what is {text.string!r} {'on a disc' if disc else 'on an empty square'}?")
            return None
        self._check_text(text, "white" if _side(disc.path) == "black" else "dark")
        return order, text

    def _check_text(self, text: SeenText, tone: str) -> None:
        """Check that a number's ink is around the middle of the cell, and dark or white as it must be to be read."""
        x, y = centre_of(text.box)
        em = text.size * MM_PER_POINT
        # Ink is not quite in the middle of a digit's width; round digits overshoot the height of the others.
        if abs(x - self.centre[0]) > 0.12 * em + NEAR or abs(y - self.centre[1]) > 0.03 * em + NEAR:
            self._fault(f"{text.string!r} is {dist((x, y), self.centre):.2f} mm off the middle")
        if not (_is_white(text.colour) if tone == "white" else _is_dark(text.colour)):
            self._fault(f"{text.string!r} is not {tone}")

    def _check_order(self, painted: list[str]) -> None:
        """Check that nothing stands twice, together with what it excludes, or painted over what it would hide."""
        ranks = [_ORDER.index(kind) for kind in painted]
        if ranks != sorted(set(ranks)):
            self._fault(f"{', '.join(painted)}: one stands twice, or hides another")
        kinds = set(painted)
        if kinds & {"dot", "seat"} and len(kinds) > 1:
            self._fault(f"{', '.join(painted)} in one square")
        if kinds & {"ring", "flip"} and "disc" not in kinds:
            self._fault("a ring without a disc")


# ---------------------------------------------------------------- discs to cut out

_WHOLE = (0.36, 0.46)  # radius of a disc, in widths of its part
_INNER = (0.65, 0.85)  # radius of the ring inside it, in radii of the disc
_CORE = (0.45, 0.62)  # radius of what is filled of a dark side in low ink


def read_part(seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
    """Return what a front shows, sorted: "disc black" or "disc white", and "set N"; raises ProofFailed."""
    paths = [thing for thing in seen if isinstance(thing, SeenPath)]
    texts = [thing for thing in seen if isinstance(thing, SeenText)]
    side, centre = _read_side(paths)
    tokens = [f"disc {side}"]
    for text in texts:
        x, y = centre_of(text.box)
        plain = _is_white(text.colour) if side == "black" else _is_dark(text.colour)
        if not plain or dist((x, y), centre) > 0.2 * text.size * MM_PER_POINT or seen.index(text) < len(paths):
            raise ProofFailed(f"{text.string!r} at {_place(text)} is no set mark in the middle of a disc")
        tokens.append(f"set {text.string}")
    return tuple(sorted(tokens))


def read_back(seen: Sequence[Seen]) -> str:
    """Return the back that the objects show: "disc white" or "disc black"; raises ProofFailed."""
    if any(isinstance(thing, SeenText) for thing in seen):
        raise ProofFailed("the back of a disc bears a text")
    return f"disc {_read_side([thing for thing in seen if isinstance(thing, SeenPath)])[0]}"


def _read_side(paths: Sequence[SeenPath]) -> tuple[str, Point]:
    """Return which side of a disc two circles about one centre are, and the centre.

    Dark: a filled disc with a white ring in it, or, in low ink, a hollow one with a filled core. Light: a hollow disc
    with a dark ring.
    """
    circles = [as_circle(path) for path in paths]
    if len(paths) != 2 or circles[0] is None or circles[1] is None:
        raise ProofFailed(f"a disc is not two circles, but {len(paths)} shapes")
    whole, inner = circles[0], circles[1]
    outer, mark = paths
    if dist(whole.centre, inner.centre) > NEAR or _side(outer) is None:
        raise ProofFailed(f"the circles at {_place(outer)} are no side of a disc")
    share = inner.radius / whole.radius
    if _is_within(share, _INNER) and mark.fill is None:
        if _side(outer) == "black" and _is_white(mark.stroke):
            return "black", whole.centre
        if _side(outer) == "white" and _is_dark(mark.stroke):
            return "white", whole.centre
    if _is_within(share, _CORE) and _side(outer) == "white" and _is_dark(mark.fill):
        return "black", whole.centre
    raise ProofFailed(f"the circles at {_place(outer)} are no side of a disc")

"""Reads figures and pieces of Royal edge escape from a finished page, by shapes and strings in mm alone.

A piece is a shape and the letter that belongs to it; K a diamond with a second line, D a disc, A a square. Each object
must be explained, stand where it belongs to NEAR mm, and hide nothing; what is not explained is refused with its place.
Shares no code with the drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import dist, hypot
from typing import Literal

from kitgen.errors import Fault, ProofFailed
from kitgen.play.contract import View, Words
from kitgen.play.seen import (
    GridLines,
    Point,
    Seen,
    SeenPath,
    SeenText,
    Stroke,
    as_circle,
    as_line,
    as_polygon,
    as_rectangle,
    bounds,
    centre_of,
    lightness,
    recover_grid,
    strokes_of,
)
from kitgen.units import MM_PER_POINT

NEAR = 0.05  # mm that a centre or an end may be off its place

_LETTER_OF = {"diamond": "K", "round": "D", "square": "A"}
# Half widths in cells: the three outlines, K's second line, the ring where a slide began and the one around its piece.
_HALF = {"diamond": (0.40, 0.46), "round": (0.31, 0.37), "square": (0.27, 0.33)}
_INNER, _FROM, _RING = (0.34, 0.39), (0.17, 0.23), (0.44, 0.49)
_HEIGHT = (0.24, 0.34)  # of a letter, in cells
_CROSS = ((0.15, 0.25), (0.37, 0.46))  # where the arms of a cross begin and end along each axis, in cells
_JOIN = (0.02, 0.09)  # cells between the arrow and the rings that it joins
_THIN = 0.25  # mm that any stroke may be wide, however small the cell

Kind = Literal["diamond", "round", "square", "line", "arrow", "other"]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A path as a shape: `half` is half its width; `tip` the first corner of an arrow's head."""

    order: int
    path: SeenPath
    kind: Kind
    centre: Point
    half: float

    @property
    def is_hollow(self) -> bool:
        return self.path.fill is None

    @property
    def is_outlined(self) -> bool:
        return _is_dark(self.path.stroke)


def _is_dark(colour: tuple[int, int, int] | None) -> bool:
    return colour is not None and lightness(colour) < 0.5


def _is_light(colour: tuple[int, int, int] | None) -> bool:
    return colour is not None and lightness(colour) > 0.9


def _shape(order: int, path: SeenPath) -> _Shape:
    centre = centre_of(bounds(path))
    left, top, right, bottom = bounds(path)
    half = (right - left) / 2
    return _Shape(order, path, _kind(path, centre, half, abs(right - left - bottom + top) < NEAR), centre, half)


def _kind(path: SeenPath, centre: Point, half: float, is_even: bool) -> Kind:
    if as_line(path):
        return "line"
    corners, box = as_polygon(path), as_rectangle(path)
    if corners and len(corners) == 3:
        return "arrow"
    if not is_even:
        return "other"
    if as_circle(path) or (box and abs(box.radius - half) < NEAR):
        return "round"
    if box and not box.radius:
        return "square"
    x, y = centre
    points = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    if corners and len(corners) == 4 and all(min(dist(c, p) for p in points) < NEAR for c in corners):
        return "diamond"
    return "other"


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    return _Figure(seen).view()


def read_symbol(seen: Sequence[Seen]) -> str:
    """Return the piece that the objects are, or, of a shape without a letter, the side; raises ProofFailed."""
    return _Piece(seen).sign()


def read_part(seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
    """Return what the front of a piece to cut out shows: its kind, and its set mark; raises ProofFailed."""
    return _Piece(seen).tokens()


def read_back(seen: Sequence[Seen]) -> str:
    """Return "weave" for the back of a piece: rings and dots in turn, five by five; raises ProofFailed for others."""
    found = [_shape(n, thing) for n, thing in enumerate(seen) if isinstance(thing, SeenPath)]
    if len(found) != 25 or len(seen) != 25 or any(shape.kind != "round" for shape in found):
        raise ProofFailed(f"a back of {len(seen)} objects is not five by five rings and dots")
    xs, ys = sorted({round(s.centre[0], 2) for s in found}), sorted({round(s.centre[1], 2) for s in found})
    if len(xs) != 5 or len(ys) != 5 or len({(round(s.centre[0], 2), round(s.centre[1], 2)) for s in found}) != 25:
        raise ProofFailed("the rings and dots of a back stand in no rows")
    for shape in found:
        is_ring = (xs.index(round(shape.centre[0], 2)) + ys.index(round(shape.centre[1], 2))) % 2 == 0
        if shape.is_hollow != is_ring or (shape.path.stroke is None) == is_ring:
            raise ProofFailed(f"the mark at {_place(shape.path)} breaks the pattern of the back")
    return "weave"


def _place(thing: Seen) -> str:
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"


# ---------------------------------------------------------------- a piece that stands alone


class _Piece:
    """A piece to cut out, or the sign of a side: its own shape gives the scale."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.texts = [thing for thing in seen if isinstance(thing, SeenText)]
        shapes = [_shape(n, thing) for n, thing in enumerate(seen) if isinstance(thing, SeenPath)]
        self.lines = [shape for shape in shapes if shape.kind == "line"]
        outlines = [shape for shape in shapes if shape.kind in _HALF]
        if not outlines or len(outlines) + len(self.lines) != len(shapes):
            raise ProofFailed("what stands there is no piece: it has no shape of its own, or more than that")
        self.outline, *self.more = outlines

    def sign(self) -> str:
        """Return the letter of a piece that is but a shape and one letter, or the side that a bare shape is of."""
        shape, letters = self.outline, self.texts
        piece = _LETTER_OF[shape.kind]
        dark = (0, 0, 0) if not _is_dark(shape.path.fill) else (255, 255, 255)
        colour = letters[0].colour if letters else dark
        if len(letters) > 1 or self.lines or not _is_piece(shape, self.more, piece, colour):
            raise ProofFailed(f"a {shape.kind} and {len(letters)} letters are no sign of a piece or a side")
        if not letters:
            return {"K": "king", "A": "attackers"}.get(piece, "no side")
        if letters[0].string != piece or dist(centre_of(letters[0].box), shape.centre) > 0.2 * shape.half:
            raise ProofFailed(f"the {shape.kind} bears the letter {letters[0].string!r}, or bears it beside its middle")
        return piece

    def tokens(self) -> tuple[str, ...]:
        """Return the piece and its set mark; raises ProofFailed with every fault."""
        shape, (x, y) = self.outline, self.outline.centre
        inner = [text for text in self.texts if dist(centre_of(text.box), shape.centre) < shape.half]
        outer = [text for text in self.texts if text not in inner]
        letter = self._pair(inner, "letter")
        if letter and not _is_piece(shape, self.more, letter.string, letter.colour):
            self.faults.append(f"a {shape.kind} bears the letter {letter.string!r}")
        for line in self.lines:
            left, top, right, bottom = bounds(line.path)
            if dist(line.centre, shape.centre) > NEAR or bottom - top > NEAR or right - left > 2 * shape.half:
                self.faults.append(f"what is the line at {_place(line.path)}?")
        mark = self._pair(outer, "set mark") if outer else None
        if mark and not (mark.string.isdigit() and _is_dark(mark.colour)):
            self.faults.append(f"what is {mark.string!r} in the corner?")
        if mark and shape.kind == "square" and max(mark.box[0] - x, mark.box[1] - y) < shape.half + shape.path.width / 2:
            self.faults.append(f"the set mark {mark.string!r} touches the square")
        if self.faults or letter is None:
            raise ProofFailed(Fault(fault) for fault in self.faults)
        return tuple(sorted([f"piece {letter.string}", *([f"set {mark.string}"] if mark else [])]))

    def _pair(self, texts: list[SeenText], what: str) -> SeenText | None:
        """Return one of two equal strings that look at the two seats: half a turn about the middle brings each onto
        the other, the upright one nearer to its reader."""
        (x, y) = self.outline.centre
        if len(texts) != 2:
            self.faults.append(f"{len(texts)} strings where a {what} for each seat should be")
            return None
        near, far = sorted(texts, key=lambda text: -centre_of(text.box)[1])
        turned_at = (2 * x - far.at[0], 2 * y - far.at[1])
        same = (near.string, near.size, near.colour) == (far.string, far.size, far.colour)
        turned_box = tuple(2 * m - far.box[n] for n, m in ((2, x), (3, y), (0, x), (1, y)))
        apart = max(abs(a - b) for a, b in zip(near.box, turned_box, strict=True))
        is_upright = abs(near.at[1] - near.box[3]) < abs(near.at[1] - near.box[1])
        if not same or dist(near.at, turned_at) > NEAR or apart > NEAR or not is_upright:
            self.faults.append(f"the {what} {near.string!r} does not stand alike for both seats")
        return near


def _is_piece(outline: _Shape, more: Sequence[_Shape], letter: str, colour: tuple[int, int, int]) -> bool:
    """Return whether a shape, what lies on it, and a letter make a whole piece."""
    if _LETTER_OF[outline.kind] != letter or not outline.is_outlined or outline.path.dashed or outline.is_hollow:
        return False
    filled = _is_dark(outline.path.fill)
    if (filled and letter != "A") or not (filled or _is_light(outline.path.fill)):
        return False
    if letter == "A" and not filled and outline.path.width < 0.15 * outline.half:
        return False  # a hollow attacker has a heavy outline
    if _is_light(colour) != filled or _is_dark(colour) == filled:
        return False
    return _has_second_line(outline, more) if letter == "K" else not more


def _has_second_line(outline: _Shape, more: Sequence[_Shape]) -> bool:
    if len(more) != 1:
        return False
    second = more[0]
    share = second.half / outline.half
    alike = second.kind == "diamond" and second.is_hollow and second.is_outlined and not second.path.dashed
    return alike and 0.75 < share < 0.95 and dist(second.centre, outline.centre) < NEAR and second.order > outline.order


# ---------------------------------------------------------------- a board


@dataclass(slots=True)
class _Contents:
    """What stands in one square, as found."""

    shapes: list[_Shape] = field(default_factory=list)
    arms: list[_Shape] = field(default_factory=list)
    texts: list[tuple[int, SeenText]] = field(default_factory=list)


class _Figure:
    """One figure being read; objects are known by their place in the order of painting."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.faults: list[str] = []
        self.inside: dict[tuple[int, int], _Contents] = {}
        self.outside: list[SeenText] = []
        self.beside: list[_Shape] = []
        self.arrow: list[_Shape] = []
        self.grid, rest = self._grid(seen)
        for order, thing in rest:
            self._sort_in(order, thing)

    def _grid(self, seen: Sequence[Seen]) -> tuple[GridLines, list[tuple[int, Seen]]]:
        """Return the grid and the other objects; it is painted first. Raises ProofFailed when the lines make none."""
        ruled: list[Stroke] = []
        count = 0
        for thing in seen:
            strokes = strokes_of(thing) if isinstance(thing, SeenPath) and not thing.dashed else ()
            if not strokes:
                break
            ruled += strokes
            count += 1
        grid = recover_grid(ruled)
        if grid is None or grid.open:
            raise ProofFailed("its lines make no framed grid of equal squares")
        return grid, list(enumerate(seen))[count:]

    def _sort_in(self, order: int, thing: Seen) -> None:
        """Put an object into its square, or beside the grid."""
        at = self.grid.cell_at(centre_of(bounds(thing)))
        if isinstance(thing, SeenText):
            if at:
                self.inside.setdefault(at, _Contents()).texts.append((order, thing))
            else:
                self.outside.append(thing)
            return
        shape = _shape(order, thing)
        if shape.kind == "arrow" or (shape.kind == "line" and not self._is_arm(shape)):
            self.arrow.append(shape)
        elif at is None:
            self.beside.append(shape)
        else:
            contents = self.inside.setdefault(at, _Contents())
            (contents.arms if shape.kind == "line" else contents.shapes).append(shape)

    def _is_arm(self, line: _Shape) -> bool:
        left, top, right, bottom = bounds(line.path)
        return min(right - left, bottom - top) > NEAR

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        columns, rows = self._labels()
        cells: dict[str, tuple[str, ...]] = {}
        ends: dict[str, list[tuple[int, int]]] = {"from": [], "ring": []}
        for (column, row), contents in self.inside.items():
            if column >= len(columns) or row >= len(rows):
                continue
            name = columns[column] + rows[row]
            reader = _SquareReader(name, self.grid.centre(column, row), self.grid.cell, contents)
            cells[name] = tuple(sorted(reader.tokens()))
            self.faults += reader.faults
            for token, places in ends.items():
                places += [(column, row)] * (token in cells[name])
        self._check_arrow(ends)
        notes = tuple(self._notes())
        if self.faults:
            raise ProofFailed(map(Fault, self.faults))
        return View(columns, rows, cells, frozenset(), notes)

    # ------------------------------------------------------------ around the grid

    def _labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the labels: each column's stands above and below it, each row's left and right."""
        grid = self.grid
        wide, high = len(grid.columns) - 1, len(grid.rows) - 1
        sides: dict[str, dict[int, str]] = {"above": {}, "below": {}, "left": {}, "right": {}}
        for text in self.outside:
            x, y = centre_of(text.box)
            across, down = (x - grid.columns[0]) / grid.cell, (y - grid.rows[0]) / grid.cell
            if 0 < across < wide:
                self._label(sides["above" if y < grid.rows[0] else "below"], across, text)
            elif 0 < down < high:
                self._label(sides["left" if x < grid.columns[0] else "right"], down, text)
            else:
                self.faults.append(f"what is {text.string!r} at {_place(text)}?")
        for one, other, number in (("above", "below", wide), ("left", "right", high)):
            if len(sides[one]) != number or sides[one] != sides[other]:
                self.faults.append(f"the labels {one} and {other} are not alike, one for each of {number} lines")
        above, left = sides["above"], sides["left"]
        return tuple(above[n] for n in sorted(above)), tuple(left[n] for n in sorted(left))

    def _label(self, labels: dict[int, str], at: float, text: SeenText) -> None:
        """Keep a label whose middle is `at` squares from the edge; it must stand before the middle of one line."""
        slot = int(at)
        slack = (0.12 * text.size * MM_PER_POINT + NEAR) / self.grid.cell  # ink is not quite in a letter's middle
        if (
            abs(at - slot - 0.5) > slack
            or slot in labels
            or text.string in labels.values()
            or not _is_dark(text.colour)
        ):
            self.faults.append(f"the label {text.string!r} at {_place(text)} belongs to no line of its own")
        labels[slot] = text.string

    def _notes(self) -> Iterator[str]:
        """Yield whose turn it is, where the outline of K or of an attacker stands below the lower right corner."""
        for number, shape in enumerate(self.beside):
            side = {"diamond": "king", "square": "attackers"}.get(shape.kind)
            _, _, right, bottom = self.grid.box
            in_corner = shape.centre[0] > right and shape.centre[1] > bottom
            if number or side is None or not in_corner or shape.is_hollow or not shape.is_outlined:
                self.faults.append(f"what is the shape at {_place(shape.path)}?")
            else:
                yield f"to move {side}"

    # ------------------------------------------------------------ the slide

    def _check_arrow(self, ends: dict[str, list[tuple[int, int]]]) -> None:
        """Check that an arrow, a line and its head, leads from one ring to the other."""
        if not self.arrow and not ends["from"] and not ends["ring"]:
            return
        kinds = sorted(shape.kind for shape in self.arrow)
        if kinds != ["arrow", "line"] or len(ends["from"]) != 1 or len(ends["ring"]) != 1:
            self.faults.append(f"a slide is a ring, an arrow and a ring; there are {', '.join(kinds) or 'no arrow'}")
            return
        head, line = sorted(self.arrow, key=lambda shape: shape.kind)
        a, b = self.grid.centre(*ends["from"][0]), self.grid.centre(*ends["ring"][0])
        along = sorted(self._along(a, b, point) for point in as_line(line.path) or ())
        tip = max((self._along(a, b, point) for point in as_polygon(head.path) or ()), default=(0.0, 1.0))
        length, cell = dist(a, b), self.grid.cell
        begins = _FROM[0] + _JOIN[0] <= along[0][0] / cell <= _FROM[1] + _JOIN[1]
        arrives = _RING[0] + _JOIN[0] - 0.02 <= (length - tip[0]) / cell <= _RING[1] + _JOIN[1]
        straight = max(abs(off) for _, off in (*along, tip)) < NEAR
        dark = _is_dark(head.path.fill) and line.is_outlined and line.path.width < max(_THIN, 0.05 * cell)
        if not (begins and arrives and straight and dark and along[1][0] < tip[0]):
            self.faults.append("the arrow does not lead from the ring where the slide began to its end")

    def _along(self, a: Point, b: Point, point: Point) -> tuple[float, float]:
        """Return how far along the way from a to b a point lies, and how far beside it, in mm."""
        length = hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        x, y = point[0] - a[0], point[1] - a[1]
        return x * ux + y * uy, y * ux - x * uy


class _SquareReader:
    """One square being read: its name and centre, the side of a square, and what stands in it."""

    def __init__(self, name: str, centre: Point, cell: float, contents: _Contents) -> None:
        self.name, self.centre, self.cell, self.contents = name, centre, cell, contents
        self.faults: list[str] = []

    def tokens(self) -> list[str]:
        """Return what the square shows; `faults` then says what was not explained."""
        found = []
        rest = list(self.contents.shapes)
        for shape in self.contents.shapes:
            if dist(shape.centre, self.centre) > NEAR:
                self._fault(f"a {shape.kind} is {dist(shape.centre, self.centre):.2f} mm off the middle")
        for token, half in (("from", _FROM), ("ring", _RING)):
            rings = [shape for shape in rest if self._is_ring(shape, half)]
            found += [token] if rings else []
            if len(rings) > 1:
                self._fault("a ring stands twice")
            rest = [shape for shape in rest if shape not in rings]
        return found + self._piece(rest)

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.name}: {what}")

    def _is_ring(self, shape: _Shape, half: tuple[float, float]) -> bool:
        thin = shape.path.width <= max(_THIN, 0.05 * self.cell)
        hollow = shape.is_hollow and shape.is_outlined and not shape.path.dashed
        return shape.kind == "round" and hollow and thin and half[0] <= shape.half / self.cell <= half[1]

    def _piece(self, shapes: list[_Shape]) -> list[str]:
        """Return the piece, the piece that was taken, or the letter that names the square."""
        text = self._text()
        if not shapes:
            return self._bare(text)
        outline, *more = shapes
        if text is None:
            self._fault(f"a {outline.kind} without a letter")
            return []
        low, high = _HALF.get(outline.kind, (1.0, 0.0))
        if not low <= outline.half / self.cell <= high:
            self._fault(f"what is the {outline.kind} at {_place(outline.path)}?")
        elif any(shape.order > self.contents.texts[0][0] for shape in shapes):
            self._fault("a shape is painted over the letter")
        elif _is_piece(outline, more, text.string, text.colour) and not self.contents.arms:
            self._check_second(more)
            return [f"piece {text.string}"]
        elif self._is_taken(outline, more, text):
            return [f"taken {text.string}"]
        else:
            self._fault(f"a {outline.kind} with {text.string!r} is no whole piece, nor one that was taken")
        return []

    def _check_second(self, more: Sequence[_Shape]) -> None:
        if any(not _INNER[0] <= shape.half / self.cell <= _INNER[1] for shape in more):
            self._fault("the second line of K is out of place")

    def _text(self) -> SeenText | None:
        """Return the one string of the square, which stands in its middle."""
        texts = [text for _, text in self.contents.texts]
        if len(texts) > 1:
            self._fault(f"{' and '.join(repr(text.string) for text in texts)} stand in one square")
        if not texts:
            return None
        em = texts[0].size * MM_PER_POINT
        x, y = centre_of(texts[0].box)
        down = (0.03 if texts[0].string.isupper() else 0.25) * em + NEAR
        if abs(x - self.centre[0]) > 0.12 * em + NEAR or abs(y - self.centre[1]) > down:
            self._fault(f"{texts[0].string!r} is {dist((x, y), self.centre):.2f} mm off its place")
        if (
            texts[0].string.isupper()
            and not _HEIGHT[0] <= (texts[0].box[3] - texts[0].box[1]) / self.cell <= _HEIGHT[1]
        ):
            self._fault(f"{texts[0].string!r} is of another size than a piece's letter")
        return texts[0]

    def _bare(self, text: SeenText | None) -> list[str]:
        if self.contents.arms:
            self._fault("a cross stands on no piece")
        if text is None:
            return []
        if not (len(text.string) == 1 and "a" <= text.string <= "h" and _is_dark(text.colour)):
            self._fault(f"what is {text.string!r} on an empty square?")
        return [f"letter {text.string}"]

    def _is_taken(self, outline: _Shape, more: Sequence[_Shape], text: SeenText) -> bool:
        """Return whether a dashed outline, its letter and four arms of a cross make a piece that was taken."""
        dashed = outline.path.dashed and outline.is_hollow and outline.is_outlined and not more
        if _LETTER_OF[outline.kind] != text.string or not dashed or not _is_dark(text.colour):
            return False
        corners = {self._corner(arm) for arm in self.contents.arms}
        return len(self.contents.arms) == 4 and corners == {(h, v) for h in (-1, 1) for v in (-1, 1)}

    def _corner(self, arm: _Shape) -> tuple[int, int] | None:
        """Return towards which corner of the square an arm of a cross leads; None for a line elsewhere."""
        ends = [
            ((x - self.centre[0]) / self.cell, (y - self.centre[1]) / self.cell) for x, y in as_line(arm.path) or ()
        ]
        near, far = sorted(ends, key=lambda end: abs(end[0]))
        diagonal = all(abs(abs(x) - abs(y)) < NEAR / self.cell for x, y in ends)
        placed = _CROSS[0][0] <= abs(near[0]) <= _CROSS[0][1] and _CROSS[1][0] <= abs(far[0]) <= _CROSS[1][1]
        one_way = near[0] * far[0] > 0 and near[1] * far[1] > 0
        if not (diagonal and placed and one_way and arm.is_outlined):
            return None
        return (1 if far[0] > 0 else -1), (1 if far[1] > 0 else -1)

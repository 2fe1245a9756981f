"""Reads figures and pieces of Royal edge escape from a finished page, by shapes and strings in mm alone.

A piece is a shape and the letter that belongs to it; K a diamond with a second line, D a disc, A a square. Each object
must be explained, stand where it belongs to NEAR mm, and hide nothing; what is not explained is refused with its place.
Shares no code with the drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist, hypot
from typing import Literal

from kitgen.errors import Fault, ProofFailed
from kitgen.play.boardreading import NEAR, CellReading, SeenBoard, SeenCell, is_dark, place_of
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

_LETTER_OF = {"diamond": "K", "round": "D", "square": "A"}
# Half widths in cells: the three outlines, K's second line, the ring where a slide began and the one around its piece.
_HALF = {"diamond": (0.40, 0.46), "round": (0.31, 0.37), "square": (0.27, 0.33)}
_INNER, _FROM, _RING = (0.34, 0.39), (0.17, 0.23), (0.44, 0.49)
_HEIGHT = (0.29, 0.39)  # of a letter, in cells
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
        return is_dark(self.path.stroke)


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
            raise ProofFailed(f"the mark at {place_of(shape.path)} breaks the pattern of the back")
    return "weave"


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
        dark = (0, 0, 0) if not is_dark(shape.path.fill) else (255, 255, 255)
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
                self.faults.append(f"what is the line at {place_of(line.path)}?")
        mark = self._pair(outer, "set mark") if outer else None
        if mark and not (mark.string.isdigit() and is_dark(mark.colour)):
            self.faults.append(f"what is {mark.string!r} in the corner?")
        if (
            mark
            and shape.kind == "square"
            and max(mark.box[0] - x, mark.box[1] - y) < shape.half + shape.path.width / 2
        ):
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
    filled = is_dark(outline.path.fill)
    if (filled and letter != "A") or not (filled or _is_light(outline.path.fill)):
        return False
    if letter == "A" and not filled and outline.path.width < 0.15 * outline.half:
        return False  # a hollow attacker has a heavy outline
    if _is_light(colour) != filled or is_dark(colour) == filled:
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


def _split_framed_grid(seen: Sequence[Seen]) -> tuple[GridLines, list[tuple[int, Seen]]]:
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


def _is_of_arrow(thing: Seen) -> bool:
    """Return whether an object is an arrow's head or its line, which is no arm of a cross as it does not slant."""
    if isinstance(thing, SeenText):
        return False
    shape = _shape(0, thing)
    left, top, right, bottom = bounds(thing)
    return shape.kind == "arrow" or (shape.kind == "line" and min(right - left, bottom - top) <= NEAR)


class _Figure:
    """One figure being read; objects are known by their place in the order of painting."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.grid, rest = _split_framed_grid(seen)
        self.arrow = [_shape(n, thing) for n, thing in rest if isinstance(thing, SeenPath) and _is_of_arrow(thing)]
        self.board = SeenBoard(self.grid, [(n, thing) for n, thing in rest if not _is_of_arrow(thing)])
        self.faults = self.board.faults

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        labels = self.board.labels_all_round()
        cells: dict[str, tuple[str, ...]] = {}
        ends: dict[str, list[tuple[int, int]]] = {"from": [], "ring": []}
        for cell in self.board.cells(labels):
            reader = _SquareReader(cell)
            cells[cell.name] = tuple(sorted(reader.tokens()))
            self.faults += reader.faults
            for token, places in ends.items():
                places += [cell.at] * (token in cells[cell.name])
        self._check_arrow(ends)
        notes = tuple(self._notes())
        self.board.refuse_faults()
        return View(*labels, cells, frozenset(), notes)

    def _notes(self) -> Iterator[str]:
        """Yield whose turn it is, where the outline of K or of an attacker stands below the lower right corner."""
        for number, (order, path) in enumerate(self.board.beside):
            shape = _shape(order, path)
            side = {"diamond": "king", "square": "attackers"}.get(shape.kind)
            _, _, right, bottom = self.grid.box
            in_corner = shape.centre[0] > right and shape.centre[1] > bottom
            if number or side is None or not in_corner or shape.is_hollow or not shape.is_outlined:
                self.faults.append(f"what is the shape at {place_of(shape.path)}?")
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
        dark = is_dark(head.path.fill) and line.is_outlined and line.path.width < max(_THIN, 0.05 * cell)
        if not (begins and arrives and straight and dark and along[1][0] < tip[0]):
            self.faults.append("the arrow does not lead from the ring where the slide began to its end")

    def _along(self, a: Point, b: Point, point: Point) -> tuple[float, float]:
        """Return how far along the way from a to b a point lies, and how far beside it, in mm."""
        length = hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        x, y = point[0] - a[0], point[1] - a[1]
        return x * ux + y * uy, y * ux - x * uy


class _SquareReader(CellReading):
    """One square being read: which shapes, arms of a cross and strings stand in it, and what they are."""

    def __init__(self, seen: SeenCell) -> None:
        super().__init__(seen)
        found = [_shape(order, path) for order, path in self.paths]
        self.arms = [shape for shape in found if shape.kind == "line"]
        self.shapes = [shape for shape in found if shape.kind != "line"]

    def tokens(self) -> list[str]:
        """Return what the square shows; `faults` then says what was not explained."""
        found = []
        rest = list(self.shapes)
        for shape in self.shapes:
            if dist(shape.centre, self.centre) > NEAR:
                self.fault(f"a {shape.kind} is {dist(shape.centre, self.centre):.2f} mm off the middle")
        for token, half in (("from", _FROM), ("ring", _RING)):
            rings = [shape for shape in rest if self._is_ring(shape, half)]
            found += [token] if rings else []
            if len(rings) > 1:
                self.fault("a ring stands twice")
            rest = [shape for shape in rest if shape not in rings]
        return found + self._piece(rest)

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
            self.fault(f"a {outline.kind} without a letter")
            return []
        low, high = _HALF.get(outline.kind, (1.0, 0.0))
        if not low <= outline.half / self.cell <= high:
            self.fault(f"what is the {outline.kind} at {place_of(outline.path)}?")
        elif any(shape.order > self.texts[0][0] for shape in shapes):
            self.fault("a shape is painted over the letter")
        elif _is_piece(outline, more, text.string, text.colour) and not self.arms:
            self._check_second(more)
            return [f"piece {text.string}"]
        elif self._is_taken(outline, more, text):
            return [f"taken {text.string}"]
        else:
            self.fault(f"a {outline.kind} with {text.string!r} is no whole piece, nor one that was taken")
        return []

    def _check_second(self, more: Sequence[_Shape]) -> None:
        if any(not _INNER[0] <= shape.half / self.cell <= _INNER[1] for shape in more):
            self.fault("the second line of K is out of place")

    def _text(self) -> SeenText | None:
        """Return the one string of the square, which stands in its middle."""
        self.check_alone(self.texts, "square")
        if not self.texts:
            return None
        _, text = self.texts[0]
        is_even = text.string.isupper()
        self.check_middle(text, self.centre, is_even)
        if is_even and not _HEIGHT[0] <= (text.box[3] - text.box[1]) / self.cell <= _HEIGHT[1]:
            self.fault(f"{text.string!r} is of another size than a piece's letter")
        return text

    def _bare(self, text: SeenText | None) -> list[str]:
        if self.arms:
            self.fault("a cross stands on no piece")
        if text is None:
            return []
        if not (len(text.string) == 1 and "a" <= text.string <= "h" and is_dark(text.colour)):
            self.fault(f"what is {text.string!r} on an empty square?")
        return [f"letter {text.string}"]

    def _is_taken(self, outline: _Shape, more: Sequence[_Shape], text: SeenText) -> bool:
        """Return whether a dashed outline, its letter and four arms of a cross make a piece that was taken."""
        dashed = outline.path.dashed and outline.is_hollow and outline.is_outlined and not more
        if _LETTER_OF[outline.kind] != text.string or not dashed or not is_dark(text.colour):
            return False
        corners = {self._corner(arm) for arm in self.arms}
        return len(self.arms) == 4 and corners == {(h, v) for h in (-1, 1) for v in (-1, 1)}

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

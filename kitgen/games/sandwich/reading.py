"""Reads a Sandwich figure from a finished page: which cells hold which marks, numbers, slashes, small discs, letters.

Works on shapes and strings in mm alone. Every object must be explained, stand where it belongs to 0.05 mm, and be
painted in an order that hides nothing; what is not explained is refused with its place. Shares no code with the
drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from kitgen.play.boardreading import (
    NEAR,
    CellReading,
    Disc,
    SeenBoard,
    SeenCell,
    discs_of,
    is_dark,
    is_white,
    is_within,
    place_of,
    read_disc_symbol,
    side_of,
    split_grid,
)
from kitgen.play.contract import View
from kitgen.play.seen import Point, Seen, SeenPath, SeenText, Stroke, as_circle, as_line, centre_of

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
    return read_disc_symbol(seen, "A", "B")


def _side(path: SeenPath) -> str | None:
    """Return whose mark a disc is: A is filled, B hollow, both outlined; None for a disc of another kind."""
    return side_of(path, "A", "B")


@dataclass(frozen=True, slots=True)
class _Slant:
    order: int
    path: SeenPath
    stroke: Stroke


class _Figure:
    """One figure being read; objects are known by their place in the order of painting."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.board = SeenBoard(*split_grid(seen, "marks"))
        self.board.check_shapes(lambda path, is_inside: bool(as_circle(path) or (is_inside and as_line(path))))
        self.sizes: dict[tuple[str, bool], float] = {}

    def view(self) -> View:
        """Return what the figure shows; raises ProofFailed with every fault found."""
        board = self.board
        labels = board.labels_above_and_left("A", may_lack=not board.grid.open)
        notes = tuple(board.sides_to_move("A", "B", share=0))
        cells = {}
        for cell in board.cells(labels):
            reader = _CellReader(cell)
            cells[cell.name] = tuple(sorted(reader.tokens()))
            board.faults += reader.faults
            self._check_sizes(cell.name, reader.sizes)
        board.refuse_faults()
        return View(*labels, cells, board.grid.open, notes)

    def _check_sizes(self, cell: str, sizes: Sequence[tuple[str, SeenText]]) -> None:
        """Check that what is of one kind is set in one size; three digits may be set smaller than two."""
        for kind, text in sizes:
            usual = self.sizes.setdefault((kind, len(text.string) > 2), text.size)
            if abs(usual - text.size) > _SIZE_SLACK:
                self.board.faults.append(f"{cell}: {text.string!r} is set in {text.size:.1f} pt, others in {usual:.1f}")


class _CellReader(CellReading):
    """One cell being read: which discs, lines and strings stand in it, and what they are."""

    def __init__(self, seen: SeenCell) -> None:
        super().__init__(seen)
        self.discs = discs_of(self.paths)
        self.slants = [_Slant(n, path, Stroke(*ends, path.width)) for n, path in self.paths if (ends := as_line(path))]
        self.sizes: list[tuple[str, SeenText]] = []  # strings by their kind
        self.orders: list[tuple[int, str]] = []  # what was recognised, by its place in the order of painting

    def tokens(self) -> list[str]:
        """Return what the cell shows; `faults` then says what was not explained."""
        small = self._one("small disc", [d for d in self.discs if self._is_small(d)])
        others = [d for d in self.discs if d is not small]
        mark = self._one("mark", [d for d in others if self._has_radius(d, _MARK) and _side(d.path)])
        ring = self._one("ring", [d for d in others if self._has_radius(d, _RING) and _is_ring(d.path)])
        for disc in self.discs:
            if disc not in (small, mark, ring):
                self.fault(f"what is the disc at {place_of(disc.path)}?")
        found = self._mark(mark) + (["ring"] if ring else [])
        killer = self._killer(small) if small else None
        number = self._inner_text(mark, killer)
        found += [f"killer {killer.string}"] if killer else []
        found += [f"{'number' if mark else 'letter'} {number.string}"] if number else []
        found += ["slash"] if self._slash(number if mark else None) else []
        self._check_order()
        return found

    def _one(self, what: str, discs: list[Disc]) -> Disc | None:
        if len(discs) > 1:
            self.fault(f"{len(discs)} discs where one {what} should be")
        if not discs:
            return None
        disc = discs[0]
        self.orders.append((disc.order, what))
        if not is_within(
            disc.path.width / self.cell, {"mark": _OUTLINE, "ring": _RING_WIDTH}.get(what, (0, _OUTLINE[0]))
        ):
            self.fault(f"the {what}'s outline is {disc.path.width:.2f} mm wide")
        if what != "small disc" and dist(disc.circle.centre, self.centre) > NEAR:
            self.fault(f"the {what} is {dist(disc.circle.centre, self.centre):.2f} mm off the middle")
        return disc

    def _has_radius(self, disc: Disc, range_of: tuple[float, float]) -> bool:
        return is_within(disc.circle.radius / self.cell, range_of)

    def _is_small(self, disc: Disc) -> bool:
        """Return whether a disc is a killing move's: dark, white-edged, in the upper right corner, inside the cell."""
        x, y = disc.circle.centre[0] - self.centre[0], self.centre[1] - disc.circle.centre[1]
        inside = max(x, y) + disc.circle.radius <= self.cell / 2 + NEAR
        in_corner = abs(x - y) <= NEAR and x > 0.1 * self.cell
        return is_dark(disc.path.fill) and not is_dark(disc.path.stroke) and inside and in_corner and (
            self._has_radius(disc, _SMALL)
        )  # fmt: skip

    def _mark(self, disc: Disc | None) -> list[str]:
        return [f"mark {_side(disc.path)}"] if disc else []

    # ------------------------------------------------------------ strings

    def _killer(self, disc: Disc) -> SeenText | None:
        """Return the number in a small disc: white, in its middle."""
        inside = [
            (order, text) for order, text in self.texts if dist(centre_of(text.box), disc.circle.centre)
            < disc.circle.radius / 2
        ]  # fmt: skip
        if len(inside) != 1:
            self.fault(f"the small disc bears {len(inside)} numbers")
            return None
        order, text = inside[0]
        self.orders.append((order, "small disc's number"))
        self.sizes.append(("killer", text))
        self._check_text(text, disc.circle.centre, "white")
        if not text.string.isdigit():
            self.fault(f"the small disc bears {text.string!r}")
        return text

    def _inner_text(self, mark: Disc | None, killer: SeenText | None) -> SeenText | None:
        """Return the number of the mark, or the letter of an empty cell."""
        texts = [(order, text) for order, text in self.texts if text is not killer]
        if not texts:
            return None
        order, text = texts[0]
        self.check_alone(texts, "cell")
        self.orders.append((order, "number"))
        self.sizes.append(("number" if mark else "letter", text))
        self._check_text(text, self.centre, "white" if mark and _side(mark.path) == "A" else "dark")
        if text.string.isdigit() != (mark is not None):
            self.fault(f"what is {text.string!r} {'in a mark' if mark else 'in an empty cell'}?")
        return text

    def _check_text(self, text: SeenText, middle: Point, tone: str) -> None:
        """Check that a string's ink is around `middle`, and dark or white as it must be to be read."""
        # Letters stand as high above their line as digits do, but are not equally high.
        self.check_middle(text, middle, is_even=text.string.isdigit())
        self.check_tone(text, tone)

    # ------------------------------------------------------------ slashes

    def _slash(self, number: SeenText | None) -> bool:
        """Return whether a slash crosses the cell: dark pieces on white ones, broken where the mark's number stands."""
        if not self.slants:
            return False
        dark = [slant for slant in self.slants if is_dark(slant.path.stroke)]
        white = [slant for slant in self.slants if is_white(slant.path.stroke)]
        if len(dark) + len(white) != len(self.slants):
            self.fault("a slanting line is neither dark nor white")
        pieces = sorted(self._along(slant) for slant in dark)
        if pieces != sorted(self._along(slant) for slant in white):
            self.fault("the slash and the white behind it are not of one length")
        self._check_pieces(pieces, number)
        for slants, range_of in ((dark, _SLASH), (white, _WHITE)):
            for slant in slants:
                if not is_within(slant.stroke.width / self.cell, range_of):
                    self.fault(f"a line of the slash is {slant.stroke.width:.2f} mm wide")
        self.orders += [(slant.order, "slash") for slant in dark]
        self.orders += [(slant.order, "white") for slant in white]
        return bool(dark)

    def _along(self, slant: _Slant) -> tuple[float, float]:
        """Return where a slanting line begins and ends on the falling diagonal, in mm from the cell's middle."""
        ends = [(x - self.centre[0], y - self.centre[1]) for x, y in (slant.stroke.a, slant.stroke.b)]
        if any(abs(x - y) > NEAR for x, y in ends):
            self.fault(f"the line at {place_of(slant.path)} is not on the diagonal")
        begin, end = sorted(round(x, 2) for x, _ in ends)
        return begin, end

    def _check_pieces(self, pieces: list[tuple[float, float]], number: SeenText | None) -> None:
        """Check that a slash goes from corner to corner, in one piece, or in two that leave the number free."""
        if len(pieces) != (2 if number else 1):
            self.fault(f"the slash is in {len(pieces)} pieces")
            return
        first, last, least = pieces[0][0], pieces[-1][1], _REACH * self.cell
        if -first < least or last < least or abs(first + last) > NEAR:
            self.fault("the slash does not go from corner to corner")
        if number:
            left, right = number.box[0] - self.centre[0], number.box[2] - self.centre[0]
            top, bottom = number.box[1] - self.centre[1], number.box[3] - self.centre[1]
            # A point of the diagonal is clear of the number's box where it is beyond it either way.
            if pieces[0][1] > max(left, top) + NEAR and pieces[1][0] < min(right, bottom) - NEAR:
                self.fault(f"the slash runs through {number.string!r}")

    # ------------------------------------------------------------ order

    def _check_order(self) -> None:
        """Check that nothing is painted over what it would hide."""
        ranks = ["mark", "ring", "white", "slash", "number", "small disc", "small disc's number"]
        painted = [ranks.index(what) for _, what in sorted(self.orders)]
        if painted != sorted(painted):
            self.fault("its parts are painted in an order that hides some")


def _is_ring(path: SeenPath) -> bool:
    return path.fill is None and is_dark(path.stroke)

"""Reads a reversi figure from a finished page: which squares hold which discs, numbers, rings and dots; and cut-outs.

Works on shapes and strings in mm alone. Every object must be explained, stand where it belongs to 0.05 mm, and be
painted in an order that hides nothing; what is not explained is refused with its place. Shares no code with the
drawing, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from kitgen.errors import ProofFailed
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
from kitgen.play.contract import View, Words
from kitgen.play.seen import Point, Seen, SeenPath, SeenText, as_circle, centre_of
from kitgen.units import MM_PER_POINT

# Radii and widths of strokes in cells, least and most, by what a circle may be.
_RADIUS = {"disc": (0.24, 0.36), "ring": (0.40, 0.46), "seat": (0.13, 0.17), "dot": (0.08, 0.12)}
_WIDTH = {"disc": (0.035, 0.055), "ring": (0.025, 0.045), "seat": (0.015, 0.025), "flip": (0.04, 0.06)}
_FLIP = (0.5, 0.7)  # radius of a ring inside a disc, in radii of the disc
_ORDER = ("disc", "seat", "ring", "flip", "number", "dot")  # what is painted later lies on top


def read(seen: Sequence[Seen]) -> View:
    """Return the view that the objects of one figure show; raises ProofFailed for each object it can't explain."""
    return _read_figure(seen)


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
    return read_disc_symbol(seen, "black", "white")


def _side(path: SeenPath) -> str | None:
    """Return whose disc a path is: black is filled, white hollow, both outlined; None for one of another kind."""
    return side_of(path, "black", "white")


# ---------------------------------------------------------------- a figure


def _read_figure(seen: Sequence[Seen]) -> View:
    board = SeenBoard(*split_grid(seen, "discs"))
    board.check_shapes(lambda path, _: as_circle(path) is not None)
    labels = board.labels_above_and_left("a", may_lack=True)
    notes = tuple(board.sides_to_move("black", "white", share=1))
    cells = {}
    for cell in sorted(board.cells(labels), key=lambda cell: cell.at[::-1]):
        reader = _CellReader(cell)
        cells[cell.name] = tuple(sorted(reader.tokens()))
        board.faults += reader.faults
    board.refuse_faults()
    return View(*labels, cells, board.grid.open, notes)


class _CellReader(CellReading):
    """One cell being read: which circles and strings stand in it, and what they are."""

    def __init__(self, seen: SeenCell) -> None:
        super().__init__(seen)
        self.rounds = discs_of(self.paths)

    def tokens(self) -> list[str]:
        """Return what the cell shows; `faults` then says what was not explained."""
        disc = next((r for r in self.rounds if self._is_disc(r)), None)
        found = [(r.order, self._name(r, disc), r.path) for r in self.rounds]
        tokens = [self._token(kind, path) for _, kind, path in found if kind]
        number = self._number(disc)
        tokens += [f"number {number[1].string}"] if number else []
        orders = [(order, kind) for order, kind, _ in found if kind] + ([(number[0], "number")] if number else [])
        self._check_order([kind for _, kind in sorted(orders)])
        return tokens

    def _token(self, kind: str, path: SeenPath) -> str:
        return f"{kind} {_side(path)}" if kind in ("disc", "seat") else kind

    def _is_disc(self, item: Disc) -> bool:
        return is_within(item.circle.radius / self.cell, _RADIUS["disc"]) and _side(item.path) is not None

    def _name(self, item: Disc, disc: Disc | None) -> str:
        """Return what a circle is, "" (and a fault) for none of what may stand in a cell."""
        kind = self._kind(item, disc)
        if not kind:
            self.fault(f"what is the circle at {place_of(item.path)}?")
            return ""
        off = dist(item.circle.centre, self.centre)
        if off > NEAR:
            self.fault(f"the {kind} is {off:.2f} mm off the middle")
        if kind in _WIDTH and not is_within(item.path.width / self.cell, _WIDTH[kind]):
            self.fault(f"the {kind}'s line is {item.path.width:.2f} mm wide")
        return kind

    def _kind(self, item: Disc, disc: Disc | None) -> str:
        path, radius = item.path, item.circle.radius / self.cell
        if self._is_disc(item):
            return "disc"
        if path.fill is None and path.stroke is not None:
            if is_within(radius, _RADIUS["ring"]):
                return "ring" if is_dark(path.stroke) else ""
            if disc and is_within(item.circle.radius / disc.circle.radius, _FLIP):
                seen = is_white if _side(disc.path) == "black" else is_dark
                return "flip" if seen(path.stroke) else ""
            return ""
        if _side(path) and is_within(radius, _RADIUS["seat"]):
            return "seat"
        return "dot" if path.stroke is None and is_dark(path.fill) and is_within(radius, _RADIUS["dot"]) else ""

    def _number(self, disc: Disc | None) -> tuple[int, SeenText] | None:
        """Return the number on the disc: in its middle, white on a black disc and dark on a white one."""
        if not self.texts:
            return None
        order, text = self.texts[0]
        self.check_alone(self.texts, "square")
        if disc is None or not text.string.isdecimal():
            self.fault(f"what is {text.string!r} {'on a disc' if disc else 'on an empty square'}?")
            return None
        self.check_middle(text, self.centre, is_even=True, place="the middle")
        self.check_tone(text, "white" if _side(disc.path) == "black" else "dark")
        return order, text

    def _check_order(self, painted: list[str]) -> None:
        """Check that nothing stands twice, together with what it excludes, or painted over what it would hide."""
        ranks = [_ORDER.index(kind) for kind in painted]
        if ranks != sorted(set(ranks)):
            self.fault(f"{', '.join(painted)}: one stands twice, or hides another")
        kinds = set(painted)
        if kinds & {"dot", "seat"} and len(kinds) > 1:
            self.fault(f"{', '.join(painted)} in one square")
        if kinds & {"ring", "flip"} and "disc" not in kinds:
            self.fault("a ring without a disc")


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
        plain = is_white(text.colour) if side == "black" else is_dark(text.colour)
        if not plain or dist((x, y), centre) > 0.2 * text.size * MM_PER_POINT or seen.index(text) < len(paths):
            raise ProofFailed(f"{text.string!r} at {place_of(text)} is no set mark in the middle of a disc")
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
        raise ProofFailed(f"the circles at {place_of(outer)} are no side of a disc")
    share = inner.radius / whole.radius
    if is_within(share, _INNER) and mark.fill is None:
        if _side(outer) == "black" and is_white(mark.stroke):
            return "black", whole.centre
        if _side(outer) == "white" and is_dark(mark.stroke):
            return "white", whole.centre
    if is_within(share, _CORE) and _side(outer) == "white" and is_dark(mark.fill):
        return "black", whole.centre
    raise ProofFailed(f"the circles at {place_of(outer)} are no side of a disc")

"""Recognises the signs of Sandwich Wars on a finished page, one after the other in the order of painting.

A sign is known by its shapes: how many corners, discs and lines, what share of its box it fills, what is dark. Every
object must belong to a sign, a text or a frame; anything else is refused with its place. Shares no code with the
drawing; does not know what signs stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from kitgen.errors import ProofFailed
from kitgen.play.seen import (
    Box,
    Colour,
    Point,
    Seen,
    SeenPath,
    SeenText,
    as_circle,
    as_line,
    as_polygon,
    as_rectangle,
    bounds,
    centre_of,
    is_inside,
    lightness,
)

NEAR = 0.3  # mm that a number may be off the middle of its sign
_TEXT_AREA_SLACK = 0.03  # of a shape's box

# The shapes of the categories' signs after their plate: a number is the corners of a shape, "d" a disc, "l" a line;
# then the share of its box that the first shape with corners fills.
CATEGORIES: dict[str, tuple[tuple[int | str, ...], float]] = {
    "meats": (("l", "d", "d", 24), 0.73),
    "sauces": ((8, 4), 0.80),
    "vegetables": (("l", "l", "l", 9, "l", "l"), 0.49),
    "cheeses": ((5, "l", "d", "d", "d"), 0.75),
    "eggs": ((30, "d"), 0.74),
    "extras": (("l", 16, "d"), 0.75),
    "cured_meats": (("d", "d", "d", "d", "d", "d", "d"), 0.0),
}
# The palette of the categories' colours in colour: red, green, blue of each role.
COLOURS: dict[str, Colour] = {
    "cat1": (213, 94, 0), "cat2": (230, 159, 0), "cat3": (0, 158, 115), "cat4": (240, 228, 66), "cat5": (204, 121, 167),
    "cat6": (86, 180, 233), "cat7": (0, 114, 178),
}  # fmt: skip


def is_dark(colour: Colour | None) -> bool:
    """Return whether a colour is ink, accent or another dark one."""
    return colour is not None and lightness(colour) < 0.5


def is_white(colour: Colour | None) -> bool:
    """Return whether a colour is white."""
    return colour is not None and lightness(colour) > 0.99


def is_coloured(colour: Colour | None) -> bool:
    """Return whether a colour is no grey."""
    return colour is not None and max(colour) - min(colour) > 30


def place_of(thing: Seen) -> str:
    """Return where a thing is, for messages."""
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"


@dataclass(frozen=True)
class Sign:
    """A sign as found: its kind, what it says ("" for nothing: a number, a time, a category), its box."""

    kind: str
    says: str
    box: Box


class Cursor:
    """The objects of one figure or front, taken from the first painted to the last."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.seen, self.at = list(seen), 0

    # ------------------------------------------------------------ looking and taking

    @property
    def is_done(self) -> bool:
        """Return whether everything has been taken."""
        return self.at >= len(self.seen)

    def peek(self, ahead: int = 0) -> Seen | None:
        """Return an object further on, None beyond the end."""
        return self.seen[self.at + ahead] if self.at + ahead < len(self.seen) else None

    def kind(self, ahead: int = 0) -> int | str:
        """Return what an object is: the corners of a shape, "d" disc, "l" line, "r" rounded box, "t" text, "" else."""
        return kind_of(self.peek(ahead))

    def take(self) -> Seen:
        """Take the next object; raises ProofFailed at the end."""
        if self.is_done:
            raise ProofFailed("it ends before it is complete")
        self.at += 1
        return self.seen[self.at - 1]

    def refuse(self, wanted: str) -> ProofFailed:
        """Return the fault that the next object is not what belongs here."""
        thing = self.peek()
        if thing is None:
            return ProofFailed(f"{wanted} is missing at the end")
        what = repr(thing.string) if isinstance(thing, SeenText) else "a shape"
        return ProofFailed(f"{what} at {place_of(thing)} where {wanted} belongs")

    def path(self, kind: int | str, wanted: str) -> SeenPath:
        """Take a path of a kind; raises ProofFailed."""
        thing = self.peek()
        if not isinstance(thing, SeenPath) or self.kind() != kind:
            raise self.refuse(wanted)
        self.at += 1
        return thing

    def text(self, wanted: str) -> SeenText:
        """Take a text; raises ProofFailed."""
        thing = self.peek()
        if not isinstance(thing, SeenText):
            raise self.refuse(wanted)
        self.at += 1
        return thing

    def paragraph(self, wanted: str) -> str:
        """Take the lines of a text: a line that goes on ends in a space."""
        first = self.text(wanted)
        string = first.string
        while string.endswith(" "):
            line = self.text(f"the rest of {string!r}")
            if abs(line.size - first.size) > 0.01 or line.at[1] <= first.at[1]:
                raise ProofFailed(f"{line.string!r} at {place_of(line)} is no next line of {string!r}")
            string += line.string
        return string

    # ------------------------------------------------------------ signs

    def number_in(self, box: Box, wanted: str) -> str:
        """Take a number that stands in the middle of `box`."""
        text = self.text(wanted)
        middle, found = centre_of(box), centre_of(text.box)
        if (
            abs(middle[0] - found[0]) > 2 * NEAR
            or abs(middle[1] - found[1]) > 2 * NEAR
            or not is_inside(text.box, box, 0)
        ):
            raise ProofFailed(f"{text.string!r} at {place_of(text)} does not stand in the middle of {wanted}")
        return text.string

    def _says(self, box: Box, what: str) -> str:
        """Take the number of a sign, if the next object is a text inside it."""
        thing = self.peek()
        if isinstance(thing, SeenText) and is_inside(thing.box, box, 0):
            return self.number_in(box, what)
        return ""

    def is_coin(self) -> bool:
        """Return whether a coin comes next: a thick ring, and a thin one in it."""
        outer, inner = self.peek(), self.peek(1)
        if not (isinstance(outer, SeenPath) and isinstance(inner, SeenPath) and self.kind() == self.kind(1) == "d"):
            return False
        a, b = as_circle(outer), as_circle(inner)
        if a is None or b is None or dist(a.centre, b.centre) > 0.02 or inner.fill is not None:
            return False
        return is_white(outer.fill) and is_dark(outer.stroke) and abs(b.radius / a.radius - 0.82) < 0.03

    def coin(self, wanted: str = "a coin") -> Sign:
        """Take a coin and its number."""
        if not self.is_coin():
            raise self.refuse(wanted)
        box = bounds(self.take())
        self.take()
        return Sign("coin", self._says(box, wanted), box)

    def star(self, wanted: str = "a star") -> Sign:
        """Take a star of quality and its number."""
        path = self.path(16, wanted)
        _check_share(path, 0.61, wanted)
        box = bounds(path)
        return Sign("star", self._says(box, wanted), box)

    def rosette(self, wanted: str = "a rosette") -> Sign:
        """Take a rosette of points and its number."""
        path = self.path(48, wanted)
        _check_share(path, 0.69, wanted)
        box = bounds(path)
        return Sign("rosette", self._says(box, wanted), box)

    def tile(self) -> Sign:
        """Take the sign of a time: a dark tile and what stands on it in white."""
        tile = self.path("r", "the tile of a time")
        box = bounds(tile)
        if not is_dark(tile.fill) or abs((box[2] - box[0]) - (box[3] - box[1])) > 0.02:
            raise ProofFailed(f"the tile at {place_of(tile)} is no dark square")
        for time, kinds in TIMES.items():
            if self._matches(kinds, box) and all(_has_white(self.seen[self.at + n]) for n in range(len(kinds))):
                self.at += len(kinds)
                return Sign("time", time, box)
        raise self.refuse("the sign of a time")

    def _matches(self, kinds: Sequence[int | str], box: Box) -> bool:
        things = [self.peek(n) for n in range(len(kinds))]
        return all(
            thing is not None and kind_of(thing) == kind and is_inside(bounds(thing), box, 0.05)
            for thing, kind in zip(things, kinds, strict=True)
        )

    def simple(self) -> Sign:
        """Take a sign that stands for something: coin, star, rosette, card, order, assistant, upkeep, swap, time."""
        kind = self.kind()
        if self.is_coin():
            return self.coin()
        if kind == 16:
            return self.star()
        if kind == 48:
            return self.rosette()
        thing = self.peek()
        if kind == "r" and isinstance(thing, SeenPath) and is_dark(thing.fill):
            return self.tile()
        for name, (kinds, share) in SIGNS.items():
            if kind == kinds[0] and isinstance(thing, SeenPath) and self._matches(kinds[1:] and kinds, _wide(thing)):
                self.at += len(kinds)
                if share:
                    _check_share(thing, share, f"the sign {name}")
                return Sign(name, "", bounds(thing))
        raise self.refuse("a sign")

    def arrow(self, wanted: str = "an arrow to the left") -> Sign:
        """Take an arrow to the left: dark, its tip alone at the far left."""
        path = self.path(7, wanted)
        corners = as_polygon(path) or ()
        left = min(x for x, _ in corners)
        tips = [corner for corner in corners if corner[0] < left + 0.02]
        box = bounds(path)
        if not is_dark(path.fill) or len(tips) != 1 or abs(tips[0][1] - centre_of(box)[1]) > 0.02:
            raise ProofFailed(f"the shape at {place_of(path)} is no arrow to the left")
        return Sign("arrow", "left", box)

    # ------------------------------------------------------------ cloths

    def cloth(self) -> tuple[Box, str, Colour | None, list[Seen]]:
        """Take a cloth: its box, its pattern, its colour (None for white), up to the first plate on it."""
        ground = self.path(4, "a tablecloth")
        shape = as_rectangle(ground)
        if shape is None or not is_dark(ground.stroke):
            raise ProofFailed(f"the shape at {place_of(ground)} is no tablecloth")
        pattern: list[Seen] = []
        while (thing := self.peek()) is not None and not self.is_plate():
            if kind_of(thing) not in ("l", "d") or not is_inside(bounds(thing), shape.box, 0.05):
                raise self.refuse("a pattern or a plate")
            pattern.append(self.take())
        return shape.box, _pattern_of(pattern, shape.box), None if is_white(ground.fill) else ground.fill, pattern

    def is_plate(self) -> bool:
        """Return whether a plate comes next: a white disc with a dark hairline."""
        thing = self.peek()
        return (
            isinstance(thing, SeenPath) and self.kind() == "d" and is_white(thing.fill) and is_dark(thing.stroke)
            and thing.width < 0.4 and not self.is_coin()
        )  # fmt: skip

    def plate(self, pattern: Sequence[Seen], wanted: str = "a plate") -> Box:
        """Take a plate; nothing of the pattern may lie under it."""
        if not self.is_plate():
            raise self.refuse(wanted)
        thing = self.take()
        assert isinstance(thing, SeenPath)
        circle = as_circle(thing)
        assert circle is not None
        for part in pattern:
            if any(dist(point, circle.centre) < circle.radius for point in _ends(part)):
                raise ProofFailed(f"a pattern lies under the plate at {place_of(thing)}")
        return bounds(thing)

    def category_on(self, plate: Box) -> str:
        """Take the sign of a category, which lies on `plate`."""
        for name, (kinds, share) in CATEGORIES.items():
            if self._matches(kinds, plate):
                things = [self.take() for _ in kinds]
                main = next((t for t, kind in zip(things, kinds, strict=True) if isinstance(kind, int)), None)
                if isinstance(main, SeenPath):
                    _check_share(main, share, f"the sign of {name}")
                return name
        raise self.refuse("the sign of a category")

    def patch(self) -> tuple[Sign, str, Colour | None]:
        """Take a small cloth with a category's sign; returns the sign, the pattern and the colour."""
        box, pattern, colour, parts = self.cloth()
        plate = self.plate(parts)
        return Sign("category", self.category_on(plate), box), pattern, colour


# Signs that are no number's carrier: their shapes in order, and the share of its box that the first one fills.
SIGNS: dict[str, tuple[tuple[int | str, ...], float]] = {
    "ticket": ((7, "l", "l", "l"), 0.93),
    "swap": ((7, 7), 0.0),
    "card": (("r", "l"), 0.0),
    "hat": ((18, "l"), 0.70),
    "hourglass": ((6, "l", "l"), 0.57),
}
TIMES: dict[str, tuple[int | str, ...]] = {
    "played": (7, "l"),
    "in_play": ("d", "d"),
    "used": (9, "l", 4),
    "collect": ("l", "l", "l", "l", "l", 5),
}


def kind_of(thing: Seen | None) -> int | str:
    """Return what a thing is: a number of corners, "d", "l", "r", "t", or "" for anything else."""
    if thing is None:
        return ""
    if isinstance(thing, SeenText):
        return "t"
    if as_circle(thing):
        return "d"
    if as_line(thing):
        return "l"
    corners = as_polygon(thing)
    if corners:
        return len(corners)
    return "r" if as_rectangle(thing) else ""


def _has_white(thing: Seen) -> bool:
    return isinstance(thing, SeenPath) and (is_white(thing.fill) or is_white(thing.stroke))


def _wide(thing: Seen) -> Box:
    """Return the box of a sign's first shape, widened to what may belong to it."""
    left, top, right, bottom = bounds(thing)
    more = 0.6 * max(right - left, bottom - top)
    return left - more, top - more, right + more, bottom + more


def share_of(path: SeenPath) -> float:
    """Return the share of its box that a shape with corners fills."""
    corners = as_polygon(path) or ()
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2
    left, top, right, bottom = bounds(path)
    return area / ((right - left) * (bottom - top))


def _check_share(path: SeenPath, wanted: float, what: str) -> None:
    if abs(share_of(path) - wanted) > _TEXT_AREA_SLACK:
        raise ProofFailed(f"the shape at {place_of(path)} is not the form of {what} ({share_of(path):.2f} of its box)")


def _ends(thing: Seen) -> tuple[Point, ...]:
    assert isinstance(thing, SeenPath)
    ends = as_line(thing)
    if ends:
        middle = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        return (*ends, middle)
    return (centre_of(bounds(thing)),)


def _pattern_of(parts: Sequence[Seen], box: Box) -> str:
    """Return the name of a pattern by the ways in which its lines run; raises ProofFailed for none that is known."""
    lines = [ends for part in parts if isinstance(part, SeenPath) and (ends := as_line(part))]
    if not lines and len(parts) >= 2:
        return "dots"
    if not lines or len(lines) != len(parts):
        raise ProofFailed(f"the cloth at {centre_of(box)[0]:.1f}, {centre_of(box)[1]:.1f} mm has no known pattern")
    ways = {_way(a, b) for a, b in lines if dist(a, b) > 0.05}
    for name, wanted in _WAYS.items():
        if ways == wanted:
            return name
    slopes = [abs((b[1] - a[1]) / (b[0] - a[0])) for a, b in lines if dist(a, b) > 0.3 and abs(b[0] - a[0]) > 0.02]
    return "zigzag" if max(slopes) - min(slopes) < 0.06 else "waves"


_WAYS = {
    "stripes": {"up"},
    "gingham": {"up", "level"},
    "diagonals": {"rising"},
    "lattice": {"rising", "falling"},
}


def _way(a: Point, b: Point) -> str:
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    if dx < 0.02:
        return "up"
    if dy < 0.02:
        return "level"
    if abs(dx - dy) < 0.08 * max(dx, dy):
        return "rising" if (b[0] - a[0]) * (b[1] - a[1]) < 0 else "falling"
    return "bent"

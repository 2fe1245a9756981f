"""Cards as a reader of a finished page sees them: which suit an outline is, how a string stands, red or black.

Suits are known by how wide they are at some heights, as one tells them by eye. Shares no code with suits.py and
faces.py, which draw them, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import ProofFailed
from kitgen.play.seen import Box, Colour, Point, SeenPath, SeenText, as_polygon, bounds, centre_of, lightness

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

# How wide a suit is, all stretches of a level added up, and in how many stretches, at shares of its height from the
# top; all in heights of the sign.
_LEVELS = (0.06, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97)
_PROFILES: dict[str, tuple[tuple[int, float], ...]] = {
    "C": ((1, 0.32), (1, 0.48), (1, 0.44), (1, 0.95), (1, 0.99), (3, 0.73), (1, 0.18), (1, 0.31)),
    "D": ((1, 0.07), (1, 0.26), (1, 0.50), (1, 0.78), (1, 0.50), (1, 0.26), (1, 0.12), (1, 0.04)),
    "H": ((2, 0.65), (2, 1.01), (1, 1.03), (1, 0.87), (1, 0.58), (1, 0.26), (1, 0.09), (1, 0.01)),
    "S": ((1, 0.04), (1, 0.28), (1, 0.60), (1, 0.84), (1, 0.90), (3, 0.70), (1, 0.17), (1, 0.31)),
}
_ALIKE = 0.05  # of the height, that a width may differ
_MIRRORED = 0.02  # of the height, by which left and right may differ

_DARK, _WHITE = 0.5, 0.99
_REDDER = 60  # by which red exceeds green and blue in a red ink


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit's sign: suit letter, box in mm, and whether it stands on its head (None: the same either way)."""

    suit: str
    box: Box
    turned: bool | None
    path: SeenPath

    @property
    def middle(self) -> Point:
        """Return the middle of its box."""
        return centre_of(self.box)

    @property
    def height(self) -> float:
        """Return its height in mm."""
        return self.box[3] - self.box[1]


def as_sign(path: SeenPath) -> Sign | None:
    """Return the sign that a path is, None for a path of another shape; raises ProofFailed for a wrong fill.

    Black suits are filled dark; red ones are filled red, or hollow with a dark line.
    """
    points = as_polygon(path)
    if points is None or len(points) < 8:
        return None
    box = bounds(path)
    profile = tuple(_widths(points, box))
    for suit, wanted in _PROFILES.items():
        upright, turned = _is_alike(profile, wanted), _is_alike(profile, wanted[::-1], flipped=True)
        if (upright or turned) and _is_mirrored(points, box):
            if not _is_filled_as(path, suit):
                raise ProofFailed(f"the sign of {suit} at {place(path)} is filled as another colour's")
            return Sign(suit, box, None if upright and turned else turned, path)
    return None


def _widths(points: Sequence[Point], box: Box) -> Iterator[tuple[int, float]]:
    high = box[3] - box[1]
    for share in (*_LEVELS, *(1 - level for level in reversed(_LEVELS))):
        y = box[1] + share * high
        crossed = sorted(_crossings(points, y))
        yield len(crossed) // 2, sum(b - a for a, b in zip(crossed[::2], crossed[1::2], strict=True)) / high


def _crossings(points: Sequence[Point], y: float) -> Iterator[float]:
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y):
            yield x1 + (y - y1) / (y2 - y1) * (x2 - x1)


def _is_alike(profile: Sequence[tuple[int, float]], wanted: Sequence[tuple[int, float]], flipped: bool = False) -> bool:
    part = profile[len(_LEVELS) :] if flipped else profile[: len(_LEVELS)]
    return all(
        n == m and abs(width - due) <= _ALIKE for (n, width), (m, due) in zip(part, wanted, strict=True)
    )  # fmt: skip


def _is_mirrored(points: Sequence[Point], box: Box) -> bool:
    slack = _MIRRORED * (box[3] - box[1])
    for share in _LEVELS:
        crossed = sorted(_crossings(points, box[1] + share * (box[3] - box[1])))
        for a, b in zip(crossed, reversed(crossed), strict=True):
            if abs(a + b - box[0] - box[2]) > 2 * slack:
                return False
    return True


def _is_filled_as(path: SeenPath, suit: str) -> bool:
    if suit in "CS":
        return is_dark(path.fill) and not is_red(path.fill) and path.stroke is None
    hollow = is_white(path.fill) and is_dark(path.stroke) and not is_red(path.stroke)
    return hollow or (is_red(path.fill) and path.stroke is None)


def is_dark(colour: Colour | None) -> bool:
    """Return whether a colour can be read on white."""
    return colour is not None and lightness(colour) < _DARK


def is_white(colour: Colour | None) -> bool:
    """Return whether a colour is the paper's."""
    return colour is not None and lightness(colour) > _WHITE


def is_red(colour: Colour | None) -> bool:
    """Return whether a colour is a dark red."""
    return colour is not None and is_dark(colour) and colour[0] - max(colour[1:]) > _REDDER


def is_ink_of(text: SeenText, sign: Sign) -> bool:
    """Return whether a string has the colour of its sign: red with a filled red sign, else dark."""
    return is_red(text.colour) if is_red(sign.path.fill) else is_dark(text.colour) and not is_red(text.colour)


def is_turned(text: SeenText) -> bool:
    """Return whether a string stands on its head: its ink is below its base line."""
    return centre_of(text.box)[1] > text.at[1]


def place(thing: SeenPath | SeenText) -> str:
    """Return where a thing is, for messages."""
    x, y = centre_of(bounds(thing))
    return f"{x:.1f}, {y:.1f} mm"

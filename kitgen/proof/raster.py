"""A look at a page's picture for marks that something hides.

A reader of vectors lists a disc that a white box covers; the picture does not show it. So each thing that was read is
looked for in the picture at some of its points. Knows nothing of paper/ or games.
"""

from __future__ import annotations

from itertools import pairwise

from kitgen.errors import Fault
from kitgen.play.seen import Point, Seen, SeenPath, SeenText, Segment, bounds, centre_of, lightness
from kitgen.proof.pdfium import Raster
from kitgen.proof.readback import SeenPage

LOOK = 100  # dots an inch: the thinnest line, 0.5 pt, is most of a dot wide
CLOSER = 250  # where something seems not to show: a full stop alone is under two dots at LOOK

_LIGHT = 0.8  # a stroke or fill lighter than this is paper, panel or halo
_SHARE = 0.5  # of a thing's points that must show it; numbers, slashes and small discs lie over marks by design
_SHARE_OF_SMALL = 0.25  # a number nearly fills the small disc that bears it
_STEP = 12.0  # mm between points on a straight line


def find_hidden(page: SeenPage, raster: Raster) -> list[Fault]:
    """Return a fault for each thing of `page` that its picture does not show, with its place in mm."""
    faults = []
    for span in page.spans:
        where = f"leaf {span.mcid} ({span.tag})" if span.mcid >= 0 else f"{span.kind} artifact"
        for thing in span.seen:
            shows = _text_shows(thing, raster) if isinstance(thing, SeenText) else _path_shows(thing, raster)
            if not shows:
                faults.append(Fault(f"page {page.number}, {where}: {tell(thing)} is hidden or does not show"))
    return faults


def tell(thing: Seen) -> str:
    """Return what a thing is and where, for messages."""
    left, top, right, bottom = bounds(thing)
    what = repr(thing.string) if isinstance(thing, SeenText) else "a shape" if thing.fill else "a line"
    x, y = centre_of((left, top, right, bottom))
    return f"{what} at {x:.1f}, {y:.1f} mm"


# ---------------------------------------------------------------- paths


def _path_shows(path: SeenPath, raster: Raster) -> bool:
    found = []
    if path.stroke is not None and lightness(path.stroke) < _LIGHT:
        level = _level(path.stroke, 0.75)
        found += [raster.is_dark(point, level) for point in _points_on(path)]
    if path.fill is not None and not _is_small(path):
        level = 255 * lightness(path.fill)
        found += [abs(raster.at(point) - level) < 45 for point in _points_in(path)]
    return not found or sum(found) >= (_SHARE_OF_SMALL if _is_small(path, 3.2) else _SHARE) * len(found)


def _level(colour: tuple[int, int, int], share: float) -> float:
    """Return the grey that lies `share` of the way from `colour` to white: a thin line is seldom fully dark."""
    dark = 255 * lightness(colour)
    return dark + share * (255 - dark)


def _points_on(path: SeenPath) -> list[Point]:
    """Return points on a path: the middle of each curve and its end, and points along each straight line."""
    found: list[Point] = []
    at = path.segments[0].points[-1]
    for segment in path.segments[1:]:
        end = segment.points[-1]
        if segment.kind == "curve":
            found += (_middle(at, segment), end)
        elif segment.kind == "line":
            steps = max(2, int((abs(end[0] - at[0]) + abs(end[1] - at[1])) / _STEP))
            found += [_between(at, end, (n + 0.5) / steps) for n in range(steps)]
        at = end
    return found


def _points_in(path: SeenPath) -> list[Point]:
    """Return points inside a shape, three quarters of the way from its middle to its outline."""
    middle = centre_of(bounds(path))
    return [_between(middle, point, 0.75) for point in _points_on(path)]


def _is_small(path: SeenPath, least: float = 1.6) -> bool:
    """Return whether a shape is under `least` mm; by default, too small for dots that lie wholly inside it."""
    left, top, right, bottom = bounds(path)
    return min(right - left, bottom - top) < least


def _middle(start: Point, curve: Segment) -> Point:
    a, b, c = curve.points
    return (start[0] + 3 * a[0] + 3 * b[0] + c[0]) / 8, (start[1] + 3 * a[1] + 3 * b[1] + c[1]) / 8


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# ---------------------------------------------------------------- strings


def _text_shows(text: SeenText, raster: Raster) -> bool:
    """Return whether a string shows, piece by piece: each stretch as wide as its size holds ink of its colour."""
    size = text.size * 25.4 / 72
    left, top, right, bottom = text.box
    dot = 1 / raster.scale
    rows = [top + (n + 0.5) * dot for n in range(max(1, int((bottom - top) / dot)))]
    pieces = max(1, int((right - left) / (1.2 * size)))
    strips = [strip for y in rows if (strip := raster.strip(left, right, y))]
    if not strips:
        return text.string.isspace()
    tone, dots = 255 * lightness(text.colour), len(strips[0]) / pieces
    cuts = [int(n * dots) for n in range(pieces)] + [len(strips[0])]
    return text.string.isspace() or all(
        _piece_shows(b"".join([strip[a:b] for strip in strips]), tone) for a, b in pairwise(cuts)
    )


def _piece_shows(dots: bytes, tone: float) -> bool:
    dark, light = min(dots, default=0), max(dots, default=0)
    return light - dark > 50 and (dark < tone + 110 if tone < 128 else light > tone - 110)

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
from kitgen.units import MM_PER_POINT

LOOK = 100  # dots an inch: the thinnest line, 0.5 pt, is most of a dot wide
CLOSER = 250  # where something seems not to show: a full stop alone is under two dots at LOOK

_LIGHT = 0.8  # a stroke or fill lighter than this is paper, panel or halo
_SHARE = 0.5  # of a thing's points that must show it; numbers, slashes and small discs lie over marks by design
_SHARE_OF_SMALL = 0.25  # a number nearly fills the small disc that bears it
_STEP = 12.0  # mm between points on a straight line
_WHITE, _TONE_SLACK = 255, 45


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
    on, dark, inside, tone = _looked_at(path, raster)
    count = len(on) + len(inside)
    if not count:
        return True
    dots, width, found = raster.dots, raster.width, 0
    for at in on:
        if at >= 0 and (
            dots[at] <= dark
            or min(dots[at - width - 1 : at - width + 2]) <= dark
            or min(dots[at - 1 : at + 2]) <= dark
            or min(dots[at + width - 1 : at + width + 2]) <= dark
        ):
            found += 1
    for at in inside:
        if abs((dots[at] if at >= 0 else _WHITE) - tone) < _TONE_SLACK:
            found += 1
    return found >= (_SHARE_OF_SMALL if _is_small(path, 3.2) else _SHARE) * count


def _looked_at(path: SeenPath, raster: Raster) -> tuple[list[int], float, list[int], float]:
    """Return the dots on a path's stroke and how dark one of each nine must be, those inside it and their tone."""
    known, size = path.known, (raster.width, raster.height, raster.scale)
    if known is not None and size in known:
        found: tuple[list[int], float, list[int], float] = known[size]
        return found
    on: list[int] = []
    inside: list[int] = []
    dark = tone = 0.0
    if path.stroke is not None and lightness(path.stroke) < _LIGHT:
        dark = _level(path.stroke, 0.75)
        on = [raster.place(point, margin=1) for point in _points_on(path)]
    if path.fill is not None and not _is_small(path):
        tone = 255 * lightness(path.fill)
        inside = [raster.place(point) for point in _points_in(path)]
    if known is not None:
        known[size] = (on, dark, inside, tone)
    return on, dark, inside, tone


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
    if text.string.isspace():
        return True
    dots, tone = raster.dots, 255 * lightness(text.colour)
    pieces = _pieces_of(text, raster)
    return bool(pieces) and all(_piece_shows([dots[a:b] for a, b in rows], tone) for rows in pieces)


def _pieces_of(text: SeenText, raster: Raster) -> list[list[tuple[int, int]]]:
    """Return for each stretch of a string the stretches of dots, row by row, that hold it."""
    known, size = text.known, (raster.width, raster.height, raster.scale)
    if known is not None and size in known:
        found: list[list[tuple[int, int]]] = known[size]
        return found
    left, top, right, bottom = text.box
    dot = 1 / raster.scale
    heights = [top + (n + 0.5) * dot for n in range(max(1, int((bottom - top) / dot)))]
    rows = [row for y in heights if (row := raster.row(left, right, y))]
    count = max(1, int((right - left) / (1.2 * text.size * MM_PER_POINT)))
    wide = (rows[0][1] - rows[0][0]) if rows else 0
    cuts = [*(int(n * wide / count) for n in range(count)), wide]
    pieces = [[(start + a, start + b) for start, _ in rows] for a, b in pairwise(cuts)] if rows else []
    if known is not None:
        known[size] = pieces
    return pieces


def _piece_shows(rows: list[bytes | bytearray], tone: float) -> bool:
    filled = [row for row in rows if row]
    dark, light = min(map(min, filled), default=0), max(map(max, filled), default=0)
    return light - dark > 50 and (dark < tone + 110 if tone < 128 else light > tone - 110)

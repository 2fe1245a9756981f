"""Where things may stand on a page: margins, sizes of type, nothing over anything else. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kitgen.errors import Fault
from kitgen.play.seen import Box, Seen, SeenPath, SeenText, as_rectangle, bounds, is_inside, lightness, strokes_of
from kitgen.proof.raster import tell
from kitgen.proof.readback import SeenPage, SeenSpan
from kitgen.units import MM_PER_POINT

SIDE, FOOT = 10.0, 13.0  # mm that stay white at the sides and top, and at the foot
EDGE = 6.35  # for parts to cut out; the pattern of a back may bleed to the paper's edge
BARE = 4.0  # and on all sides of a page that is nothing but a diagram
LEAST_TEXT, LEAST_IN_FIGURE = 8.0, 5.5  # points
FREE = ("cut", "edge", "fold", "pattern")  # artifacts that may reach into the margins

PALE, THICKEST = 0.85, 0.5  # lightness of a filled panel, at least; mm of an artifact's line, at most

_SLACK = 0.05  # mm
_SPACE = 0.2  # em, the width of a space in Source Sans; Noto Sans SC's is wider
_OVERLAP = 0.2  # share of the smaller of two strings' boxes that the other may cover: accents and descenders touch


def check_placing(page: SeenPage, *, bare: bool = False, parts: Mapping[int, str] | None = None) -> Iterator[Fault]:
    """Yield a fault for each thing in the margins, each string too small, and each thing that lies over another.

    An artifact that does not look like its kind is a fault too.
    A `bare` page holds one figure and nothing else; its margins are narrow, for it is no sheet to print. `parts` maps
    the leaves that are cut out to "front" or "back": art may go up to EDGE, a back by its bleed further.
    """
    yield from (Fault(f"page {page.number}, {what}") for what in _in_margins(page, bare, parts or {}))
    for check in (_too_small, _odd_artifacts, _strings_over_strings, _shapes_over_others):
        yield from (Fault(f"page {page.number}, {what}") for what in check(page))


def name_of(span: SeenSpan) -> str:
    """Return what a span is, for messages."""
    return f"leaf {span.mcid} ({span.tag})" if span.mcid >= 0 else f"{span.kind} artifact"


def _in_margins(page: SeenPage, bare: bool, parts: Mapping[int, str]) -> Iterator[str]:
    width, height = page.size
    for span in page.spans:
        if span.kind in FREE:
            continue
        side, foot = (BARE, BARE) if bare else (SIDE, FOOT)
        if span.mcid in parts:
            side = foot = EDGE if parts[span.mcid] == "front" else 0.0
        inner: Box = (side, side, width - side, height - foot)
        if span.box and is_inside(span.box, inner, _SLACK):
            continue
        for thing in span.seen:
            if not is_inside(_inked(thing), inner, _SLACK):
                yield f"{name_of(span)}: {tell(thing)} reaches into the margin"


def _inked(thing: Seen) -> Box:
    """Return the box of what prints: the spaces that end a line of text print nothing."""
    box = bounds(thing)
    if not isinstance(thing, SeenText):
        return box
    spaces = len(thing.string) - len(thing.string.rstrip(" "))
    return box[0], box[1], box[2] - spaces * _SPACE * thing.size * MM_PER_POINT, box[3]


def _too_small(page: SeenPage) -> Iterator[str]:
    for span in page.spans:
        least = LEAST_IN_FIGURE if span.tag == "Figure" else LEAST_TEXT
        for thing in span.seen:
            if isinstance(thing, SeenText) and thing.size < least - 0.005:
                yield f"{name_of(span)}: {tell(thing)} is {thing.size:.2f} pt; {least:g} pt is the least"


def _odd_artifacts(page: SeenPage) -> Iterator[str]:
    """Yield each artifact that is not drawn as its kind is: panels are rectangles, patterns free, others thin lines."""
    for span in page.spans:
        if span.mcid >= 0 or span.kind == "pattern":
            continue
        for thing in span.seen:
            if not isinstance(thing, SeenPath) or not (_is_panel if span.kind == "panel" else _is_thin_line)(thing):
                yield f"{name_of(span)}: {tell(thing)} is not what a {span.kind} looks like"


def _is_panel(path: SeenPath) -> bool:
    return as_rectangle(path) is not None and (path.fill is None or lightness(path.fill) > PALE)


def _is_thin_line(path: SeenPath) -> bool:
    strokes = strokes_of(path)
    return len(strokes) == 1 and path.width <= THICKEST and (strokes[0].is_level or strokes[0].is_upright)


def _strings_over_strings(page: SeenPage) -> Iterator[str]:
    texts = [(bounds(thing), thing) for span in page.spans for thing in span.seen if isinstance(thing, SeenText)]
    texts = sorted(((box, text) for box, text in texts if not text.string.isspace()), key=lambda pair: pair[0][1])
    for n, (box, text) in enumerate(texts):
        for other, below in texts[n + 1 :]:
            if other[1] >= box[3]:
                break
            if _shared(box, other) > _OVERLAP * min(_area(box), _area(other)):
                yield f"{tell(text)} lies over {tell(below)}"


def _shapes_over_others(page: SeenPage) -> Iterator[str]:
    """Yield each filled shape that lies over a thing of an earlier span, other than on a panel."""
    before: list[tuple[Box, SeenSpan]] = []
    for span in page.spans:
        if span.box is None:
            continue
        left, top, right, bottom = span.box
        filled = [thing for thing in span.seen if isinstance(thing, SeenPath) and thing.fill is not None]
        for around, earlier in before if filled else ():
            if left < around[2] and right > around[0] and top < around[3] and bottom > around[1]:
                yield from _shapes_over(span, filled, around, earlier)
        if span.kind not in ("panel", *FREE):
            before.append(((left - 0.1, top - 0.1, right + 0.1, bottom + 0.1), span))


def _shapes_over(span: SeenSpan, filled: Sequence[SeenPath], around: Box, earlier: SeenSpan) -> Iterator[str]:
    """Yield each `filled` shape of `span` that lies over a thing of an earlier span, all of which is in `around`."""
    inner = [_thick(bounds(thing)) for thing in earlier.seen]
    for thing in filled:
        box = bounds(thing)
        if _shared(box, around) > 0 and any(_shared(box, other) > 0.01 for other in inner):
            yield f"{name_of(span)}: {tell(thing)} lies over {name_of(earlier)}"


def _thick(box: Box) -> Box:
    """Return the box of a line widened to the least stroke, so that it has an area; other boxes as they are."""
    across, down = (0.1 if high - low < 0.2 else 0.0 for low, high in ((box[0], box[2]), (box[1], box[3])))
    return box[0] - across, box[1] - down, box[2] + across, box[3] + down


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shared(a: Box, b: Box) -> float:
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0

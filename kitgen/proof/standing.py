"""Where strings and artifacts stand on a page, held against the manifest; and the ruler, against what it says.

A string that is where it belongs cannot answer for another: "A" and "B" in each other's place read the same, but not
to a pupil. Knows the manifest and the page, no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.play.seen import Point, Seen, SeenPath, SeenText, Stroke, as_line, bounds, bounds_of_all, strokes_of
from kitgen.proof.manifest import Drawn, LeafEntry, Run
from kitgen.proof.placing import name_of
from kitgen.proof.raster import tell
from kitgen.proof.readback import SeenPage, SeenSpan
from kitgen.units import MM_PER_POINT

EXACT = 0.05  # mm
RULER, STEP = 100.0, 2.0  # mm that a ruler is long, and from tick to tick
THINNEST = 0.5 * MM_PER_POINT  # mm; printers drop what is thinner
TALLEST = 1.7  # sizes; the tallest string that runs level, accents and descenders included
WHITE = (255, 255, 255)

_ROUNDED = 0.002  # mm
_BELOW = 0.45  # sizes that ink reaches below its baseline, at most
_BEARING = 0.3  # sizes from a string's origin to its ink, at most; Chinese brackets have most
_OPENING = 0.8  # sizes; a full-width “ has its ink in the right half of its square
_UNDER = 10.0  # mm below the ruler, in which its words stand


# ---------------------------------------------------------------- strings


def origin_faults(span: SeenSpan, entry: LeafEntry) -> Iterator[str]:
    """Yield each string of a text leaf that does not begin where the manifest says, nor goes on from the one before."""
    texts = [thing for thing in span.seen if isinstance(thing, SeenText)]
    ends = _ends(span, texts)
    if entry.varies or entry.facts.get("withheld"):
        yield from _edge_faults(span, entry, texts, ends)
        return
    due = list(entry.at)
    end: Point | None = None
    for text, following in zip(texts, ends, strict=True):
        if due and _is_at(text.at, due[0], EXACT):
            due.pop(0)
        elif end is None or not _is_at(text.at, end, EXACT):
            wanted = "{:.2f}, {:.2f}".format(*due[0]) if due else "after the string before it"
            yield f"{name_of(span)}: {tell(text)} begins at {text.at[0]:.2f}, {text.at[1]:.2f} mm, not {wanted}"
            return
        end = following
    if due:
        yield f"{name_of(span)}: {len(due)} of its strings are missing"


def _edge_faults(span: SeenSpan, entry: LeafEntry, texts: Sequence[SeenText], ends: Sequence[Point]) -> Iterator[str]:
    """Yield that a line whose words vary does not stand on its baseline, or not with the edge where it belongs."""
    if not texts or len(entry.at) != 1:
        yield f"{name_of(span)}: a text that varies is one line"
        return
    x, y = entry.at[0]
    left, right = texts[0].at[0], ends[-1][0]
    edge = {"start": left, "end": right}.get(entry.facts.get("anchor", "start"), (left + right) / 2)
    if not _is_at((edge, texts[0].at[1]), (x, y), EXACT):
        yield f"{name_of(span)}: {tell(texts[0])} is set at {edge:.2f}, {texts[0].at[1]:.2f} mm, not {x:.2f}, {y:.2f}"
    if not all(_is_at(text.at, end, EXACT) for end, text in zip(ends, texts[1:], strict=False)):
        yield f"{name_of(span)}: its strings do not follow each other"


def _is_at(at: Point, wanted: Point, slack: float) -> bool:
    return abs(at[0] - wanted[0]) <= slack and abs(at[1] - wanted[1]) <= slack


def _ends(span: SeenSpan, texts: Sequence[SeenText]) -> list[Point]:
    """Return where the next string would begin after each of `texts`, by the widths of the fonts in the file."""
    widths = {(g.face.name, g.text): g.face.widths.get(g.code, 0.0) for g in span.glyphs}
    return [
        (
            text.at[0] + sum(widths[text.font, char] for char in text.string) * text.size * MM_PER_POINT / 1000,
            text.at[1],
        )
        for text in texts
    ]


def slanted(page: SeenPage, parts: Sequence[int] = ()) -> Iterator[str]:
    """Yield each string that does not run level to the right; `parts` are leaves to cut out, which may be turned."""
    for span in page.spans:
        for thing in span.seen if span.mcid not in parts else ():
            if isinstance(thing, SeenText) and not (thing.string.isspace() or _is_level(thing)):
                yield f"{name_of(span)}: {tell(thing)} does not run level"


def _is_level(text: SeenText) -> bool:
    """Return whether the ink begins near the origin and stands on the baseline, no higher than a line."""
    left, top, _, bottom = text.box
    size = text.size * MM_PER_POINT
    is_upright = bottom <= text.at[1] + _BELOW * size and bottom - top <= TALLEST * size
    return is_upright and -_BEARING * size <= left - text.at[0] <= _OPENING * size


# ---------------------------------------------------------------- artifacts


def artifact_faults(page: SeenPage, run: Run) -> Iterator[str]:
    """Yield each artifact that is not what the manifest says: its kind, its paths, where each of them lies."""
    spans = [span for span in page.spans if span.mcid < 0]
    if [span.kind for span in spans] != [drawn.kind for drawn in run.drawn]:
        yield "its artifacts are not those of kitgen.json, or in another order"
        return
    for span, drawn in zip(spans, run.drawn, strict=True):
        if len(span.seen) != drawn.count:
            yield f"{name_of(span)}: it has {len(span.seen)} paths, not {drawn.count}"
            continue
        yield from _box_faults(span, drawn)


def _box_faults(span: SeenSpan, drawn: Drawn) -> Iterator[str]:
    around = bounds_of_all(span.seen)
    boxes = [bounds(thing) for thing in span.seen]
    shown = [around] if len(drawn.boxes) == 1 and around else boxes
    for box, wanted in zip(shown, drawn.boxes, strict=True):
        if any(abs(a - b) > EXACT for a, b in zip(box, wanted, strict=True)):
            yield f"{name_of(span)}: it lies at {_told(box)} mm, not {_told(wanted)}"


def _told(box: tuple[float, ...]) -> str:
    return ", ".join(f"{n:.2f}" for n in box)


def thin_strokes(page: SeenPage) -> Iterator[str]:
    """Yield each stroke that a printer may drop; the white around what lies over lines in a figure may be thin."""
    for span in page.spans:
        for thing in span.seen:
            if isinstance(thing, SeenPath) and _is_thin(thing, span.tag == "Figure"):
                points = thing.width / MM_PER_POINT
                yield f"{name_of(span)}: {tell(thing)} is a line of {points:.2f} pt; 0.5 pt is least"


def _is_thin(path: SeenPath, is_figure: bool) -> bool:
    if path.stroke is None or (is_figure and path.stroke == WHITE):
        return False
    return path.width < THINNEST - _ROUNDED


# ---------------------------------------------------------------- the ruler


def ruler_faults(page: SeenPage, words: str) -> Iterator[str]:
    """Yield that a page has a ruler without its `words` or the words without a ruler, or one that is not 100 mm."""
    rulers = [span for span in page.spans if span.kind == "ruler"]
    said = [span.seen[0] for span in page.leaves if span.text.strip() == words]
    if len(rulers) != len(said) or len(rulers) > 1:
        yield f"{len(said)} times it says {words!r}, beside {len(rulers)} rulers"
        return
    for span in rulers:
        yield from _measured(span.seen, words)
        yield from _captioned(span.seen, said[0], words)


def _captioned(seen: Sequence[Seen], said: Seen, words: str) -> Iterator[str]:
    around = bounds_of_all(seen)
    x, y = said.at if isinstance(said, SeenText) else (0.0, 0.0)
    if around and not (abs(around[0] - x) <= EXACT and around[3] < y <= around[1] + _UNDER):
        yield f"{words!r} does not stand under the ruler"


def _measured(seen: Sequence[Seen], words: str) -> Iterator[str]:
    """Yield what is wrong with a ruler: its line, its ticks each STEP, longer at 10 mm, longest at 50."""
    paths = [thing for thing in seen if isinstance(thing, SeenPath) and as_line(thing)]
    strokes = [stroke for path in paths for stroke in strokes_of(path)]
    level = [stroke for stroke in strokes if stroke.is_level]
    if len(strokes) != len(seen) or len(level) != 1:
        yield f"under {words!r}: a ruler is one line and its ticks"
        return
    (left, y), (right, _) = sorted((level[0].a, level[0].b))
    if abs(right - left - RULER) > EXACT:
        yield f"under {words!r}: the line is {right - left:.2f} mm long"
    ticks = sorted((stroke for stroke in strokes if stroke.is_upright), key=lambda stroke: stroke.a[0])
    places = [n * STEP for n in range(int(RULER / STEP) + 1)]
    found = [tick.a[0] - left for tick in ticks]
    if len(found) != len(places) or any(abs(a - b) > EXACT for a, b in zip(found, places, strict=True)):
        yield f"under {words!r}: {len(found)} ticks, or one of them is not at a multiple of {STEP:g} mm"
        return
    yield from _tick_faults(ticks, y, words)


def _tick_faults(ticks: Sequence[Stroke], y: float, words: str) -> Iterator[str]:
    lengths: list[set[float]] = [set(), set(), set()]
    for n, tick in enumerate(ticks):
        top, bottom = sorted((tick.a[1], tick.b[1]))
        if abs(top - y) > EXACT:
            yield f"under {words!r}: the tick at {n * STEP:g} mm does not hang on the line"
        mm = n * int(STEP)
        lengths[0 if mm % 10 else 1 if mm % 50 else 2].add(round(bottom - top, 1))
    if any(len(kind) != 1 for kind in lengths) or not max(lengths[0]) < max(lengths[1]) < max(lengths[2]):
        yield f"under {words!r}: ticks are not longer at each 10 mm, longest at each 50"

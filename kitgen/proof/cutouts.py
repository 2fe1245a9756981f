"""Parts to cut out: each front against the kit's data, each back behind its front, none too many and none left out.

Positions are compared as the page has them: a duplex back must lie where its front is seen from behind, to 0.01 mm,
and cut guides along the edges of what is cut out. Knows the contract, not how pages are composed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import dist
from typing import Any

from kitgen.play.contract import Part, Words
from kitgen.play.seen import Box, Seen, SeenPath, Stroke, bounds_of_all, is_inside, strokes_of
from kitgen.proof.manifest import LeafEntry, Manifest, Run
from kitgen.proof.readback import SeenPage

EXACT = 0.01  # mm
EDGE = 6.35  # mm of the paper that a printer may leave white


def find_parts(room: Any, manifest: Manifest) -> dict[str, Part]:
    """Return the parts that the sheet prints, by id, as the game's own data has them."""
    wanted = manifest.cutouts.get("parts", [])
    every = room.parts(manifest.options)
    return {part.id: part for part in every if any(part.id.startswith(name) for name in wanted)}


def part_faults(
    parts: Mapping[str, Part], reading: Any, picture: Any, entry: LeafEntry, seen: Sequence[Seen], words: Words
) -> Iterator[str]:
    """Yield how a part as it is read differs from the data: its size, what its front shows, which back it is."""
    name, side = entry.facts["part"], entry.facts.get("side")
    part = parts.get(name)
    if part is None or entry.box is None:
        yield f"part {name}: the kit has no such part on this sheet"
        return
    around = bounds_of_all(seen)
    if around and not is_inside(around, _box(entry), EXACT):
        yield f"part {name}: its {side} does not lie in its box"
    if abs(entry.box[2] - part.width) > EXACT or abs(entry.box[3] - part.height) > EXACT:
        yield f"part {name}: it measures {entry.box[2]:g} x {entry.box[3]:g} mm, not {part.width:g} x {part.height:g}"
    if side == "back":
        shown = reading.read_back(seen)
        if shown != part.back:
            yield f"part {name}: its back is that of {shown or 'nothing'}, not of {part.back}"
        yield from _middle_faults(name, entry.box, seen)
        wanted_alt = words.say("back_alt")
    else:
        mark = entry.facts.get("set", "")
        wanted = sorted([*part.faces, *([f"set {mark}"] if mark else [])])
        read = sorted(reading.read_part(seen, words))
        if read != wanted:
            yield f"part {name}: it shows {', '.join(read) or 'nothing'}; the data says {', '.join(wanted)}"
        wanted_alt = picture.describe(part, words)
    if entry.alt != wanted_alt:
        yield f"part {name}: its alternative text is {entry.alt!r}; the data says {wanted_alt!r}"


def _middle_faults(name: str, box: tuple[float, ...], seen: Sequence[Seen]) -> Iterator[str]:
    """Yield that a back's marks are not around the middle of its box: it is the same from all sides."""
    around = bounds_of_all(seen)
    if around is None:
        yield f"part {name}: its back is empty"
        return
    off = ((around[0] + around[2]) / 2 - box[0] - box[2] / 2, (around[1] + around[3]) / 2 - box[1] - box[3] / 2)
    if max(map(abs, off)) > EXACT:
        yield f"part {name}: its back lies {off[0]:.2f}, {off[1]:.2f} mm off the middle of its box"


def set_faults(parts: Mapping[str, Part], manifest: Manifest) -> Iterator[str]:
    """Yield parts that are missing, or printed too often, and backs that are not behind their fronts."""
    fronts: dict[str, list[tuple[int, LeafEntry]]] = {}
    backs: dict[str, list[tuple[int, LeafEntry]]] = {}
    for run in manifest.runs:
        for entry in run.leaves:
            if "part" in entry.facts:
                side = backs if entry.facts.get("side") == "back" else fronts
                side.setdefault(entry.facts.get("set", ""), []).append((run.first, entry))
    copies = max(1, manifest.copies)
    alike = copies if manifest.cutouts.get("unmarked") else 1  # sets that can't be told apart are counted together
    sets = [str(n) for n in range(1, copies + 1)] if copies > alike else [""]
    if sorted(fronts) != sorted(sets):
        shown = ", ".join(mark or "without a mark" for mark in sorted(fronts))
        yield f"the sets are {shown}, not {', '.join(sets)}"
    for mark in sorted(set(backs) - set(fronts)):
        yield f"backs of set {mark or 'none'} without their fronts"
    for mark, found in fronts.items():
        yield from _count_faults(parts, mark, [entry for _, entry in found], alike)
        backed = [(page, entry) for page, entry in found if _has_back(parts, entry)]
        yield from _back_faults(manifest, backed, backs.get(mark, []))


def _has_back(parts: Mapping[str, Part], entry: LeafEntry) -> bool:
    part = parts.get(entry.facts["part"])
    return part is None or bool(part.back)


def _count_faults(parts: Mapping[str, Part], mark: str, entries: Sequence[LeafEntry], alike: int) -> Iterator[str]:
    shown = Counter(entry.facts["part"] for entry in entries)
    wanted = Counter({name: part.copies * alike for name, part in parts.items()})
    for name in sorted({*shown, *wanted}):
        if shown[name] != wanted[name]:
            of_set = f" of set {mark}" if mark else ""
            yield f"part {name}{of_set}: printed {shown[name]} times; a set has {wanted[name]}"


def _back_faults(
    manifest: Manifest, fronts: Sequence[tuple[int, LeafEntry]], backs: Sequence[tuple[int, LeafEntry]]
) -> Iterator[str]:
    kind = manifest.options.get("backs", "none")
    if kind == "none":
        if backs:
            yield f"{len(backs)} backs where none are wanted"
        return
    if len(backs) != len(fronts):
        yield f"{len(fronts)} fronts, but {len(backs)} backs"
        return
    pages = sorted({page for page, _ in fronts})
    back_pages = sorted({page for page, _ in backs})
    behind = {(back_pages.index(page), entry.facts["slot"]): (page, entry) for page, entry in backs}
    for page, front in fronts:
        found = behind.get((pages.index(page), front.facts["slot"]))
        if found is None or found[1].facts["part"] != front.facts["part"]:
            yield f"part {front.facts['part']} in slot {front.facts['slot']} of page {page} has not its own back"
            continue
        yield from _place_faults(manifest, kind, (page, front), found)


def _place_faults(
    manifest: Manifest, kind: str, front: tuple[int, LeafEntry], back: tuple[int, LeafEntry]
) -> Iterator[str]:
    """Yield a back that does not lie where the way of printing puts it."""
    run = next(run for run in manifest.runs if run.first <= front[0] <= run.last)
    wanted = _expected(manifest, kind, front[1], run)
    found = back[1].box or (0.0, 0.0, 0.0, 0.0)
    pages_right = {"duplex": back[0] == front[0] + 1, "fold": back[0] == front[0], "separate": True}
    if not pages_right.get(str(kind), False):
        yield f"the back of part {front[1].facts['part']} is on page {back[0]}, its front on page {front[0]}"
    if max(abs(found[0] - wanted[0]), abs(found[1] - wanted[1])) > EXACT:
        where = f"{found[0]:.2f}, {found[1]:.2f} mm; its front asks for {wanted[0]:.2f}, {wanted[1]:.2f}"
        yield f"the back of part {front[1].facts['part']} in slot {front[1].facts['slot']} lies at {where}"


def _expected(manifest: Manifest, kind: str, front: LeafEntry, run: Run) -> tuple[float, float]:
    """Return where the top left corner of a front's back belongs, in mm."""
    x, y, width, height = front.box or (0.0, 0.0, 0.0, 0.0)
    page_width, page_height = run.size
    if kind == "fold":
        return x, y - height
    dx, dy = manifest.cutouts.get("offset", (0.0, 0.0))
    upright = page_height >= page_width
    if kind == "separate" or (manifest.options.get("flip", "long") == "long") == upright:
        x = page_width - x - width
    else:
        y = page_height - y - height
    return x + dx, y + dy


# ---------------------------------------------------------------- one page


def page_faults(page: SeenPage, run: Run, manifest: Manifest) -> Iterator[str]:
    """Yield boxes that reach off the page or over each other, and cut guides that are not along their edges."""
    entries = [entry for entry in run.leaves if "part" in entry.facts and entry.box]
    boxes = [_box(entry) for entry in entries]
    paper: Box = (EDGE, EDGE, page.size[0] - EDGE, page.size[1] - EDGE)
    for entry, box in zip(entries, boxes, strict=True):
        if entry.facts.get("side") == "front" and not is_inside(box, paper, EXACT):
            yield f"part {entry.facts['part']} in slot {entry.facts.get('slot')} reaches into the margin"
    for (one, a), (other, b) in combinations(zip(entries, boxes, strict=True), 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > EXACT and min(a[3], b[3]) - max(a[1], b[1]) > EXACT:
            yield f"part {one.facts['part']} and part {other.facts['part']} lie over each other"
    fronts = [box for entry, box in zip(entries, boxes, strict=True) if entry.facts.get("side") == "front"]
    folded = manifest.options.get("backs") == "fold"
    yield from _fold_faults(page, fronts if folded else [])
    cut = [(left, top - (bottom - top), right, bottom) if folded else (left, top, right, bottom)
           for left, top, right, bottom in fronts]  # fmt: skip
    yield from _guide_faults(_strokes(page, "cut"), cut, str(manifest.options.get("guides", "marks")))


def _box(entry: LeafEntry) -> Box:
    x, y, width, height = entry.box or (0.0, 0.0, 0.0, 0.0)
    return x, y, x + width, y + height


def _strokes(page: SeenPage, kind: str) -> list[Stroke]:
    paths = [thing for span in page.spans if span.kind == kind for thing in span.seen if isinstance(thing, SeenPath)]
    return [stroke for path in paths for stroke in strokes_of(path)]


def _guide_faults(strokes: Sequence[Stroke], boxes: Sequence[Box], kind: str) -> Iterator[str]:
    """Yield edges without a guide, guides along no edge, and guides that run over what is cut out."""
    if kind == "none" or not boxes:
        if strokes:
            yield f"{len(strokes)} cut guides where none are wanted"
        return
    upright = [(stroke.a[0], stroke) for stroke in strokes if stroke.is_upright]
    level = [(stroke.a[1], stroke) for stroke in strokes if not stroke.is_upright]
    for what, found, edges in (
        ("upright", upright, {edge for box in boxes for edge in (box[0], box[2])}),
        ("level", level, {edge for box in boxes for edge in (box[1], box[3])}),
    ):
        yield from _unmatched(what, [at for at, _ in found], edges)
    for stroke in strokes:
        if any(_crosses(stroke, box) for box in boxes):
            yield f"a cut guide at {stroke.a[0]:.1f}, {stroke.a[1]:.1f} mm runs over a part"


def _unmatched(what: str, places: Sequence[float], edges: Iterable[float]) -> Iterator[str]:
    for edge in sorted(edges):
        if not any(abs(at - edge) <= EXACT for at in places):
            yield f"no {what} cut guide at {edge:.2f} mm, where parts end"
    for at in sorted(places):
        if not any(abs(at - edge) <= EXACT for edge in edges):
            yield f"the {what} cut guide at {at:.2f} mm is along no part"


def _crosses(stroke: Stroke, box: Box) -> bool:
    left, right = sorted((stroke.a[0], stroke.b[0]))
    top, bottom = sorted((stroke.a[1], stroke.b[1]))
    across, down = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
    inside_x = across > EXACT or (stroke.is_upright and box[0] + EXACT < left < box[2] - EXACT)
    inside_y = down > EXACT or (stroke.is_level and box[1] + EXACT < top < box[3] - EXACT)
    return inside_x and inside_y


def _fold_faults(page: SeenPage, fronts: Sequence[Box]) -> Iterator[str]:
    """Yield fronts without a fold along their upper edge, and folds elsewhere."""
    folds = _strokes(page, "fold")
    lines = sorted((min(s.a[0], s.b[0]), s.a[1], max(s.a[0], s.b[0])) for s in folds)
    missing = [box for box in fronts if not any(dist((box[0], box[1], box[2]), line) < EXACT for line in lines)]
    if missing or len(folds) != len(fronts) or not all(stroke.is_level for stroke in folds):
        yield f"{len(folds)} folds for {len(fronts)} fronts, or not along their upper edges"

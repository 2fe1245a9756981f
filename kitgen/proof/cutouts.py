"""Parts to cut out: each front against the kit's data, each back behind its front, none too many and none left out.

Positions are compared as the page has them: a duplex back must lie where its front is seen from behind, to 0.01 mm.
Knows the contract and the games' rooms by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kitgen.play.contract import Part, Words
from kitgen.play.seen import Seen, bounds_of_all
from kitgen.proof.manifest import LeafEntry, Manifest, Run

EXACT = 0.01  # mm
COVER = 1.0  # mm that a back's pattern may stop short of the cut


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
    if abs(entry.box[2] - part.width) > EXACT or abs(entry.box[3] - part.height) > EXACT:
        yield f"part {name}: it measures {entry.box[2]:g} x {entry.box[3]:g} mm, not {part.width:g} x {part.height:g}"
    if side == "back":
        shown = reading.read_back(seen)
        if shown != part.back:
            yield f"part {name}: its back is that of {shown or 'nothing'}, not of {part.back}"
        yield from _cover_faults(name, entry, seen)
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


def _cover_faults(name: str, entry: LeafEntry, seen: Sequence[Seen]) -> Iterator[str]:
    around, box = bounds_of_all(seen), entry.box
    if around is None or box is None:
        yield f"part {name}: its back is empty"
        return
    middle = ((around[0] + around[2]) / 2, (around[1] + around[3]) / 2)
    if max(abs(middle[0] - box[0] - box[2] / 2), abs(middle[1] - box[1] - box[3] / 2)) > 0.05:
        yield f"part {name}: its back does not lie in the middle of its slot"


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
    sets = [str(n) for n in range(1, copies + 1)] if copies > 1 else [""]
    if sorted(fronts) != sorted(sets):
        yield f"the sets are {', '.join(sorted(fronts))}, not {', '.join(sets)}"
    for mark, found in fronts.items():
        yield from _count_faults(parts, mark, [entry for _, entry in found])
        yield from _back_faults(manifest, found, backs.get(mark, []))


def _count_faults(parts: Mapping[str, Part], mark: str, entries: Sequence[LeafEntry]) -> Iterator[str]:
    shown = Counter(entry.facts["part"] for entry in entries)
    wanted = Counter({name: part.copies for name, part in parts.items()})
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
    if kind == "duplex":
        upright = page_height >= page_width
        if (manifest.options.get("flip", "long") == "long") == upright:
            x = page_width - x - width
        else:
            y = page_height - y - height
    return x + dx, y + dy

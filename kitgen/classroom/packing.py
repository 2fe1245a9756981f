"""A plan -> everything for the class, as files with names: a proved PDF each, the plan on top, a manifest of hashes.

The same choices give the same bytes, whatever the number of processes. Writes nothing to disk; names of pupils go onto
their sheets and nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kitgen import __version__
from kitgen.build import Built, Progress, Request, build_sheet, remembering
from kitgen.classroom.page import build_plan
from kitgen.classroom.planning import COLUMNS, ClassPlan, Item
from kitgen.errors import Fault, IllegalMove, KitgenError, ProofFailed, RecordError, hyphened
from kitgen.play.work import do_all
from kitgen.shelf import Shelf

FORMAT = 1
MANIFEST = "manifest.json"
MAKER = "kitgen pack"

_COST = {True: 60, False: 15}  # ms a side of what is cut out, and of other sheets; only the order of work rests on it


@dataclass(frozen=True)
class PackFile:
    """One file of a pack: its path inside, its bytes, and what the manifest says of it."""

    path: str
    data: bytes
    facts: Mapping[str, Any]


def make_pack(
    shelf: Shelf,
    plan: ClassPlan,
    lang: str,
    names: Sequence[str] = (),
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[PackFile]:
    """Return the files of a pack, its manifest last; raises KitgenError with what is wrong, and then there is none.

    `names` are of all pupils, in order, or of none. `jobs` 0: a process for each core.
    """
    requests = [_for_pupils(item, names) for item in plan.items]
    groups = sorted(_groups(plan), key=lambda group: (-sum(_cost(plan.items[n]) for n in group), group))
    orders = [_Order(shelf, tuple(requests[n] for n in group)) for group in groups]  # the longest work begins first
    done = do_all(_make, orders, jobs, progress)
    built = {n: one for group, made in zip(groups, done, strict=True) for n, one in zip(group, made, strict=True)}
    top = build_plan(shelf, plan, lang)
    files = [PackFile("plan.pdf", top.data, {"sheet": "plan", "host": True, "pages": top.pages, "print": 1})]
    files += [_file(item, built[n]) for n, item in enumerate(plan.items)]
    return [*files, _manifest(plan, files, named=bool(names))]


@dataclass(frozen=True)
class _Order:
    shelf: Shelf
    requests: tuple[Request, ...]


def _make(order: _Order) -> list[Built]:
    with remembering():
        return [_build(order.shelf, request) for request in order.requests]


def _build(shelf: Shelf, request: Request) -> Built:
    """Return a proved sheet; raises what its making raises, with the name of the sheet."""
    try:
        return replace(build_sheet(shelf, request), verdicts=())
    except KitgenError as error:
        kind = RecordError if isinstance(error, IllegalMove) else type(error)
        name = f"{hyphened(request.kit)} {hyphened(request.sheet)}"
        raise kind([replace(fault, what=f"{name}: {fault.what}") for fault in error.faults]) from None


def _groups(plan: ClassPlan) -> list[list[int]]:
    """Return the numbers of items that are made together: sheets that ask go with their keys, found by one search."""
    found: dict[tuple[str, ...], list[int]] = {}
    for n, item in enumerate(plan.items):
        request = item.request
        layout = next(kit.layout for kit in plan.kits if kit.slug == item.kit)
        asked = layout.sheets[item.sheet].key_of or item.sheet
        found.setdefault((item.kit, asked, repr(sorted(request.options.items()))), []).append(n)
    return list(found.values())


def _cost(item: Item) -> int:
    return item.pages * _COST[bool(item.pieces)] * (3 if item.different else 1)


def _for_pupils(item: Item, names: Sequence[str]) -> Request:
    """Return the request of an item, with the names of those pupils who get a sheet each of their own."""
    first, number = item.pupils
    if not names or not item.different or item.host or item.per != "pupil":
        return item.request
    return replace(item.request, extras=replace(item.request.extras, names=tuple(names[first : first + number])))


def _file(item: Item, built: Built) -> PackFile:
    """Return an item's file; raises ProofFailed where it has other pages than the plan says."""
    if built.pages != item.pages:
        what = f"{built.name} has {built.pages} pages; the plan says {item.pages}"
        raise ProofFailed(Fault(what, None, "a plan that counts what is made"))
    folder = "host" if item.host else "students"
    facts = {
        "kit": item.kit, "sheet": item.sheet, "host": item.host, "pages": built.pages, "print": item.times,
        "codes": list(built.codes),
    }  # fmt: skip
    return PackFile(f"{folder}/{built.name}", built.data, facts)


def _manifest(plan: ClassPlan, files: Sequence[PackFile], *, named: bool) -> PackFile:
    chosen = plan.choices.as_tree()
    chosen.pop("names", None)  # even the name of the file says whose names they are
    tree = {
        "format": FORMAT,
        "made_by": MAKER,
        "kitgen": __version__,
        "choices": chosen,
        "named": named,
        "totals": dict(zip(COLUMNS, plan.totals(), strict=True)),
        "files": [
            {"path": one.path, "sha256": hashlib.sha256(one.data).hexdigest(), "bytes": len(one.data), **one.facts}
            for one in files
        ],
    }
    text = json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
    return PackFile(MANIFEST, text.encode(), {})

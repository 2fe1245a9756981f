"""What a pack's manifest says of its files, held against what the proved PDFs themselves carry and print.

Nothing of it is believed: pages, codes, kit and sheet are each PDF's own, how often one is printed and the sums are
those of the plan, whose numbers are proved with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.classroom.page import NAME
from kitgen.classroom.planning import COLUMNS
from kitgen.shelf import HOUSE
from kitgen.spec.code import group_code

PLAN = f"{NAME}.pdf"
_HELD = ("path", "sha256", "bytes")  # of a row, held with the file's bytes


@dataclass(frozen=True)
class Carried:
    """What a proved PDF says of itself."""

    kit: str
    sheet: str
    pages: int
    codes: tuple[str, ...]
    plan: tuple[tuple[int, ...], ...] = ()


def read_carried(file: Path) -> Carried:
    """Return what a PDF that was proved says of itself."""
    from kitgen.proof.anatomy import open_anatomy

    tree = json.loads(open_anatomy(file.read_bytes()).attachment())
    return Carried(
        tree["kit"], tree["sheet"], tree["pages"][-1]["last"], tuple(_codes(tree)),
        tuple(map(tuple, tree.get("plan", []))),
    )  # fmt: skip


def _codes(tree: Mapping[str, Any]) -> list[str]:
    """Return the codes of a file: its own, and those that its other pages print in the same place, before the same."""
    own = tree["code"]
    texts = [leaf.get("text", "") for run in tree["pages"] for leaf in run["leaves"]]
    start = f"{group_code(own)} "
    behind = next((text[len(start) - 1 :] for text in texts if own and text.startswith(start)), "")
    printed = [text.removesuffix(behind).replace(" ", "") for text in texts if behind and text.endswith(behind)]
    return list(dict.fromkeys([own, *printed]))


def row_faults(row: Mapping[str, Any], carried: Carried) -> Iterator[str]:
    """Yield what the manifest says of a file otherwise than the file does, or than the folder that it lies in."""
    path = str(row["path"])
    folder, _, rest = path.partition("/")
    if (path == PLAN) != (carried.kit == HOUSE) or (path != PLAN and (folder not in ("host", "students") or not rest)):
        yield f"{path} lies where no pack has such a file"
        return
    wanted: dict[str, Any] = {"sheet": carried.sheet, "host": path == PLAN or folder == "host", "pages": carried.pages}
    if path == PLAN:
        wanted["print"] = 1
    else:
        wanted |= {"kit": carried.kit, "codes": list(carried.codes)}
    for key, value in wanted.items():
        if not _same(row.get(key), value):
            yield f"{path}: the manifest says {key} {_told(row.get(key))}; it is {_told(value)}"
    times = row.get("print")
    if type(times) is not int or times < 1:
        yield f"{path}: the manifest says print {_told(times)}; it is a whole number from 1"
    unknown = [key for key in row if key not in (*wanted, *_HELD, "print")]
    yield from (f"{path}: the manifest says {_told(key)} of it, which kitgen never writes" for key in unknown)


def sum_faults(totals: Any, rows: Sequence[Mapping[str, Any]], carried: Mapping[str, Carried]) -> Iterator[str]:
    """Yield where the manifest's `totals`, or how often files are printed, are not those of the plan in the pack.

    `rows` are those of all files, each of them in `carried`.
    """
    plan = carried[PLAN].plan if PLAN in carried else ()
    files = [row for row in rows if row["path"] != PLAN]
    if len(plan) != len(files):
        yield f"the manifest lists {len(files)} sheets; {PLAN} has {len(plan)}"
        return
    for row, numbers in zip(files, plan, strict=True):
        times, planned = row["print"], dict(zip(COLUMNS, numbers, strict=True))["sides"]
        if carried[row["path"]].pages * times != planned:
            sides = carried[row["path"]].pages * times
            yield f"{row['path']}: printed {times} times it has {sides} sides; the plan says {planned}"
    sums = dict(zip(COLUMNS, (sum(column) for column in zip(*plan, strict=True)), strict=True))
    if not _same(totals, sums):
        yield f"the manifest's totals are {_told(totals)}; the files come to {_told(sums)}"


def _same(said: Any, wanted: Any) -> bool:
    """Return whether two values are one as JSON, where true is not 1."""
    return json.dumps(said, sort_keys=True) == json.dumps(wanted, sort_keys=True)


def _told(value: Any) -> str:
    return json.dumps(value)[:200]

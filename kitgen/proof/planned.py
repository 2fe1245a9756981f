"""The plan of a class read back: each number stands where the file says, no row is missing, the sums add up.

Knows columns of whole numbers, not what they count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.proof.manifest import LeafEntry

NONE = "–"  # stands for 0


def plan_faults(rows: Sequence[Sequence[int]], leaves: Sequence[LeafEntry]) -> Iterator[str]:
    """Yield what the printed table says otherwise than `rows`, whose sums stand in the row after the last."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    wanted = {(row, column): value for row, values in enumerate([*rows, sums]) for column, value in enumerate(values)}
    shown: dict[tuple[int, ...], int] = {}
    for entry in leaves:
        if "planned" not in entry.facts:
            continue
        place = tuple(entry.facts["planned"])
        shown[place] = shown.get(place, 0) + 1
        if place not in wanted:
            yield f"the plan has {entry.text!r} in row and column {place}, which it has not"
        elif (entry.text or "").strip() != (str(wanted[place]) if wanted[place] else NONE):
            yield f"the plan says {entry.text!r} in row and column {place}; it comes to {wanted[place]}"
    if missing := [place for place in wanted if shown.get(place, 0) != 1]:
        yield f"the plan has {len(missing)} numbers missing or twice, the first in row and column {missing[0]}"

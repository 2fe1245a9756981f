"""Tables read back: each cell says what the game's own table says, and no row is missing or printed twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from kitgen.play.contract import Table
from kitgen.proof.manifest import LeafEntry, Manifest

HEAD = -1  # the row number of a head


def table_faults(manifest: Manifest, load: Callable[[str], Table]) -> Iterator[str]:
    """Yield how the file's tables differ from those that the game makes anew. Texts were compared with the page."""
    found: dict[str, list[LeafEntry]] = {}
    for run in manifest.runs:
        for entry in run.leaves:
            if "table" in entry.facts:
                found.setdefault(entry.facts["table"], []).append(entry)
    for name, entries in found.items():
        yield from _faults(name, entries, load(name))


def _faults(name: str, entries: list[LeafEntry], table: Table) -> Iterator[str]:
    times: Counter[tuple[int, int]] = Counter()
    for entry in entries:
        row, column = entry.facts.get("row", 0), entry.facts.get("column", 0)
        cells = table.head if row == HEAD else table.rows[row] if 0 <= row < len(table.rows) else ()
        wanted = cells[column] if 0 <= column < len(cells) else None
        if wanted is None or (entry.text or "").strip() != wanted:
            yield f"table {name}, row {row + 1}, column {column + 1}: it says {entry.text!r}, not {wanted!r}"
        if row != HEAD:
            times[row, column] += 1
    cells_wanted = {(row, column) for row, cells in enumerate(table.rows) for column in range(len(cells))}
    if set(times) != cells_wanted or len(set(times.values())) > 1:
        missing = sorted(cells_wanted - set(times))[:3]
        yield f"table {name}: rows are missing or stand twice (first missing: {missing})"

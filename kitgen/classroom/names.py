"""A list of pupils from a CSV file: names, and a level for each where the file has one. Opens no file.

Names may be anything that people are called. What would hide on paper, or make a line of it impossible, is refused by
its row; messages never repeat a name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from unicodedata import category, normalize

from kitgen.errors import Fault, Place, SpecError

MOST_ROWS, MOST_LETTERS = 500, 60

_HEADS = ("name", "names", "pupil", "student", "nombre", "nombres", "alumno", "alumna", "姓名", "名字", "学生")
_UNPRINTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def read_names(text: str, file: str) -> tuple[str, ...]:
    """Return the names in a CSV file's text, in its order.

    They stand in the column headed `name` (or its like in Spanish or Chinese), else in the first. Columns are parted by
    commas, semicolons or tabs. Raises SpecError with the row of every name that can't be printed.
    """
    rows = _rows(text, file)
    if not rows:
        raise SpecError(Fault("there are no names", Place(file), "a row for each pupil"))
    heads = [cell.strip().casefold() for cell in rows[0][1]]
    column = next((n for n, cell in enumerate(heads) if cell in _HEADS), None)
    body = rows if column is None else rows[1:]
    found, faults = [], []
    for line, cells in body:
        name = normalize("NFC", " ".join(cells[column or 0].split())) if len(cells) > (column or 0) else ""
        what = _wrong(name)
        if what:
            faults.append(Fault(what, Place(file, line)))
        found.append(name)
    if len(found) > MOST_ROWS:
        faults.append(Fault(f"{len(found)} names", Place(file), f"at most {MOST_ROWS}"))
    if not found:
        faults.append(Fault("there are no names under the heading", Place(file), "a row for each pupil"))
    if faults:
        raise SpecError(faults[:40])
    return tuple(found)


def _wrong(name: str) -> str:
    """Return what is wrong with a name, "" for nothing."""
    if not name:
        return "a row without a name"
    if len(name) > MOST_LETTERS:
        return f"a name of {len(name)} letters; {MOST_LETTERS} is the most"
    if odd := next((letter for letter in name if category(letter) in _UNPRINTED), ""):
        return f"a name with the character U+{ord(odd):04X}, which does not print"
    return ""


def _rows(text: str, file: str) -> list[tuple[int, Sequence[str]]]:
    """Return the rows that are not blank with their line numbers."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first = text.split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=mark, strict=True)
    found: list[tuple[int, Sequence[str]]] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, cells))
            if len(found) > MOST_ROWS + 1:
                raise SpecError(Fault(f"more than {MOST_ROWS} rows", Place(file), f"at most {MOST_ROWS}"))
    except csv.Error as error:
        raise SpecError(Fault(f"no CSV file: {error}", Place(file, reader.line_num))) from None
    return found

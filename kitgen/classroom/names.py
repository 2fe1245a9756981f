"""A list of pupils from a CSV file: each pupil's name, from one column or from those of its parts. Opens no file.

Names may be anything that people are called. What would hide on paper, or make a line of it impossible, is refused by
its row; messages never repeat a name.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, normalize

from kitgen.errors import Fault, Place, SpecError

MOST_ROWS, MOST_LETTERS = 500, 60

# Heads of columns as they are compared: small letters, words one space apart. The likelier ones stand first.
_WHOLE = (
    "full name", "fullname", "name", "names", "student name", "pupil name", "student", "pupil", "learner",
    "nombre completo", "nombre y apellidos", "nombre y apellido", "apellidos y nombre", "nombre del alumno", "nombre",
    "nombres", "alumno", "alumna", "alumno/a", "alumnos", "estudiante", "姓名", "学生姓名", "名字", "学生",
)  # fmt: skip
_FIRST = (
    "first name", "firstname", "first names", "first", "given name", "given names", "givenname", "forename",
    "forenames", "primer nombre", "nombre de pila", "名",
)  # fmt: skip
_FIRST_BESIDE_LAST = (  # the whole name where no last name has a column
    "name", "names", "nombre", "nombres", "名字", "student", "pupil", "alumno", "alumna", "estudiante", "学生",
)  # fmt: skip
_MIDDLE = ("middle name", "middle names", "middlename", "middle", "segundo nombre")
_LAST = (
    "last name", "lastname", "last names", "last", "surname", "surnames", "family name", "familyname", "apellido",
    "apellidos", "primer apellido", "apellido 1", "apellido1", "apellido paterno", "姓", "姓氏",
)  # fmt: skip
_SECOND_LAST = ("segundo apellido", "apellido 2", "apellido2", "apellido materno")
_LAST_COMES_FIRST = ("姓", "姓氏")
_SAID = "name, full name, first name and last name, surname, student; nombre, apellidos, alumno; 姓名, 姓, 名"
_UNPRINTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_CHINESE = re.compile(r"[\u3400-\u9fff\U00020000-\U000323af]")


@dataclass(frozen=True)
class _Columns:
    """Where a name stands: its parts' columns, from 0, in the order in which they are said; the number of heads."""

    parts: tuple[int, ...]
    width: int

    def name(self, cells: Sequence[str]) -> str:
        """Return the name in a row's cells, its parts joined as they are written."""
        found = [" ".join(cells[n].split()) for n in self.parts if n < len(cells)]
        words = [normalize("NFC", word) for word in found if word]
        return ("" if len(words) > 1 and all(map(_is_chinese, words)) else " ").join(words)


def read_names(text: str, file: str) -> tuple[str, ...]:
    """Return the names in a CSV file's text, in its order.

    They stand in a column headed `name` or its like in English, Spanish or Chinese, or in columns of first and last
    names; a file of one column needs no head. Other columns are not read. Columns are parted by commas, semicolons or
    tabs. Raises SpecError with the row of every name that can't be printed, and for columns of which none is known.
    """
    rows = list(_rows(text, file))
    if not rows:
        raise SpecError(Fault("there are no names", Place(file), "a row for each pupil"))
    columns = _find_columns(rows[0][1])
    body = rows[1:] if columns else rows
    columns = columns or _Columns((0,), 1)
    found, faults = [], []
    for line, cells in body:
        what = _misplaced(columns, cells, has_heads=body is not rows)
        if what:
            raise SpecError(Fault(what, Place(file, line), f"columns headed {_SAID}; a name with a comma in quotes"))
        name = columns.name(cells)
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


def _find_columns(cells: Sequence[str]) -> _Columns | None:
    """Return where names stand by a row's heads; None where no head is known: the row is a pupil's, or nobody's."""
    heads = [_head(cell) for cell in cells]

    def find(*known: str) -> list[int]:
        """Return the columns of the first known head that is there: more than one where it stands over several."""
        found = next((head for head in known if head in heads), None)
        return [n for n, head in enumerate(heads) if head == found]

    last = [*find(*_LAST), *find(*_SECOND_LAST)]
    first = find(*_FIRST) or (find(*_FIRST_BESIDE_LAST) if last else [])
    whole = find(*_WHOLE)
    if first and last:
        middle = find(*_MIDDLE)
        comes_first = heads[last[0]] in _LAST_COMES_FIRST
        return _Columns((*last, *first, *middle) if comes_first else (*first, *middle, *last), len(cells))
    return next((_Columns(tuple(found), len(cells)) for found in (whole, first, last) if found), None)


def _head(cell: str) -> str:
    return " ".join(normalize("NFC", cell).casefold().replace("_", " ").replace("-", " ").strip(" .:").split())


def _is_chinese(word: str) -> bool:
    return bool(_CHINESE.match(word))


def _misplaced(columns: _Columns, cells: Sequence[str], *, has_heads: bool) -> str:
    """Return what is wrong with the number of a row's cells, "" for nothing; empty ones at the end do not count."""
    filled = max((n for n, cell in enumerate(cells, start=1) if cell.strip()), default=0)
    if filled <= columns.width:
        return ""
    return (
        f"{filled} columns, of which {columns.width} with a head"
        if has_heads
        else "several columns and no head that is known"
    )


def _wrong(name: str) -> str:
    """Return what is wrong with a name, "" for nothing."""
    if not name:
        return "a row without a name"
    if len(name) > MOST_LETTERS:
        return f"a name of {len(name)} letters; {MOST_LETTERS} is the most"
    if odd := next((letter for letter in name if category(letter) in _UNPRINTED), ""):
        return f"a name with the character U+{ord(odd):04X}, which does not print"
    return ""


def _rows(text: str, file: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows that are not blank with their line numbers."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first = text.lstrip("\n").split("\n", 1)[0]
    mark = max(",;\t", key=lambda mark: (first.count(mark), text.count(mark)))
    reader = csv.reader(io.StringIO(text), delimiter=mark, strict=True)
    found = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found += 1
                yield reader.line_num, cells
            if found > MOST_ROWS + 1:
                raise SpecError(Fault(f"more than {MOST_ROWS} rows", Place(file), f"at most {MOST_ROWS}"))
    except csv.Error as error:
        raise SpecError(Fault(f"no CSV file: {error}", Place(file, reader.line_num))) from None

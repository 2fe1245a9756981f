"""Words as a person types codes -> the codes: those of four letters and the rest that a sheet prints are put together.

Of all ways to read the words the check letters decide; what fits no code is left as it was typed. Builds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.classroom.loose import USUAL, Loose, find_sheet, layouts_of, seed_of
from kitgen.errors import Fault, NotAccepted, SpecError
from kitgen.shelf import Shelf
from kitgen.spec.code import LENGTH, SHORTEST, clean_code, group_code, split_code
from kitgen.spec.schema import Layout

MOST_CODES = 1000  # at once; far more than a class has sheets
_GROUP = 4  # letters that stand together on a sheet

Cost = tuple[int, int, int, int, int, int]


@dataclass(frozen=True)
class _Read:
    """Words read as one code: how little that is to be believed, and the sheet, None where it is none with a key."""

    cost: Cost
    typed: str
    loose: Loose | None = None


@dataclass(frozen=True)
class _Way:
    """A way to read the words from the first on: its cost in all, whether another is as good, its codes."""

    cost: Cost = (0, 0, 0, 0, 0, 0)
    is_torn: bool = False
    codes: tuple[_Read, ...] = ()

    def and_then(self, code: _Read) -> _Way:
        """Return this way with one more code."""
        cost = tuple(a + b for a, b in zip(self.cost, code.cost, strict=True))
        return _Way(cost, self.is_torn, (*self.codes, code))  # type: ignore[arg-type]


def find_sheets(shelf: Shelf, words: Sequence[str]) -> list[Loose]:
    """Return the sheets whose codes the words are, each once; a code may be several words, a word several codes.

    Raises NotAccepted with every code that is mistyped or has no key, and for words that are codes in two ways.
    """
    parts = [part for word in words for part in re.split(r"[\s-]+", word) if part]
    if not parts:
        raise NotAccepted(Fault("no code is given", None, "the code at the foot of a sheet"))
    if len(parts) > MOST_CODES:
        raise NotAccepted(Fault(f"{len(parts)} words", None, f"at most {MOST_CODES}"))
    layouts = layouts_of(shelf)
    best = _best_way(shelf, layouts, parts)
    faults = [fault for code in best.codes if not code.loose for fault in _wrong(shelf, layouts, code.typed)]
    if faults:
        raise NotAccepted(faults)
    for code in best.codes:
        if code.loose and code.loose.build.seed > USUAL and (two := _two_in(layouts, code.loose.code)):
            what = (
                f"{code.typed!r} may be two codes, {two[0]} and {two[1]}, or one with the seed {code.loose.build.seed}"
            )
            raise NotAccepted(Fault(what, None, "a space between codes; of one, `kitgen practice` with its --seed"))
    if best.is_torn:
        read = " and ".join(group_code(code.loose.code) for code in best.codes if code.loose)
        raise NotAccepted(Fault(f"{' '.join(parts)!r} may be {read}, or other codes", None, "each code without spaces"))
    return list({code.loose.code: code.loose for code in best.codes if code.loose}.values())


def _two_in(layouts: Sequence[Layout], code: str) -> tuple[str, str] | None:
    """Return two codes of sheets with keys that make `code` without a space between; two that check out always do."""
    for cut in range(SHORTEST, len(code) - SHORTEST + 1):
        two = code[:cut], code[cut:]
        if all(_is_usual(layouts, one) for one in two):
            return group_code(two[0]), group_code(two[1])
    return None


def _is_usual(layouts: Sequence[Layout], code: str) -> bool:
    seed = seed_of(layouts, code)
    return seed is not None and seed <= USUAL


def _best_way(shelf: Shelf, layouts: Sequence[Layout], parts: Sequence[str]) -> _Way:
    """Return the way to read the parts that costs least."""
    ways = [_Way()]
    for end in range(1, len(parts) + 1):
        found: _Way | None = None
        for start in range(end - 1, -1, -1):
            if start < end - 1 and sum(map(len, parts[start:end])) > LENGTH:
                break
            way = ways[start].and_then(_read(shelf, layouts, parts[start:end]))
            if found is None or way.cost < found.cost:
                found = way
            elif way.cost == found.cost:
                found = _Way(found.cost, True, found.codes)
        ways.append(found or _Way())
    return ways[-1]


def _read(shelf: Shelf, layouts: Sequence[Layout], parts: Sequence[str]) -> _Read:
    """Read parts as one code.

    Its cost: letters of what is mistyped; oddly parted codes that are, and all; codes without a key; oddly parted ones
    with one; large seeds. Parts that no sheet prints so are believed only with a seed that people type: one code in 32
    fits by chance.
    """
    typed = " ".join(parts)
    odd = len(parts) > 1 and not (all(len(part) == _GROUP for part in parts[:-1]) and len(parts[-1]) <= _GROUP)
    no_code = _Read((len(clean_code(typed)), odd, 1, 0, 0, 0), typed)
    try:
        split_code(typed)
    except SpecError:
        return no_code
    try:
        loose = find_sheet(shelf, typed, layouts)
    except SpecError:
        return no_code if odd else _Read((0, 0, 0, 1, 0, 0), typed)
    is_large = loose.build.seed > USUAL
    return no_code if odd and is_large else _Read((0, 0, 0, 0, odd, is_large), typed, loose)


def _wrong(shelf: Shelf, layouts: Sequence[Layout], typed: str) -> tuple[Fault, ...]:
    """Return what is wrong with words that are no code of a sheet with a key."""
    try:
        find_sheet(shelf, typed, layouts)
    except SpecError as error:
        return error.faults
    return (Fault(f"{typed!r} is no sheet code as a sheet prints it", None, "each code without spaces"),)

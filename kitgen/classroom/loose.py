"""The code of a loose sheet -> the request for its key; a mistyped code -> the codes that it may have been.

Looks for a code's kit by its number over the whole shelf. Builds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen import __version__
from kitgen.build import Request
from kitgen.errors import Fault, KitgenError, SpecError, hyphened
from kitgen.kit import Kit
from kitgen.shelf import Shelf
from kitgen.spec.code import (
    ALPHABET,
    LENGTH,
    SHORTEST,
    Build,
    check_letter,
    clean_code,
    group_code,
    read_code,
    split_code,
    write_code,
)
from kitgen.spec.schema import Layout

MOST = 3  # codes suggested
USUAL = 10_000  # seeds that people type; a code with a larger one is a guess less likely
_ALIKE = ("5S", "2Z", "8B", "6G", "VY", "MN", "UV", "0D", "0Q", "17", "CG", "PR", "EF", "KX")  # to a hurried eye


@dataclass(frozen=True)
class Loose:
    """A sheet known by its code alone: the kit it is of, what it was made from, and the sheet that is its key."""

    code: str
    kit: str
    build: Build
    key: str

    def request(self) -> Request:
        """Return the request for the key of this one sheet."""
        build = self.build
        options = {name: str(value) for name, value in build.options.items()}
        return Request(build.kit, self.key, options, build.paper, build.lang, build.inks, 1, build.seed)


def find_sheet(shelf: Shelf, code: str, layouts: Sequence[Layout] = ()) -> Loose:
    """Return what `code` stands for; raises SpecError for a code that is mistyped, of another version, or has no key.

    A mistyped code is answered with the near ones that name a sheet which has a key. `layouts` are those of the shelf
    where they have been read.
    """
    layouts = layouts or layouts_of(shelf)
    clean = clean_code(code)
    try:
        split_code(clean)
    except SpecError as error:
        near = " or ".join(map(group_code, suggest_codes(layouts, clean[: LENGTH + 1])))
        raise SpecError(Fault(fault.what, None, fault.accepted, near) for fault in error.faults) from None
    return _read(layouts, code, clean)


def layouts_of(shelf: Shelf) -> list[Layout]:
    """Return the layouts of all kits that can be read."""
    found = []
    for slug in shelf.kits():
        try:
            found.append(Kit(shelf, slug).layout)
        except KitgenError:  # a broken kit must not hide the others' keys
            continue
    return found


def _read(layouts: Sequence[Layout], code: str, clean: str) -> Loose:
    number, version, _ = split_code(clean)
    of_kit = [layout for layout in layouts if layout.number == number]
    if not of_kit:
        known = ", ".join(
            f"{layout.number} {hyphened(layout.kit)}" for layout in sorted(layouts, key=lambda one: one.number)
        )
        raise SpecError(Fault(f"{code} is of kit number {number}, which is not here", None, f"{known}; or --kits DIR"))
    if len(of_kit) > 1:
        slugs = ", ".join(hyphened(layout.kit) for layout in of_kit)
        raise SpecError(Fault(f"{code} is of kit number {number}, which {slugs} all have", None, "a number for each"))
    layout = of_kit[0]
    if version != layout.version:
        name = hyphened(layout.kit)
        needed = f"a kitgen (or --kits DIR) in which {name} has version {version}"
        what = f"{code} is of version {version} of {name}; kitgen {__version__} has version {layout.version}"
        raise SpecError(Fault(what, None, needed))
    build = read_code(layout, clean)
    key = key_of(layout, build.sheet)
    if not key:
        asked = [hyphened(sheet.key_of) for sheet in layout.sheets.values() if sheet.key_of]
        what = (
            f"{code} is a sheet {hyphened(build.sheet)} of {hyphened(layout.kit)}, which asks nothing and so has no key"
        )
        raise SpecError(Fault(what, None, f"the code of a sheet that asks: {', '.join(asked) or 'none of this kit'}"))
    return Loose(clean, layout.kit, build, key)


def key_of(layout: Layout, sheet: str) -> str:
    """Return the name of the sheet that is the key of `sheet`, "" where there is none."""
    return next((name for name, other in layout.sheets.items() if other.key_of == sheet), "")


def suggest_codes(layouts: Sequence[Layout], clean: str) -> list[str]:
    """Return at most MOST codes near a mistyped one that name a sheet with a key, the likeliest first."""
    found: dict[str, tuple[int, int, str]] = {}
    for effort, other in _near(clean):
        if len(other) < SHORTEST or not set(other) <= set(ALPHABET) or check_letter(other[:-1]) != other[-1]:
            continue
        seed = seed_of(layouts, other)
        if seed is not None:
            rank = (effort + (seed > USUAL) * 4, seed, other)
            found[other] = min(found.get(other, rank), rank)
    return sorted(found, key=lambda one: found[one])[:MOST]


def _near(code: str) -> Iterator[tuple[int, str]]:
    """Yield (how odd the slip would be, code) for each code that one slip turns into `code`."""
    for at in range(len(code) - 1):
        yield 0, code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    for at, typed in enumerate(code):
        for meant in ALPHABET:
            if meant != typed:
                is_alike = any({typed, meant} == set(pair) for pair in _ALIKE)
                yield (0 if is_alike else 1), code[:at] + meant + code[at + 1 :]
    for at in range(len(code)):
        yield 2, code[:at] + code[at + 1 :]
    for at in range(len(code) + 1) if len(code) < LENGTH else ():
        for meant in ALPHABET:
            yield 2, code[:at] + meant + code[at:]


def seed_of(layouts: Sequence[Layout], code: str) -> int | None:
    """Return the seed of a code that stands for a sheet with a key as it would be printed; None for any other."""
    for layout in layouts:
        try:
            build = read_code(layout, code)
            if key_of(layout, build.sheet) and write_code(layout, build) == code:
                return build.seed
        except SpecError:
            continue
    return None

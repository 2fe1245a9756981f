"""Sheet codes: kit, version, sheet, language, paper, ink, options and seed in at most twelve characters.

A code is written in the 32 characters 0-9 A-Z without I, L, O and U:

    kit  version  payload (0 to 9)  check

`kit` and `version` are the layout's numbers, one character each. The payload is one number in base 32, leading zeros
left off: the seed, then each option of the sheet in the layout's order (mixed radix, by the place among its choices),
then ink (3), paper (2), language (8) and sheet (16). The check character is a polynomial over GF(32) of all the
others; it finds every wrong character and every two neighbours swapped. Number of copies, names, dates and header
are not part of a code. Knows no game; docs/sheet-codes.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kitgen.errors import Fault, NotAccepted, SpecError, hyphened
from kitgen.spec.schema import Layout

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 12
SHORTEST = 3
_PAYLOAD = 32 ** (LENGTH - 3)
_LANGS = ("en", "es", "zh-Hans")
_PAPERS = ("A4", "Letter")
_INKS = ("colour", "grey", "low")
_LOOKALIKE = str.maketrans("ILO", "110", " -")


@dataclass(frozen=True)
class Build:
    """What a code stands for."""

    kit: str
    sheet: str
    lang: str
    paper: str
    inks: str
    seed: int
    options: Mapping[str, int | str] = field(default_factory=dict)


def write_code(layout: Layout, build: Build) -> str:
    """Return the code of `build`; raises NotAccepted when the seed is too large for one. Inverse of `read_code`."""
    step, rest = 1, 0  # a code's number is seed * step + rest
    for choices, at in _places(layout, build):
        step, rest = step * choices, rest * choices + at
    most = (_PAYLOAD - 1 - rest) // step
    if not 0 <= build.seed <= most:
        raise NotAccepted(Fault(f"seed {build.seed} does not go into a sheet code", None, f"0 to {most}"))
    number = build.seed * step + rest
    body = ALPHABET[layout.number] + ALPHABET[layout.version] + _digits(number)
    return body + check_letter(body)


def _places(layout: Layout, build: Build) -> Iterator[tuple[int, int]]:
    """Yield (how many choices there are, which is taken, from 0) of everything in a code but the seed."""
    for name in layout.sheets[build.sheet].options:
        choices = layout.options[name].choices
        yield len(choices), choices.index(build.options[name])
    yield len(_INKS), _INKS.index(build.inks)
    yield len(_PAPERS), _PAPERS.index(build.paper)
    yield 8, _LANGS.index(build.lang)
    yield 16, list(layout.sheets).index(build.sheet)


def clean_code(code: str) -> str:
    """Return a code as typed without spaces and hyphens, in capitals, with I, L and O read as 1, 1 and 0."""
    return code.upper().translate(_LOOKALIKE)


def split_code(code: str) -> tuple[int, int, int]:
    """Return (kit number, version, payload) of a code as written; spaces, hyphens, case and I L O are forgiven.

    Raises SpecError for a wrong character, length or check letter, and names near codes that would be right.
    """
    clean = clean_code(code)
    if not SHORTEST <= len(clean) <= LENGTH or any(c not in ALPHABET for c in clean):
        raise SpecError(Fault(f"{code!r} is no sheet code", None, f"{SHORTEST} to {LENGTH} characters of {ALPHABET}"))
    body, check = clean[:-1], clean[-1]
    if check_letter(body) != check:
        raise SpecError(Fault(f"{code!r} is mistyped: its check letter does not fit", None, "the code as printed"))
    payload = 0
    for character in body[2:]:
        payload = payload * 32 + ALPHABET.index(character)
    return ALPHABET.index(body[0]), ALPHABET.index(body[1]), payload


def read_code(layout: Layout, code: str) -> Build:
    """Return the build of `code`, which must be of `layout`'s number and version; raises SpecError."""
    kit, version, number = split_code(code)
    if (kit, version) != (layout.number, layout.version):
        made = f"kit {kit} version {version}"
        raise SpecError(Fault(f"{code} was made by {made}", None, f"kit {layout.number} version {layout.version}"))
    number, sheet_index = divmod(number, 16)
    number, lang = divmod(number, 8)
    number, paper = divmod(number, len(_PAPERS))
    number, inks = divmod(number, len(_INKS))
    if sheet_index >= len(layout.sheets) or lang >= len(_LANGS):
        raise SpecError(Fault(f"{code} names no sheet of {hyphened(layout.kit)}"))
    name = list(layout.sheets)[sheet_index]
    options: dict[str, int | str] = {}
    for option in reversed(layout.sheets[name].options):
        choices = layout.options[option].choices
        number, index = divmod(number, len(choices))
        options[option] = choices[index]
    return Build(layout.kit, name, _LANGS[lang], _PAPERS[paper], _INKS[inks], number, dict(reversed(options.items())))


def group_code(code: str) -> str:
    """Write a code for the eye, in groups of four."""
    return " ".join(code[i : i + 4] for i in range(0, len(code), 4))


def _digits(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, 32)
        found = ALPHABET[digit] + found
    return found


def _times(a: int, b: int) -> int:
    """Multiply in GF(32), modulo x^5 + x^2 + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 32:
            a ^= 0b100101
        b >>= 1
    return product


def check_letter(body: str) -> str:
    """Return the check character of `body`: the sum of each value times 2 to its place from the right, in GF(32)."""
    total, weight = 0, 2
    for character in reversed(body):
        total ^= _times(ALPHABET.index(character), weight)
        weight = _times(weight, 2)
    return ALPHABET[total]

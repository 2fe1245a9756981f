"""Glyphs of TrueType fonts compared byte by byte: the same outline, the same side bearing, the same hints.

Follows the OpenType specification (cmap, glyf, loca, hmtx). Two glyphs found the same here look the same whatever draws
them; of others this module says nothing. Knows neither PDFs nor what a character should look like.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from struct import error as struct_error
from struct import unpack_from

_KNOWN = {"OS/2", "cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post", "prep"}
_HINTS = ("cvt ", "fpgm", "prep")
_WORDS, _SCALED, _MORE, _SCALED_TWICE, _TURNED = 0x01, 0x08, 0x20, 0x40, 0x80  # flags of a component
_DEEPEST = 5  # components of components


class Outlines:
    """The glyphs of one font program. Damage shows as struct.error, IndexError or KeyError."""

    def __init__(self, program: bytes) -> None:
        self.program = program

    @cached_property
    def _tables(self) -> dict[str, tuple[int, int]]:
        """Return where each table begins and how long it is."""
        (count,) = unpack_from(">H", self.program, 4)
        records = [unpack_from(">4sLLL", self.program, 12 + 16 * n) for n in range(count)]
        return {tag.decode("latin-1"): (at, length) for tag, _, at, length in records}

    @property
    def is_plain(self) -> bool:
        """Return whether the font has no table besides those read here that could draw a glyph in another way."""
        return self._tables.keys() <= _KNOWN

    def table(self, tag: str) -> bytes:
        """Return a table's bytes, none where there is no such table."""
        at, length = self._tables.get(tag, (0, 0))
        return self.program[at : at + length]

    @cached_property
    def manner(self) -> tuple[bytes, ...]:
        """Return what all outlines of the font hang on: units and flags of its head, and the hints they share."""
        return (self.table("head")[16:20], *(self.table(tag) for tag in _HINTS))

    @cached_property
    def _wide_places(self) -> bool:
        return bool(unpack_from(">h", self.program, self._tables["head"][0] + 50)[0])

    def outline(self, glyph: int) -> bytes:
        """Return the outline of a glyph, by its number."""
        loca, start = self._tables["loca"][0], self._tables["glyf"][0]
        if self._wide_places:
            begin, end = unpack_from(">2L", self.program, loca + 4 * glyph)
        else:
            begin, end = (2 * half for half in unpack_from(">2H", self.program, loca + 2 * glyph))
        return self.program[start + begin : start + end]

    def bearing(self, glyph: int) -> int:
        """Return the left side bearing of a glyph."""
        (full,) = unpack_from(">H", self.program, self._tables["hhea"][0] + 34)
        place = 4 * glyph + 2 if glyph < full else 4 * full + 2 * (glyph - full)
        bearing: int = unpack_from(">h", self.program, self._tables["hmtx"][0] + place)[0]
        return bearing

    @cached_property
    def _maps(self) -> dict[tuple[int, int], int]:
        """Return where each character map begins, by platform and encoding."""
        start = self._tables["cmap"][0]
        (count,) = unpack_from(">H", self.program, start + 2)
        records = [unpack_from(">HHL", self.program, start + 4 + 8 * n) for n in range(count)]
        return {(platform, encoding): start + at for platform, encoding, at in records}

    def by_code(self, code: int) -> int | None:
        """Return the glyph of a code of a simple PDF font: by its one map, of format 6; None: can't say."""
        if set(self._maps) != {(1, 0)}:
            return None
        form, _, _, first, count = unpack_from(">5H", self.program, self._maps[1, 0])
        if form != 6 or not 0 <= code - first < count:
            return None
        glyph: int = unpack_from(">H", self.program, self._maps[1, 0] + 10 + 2 * (code - first))[0]
        return glyph

    def by_character(self, character: str) -> int | None:
        """Return the glyph of a character by the Unicode map, of format 4; None: can't say."""
        if len(character) != 1 or (3, 1) not in self._maps:
            return None
        code, at = ord(character), self._maps[3, 1]
        form, _, _, twice = unpack_from(">4H", self.program, at)
        if form != 4:
            return None
        ends, starts, deltas, offsets = (at + 14 + n * twice + 2 * (n > 0) for n in range(4))
        for n in range(0, twice, 2):
            if unpack_from(">H", self.program, ends + n)[0] >= code:
                break
        (start,) = unpack_from(">H", self.program, starts + n)
        (delta,) = unpack_from(">H", self.program, deltas + n)
        (offset,) = unpack_from(">H", self.program, offsets + n)
        if start > code:
            return None
        glyph: int = code
        if not offset:
            return (glyph + int(delta)) & 0xFFFF
        glyph = unpack_from(">H", self.program, offsets + n + offset + 2 * (code - start))[0]
        return (glyph + int(delta)) & 0xFFFF if glyph else None


def is_same(mine: Outlines, code: int, published: Outlines, character: str) -> bool:
    """Return whether a PDF font's glyph `code` is, byte for byte, the published font's glyph of `character`."""
    try:
        glyph, other = mine.by_code(code), published.by_character(character)
        if glyph is None or other is None or not mine.is_plain or mine.manner != published.manner:
            return False
        return _is_same(mine, glyph, published, other, 0)
    except (struct_error, IndexError, KeyError):
        return False


def _is_same(mine: Outlines, glyph: int, published: Outlines, other: int, depth: int) -> bool:
    a, b = mine.outline(glyph), published.outline(other)
    if depth > _DEEPEST or len(a) < len(b) or mine.bearing(glyph) != published.bearing(other):
        return False
    if not b or unpack_from(">h", b)[0] >= 0:
        return _is_padded(a, b)
    first, second = list(_components(a)), list(_components(b))
    if a[:10] != b[:10] or [told for _, told in first] != [told for _, told in second]:
        return False
    return all(_is_same(mine, x, published, y, depth + 1) for (x, _), (y, _) in zip(first, second, strict=True))


def _is_padded(longer: bytes, plain: bytes) -> bool:
    return longer.startswith(plain) and not longer[len(plain) :].strip(b"\0")


def _components(outline: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each component's glyph with what is said of it: flags, place, scale; last, the hints of the whole."""
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, glyph = unpack_from(">2H", outline, at)
        size = 8 if flags & _WORDS else 6
        size += 2 if flags & _SCALED else 4 if flags & _SCALED_TWICE else 8 if flags & _TURNED else 0
        yield glyph, outline[at : at + 2] + outline[at + 4 : at + size]
        at += size
    if flags & 0x100:  # instructions follow
        (count,) = unpack_from(">H", outline, at)
        yield glyph, outline[at : at + 2 + count]

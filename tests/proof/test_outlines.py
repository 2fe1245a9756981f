"""Glyphs compared byte by byte: the cut font's are the published font's, and a changed byte is seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from struct import unpack_from

import font_source_sans_pro
import pytest
from fontTools.ttLib import TTFont

from kitgen.marks import Text
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.proof.outlines import Outlines, is_same
from kitgen.proof.readback import Finished

STRING = "AgQ0189.,-–éñÜ½ß "
PUBLISHED = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"


@cache
def cut() -> tuple[bytes, dict[str, int]]:
    """Return the font program of a file that shows STRING, and the code of each of its characters."""
    leaf = Leaf((Tag("P", "p"),), (Text((0, 0), STRING, 10),), 20, 20)
    data = pdf.write_pdf(Document("-", "en", 210, 297, "colour", [Page([leaf])]), fonts.prepare(STRING))
    with Finished(data) as finished:
        glyphs = finished.page(0).leaves[0].glyphs
    (program,) = {glyph.face.program for glyph in glyphs}
    assert program is not None
    return program, {glyph.text: glyph.code for glyph in glyphs}


@cache
def published() -> Outlines:
    return Outlines(PUBLISHED.read_bytes())


@pytest.mark.parametrize("character", STRING)
def test_a_cut_glyph_is_the_published_one(character: str) -> None:
    program, codes = cut()
    assert is_same(Outlines(program), codes[character], published(), character)
    assert not any(is_same(Outlines(program), codes[character], published(), o) for o in STRING if o != character)


def test_glyphs_are_found_where_another_reader_finds_them() -> None:
    font = TTFont(PUBLISHED)
    names = font.getBestCmap()
    for code in [*range(0x20, 0x17F), 0x2013, 0x2022, 0x20AC, 0x2190]:
        wanted = font.getGlyphID(names[code]) if code in names else None
        assert published().by_character(chr(code)) == wanted, chr(code)
        if wanted is not None:
            assert published().bearing(wanted) == font["hmtx"][names[code]][1]
            begin, end = font["loca"][wanted], font["loca"][wanted + 1]
            assert published().outline(wanted) == font.reader["glyf"][begin:end]


def test_each_byte_of_an_outline_counts() -> None:
    program, codes = cut()
    mine = Outlines(program)
    glyph = mine.by_code(codes["Q"])
    assert glyph is not None
    outline = mine.outline(glyph).rstrip(b"\0")
    start = program.index(outline)
    for at in range(start, start + len(outline)):
        changed = program[:at] + bytes([program[at] ^ 1]) + program[at + 1 :]
        assert not is_same(Outlines(changed), codes["Q"], published(), "Q")


@pytest.mark.parametrize("tag", ["hmtx", "fpgm", "prep", "cvt "])
def test_what_moves_an_outline_counts(tag: str) -> None:
    """A side bearing or a hint changed alone would move strokes when the glyph is drawn."""
    program, codes = cut()
    (count,) = unpack_from(">H", program, 4)
    records = [unpack_from(">4sLLL", program, 12 + 16 * n) for n in range(count)]
    at = next(at for name, _, at, _ in records if name == tag.encode())
    if tag == "hmtx":
        glyph = Outlines(program).by_code(codes["A"])
        assert glyph is not None
        at += 4 * glyph + 3
    changed = program[:at] + bytes([program[at] ^ 1]) + program[at + 1 :]
    assert not is_same(Outlines(changed), codes["A"], published(), "A")


def test_a_table_that_could_draw_otherwise_is_not_trusted() -> None:
    program, codes = cut()
    renamed = program.replace(b"OS/2", b"sbix", 1)
    assert not is_same(Outlines(renamed), codes["A"], published(), "A")


@pytest.mark.parametrize("length", [0, 3, 40, 200, 2000])
def test_a_damaged_font_is_not_the_same(length: int) -> None:
    program, codes = cut()
    assert not is_same(Outlines(program[:length]), codes["A"], published(), "A")

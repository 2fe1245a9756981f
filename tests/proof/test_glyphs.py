"""Glyphs against the published fonts: characters that differ by one short stroke are told apart."""

from __future__ import annotations

from functools import cache

import pytest

from kitgen.marks import Text
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.proof.glyphs import is_alike
from kitgen.proof.readback import Finished, Glyph

LOOKALIKES = ["未末", "己已", "已巳", "大犬", "土士", "日曰", "人入", "住往", "问间"]
LATIN = ["69", "I1", "OQ", "0O", "B8", "ce", "bd", "nh", ",.", "–-", "ée", "½¼"]


@cache
def glyphs() -> dict[str, Glyph]:
    string = "".join(dict.fromkeys("".join(LOOKALIKES + LATIN)))
    leaf = Leaf((Tag("P", "p"),), (Text((0, 0), string, 10),), 20, 20)
    data = pdf.write_pdf(Document("-", "en", 210, 297, "colour", [Page([leaf])]), fonts.prepare(string))
    with Finished(data) as finished:
        return {glyph.text: glyph for glyph in finished.page(0).leaves[0].glyphs}


@pytest.mark.parametrize("pair", LOOKALIKES + LATIN)
def test_lookalikes_are_told_apart(pair: str) -> None:
    for text, other in (pair, pair[::-1]):
        glyph = glyphs()[text]
        assert glyph.face.program is not None
        source = "NotoSansSC-" if "Noto" in glyph.face.name else glyph.face.name
        assert is_alike(glyph.face.program, glyph.code, text, source)
        assert not is_alike(glyph.face.program, glyph.code, other, source)

"""The grammar of content streams: what it reads, and that it refuses everything else."""

from __future__ import annotations

import zlib

import pytest

from kitgen.proof import streams
from kitgen.proof.streams import Shown, StreamFault

PAGE = b"""1 0 0 1 0 0 cm
/H1 <</MCID 0>> BDC
q 1 0 0 1 28.3 780.5 cm
1 J 1 j
.1 .1 .12 rg
BT
1 0 0 1 0 0 Tm
/F1+0 21 Tf (A \\(7\\) \\101\\\\) Tj
ET
Q
EMC
/Figure <</MCID 1>> BDC
q 1 0 0 1 10 10 cm
/Board Do
Q
EMC
/Artifact <</Type /Layout /Kit (write)>> BDC
q 0.5 w [2 1] 0 d 0 0 m 5 0 l S 1 0 0 RG 0 0 m 1 1 2 2 3 3 c h B Q
EMC
"""


def test_spans_hold_what_they_show_and_paint() -> None:
    heading, figure, artifact = streams.read_spans(PAGE)
    assert (heading.tag, heading.mcid, heading.content) == ("H1", 0, (Shown("F1+0", b"A (7) A\\"),))
    assert (figure.tag, figure.mcid, figure.content) == ("Figure", 1, ("Board",))
    assert (artifact.tag, artifact.mcid, artifact.kind, artifact.content) == ("Artifact", -1, "write", (None, None))
    assert PAGE[heading.start :].startswith(b"/H1") and PAGE[: heading.end].endswith(b"EMC")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((b"EMC\n/Figure", b"EMC\n0 0 m 5 0 l S\n/Figure"), "outside"),
        ((b"1 0 0 1 0 0 cm\n/H1", b"1 0 0 1 3 0 cm\n/H1"), "outside"),
        ((b"0 0 m 5 0 l S", b"0 0 5 5 re W n"), "what is this"),
        ((b"0 0 m 5 0 l S", b"9 0 0 m 5 0 l S"), "what is this"),
        ((b"ET\nQ", b"3 Tr ET\nQ"), "what is this"),
        ((b"/Board Do", b"/GS0 gs /Board Do"), "what is this"),
        ((b"/Board Do", b"/P <</MCID 9>> BDC /Board Do EMC"), "inside a span"),
        ((b"\nQ\nEMC\n/Figure", b"\nEMC Q\n/Figure"), "no span ends"),
        ((b"/Board Do\nQ", b"/Board Do"), "no span ends"),
        ((b"ET\nQ", b"Q\nET"), "without its"),
        ((b"/Kit (write)", b"/Kit /write"), "neither"),
        ((b"<</MCID 1>>", b"<</Alt (x)>>"), "neither"),
        ((b"/F1+0 21 Tf ", b""), "without a font"),
        ((b"Q\nEMC\n", b"Q\n"), "inside a span"),
        ((b"(A ", b"(A ( "), "what is this"),
        ((b".1 .1 .12 rg", b".1 1.1 .12 rg"), "what is this"),
        ((b"1 0 0 1 0 0 Tm", b"1 0 0 9 0 0 Tm"), "what is this"),
        ((b"1 0 0 1 10 10 cm", b"1 0 .2 1 10 10 cm"), "what is this"),
        ((b"1 j", b"3 j"), "what is this"),
        ((b"\nET\n", b"\nET (x) Tj\n"), "outside BT"),
        ((b"\nET\n", b"\n0 0 m 1 1 l S ET\n"), "between BT"),
    ],
)  # fmt: skip
def test_what_the_grammar_does_not_cover_is_refused(change: tuple[bytes, bytes], says: str) -> None:
    assert change[0] in PAGE
    with pytest.raises(StreamFault, match=says):
        streams.read_spans(PAGE.replace(change[0], change[1]))


def test_a_form_holds_no_spans() -> None:
    assert streams.read_form(b"0 g 0 0 m 5 0 l S /F1 8 Tf BT (x) Tj ET") == (None, Shown("F1", b"x"))
    with pytest.raises(StreamFault, match="inside a span or a form"):
        streams.read_form(b"/P <</MCID 0>> BDC EMC")


def test_strings_are_unescaped_as_the_standard_says() -> None:
    assert streams.unescape(rb"\n\t\(\)\\\53\053\0053") == b"\n\t()\\++\x053"
    assert streams.unescape(b"a\\\nb\\x") == b"abx"


def test_inflating_is_bounded() -> None:
    assert streams.inflate(zlib.compress(b"kit" * 100)) == b"kit" * 100
    with pytest.raises(StreamFault, match="more than 1000 bytes"):
        streams.inflate(zlib.compress(bytes(1_000_000)), 1000)
    with pytest.raises(StreamFault, match="damaged"):
        streams.inflate(b"no zlib")
    with pytest.raises(StreamFault, match="too early"):
        streams.inflate(zlib.compress(b"kit" * 100)[:-6])


def test_a_cmap_gives_text_by_code() -> None:
    cmap = b"2 beginbfchar <41> <0041> <42> <00660069> endbfchar 1 beginbfrange <30> <32> <0030> endbfrange"
    assert streams.read_cmap(cmap) == {0x41: "A", 0x42: "fi", 0x30: "0", 0x31: "1", 0x32: "2"}
    with pytest.raises(StreamFault, match="list"):
        streams.read_cmap(b"beginbfrange <30> <31> [<0030> <0031>] endbfrange")

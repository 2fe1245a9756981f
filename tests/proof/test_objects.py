"""PDF objects read by our grammar and by qpdf: the same values; and what breaks the grammar is refused."""

from __future__ import annotations

import io
import re
from decimal import Decimal
from typing import Any

import pikepdf
import pytest

from kitgen.errors import ProofFailed
from kitgen.proof.objects import File, Name, Reference, Stream, inflated, read_value, text_of

# ---------------------------------------------------------------- against another reader


def as_told(value: Any) -> Any:
    """Return a value of qpdf's in our form; references stay references."""
    if isinstance(value, pikepdf.Object) and value.is_indirect:
        return Reference(*value.objgen)
    return in_full(value)


def in_full(value: Any) -> Any:
    """Return what an object holds."""
    if isinstance(value, pikepdf.Stream):
        keys = {str(k)[1:]: as_told(v) for k, v in value.stream_dict.items()}
        return {**keys, "Length": None}, value.read_raw_bytes()  # qpdf looks the length up where it is a reference
    if isinstance(value, pikepdf.Dictionary):
        return {str(k)[1:]: as_told(v) for k, v in value.items()}
    if isinstance(value, pikepdf.Array):
        return [as_told(item) for item in value]
    if isinstance(value, pikepdf.Name):
        return Name(str(value)[1:])
    if isinstance(value, pikepdf.String):
        return bytes(value)
    return float(value) if isinstance(value, Decimal) else value


def saved(data: bytes, **options: Any) -> bytes:
    """Return the file as qpdf saves it."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as opened:
        opened.save(out, **options)
    return out.getvalue()


FORMS = {
    "as written": None,
    "with a table": {"object_stream_mode": pikepdf.ObjectStreamMode.disable},
    "with object streams": {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
    "for the web": {"linearize": True},
    "laid open": {"qdf": True, "object_stream_mode": pikepdf.ObjectStreamMode.disable},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_object_is_what_qpdf_reads(form: str, sheet: bytes) -> None:
    options = FORMS[form]
    data = sheet if options is None else saved(sheet, **options)
    file, met = File(data), 0
    with pikepdf.open(io.BytesIO(data)) as other:
        assert file.trailer["Root"] == Reference(*other.Root.objgen)
        for theirs in other.objects:
            is_container = isinstance(theirs, pikepdf.Stream) and theirs.get("/Type") in ("/ObjStm", "/XRef")
            if is_container or not isinstance(theirs, pikepdf.Object):  # qpdf hands out numbers without their place
                continue
            ours = file.get(Reference(*theirs.objgen))
            ours = ({**ours.keys, "Length": None}, ours.raw) if isinstance(ours, Stream) else ours
            assert ours == in_full(theirs), theirs.objgen
            met += 1
    assert met > 30


def test_streams_unpack_to_what_qpdf_reads(sheet: bytes) -> None:
    file, met = File(sheet), 0
    with pikepdf.open(io.BytesIO(sheet)) as other:
        for theirs in other.objects:
            if isinstance(theirs, pikepdf.Stream) and theirs.get("/Type") != "/XRef":
                ours = file.get(Reference(*theirs.objgen))
                assert isinstance(ours, Stream)
                assert inflated(ours) == theirs.read_bytes()
                met += 1
    assert met > 8


def test_a_later_section_holds(sheet: bytes) -> None:
    """An object written again behind the end, as editors do, is the one that counts."""
    data = saved(sheet, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    root = File(data).trailer["Root"]
    assert isinstance(root, Reference)
    start = data.rindex(b"startxref")
    before = int(data[start:].split()[1])
    pages = File(data).mapping(root)["Pages"]
    assert isinstance(pages, Reference)
    changed = b"%d 0 obj\n<< /Type /Catalog /Lang (xx) /Pages %d 0 R >>\nendobj\n" % (root.number, pages.number)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (root.number, len(data))
    trailer = b"trailer\n<< /Size 999 /Root %d 0 R /Prev %d >>\n" % (root.number, before)
    longer = data + changed + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(data) + len(changed))
    file = File(longer)
    assert file.mapping(root)["Lang"] == b"xx"
    with pikepdf.open(io.BytesIO(longer)) as other:
        assert str(other.Root.Lang) == "xx"


# ---------------------------------------------------------------- values

VALUES: dict[bytes, Any] = {  # ISO 32000-1, 7.3, its own examples among them
    b"123": 123,
    b"+17": 17,
    b"-98": -98,
    b"34.5": 34.5,
    b"-.002": -0.002,
    b"4.": 4.0,
    b"true": True,
    b"null": None,
    b"(This is a string)": b"This is a string",
    b"(Strings may contain balanced parentheses ( ) and special characters (*!&}^% and so on).)":
        b"Strings may contain balanced parentheses ( ) and special characters (*!&}^% and so on).",
    rb"(\053 \101\)\\ \n)": b"+ A)\\ \n",
    b"<4E6F762073686D6F7A206B6120706F702E>": b"Nov shmoz ka pop.",
    b"<901FA>": b"\x90\x1f\xa0",
    b"/A;Name_With-Various***Characters?": Name("A;Name_With-Various***Characters?"),
    b"/paired#28#29parentheses": Name("paired()parentheses"),
    b"[549 3.14 false (Ralph) /SomeName]": [549, 3.14, False, b"Ralph", Name("SomeName")],
    b"12 0 R": Reference(12, 0),
    b"[12 0 R 13]": [Reference(12, 0), 13],
    b"<</A 1/B<</C[]>>>>": {"A": 1, "B": {"C": []}},
    b"<< % a comment >>\n/A 1 >>": {"A": 1},
}  # fmt: skip


@pytest.mark.parametrize("written", VALUES)
def test_a_value_is_read(written: bytes) -> None:
    value, end = read_value(written)
    assert (value, type(value), end) == (VALUES[written], type(VALUES[written]), len(written))


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"]",
        b"<</A>>",
        b"<</A 1/A 2>>",
        b"<<1 2>>",
        b"[1",
        b"(",
        b"<12",
        b"nul",
        b"1.2.3",
        b"[<</A 1]>>",
        b"[" * 50,
    ],
)
def test_what_is_no_value_is_refused(written: bytes) -> None:
    with pytest.raises(ProofFailed, match="not a sound PDF"):
        read_value(written)


def test_texts() -> None:
    assert text_of(b"\xfe\xff\x59\x39\x6d\x82") == "夹涂"
    assert text_of("é".encode("latin-1")) == "é"


# ---------------------------------------------------------------- files that are not sound


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def moved(data: bytes) -> bytes:
    """Let the table say that each object begins ten bytes later."""
    return re.sub(rb"(\d{10})( 00000 n)", lambda m: b"%010d" % (int(m[1]) + 10) + m[2], data)


def in_a_circle(data: bytes) -> bytes:
    start = data[data.rindex(b"startxref") :].split()[1]
    return data.replace(b"trailer <<", b"trailer << /Prev %s" % start)


def longer_stream(data: bytes) -> bytes:
    return re.sub(rb"/Length (\d+)", lambda m: b"/Length %d" % (int(m[1]) + 3), data, count=1)


FAULTS = {
    "cut short": cut,
    "offsets moved": moved,
    "sections in a circle": in_a_circle,
    "a stream that is longer than it says": longer_stream,
    "something before its head": lambda data: b"\n" + data,
    "something after its end": lambda data: data + b"and more",
    "no catalog": lambda data: data.replace(b"/Root", b"/Toor"),
    "a table shorter than it says": lambda data: re.sub(rb"xref\n0 (\d+)", rb"xref\n0 1\1", data),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_unsound_file_is_refused(fault: str, sheet: bytes) -> None:
    plain = saved(sheet, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    read_all(File(plain))
    spoiled = FAULTS[fault](plain)
    assert spoiled != plain
    with pytest.raises(ProofFailed):
        read_all(File(spoiled))


def read_all(file: File) -> None:
    size = file.trailer["Size"]
    assert isinstance(size, int)
    for number in range(1, size):
        file.get(Reference(number, 0))


def packed(number: int) -> bytes:
    """Return a file by hand whose object 3 is said to lie in object stream 2, which holds object `number`."""
    head = b"%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n"
    holder = b"2 0 obj\n<</Type/ObjStm/N 1/First 4/Length 11>>\nstream\n%d 0 (found)\nendstream\nendobj\n" % number
    rows = bytes((0, 0, 0, 1, 9, 0, 1, len(head), 0, 2, 2, 0))
    index = b"4 0 obj\n<</Type/XRef/Size 4/W[1 1 1]/Root 1 0 R/Length 12>>\nstream\n%s\nendstream\nendobj\n" % rows
    return head + holder + index + b"startxref\n%d\n%%%%EOF\n" % len(head + holder)


def test_an_object_stream_that_holds_another_object_is_refused() -> None:
    assert File(packed(3)).get(Reference(3, 0)) == b"found"
    with pytest.raises(ProofFailed, match="object 3 is not in the stream"):
        File(packed(4)).get(Reference(3, 0))

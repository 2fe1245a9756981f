"""A PDF file as objects: cross-references, object streams, values, read by a closed grammar; nothing is repaired.

Follows ISO 32000-1, 7.2 to 7.5. What breaks the grammar, points beyond the file or stands twice in a dictionary is
refused, so that no other reader can take the file for another one. Bytes only: knows neither pages nor tags, decrypts
nothing.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from kitgen.errors import ProofFailed
from kitgen.proof import streams

MAX_OBJECTS = 1_500_000
_MAX_DEPTH = 40  # of values inside values; a kit's file has under ten
_MAX_UPDATES = 20  # cross-reference sections that hang one behind the other

_SPACE = rb"[\x00\t\n\x0c\r ]"
_SKIP = rb"(?:" + _SPACE + rb"++|%[^\r\n]*+){0,1000}"
_EDGE = rb"(?=[\x00\t\n\x0c\r ()<>\[\]{}/%]|$)"
_LITERAL = rb"\((?:[^\\()]++|\\.|\((?:[^\\()]++|\\.){0,20000}\)){0,20000}\)"
_HEXES = rb"<[0-9A-Fa-f\x00\t\n\x0c\r ]*+>"
STRING, COMMENT = _LITERAL + rb"|" + _HEXES, rb"%[^\r\n]*+"  # in which nothing is a reference
_TOKEN = re.compile(
    _SKIP + rb"(?:(<<)|(>>)|(\[)|(\])|/([^\x00-\x20()<>\[\]{}/%]*+)"
    rb"|(\d++)" + _SPACE + rb"++(\d++)" + _SPACE + rb"++R" + _EDGE
    + rb"|([-+]?\d++)(?=[\x00\t\n\x0c\r ()<>\[\]{}/%]|$)|([-+]?(?:\d++\.\d*+|\.\d++))" + _EDGE
    + rb"|(" + _LITERAL + rb")|(" + _HEXES + rb")|(true|false|null)" + _EDGE + rb")",
    re.DOTALL,
)  # fmt: skip
_OPEN, _SHUT, _OPEN_LIST, _SHUT_LIST, _NAME, _, _REFERENCE, _WHOLE, _FRACTION, _STRING, _HEX, _WORD = range(1, 13)
_WHITE = b"\x00\t\n\x0c\r "
_WORDS = {b"true": True, b"false": False, b"null": None}

_HEAD = re.compile(rb"(\d+)" + _SPACE + rb"+(\d+)" + _SPACE + rb"+obj" + _EDGE)
_STREAM = re.compile(_SKIP + rb"stream\r?\n")
_END_STREAM = re.compile(_SPACE + rb"*endstream" + _SPACE + rb"*endobj" + _EDGE)
_END_OBJECT = re.compile(_SKIP + rb"endobj" + _EDGE)
_START = re.compile(rb"startxref" + _SPACE + rb"+(\d+)" + _SPACE + rb"+%%EOF" + _SPACE + rb"*\Z")
_TABLE = re.compile(rb"xref" + _SPACE + rb"+")
_SECTION = re.compile(rb"(\d+) (\d+) *[\r\n]+((?:\d{10} \d{5} [nf][\r\n ]{1,2})*)")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])")
_TRAILER = re.compile(rb"trailer" + _EDGE)
_HASH = re.compile(rb"#([0-9A-Fa-f]{2})")


class Name(str):
    """A name, its slash left out."""

    __slots__ = ()


_COMMON = (
    "Type S P Pg K StructElem Page Parent MediaBox Resources Contents StructParents Tabs Figure Sect Alt A Artifact"
)
_NAMES = {name.encode(): Name(name) for name in _COMMON.split()}  # met so often that each is made once


class Reference(NamedTuple):
    """A reference to an object."""

    number: int
    generation: int


class Stream(NamedTuple):
    """A stream: its dictionary, and its bytes as they lie in the file."""

    keys: dict[str, Value]
    raw: bytes


Value = bool | int | float | bytes | str | Reference | Stream | list["Value"] | dict[str, "Value"] | None


def _unsound(what: str) -> ProofFailed:
    return ProofFailed(f"not a sound PDF ({what})")


def read_value(data: bytes, position: int = 0) -> tuple[Value, int]:
    """Return the value that begins at `position`, and where it ends; raises ProofFailed."""
    opened: list[tuple[bool, list[Value]]] = []
    items: list[Value] = []  # of the innermost dictionary or array
    following = _TOKEN.scanner(data, position).match  # type: ignore[attr-defined]
    while match := following():
        kind = match.lastindex
        if kind == _NAME:
            raw = match[_NAME]
            items.append(_NAMES.get(raw) or _name(raw))
        elif kind == _REFERENCE:
            items.append(Reference(int(match[_REFERENCE - 1]), int(match[_REFERENCE])))
        elif kind in (_OPEN, _OPEN_LIST):
            opened.append((kind == _OPEN, items))
            items = []
            if len(opened) > _MAX_DEPTH:
                raise _unsound("values inside values without end")
        elif kind in (_SHUT, _SHUT_LIST):
            if not opened or opened[-1][0] != (kind == _SHUT):
                raise _unsound(f"a bracket without its other half at byte {match.end()}")
            is_mapping, above = opened.pop()
            above.append(_mapping(items, match.end()) if is_mapping else items)
            items = above
        else:
            items.append(_plain(match))
        if not opened:
            return items[0], match.end()
    raise _unsound(f"no value, or one without end, at byte {position}")


def _plain(match: re.Match[bytes]) -> Value:
    kind = match.lastindex
    if kind == _WHOLE:
        return int(match[_WHOLE])
    if kind == _FRACTION:
        return float(match[_FRACTION])
    if kind == _STRING:
        return streams.unescape(match[_STRING][1:-1])
    if kind == _HEX:
        digits = b"".join(match[_HEX][1:-1].split())
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
    return _WORDS[match[_WORD]]


def _name(raw: bytes) -> Name:
    if b"#" in raw:
        raw = _HASH.sub(lambda match: bytes([int(match[1], 16)]), raw)
    return Name(raw.decode("latin-1"))


def _mapping(items: list[Value], position: int) -> dict[str, Value]:
    names, values = items[::2], items[1::2]
    found = dict(zip(names, values, strict=False))
    if len(names) != len(values) or len(found) != len(names) or not all(type(name) is Name for name in names):
        raise _unsound(f"a dictionary without a value for each name, once (byte {position})")
    return found  # type: ignore[return-value]


class File:
    """An opened file. `trailer` is its newest trailer; objects are read when they are asked for.

    Raises ProofFailed for whatever breaks the grammar.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.trailer: dict[str, Value] = {}
        self._offsets: dict[int, int] = {}  # of objects that stand by themselves; 0: there is none
        self._packed: dict[int, tuple[int, int]] = {}  # object streams and places in them
        self._generations: dict[int, int] = {}  # where they are not 0
        self._known: dict[int, Value] = {}
        self._streams: dict[int, dict[int, bytes]] = {}
        self._read_sections()
        if not isinstance(self.trailer.get("Root"), Reference):
            raise _unsound("the trailer names no catalog")

    def get(self, value: Value) -> Value:
        """Return what `value` stands for: the object where it is a reference, else itself; None: no such object."""
        if type(value) is not Reference:
            return value
        if value.generation != self._generations.get(value.number, 0):
            return None
        if value.number not in self._known:
            found = self._read(value.number)
            if type(found) is Reference:
                raise _unsound(f"object {value.number} is nothing but a reference")
            self._known[value.number] = found
        return self._known[value.number]

    def mapping(self, value: Value) -> dict[str, Value]:
        """Return the dictionary that `value` is or stands for, a stream's own included; raises ProofFailed."""
        found = self.get(value)
        if isinstance(found, Stream):
            return found.keys
        if not isinstance(found, dict):
            raise _unsound("a dictionary is missing")
        return found

    def array(self, value: Value) -> list[Value]:
        """Return the array that `value` is or stands for; raises ProofFailed."""
        found = self.get(value)
        if not isinstance(found, list):
            raise _unsound("an array is missing")
        return found

    def source(self, number: int) -> bytes:
        """Return the bytes of an object that is no stream, as they are written; raises ProofFailed."""
        if number in self._packed:
            return self._source_in_stream(*self._packed[number], number)
        if not self._offsets.get(number):
            return b"null"
        start = self._head(number)
        _, end = read_value(self.data, start)
        if not _END_OBJECT.match(self.data, end):
            raise _unsound(f"object {number} is a stream, or does not end")
        return self.data[start:end]

    # ------------------------------------------------------------ objects

    def _read(self, number: int) -> Value:
        if number in self._packed:
            source = self._source_in_stream(*self._packed[number], number)
            value, end = read_value(source)
            if end != len(source):
                raise _unsound(f"object {number} is more than one value")
            return value
        if not self._offsets.get(number):
            return None
        value, end = read_value(self.data, self._head(number))
        found = _STREAM.match(self.data, end)
        if found and isinstance(value, dict):
            return self._stream(value, found.end(), number)
        if not _END_OBJECT.match(self.data, end):
            raise _unsound(f"object {number} does not end")
        return value

    def _head(self, number: int) -> int:
        """Return where the value of an object begins that stands by itself."""
        head = _HEAD.match(self.data, self._offsets[number])
        if not head or (int(head[1]), int(head[2])) != (number, self._generations.get(number, 0)):
            raise _unsound(f"object {number} is not where the file says")
        return head.end()

    def _stream(self, keys: dict[str, Value], start: int, number: int) -> Stream:
        length = keys.get("Length")
        if type(length) is Reference and length.number not in self._packed and self._offsets.get(length.number):
            length = read_value(self.data, self._head(length.number))[0]
        if type(length) is not int or not 0 <= length <= len(self.data) - start:
            raise _unsound(f"stream {number} has no length")
        if not _END_STREAM.match(self.data, start + length):
            raise _unsound(f"stream {number} does not end where it says")
        return Stream(keys, self.data[start : start + length])

    def _source_in_stream(self, holder: int, place: int, number: int) -> bytes:
        if holder not in self._streams:
            self._streams[holder] = self._unpack(holder)
        try:
            return self._streams[holder][number]
        except KeyError:
            raise _unsound(f"object {number} is not in the stream that the file says (place {place})") from None

    def _unpack(self, holder: int) -> dict[int, bytes]:
        """Return the objects of an object stream by number."""
        stream = self._read(holder) if self._offsets.get(holder) else None
        if not isinstance(stream, Stream) or stream.keys.get("Type") != "ObjStm" or "Extends" in stream.keys:
            raise _unsound(f"object {holder} is no object stream")
        count, first, data = stream.keys.get("N"), stream.keys.get("First"), inflated(stream)
        if type(count) is not int or type(first) is not int or not 0 <= count <= MAX_OBJECTS:
            raise _unsound(f"object stream {holder} does not say what it holds")
        words = data[:first].split()
        if len(words) != 2 * count or not all(map(bytes.isdigit, words)):
            raise _unsound(f"object stream {holder} does not list what it holds")
        starts = [first + int(word) for word in words[1::2]]
        ends = [*starts[1:], len(data)]
        if starts != sorted(starts):
            raise _unsound(f"object stream {holder} is out of order")
        return {int(word): data[a:b].strip(_WHITE) for word, a, b in zip(words[::2], starts, ends, strict=True)}

    # ------------------------------------------------------------ cross-references

    def _read_sections(self) -> None:
        start = _START.search(self.data, max(0, len(self.data) - 2048))
        if not self.data.startswith(b"%PDF-") or not start:
            raise _unsound("it does not begin and end as a PDF does")
        at: Value = int(start[1])
        seen: set[int] = set()
        while type(at) is int:
            if at in seen or len(seen) > _MAX_UPDATES:
                raise _unsound("its cross-references run in a circle")
            seen.add(at)
            table = _TABLE.match(self.data, at)
            trailer = self._read_table(table.end()) if table else self._read_index(at)
            self.trailer = self.trailer or trailer
            at = trailer.get("Prev")

    def _read_table(self, position: int) -> dict[str, Value]:
        """Read a cross-reference table; what a newer one says of an object holds."""
        found: dict[int, int] = {}
        while section := _SECTION.match(self.data, position):
            entries = _ENTRY.findall(section[3])
            if len(entries) != int(section[2]):
                raise _unsound("a table of cross-references is not as long as it says")
            for number, (offset, generation, kind) in enumerate(entries, start=int(section[1])):
                found[number] = int(offset) if kind == b"n" else 0
                if kind == b"n" and int(generation) and not self._is_listed(number):
                    self._generations[number] = int(generation)
            position = section.end()
        word = _TRAILER.match(self.data, position)
        trailer = read_value(self.data, word.end())[0] if word else None
        if not isinstance(trailer, dict) or "XRefStm" in trailer:
            raise _unsound("a table of cross-references has no trailer, or another table beside it")
        self._offsets.update({number: at for number, at in found.items() if not self._is_listed(number)})
        return trailer

    def _is_listed(self, number: int) -> bool:
        return number in self._offsets or number in self._packed

    def _read_index(self, position: int) -> dict[str, Value]:
        """Read a cross-reference stream."""
        head = _HEAD.match(self.data, position)
        value, end = read_value(self.data, head.end()) if head else (None, 0)
        found = _STREAM.match(self.data, end)
        if not head or not isinstance(value, dict) or value.get("Type") != "XRef" or not found:
            raise _unsound("it has no cross-references where it says")
        stream = self._stream(value, found.end(), int(head[1]))
        widths = _numbers(value.get("W"), 3)
        ranges = _numbers(value.get("Index", [0, value.get("Size")]))
        rows = _rows(inflated(stream), widths)
        numbers = [
            n for start, count in zip(ranges[::2], ranges[1::2], strict=True) for n in range(start, start + count)
        ]
        if len(numbers) != len(rows):
            raise _unsound("its cross-references are not as many as it says")
        offsets: dict[int, int] = {}
        packed: dict[int, tuple[int, int]] = {}
        for number, (kind, first, second) in zip(numbers, rows, strict=True):
            if kind == 2:
                packed[number] = (first, second)
            else:
                offsets[number] = first if kind == 1 else 0
                if kind == 1 and second and not self._is_listed(number):
                    self._generations[number] = second
        fresh = {number: at for number, at in offsets.items() if not self._is_listed(number)}
        self._packed.update({number: at for number, at in packed.items() if number not in self._offsets})
        self._offsets.update(fresh)
        return value


def inflated(stream: Stream, most: int = streams.MAX_STREAM) -> bytes:
    """Return a stream's bytes, decompressed up to `most`; raises ProofFailed for more, or for another packing.

    Rows that are told as differences from the row above (PNG's predictors none and up) are told in full.
    """
    filters, parameters = stream.keys.get("Filter", []), stream.keys.get("DecodeParms")
    names = filters if isinstance(filters, list) else [filters]
    if names not in ([], ["FlateDecode"]):
        raise ProofFailed(f"a stream is packed with {' '.join(map(str, names))}, which kitgen never does")
    try:
        data = streams.inflate(stream.raw, most) if names else stream.raw
    except streams.StreamFault as fault:
        raise ProofFailed(f"a stream: {fault}") from None
    if len(data) > most:
        raise ProofFailed(f"a stream has more than {most} bytes")
    if isinstance(parameters, dict) and parameters.get("Predictor", 1) != 1:
        columns = parameters.get("Columns", 1)
        if stream.keys.get("Type") != "XRef" or type(columns) is not int or not 0 < columns < 64:
            raise ProofFailed("a stream is packed with a predictor, which kitgen never does")
        return _undo_differences(data, columns)
    return data


def _undo_differences(data: bytes, columns: int) -> bytes:
    width = columns + 1
    if len(data) % width or data[::width].strip(b"\x02"):
        raise _unsound("rows that are not differences from the row above")
    plain = bytearray(len(data) // width * columns)
    for column in range(columns):
        told: list[int] = list(accumulate(data[column + 1 :: width], _add))
        plain[column::columns] = bytes(told)
    return bytes(plain)


def _add(above: int, step: int) -> int:
    return (above + step) & 255


def _numbers(value: Value, count: int | None = None) -> list[int]:
    if not isinstance(value, list) or not all(type(n) is int and 0 <= n <= MAX_OBJECTS for n in value):
        raise _unsound("its cross-references do not say how they are written")
    if len(value) % 2 if count is None else len(value) != count:
        raise _unsound("its cross-references do not say how they are written")
    return value  # type: ignore[return-value]


def _rows(data: bytes, widths: list[int]) -> list[tuple[int, int, int]]:
    """Return the rows of a cross-reference stream; a first field of no width says 1."""
    width = sum(widths)
    if not 0 < width < 32 or len(data) % width or len(data) // width > MAX_OBJECTS:
        raise _unsound("its cross-references do not say how they are written")
    fields: list[list[int]] = []
    at = 0
    for n, wide in enumerate(widths):
        found = [0 if n or wide else 1] * (len(data) // width)
        for column in range(at, at + wide):
            found = [high << 8 | low for high, low in zip(found, data[column::width], strict=True)]
        fields.append(found)
        at += wide
    return list(zip(*fields, strict=True))


def text_of(string: bytes) -> str:
    """Return a text string as text: UTF-16 or UTF-8 with its mark, or PDFDocEncoding."""
    if string.startswith(b"\xfe\xff"):
        return string[2:].decode("utf-16-be", "replace")
    if string.startswith(b"\xef\xbb\xbf"):
        return string[3:].decode("utf-8", "replace")
    return string.decode("latin-1").translate(_PDFDOC)


# ISO 32000-1, annex D.2: where PDFDocEncoding is not Latin 1.
_PDFDOC = {
    **dict(zip(range(0x18, 0x20), "˘ˇˆ˙˝˛˚˜", strict=True)),
    **dict(zip(range(0x80, 0x9F), "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž", strict=True)),
    0xA0: "€",
}

"""Objects -> the bytes of a PDF: streams as they are, all else packed into object streams, one cross-reference stream.

Follows ISO 32000-1, 7.5.7 and 7.5.8. The same objects give the same bytes; the file's id is made from them. Does not
know what any object is for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from hashlib import md5

_HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_TOGETHER = 200  # objects in one object stream; the last field of a cross-reference is one byte
_FREE, _ALONE, _PACKED = 0, 1, 2  # kinds of cross-reference


class Objects:
    """The objects of one file in the making, numbered from 1 in the order of `reserve` and `add`."""

    def __init__(self) -> None:
        self._bodies: list[bytes] = []
        self._streams: dict[int, bytes] = {}

    @property
    def count(self) -> int:
        """Return how many numbers are given out."""
        return len(self._bodies)

    def reserve(self) -> int:
        """Return a new number; `put` its object before the file is written."""
        self._bodies.append(b"")
        return len(self._bodies)

    def put(self, number: int, body: bytes) -> None:
        """Set the object of a reserved number."""
        self._bodies[number - 1] = body

    def add(self, *bodies: bytes) -> int:
        """Add objects that are no streams; return the number of the first, the others follow it."""
        self._bodies += bodies
        return len(self._bodies) - len(bodies) + 1

    def add_stream(self, keys: bytes, data: bytes, *, level: int = 6) -> int:
        """Add a stream with the given dictionary entries, packed where that makes it smaller; return its number."""
        packed = zlib.compress(data, level)
        short = len(packed) + len(b"/Filter/FlateDecode") < len(data)
        return self.put_stream(self.reserve(), keys + b"/Filter/FlateDecode" * short, packed if short else data)

    def put_stream(self, number: int, keys: bytes, raw: bytes) -> int:
        """Set a stream as the object of a reserved number, its bytes as they lie in the file; return it."""
        self._streams[number] = b"<<%s/Length %d>>\nstream\n%s\nendstream" % (keys, len(raw), raw)
        return number

    def put_written(self, number: int, body: bytes) -> None:
        """Set a stream that is written already, dictionary and all."""
        self._streams[number] = body

    def write(self, catalog: int, information: int) -> bytes:
        """Return the file; raises ValueError where a reserved number has no object."""
        plain = [n for n in range(1, self.count + 1) if n not in self._streams]
        if empty := [n for n in plain if not self._bodies[n - 1]]:
            raise ValueError(f"objects without a body: {empty[:5]}")
        groups = [plain[at : at + _TOGETHER] for at in range(0, len(plain), _TOGETHER)]
        size = self.count + len(groups) + 2
        index = _Index(size)
        parts, at = [_HEAD], len(_HEAD)
        packed = ((self.count + 1 + n, self._pack(group)) for n, group in enumerate(groups))
        for number, body in (*self._streams.items(), *packed):
            index.note(number, _ALONE, at)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
            at += len(parts[-1])
        for n, group in enumerate(groups):
            for place, number in enumerate(group):
                index.note(number, _PACKED, self.count + 1 + n, place)
        index.note(size - 1, _ALONE, at)
        digest = md5(b"".join(parts), usedforsecurity=False).hexdigest().encode()
        keys = b"/Type/XRef/Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]" % (size, catalog, information, digest, digest)
        parts.append(b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (size - 1, index.write(keys), at))
        return b"".join(parts)

    def _pack(self, numbers: Iterable[int]) -> bytes:
        """Return an object stream of the objects with these numbers."""
        words, bodies, at = [], [], 0
        for number in numbers:
            words.append(b"%d %d" % (number, at))
            bodies.append(self._bodies[number - 1])
            at += len(bodies[-1]) + 1
        head = b" ".join(words) + b"\n"
        raw = zlib.compress(head + b"\n".join(bodies))
        keys = b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d" % (len(words), len(head), len(raw))
        return b"<<%s>>\nstream\n%s\nendstream" % (keys, raw)


class _Index:
    """Where each object stands, as a cross-reference stream tells it."""

    def __init__(self, size: int) -> None:
        self.kinds, self.places, self.within = bytearray(size), [0] * size, bytearray(size)

    def note(self, number: int, kind: int, place: int, within: int = 0) -> None:
        """Say where an object stands: at a byte, or in an object stream as one of many."""
        self.kinds[number], self.places[number], self.within[number] = kind, place, within

    def write(self, keys: bytes) -> bytes:
        """Return the stream: each row as its difference from the row above (PNG's predictor "up"), which packs well."""
        wide = (max(self.places).bit_length() + 7) // 8
        whole = b"".join([place.to_bytes(wide) for place in self.places])
        columns = [bytes(self.kinds), *(whole[n::wide] for n in range(wide)), bytes(self.within)]
        rows = bytearray(b"\x02" * ((len(columns) + 1) * len(self.kinds)))
        for n, column in enumerate(columns, start=1):
            steps = [(low - high) & 255 for high, low in zip(b"\x00" + column, column, strict=False)]
            rows[n :: len(columns) + 1] = bytes(steps)
        raw = zlib.compress(rows, 9)
        told = b"/W[1 %d 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns %d>>" % (wide, len(columns))
        return b"<<%s%s/Length %d>>\nstream\n%s\nendstream" % (keys, told, len(raw), raw)

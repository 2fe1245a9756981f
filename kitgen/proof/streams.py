"""Content streams, read by a closed grammar: marked spans, forms painted, strings shown.

Only the operators that a kit page needs are known, each with its operands; anything else (a clip, a text mode, an
image, an operand too many) is a fault, so that no viewer can read a page in another way than this one. Bytes only:
knows neither PDF objects nor pages.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

MAX_STREAM = 16_000_000  # bytes of one stream once decompressed; the largest real one has under 200,000

# Groups repeat without `*+`, which matches wrongly before Python 3.11.5 (gh-106052), and so within bounds: a match
# remembers each turn.
_SPACE = rb"[\x00\t\n\x0c\r ]"
_NUMBER = rb"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)"
_NAME = rb"/[^\x00-\x20()<>\[\]{}/%]+"
_STRING = rb"\((?:[^\\()]++|\\.){0,20000}\)"


def _numbers(count: int) -> bytes:
    return rb"(?:" + _NUMBER + _SPACE + rb"++){%d}" % count


_TONE = rb"(?:(?:0?\.\d+|0|1)" + _SPACE + rb"+)"
# Nothing on a kit page is stretched, slanted or scaled; only text on a part to cut out may stand on its head.
_LEVEL = (_SPACE + rb"+").join([b"1", b"0", b"0", b"1"]) + _SPACE + rb"+"
_TURNED = (_SPACE + rb"+").join([b"-1", b"0", b"0", b"-1"]) + _SPACE + rb"+"
_PLACE = _LEVEL + _numbers(2)
_TEXT_PLACE = rb"(?:" + _LEVEL + rb"|" + _TURNED + rb")" + _numbers(2)

# ISO 32000-1, annex A: each operator with its operands, as far as kit pages go.
# What only sets things or builds a path is taken in one stretch, since nothing else is asked of it.
_PLAIN = (
    rb"(?:" + _numbers(6) + rb"c|" + _numbers(2) + rb"[ml]|h|" + _TONE + rb"{3}(?:rg|RG)|" + _TEXT_PLACE + rb"Tm|"
    + _TONE + rb"[gG]|" + _numbers(1) + rb"w|[012]" + _SPACE + rb"+[Jj]|"
    + rb"\[(?:" + _SPACE + rb"*" + _NUMBER + rb")*" + _SPACE + rb"*\]" + _SPACE + rb"*" + _numbers(1) + rb"d)"
)  # fmt: skip
_INSTRUCTION = re.compile(
    rb"(?:"
    rb"(?P<plain>" + _PLAIN + rb"(?:" + _SPACE + rb"++" + _PLAIN + rb"){0,500})"
    rb"|q" + _SPACE + rb"++" + _PLACE + rb"cm" + _SPACE + rb"++(?P<stamp>" + _NAME + rb")" + _SPACE + rb"++Do"
    + _SPACE + rb"++Q"  # a form painted somewhere, and nothing else changed: as good as one operator
    rb"|(?P<paint>[fSB])"
    rb"|(?P<state>[qQ]|BT|ET)"
    rb"|(?P<matrix>" + _PLACE + rb")cm"
    rb"|(?P<font>" + _NAME + rb")" + _SPACE + rb"+" + _numbers(1) + rb"Tf"
    rb"|(?P<shown>" + _STRING + rb")" + _SPACE + rb"*Tj"
    rb"|(?P<form>" + _NAME + rb")" + _SPACE + rb"+Do"
    rb"|(?P<tag>" + _NAME + rb")" + _SPACE + rb"*<<(?P<properties>[^<>]*)>>" + _SPACE + rb"*BDC"
    rb"|(?P<end>EMC)"
    rb")(?:" + _SPACE + rb"+|$)",
    re.DOTALL,
)  # fmt: skip
_MCID = re.compile(rb"/MCID (\d{1,6})")
_ARTIFACT = re.compile(rb"/Type /Layout /Kit \(([a-z]+)\)")
_LEADING = re.compile(_SPACE + rb"*")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_PAIRS = {b"Q": b"q", b"ET": b"BT"}
_IDENTITY = [1, 0, 0, 1, 0, 0]


class StreamFault(ValueError):
    """A content stream that the grammar does not cover; the message says what and at which byte."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A string shown: the resource name of its font and the bytes as they select glyphs."""

    font: str
    codes: bytes


Content = tuple[Shown | str | None, ...]  # strings shown; resource names of forms painted; None for a path painted


@dataclass(frozen=True, slots=True)
class Span:
    """One marked-content span: a leaf (`mcid` 0 or more) or an artifact (`mcid` -1, with its `kind`).

    `start` and `end` are its bytes in the stream, operators included; `content` what it shows and paints, in order.
    """

    tag: str
    mcid: int
    kind: str
    start: int
    end: int
    content: Content


def inflate(raw: bytes, most: int = MAX_STREAM) -> bytes:
    """Return `raw` decompressed (zlib), at most `most` bytes; raises StreamFault for more or for damage."""
    worker = zlib.decompressobj()
    try:
        data = worker.decompress(raw, most + 1)
    except zlib.error as error:
        raise StreamFault(f"damaged compressed data ({error})") from None
    if len(data) > most:
        raise StreamFault(f"more than {most} bytes once decompressed")
    if not worker.eof:
        raise StreamFault("compressed data ends too early")
    return data


def read_spans(content: bytes) -> list[Span]:
    """Return the spans of a page's content stream in the order of painting; raises StreamFault.

    Outside the spans only white space and matrices that change nothing may stand.
    """
    reader = _Reader(content, spans=True)
    reader.read()
    return reader.spans


def read_form(content: bytes) -> Content:
    """Return what a form's content stream shows and paints, in order; raises StreamFault. A form holds no spans."""
    reader = _Reader(content, spans=False)
    reader.read()
    return tuple(reader.found)


class _Reader:
    """Walks one content stream; `opened` is the stack of q and BT inside the span or form being read."""

    def __init__(self, content: bytes, spans: bool) -> None:
        self.content, self.marked = content, spans
        self.spans: list[Span] = []
        self.found: list[Shown | str | None] = []
        self.opened: list[bytes] = []
        self.inside: tuple[str, int, str, int] | None = None
        self.font = ""

    def read(self) -> None:
        content, match_at = self.content, _INSTRUCTION.match
        leading = _LEADING.match(content)
        position = leading.end() if leading else 0
        while position < len(content):
            match = match_at(content, position)
            if match is None:
                raise self._fault(f"what is this: {content[position : position + 30]!r}", position)
            if match.lastgroup != "plain":
                self._take(match)
            elif self.marked and self.inside is None:
                raise self._fault(f"{match[0].strip()!r} outside the marked spans", position)
            position = match.end()
        if self.inside or self.opened:
            raise self._fault("ends inside a span, a q or a BT", position)

    def _fault(self, what: str, position: int) -> StreamFault:
        return StreamFault(f"{what} (byte {position})")

    def _take(self, match: re.Match[bytes]) -> None:
        group, start = match.lastgroup, match.start()
        if group in ("tag", "properties"):
            self._begin(match)
        elif group == "end":
            self._end(match)
        elif self.marked and self.inside is None:
            self._take_outside(match)
        elif group == "state":
            self._take_state(match["state"], start)
        elif group == "font":
            self.font = _text(match["font"][1:])
        elif group == "shown":
            if not self.font or self.opened[-1:] != [b"BT"]:
                raise self._fault("a string without a font, or outside BT and ET", start)
            self.found.append(Shown(self.font, unescape(match["shown"][1:-1])))
        elif group == "paint":
            if self.opened[-1:] == [b"BT"]:
                raise self._fault("a path between BT and ET", start)
            self.found.append(None)
        elif group in ("form", "stamp"):
            if self.opened[-1:] == [b"BT"]:
                raise self._fault("a form between BT and ET", start)
            self.found.append(_text(match[group][1:]))

    def _take_outside(self, match: re.Match[bytes]) -> None:
        if match.lastgroup != "matrix" or [float(n) for n in match["matrix"].split()] != _IDENTITY:
            raise self._fault(f"{match[0].strip()!r} outside the marked spans", match.start())

    def _take_state(self, operator: bytes, start: int) -> None:
        if operator in _PAIRS:
            if not self.opened or self.opened.pop() != _PAIRS[operator]:
                raise self._fault(f"{operator.decode()} without its {_PAIRS[operator].decode()}", start)
        else:
            self.opened.append(operator)

    def _begin(self, match: re.Match[bytes]) -> None:
        tag, properties = _text(match["tag"][1:]), match["properties"].strip()
        number, artifact = _MCID.fullmatch(properties), _ARTIFACT.fullmatch(properties)
        if not self.marked or self.inside is not None:
            raise self._fault("a span inside a span or a form", match.start())
        if (artifact if tag == "Artifact" else number) is None:
            raise self._fault(f"the span /{tag} has neither a number nor a known kind", match.start())
        mcid = int(number[1]) if number else -1
        self.inside = (tag, mcid, _text(artifact[1]) if artifact else "", match.start())
        self.found, self.font = [], ""

    def _end(self, match: re.Match[bytes]) -> None:
        if self.inside is None or self.opened:
            raise self._fault("EMC where no span ends", match.start())
        tag, mcid, kind, start = self.inside
        self.spans.append(Span(tag, mcid, kind, start, match.start() + 3, tuple(self.found)))
        self.inside = None


def _text(raw: bytes) -> str:
    return raw.decode("latin-1")


def unescape(string: bytes) -> bytes:
    """Return the bytes that a literal string stands for (ISO 32000-1, 7.3.4.2); outer brackets already off."""
    if b"\\" not in string:
        return string
    return _ESCAPE.sub(_plain_byte, string)


def _plain_byte(match: re.Match[bytes]) -> bytes:
    body = match[1]
    if body.isdigit():
        return bytes([int(body, 8) & 255])
    if body in (b"\n", b"\r", b"\r\n"):
        return b""
    return _ESCAPED.get(body, body)


_BLOCK = re.compile(rb"begin(bfchar|bfrange)(.*?)endbf(?:char|range)", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f]+)>")


def read_cmap(data: bytes) -> dict[int, str]:
    """Return code -> text of a ToUnicode CMap with bfchar and plain bfrange entries; raises StreamFault for others."""
    found: dict[int, str] = {}
    for kind, body in _BLOCK.findall(data):
        if b"[" in body:
            raise StreamFault("a ToUnicode range written as a list")
        words = [bytes.fromhex(word.decode()) for word in _HEX.findall(body)]
        width = 2 if kind == b"bfchar" else 3
        if len(words) % width:
            raise StreamFault("a ToUnicode entry is incomplete")
        for at in range(0, len(words), width):
            _add_codes(found, words[at : at + width])
    return found


def _add_codes(found: dict[int, str], entry: list[bytes]) -> None:
    first, last, text = int.from_bytes(entry[0]), int.from_bytes(entry[-2]), entry[-1].decode("utf-16-be")
    for code in range(first, min(last, first + 255) + 1):
        found[code] = text[:-1] + chr(ord(text[-1]) + code - first) if text else ""

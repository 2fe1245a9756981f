"""Document -> PDF bytes, through reportlab. Every object is painted inside a span that tags.py hangs in the tree.

What a document paints more than once becomes a form; what it paints once is written in place; what copies of a page
have in common stands in the file once. The same document gives the same bytes, whatever the clock, the environment and
the hash seed. Knows no game, and no layout.
"""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from kitgen.marks import Disc, Line, Mark, Polygon, Text
from kitgen.paper import pack, tags
from kitgen.paper.fonts import Fonts
from kitgen.paper.page import Artifact, Document, Leaf, Page
from kitgen.paper.palette import PALETTES, Tone, operands
from kitgen.paper.seal import sealed
from kitgen.units import MM_PER_POINT

K = 1 / MM_PER_POINT  # points in a millimetre
_CURVE = 0.5522847498307936  # control point of a quarter circle, 4/3 * (sqrt(2) - 1)
_STAMP_FROM = 24  # discs of one kind in a document, from which a form of their own is worth its while
_PACK_FROM = 12  # sides from which object streams are worth their time

Marks = tuple[Mark, ...]


def write_pdf(document: Document, fonts: Fonts) -> bytes:
    """Return the PDF of `document`; `fonts` must cover every string (raises MissingGlyph otherwise)."""
    canvas, buffer = _open(document, fonts)
    painter = _Painter(canvas, document, fonts)
    painter.paint()
    tags.write_tree(canvas, document)
    canvas.save()
    data = buffer.getvalue()
    return sealed(pack.with_object_streams(data, painter.frames) if painter.is_packed else data)


def _open(document: Document, fonts: Fonts) -> tuple[Any, io.BytesIO]:
    rl_config.useA85 = 0
    buffer = io.BytesIO()
    with _without_clock():
        canvas = Canvas(
            buffer,
            pagesize=(document.width * K, document.height * K),
            invariant=1,
            pdfVersion=(1, 7),
            pageCompression=1,
            initialFontName=fonts.default,
            lang=document.lang,
        )
    canvas.setTitle(document.title)
    canvas.setAuthor("kitgen")
    canvas.setCreator("kitgen")
    canvas.setSubject("")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    if document.duplex:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{document.duplex.title()}Edge")
    return canvas, buffer


@contextmanager
def _without_clock() -> Iterator[None]:
    """Hide SOURCE_DATE_EPOCH, which would override reportlab's invariant date."""
    kept = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["SOURCE_DATE_EPOCH"] = kept


@dataclass(frozen=True, slots=True)
class _Span:
    """An item's opening operator and what it paints; a `body` of its own for each page where the item varies ("")."""

    begin: str
    item: Leaf | Artifact
    body: str
    forms: list[str]


class _Alike:
    """Keys for marks: the same for what paints the same. Comparing few is faster than hashing all."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[Any, ...], list[tuple[int, Marks]]] = {}
        self._asked: dict[tuple[int, int], int] = {}
        self._count = 0

    def of(self, item: Leaf | Artifact) -> int:
        """Return the key of what an item paints; the item must outlive this."""
        return self._ask(item, len(item.marks))

    def of_ground(self, item: Leaf | Artifact) -> int:
        """Return the key of what an item shares with others; the item must outlive this."""
        return self._ask(item, item.shared)

    def _ask(self, item: Leaf | Artifact, count: int) -> int:
        asked = (id(item), count)
        if asked not in self._asked:
            self._asked[asked] = self._key(item.marks[:count])
        return self._asked[asked]

    def _key(self, marks: Marks) -> int:
        kind = self._kinds.setdefault((len(marks), *marks[-1:], *marks[len(marks) // 2 :][:1]), [])
        for number, known in kind:
            if known is marks or known == marks:
                return number
        self._count += 1
        kind.append((self._count, marks))
        return self._count


def _at_origin(disc: Disc) -> Disc:
    return Disc((0.0, 0.0), disc.radius, disc.fill, disc.stroke, disc.width)


class _Painter:
    """Paints pages with one canvas; keeps the forms made so far."""

    def __init__(self, canvas: Any, document: Document, fonts: Fonts) -> None:
        self.canvas, self.document, self.fonts = canvas, document, fonts
        self.palette = PALETTES[document.inks]  # type: ignore[index]
        self.alike = _Alike()
        self.uses = Counter(self._uses())
        self.stamps = Counter(self._stamps())
        self.forms: dict[int | Disc, str] = {}
        self.is_packed = document.count >= _PACK_FROM
        self.frames: list[pack.Frame] = []

    def _uses(self) -> Iterator[int]:
        """Yield the key of what each item paints, and of what it shares with others that begin alike."""
        for page in self.document.pages:
            for item in page.items:
                times = min(page.copies, 2)
                yield from [self.alike.of(item)] * times
                if item.shared:
                    yield from [self.alike.of_ground(item)] * times

    def _stamps(self) -> Iterator[Disc]:
        """Yield each disc that is painted outside the forms, moved to the origin."""
        for page in self.document.pages:
            for item in page.items:
                if item.shared and self.uses[self.alike.of(item)] < 2:
                    yield from (_at_origin(mark) for mark in item.marks[item.shared :] if isinstance(mark, Disc))

    def paint(self) -> None:
        number = 0
        for page in self.document.pages:
            spans = self._spans(page)
            forms = [form for span in spans for form in span.forms]
            if self.is_packed and page.copies > 1:
                spans = self._frame(spans, number, page.copies)
            for _ in range(page.copies):
                number += 1
                self._paint_page(spans, forms, number)

    def _frame(self, spans: list[_Span], first: int, count: int) -> list[_Span]:
        """Put what stands before and after the spans that vary into a frame, which is held once; return the others."""
        varying = [n for n, span in enumerate(spans) if span.item.varies] or [0]
        start, end = varying[0], varying[-1] + 1
        before, after = (
            "".join(f"{span.begin}\n{span.body}\nEMC\n" for span in part).encode("latin-1")
            for part in (spans[:start], spans[end:])
        )
        self.frames.append(pack.Frame(first, count, before, after))
        return spans[start:end]

    def _form(self, key: int | Disc, marks: Marks) -> str:
        """Return the name of the form that paints `marks`."""
        if key not in self.forms:
            wide, high = self.document.width * K, self.document.height * K
            code, name = "\n".join(self._code(marks)), f"K{len(self.forms)}"
            self.canvas.beginForm(name, -wide, -high, wide, high)
            self.canvas.addLiteral(code)
            self.canvas.endForm()
            self.forms[key] = name
        return self.forms[key]

    def _spans(self, page: Page) -> list[_Span]:
        """Return what each item of `page` paints."""
        spans = []
        mcid = 0
        for item in page.items:
            if isinstance(item, Artifact):
                begin = f"/Artifact <</Type /Layout /Kit ({item.kind})>> BDC"
            else:
                begin = f"/{item.path[-1].kind} <</MCID {mcid}>> BDC"
                mcid += 1
            spans.append(_Span(begin, item, *(("", []) if item.varies else self._body(item))))
        return spans

    def _body(self, item: Leaf | Artifact) -> tuple[str, list[str]]:
        """Return the operators that paint an item, and the forms they use."""
        x, y = (item.x, item.y) if isinstance(item, Leaf) else (0.0, 0.0)
        used: list[str] = []
        if not item.varies and self.uses[self.alike.of(item)] > 1:
            code = [self._paint_form(self.alike.of(item), item.marks, used)]
        else:
            code = self._code_on_ground(item, used)
        matrix = f"1 0 0 1 {_n(x * K)} {_n((self.document.height - y) * K)} cm"
        return "\n".join([f"q {matrix}", *code, "Q"]), used

    def _code_on_ground(self, item: Leaf | Artifact, used: list[str]) -> list[str]:
        """Return the operators of what is painted once; what it shares with others, and its discs, may be forms."""
        ground, rest = item.marks[: item.shared], item.marks[item.shared :]
        if not ground or self.uses[self.alike.of_ground(item)] < 2:
            return self._code(item.marks, used if ground else None)
        return [self._paint_form(self.alike.of_ground(item), ground, used), *self._code(rest, used)]

    def _paint_form(self, key: int | Disc, marks: Marks, used: list[str]) -> str:
        name = self._form(key, marks)
        used.append(name)
        return f"/{self.canvas._doc.getXObjectName(name)} Do"

    def _paint_page(self, spans: list[_Span], forms: list[str], number: int) -> None:
        for span in spans:
            body = span.body or self._body(_numbered(span.item, number))[0]
            self.canvas.addLiteral(f"{span.begin}\n{body}\nEMC")
        self.canvas._formsinuse += forms
        self.canvas.showPage()

    def _code(self, marks: Marks, used: list[str] | None = None) -> list[str]:
        """Return the operators that paint `marks` around their origin, y upwards; with `used`, discs may be forms."""
        pen = _Pen(self.palette)
        for mark in marks:
            if isinstance(mark, Text):
                pen.code += self._text(mark, pen)
            elif used is not None and isinstance(mark, Disc) and self.stamps[disc := _at_origin(mark)] >= _STAMP_FROM:
                pen.code.append(f"q 1 0 0 1 {_at(mark.centre)} cm {self._paint_form(disc, (disc,), used)} Q")
            else:
                pen.draw(mark)
        return pen.code

    def _text(self, mark: Text, pen: _Pen) -> list[str]:
        runs = self.fonts.runs(mark.string, mark.weight)
        x, y = mark.at
        if mark.anchor != "start":
            width = self.fonts.width(mark.string.rstrip(" "), mark.size, mark.weight)
            x -= (width if mark.anchor == "end" else width / 2) * (-1 if mark.turned else 1)
        way = "-1 0 0 -1" if mark.turned else "1 0 0 1"
        code = [*pen.fill(mark.ink), "BT", f"{way} {_n(x * K)} {_n(-y * K)} Tm"]
        for name, string in runs:
            code += self._show(name, string, mark.size)
        return [*code, "ET"]

    def _show(self, name: str, string: str, size: float) -> Iterator[str]:
        font, doc = pdfmetrics.getFont(name), self.canvas._doc
        for subset, chunk in font.splitString(string, doc):
            yield f"{font.getSubsetInternalName(subset, doc)} {_n(size)} Tf ({self.canvas._escape(chunk)}) Tj"


def _numbered(leaf: Leaf | Artifact, number: int) -> Leaf | Artifact:
    if isinstance(leaf, Artifact):
        return leaf
    marks = tuple(
        Text(m.at, m.string.replace("{n}", str(number)), m.size, m.weight, m.ink, m.anchor, m.turned)
        if isinstance(m, Text)
        else m
        for m in leaf.marks
    )
    return Leaf(leaf.path, marks, leaf.x, leaf.y, leaf.size)


def _n(value: float) -> str:
    """Write a number with at most four decimals (a 28 millionth of a metre at most), without a tail of zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class _Pen:
    """Writes path operators; says colours, widths and dashes only when they change."""

    def __init__(self, palette: dict[str, Tone]) -> None:
        self.palette = palette
        self.code: list[str] = ["1 J 1 j"]
        self.now: dict[str, str] = {"d": "[] 0 d"}

    def _set(self, key: str, operator: str) -> list[str]:
        if self.now.get(key) == operator:
            return []
        self.now[key] = operator
        return [operator]

    def fill(self, ink: str) -> list[str]:
        """Return the operator that makes `ink` the filling colour, if it is not already."""
        return self._set("fill", operands(self.palette[ink]))

    def stroke(self, ink: str, width: float, dash: tuple[float, ...]) -> list[str]:
        """Return the operators that set the stroke."""
        colour = operands(self.palette[ink]).replace("rg", "RG").replace(" g", " G")
        pattern = " ".join(_n(part * K) for part in dash)
        butt = "0 J" if dash else "1 J"
        return [
            *self._set("stroke", colour),
            *self._set("w", f"{_n(width * K)} w"),
            *self._set("d", f"[{pattern}] 0 d"),
            *self._set("J", butt),
        ]

    def draw(self, mark: Line | Polygon | Disc) -> None:
        """Write the operators of one mark."""
        if isinstance(mark, Line):
            self.code += self.stroke(mark.ink, mark.width, mark.dash)
            self.code.append(f"{_at(mark.a)} m {_at(mark.b)} l S")
            return
        if mark.fill:
            self.code += self.fill(mark.fill)
        if mark.stroke:
            self.code += self.stroke(mark.stroke, mark.width, getattr(mark, "dash", ()))
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[bool(mark.fill), bool(mark.stroke)]
        path = _circle(*mark.centre, mark.radius) if isinstance(mark, Disc) else _polygon(mark)
        self.code.append(f"{path} h {paint}")


def _at(point: tuple[float, float]) -> str:
    return f"{_n(point[0] * K)} {_n(-point[1] * K)}"


def _circle(x: float, y: float, r: float) -> str:
    c = r * _CURVE
    return (
        f"{_at((x + r, y))} m"
        f" {_at((x + r, y - c))} {_at((x + c, y - r))} {_at((x, y - r))} c"
        f" {_at((x - c, y - r))} {_at((x - r, y - c))} {_at((x - r, y))} c"
        f" {_at((x - r, y + c))} {_at((x - c, y + r))} {_at((x, y + r))} c"
        f" {_at((x + c, y + r))} {_at((x + r, y + c))} {_at((x + r, y))} c"
    )


def _polygon(mark: Polygon) -> str:
    if mark.radius:
        return _rounded(mark)
    first, *rest = mark.points
    return f"{_at(first)} m" + "".join(f" {_at(point)} l" for point in rest)


def _rounded(mark: Polygon) -> str:
    """Return a rectangle's path with rounded corners; its points are in the order of `marks.rectangle`."""
    (x1, y1), _, (x2, y2), _ = mark.points
    r = min(mark.radius, (x2 - x1) / 2, (y2 - y1) / 2)
    c = r * (1 - _CURVE)
    return (
        f"{_at((x1 + r, y1))} m {_at((x2 - r, y1))} l"
        f" {_at((x2 - c, y1))} {_at((x2, y1 + c))} {_at((x2, y1 + r))} c {_at((x2, y2 - r))} l"
        f" {_at((x2, y2 - c))} {_at((x2 - c, y2))} {_at((x2 - r, y2))} c {_at((x1 + r, y2))} l"
        f" {_at((x1 + c, y2))} {_at((x1, y2 - c))} {_at((x1, y2 - r))} c {_at((x1, y1 + r))} l"
        f" {_at((x1, y1 + c))} {_at((x1 + c, y1))} {_at((x1 + r, y1))} c"
    )

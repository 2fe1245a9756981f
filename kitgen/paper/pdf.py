"""Document -> PDF bytes, through reportlab. Every object is painted inside a span that tags.py hangs in the tree.

What a document paints more than once becomes a form; what it paints once is written in place. The same document gives
the same bytes, whatever the clock, the environment and the hash seed. Knows no game, and no layout.
"""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from kitgen.marks import Disc, Line, Mark, Polygon, Text
from kitgen.paper import pack, tags
from kitgen.paper.fonts import Fonts
from kitgen.paper.page import Artifact, Document, Leaf, Page
from kitgen.paper.palette import PALETTES, Tone, operands
from kitgen.units import MM_PER_POINT

K = 1 / MM_PER_POINT  # points in a millimetre
_CURVE = 0.5522847498307936  # control point of a quarter circle, 4/3 * (sqrt(2) - 1)
_PACK_FROM = 12  # sides from which object streams are worth their time


def write_pdf(document: Document, fonts: Fonts) -> bytes:
    """Return the PDF of `document`; `fonts` must cover every string (raises MissingGlyph otherwise)."""
    canvas, buffer = _open(document, fonts)
    _Painter(canvas, document, fonts).paint()
    tags.write_tree(canvas, document)
    canvas.save()
    data = buffer.getvalue()
    return pack.with_object_streams(data) if document.count >= _PACK_FROM else data


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


class _Painter:
    """Paints pages with one canvas; keeps the forms made so far."""

    def __init__(self, canvas: Any, document: Document, fonts: Fonts) -> None:
        self.canvas, self.document, self.fonts = canvas, document, fonts
        self.palette = PALETTES[document.inks]  # type: ignore[index]
        self.uses = Counter(self._uses())
        self.forms: dict[tuple[Mark, ...], str] = {}
        self.written: dict[tuple[Mark, ...], str] = {}

    def _uses(self) -> Iterator[tuple[Mark, ...]]:
        for page in self.document.pages:
            for item in page.items:
                for _ in range(min(page.copies, 2)):
                    yield item.marks

    def paint(self) -> None:
        self._make_forms()
        number = 0
        for page in self.document.pages:
            spans = self._spans(page)
            for _ in range(page.copies):
                number += 1
                self._paint_page(spans, number)

    def _make_forms(self) -> None:
        wide, high = self.document.width * K, self.document.height * K
        for page in self.document.pages:
            for item in page.items:
                varies = isinstance(item, Leaf) and item.varies
                if self.uses[item.marks] < 2 or varies or item.marks in self.forms:
                    continue
                code = self._code(item.marks)
                name = f"K{len(self.forms)}"
                self.canvas.beginForm(name, -wide, -high, wide, high)
                self.canvas.addLiteral(code)
                self.canvas.endForm()
                self.forms[item.marks] = name

    def _spans(self, page: Page) -> list[tuple[str, str | Leaf, str | None]]:
        """Return (opening operator, body or varying leaf, form used) for each item of `page`."""
        spans: list[tuple[str, str | Leaf, str | None]] = []
        mcid = 0
        for item in page.items:
            if isinstance(item, Artifact):
                begin = f"/Artifact <</Type /Layout /Kit ({item.kind})>> BDC"
            else:
                begin = f"/{item.path[-1].kind} <</MCID {mcid}>> BDC"
                mcid += 1
            form = self.forms.get(item.marks)
            body: str | Leaf = item if isinstance(item, Leaf) and item.varies else self._body(item, form)
            spans.append((begin, body, form))
        return spans

    def _body(self, item: Leaf | Artifact, form: str | None) -> str:
        x, y = (item.x, item.y) if isinstance(item, Leaf) else (0.0, 0.0)
        matrix = f"1 0 0 1 {_n(x * K)} {_n((self.document.height - y) * K)} cm"
        paint = f"/{self.canvas._doc.getXObjectName(form)} Do" if form else self._code(item.marks)
        return f"q {matrix}\n{paint}\nQ"

    def _paint_page(self, spans: list[tuple[str, str | Leaf, str | None]], number: int) -> None:
        for begin, body, form in spans:
            if isinstance(body, Leaf):
                body = self._body(_numbered(body, number), None)
            self.canvas.addLiteral(f"{begin}\n{body}\nEMC")
            if form:
                self.canvas._formsinuse.append(form)
        self.canvas.showPage()

    def _code(self, marks: tuple[Mark, ...]) -> str:
        """Return the operators that paint `marks` around their origin, y upwards."""
        if marks not in self.written:
            pen = _Pen(self.palette)
            for mark in marks:
                if isinstance(mark, Text):
                    pen.code += self._text(mark, pen)
                else:
                    pen.draw(mark)
            self.written[marks] = "\n".join(pen.code)
        return self.written[marks]

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


def _numbered(leaf: Leaf, number: int) -> Leaf:
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

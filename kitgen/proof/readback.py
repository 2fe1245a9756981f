"""PDF bytes -> what stands on each page: paths and texts in mm, by marked-content id, with tags and languages.

Two readers work here. pdfium says what is drawn and where; the content streams, read by their own grammar, say which
span each object belongs to and which characters each string has. Where the two differ the page is refused.
Knows nothing of paper/, manifests or games.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from kitgen.errors import Fault, ProofFailed
from kitgen.play.seen import (
    Box,
    Colour,
    Point,
    Seen,
    SeenPath,
    SeenText,
    Segment,
    bounds_of_all,
    box_of,
    is_inside,
    shifted,
)
from kitgen.proof.anatomy import Anatomy, Element, Face, Form, Resources, open_anatomy
from kitgen.proof.pdfium import CURVE, FORM, LINE, MOVE, NOT_FILLED, PATH, TEXT, Raster, rasterise
from kitgen.proof.pdfium import functions as pdfium
from kitgen.proof.streams import Content, Shown, Span, StreamFault, read_spans
from kitgen.units import MM_PER_POINT

Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]  # left, bottom, right, top
_BOUNDS_SLACK = 0.002  # points, of pdfium's single precision; a file's numbers have four decimals
_MOST_PLACES = 2_000  # at which what a form shows is kept; the discs of a thousand practice pages need 300
MAX_SEEN = 200_000  # objects on one page; the fullest real page has under 4,000


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph that the page shows: the font that holds it, its code there, and what it reads as."""

    face: Face
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class SeenSpan:
    """A span as read: `mcid` 0 or more for a leaf, else -1 and the artifact's `kind`; its objects in painting order."""

    tag: str
    mcid: int
    kind: str
    seen: tuple[Seen, ...]
    text: str  # its shown strings, one after the other
    glyphs: frozenset[Glyph]
    box: Box | None  # around its objects


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as read; `number` from 1, `size` in mm. Spans in the order of painting."""

    number: int
    size: tuple[float, float]
    spans: tuple[SeenSpan, ...]
    section: Element

    @property
    def leaves(self) -> tuple[SeenSpan, ...]:
        """Return the leaves in the order of their ids."""
        return tuple(sorted((span for span in self.spans if span.mcid >= 0), key=lambda span: span.mcid))


class Finished:
    """A finished PDF, opened by both readers. Close it, or use it in a `with`."""

    def __init__(self, data: bytes) -> None:
        self.anatomy: Anatomy = open_anatomy(data)
        self._loaded: tuple[int, Any] = (-1, None)
        self.painted: dict[tuple[Any, ...], _Painted] = {}  # forms that were read, by form and scale
        self._data = data  # pdfium reads from it as long as the file is open
        self._pdf = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
        if not self._pdf:
            raise ProofFailed("not a sound PDF (pdfium can't open it)")
        if pdfium.FPDF_GetPageCount(self._pdf) != len(self.anatomy.pages):
            self.close()
            raise ProofFailed("two readers do not agree on how many pages the file has")

    def __enter__(self) -> Finished:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let both readers go."""
        if self._loaded[1]:
            pdfium.FPDF_ClosePage(self._loaded[1])
            self._loaded = (-1, None)
        if self._pdf:
            pdfium.FPDF_CloseDocument(self._pdf)
            self._pdf = None

    def spans(self, index: int) -> list[Span]:
        """Return the spans of a page's content stream, `index` from 0; raises ProofFailed for what stands outside."""
        try:
            return read_spans(self.anatomy.content(index))
        except StreamFault as fault:
            raise ProofFailed(f"page {index + 1}: {fault}") from None

    def page(self, index: int) -> SeenPage:
        """Read a page in full, `index` from 0; raises ProofFailed where the readers differ or can't read on."""
        return _PageReader(self, index).read(self.spans(index))

    def raster(self, index: int, dots_per_inch: int) -> Raster:
        """Draw a page in grey, `index` from 0."""
        return rasterise(self.drawn_page(index), dots_per_inch / 72)

    def drawn_page(self, index: int) -> Any:
        """Return pdfium's handle of a page, `index` from 0; it is good until another page is asked for."""
        if self._loaded[0] != index:
            if self._loaded[1]:
                pdfium.FPDF_ClosePage(self._loaded[1])
            self._loaded = (index, pdfium.FPDF_LoadPage(self._pdf, index))
        return self._loaded[1]


class _PageReader:
    """pdfium's side of one page: walks its objects and pairs each with what the content stream says it is."""

    def __init__(self, finished: Finished, index: int) -> None:
        self.finished, self.number, self.index = finished, index + 1, index
        left, bottom, right, top = finished.anatomy.page_box(index)
        self.size = ((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
        # page space (points, y upwards) -> mm from the top left, y downwards
        self.base: Matrix = (MM_PER_POINT, 0.0, 0.0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
        self.count = 0
        self.texts: Any = None

    def read(self, spans: list[Span]) -> SeenPage:
        """Return the page as seen, each of its objects in one of `spans`."""
        page = self.finished.drawn_page(self.index)
        self.texts = pdfium.FPDFText_LoadPage(page)
        try:
            if pdfium.FPDFPage_GetAnnotCount(page):
                raise self._fault("has annotations")
            objects = iter([pdfium.FPDFPage_GetObject(page, n) for n in range(pdfium.FPDFPage_CountObjects(page))])
            resources = self.finished.anatomy.resources(self.index)
            seen = tuple(self._span(span, objects, resources) for span in spans)
            if next(objects, None) is not None:
                raise self._fault("has an object outside the marked spans")
        finally:
            pdfium.FPDFText_ClosePage(self.texts)
        return SeenPage(self.number, self.size, seen, self.finished.anatomy.element(self.index))

    def _fault(self, what: str) -> ProofFailed:
        return ProofFailed(Fault(f"page {self.number} {what}"))

    def _span(self, span: Span, objects: Iterator[Any], resources: Resources) -> SeenSpan:
        where = f"in the {span.kind} artifact" if span.mcid < 0 else f"in leaf {span.mcid} ({span.tag})"
        handles = []
        for _ in _present(span.content, resources, where, self):
            handle = next(objects, None)
            if handle is None or pdfium.FPDFPageObj_GetMarkedContentID(handle) != span.mcid:
                raise self._fault(f"does not draw what its content says {where}")
            handles.append(handle)
        got = self._gather(span.content, handles, resources, self.base, where)
        return SeenSpan(
            span.tag,
            span.mcid,
            span.kind,
            tuple(got.seen),
            "".join(got.text),
            frozenset(got.glyphs),
            bounds_of_all(got.seen),
        )

    def _gather(
        self, content: Content, handles: list[Any], resources: Resources, outer: Matrix, where: str
    ) -> _Gathered:
        """Read `handles`, which are what `content` draws, in order."""
        got = _Gathered([], [], set())
        self.count += len(handles)
        if self.count > MAX_SEEN:
            raise self._fault(f"has more than {MAX_SEEN} objects")
        for item, handle in zip(content, handles, strict=True):
            kind = pdfium.FPDFPageObj_GetType(handle)
            if kind != _KINDS[type(item)]:
                raise self._fault(f"draws another kind of object than its content says {where}")
            if item is None:
                got.seen.append(_read_path(handle, outer))
            elif isinstance(item, Shown):
                self._read_text(item, handle, resources, outer, where, got)
            else:
                got.add(self._form(resources.forms[item], handle, outer, f"{where}, form {item}"))
        return got

    def _form(self, form: Form, handle: Any, outer: Matrix, where: str) -> _Gathered:
        """Read a form's objects; where the file has painted it before with the same scale, shift what was read."""
        own = _matrix_of(handle)
        matrix = _times(own, outer)
        key = (id(form), *matrix[:4])
        if key not in self.finished.painted:
            self.finished.painted[key] = _Painted(
                self._read_form(form, handle, matrix, where), own, matrix, _bounds_of(handle)
            )
        known = self.finished.painted[key]
        if pdfium.FPDFFormObj_CountObjects(handle) != len(form.content) or not known.is_again(own, _bounds_of(handle)):
            raise self._fault(f"does not draw what its content says {where}")
        self.count += len(known.got.seen)
        return known.at(matrix)

    def _read_form(self, form: Form, handle: Any, matrix: Matrix, where: str) -> _Gathered:
        count = pdfium.FPDFFormObj_CountObjects(handle)
        if len(list(_present(form.content, form.resources, where, self))) != count:
            raise self._fault(f"does not draw what its content says {where}")
        inner = [pdfium.FPDFFormObj_GetObject(handle, n) for n in range(count)]
        got = self._gather(form.content, inner, form.resources, matrix, where)
        box = bounds_of_all(got.seen)
        if box and not is_inside(box, _box_through(form.box, matrix)):
            raise self._fault(f"cuts off what a form draws {where}")
        return got

    def _read_text(
        self, item: Shown, handle: Any, resources: Resources, outer: Matrix, where: str, got: _Gathered
    ) -> None:
        face = resources.fonts.get(item.font)
        if face is None:
            raise self._fault(f"names a font that is missing from Resources: {item.font} {where}")
        glyphs = [Glyph(face, code, face.codes.get(code, "")) for code in item.codes]
        string = "".join(glyph.text for glyph in glyphs)
        other = _drawn_string(handle, self.texts)
        # pdfium adds a space where the next string stands further on, and counts none at the end of a line
        if other.strip() != string.strip() or not all(glyph.text for glyph in glyphs):
            raise self._fault(f"shows {other!r} to one reader and {string!r} to another {where}")
        got.seen.append(_read_string(handle, outer, string, face.name))
        got.text.append(string)
        got.glyphs.update(glyphs)


@dataclass(slots=True)
class _Gathered:
    """What a span or form shows: objects, strings and glyphs."""

    seen: list[Seen]
    text: list[str]
    glyphs: set[Glyph]

    def add(self, other: _Gathered) -> None:
        """Append what another shows."""
        self.seen += other.seen
        self.text += other.text
        self.glyphs |= other.glyphs


class _Painted:
    """A form as it was painted first: what it shows, by its own matrix and the whole one, in what bounds by pdfium."""

    def __init__(self, got: _Gathered, own: Matrix, matrix: Matrix, bounds: Bounds) -> None:
        self.got, self.own, self.matrix, self.bounds = got, own, matrix, bounds
        self._elsewhere: dict[Matrix, _Gathered] = {}

    def is_again(self, own: Matrix, bounds: Bounds) -> bool:
        """Return whether pdfium paints the same elsewhere: its bounds have moved as its matrix has."""
        dx, dy = own[4] - self.own[4], own[5] - self.own[5]
        a, b = self.bounds, bounds
        return (
            abs(a[0] + dx - b[0]) < _BOUNDS_SLACK
            and abs(a[1] + dy - b[1]) < _BOUNDS_SLACK
            and abs(a[2] + dx - b[2]) < _BOUNDS_SLACK
            and abs(a[3] + dy - b[3]) < _BOUNDS_SLACK
        )

    def at(self, matrix: Matrix) -> _Gathered:
        """Return what the form shows under another matrix of the same scale; pages have it at the same places."""
        found = self._elsewhere.get(matrix)
        if found is None:
            dx, dy = matrix[4] - self.matrix[4], matrix[5] - self.matrix[5]
            found = _Gathered([shifted(thing, dx, dy) for thing in self.got.seen], self.got.text, self.got.glyphs)
            if len(self._elsewhere) < _MOST_PLACES:
                self._elsewhere[matrix] = found
        return found


_KINDS = {type(None): PATH, Shown: TEXT, str: FORM}


def _present(content: Content, resources: Resources, where: str, page: _PageReader) -> Content:
    """Return `content`; raises ProofFailed when it names a form that is missing from Resources."""
    missing = [item for item in content if isinstance(item, str) and item not in resources.forms]
    if missing:
        raise page._fault(f"paints a form that is missing from Resources: {', '.join(missing)} {where}")
    return content


# ---------------------------------------------------------------- single objects


# Places that pdfium writes its answers to, and their addresses; one thread reads.
_INT, _OTHER_INT = ctypes.c_int(), ctypes.c_int()
_X, _Y, _RIGHT, _TOP = (ctypes.c_float() for _ in range(4))
_RED, _GREEN, _BLUE, _ALPHA = (ctypes.c_uint() for _ in range(4))
_MATRIX = (ctypes.c_float * 6)()
_STRING_BYTES = 4096  # of UTF-16; a longer string is more than a line can hold
_STRING = (ctypes.c_ushort * (_STRING_BYTES // 2))()
_INT_AT, _OTHER_AT, _X_AT, _Y_AT, _RIGHT_AT, _TOP_AT, _MATRIX_AT, _STRING_AT, *_COLOUR_AT = (
    ctypes.addressof(place)
    for place in (_INT, _OTHER_INT, _X, _Y, _RIGHT, _TOP, _MATRIX, _STRING, _RED, _GREEN, _BLUE, _ALPHA)
)


def _read_path(handle: Any, outer: Matrix) -> SeenPath:
    matrix = _times(_matrix_of(handle), outer)
    pdfium.FPDFPath_GetDrawMode(handle, _INT_AT, _OTHER_AT)
    filled, stroked = _INT.value != NOT_FILLED, bool(_OTHER_INT.value)
    width, dashed = 0.0, False
    if stroked:
        pdfium.FPDFPageObj_GetStrokeWidth(handle, _X_AT)
        width, dashed = _X.value * _scale(matrix), pdfium.FPDFPageObj_GetDashCount(handle) > 0
    segments = tuple(_read_segments(handle, matrix))
    return SeenPath(
        segments,
        _colour(pdfium.FPDFPageObj_GetFillColor, handle) if filled else None,
        _colour(pdfium.FPDFPageObj_GetStrokeColor, handle) if stroked else None,
        width,
        dashed,
        box_of([point for segment in segments for point in segment.points]) if segments else None,
    )


def _read_segments(handle: Any, matrix: Matrix) -> list[Segment]:
    a, b, c, d, e, f = matrix
    found: list[Segment] = []
    controls: list[Point] = []
    get_segment, get_point, get_type = (
        pdfium.FPDFPath_GetPathSegment, pdfium.FPDFPathSegment_GetPoint, pdfium.FPDFPathSegment_GetType,
    )  # fmt: skip
    count = pdfium.FPDFPath_CountSegments(handle)
    for n in range(count):
        segment = get_segment(handle, n)
        get_point(segment, _X_AT, _Y_AT)
        x, y = _X.value, _Y.value
        controls.append((a * x + c * y + e, b * x + d * y + f))
        kind = get_type(segment)
        if kind != CURVE or len(controls) == 3:
            # Only the last segment of a path can close it, unless the path goes on with another move.
            closes = n == count - 1 and bool(pdfium.FPDFPathSegment_GetClose(segment))
            found.append(Segment(_SEGMENTS[kind], tuple(controls), closes))
            controls = []
    return found


_SEGMENTS: dict[int, Literal["move", "line", "curve"]] = {
    MOVE: "move",
    LINE: "line",
    CURVE: "curve",
}


def _read_string(handle: Any, outer: Matrix, string: str, font: str) -> SeenText:
    matrix = _times(_matrix_of(handle), outer)
    pdfium.FPDFTextObj_GetFontSize(handle, _X_AT)
    points = _X.value * _scale(matrix) / MM_PER_POINT
    box = _box_through(_bounds_of(handle), outer)
    colour = _colour(pdfium.FPDFPageObj_GetFillColor, handle)
    return SeenText(string, (matrix[4], matrix[5]), points, font, colour, box)


def _bounds_of(handle: Any) -> Bounds:
    pdfium.FPDFPageObj_GetBounds(handle, _X_AT, _Y_AT, _RIGHT_AT, _TOP_AT)
    return _X.value, _Y.value, _RIGHT.value, _TOP.value


def _drawn_string(handle: Any, texts: Any) -> str:
    length = pdfium.FPDFTextObj_GetText(handle, texts, _STRING_AT, _STRING_BYTES)
    return bytes(_STRING)[: max(0, min(length, _STRING_BYTES) - 2)].decode("utf-16-le", "replace")


def _colour(read: Any, handle: Any) -> Colour:
    read(handle, *_COLOUR_AT)
    return _RED.value, _GREEN.value, _BLUE.value


# ---------------------------------------------------------------- matrices


def _matrix_of(handle: Any) -> Matrix:
    pdfium.FPDFPageObj_GetMatrix(handle, _MATRIX_AT)
    a, b, c, d, e, f = _MATRIX
    return a, b, c, d, e, f


def _times(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return float(abs(a * d - b * c) ** 0.5)


def _box_through(box: tuple[float, float, float, float], matrix: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    corners = [(box[n], box[m]) for n in (0, 2) for m in (1, 3)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)

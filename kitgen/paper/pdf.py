"""Document -> PDF bytes. Every mark is painted inside a span that tags.py hangs in the tree.

What a document paints more than once becomes a form; what it paints once is written in place. Copies of a page share
all content but their spans that vary. The same document gives the same bytes, whatever the clock, the environment and
the hash seed. Knows no game, and no layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kitgen.marks import Disc, Line, Mark, Polygon, Text
from kitgen.paper import tags
from kitgen.paper.fonts import Fonts
from kitgen.paper.pack import Objects
from kitgen.paper.page import Artifact, Document, Leaf, Page
from kitgen.paper.palette import PALETTES, Tone, operands
from kitgen.paper.typecase import FONTS, TypeCase
from kitgen.units import MM_PER_POINT

K = 1 / MM_PER_POINT  # points in a millimetre
_CURVE = 0.5522847498307936  # control point of a quarter circle, 4/3 * (sqrt(2) - 1)

Marks = tuple[Mark, ...]


def write_pdf(document: Document, fonts: Fonts) -> bytes:
    """Return the PDF of `document`; `fonts` must cover every string (raises MissingGlyph otherwise)."""
    objects = Objects()
    case = TypeCase(objects)
    tree, list_of_pages = tags.Tree(objects, document), objects.reserve()
    painter = _Painter(objects, case, document, fonts)
    box = b"[0 0 %s %s]" % (_n(document.width * K).encode(), _n(document.height * K).encode())
    pages: list[int] = []
    for page in document.pages:
        plan, content = tree.plan(page), painter.paint(page, len(pages) + 1)
        for _ in range(page.copies):
            keys = (list_of_pages, box, content.resources, content.streams(len(pages) + 1), len(pages))
            pages.append(
                objects.add(
                    b"<</Type/Page/Parent %d 0 R/MediaBox%s/Resources %d 0 R/Contents %s/StructParents %d/Tabs/S>>"
                    % keys
                )
            )
            tree.hang(plan, pages[-1])
    objects.put(
        list_of_pages, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), b" ".join(b"%d 0 R" % n for n in pages))
    )
    entries = tree.finish() + tags.add_metadata(objects, document)
    case.embed()
    return objects.write(_add_catalog(objects, document, list_of_pages, entries), _add_information(objects, document))


def _add_catalog(objects: Objects, document: Document, list_of_pages: int, entries: bytes) -> int:
    preferences = b"/DisplayDocTitle true/PrintScaling/None"
    if document.duplex:
        preferences += b"/Duplex/DuplexFlip%sEdge" % document.duplex.title().encode()
    keys = (list_of_pages, tags.literal(document.lang), preferences, entries)
    return objects.add(b"<</Type/Catalog/Pages %d 0 R/Lang%s/ViewerPreferences<<%s>>%s>>" % keys)


def _add_information(objects: Objects, document: Document) -> int:
    date = b"(D:20000101000000Z)"  # no clock: the same document gives the same file
    keys = (tags.literal(document.title), date, date)
    return objects.add(b"<</Title%s/Author(kitgen)/Creator(kitgen)/CreationDate%s/ModDate%s>>" % keys)


class _Content:
    """What a page and its copies paint: streams that all share, and leaves that vary between them."""

    def __init__(self, painter: _Painter, parts: list[int | tuple[bytes, Leaf]], resources: int) -> None:
        self.painter, self.parts, self.resources = painter, parts, resources

    def streams(self, number: int) -> bytes:
        """Return the /Contents of page `number`."""
        found = [part if isinstance(part, int) else self.painter.add_varying(*part, number) for part in self.parts]
        listed = b" ".join([b"%d 0 R" % n for n in found])
        return listed if len(found) == 1 else b"[" + listed + b"]"


class _Painter:
    """Paints the pages of one document; keeps the forms made so far."""

    def __init__(self, objects: Objects, case: TypeCase, document: Document, fonts: Fonts) -> None:
        self.objects, self.case, self.document, self.fonts = objects, case, document, fonts
        self.palette = PALETTES[document.inks]  # type: ignore[index]
        self.uses = Counter(self._uses())
        self.forms: dict[Marks, int] = {}
        self.written: dict[Marks, bytes] = {}
        self.resources: dict[tuple[int, ...], int] = {}

    def _uses(self) -> Iterator[Marks]:
        for page in self.document.pages:
            for item in page.items:
                for _ in range(min(page.copies, 2)):
                    yield item.marks

    def paint(self, page: Page, number: int) -> _Content:
        """Return the content of a page, its first copy page `number`: one stream, or several where copies differ."""
        parts: list[int | tuple[bytes, Leaf]] = []
        fixed: list[bytes] = []
        forms: set[int] = set()
        for begin, item in _spans(page):
            if isinstance(item, Leaf) and item.varies and page.copies == 1:
                fixed.append(self._span(begin, _numbered(item, number), 0))
            elif isinstance(item, Leaf) and item.varies:
                parts += [self._add_fixed(fixed)] * bool(fixed)
                parts.append((begin, item))
                fixed = []
            else:
                form = self._form(item.marks)
                forms |= {form} if form else set()
                fixed.append(self._span(begin, item, form))
        parts += [self._add_fixed(fixed)] * bool(fixed)
        return _Content(self, parts, self._add_resources(tuple(sorted(forms))))

    def _add_fixed(self, spans: list[bytes]) -> int:
        return self.objects.add_stream(b"", b"".join(spans))

    def add_varying(self, begin: bytes, leaf: Leaf, number: int) -> int:
        """Add the stream of a leaf as page `number` shows it; return its object's number."""
        return self.objects.add_stream(b"", self._span(begin, _numbered(leaf, number), 0))

    def _add_resources(self, forms: tuple[int, ...]) -> int:
        if forms not in self.resources:
            named = b"".join(b"/K%d %d 0 R" % (form, form) for form in forms)
            self.resources[forms] = self.objects.add(b"<</Font %d 0 R/XObject<<%s>>>>" % (FONTS, named))
        return self.resources[forms]

    def _form(self, marks: Marks) -> int:
        """Return the number of the form that holds `marks`, 0 where they are painted only once."""
        if self.uses[marks] < 2:
            return 0
        if marks not in self.forms:
            wide, high = (_n(side * K).encode() for side in (self.document.width, self.document.height))
            keys = b"/Type/XObject/Subtype/Form/BBox[-%s -%s %s %s]/Resources<</Font %d 0 R>>"
            self.forms[marks] = self.objects.add_stream(keys % (wide, high, wide, high, FONTS), self._code(marks))
        return self.forms[marks]

    def _span(self, begin: bytes, item: Leaf | Artifact, form: int) -> bytes:
        x, y = (item.x, item.y) if isinstance(item, Leaf) else (0.0, 0.0)
        place = f"{_n(x * K)} {_n((self.document.height - y) * K)}".encode()
        return b"%s\nq 1 0 0 1 %s cm\n%s\nQ\nEMC\n" % (
            begin,
            place,
            b"/K%d Do" % form if form else self._code(item.marks),
        )

    def _code(self, marks: Marks) -> bytes:
        """Return the operators that paint `marks` around their origin, y upwards."""
        pen = _Pen(self.palette)
        for mark in marks:
            if isinstance(mark, Text):
                pen.code += self._text(mark, pen)
            else:
                pen.draw(mark)
        return "\n".join(pen.code).encode("latin-1")

    def _text(self, mark: Text, pen: _Pen) -> list[str]:
        runs = self.fonts.runs(mark.string, mark.weight)
        x, y = mark.at
        if mark.anchor != "start":
            width = self.fonts.width(mark.string.rstrip(" "), mark.size, mark.weight)
            x -= (width if mark.anchor == "end" else width / 2) * (-1 if mark.turned else 1)
        way = "-1 0 0 -1" if mark.turned else "1 0 0 1"
        code = [*pen.fill(mark.ink), "BT", f"{way} {_n(x * K)} {_n(-y * K)} Tm"]
        size = _n(mark.size)
        for name, string in runs:
            code += [shown.decode("latin-1") for shown in self.case.show(name, string, size)]
        return [*code, "ET"]


def _spans(page: Page) -> Iterator[tuple[bytes, Leaf | Artifact]]:
    """Yield each item of a page with the operator that opens its span."""
    mcid = 0
    for item in page.items:
        if isinstance(item, Artifact):
            yield b"/Artifact <</Type /Layout /Kit (%s)>> BDC" % item.kind.encode(), item
        else:
            yield b"/%s <</MCID %d>> BDC" % (item.path[-1].kind.encode(), mcid), item
            mcid += 1


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

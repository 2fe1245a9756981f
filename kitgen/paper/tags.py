"""Structure tree, metadata and attachment, as raw objects of reportlab's own document.

reportlab has no call for tags, so this module alone reaches into its document; the read-back checks what comes of it.
Object syntax follows ISO 32000-1, 14.7 (structure), 14.8 (tagged PDF) and 7.11.4 (embedded files), and PDF/UA-1.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from reportlab.pdfbase import pdfdoc

from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.units import MM_PER_POINT

K = 1 / MM_PER_POINT
ATTACHMENT = "kitgen.json"
_PAGE, _TOP = -1, -2  # places in a plan that are no element of it

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part>\
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose bytes are at hand."""

    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, document: Any) -> bytes:  # noqa: ARG002
        return self.body


@dataclass
class _Element:
    """A structure element of a page plan: its tag, the index of its parent, and its kids (elements or MCIDs)."""

    tag: Tag
    parent: int
    kids: list[tuple[str, int]] = field(default_factory=list)
    box: tuple[float, float, float, float] | None = None


def plan_page(page: Page, height: float) -> tuple[list[_Element], list[int]]:
    """Return the elements of a page, index 0 its Sect, and for each MCID the index of the element that owns it."""
    elements = [_Element(Tag("Sect", ""), -1)]
    owners: list[int] = []
    found: dict[tuple[tuple[str, str], ...], int] = {(): 0}
    for mcid, leaf in enumerate(page.leaves):
        at = 0
        for depth in range(len(leaf.path)):
            key = tuple((tag.kind, tag.key) for tag in leaf.path[: depth + 1])
            if key not in found:
                found[key] = len(elements)
                elements[at].kids.append(("element", len(elements)))
                elements.append(_Element(leaf.path[depth], at))
            at = found[key]
        elements[at].kids.append(("mcid", mcid))
        if leaf.path[-1].alt:
            elements[at].box = _box(leaf, height)
        owners.append(at)
    return elements, owners


def _box(leaf: Leaf, height: float) -> tuple[float, float, float, float]:
    bottom = height - leaf.y - leaf.size[1]
    return leaf.x * K, bottom * K, (leaf.x + leaf.size[0]) * K, (height - leaf.y) * K


@dataclass(frozen=True, slots=True)
class _Plan:
    """The objects of a page's subtree, one a line, with `holes` for the numbers of objects.

    A hole is an element's place in the plan, _PAGE or _TOP. The last object is the page's entry of the parent tree.
    """

    template: bytes
    holes: tuple[int, ...]

    def fill(self, first: int, page: int, top: int) -> list[bytes]:
        """Return the objects where the first element has the number `first`."""
        numbers = [first + hole if hole >= 0 else page if hole == _PAGE else top for hole in self.holes]
        return (self.template % tuple(numbers)).split(b"\n")


def write_tree(canvas: Any, document: Document) -> None:
    """Add the structure tree, XMP and attachment to reportlab's document; call after the last page, before save."""
    _Writer(canvas._doc, document).write()


class _Writer:
    def __init__(self, doc: Any, document: Document) -> None:
        self.doc, self.document = doc, document
        self.shared: dict[bytes, bytes] = {}
        self.uses = Counter(self._attributes_of_all())
        _teach_pages()

    def _attributes_of_all(self) -> Iterator[bytes]:
        for page in self.document.pages:
            for leaf in page.leaves:
                if leaf.path[-1].alt:
                    told = _layout(_box(leaf, self.document.height)), _literal(leaf.path[-1].alt)
                    for _ in range(min(page.copies, 2)):
                        yield from told

    def add(self, name: str, body: bytes = b"") -> int:
        """Add an object called `name`, return its number; without a body, `put` it before the document is saved."""
        self.doc.Reference(_Raw(body), name)
        number: int = self.doc.objectcounter
        return number

    def put(self, name: str, body: bytes) -> None:
        """Set the body of an object."""
        self.doc.idToObject[name].body = body

    def write(self) -> None:
        root, top = self.add("KTree"), self.add("KDocument")
        sections: list[int] = []
        parents: list[int] = []
        for page in self.document.pages:
            plan = self._plan(page)
            for _ in range(page.copies):
                first, last = self._hang(len(sections), plan, top)
                sections.append(first)
                parents.append(last)
        listed = b" ".join(b"%d %d 0 R" % pair for pair in enumerate(parents))
        numbers = self.add("KParents", b"<</Nums[%s]>>" % listed)
        kids = b" ".join(b"%d 0 R" % section for section in sections)
        self.put("KDocument", b"<</Type/StructElem/S/Document/P %d 0 R/K[%s]>>" % (root, kids))
        keys = (top, numbers, len(parents))
        self.put("KTree", b"<</Type/StructTreeRoot/K[%d 0 R]/ParentTree %d 0 R/ParentTreeNextKey %d>>" % keys)
        self.doc.Catalog.StructTreeRoot = pdfdoc.PDFObjectReference("KTree")
        self.doc.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})
        self._metadata()
        self._attachment()

    def _plan(self, page: Page) -> _Plan:
        """Return how the elements of a page, and of each of its copies, are written."""
        elements, owners = plan_page(page, self.document.height)
        lines: list[bytes] = []
        holes: list[int] = []
        for element in elements:
            own = any(kind == "mcid" for kind, _ in element.kids)
            holes += [element.parent if element.parent >= 0 else _TOP] + [_PAGE] * own
            holes += [n for kind, n in element.kids if kind == "element"]
            kids = b" ".join(b"%d 0 R" if kind == "element" else b"%d" % n for kind, n in element.kids)
            kids = b" " + kids if kids.isdigit() else b"[" + kids + b"]"
            keys = (element.tag.kind.encode(), b"/Pg %d 0 R" * own, kids, self._attributes(element))
            lines.append(b"<</S/%s/P %%d 0 R%s/K%s%s>>" % keys)
        lines.append(b"[" + b" ".join([b"%d 0 R"] * len(owners)) + b"]")
        return _Plan(b"\n".join(lines), (*holes, *owners))

    def _hang(self, number: int, plan: _Plan, top: int) -> tuple[int, int]:
        """Add the elements of page `number`, from 0; return the numbers of its Sect and of its parent tree's entry."""
        reference = self.doc.Pages.pages[number]
        page = self.doc.idToObject[reference.name] if isinstance(reference, pdfdoc.PDFObjectReference) else reference
        page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")
        where, _ = self.doc.idToObjectNumberAndVersion[self.doc.Reference(page).name]
        first = self.doc.objectcounter + 1
        for index, body in enumerate(plan.fill(first, where, top)):
            self.add(f"K{number}.{index}", body)
        return first, self.doc.objectcounter

    def _attributes(self, element: _Element) -> bytes:
        """Return what an element says of itself, for a template; what several say alike is an object of its own."""
        tag, found = element.tag, b""
        if tag.alt:
            found += b"/Alt " + self._share(_literal(tag.alt))
        if element.box:
            found += b"/A " + self._share(_layout(element.box))
        if tag.lang:
            found += b"/Lang(%s)" % tag.lang.encode()
        if tag.scope:
            found += b"/A<</O/Table/Scope/%s>>" % tag.scope.encode()
        if tag.kind == "L":
            found += b"/A<</O/List/ListNumbering/%s>>" % (b"Decimal" if tag.key.startswith("n") else b"Disc")
        return found.replace(b"%", b"%%")

    def _share(self, body: bytes) -> bytes:
        if self.uses[body] < 2:
            return body
        if body not in self.shared:
            self.shared[body] = b"%d 0 R" % self.add(f"KShared{len(self.shared)}", body)
        return self.shared[body]

    def _metadata(self) -> None:
        xmp = (_XMP % escape(self.document.title, quote=False)).encode()
        head = b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n" % len(xmp)
        self.add("KMetadata", head + xmp + b"\nendstream")
        self.doc.Catalog.Metadata = pdfdoc.PDFObjectReference("KMetadata")

    def _attachment(self) -> None:
        data = self.document.manifest
        packed = zlib.compress(data, 9)
        params = b"/Params<</Size %d/CreationDate(D:20000101000000Z)/ModDate(D:20000101000000Z)>>" % len(data)
        head = b"<</Type/EmbeddedFile/Subtype/application#2Fjson/Length %d/Filter/FlateDecode%s>>\nstream\n"
        stream = head % (len(packed), params) + packed + b"\nendstream"
        inner = self.add("KFile", stream)
        name = ATTACHMENT.encode()
        said = b"/AFRelationship/Source/Desc(what this file was made from)"
        spec = self.add("KFileSpec", b"<</Type/Filespec/F(%s)/UF(%s)%s/EF<</F %d 0 R>>>>" % (name, name, said, inner))
        self.add("KNames", b"<</EmbeddedFiles<</Names[(%s) %d 0 R]>>>>" % (name, spec))
        self.doc.Catalog.Names = pdfdoc.PDFObjectReference("KNames")


def _layout(box: tuple[float, float, float, float]) -> bytes:
    return b"<</O/Layout/Placement/Block/BBox[%s]>>" % " ".join(f"{n:.2f}" for n in box).encode()


def _teach_pages() -> None:
    """Let reportlab's pages carry the two keys that tie them to the tree."""
    known = pdfdoc.PDFPage.__NoDefault__
    for key in ("StructParents", "Tabs"):
        if key not in known:
            pdfdoc.PDFPage.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, key]
            setattr(pdfdoc.PDFPage, key, None)


def _literal(text: str) -> bytes:
    """Write a text string as PDF: ASCII as it is, anything else as UTF-16 with its mark."""
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        raw = b"\xfe\xff" + text.encode("utf-16-be")
    for byte in (b"\\", b"(", b")"):
        raw = raw.replace(byte, b"\\" + byte)
    return b"(" + raw.replace(b"\r", b"\\r").replace(b"\n", b"\\n") + b")"

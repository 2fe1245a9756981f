"""Structure tree, metadata and attachment, as raw objects of reportlab's own document.

reportlab has no call for tags, so this module alone reaches into its document; the read-back checks what comes of it.
Object syntax follows ISO 32000-1, 14.7 (structure), 14.8 (tagged PDF) and 7.11.4 (embedded files), and PDF/UA-1.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from reportlab.pdfbase import pdfdoc

from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.units import MM_PER_POINT

K = 1 / MM_PER_POINT
ATTACHMENT = "kitgen.json"

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part>\
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose body is written when the file is: `body()` returns its bytes."""

    __RefOnly__ = 1

    def __init__(self, body: Callable[[], bytes]) -> None:
        self.body = body

    def format(self, document: Any) -> bytes:  # noqa: ARG002
        return self.body()


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


def write_tree(canvas: Any, document: Document) -> None:
    """Add the structure tree, XMP and attachment to reportlab's document; call after the last page, before save."""
    _Writer(canvas._doc, document).write()


class _Writer:
    def __init__(self, doc: Any, document: Document) -> None:
        self.doc, self.document = doc, document
        self.strings: dict[str, bytes] = {}
        _teach_pages()

    def add(self, name: str, body: Callable[[], bytes]) -> bytes:
        """Add an object called `name`, return its reference."""
        reference: bytes = self.doc.Reference(_Raw(body), name).format(self.doc)
        return reference

    def write(self) -> None:
        root = self.add("KTree", lambda: b"<</Type/StructTreeRoot/K[%s]/ParentTree %s/ParentTreeNextKey %d>>" % tree())
        top = self.add("KDocument", lambda: b"<</Type/StructElem/S/Document/P %s/K[%s]>>" % (root, b" ".join(sections)))
        sections: list[bytes] = []
        numbers: list[bytes] = []
        number = 0
        for page in self.document.pages:
            plan = plan_page(page, self.document.height)
            for _ in range(page.copies):
                section, owners = self._page(number, plan, top)
                sections.append(section)
                numbers.append(b"%d[%s]" % (number, b" ".join(owners)))
                number += 1
        parents = self.add("KParents", lambda: b"<</Nums[%s]>>" % b" ".join(numbers))

        def tree() -> tuple[bytes, bytes, int]:
            return top, parents, number

        catalog = self.doc.Catalog
        catalog.StructTreeRoot = pdfdoc.PDFObjectReference("KTree")
        catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})
        self._metadata()
        self._attachment()

    def _page(self, number: int, plan: tuple[list[_Element], list[int]], top: bytes) -> tuple[bytes, list[bytes]]:
        """Add the elements of one page; return its Sect's reference and the owner's reference for each MCID."""
        reference = self.doc.Pages.pages[number]
        page = self.doc.idToObject[reference.name] if isinstance(reference, pdfdoc.PDFObjectReference) else reference
        page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")
        where: bytes = self.doc.Reference(page).format(self.doc) if page is reference else reference.format(self.doc)
        elements, owners = plan
        references: list[bytes] = []

        def body(element: _Element) -> bytes:
            kids = b" ".join(references[n] if kind == "element" else b"%d" % n for kind, n in element.kids)
            own = any(kind == "mcid" for kind, _ in element.kids)
            parent = references[element.parent] if element.parent >= 0 else top
            return b"<</Type/StructElem/S/%s/P %s%s/K[%s]%s>>" % (
                element.tag.kind.encode(), parent, b"/Pg " + where if own else b"", kids, self._attributes(element),
            )  # fmt: skip

        for index, element in enumerate(elements):
            references.append(self.add(f"K{number}.{index}", lambda element=element: body(element)))  # type: ignore[misc]
        return references[0], [references[owner] for owner in owners]

    def _attributes(self, element: _Element) -> bytes:
        tag, found = element.tag, b""
        if tag.alt:
            found += b"/Alt " + self._string(tag.alt)
        if element.box:
            found += b"/A<</O/Layout/Placement/Block/BBox[%s]>>" % " ".join(f"{n:.2f}" for n in element.box).encode()
        if tag.lang:
            found += b"/Lang(%s)" % tag.lang.encode()
        if tag.scope:
            found += b"/A<</O/Table/Scope/%s>>" % tag.scope.encode()
        if tag.kind == "L":
            found += b"/A<</O/List/ListNumbering/%s>>" % (b"Decimal" if tag.key.startswith("n") else b"Disc")
        return found

    def _string(self, text: str) -> bytes:
        """Return a reference to a text string object, shared by all elements that say the same."""
        if text not in self.strings:
            self.strings[text] = _literal(text)
        return self.strings[text]

    def _metadata(self) -> None:
        xmp = (_XMP % escape(self.document.title, quote=False)).encode()
        head = b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n" % len(xmp)
        self.add("KMetadata", lambda: head + xmp + b"\nendstream")
        self.doc.Catalog.Metadata = pdfdoc.PDFObjectReference("KMetadata")

    def _attachment(self) -> None:
        data = self.document.manifest
        packed = zlib.compress(data, 9)
        params = b"/Params<</Size %d/CreationDate(D:20000101000000Z)/ModDate(D:20000101000000Z)>>" % len(data)
        head = b"<</Type/EmbeddedFile/Subtype/application#2Fjson/Length %d/Filter/FlateDecode%s>>\nstream\n"
        stream = head % (len(packed), params) + packed + b"\nendstream"
        inner = self.add("KFile", lambda: stream)
        name = ATTACHMENT.encode()
        spec = self.add(
            "KFileSpec",
            lambda: (
                b"<</Type/Filespec/F(%s)/UF(%s)/AFRelationship/Source/Desc(what this file was made from)/EF<</F %s>>>>"
                % (name, name, inner)
            ),
        )
        self.add("KNames", lambda: b"<</EmbeddedFiles<</Names[(%s) %s]>>>>" % (name, spec))
        self.doc.Catalog.Names = pdfdoc.PDFObjectReference("KNames")


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

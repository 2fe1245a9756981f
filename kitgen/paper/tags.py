"""Structure tree, metadata and attachment of a document, as objects of its PDF.

Object syntax follows ISO 32000-1, 14.7 (structure), 14.8 (tagged PDF) and 7.11.4 (embedded files), and PDF/UA-1. Does
not know what a page shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from kitgen.paper.pack import Objects
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


@dataclass
class _Element:
    """A structure element of a page plan: its tag, the index of its parent, and its kids (elements or MCIDs)."""

    tag: Tag
    parent: int
    kids: list[tuple[str, int]] = field(default_factory=list)
    box: tuple[float, float, float, float] | None = None


def list_elements(page: Page, height: float) -> tuple[list[_Element], list[int]]:
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


class Tree:
    """The structure tree of a document in the making: each page is hung into it when it has its object."""

    def __init__(self, objects: Objects, document: Document) -> None:
        self.objects, self.document = objects, document
        self.root, self.top = objects.reserve(), objects.reserve()
        self.sections: list[int] = []
        self.parents: list[int] = []
        self._uses = Counter(self._attributes_of_all())
        self._shared: dict[bytes, bytes] = {}

    def _attributes_of_all(self) -> Iterator[bytes]:
        for page in self.document.pages:
            for leaf in page.leaves:
                if leaf.path[-1].alt:
                    told = _layout(_box(leaf, self.document.height)), literal(leaf.path[-1].alt)
                    for _ in range(min(page.copies, 2)):
                        yield from told

    def plan(self, page: Page) -> _Plan:
        """Return how the elements of a page, and of each of its copies, are written."""
        elements, owners = list_elements(page, self.document.height)
        lines: list[bytes] = []
        holes: list[int] = []
        for element in elements:
            holes.append(element.parent if element.parent >= 0 else _TOP)
            own = any(kind == "mcid" for kind, _ in element.kids)
            holes += [_PAGE] * own + [n for kind, n in element.kids if kind == "element"]
            kids = b" ".join(b"%d 0 R" if kind == "element" else b"%d" % n for kind, n in element.kids)
            lines.append(
                b"<</S/%s/P %%d 0 R%s/K%s%s>>"
                % (element.tag.kind.encode(), b"/Pg %d 0 R" * own,
                   b" " + kids if kids.isdigit() else b"[" + kids + b"]", self._attributes(element))
            )  # fmt: skip
        lines.append(b"[" + b" ".join([b"%d 0 R"] * len(owners)) + b"]")
        return _Plan(b"\n".join(lines), (*holes, *owners))

    def hang(self, plan: _Plan, page: int) -> None:
        """Add the subtree of the page whose object is `page`."""
        bodies = plan.fill(self.objects.count + 1, page, self.top)
        first = self.objects.add(*bodies)
        self.sections.append(first)
        self.parents.append(first + len(bodies) - 1)

    def finish(self) -> bytes:
        """Add what holds the pages' subtrees together; return the catalog's entry."""
        add, put = self.objects.add, self.objects.put
        put(self.top, b"<</S/Document/P %d 0 R/K[%s]>>" % (self.root, _references(self.sections)))
        listed = b" ".join(b"%d %d 0 R" % pair for pair in enumerate(self.parents))
        parents = add(b"<</Nums[%s]>>" % listed)
        keys = (self.top, parents, len(self.parents))
        put(self.root, b"<</Type/StructTreeRoot/K[%d 0 R]/ParentTree %d 0 R/ParentTreeNextKey %d>>" % keys)
        return b"/StructTreeRoot %d 0 R/MarkInfo<</Marked true>>" % self.root

    def _attributes(self, element: _Element) -> bytes:
        """Return what an element says of itself, for a template: what several say alike is an object of its own."""
        tag, found = element.tag, b""
        if tag.alt:
            found += b"/Alt " + self._share(literal(tag.alt))
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
        if self._uses[body] < 2:
            return body
        if body not in self._shared:
            self._shared[body] = b"%d 0 R" % self.objects.add(body)
        return self._shared[body]


def _references(numbers: list[int]) -> bytes:
    return b" ".join([b"%d 0 R" % number for number in numbers])


def _layout(box: tuple[float, float, float, float]) -> bytes:
    return b"<</O/Layout/Placement/Block/BBox[%s]>>" % " ".join(f"{n:.2f}" for n in box).encode()


def add_metadata(objects: Objects, document: Document) -> bytes:
    """Add XMP metadata and the attached manifest; return the catalog's entries."""
    xmp = (_XMP % escape(document.title, quote=False)).encode()
    metadata = objects.put_stream(objects.reserve(), b"/Type/Metadata/Subtype/XML", xmp)  # plain, for readers of XMP
    data, name = document.manifest, ATTACHMENT.encode()
    params = b"/Params<</Size %d/CreationDate(D:20000101000000Z)/ModDate(D:20000101000000Z)>>" % len(data)
    inner = objects.add_stream(b"/Type/EmbeddedFile/Subtype/application#2Fjson" + params, data, level=9)
    said = b"/AFRelationship/Source/Desc(what this file was made from)"
    file = objects.add(b"<</Type/Filespec/F(%s)/UF(%s)%s/EF<</F %d 0 R>>>>" % (name, name, said, inner))
    return b"/Metadata %d 0 R/Names<</EmbeddedFiles<</Names[(%s) %d 0 R]>>>>" % (metadata, name, file)


def literal(text: str) -> bytes:
    """Write a text string as PDF: ASCII as it is, anything else as UTF-16 with its mark."""
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        raw = b"\xfe\xff" + text.encode("utf-16-be")
    for byte in (b"\\", b"(", b")"):
        raw = raw.replace(byte, b"\\" + byte)
    return b"(" + raw.replace(b"\r", b"\\r").replace(b"\n", b"\\n") + b")"

"""The skeleton of a finished PDF: catalog, pages, resources, fonts, structure tree, attachment.

Every dictionary is read by a closed list of keys, so that nothing comes along unread (a script, a form to fill in, a
hidden layer, a picture). Uses pikepdf only; knows nothing of paper/, of games, or of what stands on a page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pikepdf

from kitgen.errors import Fault, ProofFailed
from kitgen.proof import streams

MAX_PAGES = 20_000
MAX_OBJECTS = 1_500_000
MAX_ATTACHMENT = 8_000_000  # bytes of JSON; a thousand different practice pages need about a quarter
ATTACHMENT = "kitgen.json"

_CATALOG = {
    "/Type", "/Pages", "/Lang", "/MarkInfo", "/Metadata", "/Names", "/StructTreeRoot", "/ViewerPreferences",
    "/PageMode", "/PageLayout",
}  # fmt: skip
_PAGE = {"/Type", "/Parent", "/MediaBox", "/Contents", "/Resources", "/Rotate", "/StructParents", "/Tabs", "/Trans"}
_RESOURCES = {"/Font", "/XObject", "/ProcSet"}
_FORM = {"/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Length", "/Filter"}
_ELEMENT = {"/Type", "/S", "/P", "/Pg", "/K", "/Alt", "/A", "/Lang"}
_REFERENCE = re.compile(rb"(\d+) (\d+) R")
_TITLE = re.compile(rb"<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>([^<]*)</rdf:li>")
_UA_PART = re.compile(rb"<pdfuaid:part>(\d+)</pdfuaid:part>")

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Element:
    """A structure element: its tag, what it says of itself, and its kids (elements and marked-content ids) in order."""

    tag: str
    lang: str
    alt: str | None
    box: Box | None  # Layout BBox in points, as written
    kids: tuple[Element | int, ...]

    def walk(self, above: tuple[Element, ...] = ()) -> Iterator[tuple[int, tuple[Element, ...]]]:
        """Yield each marked-content id with the elements above it, outermost first, in reading order."""
        path = (*above, self)
        for kid in self.kids:
            if isinstance(kid, int):
                yield kid, path
            else:
                yield from kid.walk(path)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A font as the file holds it: its name without the subset tag, its program, and code -> text, code -> width."""

    name: str
    program: bytes | None  # None: not embedded
    codes: dict[int, str]
    widths: dict[int, float]  # in thousandths of the size


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A form: its box in points, what it shows and paints, and its own names for fonts and forms."""

    box: Box
    content: streams.Content
    resources: Resources


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """Names -> fonts and forms, by object number (a form that is named but not there is simply absent)."""

    fonts: dict[str, Face]
    forms: dict[str, Form]


@dataclass
class Anatomy:
    """An opened PDF. Pages count from 0. Raises ProofFailed, naming page or key, for whatever it does not know."""

    pdf: pikepdf.Pdf
    _faces: dict[Any, Face] = field(default_factory=dict)
    _forms: dict[Any, Form] = field(default_factory=dict)
    _resources: dict[Any, Resources] = field(default_factory=dict)

    @cached_property
    def pages(self) -> list[Any]:
        """Return the page dictionaries."""
        return [page.obj for page in self.pdf.pages]

    # ------------------------------------------------------------ catalog

    @property
    def _root(self) -> Any:
        return self.pdf.Root

    @cached_property
    def lang(self) -> str:
        """Return the document's language."""
        return str(self._root.get("/Lang", ""))

    @cached_property
    def title(self) -> str:
        """Return the title that the document information gives."""
        return str(dict(self.pdf.docinfo.items()).get("/Title", "")) if "/Info" in self.pdf.trailer else ""

    def catalog_faults(self) -> list[str]:
        """Return what is wrong with the catalog: unknown keys, viewer preferences, marks, metadata."""
        root = self._root
        faults = [f"the catalog has {key}" for key in root.keys() if key not in _CATALOG]  # noqa: SIM118
        preferences = {key: str(value) for key, value in root.get("/ViewerPreferences", {}).items()}
        for key, wanted in (("/DisplayDocTitle", "True"), ("/PrintScaling", "/None")):
            if preferences.get(key) != wanted:
                faults.append(f"viewer preference {key[1:]} is {preferences.get(key)}, not {wanted.strip('/')}")
        if root.get("/MarkInfo", {}).get("/Marked") is not True:
            faults.append("the document is not marked as tagged")
        return faults + self._metadata_faults()

    def _metadata_faults(self) -> list[str]:
        if "/Metadata" not in self._root:
            return ["the document has no XMP metadata"]
        xmp = self.bytes_of(self._root.Metadata, 1_000_000)
        part, title = _UA_PART.search(xmp), _TITLE.search(xmp)
        faults = [] if part and part[1] == b"1" else ["the metadata do not say PDF/UA-1"]
        said = _unescape_xml(title[1].decode("utf-8", "replace")) if title else None
        if not said or said != self.title:
            faults.append(f"the metadata's title is {said!r}, the document's {self.title!r}")
        return faults

    def attachment(self) -> bytes:
        """Return the attached manifest; raises ProofFailed when there is not exactly that one attachment."""
        names = self._root.get("/Names", {}).get("/EmbeddedFiles", {}).get("/Names")
        if names is None:
            raise ProofFailed(f"the file carries no {ATTACHMENT}: it is no kitgen PDF, or was saved by another program")
        if len(names) != 2 or str(names[0]) != ATTACHMENT:
            raise ProofFailed(f"the file must carry {ATTACHMENT} and no other attachment")
        return self.bytes_of(names[1].EF.F, MAX_ATTACHMENT)

    # ------------------------------------------------------------ streams and resources

    def bytes_of(self, stream: Any, most: int = streams.MAX_STREAM) -> bytes:
        """Return a stream's bytes, decompressed up to `most`; raises ProofFailed for other filters or more bytes."""
        if not isinstance(stream, pikepdf.Stream):
            raise ProofFailed("an object that should be a stream is none")
        filters = stream.stream_dict.get("/Filter", pikepdf.Array([]))
        names = [str(filters)] if isinstance(filters, pikepdf.Name) else [str(name) for name in filters]
        if names not in ([], ["/FlateDecode"]) or "/DecodeParms" in stream.stream_dict:
            raise ProofFailed(f"a stream is packed with {' '.join(names)}, which kitgen never does")
        raw = stream.read_raw_bytes()
        try:
            data = streams.inflate(raw, most) if names else raw
        except streams.StreamFault as fault:
            raise ProofFailed(f"a stream: {fault}") from None
        if len(data) > most:
            raise ProofFailed(f"a stream has more than {most} bytes")
        return data

    def content(self, index: int) -> bytes:
        """Return the content stream of a page."""
        return self.bytes_of(self.pages[index].Contents)

    def resources(self, index: int) -> Resources:
        """Return the fonts and forms that a page names."""
        return self._read_resources(self.pages[index].Resources, ())

    def _read_resources(self, node: Any, above: tuple[Any, ...]) -> Resources:
        key = node.objgen if node.is_indirect else node.unparse()
        if key not in self._resources:
            _refuse_unknown(node, _RESOURCES, "resources")
            fonts = {str(name)[1:]: self._read_face(font) for name, font in node.get("/Font", {}).items()}
            named = node.get("/XObject", {}).items()
            forms = {str(name)[1:]: self._read_form(form, above) for name, form in named if form is not None}
            self._resources[key] = Resources(fonts, forms)
        return self._resources[key]

    def _read_form(self, stream: Any, above: tuple[Any, ...]) -> Form:
        key = stream.objgen
        if key in above or len(above) > 3:
            raise ProofFailed("forms paint each other in a circle, or too deep")
        if key not in self._forms:
            if not isinstance(stream, pikepdf.Stream) or stream.get("/Subtype") != "/Form":
                raise ProofFailed("a page may paint forms only, no pictures")
            _refuse_unknown(stream, _FORM, "form")
            if [float(n) for n in stream.get("/Matrix", [1, 0, 0, 1, 0, 0])] != [1, 0, 0, 1, 0, 0]:
                raise ProofFailed("a form has a matrix of its own")
            try:
                content = streams.read_form(self.bytes_of(stream))
            except streams.StreamFault as fault:
                raise ProofFailed(f"a form: {fault}") from None
            resources = self._read_resources(stream.get("/Resources", pikepdf.Dictionary()), (*above, key))
            self._forms[key] = Form(read_box(stream.BBox), content, resources)
        return self._forms[key]

    def _read_face(self, font: Any) -> Face:
        if font.objgen not in self._faces:
            descriptor = font.get("/FontDescriptor", {})
            embedded = "/FontFile2" in descriptor and font.get("/Subtype") == "/TrueType"
            program = self.bytes_of(descriptor["/FontFile2"]) if embedded else None
            codes: dict[int, str] = {}
            if "/ToUnicode" in font:
                try:
                    codes = streams.read_cmap(self.bytes_of(font["/ToUnicode"]))
                except (streams.StreamFault, ValueError) as fault:
                    raise ProofFailed(f"font {font.get('/BaseFont')}: {fault}") from None
            first = int(font.get("/FirstChar", 0))
            widths = {first + n: float(width) for n, width in enumerate(font.get("/Widths", []))}
            name = str(font.get("/BaseFont", "/?"))[1:]
            self._faces[font.objgen] = Face(name.partition("+")[2] or name, program, codes, widths)
        return self._faces[font.objgen]

    # ------------------------------------------------------------ pages and structure

    def page_key(self, index: int) -> bytes:
        """Return all that a page dictionary says but for its place in the file; equal keys: equal pages, content apart.

        Raises ProofFailed for keys that a kit page never has.
        """
        page = self.pages[index]
        faults = [f"page {index + 1} has {key}" for key in page.keys() if key not in _PAGE]  # noqa: SIM118
        faults += [
            f"page {index + 1} has no {key} of its own"
            for key in ("/MediaBox", "/Resources", "/Contents")
            if key not in page
        ]
        faults += [f"page {index + 1} is turned"] * bool(page.get("/Rotate", 0))
        faults += [f"page {index + 1} has a transition"] * bool(len(page.get("/Trans", {})))
        if page.get("/StructParents") != index or page.get("/Tabs") != "/S":
            faults.append(f"page {index + 1} is not tied to the structure tree")
        if faults:
            raise ProofFailed(faults_of(faults))
        resources = page.Resources
        told = resources.unparse(resolved=not resources.is_indirect)
        return b"|".join((page.MediaBox.unparse(resolved=True), told))

    def page_box(self, index: int) -> Box:
        """Return a page's MediaBox in points."""
        return read_box(self.pages[index].MediaBox)

    @cached_property
    def sections(self) -> list[Any]:
        """Return the Sect of each page; raises ProofFailed unless Document > one Sect a page, each in its place."""
        tree = self._root.get("/StructTreeRoot")
        if tree is None:
            raise ProofFailed("the document has no structure tree")
        tops = _kids(tree)
        if len(tops) != 1 or tops[0].get("/S") != "/Document":
            raise ProofFailed("the structure tree does not begin with one Document")
        sections = _kids(tops[0])
        if len(sections) != len(self.pages) or any(s.get("/S") != "/Sect" for s in sections):
            raise ProofFailed(f"the structure tree has {len(sections)} sections for {len(self.pages)} pages")
        if any(section.get("/P").objgen != tops[0].objgen for section in sections):
            raise ProofFailed("a section of the structure tree does not hang where it is listed")
        return sections

    @cached_property
    def parents(self) -> list[Any]:
        """Return the ParentTree's entry of each page; raises ProofFailed unless it lists the pages in order."""
        numbers = self._root.StructTreeRoot.get("/ParentTree", {}).get("/Nums", [])
        found = list(numbers)
        if found[::2] != list(range(len(self.pages))):
            raise ProofFailed("the parent tree does not list the pages in order")
        return found[1::2]

    def tree_key(self, index: int) -> bytes:
        """Return the structure subtree of a page, written so that equal subtrees of two pages give equal bytes.

        The references up, down and to the page are checked here and left out; raises ProofFailed where one is wrong.
        """
        page = b"%d %d R" % self.pages[index].objgen
        owners: dict[int, bytes] = {}
        section = self.sections[index]
        try:
            key = self._element_key(section, section.get("/P").unparse(), page, owners)
        except ProofFailed as failed:
            raise ProofFailed(Fault(f"page {index + 1}: {fault.what}") for fault in failed.faults) from None
        listed = _REFERENCE.findall(self.parents[index].unparse(resolved=True))
        if [b"%s %s R" % pair for pair in listed] != [owners[n] for n in sorted(owners)]:
            raise ProofFailed(f"page {index + 1}: the parent tree names other elements than the structure tree")
        if sorted(owners) != list(range(len(owners))):
            raise ProofFailed(f"page {index + 1}: marked-content ids are missing from the structure tree")
        return key

    def _element_key(self, element: Any, parent: bytes, page: bytes, owners: dict[int, bytes], depth: int = 0) -> bytes:
        written = element.unparse(resolved=True)
        own = b"%d %d R" % element.objgen
        if element.objgen == (0, 0) or depth > 8:
            raise ProofFailed("an element of the structure tree is written in place, or hangs too deep")
        kids = element.get("/K")
        told = kids.unparse(resolved=True) if isinstance(kids, pikepdf.Object) else b"/K %d" % (kids or 0)
        parts = [written.replace(told, b"", 1)]
        if b"/P " + parent not in written:
            raise ProofFailed("an element of the structure tree does not hang where it is listed")
        parts[0] = parts[0].replace(b"/P " + parent, b"", 1)
        children = _kids(element)
        if any(isinstance(kid, int) for kid in children):
            parts[0] = _without_page(parts[0], page)
        for kid in children:
            if isinstance(kid, int):
                if owners.setdefault(kid, own) != own:
                    raise ProofFailed(f"marked-content id {kid} hangs in the structure tree twice")
                parts.append(b"%d" % kid)
            else:
                parts.append(self._element_key(kid, own, page, owners, depth + 1))
        return b"(" + b" ".join(parts) + b")"

    def element(self, index: int) -> Element:
        """Return the structure subtree of a page, its Sect at the top; call `tree_key` first, which checks it."""
        return self._read_element(self.sections[index])

    def _read_element(self, node: Any) -> Element:
        _refuse_unknown(node, _ELEMENT, "structure element")
        attributes = node.get("/A", {})
        box = read_box(attributes["/BBox"]) if "/BBox" in attributes else None
        alt = str(node["/Alt"]) if "/Alt" in node else None
        kids = tuple(kid if isinstance(kid, int) else self._read_element(kid) for kid in _kids(node))
        return Element(str(node.S)[1:], str(node.get("/Lang", "")), alt, box, kids)


def open_anatomy(data: bytes) -> Anatomy:
    """Open a PDF; raises ProofFailed when it can't be read, is encrypted, or has too many pages or objects."""
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, attempt_recovery=False)
    except pikepdf.PasswordError:
        raise ProofFailed("the file is encrypted") from None
    except pikepdf.PdfError as error:
        raise ProofFailed(f"not a sound PDF ({str(error).strip().rpartition(': ')[2]})") from None
    if pdf.is_encrypted:
        raise ProofFailed("the file is encrypted")
    objects = int(dict(pdf.trailer.items()).get("/Size", 0))  # counting them would make each of them a Python object
    if objects > MAX_OBJECTS:
        raise ProofFailed(f"the file has {objects} objects; the most read is {MAX_OBJECTS}")
    count = len(pdf.pages)
    if not 0 < count <= MAX_PAGES:
        raise ProofFailed(f"the file has {count} pages; the most read is {MAX_PAGES}")
    return Anatomy(pdf)


def faults_of(lines: list[str]) -> list[Fault]:
    """Return plain lines as faults."""
    return [Fault(line) for line in lines]


def read_box(array: Any) -> Box:
    """Return a rectangle of a PDF as (left, bottom, right, top) in points."""
    left, bottom, right, top = (float(n) for n in array)
    return min(left, right), min(bottom, top), max(left, right), max(bottom, top)


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _without_page(written: bytes, page: bytes) -> bytes:
    if b"/Pg" not in written:
        return written
    if b"/Pg " + page not in written:
        raise ProofFailed("an element of the structure tree names another page than its own")
    return written.replace(b"/Pg " + page, b"/Pg", 1)


def _refuse_unknown(node: Any, known: set[str], what: str) -> None:
    unknown = [key for key in node.keys() if key not in known]  # noqa: SIM118
    if unknown:
        raise ProofFailed(f"a {what} has {', '.join(unknown)}, which kitgen never writes")


def _unescape_xml(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text

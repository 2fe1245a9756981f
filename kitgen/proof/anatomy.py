"""The skeleton of a finished PDF: catalog, pages, resources, fonts, structure tree, attachment.

Every dictionary is read by a closed list of keys, so that nothing comes along unread (a script, a form to fill in, a
hidden layer, a picture). Knows nothing of paper/, of games, or of what stands on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kitgen.errors import Fault, ProofFailed
from kitgen.proof import said, streams
from kitgen.proof.objects import COMMENT, MAX_OBJECTS, STRING, File, Name, Reference, Stream, Value, inflated, text_of
from kitgen.proof.said import ATTACHMENT, refuse_unknown

MAX_PAGES = 20_000
MAX_TREE = 20_000  # objects of one page's structure tree
MAX_ATTACHMENT = 12_000_000  # bytes of JSON; a thousand different practice pages need about half

_CATALOG = {
    "Type", "Pages", "Lang", "MarkInfo", "Metadata", "Names", "StructTreeRoot", "ViewerPreferences",
    "PageMode", "PageLayout",
}  # fmt: skip
# What each of the catalog's own dictionaries may hold, by the keys that lead to it.
_CLOSED: tuple[tuple[tuple[str, ...], frozenset[str]], ...] = (
    (("Names",), frozenset({"EmbeddedFiles"})),
    (("Names", "EmbeddedFiles"), frozenset({"Names"})),
    (("StructTreeRoot",), frozenset({"Type", "K", "ParentTree", "ParentTreeNextKey"})),
    (("StructTreeRoot", "ParentTree"), frozenset({"Nums"})),
    (("MarkInfo",), frozenset({"Marked"})),
    (("ViewerPreferences",), frozenset({"DisplayDocTitle", "PrintScaling", "Duplex"})),
)
_PAGE = {"Type", "Parent", "MediaBox", "Contents", "Resources", "Rotate", "StructParents", "Tabs", "Trans"}
_RESOURCES = {"Font", "XObject", "ProcSet"}
_FORM = {"Type", "Subtype", "FormType", "BBox", "Matrix", "Resources", "Length", "Filter"}
_REFERENCE = re.compile(rb"(" + STRING + rb"|" + COMMENT + rb")|\b(\d+) 0 R\b", re.DOTALL)
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
    numbering: str = ""  # of a list

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

    file: File
    _faces: dict[Reference, Face] = field(default_factory=dict)
    _forms: dict[Reference, Form] = field(default_factory=dict)
    _resources: dict[str, Resources] = field(default_factory=dict)
    _contents: dict[Reference, bytes] = field(default_factory=dict)

    @cached_property
    def pages(self) -> list[Reference]:
        """Return the pages' references, in order; raises ProofFailed for too many, and where one stands twice."""
        found: list[Reference] = []
        self._list_pages(self._root.get("Pages"), found, 0)
        if not found or len(set(found)) != len(found):
            raise ProofFailed("the file has no pages, or one page twice")
        return found

    def _list_pages(self, node: Value, found: list[Reference], depth: int) -> None:
        kids = self.file.array(self.file.mapping(node).get("Kids"))
        if depth > 8 or len(found) + len(kids) > MAX_PAGES:
            raise ProofFailed(f"the file has {len(found) + len(kids)} pages; the most read is {MAX_PAGES}")
        for kid in kids:
            if type(kid) is not Reference:
                raise ProofFailed("a page is written in place")
            if "Kids" in self.file.mapping(kid):
                self._list_pages(kid, found, depth + 1)
            else:
                found.append(kid)

    # ------------------------------------------------------------ catalog

    @property
    def _root(self) -> dict[str, Value]:
        return self.file.mapping(self.file.trailer["Root"])

    @cached_property
    def lang(self) -> str:
        """Return the document's language."""
        return self._text(self._root.get("Lang")) or ""

    @cached_property
    def title(self) -> str:
        """Return the title that the document information gives."""
        return self._text(self._within(self.file.trailer, "Info").get("Title")) or ""

    @cached_property
    def creator(self) -> str:
        """Return the program that the document information names."""
        return self._text(self._within(self.file.trailer, "Info").get("Creator")) or ""

    def _within(self, node: dict[str, Value], key: str) -> dict[str, Value]:
        """Return the dictionary under a key, an empty one where there is none."""
        return self.file.mapping(node[key]) if self.file.get(node.get(key)) is not None else {}

    def _text(self, value: Value) -> str | None:
        found = self.file.get(value)
        return text_of(found) if isinstance(found, bytes) else None

    def catalog_faults(self, duplex: str = "") -> list[str]:
        """Return what is wrong with the catalog: unknown keys in it and below, viewer preferences, marks, metadata.

        `duplex` is the edge to flip on, "long" or "short"; "" where the file is printed on one side.
        """
        root = self._root
        faults = [f"the catalog has /{key}" for key in root if key not in _CATALOG]
        faults += self._unknown_below()
        faults += said.info_faults(self.file)
        faults += said.attachment_faults(self.file, self._within(self._within(root, "Names"), "EmbeddedFiles"))
        for key, plain in (("PageMode", "UseNone"), ("PageLayout", "SinglePage")):
            if key in root and self.file.get(root[key]) != Name(plain):
                faults.append(f"the catalog's {key} is {self.file.get(root[key])!r}, not {plain}")
        preferences = self._within(root, "ViewerPreferences")
        sides = Name(f"DuplexFlip{duplex.title()}Edge") if duplex else None
        for name, wanted in (("DisplayDocTitle", True), ("PrintScaling", Name("None")), ("Duplex", sides)):
            if repr(preferences.get(name)) != repr(wanted):
                faults.append(f"viewer preference {name} is {preferences.get(name)!r}, not {wanted}")
        if self._within(root, "MarkInfo").get("Marked") is not True:
            faults.append("the document is not marked as tagged")
        return faults + self._metadata_faults()

    def _unknown_below(self) -> Iterator[str]:
        """Yield each key that a dictionary of the catalog holds and kitgen never writes there."""
        for path, known in _CLOSED:
            node = self._root
            for step in path:
                node = self._within(node, step)
            yield from (f"the catalog's {' '.join(path)} has /{key}" for key in node if key not in known)

    def _metadata_faults(self) -> list[str]:
        if "Metadata" not in self._root:
            return ["the document has no XMP metadata"]
        xmp = self.bytes_of(self._root["Metadata"], 1_000_000)
        part, title = _UA_PART.search(xmp), _TITLE.search(xmp)
        faults = [] if part and part[1] == b"1" else ["the metadata do not say PDF/UA-1"]
        said = _unescape_xml(title[1].decode("utf-8", "replace")) if title else None
        if not said or said != self.title:
            faults.append(f"the metadata's title is {said!r}, the document's {self.title!r}")
        return faults

    def attachment(self) -> bytes:
        """Return the attached manifest; raises ProofFailed when there is not exactly that one attachment."""
        files = self._within(self._within(self._root, "Names"), "EmbeddedFiles")
        names = self.file.get(files.get("Names"))
        if not isinstance(names, list):
            raise ProofFailed(f"the file carries no {ATTACHMENT}: it is no kitgen PDF, or was saved by another program")
        if len(names) != 2 or self._text(names[0]) != ATTACHMENT:
            raise ProofFailed(f"the file must carry {ATTACHMENT} and no other attachment")
        return self.bytes_of(self._within(self.file.mapping(names[1]), "EF").get("F"), MAX_ATTACHMENT)

    # ------------------------------------------------------------ streams and resources

    def bytes_of(self, node: Value, most: int = streams.MAX_STREAM) -> bytes:
        """Return a stream's bytes, decompressed up to `most`; raises ProofFailed for other filters or more bytes."""
        stream = self.file.get(node)
        if not isinstance(stream, Stream):
            raise ProofFailed("an object that should be a stream is none")
        return inflated(stream, most)

    def content(self, index: int) -> bytes:
        """Return the content of a page: its content stream, or its streams one after the other."""
        contents = self.file.mapping(self.pages[index])["Contents"]
        found = self.file.get(contents)
        if not isinstance(found, list):
            return self.bytes_of(contents)
        return b"\n".join([self._shared_bytes(part) for part in found])

    def _shared_bytes(self, part: Value) -> bytes:
        """Return the bytes of one of several content streams; pages may share it, so it is kept."""
        if type(part) is not Reference:
            raise ProofFailed("a content stream is written in place")
        if part not in self._contents:
            self._contents[part] = self.bytes_of(part)
        return self._contents[part]

    def resources(self, index: int) -> Resources:
        """Return the fonts and forms that a page names."""
        return self._read_resources(self.file.mapping(self.pages[index])["Resources"], ())

    def _read_resources(self, node: Value, above: tuple[Reference, ...]) -> Resources:
        key = repr(node)
        if key not in self._resources:
            keys = self.file.mapping(node)
            refuse_unknown(keys, _RESOURCES, "resources")
            fonts = {name: self._read_face(font) for name, font in self._within(keys, "Font").items()}
            named = self._within(keys, "XObject").items()
            forms = {name: self._read_form(form, above) for name, form in named if self.file.get(form) is not None}
            self._resources[key] = Resources(fonts, forms)
        return self._resources[key]

    def _read_form(self, node: Value, above: tuple[Reference, ...]) -> Form:
        stream = self.file.get(node)
        if type(node) is not Reference or not isinstance(stream, Stream) or stream.keys.get("Subtype") != "Form":
            raise ProofFailed("a page may paint forms only, no pictures")
        if node in above or len(above) > 3:
            raise ProofFailed("forms paint each other in a circle, or too deep")
        if node not in self._forms:
            refuse_unknown(stream.keys, _FORM, "form")
            if self._floats(stream.keys.get("Matrix", [1, 0, 0, 1, 0, 0]), 6) != (1, 0, 0, 1, 0, 0):
                raise ProofFailed("a form has a matrix of its own")
            try:
                content = streams.read_form(inflated(stream))
            except streams.StreamFault as fault:
                raise ProofFailed(f"a form: {fault}") from None
            resources = self._read_resources(stream.keys.get("Resources", {}), (*above, node))
            self._forms[node] = Form(self._box(stream.keys.get("BBox")), content, resources)
        return self._forms[node]

    def _read_face(self, node: Value) -> Face:
        if type(node) is not Reference:
            raise ProofFailed("a font is written in place")
        if node not in self._faces:
            font = self.file.mapping(node)
            descriptor = self._within(font, "FontDescriptor")
            embedded = "FontFile2" in descriptor and font.get("Subtype") == "TrueType"
            program = self.bytes_of(descriptor["FontFile2"]) if embedded else None
            name = str(font.get("BaseFont", "?"))
            first = font.get("FirstChar", 0)
            widths = self._floats(font.get("Widths", []))
            numbered = dict(enumerate(widths, start=first)) if type(first) is int else {}
            self._faces[node] = Face(name.partition("+")[2] or name, program, self._read_codes(font, name), numbered)
        return self._faces[node]

    def _read_codes(self, font: dict[str, Value], name: str) -> dict[int, str]:
        if "ToUnicode" not in font:
            return {}
        try:
            return streams.read_cmap(self.bytes_of(font["ToUnicode"]))
        except (streams.StreamFault, ValueError) as fault:
            raise ProofFailed(f"font {name}: {fault}") from None

    def _floats(self, node: Value, count: int | None = None) -> tuple[float, ...]:
        items = [self.file.get(item) for item in self.file.array(node)]
        if not all(type(item) in (int, float) for item in items) or count not in (None, len(items)):
            raise ProofFailed("an array of numbers holds something else, or is not as long as it must be")
        return tuple(float(item) for item in items)  # type: ignore[arg-type]

    def _box(self, node: Value) -> Box:
        """Return a rectangle as (left, bottom, right, top) in points."""
        left, bottom, right, top = self._floats(node, 4)
        return min(left, right), min(bottom, top), max(left, right), max(bottom, top)

    # ------------------------------------------------------------ pages and structure

    def page_key(self, index: int) -> str:
        """Return all that a page dictionary says but for its place in the file; equal keys: equal pages, content apart.

        Raises ProofFailed for keys that a kit page never has.
        """
        page, number = self.file.mapping(self.pages[index]), index + 1
        faults = [f"page {number} has /{key}" for key in page if key not in _PAGE]
        own = ("MediaBox", "Resources", "Contents")
        faults += [f"page {number} has no /{key} of its own" for key in own if key not in page]
        faults += [f"page {number} is turned"] * (page.get("Rotate", 0) != 0)
        faults += [f"page {number} has a transition"] * bool(self._within(page, "Trans"))
        if page.get("StructParents") != index or page.get("Tabs") != "S" or page.get("Type") != "Page":
            faults.append(f"page {number} is not tied to the structure tree")
        if faults:
            raise ProofFailed(map(Fault, faults))
        return f"{self._floats(page['MediaBox'], 4)}|{page['Resources']!r}"

    def page_box(self, index: int) -> Box:
        """Return a page's MediaBox in points."""
        return self._box(self.file.mapping(self.pages[index])["MediaBox"])

    @cached_property
    def _top(self) -> Reference:
        """Return the reference of the Document element; raises ProofFailed unless the tree begins with one."""
        if "StructTreeRoot" not in self._root:
            raise ProofFailed("the document has no structure tree")
        tops = self._kids(self.file.mapping(self._root["StructTreeRoot"]))
        if len(tops) != 1 or type(tops[0]) is not Reference or self.file.mapping(tops[0]).get("S") != "Document":
            raise ProofFailed("the structure tree does not begin with one Document")
        said.check_document(self.file.mapping(tops[0]), self._root["StructTreeRoot"])
        return tops[0]

    @cached_property
    def sections(self) -> list[Reference]:
        """Return the reference of each page's Sect; raises ProofFailed unless there is one for each page."""
        found = self._kids(self.file.mapping(self._top))
        sections = [kid for kid in found if type(kid) is Reference]
        if len(sections) != len(self.pages) or len(found) != len(sections):
            raise ProofFailed(f"the structure tree has {len(found)} sections for {len(self.pages)} pages")
        return sections

    @cached_property
    def parents(self) -> list[Value]:
        """Return the ParentTree's entry of each page; raises ProofFailed unless it lists the pages in order."""
        root = self.file.mapping(self._root["StructTreeRoot"])
        found = self.file.array(self._within(root, "ParentTree").get("Nums", []))
        if found[::2] != list(range(len(self.pages))):
            raise ProofFailed("the parent tree does not list the pages in order")
        return found[1::2]

    def tree_key(self, index: int) -> list[Any]:
        """Return all that the objects of a page's structure subtree say, and its entry in the parent tree.

        Each reference in them is told by the place at which it comes first, the page's and the Document's by name: so
        pages whose keys are equal have equal trees, and where `element` finds one sound, all are.
        """
        places = _Places(self.pages[index].number, self._top.number)
        parents = self.parents[index]
        entry = [parents] if type(parents) is Reference else self.array_of_references(parents)
        key: list[Any] = []
        wanted = [self.sections[index].number, *(item.number for item in entry)]
        fresh = [b"%d 0 R" % number for number in wanted]
        while fresh:
            key += told_apart(fresh, places)
            beyond = f"page {index + 1}: its structure tree reaches beyond the page"
            try:
                fresh = [self.file.source(number) for number in places.fresh()]
            except ProofFailed:
                raise ProofFailed(beyond) from None
            if len(places) > MAX_TREE:
                raise ProofFailed(beyond)
        return key

    def _owners(self, index: int) -> list[int]:
        """Return the object numbers of the elements that the parent tree names for a page, by marked-content id."""
        return [item.number for item in self.array_of_references(self.parents[index])]

    def array_of_references(self, node: Value) -> list[Reference]:
        """Return the references that an array holds; raises ProofFailed where it holds anything else."""
        listed = self.file.array(node)
        if not all(type(item) is Reference for item in listed):
            raise ProofFailed("an array of references holds something else")
        return listed  # type: ignore[return-value]

    def element(self, index: int) -> Element:
        """Return the structure subtree of a page, its Sect at the top.

        Raises ProofFailed where a reference up, to the page or from the parent tree is wrong, and where a
        marked-content id is missing or hangs in the tree twice.
        """
        owners: dict[int, int] = {}
        try:
            element = self._read_element(self.sections[index], self._top, self.pages[index], owners)
            if element.tag != "Sect":
                raise ProofFailed(f"the structure tree has a {element.tag} where its section should be")
        except ProofFailed as failed:
            raise ProofFailed(Fault(f"page {index + 1}: {fault.what}") for fault in failed.faults) from None
        if sorted(owners) != list(range(len(owners))):
            raise ProofFailed(f"page {index + 1}: marked-content ids are missing from the structure tree")
        if self._owners(index) != [owners[n] for n in range(len(owners))]:
            raise ProofFailed(f"page {index + 1}: the parent tree names other elements than the structure tree")
        return element

    def _read_element(
        self, own: Reference, above: Reference, page: Reference, owners: dict[int, int], depth: int = 0
    ) -> Element:
        node = self.file.get(own)
        if not isinstance(node, dict) or depth > 8:
            raise ProofFailed("an element of the structure tree is missing, or hangs too deep")
        if node.get("P") != above:
            raise ProofFailed("an element of the structure tree does not hang where it is listed")
        kids: list[Element | int] = []
        for kid in self._kids(node):
            if type(kid) is int:
                if kid in owners:
                    raise ProofFailed(f"marked-content id {kid} hangs in the structure tree twice")
                owners[kid] = own.number
                kids.append(kid)
            elif type(kid) is Reference:
                kids.append(self._read_element(kid, own, page, owners, depth + 1))
            else:
                raise ProofFailed("an element of the structure tree is written in place")
        if node.get("Pg", page) != page or ("Pg" not in node and any(isinstance(kid, int) for kid in kids)):
            raise ProofFailed("an element of the structure tree names another page than its own")
        said.check_element(self.file, node, speaks=any(isinstance(kid, int) for kid in kids))
        attributes = self._within(node, "A")
        box = self._box(attributes["BBox"]) if "BBox" in attributes else None
        alt, lang = self._text(node.get("Alt")), self._text(node.get("Lang")) or ""
        return Element(str(node.get("S")), lang, alt, box, tuple(kids), str(attributes.get("ListNumbering", "")))

    def _kids(self, element: dict[str, Value]) -> list[Value]:
        kids = element.get("K")
        if kids is None:
            return []
        found = self.file.get(kids)
        return found if isinstance(found, list) else [kids]


def told_apart(sources: list[bytes], places: Mapping[bytes | None, int]) -> Iterator[Any]:
    """Yield what objects say, their references told by `places`; what stands in strings and comments is none."""
    simple = [source for source in sources if not _has_string(source)]
    others = [source for source in sources if _has_string(source)] if len(simple) < len(sources) else []
    pieces = [piece.rpartition(b" ") for piece in b" ".join(simple).replace(b"[", b"[ ").split(b" 0 R")]
    numbers = [number for _, _, number in pieces[:-1]]
    if all(map(bytes.isdigit, numbers)):
        yield from ([text for text, _, _ in pieces], [places[number] for number in numbers], pieces[-1])
    else:
        others = sources
    for source in others:
        texts = _REFERENCE.split(source)
        yield from (texts[::3], texts[1::3], [places[number] for number in texts[2::3]])


def _has_string(source: bytes) -> bool:
    return b"(" in source or b"%" in source or b"<" in source.replace(b"<<", b"")


class _Places(dict[bytes | None, int]):
    """Object number as it is written -> the place at which it was first met; a page is 0, the Document 1."""

    def __init__(self, page: int, top: int) -> None:
        super().__init__({b"%d" % page: 0, b"%d" % top: 1, None: 2})
        self.told = len(self)

    def __missing__(self, number: bytes) -> int:
        self[number] = len(self)
        return len(self) - 1

    def fresh(self) -> list[int]:
        """Return the numbers met since the last call."""
        found = [int(number) for number in list(self)[self.told :] if number]
        self.told = len(self)
        return found


def open_anatomy(data: bytes) -> Anatomy:
    """Open a PDF; raises ProofFailed when it can't be read, is encrypted, or has too many pages or objects."""
    file = File(data)
    if "Encrypt" in file.trailer:
        raise ProofFailed("the file is encrypted")
    objects = file.trailer.get("Size")
    if type(objects) is not int or objects > MAX_OBJECTS:
        raise ProofFailed(f"the file has {objects!r} objects; the most read is {MAX_OBJECTS}")
    anatomy = Anatomy(file)
    if "Pages" not in anatomy._root:
        raise ProofFailed("not a sound PDF (the catalog has no pages)")
    return anatomy


def _unescape_xml(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text

"""What a file says of itself where no page shows it: its information, its attachment, the elements of its tags.

Each such dictionary may hold only the keys that kitgen writes there, with the values that it writes. What differs from
sheet to sheet (title, languages, alternative texts, boxes) is held elsewhere, against the manifest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kitgen.errors import ProofFailed
from kitgen.proof.objects import File, Name, Value, text_of

ATTACHMENT = "kitgen.json"

Known = Mapping[str, "str | re.Pattern[str] | None"]  # None: any value, held elsewhere

_HOLDER = {"Type", "S", "P", "K"}  # an element that holds elements alone: it says nothing of itself
_SPEAKER = {*_HOLDER, "Pg", "Lang"}  # one that holds marked content
# What an element of a kind may say of itself besides: keys of /A, and the values that each may have.
_ATTRIBUTES: dict[str, dict[str, tuple[str, ...]]] = {
    "Figure": {"O": ("Layout",), "Placement": ("Block",), "BBox": ()},
    "TH": {"O": ("Table",), "Scope": ("Row", "Column")},
    "L": {"O": ("List",), "ListNumbering": ("Decimal", "Disc")},
}
_DATE = "D:20000101000000+00'00'"
_INFO: Known = {
    "Title": None, "Author": "kitgen", "Creator": "kitgen", "Subject": "", "Keywords": "", "Trapped": "False",
    "CreationDate": _DATE, "ModDate": _DATE, "Producer": re.compile(r"ReportLab PDF Library - [ -~]{1,60}"),
}  # fmt: skip
_FILE: Known = {
    "Type": "Filespec", "AFRelationship": "Source", "Desc": "what this file was made from", "F": ATTACHMENT,
    "UF": ATTACHMENT, "EF": None,
}  # fmt: skip


def info_faults(file: File) -> Iterator[str]:
    """Yield what is wrong with the document information."""
    yield from _told(file, _dictionary(file, file.trailer.get("Info")), _INFO, "the document information")


def attachment_faults(file: File, files: Mapping[str, Value]) -> Iterator[str]:
    """Yield what is wrong with what is said of the attachment; `files` is the catalog's EmbeddedFiles."""
    names = file.get(files.get("Names"))
    if isinstance(names, list) and len(names) == 2:
        spec = _dictionary(file, names[1])
        yield from _told(file, spec, _FILE, "the attachment")
        yield from _told(file, _dictionary(file, spec.get("EF")), {"F": None}, "the attachment's /EF")


def _told(file: File, node: Mapping[str, Value], known: Known, where: str) -> Iterator[str]:
    """Yield each key of a dictionary that kitgen never writes there, and each that says otherwise than `known`."""
    yield from (f"{where} has /{key}" for key in node if key not in known)
    for key, wanted in known.items():
        found = file.get(node.get(key))
        said = str(found) if isinstance(found, Name) else text_of(found) if isinstance(found, bytes) else None
        if isinstance(wanted, re.Pattern):
            holds = said is not None and wanted.fullmatch(said) is not None
        else:
            holds = wanted is None or said == wanted
        if not holds:
            yield f"{where} has the {key} {said!r}, which kitgen never writes"


def _dictionary(file: File, node: Value) -> dict[str, Value]:
    return file.mapping(node) if file.get(node) is not None else {}


# ---------------------------------------------------------------- elements


def check_document(node: dict[str, Value], root: Value) -> None:
    """Raise ProofFailed where the Document element says anything, or does not hang from the tree's `root`."""
    refuse_unknown(node, _HOLDER, "Document element")
    if node.get("P") != root or node.get("Type") != "StructElem":
        raise ProofFailed("the Document element does not hang from the root of the structure tree")


def check_element(file: File, node: dict[str, Value], *, speaks: bool) -> None:
    """Raise ProofFailed where an element says what none of its kind does; it `speaks` where it holds marked content."""
    tag = node.get("S")
    if not isinstance(tag, Name) or node.get("Type", "StructElem") != "StructElem":
        raise ProofFailed("an element of the structure tree has no tag")
    if tag != "Sect" and file.get(node.get("K")) in (None, []):
        raise ProofFailed(f"a {tag} element holds nothing")
    attributes = _ATTRIBUTES.get(tag, {})
    known = {*(_SPEAKER if speaks else _HOLDER), *(["A"] if attributes else [])}
    refuse_unknown(node, known | {"Alt"} if tag == "Figure" and speaks else known, f"{tag} element")
    for key in ("Alt", "Lang"):
        text = file.get(node.get(key))
        if key in node and not (isinstance(text, bytes) and text):
            raise ProofFailed(f"a {tag} element has an /{key} that is no text")
    if attributes:
        _check_attributes(file, tag, _dictionary(file, node.get("A")), attributes)


def _check_attributes(file: File, tag: str, told: dict[str, Value], attributes: Mapping[str, tuple[str, ...]]) -> None:
    refuse_unknown(told, set(attributes), f"{tag} element's /A")
    for key, values in attributes.items():
        said = file.get(told.get(key))
        if said is None or (values and not (isinstance(said, Name) and said in values)):
            raise ProofFailed(f"a {tag} element has the {key} {said!r}, which kitgen never writes")


def refuse_unknown(node: dict[str, Value], known: set[str], what: str) -> None:
    """Raise ProofFailed naming the keys of a dictionary that are not `known`."""
    unknown = [f"/{key}" for key in node if key not in known]
    if unknown:
        raise ProofFailed(f"a {what} has {', '.join(unknown)}, which kitgen never writes")

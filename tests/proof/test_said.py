"""What a file says of itself where no page shows it: each key planted there and sealed anew is refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import pikepdf
import pytest

from kitgen.build import Request, build_sheet, load_words
from kitgen.errors import KitgenError
from kitgen.proof.compare import prove
from kitgen.shelf import Shelf

Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def rules() -> bytes:
    """A sheet with lists, headings, figures and words of another language."""
    return build_sheet(Shelf(), Request("sandwich", "rules")).data


@pytest.fixture(scope="module")
def chart() -> bytes:
    """A sheet with a table."""
    return build_sheet(Shelf(), Request("sandwich-guy", "chart")).data


def refusal(data: bytes) -> str:
    try:
        prove(data, lambda kit, lang: load_words(Shelf(), kit, lang))
    except KitgenError as error:
        return str(error)
    return ""


def element(opened: pikepdf.Pdf, tag: str) -> pikepdf.Dictionary:
    """Return the first element of a tag, found through the tree."""

    def look(node: pikepdf.Object) -> pikepdf.Object | None:
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if node.get("/S") == f"/{tag}":
            return node
        kids = node.get("/K")
        found = (look(kid) for kid in (kids if isinstance(kids, pikepdf.Array) else [kids]))
        return next((one for one in found if one is not None), None)

    top = look(opened.Root.StructTreeRoot.K[0])
    assert top is not None, tag
    return top


def on(tag: str, key: str, value: object) -> Change:
    return lambda opened: element(opened, tag).__setitem__(f"/{key}", value)


def of_list(key: str, value: object) -> Change:
    return lambda opened: element(opened, "L").A.__setitem__(f"/{key}", value)


def info(key: str, value: object) -> Change:
    return lambda opened: opened.docinfo.__setitem__(f"/{key}", value)


def spec(key: str, value: object) -> Change:
    return lambda opened: opened.Root.Names.EmbeddedFiles.Names[1].__setitem__(f"/{key}", value)


def hanging_empty(opened: pikepdf.Pdf) -> None:
    section = element(opened, "Sect")
    section.K.append(opened.make_indirect(pikepdf.Dictionary(S=pikepdf.Name.P, P=section, K=pikepdf.Array())))


WORD = pikepdf.String("Reversi")
SAID: dict[str, tuple[Change, str]] = {
    **{f"{key} of the document": (on("Document", key, WORD), f"a Document element has /{key}")
       for key in ("ActualText", "Alt", "E", "T", "Lang", "ID", "C", "A", "Pg")},
    **{f"{key} of a {tag}": (on(tag, key, WORD), f"a {tag} element has /{key}")
       for tag in ("Sect", "L", "LI") for key in ("Alt", "Lang", "T", "E", "ActualText")},
    **{f"alternative text of a {tag}": (on(tag, "Alt", WORD), f"a {tag} element has /Alt")
       for tag in ("H1", "P", "Lbl", "LBody", "Span")},
    "attributes of a paragraph": (on("P", "A", pikepdf.Dictionary(O=pikepdf.Name.Layout)), "a P element has /A"),
    "alternative text that is none": (on("P", "Lang", pikepdf.String("")), "a P element has an /Lang that is no text"),
    "language that is a name": (on("P", "Lang", pikepdf.Name.en), "a P element has an /Lang that is no text"),
    "type of an element": (on("P", "Type", pikepdf.Name.Page), "has no tag"),
    "numbers of Rome": (of_list("ListNumbering", pikepdf.Name.UpperRoman), "L element has the ListNumbering 'UpperRom"),
    "numbers for dots": (of_list("ListNumbering", pikepdf.Name.Decimal), "ListNumbering Decimal, not Disc"),
    "owner of a list": (of_list("O", pikepdf.Name.Layout), "L element has the O 'Layout'"),
    "more of a list": (of_list("Summary", WORD), "L element's /A has /Summary"),
    "empty element": (hanging_empty, "a P element holds nothing"),
    "subject": (info("Subject", WORD), "the document information has the Subject 'Reversi'"),
    "keywords": (info("Keywords", WORD), "the document information has the Keywords 'Reversi'"),
    "author": (info("Author", WORD), "the document information has the Author 'Reversi'"),
    "producer": (info("Producer", WORD), "the document information has the Producer 'Reversi'"),
    "date": (info("ModDate", pikepdf.String("D:20260101000000Z")), "the document information has the ModDate"),
    "more information": (info("Company", WORD), "the document information has /Company"),
    "what the attachment is": (spec("Desc", WORD), "the attachment has the Desc 'Reversi'"),
    "name of the attachment": (spec("UF", pikepdf.String("a.exe")), "the attachment has the UF 'a.exe'"),
    "more of the attachment": (spec("CI", pikepdf.Dictionary()), "the attachment has /CI"),
    "another relation": (spec("AFRelationship", pikepdf.Name.Data), "the attachment has the AFRelationship 'Data'"),
}  # fmt: skip


def test_the_sheet_itself_holds_saved_again(rules: bytes, spoil: Callable) -> None:
    assert refusal(rules) == refusal(spoil(rules, lambda opened: None)) == ""


@pytest.mark.parametrize("name", SAID)
def test_what_no_page_shows_is_held(name: str, rules: bytes, spoil: Callable) -> None:
    change, says = SAID[name]
    told = refusal(spoil(rules, change))
    assert re.search(says, told), told


def test_heads_of_a_table_say_which_way_they_look(chart: bytes, spoil: Callable) -> None:
    def turn(opened: pikepdf.Pdf) -> None:
        element(opened, "TH").A.Scope = pikepdf.Name.Both

    assert refusal(chart) == ""
    assert "a TH element has the Scope 'Both'" in refusal(spoil(chart, turn))

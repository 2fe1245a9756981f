"""Files tampered with after they were proved: hidden dictionaries, words in each other's place, things cut short."""

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
def pad() -> bytes:
    """A sheet as the kit prints it: ruler, lines to write on, a game's score lines."""
    return build_sheet(Shelf(), Request("sandwich", "pad")).data


def refusal(data: bytes) -> str:
    """Return why a file is refused, "" where it holds."""
    try:
        prove(data, lambda kit, lang: load_words(Shelf(), kit, lang))
    except KitgenError as error:
        return str(error)
    return ""


# ---------------------------------------------------------------- dictionaries

SCRIPT = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))


def put(path: str, key: str, value: object) -> Change:
    """Return a change that sets `key` of the catalog's dictionary at `path` (names, dots between; "" for itself)."""

    def change(opened: pikepdf.Pdf) -> None:
        node = opened.Root
        for step in filter(None, path.split(".")):
            node = node[f"/{step}"]
        node[f"/{key}"] = value

    return change


HIDDEN: dict[str, tuple[Change, str]] = {
    "script among the names": (
        put("Names", "JavaScript", pikepdf.Dictionary(Names=["a", SCRIPT])), "Names has /JavaScript"
    ),
    "places among the names": (put("Names", "Dests", pikepdf.Dictionary(Names=[])), "Names has /Dests"),
    "more attachments below": (put("Names.EmbeddedFiles", "Kids", pikepdf.Array()), "EmbeddedFiles has /Kids"),
    "tags that mean others": (
        put("StructTreeRoot", "RoleMap", pikepdf.Dictionary(H1=pikepdf.Name.P)), "StructTreeRoot has /RoleMap"
    ),
    "classes of tags": (put("StructTreeRoot", "ClassMap", pikepdf.Dictionary()), "StructTreeRoot has /ClassMap"),
    "suspect tags": (put("MarkInfo", "Suspects", True), "MarkInfo has /Suspects"),
    "menus hidden": (put("ViewerPreferences", "HideMenubar", True), "ViewerPreferences has /HideMenubar"),
    "both sides where one is printed": (
        put("ViewerPreferences", "Duplex", pikepdf.Name.DuplexFlipLongEdge), "viewer preference Duplex"
    ),
    "full screen": (put("", "PageMode", pikepdf.Name.FullScreen), "PageMode"),
    "two columns": (put("", "PageLayout", pikepdf.Name.TwoColumnLeft), "PageLayout"),
    "action": (put("", "AA", pikepdf.Dictionary(WC=SCRIPT)), "the catalog has /AA"),
    "form": (put("", "AcroForm", pikepdf.Dictionary(Fields=[])), "the catalog has /AcroForm"),
    "address": (put("", "URI", pikepdf.Dictionary(Base="http://example.org")), "the catalog has /URI"),
}  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_viewer_might_heed_is_refused(name: str, sheet: bytes, spoil: Callable) -> None:
    change, says = HIDDEN[name]
    told = refusal(spoil(sheet, change))
    assert re.search(says, told), told


def test_a_deck_flipped_on_another_edge_is_refused(spoil: Callable) -> None:
    deck = build_sheet(Shelf(), Request("sandwich-guy", "deck", {"backs": "duplex", "flip": "short"})).data
    assert refusal(deck) == ""
    told = refusal(spoil(deck, put("ViewerPreferences", "Duplex", pikepdf.Name.DuplexFlipLongEdge)))
    assert "viewer preference Duplex is" in told

"""Files tampered with after they were proved: hidden dictionaries, words in each other's place, things cut short."""

from __future__ import annotations

import json
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


# ---------------------------------------------------------------- words and lines


def rewritten(*pairs: tuple[bytes, bytes], within: bytes = b"") -> Change:
    """Return a change of the first page's content behind `within`: each old part, once, becomes the new."""

    def change(opened: pikepdf.Pdf) -> None:
        old = opened.pages[0].obj.Contents.read_bytes()
        start = old.index(within)
        new = old[start:]
        for a, b in pairs:
            assert a in new, a
            new = new.replace(a, b, 1)
        opened.pages[0].obj.Contents = opened.make_stream(old[:start] + new)

    return change


def swapped(pattern: bytes, first: int, second: int) -> Change:
    """Return a change that puts two matches of `pattern` in each other's place."""

    def change(opened: pikepdf.Pdf) -> None:
        old = opened.pages[0].obj.Contents.read_bytes()
        found = [match.span(1) for match in re.finditer(pattern, old)]
        (a, b), (c, d) = found[first], found[second]
        opened.pages[0].obj.Contents = opened.make_stream(old[:a] + old[c:d] + old[b:c] + old[a:b] + old[d:])

    return change


# The first score line of the pad ("Game 1", A, B) is leaf 5; a game's leaf begins where its line does.
SCORE = b"/P <</MCID 5>> BDC"
GAME = rb"/P <</MCID \d+>> BDC\nq 1 0 0 1 ([\d.]+ [\d.]+) cm\s[^()]*\(Game \d \) Tj"
RULE = b"28.9134 -785.1969 m 312.378 -785.1969 l S\n"
TICK = b"57.2598 -785.1969 m 57.2598 -790.2992 l S\n"
WRITE = b"163.9022 -328.1135 m 203.5872 -328.1135 l S\n"

MOVED: dict[str, tuple[Change, str]] = {
    "A and B of a score line": (
        rewritten((b"119.2896 0 Tm", b"x"), (b"192.2171 0 Tm", b"119.2896 0 Tm"), (b"x", b"192.2171 0 Tm"),
                  within=SCORE),
        r"leaf 5 \(P\): 'A ' .* begins at 80\.\d\d, 115\.\d\d mm, not 55\.",
    ),
    "first game and last": (swapped(GAME, 0, 3), r"leaf 5 \(P\): 'Game 1 ' .* begins at"),
    "word a tenth of a millimetre to the right": (
        rewritten((b"119.2896 0 Tm", b"119.573 0 Tm"), within=SCORE), r"leaf 5 \(P\): 'A ' .* begins at"
    ),
    "word a tenth of a millimetre lower": (
        rewritten((b"119.2896 0 Tm", b"119.2896 -.2835 Tm"), within=SCORE), r"leaf 5 \(P\): 'A ' .* begins at"
    ),
    "text turned by a quarter": (
        rewritten((b"1 0 0 1 119.2896 0 Tm", b"0 1 -1 0 119.2896 0 Tm"), within=SCORE), "what is this.*0 1 -1 0"
    ),
    "text turned by a quarter, with all around it": (
        rewritten((b"q 1 0 0 1 36.8819 515.1935 cm", b"q 0 -1 1 0 36.8819 515.1935 cm"), within=SCORE), "what is this"
    ),
    "text on its head": (
        rewritten((b"1 0 0 1 119.2896 0 Tm", b"-1 0 0 -1 119.2896 0 Tm"), within=SCORE),
        r"leaf 5 \(P\): 'A ' .* does not run level",
    ),
    "ruler of 90 mm": (
        rewritten((RULE, RULE.replace(b"312.378", b"284.0315"))), "under 'This line is 100 mm.*the line is 90.00 mm"
    ),
    "ruler without a tick": (rewritten((TICK, b"")), "under 'This line is 100 mm.*50 ticks"),
    "ruler with a tick elsewhere": (
        rewritten((TICK, TICK.replace(b"57.2598", b"58.2598"))), "under 'This line is 100 mm.*not at a multiple of 2 mm"
    ),
    "ruler with a tick cut short": (
        rewritten((TICK, TICK.replace(b"790.2992", b"787.748"))), "under 'This line is 100 mm.*longer at each 10 mm"
    ),
    "line to write on left out": (rewritten((WRITE, b"")), "write artifact: it has 1 paths, not 2"),
    "line to write on cut short": (
        rewritten((WRITE, WRITE.replace(b"203.5872", b"183.5872"))), "write artifact: it lies at 57.82, 115.75, 64.77"
    ),
    "line to write on moved": (
        rewritten((WRITE, WRITE.replace(b"328.1135", b"330.1135"))), "write artifact: it lies at 57.82, 116.46"
    ),
    "line to write on too thin": (
        rewritten((b"0.5 w", b"0.3 w"), within=SCORE), "write artifact: .* is a line of 0.30 pt; 0.5 pt is least"
    ),
}  # fmt: skip


def test_the_pad_itself_holds(pad: bytes) -> None:
    assert refusal(pad) == ""


@pytest.mark.parametrize("name", MOVED)
def test_what_stands_elsewhere_is_refused(name: str, pad: bytes, spoil: Callable) -> None:
    change, says = MOVED[name]
    told = refusal(spoil(pad, change))
    assert re.search(says, told), told


def in_manifest(edit: Callable[[dict], None]) -> Change:
    def change(opened: pikepdf.Pdf) -> None:
        stream = opened.Root.Names.EmbeddedFiles.Names[1].EF.F
        tree = json.loads(stream.read_bytes())
        edit(tree)
        stream.write(json.dumps(tree).encode())

    return change


def test_a_short_ruler_is_refused_whatever_the_manifest_says(pad: bytes, spoil: Callable) -> None:
    def shorten(tree: dict) -> None:
        ruler = next(drawn for drawn in tree["pages"][0]["drawn"] if drawn[0] == "ruler")
        assert ruler[1:] == [52, [10.2, 277, 110.2, 279.4]]
        ruler[1:] = [47, [10.2, 277, 100.2, 279.4]]

    ticks = [b"%.4f" % (28.9134 + mm * 72 / 25.4) for mm in range(92, 101, 2)]

    def change(opened: pikepdf.Pdf) -> None:
        in_manifest(shorten)(opened)
        old = opened.pages[0].obj.Contents.read_bytes().replace(RULE, RULE.replace(b"312.378", b"284.0315"))
        for tick in ticks:
            old, count = re.subn(rb"(?m)^%s\d* -785\.1969 m %s\d* -[\d.]+ l S\n" % (tick[:6], tick[:6]), b"", old)
            assert count == 1
        opened.pages[0].obj.Contents = opened.make_stream(old)

    told = refusal(spoil(pad, change))
    assert "the line is 90.00 mm long" in told
    assert "artifact" not in told


def test_a_ruler_taken_from_page_and_manifest_leaves_its_words_alone(pad: bytes, spoil: Callable) -> None:
    def forget(tree: dict) -> None:
        del tree["pages"][0]["artifacts"]["ruler"]
        tree["pages"][0]["drawn"] = [drawn for drawn in tree["pages"][0]["drawn"] if drawn[0] != "ruler"]

    def change(opened: pikepdf.Pdf) -> None:
        in_manifest(forget)(opened)
        old = opened.pages[0].obj.Contents.read_bytes()
        start = old.index(b"/Artifact <</Type /Layout /Kit (ruler)>> BDC")
        opened.pages[0].obj.Contents = opened.make_stream(old[:start] + old[old.index(b"EMC\n", start) + 4 :])

    assert "1 times it says 'This line is 100 mm" in refusal(spoil(pad, change))


def test_a_text_whose_place_the_manifest_keeps_back_is_refused(pad: bytes, spoil: Callable) -> None:
    change = in_manifest(lambda tree: tree["pages"][0]["leaves"][5].pop("at"))
    assert "says where its strings begin" in refusal(spoil(pad, change))

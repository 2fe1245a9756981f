"""Faults planted in a sound sheet: each is refused, and the refusal names its place. The sound sheet itself holds."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import pikepdf
import pytest

from kitgen.errors import KitgenError, ProofFailed
from kitgen.proof.compare import prove
from kitgen.proof.manifest import read_manifest
from kitgen.proof.raster import find_hidden
from kitgen.proof.readback import Finished

Change = Callable[[pikepdf.Pdf], None]


def refusal(data: bytes, words: Callable) -> str:
    """Return why `data` is refused."""
    with pytest.raises(KitgenError) as caught:
        prove(data, words)
    return str(caught.value)


# ---------------------------------------------------------------- changes of a file


def content(*pairs: tuple[bytes, bytes], page: int = 0, within: bytes = b"", after: bytes = b"") -> Change:
    """Return a change of a page's content: each old part, once, becomes the new.

    `within`: only after these bytes; `after`: and only after these that follow them.
    """

    def change(opened: pikepdf.Pdf) -> None:
        old = opened.pages[page].obj.Contents.read_bytes()
        start = old.index(after, old.index(within))
        head, new = old[:start], old[start:]
        for a, b in pairs:
            assert a in new, a
            new = new.replace(a, b, 1)
        opened.pages[page].obj.Contents = opened.make_stream(head + new)

    return change


def in_example(*pairs: tuple[bytes, bytes]) -> Change:
    return content(*pairs, within=b"/Figure <</MCID 5>> BDC")


def in_marks(*pairs: tuple[bytes, bytes]) -> Change:
    """Change the example behind its first disc: the board and its labels are painted before the marks."""
    return content(*pairs, within=b"/Figure <</MCID 5>> BDC", after=b"c h B")


def element(opened: pikepdf.Pdf, page: int, mcid: int) -> pikepdf.Object:
    return opened.Root.StructTreeRoot.ParentTree.Nums[2 * page + 1][mcid]


def in_tree(mcid: int, key: str, value: object, page: int = 0) -> Change:
    def change(opened: pikepdf.Pdf) -> None:
        node = element(opened, page, mcid)
        if value is None:
            del node[key]
        else:
            node[key] = value

    return change


def in_manifest(edit: Callable[[dict], None]) -> Change:
    def change(opened: pikepdf.Pdf) -> None:
        stream = opened.Root.Names.EmbeddedFiles.Names[1].EF.F
        tree = json.loads(stream.read_bytes())
        edit(tree)
        stream.write(json.dumps(tree).encode())

    return change


def both(*changes: Change) -> Change:
    def change(opened: pikepdf.Pdf) -> None:
        for one in changes:
            one(opened)

    return change


def leaf(tree: dict, mcid: int) -> dict:
    return tree["pages"][0]["leaves"][mcid]


# What the example's figure holds at E2, in points from the figure's own corner: mark and slash; and what may be added.
MARK = (
    b"88.6992 -23.7052 m 88.6992 -19.9792 85.6787 -16.9587 81.9528 -16.9587 c"
    b" 78.2268 -16.9587 75.2063 -19.9792 75.2063 -23.7052 c 75.2063 -27.4312 78.2268 -30.4517 81.9528 -30.4517 c"
    b" 85.6787 -30.4517 88.6992 -27.4312 88.6992 -23.7052 c h B"
)
PIECES = b"73.4205 -15.1729 m 78.3811 -20.1335 l S\n85.5244 -27.2769 m 90.485 -32.2375 l S\n"
UNDER, SLASH = b"1 1 1 RG\n2.1827 w\n" + PIECES, b"0.761 0.247 0.09 RG\n0.9921 w\n" + PIECES
WHITE = b"1 1 1 rg\n100 -100 m 160 -100 l 160 -160 l 100 -160 l h f\n"
CIRCLE = (
    b"0.086 0.102 0.122 rg 0.086 0.102 0.122 RG 0.8929 w 1 J 1 j"
    b" 29.1717 -23.7052 m 29.1717 -19.9792 26.1512 -16.9587 22.4252 -16.9587 c"
    b" 18.6992 -16.9587 15.6787 -19.9792 15.6787 -23.7052 c 15.6787 -27.4312 18.6992 -30.4517 22.4252 -30.4517 c"
    b" 26.1512 -30.4517 29.1717 -27.4312 29.1717 -23.7052 c h B\n"
)

FAULTS: dict[str, tuple[Change, str]] = {
    "swapped number": (
        in_marks((b"(7) Tj", b"(x) Tj"), (b"(8) Tj", b"(7) Tj"), (b"(x) Tj", b"(8) Tj")),
        r"figure example@10 \(leaf 5\): B5 shows mark B, number 8; the replay says mark B, number 7",
    ),
    "number of another killer": (in_example((b"(10) Tj", b"(11) Tj")), "E2 shows killer 11.*the replay says killer 10"),
    "erased slash": (in_example((SLASH, b"")), "figure example@10 .*E2: the slash is in 0 pieces"),
    "erased slash with its white": (
        in_example((UNDER, b""), (SLASH, b"")),
        r"E2 shows killer 10, mark B, number 3; the replay says killer 10, mark B, number 3, slash",
    ),
    "disc moved by a quarter of a millimetre": (
        in_example((MARK, b"q 1 0 0 1 0.7 0 cm " + MARK + b" Q")),
        r"E2: the mark is 0\.2\d mm off the middle",
    ),
    "disc moved to the next cell": (
        in_example((MARK, b"q 1 0 0 1 0 -39.685 cm " + MARK + b" Q")),
        "figure example@10.*E4: the mark|2 discs where one mark should be",
    ),
    "extra disc": (
        in_example((b"/F1+0 7.7386 Tf (1) Tj\nET\n", b"/F1+0 7.7386 Tf (1) Tj\nET\n" + CIRCLE)),
        "B2 shows mark A; the replay says nothing",
    ),
    "hollow disc filled": (
        content((b"1 1 1 rg", b"0 0 0 rg"), within=b"/Figure <</MCID 2>> BDC"),
        r"figure opening@0 \(leaf 2\): C4 shows mark A; the replay says mark B",
    ),
    "disc made white": (
        content((b"0.086 0.102 0.122 rg", b"1 1 1 rg"), within=b"/Figure <</MCID 2>> BDC"),
        "D3 shows mark B; the replay says mark A",
    ),
    "label of another column": (
        content((b"(C) Tj", b"(D) Tj"), within=b"/Figure <</MCID 2>> BDC"),
        "figure opening@0 .*the label 'D'",
    ),
    "label taken away": (
        content((b"(C) Tj", b"(C) Tj "), (b"(E) Tj", b"( ) Tj"), within=b"/Figure <</MCID 2>> BDC"),
        "figure opening@0",
    ),
    "grid line moved": (
        content((b"114.2677 -9.2485 m", b"115.2677 -9.2485 m"), (b"114.2677 -257.28 l", b"115.2677 -257.28 l")),
        "figure opening@0 .*its lines make no grid",
    ),
    "white box over a disc, in the figure": (
        content((b"/Figure <</MCID 3>>", b"/Figure <</MCID 3>>"), (b"\nQ\nEMC", b"\n" + WHITE + b"Q\nEMC"),
                within=b"/Figure <</MCID 2>> BDC"),
        r"figure opening@0 .*what is the shape at",
    ),
    "white box over a disc, as an artifact": (
        content((b"/P <</MCID 4>>", b"/Artifact <</Type /Layout /Kit (panel)>> BDC\nq 1 0 0 1 28.3465 756.8504 cm\n"
                 + WHITE + b"Q\nEMC\n/P <</MCID 4>>")),
        r"panel artifact: a shape at .* lies over leaf 2 \(Figure\)",
    ),
    "white box over a disc, among lines to write on": (
        content((b"340.1575 -198.4252 m", WHITE.replace(b"-1", b"-2") + b"340.1575 -198.4252 m")),
        "write artifact: a shape at .* is not what a write looks like",
    ),
    "text of one more move": (
        content((b"(A game lasts 44 moves.)", b"(A game lasts 45 moves.)")),
        r"leaf 4 \(P\): it says 'A game lasts 45 moves.', not 'A game lasts 44 moves.'",
    ),
    "text and manifest of one more move": (
        both(
            content((b"(A game lasts 44 moves.)", b"(A game lasts 45 moves.)")),
            in_manifest(lambda t: leaf(t, 4).update(text="A game lasts 45 moves.", numbers={"moves": 45})),
        ),
        "leaf 4: it gives moves as 45; counting gives 44",
    ),
    "number that the text does not print": (
        both(
            content((b"(A game lasts 44 moves.)", b"(A game lasts 45 moves.)")),
            in_manifest(lambda t: leaf(t, 4).update(text="A game lasts 45 moves.")),
        ),
        "leaf 4: the paragraph does not print moves, 44",
    ),
    "text in type too small": (
        content((b"9 Tf (A game", b"7.5 Tf (A game")), r"leaf 4 \(P\): .* is 7.50 pt; 8 pt is the least"
    ),
    "text in the margin": (
        content((b"1 0 0 1 340.1575 700.1575 cm", b"1 0 0 1 20 700.1575 cm")), "leaf 4 .*reaches into the margin"
    ),
    "text over text": (
        content((b"1 0 0 1 340.1575 700.1575 cm", b"1 0 0 1 340.1575 417.5 cm")), "lies over '(10 at D2|A game)"
    ),
    "white text": (
        content((b"0.086 0.102 0.122 rg\nBT", b"1 1 1 rg\nBT"), within=b"/P <</MCID 4>>"),
        r"leaf 4 \(P\): 'A game lasts 44 moves.' .* is hidden or does not show",
    ),
    "alternative text of another position": (
        in_tree(2, "/Alt", "7 by 7 board. A: D3, D4. B: C4, E4. Dead: none."),
        r"leaf 2 \(Figure\): its alternative text is '7 by 7 board. A: D3, D4\.",
    ),
    "alternative text of another position, manifest and all": (
        both(in_tree(2, "/Alt", "Empty."), in_manifest(lambda t: leaf(t, 2).update(alt="Empty."))),
        r"figure opening@0 \(leaf 2\): its alternative text is 'Empty.'; the replay says '7",
    ),
    "figure without alternative text": (
        in_tree(5, "/Alt", None), r"leaf 5 \(Figure\): its alternative text is None"
    ),
    "another tag": (in_tree(4, "/S", pikepdf.Name.H2), "leaf 4: it is tagged H2, not P"),
    "foreign word without its language": (in_tree(1, "/Lang", None), "leaf 1: its language is '', not 'zh-Hans'"),
    "box of a figure in the tree": (
        in_tree(2, "/A", pikepdf.Dictionary(O=pikepdf.Name.Layout, Placement=pikepdf.Name.Block, BBox=[0, 0, 9, 9])),
        "leaf 2 .*box in the structure"
    ),
    "object outside the spans": (
        content((b"/P <</MCID 4>>", b"0 0 m 9 9 l S\n/P <</MCID 4>>")), "page 1: .*outside the marked spans"
    ),
    "span of another leaf": (
        content((b"/P <</MCID 4>>", b"/P <</MCID 5>>")), "page 1"
    ),
    "one artifact more": (
        content((b"/P <</MCID 4>>", b"/Artifact <</Type /Layout /Kit (write)>> BDC\n"
                 b"q 0.5 w 350 600 m 380 600 l S Q\nEMC\n/P <</MCID 4>>")),
        "its artifacts are .*'write': 3",
    ),
    "panel of another shape": (
        content((b"28.3465 -402.5197 l", b"128.3465 -402.5197 l")), "panel artifact: .*not what a panel looks like"
    ),
    "record of another game": (
        in_manifest(lambda t: t["records"]["example"]["moves"].__setitem__(9, "F3")),
        "figure example@10 .*D2 shows mark A, number 10; the replay says nothing",
    ),
    "record with an illegal move": (
        in_manifest(lambda t: t["records"]["example"].update(moves=["D6", "D6"])), "figure example@10 .*ply 2"
    ),
    "figure of another ply": (
        in_manifest(lambda t: leaf(t, 5).update(ply=9)), "figure example@9 .*D2 shows mark A, number 10; the replay"
    ),
    "figure of no record": (in_manifest(lambda t: leaf(t, 5).pop("record")), "it comes from no record"),
    "unknown key in the manifest": (
        in_manifest(lambda t: leaf(t, 5).update(colour="red")), r"leaves\[5\] has the unknown key 'colour'"
    ),
    "another page size": (
        lambda opened: opened.pages[0].obj.__setitem__("/MediaBox", [0, 0, 612, 792]), "page 1, it measures 215.9"
    ),
    "page shifted": (
        lambda opened: opened.pages[0].obj.__setitem__("/MediaBox", [20, 0, 615.2756, 841.8898]), "figure opening@0|box"
    ),
    "page cropped": (
        lambda opened: opened.pages[0].obj.__setitem__("/CropBox", [0, 0, 300, 300]), "page 1 has /CropBox"
    ),
    "page turned": (lambda opened: opened.pages[0].obj.__setitem__("/Rotate", 180), "page 1 is turned"),
    "page missing": (
        in_manifest(lambda t: t["pages"][0].update(last=2)), "has 1 pages; its kitgen.json says 2"
    ),
    "annotation": (
        lambda opened: opened.pages[0].obj.__setitem__(
            "/Annots", [opened.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Square,
                                                                Rect=[0, 0, 99, 99]))]),
        "page 1 has /Annots",
    ),
    "script": (
        lambda opened: opened.Root.__setitem__(
            "/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))),
        "the catalog has /OpenAction",
    ),
    "another title": (lambda opened: opened.docinfo.__setitem__("/Title", "Reversi"), "title is 'Reversi'"),
    "another language": (lambda opened: opened.Root.__setitem__("/Lang", "es"), "language is 'es', not 'en'"),
    "scaling left to the viewer": (
        lambda opened: opened.Root.ViewerPreferences.__delitem__("/PrintScaling"), "viewer preference PrintScaling"
    ),
    "no attachment": (lambda opened: opened.Root.__delitem__("/Names"), "carries no kitgen.json"),
    "no tags": (lambda opened: opened.Root.__delitem__("/StructTreeRoot"), "no structure tree"),
}  # fmt: skip


def test_the_sheet_itself_holds(sheet: bytes, words: Callable, spoil: Callable) -> None:
    verdicts = prove(sheet, words)
    assert [v.name for v in verdicts if v.what == "figure"] == [
        "opening@0 position",
        "symbols A (leaf 3)",
        "example@10 numbered",
    ]
    assert verdicts == prove(spoil(sheet, lambda _: None), words)  # saving it with another program spoils nothing


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_refused_with_its_place(name: str, sheet: bytes, words: Callable, spoil: Callable) -> None:
    change, says = FAULTS[name]
    told = refusal(spoil(sheet, change), words)
    assert re.search(says, told), told


def test_another_manifest_than_the_one_given_is_refused(sheet: bytes, words: Callable) -> None:
    with pytest.raises(ProofFailed, match=r"another kitgen\.json"):
        prove(sheet, words, b"{}")


def test_a_key_that_stands_twice_in_the_manifest_is_refused() -> None:
    with pytest.raises(ProofFailed, match="a key stands twice"):
        read_manifest(b'{"format": 1, "format": 1}')


# ---------------------------------------------------------------- fonts


def test_a_font_that_is_not_embedded_is_refused(sheet: bytes, words: Callable, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        fonts = opened.pages[0].Resources.Font
        for name in list(fonts.keys()):
            font = fonts[name]
            if "Regular" in str(font.BaseFont):
                font.BaseFont = pikepdf.Name.Helvetica
                del font["/FontDescriptor"]["/FontFile2"]

    assert "font Helvetica is not embedded" in refusal(spoil(sheet, change), words)


def test_a_glyph_that_looks_like_another_is_refused(sheet: bytes, words: Callable, spoil: Callable) -> None:
    """The file says 7 where it shows 8: strings and the font's table of texts are swapped together."""

    def change(opened: pikepdf.Pdf) -> None:
        in_marks((b"(7) Tj", b"(x) Tj"), (b"(8) Tj", b"(7) Tj"), (b"(x) Tj", b"(8) Tj"))(opened)
        for font in opened.pages[0].Resources.Font.values():
            if "Semibold" in str(font.BaseFont):
                table = font.ToUnicode.read_bytes()
                for a, b in ((b"<37> <0037>", b"<37> <00xx>"), (b"<38> <0038>", b"<38> <0037>"), (b"00xx", b"0038")):
                    assert a in table
                    table = table.replace(a, b)
                font.ToUnicode.write(table)

    told = refusal(spoil(sheet, change), words)
    assert "what reads as '7' in font SourceSansPro-Semibold looks like another character" in told
    assert "example@10" not in told  # by strings alone nothing was wrong


def test_a_chinese_glyph_that_looks_like_another_is_refused(sheet: bytes, words: Callable, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        for font in opened.pages[0].Resources.Font.values():
            if "NotoSansSC" in str(font.BaseFont):
                table = font.ToUnicode.read_bytes()
                first, second = b"<%04X>" % ord("夹"), b"<%04X>" % ord("涂")
                assert first in table and second in table
                font.ToUnicode.write(table.replace(first, b"<x>").replace(second, first).replace(b"<x>", second))

    told = refusal(spoil(sheet, change), words)
    assert "looks like another character" in told
    assert "leaf 1 (Span)" in told


# ---------------------------------------------------------------- the picture


def test_the_picture_alone_finds_a_covered_disc(sheet: bytes, spoil: Callable) -> None:
    """Vectors of the sound sheet, picture of the spoiled one: what the eye would miss is found by looking."""
    change, _ = FAULTS["white box over a disc, as an artifact"]
    with Finished(sheet) as sound, Finished(spoil(sheet, change)) as spoiled:
        page = sound.page(0)
        assert find_hidden(page, sound.raster(0, 150)) == []
        faults = [str(fault) for fault in find_hidden(page, spoiled.raster(0, 150))]
    assert faults and all("leaf 2 (Figure)" in fault for fault in faults)


def test_the_picture_finds_a_form_that_is_not_drawn(copies: bytes, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        for form in opened.pages[0].Resources.XObject.values():
            form.BBox = [0, 0, 1, 1]

    with Finished(copies) as sound, Finished(spoil(copies, change)) as spoiled:
        faults = [str(fault) for fault in find_hidden(sound.page(0), spoiled.raster(0, 150))]
    assert any("leaf 2 (Figure)" in fault for fault in faults)


# ---------------------------------------------------------------- single bytes


def test_single_bytes_of_a_figure(sheet: bytes, words: Callable, spoil: Callable) -> None:
    """Change one byte at a time, 60 places spread over the example's figure, to a digit far from it.

    A changed digit moves, recolours or renames something. Where the sheet still holds, the page must look the same to
    within what the reader allows: no dot of the picture at 72 dots an inch may change by more than a third.
    """
    plain = content_of(sheet)
    start = plain.index(b"/Figure <</MCID 5>> BDC")
    end = plain.index(b"EMC", start)
    digits = [n for n in range(start, end) if plain[n : n + 1].isdigit()]
    chosen = digits[:: len(digits) // 60]
    held, refused = [], 0
    for at in chosen:
        digit = b"%d" % ((int(plain[at : at + 1]) + 5) % 10)
        data = spoil(sheet, replaced(plain[:at] + digit + plain[at + 1 :]))
        try:
            prove(data, words)
            held.append(data)
        except KitgenError:
            refused += 1
    assert refused > len(chosen) / 2
    with Finished(sheet) as sound:
        wanted = sound.raster(0, 72).dots
    for data in held:
        with Finished(data) as other:
            assert max(abs(a - b) for a, b in zip(wanted, other.raster(0, 72).dots, strict=True)) < 85


def content_of(data: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as opened:
        return opened.pages[0].obj.Contents.read_bytes()


def replaced(new: bytes) -> Change:
    def change(opened: pikepdf.Pdf) -> None:
        opened.pages[0].obj.Contents = opened.make_stream(new)

    return change

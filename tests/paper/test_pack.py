"""Files of any length are written alike: copies and single pages hold the same objects, and qpdf reads them all."""

from __future__ import annotations

import io

import pikepdf

from kitgen.marks import Text, rectangle
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Artifact, Document, Leaf, Page, Tag


def page(copies: int) -> Page:
    title = Tag("H1", "1")
    figure = Tag("Figure", "3", alt="100 % of a square")
    return Page(
        [
            Leaf((title,), (Text((0, 0), "Copies ", 21, "semibold"),), 10, 20),
            Leaf((title, Tag("Span", "2", lang="zh-Hans")), (Text((0, 0), "夹", 14),), 60, 20),
            Artifact("panel", (rectangle(10, 140, 190, 60, fill="pale", radius=2),)),
            Leaf((figure,), (rectangle(0, 0, 20, 20, stroke="ink", line=1),), 10, 30, (20, 20)),
            Leaf((Tag("P", "4"),), (Text((0, 0), "Sheet {n} (of many)", 9),), 100, 270, varies=True),
            Artifact("rule", (rectangle(10, 280, 190, 0.1, fill="ink"),)),
        ],
        copies,
    )


def written(*pages: Page) -> bytes:
    document = Document("Copies (all)", "en", 210, 297, "colour", list(pages), b"{}")
    return pdf.write_pdf(document, fonts.prepare("夹"))


def told(data: bytes) -> list[tuple[bytes, list[str], list[object]]]:
    """Return for each page its content, its tree and what it says of itself, by qpdf alone."""
    with pikepdf.open(io.BytesIO(data)) as opened:
        parents = opened.Root.StructTreeRoot.ParentTree.Nums
        sections = opened.Root.StructTreeRoot.K[0].K
        found = []
        for n, one in enumerate(opened.pages):
            node = one.obj
            parts = node.Contents if isinstance(node.Contents, pikepdf.Array) else [node.Contents]
            content = words(b" ".join(part.read_bytes() for part in parts))
            for name, form in node.Resources.get("/XObject", {}).items():
                content = content.replace(f"{name} Do".encode(), words(form.read_bytes()))
            assert node.StructParents == n and parents[2 * n] == n
            assert all(element.Pg.objgen == node.objgen for element in parents[2 * n + 1])
            found.append((content, list(walked(sections[n])), [float(side) for side in node.MediaBox]))
        return found


def words(content: bytes) -> bytes:
    """Return content without line ends, and without the matrix that reportlab begins with, which changes nothing."""
    return b" ".join(content.split()).replace(b"1 0 0 1 0 0 cm ", b"")


def walked(element: pikepdf.Object, depth: int = 0):  # type: ignore[no-untyped-def]
    yield f"{depth} {element.S} {element.get('/Lang')} {element.get('/Alt')} {element.get('/A', {}).get('/BBox')}"
    kids = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
    for kid in kids:
        if isinstance(kid, int):
            yield f"{depth} mcid {kid}"
        else:
            assert kid.P.objgen == element.objgen
            yield from walked(kid, depth + 1)


def plain(told_of_page: tuple[bytes, list[str], list[object]], number: int) -> tuple[object, ...]:
    content, tree, box = told_of_page
    assert b"(Sheet %d \\(of many\\))" % number in content
    return content.replace(b"Sheet %d " % number, b"Sheet "), [line.replace("None", "") for line in tree], box


def test_copies_are_the_page_but_for_their_numbers() -> None:
    """Short files are written as they are, long ones packed."""
    single, many = told(written(page(1))), told(written(page(40)))
    wanted = plain(single[0], 1)
    assert [plain(one, n) for n, one in enumerate(many, start=1)] == [wanted] * 40


def test_runs_of_copies_follow_each_other() -> None:
    for runs in ((3, 1, 2), (3, 1, 20)):
        pages = told(written(*map(page, runs)))
        assert len(pages) == sum(runs)
        assert len({repr(plain(one, n)) for n, one in enumerate(pages, start=1)}) == 1


def test_the_same_document_gives_the_same_bytes() -> None:
    assert written(page(30)) == written(page(30))


def test_copies_share_what_is_alike() -> None:
    size = [len(written(page(n))) for n in (100, 1100)]
    assert (size[1] - size[0]) / 1000 < 500  # bytes a copy; a page of this content takes more by itself
    with pikepdf.open(io.BytesIO(written(page(50)))) as opened:
        firsts = {one.obj.Contents[0].objgen for one in opened.pages}
        assert len(firsts) == 1
        assert not opened.check_pdf_syntax()

"""Files of any length are written alike: copies and single pages hold the same objects, and qpdf reads them all."""

from __future__ import annotations

import io

import pikepdf
import pytest

from kitgen.marks import Text, rectangle
from kitgen.paper import fonts, pdf
from kitgen.paper.pack import Objects
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
            content = b"".join(part.read_bytes() for part in parts)
            forms = {name: form.read_bytes() for name, form in node.Resources.XObject.items()}
            for name, form in forms.items():
                content = content.replace(f"{name} Do".encode(), form)
            assert node.StructParents == n and parents[2 * n] == n
            assert all(element.Pg.objgen == node.objgen for element in parents[2 * n + 1])
            found.append((content, list(walked(sections[n])), [float(side) for side in node.MediaBox]))
        return found


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
    single, many = told(written(page(1))), told(written(page(40)))
    wanted = plain(single[0], 1)
    assert [plain(one, n) for n, one in enumerate(many, start=1)] == [wanted] * 40


def test_runs_of_copies_follow_each_other() -> None:
    pages = told(written(page(3), page(1), page(2)))
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


@pytest.mark.parametrize("count", [1, 199, 200, 201, 1000])
def test_objects_of_any_number_are_found_again(count: int) -> None:
    objects = Objects()
    catalog, information, pages = objects.reserve(), objects.add(b"<</Title(x)>>"), objects.reserve()
    streams = [objects.add_stream(b"/N %d" % n, b"stream %d " % n * n) for n in range(3)]
    first = objects.add(*(b"<</Number %d>>" % n for n in range(count)))
    objects.put(pages, b"<</Type/Pages/Count 0/Kids[]>>")
    objects.put(catalog, b"<</Type/Catalog/Pages %d 0 R>>" % pages)
    with pikepdf.open(io.BytesIO(objects.write(catalog, information))) as opened:
        assert [opened.get_object(first + n, 0).Number for n in range(count)] == list(range(count))
        assert [opened.get_object(n, 0).read_bytes() for n in streams] == [b"stream %d " % n * n for n in range(3)]
        assert str(opened.docinfo.Title) == "x"


def test_a_number_without_an_object_is_refused() -> None:
    objects = Objects()
    catalog = objects.reserve()
    with pytest.raises(ValueError, match=r"without a body: \[1\]"):
        objects.write(catalog, catalog)

"""A thousand copies of one page: proved by groups, and a page changed alone is found and named."""

from __future__ import annotations

import re
from collections.abc import Callable

import pikepdf
import pytest

from kitgen.errors import ProofFailed
from kitgen.proof.compare import prove
from kitgen.proof.copies import SAMPLES, sampled_pages
from kitgen.proof.manifest import Run

ALONE = 777 - 1  # the page that is changed alone, counted from 0


def content_of(page: pikepdf.Object) -> bytes:
    """Return a page's content; copies share some of its streams."""
    return b"\n".join(part.read_bytes() for part in page.Contents)


def own(opened: pikepdf.Pdf, index: int, old: bytes, new: bytes) -> None:
    """Replace bytes of one page's content, which then shares no stream with the others."""
    page = opened.pages[index].obj
    plain = content_of(page)
    assert old in plain
    page.Contents = opened.make_stream(plain.replace(old, new, 1))


def another_form(opened: pikepdf.Pdf, index: int) -> None:
    """Give one page its own copy of the forms, with one disc of the board white instead of filled."""
    page = opened.pages[index].obj
    resources = pikepdf.Dictionary(dict(page.Resources.items()))
    forms = pikepdf.Dictionary()
    for name, form in page.Resources.XObject.items():
        plain = form.read_bytes()
        if b"(E) Tj" in plain and b"(5) Tj" in plain and b"1.5945 w" in plain:
            plain = plain.replace(b"0.086 0.102 0.122 rg", b"1 1 1 rg", 1)
        copy = opened.make_stream(plain)
        for key in ("/Type", "/Subtype", "/BBox", "/Matrix", "/Resources", "/FormType"):
            copy[key] = form[key]
        forms[name] = copy
    resources.XObject = forms
    page.Resources = resources


def set_alt(opened: pikepdf.Pdf, index: int) -> None:
    element = opened.Root.StructTreeRoot.ParentTree.Nums[2 * index + 1][2]
    element.Alt = pikepdf.String("7 by 7 board. A: D3, D4, D6. B: C4, E4. Dead: none.")


def swap_sections(opened: pikepdf.Pdf, index: int) -> None:
    sections = opened.Root.StructTreeRoot.K[0].K
    one, other = sections[index], sections[index + 1]
    sections[index], sections[index + 1] = other, one


FAULTS: dict[str, tuple[Callable[[pikepdf.Pdf, int], None], str]] = {
    "form": (another_form, "page 777 has another box or other resources than page 1"),
    "byte": (
        lambda opened, n: own(opened, n, b"1 0 0 1 28.3465 756.8504 cm", b"1 0 0 1 28.3465 756.8505 cm"),
        "page 777 differs from page 1 outside the spans that may vary",
    ),
    "box": (
        lambda opened, n: opened.pages[n].obj.__setitem__("/MediaBox", [0, 0, 595.2756, 841]),
        "page 777 has another box or other resources than page 1",
    ),
    "number": (
        lambda opened, n: own(opened, n, b"(Sheet 777 of", b"(Sheet 776 of"),
        "page 777 says 'Sheet 776 of 1000'; it should say 'Sheet 777 of 1000'",
    ),
    "place of the number": (
        lambda opened, n: own(opened, n, b"1 0 0 1 566.9291 48.189 cm", b"1 0 0 1 466.9291 48.189 cm"),
        "page 777 has 'Sheet 777 of 1000' in another place or type than page 1",
    ),
    "more in the varying span": (
        lambda opened, n: own(opened, n, b"(Sheet 777", b"(Not ) Tj (sheet 777"), "page 777 says 'Not sheet 777"
    ),
    "alternative text": (set_alt, "page 777 has other tags or alternative texts than page 1"),
    "order in the tree": (swap_sections, "page 77[78]"),
    "content after the end": (
        lambda opened, n: opened.pages[n].obj.__setitem__(
            "/Contents", opened.make_stream(content_of(opened.pages[n].obj) + b"\n0 0 m 9 9 l S")
        ),
        "page 777 differs from page 1",
    ),
    "annotation": (
        lambda opened, n: opened.pages[n].obj.__setitem__("/Annots", pikepdf.Array([])), "page 777 has /Annots"
    ),
}  # fmt: skip


def test_the_copies_hold(copies: bytes, words: Callable) -> None:
    verdicts = prove(copies, words)
    assert {(v.first, v.last) for v in verdicts} == {(1, 1000)}
    assert sum(v.what == "figure" for v in verdicts) == 3


@pytest.mark.parametrize("name", FAULTS)
def test_a_page_changed_alone_is_named(name: str, copies: bytes, words: Callable, spoil: Callable) -> None:
    change, says = FAULTS[name]
    assert ALONE + 1 not in sampled_pages(Run(1, 1000, (210, 297), (), {}))  # found without being read in full
    with pytest.raises(ProofFailed) as caught:
        prove(spoil(copies, lambda opened: change(opened, ALONE)), words)
    told = str(caught.value)
    assert re.search(says, told), told[:500]
    assert {int(n) for n in re.findall(r"page (\d+)", told)} <= {1, 777, 778}


def test_a_form_missing_from_resources_is_named(copies: bytes, words: Callable, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        forms = opened.pages[0].Resources.XObject
        for name in list(forms.keys()):
            if b"1.5945 w" in forms[name].read_bytes():
                del forms[name]

    with pytest.raises(ProofFailed) as caught:
        prove(spoil(copies, change), words)
    assert re.search(r"page 1 paints a form that is missing from Resources: .* in leaf 2 \(Figure\)", str(caught.value))


def test_a_form_changed_for_all_is_named(copies: bytes, words: Callable, spoil: Callable) -> None:
    """All thousand pages are equal, and all are wrong."""

    def change(opened: pikepdf.Pdf) -> None:
        for form in opened.pages[0].Resources.XObject.values():
            plain = form.read_bytes()
            if b"1.5945 w" in plain:
                form.write(plain.replace(b"0.086 0.102 0.122 rg", b"1 1 1 rg", 1))

    with pytest.raises(
        ProofFailed, match=r"page 1, figure opening@0 \(leaf 2\): D3 shows mark B; the replay says mark A"
    ):
        prove(spoil(copies, change), words)


def test_first_and_last_and_ten_more_pages_are_read_in_full() -> None:
    chosen = sampled_pages(Run(3, 1002, (210, 297), (), {}))
    assert chosen[0] == 3 and chosen[-1] == 1002 and len(set(chosen)) == SAMPLES + 2
    assert sampled_pages(Run(5, 5, (210, 297), (), {})) == [5]
    assert sampled_pages(Run(5, 8, (210, 297), (), {})) == [5, 6, 7, 8]

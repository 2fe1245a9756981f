"""Practice sheets paint boards and discs as forms: read once a file, and still a disc changed on one page is found."""

from __future__ import annotations

import re
from collections.abc import Callable

import pikepdf
import pytest

from kitgen.build import Request, build_sheet
from kitgen.errors import ProofFailed
from kitgen.proof.compare import prove
from kitgen.proof.readback import Finished
from kitgen.shelf import Shelf

STAMP = re.compile(rb"q 1 0 0 1 (-?[\d.]+) (-?[\d.]+) cm /(FormXob\.K\d+) Do Q")


@pytest.fixture(scope="module")
def practice() -> bytes:
    """Three practice sheets, all different."""
    return build_sheet(Shelf(), Request("sandwich", "practice", copies=3)).data


def content(opened: pikepdf.Pdf, page: int) -> bytes:
    plain: bytes = opened.pages[page].obj.Contents.read_bytes()
    return plain


def discs(opened: pikepdf.Pdf) -> list[str]:
    """Return the names of the two forms that come most often on page 2: a filled disc and a hollow one."""
    names = [match[3].decode() for match in STAMP.finditer(content(opened, 1))]
    assert len(names) > 60
    return sorted(set(names), key=names.count)[-2:]


def swap(opened: pikepdf.Pdf) -> None:
    """Let the names of the discs stand for each other, on page 2 alone."""
    page = opened.pages[1].obj
    forms = pikepdf.Dictionary(dict(page.Resources.XObject.items()))
    one, other = (f"/{name}" for name in discs(opened))
    forms[one], forms[other] = forms[other], forms[one]
    page.Resources = pikepdf.Dictionary(Font=page.Resources.Font, XObject=forms)


def move(opened: pikepdf.Pdf) -> None:
    plain = content(opened, 1)
    match = next(STAMP.finditer(plain))
    moved = b"q 1 0 0 1 %.4f %s cm /%s Do Q" % (float(match[1]) + 3.0, match[2], match[3])
    opened.pages[1].obj.Contents = opened.make_stream(plain.replace(match[0], moved, 1))


def rename(opened: pikepdf.Pdf) -> None:
    plain, (one, other) = content(opened, 1), discs(opened)
    opened.pages[1].obj.Contents = opened.make_stream(plain.replace(f"/{one} Do".encode(), f"/{other} Do".encode(), 1))


def leave_out(opened: pikepdf.Pdf) -> None:
    plain = content(opened, 1)
    opened.pages[1].obj.Contents = opened.make_stream(STAMP.sub(b"", plain, count=1))


def redraw(opened: pikepdf.Pdf) -> None:
    """Give page 2 a form of its own for one disc, a little smaller."""
    page = opened.pages[1].obj
    forms = pikepdf.Dictionary(dict(page.Resources.XObject.items()))
    name = f"/{discs(opened)[0]}"
    old = forms[name]
    plain = re.sub(rb"-?\d+\.\d+(?= )", lambda n: b"%.4f" % (float(n[0]) * 0.5), old.read_bytes())
    copy = opened.make_stream(plain)
    for key in ("/Type", "/Subtype", "/BBox", "/Resources"):
        copy[key] = old[key]
    forms[name] = copy
    page.Resources = pikepdf.Dictionary(Font=page.Resources.Font, XObject=forms)


@pytest.mark.parametrize("change", [swap, move, rename, leave_out, redraw], ids=lambda change: change.__name__)
def test_a_disc_changed_on_one_page_is_found(
    change: Callable, practice: bytes, words: Callable, spoil: Callable
) -> None:
    with pytest.raises(ProofFailed) as caught:
        prove(spoil(practice, change), words)
    told = str(caught.value)
    assert set(re.findall(r"page (\d)", told)) == {"2"}, told[:500]
    assert re.search(r"page 2, figure 2\.question-\d@\d+|page 2, leaf \d+ \(Figure\)", told), told[:500]


def test_forms_are_kept_and_moved_not_read_again(practice: bytes) -> None:
    with Finished(practice) as finished:
        finished.page(0)
        known = len(finished.painted)
        shown = [[(span.mcid, span.seen) for span in finished.page(n).spans] for n in (1, 2)]
        assert len(finished.painted) <= known + 2
    for number, spans in enumerate(shown, start=2):
        with Finished(practice) as fresh:  # a page read alone, before any other
            alone = [(span.mcid, span.seen) for span in fresh.page(number - 1).spans]
        assert [mcid for mcid, _ in alone] == [mcid for mcid, _ in spans]
        for (_, mine), (_, theirs) in zip(alone, spans, strict=True):
            assert len(mine) == len(theirs)
            for one, other in zip(mine, theirs, strict=True):
                a, b = (thing.box for thing in (one, other))
                assert a == pytest.approx(b, abs=1e-5)

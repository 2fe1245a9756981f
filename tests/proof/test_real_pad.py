"""The pad as kitgen makes it: what is proved of it, and that a changed number in its corner does not pass."""

from __future__ import annotations

from collections.abc import Callable

import pikepdf
import pytest

from kitgen.build import Request, build_sheet
from kitgen.errors import ProofFailed
from kitgen.proof.compare import prove
from kitgen.proof.pictures import to_png
from kitgen.shelf import Shelf


@pytest.fixture(scope="module")
def pad() -> bytes:
    return build_sheet(Shelf(), Request("sandwich", "pad")).data


def test_four_boards_and_the_example_are_proved(pad: bytes, words: Callable) -> None:
    names = [verdict.name for verdict in prove(pad, words) if verdict.what == "figure"]
    assert names.count("opening-7-cross@0 position") == 4
    assert "example-7-cross@10 numbered" in names
    assert sum(name.startswith("symbols A, B") for name in names) == 4


def test_a_changed_number_in_the_corner_is_refused(pad: bytes, words: Callable, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        page = opened.pages[0].obj
        plain = page.Contents.read_bytes()
        # The boards are forms; the example alone is written in the page, its labels before its marks.
        at = plain.index(b"(4) Tj", plain.index(b"c h B"))
        page.Contents = opened.make_stream(plain[:at] + b"(6)" + plain[at + 3 :])

    with pytest.raises(ProofFailed, match=r"figure example-7-cross@10 .*number 6.*the replay says .*number 4"):
        prove(spoil(pad, change), words)


def test_a_page_becomes_a_picture(pad: bytes) -> None:
    png = to_png(pad, 1, 72)
    assert png.startswith(b"\x89PNG") and png[16:24] == (596).to_bytes(4, "big") + (842).to_bytes(
        4, "big"
    )  # whole dots, upwards
    assert to_png(pad, 1, 72) == png
    with pytest.raises(ProofFailed, match="no page 2"):
        to_png(pad, 2)

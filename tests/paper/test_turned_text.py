"""Text that stands on its head, as in the lower corner of a playing card: read back by pypdfium2."""

from __future__ import annotations

import pypdfium2
import pytest

from kitgen.marks import Text
from kitgen.paper import fonts
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.paper.pdf import write_pdf

MM = 72 / 25.4


def box_of(mark: Text) -> list[float]:
    """Return left, top, right, bottom of the ink in mm from the top left of a page of 100 x 100 mm."""
    family = fonts.prepare(mark.string)
    page = Page([Leaf((Tag("P", "p"),), (mark,), 0, 0)])
    data = write_pdf(Document("t", "en", 100, 100, "colour", [page]), family)
    (shown,) = pypdfium2.PdfDocument(data)[0].get_objects()
    left, bottom, right, top = shown.get_bounds()
    return [left / MM, 100 - top / MM, right / MM, 100 - bottom / MM]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_turned_text_is_the_upright_one_rotated_about_its_place(anchor):
    upright = box_of(Text((40, 60), "10", 28, "semibold", "ink", anchor))
    turned = box_of(Text((40, 60), "10", 28, "semibold", "ink", anchor, turned=True))
    assert upright[1] < upright[3] <= 60.2
    left, top, right, bottom = turned
    assert [80 - right, 120 - bottom, 80 - left, 120 - top] == pytest.approx(upright, abs=0.05)

"""A reader that has nothing to do with ours (pdfplumber, on pdfminer.six) sees the same discs and strings."""

from __future__ import annotations

import io

import pdfplumber
import pytest

from kitgen.play.seen import SeenPath, SeenText, as_circle
from kitgen.proof.readback import Finished

MM = 25.4 / 72


def test_discs_and_strings_agree(sheet: bytes) -> None:
    with Finished(sheet) as finished:
        things = [thing for span in finished.page(0).spans for thing in span.seen]
    circles = [c for t in things if isinstance(t, SeenPath) and (c := as_circle(t))]
    with pdfplumber.open(io.BytesIO(sheet)) as other:
        page = other.pages[0]
        curves, chars = page.curves, page.chars
    boxes = [(c["x0"] * MM, c["top"] * MM, c["x1"] * MM, c["bottom"] * MM) for c in curves]
    round_ones = sorted(
        ((left + right) / 2, (top + bottom) / 2, (right - left) / 2)
        for left, top, right, bottom in boxes
        if abs((right - left) - (bottom - top)) < 0.01
    )
    ours = sorted((*circle.centre, circle.radius) for circle in circles)
    # 5 and a symbol; then 15 marks of the example, and a small disc on each of its three dead
    assert len(ours) == len(round_ones) == 5 + 1 + 15 + 3
    for mine, theirs in zip(ours, round_ones, strict=True):
        assert mine == pytest.approx(theirs, abs=0.001)
    strings = [t for t in things if isinstance(t, SeenText)]
    assert "".join(c["text"] for c in chars) == "".join(t.string for t in strings)
    starts = {(round(c["matrix"][4] * MM, 2), c["text"]) for c in chars}
    assert all((round(t.at[0], 2), t.string[0]) in starts for t in strings)
    sizes = sorted({round(c["size"], 2) for c in chars})
    assert sizes == sorted({round(t.size, 2) for t in strings})

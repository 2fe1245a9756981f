"""A finished sheet made by hand for the proof's tests, once a session, and tools to spoil it.

The page is set here mark by mark and its manifest written out here, so that a change of layouts or texts changes no
test of the proof. The game is the worked one: D6 B3 E2 E6 D7 B4 B5 F2 C3 D2 from the cross, where 2 kills C4 and 10
kills C3 and E2.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pikepdf
import pytest

from kitgen.build import load_words
from kitgen.games.sandwich import diagram
from kitgen.games.sandwich.engine import GAME
from kitgen.marks import Line, Text, rectangle
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Artifact, Document, Leaf, Page, Tag
from kitgen.play.replay import play
from kitgen.shelf import Shelf

MOVES = ["D6", "B3", "E2", "E6", "D7", "B4", "B5", "F2", "C3", "D2"]
WORDS = partial(load_words, Shelf())


def figure_leaf(record: list[str], ply: int, style: str, extra: dict, place: tuple[float, float], cell: float) -> Leaf:
    replayed = play(GAME, GAME.settle({}), [(1, move) for move in record])
    view = diagram.view(replayed, ply, style, extra)
    drawing = diagram.draw(view, cell, True, "colour")
    tag = Tag("Figure", f"{ply}{style}", alt=diagram.describe(view, WORDS("sandwich", "en")))
    return Leaf((tag,), drawing.marks, *place, (drawing.width, drawing.height))


def symbol_leaf(side: str, x: float, y: float) -> Leaf:
    alt = WORDS("sandwich", "en").say(f"symbol_{side}")
    return Leaf((Tag("Figure", f"symbol{side}", alt=alt),), diagram.symbol(side, 3, "colour").marks, x, y, (3, 3))


def text_leaf(string: str, x: float, y: float, *, varies: bool = False, anchor: str = "start") -> Leaf:
    mark = Text((0, 0), string, 9, anchor=anchor)  # type: ignore[arg-type]
    return Leaf((Tag("P", f"{x}{y}"),), (mark,), x, y, varies=varies)


def make_sheet(copies: int) -> bytes:
    """Return a sheet with an opening board, a symbol, texts, a numbered example, artifacts and a sheet number."""
    title = Tag("H1", "1")
    items: list[Leaf | Artifact] = [
        Leaf((title,), (Text((0, 0), "Sandwich ", 21, "semibold"),), 10, 20),
        Leaf((title, Tag("Span", "2", lang="zh-Hans")), (Text((0, 0), "夹涂棋", 14),), 60, 20),
        Artifact("panel", (rectangle(10, 140, 190, 60, fill="pale", radius=2),)),
        figure_leaf([], 0, "position", {}, (10, 30), 12.5),
        symbol_leaf("A", 120, 40),
        text_leaf("A game lasts 44 moves.", 120, 50),
        figure_leaf(MOVES, 10, "numbered", {"window": True}, (14, 145), 7),
        text_leaf("10 at D2 kills C3, E2", 120, 150),
        Artifact("write", (Line((120, 60), (150, 60), 0.2, "mid"),)),
        Artifact("write", (Line((120, 70), (150, 70), 0.2, "mid"),)),
        text_leaf(f"Sheet {{n}} of {copies}", 200, 280, varies=True, anchor="end"),
    ]
    page = Page(items, copies)
    document = Document("Sandwich by hand", "en", 210, 297, "colour", [page])
    document.manifest = json.dumps(make_manifest(page, copies), ensure_ascii=False, sort_keys=True).encode()
    family = fonts.prepare("Sandwich 夹涂棋")
    return pdf.write_pdf(document, family)


def make_manifest(page: Page, copies: int) -> dict[str, Any]:
    record = {"style": "position", "extra": {}, "record": "opening", "ply": 0, "cell": 12.5}
    example = {"style": "numbered", "extra": {"window": True}, "record": "example", "ply": 10, "cell": 7.0}
    facts: dict[int, dict] = {2: record, 3: {"symbols": ["A"]}, 4: {"numbers": {"moves": 44}}, 5: example}
    facts[1] = {"in": ["H1 1"], "lang": "zh-Hans"}
    facts[7] = {"varies": True, "anchor": "end"}
    leaves = []
    for n, leaf in enumerate(page.leaves):
        tag = leaf.path[-1]
        words = {"text": leaf.text, "at": [[leaf.x, leaf.y]]}
        told = {"alt": tag.alt, "box": [leaf.x, leaf.y, *leaf.size]} if tag.alt else words
        leaves.append({"tag": tag.kind, **told, **facts.get(n, {})})
    return {
        "format": 1, "kitgen": "0", "kit": "sandwich", "game": "sandwich", "sheet": "hand", "code": "", "lang": "en",
        "title": "Sandwich by hand", "paper": "A4", "inks": "colour", "options": {}, "rules": {"size": 7}, "seed": 1,
        "copies": copies,
        "records": {
            "opening": {"game": "sandwich", "options": {}, "moves": []},
            "example": {"game": "sandwich", "options": {"opening": "cross"}, "moves": MOVES},
        },
        "pages": [
            {"first": 1, "last": copies, "size": [210, 297], "leaves": leaves, "artifacts": {"panel": 1, "write": 2},
             "drawn": [["panel", 1, [10, 140, 200, 200]], ["write", 1, [120, 60, 150, 60]],
                       ["write", 1, [120, 70, 150, 70]]]}
        ],
    }  # fmt: skip


@pytest.fixture(scope="session")
def sheet() -> bytes:
    """One sheet."""
    return make_sheet(1)


@pytest.fixture(scope="session")
def copies() -> bytes:
    """A thousand copies, with running numbers."""
    return make_sheet(1000)


@pytest.fixture(scope="session")
def words() -> Callable:
    return WORDS


@pytest.fixture(scope="session")
def spoil() -> Callable[..., bytes]:
    """Return a function that opens a PDF, hands it to a change, and returns the changed file."""

    def spoiled(data: bytes, change: Callable[[pikepdf.Pdf], None]) -> bytes:
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(data)) as opened:
            change(opened)
            opened.save(out)
        return out.getvalue()

    return spoiled

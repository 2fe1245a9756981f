"""Figures of seeded games, drawn, written as PDF and read back: the reader, which shares no code, sees the same view."""

from __future__ import annotations

import pytest

from kitgen.chance import Chance
from kitgen.errors import ProofFailed
from kitgen.games.sandwich import diagram, reading
from kitgen.games.sandwich.engine import GAME
from kitgen.paper import fonts, pdf
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.play.contract import Replayed, View
from kitgen.play.replay import play
from kitgen.play.seen import Circle, as_circle, shifted
from kitgen.proof.compare import compare_views
from kitgen.proof.raster import find_hidden
from kitgen.proof.readback import Finished, SeenPage


def random_game(chance: Chance, options: dict, plies: int) -> Replayed:
    settled = GAME.settle(options)
    position, tokens = GAME.start(settled), []
    for _ in range(plies):
        move = chance.choice(GAME.legal(position))
        tokens.append((1, move))
        position = GAME.apply(position, GAME.read_move(move, position)).position
    return play(GAME, settled, tokens)


def figures(chance: Chance, options: dict, plies: int) -> list[View]:
    """Return a view in each style of one game: plain, numbered, a numbered part, and with letters, ring and turn."""
    game = random_game(chance, options, plies)
    early = random_game(chance, options, 3)
    free = GAME.legal(game.last.position)
    letters = {"letters": dict(zip(free, "abc", strict=False)), "to_move": True}
    return [
        diagram.view(game, plies, "position", {}),
        diagram.view(game, plies, "numbered", {}),
        diagram.view(early, 3, "numbered", {"window": True}),
        diagram.view(game, plies, "last", letters),
    ]


def draw_page(views: list[View], cell: float, inks: str) -> bytes:
    leaves: list = []
    for n, view in enumerate(views):
        drawing = diagram.draw(view, cell, True, inks)
        place = (15 + 92 * (n % 2), 20 + 100 * (n // 2))
        leaves.append(Leaf((Tag("Figure", str(n), alt="-"),), drawing.marks, *place, (drawing.width, drawing.height)))
    return pdf.write_pdf(Document("-", "en", 210, 297, inks, [Page(leaves)]), fonts.prepare("Sandwich"))


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
@pytest.mark.parametrize(
    ("options", "plies", "cell"),
    [
        ({"size": 7, "opening": "cross"}, 20, 11.0),
        ({"size": 9, "opening": "diagonal"}, 30, 8.5),
        ({"size": 5, "opening": "rotated"}, 12, 15.0),
        ({"size": 7, "fill_and_count": "true"}, 24, 7.0),
        ({"size": 11}, 104, 7.0),
    ],
)
def test_what_is_drawn_is_read(options: dict, plies: int, cell: float, inks: str) -> None:
    views = figures(Chance(plies), options, plies)
    with Finished(draw_page(views, cell, inks)) as finished:
        page = finished.page(0)
        assert find_hidden(page, finished.raster(0, 150)) == []
    tokens = {token.split()[0] for view in views for cell in view.cells.values() for token in cell}
    assert {"mark", "number", "letter", "ring"} <= tokens or plies > 100
    for span, wanted in zip(page.leaves, views, strict=True):
        assert list(compare_views(reading.read(span.seen), wanted)) == []


@pytest.fixture(scope="module")
def page() -> SeenPage:
    views = figures(Chance(20), {"size": 7}, 20)
    with Finished(draw_page(views, 11.0, "colour")) as finished:
        return finished.page(0)


@pytest.mark.parametrize("leaf", range(4))
def test_no_object_can_be_left_out_or_painted_twice_unseen(page: SeenPage, leaf: int) -> None:
    """Take each object away, or paint it twice: the figure is refused or reads as another, whichever object it is."""
    seen = list(page.leaves[leaf].seen)
    whole = reading.read(seen)
    for n in range(len(seen)):
        for others in (seen[:n] + seen[n + 1 :], seen[: n + 1] + seen[n:]):
            try:
                assert reading.read(others) != whole, seen[n]
            except ProofFailed:
                pass


def test_a_mark_a_tenth_of_a_millimetre_off_is_refused(page: SeenPage) -> None:
    seen = list(page.leaves[1].seen)
    for n, thing in enumerate(seen):
        circle = as_circle(thing) if hasattr(thing, "segments") else None
        if isinstance(circle, Circle):
            with pytest.raises(ProofFailed, match=r"off the middle|what is the disc"):
                reading.read([*seen[:n], shifted(thing, 0.1, 0.0), *seen[n + 1 :]])


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("inks", ["colour", "low"])
def test_symbols_of_the_sides(side: str, inks: str) -> None:
    marks = diagram.symbol(side, 3, inks).marks
    leaf = Leaf((Tag("Figure", "s", alt="-"),), marks, 20, 20, (3, 3))
    data = pdf.write_pdf(Document("-", "en", 210, 297, inks, [Page([leaf])]), fonts.prepare("Sandwich"))
    with Finished(data) as finished:
        seen = finished.page(0).leaves[0].seen
    assert reading.read_symbol(seen) == side
    with pytest.raises(ProofFailed, match="not one disc"):
        reading.read_symbol([*seen, *seen])

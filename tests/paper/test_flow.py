"""Flowing text on its pages: what may end a page, how full the last one is, where figures and captions stand."""

from __future__ import annotations

from functools import cache

import pytest

from kitgen.build import Request, settings_of
from kitgen.kit import Kit
from kitgen.marks import Text
from kitgen.paper.easel import Easel
from kitgen.paper.furniture import foot_top
from kitgen.paper.prose import Atom, Column, place_atoms
from kitgen.paper.sheet import compose
from kitgen.shelf import Shelf

SHELF = Shelf()
BODY = 24.0  # mm: heads end above, what stands below belongs to the sheet


def flowing() -> list[tuple[str, str, str, str]]:
    """Return (kit, sheet, language, paper) of every shipped sheet of flowing text that may take several pages."""
    found = []
    for slug in SHELF.kits():
        layout = Kit(SHELF, slug).layout
        for name, sheet in layout.sheets.items():
            if sheet.pages > 1 and any(block.prose for block in sheet.blocks):
                found += [(slug, name, lang, paper) for lang in layout.languages for paper in ("A4", "Letter")]
    return found


@cache
def pages_of(slug: str, name: str, lang: str, paper: str):
    """Return the setting and the pages of a sheet, composed and not painted."""
    kit = Kit(SHELF, slug)
    with kit.lending():
        (setting,), _ = settings_of(kit, Request(slug, name, {}, paper, lang))
        return setting, compose(setting)


def lowest(page, floor: float) -> float:
    """Return how far down the body of a page reaches, in mm."""
    strings = [leaf.y + mark.at[1] for leaf in page.leaves for mark in leaf.marks if isinstance(mark, Text)]
    figures = [leaf.y + leaf.size[1] for leaf in page.leaves]
    return max(y for y in (*strings, *figures) if y < floor)


def test_every_kit_has_rules_to_look_at():
    assert {slug for slug, *_ in flowing()} == {"reversi", "sandwich", "sandwich_guy", "sandwich_wars", "tafl"}


@pytest.mark.parametrize(("slug", "name", "lang", "paper"), flowing())
class TestShippedSheets:
    def test_no_page_is_printed_for_a_few_lines(self, slug, name, lang, paper):
        """Two fifths of the last page at least: Spanish rules once took a page of Letter for a single bullet."""
        setting, pages = pages_of(slug, name, lang, paper)
        floor = foot_top(Easel(setting))
        assert len(pages) == 1 or lowest(pages[-1], floor) - BODY >= 0.4 * (floor - BODY)

    def test_no_page_begins_with_figures_whose_text_is_on_the_page_before(self, slug, name, lang, paper):
        _, pages = pages_of(slug, name, lang, paper)
        for page in pages[1:]:
            body = next(leaf for leaf in page.leaves if leaf.path[0].kind not in ("H1", "H2") or leaf.y > BODY)
            assert body.path[0].kind != "Figure"

    def test_captions_stand_below_their_figures(self, slug, name, lang, paper):
        _, pages = pages_of(slug, name, lang, paper)
        for page in pages:
            figures = [leaf for leaf in page.leaves if leaf.path[-1].kind == "Figure"]
            for caption in (leaf for leaf in page.leaves if leaf.path[0].kind == "Caption"):
                above = [f for f in figures if abs(f.x - caption.x) < 0.01 and f.y + f.size[1] <= caption.y]
                assert above and min(caption.y - f.y - f.size[1] for f in above) < 12

    def test_no_item_of_a_list_is_left_alone(self, slug, name, lang, paper):
        _, pages = pages_of(slug, name, lang, paper)
        parts: dict[str, dict[tuple[int, float], set[str]]] = {}
        for number, page in enumerate(pages):
            for leaf in page.leaves:
                if leaf.path[0].kind == "L" and leaf.path[-1].kind == "Lbl":
                    items = parts.setdefault(leaf.path[0].key, {}).setdefault((number, round(leaf.x)), set())
                    items.add(leaf.path[1].key)
        assert parts or name == "designer_notes"
        split = [part for places in parts.values() if len(places) > 1 for part in places.values()]
        assert all(len(items) > 1 for items in split)

    def test_headings_are_no_smaller_than_what_they_head(self, slug, name, lang, paper):
        _, pages = pages_of(slug, name, lang, paper)
        sizes: dict[str, list[float]] = {}
        for leaf in (leaf for page in pages for leaf in page.leaves if leaf.y > BODY):
            kind = leaf.path[0].kind
            sizes.setdefault(kind, []).extend(mark.size for mark in leaf.marks if isinstance(mark, Text))
        body = max(set(sizes["P"]), key=sizes["P"].count)
        assert min(sizes.get("H3", [body])) >= body
        if "H2" in sizes and "H3" in sizes:
            assert min(sizes["H2"]) > min(sizes["H3"])


def atoms(*heights: float, shown: int = -1) -> list[Atom]:
    """Return atoms of these heights, 4 mm apart; the one numbered `shown` is followed by its figure."""
    return [Atom(height, 4.0, lambda *_: None, shown=n == shown) for n, height in enumerate(heights)]


def columns(count: int = 8):
    """Yield columns of 100 mm, two a page."""
    return iter([Column(n // 2, 0.0, 0.0, 100.0, n % 2 == 1) for n in range(count)])


def places(found) -> list[tuple[int, bool, float]]:
    return [(column.page, column.ends, y) for _, column, y in found]


def test_text_goes_to_the_next_page_with_its_figure():
    """20 mm of text and a figure of 50 after 140 mm: the text would end the page, so it opens the next."""
    found = place_atoms(atoms(90, 50, 20, 50, shown=2), columns())
    assert places(found) == [(0, False, 0.0), (0, True, 0.0), (1, False, 0.0), (1, False, 24.0)]


def test_text_may_end_a_column_when_its_figure_is_on_the_same_page():
    found = place_atoms(atoms(60, 20, 50, shown=1), columns())
    assert places(found) == [(0, False, 0.0), (0, False, 64.0), (0, True, 0.0)]


def test_air_is_taken_between_blocks_and_not_above_the_first():
    found = place_atoms(atoms(10, 10, 10), columns(), 1.5)
    assert places(found) == [(0, False, 0.0), (0, False, 16.0), (0, False, 32.0)]


@pytest.mark.parametrize("lang", ["en", "es", "zh-Hans"])
def test_nothing_reaches_into_the_margin_not_even_a_space(lang):
    """10 mm at the right stay white: the space that parts code and licence once ended 9.57 mm from the edge."""
    setting, (page,) = pages_of("sandwich", "pad", lang, "A4")
    ends = []
    for leaf in page.leaves:
        for mark in leaf.marks:
            if isinstance(mark, Text) and mark.anchor == "start":
                wide = sum(setting.measure(char, mark.size, mark.weight) for char in mark.string)
                ends.append(leaf.x + mark.at[0] + wide)
    assert max(ends) <= 200.0 + 0.1

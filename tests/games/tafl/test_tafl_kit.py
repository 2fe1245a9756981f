"""The printed kit, measured from its PDFs by another reader (pdfplumber), counted by hand, and spoilt on purpose."""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest

from kitgen.build import Request, build_sheet, load_words
from kitgen.errors import ClaimFailed, DoesNotFit, ProofFailed, RecordError, SpecError
from kitgen.games.tafl import GAME, parts, practice
from kitgen.marks import Line
from kitgen.paper import slots
from kitgen.play.contract import Question
from kitgen.proof.compare import prove
from kitgen.shelf import Shelf

MM = 72 / 25.4
ROOT = Path(__file__).parents[3]
SHEETS = ("board", "pieces", "role_map", "diagrams", "handout", "rules", "observer", "practice", "key", "teacher")
PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}


def build(sheet: str, shelf: Shelf | None = None, kit: str = "tafl", **more):
    return build_sheet(shelf or Shelf(), Request(kit, sheet, **more))


def pages_of(data: bytes) -> list:
    return pdfplumber.open(io.BytesIO(data)).pages


def words(kit: str, lang: str):
    return load_words(Shelf(), kit, lang)


@pytest.fixture(scope="session")
def kit() -> dict:
    return {sheet: build(sheet) for sheet in SHEETS}


def middle(thing: dict) -> tuple[float, float]:
    return (thing["x0"] + thing["x1"]) / 2 / MM, (thing["top"] + thing["bottom"]) / 2 / MM


def in_order(points) -> list[tuple[float, float]]:
    """Return points by column, then by row; columns are more than a millimetre apart."""
    return sorted(points, key=lambda point: (round(point[0]), point[1]))


def squares(page) -> list[tuple[float, float]]:
    """Return the left and right edges of the columns of the only board on a page, in mm."""
    upright = sorted({round(line["x0"] / MM, 2) for line in page.lines if line["height"] > 100 * MM})
    frame = next(rect for rect in page.rects if rect["height"] > 100 * MM and not rect["fill"])
    return list(pairwise([round(frame["x0"] / MM, 2), *upright, round(frame["x1"] / MM, 2)]))


# ---------------------------------------------------------------- the whole kit


def test_every_sheet_is_proved_and_key_and_teachers_page_alone_are_for_the_host(kit):
    assert [name for name, one in kit.items() if one.host] == ["key", "teacher"]
    assert all(one.verdicts for one in kit.values())
    assert [one.pages for one in kit.values()] == [1, 1, 1, 1, 1, 2, 1, 1, 1, 1]
    assert len({one.name for one in kit.values()}) == len(SHEETS)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("inks", ["grey", "low"])
@pytest.mark.parametrize("sheet", ["role_map", "diagrams", "handout", "pieces", "key", "teacher"])
def test_sheets_hold_in_other_inks_and_on_letter(sheet, lang, inks):
    assert build(sheet, lang=lang, inks=inks, paper="Letter").verdicts


def test_the_key_bears_the_code_of_its_practice_sheet(kit):
    code = kit["practice"].code
    grouped = " ".join(code[i : i + 4] for i in range(0, len(code), 4))
    texts = [pages_of(kit[name].data)[0].extract_text() for name in ("practice", "key")]
    assert all(grouped in text for text in texts)
    assert "Host key" in texts[1]
    assert texts[1].count("Answer") == 6


def test_the_host_is_told_what_was_searched_and_no_more(kit):
    page = pages_of(kit["key"].data)[0]
    text = re.sub(r"\s+", " ", page.crop((60 * MM, 210 * MM, 200 * MM, 280 * MM)).extract_text())
    assert re.search(r"no forced win within 13 plies, the attackers have none within 10\.", text)
    assert "Nothing is claimed beyond that" in text


def test_the_observer_has_forty_pairs(kit):
    numbers = [int(w["text"]) for w in pages_of(kit["observer"].data)[0].extract_words() if w["text"].isdigit()]
    assert set(range(1, 41)) <= set(numbers)
    assert Counter(numbers)[27] == 1


def test_the_handout_says_what_the_source_says(kit):
    page = pages_of(kit["handout"].data)[0]
    halves = [(0, 0, page.width / 2, page.height), (page.width / 2, 0, page.width, page.height)]
    parts = [page, *map(page.crop, halves)]  # a line of the head goes across, sentences go down a column
    text = re.sub(r"\s+", " ", " ".join(part.extract_text() for part in parts))
    for said in (
        "Players 2",
        "Minutes 12–20",
        "thirteen pieces",
        "After 40 pairs",
        "grid drawn by hand",
        "not a historical game",
    ):
        assert said in text


# ---------------------------------------------------------------- board and role map


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_lie_in_the_squares_with_two_millimetres_to_spare(paper):
    board = squares(pages_of(build("board", paper=paper).data)[0])
    assert len(board) == 7
    side = min(right - left for left, right in board)
    assert side >= 25
    cut = [line for line in pages_of(build("pieces", paper=paper).data)[0].lines if line["width"] == 0]
    places = sorted({round(line["x0"] / MM, 3) for line in cut if line["top"] < 40 * MM and line["height"] > 3 * MM})
    widths = [b - a for a, b in zip(places[::2], places[1::2], strict=True)]
    assert widths == pytest.approx([23.0] * len(widths), abs=0.01)
    assert len(widths) == 7
    assert max(widths) + 2 <= side + 0.01


def test_board_letters_stand_below_and_above_numbers_left_and_right(kit):
    page = pages_of(kit["board"].data)[0]
    board = squares(page)
    found = [w for w in page.extract_words() if len(w["text"]) == 1 and w["bottom"] < 270 * MM]
    for n, letter in enumerate("abcdefg"):
        places = [middle(w)[0] for w in found if w["text"] == letter]
        assert places == pytest.approx([sum(board[n]) / 2] * 2, abs=0.3)
    for row in "1234567":
        places = sorted(middle(w)[0] for w in found if w["text"] == row)
        assert len(places) == 2
        assert places[0] < board[0][0]
        assert places[1] > board[-1][1]


START = {"d4": "K", **dict.fromkeys(["c4", "e4", "d3", "d5"], "D"),
         **dict.fromkeys(["d1", "d2", "a4", "b4", "f4", "g4", "d6", "d7"], "A")}  # fmt: skip


def test_the_role_map_shows_the_start(kit):
    page = pages_of(kit["role_map"].data)[0]
    board = squares(page)
    frame = next(rect for rect in page.rects if rect["height"] > 100 * MM and not rect["fill"])
    left, right, top, bottom = (frame[key] / MM for key in ("x0", "x1", "top", "bottom"))
    found = {}
    for word in page.extract_words():
        x, y = middle(word)
        if word["text"] in "KDA" and left < x < right and top < y < bottom:
            column = next(n for n, (a, b) in enumerate(board) if a < x < b)
            row = 7 - int((y - top) / (bottom - top) * 7)
            found["abcdefg"[column] + str(row)] = word["text"]
    assert found == START


# ---------------------------------------------------------------- pieces


def shapes(page) -> list[tuple[str, tuple[float, float]]]:
    """Return the outer shapes of the pieces' fronts: "K" diamonds, "D" circles, "A" squares, with their middles."""
    found = []
    for curve in page.curves:
        width, corners = (curve["x1"] - curve["x0"]) / MM, len(curve["pts"])
        if 17 < width < 18.5:
            found.append(("D" if corners > 5 else "K", middle(curve)))
    found += [("A", middle(rect)) for rect in page.rects if 14.5 < (rect["x1"] - rect["x0"]) / MM < 16]
    return found


def back_middles(page, number: int) -> list[tuple[float, float]]:
    """Return the middles of `number` backs: each is the middle of 25 circles that stand together."""
    circles = [(c["x0"] / MM, c["top"] / MM, c["x1"] / MM, c["bottom"] / MM) for c in page.curves]
    assert len(circles) == 25 * number
    groups = [circles[n : n + 25] for n in range(0, len(circles), 25)]
    return [
        ((min(c[0] for c in g) + max(c[2] for c in g)) / 2, (min(c[1] for c in g) + max(c[3] for c in g)) / 2)
        for g in groups
    ]


def test_a_set_is_one_k_four_d_and_eight_a():
    for copies in (1, 5):
        pages = pages_of(build("pieces", copies=copies).data)
        seen = Counter(name for page in pages for name, _ in shapes(page))
        assert seen == {"K": copies, "D": 4 * copies, "A": 8 * copies}
        letters = Counter(c["text"] for page in pages for c in page.chars if c["text"] in "KDA" and 17 < c["size"] < 21)
        assert letters == {"K": 2 * copies, "D": 8 * copies, "A": 16 * copies}


def test_each_letter_and_set_mark_reads_from_both_seats():
    page = pages_of(build("pieces", copies=3).data)[0]
    for text in ("K", "D", "A", "2"):
        found = [c for c in page.chars if c["text"] == text and (c["size"] > 17 or c["size"] < 7)]
        upright = [c for c in found if c["matrix"][0] > 0]
        assert len(upright) * 2 == len(found) > 0


def test_no_shape_comes_near_the_cut():
    """A cut that is 2 mm off leaves every piece whole: the tips of K's diamond too, whatever its width of 23 mm holds."""
    (page,) = pages_of(build("pieces").data)
    half = {"K": 0.43 * 21.0, "D": 0.34 * 26.0, "A": 0.3 * 25.0}
    for name, (x, y) in shapes(page):
        near = [c for c in (*page.curves, *page.rects) if abs(middle(c)[0] - x) < 0.1 and abs(middle(c)[1] - y) < 0.1]
        reach = max((c["x1"] - c["x0"]) / 2 / MM for c in near)
        assert reach == pytest.approx(half[name], abs=0.05)
        assert 11.5 - reach >= 2.4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", ["handout", "rules", "diagrams", "role_map", "practice"])
def test_letters_on_pieces_have_seven_points(sheet, paper):
    for page in pages_of(build(sheet, paper=paper).data):
        letters = [c["size"] for c in page.chars if c["text"] in "KDA" and "Semibold" in c["fontname"]]
        assert letters and min(letters) >= 7.0


@pytest.mark.parametrize("guides", ["lines", "marks", "none"])
@pytest.mark.parametrize("gap", [0, 3, 6])
def test_guides_and_gaps(guides, gap):
    page = pages_of(build("pieces", options={"guides": guides, "gap": str(gap)}).data)[0]
    xs = sorted({round(x, 2) for name, (x, _) in shapes(page)})
    assert min(b - a for a, b in pairwise(xs)) == pytest.approx(23 + gap, abs=0.01)
    upright = {round(line["x0"] / MM, 2) for line in page.lines if line["width"] == 0 and line["top"] > 30 * MM
               and line["height"] > 3 * MM and line["bottom"] < 270 * MM}  # fmt: skip
    edges = {round(x + side * 11.5, 2) for x in xs for side in (-1, 1)}
    assert upright == (set() if guides == "none" else edges)


def wide_shelf(folder: Path) -> Shelf:
    """Return a shelf with a kit whose pieces lie on a lying page, nine to a page: the second page is short."""
    layout = (ROOT / "layouts/tafl.yaml").read_text("utf-8")
    layout = layout.replace("kit: tafl\nnumber: 2", "kit: wide\ngame: tafl\nnumber: 30")
    layout = layout.replace("- cutouts: {fits: board, spare: 2mm}", "- cutouts: {grid: 9x1}")
    (folder / "layouts").mkdir()
    (folder / "layouts/wide.yaml").write_text(layout, "utf-8")
    (folder / "rules_text/wide").mkdir(parents=True)
    for name in ("en.md", "es.md", "numbers_allowed.yaml"):
        shutil.copy(ROOT / "rules_text/tafl" / name, folder / "rules_text/wide" / name)
    return Shelf((folder,))


DUPLEX = [(kit, flip, paper) for kit in ("tafl", "wide") for flip in ("long", "short") for paper in PAPERS]


@pytest.mark.parametrize(("kit", "flip", "paper"), DUPLEX, ids=["-".join(case) for case in DUPLEX])
def test_backs_lie_behind_their_fronts(kit, flip, paper, tmp_path):
    """Seen from behind, sheets turned over the long edge are mirrored across when upright, down when lying."""
    shelf = wide_shelf(tmp_path) if kit == "wide" else Shelf()
    options = {"backs": "duplex", "flip": flip, "gap": "3"}
    pages = pages_of(build("pieces", shelf, kit, options=options, paper=paper).data)
    short, long = PAPERS[paper]
    width, height = (long, short) if kit == "wide" else (short, long)
    assert [(round(p.width / MM, 1), round(p.height / MM, 1)) for p in pages] == [(width, height)] * len(pages)
    counts = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        there = [point for _, point in shapes(front)]
        across = (flip == "long") == (height > width)
        expected = in_order((width - x, y) if across else (x, height - y) for x, y in there)
        for a, b in zip(expected, in_order(back_middles(back, len(there))), strict=True):
            assert a == pytest.approx(b, abs=0.01)
        counts.append(len(there))
    assert counts == ([9, 4] if kit == "wide" else [13])


def test_backs_on_sheets_of_their_own_are_mirrored_for_sticking():
    front, back = pages_of(build("pieces", options={"backs": "separate", "flip": "short"}).data)
    expected = in_order((210 - x, y) for _, (x, y) in shapes(front))
    for a, b in zip(expected, in_order(back_middles(back, 13)), strict=True):
        assert a == pytest.approx(b, abs=0.01)


def test_a_folded_back_stands_above_its_front():
    (page,) = pages_of(build("pieces", options={"backs": "fold"}).data)
    fronts = shapes(page)
    small = [c for c in page.curves if (c["x1"] - c["x0"]) / MM < 4]
    assert len(small) == 25 * 13
    for _, (x, y) in fronts:
        behind = [c for c in small if abs(middle(c)[0] - x) < 11.5 and y - 34.5 < middle(c)[1] < y - 11.5]
        assert len(behind) == 25
        assert sum(middle(c)[1] for c in behind) / 25 == pytest.approx(y - 23, abs=0.01)


def test_a_printers_offset_moves_its_backs_alone():
    plain, moved = (
        pages_of(build("pieces", options={"backs": "duplex"}, offset=offset).data) for offset in ((0, 0), (0.5, -1.0))
    )
    assert shapes(plain[0]) == shapes(moved[0])
    for (x, y), (u, v) in zip(back_middles(plain[1], 13), back_middles(moved[1], 13), strict=True):
        assert (u - x, v - y) == pytest.approx((0.5, -1.0), abs=0.01)


def test_sets_share_a_page_and_bear_their_numbers():
    pages = pages_of(build("pieces", copies=14).data)
    assert [len(shapes(page)) // 13 for page in pages] == [4, 4, 4, 2]
    marks = Counter(c["text"] for page in pages for c in page.chars if c["size"] < 7)
    assert marks["7"] == 26  # 13 pieces, for two seats
    assert "Sets 13–14" in pages[3].extract_text()


# ---------------------------------------------------------------- planted faults


def spoilt_shelf(folder: Path, old: str, new: str) -> Shelf:
    """Return a shelf whose records of tafl differ from the real ones in one place."""
    (folder / "layouts").mkdir()
    shutil.copy(ROOT / "layouts/tafl.yaml", folder / "layouts/tafl.yaml")
    shutil.copytree(ROOT / "rules_text/tafl", folder / "rules_text/tafl")
    file = folder / "rules_text/tafl/records/figures.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    return Shelf((folder,))


RECORDS = {
    "a capture that does not happen": ("moves: g3-e3", "moves: g3-e3xd3", "diagrams", "figures.yaml:"),
    "a piece too many in a set-up": ("..A.A../......./..D..../...K...", "AAAAAAA/A....A./..D..../...K...",
                                     "diagrams", "figures.yaml:"),
    "K on an edge at the start": ("..A.A../......./..D..../...K...", "..AKA../......./..D..../.......",
                                  "diagrams", "figures.yaml:"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sheet", "place"), RECORDS.values(), ids=list(RECORDS))
def test_a_spoilt_record_stops_the_build(old, new, sheet, place, tmp_path):
    with pytest.raises((RecordError, SpecError), match=place):
        build(sheet, spoilt_shelf(tmp_path, old, new))


def test_a_piece_larger_than_its_square_is_refused(monkeypatch):
    monkeypatch.setattr(parts, "SIZE", 24.0)
    with pytest.raises(DoesNotFit, match=r"part K is 24 x 24 mm; the cells of sheet board are 25 mm at least, 2mm"):
        build("pieces")


def test_a_piece_printed_larger_than_the_data_says_is_refused(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(slots, "_check_room", lambda *_: None)
        patch.setattr(parts, "SIZE", 25.5)
        data = build("pieces").data
    with pytest.raises(ProofFailed, match=r"page 1, part K: it measures 25\.5 x 25\.5 mm, not 23 x 23"):
        prove(data, words)


def spoil(monkeypatch, name: str, change):
    """Replace a function of the slots room by one that `change` makes of it."""
    monkeypatch.setattr(slots, name, change(getattr(slots, name)))


def test_backs_shifted_by_one_slot_are_refused(monkeypatch):
    def change(place):
        return lambda easel, placed, at, bleeds, **more: place(easel, placed, (at[0] + 26, at[1]), bleeds, **more)

    spoil(monkeypatch, "_place_back", change)
    with pytest.raises(ProofFailed, match=r"the back of part K in slot 0 lies at .* its front asks for"):
        build("pieces", options={"backs": "duplex"})


def test_backs_shifted_by_a_hundredth_of_an_inch_are_refused(monkeypatch):
    def change(place):
        return lambda easel, placed, at, bleeds, **more: place(easel, placed, (at[0] + 0.25, at[1]), bleeds, **more)

    spoil(monkeypatch, "_place_back", change)
    with pytest.raises(ProofFailed, match="part K in slot 0"):
        build("pieces", options={"backs": "duplex"})


def test_a_back_drawn_beside_its_box_is_refused(monkeypatch):
    real = parts.draw_back

    def moved(part, desk):
        drawing = real(part, desk)
        marks = tuple(slots.moved(mark, 0.05, 0.0) for mark in drawing.marks)
        return type(drawing)(marks, drawing.width, drawing.height, drawing.grid)

    monkeypatch.setattr(parts, "draw_back", moved)
    with pytest.raises(ProofFailed, match=r"part K: its back lies 0\.05, 0\.00 mm off the middle"):
        build("pieces", options={"backs": "duplex"})


def test_backs_mirrored_for_the_wrong_edge_are_refused(monkeypatch):
    spoil(monkeypatch, "is_mirrored", lambda real: lambda paper, flip: real(paper, {"long": "short"}[flip]))
    with pytest.raises(ProofFailed, match="the back of part A in slot 12"):
        build("pieces", options={"backs": "duplex"})


def test_a_piece_too_many_on_the_page_is_refused(monkeypatch):
    spoil(monkeypatch, "wanted_parts", lambda real: lambda *given: [*real(*given), real(*given)[-1]])
    with pytest.raises(ProofFailed, match="part A: printed 9 times; a set has 8"):
        build("pieces")


def test_a_piece_with_the_letter_of_another_is_refused(monkeypatch):
    real = parts._both_ways
    monkeypatch.setattr(parts, "_both_ways", lambda text, *more: real("A" if text == "D" else text, *more))
    with pytest.raises(ProofFailed, match="a round bears the letter 'A'"):
        build("pieces")


def test_a_piece_that_reads_from_one_seat_only_is_refused(monkeypatch):
    real = parts._both_ways
    monkeypatch.setattr(parts, "_both_ways", lambda *given: list(real(*given))[:1])
    with pytest.raises(ProofFailed, match="1 strings where a letter for each seat should be"):
        build("pieces")


def test_a_set_mark_of_another_set_is_refused(monkeypatch):
    real = parts._both_ways
    monkeypatch.setattr(parts, "_both_ways", lambda text, *more: real("3" if text == "2" else text, *more))
    with pytest.raises(ProofFailed, match="it shows piece A, set 3; the data says piece A, set 2"):
        build("pieces", copies=2)


GUIDES = {
    "along no edge": (Line((60.0, 40.0), (60.0, 45.0), 0.18), "along no part"),
    "over a piece": (Line((14.0, 50.0), (40.0, 50.0), 0.18), "runs over a part"),
}


@pytest.mark.parametrize(("line", "refusal"), GUIDES.values(), ids=list(GUIDES))
def test_a_cut_guide_where_nothing_ends_is_refused(monkeypatch, line, refusal):
    real = slots.guides.cut_guides
    monkeypatch.setattr(slots.guides, "cut_guides", lambda *given: [*real(*given), line])
    with pytest.raises(ProofFailed, match=refusal):
        build("pieces")


def test_a_missing_cut_guide_is_refused(monkeypatch):
    real = slots.guides.cut_guides

    def without_the_first(*given):
        marks = real(*given)
        first = min(mark.a[0] for mark in marks if mark.a[0] == mark.b[0])
        return [mark for mark in marks if not mark.a[0] == mark.b[0] == first]

    monkeypatch.setattr(slots.guides, "cut_guides", without_the_first)
    with pytest.raises(ProofFailed, match="no upright cut guide at"):
        build("pieces")


def test_a_practice_question_with_two_answers_is_refused(monkeypatch, setup):
    options = GAME.settle({"start": setup("K d4, A d3 d5")})  # K reaches the edge to the left and to the right
    monkeypatch.setattr(practice, "make", lambda *_: Question("escape_1", 1, options, "", 0, "d4-a4"))
    with pytest.raises(ClaimFailed, match=r"escape_1 question .* has the answers \['d4-a4', 'd4-g4'\], not one"):
        build("practice", seed=4711)

"""The figures' records, what each figure shows, where its marks stand, and what is said of it in words."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from kitgen.errors import ClaimFailed, SpecError
from kitgen.games.tafl import GAME, diagram
from kitgen.marks import Disc, Line, Polygon, Text
from kitgen.play.record import read_records
from kitgen.play.replay import Refused, replay_record
from kitgen.play.words import missing, read_words, unlike
from kitgen.source import read_yaml
from kitgen.units import pt

SHELF = Path(__file__).parents[3] / "rules_text"
SOURCE = (SHELF / "tafl/records/figures.yaml").read_text(encoding="utf-8")


def read(text: str):
    records = read_records(read_yaml(text, "figures.yaml"), "tafl")
    return {name: replay_record(GAME, record) for name, record in records.items()}


REPLAYED = read(SOURCE)


def words_of(lang: str):
    house = read_words(read_yaml((SHELF / f"_house/words.{lang}.yaml").read_text(encoding="utf-8"), "house"), lang)
    text = (SHELF / f"tafl/words.{lang}.yaml").read_text(encoding="utf-8")
    return read_words(read_yaml(text, f"words.{lang}.yaml"), lang, house)


WORDS = {lang: words_of(lang) for lang in ("en", "es")}


def last_view(name: str, style: str = "last"):
    replayed = REPLAYED[name]
    return diagram.view(replayed, len(replayed.steps) - 1, style, {})


# ---------------------------------------------------------------- records


def test_every_figure_of_the_rules_is_there():
    assert set(REPLAYED) == {"empty", "start", "capture", "gap", "king_taken", "edge_escape", "moving_in_between"}
    assert {name: r.last.effects.get("captured") for name, r in REPLAYED.items()} == {
        "empty": None,
        "start": None,
        "capture": ["c3"],
        "gap": [],
        "king_taken": ["c3"],
        "edge_escape": [],
        "moving_in_between": [],
    }


PLANTED = {
    "a capture that does not happen": ("g3-e3", "g3-e3xd3", Refused),
    "a claim of it": ("captured: []", "captured: [d3]", ClaimFailed),
    "a piece too many": ("..A.A../......./..D..", ".AA.A../AAAAA../.AD..", SpecError),
    "K on the edge at the start": ("...K.../....A../......./.......", "......./....A../......./...K...", SpecError),
    "a defender for an attacker": (".AD..A.", ".DD..A.", Refused),
}


@pytest.mark.parametrize(("old", "new", "refusal"), PLANTED.values(), ids=list(PLANTED))
def test_planted_faults_are_refused(old, new, refusal):
    assert old in SOURCE
    with pytest.raises(refusal):
        read(SOURCE.replace(old, new))


# ---------------------------------------------------------------- views


def test_the_start_as_a_view():
    view = last_view("start", "position")
    assert view.columns == tuple("abcdefg")
    assert view.rows == ("7", "6", "5", "4", "3", "2", "1")
    assert view.cells["d4"] == ("piece K",)
    assert {square for square, tokens in view.cells.items() if tokens == ("piece D",)} == {"d3", "c4", "e4", "d5"}
    assert sum(tokens == ("piece A",) for tokens in view.cells.values()) == 8
    assert view.notes == ("to move king",)
    assert view == last_view("start")


def test_the_capture_as_a_view():
    view = last_view("capture")
    assert dict(view.cells) == {
        "b3": ("piece A",),
        "c3": ("taken D",),
        "d3": ("piece A", "ring"),
        "f3": ("from",),
    }
    assert view.notes == ()  # no K, no game
    assert dict(last_view("capture", "position").cells) == {"b3": ("piece A",), "d3": ("piece A",)}


def test_the_other_figures_as_views():
    assert last_view("king_taken").cells["c3"] == ("taken K",)
    assert last_view("edge_escape").cells["d1"] == ("piece K", "ring")
    assert last_view("edge_escape").notes == ()
    assert last_view("moving_in_between").notes == ("to move attackers",)
    assert not any("taken" in token for tokens in last_view("gap").cells.values() for token in tokens)


def test_letters_of_a_question():
    view = diagram.view(REPLAYED["start"], 0, "position", {"letters": {"a": "c3", "b": "d4"}})
    assert view.cells["c3"] == ("letter a",)
    assert view.cells["d4"] == ("letter b", "piece K")


# ---------------------------------------------------------------- drawings


def centre(drawing, square: str) -> tuple[float, float]:
    x, y, wide, high = drawing.grid
    column, row = "abcdefg".index(square[0]), int(square[1])
    return x + (column + 0.5) * wide / 7, y + (7 - row + 0.5) * high / 7


def near(a, b) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) < 0.001


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
@pytest.mark.parametrize("cell", [7.0, 12.0, 25.0])
def test_each_piece_stands_on_its_square_in_its_shape(inks, cell):
    drawing = diagram.draw(last_view("start"), cell, True, inks)
    letters = [mark for mark in drawing.marks if isinstance(mark, Text) and mark.string in "KDA"]
    assert sorted(mark.string for mark in letters) == sorted("K" + 4 * "D" + 8 * "A")
    for square, shape, count in (("d4", Polygon, 2), ("d3", Disc, 1), ("d1", Polygon, 1)):
        at = centre(drawing, square)
        shapes = [m for m in drawing.marks if isinstance(m, shape) and near(middle(m), at) and span(m) < cell]
        assert len(shapes) == count
    # a diamond has corners straight above and beside its middle, a square has none
    diamond = next(
        m for m in drawing.marks if isinstance(m, Polygon) and near(middle(m), centre(drawing, "d4")) and span(m) < cell
    )
    assert {round(p[0] - centre(drawing, "d4")[0], 3) == 0 for p in diamond.points} == {True, False}


def middle(mark) -> tuple[float, float]:
    if isinstance(mark, Disc):
        return mark.centre
    xs, ys = zip(*mark.points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def span(mark) -> float:
    if isinstance(mark, Disc):
        return 2 * mark.radius
    return max(p[0] for p in mark.points) - min(p[0] for p in mark.points)


def test_low_ink_and_grey_are_drawings_of_their_own():
    filled = {
        inks: sum(
            isinstance(m, Polygon) and m.fill == "ink" for m in diagram.draw(last_view("start"), 9, True, inks).marks
        )
        for inks in ("colour", "grey", "low")
    }
    assert filled == {"colour": 8, "grey": 8, "low": 0}


@pytest.mark.parametrize("name", list(REPLAYED))
@pytest.mark.parametrize("labels", [True, False])
def test_size_and_frame_agree_and_nothing_leaves_the_figure(name, labels):
    view, cell = last_view(name), 8.0
    frame, drawing = diagram.frame(view, labels), diagram.draw(view, cell, labels, "colour")
    assert drawing.width == pytest.approx(frame.left + 7 * cell + frame.right)
    assert drawing.height == pytest.approx(frame.top + 7 * cell + frame.bottom)
    assert drawing.grid == (frame.left, frame.top, 7 * cell, 7 * cell)
    for mark in drawing.marks:
        points = mark.points if isinstance(mark, Polygon) else (mark.a, mark.b) if isinstance(mark, Line) else ()
        if isinstance(mark, Disc):
            points = tuple((mark.centre[0] + s * mark.radius, mark.centre[1] + s * mark.radius) for s in (-1, 1))
        assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in points)


def test_labels_stand_on_all_four_sides():
    drawing = diagram.draw(last_view("gap"), 9.0, True, "colour")
    x, y, wide, high = drawing.grid
    texts = [mark for mark in drawing.marks if isinstance(mark, Text) and mark.ink == "mid"]
    for n, letter in enumerate("abcdefg"):
        found = sorted(mark.at[1] for mark in texts if mark.string == letter)
        assert len(found) == 2 and found[0] < y and found[1] > y + high
        assert {round(mark.at[0] - x - (n + 0.5) * wide / 7, 6) for mark in texts if mark.string == letter} == {0}
    for number in "1234567":
        found = sorted(mark.at[0] for mark in texts if mark.string == number)
        assert len(found) == 2 and found[0] < x and found[1] > x + wide
    heights = {mark.string: mark.at[1] for mark in texts if mark.string in "17"}
    assert heights["7"] < heights["1"]  # row 7 on top


def test_the_arrow_points_from_the_ring_to_the_piece():
    drawing = diagram.draw(last_view("capture"), 10.0, True, "colour")
    start, end = centre(drawing, "f3"), centre(drawing, "d3")
    head = next(m for m in drawing.marks if isinstance(m, Polygon) and len(m.points) == 3)
    shaft = next(m for m in drawing.marks if isinstance(m, Line) and m.a[1] == m.b[1] == start[1])
    assert shaft.a[0] < start[0] and shaft.b[0] > end[0]
    assert head.points[0][0] == min(p[0] for p in head.points) > end[0]
    rings = [m for m in drawing.marks if isinstance(m, Disc) and m.fill is None]
    assert {round(m.centre[0], 6) for m in rings} == {round(start[0], 6), round(end[0], 6)}


def test_a_taken_piece_is_dashed_and_crossed():
    drawing = diagram.draw(last_view("king_taken"), 10.0, True, "colour")
    at = centre(drawing, "c3")
    dashed = [m for m in drawing.marks if isinstance(m, Polygon) and m.dash]
    assert len(dashed) == 1 and near(middle(dashed[0]), at)
    cross = [m for m in drawing.marks if isinstance(m, Line) and m.ink == "accent"]
    assert len(cross) == 4
    assert all(hypot(m.a[0] - at[0], m.a[1] - at[1]) > 2.0 for m in cross)  # the letter stays free


@pytest.mark.parametrize("cell", [6.0, 8.5, 25.0])
@pytest.mark.parametrize("inks", ["colour", "low"])
def test_no_stroke_is_thinner_than_prints_well(cell, inks):
    for name in REPLAYED:
        for mark in diagram.draw(last_view(name), cell, True, inks).marks:
            if isinstance(mark, Line) or (isinstance(mark, Disc | Polygon) and mark.stroke):
                assert mark.width >= pt(0.5)
            if isinstance(mark, Text):
                assert mark.size >= 6.9


def test_symbols_of_sides_and_pieces():
    for side, letters in (("king", []), ("attackers", []), ("D", ["D"])):
        drawing = diagram.symbol(side, 12.0, "grey")
        assert (drawing.width, drawing.height) == (12.0, 12.0)
        assert [m.string for m in drawing.marks if isinstance(m, Text)] == letters


# ---------------------------------------------------------------- words


def test_both_languages_say_the_same_things():
    assert missing(WORDS["en"], WORDS["es"]) == missing(WORDS["es"], WORDS["en"]) == ()
    assert unlike(WORDS["en"], WORDS["es"]) == ()


def test_what_is_said_of_the_capture():
    said = diagram.describe(last_view("capture"), WORDS["en"])
    for part in ("Attackers A on b3, d3.", "from f3 to d3", "It took D c3."):
        assert part in said
    assert "D on" not in said.replace("Defender", "")
    assert diagram.captions(REPLAYED["capture"], 1, WORDS["en"]) == ("A slides f3–d3 and takes D c3.",)


def test_what_is_said_of_the_start_in_spanish():
    said = diagram.describe(last_view("start"), WORDS["es"])
    for part in (
        "K en d4.",
        "Defensores D en d3, c4, e4, d5.",
        "d1, d2, a4, b4, f4, g4, d6, d7",
        "Juega el bando de K.",
    ):
        assert part in said


def test_captions_tell_captures_the_last_slide_and_the_end():
    assert diagram.captions(REPLAYED["king_taken"], 3, WORDS["en"]) == (
        "A slides a3–b3 and takes K c3.",
        "K is taken: the attackers win.",
    )
    assert diagram.captions(REPLAYED["king_taken"], 2, WORDS["en"]) == ("D slides e5–c5 and takes nothing.",)
    assert diagram.captions(REPLAYED["edge_escape"], 1, WORDS["en"])[-1] == "K is on the edge: the K side wins."
    assert diagram.captions(REPLAYED["start"], 0, WORDS["en"]) == ()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_end_and_every_question_has_its_phrase(lang):
    from kitgen.games.tafl.practice import KINDS

    for end in ("escape_king", "king_taken_attackers", "no_slide_king", "no_slide_attackers", "forty_pairs_draw"):
        assert WORDS[lang].say(f"caption_{end}")
    for kind in (kind for kinds in KINDS.values() for kind in kinds):
        assert WORDS[lang].say(f"ask_{kind}", turns=2)
        assert WORDS[lang].say(f"answer_{kind}", answer="d4-d1") == "d4-d1"

"""Pictures: what a view holds, where its marks lie, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen.errors import DoesNotFit, SpecError
from kitgen.games.reversi import diagram
from kitgen.marks import Disc, Text
from kitgen.play.words import read_words
from kitgen.source import read_yaml

SHELF = Path(__file__).parents[3] / "rules_text"
LANGUAGES = ("en", "es")


def words_of(lang):
    def read(slug, behind=None):
        file = SHELF / slug / f"words.{lang}.yaml"
        return read_words(read_yaml(file.read_text(encoding="utf-8"), file.name), lang, behind)

    return read("reversi", read("_house"))


def discs_at(drawing, radius):
    return [m for m in drawing.marks if isinstance(m, Disc) and m.radius == pytest.approx(radius)]


# ------------------------------------------------------------------ views


def test_the_start_position(through):
    view = diagram.view(through(""), 0, "position", {})
    assert view.cells == {
        "d4": ("disc white",),
        "e4": ("disc black",),
        "d5": ("disc black",),
        "e5": ("disc white",),
    }
    assert (view.columns, view.rows, view.notes) == (tuple("abcdefgh"), tuple("12345678"), ("to move black",))


def test_a_numbered_game_shows_who_placed_each_disc_and_gives_the_transcript_back(rows, through):
    """The printed grid read by hand: numbers in order are the record again; colours are those of the players."""
    looked = 0
    for transcript, *_ in rows("real_games.tsv")[::10]:
        replayed = through(transcript)
        view = diagram.view(replayed, len(replayed.steps) - 1, "numbered", {})
        numbered = {}
        for name, tokens in view.cells.items():
            found = dict(token.split() for token in tokens)
            if "number" in found:
                numbered[int(found["number"])] = (name, found["disc"])
            else:
                assert name in ("d4", "e4", "d5", "e5")
        assert [numbered[n] for n in sorted(numbered)] == [(s.move, s.side) for s in replayed.steps[1:]]
        assert view.notes == ()
        looked += 1
    assert looked == 20


def test_figure_k_is_the_replay_of_k_moves(through):
    whole = through("f5d6c3d3c4f4")
    for k in range(7):
        part = through("".join(s.move for s in whole.steps[1 : k + 1]))
        for style in diagram.STYLES:
            if k or style != "before":
                assert diagram.view(whole, k, style, {}) == diagram.view(part, k, style, {})
    with pytest.raises(SpecError, match="before ply 0"):
        diagram.view(whole, 0, "before", {})


def test_a_board_to_play_on_has_small_marks_for_the_start_and_nobody_to_move(through):
    view = diagram.view(through("f5"), 0, "board", {})
    assert view.cells == {"d4": ("seat white",), "e4": ("seat black",), "d5": ("seat black",), "e5": ("seat white",)}
    assert view.notes == ()
    words = words_of("en")
    assert diagram.describe(view, words) == "8 by 8 board. Black begins on e4, d5. White begins on d4, e5."


def test_before_a_move_its_square_is_dotted_and_what_it_turns_is_ringed(through):
    view = diagram.view(through("f5d6c3"), 3, "before", {})
    assert view.cells["c3"] == ("dot",)
    assert {name for name, tokens in view.cells.items() if "flip" in tokens} == {"d4"}
    assert view.notes == ("to move black",)


def test_dots_rings_and_the_move_asked_about(through):
    view = diagram.view(through("f5d6"), 2, "last", {"dots": True})
    assert view.cells["d6"] == ("disc white", "ring")
    assert {name for name, tokens in view.cells.items() if "dot" in tokens} == {"c3", "c4", "c5", "c6", "c7"}
    view = diagram.view(through("f5d6"), 2, "position", {"move": "c5", "to_move": False})
    assert view.cells["c5"] == ("dot",)
    assert {name for name, tokens in view.cells.items() if "flip" in tokens} == {"d5"}
    assert view.notes == ()


def test_what_no_figure_can_show_is_refused(through):
    with pytest.raises(SpecError, match="dotz"):
        diagram.view(through("f5"), 1, "position", {"dotz": True})
    with pytest.raises(SpecError, match="not legal"):
        diagram.view(through("f5"), 1, "position", {"move": "a1"})


# ------------------------------------------------------------------ drawings


def test_c3_of_the_case_stands_in_the_upper_left_quarter_beside_the_label_3(through):
    view = diagram.view(through("f5d6c3"), 3, "numbered", {})
    drawing = diagram.draw(view, 8.0, True, "colour")
    x, y, width, height = drawing.grid
    number = next(m for m in drawing.marks if isinstance(m, Text) and m.string == "3" and m.weight == "semibold")
    label = next(m for m in drawing.marks if isinstance(m, Text) and m.string == "3" and m.weight == "regular")
    assert x < number.at[0] < x + width / 2 and y < number.at[1] < y + height / 2
    assert number.at[0] == pytest.approx(x + 2.5 * 8)
    centre = y + 2.5 * 8
    for text in (number, label):  # both rest on lines that centre their digits on the row
        assert abs(text.at[1] - centre) < 2
    assert label.at[0] < x


def test_sizes_are_those_of_the_house(through):
    drawing = diagram.draw(diagram.view(through(""), 0, "position", {}), 10.0, True, "colour")
    discs = discs_at(drawing, 3.4)
    assert len(discs) == 4
    assert {round(d.width, 6) for d in discs} == {0.45}
    assert sorted(d.fill for d in discs) == ["ink", "ink", "white", "white"]
    assert drawing.grid[2:] == (80.0, 80.0)


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_sides_are_told_apart_and_everything_keeps_inside(through, inks):
    view = diagram.view(through("f5d6c3"), 3, "last", {"dots": True, "move": "d3"})
    drawing = diagram.draw(view, 6.0, True, inks)
    fills = {m.fill for m in drawing.marks if isinstance(m, Disc) and m.width == pytest.approx(0.27)}
    assert fills == {"ink", "white"}
    for mark in drawing.marks:
        if isinstance(mark, Disc):
            assert mark.centre[0] - mark.radius >= 0 and mark.centre[0] + mark.radius <= drawing.width + 1e-9
    if inks != "colour":
        assert all(
            getattr(m, "fill", None) != "accent" and getattr(m, "stroke", None) != "accent" for m in drawing.marks
        )


def test_low_ink_fills_less(through):
    view = diagram.view(through(""), 0, "position", {})

    def inked(inks):
        marks = diagram.draw(view, 10.0, False, inks).marks
        return sum(m.radius**2 for m in marks if isinstance(m, Disc) and m.fill == "ink")

    assert inked("low") < 0.6 * inked("colour")


def test_numbers_that_would_be_too_small_are_refused(through):
    view = diagram.view(through("f5"), 1, "numbered", {})
    with pytest.raises(DoesNotFit):
        diagram.draw(view, 5.0, True, "colour")
    frame = diagram.frame(view, True)
    drawing = diagram.draw(view, 5.5, True, "colour")
    assert drawing.width == pytest.approx(frame.left + 8 * 5.5 + frame.right)
    assert drawing.height == pytest.approx(frame.top + 8 * 5.5 + frame.bottom)


# ------------------------------------------------------------------ words


def test_a_position_in_words(through):
    view = diagram.view(through("f5d6"), 2, "last", {})
    assert diagram.describe(view, words_of("en")) == (
        "8 by 8 board. Black: e4, e5, f5. White: d4, d5, d6. Last disc: d6. Black to move."
    )
    assert diagram.describe(view, words_of("es")) == (
        "Tablero de 8 por 8. Negro: e4, e5, f5. Blanco: d4, d5, d6. Última ficha: d6. Juega Negro."
    )
    numbered = diagram.view(through("f5d6"), 2, "numbered", {})
    assert "f5 (move 1)" in diagram.describe(numbered, words_of("en"))


def test_captions_name_passes_and_all_three_counts(through, rows):
    real = next(row[0] for row in rows("real_games.tsv") if "WTH_2011.wtb record 1362 " in row[3])
    replayed = through(real)
    assert diagram.captions(replayed, 58, words_of("en")) == ()
    assert diagram.captions(replayed, 59, words_of("es")) == (
        "Negro 34, Blanco 29, 1 vacía",
        "Recuento de torneo: 35–29",
        "Con las vacías a medias: 34,5–29,5",
    )
    assert diagram.captions(replayed, 59, words_of("en"))[2].endswith("34.5–29.5")
    passing = next(row[0] for row in rows("real_games.tsv") if "passes=15:O,58:O,59:O" in row[3])
    assert diagram.captions(through(passing), 60, words_of("en")) == (
        "(White passes) after 15, 58, 59",
        "Black 57, White 7",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_can_be_asked(lang):
    words = words_of(lang)
    for kind in ("playable", "flips", "turn", "count", "win", "corner", "shut"):
        assert words.say(f"ask_{kind}", move="f5", corner="a1")
        assert words.say(f"answer_{kind}", answer="f5") == "f5"


def test_both_languages_have_the_same_keys():
    assert words_of("en").own().keys() == words_of("es").own().keys()


def test_the_trademark_is_in_no_word_of_the_sheets():
    for lang in LANGUAGES:
        assert not any("othello" in phrase.lower() for phrase in words_of(lang).phrases())

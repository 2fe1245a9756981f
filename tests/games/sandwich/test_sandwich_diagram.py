"""Sandwich's pictures: what a step shows, token by token; how it is drawn, against look.md; how it is told in words."""

from math import dist

import pytest

from kitgen.errors import DoesNotFit, SpecError
from kitgen.games.sandwich import GAME, diagram
from kitgen.marks import Disc, Line, Polygon, Text
from kitgen.play.replay import play
from kitgen.play.words import read_words
from kitgen.shelf import Shelf
from kitgen.units import MM_PER_POINT

MOVES = "D6 B3 E2 E6 D7 B4 B5 F2 C3 D2"  # games.md: 2 kills C4, 10 kills E2 and C3; A 8, B 4, dead 3


def replay(moves=MOVES, **options):
    return play(GAME, GAME.settle(options), [(1, move) for move in moves.split()])


def show(ply=10, style="numbered", moves=MOVES, extra=None, **options):
    return diagram.view(replay(moves, **options), ply, style, extra or {})


def words(lang="en"):
    behind = read_words(Shelf().words("_house", lang), lang)
    return read_words(Shelf().words("sandwich", lang), lang, behind)


# ---------------------------------------------------------------- what is shown


def test_an_opening():
    view = show(0, "position")
    assert (view.columns, view.rows) == (tuple("ABCDEFG"), tuple("1234567"))
    assert view.cells == {
        "D3": ("mark A",), "D4": ("mark A",), "D5": ("mark A",), "C4": ("mark B",), "E4": ("mark B",),
    }  # fmt: skip
    assert (view.cut, view.notes) == (frozenset(), ())


def test_a_numbered_figure():
    assert show().cells == {
        "D3": ("mark A",), "D4": ("mark A",), "D5": ("mark A",), "E4": ("mark B",),
        "C4": ("killer 2", "mark B", "slash"),
        "D6": ("mark B", "number 1"), "B3": ("mark A", "number 2"), "E6": ("mark A", "number 4"),
        "D7": ("mark B", "number 5"), "B4": ("mark A", "number 6"), "B5": ("mark B", "number 7"),
        "F2": ("mark A", "number 8"), "D2": ("mark A", "number 10"),
        "E2": ("killer 10", "mark B", "number 3", "slash"), "C3": ("killer 10", "mark B", "number 9", "slash"),
    }  # fmt: skip


def test_a_position_has_no_numbers_and_an_earlier_ply_less():
    assert show(2, "position").cells == {
        "D3": ("mark A",), "D4": ("mark A",), "D5": ("mark A",), "E4": ("mark B",), "C4": ("mark B", "slash"),
        "D6": ("mark B",), "B3": ("mark A",),
    }  # fmt: skip


def test_the_last_move_has_a_ring():
    view = show(10, "last")
    assert view.cells["D2"] == ("mark A", "ring") and view.cells["C3"] == ("mark B", "slash")
    assert [name for name, tokens in view.cells.items() if "ring" in tokens] == ["D2"]


def test_a_dead_cell_of_a_start_is_a_bare_slash():
    assert show(0, "numbered", "", start="AxB../...../...../...../.....").cells["B1"] == ("slash",)


def test_fill_and_count_leaves_nothing_and_a_new_mark_has_its_own_number():
    view = show(2, "numbered", "E1 D1", start="..AB./...../...../...../.....", first="A", fill_and_count=True)
    assert view.cells == {"C1": ("mark A",), "E1": ("mark A", "number 1"), "D1": ("mark B", "number 2")}
    assert "D3" not in show(1, "numbered", "C2", fill_and_count=True).cells


def test_a_window_shows_the_part_in_use_and_names_the_sides_that_are_cut():
    view = show(extra={"window": True})
    assert (view.columns, view.rows) == (tuple("BCDEF"), tuple("234567"))
    assert view.cut == {"left", "right", "top"}
    assert view.cells == show().cells


def test_a_part_that_is_too_large_is_shown_whole():
    assert show(2, moves="A1 G1", extra={"window": True}).cut == frozenset()
    assert show(1, moves="A1", extra={"window": True}).columns == tuple("ABCDE")


def test_letters_and_the_side_to_move():
    view = show(2, "position", extra={"letters": {"C2": "a", "F4": "b"}, "to_move": True})
    assert (view.cells["C2"], view.cells["F4"], view.notes) == (("letter a",), ("letter b",), ("to move B",))


@pytest.mark.parametrize("extra", [{"letters": {"D4": "a"}}, {"letters": {"H1": "a"}}, {"letter": {}}, {"windows": 1}])
def test_what_cannot_be_shown_is_refused(extra):
    with pytest.raises(SpecError):
        show(extra=extra)


# ---------------------------------------------------------------- how it is drawn

CELL = 6.3


def marks_of(view, cell=CELL, labels=True, inks="colour"):
    drawing = diagram.draw(view, cell, labels, inks)
    return drawing, [m for kind in (Line, Polygon, Disc, Text) for m in drawing.marks if isinstance(m, kind)]


def centre(drawing, view, name, cell=CELL):
    x, y, _, _ = drawing.grid
    return x + (view.columns.index(name[0]) + 0.5) * cell, y + (view.rows.index(name[1:]) + 0.5) * cell


def near(a, b):
    return dist(a, b) < 1e-6


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_marks_are_discs_a_filled_and_b_hollow(inks):
    """look.md: radius 0.34 of the cell, outline 0.045; in low ink A is smaller and still filled."""
    view = show(0, "position")
    drawing, marks = marks_of(view, inks=inks)
    discs = [m for m in marks if isinstance(m, Disc)]
    assert len(discs) == 5
    for name, (token,) in view.cells.items():
        (disc,) = [d for d in discs if near(d.centre, centre(drawing, view, name))]
        assert disc.width == pytest.approx(0.045 * CELL) and disc.stroke == "ink"
        assert disc.fill == ("ink" if token == "mark A" else "white")
        if (inks, token) != ("low", "mark A"):
            assert disc.radius == pytest.approx(0.34 * CELL)
        else:
            assert disc.radius < 0.3 * CELL


@pytest.mark.parametrize(("inks", "role"), [("colour", "accent"), ("grey", "ink"), ("low", "ink")])
def test_slashes_and_killers_take_the_accent_in_colour_alone(inks, role):
    _, marks = marks_of(show(), inks=inks)
    slashes = [m for m in marks if isinstance(m, Line) and abs(m.a[0] - m.b[0]) > 1e-6 and abs(m.a[1] - m.b[1]) > 1e-6]
    killers = [m for m in marks if isinstance(m, Disc) and m.radius < 0.21 * CELL]
    assert {m.ink for m in slashes} == {"white", role} and {m.fill for m in killers} == {role}
    assert len(killers) == 3
    assert len(slashes) == 2 * (1 + 2 + 2)  # C4 whole, E2 and C3 in two pieces, each on its white halo
    assert any(m.ink == "accent" for m in marks if isinstance(m, Text | Line)) == (inks == "colour")


def ink_box(text, digits):
    """Return the box of a number's digits in Source Sans Pro Semibold (advance 0.513, height 0.636, margins 0.018)."""
    size = text.size * MM_PER_POINT
    half = (digits * 0.513 / 2 - 0.018) * size
    return text.at[0] - half, text.at[1] - 0.636 * size, text.at[0] + half, text.at[1]


CASES = [(cell, inks) for cell in (5.7, 6.3, 9.0, 14.0) for inks in ("colour", "low")]


def bold_texts(marks, middle, cell):
    return [m for m in marks if isinstance(m, Text) and m.weight == "semibold" and dist(m.at, middle) < 0.3 * cell]


@pytest.mark.parametrize(("cell", "inks"), CASES)
def test_numbers_are_centred_legible_and_inside_their_marks(cell, inks):
    view = show()
    drawing, marks = marks_of(view, cell, inks=inks)
    numbered = {name: tokens[-1].split()[1] for name, tokens in view.cells.items() if "number" in tokens[-1]}
    numbered |= {name: tokens[-2].split()[1] for name, tokens in view.cells.items() if "number" in tokens[-2:][0]}
    assert len(numbered) == 10
    for name, number in numbered.items():
        middle = centre(drawing, view, name, cell)
        (text,) = [t for t in bold_texts(marks, middle, cell) if abs(t.at[0] - middle[0]) < 1e-6]
        (disc,) = [m for m in marks if isinstance(m, Disc) and near(m.centre, middle)]
        left, top, _, bottom = ink_box(text, len(number))
        assert text.string == number and text.size >= 7
        assert (top + bottom) / 2 == pytest.approx(middle[1])
        assert text.ink == ("white" if disc.fill == "ink" else "ink")
        assert dist((left, top), middle) < disc.radius


@pytest.mark.parametrize(("cell", "inks"), CASES)
def test_killers_are_legible_inside_the_cell_and_off_the_number(cell, inks):
    view = show()
    drawing, marks = marks_of(view, cell, inks=inks)
    for name, killer in {"C4": "2", "E2": "10", "C3": "10"}.items():
        x, y = centre(drawing, view, name, cell)
        (disc,) = [
            m for m in marks if isinstance(m, Disc) and m.stroke == "white" and dist(m.centre, (x, y)) < cell / 2
        ]
        (text,) = [t for t in bold_texts(marks, disc.centre, cell) if abs(t.at[0] - disc.centre[0]) < 1e-6]
        assert disc.centre[0] > x and disc.centre[1] < y, "at the upper right"
        assert text.string == killer and text.size >= 5.5
        assert dist(ink_box(text, len(killer))[:2], disc.centre) < disc.radius + 0.05
        assert max(disc.centre[0] - x, y - disc.centre[1]) + disc.radius + disc.width / 2 <= cell / 2 + 1e-6
        for number in (t for t in bold_texts(marks, (x, y), cell) if abs(t.at[0] - x) < 1e-6):
            _, top, right, _ = ink_box(number, len(number.string))
            assert dist((right, top), disc.centre) > disc.radius - disc.width


def test_a_slash_goes_towards_the_corners_and_stops_before_a_number():
    view = show()
    drawing, marks = marks_of(view)
    slashes = [m for m in marks if isinstance(m, Line) and m.ink == "accent"]
    for name, pieces in {"C4": 1, "C3": 2, "E2": 2}.items():
        x, y = centre(drawing, view, name)
        found = [m for m in slashes if max(abs(m.a[0] - x), abs(m.b[0] - x)) < CELL / 2 and abs(m.a[1] - y) < CELL / 2]
        assert len(found) == pieces
        ends = sorted([*(m.a for m in found), *(m.b for m in found)])
        assert ends[0][0] - x == pytest.approx(ends[0][1] - y) == pytest.approx(x - ends[-1][0])
        assert 0.4 * CELL < x - ends[0][0] < 0.5 * CELL
        for text in (m for m in marks if isinstance(m, Text) and abs(m.at[0] - x) < 1e-6 and len(found) == 2):
            box = ink_box(text, len(text.string))
            assert not any(box[0] < end[0] < box[2] and box[1] < end[1] < box[3] for end in ends)


def test_grid_lines_and_frame():
    """look.md: frame 1.2 pt ink, inner grid 0.6 pt mid grey; at a cut side no frame, and the lines run on."""
    drawing, marks = marks_of(show(0, "position"))
    (frame,) = [m for m in marks if isinstance(m, Polygon)]
    grid = [m for m in marks if isinstance(m, Line)]
    assert (frame.stroke, frame.width) == ("ink", pytest.approx(1.2 * MM_PER_POINT)) and len(grid) == 12
    assert {(m.ink, round(m.width / MM_PER_POINT, 3)) for m in grid} == {("grid", 0.6)}
    drawing, marks = marks_of(show(extra={"window": True}))
    x, y, width, height = drawing.grid
    lines = [m for m in marks if isinstance(m, Line) and (m.a[0] == m.b[0] or m.a[1] == m.b[1])]
    frames = [m for m in lines if m.ink == "ink"]
    assert [m for m in marks if isinstance(m, Polygon)] == [] and len(frames) == 1
    assert frames[0].a[1] == frames[0].b[1] == pytest.approx(y + height)
    for m in (m for m in lines if m.ink == "grid" and m.a[0] == m.b[0]):
        assert m.a[1] < y - 1 and m.b[1] == pytest.approx(y + height)
    for m in (m for m in lines if m.ink == "grid" and m.a[1] == m.b[1]):
        assert m.a[0] < x - 1 and m.b[0] > x + width + 1


def test_labels_stand_outside_and_can_be_left_out():
    drawing, marks = marks_of(show(0, "position"))
    labels = {m.string: m for m in marks if isinstance(m, Text)}
    x, y, _, _ = drawing.grid
    assert set(labels) == set("ABCDEFG1234567") and {(m.size, m.ink) for m in labels.values()} == {(8.0, "mid")}
    assert all((m.at[1] < y) if name.isalpha() else (m.at[0] < x) for name, m in labels.items())
    drawing, marks = marks_of(show(0, "position"), labels=False)
    assert not any(isinstance(m, Text) for m in marks) and drawing.grid[0] < 0.5


@pytest.mark.parametrize("extra", [{}, {"window": True}, {"to_move": True}])
@pytest.mark.parametrize("labels", [True, False])
def test_the_frame_foretells_the_size(extra, labels):
    view = show(extra=extra)
    drawing, space = diagram.draw(view, CELL, labels, "grey"), diagram.frame(view, labels)
    assert drawing.width == pytest.approx(space.left + space.columns * CELL + space.right)
    assert drawing.height == pytest.approx(space.top + space.rows * CELL + space.bottom)
    assert drawing.grid[:2] == (space.left, space.top)
    for mark in drawing.marks:
        points = getattr(mark, "points", None) or [
            getattr(mark, a) for a in ("a", "b", "centre", "at") if hasattr(mark, a)
        ]
        assert all(0 <= px <= drawing.width and 0 <= py <= drawing.height for px, py in points)


def test_numbers_too_small_to_read_are_refused():
    with pytest.raises(DoesNotFit):
        diagram.draw(show(), 5.0, True, "colour")
    diagram.draw(show(style="position"), 3.0, True, "colour")


def test_the_side_to_move_stands_beside_the_board():
    view = show(1, "position", extra={"to_move": True})
    drawing, marks = marks_of(view)
    (sign,) = [m for m in marks if isinstance(m, Disc) and m.centre[0] > drawing.grid[0] + drawing.grid[2]]
    assert sign.fill == "ink" and sign.centre[0] + sign.radius < drawing.width


@pytest.mark.parametrize(("side", "fill"), [("A", "ink"), ("B", "white")])
def test_symbols_fill_their_square(side, fill):
    drawing = diagram.symbol(side, 3.0, "colour")
    (disc,) = drawing.marks
    assert disc.fill == fill and (drawing.width, drawing.height) == (3.0, 3.0)
    assert disc.radius + disc.width / 2 == pytest.approx(1.5)


# ---------------------------------------------------------------- in words


def test_the_alternative_text_of_an_opening():
    assert diagram.describe(show(0, "position"), words()) == "7 by 7 board. A: D3, D4, D5. B: C4, E4. Dead: none."


def test_the_alternative_text_of_an_example():
    assert diagram.describe(show(extra={"window": True}), words()) == (
        "Part of a board, columns B to F, rows 2 to 7. "
        "A: B3 (move 2), B4 (move 6), D2 (move 10), D3, D4, D5, E6 (move 4), F2 (move 8). "
        "B: B5 (move 7), D6 (move 1), D7 (move 5), E4. "
        "Dead: C3 (B, move 9, killed by move 10), C4 (B, killed by move 2), E2 (B, move 3, killed by move 10)."
    )


def test_the_alternative_text_tells_everything_else_that_is_shown():
    extra = {"letters": {"G1": "a", "A1": "b"}, "to_move": True}
    text = diagram.describe(show(2, "last", extra=extra), words())
    assert text.endswith("Dead: C4 (B). Last move: B3. Letters: b A1, a G1. B to move.")
    bare = diagram.describe(show(0, "position", "", start="AxB../...../...../...../....."), words())
    assert bare == "5 by 5 board. A: A1. B: C1. Dead: B1."


@pytest.mark.parametrize("lang", ["es", "zh-Hans"])
def test_other_languages_tell_the_same_cells(lang):
    for view in (show(0, "position"), show(extra={"window": True}), show(2, "last", extra={"letters": {"A1": "a"}})):
        text = diagram.describe(view, words(lang))
        assert all(name in text for name in view.cells) and "{" not in text


def test_captions_tell_each_kill_on_a_line():
    assert diagram.captions(replay(), 10, words()) == ("2 at B3 kills C4", "10 at D2 kills C3, E2")
    assert diagram.captions(replay(), 9, words()) == ("2 at B3 kills C4",)
    assert diagram.captions(replay(), 1, words()) == ()


def test_two_positions_never_share_their_words():
    """Every ply of a whole game, in each style, is told differently."""
    moves = " ".join(
        f"{c}{r}" for r in range(1, 8) for c in "ABCDEFG" if f"{c}{r}" not in ("D3", "D4", "D5", "C4", "E4")
    )
    replayed, english = replay(moves), words()
    for style in diagram.STYLES:
        told = {diagram.describe(diagram.view(replayed, ply, style, {}), english) for ply in range(45)}
        assert len(told) == 45

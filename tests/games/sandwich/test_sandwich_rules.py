"""Sandwich, rule by rule: cases worked by hand on small boards, one for each sentence of the rules."""

import pytest

from kitgen.errors import IllegalMove, SpecError, Unreadable
from kitgen.games.sandwich import GAME
from kitgen.play.replay import Refused, play, report


def begin(rows, first="A", **options):
    return GAME.start(GAME.settle({"start": rows, "first": first, **options}))


def killed(rows, move, first="A", **options):
    position = begin(rows, first, **options)
    return GAME.apply(position, GAME.read_move(move, position)).effects["killed"]


def replay(moves, **options):
    return report(play(GAME, GAME.settle(options), [(1, move) for move in moves.split()]))


OPENINGS = {  # worked from the patterns: D4 is the centre of 7x7
    "cross": [".......", ".......", "...A...", "..BAB..", "...A...", ".......", "......."],
    "rotated": [".......", ".......", "..B.A..", "...A...", "..A.B..", ".......", "......."],
    "diagonal": [".......", ".......", "...AA..", "..B.B..", "...A...", ".......", "......."],
}


@pytest.mark.parametrize("opening", OPENINGS)
def test_each_opening_stands_as_printed_and_b_begins(opening):
    shown = replay("", opening=opening)
    assert shown["board"] == OPENINGS[opening]
    assert shown["to_move"] == "B"
    assert len(shown["legal"]) == 44 and shown["legal"][:8] == ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "A2"]


def test_an_opening_moves_with_the_centre():
    assert replay("", size=9)["board"][2:7] == [".........", "....A....", "...BAB...", "....A....", "........."]
    assert replay("", size=5, opening="rotated")["board"] == [".....", ".B.A.", "..A..", ".A.B.", "....."]
    assert replay("", size=15, opening="diagonal")["board"][6:9] == [
        ".......AA......",
        "......B.B......",
        ".......A.......",
    ]


FIRST_KILLS = {  # each kills one, except E2 in the diagonal opening
    "cross": {"C2": ["D3"], "E2": ["D3"], "C6": ["D5"], "E6": ["D5"]},
    "rotated": {},
    "diagonal": {"C2": ["D3"], "E2": ["D3", "E3"], "C6": ["D5"], "E6": ["D5"]},
}


@pytest.mark.parametrize("opening", FIRST_KILLS)
def test_first_killing_moves(opening):
    start = GAME.start(GAME.settle({"opening": opening}))
    found = {move: GAME.apply(start, GAME.read_move(move, start)).effects["killed"] for move in GAME.legal(start)}
    assert {move: dead for move, dead in found.items() if dead} == FIRST_KILLS[opening]


KILLS = {
    "a single mark in a row": ("AB.../...../...../...../.....", "C1", ["B1"]),
    "a whole run": ("ABBB./...../...../...../.....", "E1", ["B1", "C1", "D1"]),
    "along a column": ("..A../..B../...../...../.....", "C3", ["C2"]),
    "along a falling diagonal": ("A..../.B.../...../...../.....", "C3", ["B2"]),
    "along a rising diagonal": ("....A/...B./..B../...../.....", "B4", ["D2", "C3"]),
    "in all eight directions": (
        "A.A.A/.BBB./AB.BA/.BBB./A.A.A",
        "C3",
        ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"],
    ),
    "both ways in one row": ("AB.BA/...../...../...../.....", "C1", ["B1", "D1"]),
    "nothing beside an own mark": ("AA.../...../...../...../.....", "C1", []),
    "a gap beside the new mark": ("AB.../...../...../...../.....", "D1", []),
    "a gap beside the far mark": ("A.B../...../...../...../.....", "D1", []),
    "a gap inside the run": ("AB.B./...../...../...../.....", "E1", []),
    "a dead cell inside the run": ("ABxB./...../...../...../.....", "E1", []),
    "a dead cell in place of the far mark": ("xB.../...../...../...../.....", "C1", []),
    "the edge in place of the far mark": ("BB.../...../...../...../.....", "C1", []),
    "a line that leaves at the edge does not go on in the next row": ("...AB/...../...../...../.....", "A2", []),
}


@pytest.mark.parametrize("case", KILLS)
def test_what_a_mark_kills(case):
    rows, move, dead = KILLS[case]
    assert killed(rows, move) == dead


def test_moving_in_between_two_enemies_is_safe():
    shown = replay("C1", start=".B.B./...../...../...../.....", first="A")
    assert shown["plies"][0]["killed"] == [] and shown["board"][0] == ".BAB."


def test_only_the_mover_kills():
    """B closes nothing of its own by E5; the A that stands between two Bs lives on."""
    shown = replay("E5", start="BAB../...../...../...../.....", first="B")
    assert shown["plies"][0]["killed"] == [] and shown["board"][0] == "BAB.."


def test_all_directions_count_from_the_same_position():
    """Three runs that touch one another: each is closed by its own far mark, whichever is struck out first."""
    assert killed("A.A../.BB../AB.../...../.....", "C3") == ["B2", "C2", "B3"]


def test_a_mark_that_died_closes_nothing_afterwards():
    """A2 dies by A3, so that D2 finds no live far mark behind B2 and C2."""
    shown = replay("A3 D2", start="B..../ABB../...../...../.....", first="B")
    assert shown["plies"][0]["killed"] == ["A2"] and shown["plies"][1]["killed"] == []
    assert killed("B..../ABB../...../...../.....", "D2") == ["B2", "C2"]


def test_a_dead_cell_is_never_marked_again():
    with pytest.raises(Refused) as refused:
        replay("C2 D3", size=7)
    assert refused.value.details == {
        "line": 1,
        "ply": 2,
        "side": "A",
        "move": "D3",
        "square": "D3",
        "why": "D3 is dead and can't be marked again",
        "legal": replay("C2")["legal"],
    }


def test_a_mark_need_not_touch_another():
    assert replay("A1 G7")["board"] == ["B......", *OPENINGS["cross"][1:6], "......A"]


def test_refusals_name_the_square_and_the_reason():
    start = GAME.start(GAME.settle({}))
    for move, why in {
        "D4": "already bears a mark of A",
        "C4": "mark of B",
        "H1": "ends at G7",
        "A8": "ends at G7",
    }.items():
        with pytest.raises(IllegalMove, match=why) as refused:
            GAME.apply(start, GAME.read_move(move, start))
        assert refused.value.square == move and refused.value.legal == GAME.legal(start)


@pytest.mark.parametrize("token", ["", "D", "4", "4D", "DD4", "D04", "D+4", "D4xC4", "夹", "D100"])
def test_what_is_no_cell_is_unreadable(token):
    with pytest.raises(Unreadable, match="is not a cell"):
        GAME.read_move(token, None)


@pytest.mark.parametrize("token", ["pass", "PA", "ps", "--"])
def test_nobody_passes(token):
    with pytest.raises(Unreadable, match="nobody passes"):
        GAME.read_move(token, None)


def test_cells_are_read_in_either_case_and_written_upper():
    assert GAME.write_move(GAME.read_move("g7", None)) == GAME.write_move(GAME.read_move("G7", None)) == "G7"


def test_the_end_and_the_count():
    shown = replay("E5", start="AAAAA/BBBBB/AAAAA/xxxxx/BBBB.", first="B")
    assert shown["outcome"] == {"winner": "draw", "reason": "full", "score": {"A": 10, "B": 10, "dead": 5}}
    assert shown["to_move"] is None and shown["legal"] == []
    shown = replay("E5", start="AAAAA/BBBBB/AAAAA/xxxxx/BBBB.", first="A")
    assert shown["outcome"] == {"winner": "A", "reason": "full", "score": {"A": 11, "B": 9, "dead": 5}}


def test_a_full_start_is_over_at_ply_0_and_takes_no_move():
    rows = "/".join(["BBBBB"] * 5)
    assert replay("", start=rows)["outcome"] == {"winner": "B", "reason": "full", "score": {"A": 0, "B": 25, "dead": 0}}
    with pytest.raises(Refused) as refused:
        replay("A1", start=rows)
    assert refused.value.details["why"] == "A1 comes after the end of the game: no cell is empty"
    assert refused.value.details["side"] is None and refused.value.details["legal"] == []


def test_nothing_is_taken_from_a_start_as_it_stands():
    assert replay("", start="ABA../...../...../...../.....")["board"][0] == "ABA.."


def test_fill_and_count_empties_the_cell_for_either_side():
    shown = replay("C2 D3 A1", fill_and_count=True)
    assert shown["plies"][0]["killed"] == ["D3"]
    assert shown["board"][1:4] == ["..B....", "...A...", "..BAB.."]
    assert "D3" in replay("C2", fill_and_count=True)["legal"]


def test_fill_and_count_stops_at_four_moves_a_cell():
    """A at C1 kills B1, B at B1 kills C1, and so on for ever: stopped after 100 moves on 25 cells."""
    rows = "AB.Bx/xxxxx/xxxxx/xxxxx/xxxxx"
    moves = " ".join(["C1", "B1"] * 50)
    shown = replay(moves, start=rows, first="A", fill_and_count=True)
    assert len(shown["plies"]) == 100
    assert shown["outcome"]["reason"] == "move_limit" and shown["legal"] == [] and shown["to_move"] is None
    with pytest.raises(Refused, match="the limit of moves is reached"):
        replay(moves + " C1", start=rows, first="A", fill_and_count=True)


def test_a_full_board_comes_before_the_limit():
    rows = "/".join(["AAAAA"] * 5)
    assert replay("", start=rows, fill_and_count=True)["outcome"]["reason"] == "full"


def test_options_are_printed_typed_with_the_size_of_the_start():
    assert list(replay("")["options"].items()) == [
        ("size", 7),
        ("opening", "cross"),
        ("fill_and_count", False),
        ("start", None),
        ("first", "B"),
    ]
    rows = "/".join(["....."] * 5)
    assert replay("", start=rows, fill_and_count="TRUE")["options"] == {
        "size": 5,
        "opening": None,
        "fill_and_count": True,
        "start": rows,
        "first": "B",
    }
    assert replay("", first="a")["options"]["first"] == "A" == replay("", first="A")["to_move"]


def test_settling_twice_changes_nothing():
    for given in ({}, {"size": 9, "opening": "rotated"}, {"start": "/".join(["A.x.B"] * 5), "first": "A"}):
        once = GAME.settle(given)
        assert GAME.settle(once) == once


BAD_OPTIONS = {
    "an even size": ({"size": 8}, "odd number"),
    "a size too large": ({"size": 17}, "odd number"),
    "another opening": ({"opening": "crosss"}, "cross, rotated, diagonal"),
    "no flag": ({"fill_and_count": "yes"}, "true, false"),
    "another side": ({"first": "C"}, "A, B"),
    "an unknown option": ({"opning": "cross"}, "did you mean opening"),
    "an opening beside a start": ({"start": "/".join(["....."] * 5), "opening": "cross"}, "no opening"),
    "another size beside a start": ({"start": "/".join(["....."] * 5), "size": 7}, "start has 5 rows"),
    "a start that is not square": ({"start": "...../...../....../...../....."}, "row 3 has 6 cells"),
    "a start of even size": ({"start": "/".join(["......"] * 6)}, "6 rows"),
    "a start of one row": ({"start": "....."}, "1 row"),
    "a foreign character": ({"start": "...../..a../...../...../....."}, "row 2 has 'a' in cell 3"),
    "an empty start": ({"start": ""}, "1 row"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_bad_options_are_refused(case):
    given, message = BAD_OPTIONS[case]
    with pytest.raises(SpecError, match=message):
        GAME.settle(given)


def test_all_bad_options_are_named_at_once():
    with pytest.raises(SpecError) as refused:
        GAME.settle({"size": 6, "opening": "x", "first": "C", "zize": 7})
    assert len(refused.value.faults) == 4

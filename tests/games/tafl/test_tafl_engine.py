"""Each ruling of Royal edge escape by a case worked out by hand on a board of paper."""

from __future__ import annotations

import pytest

from kitgen.errors import SpecError
from kitgen.games.tafl import GAME
from kitgen.play.replay import Refused, play, report


def replayed(moves: str = "", **options: str):
    tokens = tuple((1, token) for token in moves.split())
    return report(play(GAME, GAME.settle(options), tokens))


def refusal(moves: str, **options: str):
    with pytest.raises(Refused) as caught:
        replayed(moves, **options)
    return caught.value.details


def test_the_start_is_the_set_up_of_the_rules(setup):
    seen = replayed()
    assert seen["board"] == setup("K d4, D c4 e4 d3 d5, A d1 d2 a4 b4 f4 g4 d6 d7").split("/")
    assert (seen["to_move"], seen["outcome"]) == ("king", None)
    assert seen["options"] == {"start": None, "first": "king"}
    assert list(seen) == ["game", "options", "plies", "board", "to_move", "legal", "outcome"]


def test_legal_slides_of_the_start_in_board_order():
    # Each defender has three squares on either side of its own line, and K is walled in by its own.
    expected = (
        "d3-a3 d3-b3 d3-c3 d3-e3 d3-f3 d3-g3 c4-c1 c4-c2 c4-c3 c4-c5 c4-c6 c4-c7 "
        "e4-e1 e4-e2 e4-e3 e4-e5 e4-e6 e4-e7 d5-a5 d5-b5 d5-c5 d5-e5 d5-f5 d5-g5"
    )
    assert replayed()["legal"] == expected.split()


def test_attackers_may_begin():
    seen = replayed(first="attackers")
    assert seen["to_move"] == "attackers"
    # d1 and d7 have the edge row, d2 and d6 their row, a4 b4 f4 g4 their column: six squares each.
    assert len(seen["legal"]) == 8 * 6


TAKES = {
    # name: set-up, first, move, captured
    "the capture diagram": ("A b3 f3, D c3, K f6", "attackers", "f3-d3", ["c3"]),
    "the gap": ("A b3 g3, D d3, K f6", "attackers", "g3-e3", []),
    "in a column": ("A d2 g4, D d3, K f6", "attackers", "g4-d4", ["d3"]),
    "the first of two in line is no pair": ("A b3 g3, D c3 d3, K f6", "attackers", "g3-e3", []),
    "sharing a row is not adjacent": ("A a3 g3, D d3, K f6", "attackers", "g3-f3", []),
    "no diagonal pair": ("A b2 d6, D c3, K f6", "attackers", "d6-d4", []),
    "the edge is no partner": ("A b7, D a1, K f6", "attackers", "b7-b1", []),
    "nor above": ("A g6, D b7, K f5", "attackers", "g6-b6", []),
    "standing between is safe": ("A b3 d3 g6, D c3, K f5", "attackers", "g6-g7", []),
    "a defender moves in between": ("A b3 d3, D c6, K f6", "king", "c6-c3", []),
    "K moves in between": ("A b3 d3, K c5", "king", "c5-c3", []),
    "without a K: a defender moves in between": ("A b3 d3, D c6", "king", "c6-c3", []),
    "defenders take too": ("A c3, D b3 d6, K f6", "king", "d6-d3", ["c3"]),
    "K is a partner": ("A c3, D d6, K b3", "king", "d6-d3", ["c3"]),
    "K takes": ("A c3, D b3, K d6", "king", "d6-d3", ["c3"]),
    "the mover's own piece does not go": ("A b3 d3, D c6 f7, K c2", "king", "c6-c3", []),
    "two at once": ("A c3 e3, D b3 f3 d6, K f6", "king", "d6-d3", ["c3", "e3"]),
    "three at once": ("A d2 c3 e3, D b3 f3 d1 d6, K f6", "king", "d6-d3", ["d2", "c3", "e3"]),
    "three at once, attackers": ("A d1 b3 f3 d6, D d2 c3 e3, K f6", "attackers", "d6-d3", ["d2", "c3", "e3"]),
    "a piece on the edge between two on the edge": ("A a1 c7, D b1, K f6", "attackers", "c7-c1", ["b1"]),
    "K and another at once": ("A e4 c2 a4, D c3, K d4", "attackers", "a4-c4", ["c3", "d4"]),
}


@pytest.mark.parametrize(("pieces", "first", "move", "captured"), TAKES.values(), ids=list(TAKES))
def test_what_a_slide_takes(setup, pieces, first, move, captured):
    seen = replayed(move, start=setup(pieces), first=first)
    assert seen["plies"][0]["captured"] == captured
    assert list(seen["plies"][0]) == ["ply", "side", "move", "captured"]
    before, after = ("".join(rows) for rows in (setup(pieces).split("/"), seen["board"]))
    assert sum(map(before.count, "KDA")) - sum(map(after.count, "KDA")) == len(captured)


def test_k_and_another_at_once_ends_the_game(setup):
    seen = replayed("a4-c4", start=setup("A e4 c2 a4, D c3, K d4"), first="attackers")
    assert seen["plies"][0]["move"] == "a4-c4xc3/d4"
    assert seen["outcome"] == {
        "winner": "attackers",
        "reason": "king_taken",
        "score": {"king_side": 0, "attackers": 3},
    }
    assert (seen["to_move"], seen["legal"]) == (None, [])


INNER = [column + str(row) for row in range(2, 7) for column in "bcdef"]


@pytest.mark.parametrize("king", INNER)
def test_k_is_taken_from_each_side_on_each_inner_square(setup, king):
    column, row = "abcdefg".index(king[0]), int(king[1])
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    for dx, dy in steps:
        near, far = ("abcdefg"[column + s * dx] + str(row + s * dy) for s in (1, -1))
        # the closing piece comes from the side, along the line that crosses the pair's
        origin = near[0] + ("1" if row + dy > 3 else "7") if dx else ("a" if column > 3 else "g") + near[1]
        if origin == near:
            origin = near[0] + "4" if dx else "d" + near[1]
        seen = replayed(f"{origin}-{near}", start=setup(f"K {king}, A {far} {origin}"), first="attackers")
        assert seen["plies"][0]["captured"] == [king]
        assert seen["outcome"]["reason"] == "king_taken"


def test_25_squares_and_4_sides_are_100():
    assert len(set(INNER)) * 4 == 100


EDGES = {
    "between two attackers": ("K d4, A c1 e1", "d4-d1"),
    "beside an attacker that a defender would sandwich": ("K d4, A e1, D f1", "d4-d1"),
    "up": ("K d4, A c7 e7", "d4-d7"),
    "left": ("K d4, A a3 a5", "d4-a4"),
    "right": ("K d4, A g3 g5", "d4-g4"),
}


@pytest.mark.parametrize(("pieces", "move"), EDGES.values(), ids=list(EDGES))
def test_k_on_the_edge_wins_at_once_and_takes_nothing(setup, pieces, move):
    seen = replayed(move, start=setup(pieces))
    assert seen["plies"][0]["captured"] == []
    assert (seen["outcome"]["winner"], seen["outcome"]["reason"]) == ("king", "escape")
    assert seen["outcome"]["score"]["attackers"] == pieces.split("A ")[1].split(",")[0].count(" ") + 1


def test_a_defender_on_the_edge_is_no_escape(setup):
    assert replayed("b5-b7", start=setup("K b2, A g7, D b5"))["outcome"] is None


def test_an_escape_with_a_written_capture_is_refused(setup):
    error = refusal("d4-d1xe1", start=setup("K d4, A e1 a7, D f1"))
    assert (error["square"], error["why"]) == ("e1", "the slide takes nothing, not e1")


def test_a_side_that_comes_to_move_without_a_slide_loses(setup):
    # The attacker in the corner is walled in once the defender stands on b1.
    pieces = "A a1, D a2 b5, K d4"
    assert replayed(start=setup(pieces), first="attackers")["outcome"] is None
    seen = replayed("b5-b1", start=setup(pieces))
    assert seen["outcome"] == {"winner": "king", "reason": "no_slide", "score": {"king_side": 3, "attackers": 1}}


def test_k_side_without_a_slide_loses(setup):
    pieces = "K b2, D a2 b1, A a1 c1 c2 a3 b5"
    # The defenders stand between attackers already and are safe; b5-b3 closes the last way out.
    seen = replayed("b5-b3", start=setup(pieces), first="attackers")
    assert seen["plies"][0]["captured"] == []
    assert seen["outcome"] == {"winner": "attackers", "reason": "no_slide", "score": {"king_side": 3, "attackers": 5}}


def test_a_start_may_be_over_at_ply_0(setup):
    seen = replayed(start=setup("A a1, D a2 b1, K d4"), first="attackers")
    assert seen["outcome"]["reason"] == "no_slide"
    assert refusal("a1-c1", start=setup("A a1, D a2 b1, K d4"), first="attackers")["ply"] == 1


def test_standing_between_at_the_start_takes_nothing(setup):
    seen = replayed("a7-a6", start=setup("K d4, A c4 e4 a7"), first="attackers")
    assert seen["outcome"] is None and seen["board"][3] == "..AKA.."


# K and an attacker shuffle to and fro: c3-c4-c3 and g7-g6-g7.
SHUFFLE = {"king": "c3-c4 g7-g6 c4-c3 g6-g7 ", "attackers": "g7-g6 c3-c4 g6-g7 c4-c3 "}


@pytest.mark.parametrize("first", ["king", "attackers"])
def test_forty_pairs_are_a_draw_whoever_began(setup, first):
    start = setup("K c3, A g7 f2")
    seen = replayed(SHUFFLE[first] * 20, start=start, first=first)
    assert seen["outcome"] == {"winner": "draw", "reason": "forty_pairs", "score": {"king_side": 1, "attackers": 2}}
    assert len(seen["plies"]) == 80
    short = replayed((SHUFFLE[first] * 20)[:-6], start=start, first=first)
    assert (len(short["plies"]), short["outcome"]) == (79, None)
    assert refusal(SHUFFLE[first] * 20 + "c3-c4", start=start, first=first)["ply"] == 81


def test_the_result_of_ply_80_goes_before_the_draw(setup):
    start = setup("K c3, A g7 f2")
    moves = SHUFFLE["attackers"] * 20
    seen = replayed(moves[:-6] + " c4-a4", start=start, first="attackers")
    assert (seen["plies"][-1]["ply"], seen["outcome"]["reason"]) == (80, "escape")


def test_the_draw_goes_before_the_no_slide_rule(setup):
    # Two defenders wall the attacker into the corner a1: after four plies it has lost, at ply 80 it is a draw.
    start = setup("A a1, D a2 c6, K d4")
    wall = ["a1-b1", "c6-b6", "b1-a1", "b6-b1"]
    moves = ["a1-b1", "c6-c5", "b1-a1", "c5-c6"] * 19
    assert replayed(" ".join(wall), start=start, first="attackers")["outcome"]["reason"] == "no_slide"
    seen = replayed(" ".join(moves + wall), start=start, first="attackers")
    assert (len(seen["plies"]), seen["outcome"]["reason"]) == (80, "forty_pairs")


WRITTEN = {
    "plain": "f3-d3",
    "with its capture": "f3-d3xc3",
    "upper case": "F3-D3XC3",
    "mixed": "f3-D3xC3",
}


@pytest.mark.parametrize("move", WRITTEN.values(), ids=list(WRITTEN))
def test_forms_of_a_move(setup, move):
    seen = replayed(move, start=setup("A b3 f3, D c3, K f6"), first="attackers")
    assert seen["plies"][0]["move"] == "f3-d3xc3"


@pytest.mark.parametrize("move", ["Kd4-d6", "kd4-d6", "KD4-D6", "d4-d6", "D4-D6"])
def test_forms_of_a_move_of_k(setup, move):
    assert replayed(move, start=setup("K d4, A g7"))["plies"][0]["move"] == "d4-d6"


@pytest.mark.parametrize("move", ["a4-c4xKd4/c3", "a4-c4xc3/kd4", "A4-C4XC3/D4", "a4-c4"])
def test_several_captures_in_any_order(setup, move):
    seen = replayed(move, start=setup("A e4 c2 a4, D c3, K d4"), first="attackers")
    assert seen["plies"][0]["move"] == "a4-c4xc3/d4"


REFUSED = {
    # name: set-up, first, move, square, a part of the reason
    "empty square": ("K d4, A g7", "king", "c3-c4", "c3", "c3 is empty"),
    "the other side's piece": ("K d4, A g7", "king", "g7-g6", "g7", "turn of the K side"),
    "and the other way": ("K d4, A g7", "attackers", "d4-d5", "d4", "turn of the attackers"),
    "nowhere": ("K d4, A g7", "king", "d4-d4", "d4", "at least one square"),
    "diagonal": ("K d4, A g7", "king", "d4-e5", "e5", "neither in the row nor in the column"),
    "over a piece": ("K d4, D d5, A g7", "king", "d4-d6", "d5", "a defender on d5 stands in the way"),
    "onto a piece": ("K d4, A d6", "king", "d4-d6", "d6", "an attacker on d6 stands in the way"),
    "over K": ("K d4, A d6", "attackers", "d6-d2", "d4", "K on d4 stands in the way"),
    "off the board": ("K d4, A g7", "king", "d4-h4", "h4", "not a square of the board"),
    "row 0": ("K d4, A g7", "king", "d4-d0", "d0", "not a square of the board"),
    "row 8": ("K d4, A g7", "king", "d4-d8", "d8", "not a square of the board"),
    "K before a defender": ("K d4, D c3, A g7", "king", "Kc3-c2", "c3", "c3, which holds a defender"),
    "K before a taken defender": ("A b3 f3, D c3, K f6", "attackers", "f3-d3xKc3", "c3", "which holds a defender"),
    "K before an empty square": ("K d4, A g7", "king", "Kc3-c2", "c3", "which is empty"),
    "a capture that does not happen": ("A b3 g3, D d3, K f6", "attackers", "g3-e3xd3", "d3", "takes nothing, not d3"),
    "one capture too few": ("A c3 e3, D b3 f3 d6, K f6", "king", "d6-d3xc3", "e3", "takes c3, e3, not c3"),
    "another square": ("A b3 f3, D c3, K f6", "attackers", "f3-d3xe3", "c3", "takes c3, not e3"),
    "captures of an illegal slide": ("A b3 f3, D c3, K f6", "attackers", "f3-c3xc3", "c3", "stands in the way"),
}


@pytest.mark.parametrize(("pieces", "first", "move", "square", "why"), REFUSED.values(), ids=list(REFUSED))
def test_refused_moves_name_square_and_reason(setup, pieces, first, move, square, why):
    start = setup(pieces)
    error = refusal(move, start=start, first=first)
    assert (error["ply"], error["side"], error["move"], error["square"]) == (1, first, move, square)
    assert why in error["why"]
    assert error["legal"] == replayed(start=start, first=first)["legal"]


@pytest.mark.parametrize(
    "token", ["d3d1", "d3-", "d3-d1x", "d3-d1xc3/", "d3-d1xc3/c3", "Dd3-d1", "d3–d1", "K", "xd3", "d3-d1!"]
)
def test_other_notations_are_unreadable(token):
    error = refusal(token)
    assert (error["ply"], error["square"]) == (1, None)


def test_captures_are_found_from_the_board_before(setup):
    # Moving the pair's own partner away from beyond takes nothing: b3 leaves, d3 stays.
    assert replayed("b3-b4", start=setup("A b3 d3, D c3, K f6"), first="attackers")["plies"][0]["captured"] == []


START_FAULTS = {
    "two K": ("K d4 c3, A g7", "2 K"),
    "five defenders": ("K d4, D a1 b1 c1 d1 e1", "5 D"),
    "nine attackers": ("K d4, A a1 b1 c1 d1 e1 f1 g1 a2 b2", "9 A"),
    "K on the edge": ("K d1, A g7", "edge square d1"),
    "K in a corner": ("K a7, A g7", "edge square a7"),
}


@pytest.mark.parametrize(("pieces", "says"), START_FAULTS.values(), ids=list(START_FAULTS))
def test_set_ups_that_cannot_be(setup, pieces, says):
    with pytest.raises(SpecError, match=says):
        GAME.settle({"start": setup(pieces)})


def test_all_faults_of_a_set_up_at_once(setup):
    with pytest.raises(SpecError) as caught:
        GAME.settle({"start": setup("K d4 a7, A a1 b1 c1 d1 e1 f1 g1 a2 b2")})
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize(
    "given",
    [
        {"start": "......."},
        {"start": "/".join(["......"] * 7)},
        {"start": "/".join(["........"] * 8)},
        {"start": "/".join(["......."] * 6 + ["......B"])},
        {"start": "/".join(["......."] * 6 + ["......k"])},
        {"first": "defenders"},
        {"size": "9"},
    ],
)
def test_options_that_are_refused(given):
    with pytest.raises(SpecError):
        GAME.settle(given)


def test_without_a_k_only_slides_and_captures_are_shown(setup):
    seen = replayed("f3-d3", start=setup("A b3 f3, D c3"), first="attackers")
    assert seen["plies"][0]["captured"] == ["c3"]
    assert (seen["to_move"], seen["legal"], seen["outcome"]) == (None, [], None)
    assert refusal("f3-d3 d3-d4", start=setup("A b3 f3, D c3"), first="attackers")["ply"] == 2


def test_without_a_k_no_pair_is_the_last(setup):
    seen = replayed("c3-c4 g7-g6 c4-c3 g6-g7 " * 21, start=setup("D c3, A g7"))
    assert (len(seen["plies"]), seen["outcome"]) == (84, None)


def test_move_numbers_are_ignored():
    seen = replayed()
    assert [r.tokens for r in GAME.records("# a note\n\n1. d3-c3 a4-a3 2. Kd4-d3\n")] == [
        ((3, "d3-c3"), (3, "a4-a3"), (3, "Kd4-d3"))
    ]
    assert seen["plies"] == []

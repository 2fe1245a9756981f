"""Practice questions: each has exactly one right answer, found once more by the second implementation."""

from dataclasses import replace

import pytest

from kitgen.chance import Chance
from kitgen.errors import RecordError, SpecError
from kitgen.games.sandwich import GAME
from kitgen.games.sandwich.practice import LEVELS, make, prove
from kitgen.play.contract import Question

OPENINGS = ("cross", "rotated", "diagonal")


def stand(second_rules, question):
    """Return the second implementation at the question's position."""
    board = GAME.state(GAME.start(question.options))["board"]
    second = second_rules(board, question.options["first"], question.options["fill_and_count"])
    for move in question.moves.split():
        second.play(move)
    return second


def answer_anew(second, question):
    """Return the right answers by lines of text and regular expressions."""
    runs = {name: second.kills(name) for name, mark in second.cells.items() if mark == "."}
    counts = {name: sum(map(len, found)) for name, found in runs.items()}
    if question.kind == "count":
        return [str(counts[question.values["cell"]])]
    if question.kind == "most":
        letters = question.extra["letters"]
        most = max(counts[cell] for cell in letters)
        return [letter for cell, letter in letters.items() if counts[cell] == most]
    if question.kind == "kills":
        return [name for name, count in counts.items() if count]
    return [name for name, found in runs.items() if len({line_of(name, run[0]) for run in found}) > 1]


def line_of(a, b):
    """Return the slope of the line through two cells, as a string of two signs without direction."""
    across, down = ord(b[0]) - ord(a[0]), int(b[1:]) - int(a[1:])
    return (0, 1) if across == 0 else (1, 0) if down == 0 else (1, 1 if across * down > 0 else -1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [7, 9])
def test_each_question_has_one_right_answer(level, size, second_rules):
    for seed in range(150):
        question = make(level, Chance(seed), {"size": size, "opening": OPENINGS[seed % 3]})
        second = stand(second_rules, question)
        assert answer_anew(second, question) == [question.answer] == list(prove(question))
        assert second.side == question.values["side"]
        assert question.level == level and question.ply == len(question.moves.split())


@pytest.mark.parametrize("level", LEVELS)
def test_positions_are_neither_bare_nor_crowded(level):
    plies = [make(level, Chance(seed), {}).ply for seed in range(60)]
    assert min(plies) >= 5 and max(plies) <= 20


def test_level_2_asks_both_ways_with_every_answer():
    found = [make(2, Chance(seed), {}) for seed in range(150)]
    assert {q.answer for q in found if q.kind == "count"} >= {"0", "1", "2", "3"}
    assert {q.answer for q in found if q.kind == "most"} == set("abcd")
    assert all(sorted(q.extra["letters"].values()) == list("abcd") for q in found if q.kind == "most")


@pytest.mark.parametrize("options", [{"fill_and_count": True}, {"size": 5}, {"size": 15, "opening": "rotated"}])
@pytest.mark.parametrize("level", LEVELS)
def test_other_options_make_questions_too(options, level, second_rules):
    for seed in range(8):
        question = make(level, Chance(seed), options)
        assert answer_anew(stand(second_rules, question), question) == [question.answer] == list(prove(question))


def test_a_seed_makes_the_same_question_for_ever():
    assert make(1, Chance(7), {}) == make(1, Chance(7), {})
    assert len({make(3, Chance(seed), {}).moves for seed in range(40)}) == 40


def test_a_start_with_nothing_to_kill_is_refused():
    full = "/".join(["AAAAA"] * 4 + ["AAAA."])
    with pytest.raises(SpecError, match="no question of level 1"):
        make(1, Chance(0), {"start": full})


# From the cross B's C2, E2, C6 and E6 each kill one (games.md); E2 in the diagonal opening kills two, D3 and E3.
CROSS, DIAGONAL = GAME.settle({}), GAME.settle({"opening": "diagonal"})


def ask(kind, options, moves="", **more):
    return Question(kind, 1, options, moves, len(moves.split()), "", **more)


def test_the_prover_finds_every_answer():
    assert prove(ask("kills", CROSS)) == ("C2", "E2", "C6", "E6")
    assert prove(ask("double", CROSS)) == ()
    assert prove(ask("double", DIAGONAL)) == ("E2",)
    assert prove(ask("count", DIAGONAL, values={"cell": "E2"})) == ("2",)
    assert prove(ask("count", DIAGONAL, values={"cell": "A1"})) == ("0",)
    letters = {"C2": "a", "E2": "b", "A1": "c", "C6": "d"}
    assert prove(ask("most", DIAGONAL, extra={"letters": letters})) == ("b",)
    assert prove(ask("most", CROSS, extra={"letters": letters})) == ("a", "b", "d")


def test_a_run_of_two_is_no_double_kill():
    options = GAME.settle({"start": "ABB../...../...../...../.....", "first": "A"})
    assert prove(ask("kills", options)) == ("D1",) and prove(ask("double", options)) == ()
    both_ways = GAME.settle({"start": "AB.BA/...../...../...../.....", "first": "A"})
    assert prove(ask("kills", both_ways)) == ("C1",) and prove(ask("double", both_ways)) == ()


def test_the_prover_refuses_what_it_cannot_play():
    question = make(1, Chance(3), {})
    with pytest.raises(RecordError, match="already bears"):
        prove(replace(question, moves=question.moves + " D4"))
    with pytest.raises(SpecError, match="asks nothing"):
        prove(replace(question, kind="guess"))

"""Practice questions: one right answer each, proved otherwise than they were made, at the level that they claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kitgen.chance import Chance
from kitgen.games.reversi import answers, engine, fast, practice, solver

MOVES = ("win", "corner", "shut")
EVERY = [(level, kind) for level in practice.LEVELS for kind in practice._ASKED[level]]


def position_of(question, through):
    return through(question.moves).steps[question.ply].position


@pytest.fixture(scope="module")
def questions():
    """Two questions of each kind and level, found from seeds that no other test uses."""
    return [practice.make_kind(kind, level, Chance(100 + n)) for level, kind in EVERY for n in range(2)]


def test_each_question_has_exactly_the_answer_that_it_was_made_with(questions):
    assert len(questions) == 2 * len(EVERY) == 36
    for question in questions:
        assert practice.prove(question) == (question.answer,), question


def test_a_question_is_a_legal_record_at_its_last_ply(questions, through):
    for question in questions:
        replayed = through(question.moves)
        assert len(replayed.steps) - 1 == question.ply == len(question.moves.split())
        assert question.options == {"rules": "modern", "start": None, "first": "black"}


def test_the_answer_is_nowhere_on_the_sheet(questions):
    for question in questions:
        if question.kind in MOVES:
            assert question.answer not in str(question.values) + str(question.extra)
        assert "answer" not in question.extra


def test_moves_to_find_are_of_their_level_and_no_move_is_better(questions, through):
    """The level is worked out again from what each strength chooses, over many tries of the one that uses chance."""
    for question in questions:
        if question.kind not in MOVES:
            continue
        position = position_of(question, through)
        square = engine.read_square(question.answer)
        values = solver.move_values(position)
        assert values[square] == max(values.values()), question
        easy = [solver.choose(position, "easy", Chance(seed)) for seed in range(60)]
        often = easy.count(square) > 30
        medium = solver.choose(position, "medium", Chance(0)) == square
        hard = solver.choose(position, "hard", Chance(0)) == square
        level = 1 if often else 2 if medium else 3 if hard else None
        assert level == question.level, question


def test_the_plain_search_for_wins_agrees_with_the_exact_solver(questions, through):
    for question in questions:
        if question.kind == "win":
            position = position_of(question, through)
            values = solver.move_values(position)
            assert [engine.square_name(s) for s, v in values.items() if v > 0] == [question.answer]


def test_the_plain_search_agrees_on_positions_with_any_number_of_wins(game):
    found = set()
    for seed in range(25):
        chance = Chance(seed)
        position = game.start(game.settle({}))
        while position.to_move and position.board.count(".") > 7:
            position, _ = engine.put(position, chance.choice(engine.playable(position, position.to_move)))
        if position.to_move is None:
            continue
        wins = answers.win_answers(position, {})
        values = solver.move_values(position)
        assert wins == tuple(engine.square_name(s) for s, value in values.items() if value > 0)
        found.add(len(wins))
    assert {0, 1} < found  # none, one and several were met


def test_whose_turn_is_asked_of_every_sort():
    questions = [practice.make_kind("turn", 3, Chance(seed)) for seed in range(14)]
    last = ["white" if len(q.moves.split()) % 2 == 0 else "black" for q in questions]
    sorts = set()
    for question, side in zip(questions, last, strict=True):
        assert practice.prove(question) == (question.answer,)
        sorts.add("over" if question.answer == "c" else ("a", "b").index(question.answer) == (side == "white"))
        assert question.extra == {"to_move": False, "last": True}
    assert len(sorts) == 3


def test_corner_and_shut_answers_by_hand(through):
    """White's h8 is open unless black plays; shown on a board made for it."""
    start = "......../......../......../......../......../......../......BB/.....BW."
    position = through("", start=start).last.position
    assert answers.moves_of(position) == (engine.read_square("h8"),)
    assert answers.corner_answers(position, {"corner": "h8"}) == ("h8",)
    assert answers.shut_answers(position, {}) == ("h8",)


def test_a_count_is_that_of_the_published_example(through, rows):
    real = next(row[0] for row in rows("real_games.tsv") if "WTH_2011.wtb record 1362 " in row[3])
    position = through(real).last.position  # WTHOR 2011, record 1362: 34-29 with an empty square
    assert answers.count_answers(position, {}) == ("34-29, 1; 35-29; 34½-29½",)
    assert answers.count_answers(through("f5").last.position, {}) == ()


# ------------------------------------------------------------------ planted faults


def test_a_question_with_two_answers_is_seen(questions):
    """The same position asked about where more than one move fits: prove says so."""
    wide = 0
    for question in questions:
        if question.kind == "playable":
            assert len(practice.prove(replace(question, kind="corner", values={"corner": "a1"}))) != 1
            wide += 1
    assert wide


def test_a_wrong_answer_a_mirrored_board_and_another_ply_are_seen(questions):
    swap = str.maketrans("abcdefgh", "hgfedcba")
    looked = 0
    for question in questions:
        if question.kind == "flips":
            mirrored = " ".join(sorted(s.translate(swap) for s in question.answer.split()))
            assert practice.prove(question) != (mirrored,)
            earlier = replace(question, ply=question.ply - 1)
            assert practice.prove(earlier) != (question.answer,)
            looked += 1
    assert looked == 6


# ------------------------------------------------------------------ seeds


@pytest.mark.parametrize("level", practice.LEVELS)
def test_seeds_give_the_same_question_again_and_different_ones_apart(level):
    first = [practice.make(level, Chance(seed), {}) for seed in range(5)]
    assert first == [practice.make(level, Chance(seed), {}) for seed in range(5)]
    assert len({(q.kind, q.moves, str(q.values)) for q in first}) == 5
    assert all(q.level == level for q in first)


def test_the_games_behind_the_questions_are_whole_games(through, game):
    for seed in range(5):
        moments = practice.play_a_game(Chance(seed))
        moves = " ".join(engine.square_name(s) for s in moments[-1].played)
        replayed = through(moves)
        assert game.to_move(replayed.last.position) is None
        assert moments[-1].is_over and not any(m.is_over for m in moments[:-1])
        for moment, step in zip(moments[:-1], replayed.steps, strict=False):
            assert fast.narrow(moment.own, moment.other, moment.side) == step.position.board
            assert moment.side == step.position.to_move
            assert moment.passed == (step.position.passed is not None)


def test_to_take_the_corner_oneself_is_no_way_to_guard_it_that_is_asked_for():
    """Found by a change of seeds: the answer of a question about corner a8 was a8, which stands in the question."""
    for seed in range(16):
        question = practice.make_kind("corner", 1, Chance(seed))
        assert question.answer != question.values["corner"]

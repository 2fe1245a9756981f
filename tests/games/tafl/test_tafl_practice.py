"""Practice questions: one right answer each, seeded, and a definition of each kind of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kitgen.chance import Chance
from kitgen.errors import SpecError
from kitgen.games.tafl import GAME, practice
from kitgen.games.tafl.engine import Position
from kitgen.play.replay import play

DEFAULTS = GAME.settle({})


def position_of(question) -> Position:
    tokens = [(1, token) for token in question.moves.split()]
    return play(GAME, question.options, tokens).steps[question.ply].position


def afters(position: Position) -> dict[str, Position]:
    return {text: GAME.apply(position, GAME.read_move(text, position)).position for text in GAME.legal(position)}


def forces_escape(position: Position, turns: int) -> bool:
    """K, to move, is on the edge after `turns` turns of its side: the definition, without memory or order."""
    if turns == 0:
        return False
    return any(
        after.result == ("king", "escape")
        or (
            after.result is None
            and turns > 1
            and all(reply.result is None and forces_escape(reply, turns - 1) for reply in afters(after).values())
        )
        for after in afters(position).values()
    )


@pytest.mark.parametrize("level", practice.LEVELS)
def test_questions_have_the_one_answer(level):
    kinds = set()
    for seed in range(30 if level < 3 else 6):
        question = practice.make(level, Chance(seed), DEFAULTS)
        assert practice.prove(question) == (question.answer,)
        assert question.level == level
        assert question.ply == len(question.moves.split())
        assert question.answer.split("x")[0] in GAME.legal(position_of(question))
        assert question == practice.make(level, Chance(seed), DEFAULTS)
        kinds.add(question.kind)
    assert kinds == set(practice.KINDS[level])


def collect(level: int, kind: str, count: int):
    made = (practice.make(level, Chance(seed), DEFAULTS) for seed in range(200))
    found = [question for question, _ in zip((q for q in made if q.kind == kind), range(count), strict=False)]
    assert len(found) == count
    return found


def plain_name(answer: str) -> str:
    return answer.split("x")[0]


def test_k_escapes_at_once_by_one_slide_only():
    for question in collect(1, "escape_1", 8):
        ends = [text for text, after in afters(position_of(question)).items() if after.result == ("king", "escape")]
        assert ends == [plain_name(question.answer)]


def test_one_slide_only_takes_k():
    for question in collect(1, "take", 8):
        ends = [text for text, after in afters(position_of(question)).items() if "K" not in after.board]
        assert ends == [plain_name(question.answer)]
        assert "x" in question.answer


def test_one_first_slide_only_frees_k_in_two():
    for question in collect(2, "escape_2", 2):
        position = position_of(question)
        assert not forces_escape(position, 1)
        right = [
            text
            for text, after in afters(position).items()
            if after.result is None
            and all(forces_escape(reply, 1) for reply in afters(after).values() if not reply.result)
            and not any(reply.result for reply in afters(after).values())
        ]
        assert right == [plain_name(question.answer)]


@pytest.mark.parametrize("kind", ["capture_king", "capture_attackers"])
def test_one_slide_only_captures(kind):
    for question in collect(2, kind, 6):
        position = position_of(question)
        count = len(position.board.replace(".", ""))
        right = [text for text, after in afters(position).items() if len(after.board.replace(".", "")) < count]
        assert right == [plain_name(question.answer)]


@pytest.mark.parametrize("kind", ["safe_king", "safe_attackers"])
def test_one_slide_only_is_safe(kind):
    for question in collect(3, kind, 2):
        position = position_of(question)
        right = [
            text
            for text, after in afters(position).items()
            if not any(reply.result and reply.result[0] == after.side for reply in afters(after).values())
        ]
        assert right == [plain_name(question.answer)]


def test_k_is_not_free_sooner_than_the_question_says():
    for question in collect(3, "escape_3", 1):
        position = position_of(question)
        assert not forces_escape(position, 2)
        assert practice.prove(replace(question, kind="escape_2")) == ()


def test_a_question_with_two_answers_is_seen():
    # K on d4 with the whole row and column open can leave by four slides.
    options = GAME.settle({"start": "A.....A/......./......./...K.../......./......./A.....A"})
    question = replace(practice.make(1, Chance(0), DEFAULTS), kind="escape_1", options=options, moves="", ply=0)
    assert practice.prove(question) == ("d4-d1", "d4-a4", "d4-g4", "d4-d7")


def test_a_question_asked_of_the_wrong_side_has_no_answer():
    question = collect(1, "escape_1", 1)[0]
    assert practice.prove(replace(question, kind="take")) == ()


def test_a_start_without_a_question_is_refused():
    options = GAME.settle({"start": "......./......./......./...K.../......./......./......."})
    with pytest.raises(SpecError, match="no question"):
        practice.make(1, Chance(1), options)

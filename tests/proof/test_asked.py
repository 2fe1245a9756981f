"""Practice answers are proved again from the finished file: a wrong one, or a question with two, never gets out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kitgen import build
from kitgen.build import Request, build_sheet
from kitgen.errors import ClaimFailed, ProofFailed
from kitgen.games.sandwich import practice
from kitgen.play.contract import Question
from kitgen.shelf import Shelf

REQUEST = Request("sandwich", "key", {"level": "1"}, seed=11)


def spoil(monkeypatch, change):
    """Let the build take questions changed by `change`, as if its own check were not there."""
    honest = build.make_questions

    def changed(*given):
        for number, question in enumerate(honest(*given), start=1):
            yield change(question) if number == 2 else question

    monkeypatch.setattr(build, "make_questions", changed)


def test_an_honest_key_holds():
    names = [verdict.what for verdict in build_sheet(Shelf(), REQUEST).verdicts]
    assert names.count("figure") == 6


def test_a_wrong_answer_on_the_key_is_refused(monkeypatch):
    spoil(monkeypatch, lambda question: replace(question, answer="A1" if question.answer != "A1" else "B1"))
    with pytest.raises(ProofFailed, match=r"question 2: the answer given is [AB]1; the rules say"):
        build_sheet(Shelf(), REQUEST)


TWO = Question(
    "kills", 1, {}, "", 0, "C2"
)  # on the cross C2, E2, C6 and E6 kill: four right answers, a published count


def test_a_question_with_several_answers_is_refused_on_the_sheet_too(monkeypatch):
    values = {"side": "B"}
    spoil(monkeypatch, lambda question: replace(TWO, options=question.options, values=values))
    with pytest.raises(ProofFailed, match="question 2 has 4 right answers: C2, E2, C6, E6"):
        build_sheet(Shelf(), replace(REQUEST, sheet="practice"))


def test_the_build_itself_refuses_it_first(monkeypatch):
    monkeypatch.setattr(
        practice, "make", lambda level, chance, options: replace(TWO, options=options, values={"side": "B"})
    )
    with pytest.raises(ClaimFailed, match="has the answers"):
        build_sheet(Shelf(), REQUEST)

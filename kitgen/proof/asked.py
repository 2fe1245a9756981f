"""Practice questions of a finished file: each has exactly one right answer, and a printed answer is that one.

The question is put together again from what the file carries, and the game's own practice room proves it by the plain
rules. Knows the contract and the games' rooms by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kitgen import games
from kitgen.errors import KitgenError
from kitgen.play.contract import Question, Words
from kitgen.proof.manifest import LeafEntry, Run


def question_faults(run: Run, records: Mapping[str, Mapping[str, Any]], words: Words) -> Iterator[str]:
    """Yield each question of a page that has not exactly one right answer, and each printed answer that is another."""
    for asked, shown, answer in _questions(run.leaves):
        number = asked.facts["question"]
        if shown is None or shown.facts.get("record") not in records:
            yield f"question {number} shows no record"
            continue
        record = records[shown.facts["record"]]
        try:
            right = _prove(asked.facts, shown.facts, record)
        except KitgenError as error:
            yield from (f"question {number}: {fault.what}" for fault in error.faults)
            continue
        if len(right) != 1:
            yield f"question {number} has {len(right)} right answers: {', '.join(right) or 'none'}"
        elif answer is not None:
            yield from _answer_faults(number, asked.facts["kind"], right[0], answer, words)


def _questions(leaves: Sequence[LeafEntry]) -> Iterator[tuple[LeafEntry, LeafEntry | None, LeafEntry | None]]:
    """Yield (what is asked, the figure, the answer or None) for each question, in the order of the page."""
    starts = [n for n, entry in enumerate(leaves) if "question" in entry.facts]
    for start, end in pairwise([*starts, len(leaves)]):
        rest = leaves[start + 1 : end]
        shown = next((entry for entry in rest if "record" in entry.facts), None)
        answer = next((entry for entry in rest if "answer" in entry.facts), None)
        yield leaves[start], shown, answer


def _prove(asked: Mapping[str, Any], shown: Mapping[str, Any], record: Mapping[str, Any]) -> tuple[str, ...]:
    rules = games.load(record["game"])
    practice = games.room(rules.slug, "practice")
    moves = record["moves"]
    question = Question(
        asked["kind"],
        asked.get("level", 1),
        rules.settle(record["options"]),
        moves if isinstance(moves, str) else " ".join(map(str, moves[: asked.get("asked_at", len(moves))])),
        asked.get("asked_at", shown.get("ply", 0)),
        "",
        values=asked.get("values", {}),
        extra=asked.get("extra", shown.get("extra", {})),
    )
    return tuple(practice.prove(question))


def _answer_faults(number: int, kind: str, right: str, entry: LeafEntry, words: Words) -> Iterator[str]:
    if entry.facts["answer"] != right:
        yield f"question {number}: the answer given is {entry.facts['answer']}; the rules say {right}"
    wanted = words.say(f"answer_{kind}", answer=right)
    if (entry.text or "").strip() != wanted:
        yield f"question {number}: the answer printed is {entry.text!r}; the rules say {wanted!r}"

"""Numbered deals to print, kept as practice: a deal of a level that can be won down to one card, and a line that does.

`make` looks deals up by number and solves them with bits; `prove` replays the line by the plain rules and counts the
half-greedy games again. Does not know how a deal or a line looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import KitgenError, SpecError
from kitgen.games.sandwich_guy.engine import GAME, PACK, write_sandwich
from kitgen.games.sandwich_guy.grading import DEALS, judge, level_of, wins_of
from kitgen.games.sandwich_guy.solver import SCORES
from kitgen.play.contract import Question
from kitgen.play.replay import play

LEVELS = (1, 2, 3)
TRIES = 500  # deals looked at before a search gives up; about every third is of a level


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a deal of `level` with a line that leaves one card; numbers are drawn from 0 to DEALS - 1.

    From one `chance`, deals of every level come in the order of their numbers' drawing, whichever level is asked for.
    """
    for _ in range(TRIES):
        judged = judge(chance.below(DEALS))
        if judged.level == level and judged.solution.left == min(SCORES):
            line = " ".join(map(write_sandwich, judged.solution.line))
            return Question(
                "deal", level, {"seed": judged.number}, line, 0, line, style="deal", solved="line"
            )  # fmt: skip
    raise SpecError(f"no deal of level {level} in {TRIES}")


def prove(question: Question) -> tuple[str, ...]:
    """Return the deal's line if it is one that wins down to one card, and the deal is of the question's level."""
    number = question.options["seed"]
    try:
        replayed = play(GAME, GAME.settle(question.options), [(1, token) for token in question.moves.split()])
    except KitgenError:
        return ()
    position = replayed.last.position
    outcome = GAME.outcome(position)
    is_whole = sorted((*position.hand, *position.discards)) == list(PACK)
    is_won = outcome is not None and outcome["winner"] == "player" and len(position.hand) == min(SCORES)
    if not (is_whole and is_won) or level_of(wins_of(number)) != question.level:
        return ()
    return (" ".join(step.move for step in replayed.steps[1:]),)

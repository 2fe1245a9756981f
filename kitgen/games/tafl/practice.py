"""Practice questions of Royal edge escape, found in seeded games between players who look one slide ahead.

Level 1: K escapes at once; take K. Level 2: K escapes in two turns; which slide captures. Level 3: K escapes in
three; which slide is safe. `make` searches on bits; `prove` asks answers.py, which knows the plain rules alone.
Knows neither page nor words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import Fault, SpecError
from kitgen.games.tafl.answers import right_answers
from kitgen.games.tafl.engine import GAME, Move, Position, taken, write
from kitgen.games.tafl.fast import EDGE, State, escapes, movable, pack, slide, slides, takes_king, unpack
from kitgen.games.tafl.search import BudgetSpent, Search, Slide
from kitgen.play.contract import Question
from kitgen.play.record import split_moves
from kitgen.play.replay import play

LEVELS = (1, 2, 3)
KINDS = {
    1: ("escape_1", "take"),
    2: ("escape_2", "capture_king", "capture_attackers"),
    3: ("escape_3", "safe_king", "safe_attackers"),
}

FIRST_PLY, LAST_PLY = 4, 30  # where a question may stand: lines are open by then, and the board is not yet empty
FEWEST_SLIDES = 8  # with fewer to choose from, an answer is found by trying them all
CARELESS = 0.3  # how often a player of the seeded games does not look what the other side may do next
LOOKS = 6  # how many slides such a player looks at
BUDGET = 3_000  # nodes for one position; when it is spent, the next position is tried
MOST_GAMES = 2_000

_VALUES = {"escape_2": {"turns": 2}, "escape_3": {"turns": 3}}
_OF_ATTACKERS = ("take", "capture_attackers", "safe_attackers")


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a question of `level` from a seeded game begun with settled `options`.

    Raises SpecError when no question turns up in MOST_GAMES games (a set-up that is over, or has hardly a piece).
    """
    kind = chance.choice(KINDS[level])
    start = GAME.start(options)
    for _ in range(MOST_GAMES if start.result is None else 0):
        for moves, state, is_king_side in _wander(chance, start):
            answer = _only_answer(kind, state, is_king_side) if len(moves) >= FIRST_PLY else None
            if answer:
                written = write(Move(*answer, taken(unpack(state), *answer)))
                record = " ".join(write(Move(*ends)) for ends in moves)
                return Question(kind, level, options, record, len(moves), written, values=_VALUES.get(kind, {}))
    raise SpecError(Fault(f"no question {kind!r} was found in {MOST_GAMES} games from this start"))


def prove(question: Question) -> tuple[str, ...]:
    """Return every right answer of `question`, from its record replayed and every slide tried by the plain rules."""
    tokens = ((1, token) for token in split_moves(question.moves))
    replayed = play(GAME, question.options, tokens)
    return right_answers(question.kind, replayed.steps[question.ply].position)


# ---------------------------------------------------------------- seeded games


def _wander(chance: Chance, start: Position) -> Iterator[tuple[list[Slide], State, bool]]:
    """Yield the slides so far, the state and whose turn it is, ply by ply, until the game ends or LAST_PLY."""
    state, is_king_side = pack(start.board), start.side == "king"
    moves: list[Slide] = []
    while len(moves) <= LAST_PLY:
        yield moves, state, is_king_side
        ends = _chosen(chance, state, is_king_side)
        if ends is None:
            return
        moves.append(ends)
        state, is_king_side = slide(state, is_king_side, *ends), not is_king_side


def _chosen(chance: Chance, state: State, is_king_side: bool) -> Slide | None:
    """Return a slide that does not end the game, mostly one that does not let the other side end it; None without."""
    going = [
        ends
        for ends in _slides(state, is_king_side)
        if not _is_over(slide(state, is_king_side, *ends), not is_king_side)
    ]
    if not going:
        return None
    looks = 1 if chance.fraction() < CARELESS else LOOKS
    threat = takes_king if is_king_side else escapes
    for _ in range(looks):
        ends = chance.choice(going)
        if not threat(slide(state, is_king_side, *ends)):
            break
    return ends


def _slides(state: State, is_king_side: bool) -> list[Slide]:
    king, defenders, attackers = state
    return slides(king | defenders if is_king_side else attackers, king | defenders | attackers)


def _is_over(state: State, is_king_side: bool) -> bool:
    """Return whether the game is over in `state`, reached by a slide, with `is_king_side` to come."""
    king, defenders, attackers = state
    own = king | defenders if is_king_side else attackers
    return not king or bool(king & EDGE) or not movable(own, king | defenders | attackers)


# ---------------------------------------------------------------- the one answer


def _only_answer(kind: str, state: State, is_king_side: bool) -> Slide | None:
    """Return the one right answer of `kind` in `state`; None when there is none, or more than one, or no budget."""
    if is_king_side is (kind in _OF_ATTACKERS):
        return None
    choices = _slides(state, is_king_side)
    if len(choices) < FEWEST_SLIDES:
        return None
    try:
        is_right = _FINDERS[kind](state)
        found = None
        for ends in choices:
            if is_right and is_right(ends, slide(state, is_king_side, *ends)):
                if found:
                    return None
                found = ends
    except BudgetSpent:
        return None
    return found


Judge = Callable[[Slide, State], bool]


def _judge_escape(turns: int) -> Callable[[State], Judge | None]:
    """Return a maker of judges: does a slide begin an escape in `turns` turns, where none is shorter?"""

    def judge(state: State) -> Judge | None:
        search = Search("king", False, BUDGET, is_goal_only=True)
        if turns > 1 and search.can_win(state, 2 * turns - 3):
            return None
        if turns == 1:
            return lambda _, after: bool(after[0] & EDGE)
        return lambda _, after: search.must_lose(after, 2 * turns - 2)

    return judge


def _judge_take(_: State) -> Judge:
    return lambda _, after: not after[0]


def _judge_capture(state: State) -> Judge:
    """Return a judge: does a slide take anything?"""
    pieces = sum(mask.bit_count() for mask in state)
    return lambda _, after: sum(mask.bit_count() for mask in after) < pieces


def _judge_safe(enemy: str) -> Callable[[State], Judge | None]:
    """Return a maker of judges: has `enemy` no slide left that wins at once? Not asked of who can win at once."""

    def judge(state: State) -> Judge | None:
        if (escapes if enemy == "attackers" else takes_king)(state):
            return None
        search = Search(enemy, False, BUDGET)
        return lambda _, after: not search.can_win(after, 1)

    return judge


_FINDERS: dict[str, Callable[[State], Judge | None]] = {
    "escape_1": _judge_escape(1),
    "escape_2": _judge_escape(2),
    "escape_3": _judge_escape(3),
    "take": _judge_take,
    "capture_king": _judge_capture,
    "capture_attackers": _judge_capture,
    "safe_king": _judge_safe("attackers"),
    "safe_attackers": _judge_safe("king"),
}

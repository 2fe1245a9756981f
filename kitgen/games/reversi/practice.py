"""Keeps Practice: questions about reversi with one right answer, in three levels.

Squares and discs: mark all playable squares, ring what a move turns, say whose turn it is after a move, count a
finished game in three ways. Moves: the only one that wins, that keeps a corner from the other side, that leaves the
other side without a move. The level of a move is that of the weakest player who finds it: 1 easy (it turns the most
discs), 2 medium, 3 hard; the exact solver has shown that no move is better. The level of the other kinds grows with
how much there is to see. Positions come from seeded games of a player that looks one move ahead. `prove` is in
answers.py and shares no search with this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.chance import Chance
from kitgen.games.reversi import answers, fast, solver
from kitgen.games.reversi.engine import GAME, OPENING, square_name
from kitgen.games.reversi.fast import Wide
from kitgen.play.contract import Question
from kitgen.play.replay import play

LEVELS = (1, 2, 3)
ONE_WAY, TWO_WAYS, MANY_WAYS = 1, 2, 3  # directions in which a move turns discs

_ASKED: dict[int, tuple[str, ...]] = {
    1: ("playable", "flips", "win", "corner", "shut"),
    2: ("playable", "flips", "turn", "count", "win", "corner", "shut"),
    3: ("flips", "turn", "count", "win", "corner", "shut"),
}
_CARELESS = 0.3  # how often the players of the games behind the questions move anywhere
_LATEST = {1: (6, 9), 2: (7, 10), 3: (11, 12)}  # empty squares in questions about a move, least and most
_FORK, _ENDINGS = 16, 6  # empty squares from which a game is played on again, and how often
_EARLY = ("playable", "flips")  # kinds that look at the middle of a game, not at its end
_FEW_MOVES = 3  # with more, whose turn it is would be seen at a glance
_DRAWS = 60  # each question draws one of so many numbers, which settles its free choices
_HARD_BUDGET = 40_000  # nodes in which the strongest player must see the answer


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position of a seeded game: the mover's and the other's discs, whose turn, and the squares played so far."""

    own: Wide
    other: Wide
    side: str
    played: tuple[int, ...]
    passed: bool  # the side that did not move last is to move again
    is_over: bool

    @property
    def empty(self) -> int:
        return 64 - fast.discs(self.own | self.other)


_START = _Moment(*fast.widen(OPENING, "black"), "black", (), False, False)


def play_a_game(chance: Chance, start: _Moment = _START) -> list[_Moment]:
    """Return every position of a seeded game from `start`, that first and the finished board last."""
    own, other, side, played, passed = start.own, start.other, start.side, start.played, start.passed
    moments, squares = [], fast.playable(own, other)
    while squares:
        moments.append(_Moment(own, other, side, played, passed, False))
        square = chance.choice(squares) if chance.fraction() < _CARELESS else _one_ahead(own, other, squares)
        played = (*played, square)
        own, other = fast.put(own, other, square)
        side, passed, squares = ("white" if side == "black" else "black"), False, fast.playable(own, other)
        if not squares:
            own, other, side = other, own, ("white" if side == "black" else "black")
            passed, squares = True, fast.playable(own, other)
    return [*moments, _Moment(own, other, side, played, False, True)]


def _one_ahead(own: Wide, other: Wide, squares: list[int]) -> int:
    least, chosen = 1 << 30, -1
    for square in squares:
        value = solver.evaluate(*fast.put(own, other, square))
        if value < least:
            least, chosen = value, square
    return chosen


def _question(moment: _Moment, kind: str, level: int, answer: str, **more: Any) -> Question:
    moves = " ".join(square_name(s) for s in moment.played)
    return Question(kind, level, GAME.settle({}), moves, len(moment.played), answer, **more)


# ---------------------------------------------------------------- what there is to see


def _ways(moment: _Moment, square: int) -> int:
    """Return in how many directions a move turns discs."""
    start = fast.START[square]
    return ((moment.other + (start & moment.other)) & moment.own).bit_count()


def _find_playable(moment: _Moment, level: int, draw: int) -> Question | None:
    squares = fast.playable(moment.own, moment.other)
    least, most = ((3, 6), (8, 12))[level - 1]
    if not least <= len(squares) <= most or not 30 <= moment.empty <= 56:
        return None
    return _question(moment, "playable", level, answers.name_squares(squares))


def _find_flips(moment: _Moment, level: int, draw: int) -> Question | None:
    ways = {1: {ONE_WAY}, 2: {TWO_WAYS}, 3: {MANY_WAYS, MANY_WAYS + 1, MANY_WAYS + 2}}[level]
    if not 10 <= moment.empty <= 50:
        return None
    turned = {s: fast.turned(moment.own, moment.other, s) for s in fast.playable(moment.own, moment.other)}
    fit = [s for s, run in turned.items() if fast.discs(run) >= 2 and _ways(moment, s) in ways]
    if not fit:
        return None
    square = fit[draw % len(fit)]
    discs = [s for s in fast.SQUARES if turned[square] & fast.MASK[s]]
    return _question(moment, "flips", level, answers.name_squares(discs), values={"move": square_name(square)})


def _find_turn(moment: _Moment, level: int, draw: int) -> Question | None:
    """A position in which the turn is the plain one (a draw in three), a pass, or at level 3 nobody's any more."""
    wanted = ("plain", "pass", "over" if level == LEVELS[-1] else "pass")[draw % 3]
    if not 4 <= moment.empty <= 30 or moment.is_over != (wanted == "over"):
        return None
    if not moment.is_over:
        if moment.passed != (wanted == "pass"):
            return None
        if len(fast.playable(moment.own, moment.other)) > _FEW_MOVES:
            return None
    answer = answers.TURNS[None if moment.is_over else moment.side]
    extra = {"to_move": False, "last": True}
    return _question(moment, "turn", level, answer, values={"move": square_name(moment.played[-1])}, extra=extra)


def _find_count(moment: _Moment, level: int, draw: int) -> Question | None:
    if not moment.is_over or not (1 <= moment.empty <= 4 if level == 2 else moment.empty > 4):
        return None
    discs = {moment.side: fast.discs(moment.own)}
    discs["white" if moment.side == "black" else "black"] = fast.discs(moment.other)
    black, white, empty = discs["black"], discs["white"], moment.empty
    bonus = empty if black != white else empty // 2
    tournament = (black + bonus * (black >= white), white + bonus * (white >= black))
    half = "½" if empty % 2 else ""
    split = f"{black + empty // 2}{half}-{white + empty // 2}{half}"
    answer = f"{black}-{white}, {empty}; {tournament[0]}-{tournament[1]}; {split}"
    return _question(moment, "count", level, answer)


# ---------------------------------------------------------------- the move to find


def _has_level(moment: _Moment, square: int, level: int) -> bool:
    """Return whether no move is better than `square`, and the weakest player who surely takes it is that of `level`."""
    greedy = solver.most_flips(moment.own, moment.other)
    if level == 1:
        return greedy == [square] and _is_best(moment, square)
    if square in greedy:
        return False
    seen = solver.takes(moment.own, moment.other, "medium") == square
    if level == 2:
        return seen and _is_best(moment, square)
    best = not seen and _is_best(moment, square)
    return best and solver.takes(moment.own, moment.other, "hard", _HARD_BUDGET) == square


def _is_late(moment: _Moment, level: int) -> bool:
    least, most = _LATEST[level]
    return least <= moment.empty <= most and not moment.is_over


def _is_best(moment: _Moment, square: int) -> bool:
    """Return whether the exact solver finds no better move than `square`."""
    endgame = solver.Endgame()
    value = -endgame.value(*fast.put(moment.own, moment.other, square))
    others = [s for s in fast.playable(moment.own, moment.other) if s != square]
    return all(-endgame.value(*fast.put(moment.own, moment.other, s), -value - 1, -value) <= value for s in others)


def _find_win(moment: _Moment, level: int, draw: int) -> Question | None:
    if not _is_late(moment, level) or len(fast.playable(moment.own, moment.other)) < 3:
        return None
    if level == 3 and not _is_missed(moment):
        return None
    winning = solver.winning_moves(moment.own, moment.other, 2)
    if len(winning) != 1 or not _has_level(moment, winning[0], level):
        return None
    return _question(moment, "win", level, square_name(winning[0]))


def _is_missed(moment: _Moment) -> bool:
    """Return whether the move of the medium player does not win: the quick look before the long one."""
    square = solver.takes(moment.own, moment.other, "medium")
    return solver.Endgame().value(*fast.put(moment.own, moment.other, square), -1, 0) >= 0


def _find_corner(moment: _Moment, level: int, draw: int) -> Question | None:
    if not _is_late(moment, level):
        return None
    squares = fast.playable(moment.own, moment.other)
    if len(squares) < 3:
        return None
    after = {s: fast.playable_bits(*fast.put(moment.own, moment.other, s)) for s in squares}
    for corner in solver.CORNERS:
        safe = [s for s in squares if not after[s] >> corner & 1]
        if len(safe) == 1 and safe[0] != corner and _has_level(moment, safe[0], level):
            return _question(moment, "corner", level, square_name(safe[0]), values={"corner": square_name(corner)})
    return None


def _find_shut(moment: _Moment, level: int, draw: int) -> Question | None:
    if not _is_late(moment, level):
        return None
    squares = fast.playable(moment.own, moment.other)
    shut = [s for s in squares if not fast.playable_bits(*fast.put(moment.own, moment.other, s))]
    if len(squares) < 3 or len(shut) != 1 or not _has_level(moment, shut[0], level):
        return None
    return _question(moment, "shut", level, square_name(shut[0]))


_FINDERS: dict[str, Callable[[_Moment, int, int], Question | None]] = {
    "playable": _find_playable,
    "flips": _find_flips,
    "turn": _find_turn,
    "count": _find_count,
    "win": _find_win,
    "corner": _find_corner,
    "shut": _find_shut,
}


def _moments(chance: Chance, endings: int) -> Iterator[_Moment]:
    """Yield positions of seeded games for ever, those of one game and of so many more `endings` in random order."""
    while True:
        moments = play_a_game(chance)
        fork = next((moment for moment in moments if moment.empty == _FORK), None)
        if fork:
            for _ in range(endings):
                moments += play_a_game(chance, fork)[1:]
        chance.shuffle(moments)
        yield from moments


def make_kind(kind: str, level: int, chance: Chance) -> Question:
    """Return a question of one kind and level, found by seeded search."""
    draw = chance.below(_DRAWS)
    for moment in _moments(chance, 0 if kind in _EARLY else _ENDINGS):
        question = _FINDERS[kind](moment, level, draw)
        if question is not None:
            return question
    raise AssertionError("seeded games never end")


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a question of `level` found by seeded search; it is about modern rules whatever the options."""
    return make_kind(chance.choice(_ASKED[level]), level, chance)


def prove(question: Question) -> tuple[str, ...]:
    """Return every right answer of `question`, found by the plain rules; a sound question has exactly one."""
    tokens = [(1, token) for token in question.moves.split()]
    position = play(GAME, question.options, tokens).steps[question.ply].position
    return answers.KINDS[question.kind](position, {key: str(value) for key, value in question.values.items()})

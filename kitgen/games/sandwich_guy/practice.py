"""Practice questions: find a sandwich, find the one that draws most, find the one that keeps the deal alive.

`make` plays numbered deals with the solver's bits until a position asks something with one answer; `prove` replays
the question by the plain rules and tries everything. The two share no search. Does not know how a question looks.

Level 1 shows a hand with exactly one sandwich (`find`), or names three triples of the hand, one of them a sandwich
(`pick`). Level 2 asks for the sandwich that draws the most cards (`most`). Level 3 shows the pile as well, and asks
which sandwich still lets its last card be drawn (`alive`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import SpecError
from kitgen.games.sandwich_guy.engine import (
    GAME,
    HAND,
    Card,
    Position,
    Sandwich,
    arrange,
    deal,
    discard,
    drawn_by,
    read_card,
    sandwiches,
    shuffled,
    write_sandwich,
)
from kitgen.games.sandwich_guy.grading import DEALS
from kitgen.games.sandwich_guy.solver import hand_of, is_winnable, moves, written
from kitgen.play.contract import Question
from kitgen.play.replay import play

LEVELS = (1, 2, 3)
LEAST_HAND = 5  # fewer cards are no search
LONGEST_PILE = 7  # cards of the pile that a question of level 3 shows
FEWEST_CHOICES = 3  # sandwiches in hand, for levels 2 and 3
TRIES = 20_000  # positions looked at before a search gives up; level 3, the rarest, needs a few hundred


@dataclass(frozen=True, slots=True)
class _Spot:
    """A position of a numbered deal, and the moves that led there."""

    number: int
    line: tuple[Sandwich, ...]
    position: Position

    def question(self, kind: str, level: int, answer: Sandwich, **more: Any) -> Question:
        moves_text = " ".join(map(write_sandwich, self.line))
        options = {"seed": self.number}
        return Question(kind, level, options, moves_text, len(self.line), write_sandwich(answer), **more)


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a question of `level` found by seeded search; raises SpecError when TRIES positions hold none."""
    kinds: dict[int, tuple[Callable[[_Spot, Chance], Question | None], ...]] = {
        1: (_find, _pick),
        2: (_most,),
        3: (_alive,),
    }
    if level not in kinds:
        raise SpecError(f"practice has no level {level}")
    ask = chance.choice(kinds[level])
    tries = 0
    while tries < TRIES:
        for spot in _wander(chance):
            tries += 1
            question = ask(spot, chance)
            if question:
                return question
    raise SpecError(f"no question of level {level} among {TRIES} positions")


def _wander(chance: Chance) -> list[_Spot]:
    """Return the positions of a numbered deal, in any order; two turns in three draw the most they can."""
    number = chance.below(DEALS)
    position = deal(shuffled(number))
    line: tuple[Sandwich, ...] = ()
    spots: list[_Spot] = []
    while found := [written(three) for three, _ in moves(hand_of(position.hand))]:
        spots.append(_Spot(number, line, position))
        if not position.pile:
            break
        most = max(len(drawn_by(position, made)) for made in found)
        good = [made for made in found if len(drawn_by(position, made)) == most]
        made = chance.choice(good if chance.below(3) else found)
        position, line = discard(position, made), (*line, made)
    chance.shuffle(spots)
    return spots


def _find(spot: _Spot, _: Chance) -> Question | None:
    found = moves(hand_of(spot.position.hand))
    if len(found) != 1 or len(spot.position.hand) < LEAST_HAND:
        return None
    return spot.question("find", 1, written(found[0][0]))


def _pick(spot: _Spot, chance: Chance) -> Question | None:
    """Ask which of three triples is a sandwich; the other two are near misses of it or of another."""
    hand = spot.position.hand
    true = [written(three) for three, _ in moves(hand_of(hand))]
    near = [three for three in combinations(hand, 3) if _is_near_miss(three)]
    if not true or len(near) < 2:
        return None
    answer = chance.choice(true)
    chance.shuffle(near)
    offered = tuple(sorted(answer))  # its filling is not shown by its place
    triples = [offered, near[0], near[1]]
    chance.shuffle(triples)
    values = {name: write_sandwich(three) for name, three in zip("abc", triples, strict=True)}
    return replace(spot.question("pick", 1, answer, values=values), answer=write_sandwich(offered))


def _is_near_miss(three: tuple[Card, ...]) -> bool:
    """Return whether three cards look like a sandwich: two equal steps up and down, or steps that differ by one."""
    if moves(hand_of(three)):
        return False
    low, middle, high = (card.rank for card in three)
    return low == middle or middle == high or abs(high - 2 * middle + low) == 1


def _most(spot: _Spot, _: Chance) -> Question | None:
    found = moves(hand_of(spot.position.hand))
    room = min(HAND + 3 - len(spot.position.hand), len(spot.position.pile))
    draws = sorted((min(earns, room) for _, earns in found), reverse=True)
    if len(draws) < FEWEST_CHOICES or draws[0] == draws[1]:
        return None
    best = next(three for three, earns in found if min(earns, room) == draws[0])
    return spot.question("most", 2, written(best), values={"pile": len(spot.position.pile)})


def _alive(spot: _Spot, _: Chance) -> Question | None:
    position = spot.position
    if not (LEAST_HAND <= len(position.hand) < HAND and 1 <= len(position.pile) <= LONGEST_PILE):
        return None
    found = [written(three) for three, _ in moves(hand_of(position.hand))]
    if len(found) < FEWEST_CHOICES:
        return None
    after = [(made, discard(position, made)) for made in found]
    alive = [made for made, then in after if is_winnable(then.hand, then.pile)]
    if len(alive) != 1:
        return None
    return spot.question("alive", 3, alive[0], style="with_pile", values={"pile": len(position.pile)})


def prove(question: Question) -> tuple[str, ...]:
    """Return every right answer of `question`, found by the plain rules; one of those offered is written as offered."""
    tokens = [(1, token) for token in question.moves.split()]
    replayed = play(GAME, GAME.settle(question.options), tokens)
    position = replayed.steps[question.ply].position
    if question.kind == "pick":
        written_so = [str(question.values[name]) for name in "abc"]
        triples = [arrange(map(read_card, text.split("-"))) for text in written_so]
        return tuple(
            text for text, three in zip(written_so, triples, strict=True) if three and set(three) <= set(position.hand)
        )
    legal = sandwiches(position.hand)
    if question.kind == "most":
        most = max((len(drawn_by(position, made)) for made in legal), default=0)
        legal = tuple(made for made in legal if len(drawn_by(position, made)) == most)
    elif question.kind == "alive":
        legal = tuple(made for made in legal if _can_win(discard(position, made)))
    return tuple(map(write_sandwich, legal))


def _can_win(position: Position) -> bool:
    """Return whether any line of the plain rules draws the last card."""
    return not position.pile or any(_can_win(discard(position, made)) for made in sandwiches(position.hand))

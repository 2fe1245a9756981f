"""Players who do not know the pile's order, for measured win rates and for grading deals.

They know the hand, what has been discarded, and so which cards the pile holds. Hands are bits, as in solver.py.
Does not know which deals are printed.

- `random`: any sandwich, each as likely.
- `greedy`: one that draws the most cards now; equals by lot.
- `half_greedy`: each turn a fair coin first, then as `greedy` or as `random`.
- `careful`: of those that draw the most, the one whose kept cards promise most for the next turn (`promise`);
  equals by lot. Once the pile is empty it leaves the fewest cards that can be left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from kitgen.chance import Chance
from kitgen.games.sandwich_guy.engine import DRAW_MIXED, DRAW_ONE_COLOUR, DRAW_ONE_SUIT, HAND, PACK, Card
from kitgen.games.sandwich_guy.solver import NUMBER, Hand, Move, bits, moves

WHOLE_PACK = (1 << len(PACK)) - 1
# What a sandwich in hand is worth to `careful`, by what it earns: the best of five sets tried on 1,500 deals.
WORTH = {DRAW_MIXED: 2, DRAW_ONE_COLOUR: 10, DRAW_ONE_SUIT: 15}


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player sees: the hand, its sandwiches, how many cards may be drawn, which cards the pile holds."""

    hand: Hand
    moves: tuple[Move, ...]
    room: int
    unseen: Hand


Player = Callable[[Turn, Chance], Move]


def play_random(turn: Turn, chance: Chance) -> Move:
    """Choose any sandwich, each as likely."""
    return chance.choice(turn.moves)


def play_greedy(turn: Turn, chance: Chance) -> Move:
    """Choose one of those that draw the most, each as likely."""
    return chance.choice(_most_drawing(turn))


def play_half_greedy(turn: Turn, chance: Chance) -> Move:
    """Toss a fair coin, then choose as `play_greedy` or as `play_random`."""
    return play_greedy(turn, chance) if chance.below(2) else play_random(turn, chance)


def play_careful(turn: Turn, chance: Chance) -> Move:
    """Choose of those that draw the most the one that promises most, or that leaves fewest when the pile is empty."""
    if not turn.unseen:
        fewest = min(_fewest_left(turn.hand ^ three) for three, _ in turn.moves)
        return chance.choice([move for move in turn.moves if _fewest_left(turn.hand ^ move[0]) == fewest])
    rated = [(promise(turn, move), move) for move in _most_drawing(turn)]
    best = max(rate for rate, _ in rated)
    return chance.choice([move for rate, move in rated if rate == best])


PLAYERS: dict[str, Player] = {
    "random": play_random,
    "half_greedy": play_half_greedy,
    "greedy": play_greedy,
    "careful": play_careful,
}


def _most_drawing(turn: Turn) -> list[Move]:
    most = max(min(earns, turn.room) for _, earns in turn.moves)
    return [move for move in turn.moves if min(move[1], turn.room) == most]


def promise(turn: Turn, move: Move) -> int:
    """Return what the cards kept after `move` are worth, times the number of unseen cards to stay with integers.

    The worth of each sandwich among them, plus that of each that two of them make with one drawn card, weighted by
    the chance that the card is drawn.
    """
    three, earns = move
    kept = turn.hand ^ three
    drawn = min(earns, turn.room)
    total = 0
    numbers = bits(kept)
    for index, a in enumerate(numbers):
        for b in numbers[index + 1 :]:
            above = kept & -(2 << b)
            for worth, cards in _thirds_by_worth()[a][b]:
                total += worth * (
                    turn.unseen.bit_count() * (cards & above).bit_count() + drawn * (cards & turn.unseen).bit_count()
                )
    return total


@cache
def _thirds_by_worth() -> tuple[tuple[tuple[tuple[int, Hand], ...], ...], ...]:
    """Return for each two cards the cards that make a sandwich with them, by its worth."""
    size = range(len(PACK))
    return tuple(tuple(_worths(a, b) for b in size) for a in size)


def _worths(a: int, b: int) -> tuple[tuple[int, Hand], ...]:
    by_worth: dict[int, Hand] = {}
    for third in range(len(PACK)) if a != b else ():
        for _, earns in moves(1 << a | 1 << b | 1 << third):
            by_worth[WORTH[earns]] = by_worth.get(WORTH[earns], 0) | 1 << third
    return tuple(by_worth.items())


def _fewest_left(hand: Hand) -> int:
    return min((_fewest_left(hand ^ three) for three, _ in moves(hand)), default=hand.bit_count())


@dataclass(frozen=True, slots=True)
class Played:
    """How a game ended: whether the pile was emptied, and the number of cards left in hand."""

    is_won: bool
    left: int


def play_deal(deck: Iterable[Card], player: Player, chance: Chance, past_the_win: bool = True) -> Played:
    """Return how `player` fares with a deck of 52 cards in drawing order.

    With `past_the_win` False the game is left as soon as it is won, and `left` is the hand at that moment.
    """
    pile = [1 << NUMBER[card] for card in deck]
    hand, drawn, unseen = 0, 0, WHOLE_PACK
    draws = HAND
    while True:
        for card in pile[drawn : drawn + draws]:
            hand, unseen = hand | card, unseen ^ card
        drawn += draws
        found = moves(hand) if unseen or past_the_win else []
        if not found:
            return Played(not unseen, hand.bit_count())
        room = min(HAND + 3 - hand.bit_count(), len(pile) - drawn)
        three, earns = player(Turn(hand, tuple(found), room, unseen), chance)
        hand, draws = hand ^ three, min(earns, room)

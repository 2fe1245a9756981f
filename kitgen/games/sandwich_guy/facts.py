"""Keeps Facts: every number and claim that texts about The Sandwich Guy may use, counted or checked here.

Counts over the whole pack use the solver's table of sandwiches, which tests hold to the plain rules. Win rates come
from measured.py. Does not know the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any

from kitgen.games.sandwich_guy import grading, measured, measuring
from kitgen.games.sandwich_guy.engine import (
    DRAW_MIXED,
    DRAW_ONE_COLOUR,
    DRAW_ONE_SUIT,
    HAND,
    LARGEST_STEP,
    PACK,
    RANKS,
    SUITS,
    Card,
    Position,
    arrange,
    discard,
    drawn_by,
    read_card,
    sandwiches,
)
from kitgen.games.sandwich_guy.players import PLAYERS, WHOLE_PACK
from kitgen.games.sandwich_guy.solver import SCORES, bits, moves

EXAMPLE = "AC 3C 5C 8S QS 8H 8D 10H"  # the hand of the rulebook's examples
NONE = "8-10-8"  # ranks that the rulebook gives as no sandwich
LONG = "8-2-9"  # and as one whose step of seven is six the other way
SANDWICH = 3  # cards

_HAND_WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight"}

Ranks = tuple[int, ...]


@cache
def chart_rows() -> tuple[tuple[int, int, int], ...]:
    """Return the ranks (first, middle, last) of every sandwich, by middle card, then by step 0 to 6 upwards."""
    ranks = len(RANKS)
    return tuple(
        ((middle - step - 1) % ranks + 1, middle, (middle + step - 1) % ranks + 1)
        for middle in range(1, ranks + 1)
        for step in range(LARGEST_STEP + 1)
    )


@cache
def _whole_pack() -> dict[str, int]:
    """Return the counts over all triples of the pack."""
    every = moves(WHOLE_PACK)
    combos = {tuple(number // len(SUITS) for number in bits(three)) for three, _ in every}
    earns = [earned for _, earned in every]
    return {
        "triples": comb(len(PACK), SANDWICH),
        "sandwiches": len(every),
        "sandwiches_one_suit": earns.count(DRAW_ONE_SUIT),
        "sandwiches_one_colour": earns.count(DRAW_ONE_COLOUR),
        "sandwiches_mixed": earns.count(DRAW_MIXED),
        "rank_combinations": len(combos),
        "triplets": sum(len(set(ranks)) == 1 for ranks in combos),
    }


@cache
def _bare_ranks(size: int) -> tuple[Ranks, ...]:
    """Return the ranks of every hand of `size` cards without a sandwich; no rank comes three times in one."""
    if size == 0:
        return ((),)
    rows = {ranks for row in chart_rows() for ranks in [tuple(sorted(row))]}
    return tuple(
        (*ranks, rank)
        for ranks in _bare_ranks(size - 1)
        for rank in range(ranks[-1] if ranks else 1, len(RANKS) + 1)
        if not any((*two, rank) in rows for two in combinations(ranks, 2))
    )


@cache
def stuck_hands(size: int) -> int:
    """Return how many hands of `size` cards, of all that the pack can give, hold no sandwich."""
    each = len(SUITS)
    return sum(prod(comb(each, ranks.count(rank)) for rank in set(ranks)) for ranks in _bare_ranks(size))


def _one_in(size: int) -> int:
    return round(comb(len(PACK), size) / stuck_hands(size))


def _turned_short(ranks: str) -> str:
    """Return three ranks with their middle second and the step of 0 to 6 upwards."""
    made = arrange(read_card(rank + suit) for rank, suit in zip(ranks.split("-"), SUITS, strict=False))
    if made is None:
        raise ValueError(ranks)
    return "-".join(RANKS[card.rank - 1] for card in made)


def percent(part: int, whole: int) -> int:
    """Return `part` of `whole` as a whole percentage, halves rounded up."""
    return (200 * part + whole) // (2 * whole)


def totals(blocks: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the sums of measured blocks, count by count."""
    return tuple(map(sum, zip(*blocks, strict=True)))


def _measured() -> Iterator[tuple[str, int]]:
    for name in PLAYERS:
        lost, *won = totals(measured.SCORES_OF[name])
        yield f"{name}_won", sum(won)
        yield f"{name}_percent", percent(sum(won), lost + sum(won))
        yield f"{name}_perfect", won[0]
        yield f"{name}_perfect_percent", percent(won[0], lost + sum(won))
    lost, *won, unsettled = totals(measured.SOLVED)
    yield "solved_won", sum(won)
    yield "solved_perfect", won[0]
    yield "solved_lost", lost
    yield "solved_unsettled", unsettled
    easy, middle, hard = totals(measured.LEVELS)
    yield from (("deals_easy", easy), ("deals_middle", middle), ("deals_hard", hard))


def counts(options: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the numbers by name."""
    return {
        **_whole_pack(),
        "deck": len(PACK),
        "suits": len(SUITS),
        "ranks": len(RANKS),
        "hand": HAND,
        "pile": len(PACK) - HAND,
        "discard": SANDWICH,
        "draw_one_suit": DRAW_ONE_SUIT,
        "draw_one_colour": DRAW_ONE_COLOUR,
        "draw_mixed": DRAW_MIXED,
        "largest_step": LARGEST_STEP,
        "steps": LARGEST_STEP + 1,
        "no_step": 0,
        "ace": RANKS.index("A") + 1,
        "jack": RANKS.index("J") + 1,
        "queen": RANKS.index("Q") + 1,
        "king": RANKS.index("K") + 1,
        "example_none": NONE,
        "example_long": LONG,
        "example_short": _turned_short(LONG),
        "small_hand": min(_HAND_WORDS),
        "chart_rows": len(chart_rows()),
        "example_sandwiches": len(sandwiches(_cards(EXAMPLE))),
        "best_score": min(SCORES),
        "middle_score": sorted(SCORES)[1],
        "worst_score": max(SCORES),
        "turns_perfect": (len(PACK) - min(SCORES)) // SANDWICH,
        **{f"stuck_one_in_{word}": _one_in(size) for size, word in _HAND_WORDS.items()},
        "measured_deals": measuring.DEALS,
        "measured_seed": measuring.PLAY_SEED,
        "graded_deals": measuring.GRADED,
        "grading_games": grading.GAMES,
        "grading_seed": grading.GRADING_SEED,
        "easy_needs": grading.EASIEST_NEEDS,
        "middle_needs": grading.MIDDLE_NEEDS,
        "middle_most": grading.EASIEST_NEEDS - 1,
        "hard_most": grading.MIDDLE_NEEDS - 1,
        "easy_percent": percent(grading.EASIEST_NEEDS, grading.GAMES),
        "middle_percent": percent(grading.MIDDLE_NEEDS, grading.GAMES),
        **dict(_measured()),
    }


def claims(options: Mapping[str, Any]) -> dict[str, Callable[[], bool]]:
    """Return the checks by name; each docstring says what it lets a text say."""
    checks = (
        eight_ten_eight_is_none,
        long_steps_turn_short,
        middle_is_one,
        ninth_card_stays,
        full_hand_draws_alike,
        mixed_shrinks_the_hand,
        scores_are_the_only_ones,
        small_hands_stick,
        nearly_all_deals_can_be_won,
        won_deals_can_be_perfect,
        careful_beats_greedy,
    )
    return {check.__name__: check for check in checks}


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(read_card, text.split()))


def eight_ten_eight_is_none() -> bool:
    """A step up and the same down are no sandwich, for any rank and step; the rulebook's example is such a one."""
    first, middle, last = NONE.split("-")
    return first == last != middle and not any(
        arrange((Card(rank, "C"), Card((rank + step - 1) % len(RANKS) + 1, "D"), Card(rank, "H")))
        for rank in range(1, len(RANKS) + 1)
        for step in range(1, len(RANKS))
    )


def long_steps_turn_short() -> bool:
    """Seven steps or more one way are six or fewer the other way, with the same card in the middle."""
    ranks = len(RANKS)
    for middle in range(ranks):
        for step in range(LARGEST_STEP + 1, ranks):
            cards = [Card((middle + move) % ranks + 1, "C") for move in (-step, 0, step)]
            made = arrange(cards)
            if not made or made[1] != cards[1] or (made[2].rank - made[1].rank) % ranks != ranks - step:
                return False
    return True


def middle_is_one() -> bool:
    """Of three different ranks only one can be the middle."""
    ranks = len(RANKS)
    different = [row for row in chart_rows() if len(set(row)) == SANDWICH]
    middles = [sum((sum(row) - 3 * rank) % ranks == 0 for rank in row) for row in different]
    return len(set(map(frozenset, different))) == len(different) and set(middles) == {1}


def ninth_card_stays() -> bool:
    """From a full hand one suit earns four and draws three; the fourth is the next to be drawn."""
    start = Position(_cards(EXAMPLE), tuple(card for card in PACK if card not in _cards(EXAMPLE)))
    made = arrange(_cards("AC 3C 5C"))
    if made is None:
        return False
    after = discard(start, made)
    return len(after.hand) == HAND and after.pile == start.pile[DRAW_ONE_SUIT - 1 :]


def _net(size: int, sandwich: str) -> int:
    """Return by how much a hand of `size` cards grows when it discards `sandwich`."""
    cards = _cards(sandwich)
    others = [card for card in PACK if card not in cards]
    made = arrange(cards)
    if made is None:
        raise ValueError(sandwich)
    hand = tuple(sorted((*cards, *others[: size - SANDWICH])))
    return len(drawn_by(Position(hand, tuple(others[size:])), made)) - SANDWICH


def full_hand_draws_alike() -> bool:
    """In a full hand one suit draws no more than one colour."""
    return _net(HAND, "AC 3C 5C") == _net(HAND, "AC 3S 5C")


def mixed_shrinks_the_hand() -> bool:
    """Two colours cost a card, one colour keeps the size, one suit wins a card back, below a full hand."""
    sizes = range(SANDWICH, HAND)
    return all((_net(n, "AC 3D 5C"), _net(n, "AC 3S 5C"), _net(n, "AC 3C 5C")) == (-1, 0, 1) for n in sizes)


def scores_are_the_only_ones() -> bool:
    """What is left is the pack less threes and no more than a hand; the measured games left nothing else."""
    possible = {left for left in range(1, HAND + 1) if (len(PACK) - left) % SANDWICH == 0}
    return possible == set(SCORES)


def small_hands_stick() -> bool:
    """The fewer cards in hand, the likelier it holds no sandwich."""
    shares = [stuck_hands(size) / comb(len(PACK), size) for size in range(SANDWICH, HAND + 1)]
    return all(larger < smaller for smaller, larger in pairwise(shares))


def nearly_all_deals_can_be_won() -> bool:
    """More than 99 of 100 measured deals can be won with the pile known, and every deal was settled."""
    lost, *won, unsettled = totals(measured.SOLVED)
    return unsettled == 0 and lost * 100 < lost + sum(won)


def won_deals_can_be_perfect() -> bool:
    """Every measured deal that can be won can be won down to one card."""
    _, perfect, *worse = totals(measured.SOLVED)
    return perfect > 0 and not any(worse)


def careful_beats_greedy() -> bool:
    """The careful player won more of the measured deals than the greedy one, greedy more than half-greedy."""
    won = {name: sum(totals(measured.SCORES_OF[name])[1:]) for name in PLAYERS}
    return won["careful"] > won["greedy"] > won["half_greedy"] > won["random"]

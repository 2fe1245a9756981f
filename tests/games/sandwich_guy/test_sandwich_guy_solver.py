"""The solver against a plain search over the rules; players, grades and measured rates against their definitions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from kitgen.chance import Chance
from kitgen.games.sandwich_guy import deals, grading, measured, measuring, players
from kitgen.games.sandwich_guy.engine import (
    GAME,
    Position,
    deal,
    discard,
    drawn_by,
    earned,
    read_card,
    sandwiches,
    shuffled,
)
from kitgen.games.sandwich_guy.solver import bits, cards_of, hand_of, is_winnable, moves, solve


@cache
def best_left(position: Position) -> int:
    """Return the fewest cards that can be left by trying every line of the plain rules; 9 for a lost deal."""
    if not position.pile:
        return min(
            (best_left(discard(position, made)) for made in sandwiches(position.hand)), default=len(position.hand)
        )
    return min((best_left(discard(position, made)) for made in sandwiches(position.hand)), default=9)


def late(seed: int, pile: int) -> Position:
    """Return a position of deal `seed` with at most `pile` cards to draw (or stuck before); most turns draw most."""
    position, chance = deal(shuffled(seed)), Chance(10_000 + seed)
    while len(position.pile) > pile and (made := sandwiches(position.hand)):
        most = max(len(drawn_by(position, three)) for three in made)
        good = [three for three in made if len(drawn_by(position, three)) == most or chance.below(4) == 0]
        position = discard(position, chance.choice(good))
    return position


def bare(position: Position) -> Position:
    return Position(position.hand, position.pile)


def test_late_positions_agree_with_a_search_over_the_plain_rules():
    results = []
    for seed in range(400):
        most = (8, 3)[seed % 2]
        position = bare(late(seed, most))
        if len(position.pile) > most:
            continue
        found, left = solve(position.hand, position.pile), best_left(position)
        assert (found.left or 9) == left
        assert found.is_best
        assert found.verdict == ("lost" if left == 9 else "winnable")
        assert is_winnable(position.hand, position.pile) == (left != 9)
        results.append(left)
    assert {1, 4, 9} <= set(results)


# Deals found lost by the solver among numbers 1 to 3,000; 205 and 520 are the largest searches of them.
LOST = (520, 1028, 1786, 2724)


@pytest.mark.parametrize("number", LOST)
def test_lost_deals_are_lost_by_every_line_of_the_plain_rules(number):
    start = deal(shuffled(number))
    assert best_left(bare(start)) == 9
    found = solve(start.hand, start.pile)
    assert (found.verdict, found.line, found.left) == ("lost", (), None)


def test_lines_replay_to_the_score_they_claim():
    for number in range(1, 101):
        position = deal(shuffled(number))
        found = solve(position.hand, position.pile)
        assert found.verdict == "winnable"
        for sandwich in found.line:
            assert GAME.outcome(position) is None or not position.pile
            position = GAME.apply(position, sandwich).position
        assert GAME.outcome(position)["reason"] == "last_card"
        assert len(position.hand) == found.left == 1


def test_too_few_nodes_are_unknown_not_lost():
    start = deal(shuffled(205))
    whole = solve(start.hand, start.pile)
    assert whole.verdict == "lost"
    few = solve(start.hand, start.pile, nodes=whole.nodes // 3 - 1)
    assert (few.verdict, few.is_best) == ("unknown", False)
    assert is_winnable(start.hand, start.pile, nodes=5) is None
    assert solve(start.hand, start.pile, nodes=whole.nodes // 3).verdict == "lost"


def test_bits_and_cards_invert_each_other():
    hand = (1 << 0) | (1 << 17) | (1 << 51)
    assert [str(card) for card in cards_of(hand)] == ["AC", "5D", "KS"]
    assert hand_of(cards_of(hand)) == hand
    assert bits(hand) == [0, 17, 51]


# ------------------------------------------------------------ players


def turn(hand: str, room: int, seen: str = "") -> players.Turn:
    cards = hand_of(map(read_card, hand.split()))
    gone = hand_of(map(read_card, seen.split()))
    return players.Turn(cards, tuple(moves(cards)), room, players.WHOLE_PACK & ~cards & ~gone)


def chosen(player: players.Player, seen: players.Turn) -> set[str]:
    """Return all that a player chooses in 60 turns with different chance."""
    made = {player(seen, Chance(seed))[0] for seed in range(60)}
    return {"-".join(map(str, cards_of(three))) for three in made}


def test_greedy_counts_cards_drawn_not_earned():
    """From eight there is room for three: one suit draws no more than one colour. From seven it does."""
    assert chosen(players.play_greedy, turn("AC 3C 5C 8S QS 3D", 4)) == {"AC-3C-5C"}
    both = chosen(players.play_greedy, turn("AC 3C 5C 7S 9S 10D", 3))
    assert both == {"AC-3C-5C", "3C-5C-7S", "5C-7S-9S", "AC-5C-9S"}


def test_half_greedy_plays_both_ways():
    seen = turn("AC 3C 5C 8S 8H 8D", 4)
    games = [players.play_half_greedy(seen, Chance(seed))[1] for seed in range(400)]
    assert 0.69 < games.count(4) / 400 < 0.81  # half, and half of the other half


def test_promise_is_what_the_plain_rules_make_of_it():
    """Sandwiches kept, and those that one drawn card makes, weighted by the chance of drawing it."""
    worth = {2: 2, 3: 10, 4: 15}
    for seed in range(40):
        position = late(seed, 30)
        unseen = hand_of(position.pile)
        for made in sandwiches(position.hand):
            kept = set(position.hand) - set(made)
            drawn = len(drawn_by(position, made))
            now = sum(worth[earned(three)] for three in sandwiches(kept))
            new = [three for card in position.pile for three in sandwiches({*kept, card}) if card in three]
            expected = len(position.pile) * now + drawn * sum(worth[earned(three)] for three in new)
            room = min(11 - len(position.hand), len(position.pile))
            seen = players.Turn(hand_of(position.hand), tuple(moves(hand_of(position.hand))), room, unseen)
            assert players.promise(seen, (hand_of(made), earned(made))) == expected


def test_careful_keeps_what_promises_more():
    """With one suit and one colour on hand it never takes what draws two, and of the rest the best by `promise`."""
    seen = turn("2C 2D 2H 3C 3D 3H 4C 4D", 3)
    best = max(players.promise(seen, move) for move in seen.moves if move[1] >= 3)
    for seed in range(20):
        move = players.play_careful(seen, Chance(seed))
        assert move[1] >= 3
        assert players.promise(seen, move) == best


def test_careful_leaves_the_fewest_once_the_pile_is_empty():
    """2-3-4 with 2-2-2 broken leaves four; the two triplets leave one."""
    hand = "2C 2D 2H 4C 4D 4S 3S"
    everything = " ".join(str(card) for card in cards_of(players.WHOLE_PACK))
    assert chosen(players.play_careful, turn(hand, 0, everything)) == {"2C-2D-2H", "4C-4D-4S"}


# ------------------------------------------------------------ grades and measured rates


def test_levels_follow_the_thresholds():
    assert [grading.level_of(wins) for wins in (200, 30, 29, 20, 19, 0)] == [1, 1, 2, 2, 3, 3]


def test_judging_does_not_depend_on_the_processes():
    numbers = [1, 2, 3, 520, 4]
    told = []
    one = grading.judge_all(numbers, 1, lambda done, all_: told.append((done, all_)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert grading.judge_all(numbers, 2) == one
    assert [judged.number for judged in one] == numbers
    assert one[3].solution.verdict == "lost"


def test_deals_are_found_again_for_ever_and_are_what_they_are_said_to_be():
    found = {level: deals.make(level, Chance(7), {}) for level in deals.LEVELS}
    assert {level: question.options["seed"] for level, question in found.items()} == {1: 507435, 2: 650934, 3: 323832}
    for level, question in found.items():
        deck, chance = shuffled(question.options["seed"]), Chance(1_000_003)
        wins = sum(players.play_deal(deck, players.play_half_greedy, chance, False).is_won for _ in range(200))
        assert grading.level_of(wins) == question.level == level
        assert deals.prove(question) == (question.moves,) == (question.answer,)


def test_a_deal_is_proved_only_with_a_line_that_wins_it_and_on_its_level():
    question = deals.make(1, Chance(7), {})
    moves = question.moves.split()
    for wrong in (
        replace(question, moves=" ".join(moves[:-1])),
        replace(question, moves=" ".join((moves[-1], *moves[1:-1], moves[0]))),
        replace(question, options={"seed": question.options["seed"] + 1}),
        replace(question, level=2),
    ):
        assert deals.prove(wrong) == ()


@pytest.mark.parametrize("name", players.PLAYERS)
def test_measured_scores_of_one_block(name):
    blocks = measuring.spans(measuring.DEALS, measuring.BLOCK)
    assert len(measured.SCORES_OF[name]) == len(blocks)
    assert all(sum(counts) == measuring.BLOCK for counts in measured.SCORES_OF[name])
    assert measuring.count_scores((name, *blocks[3])) == measured.SCORES_OF[name][3]


def test_measured_solver_and_levels_of_one_block():
    spans = measuring.spans(measuring.DEALS, measuring.BLOCK)
    assert len(measured.SOLVED) == len(spans)
    assert measuring.count_solved(spans[0]) == measured.SOLVED[0]
    assert measuring.count_levels(measuring.spans(measuring.GRADED, measuring.GRADED_BLOCK)[4]) == measured.LEVELS[4]

"""Numbers and claims for texts: published or counted apart, and each claim fails where its sentence would be false."""

from __future__ import annotations

import pytest

from kitgen.games.sandwich_guy import engine, facts

# Given with the game, or worked by hand: 52 - 8, 52 = 3 x 17 + 1, 13 ranks and 7 steps of 0 to 6.
KNOWN = {
    "triples": 22_100,
    "sandwiches": 5_044,
    "sandwiches_one_suit": 312,
    "sandwiches_one_colour": 936,
    "sandwiches_mixed": 3_796,
    "rank_combinations": 91,
    "triplets": 13,
    "chart_rows": 91,
    "steps": 7,
    "deck": 52,
    "suits": 4,
    "ranks": 13,
    "hand": 8,
    "pile": 44,
    "discard": 3,
    "draw_one_suit": 4,
    "draw_one_colour": 3,
    "draw_mixed": 2,
    "example_sandwiches": 11,
    "best_score": 1,
    "middle_score": 4,
    "worst_score": 7,
    "turns_perfect": 17,
    "grading_games": 200,
    "easy_percent": 15,
    "middle_percent": 10,
}


def test_counts():
    counts = facts.counts({})
    assert {name: counts[name] for name in KNOWN} == KNOWN
    assert counts["deals_easy"] + counts["deals_middle"] + counts["deals_hard"] == counts["graded_deals"] == 1_000
    assert counts["solved_won"] + counts["solved_lost"] + counts["solved_unsettled"] == counts["measured_deals"]


# Counted apart: every multiset of ranks with at most two of each, tried against (a + b - 2c) mod 13 for all orders.
STUCK = {3: 17_056, 4: 105_976, 5: 349_440, 6: 628_992, 7: 584_064, 8: 219_024}


@pytest.mark.parametrize(("size", "hands"), STUCK.items())
def test_hands_without_a_sandwich(size, hands):
    assert facts.stuck_hands(size) == hands


def test_chart_rows_are_every_sandwich_once():
    rows = facts.chart_rows()
    assert rows[:3] == ((1, 1, 1), (13, 1, 2), (12, 1, 3))
    assert rows[-1] == (7, 13, 6)
    assert len({frozenset(row) for row in rows}) == len(rows) == 91
    for first, middle, last in rows:
        assert (first + last - 2 * middle) % 13 == 0


def test_percentages_round_half_up():
    assert [facts.percent(part, 200) for part in (0, 1, 25, 29, 200)] == [0, 1, 13, 15, 100]


def test_every_claim_holds():
    checks = facts.claims({})
    assert len(checks) >= 11
    assert {name: check() for name, check in checks.items()} == dict.fromkeys(checks, True)


def shortcut(cards):
    """Arrange by distance without direction: the tempting mistake."""
    low, middle, high = sorted(cards)
    return (low, high, middle) if low.rank == middle.rank else engine.arrange(cards)


FAULTS = [
    ("eight_ten_eight_is_none", "arrange", shortcut),
    ("long_steps_turn_short", "LARGEST_STEP", 5),
    ("middle_is_one", "chart_rows", lambda: ((1, 2, 3), (2, 3, 1))),
    (
        "ninth_card_stays",
        "discard",
        lambda start, _: engine.Position(start.hand[3:] + start.pile[:4], start.pile[4:]),
    ),
    ("full_hand_draws_alike", "HAND", 7),
    ("mixed_shrinks_the_hand", "HAND", 9),
    ("scores_are_the_only_ones", "SCORES", (1, 4)),
    ("small_hands_stick", "stuck_hands", lambda _: 0),
]


@pytest.mark.parametrize(("claim", "name", "fault"), FAULTS)
def test_claims_can_fail(monkeypatch, claim, name, fault):
    monkeypatch.setattr(facts, name, fault)
    assert facts.claims({})[claim]() is False


MEASURED_FAULTS = [
    ("nearly_all_deals_can_be_won", "SOLVED", ((22, 978, 0, 0, 0),)),
    ("nearly_all_deals_can_be_won", "SOLVED", ((0, 999, 0, 0, 1),)),
    ("won_deals_can_be_perfect", "SOLVED", ((0, 999, 1, 0, 0),)),
    (
        "careful_beats_greedy",
        "SCORES_OF",
        dict.fromkeys(("random", "half_greedy", "greedy", "careful"), ((1, 9, 0, 0),)),
    ),
]


@pytest.mark.parametrize(("claim", "name", "fault"), MEASURED_FAULTS)
def test_measured_claims_can_fail(monkeypatch, claim, name, fault):
    monkeypatch.setattr(facts.measured, name, fault)
    assert facts.claims({})[claim]() is False

"""The numbers and claims that reversi's texts may use, against values from the rules and the source."""

from __future__ import annotations

import pytest

from kitgen.games.reversi import engine, facts

MODERN = {"rules": "modern", "start": None, "first": "black"}


def test_counts_are_those_of_the_board():
    counts = facts.counts(MODERN)
    expected = {
        "side": 8,
        "squares": 64,
        "discs": 64,
        "moves": 60,
        "start_discs": 4,
        "first_moves": 4,
        "directions": 8,
        "corner_squares": "a1, h1, a8, h8",
        "x_squares": "b2, g2, b7, g7",
        "c_squares": "b1, g1, a2, h2, a7, h7, b8, g8",
        "near_corner": 3,
        "start_black": "e4, d5",
        "start_white": "d4, e5",
        "fillings": 24,
        "fillings_diagonal": 8,  # perft.md: 24 ways to fill the centre, 8 diagonal, 16 parallel
        "fillings_parallel": 16,
        "shortest": 9,
    }
    assert {name: counts[name] for name in expected} == expected


def test_the_published_example_in_three_counts():
    counts = facts.counts(MODERN)
    assert (counts["example_black"], counts["example_white"], counts["example_empty"]) == (34, 29, 1)
    assert (counts["example_tournament_black"], counts["example_tournament_white"]) == (35, 29)
    assert (counts["example_split_black"], counts["example_split_white"]) == ("34.5", "29.5")
    assert (counts["example_split_black_comma"], counts["example_split_white_comma"]) == ("34,5", "29,5")
    assert counts["draw_each"] == 32


@pytest.mark.parametrize("name", facts.claims(MODERN))
def test_every_claim_holds(name):
    assert facts.claims(MODERN)[name]()


def test_claims_can_fail(monkeypatch):
    """Each claim looks at the rules: with rules that are broken on purpose it is refused."""
    monkeypatch.setattr(facts, "count_ways", lambda b, w, _: {"tournament": [w, b], "split": [b, w]})
    assert not facts.counts_never_disagree()
    monkeypatch.setattr(facts, "flips", lambda *_: tuple(range(64)))
    assert not facts.edge_chain_is_safe()
    monkeypatch.setattr(facts, "flips", lambda *_: (27,))
    assert not facts.corner_needs_a_neighbour()
    monkeypatch.setattr(facts, "corners", lambda: (27,))
    assert not facts.corner_is_never_enclosed()
    monkeypatch.setattr(facts, "DISCS_A_SIDE", engine.DISCS_A_SIDE - 1)
    assert not facts.out_of_discs_passes_in_1890()
    monkeypatch.setattr(facts, "SHORTEST", "f5 d6 c5")
    facts.no_game_is_shorter.cache_clear()
    assert not facts.no_game_is_shorter()
    facts.no_game_is_shorter.cache_clear()

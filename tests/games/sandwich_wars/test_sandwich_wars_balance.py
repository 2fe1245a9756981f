"""The measured figures: a part measured again from the same seeds, and what the facts say of them."""

from pathlib import Path

import pytest
import yaml

from kitgen.games.sandwich_wars import facts
from kitgen.games.sandwich_wars.balance import GAMES, HEAD, SIZES, figures_of, fingerprint, measure, write_figures
from kitgen.games.sandwich_wars.data import read_text, shipped, shipped_cards

CARDS = shipped_cards()
FILE = Path(__file__).parents[3] / "rules_text/sandwich_wars/data/measured.yaml"
MEASURED = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def test_the_figures_were_measured_with_these_cards():
    assert MEASURED["cards"] == fingerprint(CARDS)
    changed = shipped().replace(
        "cost: 2, quality: 2, effect: {played: {draw: 1}}", "cost: 3, quality: 2, effect: {played: {draw: 1}}", 1
    )
    assert fingerprint(read_text(changed, "cards.yaml")) != MEASURED["cards"]
    renamed = shipped().replace("en: Brie", "en: Camembert")
    assert fingerprint(read_text(renamed, "cards.yaml")) == MEASURED["cards"]


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_first_games_measured_again(kind, size):
    block = MEASURED[kind][size]
    assert block["games"] == GAMES[kind]
    games = HEAD if kind == "greedy" else 6
    tally = measure(CARDS, kind, size, games)
    assert tally.rounds == block["head"]["rounds"][:games]
    assert tally.best == block["head"]["best"][:games]


def test_a_whole_block_measured_again():
    again = figures_of(measure(CARDS, "random", 2, GAMES["random"]), CARDS)
    assert again == MEASURED["random"][2]


def test_a_greedy_game_lasts_8_to_25_rounds_and_no_card_is_dead():
    for size in SIZES:
        block = MEASURED["greedy"][size]
        assert block["finished"] == block["games"] == 2000
        assert 8 <= block["rounds"]["median"] <= 25
        assert abs(block["first_player"] - 100 / size) <= 5
        for sort, cards in [("ingredients", 42), ("opportunities", 8), ("orders", 25), ("assistants", 7)]:
            assert len(block[sort]) == cards
            assert min(block[sort].values()) >= 5


def test_the_file_is_written_in_this_form():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    written = write_figures(CARDS)
    assert [next(written) for _ in range(5)] == lines[:5]


def test_claims_hold():
    claims = facts.claims({})
    assert len(claims) == 9
    assert {name: check() for name, check in claims.items()} == dict.fromkeys(claims, True)


def test_counts_say_what_the_rulebook_s_list_says():
    counts = facts.counts({})
    expected = {
        "market_cards": 50,
        "ingredients": 42,
        "opportunities": 8,
        "orders": 25,
        "assistants": 7,
        "summaries": 5,
        "all_cards": 88,
        "coin_tokens": 35,
        "point_tokens": 37,
        "all_tokens": 72,
        "egg_cost": 6,
        "egg_price": 4,
        "egg_helped_quality": 7,
        "three_quality": 7,
        "rule_take_coins": 4,
        "diversity_5": 15,
        "most_alike": 2,
    }
    assert {key: counts[key] for key in expected} == expected
    assert counts["greedy_2_first_percent"] == 54


def test_a_claim_about_other_cards_fails(monkeypatch):
    monkeypatch.setattr(facts, "fingerprint", lambda _: "another")
    assert not facts.figures_are_current()
    assert not facts.no_card_is_dead()

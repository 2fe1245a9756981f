"""The kit's stored records replay, and every claim in them is one that can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kitgen.errors import ClaimFailed
from kitgen.games.sandwich_guy.engine import GAME
from kitgen.play.record import Record, read_records
from kitgen.play.replay import Refused, replay_record
from kitgen.source import read_yaml

FOLDER = Path(__file__).parents[3] / "rules_text" / "sandwich_guy" / "records"


def stored() -> dict[str, Record]:
    found: dict[str, Record] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        found |= read_records(read_yaml(file.read_text(encoding="utf-8"), file.name), "sandwich_guy")
    return found


RECORDS = stored()


def test_the_examples_are_all_there():
    assert {"one-suit", "one-colour", "two-colours", "long-way-round", "room-for-four"} <= set(RECORDS)
    assert {"short-loss", "perfect", "perfect-from-the-example"} <= set(RECORDS)
    assert all(record.claims for record in RECORDS.values())


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_and_its_claims_hold(name):
    replayed = replay_record(GAME, RECORDS[name])
    assert len(replayed.steps) == len(RECORDS[name].moves) + 1


@pytest.mark.parametrize("name", RECORDS)
def test_each_claim_fails_when_it_is_changed(name):
    record = RECORDS[name]
    for claim in record.claims:
        for key in claim.says:
            wrong = replace(claim, says={**claim.says, key: "something else"})
            with pytest.raises(ClaimFailed, match=key):
                replay_record(GAME, replace(record, claims=(wrong,)))


def test_the_counter_example_is_refused():
    """8 of hearts, 10 of hearts, 8 of diamonds: the rulebook's case of what is no sandwich."""
    with pytest.raises(Refused, match="no sandwich in any order"):
        replay_record(GAME, replace(RECORDS["one-suit"], moves=("8H-10H-8D",)))


def test_a_line_that_draws_a_ninth_card_is_refused():
    record = RECORDS["one-suit"]
    says = {"drawn": ["AH", "QH", "3S", "KC"]}
    with pytest.raises(ClaimFailed, match="drawn is"):
        replay_record(GAME, replace(record, claims=(replace(record.claims[1], says=says),)))


def test_a_line_with_a_card_not_in_hand_is_refused():
    record = RECORDS["perfect"]
    moves = (*record.moves[:5], record.moves[6], *record.moves[5:])
    with pytest.raises(Refused, match="is not in hand"):
        replay_record(GAME, replace(record, moves=moves, places=(*record.places, record.places[0])))

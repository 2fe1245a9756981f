"""The shelf's records replay with their claims, and say of real games what the archives say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen.errors import ClaimFailed
from kitgen.games.reversi import engine, solver
from kitgen.play.record import read_records
from kitgen.play.replay import Refused, replay_record
from kitgen.source import read_yaml

SHELF = Path(__file__).parents[3] / "rules_text" / "reversi" / "records"


def read_shelf():
    found = {}
    for file in sorted(SHELF.glob("*.yaml")):
        for name, record in read_records(read_yaml(file.read_text(encoding="utf-8"), file.name), "reversi").items():
            assert name not in found, f"{name} stands in two files"
            found[name] = record
    return found


RECORDS = read_shelf()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_and_its_claims_hold(name, game):
    record = RECORDS[name]
    assert record.claims
    replay_record(game, record)


def test_records_are_real_games_where_they_say_so(rows):
    """Each record with a source in the archive is one of the real games of the case files, or one of the finalists'."""
    known = {row[0] for row in rows("real_games.tsv")} | {row[0] for row in rows("disc_33.tsv")}
    checked = 0
    for file in SHELF.glob("*.yaml"):
        for name, node in read_yaml(file.read_text(encoding="utf-8"), file.name).mapping().items():
            fields = node.mapping()
            if "source" in fields and "itsutsu" not in fields["source"].text():
                moves = "".join(fields["moves"].text().split())
                assert moves.removeprefix("e4d4d5e5") in known, name
                checked += 1
    assert checked >= 12


def test_the_finalists_games_have_their_published_scores(game):
    """35-29, 47-17 and 45-19 as the archive gives them; in two of them white passes."""
    published = {"finalists-2019": (35, 29), "finalists-2019-b": (47, 17), "finalists-1977": (45, 19)}
    passes = 0
    for name, score in published.items():
        replayed = replay_record(game, RECORDS[name])
        counted = game.score(replayed.last.position)
        assert (counted["black"], counted["white"]) == score
        passes += sum("after_pass" in step.effects for step in replayed.steps)
    assert passes == 2


def test_the_move_into_the_odd_region_is_the_only_one_that_wins(game):
    """The tip's figure, proved: of the three moves only b2, alone in its region, does not lose."""
    position = replay_record(game, RECORDS["parity"]).steps[53].position
    values = {engine.square_name(s): v for s, v in solver.move_values(position).items()}
    assert {move: value > 0 for move, value in values.items()} == {"b2": True, "a7": False, "b7": False}


def test_the_chain_of_the_tip_is_never_turned(game):
    replayed = replay_record(game, RECORDS["edge-chain"])
    assert len(replayed.steps) > 55
    for step in replayed.steps[39:]:
        assert step.position.board[:6] == "BBBBBB"


def test_a_false_claim_a_free_pass_and_a_wrong_disc_are_refused(game):
    text = "r: {moves: f5 d6 c3, claims: [{ply: 3, flipped: [e5]}]}"
    with pytest.raises(ClaimFailed):
        replay_record(game, read_records(read_yaml(text, "r.yaml"), "reversi")["r"])
    for moves in ("f5 pass d6", "f5 d6 d6", "f5 d6 h8"):
        text = f"r: {{moves: {moves}}}"
        with pytest.raises(Refused):
            replay_record(game, read_records(read_yaml(text, "r.yaml"), "reversi")["r"])

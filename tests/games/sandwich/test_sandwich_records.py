"""The records of the shelf: each replays and keeps its claims; each example meets its conditions and has its seed."""

import re
from pathlib import Path

import pytest

from kitgen.errors import ClaimFailed
from kitgen.games.sandwich import GAME, search
from kitgen.games.sandwich.engine import OPENINGS, SIZES
from kitgen.play.record import read_records
from kitgen.play.replay import play, replay_record
from kitgen.source import read_yaml

FOLDER = Path(__file__).parents[3] / "rules_text" / "sandwich" / "records"


def load(file):
    return read_records(read_yaml((FOLDER / file).read_text("utf-8"), file), "sandwich")


EXAMPLES, FIGURES, STARTS = load("examples.yaml"), load("figures.yaml"), load("openings.yaml")


@pytest.mark.parametrize("name", [*EXAMPLES, *FIGURES, *STARTS])
def test_each_record_replays_and_keeps_its_claims(name):
    record = {**EXAMPLES, **FIGURES, **STARTS}[name]
    replayed = replay_record(GAME, record)
    killing = {step.ply for step in replayed.steps[1:] if step.effects["killed"]}
    claimed = {claim.ply for claim in record.claims if "killed" in claim.says}
    assert killing <= claimed
    assert any("score" in claim.says and claim.ply == replayed.last.ply for claim in record.claims)


@pytest.mark.parametrize("name", [*EXAMPLES, *FIGURES])
def test_each_record_replays_alike_by_the_second_rules(name, second_rules):
    replayed = replay_record(GAME, {**EXAMPLES, **FIGURES}[name])
    start = replayed.steps[0].position
    rows = [start.board[k : k + start.grid.columns] for k in range(0, start.grid.size, start.grid.columns)]
    second = second_rules(rows, start.turn, start.fill_and_count)
    for step in replayed.steps[1:]:
        assert second.play(step.move) == sorted(step.effects["killed"])
    assert "".join(second.rows()) == replayed.last.position.board


def test_the_shelf_has_what_the_sheets_and_texts_name():
    assert set(EXAMPLES) == {f"example-{size}-{opening}" for size in (7, 9) for opening in OPENINGS}
    assert set(STARTS) == {f"opening-{size}-{opening}" for size in SIZES for opening in OPENINGS}
    wanted = {"single-kill", "run-killed", "run-saved-by-dead", "run-saved-by-gap", "run-saved-by-edge"}
    assert wanted | {"moving-in-between", "double-kill", "fill-and-count"} <= set(FIGURES)
    for name, record in {**EXAMPLES, **STARTS}.items():
        assert name.split("-")[1:] == [str(record.options["size"]), record.options["opening"]]


def test_a_false_claim_is_refused_with_its_place():
    text = (FOLDER / "examples.yaml").read_text("utf-8").replace("killed: [D1, B2]", "killed: [D1]", 1)
    record = read_records(read_yaml(text, "examples.yaml"), "sandwich")["example-7-cross"]
    with pytest.raises(ClaimFailed, match=r"examples\.yaml:\d+:\d+: record example-7-cross, ply 10: killed is"):
        replay_record(GAME, record)


# ---------------------------------------------------------------- the examples' conditions


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_meets_every_condition(name):
    assert search.find_faults(replay_record(GAME, EXAMPLES[name])) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_the_game_of_its_seed(name):
    record = EXAMPLES[name]
    text = (FOLDER / "examples.yaml").read_text("utf-8").split(name + ":")[1]
    seed = int(re.search(r"source: seed (\d+)", text)[1])
    assert seed < search.SEEDS
    (found,) = search.search_examples(record.options["size"], record.options["opening"], [seed])
    assert found.moves == record.moves


def test_no_two_examples_are_translates():
    moves = [[GAME.read_move(move, None) for move in record.moves] for record in EXAMPLES.values()]
    for k, first in enumerate(moves):
        for second in moves[:k]:
            assert not search.are_translates(first, second)


def test_translates_are_seen_through_shifts_and_turns():
    first = [(2, 5), (1, 2), (4, 1), (4, 5)]
    assert search.are_translates(first, [(c + 1, r + 1) for c, r in first])
    assert search.are_translates(first, [(8 - r, c) for c, r in first])
    assert not search.are_translates(first, [*first[:3], (4, 6)])


FIRST = "D6 B3 E2 E6 D7 B4 B5 F2 C3 D2"  # games.md: a first one that holds
BROKEN = {  # each spoils the first one
    "kills exactly two": "D6 B3 E2 E6 D7 B4 B5 F2 C3 E1",
    "within 2 cells": "G7 B3 E2 E6 D7 B4 B5 F2 C3 D2",
    "within 6 x 6": "A7 B3 E2 E6 G7 B4 B5 F2 C3 D2",
    "one earlier move kills": "C2 B5 C6 F3 E6 F4 D6 E3 G4 F5",
    "leaves a double kill": "D6 B3 E2 B4 C3 F2 A1 A2 A3 D2",  # A could have played D2 at 8
}


def faults_of(moves, **options):
    settled = GAME.settle(options)
    return search.find_faults(play(GAME, settled, [(1, move) for move in moves.split()]))


def test_the_conditions_hold_for_a_known_example():
    """It is sound, and one row too high for the corner of the pad."""
    assert faults_of(FIRST) == ["opening and moves lie within 6 x 5 cells"]
    assert faults_of(FIRST)[0] in search.CORNER


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_condition_is_named(broken):
    assert any(broken in fault for fault in faults_of(BROKEN[broken]))


STARTS_OF_THEIR_OWN = {  # nine quiet moves, then A kills two
    "the last move kills one mark along a row and one along a diagonal": ("...A...|...B...|.AB....", "D3"),
    "one mark dies left of the last move and one right of it": (".A.....|..B....|.AB....", "D3"),
    "an earlier move kills": (".A.....|..B....|....BA.", "D3"),
}


@pytest.mark.parametrize("broken", STARTS_OF_THEIR_OWN)
def test_a_broken_shape_is_named(broken):
    rows, last = STARTS_OF_THEIR_OWN[broken]
    start = "/".join([*rows.split("|"), *["......."] * 4])
    assert broken in faults_of(f"A7 G7 B7 F7 A6 G6 B6 F6 A5 {last}", start=start)


def test_a_record_of_another_length_is_no_example():
    assert faults_of("D6 B3") == ["it is not 10 moves from B 1 to A 10"]

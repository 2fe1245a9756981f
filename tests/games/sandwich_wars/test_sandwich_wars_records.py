"""The shelf's records hold, and together show every move, step and ending; `kitgen replay` prints what it should."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.games import load
from kitgen.games.sandwich_wars.cards import OPPORTUNITY_VERBS
from kitgen.games.sandwich_wars.moves import KINDS
from kitgen.play.record import read_records
from kitgen.play.replay import play, replay_record, report
from kitgen.source import read_yaml

GAME = load("sandwich-wars")
FOLDER = Path(__file__).parents[3] / "rules_text/sandwich_wars/records"
RECORDS = {
    name: record
    for path in sorted(FOLDER.glob("*.yaml"))
    for name, record in read_records(read_yaml(path.read_text(encoding="utf-8"), path.name), GAME.slug).items()
}


@pytest.mark.parametrize("name", RECORDS)
def test_record_holds(name):
    assert RECORDS[name].claims
    replay_record(GAME, RECORDS[name])


def test_records_show_every_kind_of_move_opportunity_and_ending():
    replays = [replay_record(GAME, record) for record in RECORDS.values()]
    moves = [step.move for replayed in replays for step in replayed.steps[1:]]
    assert {move["do"] for move in moves} == set(KINDS)
    played = {GAME.cards.opportunities[move["card"]].verb for move in moves if move["do"] == "opportunity"}
    assert played == set(OPPORTUNITY_VERBS)
    outcomes = [GAME.state(replayed.last.position)["outcome"] for replayed in replays]
    assert {outcome["reason"] for outcome in outcomes if outcome} == {"points", "tokens", "coins", "shared"}


def test_worked_example_of_the_violet_egg():
    """6 coins cost 4, quality 5 is 7, an order of 1 with quality 6; 2 points in tokens, 5 at the end."""
    replayed = replay_record(GAME, RECORDS["example_fried_egg"])
    played, completed = replayed.steps[1:]
    assert played.effects == {"paid": 4}
    assert completed.effects["quality"] == 7
    assert completed.effects["points"] == 2
    assert GAME.score(completed.position)["p1"] == {
        "orders": 5,
        "tokens": 2,
        "opportunities": 0,
        "diversity": 0,
        "total": 7,
        "coins": 2,
    }


FILE = """\
# two records and a faulty one between them
players: 3
seed: 4
first: p2
actions:
  - {do: take}
  - {do: take, by: p2}
  - {do: collect}
---
seed: 4
actions:
  - {do: take}
  - {do: take, by: p2}
---
- {do: replenish}
"""


def run(*arguments, text=""):
    command = [str(Path(sys.executable).parent / "kitgen"), "replay", "sandwich-wars", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_replay_of_a_file_through_the_command():
    code, [first, fault, last], messages = run("--file", "-", "--json", text=FILE)
    assert code == 1
    assert list(first) == [
        "game",
        "options",
        "plies",
        "seats",
        "row",
        "assistants",
        "market",
        "discards",
        "deck",
        "round",
        "step",
        "actions",
        "stopped",
        "to_move",
        "legal",
        "outcome",
    ]
    assert first["options"] == {"players": 3, "seed": 4, "first": "p2", "deal": None, "state": None}
    assert [(ply["ply"], ply["side"], ply["move"]) for ply in first["plies"]] == [
        (1, "p2", {"do": "take"}),
        (2, "p2", {"do": "take"}),
        (3, "p2", {"do": "collect"}),
    ]
    assert first["plies"][0]["coins"] == 4
    assert first["plies"][2]["seats"]["p2"]["coins"] == 18
    assert first["to_move"] == "p3"
    assert first["outcome"] is None
    assert first["legal"][-1] == {"do": "replenish", "discard": first["seats"]["p3"]["hand"]}
    error = fault["error"]
    assert (error["line"], error["ply"], error["side"]) == (13, 2, "p1")
    assert error["why"] == "p2 acts out of turn: it is p1's"
    assert {"do": "take"} in error["legal"]
    assert "line 13: ply 2, p1 {do: take, by: p2}: p2 acts out of turn" in messages
    assert last["plies"][0]["drawn"] == []


def test_a_stopped_game_says_so_in_words():
    actions = "[" + ", ".join(["{do: take}, {do: take}, {do: collect}"] * 400) + "]"
    command = [str(Path(sys.executable).parent / "kitgen"), "replay", "sandwich_wars", "--file", "-"]
    done = subprocess.run(command, input=actions, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "stopped after 200 rounds: nobody won"


def test_replay_without_moves_takes_options_from_the_command_line():
    state = "{seats: {p1: {coins: 5}, p2: {}}, row: [1a]}"
    code, [result], _ = run("--moves", "", "--json", "--option", f"state={state}")
    assert code == 0
    assert result["seats"]["p1"]["coins"] == 5
    assert result["options"]["seed"] is None
    assert result["options"]["players"] == 2


def test_the_same_seed_deals_the_same_cards_for_ever():
    table = GAME.start(GAME.settle({"players": "2", "seed": "1"}))
    assert table.seats[0].hand == ("mayonnaise", "change_of_menu", "pastrami", "market_run", "avocado")
    assert table.row == ("3e", "5c", "5a", "1b", "4d")


def test_a_written_deal():
    market, orders = list(GAME.cards.market), ["1a", "1b", "1c", "2a", "3a", "4a", "5a"]
    orders += [order for order in GAME.cards.orders if order not in orders]
    options = GAME.settle({"players": 2, "first": "p2", "deal": {"market": market, "orders": orders}})
    table = GAME.start(options)
    assert table.seats[1].hand == tuple(market[:5])
    assert table.seats[0].hand == tuple(market[5:10])
    assert table.row == ("1a", "1b", "2a", "3a", "4a")
    assert (table.deck[0], table.deck[-1]) == ("5a", "1c")
    assert table.chance is None
    assert report(play(GAME, options, ()))["to_move"] == "p2"

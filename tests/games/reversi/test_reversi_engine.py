"""Rulings of reversi, each by a case worked by hand or published."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys

import pytest

from kitgen.errors import SpecError
from kitgen.games.reversi.engine import count_ways, split_transcript
from kitgen.play.replay import Refused, report

PASSING = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"  # a published fault report: black cannot move, white goes on
SHORT = "f5d6c5f6e7f4g5e6e3"  # a real game of nine moves (WTH_2001 #1388)


def refusal(through, moves, **options):
    with pytest.raises(Refused) as refused:
        through(moves, **options)
    return refused.value.details


def test_the_start_has_four_playable_squares(game, through):
    state = game.state(through("").last.position)
    assert sorted(state["legal"]) == ["c4", "d3", "e6", "f5"]
    assert state["legal"] == ["d3", "c4", "f5", "e6"]  # board order: row 1 first
    assert state["board"][3:5] == ["...WB...", "...BW..."]
    assert (state["to_move"], state["outcome"]) == ("black", None)


@pytest.mark.parametrize(
    "form",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "F5d6C3d3C4",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1.f5d6 2.c3d3 3.c4",
        "1.f52.d63.c34.d35.c4",
        "1... f5 d6c3 d3 c4",
    ],
)
def test_transcripts_are_read_in_every_form(through, form):
    assert [s.move for s in through(form).steps[1:]] == ["f5", "d6", "c3", "d3", "c4"]


def test_what_is_no_move_stays_whole_for_the_message(through):
    assert split_transcript("f5d6 c10 i3 x?y") == ["f5", "d6", "c10", "i3", "x?y"]
    details = refusal(through, "f5 d6 c10")
    assert (details["ply"], details["move"], details["square"]) == (3, "c10", None)
    assert "'c10'" in details["why"]


def test_a_move_turns_discs_in_all_directions_and_never_jumps_an_own_disc(through):
    start = "W......./.B....../..B...../W.BB..../...B..../WBBB.BBW/...B..../...W...."
    step = through("e6", start=start, first="white").last
    # west b6 c6 d6 up to a6; east f6 g6 up to h6; north-west d5 c4 runs on to b3, which is empty: nothing
    assert step.effects["flipped"] == ["b6", "c6", "d6", "f6", "g6"]
    start = "......../......../......../.BWWBWB./......../......../......../........"
    assert through("h4", start=start, first="white").last.effects["flipped"] == ["g4"]  # not e4, beyond f4


def test_a_turned_disc_turns_nothing_further(through):
    start = "......../......../.WBBB.../....B.../....W.../......../......../........"
    step = through("f3", start=start, first="white").last
    assert step.effects["flipped"] == ["c3", "d3", "e3"]  # e3, now white, encloses e4 with e5, which stays black
    assert step.position.board[3 * 8 + 4] == "B"


def test_a_forced_pass_is_no_ply_and_is_named_in_the_next_entry(game, through):
    position = through(PASSING).last.position
    score = game.score(position)
    assert (score["black"], score["white"], position.to_move) == (17, 3, "white")
    following = game.legal(position)[0]
    entry = report(through(PASSING + following))["plies"][-1]
    assert (entry["ply"], entry["side"], entry["after_pass"]) == (17, "white", "black")
    assert list(entry) == ["ply", "side", "move", "flipped", "after_pass"]


@pytest.mark.parametrize("word", ["pass", "pa", "ps", "--", "PASS", "Pa"])
def test_a_forced_pass_may_be_written_or_left_out(game, through, word):
    following = game.legal(through(PASSING).last.position)[0]
    plain, written = through(PASSING + following), through(PASSING + word + following)
    assert report(written) == report(plain)
    assert through(PASSING + " " + word).last.position.to_move == "white"


def test_an_unforced_pass_a_second_one_and_one_after_the_end_are_errors(through):
    assert refusal(through, "f5pad6")["why"] == "white may not pass: white has a square to play"
    twice = refusal(through, PASSING + "papa")
    assert (twice["ply"], twice["why"]) == (17, "white may not pass: white has a square to play")
    assert refusal(through, SHORT + "pa")["why"] == "the game is over"
    assert refusal(through, SHORT + "a1")["ply"] == 10


def test_errors_name_the_square_and_the_legal_moves(through):
    details = refusal(through, "f5 f5")
    assert list(details) == ["line", "ply", "side", "move", "square", "why", "legal"]
    assert (details["side"], details["square"], details["why"]) == ("white", "f5", "f5 is taken")
    assert details["legal"] == ["f4", "d6", "f6"]
    assert refusal(through, "c5")["why"] == "c5 flips nothing for black"


def test_a_wiped_out_side_ends_the_game(game, through):
    outcome = game.state(through(SHORT).last.position)["outcome"]
    assert (outcome["winner"], outcome["reason"]) == ("black", "wiped_out")
    assert outcome["score"] == {
        "black": 13,
        "white": 0,
        "empty": 51,
        "tournament": [64, 0],
        "split": [38.5, 25.5],
    }


def test_reasons_are_the_first_that_fits(game, through):
    def reason(start):
        return game.state(through("", start=start).last.position)["outcome"]["reason"]

    assert reason("/".join(["BBBBBBBB"] * 8)) == "full"  # also wiped out, also no moves
    assert reason("/".join(["........"] * 7 + ["BBB....."])) == "wiped_out"
    assert reason("/".join(["B......."] + ["........"] * 6 + [".......W"])) == "no_moves"


def test_a_decided_start_is_over_at_ply_0(game, through):
    start = "B......./B......./......../......../......../......../......../.......W"
    replayed = through("", start=start)
    outcome = game.state(replayed.last.position)["outcome"]
    assert len(replayed.steps) == 1
    assert (outcome["winner"], outcome["score"]["black"], outcome["score"]["white"]) == ("black", 2, 1)
    assert outcome["score"]["tournament"] == [63, 1]
    assert refusal(through, "a1", start=start)["why"] == "the game is over"


def test_nothing_is_turned_by_a_start_as_it_stands_and_a_side_without_moves_passes_at_once(game, through):
    start = "BWBBBBBB/......../......../......../......../......../......../BWWWWWW."
    position = through("", start=start, first="white").last.position
    assert position.board[:3] == "BWB"
    assert game.to_move(position) == "black"
    entry = report(through("h8", start=start, first="white"))["plies"][0]
    assert (entry["ply"], entry["after_pass"]) == (1, "white")
    assert report(through("pa h8", start=start, first="white"))["plies"][0] == entry


@pytest.mark.parametrize(
    "options",
    [
        {"start": "BW/WB"},
        {"start": "/".join(["........"] * 7)},
        {"start": "/".join(["x......."] * 8)},
        {"first": "red"},
        {"rules": "1973"},
        {"size": "8"},
        {"rules": "1890", "start": "/".join(["........"] * 8)},
        {"rules": "1886", "start": "/".join(["........"] * 8)},
    ],
)
def test_bad_options_are_refused(game, options):
    with pytest.raises(SpecError):
        game.settle(options)


def test_all_options_are_printed_with_their_types(through):
    assert report(through(""))["options"] == {"rules": "modern", "start": None, "first": "black"}
    rows = "/".join(["........"] * 8)
    assert report(through("", start=rows, first="WHITE"))["options"] == {
        "rules": "modern",
        "start": rows,
        "first": "white",
    }


# ------------------------------------------------------------------ the three counts


def test_the_three_counts_of_the_published_example():
    counts = count_ways(34, 29, 1)
    assert (counts["tournament"], counts["split"]) == ([35, 29], [34.5, 29.5])
    assert count_ways(29, 34, 1)["tournament"] == [29, 35]
    assert count_ways(30, 30, 4)["tournament"] == [32, 32]
    assert count_ways(30, 28, 6)["split"] == [33, 31]


# ------------------------------------------------------------------ 1890 and 1886


def test_the_first_four_discs_fill_the_centre_in_any_of_24_orders(game, through):
    assert game.legal(through("", rules="1890").last.position) == ("d4", "e4", "d5", "e5")
    patterns = set()
    for order in itertools.permutations(["d4", "e4", "d5", "e5"]):
        replayed = through(" ".join(order), rules="1890")
        assert [s.side for s in replayed.steps[1:]] == ["black", "white", "black", "white"]
        assert all(s.effects == {"flipped": []} for s in replayed.steps[1:])
        patterns.add(replayed.last.position.board)
    assert len(patterns) == 6
    details = refusal(through, "d4 f4", rules="1890")
    assert (details["ply"], details["square"]) == (2, "f4")
    assert "centre" in details["why"]


def test_the_parallel_centre_has_these_first_moves(game, through):
    position = through("d4d5e4e5", rules="1890").last.position
    assert game.legal(position) == ("c6", "d6", "e6", "f6")


def test_under_1886_a_game_that_stops_short_is_drawn_and_a_full_board_is_counted(game, through, rows):
    early = game.state(through("e4d4d5e5" + SHORT, rules="1886").last.position)["outcome"]
    assert (early["winner"], early["reason"]) == ("draw", "wiped_out")
    assert (early["score"]["black"], early["score"]["tournament"]) == (13, [32, 32])
    assert game.state(through("e4d4d5e5" + SHORT, rules="1890").last.position)["outcome"]["winner"] == "black"
    full = next(row for row in rows("real_games.tsv") if "no pass, white wins" in row[3])
    outcome = game.state(through("e4d4d5e5" + full[0], rules="1886").last.position)["outcome"]
    assert (outcome["winner"], outcome["reason"]) == ("white", "full")


def test_under_1886_nobody_runs_out_of_discs(game, through, rows):
    for transcript, _, _, _, _, black, white, _ in rows("disc_33.tsv"):
        score = game.score(through("e4d4d5e5" + transcript, rules="1886").last.position)
        assert (score["black"], score["white"]) == (int(black), int(white))


# ------------------------------------------------------------------ the command


def run(*arguments, text=None):
    command = [sys.executable, "-m", "kitgen", "replay", "reversi", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_the_command_prints_one_object_a_record_and_goes_on_after_a_bad_one():
    done = run("--file", "-", "--json", text=f"# two good, one bad\nf5d6c3\n\nf5f5\n1. F5 D6 2. C3\n{SHORT}\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [next(iter(line)) for line in lines] == ["game", "error", "game", "game"]
    assert lines[0] == lines[2]
    assert list(lines[0]) == ["game", "options", "plies", "board", "to_move", "legal", "outcome"]
    assert (lines[1]["error"]["line"], lines[1]["error"]["ply"]) == (4, 2)
    assert "f5 is taken" in done.stderr
    assert lines[3]["legal"] == [] and lines[3]["to_move"] is None


def test_the_command_refuses_a_start_that_the_rules_do_not_have():
    done = run("--moves", "", "--option", "rules=1890", "--option", "start=" + "/".join(["........"] * 8))
    assert (done.returncode, done.stdout) == (1, "")
    assert "start" in done.stderr and "Traceback" not in done.stderr

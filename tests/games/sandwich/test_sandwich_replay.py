"""`kitgen replay sandwich`, run as users run it."""

import json
import subprocess
import sys

EXAMPLE = "D6 B3 E2 E6 D7 B4 B5 F2 C3 D2"


def replay(*arguments, text=None):
    command = [sys.executable, "-m", "kitgen", "replay", "sandwich", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_the_json_form_of_a_game():
    done = replay("--moves", EXAMPLE.lower(), "--json")
    shown = json.loads(done.stdout)
    assert done.returncode == 0 and done.stdout.count("\n") == 1
    assert list(shown) == ["game", "options", "plies", "board", "to_move", "legal", "outcome"]
    assert shown["plies"][0] == {"ply": 1, "side": "B", "move": "D6", "killed": []}
    assert list(shown["plies"][9].items()) == [("ply", 10), ("side", "A"), ("move", "D2"), ("killed", ["E2", "C3"])]
    assert shown["board"] == [".......", "...AxA.", ".AxA...", ".AxAB..", ".B.A...", "...BA..", "...B..."]
    assert shown["to_move"] == "B" and shown["outcome"] is None
    assert len(shown["legal"]) == 34 and shown["legal"][7:11] == ["A2", "B2", "C2", "G2"]


def test_plain_words():
    done = replay("--moves", "1. C2 2. A1")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:2] == ["1. B C2 killed D3", "2. A A1"]
    assert "B to move: B1 C1" in done.stdout


def test_a_file_goes_on_after_a_bad_record():
    done = replay("--file", "-", "--json", text="# two games\n\nC2 A1\n1. C2 2. d3 E9\nZZ\nA1\n")
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [next(iter(entry)) for entry in shown] == ["game", "error", "error", "game"]
    first, second = shown[1]["error"], shown[2]["error"]
    assert list(first) == ["line", "ply", "side", "move", "square", "why", "legal"]
    assert (first["line"], first["ply"], first["side"], first["move"], first["square"]) == (4, 2, "A", "d3", "D3")
    assert "D3" not in first["legal"] and len(first["legal"]) == 43
    assert (second["line"], second["ply"], second["side"], second["square"]) == (5, 1, "B", None)
    assert "line 4: ply 2, A d3: D3 is dead" in done.stderr and "line 5: ply 1, B ZZ" in done.stderr


def test_options_begin_elsewhere():
    rows = "A.B../...../...../...../....."
    done = replay("--moves", "b1", "--option", f"start={rows}", "--option", "first=A", "--json")
    shown = json.loads(done.stdout)
    assert shown["options"] == {"size": 5, "opening": None, "fill_and_count": False, "start": rows, "first": "A"}
    assert shown["board"][0] == "AAB.." and shown["to_move"] == "B"


def test_bad_options_end_before_any_record():
    done = replay("--moves", "A1", "--option", "start=...", "--option", "opening=cross", "--json")
    assert done.returncode == 1 and done.stdout == "" and "option start: 1 row" in done.stderr
    assert "Traceback" not in done.stderr

"""`kitgen replay` with more than one record, and with what is none."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize(
    ("game", "good"), [("sandwich", "C2 D2"), ("tafl", "d3-a3"), ("reversi", "f5d6c3"), ("sandwich-guy", "1.")]
)
def test_a_record_too_long_stops_no_other(kitgen, game, good):
    (kitgen.folder / "games.txt").write_text(f"{good}\n{good * 15_000}\n{good}\n")
    done = kitgen("replay", game, "--file", "games.txt", "--json", expect=1)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 3 and rows[0] == rows[2] and "error" not in rows[0]
    assert (rows[1]["error"]["line"], rows[1]["error"]["ply"]) == (2, 0)
    assert "20000 is the most" in rows[1]["error"]["why"]
    assert done.stderr.startswith("line 2: a record of ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("C2\nD2", "--moves is one record, but here are 2"),
        ("C2\rD2", "--moves is one record, but here are 2"),
        ("# C2", "--moves holds no record"),
        ("# C2\n# D2", "--moves holds no record"),
    ],
)
def test_moves_are_one_record(kitgen, moves, told):
    done = kitgen("replay", "sandwich", "--moves", moves, expect=2)
    assert told in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    ("moves", "plies"), [("", 0), ("  ", 0), ("C2 D2\n", 2), ("# a remark\nC2 D2", 2), ("C2\u2028D2", 2)]
)
def test_what_is_one_record_is_played(kitgen, moves, plies):
    assert len(json.loads(kitgen("replay", "sandwich", "--moves", moves, "--json").stdout)["plies"]) == plies

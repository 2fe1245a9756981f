"""Games that people played, and the installed command on them.

real_games.tsv: 7x7 records from OpenTafl (github:jslater89/OpenTafl), aagenielsen.dk and playtaflonline.com; each
row names its source.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.games.tafl import GAME
from kitgen.play.replay import Refused, play, report

_LINES = (Path(__file__).parent / "real_games.tsv").read_text(encoding="utf-8").splitlines()
ROWS = {fields[0]: fields for fields in (line.split("\t") for line in _LINES if not line.startswith("#"))}
FIELD_PIECES = str.maketrans("tTK", "ADK")


def start_of(field: str) -> str:
    """Read a set-up as the field writes it: t attacker, T defender, digits for empty squares, '/' at both ends."""
    return re.sub(r"\d", lambda run: "." * int(run[0]), field.strip("/")).translate(FIELD_PIECES)


def replay_row(name: str, moves: str | None = None):
    row = ROWS[name]
    options = GAME.settle({"start": start_of(row[1]), "first": "attackers"})
    return report(play(GAME, options, [(1, token) for token in (moves or row[4]).split()]))


def test_the_file_was_read():
    assert set(ROWS) == {"ardri-1", "ardri-capture", "brandub-2015", "forum-A"}


def test_an_escape_after_18_plies():
    seen = replay_row("ardri-1")
    assert (len(seen["plies"]), seen["outcome"]["winner"], seen["outcome"]["reason"]) == (18, "king", "escape")
    assert [p["move"] for p in seen["plies"] if p["captured"]] == ["d2-f2xf3", "d5-d6xe6"]


def test_k_taken_after_3_plies():
    seen = replay_row("ardri-capture")
    assert (len(seen["plies"]), seen["outcome"]["winner"], seen["outcome"]["reason"]) == (3, "attackers", "king_taken")
    assert [p["captured"] for p in seen["plies"]] == [["d5"], [], ["c4"]]


def test_brandub_is_refused_where_its_corner_took():
    with pytest.raises(Refused) as caught:
        replay_row("brandub-2015")
    assert (caught.value.details["ply"], caught.value.details["move"]) == (6, "d5-a5xa6")
    assert caught.value.details["square"] == "a6"


def test_brandub_without_its_marks_ends_with_k_taken_at_ply_13():
    bare = re.sub(r"x\S+", "", ROWS["brandub-2015"][4]).split()
    seen = replay_row("brandub-2015", " ".join(bare[:13]))
    assert (seen["plies"][-1]["move"], seen["outcome"]["reason"]) == ("d1-d3xd4", "king_taken")
    with pytest.raises(Refused) as caught:
        replay_row("brandub-2015", " ".join(bare))
    assert caught.value.details["ply"] == 14


def test_the_forum_line_replays_whole():
    seen = replay_row("forum-A")
    assert (len(seen["plies"]), seen["outcome"]) == (8, None)
    assert seen["plies"][4]["captured"] == ["e1"]


def test_the_forum_line_with_a_move_from_an_empty_square():
    line = next(line for line in _LINES if "REFUSE" in line)
    moves = re.findall(r"[a-g]\d-[a-g]\d", line.split("->")[0])
    with pytest.raises(Refused) as caught:
        replay_row("forum-A", " ".join(moves))
    assert (caught.value.details["ply"], caught.value.details["square"]) == (5, "c6")
    assert "c6 is empty" in caught.value.details["why"]


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    command = str(Path(sys.executable).with_name("kitgen"))
    return subprocess.run([command, *arguments], input=text, capture_output=True, text=True, check=False)


def test_the_command_replays_the_rest_of_a_file():
    text = "# two games\n1. d3-c3 a4-a3 2. Kd4-d3\n\nd3-c3 a4-c4\nD3-C3\n"
    done = run("replay", "tafl", "--file", "-", "--json", text=text)
    assert done.returncode == 1
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert [p["move"] for p in first["plies"]] == ["d3-c3", "a4-a3", "d4-d3"]
    assert {key: second["error"][key] for key in ("line", "ply", "side", "move", "square")} == {
        "line": 4,
        "ply": 2,
        "side": "attackers",
        "move": "a4-c4",
        "square": "b4",
    }
    assert list(second["error"]) == ["line", "ply", "side", "move", "square", "why", "legal"]
    assert third["plies"] == [{"ply": 1, "side": "king", "move": "d3-c3", "captured": []}]
    assert "line 4" in done.stderr and "Traceback" not in done.stderr


def test_the_command_validates_a_set_up_first():
    rows = "/".join(["...K..."] + ["......."] * 6)
    done = run("replay", "tafl", "--moves", "zz", "--option", f"start={rows}")
    assert done.returncode == 1
    assert "edge square d1" in done.stderr and "zz" not in done.stderr


def test_the_command_prints_options_typed():
    rows = "A.....A/......./...K.../......./......./......./......A"
    done = run("replay", "tafl", "--moves", "", "--option", f"start={rows}", "--option", "first=ATTACKERS", "--json")
    seen = json.loads(done.stdout)
    assert seen["options"] == {"start": rows, "first": "attackers"}
    assert seen["board"] == rows.split("/")

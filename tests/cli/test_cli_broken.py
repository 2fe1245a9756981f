"""What a newcomer mistypes and what a hostile hand feeds in: each is a plain message with the right exit code."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest


def rows(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_record_with_bad_options_leaves_the_others_alone(kitgen):
    text = "players: 2\nactions: []\n---\nplayers: 9\n---\nplayers: 3\nactions: []\n"
    done = kitgen("replay", "sandwich_wars", "--file", "-", "--json", stdin=text, expect=1)
    first, bad, last = rows(done)
    assert (first["options"]["players"], last["options"]["players"]) == (2, 3)
    assert {"line": 4, "ply": 0, "side": None, "move": None}.items() <= bad["error"].items()
    assert "players" in bad["error"]["why"]
    assert done.stderr.startswith("line 4: ")


def test_a_stream_that_is_no_yaml_is_an_error_object_too(kitgen):
    done = kitgen("replay", "sandwich_wars", "--file", "-", "--json", stdin="players: 2\n  bad: [\n", expect=1)
    assert rows(done)[0]["error"]["line"] == 2


def test_a_move_after_the_end_names_no_side(kitgen):
    start = "start=AAAAA/AAAAA/AAAAA/AAAAA/AAAAA"
    done = kitgen("replay", "sandwich", "--moves", "A1", "--option", start, expect=1)
    assert done.stderr.startswith("line 1: ply 1, A1: ")
    assert "None" not in done.stderr


def test_a_message_obeys_no_control_character(kitgen):
    done = kitgen("replay", "sandwich", "--moves", "\x1b[31mC2", expect=1)
    assert "\x1b" not in done.stderr
    assert r"\x1b[31mC2" in done.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "# paper: Letter\n"])
def test_an_empty_config_changes_nothing(kitgen, text):
    (kitgen.folder / "config.yaml").write_text(text)
    env = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    assert "sandwich-pad-7-cross-en-A4.pdf" in kitgen("sheet", "sandwich", "--dry-run", env=env).stderr


@pytest.mark.parametrize("command", [("list",), ("show", "sandwich"), ("sheet", "sandwich"), ("check", "sandwich")])
def test_a_kits_folder_that_is_not_there_is_refused(kitgen, command):
    assert "nowhere" in kitgen(*command, "--kits", "nowhere", expect=2).stderr


def test_the_schema_goes_over_nothing_but_a_schema(kitgen):
    strange = kitgen.folder / "mine.json"
    strange.write_text("{}")
    kitgen("schema", "-o", "mine.json", expect=3)
    assert strange.read_text() == "{}"
    kitgen("schema", "-o", "new.json")
    kitgen("schema", "-o", "new.json")
    assert "is a folder" in kitgen("schema", "-o", ".", expect=3).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_standard_output_is_file_trouble(kitgen):
    command = [str(Path(sys.executable).with_name("kitgen")), "sheet", "sandwich", "-o", "-"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, cwd=kitgen.folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert "No space left" in done.stderr


@pytest.mark.parametrize("header", ["a\nb", "a\tb", "\x07", "\u202eabc", "a\u200bb", "x" * 10_000])
def test_a_header_is_one_line_of_what_prints(kitgen, header):
    done = kitgen("sheet", "sandwich", "--header", header, expect=2)
    assert len(done.stderr) < 400
    assert list(kitgen.folder.iterdir()) == []


def test_a_header_typed_on_a_mac_prints(kitgen):
    apart = unicodedata.normalize("NFD", "José, 5º ") + "\ufb01n"
    kitgen("sheet", "sandwich", "--header", apart, "--dry-run")


@pytest.mark.parametrize("header", ["{n}", "%s %(a)d", r"\( ) >> ET Q", "--force", "<b>&amp;"])
def test_a_header_means_nothing_but_itself(kitgen, header):
    kitgen("sheet", "sandwich", "--header", header, "--dry-run")

"""`new`, `schema`, `list` and `show`: begin a kit, look at what is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kitgen as package

ROOT = Path(package.__file__).parent.parent


def test_a_kit_of_ones_own_prints_at_once(kitgen):
    kitgen("new", "club_pad", "--game", "sandwich", "--to", "mine")
    assert (kitgen.folder / "mine/layouts/club_pad.yaml").is_file()
    assert not list((kitgen.folder / "mine").rglob("*.py")), "a user's kit is data, never code"
    done = kitgen("sheet", "club-pad", "--kits", "mine", "-o", "pad.pdf")
    assert "proved" in done.stderr
    kitgen("verify", "pad.pdf", "--kits", "mine")


def test_new_keeps_what_is_there(kitgen):
    kitgen("new", "club_pad", "--to", "mine")
    layout = kitgen.folder / "mine/layouts/club_pad.yaml"
    layout.write_text("mine")
    assert "is there already" in kitgen("new", "club_pad", "--to", "mine", expect=3).stderr
    assert layout.read_text() == "mine"


def test_a_name_that_escapes_is_refused(kitgen):
    for name in ("../x", "/x", "X Y", "a/b", "", "9lives"):
        kitgen("new", name, expect=1)
    assert list(kitgen.folder.iterdir()) == []


def test_a_new_game_in_a_checkout_prints_and_passes_its_test(kitgen, tmp_path):
    checkout = tmp_path / "checkout"
    for part in ("kitgen", "layouts", "rules_text"):
        shutil.copytree(ROOT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    kitgen("new", "go_fish", cwd=checkout)
    for path in ("kitgen/games/go_fish/engine.py", "layouts/go_fish.yaml", "rules_text/go_fish/en.md"):
        assert (checkout / path).is_file()
    command = [sys.executable, "-m", "kitgen", "sheet", "go_fish", "all", "-o", "out"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list((checkout / "out").glob("*.pdf"))) == 3
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/go_fish"]
    assert subprocess.run(test, cwd=checkout, capture_output=True, check=False).returncode == 0


def test_the_schema_is_json_and_names_every_block(kitgen):
    schema = json.loads(kitgen("schema").stdout)
    assert {"boards", "panel", "prose", "questions"} <= set(schema["$defs"]["Block"]["properties"])


def test_list_and_show(kitgen):
    rows = json.loads(kitgen("list", "--json").stdout)
    sandwich = next(row for row in rows if row["kit"] == "sandwich")
    assert sandwich["sheets"] == ["pad", "big", "handout", "rules", "practice", "key", "teacher"]
    assert sandwich["languages"] == ["en", "es", "zh-Hans"]
    line = next(line for line in kitgen("list").stdout.splitlines() if line.startswith("sandwich "))
    assert line.split(maxsplit=1)[1] == "Sandwich (en, es, zh-Hans): pad, big, handout, rules, practice, key, teacher"
    text = kitgen("show", "sandwich").stdout
    assert re.search(r"^  --opening  +cross, rotated, diagonal  +\(default cross\)$", text, re.M)
    assert kitgen("show", "sandwich", "--layout").stdout == (ROOT / "layouts/sandwich.yaml").read_text()

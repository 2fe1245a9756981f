"""What `list` and `show` say of the kits, and that kits and sheets have one spelling wherever a person reads."""

from __future__ import annotations

import json
import re

import pytest

from kitgen.kit import Kit
from kitgen.shelf import Shelf


def test_kits_and_sheets_are_written_with_hyphens_and_json_keeps_its_names(kitgen):
    listed, shown = kitgen("list").stdout, kitgen("show", "sandwich_wars").stdout
    assert "score-pad" in listed and "designer-notes" in shown and "(sandwich-wars)" in shown
    assert "_" not in listed + shown
    assert "score_pad" in kitgen("list", "--json").stdout
    assert "designer_notes" in kitgen("show", "sandwich-wars", "--json").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["sheet", "sandwich_wars", "score_shet"],
        ["sheet", "sandwich_wars", "score_sheet", "--sets", "2"],
        ["sheet", "sandwich_guy", "--siez", "9"],
        ["sheet", "sandwich_guy", "--lang", "zh"],
        ["plan", "sandwich_guy", "--students", "3", "--sheet", "sandwich_guy.score_pat"],
        ["plan", "sandwich_guy", "--students", "3", "--sheet", "sandwich_wars.rules"],
        ["plan", "sandwich_guy", "--students", "3", "--option", "size=9"],
        ["preview", "sandwich_guy", "--siez", "9"],
        ["replay", "sandwich_guyy", "--moves", ""],
    ],
)
def test_messages_write_names_with_hyphens(kitgen, words):
    assert not re.search("sandwich_|score_", kitgen(*words, expect=2).stderr)


@pytest.mark.parametrize("name", ["score_sheet", "score-sheet"])
def test_both_spellings_are_accepted(kitgen, name):
    for kit in ("sandwich-wars", "sandwich_wars"):
        assert "sandwich-wars-score-sheet-en-A4.pdf" in kitgen("sheet", kit, name, "--dry-run").stderr


@pytest.mark.parametrize("slug", Shelf().kits())
def test_every_option_of_a_shipped_kit_is_told(kitgen, slug):
    lines = kitgen("show", slug).stdout.partition("\noptions\n")[2].splitlines()
    options = list(Kit(Shelf(), slug).layout.options)
    assert [line.split()[0] for line in lines[::2]] == [f"--{name}" for name in options]
    assert all(line.startswith("      ") and len(line) > 30 for line in lines[1::2])
    told = dict(zip(options, lines[1::2], strict=True))
    assert "millimetres" in told.get("gap", "millimetres")
    if slug == "sandwich":
        assert "squares" in told["size"]
    if slug == "sandwich_guy":
        assert "cards" in told["size"]


def test_an_option_of_ones_own_needs_no_words(kitgen):
    kitgen("new", "my_pad", "--game", "sandwich", "--to", "mine")
    layout = kitgen.folder / "mine/layouts/my_pad.yaml"
    text = layout.read_text()
    assert "options:" in text
    layout.write_text(text.replace("options:\n", "options:\n  flavour: {choices: [plain, sweet], default: plain}\n", 1))
    shown = kitgen("show", "my-pad", "--kits", "mine").stdout
    assert re.search(r"--flavour +plain, sweet +\(default plain\)\n  --", shown)
    assert "(my-pad)" in shown
    assert (
        json.loads(kitgen("show", "my-pad", "--kits", "mine", "--json").stdout)["options"]["flavour"]["default"]
        == "plain"
    )

"""`kitgen key` with codes as people read them off a sheet."""

from __future__ import annotations

import json
import re

import pdfplumber
import pytest


def codes(kitgen, *words):
    return [row["code"] for row in json.loads(kitgen("key", *words, "--dry-run", "--json").stdout)]


@pytest.fixture
def printed(kitgen):
    """Return the codes at the foot of two practice sheets, each as it is printed, in groups."""
    kitgen("practice", "sandwich", "--copies", "2", "-o", "p/")
    path = next((kitgen.folder / "p").glob("*practice*"))
    with pdfplumber.open(path) as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    return [re.search(r"11\w\w \w\w\b", text)[0].split() for text in texts]


def test_the_codes_as_printed(kitgen, printed):
    """11DG 4G and 11V0 4V, as docs/class.md and the example of --help name them."""
    assert printed == [["11DG", "4G"], ["11V0", "4V"]]
    words = [word for code in printed for word in code]
    assert codes(kitgen, *words) == ["11DG4G", "11V04V"]
    told = kitgen("key", *words, "-o", "keys/").stderr
    assert "the key of sandwich practice 11DG 4G, proved" in told
    assert len(list((kitgen.folder / "keys").iterdir())) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["11DG", "4G", "11V04V"],
        ["11DG4G", "11V0", "4V"],
        ["11dg-4g", "11vO-4v"],
        ["11DG 4G 11V0 4V"],
        ["11DG", "4G 11V0", "4V"],
        ["l1DG", "4G", "I1V0", "4V", "11DG4G"],
        ["11", "DG4G", "11V", "04V"],
    ],
)
def test_any_mix_of_spaces_hyphens_and_letters(kitgen, words):
    assert codes(kitgen, *words) == ["11DG4G", "11V04V"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["11DG", "4X"], ["'11DG4X' is mistyped", "11DG 4G"]),
        (["11DG4G", "11V0", "4X"], ["'11V04X' is mistyped", "11V0 4V"]),
        (["11DG", "4G", "4G"], ["'4G' is no sheet code"]),
        (["--", "-"], ["no code is given"]),
    ],
)
def test_a_slip_is_told_of_its_code_alone(kitgen, words, told):
    done = kitgen("key", *words, expect=2)
    assert done.stderr.count("error") == 1 and done.stderr.count("accepted") == 1
    for part in told:
        assert part in done.stderr


def test_the_codes_of_a_whole_class_in_one_line(kitgen):
    made = json.loads(
        kitgen("pack", "tafl", "--students", "28", "--sheet", "tafl.practice", "--json", "-o", "p").stdout
    )
    found = next(one["codes"] for one in made["files"] if one["sheet"] == "practice")
    assert len(found) == 28
    words = [code[n : n + 4] for code in found for n in range(0, len(code), 4)]
    from kitgen.classroom.typed import find_sheets
    from kitgen.shelf import Shelf

    assert [one.code for one in find_sheets(Shelf(), words)] == found


def test_two_codes_without_a_space_are_not_read_as_one(kitgen):
    """11DG4G and 11V04V are the sheets of seeds 1 and 2; side by side they check out as one code of a large seed."""
    for typed in ("11DG4G11V04V", "11dg4g11v04v"):
        told = kitgen("key", typed, expect=2).stderr
        assert "may be two codes, 11DG 4G and 11V0 4V, or one with the seed 1074091429" in told
    kitgen("key", "11DG4G", "11V04V", "-o", "keys/")


@pytest.mark.parametrize("word", ["0", "Z", "i", "A"])
def test_a_lone_character_is_no_code_and_no_fault_of_kitgens(kitgen, word):
    assert "is no sheet code" in kitgen("key", word, expect=2).stderr

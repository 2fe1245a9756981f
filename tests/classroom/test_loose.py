"""Loose sheets: the key made from a code alone is the page of the class's key; slips of the pen find their code."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from kitgen.build import Request, build_sheet
from kitgen.classroom.loose import MOST, find_sheet, suggest_codes
from kitgen.errors import SpecError
from kitgen.kit import Kit
from kitgen.shelf import Shelf
from kitgen.spec.code import ALPHABET, Build, check_letter, group_code, write_code

SHELF = Shelf()
LAYOUT = Kit(SHELF, "sandwich").layout
BUILD = Build("sandwich", "practice", "es", "Letter", "grey", 12, {"size": 9, "opening": "rotated", "level": 2})
CODE = write_code(LAYOUT, BUILD)


def texts(data: bytes) -> list[str]:
    import pdfplumber

    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return [page.extract_text() for page in pdf.pages]


def test_the_key_of_a_code_is_the_page_of_the_classs_key():
    options = {"size": "9", "opening": "rotated", "level": "2"}
    request = Request("sandwich", "practice", options, "Letter", "es", "grey", 3, 11)
    whole = build_sheet(SHELF, replace(request, sheet="key"))
    found = find_sheet(SHELF, CODE)
    assert (found.kit, found.key, found.build) == ("sandwich", "key", BUILD)
    alone = build_sheet(SHELF, found.request())
    assert alone.host and alone.pages == 1
    assert texts(alone.data) == [texts(whole.data)[1]]
    assert group_code(CODE) in texts(alone.data)[0]


def test_a_code_is_read_as_people_type_it():
    assert find_sheet(SHELF, group_code(CODE).lower()).build == BUILD
    assert find_sheet(SHELF, CODE.replace("1", "l").replace("0", "o")).build == BUILD


SLIPS = [
    *(CODE[:at] + CODE[at + 1] + CODE[at] + CODE[at + 2 :] for at in range(len(CODE) - 1) if CODE[at] != CODE[at + 1]),
    *(CODE[:at] + ALPHABET[(ALPHABET.index(CODE[at]) + 7) % 32] + CODE[at + 1 :] for at in range(len(CODE))),
    CODE[:-2] + "U" + CODE[-1],  # no letter of a code at all
]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_caught_and_the_code_is_among_the_few_suggested(slip):
    with pytest.raises(SpecError) as caught:
        find_sheet(SHELF, slip)
    shown = caught.value.faults[0].suggestion.split(" or ")
    assert 1 <= len(shown) <= MOST
    assert group_code(CODE) in shown


def test_only_codes_that_check_out_and_have_a_key_are_suggested():
    for slip in SLIPS:
        for code in suggest_codes([LAYOUT], slip):
            assert check_letter(code[:-1]) == code[-1]
            assert LAYOUT.sheets[find_sheet(SHELF, code).key].key_of == "practice"


def refused(code: str) -> str:
    with pytest.raises(SpecError) as caught:
        find_sheet(SHELF, code)
    return str(caught.value)


def test_a_code_of_another_version_says_what_it_needs():
    body = CODE[0] + "2" + CODE[2:-1]
    told = refused(body + check_letter(body))
    assert "version 2 of sandwich" in told
    assert "in which sandwich has version 2" in told


def test_a_code_of_an_unknown_kit_says_which_there_are():
    body = "Z" + CODE[1:-1]
    told = refused(body + check_letter(body))
    assert "kit number 31, which is not here" in told
    assert "1 sandwich, 2 tafl" in told


def test_a_sheet_that_asks_nothing_has_no_key():
    pad = write_code(LAYOUT, Build("sandwich", "pad", "en", "A4", "colour", 1, {"size": 7, "opening": "cross"}))
    assert "asks nothing and so has no key" in refused(pad)


def test_every_fault_is_told_at_once_and_nothing_is_written(tmp_path):
    import subprocess
    import sys
    from pathlib import Path

    command = str(Path(sys.executable).with_name("kitgen"))
    done = subprocess.run([command, "key", CODE, "11DG4H", "!!"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "11DG4H" in done.stderr and "!!" in done.stderr
    assert list(tmp_path.iterdir()) == []

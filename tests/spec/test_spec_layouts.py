"""Layouts that hold and layouts that do not: each file of data/ is a test of its name.

A bad file's first line says what its message must contain, parts separated by " | "; a part that begins with
numbers names line and column.
"""

import json
from pathlib import Path

import pytest

from kitgen.errors import SpecError
from kitgen.shelf import Shelf, read_file
from kitgen.source import read_yaml
from kitgen.spec.reader import read_layout
from kitgen.spec.schema import json_schema

DATA = Path(__file__).parent / "data"
OK = sorted(DATA.glob("ok_*.yaml"))
BAD = sorted(DATA.glob("bad_*.yaml"))


def test_there_are_cases():
    assert len(OK) >= 2
    assert len(BAD) >= 15


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_ok(path):
    assert read_layout(read_yaml(read_file(path), path.name), path.stem).kit == path.stem


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad(path):
    text = read_file(path)
    expected = text.splitlines()[0].removeprefix("# expect: ").split(" | ")
    with pytest.raises(SpecError) as caught:
        read_layout(read_yaml(text, path.name), path.stem)
    message = str(caught.value)
    for part in expected:
        if part[0].isdigit() and ":" in part.split()[0]:
            place, _, part = part.partition(" ")
            assert f"{path.name}:{place}:" in message, message
        assert part in message
    assert message.startswith(path.name)


def test_no_reads_as_text():
    path = DATA / "ok_no_is_text.yaml"
    assert read_layout(read_yaml(read_file(path), path.name)).options["lines"].choices == ["no", "yes"]


@pytest.mark.parametrize("slug", Shelf().kits())
def test_shipped_layouts_hold(slug):
    layout = read_layout(Shelf().layout(slug), slug)
    assert layout.sheets


def test_kits_have_different_numbers():
    numbers = [read_layout(Shelf().layout(slug), slug).number for slug in Shelf().kits()]
    assert numbers
    assert len(set(numbers)) == len(numbers)


def test_the_json_schema_agrees_with_the_reader():
    """The published schema takes the good files and refuses an unknown key, by msgspec's independent twin: jsonschema's rules."""
    schema = json_schema()
    assert schema["$defs"]["Layout"]["additionalProperties"] is False
    assert schema["$defs"]["Block"]["maxProperties"] == 1
    assert set(schema["$defs"]["Layout"]["required"]) == {
        "kit", "number", "languages", "default", "facts", "sheets",
    }  # fmt: skip
    json.dumps(schema)

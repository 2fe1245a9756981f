"""The YAML gate: YAML 1.2's values, places, every refusal. Expected values are worked by hand from the YAML 1.2 spec."""

import pytest

from kitgen.errors import SpecError
from kitgen.source import MAX_BYTES, MAX_DEPTH, MAX_NODES, read_yaml

VALUES = [
    ("no", "no"),
    ("yes", "yes"),
    ("on", "on"),
    ("true", True),
    ("False", False),
    ("1:30", "1:30"),
    ("010", 10),
    ("0x1F", "0x1F"),
    ("1_000", "1_000"),
    ("-3", -3),
    ("2.50", 2.5),
    (".5", 0.5),
    ("1e3", 1000.0),
    ("~", None),
    ("null", None),
    ("'7'", "7"),
    ('"true"', "true"),
    ("2024-01-02", "2024-01-02"),
    (".inf", ".inf"),
    ("=", "="),
    ("夹涂棋", "夹涂棋"),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_plain_values_are_those_of_yaml_1_2(text, value):
    got = read_yaml(f"key: {text}\n", "f.yaml").plain()["key"]
    assert got == value
    assert type(got) is type(value)


BAD = [
    ("a: 1\nb: 2\na: 3\n", "f.yaml:3:1: duplicate key 'a': it stands in line 1 too"),
    ("a: &x [1]\nb: *x\n", "f.yaml:1:4: anchors and aliases"),
    ("b: *x\n", "f.yaml:1:4: anchors and aliases"),
    ("<<: {a: 1}\n", "f.yaml:1:1: merge keys"),
    ("a: !!python/object:os.system [x]\n", "f.yaml:1:4: tag"),
    ("a: !!str 1\n", "f.yaml:1:4: tag"),
    ("a:\n\tb: 1\n", "f.yaml:2:1: not YAML"),
    ("a: [1, 2\n", "not YAML"),
    ("a: 'x\n", "not YAML"),
    ("? [a]\n: b\n", "f.yaml:1:3: a key must be plain text"),
    ("a: 1\n---\nb: 2\n", "2 documents"),
    ("", "0 documents"),
    ("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2), f"nested deeper than {MAX_DEPTH}"),
    ("a: \x07\n", "not YAML"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_is_refused_names_its_place(text, message):
    with pytest.raises(SpecError) as caught:
        read_yaml(text, "f.yaml")
    assert message in str(caught.value)


def test_every_duplicate_is_named_at_once():
    with pytest.raises(SpecError) as caught:
        read_yaml("a: 1\na: 2\nb: {c: 1, c: 2}\n", "f.yaml")
    assert [(f.place.line, f.place.column) for f in caught.value.faults] == [(2, 1), (3, 11)]


def test_the_caret_stands_under_the_fault():
    with pytest.raises(SpecError) as caught:
        read_yaml("first: 1\nkey: *alias\n", "f.yaml")
    lines = str(caught.value).splitlines()
    assert lines[1] == "    key: *alias"
    assert lines[2].index("^") == lines[1].index("*")


@pytest.mark.parametrize(
    "text",
    ["a: " + "x" * MAX_BYTES, "- 1\n" * (MAX_NODES + 1), "{" * 5000, "[" * 100_000],
    ids=["long", "many", "braces", "brackets"],
)
def test_bombs_are_refused_quickly(text):
    with pytest.raises(SpecError):
        read_yaml(text, "bomb.yaml")


def test_places_of_nodes():
    tree = read_yaml("a: 1\nlist:\n  - x\n  - {k: v}\n", "f.yaml")
    second = tree.mapping()["list"].sequence()[1]
    assert str(second.place) == "f.yaml:4:5"
    assert str(second.mapping()["k"].place) == "f.yaml:4:9"
    assert str(second.keys["k"]) == "f.yaml:4:6"

"""Every --help ends with examples, and each example runs as it stands."""

from __future__ import annotations

import re
import shlex

import pytest
from click import Context

from kitgen.cli import COMMANDS, commands

SETUP = {
    "kitgen pack --class class.yaml -o again.zip": [
        "kitgen pack sandwich --students 3 --level 2 --save class.yaml -o pack.zip"
    ],
    "kitgen verify again.zip": ["kitgen pack sandwich --students 3 --sheet sandwich.pad -o again.zip"],
    "kitgen verify output/sandwich-pad-7-cross-en-A4.pdf": ["kitgen sheet sandwich"],
    "kitgen preview output/sandwich-pad-7-cross-en-A4.pdf": ["kitgen sheet sandwich"],
    "kitgen sheet my_pad --kits my-kits": ["kitgen new my_pad --game sandwich --to my-kits"],
    "kitgen check my-kits/layouts/my_pad.yaml": ["kitgen new my_pad --game sandwich --to my-kits"],
}
SLOW = {
    "kitgen check",  # CI runs it over every kit
    "kitgen pack sandwich tafl --students 28 --minutes 45 --ink grey --lang es -o monday/",  # test_cli_pack.py runs it
}


def examples(name: str) -> list[str]:
    command = commands.get_command(Context(commands), name)
    return re.findall(r"^ *(kitgen .*)$", command.help.partition("Examples:")[2], re.M)


ALL = [(name, line) for name in COMMANDS for line in examples(name)]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_examples(name):
    assert examples(name)


@pytest.mark.parametrize(("name", "line"), ALL, ids=[line for _, line in ALL])
def test_each_example_runs(kitgen, name, line):
    if line in SLOW:
        pytest.skip("runs elsewhere")
    for step in [*SETUP.get(line, ()), line]:
        kitgen(*shlex.split(step)[1:])


def test_help_lists_every_command(kitgen):
    text = kitgen("--help").stdout
    for name, (_, what) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(what[:20])}", text, re.M), name


def test_an_unknown_command_suggests_one(kitgen):
    assert "Did you mean verify" in kitgen("verfy", expect=2).stderr

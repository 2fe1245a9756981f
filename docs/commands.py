"""Writes docs/commands.md from the commands themselves: `python docs/commands.py`; a test holds it current."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from kitgen.cli import COMMANDS, commands

HERE = Path(__file__).parent / "commands.md"
HEAD = """\
# All commands

Written by `python docs/commands.py` from what `kitgen COMMAND --help` says. Data goes to standard output, messages to
standard error. A command ends with 0 when all is done, 1 when a layout, record, claim or proof failed, 2 for a mistake
on the command line, 3 for trouble with files or fonts.
"""


def write_reference() -> str:
    """Return the whole reference."""
    context = click.Context(commands, info_name="kitgen")
    index = "\n".join(f"- [`{name}`](#kitgen-{name}): {line}" for name, (_, line) in COMMANDS.items())
    parts = [HEAD, index]
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None
        parts += _describe(
            command, click.Context(command, info_name=f"kitgen {name}", help_option_names=["-h", "--help"])
        )
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _describe(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the parts of a command: usage, what it does, examples, options."""
    yield f"## {context.info_name}"
    yield f"`{' '.join([context.info_name or '', *command.collect_usage_pieces(context)])}`"
    text, _, examples = inspect.cleandoc(command.help or "").partition("\b\nExamples:\n")
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.splitlines()
        kept = lines[0] == "\b"
        yield "```text\n" + inspect.cleandoc("\n".join(lines[1:])) + "\n```" if kept else " ".join(lines)
    yield "```sh\n" + inspect.cleandoc(examples) + "\n```"
    options = [param for param in command.get_params(context) if isinstance(param, click.Option)]
    rows = [record for option in options if (record := option.get_help_record(context))]
    table = [f"| `{_cell(option)}` | {_cell(what)} |" for option, what in rows]
    yield "\n".join(["| option | what it does |", "| --- | --- |", *table])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    HERE.write_text(write_reference(), encoding="utf-8")
    print(f"{HERE.name} written")

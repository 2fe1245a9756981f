"""`kitgen replay`: the engines' public face. Prints plain words or one JSON object a record."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from kitgen.cli.reading import read_input
from kitgen.errors import KitgenError, RecordError, SpecError


@click.command("replay")
@click.argument("game")
@click.option("--moves", help="One record; empty for a record of no moves.")
@click.option("--file", "source", help="A file with one record a line, - for standard input.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A rule option; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a record.")
def replay_command(game: str, moves: str | None, source: str | None, options: tuple[str, ...], as_json: bool) -> None:
    """Replay records by the rules and say what happened.

    \b
    Examples:
      kitgen replay sandwich --moves "C2 D2"
      kitgen replay sandwich --moves "" --option size=9 --json
    """
    from kitgen.games import load

    if (moves is None) == (source is None):
        raise click.UsageError("give --moves or --file, one of the two")
    rules = load(game)
    given = read_options(options)
    text = moves if moves is not None else read_input(source or "-")
    try:
        records = list(rules.records(text))
    except KitgenError as error:
        if as_json:
            click.echo(json.dumps({"error": _unplayed(error)}, ensure_ascii=False))
        raise
    records = records if moves is None else [_only(records, moves)]
    faults = sum(not _replay_one(rules, given, record, as_json) for record in records)
    if faults:
        sys.exit(1)


def _only(records: list[Any], moves: str) -> Any:
    """Return the one record of --moves, an empty one for an empty text; raises a usage error for none or several."""
    if len(records) > 1:
        raise click.UsageError(f"--moves is one record, but here are {len(records)}; --file takes one a line")
    if not records and moves.strip():
        raise click.UsageError("--moves holds no record: what begins with # is a remark")
    from kitgen.play.contract import RawRecord

    return records[0] if records else RawRecord(1, {}, ())


def read_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """Read KEY=VALUE pairs; raises a usage error for any other form or a key given twice."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or key in found:
            raise click.UsageError(f"--option {pair}: write KEY=VALUE, each key once")
        found[key] = value
    return found


def _replay_one(rules: Any, given: dict[str, str], record: Any, as_json: bool) -> bool:
    """Replay one record and print it; return whether it was sound.

    Raises SpecError for options that the command line gives; those of a record's own make only that record unsound.
    """
    from kitgen.play.replay import Refused, play, report

    if record.refused:
        error = RecordError(record.refused)
        _refuse(error, _unplayed(error, record.line), as_json)
        return False
    try:
        options = rules.settle({**record.options, **given})
        result = report(play(rules, options, record.tokens))
    except Refused as refused:
        _refuse(refused, refused.details, as_json)
        return False
    except SpecError as error:
        if not record.options:
            raise
        _refuse(error, _unplayed(error, record.line), as_json)
        return False
    click.echo(json.dumps(result, ensure_ascii=False) if as_json else plain_report(result))
    return True


def _refuse(error: KitgenError, details: dict[str, Any], as_json: bool) -> None:
    click.echo(f"line {details['line']}: {error}", err=True)
    if as_json:
        click.echo(json.dumps({"error": details}, ensure_ascii=False))


def _unplayed(error: KitgenError, line: int = 1) -> dict[str, Any]:
    """Return the `error` object of a record that can't be begun: its first fault, at ply 0."""
    first = error.faults[0]
    where = first.place.line if first.place else line
    return {"line": where, "ply": 0, "side": None, "move": None, "square": None, "why": first.what, "legal": []}


def plain_report(result: dict[str, Any]) -> str:
    """Return a replay in plain words: a line a ply, the board, what is next or how it ended."""
    lines = []
    for ply in result["plies"]:
        extras = [
            f"{key} {_words(value)}" for key, value in ply.items() if key not in ("ply", "side", "move") and value
        ]
        lines.append(" ".join(filter(None, [f"{ply['ply']}.", str(ply["side"]), str(ply["move"]), ", ".join(extras)])))
    lines += ["", *result.get("board", ()), ""] if "board" in result else [""]
    outcome = result["outcome"]
    if outcome:
        lines.append(f"over: {_words(outcome['winner'])} ({outcome['reason']}), {_words(outcome['score'])}")
    elif result.get("stopped"):
        lines.append(f"stopped {result['stopped']}: nobody won")
    else:
        lines.append(f"{result['to_move']} to move: {_words(result['legal'])}")
    return "\n".join(lines)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)

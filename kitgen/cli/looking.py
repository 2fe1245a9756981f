"""`kitgen list` and `show`: what kits there are, what they print, and their layout files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from kitgen.cli.reading import FOLDER
from kitgen.errors import Fault, KitgenError, hyphened

_KITS = click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")


@click.command("list")
@_KITS
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(kits: tuple[Path, ...], as_json: bool) -> None:
    """List the kits with their sheets.

    \b
    Examples:
      kitgen list
      kitgen list --json
    """
    from kitgen.kit import Kit
    from kitgen.shelf import Shelf

    shelf = Shelf(kits)
    rows: list[dict[str, Any]] = []
    faults: list[Fault] = []
    for slug in shelf.kits():
        try:
            rows.append(_facts(Kit(shelf, slug)))
        except KitgenError as error:  # one broken kit must not hide the others
            faults += error.faults
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        rows = []
    width = max((len(row["kit"]) for row in rows), default=0)
    for row in rows:
        sheets = ", ".join(map(hyphened, row["sheets"]))
        click.echo(f"{row['kit']:<{width}}  {row['title']} ({', '.join(row['languages'])}): {sheets}")
    if faults:
        raise KitgenError(faults)


def _facts(kit: Any) -> dict[str, Any]:
    layout = kit.layout
    return {
        "kit": kit.slug.replace("_", "-"),
        "title": _title(kit),
        "languages": list(layout.languages),
        "players": list(layout.facts.players),
        "minutes": list(layout.facts.minutes),
        "ages": layout.facts.ages,
        "default": list(layout.default),
        "sheets": list(layout.sheets),
    }


def _title(kit: Any) -> str:
    title = kit.text(kit.layout.languages[0]).title
    return "".join(getattr(part, "string", "") for part in title.inlines)


@click.command("show")
@click.argument("kit")
@_KITS
@click.option("--layout", is_flag=True, help="Print the layout file itself, to begin one of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show_command(kit: str, kits: tuple[Path, ...], layout: bool, as_json: bool) -> None:
    """Show a kit: its sheets, options and facts.

    \b
    Examples:
      kitgen show sandwich
      kitgen show sandwich --layout
    """
    from kitgen.kit import Kit
    from kitgen.shelf import Shelf, read_file

    shelf = Shelf(kits)
    found = Kit(shelf, shelf.slug(kit))
    if layout:
        click.echo(read_file(shelf.layout_path(found.slug)), nl=False)
    elif as_json:
        click.echo(json.dumps({**_facts(found), "options": _options(found)}, ensure_ascii=False))
    else:
        click.echo(_described(found))


def _options(kit: Any) -> dict[str, Any]:
    return {
        name: {"choices": list(option.choices), "default": option.default}
        for name, option in kit.layout.options.items()
    }


def _described(kit: Any) -> str:
    facts = _facts(kit)
    lines = [f"{facts['title']} ({hyphened(kit.slug)})", ""]
    low, high = facts["players"]
    players = str(low) if low == high else f"{low} to {high}"
    lines += [f"players {players}, minutes {facts['minutes'][0]} to {facts['minutes'][1]}, ages {facts['ages']}", ""]
    rows = []
    for name, sheet in kit.layout.sheets.items():
        notes = [note for note, on in (("default", name in kit.layout.default), ("host only", sheet.host)) if on]
        options = " ".join(f"--{hyphened(option)}" for option in kit.asked_of(sheet).options)
        rows.append((hyphened(name), options, f"({', '.join(notes)})" if notes else ""))
    lines += ["sheets", *_columns(rows), "", "options"]
    lines += _options_told(kit)
    return "\n".join(lines)


def _options_told(kit: Any) -> list[str]:
    """Return two lines an option: its values and default, and under them what it is for, where words say so."""
    from kitgen.preview.saying import load_gallery_words, say_option

    words = load_gallery_words(kit.shelf, "en")
    options = _options(kit)
    rows = _columns(
        (f"--{hyphened(name)}", ", ".join(map(str, option["choices"])), f"(default {option['default']})")
        for name, option in options.items()
    )
    told = [say_option(words, kit.game_slug, name) for name in options]
    return [
        line for row, about in zip(rows, told, strict=True) for line in (row, *([f"      {about}"] if about else []))
    ]


def _columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return rows as lines, their cells in columns as wide as the widest of each."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  " + "  ".join(f"{cell:<{n}}" for cell, n in zip(row, widths, strict=True)).rstrip() for row in cells]

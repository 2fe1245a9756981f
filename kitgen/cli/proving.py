"""`kitgen check` and `verify`: hold everything against the rules, before printing and long after."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from kitgen.cli import output
from kitgen.cli.reading import FOLDER
from kitgen.errors import Fault, KitgenError


@click.command("check")
@click.argument("names", nargs=-1, metavar="[KIT|LAYOUT.yaml]...")
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print what was checked as JSON.")
def check_command(names: Sequence[str], kits: tuple[Path, ...], as_json: bool) -> None:
    """Check kits: layouts, records, claims, glyphs, and fit for every language, paper and option. Writes nothing.

    \b
    Examples:
      kitgen check
      kitgen check sandwich
      kitgen check my-kits/layouts/my_pad.yaml
    """
    from kitgen.checking import check_kit
    from kitgen.shelf import Shelf

    shelf = Shelf((*kits, *_shelves_of(names)))
    slugs = [shelf.slug(Path(name).stem if name.endswith(".yaml") else name) for name in names] or list(shelf.kits())
    rows: list[dict[str, Any]] = []
    faults: list[Fault] = []
    for slug in slugs:
        try:
            found = check_kit(shelf, slug, progress=output.progress(slug))
        except KitgenError as error:
            faults += error.faults
            continue
        rows.append({"kit": slug, **found})
        if not as_json:
            click.echo(f"{slug}: " + ", ".join(f"{value} {key}" for key, value in found.items()))
    if as_json:
        click.echo(json.dumps({"checked": rows, "faults": [str(fault) for fault in faults]}, ensure_ascii=False))
    _end(faults)


def _shelves_of(names: Sequence[str]) -> Iterator[Path]:
    for name in names:
        if name.endswith(".yaml"):
            folder = Path(name).resolve().parent
            if folder.name != "layouts" or not Path(name).is_file():
                raise click.UsageError(f"{name}: a layout stands in a folder called layouts")
            yield folder.parent


def _end(faults: Sequence[Fault]) -> None:
    if faults:
        raise KitgenError(faults)


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def verify_command(files: Sequence[str], kits: tuple[Path, ...], as_json: bool) -> None:
    """Prove finished PDFs again from what they carry, and list each figure with its verdict.

    \b
    Examples:
      kitgen verify output/sandwich-pad-7-cross-en-A4.pdf
    """
    from kitgen.build import open_kit
    from kitgen.proof.child import verify_file
    from kitgen.shelf import Shelf

    faults: list[Fault] = []
    worst, rows = KitgenError, []
    for name in output.count_off("files", files):
        try:
            verdicts = verify_file(name, partial(open_kit, Shelf(tuple(kits))))
        except KitgenError as error:
            faults += error.faults
            worst = type(error) if error.exit_code > worst.exit_code else worst
            rows.append({"file": name, "holds": False, "faults": [str(fault) for fault in error.faults]})
            continue
        rows.append({"file": name, "holds": True, "verdicts": [str(verdict) for verdict in verdicts]})
        if not as_json:
            click.echo(f"{name}: holds")
            for verdict in verdicts:
                click.echo(f"  {verdict}")
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
    if faults:
        raise worst(faults)

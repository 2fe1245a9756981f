"""`kitgen check` and `verify`: hold everything against the rules, before printing and long after."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli import output
from kitgen.cli.reading import FOLDER
from kitgen.errors import Fault, KitgenError, hyphened

if TYPE_CHECKING:
    from kitgen.proof.compare import LoadWords


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
            found = check_kit(shelf, slug, progress=output.progress(hyphened(slug)))
        except KitgenError as error:
            faults += error.faults
            continue
        rows.append({"kit": slug, **found})
        if not as_json:
            click.echo(
                f"{hyphened(slug)}: "
                + ", ".join(output.count(value, key.removesuffix("s")) for key, value in found.items())
            )
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
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE.pdf|PACK...")
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def verify_command(files: Sequence[str], kits: tuple[Path, ...], as_json: bool) -> None:
    """Prove finished PDFs again from what they carry, and list each figure with its verdict.

    A pack, folder or .zip file, is held against its manifest too: no file more, none less, none changed.

    \b
    Examples:
      kitgen verify output/sandwich-pad-7-cross-en-A4.pdf
      kitgen verify again.zip
    """
    from kitgen.build import open_kit
    from kitgen.cli.keeping import is_pack
    from kitgen.shelf import Shelf

    faults: list[Fault] = []
    worst, rows = KitgenError, []
    load = partial(open_kit, Shelf(tuple(kits)))
    for name in output.count_off("files", files):
        try:
            row, lines = _prove_pack(name, load) if is_pack(Path(name)) else _prove_file(name, load)
        except KitgenError as error:
            faults += error.faults
            worst = type(error) if error.exit_code > worst.exit_code else worst
            rows.append({"file": name, "holds": False, "faults": [str(fault) for fault in error.faults]})
            continue
        rows.append({"file": name, "holds": True, **row})
        if not as_json:
            click.echo("\n".join([f"{name}: holds", *lines]))
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
    if faults:
        raise worst(faults)


def _prove_file(name: str, load: LoadWords) -> tuple[dict[str, Any], list[str]]:
    """Prove a PDF; return what --json says of it and the lines for people. Raises ProofFailed, FileTrouble."""
    from kitgen.proof.child import verify_file

    verdicts = list(map(str, verify_file(name, load)))
    return {"verdicts": verdicts}, [f"  {verdict}" for verdict in verdicts]


def _prove_pack(name: str, load: LoadWords) -> tuple[dict[str, Any], list[str]]:
    """Prove a pack, as `_prove_file` does a PDF."""
    from kitgen.cli.keeping import verify_pack

    proved = verify_pack(Path(name), load, output.progress(name))
    lines = [f"  {path}: holds, {output.count(len(verdicts), 'verdict')}" for path, verdicts in proved.items()]
    return {"files": {path: list(map(str, verdicts)) for path, verdicts in proved.items()}}, lines

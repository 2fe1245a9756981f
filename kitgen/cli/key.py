"""`kitgen key`: the keys of loose practice sheets, each rebuilt from the code printed on the sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kitgen.cli import output
from kitgen.cli.reading import FOLDER
from kitgen.errors import hyphened


@click.command("key")
@click.argument("codes", nargs=-1, required=True, metavar="CODE...")
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("-o", "--output", "target", metavar="FILE|DIR|-", help="Where to; default output/.")
@click.option("--force", is_flag=True, help="Replace files that kitgen did not make.")
@click.option("--dry-run", is_flag=True, help="Make and prove everything, write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
def key_command(codes: Sequence[str], kits: tuple[Path, ...], target: str | None, **chosen: bool) -> None:
    """Print the keys of loose sheets from their codes alone; CODE stands at the foot of a sheet.

    Type it as it is printed: spaces, hyphens and small letters do not matter, I and L are read as 1, O as 0. Several
    codes may follow one another.

    \b
    Examples:
      kitgen key 11DG4G
      kitgen key 11dg 4g 11V0 4V -o keys/
    """
    from kitgen.build import build_sheet
    from kitgen.classroom.typed import find_sheets
    from kitgen.shelf import Shelf
    from kitgen.spec.code import group_code

    shelf = Shelf(kits)
    loose = find_sheets(shelf, codes)
    built = [build_sheet(shelf, one.request()) for one in output.count_off("keys", loose)]
    items = [(one.name, one.data) for one in built]
    if target == "-" and not chosen["dry_run"]:
        output.to_stdout(items)
        return
    placed = output.place(items, target)
    if not chosen["dry_run"]:
        output.write_all(placed, force=chosen["force"], is_ours=output.is_ours)
    rows: list[dict[str, Any]] = [
        {"code": one.code, "kit": one.kit, "sheet": one.build.sheet, "seed": one.build.seed, "file": str(path)}
        for one, (path, _) in zip(loose, placed, strict=True)
    ]
    if chosen["as_json"]:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        what = f"the key of {hyphened(row['kit'])} {hyphened(row['sheet'])} {group_code(row['code'])}"
        made = "would be made" if chosen["dry_run"] else "proved"
        click.echo(f"{row['file']}: {what}, {made}; for the host only; print at 100 %", err=True)

"""`kitgen doctor`: whether everything is there, and what to do about what is not."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from kitgen.cli.config import config_path, read_config
from kitgen.cli.reading import FOLDER


@click.command("doctor")
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("-o", "--output", "target", metavar="DIR", help="The folder that sheets would go to; default output/.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def doctor_command(kits: tuple[Path, ...], target: str | None, as_json: bool) -> None:
    """Look at versions, fonts, folders, config and kits, and say what to do about each thing that is wrong.

    Ends with 0 when kitgen can work, with 3 when it can't.

    \b
    Examples:
      kitgen doctor
      kitgen doctor --json
    """
    from kitgen.doctor import BAD, FINE, examine
    from kitgen.shelf import Shelf

    findings = list(examine(Shelf(kits), Path(target or "output"), config_path(), read_config))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False))
    else:
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            click.echo(f"{finding.state}  {finding.what:<{width}}  {finding.found}")
            if finding.state != FINE:
                click.echo(f"      {'':<{width}}  what to do: {finding.cure}")
    if any(finding.state == BAD for finding in findings):
        sys.exit(3)

"""`kitgen calibrate`: print the sheet that shows how far a printer is off, and how to tell kitgen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from kitgen.cli import output
from kitgen.cli.config import config_path, read_config


@click.command("calibrate")
@click.option("--paper", "papers", multiple=True, help="A4 or Letter; given twice, a file for each.")
@click.option("--lang", help="en, es, zh-Hans.")
@click.option("--flip", type=click.Choice(["long", "short"]), default="long", help="The edge that sheets turn over.")
@click.option("--printer", help="Move the back as the config file says for this printer, to see that it is right.")
@click.option("-o", "--output", "target", metavar="FILE|DIR|-", help="Where to; default output/.")
@click.option("--force", is_flag=True, help="Replace files that kitgen did not make.")
def calibrate_command(
    papers: Sequence[str], lang: str | None, flip: str, printer: str | None, target: str | None, force: bool
) -> None:
    """Print a sheet that measures a printer: rulers, the margins it reaches, and how far its backs are off.

    \b
    Examples:
      kitgen calibrate
      kitgen calibrate --paper Letter --flip short
    """
    from kitgen.calibrating import CalibrationRequest, build_calibration
    from kitgen.shelf import Shelf

    config = read_config()
    offset = config.offset(printer)
    lang = {"zh": "zh-Hans", "zh-CN": "zh-Hans"}.get(lang or config.lang, lang or config.lang)
    requests = [CalibrationRequest(paper, lang, flip, printer or "", offset) for paper in papers or [config.paper]]
    built = [build_calibration(Shelf(), request) for request in requests]
    items = [(one.name, one.data) for one in built]
    if target == "-":
        output.to_stdout(items)
        return
    placed = output.place(items, target)
    output.write_all(placed, force=force, is_ours=output.is_ours)
    for (path, _), one in zip(placed, built, strict=True):
        where = f"{Path(path)}: {output.count(one.pages, 'page')}, {one.paper}, proved"
        click.echo(f"{where}; print both sides at 100 %, then write the offset into {config_path()}", err=True)

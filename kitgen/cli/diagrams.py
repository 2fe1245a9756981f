"""`kitgen diagrams`: every figure of a kit as files of its own, each drawn from its record and proved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kitgen.cli import output
from kitgen.cli.config import read_config
from kitgen.cli.reading import FOLDER
from kitgen.errors import hyphened, suggest

_FORMATS = ("pdf", "png", "svg")


def _read_formats(_: click.Context, option: click.Parameter, text: str | None) -> list[str] | None:
    """Read "pdf,svg"; a usage error for an unknown format or for none."""
    if text is None:
        return None
    found = list(dict.fromkeys(part.strip().lower() for part in text.split(",")))
    if unknown := [part for part in found if part not in _FORMATS]:
        near = suggest(unknown[0], _FORMATS)
        hint = f" Did you mean {near}?" if near else ""
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(_FORMATS)}.{hint}", param=option)
    return found


@click.command("diagrams")
@click.argument("kit", required=False)
@click.argument("figures", nargs=-1, metavar="[FIGURE]...")
@click.option("--lang", help="en, es, zh-Hans (zh for short).")
@click.option("--ink", type=click.Choice(["colour", "grey", "low"]), help="Colour, grey, or little ink.")
@click.option("--format", "formats", callback=_read_formats, help="Some of pdf,png,svg; default all, or FILE's own.")
@click.option("--dpi", type=click.IntRange(36, 1200), default=200, show_default=True, help="Of the PNG files.")
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("-o", "--output", "target", metavar="FILE|DIR|-", help="Where to; default output/diagrams/KIT.")
@click.option("--force", is_flag=True, help="Replace files that kitgen did not make.")
@click.option("--dry-run", is_flag=True, help="Draw and prove everything, write nothing, list the figures.")
@click.option("--json", "as_json", is_flag=True, help="Print what was drawn as JSON.")
def diagrams_command(kit: str | None, figures: Sequence[str], kits: tuple[Path, ...], **chosen: Any) -> None:
    """Draw the figures of a kit's texts and sheets as PDF, PNG and SVG, each from its record, each proved.

    Without KIT, those of all kits. FIGURE is a record, record@ply, or a figure's whole name; --dry-run lists them.

    \b
    Examples:
      kitgen diagrams sandwich
      kitgen diagrams sandwich double-kill --format svg -o figures/
      kitgen diagrams sandwich opening-7-cross@0 --format png --dpi 300 --ink grey -o cross.png
    """
    from kitgen.drawing import DiagramRequest, draw_diagrams
    from kitgen.shelf import Shelf

    shelf, config = Shelf(kits), read_config()
    formats = _choose_formats(chosen["formats"], chosen["target"])
    slugs = [shelf.slug(kit)] if kit else list(shelf.kits())
    drawn: list[Any] = []
    notes: list[str] = []
    for slug in slugs:
        request = DiagramRequest(
            slug, figures, chosen["lang"] or config.lang, chosen["ink"] or config.ink, formats, chosen["dpi"],
            not (kit and chosen["lang"]),
        )  # fmt: skip
        diagrams, note = draw_diagrams(shelf, request, output.progress(slug))
        drawn += diagrams
        notes += [note] if note else []
    for note in dict.fromkeys(notes):
        click.echo(f"note: {note}", err=True)
    _write(drawn, alone=kit is not None, chosen=chosen)


def _choose_formats(given: Sequence[str] | None, target: str | None) -> Sequence[str]:
    """Return the formats to draw: those given, else what a FILE's name says, else all; refuse a name that lies."""
    if target in (None, "-") or output.is_folder(target or ""):
        return given or _FORMATS
    suffix = Path(target or "").suffix[1:].lower()
    if suffix not in (given or _FORMATS):
        raise click.UsageError(f"-o {target}: a file of {', '.join(given or _FORMATS)} does not end in .{suffix}")
    return given or (suffix,)


def _write(drawn: Sequence[Any], *, alone: bool, chosen: dict[str, Any]) -> None:
    """Write all files or none. The kits' folders stand in the target, a kit's files of one `alone` right in it."""
    target, dry = chosen["target"], chosen["dry_run"]
    in_folders = not alone or target is None
    names = [
        (f"{one.kit.replace('_', '-')}/" if in_folders else "") + one.file_name(form)
        for one in drawn
        for form in one.files
    ]
    items = list(zip(names, [data for one in drawn for data in one.files.values()], strict=True))
    if target == "-" and not dry:
        output.to_stdout(items)
        return
    placed = output.place(items, "output/diagrams/" if target is None else target)
    if not dry:
        output.write_all(placed, force=chosen["force"], is_ours=output.is_ours)
    paths = [path for path, _ in placed]
    if chosen["as_json"]:
        click.echo(json.dumps(_rows(drawn, paths, written=not dry), ensure_ascii=False))
    else:
        _report(drawn, paths, dry=dry)


def _rows(drawn: Sequence[Any], paths: Sequence[Path], *, written: bool) -> list[dict[str, Any]]:
    """Return one row a figure, for --json."""
    files = iter(paths)
    return [
        {
            "kit": one.kit, "figure": one.name, "lang": one.lang, "alt": one.alt, "width_mm": round(one.width, 2),
            "height_mm": round(one.height, 2), "files": {form: str(next(files)) for form in one.files},
            "written": written,
        }
        for one in drawn
    ]  # fmt: skip


def _report(drawn: Sequence[Any], paths: Sequence[Path], *, dry: bool) -> None:
    """Say how many figures there are and where; in a dry run also which."""
    if dry:
        for one in drawn:
            click.echo(f"{hyphened(one.kit)} {one.name}" if len({d.kit for d in drawn}) > 1 else one.name)
    if len(paths) == 1:
        click.echo(f"{paths[0]}: {'would be drawn' if dry else 'drawn'}, proved", err=True)
        return
    for folder in dict.fromkeys(path.parent for path in paths):
        files = sum(path.parent == folder for path in paths)
        per_figure = max(1, len(drawn[0].files))
        made = "would be drawn" if dry else "drawn"
        counts = f"{output.count(files // per_figure, 'figure')} in {output.count(files, 'file')}"
        click.echo(f"{folder}: {counts} {made}, each proved", err=True)

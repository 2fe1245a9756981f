"""`kitgen preview`: sheets as pictures, in a gallery that a browser shows from a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from kitgen.cli import output
from kitgen.cli.completing import KitCommand
from kitgen.cli.config import Config, read_config
from kitgen.cli.reading import FOLDER
from kitgen.cli.sheets import RAW, command_options, read_words
from kitgen.errors import SpecError, hyphened, suggest


@click.command("preview", cls=KitCommand, context_settings=RAW)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[KIT|FILE.pdf]...")
@click.option("--with-key", is_flag=True, help="The host's sheets too: they hold the answers.")
@click.option("--paper", help="A4 or Letter.")
@click.option("--lang", help="en, es, zh-Hans (zh for short).")
@click.option("--ink", type=click.Choice(["colour", "grey", "low"]), help="Colour, grey, or little ink.")
@click.option(
    "--jobs", type=click.IntRange(0, 64), default=0, help="Processes to work with; 0, the default: one a core."
)
@click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own.")
@click.option("-o", "--output", "target", metavar="DIR", help="Where to; default output/preview/.")
@click.option("--force", is_flag=True, help="Replace files that kitgen did not make.")
@click.option("--dry-run", is_flag=True, help="Make and prove everything, write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
@click.option("--open", "show", is_flag=True, help="Open the gallery when it is done.")
def preview_command(words: Sequence[str], **chosen: Any) -> None:
    """Draw sheets as pictures: every sheet of the kits named (none: all kits), or finished PDFs of kitgen's.

    DIR/index.html is a gallery of them, with whom each sheet is for and the command that makes it; it needs no
    network. A kit's own options go with it (--size 9). The sheets of the host are left out unless --with-key is given.

    \b
    Examples:
      kitgen preview sandwich -o look/
      kitgen preview sandwich --size 9 --lang es --with-key -o look/
      kitgen preview output/sandwich-pad-7-cross-en-A4.pdf
    """
    from kitgen.preview.gallery import Gallery, write_gallery
    from kitgen.preview.saying import load_gallery_words
    from kitgen.shelf import Shelf

    shelf, config = Shelf(tuple(chosen["kits"])), read_config()
    plain, options = read_words(words)
    names = [word for word in plain if not word.lower().endswith(".pdf")]
    files = [word for word in plain if word.lower().endswith(".pdf")]
    sheets, lacks_host = _chosen_sheets(shelf, names, config, chosen) if names or not files else ([], False)
    shown = [*_from_kits(shelf, sheets, options, chosen, config), *_from_files(shelf, files, config, chosen)]
    for note in dict.fromkeys(note for sheet in shown for note in sheet.notes):
        click.echo(f"note: {note}", err=True)
    shown = list(_named_apart(_by_kit(shown)))
    lang = shown[0].lang
    gallery = Gallery(shown, load_gallery_words(shelf, lang), lang, lacks_host)
    placed = output.place(list(write_gallery(gallery)), chosen["target"] or "output/preview/")
    if not chosen["dry_run"]:
        output.write_all(placed, force=chosen["force"], is_ours=output.is_ours)
        _clear_old(placed)
    _report(shown, placed[-1][0], chosen)
    if chosen["show"] and not chosen["dry_run"]:
        click.launch(str(placed[-1][0]))


def _chosen_sheets(
    shelf: Any, names: Sequence[str], config: Config, chosen: Mapping[str, Any]
) -> tuple[list[tuple[Any, str]], bool]:
    """Return (kit, sheet) of all that is to be shown, and whether host's sheets were left out.

    A kit that was not asked for by name is left out, with a note, where it has no texts in the language.
    """
    from kitgen.kit import Kit

    found, lacks_host = [], False
    for slug in dict.fromkeys(map(shelf.slug, names)) if names else shelf.kits():
        kit = Kit(shelf, slug)
        try:
            kit.language(chosen["lang"] or config.lang)
        except SpecError as error:
            if names:
                raise
            click.echo(f"note: {error.faults[0].what}; it is left out", err=True)
            continue
        for name, sheet in kit.layout.sheets.items():
            if sheet.host and not chosen["with_key"]:
                lacks_host = True
            else:
                found.append((kit, name))
    return found, lacks_host


def _from_kits(
    shelf: Any, sheets: Sequence[tuple[Any, str]], options: Mapping[str, str], chosen: Mapping[str, Any], config: Config
) -> list[Any]:
    """Return the sheets of kits with their pictures, made by as many processes as were asked for."""
    from kitgen.build import Request
    from kitgen.play.work import do_all
    from kitgen.preview.shown import Order, show_order

    taken = {"paper": config.paper, "lang": config.lang, "ink": config.ink}
    settings = {key: chosen[key] or taken[key] for key in taken}
    _refuse_strangers(sheets, options)
    orders = []
    for kit, name in sheets:
        own = {key: value for key, value in options.items() if key in kit.asked_of(kit.layout.sheets[name]).options}
        request = Request(kit.slug, name, own, settings["paper"], settings["lang"], settings["ink"])
        orders.append(Order(shelf, request, taken, tuple(map(str, chosen["kits"]))))
    return do_all(show_order, orders, chosen["jobs"], output.progress("sheets"))


def _refuse_strangers(sheets: Sequence[tuple[Any, str]], options: Mapping[str, str]) -> None:
    """Refuse an option that none of the sheets has."""
    known = dict.fromkeys(option for kit, name in sheets for option in kit.asked_of(kit.layout.sheets[name]).options)
    for key in options:
        if key not in known:
            near = hyphened(suggest(key, [*known, *command_options()]))
            hint = f" Did you mean --{near}?" if near else ""
            takes = ", ".join(f"--{hyphened(name)}" for name in known) or "none of its own"
            raise click.UsageError(f"No such option: --{hyphened(key)}.{hint} What is shown takes {takes}.")


def _from_files(shelf: Any, files: Sequence[str], config: Config, chosen: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the sheets in finished PDFs, each proved again first; a host's file is refused without --with-key."""
    from kitgen.build import open_kit
    from kitgen.preview.shown import show_file
    from kitgen.proof.child import verify_file

    taken = {"paper": config.paper, "lang": config.lang, "ink": config.ink}
    for name in dict.fromkeys(files):
        verify_file(name, partial(open_kit, shelf))
        shown = show_file(shelf, Path(name).read_bytes(), Path(name).stem, taken, tuple(map(str, chosen["kits"])))
        if shown.host and not chosen["with_key"]:
            raise click.UsageError(f"{name} is for the host and holds answers; say --with-key to show it.")
        yield shown


def _by_kit(shown: Iterable[Any]) -> list[Any]:
    """Return the sheets with those of a kit together, kits in the order in which they first come."""
    sheets = list(shown)
    kits = list(dict.fromkeys(sheet.kit for sheet in sheets))
    return sorted(sheets, key=lambda sheet: kits.index(sheet.kit))


def _named_apart(shown: Iterable[Any]) -> Iterator[Any]:
    """Yield the sheets, no two with the same name for their files."""
    seen: dict[str, int] = {}
    for sheet in shown:
        seen[sheet.stem] = seen.get(sheet.stem, 0) + 1
        yield sheet if seen[sheet.stem] == 1 else replace(sheet, stem=f"{sheet.stem}~{seen[sheet.stem]}")


def _clear_old(placed: Sequence[tuple[Path, bytes]]) -> None:
    """Remove what an earlier gallery left in this one's folders, above all pages of a key that are not shown now."""
    kept = {path for path, _ in placed}
    for folder in {path.parent for path, _ in placed[:-1]}:
        for path in folder.iterdir():
            if path not in kept and path.is_file() and output.is_ours(path):
                with suppress(OSError):
                    path.unlink()


def _report(shown: Sequence[Any], index: Path, chosen: Mapping[str, Any]) -> None:
    if chosen["as_json"]:
        rows = [
            {
                "kit": sheet.kit, "sheet": sheet.sheet, "title": sheet.heading, "lang": sheet.lang,
                "paper": sheet.paper, "host": sheet.host, "pages": sheet.sides, "code": sheet.code,
                "command": sheet.command,
                "page": str(index.parent / f"sheets/{sheet.stem}.html"), "written": not chosen["dry_run"],
            }
            for sheet in shown
        ]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    pages = sum(len(sheet.pages) for sheet in shown)
    made = "would be made" if chosen["dry_run"] else "made"
    counts = f"{output.count(len(shown), 'sheet')}, {output.count(pages, 'page')}"
    click.echo(f"{index}: {counts}, {made}; open it in a browser", err=True)

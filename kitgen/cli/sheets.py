"""`kitgen sheet`, `handout` and `practice`: print sheets of a kit, proved, as files.

A kit's own options (`--size 9`) are not known to click: they are read here, against the kit's layout.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from kitgen.cli import output
from kitgen.cli.completing import KitCommand
from kitgen.cli.config import read_config
from kitgen.cli.reading import FOLDER, clean_line
from kitgen.errors import hyphened, suggest

RAW = {"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}
SETS = "Sets of what a group shares and keeps (boards, cut-outs); default one, in a class one for each group."


def sheet_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the command that prints any sheets."""
    command = click.option("--all", "every", is_flag=True, help="All sheets, the host's in files of their own.")(
        command
    )
    return page_options(click.option("--sets", type=int, help=SETS)(command))


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that every printing command has."""
    added = [
        click.argument("words", nargs=-1, type=click.UNPROCESSED),
        click.option("--paper", help="A4 or Letter."),
        click.option("--lang", help="en, es, zh-Hans (zh for short)."),
        click.option("--ink", type=click.Choice(["colour", "grey", "low"]), help="Colour, grey, or little ink."),
        click.option("--copies", type=int, default=1, help="1 to 1000; practice sheets all differ."),
        click.option("--seed", type=int, default=1, help="Chooses the questions; printed in the sheet code."),
        click.option(
            "--header", default="", callback=clean_line, help="A line of your own at the top, such as a class."
        ),
        click.option("--name/--no-name", "name_line", default=True, help="A line to write a name on."),
        click.option("--date/--no-date", "date_line", default=True, help="A line to write a date on."),
        click.option("--printer", help="Move backs as the config file says for this printer."),
        click.option("--kits", type=FOLDER, multiple=True, help="A folder with kits of your own."),
        click.option("-o", "--output", "target", metavar="FILE|DIR|-", help="Where to; default output/."),
        click.option("--force", is_flag=True, help="Replace files that kitgen did not make."),
        click.option("--dry-run", is_flag=True, help="Make and prove everything, write nothing."),
        click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON."),
        click.option("--open", "show", is_flag=True, help="Open the file when it is done."),
        click.option("-v", "--verbose", is_flag=True, help="Say more."),
    ]
    for add in reversed(added):
        command = add(command)
    return command


@click.command("sheet", cls=KitCommand, context_settings=RAW)
@sheet_options
def sheet_command(words: Sequence[str], **chosen: Any) -> None:
    """Print a sheet: KIT [SHEET] [--OPTION VALUE ...]. Without SHEET, the kit's default sheets.

    \b
    Examples:
      kitgen sheet sandwich --size 9
      kitgen sheet sandwich big --opening rotated --lang es --paper Letter
      kitgen sheet sandwich pad --copies 30 --header "Class 4b" -o pads.pdf
    """
    print_sheets(words, chosen)


@click.command("handout", cls=KitCommand, context_settings=RAW)
@page_options
def handout_command(words: Sequence[str], **chosen: Any) -> None:
    """Print a kit's handout: KIT [--OPTION VALUE ...].

    \b
    Examples:
      kitgen handout sandwich
      kitgen handout sandwich --lang zh --ink grey
    """
    print_sheets(words, chosen, sheet="handout")


@click.command("practice", cls=KitCommand, context_settings=RAW)
@page_options
def practice_command(words: Sequence[str], **chosen: Any) -> None:
    """Print practice sheets and, in a file of its own, their key: KIT [--level N] [--copies N].

    \b
    Examples:
      kitgen practice sandwich --level 2
      kitgen practice sandwich --copies 28 --seed 100
    """
    print_sheets(words, chosen, sheet="practice", with_key=True)


def read_words(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split words into positional ones and the kit's own options (`--size 9` or `--size=9`)."""
    plain: list[str] = []
    options: dict[str, str] = {}
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if not word.startswith("--"):
            if word.startswith("-") and len(word) > 1:
                raise click.UsageError(f"No such option: {word}")
            plain.append(word)
            continue
        key, sign, value = word[2:].partition("=")
        if not sign and not queue:
            near = suggest(key, command_options())
            raise click.UsageError(
                f"No such option: --{key}. Did you mean --{near}?"
                if near
                else f"Option --{key} requires an argument, or is not known here."
            )
        name = key.replace("-", "_")
        if name in options:
            raise click.UsageError(f"Option --{key} is given twice.")
        options[name] = value if sign else queue.pop(0)
    return plain, options


def command_options() -> list[str]:
    """Return the names, without their hyphens, of the options that the running command has of its own."""
    context = click.get_current_context(silent=True)
    params = context.command.params if context else []
    return [name[2:] for param in params for name in (*param.opts, *param.secondary_opts) if name.startswith("--")]


def print_sheets(words: Sequence[str], chosen: dict[str, Any], *, sheet: str = "", with_key: bool = False) -> None:
    """Make the sheets that the words name, or the one `sheet` of the kit that they do; write them all or none."""
    from kitgen.build import build_sheet
    from kitgen.shelf import Shelf

    plain, options = read_words(words)
    if not 1 <= len(plain) <= (1 if sheet else 2):
        needed = "Name one KIT" if sheet else "Name a KIT and at most one SHEET"
        raise click.UsageError(f"{needed}; `kitgen list` shows them.")
    plain += [sheet] if sheet else []
    shelf = Shelf(tuple(chosen["kits"]))
    requests = _requests(shelf, plain, options, chosen, with_key=with_key)
    note = _noter(chosen["verbose"])
    built = [
        build_sheet(shelf, request, note=note, progress=output.progress(hyphened(f"{request.kit} {request.sheet}")))
        for request in output.count_off(f"sheets of {hyphened(requests[0].kit)}", requests)
    ]
    for text in dict.fromkeys(text for one in built for text in one.notes):
        click.echo(f"note: {text}", err=True)
    items = [(one.name, one.data) for one in built]
    if chosen["target"] == "-" and not chosen["dry_run"]:
        output.to_stdout(items)
        return
    placed = output.place(items, chosen["target"])
    if not chosen["dry_run"]:
        output.write_all(placed, force=chosen["force"], is_ours=output.is_ours)
    _report(built, [path for path, _ in placed], chosen)


def _noter(verbose: bool) -> Callable[[str], None] | None:
    return (lambda text: click.echo(f"note: {text}", err=True)) if verbose else None


def _requests(
    shelf: Any, plain: Sequence[str], options: dict[str, str], chosen: dict[str, Any], *, with_key: bool
) -> list[Any]:
    from kitgen.build import Request
    from kitgen.kit import Kit
    from kitgen.paper.setting import Extras
    from kitgen.spec.supply import is_cut_out, is_in_sets

    kit = Kit(shelf, shelf.slug(plain[0]))
    if with_key or (len(plain) == 2 and plain[1] != "all"):
        names = [plain[1].replace("-", "_")]
        kit.sheet(names[0])
    else:
        names = list(kit.layout.sheets) if chosen.get("every") or len(plain) == 2 else list(kit.layout.default)
    if with_key:
        names += [name for name, sheet in kit.layout.sheets.items() if sheet.key_of == names[0]]
    config = read_config()
    offset = config.offset(chosen["printer"])
    _refuse_strangers(kit, names, options)
    sets = chosen.get("sets")
    _refuse_sets(kit, names, sets)
    lang, note = (chosen["lang"], "") if chosen["lang"] else kit.language(config.lang, or_first=True)
    if note:
        click.echo(f"note: {note}", err=True)
    return [
        Request(
            kit.slug,
            name,
            {key: value for key, value in options.items() if len(names) == 1 or key in _options_of(kit, name)},
            chosen["paper"] or config.paper,
            lang,
            chosen["ink"] or config.ink,
            sets if sets is not None and is_in_sets(kit.layout, name) else chosen["copies"],
            chosen["seed"],
            Extras(chosen["header"], chosen["name_line"], chosen["date_line"]),
            offset if is_cut_out(kit.layout, name) else (0.0, 0.0),
        )
        for name in names
    ]


def _options_of(kit: Any, name: str) -> Sequence[str]:
    options: Sequence[str] = kit.asked_of(kit.layout.sheets[name]).options
    return options


def _refuse_sets(kit: Any, names: Sequence[str], sets: int | None) -> None:
    """Refuse sets where no sheet is part of one."""
    from kitgen.spec.supply import is_in_sets

    if sets is not None and not any(is_in_sets(kit.layout, name) for name in names):
        parts = ", ".join(hyphened(name) for name in kit.layout.sheets if is_in_sets(kit.layout, name))
        what = f"--sets is for what a group shares and keeps ({parts or 'no sheet of this kit'})"
        raise click.UsageError(f"{what}; for other sheets say --copies.")


def _refuse_strangers(kit: Any, names: Sequence[str], options: dict[str, str]) -> None:
    """Refuse an option that none of the sheets has."""
    known = list(dict.fromkeys(option for name in names for option in _options_of(kit, name)))
    printed = [f"--{hyphened(option)}" for option in known]
    for key in options:
        if key not in known:
            near = hyphened(suggest(key, [*known, *command_options()]))
            hint = f" Did you mean --{near}?" if near else ""
            raise click.UsageError(
                f"No such option: --{hyphened(key)}.{hint} {hyphened(kit.slug)} takes {', '.join(printed) or 'none'}."
            )


def _report(built: Sequence[Any], paths: Sequence[Path], chosen: dict[str, Any]) -> None:
    if chosen["as_json"]:
        rows = [
            {
                "file": str(path), "pages": one.pages, "paper": one.paper, "host": one.host, "code": one.code,
                "proved": len(one.verdicts), "written": not chosen["dry_run"],
            }
            for one, path in zip(built, paths, strict=True)
        ]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for one, path in zip(built, paths, strict=True):
        pages = output.count(one.pages, "page")
        host = "; for the host only" if one.host else ""
        made = "would be made" if chosen["dry_run"] else "proved"
        click.echo(f"{path}: {pages}, {one.paper}, {made}{host}; print at 100 %", err=True)
        if chosen["show"] and not chosen["dry_run"]:
            click.launch(str(path))


__all__ = ["handout_command", "practice_command", "print_sheets", "read_words", "sheet_command"]

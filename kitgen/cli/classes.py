"""`kitgen plan` and `pack`: what a class needs, and everything for it, proved.

Choices come from the command line, else from a class.yaml, else from the user's config.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli import output
from kitgen.cli.config import Config, read_config
from kitgen.cli.reading import read_input
from kitgen.cli.sheets import SETS
from kitgen.errors import Fault, NotAccepted, SpecError, hyphened, suggest

if TYPE_CHECKING:
    from kitgen.classroom.choices import Choices
    from kitgen.classroom.planning import ClassPlan
    from kitgen.shelf import Shelf


def class_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose a class: those of `plan` and of `pack`."""
    added = [
        click.argument("kits", nargs=-1, metavar="KIT..."),
        click.option("--students", type=int, help="How many pupils; with --names as many as there are names."),
        click.option("--minutes", type=int, help="Minutes of a lesson; default 45."),
        click.option("--names", help="A CSV file of pupils' names; a pack prints them on practice sheets only."),
        click.option("--sets", type=int, help=SETS),
        click.option("--level", "levels", multiple=True, metavar="N[=PUPILS]", help="Of practice sheets; repeatable."),
        click.option(
            "--sheet",
            "sheets",
            multiple=True,
            metavar="KIT.SHEET",
            help="Only these sheets of a kit, as tafl.board; repeatable.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="[KIT.]KEY=VALUE",
            help="A sheet option, as gap=0 or tafl.gap=0; repeatable.",
        ),
        click.option("--paper", help="A4 or Letter."),
        click.option("--lang", help="en, es, zh-Hans (zh for short)."),
        click.option("--ink", type=click.Choice(["colour", "grey", "low"]), help="Colour, grey, or little ink."),
        click.option("--printer", help="Move backs as the config file says for this printer."),
        click.option("--seed", type=int, help="Of the first pupil's practice sheet; the others' follow."),
        click.option("--header", help="A line of your own at the top, such as a class."),
        click.option("--class", "source", type=click.Path(), metavar="FILE", help="A class.yaml with the choices."),
        click.option("--kits", "shelves", type=click.Path(path_type=Path), multiple=True, help="A folder of own kits."),
    ]
    for add in reversed(added):
        command = add(command)
    return command


@click.command("plan")
@class_options
@click.option("--json", "as_json", is_flag=True, help="Print the plan as JSON.")
@click.option("-o", "--output", "target", metavar="FILE.pdf", help="Print the plan as a proved page too.")
@click.option("--force", is_flag=True, help="Replace a file that kitgen did not make.")
def plan_command(as_json: bool, target: str | None, force: bool, **chosen: Any) -> None:
    """Plan a class: how many of each sheet, paper, pieces, cuts and minutes; groups and odd numbers in words.

    \b
    Examples:
      kitgen plan sandwich --students 28
      kitgen plan sandwich tafl --students 29 --minutes 45 --lang es -o plan.pdf
      kitgen plan sandwich --students 27 --json
    """
    from kitgen.build import load_words
    from kitgen.classroom.page import build_plan
    from kitgen.classroom.telling import write_plan
    from kitgen.shelf import HOUSE

    shelf, plan, lang, _ = _plan(chosen)
    words = load_words(shelf, HOUSE, lang)
    if target:
        built = build_plan(shelf, plan, lang)
        placed = output.place([(built.name, built.data)], target)
        output.write_all(placed, force=force, is_ours=output.is_ours)
        pages = output.count(built.pages, "page")
        click.echo(f"{placed[0][0]}: the plan, {pages}, {built.paper}, proved; print at 100 %", err=True)
    if as_json:
        click.echo(json.dumps(_as_json(plan, words), ensure_ascii=False))
    else:
        click.echo(write_plan(plan, words))


@click.command("pack")
@class_options
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the choices as a class.yaml.")
@click.option(
    "-o",
    "--output",
    "target",
    metavar="DIR|FILE.zip",
    help="Where to; default output/KITS-PUPILS, as output/sandwich-tafl-28.",
)
@click.option("--jobs", type=click.IntRange(0, 64), default=0, help="Processes at work; default one a core.")
@click.option("--force", is_flag=True, help="Replace a pack whose files were changed, and another FILE of --save.")
@click.option("--dry-run", is_flag=True, help="Make and prove everything, write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the pack's manifest.")
def pack_command(
    save: Path | None, target: str | None, jobs: int, force: bool, dry_run: bool, as_json: bool, **chosen: Any
) -> None:  # fmt: skip
    """Make everything for a class: students' and host's files, the plan on top, a manifest of hashes.

    The same choices make the same pack, byte for byte; --save keeps them, --class makes the pack again.

    \b
    Examples:
      kitgen pack sandwich tafl --students 28 --minutes 45 --ink grey --lang es -o monday/
      kitgen pack sandwich --students 3 --level 2 --save class.yaml -o pack.zip
      kitgen pack --class class.yaml -o again.zip
    """
    from kitgen.classroom.packing import make_pack
    from kitgen.cli.packs import check_target, write_pack

    refuse_other_files(target or "")
    shelf, plan, lang, pupils = _plan({**chosen, "jobs": jobs})
    place = Path(target or default_place(plan.choices))
    if save and place.resolve() in save.resolve().parents:
        raise click.UsageError(
            f"--save {save}: a pack holds what its manifest lists alone; keep the choices beside it."
        )
    if not dry_run:
        check_target(place, force=force)
        if save:
            output.refuse_others([save], force=force, is_ours=output.is_ours)
    files = make_pack(shelf, plan, lang, pupils, jobs=jobs, progress=output.progress("pack"))
    if not dry_run:
        write_pack(files, place, force=force)
        if save:
            _save(save, plan.choices, force=force)
    if as_json:
        click.echo(files[-1].data.decode(), nl=False)
    made = "would be made" if dry_run else "proved"
    sides, papers = (output.count(n, what) for n, what in zip(plan.totals()[1:3], ("side", "sheet"), strict=True))
    counts = f"{output.count(len(files) - 2, 'file')} and the plan, {sides} on {papers} of paper"
    click.echo(f"{place}: {counts}, {plan.choices.paper}, {made}; print at 100 %", err=True)


def refuse_other_files(target: str) -> None:
    """Raise a usage error for `-o target` that names a file of another kind than a pack can be, or where we stand."""
    if target == "-" or Path(target).name.lower() == ".zip":
        raise click.UsageError(f"-o {target}: a pack is a folder or a .zip file; give its name.")
    if target and Path(target).suffix.lower() != ".zip" and Path(target).resolve() in (Path.cwd(), *Path.cwd().parents):
        raise click.UsageError(f"-o {target}: a pack takes its folder whole; give it one of its own, such as monday/.")
    if output.says_other(Path(target), ".zip") and not target.endswith(("/", os.sep)) and not Path(target).is_dir():
        raise click.UsageError(f"-o {target}: a pack is a folder or a .zip file; for a folder of that name end it in /")


def default_place(choices: Choices) -> str:
    """Return where a pack goes that was told no place: a folder that says its kits and how many pupils."""
    return f"output/{'-'.join(map(hyphened, choices.kits))}-{choices.students}"


def _save(path: Path, choices: Choices, *, force: bool) -> None:
    from kitgen.classroom.choices import write_choices

    if choices.names:  # a name of a file in a class.yaml is seen from there
        choices = replace(choices, names=os.path.relpath(choices.names, path.parent))
    output.write_all([(path, write_choices(choices).encode())], force=force, is_ours=output.is_ours)
    click.echo(f"{path}: the choices, for --class", err=True)


def _plan(chosen: dict[str, Any]) -> tuple[Shelf, ClassPlan, str, Sequence[str]]:
    """Return the shelf, the plan, its language and the pupils' names for what was chosen."""
    from kitgen.classroom.planning import house_language, make_plan
    from kitgen.shelf import Shelf

    config = read_config()
    shelf = Shelf(tuple(chosen["shelves"]))
    choices, pupils = _choices(shelf, chosen, config)
    plan = make_plan(shelf, choices, config.offset(choices.printer or None), jobs=_jobs(chosen, choices))
    for note in dict.fromkeys(f"{hyphened(kit.slug)}: {note}" for kit in plan.kits for note in kit.notes):
        click.echo(f"note: {note}", err=True)
    return shelf, plan, house_language(choices.lang), pupils


def _jobs(chosen: dict[str, Any], choices: Choices) -> int:
    """Return how many processes plan: one for a kit or two, whose planning is done before a process is there."""
    return chosen.get("jobs", 1) if len(choices.kits) > 2 else 1


def _choices(shelf: Shelf, chosen: dict[str, Any], config: Config) -> tuple[Choices, Sequence[str]]:
    """Return the choices of the command line over those of a class.yaml over the config's, and the pupils' names."""
    from kitgen.classroom.choices import Choices

    found: dict[str, Any] = {"lang": config.lang, "paper": config.paper, "ink": config.ink}
    if chosen["source"]:
        found |= _read_class(chosen["source"])
    found |= {
        key: chosen[key]
        for key in ("students", "minutes", "sets", "paper", "lang", "ink", "printer", "seed", "header", "names")
        if chosen.get(key) is not None
    }
    found |= {"kits": tuple(chosen["kits"])} if chosen["kits"] else {}
    found |= {"levels": _levels(chosen["levels"])} if chosen["levels"] else {}
    found |= {"sheets": _sheets(chosen["sheets"])} if chosen["sheets"] else {}
    if not found.get("kits"):
        raise click.UsageError("Name one or more KITs; `kitgen list` shows them.")
    found |= {"options": _options(shelf, chosen["options"], found["kits"])} if chosen["options"] else {}
    pupils = _names(found.get("names", ""), found.get("students"))
    if "students" not in found and not pupils:
        raise click.UsageError("Say how many pupils: --students N.")
    return Choices(**{**found, "students": found.get("students") or len(pupils)}), pupils


def _read_class(source: str) -> dict[str, Any]:
    from kitgen.classroom.choices import read_choices
    from kitgen.source import read_yaml

    found = read_choices(read_yaml(read_input(source), source))
    if found.get("names") and source != "-":  # a name of a file in a class.yaml is seen from there
        found["names"] = str(Path(source).parent / found["names"])
    return found


def _names(path: str, students: int | None) -> Sequence[str]:
    if not path:
        return ()
    from kitgen.classroom.names import read_names

    pupils = read_names(read_input(path), path)
    if students is not None and len(pupils) != students:
        raise SpecError(
            Fault(
                f"{path} has {output.count(len(pupils), 'name')} for {output.count(students, 'pupil')}",
                None,
                "a name for each",
            )
        )
    return pupils


def _levels(given: Sequence[str]) -> dict[int, int]:
    """Read N or N=PUPILS, repeated."""
    found = {}
    for text in given:
        level, sign, number = text.partition("=")
        if not level.isdecimal() or (sign and not number.isdecimal()):
            raise click.UsageError(f"--level {text}: write a level, or LEVEL=PUPILS.")
        found[int(level)] = int(number or 0)
    return found


def _sheets(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read KIT.SHEET, repeated."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        kit, sign, sheet = text.partition(".")
        if not sign:
            raise click.UsageError(f"--sheet {text}: write KIT.SHEET, such as sandwich.pad.")
        found[kit] = (*found.get(kit, ()), sheet)
    return found


def _options(shelf: Shelf, given: Sequence[str], kits: Sequence[str]) -> dict[str, dict[str, str]]:
    """Read KIT.KEY=VALUE, or KEY=VALUE where one of the kits has such an option, or all have."""
    found: dict[str, dict[str, str]] = {}
    for text in given:
        key, sign, value = text.partition("=")
        kit, dot, name = key.rpartition(".")
        if not sign or not name or (dot and not kit):
            raise click.UsageError(f"--option {text}: write KEY=VALUE or KIT.KEY=VALUE, such as sandwich.size=9.")
        name = name.replace("-", "_")
        for slug in [shelf.slug(kit)] if dot else _kits_with(shelf, name, kits):
            if found.setdefault(slug, {}).setdefault(name, value) != value:
                raise click.UsageError(f"--option {text}: {name} is given twice for {hyphened(slug)}.")
    return found


def _kits_with(shelf: Shelf, option: str, kits: Sequence[str]) -> Sequence[str]:
    """Return the kits that an option without KIT. is for; raises NotAccepted where that is not plain."""
    from kitgen.kit import Kit

    slugs = list(dict.fromkeys(map(shelf.slug, kits)))
    having = [slug for slug in slugs if option in Kit(shelf, slug).layout.options]
    if not having and len(slugs) > 1:
        known = dict.fromkeys(name for slug in slugs for name in Kit(shelf, slug).layout.options)
        said = ", ".join(map(hyphened, slugs))
        raise NotAccepted(
            Fault(f"none of {said} has an option {option!r}", None, ", ".join(known), suggest(option, known))
        )
    if 1 < len(having) < len(slugs):
        what = f"{', '.join(map(hyphened, having))} have an option {option!r}, not all kits that are named"
        raise NotAccepted(Fault(what, None, ", ".join(f"{hyphened(slug)}.{option}=..." for slug in having)))
    return having or slugs


def _as_json(plan: ClassPlan, words: Any) -> dict[str, Any]:
    from kitgen.classroom.planning import COLUMNS
    from kitgen.classroom.telling import tell_kit

    return {
        "choices": plan.choices.as_tree(),
        "kits": [
            {
                "kit": kit.slug, "groups": list(kit.seating.sizes), "left_over": kit.seating.left_over,
                "teacher": kit.seating.teacher, "shifts": kit.seating.shifts,
                "games": [kit.games.least, kit.games.most], "lessons": list(kit.games.lessons),
                "told": tell_kit(kit, plan.choices.sets, words),
                "sheets": [
                    {"sheet": item.sheet, "label": item.label, "per": item.per, "host": item.host,
                     "print": item.times, **dict(zip(COLUMNS, item.numbers(), strict=True))}
                    for item in kit.items
                ],
            }
            for kit in plan.kits
        ],
        "totals": dict(zip(COLUMNS, plan.totals(), strict=True)),
    }  # fmt: skip

"""`kitgen new` and `schema`: begin a kit of one's own.

In a checkout `new` writes all four folders of a game; elsewhere only a layout and texts, over a game that exists.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click

from kitgen.cli import output
from kitgen.errors import Fault, FileTrouble, SpecError

_SLUG = re.compile(r"[a-z][a-z0-9_]{1,30}")

_SCHEMA = "layout.schema.json"
_SCHEMA_LINE = "# yaml-language-server: $schema="

_LAYOUT = """\
# yaml-language-server: $schema=../docs/layout.schema.json
kit: {slug}
number: {number}
languages: [en]
default: [board]
facts: {{players: [2, 2], minutes: [10, 20], ages: "8+", house: [minutes, ages]}}

options:
  size: {{choices: [3, 5], default: 3}}

sheets:
  board:
    options: [size]
    blocks:
      - boards: {{grid: 1x1, record: "start-{{size}}@0", name: game_n}}

  handout:
    options: [size]
    title: handout_title
    blocks:
      - facts: {{}}
      - prose: {{sections: [short], size: 12}}

  host:
    options: [size]
    title: host_title
    host: true
    blocks:
      - prose: {{sections: [host], size: 12}}
"""

_TEXT = """\
# {title}

## short | Short rules

The board has {{cells}} cells for {{sides:word}} sides. Nobody can move yet.{{?nobody_moves}}

![The start.](start-{{size}}@0 position)

## host | For the host

Write the rules of the game first, in its engine; every figure follows from them.
"""

_WORDS = """\
board_alt: "Board of {columns} by {rows} cells, empty."
game_n: "Game {n}"
handout_title: Handout
host_title: For the host
"""

_RECORDS = """\
start-3:
  options: {size: 3}
  claims:
    - {ply: 0, legal: []}
start-5:
  options: {size: 5}
"""

_TEST = '''\
"""The rules of {slug}, case by case. Write the answers down by hand, never from the engine."""

from kitgen.games import load
from kitgen.play.replay import play, report


def test_the_empty_record():
    game = load("{slug}")
    assert report(play(game, game.settle({{}}), ()))["board"] == ["...", "...", "..."]
'''


@click.command("new")
@click.argument("slug")
@click.option("--game", help="The game that the kit is played with, when it is not a new one.")
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path(), help="The folder; default: this one.")
@click.option("--force", is_flag=True, help="Replace files that are there.")
def new_command(slug: str, game: str | None, folder: Path, force: bool) -> None:
    """Begin a kit: SLUG names it, in small letters, digits and _.

    In a checkout of kitgen this writes a game, its layout, texts and tests; elsewhere a layout and texts over a game
    that exists.

    \b
    Examples:
      kitgen new my_pad --game sandwich --to my-kits
      kitgen sheet my_pad --kits my-kits
    """
    slug = slug.replace("-", "_")
    if not _SLUG.fullmatch(slug):
        raise SpecError(
            Fault(f"{slug!r} can't name a kit", None, "2 to 31 small letters, digits and _, a letter first")
        )
    _refuse_taken(slug)
    is_game = _is_checkout(folder) and not game
    number = _free_number(folder, slug)
    files = _new_game(slug, number) if is_game else _new_kit(slug, game or "sandwich", number)
    placed = [(folder / name, text.encode()) for name, text in files.items()]
    there = [path for path, _ in placed if path.exists() and path.name != _SCHEMA]
    if there and not force:
        raise FileTrouble(Fault(f"{path} is there already", None, "another name, or --force") for path in there)
    output.write_all(placed, force=True, is_ours=output.is_ours)
    for path, _ in placed:
        click.echo(str(path))
    if is_game and not _runs_from(folder):
        click.echo("note: this kitgen runs from elsewhere; `pip install -e .` there lets it see the new game", err=True)
    click.echo(_told(slug, folder, number, "" if is_game else game or "sandwich"), err=True)


def _refuse_taken(slug: str) -> None:
    """Refuse the name of a kit that comes with kitgen: another of that name would stand before it, unseen."""
    from kitgen.shelf import Shelf

    if slug in Shelf().kits():
        raise SpecError(Fault(f"{slug!r} is a kit that comes with kitgen", None, f"another name, such as my_{slug}"))


def _told(slug: str, folder: Path, number: int, game: str) -> str:
    """Return what was made, and what to do next."""
    where = folder.as_posix()
    kits = "" if not game else f" --kits {shlex.quote(where)}"
    made = f"a kit for the game {game}" if game else f"a new game, {slug}, and its kit"
    edit = f"{where}/layouts/{slug}.yaml (sheets, options, facts) and {where}/rules_text/{slug}/ (title, texts, words)"
    if not game:
        edit = f"{where}/kitgen/games/{slug}/ (the rules first), {edit}"
    lines = [f"made {made}, with the free number {number} in sheet codes; next", f"  edit    {edit}"]
    lines += [f"  check   kitgen check {slug}{kits}", f"  print   kitgen sheet {slug}{kits}"]
    return "\n".join(lines)


def _free_number(folder: Path, slug: str) -> int:
    """Return the first number in sheet codes that no other kit has, of those that come with kitgen or in `folder`."""
    from kitgen.shelf import Shelf
    from kitgen.spec.schema import MAX_NUMBER

    taken = {number for number, slugs in Shelf((folder,)).numbers().items() if set(slugs) - {slug}}
    free = next((number for number in range(1, MAX_NUMBER + 1) if number not in taken), None)
    if free is None:
        raise SpecError(Fault(f"all numbers in sheet codes, 1 to {MAX_NUMBER}, are taken", None, "another folder"))
    return free


def _is_checkout(folder: Path) -> bool:
    return (folder / "kitgen" / "games" / "_blank").is_dir()


def _runs_from(folder: Path) -> bool:
    return Path(__file__).resolve().is_relative_to(folder.resolve())


def _new_game(slug: str, number: int) -> dict[str, str]:
    """Return the files of a new game by name: the template with its name changed."""
    import kitgen.games
    from kitgen.shelf import read_file

    template = Path(kitgen.games.__file__).parent / "_blank"
    class_name = slug.title().replace("_", "")
    files = {}
    for path in sorted(template.glob("*.py")):
        text = read_file(path).replace("_blank", slug).replace("Blank", class_name)
        files[f"kitgen/games/{slug}/{path.name}"] = text
    files[f"layouts/{slug}.yaml"] = _LAYOUT.format(slug=slug, number=number)
    files[f"rules_text/{slug}/en.md"] = _TEXT.format(slug=slug, title=slug.replace("_", " ").capitalize())
    files[f"rules_text/{slug}/words.en.yaml"] = _WORDS
    files[f"rules_text/{slug}/records/start.yaml"] = _RECORDS
    files[f"tests/games/{slug}/test_{slug}_engine.py"] = _TEST.format(slug=slug)
    return files


def _new_kit(slug: str, game: str, number: int) -> dict[str, str]:
    """Return a kit's layout and texts, copied from those of the game's own kit, to be changed by hand."""
    from kitgen.kit import Kit
    from kitgen.shelf import Shelf, read_file
    from kitgen.wording import ALLOWED

    shelf = Shelf()
    kit = Kit(shelf, shelf.slug(game))
    layout = read_file(shelf.layout_path(kit.slug))
    layout = re.sub(rf"\A{re.escape(_SCHEMA_LINE)}.*\n", "", layout)
    layout = re.sub(r"^kit: .*$", f"kit: {slug}\ngame: {kit.game_slug}", layout, count=1, flags=re.M)
    layout = re.sub(r"^number: .*$", f"number: {number}", layout, count=1, flags=re.M)
    files = {f"layouts/{slug}.yaml": f"{_SCHEMA_LINE}{_SCHEMA}\n{layout}", f"layouts/{_SCHEMA}": _schema()}
    for lang in kit.layout.languages:
        path = shelf.text_path(kit.slug, lang)
        if path:
            files[f"rules_text/{slug}/{lang}.md"] = read_file(path)
            allowed = path.with_name(ALLOWED)
            if allowed.is_file():
                files[f"rules_text/{slug}/{ALLOWED}"] = read_file(allowed)
    return files


def _schema() -> str:
    from kitgen.spec.schema import json_schema

    return json.dumps(json_schema(), indent=2) + "\n"


@click.command("schema")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="Write it to a file.")
@click.option("--force", is_flag=True, help="Replace a file that kitgen did not make.")
def schema_command(target: Path | None, force: bool) -> None:
    """Print the JSON Schema of layouts, for an editor that knows YAML.

    \b
    Examples:
      kitgen schema
      kitgen schema -o kitgen.schema.json
    """
    text = _schema()
    if target is None:
        click.echo(text, nl=False)
    else:
        output.write_all([(target, text.encode())], force=force, is_ours=output.is_ours)
        click.echo(f"{target}: written", err=True)

"""`kitgen new` and `schema`: begin a kit of one's own.

In a checkout `new` writes all four folders of a game; elsewhere only a layout and texts, over a game that exists.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from kitgen.cli import output
from kitgen.errors import Fault, FileTrouble, SpecError

_SLUG = re.compile(r"[a-z][a-z0-9_]{1,30}")

_LAYOUT = """\
kit: {slug}
number: 31
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
    files = _new_game(slug) if _is_checkout(folder) and not game else _new_kit(slug, game or "sandwich")
    placed = [(folder / name, text.encode()) for name, text in files.items()]
    there = [path for path, _ in placed if path.exists()]
    if there and not force:
        raise FileTrouble(Fault(f"{path} is there already", None, "another name, or --force") for path in there)
    output.write_all(placed, force=True, is_ours=output.is_ours)
    for path, _ in placed:
        click.echo(str(path))
    if not game and _is_checkout(folder) and not _runs_from(folder):
        click.echo("note: this kitgen runs from elsewhere; `pip install -e .` there lets it see the new game", err=True)


def _is_checkout(folder: Path) -> bool:
    return (folder / "kitgen" / "games" / "_blank").is_dir()


def _runs_from(folder: Path) -> bool:
    return Path(__file__).resolve().is_relative_to(folder.resolve())


def _new_game(slug: str) -> dict[str, str]:
    """Return the files of a new game by name: the template with its name changed."""
    import kitgen.games
    from kitgen.shelf import read_file

    template = Path(kitgen.games.__file__).parent / "_blank"
    class_name = slug.title().replace("_", "")
    files = {}
    for path in sorted(template.glob("*.py")):
        text = read_file(path).replace("_blank", slug).replace("Blank", class_name)
        files[f"kitgen/games/{slug}/{path.name}"] = text
    files[f"layouts/{slug}.yaml"] = _LAYOUT.format(slug=slug)
    files[f"rules_text/{slug}/en.md"] = _TEXT.format(slug=slug, title=slug.replace("_", " ").capitalize())
    files[f"rules_text/{slug}/words.en.yaml"] = _WORDS
    files[f"rules_text/{slug}/records/start.yaml"] = _RECORDS
    files[f"tests/games/{slug}/test_{slug}_engine.py"] = _TEST.format(slug=slug)
    return files


def _new_kit(slug: str, game: str) -> dict[str, str]:
    """Return a kit's layout and texts, copied from those of the game's own kit, to be changed by hand."""
    from kitgen.kit import Kit
    from kitgen.shelf import Shelf, read_file

    shelf = Shelf()
    kit = Kit(shelf, shelf.slug(game))
    layout = read_file(shelf.layout_path(kit.slug))
    layout = re.sub(r"^kit: .*$", f"kit: {slug}\ngame: {kit.game_slug}", layout, count=1, flags=re.M)
    layout = re.sub(r"^number: .*$", "number: 31", layout, count=1, flags=re.M)
    files = {f"layouts/{slug}.yaml": layout}
    for lang in kit.layout.languages:
        path = shelf.text_path(kit.slug, lang)
        if path:
            files[f"rules_text/{slug}/{lang}.md"] = read_file(path)
    return files


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
    from kitgen.spec.schema import json_schema

    text = json.dumps(json_schema(), indent=2) + "\n"
    if target is None:
        click.echo(text, nl=False)
    else:
        output.write_all([(target, text.encode())], force=force, is_ours=output.is_ours)
        click.echo(f"{target}: written", err=True)

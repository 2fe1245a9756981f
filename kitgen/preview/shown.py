"""A proved PDF -> pictures of its pages, its facts, the words that stand on them, and the command that makes it.

Everything said of a sheet comes from the file's own manifest, which the proof has held against the page, and from the
facts in the kit's layout. Does not know HTML, nor where files go.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from struct import unpack
from typing import Any

from kitgen.build import Request, build_sheet
from kitgen.errors import hyphened
from kitgen.kit import Kit
from kitgen.preview.saying import per_of
from kitgen.proof.manifest import LeafEntry, Manifest, Run, read_manifest
from kitgen.proof.pictures import to_png
from kitgen.proof.readback import Finished
from kitgen.shelf import Shelf

VIEW, THUMB = 150, 100  # dots an inch: a page to read, a page to recognise
MOST_PAGES = 60  # of one file; a teacher looks at a sheet, not at a thousand copies of it


@dataclass(frozen=True)
class Order:
    """What to make pictures of: a sheet of a kit, and what a command line says already without being told."""

    shelf: Shelf
    request: Request
    taken: Mapping[str, str]  # the paper, lang and ink of a command that names none
    kits: tuple[str, ...] = ()  # folders named with --kits


@dataclass(frozen=True)
class Told:
    """A line of a page in reading order: its kind ("heading", "text", "row", "figure"), and its texts by language.

    The language is "" for a text in the page's own.
    """

    kind: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageShown:
    """A page: its picture as PNG, the picture's width and height in dots, and what stands on the page."""

    picture: bytes = field(repr=False)
    size: tuple[int, int]
    told: tuple[Told, ...]


@dataclass(frozen=True)
class Shown:
    """A sheet with its pictures. `stem` names its files, `options` are (name, value, all choices).

    `also` is the kit's name in another language, with that language; `per` says whom the sheet is for, "" for one that
    the kit does not know.
    """

    stem: str
    kit: str
    game: str
    kit_title: str
    also: tuple[str, str] | None
    facts: Mapping[str, Any]
    sheet: str
    per: str
    heading: str
    lang: str
    host: bool
    paper: str
    inks: str
    code: str
    options: tuple[tuple[str, str, tuple[str, ...]], ...]
    command: str
    sides: int
    thumb: PageShown
    pages: tuple[PageShown, ...]
    notes: tuple[str, ...] = ()


def show_order(order: Order) -> Shown:
    """Return a sheet, built and proved, with its pictures; raises KitgenError like the build."""
    built = build_sheet(order.shelf, order.request)
    kit = Kit(order.shelf, order.shelf.slug(order.request.kit))
    shown = show_pdf(kit, built.data, Path(built.name).stem, order.taken, order.kits, order.request.extras.header)
    return replace(shown, notes=built.notes)


def show_file(shelf: Shelf, data: bytes, stem: str, taken: Mapping[str, str], kits: Sequence[str] = ()) -> Shown:
    """Return the sheet in a PDF that was made before and is proved; raises SpecError when its kit is on no shelf."""
    with Finished(data) as finished:
        slug = read_manifest(finished.anatomy.attachment()).kit
    return show_pdf(Kit(shelf, shelf.slug(slug)), data, stem, taken, kits)


def show_pdf(
    kit: Kit, data: bytes, stem: str, taken: Mapping[str, str], kits: Sequence[str] = (), header: str = ""
) -> Shown:
    """Return the sheet in a proved PDF of `kit` with its pictures; `stem` names its files."""
    with Finished(data) as finished:
        attached = finished.anatomy.attachment()
    manifest, code = read_manifest(attached), str(json.loads(attached)["code"])
    sheet = kit.layout.sheets.get(manifest.sheet)
    title, _, subtitle = manifest.title.partition(" · ")
    facts, also = kit.layout.facts, kit.layout.also
    sides, grey = manifest.runs[-1].last, manifest.inks != "colour"
    told = [tuple(_told(run, number)) for run, number in _pages(manifest)][:MOST_PAGES]
    return Shown(
        stem=stem,
        kit=kit.slug,
        game=kit.game_slug,
        kit_title=title,
        also=(also.text, also.lang) if also and also.text != title else None,
        facts={"players": facts.players, "minutes": facts.minutes, "ages": facts.ages},
        sheet=manifest.sheet,
        per=per_of(kit.layout, manifest.sheet) if sheet else "",
        heading=subtitle or _name(kit, manifest),
        lang=manifest.lang,
        host=bool(sheet and sheet.host),
        paper=manifest.paper,
        inks=manifest.inks,
        code=code,
        options=tuple(_options(kit, manifest)),
        command=write_command(kit, manifest, json.loads(attached)["seed"], taken, kits, header) if sheet else "",
        sides=sides,
        thumb=_picture(data, 1, THUMB, told[0], grey=grey),
        pages=tuple(_picture(data, number, VIEW, lines, grey=grey) for number, lines in enumerate(told, start=1)),
    )


def _name(kit: Kit, manifest: Manifest) -> str:
    """Return what a sheet without a title is called: in the words of the house, as a plan says it, else by its name."""
    words, key = kit.words(manifest.lang), f"sheet_{manifest.sheet}"
    known = words.keys()
    return words.say(key) if key in known else manifest.sheet.replace("_", " ").capitalize()


def write_command(
    kit: Kit, manifest: Manifest, seed: int, taken: Mapping[str, str], kits: Sequence[str], header: str = ""
) -> str:
    """Return the command that prints the sheet again, wherever it is run: what goes without saying is left out."""
    words = ["kitgen", "sheet", hyphened(kit.slug), hyphened(manifest.sheet)]
    defaults = {name: option.default for name, option in kit.layout.options.items()}
    for name, default in defaults.items():
        value = manifest.options.get(name, default)
        words += [f"--{hyphened(name)}", str(value)] if value != default else []
    plain = {"paper": "A4", "lang": "en", "ink": "colour"}
    for name, text in (("paper", manifest.paper), ("lang", manifest.lang), ("ink", manifest.inks)):
        words += [f"--{name}", text] if {plain[name], taken.get(name)} != {text} else []
    different = manifest.sheet in kit.layout.sheets and kit.asked_of(kit.layout.sheets[manifest.sheet]).each_different
    copies = manifest.runs[-1].last if different else manifest.copies  # sheets that all differ have a page each
    for name, number in (("seed", seed), ("copies", copies)):
        words += [f"--{name}", str(number)] if number != 1 else []
    words += ["--header", header] if header else []
    for folder in kits:
        words += ["--kits", folder]
    return shlex.join(words)


def _options(kit: Kit, manifest: Manifest) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield (name, value, choices) of each sheet option, in the layout's order."""
    for name, option in kit.layout.options.items():
        if name in manifest.options:
            yield hyphened(name), str(manifest.options[name]), tuple(map(str, option.choices))


def _picture(data: bytes, number: int, dots: int, told: tuple[Told, ...], *, grey: bool) -> PageShown:
    png = to_png(data, number, dots, grey=grey, small=True)
    return PageShown(png, unpack(">II", png[16:24]), told)


def _pages(manifest: Manifest) -> Iterator[tuple[Run, int]]:
    """Yield (run, page number) of every page."""
    for run in manifest.runs:
        for number in range(run.first, run.last + 1):
            yield run, number


# ---------------------------------------------------------------- what a page says


def _told(run: Run, number: int) -> Iterator[Told]:
    """Yield what a page says in reading order: leaves of one element are one line, cells of one row are one line."""
    at: tuple[str, str] = ("", "")
    line: list[tuple[str, str]] = []
    for index, leaf in enumerate(run.leaves):
        key = (_kind(leaf), _element(leaf, index))
        if key != at and line:
            yield Told(at[0], tuple(line))
            line = []
        at = key
        text = (leaf.alt if leaf.alt is not None else leaf.text_on(number)).strip()
        line += [(text, leaf.lang)] if text else []
    if line:
        yield Told(at[0], tuple(line))


def _kind(leaf: LeafEntry) -> str:
    if leaf.tag == "Figure":
        return "figure"
    if leaf.tag in ("TH", "TD"):
        return "row"
    top = leaf.above[0].split()[0] if leaf.above else leaf.tag
    return "heading" if top in ("H1", "H2", "H3") else "text"


def _element(leaf: LeafEntry, index: int) -> str:
    """Return what leaves of one line have in common: the row, paragraph or list item that they hang under."""
    if leaf.tag == "Figure" or not leaf.above:
        return str(index)
    return " ".join(leaf.above)

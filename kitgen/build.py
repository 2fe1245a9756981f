"""Slug and options -> checked kit -> proved PDF. Nothing leaves this module that has not been read back.

The whole path, in `build_sheet`: take the kit off the shelf, settle, compose, write, prove.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from kitgen import __version__
from kitgen.chance import Chance
from kitgen.errors import ClaimFailed, Fault, NotAccepted, Place, SpecError, standing_at, suggest
from kitgen.kit import Kit, house_words
from kitgen.paper import fonts, pdf, places
from kitgen.paper.page import Document, Leaf, Page
from kitgen.paper.questions import record_name
from kitgen.paper.setting import Extras, Setting
from kitgen.paper.sheet import compose
from kitgen.paper.text import Elsewhere, Known, Run, characters, fill, fill_line, join_runs
from kitgen.play.contract import Question, Replayed, Words
from kitgen.play.figure import Figure, show
from kitgen.play.replay import play
from kitgen.play.supply import lend
from kitgen.play.words import WordList
from kitgen.proof.compare import Verdict, prove
from kitgen.shelf import HOUSE, Shelf
from kitgen.spec.code import Build, write_code
from kitgen.spec.schema import Questions, Sheet
from kitgen.units import find_paper

MAX_COPIES = 1000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Request:
    """What is asked for: a sheet of a kit, its options as text, and how to print it."""

    kit: str
    sheet: str
    options: Mapping[str, str] = field(default_factory=dict)
    paper: str = "A4"
    lang: str = "en"
    inks: str = "colour"
    copies: int = 1
    seed: int = 1
    extras: Extras = field(default_factory=Extras)
    offset: tuple[float, float] = (0.0, 0.0)  # mm that a printer's backs are moved right and down


@dataclass(frozen=True)
class Built:
    """A proved PDF: its bytes, the name that says its options, and what was proved."""

    name: str
    data: bytes
    pages: int
    paper: str
    host: bool
    code: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()  # of the sheets in it, one where they are alike


def build_sheet(
    shelf: Shelf, request: Request, *, note: Callable[[str], None] | None = None, progress: Progress | None = None
) -> Built:
    """Return the proved PDF of one sheet; raises KitgenError with every fault, and then there is no PDF.

    `progress` is told how many copies are ready of those that all differ.
    """
    if not 1 <= request.copies <= MAX_COPIES:
        raise NotAccepted(Fault(f"{request.copies} copies", None, f"1 to {MAX_COPIES}"))
    kit = Kit(shelf, shelf.slug(request.kit))
    with kit.lending():
        return _build(kit, request, note, progress)


def _build(kit: Kit, request: Request, note: Callable[[str], None] | None, progress: Progress | None = None) -> Built:
    settings, notes = settings_of(kit, request, note, progress)
    pages = [page for setting in settings for page in compose(setting)]
    first = settings[0]
    title = " · ".join(filter(None, [first.title, _subtitle(first)]))
    width, height = first.paper.width, first.paper.height
    if pages[0].lying:
        width, height = height, width
    duplex = str(first.options.get("flip", "long")) if first.options.get("backs") == "duplex" else ""
    document = Document(title, first.lang, width, height, first.inks, pages, duplex=duplex)
    document.manifest = write_manifest(kit, settings, document)
    data = pdf.write_pdf(document, first.fonts)
    verdicts = prove(data, lambda _, lang: kit.words(lang), document.manifest, _withheld(document))
    return Built(
        file_name(kit, request, first), data, document.count, first.paper.name, first.sheet.host, first.code,
        tuple(verdicts), tuple(notes), tuple(dict.fromkeys(setting.code for setting in settings)),
    )  # fmt: skip


def _withheld(document: Document) -> list[str]:
    """Return the texts that stand on pages but not in the manifest, in their order: names."""
    return [leaf.text for page in document.pages for leaf in page.leaves if leaf.facts.get("withheld")]


def load_words(shelf: Shelf, slug: str, lang: str) -> Words:
    """Return a kit's words, or the house's alone, for proving a file that names the kit."""
    if slug == HOUSE:
        return house_words(shelf, lang)
    return Kit(shelf, shelf.slug(slug)).words(lang)


def open_kit(shelf: Shelf, slug: str, lang: str) -> Words:
    """Return a kit's words, and from here on lend its data to its game: for a process that proves one file."""
    if slug == HOUSE:
        return house_words(shelf, lang)
    kit = Kit(shelf, shelf.slug(slug))
    lend(kit.game_slug, kit.data)
    return kit.words(lang)


def _subtitle(setting: Setting) -> str:
    key = setting.sheet.title
    return setting.words.say(key, **setting.options) if key else ""


def settings_of(
    kit: Kit, request: Request, note: Callable[[str], None] | None = None, progress: Progress | None = None
) -> tuple[list[Setting], list[str]]:
    """Return the settings of the sheet: one, or one a copy where each copy is different."""
    lang, other = kit.language(request.lang)
    first = _setting(kit, request, lang, note)
    asked = kit.asked_of(first.sheet)
    if not asked.each_different:
        return [first], [other] if other else []
    seeds = range(request.seed, request.seed + request.copies)
    named = _named(first, request.copies)
    settings: list[Setting] = []
    for one, seed in zip(named, seeds, strict=True):
        settings.append(_with_questions(kit, one, seed))
        if progress and request.copies > 1:
            progress(len(settings), request.copies)
    return settings, [other] if other else []


def _named(setting: Setting, copies: int) -> list[Setting]:
    """Return the setting of each copy, with the name of the one pupil whose sheet it is, where there are names."""
    names = setting.extras.names
    if not names or not setting.sheet.lines_for_names:
        return [replace(setting, extras=replace(setting.extras, names=()))] * copies
    if len(names) != copies:
        raise SpecError(Fault(f"{len(names)} names for {copies} sheets"))
    return [replace(setting, extras=replace(setting.extras, names=(name,))) for name in names]


def _setting(kit: Kit, request: Request, lang: str, note: Callable[[str], None] | None) -> Setting:
    sheet = kit.sheet(request.sheet)
    options = kit.settle_sheet(request.sheet, request.options)
    rules = kit.rules(options)
    words = kit.words(lang)
    extras = request.extras
    _check_sections(kit, request.sheet, lang)
    sections, title = filled_text(kit, lang, rules, sections_of(sheet))
    family = fonts.prepare(
        printable(kit, words, sections, title, extras), note=note, used_in=_used_in(kit, words, extras),
        keep=not extras.names,
    )  # fmt: skip
    setting = Setting(
        kit.layout, request.sheet, sheet, options, rules, find_paper(request.paper), lang, request.inks, request.seed,
        "", title, words, family, sections, kit.room("diagram"), figure_maker(kit), (), extras, request.copies,
        kit.room("parts") if any(block.cutouts for block in sheet.blocks) else None,
        kit.room("tables") if any(block.table for block in sheet.blocks) else None, request.offset,
        kit.tree.at("sheets", request.sheet),
    )  # fmt: skip
    return replace(setting, code=sheet_code(kit, setting))


ASCII = "".join(map(chr, range(0x20, 0x7F)))


def printable(kit: Kit, words: WordList, sections: Mapping[str, Any], title: str, extras: Extras) -> str:
    """Return every character that a sheet of the kit may print: a function of its inputs, never of the cache."""
    also = kit.layout.also.text if kit.layout.also else ""
    text = characters(kit.text(words.lang), *sections.values())  # the whole text, so that a kit's sheets share one cut
    return "".join([ASCII, "•–×·", text, title, also, *words.phrases(), extras.header, *extras.names])


def _used_in(kit: Kit, words: WordList, extras: Extras) -> Iterator[tuple[Place | str, str]]:
    """Yield what may be printed, each with its place: asked for only where a character has no font."""
    yield "--header", extras.header
    yield from (("the list of names", name) for name in extras.names)
    yield from kit.lines(words.lang)
    yield from words.places()
    if kit.layout.also:
        yield kit.place("also", "text"), kit.layout.also.text


def _check_sections(kit: Kit, name: str, lang: str) -> None:
    """Raise SpecError for each section that a sheet names and the text has not, where the layout names it."""
    known = [section.key for section in kit.text(lang).sections]
    faults = []
    for n, block in enumerate(kit.layout.sheets[name].blocks):
        for kind, named in (("panel", "sections"), ("prose", "sections"), ("questions", "levels")):
            keys = getattr(getattr(block, kind), named, ())
            for m, key in enumerate(keys):
                if key not in known:
                    place = kit.place("sheets", name, "blocks", n, kind, named, m)
                    what = f"no section {key!r} in {kit.text(lang).file}"
                    faults.append(Fault(what, place, ", ".join(known), suggest(key, known)))
    if faults:
        raise SpecError(faults)


def sections_of(sheet: Sheet) -> tuple[str, ...]:
    """Return the keys of the sections that a sheet prints, each once."""
    parts = [part for block in sheet.blocks for part in (block.panel, block.prose) if part]
    levels = [key for block in sheet.blocks if block.questions for key in block.questions.levels]
    return tuple(dict.fromkeys([*(key for part in parts for key in part.sections), *levels]))


def filled_text(
    kit: Kit, lang: str, rules: Mapping[str, Any], keys: tuple[str, ...] | None = None
) -> tuple[dict[str, Any], str]:
    """Return a kit's sections by key, numbers filled in and claims checked, and its printed title.

    `keys` are the sections wanted, None for all: the claims of a section that is not printed cost nothing.
    """
    text, words, facts = kit.text(lang), kit.words(lang), kit.room("facts")
    known = Known(facts.counts(rules), facts.claims(rules), rules, lambda: _elsewhere(kit, rules))
    wanted = text.sections if keys is None else map(text.section, keys)
    sections, refused = {}, []
    for section in wanted:
        try:
            sections[section.key] = fill(section, known, words)
        except (SpecError, ClaimFailed) as error:
            refused.append(error)
    if refused:
        raise type(refused[0])(fault for error in refused for fault in error.faults)
    title = fill_line(text.title, known, words)
    return sections, join_runs([run for run in title.inlines if isinstance(run, Run)])


def _elsewhere(kit: Kit, rules: Mapping[str, Any]) -> Elsewhere:
    """Return what texts may use under the game's own default options, and what both are called in words."""
    usual = kit.game.settle({})
    facts = kit.room("facts")
    names = [name for name in rules if name in kit.layout.options]
    here, there = (", ".join(f"{name} {one[name]}" for name in names) for one in (rules, usual))
    return Elsewhere(here, there, frozenset(facts.counts(usual)), frozenset(facts.claims(usual)))


def figure_maker(kit: Kit, own: Mapping[str, Replayed] | None = None) -> Callable[..., Figure]:
    """Return the service that replays a record (of the kit, or one of its `own`) and shows a ply of it."""
    picture = kit.room("diagram")

    def figure(record: str, ply: int | str, style: str, extra: Mapping[str, Any]) -> Figure:
        replayed = own[record] if own and record in own else kit.replayed(record)
        return show(picture, replayed, record, ply, style, extra)

    return figure


def sheet_code(kit: Kit, setting: Setting) -> str:
    """Return the code of a sheet; a key bears the code of the sheet that it answers."""
    name = setting.sheet.key_of or setting.name
    paper = setting.paper.name
    return write_code(
        kit.layout, Build(kit.slug, name, setting.lang, paper, setting.inks, setting.seed, setting.options)
    )


# ---------------------------------------------------------------- questions


def _with_questions(kit: Kit, setting: Setting, seed: int) -> Setting:
    """Return the setting of one practice sheet (or its key): questions found from `seed`, each proved."""
    block = next(b.questions for b in setting.sheet.blocks if b.questions)
    with standing_at(setting.place_of(block)):
        found, own = _find_questions(kit, setting, seed, block)
    named = {f"{seed}.{name}": replayed for name, replayed in own.items()}
    changed = replace(setting, seed=seed, questions=found, figure=_own_figures(kit, named, seed), copies=1)
    return replace(changed, code=sheet_code(kit, changed))


_Found = tuple[tuple[Question, ...], dict[str, Replayed]]  # the questions of a sheet, and their records by name
_FOUND: ContextVar[dict[str, _Found] | None] = ContextVar("found", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Search for the questions of a sheet once within the block, though its key is built there too."""
    token = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(token)


def _find_questions(kit: Kit, setting: Setting, seed: int, block: Questions) -> _Found:
    """Return the questions of one sheet and their replayed records, which are those of its key too."""
    columns, rows = block.shape(setting.options)
    asked = setting.sheet.key_of or setting.name
    by_level = columns if block.levels else 0
    key = repr((kit.shelf, kit.slug, asked, by_level, columns * rows, setting.options, setting.rules, seed))
    known = _FOUND.get()
    found = known.get(key) if known is not None else None
    if found is None:
        made = tuple(make_questions(kit, setting, seed, block))
        found = made, {record_name(n): _replay_question(kit, one) for n, one in enumerate(made, start=1)}
        if known is not None:
            known[key] = found
    return found


def _own_figures(kit: Kit, named: Mapping[str, Replayed], seed: int) -> Callable[..., Figure]:
    figure = figure_maker(kit, named)

    def of_seed(record: str, ply: int | str, style: str, extra: Mapping[str, Any]) -> Figure:
        own = f"{seed}.{record}"
        return figure(own if own in named else record, ply, style, extra)

    return of_seed


def make_questions(kit: Kit, setting: Setting, seed: int, block: Questions) -> Iterator[Question]:
    """Yield the different questions of a block, level by level; each has exactly one right answer, proved here."""
    room = kit.room(block.room)
    columns, rows = block.shape(setting.options)
    if block.levels and len(block.levels) != columns:
        raise SpecError(Fault(f"{len(block.levels)} levels in {columns} columns of questions"))
    levels = room.LEVELS[:columns] if block.levels else [int(setting.options.get("level", room.LEVELS[0]))]
    seen: set[tuple[str, str, str]] = set()
    for level in levels:
        chance = Chance(seed)
        wanted = len(seen) + columns * rows // len(levels)
        while len(seen) < wanted:
            question = room.make(level, chance, setting.rules)
            key = (question.kind, question.moves, f"{question.options} {question.values}")
            if key in seen:
                continue
            answers = room.prove(question)
            if tuple(answers) != (question.answer,):
                raise ClaimFailed(
                    Fault(f"a {question.kind} question of seed {seed} has the answers {list(answers)}, not one")
                )
            seen.add(key)
            yield question


def _replay_question(kit: Kit, question: Question) -> Replayed:
    options = kit.game.settle(question.options)
    record = next(iter(kit.game.records(question.moves)), None)
    return play(kit.game, options, record.tokens if record else ())


# ---------------------------------------------------------------- manifest


def write_manifest(kit: Kit, settings: list[Setting], document: Document) -> bytes:
    """Return what the PDF carries to be proved anywhere: options, records, and where each figure and text stands."""
    first = settings[0]
    facts = {
        "sheet": first.name,
        "code": first.code,
        "paper": first.paper.name,
        "options": dict(first.options),
        "rules": dict(first.rules),
        "seed": first.seed,
        "copies": first.copies,
        "cutouts": _cutouts_of(first),
    }
    return pack_manifest(kit, document, dict(_used_records(settings, document)), facts, first.fonts)


class Named(Protocol):
    """What a manifest says of a kit."""

    @property
    def slug(self) -> str:
        """Return the kit's slug."""

    @property
    def game_slug(self) -> str:
        """Return the slug of its game."""


def pack_manifest(
    kit: Named, document: Document, records: Mapping[str, Any], facts: Mapping[str, Any], family: fonts.Fonts
) -> bytes:
    """Return the manifest of a document of `kit`, set in `family`; `facts` are the keys that say which sheet it is."""
    manifest = {
        "format": 1,
        "kitgen": __version__,
        "kit": kit.slug,
        "game": kit.game_slug,
        "title": document.title,
        "lang": document.lang,
        "inks": document.inks,
        "records": records,
        "pages": list(_page_runs(document, family)),
        **facts,
    }
    return json.dumps(manifest, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _cutouts_of(setting: Setting) -> dict[str, Any]:
    """Return what the file says of its parts: which are wanted, and how backs are moved; empty where there are none."""
    blocks = [block.cutouts for block in setting.sheet.blocks if block.cutouts]
    if not blocks:
        return {}
    found = {"parts": [name for block in blocks for name in (block.parts or [""])], "offset": list(setting.offset)}
    return found if all(block.marked for block in blocks) else {**found, "unmarked": True}


def _used_records(settings: list[Setting], document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, record) for each record that a figure shows, with its moves up to the last ply shown."""
    shown: dict[str, int] = {}
    for page in document.pages:
        for leaf in page.leaves:
            if "record" in leaf.facts:
                name = leaf.facts["record"]
                shown[name] = max(shown.get(name, 0), leaf.facts["ply"])
    by_seed = {str(setting.seed): setting for setting in settings}
    for name, ply in sorted(shown.items()):
        seed, _, rest = name.partition(".")
        setting = by_seed[seed] if rest else settings[0]
        yield name, record_entry(setting.figure(rest or name, 0, setting.picture.STYLES[0], {}).replayed, ply)


def record_entry(replayed: Replayed, ply: int) -> dict[str, Any]:
    """Return what a manifest holds of a record: its rule options and its moves up to `ply`."""
    given = {key: value for key, value in replayed.options.items() if value is not None}
    moves = [step.move for step in replayed.steps[1 : ply + 1]]
    return {"game": replayed.game.slug, "options": given, "moves": moves}


def _page_runs(document: Document, family: fonts.Fonts) -> Iterator[dict[str, Any]]:
    number = 1
    for page in document.pages:
        yield {
            "first": number,
            "last": number + page.copies - 1,
            "size": [round(document.width, 4), round(document.height, 4)],
            "leaves": [_leaf_entry(leaf, family) for leaf in page.leaves],
            "artifacts": page.artifact_counts(),
            "drawn": [places.drawn(item) for item in page.items if not isinstance(item, Leaf)],
        }
        number += page.copies


def _leaf_entry(leaf: Leaf, family: fonts.Fonts) -> dict[str, Any]:
    tag = leaf.path[-1]
    entry: dict[str, Any] = {"tag": tag.kind, **leaf.facts}
    if len(leaf.path) > 1:
        entry["in"] = [f"{t.kind} {t.key}" for t in leaf.path[:-1]]
    if tag.lang:
        entry["lang"] = tag.lang
    if tag.alt:
        entry["alt"] = tag.alt
        entry["box"] = [round(n, 4) for n in (leaf.x, leaf.y, *leaf.size)]
    else:
        entry["text"] = "" if leaf.facts.get("withheld") else leaf.text
        entry.update(places.origins(leaf, family))
    if leaf.varies:
        entry["varies"] = True
    return entry


def file_name(kit: Kit, request: Request, setting: Setting) -> str:
    """Return the file name that says the options: KIT-SHEET-OPTIONS-LANG-PAPER.pdf."""
    parts = [kit.slug.replace("_", "-"), request.sheet.replace("_", "-"), *map(str, setting.options.values())]
    if kit.asked_of(setting.sheet).each_different:
        parts.append(f"seed{request.seed}" + (f"-{request.seed + request.copies - 1}" if request.copies > 1 else ""))
    elif request.copies > 1:
        parts.append(f"x{request.copies}")
    parts += [setting.lang, setting.paper.name]
    if setting.inks != "colour":
        parts.append(setting.inks)
    return "-".join(parts) + ".pdf"


__all__ = ["Built", "Page", "Request", "build_sheet"]

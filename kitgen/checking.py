"""Everything about a kit that can be checked without printing it: layout, records, claims, texts, glyphs, fit.

Composes each sheet for every language and paper, with every combination of its options; where these are many, with
every two values together. Paints and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from kitgen.alike import group_faults
from kitgen.build import Request, settings_of
from kitgen.errors import Fault, KitgenError, suggest
from kitgen.kit import LANGUAGES, Kit, house_words
from kitgen.paper.sheet import compose
from kitgen.play.record import read_records
from kitgen.play.words import read_words
from kitgen.shelf import Shelf, read_tree
from kitgen.units import PAPERS
from kitgen.wording import read_own_text

MANY = 40  # combinations of a sheet's options

Progress = Callable[[int, int], None]


def check_kit(shelf: Shelf, slug: str, progress: Progress | None = None) -> dict[str, int]:
    """Return how much of a kit was checked, by kind; raises KitgenError with every fault found, those alike as one."""
    kit = Kit(shelf, slug)
    faults: list[Fault] = []
    try:
        _ = kit.layout
    except KitgenError as error:
        raise KitgenError(group_faults((*error.faults, *_faults_of_files(kit)))) from None
    with kit.lending():
        checked = _check(kit, faults, progress)
    if faults:
        raise KitgenError(group_faults(faults))
    return checked


def _check(kit: Kit, faults: list[Fault], progress: Progress | None) -> dict[str, int]:
    for lang in kit.layout.languages:
        _collect(faults, lambda lang=lang: kit.words(lang))  # type: ignore[misc]
        _collect(faults, lambda lang=lang: kit.text(lang))  # type: ignore[misc]
    requests = list(_requests(kit))
    pages = 0
    for done, request in enumerate(requests, start=1):
        pages += _collect(faults, lambda request=request: _compose(kit, request))  # type: ignore[misc]
        if progress:
            progress(done, len(requests))
    if not faults:
        faults += _unshown(kit)
    claims = _replay_all(kit, faults)
    return {"records": len(claims), "claims": sum(claims), "sheets": len(requests), "pages": pages}


def _replay_all(kit: Kit, faults: list[Fault]) -> list[int]:
    """Replay every record of a kit, its game's too; return how many claims each has."""
    try:
        records = kit.records
    except KitgenError as error:
        faults += error.faults
        return []
    for name in records:
        _collect(faults, lambda name=name: kit.replayed(name))  # type: ignore[misc]
    return [len(record.claims) for record in records.values()]


def _unshown(kit: Kit) -> Iterator[Fault]:
    """Yield a fault for each of a kit's own records that no sheet shows: a name that is mistyped, here or there."""
    shown = kit.shown()
    for name in kit.own_records():
        if name not in shown:
            what = f"record {name!r} is shown nowhere: no sheet and no text names it"
            yield Fault(what, kit.records[name].place, "", suggest(name, shown))


def _faults_of_files(kit: Kit) -> list[Fault]:
    """Return what is wrong in a kit's texts, words and records, where its layout can't say how they are used."""
    faults: list[Fault] = []
    game = kit.tree.at("game").value if isinstance(kit.tree.value, dict) and "game" in kit.tree.value else kit.slug
    for lang in LANGUAGES:
        text, words = kit.shelf.text_path(kit.slug, lang), kit.shelf.words_path(kit.slug, lang)
        if text:
            house = house_words(kit.shelf, lang)
            _collect(faults, lambda text=text, lang=lang, house=house: read_own_text(text, lang, dict, house))  # type: ignore[misc]
        if words:
            _collect(faults, lambda words=words, lang=lang: read_words(read_tree(words), lang))  # type: ignore[misc]
    _collect(faults, lambda: [read_records(tree, str(game)) for tree in kit.shelf.records(kit.slug)])
    return faults


def _compose(kit: Kit, request: Request) -> int:
    settings, _ = settings_of(kit, request)
    return sum(len(compose(setting)) for setting in settings)


def _collect(faults: list[Fault], task: Callable[[], Any]) -> int:
    """Run `task`, keep its faults; return its number, 0 where it failed or has none."""
    try:
        result = task()
    except KitgenError as error:
        faults += error.faults
        return 0
    return result if isinstance(result, int) else 0


def _requests(kit: Kit) -> Iterator[Request]:
    """Yield every sheet in every language, on every paper, with its options mixed."""
    layout = kit.layout
    for name, sheet in layout.sheets.items():
        options = kit.asked_of(sheet).options
        choices = [[str(choice) for choice in layout.options[option].choices] for option in options]
        for lang, paper, values in product(layout.languages, PAPERS.values(), list(mix(choices))):
            yield Request(kit.slug, name, dict(zip(options, values, strict=True)), paper.name, lang)


def mix(choices: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield every combination of values, one of each of `choices`; of more than MANY, enough to hold every two values.

    The first of those that hold most pairs not seen yet is taken each time.
    """
    every = list(product(*choices))
    if len(every) <= MANY:
        yield from every
        return
    paired = {values: set(combinations(enumerate(values), 2)) for values in every}
    left = set().union(*paired.values())
    while left:
        values = max(every, key=lambda values: len(left & paired[values]))
        left -= paired[values]
        yield values

"""Everything about a kit that can be checked without printing it: layout, records, claims, texts, glyphs, fit.

Composes each sheet for every language and paper, with every combination of its options; where these are many, with
every two values together. Paints and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from kitgen.build import Request, settings_of
from kitgen.errors import Fault, KitgenError
from kitgen.kit import Kit
from kitgen.paper.sheet import compose
from kitgen.shelf import Shelf
from kitgen.units import PAPERS

MANY = 40  # combinations of a sheet's options

Progress = Callable[[int, int], None]


def check_kit(shelf: Shelf, slug: str, progress: Progress | None = None) -> dict[str, int]:
    """Return how much of a kit was checked, by kind; raises KitgenError with every fault found, each once."""
    kit = Kit(shelf, slug)
    with kit.lending():
        return _check(kit, progress)


def _check(kit: Kit, progress: Progress | None) -> dict[str, int]:
    faults: dict[str, Fault] = {}
    claims = 0
    for name, record in kit.records.items():
        _collect(faults, lambda name=name: kit.replayed(name))  # type: ignore[misc]
        claims += len(record.claims)
    requests = list(_requests(kit))
    pages = 0
    for done, request in enumerate(requests, start=1):
        pages += _collect(faults, lambda request=request: _compose(kit, request))  # type: ignore[misc]
        if progress:
            progress(done, len(requests))
    if faults:
        raise KitgenError(faults.values())
    return {"records": len(kit.records), "claims": claims, "sheets": len(requests), "pages": pages}


def _compose(kit: Kit, request: Request) -> int:
    settings, _ = settings_of(kit, request)
    return sum(len(compose(setting)) for setting in settings)


def _collect(faults: dict[str, Fault], task: Callable[[], Any]) -> int:
    """Run `task`, keep its faults; return its number, 0 where it failed or has none."""
    try:
        result = task()
    except KitgenError as error:
        faults.update({str(fault): fault for fault in error.faults})
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

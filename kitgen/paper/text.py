"""Rules texts: read, filled in, broken into lines. This room's front door; the parts stand in its neighbours.

`markdown` reads, `blocks` holds what was read, `lines` breaks; filling in fields and claims is done here. Knows no
game, no font, no page, and opens no file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from kitgen.errors import ClaimFailed, Fault, Place, SpecError, suggest
from kitgen.paper.blocks import (
    Block,
    ClaimRef,
    Field,
    FigureRef,
    Heading,
    Inline,
    Item,
    Number,
    Paragraph,
    Section,
    Text,
)
from kitgen.paper.lines import Line, Measure, Run, Weight, break_lines, join_runs
from kitgen.paper.markdown import read_text
from kitgen.play.contract import Words

__all__ = [
    "Block",
    "ClaimRef",
    "Elsewhere",
    "Field",
    "FigureRef",
    "Heading",
    "Inline",
    "Item",
    "Known",
    "Line",
    "Measure",
    "Paragraph",
    "Run",
    "Section",
    "Text",
    "Weight",
    "break_lines",
    "characters",
    "fill",
    "fill_line",
    "join_runs",
    "read_text",
]

_B = TypeVar("_B", bound=Block)


@dataclass(frozen=True)
class Elsewhere:
    """Which numbers and claims there are under other options: `here` and `there` are both sets of options in words."""

    here: str
    there: str
    counts: frozenset[str]
    claims: frozenset[str]


@dataclass(frozen=True)
class Known:
    """What texts may use: numbers and claims of the game's facts for settled `options`, which fill names of records.

    `elsewhere` is asked for only to say of a name that is unknown here whether it is known under other options.
    """

    counts: Mapping[str, Number]
    claims: Mapping[str, Callable[[], bool]]
    options: Mapping[str, Any]
    elsewhere: Callable[[], Elsewhere] | None = None


def fill(section: Section, known: Known, words: Words) -> Section:
    """Return `section` with every field replaced, every claim run, and only plain runs left.

    Each block's `numbers` names what was filled in. Raises SpecError for unknown fields, options, claims or number
    words (all at once), then ClaimFailed for the claims that do not hold.
    """
    filler = _Filler(known, words)
    heading = filler.block(section.heading)
    blocks = [filler.block(block) for block in section.blocks]
    filler.finish()
    kept = [block for block in blocks if block.inlines or isinstance(block, FigureRef)]
    return replace(section, heading=heading, blocks=tuple(kept))


def fill_line(heading: Heading, known: Known, words: Words) -> Heading:
    """Return one heading (a text's title) filled in; raises as `fill` does."""
    filler = _Filler(known, words)
    filled = filler.block(heading)
    filler.finish()
    return filled


class _Filler:
    """Fills blocks; keeps the faults and the failed claims until `finish`."""

    def __init__(self, known: Known, words: Words) -> None:
        self.known, self.words = known, words
        self.faults: list[Fault] = []
        self.failed: list[Fault] = []
        self.held: set[str] = set()

    def finish(self) -> None:
        if self.faults:
            raise SpecError(self.faults)
        if self.failed:
            raise ClaimFailed(self.failed)

    def block(self, block: _B) -> _B:
        numbers: dict[str, Number] = {}
        runs: list[Run] = []
        for inline in block.inlines:
            if isinstance(inline, ClaimRef):
                self._check(inline)
            elif isinstance(inline, Field):
                runs.append(Run(self._field(inline, numbers), inline.weight, inline.lang))
            else:
                runs.append(inline)
        changes: dict[str, Any] = {"inlines": _merge(runs), "numbers": numbers}
        if isinstance(block, FigureRef):
            changes["record"] = self._record(block)
        return replace(block, **changes)

    def _known(self, kind: str, name: str, known: Mapping[str, Any], place: Place) -> bool:
        if name not in known:
            self.faults.append(
                self._known_elsewhere(kind, name, place)
                or Fault(f"unknown {kind} {name!r}", place, ", ".join(known), suggest(name, known))
            )
        return name in known

    def _known_elsewhere(self, kind: str, name: str, place: Place) -> Fault | None:
        other = self.known.elsewhere() if self.known.elsewhere else None
        if other is None or name not in {"number": other.counts, "claim": other.claims}.get(kind, ()):
            return None
        lacks = "has no value" if kind == "number" else "cannot be checked"
        accepted = f"there is one for {other.there}; leave the sentence out, or the section"
        return Fault(f"the {kind} {name!r} {lacks} here", place, accepted, context=other.here)

    def _field(self, wanted: Field, numbers: dict[str, Number]) -> str:
        if not self._known("number", wanted.name, self.known.counts, wanted.place):
            return ""
        value = self.known.counts[wanted.name]
        numbers[wanted.name] = value
        if wanted.form == "digits":
            shown = str(value) if not isinstance(value, float) else f"{value:.1f}".replace(".", self._mark())
            return shown if isinstance(value, str) else shown.replace("-", "−")
        try:
            word = self.words.say(f"number_{value}")
        except SpecError:
            accepted = f"{{{wanted.name}}}, which prints digits"
            what = f"{wanted.name} is {value}, which has no number word in {self.words.lang}"
            self.faults.append(Fault(what, wanted.place, accepted))
            return ""
        return word[:1].upper() + word[1:] if wanted.form == "Word" else word

    def _mark(self) -> str:
        return self.words.say("decimal_mark")

    def _check(self, claim: ClaimRef) -> None:
        if not self._known("claim", claim.name, self.known.claims, claim.place) or claim.name in self.held:
            return
        if self.known.claims[claim.name]():
            self.held.add(claim.name)
        else:
            self.failed.append(Fault(f"claim {claim.name!r} does not hold", claim.place))

    def _record(self, figure: FigureRef) -> str:
        def value(match: re.Match[str]) -> str:
            known = self._known("option", match[1], self.known.options, figure.place)
            return str(self.known.options[match[1]]) if known else ""

        return re.sub(r"\{([a-z_]+)\}", value, figure.record)


def _merge(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Join neighbours that look and sound alike."""
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and (last.weight, last.lang) == (run.weight, run.lang):
            merged[-1] = replace(last, string=last.string + run.string)
        elif run.string:
            merged.append(run)
    return tuple(merged)


def characters(*parts: Text | Section | Block | Run | str) -> str:
    """Return every character that filled-in `parts` print, each once, sorted: what `fonts.prepare` asks for.

    List signs count too; a field that is not filled in yet counts as nothing.
    """
    found: set[str] = set()
    for part in parts:
        found.update(*_strings(part))
    return "".join(sorted(found))


def _strings(part: Text | Section | Block | Run | str) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Run):
        yield part.string
    elif isinstance(part, Text | Section):
        head, rest = (part.title, part.sections) if isinstance(part, Text) else (part.heading, part.blocks)
        for inner in (head, *rest):
            yield from _strings(inner)
    else:
        yield from (one.string for one in part.inlines if isinstance(one, Run))
        if isinstance(part, Item):
            yield f"{part.number}." if part.kind == "number" else "•"

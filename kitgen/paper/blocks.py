"""What a rules text is made of: sections of headings, paragraphs, list items and figures, all frozen.

A block's inlines are runs of text, fields for computed numbers, and claims; once filled in, runs alone. Knows neither
how a text is written nor how it is set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kitgen.errors import Fault, Place, SpecError, suggest
from kitgen.paper.lines import Run, Weight

Number = int | float | str
Numbers = Mapping[str, Number]
Form = Literal["digits", "word", "Word"]


@dataclass(frozen=True, slots=True)
class Field:
    """A place for a computed number."""

    name: str
    form: Form
    place: Place
    weight: Weight = "regular"
    lang: str = ""


@dataclass(frozen=True, slots=True)
class ClaimRef:
    """A check that must hold for the sentence before it; prints nothing."""

    name: str
    place: Place


Inline = Run | Field | ClaimRef


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section. `numbers` holds the fields that were filled in, by name."""

    inlines: tuple[Inline, ...]
    place: Place
    numbers: Numbers = field(default_factory=dict)
    level: int = 3


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. `numbers` holds the fields that were filled in, by name."""

    inlines: tuple[Inline, ...]
    place: Place
    numbers: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list; `number` counts from 1 in both kinds, so that a new list begins at 1."""

    kind: Literal["bullet", "number"]
    number: int
    inlines: tuple[Inline, ...]
    place: Place
    numbers: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FigureRef:
    """A picture of `record` after `ply`; an empty caption (`inlines`) asks for the game's own captions.

    Before filling, `record` may contain option fields such as `{size}`.
    """

    record: str
    ply: int | Literal["end"]
    style: str
    inlines: tuple[Inline, ...]
    place: Place
    numbers: Numbers = field(default_factory=dict)


Block = Heading | Paragraph | Item | FigureRef


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text that sheets ask for by `key`, with its printed heading."""

    key: str
    heading: Heading
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A whole rules text; `title` is the game's printed name."""

    file: str
    title: Heading
    sections: tuple[Section, ...]

    def section(self, key: str) -> Section:
        """Return the section called `key`; raises SpecError when there is none."""
        keys = [section.key for section in self.sections]
        if key not in keys:
            raise SpecError(Fault(f"no section {key!r}", Place(self.file), ", ".join(keys), suggest(key, keys)))
        return self.sections[keys.index(key)]

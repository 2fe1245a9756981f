"""A document before it is a PDF: pages of tagged leaves and artifacts, in reading order, in mm from the top left.

A leaf is one marked-content span: some marks, where they stand, and where they hang in the structure tree.
Knows neither PDF syntax nor games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kitgen.marks import Mark, Text


@dataclass(frozen=True, slots=True)
class Tag:
    """A structure element: `kind` as PDF names it ("P", "Figure"); `key` tells it from its neighbours."""

    kind: str
    key: str
    lang: str = ""
    alt: str = ""
    scope: str = ""  # of a TH: "Row" or "Column"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One span: `marks` relative to (`x`, `y`), the `path` of elements above it, and its proof facts.

    `size` is the outer box in mm (for Figure's BBox). A leaf that `varies` holds Text with "{n}", the page's number.
    The first `shared` marks are those of many figures alike.
    """

    path: tuple[Tag, ...]
    marks: tuple[Mark, ...]
    x: float
    y: float
    size: tuple[float, float] = (0.0, 0.0)
    facts: Mapping[str, Any] = field(default_factory=dict)
    varies: bool = False
    shared: int = 0

    @property
    def text(self) -> str:
        """Return what the leaf says: its shown strings, one after the other."""
        return "".join(mark.string for mark in self.marks if isinstance(mark, Text))


@dataclass(frozen=True, slots=True)
class Artifact:
    """Marks that say nothing: a panel, a rule, a line to write on. `kind` is one of those that the proof permits."""

    kind: str
    marks: tuple[Mark, ...]
    varies: ClassVar[bool] = False
    shared: ClassVar[int] = 0


@dataclass
class Page:
    """One page, or a run of `copies` equal ones that differ only in leaves that vary. A `lying` one is turned."""

    items: list[Leaf | Artifact] = field(default_factory=list)
    copies: int = 1
    lying: bool = False

    @property
    def leaves(self) -> list[Leaf]:
        """Return the leaves; the index of each is its marked-content id."""
        return [item for item in self.items if isinstance(item, Leaf)]

    def artifact_counts(self) -> dict[str, int]:
        """Return how many artifact spans of each kind the page has."""
        counts: dict[str, int] = {}
        for item in self.items:
            if isinstance(item, Artifact):
                counts[item.kind] = counts.get(item.kind, 0) + 1
        return dict(sorted(counts.items()))


@dataclass
class Document:
    """Pages of one size with what the PDF says of itself. `width` and `height` in mm."""

    title: str
    lang: str
    width: float
    height: float
    inks: str
    pages: list[Page]
    manifest: bytes = b""
    duplex: str = ""  # "", "long" or "short": the edge to flip on

    @property
    def count(self) -> int:
        """Return the number of printed sides."""
        return sum(page.copies for page in self.pages)

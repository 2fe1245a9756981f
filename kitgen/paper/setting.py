"""Everything that the sheets of one build draw from, gathered before the first mark is placed.

Reads no file; figures come only through `figure`, numbers only through `fields`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kitgen.errors import Place
from kitgen.paper.fonts import Fonts
from kitgen.play.contract import Question, Words
from kitgen.play.figure import Figure
from kitgen.source import Node
from kitgen.spec.schema import Foreign, Layout, Sheet
from kitgen.units import Paper

SIDE = 10.2  # mm to the left, right and top of what is printed: 10 stay white, even beside the hook of a j
FOOT = 13.0  # and at the foot
UNIT = 4.0  # the grid that space is measured in


@dataclass(frozen=True)
class Extras:
    """What the user adds to a sheet: a header text, lines for a name and a date, and whose sheet it is."""

    header: str = ""
    name_line: bool = True
    date_line: bool = True
    names: tuple[str, ...] = ()  # of pupils, one a copy, on sheets whose copies all differ


@dataclass(frozen=True)
class Setting:
    """The parts of one sheet's build. `figure(record, ply, style, extra)` replays and shows; see the fields' types."""

    layout: Layout
    name: str
    sheet: Sheet
    options: Mapping[str, Any]
    rules: Mapping[str, Any]
    paper: Paper
    lang: str
    inks: str
    seed: int
    code: str
    title: str
    words: Words
    fonts: Fonts
    sections: Mapping[str, Any]
    picture: Any
    figure: Callable[[str, int | str, str, Mapping[str, Any]], Figure]
    questions: tuple[Question, ...] = ()
    extras: Extras = field(default_factory=Extras)
    copies: int = 1
    cutouts: Any = None  # the game's parts room
    tables: Any = None  # and its tables
    offset: tuple[float, float] = (0.0, 0.0)  # mm that backs are moved right and down, for one printer
    tree: Node | None = None  # of the sheet in its layout, which knows the place of each value

    @property
    def also(self) -> Foreign | None:
        """Return the kit's name in its other language, unless the sheet is in that language."""
        other = self.layout.also
        return other if other and other.text != self.title else None

    def place_of(self, part: Any = None, *keys: str | int) -> Place | None:
        """Return where the layout says what `keys` of a block's `part` (none: of the sheet) lead to, None: nowhere."""
        if self.tree is None:
            return None
        for n, block in enumerate(self.sheet.blocks):
            kind = next((name for name in block.__struct_fields__ if getattr(block, name) is part), "")
            if part is not None and kind:
                return self.tree.place_of("blocks", n, kind, *keys)
        return self.tree.place_of(*keys)

    def measure(self, string: str, size: float, weight: str = "regular") -> float:
        """Return the width of `string` in mm at `size` points."""
        return self.fonts.width(string, size, weight)  # type: ignore[arg-type]

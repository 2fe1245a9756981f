"""A page in the making: puts texts, figures and artifacts on it, in reading order, as tagged leaves.

Coordinates in mm from the page's top left corner, type sizes in points. Knows no game and no layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kitgen.errors import DoesNotFit
from kitgen.marks import Drawing, Line, Mark, Text
from kitgen.paper.moving import moved
from kitgen.paper.page import Artifact, Leaf, Page, Tag
from kitgen.paper.setting import Setting
from kitgen.play.contract import Frame
from kitgen.play.figure import Figure
from kitgen.spec.schema import Boards
from kitgen.units import MM_PER_POINT, pt, read_length

CAP = 0.66  # cap height of Source Sans in em
HAIR = pt(0.5)


def leading(size: float) -> float:
    """Return the distance of baselines in mm for text of `size` points."""
    return size * 1.35 * MM_PER_POINT


def baseline(top: float, size: float) -> float:
    """Return the baseline of a line of text whose line box begins at `top`: capitals are centred in the box."""
    return top + leading(size) / 2 + CAP * size * MM_PER_POINT / 2


class Easel:
    """One page being filled. `setting` gives fonts and figures; `page` is what comes of it."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.page = setting, Page()
        self._count = 0

    def tag(self, kind: str, **more: str) -> Tag:
        """Return a new element of `kind`, told from all others on the page."""
        self._count += 1
        return Tag(kind, str(self._count), **more)

    def leaf(self, leaf: Leaf) -> None:
        """Add a finished leaf."""
        self.page.items.append(leaf)

    def artifact(self, kind: str, *marks: Mark) -> None:
        """Add marks that say nothing."""
        self.page.items.append(Artifact(kind, marks))

    def text(
        self,
        string: str,
        x: float,
        y: float,
        size: float,
        *,
        weight: str = "regular",
        ink: str = "ink",
        anchor: str = "start",
        path: Iterable[Tag] | None = None,
        varies: bool = False,
        facts: Mapping[str, Any] | None = None,
    ) -> float:
        """Add one line of text with its baseline at (x, y); return its width in mm."""
        mark = Text((0.0, 0.0), string, size, weight, ink, anchor)  # type: ignore[arg-type]
        tags = tuple(path) if path else (self.tag("P"),)
        self.leaf(Leaf(tags, (mark,), x, y, facts=facts or {}, varies=varies))
        return self.setting.measure(string, size, weight)

    def texts(self, marks: Sequence[Text], x: float, y: float) -> None:
        """Add several strings of one paragraph, placed relative to (x, y), as one leaf; spaces belong inside them."""
        self.leaf(Leaf((self.tag("P"),), tuple(marks), x, y))

    def lines_to_write_on(self, *lines: tuple[float, float, float]) -> None:
        """Add lines to write on, each (x, y, width), going to the right."""
        self.artifact("write", *(Line((x, y), (x + width, y), HAIR, "mid") for x, y, width in lines))

    def figure(self, figure: Figure, x: float, y: float, cell: float, *, labels: bool = True) -> Drawing:
        """Draw a figure with its outer top left corner at (x, y) and cells of `cell` mm; return what was drawn."""
        setting = self.setting
        drawing: Drawing = setting.picture.draw(figure.view, cell, labels, setting.inks)
        alt = setting.picture.describe(figure.view, setting.words)
        size = (drawing.width, drawing.height)
        tags, facts = (self.tag("Figure", alt=alt),), facts_of_figure(figure, cell)
        self.leaf(Leaf(tags, drawing.marks, x, y, size, facts, shared=drawing.shared))
        return drawing

    def symbols(self, sides: Sequence[str], lefts: Sequence[float], y: float, size: float) -> None:
        """Draw the symbols of `sides` in squares of `size` mm, their top edges at `y`, as one figure."""
        setting = self.setting
        drawings = [setting.picture.symbol(side, size, setting.inks) for side in sides]
        marks = [moved(m, left - lefts[0], 0.0) for d, left in zip(drawings, lefts, strict=True) for m in d.marks]
        alt = setting.words.join(setting.words.say(f"symbol_{side}") for side in sides)
        facts = {"symbols": list(sides)}
        box = (lefts[-1] - lefts[0] + size, size)
        self.leaf(Leaf((self.tag("Figure", alt=alt),), tuple(marks), lefts[0], y, box, facts))


def facts_of_figure(figure: Figure, cell: float) -> dict[str, Any]:
    """Return what the manifest keeps of a figure: enough to replay it and to read it back."""
    return {
        "record": figure.record,
        "ply": figure.ply,
        "style": figure.style,
        "extra": dict(figure.extra),
        "cell": round(cell, 4),
    }


def outer(frame: Frame, cell: float) -> tuple[float, float]:
    """Return the outer width and height in mm of a figure with cells of `cell` mm."""
    width = frame.left + frame.columns * cell + frame.right
    return width, frame.top + frame.rows * cell + frame.bottom


def largest_cell(frame: Frame, width: float, height: float) -> float:
    """Return the largest cell with which a figure fits into `width` x `height` mm; raises DoesNotFit when none does."""
    wide = (width - frame.left - frame.right) / frame.columns
    high = (height - frame.top - frame.bottom) / frame.rows
    cell = min(wide, high)
    if cell <= 0:
        raise DoesNotFit(f"no room for a board of {frame.columns} x {frame.rows} cells")
    return cell


def least_cell(setting: Setting, block: Boards) -> float | None:
    """Return the least cell in mm that the layout allows the boards of a sheet; None where it says nothing."""
    key = min_cell_key(setting, block)
    return read_length(block.min_cell[key]) if key else None


def min_cell_key(setting: Setting, block: Boards) -> str | None:
    """Return the key of the layout's `min_cell` that holds for a sheet: "paper/size", "paper" or "*"; None for none."""
    size = setting.options.get("size")
    keys = (f"{setting.paper.name}/{size}", setting.paper.name, "*")
    return next((key for key in keys if key in block.min_cell), None)

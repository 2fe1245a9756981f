"""Tables on a page: a head, ruled rows, cells to write in. Row after row down the columns of a page.

Knows no game: texts come from the game's table room.
"""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.errors import DoesNotFit
from kitgen.marks import Line, Text
from kitgen.paper.easel import CAP, HAIR, Easel, baseline
from kitgen.paper.furniture import HEADING
from kitgen.paper.page import Leaf, Tag
from kitgen.paper.setting import SIDE, UNIT
from kitgen.play.contract import Table
from kitgen.spec.schema import TableBlock
from kitgen.units import MM_PER_POINT, pt, read_length

HEAD = -1
_PAD = 1.2  # mm between a text and the edge of its cell


def draw_table(easel: Easel, block: TableBlock, top: float, bottom: float) -> float:
    """Draw a table from `top`, as often as the block asks; return where what follows may begin.

    Raises DoesNotFit when rows are left at `bottom`, or a text is wider than its column.
    """
    setting = easel.setting
    table: Table = setting.tables.table(block.name, setting.options, setting.words)
    gap = 2 * UNIT
    width = (setting.paper.width - 2 * SIDE - gap * (block.across - 1)) / block.across
    for _ in range(block.times):
        if block.heading:
            text = setting.words.say(block.heading)
            easel.text(text, SIDE, baseline(top, HEADING), HEADING, weight="semibold", path=(easel.tag("H2"),))
            top += HEADING * 1.35 * MM_PER_POINT + 1.0
        top = _draw_once(easel, block, table, (top, bottom), (width, gap)) + UNIT
    return top


def _draw_once(
    easel: Easel, block: TableBlock, table: Table, room: tuple[float, float], measure: tuple[float, float]
) -> float:
    row, (top, bottom), (width, gap) = read_length(block.row), room, measure
    each = -(-len(table.rows) // block.across)
    if block.stretch:
        row = max(row, (bottom - top) / (each + any(table.head)))
    head = row if any(table.head) else 0.0
    if top + head + each * row > bottom + 1e-6:
        what = f"table {block.name} is {head + each * row:.0f} mm high"
        raise DoesNotFit(f"{what}; there are {bottom - top:.0f} mm for it")
    key = easel.tag("Table")
    for n in range(block.across):
        rows = range(n * each, min((n + 1) * each, len(table.rows)))
        if rows:
            _draw_column(easel, block, table, key, rows, (SIDE + n * (width + gap), top, width, row))
    return top + head + each * row


def _edges(table: Table, width: float) -> list[float]:
    """Return the left edge of each column of the table, and the right edge of the last, from 0 to `width`."""
    count = len(table.rows[0])
    shares = table.widths or (1.0,) * count
    edges = [0.0]
    for share in shares:
        edges.append(edges[-1] + share * width / sum(shares))
    return edges


def _draw_column(
    easel: Easel, block: TableBlock, table: Table, key: Tag, rows: Sequence[int], box: tuple[float, float, float, float]
) -> None:
    x, y, width, row = box
    edges = _edges(table, width)
    numbers = [HEAD, *rows] if any(table.head) else list(rows)
    high = len(numbers) * row
    lines = [Line((x, y + n * row), (x + width, y + n * row), HAIR, "grid") for n in range(1, len(numbers))]
    lines += [Line((x + edge, y), (x + edge, y + high), HAIR, "grid") for edge in edges[1:-1]]
    frame = [Line((x, y), (x + width, y), pt(1.0)), Line((x, y + high), (x + width, y + high), pt(1.0))]
    easel.artifact("rule", *lines, *frame)
    for place, number in enumerate(numbers):
        tag = easel.tag("TR")
        cells = table.head if number == HEAD else table.rows[number]
        for column, text in enumerate(cells):
            left, right = x + edges[column], x + edges[column + 1]
            facts = {"table": block.name, "row": number, "column": column}
            path = (key, tag, _cell_tag(easel, table, number, column))
            place_of = (left, right, y + (place + 0.5) * row)
            _draw_cell(easel, block, text, place_of, path, facts, centred=table.centred)


def _cell_tag(easel: Easel, table: Table, number: int, column: int) -> Tag:
    if number == HEAD:
        return easel.tag("TH", scope="Column")
    return easel.tag("TH", scope="Row") if table.row_heads and column == 0 else easel.tag("TD")


def _draw_cell(
    easel: Easel, block: TableBlock, text: str, place: tuple[float, float, float], path: tuple[Tag, ...],
    facts: dict[str, object], *, centred: bool,
) -> None:  # fmt: skip
    left, right, middle = place
    weight = "semibold" if path[-1].kind == "TH" else "regular"
    width = easel.setting.measure(text, block.size, weight)
    if width > right - left - 2 * _PAD + 1e-6:
        raise DoesNotFit(f"table {block.name}: {text!r} is {width:.1f} mm wide; its column {right - left:.1f} mm")
    base = middle + CAP * block.size * MM_PER_POINT / 2
    x = (left + right - width) / 2 if centred else left + _PAD
    mark = Text((0.0, 0.0), text or " ", block.size, weight)  # type: ignore[arg-type]
    easel.leaf(Leaf(path, (mark,), x, base, facts=facts))

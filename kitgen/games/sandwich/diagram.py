"""Pictures of Sandwich: what a step of a replay shows, drawn in marks and told in words.

A view is made from the steps of a replay alone; drawing and telling see nothing but the view. Sizes are parts of a
cell unless they are in mm or points. Knows no rule, no canvas and no reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from kitgen.boards import Cell, Grid, cell_name, read_cell
from kitgen.errors import DoesNotFit, Fault, SpecError, suggest
from kitgen.marks import Disc, Drawing, Ink, Line, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import MM_PER_POINT, pt

STYLES = ("position", "numbered", "last")
EXTRAS = ("window", "letters", "to_move")
WINDOW = 6  # most columns and rows of a part of the board

RADIUS, OUTLINE = 0.34, 0.045
LOW_RADIUS = 0.2475  # A in low ink: still filled, but smaller
NUMBER, KILLER, LETTER = 0.39, 0.305, 0.44  # type sizes; three digits are set smaller
NARROW = {NUMBER: 0.32, KILLER: 0.22}
LEAST_NUMBER, LEAST_KILLER = 7.0, 5.5  # points; under them a number is not printed
LEAST_DISC, LEAST_LOW = 1.17, 1.6  # mm, radii that hold two digits of the least sizes
LEAST_CELL = 5.5  # mm, in which all of it keeps clear of the next cell
DIGIT = 0.636  # height of a digit in Source Sans Pro Semibold, in parts of the type size
SLASH, HALO, REACH = 0.05, 0.11, 0.43  # widths of a slash and of the white behind it; how far it goes towards a corner
BREAK = 0.18  # where a slash stops before a number
DISC, DISC_EDGE, DISC_AT = 0.186, 0.012, 0.29  # the killer's disc, its white edge, its place right and above
RING, RING_WIDTH = 0.43, 0.035

FRAME, GRID = pt(1.2), pt(0.6)
OVERHANG = 1.6  # mm that lines run on at a side where the board is cut
LABEL, GAP = 8.0, 1.4  # points, and mm between the frame and a label
SIGN = 1.5  # mm, radius of the symbol of the side to move


# ---------------------------------------------------------------- from a replay to a view


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return what the figure of `ply` shows.

    Styles: "position" (marks, slashes on the dead), "numbered" (also each mark's move and the number of the move that
    killed it), "last" (as position, with a ring on the last move). `extra`: `window: true` shows only the part that
    opening and moves use; `letters: {C2: a}` puts letters into empty cells; `to_move: true` shows whose turn it is.
    Raises SpecError for other keys and for a letter that has no empty cell.
    """
    for key in extra:
        if key not in EXTRAS:
            raise SpecError(
                Fault(f"a figure of sandwich has no {key!r}", None, ", ".join(EXTRAS), suggest(key, EXTRAS))
            )
    position = replayed.steps[ply].position
    shown = _show_marks(replayed, ply, style)
    for name, letter in extra.get("letters", {}).items():
        if name in shown or read_cell(name) not in position.grid.cells:
            raise SpecError(Fault(f"letter {letter} at {name}: there is no such empty cell"))
        shown[name] = {f"letter {letter}"}
    columns, rows, cut = _choose_window(position.grid, shown, bool(extra.get("window")))
    turn = replayed.game.to_move(position) if extra.get("to_move") else None
    return View(
        tuple(chr(65 + column) for column in columns),
        tuple(str(row + 1) for row in rows),
        {name: tuple(sorted(tokens)) for name, tokens in shown.items()},
        cut,
        (f"to move {turn}",) if turn else (),
    )


def _show_marks(replayed: Replayed, ply: int, style: str) -> dict[str, set[str]]:
    start = replayed.steps[0].position
    shown = {
        cell_name(cell): {"slash"} if mark == "x" else {f"mark {mark}"}
        for cell, mark in zip(start.grid.cells, start.board, strict=True)
        if mark != "."
    }
    for step in replayed.steps[1 : ply + 1]:
        shown[step.move] = {f"mark {step.side}"} | ({f"number {step.ply}"} if style == "numbered" else set())
        if style == "last" and step.ply == ply:
            shown[step.move].add("ring")
        for name in step.effects["killed"]:
            if step.position.fill_and_count:
                del shown[name]
            else:
                shown[name] |= {"slash"} | ({f"killer {step.ply}"} if style == "numbered" else set())
    return shown


def _choose_window(grid: Grid, shown: Iterable[str], wanted: bool) -> tuple[range, range, frozenset[str]]:
    """Return the columns and rows to show, and the sides that are cut: all of the board where the part is too large."""
    whole = range(grid.columns), range(grid.rows), frozenset[str]()
    used = list(map(_cell, shown))
    if not wanted or not used:
        return whole
    columns, rows = (range(min(line), max(line) + 1) for line in zip(*used, strict=True))
    if max(len(columns), len(rows)) > WINDOW:
        return whole
    sides = {
        "left": columns.start > 0,
        "right": columns.stop < grid.columns,
        "top": rows.start > 0,
        "bottom": rows.stop < grid.rows,
    }
    return columns, rows, frozenset(side for side, is_cut in sides.items() if is_cut)


def _cell(name: str) -> Cell:
    cell = read_cell(name)
    if cell is None:
        raise ValueError(name)
    return cell


# ---------------------------------------------------------------- from a view to marks


def frame(view: View, labels: bool) -> Frame:
    """Return the space around the cells: labels left and above, and room where lines run on at a cut side."""
    edge = {side: OVERHANG if side in view.cut else FRAME / 2 for side in ("left", "right", "top", "bottom")}
    if labels:
        digits = max(map(len, view.rows))
        edge["left"] = _label_gap(view, "left") + digits * 0.5 * LABEL * MM_PER_POINT
        edge["top"] = _label_gap(view, "top") + 0.66 * LABEL * MM_PER_POINT
    if view.notes:
        edge["right"] += 1.0 + 2 * SIGN
    return Frame(len(view.columns), len(view.rows), edge["left"], edge["top"], edge["right"], edge["bottom"])


def _label_gap(view: View, side: str) -> float:
    return GAP + (OVERHANG if side in view.cut else 0.0)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the marks of `view` with cells of `cell` mm; `inks` is "colour", "grey" or "low".

    Raises DoesNotFit when numbers would have to be smaller than can be read.
    """
    if cell < LEAST_CELL and any(token.startswith("number") for tokens in view.cells.values() for token in tokens):
        raise DoesNotFit(f"a numbered figure with cells of {cell:.1f} mm; {LEAST_CELL} mm is the least")
    space = frame(view, labels)
    box = (space.left, space.top, cell * space.columns, cell * space.rows)
    ground = _draw_ground(view.columns, view.rows, view.cut, cell, labels, box)
    marks = [*ground]
    for name, tokens in view.cells.items():
        column, row = view.columns.index(name[0]), view.rows.index(name[1:])
        centre = (box[0] + (column + 0.5) * cell, box[1] + (row + 0.5) * cell)
        marks += _fill_cell(dict(token.partition(" ")[::2] for token in tokens), centre, cell, inks)
    for note in view.notes:
        right = box[0] + box[2] + (OVERHANG if "right" in view.cut else FRAME / 2)
        marks += draw_mark(note[-1], (right + 1.0 + SIGN, box[1] + cell / 2), SIGN / (RADIUS + OUTLINE / 2), inks)
    width, height = box[0] + box[2] + space.right, box[1] + box[3] + space.bottom
    return Drawing(tuple(marks), width, height, box, len(ground))


@lru_cache(maxsize=32)  # the boards of a practice sheet all stand on one
def _draw_ground(
    columns: tuple[str, ...], rows: tuple[str, ...], cut: frozenset[str], cell: float, labels: bool,
    box: tuple[float, float, float, float],
) -> tuple[Mark, ...]:  # fmt: skip
    """Return the marks of an empty board, or of a part of one."""
    empty = View(columns, rows, {}, cut)
    return (*_rule_grid(empty, cell, box), *(_write_labels(empty, cell, box) if labels else ()))


def symbol(side: str, size: float, inks: str) -> Drawing:
    """Return the mark of `side` in a square of `size` mm, for score lines and legends."""
    marks = draw_mark(side, (size / 2, size / 2), size / (2 * RADIUS + OUTLINE), inks)
    return Drawing(tuple(marks), size, size)


def draw_mark(side: str, centre: Point, cell: float, inks: str) -> Iterator[Mark]:
    """Yield a mark: A a filled disc (smaller in low ink), B a hollow one."""
    radius = RADIUS * cell
    if (side, inks) == ("A", "low"):
        radius = max(LOW_RADIUS * cell, min(radius, LEAST_LOW))
    yield Disc(centre, radius, "ink" if side == "A" else "white", "ink", OUTLINE * cell)


def _rule_grid(view: View, cell: float, box: tuple[float, float, float, float]) -> Iterator[Mark]:
    """Yield grid and frame; at a cut side there is no frame, the last line is thin, and the lines across run on."""
    x, y, width, height = box
    reach = {side: OVERHANG if side in view.cut else 0.0 for side in ("left", "right", "top", "bottom")}
    left, right = x - reach["left"], x + width + reach["right"]
    top, bottom = y - reach["top"], y + height + reach["bottom"]
    for n in range(0 if "left" in view.cut else 1, len(view.columns) + ("right" in view.cut)):
        yield Line((x + n * cell, top), (x + n * cell, bottom), GRID, "grid")
    for n in range(0 if "top" in view.cut else 1, len(view.rows) + ("bottom" in view.cut)):
        yield Line((left, y + n * cell), (right, y + n * cell), GRID, "grid")
    if not view.cut:
        yield rectangle(x, y, width, height, stroke="ink", line=FRAME)
        return
    half = {side: reach[side] or FRAME / 2 for side in reach}  # frame lines meet in full corners
    upright = (y - half["top"], y + height + half["bottom"])
    level = (x - half["left"], x + width + half["right"])
    for side, at in (("left", x), ("right", x + width)):
        if side not in view.cut:
            yield Line((at, upright[0]), (at, upright[1]), FRAME)
    for side, at in (("top", y), ("bottom", y + height)):
        if side not in view.cut:
            yield Line((level[0], at), (level[1], at), FRAME)


def _write_labels(view: View, cell: float, box: tuple[float, float, float, float]) -> Iterator[Mark]:
    above, left = box[1] - _label_gap(view, "top"), box[0] - _label_gap(view, "left")
    for n, name in enumerate(view.columns):
        yield Text((box[0] + (n + 0.5) * cell, above), name, LABEL, ink="mid", anchor="middle")
    for n, name in enumerate(view.rows):
        base = box[1] + (n + 0.5) * cell + _half_digit(LABEL)
        yield Text((left, base), name, LABEL, ink="mid", anchor="end")


def _fill_cell(tokens: Mapping[str, str], centre: Point, cell: float, inks: str) -> Iterator[Mark]:
    """Yield what stands in one cell, lowest first; `tokens` maps the first word of each token to the rest."""
    accent: Ink = "accent" if inks == "colour" else "ink"
    side, number = tokens.get("mark"), tokens.get("number")
    if side:
        yield from draw_mark(side, centre, cell, inks)
    if "ring" in tokens:
        yield Disc(centre, RING * cell, None, "ink", RING_WIDTH * cell)
    if "slash" in tokens:
        yield from _slash(centre, cell, number is not None, accent)
    if number:
        yield _write_number(number, centre, NUMBER, cell, "white" if side == "A" else "ink")
    if "killer" in tokens:
        radius = max(DISC * cell, LEAST_DISC)
        off = min(DISC_AT * cell, cell / 2 - radius - DISC_EDGE * cell / 2)
        at = (centre[0] + off, centre[1] - off)
        yield Disc(at, radius, accent, "white", DISC_EDGE * cell)
        yield _write_number(tokens["killer"], at, KILLER, cell, "white")
    if "letter" in tokens:
        size = LETTER * cell / MM_PER_POINT
        yield Text((centre[0], centre[1] + _half_digit(size)), tokens["letter"], size, anchor="middle")


def _slash(centre: Point, cell: float, is_numbered: bool, accent: Ink) -> Iterator[Mark]:
    """Yield a slash from the upper left to the lower right corner, which leaves the killer's corner free."""
    spans = ((-REACH, -BREAK), (BREAK, REACH)) if is_numbered else ((-REACH, REACH),)
    for width, ink in ((HALO, "white"), (SLASH, accent)):
        for begin, end in spans:
            a = (centre[0] + begin * cell, centre[1] + begin * cell)
            b = (centre[0] + end * cell, centre[1] + end * cell)
            yield Line(a, b, width * cell, ink)


def _write_number(number: str, centre: Point, size: float, cell: float, ink: Ink) -> Text:
    """Return a number centred by the real height of its digits; three digits are set smaller."""
    points = (NARROW[size] if len(number) > 2 else size) * cell / MM_PER_POINT
    points = max(points, LEAST_NUMBER if size == NUMBER else LEAST_KILLER)
    return Text((centre[0], centre[1] + _half_digit(points)), number, points, "semibold", ink, "middle")


def _half_digit(points: float) -> float:
    return DIGIT / 2 * points * MM_PER_POINT


# ---------------------------------------------------------------- in words


def describe(view: View, words: Words) -> str:
    """Return the alternative text: the board or its part, each side's marks, the dead, and what else is shown."""
    names = sorted(view.cells, key=_cell)
    told = {name: dict(token.partition(" ")[::2] for token in view.cells[name]) for name in names}
    parts = [_tell_board(view, words)]
    for side in ("A", "B"):
        live = [_tell_mark(n, t, words) for n, t in told.items() if t.get("mark") == side and "slash" not in t]
        parts.append(words.say("alt_live", side=words.say(f"side_{side}"), cells=_list(live, words)))
    dead = [_tell_dead(n, t, words) for n, t in told.items() if "slash" in t]
    parts.append(words.say("alt_dead", cells=_list(dead, words)))
    parts += [words.say("alt_last", cell=n) for n, t in told.items() if "ring" in t]
    letters = [words.say("alt_letter", cell=n, letter=t["letter"]) for n, t in told.items() if "letter" in t]
    if letters:
        parts.append(words.say("alt_letters", cells=words.join(letters)))
    parts += [words.say("alt_to_move", side=words.say(f"side_{note[-1]}")) for note in view.notes]
    return words.say("alt_space").join(parts)


def _tell_board(view: View, words: Words) -> str:
    if not view.cut:
        return words.say("alt_board", columns=len(view.columns), rows=len(view.rows))
    columns, rows = view.columns, view.rows
    return words.say("alt_part", left=columns[0], right=columns[-1], top=rows[0], bottom=rows[-1])


def _tell_mark(name: str, tokens: Mapping[str, str], words: Words) -> str:
    return words.say("alt_move", cell=name, n=int(tokens["number"])) if "number" in tokens else name


def _tell_dead(name: str, tokens: Mapping[str, str], words: Words) -> str:
    """Return a dead cell with whose mark it was, its move and the move that killed it, as far as they are shown."""
    if "mark" not in tokens:
        return name
    side = words.say(f"side_{tokens['mark']}")
    key = "alt_dead" + "".join(f"_{part}" for part in ("number", "killer") if part in tokens)
    numbers = {part: int(tokens[part]) for part in ("number", "killer") if part in tokens}
    return words.say(key if numbers else "alt_dead_mark", cell=name, side=side, **numbers)


def _list(items: list[str], words: Words) -> str:
    return words.join(items) if items else words.say("alt_none")


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return one line for each move that killed, up to `ply`: "10 at D2 kills C3, E2"."""
    return tuple(
        words.say(
            "caption_kills", ply=step.ply, cell=step.move, cells=words.join(sorted(step.effects["killed"], key=_cell))
        )
        for step in replayed.steps[1 : ply + 1]
        if step.effects["killed"]
    )

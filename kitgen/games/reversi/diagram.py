"""Pictures of reversi: what a step of a replay shows, drawn in marks and told in words.

A view is made from the steps of a replay alone; drawing and telling see nothing but the view. Sizes are parts of a
cell unless they are in mm or points. Knows no rule, no canvas and no reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kitgen.boards import Grid, cell_name, read_cell
from kitgen.errors import DoesNotFit, Fault, SpecError, suggest
from kitgen.marks import Disc, Drawing, Ink, Line, Mark, Point, Text, rectangle
from kitgen.play.contract import Frame, Replayed, View, Words
from kitgen.units import MM_PER_POINT, pt

STYLES = ("position", "numbered", "last", "playable", "before", "board")
EXTRAS = ("dots", "move", "last", "to_move")
SIDES = {"B": "black", "W": "white"}

RADIUS, OUTLINE = 0.34, 0.045
LOW_RADIUS, LEAST_LOW = 0.2475, 1.6  # black in low ink: still filled, but smaller; mm that hold two digits
DOT = 0.1  # radius of the dot on a playable square
RING, RING_WIDTH = 0.43, 0.035  # around the last disc
SEAT, SEAT_WIDTH = 0.15, 0.02  # on a board to play on: where a disc of the start belongs
FLIP, FLIP_WIDTH = 0.6, 0.05  # inside a disc that would be turned: radius in parts of the disc's
NUMBER, LEAST_NUMBER, LEAST_CELL = 0.39, 7.0, 5.5  # type size; points; mm that hold the least number
DIGIT = 0.636  # height of a digit in Source Sans Pro Semibold, in parts of the type size

FRAME, GRID = pt(1.2), pt(0.6)
LEAST_LINE = pt(0.5)  # printers drop what is thinner
LABEL, GAP = 8.0, 1.4  # points, and mm between the frame and a label
BOARD_LABEL = 12.0  # points, on a board to play on
SIGN = 1.5  # mm, radius of the symbol of the side to move


# ---------------------------------------------------------------- from a replay to a view


def view(replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
    """Return what the figure of `ply` shows.

    Styles: "position" (the discs), "last" (and a ring on the last disc), "playable" (and dots on the playable
    squares), "before" (the position before the move of `ply`, as with `move`), "numbered" (the field's form: the start
    discs, and on each square played the number of its move, on a disc of the side that put it there), "board" (to
    play on: small marks where the start discs belong, whatever the ply).
    `extra`: `dots: true` dots the playable squares; `move: f5` dots that square alone and rings the discs that it would
    turn; `last: true` rings the last disc; `to_move: false` hides whose turn it is, `true` shows it in a numbered game.
    Raises SpecError for other keys, for a `move` that is not legal, and for what comes before ply 0.
    """
    for key in extra:
        if key not in EXTRAS:
            raise SpecError(Fault(f"a figure of reversi has no {key!r}", None, ", ".join(EXTRAS), suggest(key, EXTRAS)))
    if style == "before":
        if not ply:
            raise SpecError(Fault("nothing comes before ply 0", None, "a ply from 1 on"))
        return view(replayed, ply - 1, "position", {**extra, "move": replayed.steps[ply].move})
    game, step = replayed.game, replayed.steps[ply]
    shown = _show(replayed, ply, style)
    if ply and (style in ("last", "playable") or extra.get("last")):
        shown[step.move].add("ring")
    if style == "playable" or extra.get("dots"):
        for square in game.legal(step.position):
            shown.setdefault(square, set()).add("dot")
    if "move" in extra:
        _show_turned(replayed, ply, str(extra["move"]).lower(), shown)
    side = game.to_move(step.position) if extra.get("to_move", style not in ("numbered", "board")) else None
    return View(
        tuple("abcdefgh"),
        tuple("12345678"),
        {name: tuple(sorted(shown[name])) for name in sorted(shown, key=_board_order)},
        frozenset(),
        (f"to move {side}",) if side else (),
    )


def _show(replayed: Replayed, ply: int, style: str) -> dict[str, set[str]]:
    if style == "numbered":
        return _show_numbers(replayed, ply)
    if style == "board":
        discs = _show_discs(replayed, 0)
        return {name: {token.replace("disc", "seat") for token in tokens} for name, tokens in discs.items()}
    return _show_discs(replayed, ply)


def _board_order(name: str) -> tuple[int, int]:
    column, row = read_cell(name) or (0, 0)
    return row, column


def _show_discs(replayed: Replayed, ply: int) -> dict[str, set[str]]:
    rows = replayed.game.state(replayed.steps[ply].position)["board"]
    grid = Grid(len(rows[0]), len(rows))
    pieces = zip(grid.cells, "".join(rows), strict=True)
    return {cell_name(cell).lower(): {f"disc {SIDES[piece]}"} for cell, piece in pieces if piece != "."}


def _show_numbers(replayed: Replayed, ply: int) -> dict[str, set[str]]:
    shown = _show_discs(replayed, 0)
    for step in replayed.steps[1 : ply + 1]:
        shown[step.move] = {f"disc {step.side}", f"number {step.ply}"}
    return shown


def _show_turned(replayed: Replayed, ply: int, square: str, shown: dict[str, set[str]]) -> None:
    game, position = replayed.game, replayed.steps[ply].position
    if square not in game.legal(position):
        raise SpecError(Fault(f"move {square}: not legal at ply {ply}", None, ", ".join(game.legal(position))))
    shown.setdefault(square, set()).add("dot")
    for name in (game.apply(position, game.read_move(square, position)).effects or {})["flipped"]:
        shown[name].add("flip")


# ---------------------------------------------------------------- from a view to marks


def frame(view: View, labels: bool) -> Frame:
    """Return the space around the cells: letters above, numbers left, and the side to move on the right.

    Positions keep that space when nobody is to move, so that figures side by side are of one size.
    """
    left = top = right = FRAME / 2
    if labels:
        size = _label_size(view)
        left = GAP + 0.5 * size * MM_PER_POINT
        top = GAP + 0.72 * size * MM_PER_POINT
    if view.notes or not _holds(view, "number", "seat"):
        right += 1.0 + 2 * SIGN
    return Frame(len(view.columns), len(view.rows), left, top, right, FRAME / 2)


def draw(view: View, cell: float, labels: bool, inks: str) -> Drawing:
    """Return the marks of `view` with cells of `cell` mm; `inks` is "colour", "grey" or "low".

    Raises DoesNotFit when numbers would have to be smaller than can be read.
    """
    if cell < LEAST_CELL and _holds(view, "number"):
        raise DoesNotFit(f"a numbered figure with cells of {cell:.1f} mm; {LEAST_CELL} mm is the least")
    space = frame(view, labels)
    x, y, width, height = space.left, space.top, cell * space.columns, cell * space.rows
    marks = [*_rule_grid(space, cell), rectangle(x, y, width, height, stroke="ink", line=FRAME)]
    marks += _write_labels(view, space, cell) if labels else ()
    ground = len(marks)
    for name, tokens in view.cells.items():
        centre = (x + (view.columns.index(name[0]) + 0.5) * cell, y + (view.rows.index(name[1:]) + 0.5) * cell)
        marks += _fill_cell(dict(token.partition(" ")[::2] for token in tokens), centre, cell, inks)
    for note in view.notes:
        at = (x + width + FRAME / 2 + 1.0 + SIGN, y + cell / 2)
        marks += draw_disc(note.removeprefix("to move "), at, SIGN / (RADIUS + OUTLINE / 2), inks)
    return Drawing(tuple(marks), x + width + space.right, y + height + space.bottom, (x, y, width, height), ground)


def symbol(side: str, size: float, inks: str) -> Drawing:
    """Return the disc of `side` ("black", "white") in a square of `size` mm, for score lines and legends."""
    marks = draw_disc(side, (size / 2, size / 2), size / (2 * RADIUS + OUTLINE), inks)
    return Drawing(tuple(marks), size, size)


def draw_disc(side: str, centre: Point, cell: float, inks: str) -> Iterator[Mark]:
    """Yield a disc: black filled (smaller in low ink), white hollow."""
    fill = "ink" if side == "black" else "white"
    yield Disc(centre, _radius(side, cell, inks), fill, "ink", max(LEAST_LINE, OUTLINE * cell))


def _radius(side: str | None, cell: float, inks: str) -> float:
    radius = RADIUS * cell
    return max(LOW_RADIUS * cell, min(radius, LEAST_LOW)) if (side, inks) == ("black", "low") else radius


def _rule_grid(space: Frame, cell: float) -> Iterator[Mark]:
    x, y, width, height = space.left, space.top, cell * space.columns, cell * space.rows
    for n in range(1, space.columns):
        yield Line((x + n * cell, y), (x + n * cell, y + height), GRID, "grid")
    for n in range(1, space.rows):
        yield Line((x, y + n * cell), (x + width, y + n * cell), GRID, "grid")


def _label_size(view: View) -> float:
    """Return the size of labels in points: larger on a board to play on."""
    return BOARD_LABEL if _holds(view, "seat") else LABEL


def _holds(view: View, *kinds: str) -> bool:
    return any(token.startswith(kinds) for tokens in view.cells.values() for token in tokens)


def _write_labels(view: View, space: Frame, cell: float) -> Iterator[Mark]:
    size = _label_size(view)
    for n, name in enumerate(view.columns):
        yield Text((space.left + (n + 0.5) * cell, space.top - GAP), name, size, ink="mid", anchor="middle")
    for n, name in enumerate(view.rows):
        base = space.top + (n + 0.5) * cell + _half_digit(size)
        yield Text((space.left - GAP, base), name, size, ink="mid", anchor="end")


def _fill_cell(tokens: Mapping[str, str], centre: Point, cell: float, inks: str) -> Iterator[Mark]:
    """Yield what stands in one cell, lowest first; `tokens` maps the first word of each token to the rest."""
    accent: Ink = "accent" if inks == "colour" else "ink"
    side = tokens.get("disc")
    own: Ink = "white" if side == "black" else "ink"  # what shows on a disc
    if side:
        yield from draw_disc(side, centre, cell, inks)
    if "seat" in tokens:
        fill = "ink" if tokens["seat"] == "black" else "white"
        yield Disc(centre, SEAT * cell, fill, "ink", SEAT_WIDTH * cell)
    if "ring" in tokens:
        yield Disc(centre, RING * cell, None, accent, max(LEAST_LINE, RING_WIDTH * cell))
    if "flip" in tokens:
        yield Disc(centre, FLIP * _radius(side, cell, inks), None, own, FLIP_WIDTH * cell)
    if "number" in tokens:
        points = max(NUMBER * cell / MM_PER_POINT, LEAST_NUMBER)
        base = (centre[0], centre[1] + _half_digit(points))
        yield Text(base, tokens["number"], points, "semibold", own, "middle")
    if "dot" in tokens:
        yield Disc(centre, DOT * cell, accent)


def _half_digit(points: float) -> float:
    return DIGIT / 2 * points * MM_PER_POINT


# ---------------------------------------------------------------- in words


def describe(view: View, words: Words) -> str:
    """Return the alternative text: the board, each side's discs with their moves, and what else is shown."""
    told = {name: dict(token.partition(" ")[::2] for token in tokens) for name, tokens in view.cells.items()}
    parts = [words.say("alt_board", columns=len(view.columns), rows=len(view.rows))]
    for side in ("black", "white"):
        discs = [_tell_disc(name, tokens, words) for name, tokens in told.items() if tokens.get("disc") == side]
        seats = [name for name, tokens in told.items() if tokens.get("seat") == side]
        phrase = "alt_seats" if seats else "alt_discs"
        listed = words.join(seats or discs or [words.say("alt_none")])
        parts.append(words.say(phrase, side=words.say(f"side_{side}"), squares=listed))
    for token in ("dot", "flip", "ring"):
        squares = [name for name, tokens in told.items() if token in tokens]
        if squares:
            parts.append(words.say(f"alt_{token}", squares=words.join(squares)))
    parts += [words.say("alt_to_move", side=words.say(f"side_{n.removeprefix('to move ')}")) for n in view.notes]
    return words.say("alt_space").join(parts)


def _tell_disc(name: str, tokens: Mapping[str, str], words: Words) -> str:
    return words.say("alt_move", square=name, n=int(tokens["number"])) if "number" in tokens else name


def captions(replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
    """Return the passes up to `ply` as the field writes them, and how the game ended, in every count that differs."""
    lines = [*_tell_passes(replayed, ply, words)]
    outcome = replayed.game.state(replayed.steps[ply].position)["outcome"]
    if outcome:
        lines += _tell_result(outcome["score"], words)
    return tuple(lines)


def _tell_passes(replayed: Replayed, ply: int, words: Words) -> Iterator[str]:
    passed = {side: _passes(replayed, ply, side) for side in SIDES.values()}
    for side, moves in passed.items():
        if moves:
            yield words.say("caption_passes", side=words.say(f"side_{side}"), moves=words.join(moves))


def _passes(replayed: Replayed, ply: int, side: str) -> list[str]:
    """Return the numbers of the moves after which `side` had to pass."""
    steps: Iterable[Any] = replayed.steps[1 : ply + 1]
    return [str(step.ply - 1) for step in steps if step.effects.get("after_pass") == side]


def _tell_result(score: Mapping[str, Any], words: Words) -> Iterator[str]:
    black, white, empty = score["black"], score["white"], score["empty"]
    if not empty:
        yield words.say("caption_full", black=black, white=white)
        return
    yield words.say("caption_empty", black=black, white=white, n=empty)
    for way in ("tournament", "split"):
        first, second = score[way]
        yield words.say(f"caption_{way}", black=first, white=second)

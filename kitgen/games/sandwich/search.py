"""The seeded search for the example in the corner: ten moves that end in a double kill.

`find_faults` says by the plain engine alone which conditions a replay breaks; `search_example` plays seeded games on
wide integers between two players who look one reply ahead, until B overlooks a double kill at move 9, and keeps the
game that looks most like play. `python -m kitgen.games.sandwich.search` prints the records. Writes no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kitgen.boards import Cell, cell_name
from kitgen.chance import Chance
from kitgen.games.sandwich.engine import EMPTY, GAME, OPENINGS, SIDES, Position, opening_board, square_grid
from kitgen.lanes import square_lanes
from kitgen.play.contract import Replayed
from kitgen.play.replay import play

PLIES = 10
NEAR = 2  # cells, along rows, columns or diagonals
WINDOW = 6  # columns and rows that an example may use
MOST_KILLS = 1  # before the last move, in the search
COLUMNS, ROWS = 6, 5  # what the corner has room for, with two captions below
SEEDS = 4_000  # games looked at for each example


# ---------------------------------------------------------------- the conditions, by the plain engine


def find_faults(replayed: Replayed) -> list[str]:
    """Return the conditions of an example that `replayed` breaks, in words; none for a sound one."""
    if [step.side for step in replayed.steps[1:]] != ["B", "A"] * (PLIES // 2):
        return [f"it is not {PLIES} moves from B 1 to A {PLIES}"]
    return [what for what, holds in (CONDITIONS | CORNER).items() if not holds(replayed)]


def marked_cells(replayed: Replayed) -> tuple[list[Cell], list[Cell]]:
    """Return the cells of the opening's marks and those of the moves, in order."""
    start: Position = replayed.steps[0].position
    opening = [cell for cell, mark in zip(start.grid.cells, start.board, strict=True) if mark != EMPTY]
    return opening, [GAME.read_move(step.move, start) for step in replayed.steps[1:]]


def _last_runs(replayed: Replayed) -> list[list[Cell]]:
    """Return the runs that the last move kills, as offsets (columns, rows) from its cell."""
    before: Position = replayed.steps[-2].position
    column, row = GAME.read_move(replayed.last.move, before)
    runs = before.runs(before.grid.index((column, row)))
    cells = [[before.grid.cell(index) for index in run] for run in runs]
    return [[(c - column, r - row) for c, r in run] for run in cells]


def _kills_two(replayed: Replayed) -> bool:
    return len(replayed.last.effects["killed"]) == 2


def _row_and_diagonal(replayed: Replayed) -> bool:
    shapes = sorted("row" if run[0][1] == 0 else "column" if run[0][0] == 0 else "z" for run in _last_runs(replayed))
    return shapes == ["row", "z"]


def _left_and_right(replayed: Replayed) -> bool:
    columns = [cell[0] for run in _last_runs(replayed) for cell in run]
    return min(columns, default=0) < 0 < max(columns, default=0)


def _earlier_kills(replayed: Replayed) -> list[int]:
    return [len(step.effects["killed"]) for step in replayed.steps[1:-1] if step.effects["killed"]]


def _moves_near(replayed: Replayed) -> bool:
    earlier, moves = marked_cells(replayed)
    for move in moves:
        if not any(_distance(move, cell) <= NEAR for cell in earlier):
            return False
        earlier.append(move)
    return True


def _doubles_answered(replayed: Replayed) -> bool:
    return not any(_offers_double(step.position) for step in replayed.steps[1:9])


def _fits(replayed: Replayed, columns: int, rows: int) -> bool:
    opening, moves = marked_cells(replayed)
    extents = _extents([*opening, *moves])
    return extents[0] <= columns and extents[1] <= rows


CONDITIONS: dict[str, Callable[[Replayed], bool]] = {
    "the last move kills exactly two marks": _kills_two,
    "the last move kills one mark along a row and one along a diagonal": _row_and_diagonal,
    "one mark dies left of the last move and one right of it": _left_and_right,
    "an earlier move kills": lambda replayed: bool(_earlier_kills(replayed)),
    f"each move is within {NEAR} cells of an earlier mark": _moves_near,
    "no move before the ninth leaves a double kill": _doubles_answered,
    f"opening and moves lie within {WINDOW} x {WINDOW} cells": lambda replayed: _fits(replayed, WINDOW, WINDOW),
}
CORNER: dict[str, Callable[[Replayed], bool]] = {  # so that the figure and a line for each kill fit beside the rules
    "one earlier move kills, and kills one mark": lambda replayed: _earlier_kills(replayed) == [1],
    f"opening and moves lie within {COLUMNS} x {ROWS} cells": lambda replayed: _fits(replayed, COLUMNS, ROWS),
}


def are_translates(first: Sequence[Cell], second: Sequence[Cell]) -> bool:
    """Return whether the moves of one example are those of the other, shifted or turned over by a symmetry."""
    turns: list[Callable[[Cell], Cell]] = [lambda cell: cell, lambda cell: (cell[1], cell[0])]
    for turn in turns:
        for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            turned = [(across * turn(cell)[0], down * turn(cell)[1]) for cell in second]
            if len({(a[0] - b[0], a[1] - b[1]) for a, b in zip(first, turned, strict=True)}) == 1:
                return True
    return False


def _offers_double(position: Position) -> bool:
    """Return whether the side to move can kill along two lines at once; a run along one line is no double kill."""
    return any(len(position.runs(index)) > 1 for index, mark in enumerate(position.board) if mark == EMPTY)


def _distance(a: Cell, b: Cell) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _extents(cells: Iterable[Cell]) -> tuple[int, int]:
    columns, rows = zip(*cells, strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


# ---------------------------------------------------------------- the search, on wide integers


@dataclass(frozen=True, slots=True)
class Found:
    """An example that was found: the seed of its game, its moves, and its rank (lower looks more like play)."""

    seed: int
    moves: tuple[str, ...]
    rank: tuple[int, ...]


class _Table:
    """A game under way on wide integers; `own` is the side to move."""

    def __init__(self, size: int, opening: str) -> None:
        board = opening_board(size, opening)
        self.lanes, self.grid = square_lanes(size), square_grid(size)
        self.enemy, self.own, self.free = (
            self.lanes.gather(i for i, mark in enumerate(board) if mark == kind) for kind in (*SIDES, EMPTY)
        )
        self.marked = [i for i, mark in enumerate(board) if mark != EMPTY]
        self.empty = {i: NEAR + 1 for i, mark in enumerate(board) if mark == EMPTY}  # distance to the nearest mark
        for index in self.marked:
            self._come_near(index)

    def _come_near(self, index: int) -> None:
        cell = self.grid.cell(index)
        for other, near in self.empty.items():
            self.empty[other] = min(near, _distance(cell, self.grid.cell(other)))

    def candidates(self) -> list[int]:
        """Return the empty cells near an earlier mark that keep everything within the window."""
        columns, rows = zip(*map(self.grid.cell, self.marked), strict=True)
        left, right = max(columns) - COLUMNS, min(columns) + COLUMNS
        top, bottom = max(rows) - ROWS, min(rows) + ROWS
        near = [index for index, distance in self.empty.items() if distance <= NEAR]
        cells = [(index, *self.grid.cell(index)) for index in near]
        return [index for index, column, row in cells if left < column < right and top < row < bottom]

    def killed_by(self, index: int) -> int:
        """Return the wide set that a mark of the side to move at `index` would kill."""
        return self.lanes.bracketed(index, self.own, self.enemy)

    def replies(self, index: int) -> tuple[int, dict[int, int]]:
        """Return how many marks `index` kills, and for each reply that then kills the wide set of what it does."""
        lanes, mark, killed = self.lanes, self.lanes.marks[index], self.killed_by(index)
        own, enemy = self.enemy ^ killed, self.own | mark
        cells = lanes.list_cells(lanes.bracketing(own, enemy, self.free ^ mark))
        return lanes.count(killed), {cell: lanes.bracketed(cell, own, enemy) for cell in cells}

    def mark(self, index: int) -> int:
        """Mark `index` for the side to move, hand the turn over, and return the number of kills."""
        killed = self.killed_by(index)
        self.own, self.enemy = self.enemy ^ killed, self.own | self.lanes.marks[index]
        self.free ^= self.lanes.marks[index]
        del self.empty[index]
        self.marked.append(index)
        self._come_near(index)
        return self.lanes.count(killed)


@dataclass(slots=True)
class _Game:
    """The cells of a game's moves, how many marks each killed, and how often a kill was passed over."""

    cells: list[int]
    kills: list[int]
    lapses: int


def _play_once(size: int, opening: str, chance: Chance) -> _Game | None:
    """Play one game; None when it can't become an example."""
    table, game = _Table(size, opening), _Game([], [], 0)
    for ply in range(1, PLIES + 1):
        looked = {index: table.replies(index) for index in table.candidates()}
        if ply == PLIES:
            choices = [index for index in looked if _is_strike(table, index, table.killed_by(index))]
        elif ply == PLIES - 1:
            choices = _slips(table, looked, MOST_KILLS - sum(game.kills))
        else:
            choices = _sensible(table, looked, sum(game.kills) < MOST_KILLS, chance)
        if not choices:
            return None
        game.cells.append(chance.choice(choices))
        game.kills.append(table.mark(game.cells[-1]))
        game.lapses += not game.kills[-1] and any(kills for kills, _ in looked.values())
    return game


_Looked = dict[int, tuple[int, dict[int, int]]]  # what each move kills, and each killing reply to it


def _sensible(table: _Table, looked: _Looked, may_kill: bool, chance: Chance) -> list[int]:
    """Return moves that leave no reply killing two, those beside a mark four times.

    Kills, one mark at a time, while `may_kill` and there are any, three times in four; else quiet moves, most often
    those that leave least to kill: few kills before the last show the double kill best.
    """
    worst = {index: max(map(table.lanes.count, replies.values()), default=0) for index, (_, replies) in looked.items()}
    sound = [index for index in looked if worst[index] < 2]
    killing = [index for index in sound if looked[index][0] == 1]
    quiet = [index for index in sound if looked[index][0] == 0]
    wanted = killing if may_kill and killing and chance.fraction() < 3 / 4 else quiet
    if chance.fraction() < 3 / 4:
        least = min((worst[index] for index in wanted), default=0)
        wanted = [index for index in wanted if worst[index] == least]
    return [index for index in wanted for _ in range(4 if table.empty[index] == 1 else 1)]


def _slips(table: _Table, looked: _Looked, most: int) -> list[int]:
    """Return the moves that leave a double kill of the wanted shape; those that kill, where `most` allows a kill."""
    slips = [
        index
        for index, (kills, replies) in looked.items()
        if kills <= min(most, 1) and any(_is_strike(table, cell, killed) for cell, killed in replies.items())
    ]
    killing = [index for index in slips if looked[index][0]]
    return killing or slips


def _is_strike(table: _Table, index: int, killed: int) -> bool:
    """Return whether two marks die, one in the row of `index`, one on a diagonal of it on the other side."""
    cells = [table.grid.cell(victim) for victim in table.lanes.list_cells(killed)]
    column, row = table.grid.cell(index)
    steps = sorted((abs(r - row), c - column) for c, r in cells)
    return len(steps) == 2 and steps[0][0] == 0 < steps[1][0] and steps[0][1] * steps[1][1] < 0


def search_examples(size: int, opening: str, seeds: Iterable[int]) -> Iterator[Found]:
    """Yield the sound examples among the games of `seeds`."""
    options = GAME.settle({"size": size, "opening": opening})
    grid = square_grid(size)
    for seed in seeds:
        game = _play_once(size, opening, Chance(seed))
        if game is None:
            continue
        moves = tuple(cell_name(grid.cell(index)) for index in game.cells)
        replayed = play(GAME, options, ((1, move) for move in moves))
        if not find_faults(replayed):
            yield Found(seed, moves, _rank(replayed, game))


def _rank(replayed: Replayed, game: _Game) -> tuple[int, ...]:
    """Rank a game: few kills passed over, then marks close together, then few cells."""
    opening, moves = marked_cells(replayed)
    columns, rows = _extents([*opening, *moves])
    earlier, spread = [*opening], 0
    for move in moves:
        spread += min(_distance(move, cell) for cell in earlier)
        earlier.append(move)
    return sum(game.kills[:-1]) + game.lapses, columns * rows, spread


def choose_examples(cases: Iterable[tuple[int, str]], seeds: Sequence[int]) -> dict[tuple[int, str], Found]:
    """Return for each (size, opening) the best example among the games of `seeds`, none a translate of another."""
    chosen: dict[tuple[int, str], Found] = {}
    for size, opening in cases:
        for found in sorted(search_examples(size, opening, seeds), key=lambda item: (item.rank, item.seed)):
            if not any(are_translates(_cells(found), _cells(other)) for other in chosen.values()):
                chosen[size, opening] = found
                break
    return chosen


def _cells(found: Found) -> list[Cell]:
    return [GAME.read_move(move, None) for move in found.moves]  # type: ignore[arg-type]


def write_record(size: int, opening: str, found: Found) -> str:
    """Return the example as a record in YAML, its claims read off the replay."""
    options = GAME.settle({"size": size, "opening": opening})
    replayed = play(GAME, options, ((1, move) for move in found.moves))
    lines = [
        f"example-{size}-{opening}:",
        f"  options: {{size: {size}, opening: {opening}}}",
        f"  moves: {' '.join(found.moves)}",
        f"  source: seed {found.seed} of kitgen.games.sandwich.search",
        "  claims:",
    ]
    for step in replayed.steps[1:]:
        if step.effects["killed"]:
            lines.append(f"    - {{ply: {step.ply}, killed: [{', '.join(step.effects['killed'])}]}}")
    score = ", ".join(f"{key}: {value}" for key, value in GAME.score(replayed.last.position).items())
    return "\n".join([*lines, f"    - {{ply: {PLIES}, score: {{{score}}}}}", ""])


if __name__ == "__main__":
    everything = [(size, opening) for size in (7, 9) for opening in OPENINGS]
    for (size, opening), example in choose_examples(everything, range(SEEDS)).items():
        print(write_record(size, opening, example))

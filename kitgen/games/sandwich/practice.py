"""Practice questions: which cell kills, how many marks die, which move kills most, where is the double kill.

`make` plays a seeded, half-greedy game on wide integers until a position holds a question with one right answer.
`prove` replays the question by the plain engine and finds every right answer; the two share no search. Knows no words
and no pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from kitgen.boards import cell_name
from kitgen.chance import Chance
from kitgen.errors import SpecError
from kitgen.games.sandwich.engine import EMPTY, GAME, Position, other, square_grid
from kitgen.games.sandwich.stats import pick_greedy
from kitgen.lanes import Lanes, square_lanes
from kitgen.play.contract import Question
from kitgen.play.replay import play

LEVELS = (1, 2, 3)
LETTERS = "abcd"
MOST_GAMES = 5_000  # games looked at before giving up
SHARES = {1: (12, 33), 2: (16, 33), 3: (16, 40)}  # fewest and most moves made, in percent of the cells


# ---------------------------------------------------------------- making


def make(level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
    """Return a question of `level` (1 to 3) in a game begun with `options`.

    Raises SpecError when no game gave one, as on a start that leaves nothing to kill.
    """
    settled = GAME.settle(options)
    find = chance.choice(_FINDERS[level])
    for _ in range(MOST_GAMES):
        table = _Table(GAME.start(settled), chance)
        low, high = (table.lanes.size * share // 100 for share in SHARES[level])
        plies = low + chance.below(high - low + 1)
        table.play(plies)
        for _ in range(plies, high + 1):
            found = find(table)
            if found:
                return _ask(level, settled, table, *found)
            table.play(1)
    raise SpecError(f"no question of level {level} in {MOST_GAMES} games from this start")


_Found = tuple[str, str, dict[str, Any], dict[str, str]]  # kind, answer, values, letters


def _ask(
    level: int, options: Mapping[str, Any], table: _Table, kind: str, answer: str, values: dict[str, Any],
    letters: dict[str, str],
) -> Question:  # fmt: skip
    moves = " ".join(map(table.name, table.moves))
    extra = {"to_move": True, **({"letters": letters} if letters else {})}
    values = {"side": table.side, **values}
    return Question(kind, level, options, moves, len(table.moves), answer, "position", values, extra)


class _Table:
    """A game under way on wide integers: `own` is the side to move, `side` its letter."""

    def __init__(self, start: Position, chance: Chance) -> None:
        self.lanes: Lanes = square_lanes(start.grid.columns)
        self.side, self.chance, self.frees = start.turn, chance, start.fill_and_count
        marks = {mark: [i for i, m in enumerate(start.board) if m == mark] for mark in "AB" + EMPTY}
        self.own, self.enemy = self.lanes.gather(marks[self.side]), self.lanes.gather(marks[other(self.side)])
        self.empty, self.moves = marks[EMPTY], list[int]()
        self.near = {cell for mark in marks["A"] + marks["B"] for cell in _neighbours(start.grid.columns)[mark]}

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return cell_name((cell % square_size(self.lanes), cell // square_size(self.lanes)))

    def play(self, plies: int) -> None:
        """Play `plies` moves, fewer where the board is full: half of them greedy, half beside an earlier mark."""
        for _ in range(plies):
            if not self.empty:
                return
            if self.chance.fraction() < 0.5:
                cell = pick_greedy(self.lanes, self.empty, self.own, self.enemy, self.chance)
            else:
                cell = self.chance.choice([i for i in self.empty if i in self.near] or self.empty)
            self._mark(cell)

    def _mark(self, cell: int) -> None:
        killed = self.lanes.bracketed(cell, self.own, self.enemy)
        self.own, self.enemy = self.enemy ^ killed, self.own | self.lanes.marks[cell]
        self.empty.remove(cell)
        if self.frees:
            self.empty = sorted([*self.empty, *self.lanes.list_cells(killed)])
        self.near.update(_neighbours(square_size(self.lanes))[cell])
        self.moves.append(cell)
        self.side = other(self.side)

    def kills(self) -> dict[int, int]:
        """Return for each cell that kills the wide set of what dies."""
        killing = self.lanes.bracketing(self.own, self.enemy, self.lanes.gather(self.empty))
        return {cell: self.lanes.bracketed(cell, self.own, self.enemy) for cell in self.lanes.list_cells(killing)}

    def tempts(self, cell: int) -> bool:
        """Return whether enemies touch `cell` from two sides or more, so that there is something to look at."""
        return self.lanes.count(self.enemy & self.lanes.gather(_neighbours(square_size(self.lanes))[cell])) > 1


def square_size(lanes: Lanes) -> int:
    """Return the side of a square board's lanes in cells."""
    return int(lanes.size**0.5 + 0.5)


@cache
def _neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ray[0] for ray in rays if ray) for rays in square_grid(size).rays)


def _find_kill(table: _Table) -> _Found | None:
    """Find the only cell that kills."""
    kills = table.kills()
    if len(kills) != 1:
        return None
    return "kills", table.name(next(iter(kills))), {}, {}


def _find_count(table: _Table, low: int, high: int) -> _Found | None:
    """Find a cell between several enemies that kills `low` to `high` of them."""
    kills = table.kills()
    counts = {i: table.lanes.count(kills.get(i, 0)) for i in (table.empty if low == 0 else kills)}
    cells = [cell for cell, count in counts.items() if low <= count <= high and table.tempts(cell)]
    if not cells:
        return None
    cell = table.chance.choice(cells)
    return "count", str(counts[cell]), {"cell": table.name(cell)}, {table.name(cell): LETTERS[0]}


def _find_most(table: _Table) -> _Found | None:
    """Find four cells of which one kills most, the others fewer; cells that kill or tempt before others."""
    kills = {cell: table.lanes.count(killed) for cell, killed in table.kills().items()}
    if len(kills) < 2:
        return None
    best = table.chance.choice(list(kills))
    fewer = [cell for cell in kills if kills[cell] < kills[best]]
    tempting = [cell for cell in table.empty if cell not in kills and table.tempts(cell)]
    table.chance.shuffle(tempting)
    chosen = [best, *fewer[:2], *tempting][: len(LETTERS)]
    if not fewer or len(chosen) < len(LETTERS):
        return None
    letters = dict(zip(sorted(chosen), LETTERS, strict=True))
    return "most", letters[best], {}, {table.name(cell): letter for cell, letter in letters.items()}


def _find_double(table: _Table) -> _Found | None:
    """Find the only cell that kills along several lines."""
    doubles = [cell for cell, killed in table.kills().items() if len(_lines(table, cell, killed)) > 1]
    return ("double", table.name(doubles[0]), {}, {}) if len(doubles) == 1 else None


def _lines(table: _Table, cell: int, killed: int) -> set[float]:
    """Return the slopes of the lines from `cell` to the marks that it kills."""
    size = square_size(table.lanes)
    steps = [(i % size - cell % size, i // size - cell // size) for i in table.lanes.list_cells(killed)]
    return {row / column if column else float("inf") for column, row in steps}


_FINDERS: dict[int, tuple[Callable[[_Table], _Found | None], ...]] = {
    1: (_find_kill,),
    2: (
        *(partial(_find_count, low=low, high=high) for low, high in ((0, 0), (1, 1), (2, 2), (3, 9))),
        *[_find_most] * 3,
    ),
    3: (_find_double,),
}


# ---------------------------------------------------------------- proving, by the plain engine alone


def prove(question: Question) -> tuple[str, ...]:
    """Return every right answer of `question`, by the plain engine; a sound question has exactly one.

    Raises RecordError when its moves are not legal, SpecError for an unknown kind.
    """
    replayed = play(GAME, question.options, ((1, move) for move in question.moves.split()))
    position = replayed.steps[question.ply].position
    if question.kind not in _PROVERS:
        raise SpecError(f"sandwich asks nothing of the kind {question.kind!r}")
    return _PROVERS[question.kind](position, question)


def _killed(position: Position, move: str) -> list[str]:
    applied = GAME.apply(position, GAME.read_move(move, position))
    return list((applied.effects or {})["killed"])


def _prove_kills(position: Position, question: Question) -> tuple[str, ...]:
    return tuple(move for move in GAME.legal(position) if _killed(position, move))


def _prove_count(position: Position, question: Question) -> tuple[str, ...]:
    return (str(len(_killed(position, question.values["cell"]))),)


def _prove_most(position: Position, question: Question) -> tuple[str, ...]:
    counts = {letter: len(_killed(position, cell)) for cell, letter in question.extra["letters"].items()}
    most = max(counts.values())
    return tuple(letter for letter, count in counts.items() if count == most) if most else ()


def _prove_double(position: Position, question: Question) -> tuple[str, ...]:
    return tuple(move for move in GAME.legal(position) if len(_directions(position, move)) > 1)


def _directions(position: Position, move: str) -> set[str]:
    """Return along which of row, column and the two diagonals a move kills."""
    column, row = GAME.read_move(move, position)
    found = set()
    for name in _killed(position, move):
        c, r = GAME.read_move(name, position)
        found.add("row" if r == row else "column" if c == column else "falling" if c - column == r - row else "rising")
    return found


_PROVERS: dict[str, Callable[[Position, Question], tuple[str, ...]]] = {
    "kills": _prove_kills,
    "count": _prove_count,
    "most": _prove_most,
    "double": _prove_double,
}

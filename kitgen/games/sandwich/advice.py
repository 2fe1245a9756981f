"""The checks behind sentences about play: each looks at every killed mark of seeded games of random moves.

A line is named by one of its two directions. Plays by the plain engine; knows no text, and does not judge moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kitgen.boards import DIRECTIONS
from kitgen.chance import Chance
from kitgen.games.sandwich.engine import DEAD, EMPTY, GAME, Position, other, place_mark

EDGE = "edge"
GAMES, SEED = 100, 1


@dataclass(frozen=True, slots=True)
class Death:
    """A killed mark of `side` at `index`: the line it died along, and each position that it lived through.

    `lived` begins with the position in which the mark first stood and ends with the one before the killing move;
    `direction` is the place in DIRECTIONS of the way from the killing mark.
    """

    index: int
    side: str
    direction: int
    lived: tuple[Position, ...]

    def ends(self, position: Position) -> tuple[str, str]:
        """Return what stood beyond the mark's own run, each way along the line: a side, DEAD, EMPTY or EDGE."""
        rays = position.grid.rays[self.index]
        return self._end(position, rays[self.direction]), self._end(position, rays[(self.direction + 4) % 8])

    def _end(self, position: Position, ray: Iterable[int]) -> str:
        return next((position.board[i] for i in ray if position.board[i] != self.side), EDGE)


def list_deaths(
    size: int, opening: str, games: int = GAMES, seed: int = SEED, fill_and_count: bool = False
) -> Iterator[Death]:
    """Yield every killed mark of `games` games of random moves from an opening, in the order of play."""
    chance = Chance(seed)
    options = GAME.settle({"size": size, "opening": opening, "fill_and_count": fill_and_count})
    for _ in range(games):
        history = [GAME.start(options)]
        while not history[-1].is_over:
            position = history[-1]
            index = chance.choice([i for i, mark in enumerate(position.board) if mark == EMPTY])
            yield from _deaths_of(history, index)
            history.append(place_mark(position, index)[0])


def _deaths_of(history: list[Position], index: int) -> Iterator[Death]:
    position = history[-1]
    side = other(position.turn)
    for run in position.runs(index):
        direction = next(d for d, ray in enumerate(position.grid.rays[index]) if ray[: len(run)] == run)
        for cell in run:
            first = len(history)
            while first and history[first - 1].board[cell] == side:
                first -= 1
            yield Death(cell, side, direction, tuple(history[first:]))


def only_open_runs_die(deaths: Iterable[Death]) -> bool:
    """Return whether each mark died with a living enemy at an end of its run and an empty cell at the other."""
    return all(sorted(death.ends(death.lived[-1])) == sorted((EMPTY, other(death.side))) for death in deaths)


def walled_runs_live(deaths: Iterable[Death]) -> bool:
    """Return whether no mark died along a line on which its run had ever reached the edge or a dead cell."""
    return not any({EDGE, DEAD} & {*death.ends(position)} for death in deaths for position in death.lived)


def between_lives(deaths: Iterable[Death]) -> bool:
    """Return whether no mark died along a line on which its run had ever stood between living enemies."""
    return not any({*death.ends(position)} == {other(death.side)} for death in deaths for position in death.lived)


def share_diagonal(deaths: Iterable[Death]) -> int:
    """Return how many of a hundred marks died along a diagonal, rounded."""
    diagonal = [all(DIRECTIONS[death.direction]) for death in deaths]
    return round(100 * sum(diagonal) / len(diagonal))

"""Forced wins within a stated number of plies: found, counted, and written out as trees that the plain engine checks.

The same question has the same answer for any number of processes: each slide from the first position is searched by
itself, with a memory and a budget of nodes of its own. Knows no figure and no question of a practice sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from kitgen.games.tafl.engine import PLIES_LIMIT, Move, Position, all_slides, played, write
from kitgen.games.tafl.fast import State, pack, turns
from kitgen.games.tafl.search import BudgetSpent, Search
from kitgen.games.tafl.trees import Tree
from kitgen.play.work import Progress, do_all

BUDGET = 2_000_000  # nodes for each slide from the first position: about half a minute and 0.1 GB each

__all__ = ["BUDGET", "BudgetSpent", "Verdict", "hold_tree", "shortest_win", "solve", "win_tree"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search says of the claim that `side` wins within `plies` plies.

    `wins` is None when the budget was used up before an answer. `slides` are the first slides, in board order, that
    reach what the player to move wants: the win within `plies` for `side`, to avoid it for its opponent. `left_open`
    are those whose budget was used up. `nodes` were looked at in all.
    """

    side: str
    plies: int
    wins: bool | None
    slides: tuple[str, ...]
    left_open: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class _Task:
    """A position after a first slide, and the claim that `side` wins it within `n` plies."""

    position: Position
    side: str
    n: int
    budget: int


def horizon(position: Position, side: str, plies: int) -> int:
    """Return how many of `plies` plies count: none after ply 80, and the last must be one of `side`'s."""
    plies = min(plies, PLIES_LIMIT - position.ply)
    return max(0, plies - (plies % 2 == 0 if position.side == side else plies % 2))


def solve(
    position: Position, side: str, plies: int, budget: int = BUDGET, jobs: int = 1, progress: Progress | None = None
) -> Verdict:
    """Return what a full search says of the claim that `side` wins `position` within `plies` plies.

    `budget` bounds the nodes for each first slide; slides that turn or mirror into each other are searched once.
    `jobs` processes share the work (0: one a core); `progress` is called with searches done and searches in all.
    """
    if position.result:
        return Verdict(side, plies, position.result[0] == side, (), (), 0)
    n = horizon(position, side, plies)
    branches = _branches(position)
    first = {key: after for _, key, after in reversed(branches)}
    tasks = [_Task(after, side, n - 1, budget) for after in first.values()]
    answers = dict(zip(first, do_all(_judge, tasks, jobs, progress), strict=True))
    is_own = position.side == side
    wanted = tuple(slide for slide, key, _ in branches if answers[key][0] is is_own)
    left_open = tuple(slide for slide, key, _ in branches if answers[key][0] is None)
    wins = is_own if wanted else None if left_open else not is_own
    return Verdict(side, plies, wins, wanted, left_open, sum(nodes for _, nodes in answers.values()))


def _branches(position: Position) -> list[tuple[str, State, Position]]:
    """Return each legal slide with the position after it and the smallest of that position's eight turned forms."""
    found = []
    for ends in all_slides(position.board, position.side):
        after = played(position, *ends)
        found.append((write(Move(*ends)), min(turns(pack(after.board))), after))
    return found


def _judge(task: _Task) -> tuple[bool | None, int]:
    """Return whether the claim of `task` holds (None: budget spent) and the nodes looked at."""
    search = _search(task.position, task.side, task.n, task.budget)
    try:
        return _holds(search, task.position, task.side, task.n), search.nodes
    except BudgetSpent:
        return None, search.nodes


def _search(position: Position, side: str, n: int, budget: int) -> Search:
    return Search(side, position.ply + n >= PLIES_LIMIT, budget)


def _holds(search: Search, position: Position, side: str, n: int) -> bool:
    """Return whether `side` wins within `n` plies, `n` as `horizon` gives it. Raises BudgetSpent."""
    if position.result:
        return position.result[0] == side
    state = pack(position.board)
    return search.can_win(state, n) if position.side == side else search.must_lose(state, n)


def shortest_win(position: Position, side: str, plies: int, budget: int = BUDGET) -> int | None:
    """Return the smallest number of plies, up to `plies`, within which `side` forces a win; None if it can't.

    Raises BudgetSpent.
    """
    if position.result:
        return 0 if position.result[0] == side else None
    most = horizon(position, side, plies)
    for n in range(2 - most % 2, most + 1, 2):
        if _holds(_search(position, side, n, budget), position, side, n):
            return n
    return None


# ---------------------------------------------------------------- trees


def win_tree(position: Position, side: str, plies: int, budget: int = BUDGET) -> Tree | None:
    """Return a tree for `trees.proves_win`, or None when `side` forces no win within `plies`. Raises BudgetSpent.

    The tree takes the shortest win that the search knows at each of `side`'s turns.
    """
    n = shortest_win(position, side, plies, budget)
    return None if n is None else _grow_win(position, side, n, budget)


def _grow_win(position: Position, side: str, n: int, budget: int) -> Tree:
    if position.result:
        return {}
    branches = [(write(Move(*ends)), played(position, *ends)) for ends in all_slides(position.board, position.side)]
    if position.side != side:
        return {slide: _grow_win(after, side, n - 1, budget) for slide, after in branches}
    slide, after = next(b for b in branches if _holds(_search(b[1], side, n - 1, budget), b[1], side, n - 1))
    return {slide: _grow_win(after, side, shortest_win(after, side, n - 1, budget) or 0, budget)}


def hold_tree(position: Position, side: str, plies: int, budget: int = BUDGET) -> Tree | None:
    """Return a tree for `trees.proves_hold`, or None when `side` does force a win. Raises BudgetSpent."""
    n = horizon(position, side, plies)
    if _holds(_search(position, side, n, budget), position, side, n):
        return None
    return _grow_hold(position, side, plies, budget)


def _grow_hold(position: Position, side: str, plies: int, budget: int) -> Tree:
    if position.result or plies == 0:
        return {}
    branches = [(write(Move(*ends)), played(position, *ends)) for ends in all_slides(position.board, position.side)]
    if position.side == side:
        return {slide: _grow_hold(after, side, plies - 1, budget) for slide, after in branches}
    n = horizon(position, side, plies) - 1
    slide, after = next(b for b in branches if not _holds(_search(b[1], side, n, budget), b[1], side, n))
    return {slide: _grow_hold(after, side, plies - 1, budget)}

"""The search of the solver: can one side force a win within n plies, on the bits of fast.py.

A full AND/OR search with memory: an answer is never a guess. When the budget of nodes is used up it says so and
answers nothing. Knows neither notation nor proof trees.
"""

from __future__ import annotations

from kitgen.games.tafl.fast import State, escapes, movable, slide, slides, takes_king

Slide = tuple[int, int]

MOST_STOPPED = 4  # a slide fills one square, with four beside it: no more enemies can lose their last way out


class BudgetSpent(Exception):
    """The search looked at as many nodes as it was allowed, and has no answer."""


class Search:
    """The claim that `side` wins within n plies, tried on any number of positions with one memory.

    A win is the side's own goal (K on the edge, K taken) and, unless `is_goal_only`, a blockade of the other side.

    `n` counts down to the last ply, which is one of `side`'s: odd in `can_win`, even in `must_lose`. `is_last_drawn`
    says that this ply is the last of the game, after which no blockade counts. `budget` bounds the nodes looked at,
    `nodes` counts them.
    """

    def __init__(self, side: str, is_last_drawn: bool, budget: int, is_goal_only: bool = False) -> None:
        self.is_king_side, self.is_last_drawn = side == "king", is_last_drawn
        self.is_goal_only, self.budget, self.nodes = is_goal_only, budget, 0
        self._known: dict[tuple[State, int], bool] = {}
        self._killers: dict[int, Slide] = {}

    def can_win(self, state: State, n: int) -> bool:
        """Return whether `side`, to move, wins within `n` plies. Raises BudgetSpent."""
        if n < 1:
            return False
        if self._wins_at_once(state, n > 1 or not self.is_last_drawn):
            return True
        if n < 3:
            return False
        known = self._known.get((state, n))
        if known is None:
            known = self._known[state, n] = self._finds_win(state, n)
        return known

    def must_lose(self, state: State, n: int) -> bool:
        """Return whether the opponent of `side`, to move, loses within `n` plies. Raises BudgetSpent."""
        if n < 2 or (takes_king if self.is_king_side else escapes)(state):
            return False
        known = self._known.get((state, n)) if n > 2 else None
        if known is None:
            known = not self._finds_answer(state, n)
            if n > 2:
                self._known[state, n] = known
        return known

    def _finds_win(self, state: State, n: int) -> bool:
        for origin, target in self._ordered(state, self.is_king_side, n):
            if self.must_lose(slide(state, self.is_king_side, origin, target), n - 1):
                self._killers[n] = origin, target
                return True
        return False

    def _finds_answer(self, state: State, n: int) -> bool:
        """Return whether the opponent has a slide after which `side` does not win within n - 1 plies."""
        answers = self._ordered(state, not self.is_king_side, n)
        for origin, target in answers:
            after = slide(state, not self.is_king_side, origin, target)
            if not self._has_slide(after) or not self.can_win(after, n - 1):
                self._killers[n] = origin, target
                return True
        return self.is_goal_only and not answers

    def _ordered(self, state: State, is_king_side: bool, n: int) -> list[Slide]:
        """Return the slides of a side, the one that settled the last node of this depth first."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise BudgetSpent
        king, defenders, attackers = state
        occupied = king | defenders | attackers
        found = slides(king | defenders if is_king_side else attackers, occupied)
        killer = self._killers.get(n)
        if killer in found:
            found.remove(killer)
            found.insert(0, killer)
        return found

    def _has_slide(self, state: State) -> bool:
        king, defenders, attackers = state
        return bool(movable(king | defenders if self.is_king_side else attackers, king | defenders | attackers))

    def _wins_at_once(self, state: State, may_block: bool) -> bool:
        """Return whether one slide of `side` ends the game for it: by the goal or, if it counts yet, by a blockade."""
        if (escapes if self.is_king_side else takes_king)(state):
            return True
        return may_block and not self.is_goal_only and self._blocks_at_once(state)

    def _blocks_at_once(self, state: State) -> bool:
        king, defenders, attackers = state
        occupied = king | defenders | attackers
        enemies = attackers if self.is_king_side else king | defenders
        if movable(enemies, occupied).bit_count() > MOST_STOPPED:
            return False
        own = king | defenders if self.is_king_side else attackers
        return any(self._blocks(slide(state, self.is_king_side, *ends)) for ends in slides(own, occupied))

    def _blocks(self, state: State) -> bool:
        king, defenders, attackers = state
        enemies = attackers if self.is_king_side else king | defenders
        return not movable(enemies, king | defenders | attackers)

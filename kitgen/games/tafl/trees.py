"""Proof trees and their check by the plain engine alone: no search, no bits, every legal slide looked at.

A tree maps slides, written as `legal` writes them, to trees. Where the player who carries the proof moves there is
one slide; where the opponent moves there are all. A leaf is an empty mapping. Does not know how a tree was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kitgen.games.tafl.engine import GAME, Position

Tree = Mapping[str, Any]  # slide -> Tree


def proves_win(position: Position, side: str, tree: Tree, plies: int) -> bool:
    """Return whether `tree` shows that `side` wins within `plies` plies, whatever the other side does."""
    if position.result:
        return position.result[0] == side
    if plies == 0 or not _is_complete(position, tree, position.side == side):
        return False
    return all(proves_win(_after(position, slide), side, branch, plies - 1) for slide, branch in tree.items())


def proves_hold(position: Position, side: str, tree: Tree, plies: int) -> bool:
    """Return whether `tree` shows that `side` does not win within `plies` plies, if the other side plays by it."""
    if position.result:
        return position.result[0] != side
    if plies == 0:
        return True
    if not _is_complete(position, tree, position.side != side):
        return False
    return all(proves_hold(_after(position, slide), side, branch, plies - 1) for slide, branch in tree.items())


def _is_complete(position: Position, tree: Tree, is_choice: bool) -> bool:
    """Return whether a node has what it needs: one legal slide at a choice, every legal slide elsewhere."""
    legal = GAME.legal(position)
    return len(tree) == 1 and next(iter(tree)) in legal if is_choice else set(tree) == set(legal)


def _after(position: Position, slide: str) -> Position:
    after: Position = GAME.apply(position, GAME.read_move(slide, position)).position
    return after


def count_nodes(tree: Tree) -> int:
    """Return how many positions a tree names, the first included."""
    return 1 + sum(map(count_nodes, tree.values()))

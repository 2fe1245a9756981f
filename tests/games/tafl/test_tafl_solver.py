"""The bits against the plain engine, the search against a plain one, and trees that the plain engine checks."""

from __future__ import annotations

import random
from functools import cache

import pytest

from kitgen.games.tafl import GAME, fast, results
from kitgen.games.tafl.engine import Position, all_slides, has_slide, is_edge, other, played
from kitgen.games.tafl.solver import BudgetSpent, hold_tree, shortest_win, solve, win_tree
from kitgen.games.tafl.trees import count_nodes, proves_hold, proves_win


def random_position(chance: random.Random, most: int = 12, ply: int = 0) -> Position:
    """Return a position with K on an inner square and up to `most` other pieces, at most 4 D and 8 A."""
    board = ["."] * 49
    board[chance.choice([i for i in range(49) if not is_edge(i)])] = "K"
    men = ["D"] * chance.randint(0, min(4, most)) + ["A"] * chance.randint(1, min(8, most))
    for man in men[:most]:
        board[chance.choice([i for i in range(49) if board[i] == "."])] = man
    return Position("".join(board), chance.choice(GAME.sides), ply)


def test_bits_agree_with_the_plain_engine_on_every_slide():
    chance = random.Random(7)
    seen = 0
    for _ in range(250):
        position = random_position(chance)
        state = fast.pack(position.board)
        assert fast.unpack(state) == position.board
        king, defenders, attackers = state
        occupied = king | defenders | attackers
        for side in GAME.sides:
            is_king_side = side == "king"
            own = king | defenders if is_king_side else attackers
            plain = list(all_slides(position.board, side))
            assert sorted(fast.slides(own, occupied)) == plain
            assert bool(fast.movable(own, occupied)) == has_slide(position.board, side)
            afters = [played(Position(position.board, side), *ends) for ends in plain]
            for ends, after in zip(plain, afters, strict=True):
                assert fast.unpack(fast.slide(state, is_king_side, *ends)) == after.board
                seen += 1
            goal = ("king", "escape") if is_king_side else ("attackers", "king_taken")
            shortcut = fast.escapes(state) if is_king_side else fast.takes_king(state)
            assert shortcut == any(after.result == goal for after in afters)
    assert seen > 4_000


def test_movable_marks_exactly_the_pieces_with_a_slide():
    chance = random.Random(8)
    for _ in range(300):
        position = random_position(chance)
        king, defenders, attackers = fast.pack(position.board)
        marked = set(fast.bits(fast.movable(attackers, king | defenders | attackers)))
        assert marked == {origin for origin, _ in all_slides(position.board, "attackers")}


def test_the_eight_turned_forms():
    board = "KD" + "." * 4 + "A" + "." * 42
    forms = {fast.unpack(state) for state in fast.turns(fast.pack(board))}
    assert len(forms) == 8
    rows = [board[i : i + 7] for i in range(0, 49, 7)]
    turned = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        turned += ["".join(rows), "".join(row[::-1] for row in rows)]
    assert forms == set(turned)


@cache
def wins_plainly(position: Position, side: str, plies: int) -> bool:
    """Return the same as the solver by the definition alone, without order, bits or shortcuts."""
    if position.result or plies == 0:
        return position.result is not None and position.result[0] == side
    afters = (played(position, *ends) for ends in all_slides(position.board, position.side))
    judge = any if position.side == side else all
    return judge(wins_plainly(after, side, plies - 1) for after in afters)


@pytest.mark.parametrize("ply", [0, 76, 77, 78])
def test_the_search_agrees_with_a_plain_one(ply):
    chance = random.Random(ply)
    wins = 0
    for _ in range(40 if ply == 0 else 24):
        position = random_position(chance, 4, ply)
        if not has_slide(position.board, position.side):
            continue
        for side in GAME.sides:
            for plies in (1, 2, 3):
                plain = wins_plainly(position, side, plies)
                assert solve(position, side, plies).wins is plain, (position, side, plies)
                wins += plain
    assert wins > 10


def test_blockades_are_wins_too():
    # Set-ups in a crowded corner, where no slide is left after the right one.
    board = list("." * 49)
    for piece, squares in {"A": (0,), "D": (7, 36), "K": (24,)}.items():
        for index in squares:
            board[index] = piece
    position = Position("".join(board), "king")  # A a1, D a2 b6, K d4: b6-b1 walls a1 in; K escapes as well
    assert "b6-b1" in solve(position, "king", 1).slides
    late = Position(position.board, "king", 79)
    assert "b6-b1" not in solve(late, "king", 1).slides
    assert "d4-d1" in solve(late, "king", 1).slides


def test_solve_names_every_winning_slide():
    chance = random.Random(3)
    for _ in range(12):
        position = random_position(chance, 4)
        if not has_slide(position.board, position.side):
            continue
        for side in GAME.sides:
            keeps = position.side == side
            expected = tuple(
                slide
                for slide, ends in zip(GAME.legal(position), all_slides(position.board, position.side), strict=True)
                if wins_plainly(played(position, *ends), side, 2) is keeps
            )
            assert solve(position, side, 3).slides == expected


def test_the_same_answer_for_any_number_of_processes():
    start = GAME.start(GAME.settle({}))
    seen: list[tuple[int, int]] = []
    alone = solve(start, "king", 7, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)  # 24 slides in three classes: a defender goes one, two or three squares
    assert solve(start, "king", 7, jobs=2) == alone == solve(start, "king", 7)


def test_a_spent_budget_is_no_answer():
    start = GAME.start(GAME.settle({}))
    verdict = solve(start, "king", 7, budget=20)
    assert (verdict.wins, verdict.slides) == (None, ())
    assert verdict.left_open == GAME.legal(start)
    with pytest.raises(BudgetSpent):
        shortest_win(start, "king", 7, budget=20)


# A real end: the Ard-Ri escape of real_games.tsv after ply 15; K e3 went to e5 and, the attackers having tried
# g3-g5, to a5. The row's rest shows the win; the solver must find one as short.
ARDRI = "d2-c2 d3-d2 b4-b3 Kd4-d3 f4-f3 e4-f4 d6-e6 d2-f2xf3 g4-g3 f4-f6 b3-c3 Kd3-e3 c2-e2 d5-d6xe6 d7-e7"


def after(moves: str, first: str = "attackers") -> Position:
    position = GAME.start(GAME.settle({"first": first, "start": None}))
    for token in moves.split():
        position = GAME.apply(position, GAME.read_move(token, position)).position
    return position


def test_a_win_of_three_plies_from_a_real_game():
    position = after(ARDRI)
    assert shortest_win(position, "king", 3) == 3
    tree = win_tree(position, "king", 3)
    assert tree is not None and proves_win(position, "king", tree, 3)
    assert not proves_win(position, "king", tree, 2)
    assert not proves_hold(position, "king", tree, 3)


def test_trees_of_wins_hold_and_damaged_ones_do_not():
    chance = random.Random(11)
    proved = 0
    for _ in range(40):
        position = random_position(chance, 5)
        side = chance.choice(GAME.sides)
        if not has_slide(position.board, position.side):
            continue
        tree = win_tree(position, side, 3)
        assert (tree is not None) == wins_plainly(position, side, 3)
        if tree is None:
            hold = hold_tree(position, side, 3)
            assert hold is not None and proves_hold(position, side, hold, 3)
            assert not proves_win(position, side, hold, 3)
            continue
        proved += 1
        assert hold_tree(position, side, 3) is None
        assert proves_win(position, side, tree, 3)
        assert not proves_win(position, other(side), tree, 3)
        assert not proves_win(position, side, {}, 3)
        assert not proves_win(position, side, {**tree, "a1-a1": {}}, 3)
        if position.side != side:
            assert not proves_win(position, side, dict(list(tree.items())[1:]), 3)
        elif len(tree) == 1 and next(iter(tree.values())):
            (slide, branch), *_ = tree.items()
            assert not proves_win(position, side, {slide: dict(list(branch.items())[:-1])}, 3)
    assert proved > 10


@pytest.mark.parametrize(("side", "plies"), [("king", 3), ("attackers", 4)])
def test_the_start_holds_by_the_plain_engine(side, plies):
    start = GAME.start(GAME.settle({}))
    tree = hold_tree(start, side, plies)
    assert tree is not None and proves_hold(start, side, tree, plies)
    assert count_nodes(tree) > 500


@pytest.mark.parametrize(("side", "known"), [("king", results.KING), ("attackers", results.ATTACKERS)])
def test_what_is_on_record_about_the_start_is_found_again_nearer(side, known):
    start = GAME.start(GAME.settle({}))
    assert known.side == side and known.plies >= 8
    for plies in (5, 6, 7):
        verdict = solve(start, side, plies)
        assert verdict.wins is False and verdict.left_open == ()
        assert verdict.nodes < known.nodes

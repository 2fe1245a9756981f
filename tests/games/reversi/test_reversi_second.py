"""The plain engine against a second implementation of the rules, on random games.

The second one is built otherwise on purpose: a dictionary of discs keyed by complex numbers, moves found by walking
from own discs outwards, passes decided by the caller's loop.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.games import load
from kitgen.games.reversi.engine import read_square, square_name

STEPS = [complex(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
ON_BOARD = {complex(x, y) for x in range(8) for y in range(8)}


def brackets(discs, side):
    """Map each empty square that `side` may take to the set of discs turned."""
    found = {}
    for own in [square for square, colour in discs.items() if colour == side]:
        for step in STEPS:
            run, square = set(), own + step
            while discs.get(square, side) != side:
                run.add(square)
                square += step
            if run and square in ON_BOARD and square not in discs:
                found.setdefault(square, set()).update(run)
    return found


def name(square):
    return "abcdefgh"[int(square.real)] + str(int(square.imag) + 1)


def picture(discs):
    return ["".join(discs.get(complex(x, y), ".") for x in range(8)) for y in range(8)]


CENTRE = [3 + 3j, 4 + 3j, 3 + 4j, 4 + 4j]


class Second:
    """A game in progress, told with letters B and W."""

    def __init__(self, rules):
        self.rules, self.side, self.passed = rules, "B", ""
        self.discs = {} if rules != "modern" else {3 + 3j: "W", 4 + 3j: "B", 3 + 4j: "B", 4 + 4j: "W"}
        self.hand = {"B": 32, "W": 32}
        self.moves = self.options(self.side)

    def options(self, side):
        if self.rules != "modern" and len(self.discs) < 4:
            return {square: set() for square in CENTRE if square not in self.discs}
        if self.rules == "1890" and not self.hand[side]:
            return {}
        return brackets(self.discs, side)

    def play(self, square):
        for turned in self.moves[square] | {square}:
            self.discs[turned] = self.side
        self.hand[self.side] -= 1
        rival = "WB"["BW".index(self.side)]
        self.passed = ""
        self.moves = self.options(rival)
        if self.moves:
            self.side = rival
            return
        self.moves = self.options(self.side)
        self.passed = rival if self.moves else ""


@pytest.mark.parametrize(("rules", "games"), [("modern", 800), ("1890", 400), ("1886", 400)])
def test_random_games_agree_with_the_second_implementation(rules, games):
    game, random, ends = load("reversi"), Random(4), set()
    for _ in range(games):
        position, second = game.start(game.settle({"rules": rules})), Second(rules)
        while second.moves:
            side = {"B": "black", "W": "white"}[second.side]
            assert game.to_move(position) == side
            square = random.choice(sorted(second.moves, key=lambda s: (s.imag, s.real)))
            passed = {"B": "black", "W": "white", "": None}[second.passed]
            applied = game.apply(position, read_square(name(square)))
            turned = sorted(second.moves[square], key=lambda s: (s.imag, s.real))
            assert applied.effects["flipped"] == [name(s) for s in turned]
            assert applied.effects.get("after_pass") == passed
            position = applied.position
            second.play(square)
        state = game.state(position)
        assert (state["to_move"], state["board"]) == (None, picture(second.discs))
        ends.add(state["outcome"]["reason"])
    assert ends >= {"full", "no_moves"}  # the games did reach different ends


boards = st.lists(st.sampled_from("..BW"), min_size=64, max_size=64).map("".join)


@settings(max_examples=150, deadline=None)
@given(boards, st.sampled_from(["black", "white"]))
def test_playable_squares_of_any_board_agree(board, side):
    game = load("reversi")
    rows = "/".join(board[i : i + 8] for i in range(0, 64, 8))
    position = game.start(game.settle({"start": rows, "first": side}))
    discs = {complex(i % 8, i // 8): piece for i, piece in enumerate(board) if piece != "."}
    mine, theirs = ("B", "W") if side == "black" else ("W", "B")
    expected = {name(s) for s in brackets(discs, mine)} or {name(s) for s in brackets(discs, theirs)}
    assert set(game.legal(position)) == expected
    assert (position.passed == side) == bool(not brackets(discs, mine) and expected)


@settings(max_examples=60, deadline=None)
@given(boards, st.sampled_from(["black", "white"]), st.randoms(use_true_random=False))
def test_laws_of_a_move(board, side, random):
    """A move adds one disc, turns at least one, touches no other; colours swapped, everything is swapped."""
    game = load("reversi")
    rows = "/".join(board[i : i + 8] for i in range(0, 64, 8))
    position = game.start(game.settle({"start": rows, "first": side}))
    if game.to_move(position) is None:
        return
    move = random.choice(game.legal(position))
    applied = game.apply(position, read_square(move))
    changed = {square_name(i) for i in range(64) if applied.position.board[i] != board[i]}
    assert applied.effects["flipped"]
    assert changed == {move, *applied.effects["flipped"]}
    swap = str.maketrans("BW", "WB")
    other = {"black": "white", "white": "black"}
    swapped = game.start(game.settle({"start": rows.translate(swap), "first": other[side]}))
    mirrored = game.apply(swapped, read_square(move)).position
    assert mirrored.board == applied.position.board.translate(swap)
    assert mirrored.to_move == other.get(applied.position.to_move)

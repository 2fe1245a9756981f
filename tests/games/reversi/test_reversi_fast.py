"""The wide-integer board: published move-tree counts, and equal to the plain engine on any board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.games import load
from kitgen.games.reversi import engine, fast

# aartbik.com/MISC/reversi.html; a pass is a ply, a finished game counts once
PERFT = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200, 7: 55092, 8: 390216}


def plain_perft(game, position, depth):
    """Count leaves with the plain engine; a forced pass, already made, still counts as a ply."""
    if depth == 0 or position.to_move is None:
        return 1
    if position.passed:
        depth -= 1
        if depth == 0:
            return 1
    after = (game.apply(position, game.read_move(move, position)).position for move in game.legal(position))
    return sum(plain_perft(game, position, depth - 1) for position in after)


@pytest.mark.parametrize("depth", range(1, 9))
def test_the_fast_board_gives_the_published_counts(depth):
    assert fast.perft(*fast.widen(engine.OPENING, "black"), depth) == PERFT[depth]


@pytest.mark.parametrize("depth", range(1, 6))
def test_the_plain_engine_gives_the_published_counts(game, depth):
    assert plain_perft(game, game.start(game.settle({})), depth) == PERFT[depth]


def test_the_1890_opening_gives_its_counts(game):
    start = game.start(game.settle({"rules": "1890"}))
    assert [plain_perft(game, start, depth) for depth in range(1, 9)] == [4, 12, 24, 24, 96, 320, 1536, 6624]


def test_the_parallel_centre_gives_its_counts(through, game):
    position = through("d4d5e4e5", rules="1890").last.position
    assert [plain_perft(game, position, depth) for depth in range(1, 5)] == [4, 14, 68, 292]
    wide = fast.widen(position.board, "black")
    assert [fast.perft(*wide, depth) for depth in range(1, 7)] == [4, 14, 68, 292, 1690, 9696]


boards = st.integers(0, 3).flatmap(
    lambda gaps: st.lists(st.sampled_from("." * gaps + "BW"), min_size=64, max_size=64).map("".join)
)


@settings(max_examples=150, deadline=None)
@given(boards, st.sampled_from(["black", "white"]))
def test_the_fast_board_equals_the_plain_engine(board, side):
    own, other = fast.widen(board, side)
    assert fast.narrow(own, other, side) == board
    assert fast.discs(own) == board.count(engine.LETTER[side])
    expected = {i: turned for i in range(64) if board[i] == "." and (turned := engine.flips(board, i, side))}
    assert fast.playable(own, other) == sorted(expected)
    for square in range(64):
        if board[square] == ".":
            run = fast.turned(own, other, square)
            assert [s for s in fast.SQUARES if run & fast.MASK[s]] == list(expected.get(square, ()))
    for square in expected:
        after, _ = engine.put(engine.Position(board, side), square)
        theirs = engine.OTHER[side]
        assert fast.put(own, other, square) == fast.widen(after.board, theirs)


def test_real_games_replay_to_their_discs(rows):
    start = fast.widen(engine.OPENING, "black")
    games = [row for row in rows("real_games.tsv") if "written pass" not in row[3]]
    assert len(games) > 190
    for transcript, black, white, source in games:
        squares = [engine.read_square(transcript[i : i + 2]) for i in range(0, len(transcript), 2)]
        own, other, is_black = fast.replay_squares(*start, squares)
        discs = (fast.discs(own), fast.discs(other))
        assert (discs if is_black else discs[::-1]) == (int(black), int(white)), source


def test_a_square_that_turns_nothing_is_refused():
    start = fast.widen(engine.OPENING, "black")
    for squares in ([0], [37, 37], [27]):
        with pytest.raises(ValueError, match="cannot be played"):
            fast.replay_squares(*start, squares)
    assert load("reversi").slug == "reversi"

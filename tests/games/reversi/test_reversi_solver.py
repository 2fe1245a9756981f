"""The solver against published endgames and a plain minimax of the tests' own."""

from __future__ import annotations

import pytest

from kitgen.chance import Chance
from kitgen.games import load
from kitgen.games.reversi import engine, fast, solver

# The FFO positions of up to 16 empties that take fewer than 400,000 nodes each; the others take longer, not other code.
QUICK = {"1", "2", "4", "5", "7", "8", "10", "11", "14", "17", "19", "20"}
SCORED = {"2", "4", "5", "20"}  # those whose every move is checked against its published score


def as_position(board, side):
    return engine.Position(board.replace("X", "B").replace("O", "W").replace("-", "."), side)


def random_position(seed, empties):
    """Return a position with `empties` empty squares (or fewer, where the game ended) from seeded random play."""
    game, chance = load("reversi"), Chance(seed)
    position = game.start(game.settle({}))
    while position.to_move and position.board.count(".") > empties:
        position, _ = engine.put(position, chance.choice(engine.playable(position, position.to_move)))
    return position


def plain_value(position):
    """Return the final difference for black by looking at every line of play, with the engine's own count."""
    if position.to_move is None:
        black, white = engine.GAME.score(position)["tournament"]
        return black - white
    values = [plain_value(engine.put(position, i)[0]) for i in engine.playable(position, position.to_move)]
    return max(values) if position.to_move == "black" else min(values)


def for_mover(value, position):
    return value if position.to_move == "black" else -value


def test_published_endgames_have_their_published_scores(rows):
    solved = set()
    for number, board, side, empties, score, *_ in rows("ffo.tsv"):
        if number in QUICK:
            assert board.count("-") == int(empties)
            assert solver.exact_value(as_position(board, side), 1_500_000) == int(score), number
            solved.add(number)
    assert solved == QUICK


def test_published_move_scores(rows):
    checked = 0
    for number, board, side, _, _, best, scores, complete, _ in rows("ffo.tsv"):
        if number not in SCORED:
            continue
        stated = {engine.read_square(move): int(value) for move, value in (s.split(":") for s in scores.split())}
        found = solver.move_values(as_position(board, side))
        assert {s: found[s] for s in stated} == stated, number
        assert complete != "complete" or set(found) == set(stated), number
        top = max(found.values())
        assert {s for s, v in found.items() if v == top} == {engine.read_square(m) for m in best.split(",")}
        checked += len(stated)
    assert checked > 20


@pytest.mark.parametrize("seed", range(40))
def test_exact_values_equal_a_plain_minimax(seed):
    position = random_position(seed, 5)
    if position.to_move is None:
        pytest.skip("this random game ended early")
    own, other = fast.widen(position.board, position.to_move)
    value = for_mover(plain_value(position), position)
    assert solver.exact_value(position) == value
    values = solver.move_values(position)
    plain = {
        s: for_mover(plain_value(engine.put(position, s)[0]), position)
        for s in engine.playable(position, position.to_move)
    }
    assert values == plain
    assert solver.winning_moves(own, other) == [s for s in sorted(plain) if plain[s] > 0]
    for low in range(-64, 64, 16):  # a narrow window gives the value inside it, and the right side of it outside
        narrow = solver.Endgame().value(own, other, low, low + 16)
        assert narrow == value if low < value < low + 16 else (narrow <= low) == (value <= low)


def test_the_sorting_search_equals_the_short_one_on_eight_empties():
    """The same positions with and without table and sorting, which begin above the last few squares."""
    for seed in range(12):
        position = random_position(seed, 8)
        if position.to_move is None:
            continue
        own, other = fast.widen(position.board, position.to_move)
        empties = solver.empty_squares(own, other)
        short = solver.Endgame()._short(own, other, empties, -64, 64, False)
        assert solver.Endgame().value(own, other) == short


def test_a_budget_counts_nodes_and_is_kept():
    position = random_position(3, 14)
    own, other = fast.widen(position.board, position.to_move)
    endgame = solver.Endgame(1000)
    with pytest.raises(solver.OutOfNodes):
        endgame.value(own, other)
    assert 1000 < endgame.nodes < 1100
    first, second = solver.Endgame(), solver.Endgame()
    assert first.value(own, other) == second.value(own, other)
    assert first.nodes == second.nodes


def test_only_modern_positions_with_a_mover_are_solved(through):
    with pytest.raises(ValueError, match="modern"):
        solver.exact_value(through("d4d5e4e5", rules="1890").last.position)
    with pytest.raises(ValueError, match="side to move"):
        solver.exact_value(through("f5d6c5f6e7f4g5e6e3").last.position)


# ------------------------------------------------------------------ strengths


def test_easy_takes_the_most_discs_or_sometimes_any():
    position = random_position(8, 30)
    legal = engine.playable(position, position.to_move)
    flips = {s: len(engine.flips(position.board, s, position.to_move)) for s in legal}
    most = [s for s in legal if flips[s] == max(flips.values())]
    chosen = [solver.choose(position, "easy", Chance(seed)) for seed in range(200)]
    greedy = sum(s in most for s in chosen)
    assert set(chosen) <= set(legal)
    assert 140 <= greedy < 200  # three in four, and a few of the random ones
    assert solver.most_flips(*fast.widen(position.board, position.to_move)) == most


def test_medium_and_hard_are_exact_at_ten_empties():
    for seed in range(6):
        position = random_position(seed, 10)
        if position.to_move is None:
            continue
        values = solver.move_values(position)
        for strength in ("medium", "hard"):
            assert values[solver.choose(position, strength, Chance(0))] == max(values.values())


def play_game(black, white, seed, nodes=3000):
    """Return black's lead after six random plies and then play of the two strengths."""
    game, chance = load("reversi"), Chance(seed)
    position = game.start(game.settle({}))
    while position.to_move:
        if position.board.count(".") > 54:
            square = chance.choice(engine.playable(position, position.to_move))
        else:
            strength = black if position.to_move == "black" else white
            square = solver.choose(position, strength, chance, nodes)
        position, _ = engine.put(position, square)
    black_score, white_score = game.score(position)["tournament"]
    return black_score - white_score


def test_medium_beats_easy_and_play_repeats():
    leads = [play_game("medium", "easy", 1), -play_game("easy", "medium", 2), play_game("hard", "easy", 3)]
    assert all(lead > 0 for lead in leads)
    assert play_game("hard", "easy", 3) == leads[2]


def test_evaluation_changes_sign_with_the_side_except_for_parity():
    for seed in range(20):
        position = random_position(seed, 30)
        black, white = fast.widen(position.board, "black")
        assert abs(solver.evaluate(black, white) + solver.evaluate(white, black)) == 6


def test_a_corner_is_worth_more_than_the_square_beside_it():
    """Two boards equal but for one black disc: on the corner a1, or diagonally beside the empty corner on b2."""
    rest = "........" + "...WB..." + "...BW..." + "." * 24
    corner = fast.widen("B......." + "........" + rest, "black")
    beside = fast.widen("........" + ".B......" + rest, "black")
    assert solver.evaluate(*corner) > solver.evaluate(*beside) + 40

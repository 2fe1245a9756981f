"""How fast the reversi boards are: perft and replay as ratios to a plain mailbox in one run, and the solver's reach.

Run with `python benchmarks/reversi.py [DEPTH] [SECONDS]`: perft to DEPTH (default 8; 11 and more are published too) and
endgames until one takes longer than SECONDS of processor time (default 60). Times are this process's processor time;
only the ratios mean anything on another machine. Knows nothing of pages.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from kitgen.games.reversi import engine, fast, solver
from kitgen.play.replay import play

CASES = Path(__file__).parent.parent / "tests" / "games" / "reversi"
PERFT = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]
STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)


# ---------------------------------------------------------------- the mailbox: 10 x 10 cells, 0 empty, 1 and -1 discs


def mailbox_start() -> list[int]:
    """Return the start position; 9 marks the cells around the board."""
    cells = [9 if not (0 < i % 10 < 9 and 0 < i // 10 < 9) else 0 for i in range(100)]
    cells[44], cells[45], cells[54], cells[55] = -1, 1, 1, -1
    return cells


INNER = [i for i in range(100) if 0 < i % 10 < 9 and 0 < i // 10 < 9]


def mailbox_flips(cells: list[int], at: int, side: int) -> list[int]:
    """Return the cells that `side` turns by playing the empty cell `at`."""
    found: list[int] = []
    for step in STEPS:
        i = at + step
        if cells[i] != -side:
            continue
        run = [i]
        i += step
        while cells[i] == -side:
            run.append(i)
            i += step
        if cells[i] == side:
            found += run
    return found


def mailbox_moves(cells: list[int], side: int) -> Iterator[tuple[int, list[int]]]:
    """Yield each playable cell with the cells that it turns."""
    for at in INNER:
        if not cells[at] and (run := mailbox_flips(cells, at, side)):
            yield at, run


def mailbox_perft(cells: list[int], side: int, depth: int, passed: bool = False) -> int:
    """Count leaves; a pass is a ply."""
    moves = list(mailbox_moves(cells, side))
    if not moves:
        return 1 if passed or depth == 1 else mailbox_perft(cells, -side, depth - 1, True)
    if depth == 1:
        return len(moves)
    count = 0
    for at, run in moves:
        cells[at] = side
        for i in run:
            cells[i] = side
        count += mailbox_perft(cells, -side, depth - 1)
        cells[at] = 0
        for i in run:
            cells[i] = -side
    return count


def mailbox_replay(squares: list[int]) -> int:
    """Play a game and return black's discs."""
    cells, side = mailbox_start(), 1
    for square in squares:
        at = 11 + square // 8 * 10 + square % 8
        run = mailbox_flips(cells, at, side)
        if not run:
            side = -side
            run = mailbox_flips(cells, at, side)
        if cells[at] or not run:
            raise ValueError(square)
        for i in (at, *run):
            cells[i] = side
        side = -side
    return cells.count(1)


# ---------------------------------------------------------------- measuring


def timed(work: Callable[[], object], repeats: int = 3) -> float:
    """Return the least processor time of `repeats` runs, in seconds."""
    times = []
    for _ in range(repeats):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)


def measure_perft(depth: int) -> None:
    """Print leaves a second of both boards at the deepest depth that both can afford, then the fast one at `depth`."""
    start, shared = fast.widen(engine.OPENING, "black"), min(depth, 7)
    if not mailbox_perft(mailbox_start(), 1, shared) == fast.perft(*start, shared) == PERFT[shared]:
        raise SystemExit(f"perft {shared} is not the published {PERFT[shared]}")
    slow = timed(lambda: mailbox_perft(mailbox_start(), 1, shared))
    quick = timed(lambda: fast.perft(*start, shared))
    print(f"perft {shared}: mailbox {PERFT[shared] / slow:,.0f} leaves/s, wide {PERFT[shared] / quick:,.0f}, "
          f"ratio {slow / quick:.1f}")  # fmt: skip
    begun = process_time()
    if fast.perft(*start, depth) != PERFT[depth]:
        raise SystemExit(f"perft {depth} is not the published {PERFT[depth]}")
    print(f"perft {depth}: {PERFT[depth]:,} as published, {process_time() - begun:.1f} s")


def measure_replay() -> None:
    """Print games a second of the mailbox, the wide board and the whole plain engine, on the real games."""
    lines = (CASES / "real_games.tsv").read_text(encoding="utf-8").splitlines()
    texts = [line.split("\t")[0] for line in lines if line and line[0] != "#" and "pass" not in line.split("\t")[0]]
    games = [[engine.read_square(text[i : i + 2]) or 0 for i in range(0, len(text), 2)] for text in texts]
    start, options = fast.widen(engine.OPENING, "black"), engine.GAME.settle({})
    tokens = [[(1, engine.square_name(square)) for square in game] for game in games]
    slow = timed(lambda: [mailbox_replay(game) for game in games])
    quick = timed(lambda: [fast.replay_squares(*start, game) for game in games])
    plain = timed(lambda: [play(engine.GAME, options, game) for game in tokens], 1)
    n = len(games)
    print(f"replay of {n} games: mailbox {n / slow:,.0f} games/s, wide {n / quick:,.0f}, ratio {slow / quick:.1f}; "
          f"plain engine with its list of effects {n / plain:,.0f}")  # fmt: skip


def measure_solver(seconds: float) -> None:
    """Solve the FFO positions by number of empties until one takes longer than `seconds`; print time and nodes."""
    lines = (CASES / "ffo.tsv").read_text(encoding="utf-8").splitlines()
    cases = [line.split("\t") for line in lines if line and line[0] != "#"]
    deepest, nodes, spent = 0, 0, 0.0
    for number, board, side, empties, score, *_ in sorted(cases, key=lambda case: int(case[3])):
        wide = fast.widen(board.replace("X", "B").replace("O", "W").replace("-", "."), side)
        endgame, begun = solver.Endgame(), process_time()
        value = endgame.value(*wide)
        took = process_time() - begun
        if value != int(score):
            raise SystemExit(f"FFO {number}: {value}, published {score}")
        nodes, spent = nodes + endgame.nodes, spent + took
        print(f"FFO {number:>2}: {empties} empties, {value:+d} as published, {endgame.nodes:,} nodes, {took:.2f} s")
        if took > seconds:
            break
        deepest = int(empties)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{nodes / spent:,.0f} nodes/s; deepest within {seconds:.0f} s: {deepest} empties; peak memory {peak:.0f} MB")


def main() -> None:
    """Run all measurements."""
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    measure_perft(depth)
    measure_replay()
    measure_solver(seconds)


if __name__ == "__main__":
    main()

"""A second engine, written apart from the first, and thousands of random games played through both.

It holds the pieces as a mapping of (column, row) to a letter, finds slides by walking, finds captures by reading
the three letters of a line on either side of the piece that moved, and keeps its own count of the turns.
"""

from __future__ import annotations

import random

from kitgen.games.tafl import GAME

LETTERS = "abcdefg"
TEAM = {"K": 0, "D": 0, "A": 1}
NAMES = ("king", "attackers")


class SecondEngine:
    def __init__(self, rows: list[str], turn: int) -> None:
        self.men = {(x, y): man for y, row in enumerate(rows) for x, man in enumerate(row) if man != "."}
        self.turn, self.turns, self.over = turn, 0, None
        self.royal = "K" in self.men.values()
        self.settle_blockade()

    def rows(self) -> list[str]:
        return ["".join(self.men.get((x, y), ".") for x in range(7)) for y in range(7)]

    def walk(self) -> set[str]:
        found = set()
        for (x, y), man in self.men.items():
            if TEAM[man] != self.turn:
                continue
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                fx, fy = x + dx, y + dy
                while fx in range(7) and fy in range(7) and (fx, fy) not in self.men:
                    found.add(f"{LETTERS[x]}{y + 1}-{LETTERS[fx]}{fy + 1}")
                    fx, fy = fx + dx, fy + dy
        return found

    def make(self, text: str) -> set[str]:
        start, end = ((LETTERS.index(part[0]), int(part[1]) - 1) for part in text.split("-"))
        man = self.men.pop(start)
        self.men[end] = man
        self.turn, self.turns = 1 - self.turn, self.turns + 1
        if man == "K" and not all(0 < n < 6 for n in end):
            self.over, self.slides = ("king", "escape"), set()
            return set()
        x, y = end
        lines = ([(x + s, y), (x + 2 * s, y)] for s in (-1, 1))
        columns = ([(x, y + s), (x, y + 2 * s)] for s in (-1, 1))
        gone = set()
        for near, far in [*lines, *columns]:
            teams = [TEAM[man], TEAM.get(self.men.get(near), 9), TEAM.get(self.men.get(far), 9)]
            if teams in ([0, 1, 0], [1, 0, 1]):
                gone.add(near)
        lost = [self.men.pop(spot) for spot in gone]
        if "K" in lost:
            self.over = ("attackers", "king_taken")
        elif self.turns == 80 and self.royal:
            self.over = ("draw", "forty_pairs")
        self.settle_blockade()
        return {f"{LETTERS[cx]}{cy + 1}" for cx, cy in gone}

    def settle_blockade(self) -> None:
        self.slides = set() if self.over else self.walk()
        if self.royal and not self.over and not self.slides:
            self.over = (NAMES[1 - self.turn], "no_slide")


def random_rows(chance: random.Random) -> list[str]:
    spots = [(x, y) for x in range(7) for y in range(7)]
    chance.shuffle(spots)
    board = [["."] * 7 for _ in range(7)]
    for _ in range(chance.randint(0, 4)):
        x, y = spots.pop()
        board[y][x] = "D"
    for _ in range(chance.randint(0, 8)):
        x, y = spots.pop()
        board[y][x] = "A"
    inner = [spot for spot in spots if all(0 < n < 6 for n in spot)]
    if chance.random() < 0.9:
        x, y = chance.choice(inner)
        board[y][x] = "K"
    return ["".join(row) for row in board]


def compare_game(chance: random.Random, given: dict[str, str], most: int) -> tuple[str | None, int]:
    """Play one random game through both engines; return how it ended and how many pieces were taken."""
    options = GAME.settle(given)
    position = GAME.start(options)
    state = GAME.state(position)
    second = SecondEngine(state["board"], NAMES.index(options["first"]))
    taken = 0
    for _ in range(most):
        assert state["board"] == second.rows()
        assert len(state["legal"]) == len(set(state["legal"]))
        assert set(state["legal"]) == second.slides
        assert (state["outcome"] and (state["outcome"]["winner"], state["outcome"]["reason"])) == second.over
        if not state["legal"]:
            break
        tries = [chance.choice(state["legal"]) for _ in range(6)]
        move = max(tries, key=lambda text: len(GAME.read_move(text, position).taken))
        applied = GAME.apply(position, GAME.read_move(move, position))
        position, state = applied.position, GAME.state(applied.position)
        assert set(applied.effects["captured"]) == second.make(move)
        taken += len(applied.effects["captured"])
    return state["outcome"]["reason"] if state["outcome"] else None, taken


def test_both_engines_agree_on_random_set_ups():
    ends: dict[str | None, int] = {}
    total = 0
    for seed in range(1900):
        chance = random.Random(seed)
        given = {"start": "/".join(random_rows(chance)), "first": chance.choice(NAMES)}
        reason, taken = compare_game(chance, given, 8)
        ends[reason] = ends.get(reason, 0) + 1
        total += taken
    # the comparison saw what it is for
    assert total > 400
    assert min(ends.get(reason, 0) for reason in ("escape", "king_taken", "no_slide")) > 5


def test_both_engines_agree_from_the_start_to_the_end():
    ends: dict[str | None, int] = {}
    for seed in range(120):
        reason, _ = compare_game(random.Random(seed), {}, 81)
        ends[reason] = ends.get(reason, 0) + 1
    assert ends.get(None, 0) == 0
    assert ends["escape"] > 20 and ends["king_taken"] > 5

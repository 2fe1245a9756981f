"""Numbers counted by hand, and claims that fail when a rule is broken on purpose."""

from __future__ import annotations

import pytest

from kitgen.games.tafl import GAME, facts, results
from kitgen.games.tafl import engine as rules

DEFAULTS = GAME.settle({})


def test_numbers_of_the_kit():
    counts = facts.counts(DEFAULTS)
    by_hand = {
        "columns": 7,
        "rows": 7,
        "squares": 49,
        "edge_squares": 24,
        "inner_squares": 25,
        "sides": 2,
        "kings": 1,
        "defenders": 4,
        "attackers": 8,
        "king_side": 5,
        "pieces": 13,
        "pairs_limit": 40,
        "plies_limit": 80,
        "directions": 4,
        "first_slides": 24,  # six for each defender
        "most_taken": 3,
        "takers_of_king": 2,
        "closings": 100,
        "start_k": "d4",
        "start_d": "d3, c4, e4, d5",
        "start_a": "d1, d2, a4, b4, f4, g4, d6, d7",
    }
    assert by_hand.items() <= counts.items()


def test_searches_are_told_of_the_standard_start_only():
    counts = facts.counts(DEFAULTS)
    assert counts["king_searched_plies"] == results.KING.plies == 2 * counts["king_searched_slides"] - 1
    assert counts["attackers_searched_plies"] == results.ATTACKERS.plies == 2 * counts["attackers_searched_slides"]
    other = GAME.settle({"first": "attackers"})
    assert "king_searched_plies" not in facts.counts(other)
    assert facts.claims(other)["no_forced_win_near_the_start"]() is False


CLAIMS = facts.claims(DEFAULTS)


@pytest.mark.parametrize("name", list(CLAIMS))
def test_claims_hold(name):
    assert CLAIMS[name]() is True


def broken(how: str):
    """Return a `taken` with one rule changed."""

    def taken(board: str, origin: int, target: int) -> tuple[int, ...]:
        side = rules.side_of(board[origin])
        after = rules.slid(board, origin, target)
        found = list(rules.taken(board, origin, target))
        column, row = rules.GRID.cell(target)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            line = [(column + n * dx, row + n * dy) for n in range(1, 4)]
            men = [after[rules.GRID.index(c)] if rules.GRID.holds(c) else "#" for c in line]
            owners = [rules.side_of(man) if man not in ".#" else man for man in men]
            foe = "attackers" if side == "king" else "king"
            hit = {
                "edge": owners[:2] == [foe, "#"],
                "gap": owners == [foe, ".", side] or owners == [".", foe, side],
                "run": owners == [foe, foe, side],
                "between": False,
            }[how]
            if hit:
                found += [rules.GRID.index(c) for c, owner in zip(line, owners, strict=True) if owner == foe]
        if how == "between":
            here = [(column - 1, row), (column + 1, row)]
            if all(rules.GRID.holds(c) and rules.side_of(after[rules.GRID.index(c)]) not in ("", side) for c in here):
                found.append(target)
        return tuple(sorted(found))

    return taken


@pytest.mark.parametrize(
    ("how", "name"),
    [
        ("edge", "edge_is_no_partner"),
        ("gap", "gap_saves"),
        ("run", "two_in_line_are_safe"),
        ("between", "between_is_safe"),
        ("between", "king_between_is_safe"),
    ],
)
def test_claims_fail_when_a_rule_is_broken(monkeypatch, how, name):
    monkeypatch.setattr(facts, "taken", broken(how))
    assert CLAIMS[name]() is False


def test_other_claims_fail_too(monkeypatch):
    monkeypatch.setattr(facts, "taken", lambda *_: ())
    for name in ("attackers_take_defenders", "attackers_take_king", "king_is_a_partner", "king_takes"):
        assert CLAIMS[name]() is False
    assert facts.most_taken() == facts.fewest_takers() == 0
    monkeypatch.setattr(facts, "played", lambda position, *_: position)
    for name in ("edge_frees_king_before_captures", "blocked_side_loses", "limit_is_a_draw"):
        assert CLAIMS[name]() is False


def test_claims_about_the_start_fail_for_another():
    other = GAME.settle({"start": "......./.D...../..K..../......./...A.../.A...../......A"})
    claims = facts.claims(other)
    for name in (
        "king_starts_in_the_centre",
        "king_starts_walled_in",
        "start_is_symmetric",
        "no_forced_win_near_the_start",
    ):
        assert claims[name]() is False

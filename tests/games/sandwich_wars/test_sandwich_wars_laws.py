"""Laws of every game: coins and points never below 0, cards conserved, the row never three alike; legal means legal."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.chance import Chance
from kitgen.games.sandwich_wars.engine import GAME, advance
from kitgen.games.sandwich_wars.menu import legal_moves
from kitgen.games.sandwich_wars.moves import read_move, write_move
from kitgen.games.sandwich_wars.players import PLAYERS
from kitgen.games.sandwich_wars.table import ACT, OVER, SIDES


def check_laws(table):
    cards = table.cards
    market = Counter(table.market + table.discards)
    orders = Counter(table.deck + table.row)
    assistants = Counter(table.assistants)
    for seat in table.seats:
        assert seat.coins >= 0
        assert seat.tokens >= 0
        assert len(seat.area) <= 5
        assert not set(seat.area) & set(cards.opportunities)
        market.update(seat.hand + seat.area)
        orders.update(seat.orders)
        assistants.update(seat.assistants)
    assert market == Counter(cards.market)
    assert orders == Counter(list(cards.orders))
    assert assistants == Counter(list(cards.assistants))
    types = Counter(cards.orders[order].type for order in table.row)
    assert max(types.values(), default=0) <= 2
    assert len(table.row) <= 5


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 5), st.sampled_from(["random", "greedy"]), st.sampled_from(SIDES[:2]))
def test_games_keep_the_laws_and_end(seed, size, kind, first):
    chance = Chance(seed)
    table = GAME.start(GAME.settle({"players": size, "seed": seed, "first": first}))
    turns = Counter()
    while GAME.to_move(table):
        check_laws(table)
        before = table
        table = advance(table, PLAYERS[kind](table, chance), {})
        if before.step == ACT and table.turn == before.turn and table.step == ACT:
            assert before.actions - table.actions in (0, 1)
        if table.turn != before.turn or table.step == OVER:
            turns[before.turn] += 1
            assert len(before.seat.hand) <= 8 or before.step != ACT
            assert len(table.seats[before.turn].hand) <= 5
    check_laws(table)
    assert table.step == OVER
    assert set(turns.values()) == {table.round}  # all have had equal turns
    assert max(len(seat.orders) for seat in table.seats) >= 5


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 5))
def test_every_move_that_is_listed_is_legal_and_listed_once(seed, size):
    chance = Chance(seed)
    table = GAME.start(GAME.settle({"players": size, "seed": seed}))
    for _ in range(60):
        if not GAME.to_move(table):
            break
        moves = list(legal_moves(table))
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves[:: 1 + len(moves) // 40]:
            check_laws(advance(table, move, {}))
            assert read_move(dict(write_move(move))) == (move, "")
        table = advance(table, PLAYERS["random"](table, chance), {})


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9))
def test_what_the_players_choose_is_listed(seed):
    table = GAME.start(GAME.settle({"players": 3, "seed": seed}))
    chance = Chance(seed)
    for turn in range(80):
        if not GAME.to_move(table):
            break
        move = PLAYERS["greedy" if turn % 3 else "random"](table, chance)
        listed = {(m._replace(using=frozenset(m.using), discard=frozenset(m.discard))) for m in legal_moves(table)}
        assert move._replace(using=frozenset(move.using), discard=frozenset(move.discard)) in listed
        table = advance(table, move, {})


def test_a_position_is_not_changed_by_what_is_played_from_it():
    table = GAME.start(GAME.settle({"seed": 3}))
    kept = (table.seats, table.market, table.row)
    moves = list(legal_moves(table))
    after = [advance(table, move, {}) for move in moves if move.do == "take"]
    assert (table.seats, table.market, table.row) == kept
    assert all(new.market is table.market for new in after)

"""The end of a turn, step by step, and the passing of the turn; a step with nothing to do is left out.

The order is: hand symbols, upkeep, refill of the row, hand down to its size, announcement. Does not know actions.
"""

from __future__ import annotations

from kitgen.errors import IllegalMove
from kitgen.games.sandwich_wars.actions import discard
from kitgen.games.sandwich_wars.effects import Told, run_collect
from kitgen.games.sandwich_wars.moves import Move
from kitgen.games.sandwich_wars.scoring import describe_seats
from kitgen.games.sandwich_wars.table import (
    ACT,
    ANNOUNCE,
    DISCARD,
    LAST_ROUND,
    OVER,
    REFILL,
    STOPPED,
    UPKEEP,
    Table,
    refill,
    with_seat,
    without,
)

_STEPS = (ACT, UPKEEP, REFILL, DISCARD, ANNOUNCE)


def end_step(table: Table, move: Move, told: Told) -> Table:
    """Do the end-of-turn step that `move` names, then go on to the next with something to do, or to the next seat."""
    table = _DO[move.do](table, move, told)
    done = ACT if move.do == "collect" else move.do
    for step in _STEPS[_STEPS.index(done) + 1 :]:
        if has_to(table, step):
            return table._replace(step=step)
    return _pass_turn(table, told)


def has_to(table: Table, step: str) -> bool:
    """Return whether an end-of-turn step has anything to do for the seat whose turn it is."""
    seat, rules = table.seat, table.cards.rules
    if step == UPKEEP:
        return bool(seat.assistants) and not table.day_off
    if step == REFILL:
        return table.completed > 0
    if step == DISCARD:
        return len(seat.hand) > rules.hand
    return len(seat.orders) >= rules.last_order


def _collect(table: Table, _: Move, told: Told) -> Table:
    if table.actions:
        left = "an action" if table.actions == 1 else f"{table.actions} actions"
        raise IllegalMove(f"{table.side} has {left} left")
    return run_collect(table, told)


def payments(table: Table) -> list[tuple[int, int]]:
    """Return the ways in which the seat may pay its upkeep, as (coins, points).

    Who can pay for all must, in any mixture; who cannot pays for as many as coins and points allow.
    """
    seat = table.seat
    price = table.cards.assistants[seat.assistants[0]]
    by_coins, by_points = seat.coins // price.upkeep_coins, seat.tokens // price.upkeep_points
    paid = min(len(seat.assistants), by_coins + by_points)
    counts = range(max(0, paid - by_points), min(paid, by_coins) + 1)
    return [(n * price.upkeep_coins, (paid - n) * price.upkeep_points) for n in reversed(counts)]


def can_pay(table: Table) -> bool:
    """Return whether the seat can pay the upkeep of all its assistants."""
    seat = table.seat
    price = table.cards.assistants[seat.assistants[0]]
    return seat.coins // price.upkeep_coins + seat.tokens // price.upkeep_points >= len(seat.assistants)


def _upkeep(table: Table, move: Move, told: Told) -> Table:
    seat = table.seat
    coins, points = move.coins or 0, move.points or 0
    ways = payments(table)
    if (coins, points) not in ways:
        words = " or ".join(f"{c} coins and {p} points" for c, p in ways)
        raise IllegalMove(f"upkeep of {len(seat.assistants)} assistants: {table.side} pays {words}")
    for category in move.back:
        if category not in seat.assistants:
            raise IllegalMove(f"{table.side} has no {category} assistant", category)
    if not can_pay(table) and set(move.back) != set(seat.assistants):
        raise IllegalMove(f"{table.side} cannot pay for all assistants, so all of them are returned")
    told["paid"], told["returned"] = {"coins": coins, "points": points}, list(move.back)
    kept = without(seat.assistants, move.back)
    table = with_seat(table, seat._replace(coins=seat.coins - coins, tokens=seat.tokens - points, assistants=kept))
    row = tuple(c for c in table.cards.assistants if c in table.assistants or c in move.back)
    return table._replace(assistants=row)


def _refill(table: Table, _: Move, told: Told) -> Table:
    table, laid, under = refill(table, table.cards.rules.row)
    told["laid"], told["under"] = list(laid), list(under)
    return table


def _discard(table: Table, move: Move, _: Told) -> Table:
    surplus = len(table.seat.hand) - table.cards.rules.hand
    if len(move.discard) != surplus:
        raise IllegalMove(f"{table.side} discards exactly {surplus}, not {len(move.discard)}")
    return discard(table, move.discard)


def _announce(table: Table, _: Move, told: Told) -> Table:
    told["orders"] = len(table.seat.orders)
    return table


_DO = {"collect": _collect, "upkeep": _upkeep, "refill": _refill, "discard": _discard, "announce": _announce}


def _pass_turn(table: Table, told: Told) -> Table:
    told["round"], told["seats"] = table.round, describe_seats(table)
    turn = (table.turn + 1) % len(table.seats)
    step, number = ACT, table.round
    if turn == table.first:
        number += 1
        if is_decided(table):
            step, number = OVER, table.round
        elif table.round >= LAST_ROUND:
            step, number = STOPPED, table.round
    table = table._replace(completed=0, spice=0, praise=0, day_off=False)
    return table._replace(turn=turn, step=step, round=number, actions=table.cards.rules.actions)


def is_decided(table: Table) -> bool:
    """Return whether a seat has the orders that make this round the last."""
    return any(len(seat.orders) >= table.cards.rules.last_order for seat in table.seats)

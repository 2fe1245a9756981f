"""Score sheets, the winner and why, and seats as the JSON form prints them. Does not know how points were made."""

from __future__ import annotations

from typing import Any

from kitgen.games.sandwich_wars.table import OVER, SIDES, Seat, Table


def sheet_of(table: Table, seat: Seat) -> dict[str, int]:
    """Return a seat's score sheet: points by source, their total, and the coins that may break a tie."""
    cards = table.cards
    parts = {
        "orders": sum(cards.orders[order].points for order in seat.orders),
        "tokens": seat.tokens,
        "opportunities": cards.rules.opportunity * sum(card in cards.opportunities for card in seat.hand),
        "diversity": diversity_of(table, seat),
    }
    return {**parts, "total": sum(parts.values()), "coins": seat.coins}


def diversity_of(table: Table, seat: Seat) -> int:
    """Return the points for different types among a seat's orders: nothing for one type."""
    types = len({table.cards.orders[order].type for order in seat.orders})
    return table.cards.rules.diversity[types - 2] if types >= 2 else 0


def score(table: Table) -> dict[str, dict[str, int]]:
    """Return the score sheet of each seat as things stand."""
    return {side: sheet_of(table, seat) for side, seat in zip(SIDES, table.seats, strict=False)}


def outcome(table: Table) -> dict[str, Any] | None:
    """Return winner, reason and sheets of a finished game, None for any other.

    Most points win; of those with as many, most points in tokens; then most coins; then the victory is shared and
    `winner` a list.
    """
    if table.step != OVER:
        return None
    sheets = score(table)
    leaders = list(sheets)
    for key, reason in (("total", "points"), ("tokens", "tokens"), ("coins", "coins")):
        most = max(sheets[side][key] for side in leaders)
        leaders = [side for side in leaders if sheets[side][key] == most]
        if len(leaders) == 1:
            return {"winner": leaders[0], "reason": reason, "score": sheets}
    return {"winner": leaders, "reason": "shared", "score": sheets}


def describe_seats(table: Table) -> dict[str, dict[str, Any]]:
    """Return what each seat has, as the JSON form prints it."""
    keys = ("area", "coins", "tokens", "hand", "assistants", "orders")
    return {
        side: {key: _plain(getattr(seat, key)) for key in keys} for side, seat in zip(SIDES, table.seats, strict=False)
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value

"""Sandwich Wars: the whole game by its rules, from a deal or from mid-game to the score sheets.

A turn has two actions and, between them, any opportunities; `collect` ends it, and the steps that follow are plies of
their own where there is something to do. Does not know how cards look or what they are called in a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kitgen.errors import IllegalMove
from kitgen.games.sandwich_wars import actions
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.data import cards_in_use
from kitgen.games.sandwich_wars.effects import Told
from kitgen.games.sandwich_wars.menu import legal_moves
from kitgen.games.sandwich_wars.moves import Move, Written, read_move, write_move
from kitgen.games.sandwich_wars.opportunities import play_opportunity
from kitgen.games.sandwich_wars.scoring import describe_seats, outcome, score
from kitgen.games.sandwich_wars.setup import OPTIONS, settle, start
from kitgen.games.sandwich_wars.table import ACT, LAST_ROUND, OVER, SIDES, STOPPED, Table
from kitgen.games.sandwich_wars.turn import end_step
from kitgen.play.contract import Applied, Option, RawRecord
from kitgen.play.replay import one_of
from kitgen.source import Node, read_documents

_ACTIONS = {
    "play": actions.play,
    "complete": actions.complete,
    "hire": actions.hire,
    "replenish": actions.replenish,
    "take": actions.take,
}


def advance(table: Table, move: Move, told: Told) -> Table:
    """Return the table after `move`, telling what happened; raises IllegalMove without the list of legal moves."""
    if table.step in (OVER, STOPPED):
        raise IllegalMove("the game is over")
    if move.do in _ACTIONS:
        _check_step(table, move, ACT)
        if not table.actions:
            raise IllegalMove(f"{table.side} has no action left: collect comes next")
        table = _ACTIONS[move.do](table, move, told)
        return table._replace(actions=table.actions - 1)
    if move.do == "opportunity":
        _check_step(table, move, ACT)
        return play_opportunity(table, move, told)
    _check_step(table, move, ACT if move.do == "collect" else move.do)
    return end_step(table, move, told)


def _check_step(table: Table, move: Move, step: str) -> None:
    if table.step != step:
        waits = f"{table.side}'s turn goes on" if table.step == ACT else f"{table.side} is at its step {table.step}"
        raise IllegalMove(f"{move.do} does not come now: {waits}")


class Wars:
    """The game over a set of cards: those of the shelf in use, unless others are handed in."""

    slug = "sandwich_wars"
    sides = SIDES
    options = (
        Option("players", 2, int, "2 to 5"),
        Option("seed", 1, int, "a whole number of 0 or more"),
        Option("first", SIDES[0], one_of(*SIDES), "p1 to p5"),
        Option("deal", None, str, "a mapping of market and orders, each a list of all its cards, top first"),
        Option("state", None, str, "a mapping that describes a position in mid-game"),
    )

    def __init__(self, cards: Cards | None = None) -> None:
        self._cards = cards

    @property
    def cards(self) -> Cards:
        """Return the cards played with: those handed in, else those of the shelf in use."""
        return self._cards or cards_in_use()

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed, defaults filled in; raises SpecError."""
        return settle(given)

    def start(self, options: Mapping[str, Any]) -> Table:
        """Return the start position; raises SpecError for a deal or state that is none."""
        return start(self.cards, options)

    def to_move(self, position: Table) -> str | None:
        """Return the seat whose turn it is, None when the game is over or stopped."""
        return None if position.step in (OVER, STOPPED) else position.side

    def legal(self, position: Table) -> tuple[Written, ...]:
        """Return every legal move as records write it; see `menu.legal_moves` for the order."""
        return tuple(map(write_move, legal_moves(position)))

    def records(self, text: str) -> Iterable[RawRecord]:
        """Split a YAML stream: one record a document, its options and `actions`; a bare list is actions alone."""
        return list(_split(text))

    def read_move(self, token: Any, position: Table) -> Move:
        """Read a move; raises Unreadable, and IllegalMove when it says it is by a seat whose turn it is not."""
        move, by = read_move(token)
        side = self.to_move(position)
        if by and side and by != side:
            raise IllegalMove(f"{by} acts out of turn: it is {side}'s")
        return move

    def write_move(self, move: Move) -> Written:
        """Write a move as `legal` does. Inverse of `read_move`."""
        return write_move(move)

    def apply(self, position: Table, move: Move) -> Applied:
        """Return what `move` does, with what it tells; raises IllegalMove."""
        told: Told = {}
        try:
            table = advance(position, move, told)
        except IllegalMove as fault:
            raise IllegalMove(fault.why, fault.square, map(str, self.legal(position))) from None
        return Applied(table, told)

    def state(self, position: Table) -> dict[str, Any]:
        """Return what lies on the table, whose turn it is and what may be done."""
        side = self.to_move(position)
        return {
            "seats": describe_seats(position),
            "row": list(position.row),
            "assistants": list(position.assistants),
            "market": len(position.market),
            "discards": len(position.discards),
            "deck": len(position.deck),
            "round": position.round,
            "step": position.step,
            "actions": position.actions if position.step == ACT else 0,
            "stopped": f"after {LAST_ROUND} rounds" if position.step == STOPPED else None,
            "to_move": side,
            "legal": list(self.legal(position)),
            "outcome": outcome(position),
        }

    def score(self, position: Table) -> dict[str, Any]:
        """Return each seat's score sheet as it stands."""
        return score(position)


def _split(text: str) -> Iterator[RawRecord]:
    for tree in read_documents(text, "record"):
        if tree.value is None:  # a document of comments only
            continue
        if isinstance(tree.value, list):
            yield RawRecord(tree.place.line, {}, _tokens(tree))
            continue
        fields = tree.mapping(("title", "actions", *OPTIONS))
        tokens = _tokens(fields["actions"]) if "actions" in fields else ()
        options = {key: fields[key].plain() for key in OPTIONS if key in fields}
        yield RawRecord(tree.place.line, options, tokens)


def _tokens(node: Node) -> tuple[tuple[int, Any], ...]:
    return tuple((item.place.line, _written(item.plain())) for item in node.sequence())


def _written(token: Any) -> Any:
    """Return a move's mapping in the form that messages can show on one line; anything else as it is."""
    return Written(token) if isinstance(token, dict) else token


GAME = Wars()

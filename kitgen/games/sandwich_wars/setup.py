"""Options and starts: a seeded or written deal, or a position in mid-game, each validated before it is used.

Nothing is taken from a start as it stands. Knows what a sound table is, not how one plays on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kitgen.chance import Chance
from kitgen.errors import Fault, Place, SpecError, suggest
from kitgen.games.sandwich_wars.cards import Cards
from kitgen.games.sandwich_wars.table import FEWEST, LAST_ROUND, OVER, SIDES, Seat, Table, count_type, refill
from kitgen.games.sandwich_wars.turn import is_decided
from kitgen.source import read_yaml

OPTIONS = ("players", "seed", "first", "deal", "state")
_MOST_COINS = 999


def settle(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options, typed: numbers from their text, trees as plain values. Raises SpecError with every fault.

    Without a deal and a state the seed is 1; with either there is none unless given, and nothing is shuffled.
    """
    faults = [
        Fault(f"unknown option {name!r}", None, ", ".join(OPTIONS), suggest(name, OPTIONS))
        for name in given
        if name not in OPTIONS
    ]
    trees = {key: _read_tree(key, given.get(key), faults) for key in ("deal", "state")}
    has_start = any(trees.values())
    players = len(_seats(trees["state"])) or FEWEST
    settled = {
        "players": _number("players", given.get("players"), players, FEWEST, len(SIDES), faults),
        "seed": _number("seed", given.get("seed"), None if has_start else 1, 0, 2**53, faults),
        "first": given.get("first") or SIDES[0],
        **trees,
    }
    _contradictions(settled, players, faults)
    if faults:
        raise SpecError(faults)
    return settled


def _read_tree(key: str, value: Any, faults: list[Fault]) -> Any:
    """Return a deal or state as plain values; text, as the command line gives it, is read as YAML."""
    if not isinstance(value, str):
        return value
    try:
        return read_yaml(value, key).plain()
    except SpecError as error:
        faults += error.faults
        return None


def _seats(state: Any) -> Mapping[str, Any]:
    seats = state.get("seats") if isinstance(state, dict) else None
    return seats if isinstance(seats, dict) else {}


def _number(name: str, value: Any, default: int | None, least: int, most: int, faults: list[Fault]) -> int | None:
    if value is None:
        return default
    text = str(value)
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        faults.append(Fault(f"option {name}: {value!r} is not accepted", None, f"{least} to {most}"))
        return default
    return int(text)


def _contradictions(settled: Mapping[str, Any], seats: int, faults: list[Fault]) -> None:
    players = settled["players"] or FEWEST
    if settled["first"] not in SIDES[:players]:
        faults.append(Fault(f"option first: no seat {settled['first']!r}", None, ", ".join(SIDES[:players])))
    if settled["deal"] is not None and settled["state"] is not None:
        faults.append(Fault("a deal and a state are two starts", None, "one of the two"))
    if settled["state"] is not None and players != seats:
        faults.append(Fault(f"option players: {players}, but the state has {seats} seats", None, str(seats)))


def start(cards: Cards, options: Mapping[str, Any]) -> Table:
    """Return the table that settled options describe. Raises SpecError with every fault of a deal or state."""
    first = SIDES.index(options["first"])
    if options["state"] is not None:
        return _State(cards, options["state"]).table(first, options["seed"])
    market, deck, chance = _decks(cards, options)
    rules, players = cards.rules, options["players"]
    seats = [Seat((), coins=rules.start_coins)] * players
    for k in range(players):  # each hand is dealt whole, from the first player clockwise
        hand, market = market[: rules.hand], market[rules.hand :]
        seats[(first + k) % players] = seats[0]._replace(hand=hand)
    table = Table(
        cards, tuple(seats), first, first, market, (), deck, (), tuple(cards.assistants), chance, actions=rules.actions
    )
    return refill(table, rules.row)[0]


def _decks(cards: Cards, options: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, int] | None]:
    seed, deal = options["seed"], options["deal"]
    if deal is not None:
        market, deck = _read_deal(cards, deal)
        return market, deck, None if seed is None else (seed, 0)
    chance, decks = Chance(seed), (list(cards.market), list(cards.orders))
    for deck_cards in decks:
        chance.shuffle(deck_cards)
    return tuple(decks[0]), tuple(decks[1]), (seed, sum(len(deck_cards) - 1 for deck_cards in decks))


def _read_deal(cards: Cards, deal: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    checks = _Checks("deal")
    fields = checks.mapping(deal, ("market", "orders"), "deal")
    market = checks.names(fields.get("market"), cards.market, "deal market")
    orders = checks.names(fields.get("orders"), tuple(cards.orders), "deal orders")
    for what, found, wanted in (("market", market, cards.market), ("orders", orders, tuple(cards.orders))):
        if lacking := [card for card in wanted if card not in found]:
            checks.fault(f"deal {what}: every card belongs there, top first", f"also {', '.join(lacking)}")
    checks.finish()
    return market, orders


class _Checks:
    """Reads plain values and collects what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.place = Place(file)
        self.faults: list[Fault] = []
        self.seen: set[str] = set()  # cards; categories are kept apart in `hired`
        self.hired: set[str] = set()

    def fault(self, what: str, accepted: str = "", near: str = "") -> None:
        """Note a fault and go on."""
        self.faults.append(Fault(what, self.place, accepted, near))

    def finish(self) -> None:
        """Raise SpecError with every fault noted, if there are any."""
        if self.faults:
            raise SpecError(self.faults)

    def mapping(self, value: Any, known: Iterable[str], what: str) -> dict[str, Any]:
        """Return a mapping, empty where there is none; unknown keys are faults."""
        known = tuple(known)
        if not isinstance(value, dict):
            self.fault(f"{what} is no mapping", ", ".join(known))
            return {}
        for key in value:
            if key not in known:
                self.fault(f"{what}: unknown key {key!r}", ", ".join(known), suggest(key, known))
        return value

    def names(self, value: Any, known: tuple[str, ...], what: str) -> tuple[str, ...]:
        """Return a list of cards, each known and lying only once in the whole start."""
        return self._names(value, known, what, self.seen)

    def categories(self, value: Any, known: tuple[str, ...], what: str) -> tuple[str, ...]:
        """Return a list of categories, each known and hired only once in the whole start."""
        return self._names(value, known, what, self.hired)

    def _names(self, value: Any, known: tuple[str, ...], what: str, seen: set[str]) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            self.fault(f"{what} is no list")
            return ()
        for name in value:
            if name not in known:
                self.fault(f"{what}: no card {name!r} belongs there", near=suggest(str(name), known))
            elif name in seen:
                self.fault(f"{what}: {name} stands twice")
            seen.add(str(name))
        return tuple(name for name in value if name in known)

    def number(self, value: Any, default: int, most: int, what: str, least: int = 0) -> int:
        """Return a whole number from `least` to `most`, `default` where none is written."""
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(f"{what}: {value!r} is not accepted", f"{least} to {most}")
            return default
        return value


class _State:
    """Reads a position in mid-game: seats with what they have, row, decks, whose turn, actions left.

    A market or deck that is not written is every card that lies nowhere else, in the data file's order, shuffled
    where there is a seed; one that is written is complete, and cards named nowhere are out of the game.
    """

    KEYS = ("seats", "row", "market", "discards", "deck", "turn", "actions", "round", "completed")
    SEAT = ("hand", "area", "coins", "tokens", "assistants", "orders")

    def __init__(self, cards: Cards, state: Any) -> None:
        self.cards, self.checks = cards, _Checks("state")
        self.fields = self.checks.mapping(state, self.KEYS, "state")

    def table(self, first: int, seed: int | None) -> Table:
        """Return the table; raises SpecError with every fault."""
        checks, fields, cards = self.checks, self.fields, self.cards
        seats = self._seats()
        row = checks.names(fields.get("row"), tuple(cards.orders), "row")
        discards = checks.names(fields.get("discards"), cards.market, "discards")
        market, deck, chance = self._decks(seed)
        turn = self._turn(seats, first)
        held = {category for seat in seats for category in seat.assistants}
        central = tuple(category for category in cards.assistants if category not in held)
        table = Table(
            cards,
            seats,
            turn,
            first,
            market,
            discards,
            deck,
            row,
            central,
            chance,
            round=self._number("round", 1, 1, LAST_ROUND),
            actions=self._number("actions", cards.rules.actions, 0, cards.rules.actions),
            completed=self._number("completed", 0, 0, cards.rules.actions),
        )
        checks.finish()
        self._check_row(table)
        checks.finish()
        if "row" not in fields:
            table = refill(table, cards.rules.row)[0]
        return table._replace(step=OVER) if _was_decided(table) else table

    def _turn(self, seats: tuple[Seat, ...], first: int) -> int:
        sides = SIDES[: len(seats)]
        turn = self.fields.get("turn", SIDES[first])
        if turn not in sides:
            self.checks.fault(f"turn: no seat {turn!r}", ", ".join(sides))
            return 0
        return sides.index(turn)

    def _decks(self, seed: int | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, int] | None]:
        """Return market, deck of orders and chance; to be called when everything else has been read."""
        source, used, decks = None if seed is None else Chance(seed), 0, []
        for key, known in (("market", self.cards.market), ("deck", tuple(self.cards.orders))):
            cards = self.checks.names(self.fields.get(key), known, key)
            if key not in self.fields:
                rest = [card for card in known if card not in self.checks.seen]
                if source:
                    source.shuffle(rest)
                    used += max(0, len(rest) - 1)
                cards = tuple(rest)
            decks.append(cards)
        return decks[0], decks[1], None if seed is None else (seed, used)

    def _number(self, key: str, default: int, least: int, most: int) -> int:
        return self.checks.number(self.fields.get(key), default, most, key, least)

    def _seats(self) -> tuple[Seat, ...]:
        given = self.checks.mapping(self.fields.get("seats"), SIDES, "seats")
        if not FEWEST <= len(given) <= len(SIDES) or set(given) != set(SIDES[: len(given)]):
            self.checks.fault(f"seats: {', '.join(given) or 'none'}", "p1 and p2, and so on without a gap up to p5")
        return tuple(self._seat(side, given[side]) for side in SIDES if side in given)

    def _seat(self, side: str, value: Any) -> Seat:
        checks, cards = self.checks, self.cards
        fields = checks.mapping(value if value is not None else {}, self.SEAT, side)
        area = checks.names(fields.get("area"), tuple(cards.ingredients), f"{side} area")
        if len(area) > cards.rules.area:
            checks.fault(f"{side} area holds {len(area)} ingredients", f"up to {cards.rules.area}")
        return Seat(
            checks.names(fields.get("hand"), cards.market, f"{side} hand"),
            area,
            checks.number(fields.get("coins"), 0, _MOST_COINS, f"{side} coins"),
            checks.number(fields.get("tokens"), 0, _MOST_COINS, f"{side} tokens"),
            checks.categories(fields.get("assistants"), tuple(cards.assistants), f"{side} assistants"),
            checks.names(fields.get("orders"), tuple(cards.orders), f"{side} orders"),
        )

    def _check_row(self, table: Table) -> None:
        rules = self.cards.rules
        if len(table.row) > rules.row:
            self.checks.fault(f"row holds {len(table.row)} orders", f"up to {rules.row}")
        for order in table.row:
            if count_type(table, order, table.row) >= rules.alike:
                self.checks.fault(f"row: {order} is one of {rules.alike} or more orders of its type")


def _was_decided(table: Table) -> bool:
    """Return whether the last round was finished before this position: the first seat is to begin another."""
    begins = table.turn == table.first and table.actions == table.cards.rules.actions and not table.completed
    return begins and is_decided(table)

"""Reads the data file's tree into Cards; every fault is named with its place, all at once.

Knows what a card must have and what the rulebook fixes; touches no disk but in `shipped`. Knows nothing of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from kitgen.errors import Fault, FileTrouble, Place, SpecError, suggest
from kitgen.games.sandwich_wars import rulebook
from kitgen.games.sandwich_wars.cards import (
    ASSISTANT_OR_POINTS,
    OPPORTUNITY_VERBS,
    PATTERNS,
    SHARE,
    VERBS,
    WITH_CATEGORY,
    Assistant,
    Cards,
    Category,
    Effect,
    Ingredient,
    Names,
    Opportunity,
    Order,
    OrderType,
    Rules,
    Tokens,
)
from kitgen.play.supply import find_data
from kitgen.source import Node, read_yaml

T = TypeVar("T")

SECTIONS = ("languages", *rulebook.VALUES)
_NO_FIELDS: dict[str, Node] = {}
_NO_ITEMS: list[Node] = []
_NO_TEXTS: tuple[str, ...] = ()
_MOST = 99  # the largest number that a card has room for
GAME_SLUG = "sandwich_wars"
FOLDER = f"rules_text/{GAME_SLUG}/data"
_READ: list[tuple[Node, Cards]] = []  # the user's file that was read last


def shipped(name: str = "cards.yaml") -> str:
    """Return the text of a data file that comes with kitgen: from the wheel's shelves, else beside the checkout.

    The only place in this game that touches a disk, so that `kitgen replay sandwich_wars` needs no shelf; a shelf that
    has found another file hands its text to `read_text` instead. Raises FileTrouble when neither is there.
    """
    package = files("kitgen")
    for found in (package / "shelves" / FOLDER / name, Path(str(package)).parent / FOLDER / name):
        if found.is_file():
            return found.read_text(encoding="utf-8")
    raise FileTrouble(f"{FOLDER}/{name}: not found, neither in the package nor beside it")


@cache
def shipped_cards() -> Cards:
    """Return the cards that come with kitgen."""
    return read_text(shipped(), f"{FOLDER}/cards.yaml")


def cards_in_use() -> Cards:
    """Return the cards of the shelf in use: the user's where there are some, else those that come with kitgen.

    Raises SpecError with every fault of a user's file.
    """
    tree = find_data(GAME_SLUG, "cards")
    if tree is None:
        return shipped_cards()
    if not _READ or _READ[0][0] is not tree:
        _READ[:] = [(tree, read_cards(tree))]
    return _READ[0][1]


def find_place(card: str) -> Place | None:
    """Return where the data file in use describes a card, by its key; None for what has no entry of its own."""
    tree = find_data(GAME_SLUG, "cards") or read_yaml(shipped(), f"{FOLDER}/cards.yaml")
    for section in ("ingredients", "opportunities", "orders", "assistants"):
        node = tree.mapping()[section]
        if card in (node.keys or {}):
            return (node.keys or {})[card]
    return None


def read_text(text: str, file: str) -> Cards:
    """Read a data file's text; `file` is the name that messages give. Raises SpecError with every fault found."""
    return read_cards(read_yaml(text, file))


def read_cards(tree: Node) -> Cards:
    """Read the tree of a data file. Raises SpecError with every fault found, each with file, line and column."""
    return _Reader(tree).read()


class _Reader:
    """One reading: goes on after a fault, with something in its place, so that all faults are found."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        self.faults: list[Fault] = []
        self.languages: tuple[str, ...] = ()
        self.known: Mapping[str, Any] = {}

    def read(self) -> Cards:
        """Return the cards; raises SpecError with every fault, sorted by place."""
        sections = self._sections()
        self.languages = self._languages(sections["languages"])
        categories = sections["categories"].mapping()
        self.known = categories
        cards = Cards(
            self.languages,
            self._flat("rules", sections["rules"], self._rules),
            self._flat("tokens", sections["tokens"], self._tokens),
            self._entries("categories", sections, self._category),
            ingredients := self._entries("ingredients", sections, self._ingredient),
            opportunities := self._entries("opportunities", sections, self._opportunity),
            {int(key): value for key, value in self._entries("order_types", sections, self._type).items()},
            self._entries("orders", sections, self._order),
            self._entries("assistants", sections, self._assistant),
            (*ingredients, *opportunities),
        )
        self._counts(sections, cards)
        if self.faults:
            raise SpecError(sorted(self.faults, key=_by_place))
        return cards

    def _sections(self) -> dict[str, Node]:
        sections = self._try(lambda: self.tree.mapping(SECTIONS), _NO_FIELDS)
        faults = [*self.faults, *_missing(self.tree, SECTIONS)]
        if not faults:
            wrong = [name for name in SECTIONS[1:] if not isinstance(sections[name].value, dict)]
            faults = [Fault(f"{name} must be a mapping", sections[name].place, "key: value pairs") for name in wrong]
        if faults:  # nothing further can be judged
            raise SpecError(faults)
        return sections

    def _languages(self, node: Node) -> tuple[str, ...]:
        found = self._try(lambda: tuple(item.text() for item in node.sequence()), _NO_TEXTS)
        if not found:
            self._fault("no language is named", node, "a list such as [en, es]")
        return found

    # ------------------------------------------------------------ machinery

    def _try(self, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except SpecError as error:
            self.faults += error.faults
            return otherwise

    def _fault(self, what: str, at: Node | Place | None, accepted: str = "", near: str = "") -> None:
        place = at.place if isinstance(at, Node) else at
        self.faults.append(Fault(what, place, accepted, near))

    def _entries(
        self, section: str, sections: Mapping[str, Node], read: Callable[[str, dict[str, Node]], T]
    ) -> dict[str, T]:
        found = {}
        for key, node in sections[section].mapping().items():
            before = len(self.faults)
            entry = self._entry(section, key, node, read)
            if entry is not None and len(self.faults) == before:
                found[key] = entry
        for key in rulebook.VALUES[section]:
            if key not in sections[section].mapping():
                self._fault(f"{section} lacks {key}, which the rulebook has", sections[section])
        return found

    def _flat(self, section: str, node: Node, read: Callable[[str, dict[str, Node]], T]) -> Any:
        return self._entry(section, "", node, read)

    def _entry(self, section: str, key: str, node: Node, read: Callable[[str, dict[str, Node]], T]) -> T | None:
        known = FIELDS[section]
        fields = self._try(lambda: node.mapping((*known, "rulebook")), None)
        if fields is None:
            return None
        if missing := _missing(node, known):
            self.faults += missing
            return None
        self._marks(rulebook.VALUES[section].get(key, {}), node, fields)
        return self._try(lambda: read(key, fields), None)

    def _marks(self, values: Mapping[str, Any], node: Node, fields: Mapping[str, Node]) -> None:
        """Compare what is marked `rulebook` with what the rulebook says."""
        marks = self._try(lambda: fields["rulebook"].sequence(), _NO_ITEMS) if "rulebook" in fields else []
        for mark in marks:
            if mark.value not in values:
                self._fault(f"the rulebook does not fix {mark.value}", mark, ", ".join(values) or "no rulebook list")
        marked = [mark.value for mark in marks]
        for field, value in values.items():
            if field not in marked:
                self._fault(f"{field} is the rulebook's: mark it", node, f"rulebook: [{', '.join(values)}]")
            if not _agree(fields[field].plain(), value):
                said = " or ".join(value) if isinstance(value, tuple) else value
                self._fault(f"{field} is {fields[field].plain()}, but the rulebook says {said}", fields[field])

    # ------------------------------------------------------------ values

    def _number(self, node: Node, least: int = 0) -> int:
        number = self._try(node.integer, least)
        if not least <= number <= _MOST:
            self._fault(f"{number} is out of range", node, f"{least} to {_MOST}")
        return number

    def _names(self, node: Node) -> Names:
        fields = self._try(lambda: node.mapping(self.languages), _NO_FIELDS)
        for language in self.languages:
            if language not in fields:
                self._fault(f"no text in language {language}", node, ", ".join(self.languages))
        return {language: self._text(text) for language, text in fields.items()}

    def _text(self, node: Node) -> str:
        text = self._try(node.text, "?")
        if not text.strip():
            self._fault("an empty text", node)
        return text

    def _category_name(self, node: Node) -> str:
        return self._one_of(node, tuple(self.known), "category")

    def _one_of(self, node: Node, known: tuple[str, ...], what: str) -> str:
        name = self._try(node.text, known[0])
        if name not in known:
            self._fault(f"unknown {what} {name!r}", node, ", ".join(known), suggest(name, known))
        return name

    def _single(self, node: Node, known: tuple[str, ...], what: str) -> tuple[str, Node]:
        """Read a mapping of one pair whose key is one of `known`; raises SpecError."""
        pairs = node.mapping()
        if len(pairs) != 1:
            raise SpecError(Fault(f"{len(pairs)} {what}s where one belongs", node.place, ", ".join(known)))
        [(key, value)] = pairs.items()
        if key not in known:
            place = (node.keys or {}).get(key, node.place)
            raise SpecError(Fault(f"unknown {what} {key!r}", place, ", ".join(known), suggest(key, known)))
        return key, value

    # ------------------------------------------------------------ sections

    def _rules(self, _: str, fields: dict[str, Node]) -> Rules:
        numbers = {key: self._number(fields[key]) for key in Rules._fields if key != "diversity"}
        steps = tuple(self._number(step) for step in self._try(fields["diversity"].sequence, _NO_ITEMS))
        return Rules(diversity=steps, **numbers)

    def _tokens(self, _: str, fields: dict[str, Node]) -> Tokens:
        coins, points = (self._values(fields[key]) for key in ("coins", "points"))
        return Tokens(coins, points, self._number(fields["summaries"]), self._number(fields["trophies"]))

    def _values(self, node: Node) -> dict[int, int]:
        pairs = self._try(node.mapping, _NO_FIELDS)
        wrong = [key for key in pairs if not key.isdigit()]
        for key in wrong:
            self._fault(f"token value {key!r} is no number", (node.keys or {}).get(key))
        return {int(key): self._number(count) for key, count in pairs.items() if key not in wrong}

    def _category(self, _: str, fields: dict[str, Node]) -> Category:
        pattern = self._one_of(fields["pattern"], PATTERNS, "pattern")
        return Category(
            self._names(fields["name"]), self._text(fields["colour"]), self._names(fields["shade"]), pattern
        )

    def _ingredient(self, _: str, fields: dict[str, Node]) -> Ingredient:
        category = self._category_name(fields["category"])
        return Ingredient(
            category,
            self._names(fields["name"]),
            self._number(fields["cost"]),
            self._number(fields["quality"], 1),
            self._effect(fields["effect"], category),
        )

    def _effect(self, node: Node, own: str) -> Effect:
        time, inner = self._single(node, tuple(VERBS), "effect time")
        pairs = inner.mapping()
        category = pairs.pop("category", None)
        verb, number = self._single(Node(pairs, inner.place, inner.keys), VERBS[time], "effect")
        if (category is not None) != (verb in WITH_CATEGORY):
            wanted = "needs a category" if category is None else "takes no category"
            self._fault(f"effect {verb} {wanted}", inner)
        named = self._category_name(category) if category is not None else ""
        if named and named == own:
            self._fault(f"effect {verb} names the card's own category", category, "another category")
        return Effect(time, verb, self._number(number, 1), named)

    def _opportunity(self, _: str, fields: dict[str, Node]) -> Opportunity:
        verb, node = self._single(fields["effect"], tuple(OPPORTUNITY_VERBS), "effect")
        number = self._number(node, 1)
        if number != 1 and not OPPORTUNITY_VERBS[verb]:
            self._fault(f"effect {verb} has no number but 1", node)
        return Opportunity(self._names(fields["name"]), verb, number)

    def _type(self, key: str, fields: dict[str, Node]) -> OrderType:
        if not key.isdigit():
            raise SpecError(Fault(f"order type {key!r} is no number", fields["name"].place))
        return OrderType(self._names(fields["name"]), self._text(fields["colour"]))

    def _order(self, key: str, fields: dict[str, Node]) -> Order:
        bonus = self._bonus(key, fields["bonus"])
        kind, node = self._single(fields["reward"], (ASSISTANT_OR_POINTS, SHARE), "reward")
        number = self._number(node, 1)
        wanted = (rulebook.POINTS_FOR_NO_ASSISTANT,) if kind == ASSISTANT_OR_POINTS else rulebook.SHARES
        if number not in wanted:
            self._fault(f"reward {kind} of {number}", node, " or ".join(map(str, wanted)))
        quality, points = self._number(fields["quality"], 1), self._number(fields["points"], 1)
        return Order(self._number(fields["type"], 1), quality, points, bonus, kind, number)

    def _bonus(self, key: str, node: Node) -> tuple[str, ...]:
        items = node.sequence()
        names = tuple(self._category_name(item) for item in items)
        for i, item in enumerate(items):
            if names[i] in names[:i]:
                self._fault(f"bonus category {names[i]!r} stands twice", item)
            if rulebook.NOT_A_BONUS.get(key) == names[i]:
                self._fault(f"the rulebook's example pays no bonus for {names[i]} on {key}", item)
        if not names:
            self._fault("no bonus category", node, "every order has at least one")
        return names

    def _assistant(self, _: str, fields: dict[str, Node]) -> Assistant:
        return Assistant(**{field: self._number(fields[field]) for field in Assistant._fields})

    # ------------------------------------------------------------ counts

    def _counts(self, sections: Mapping[str, Node], cards: Cards) -> None:
        wanted = rulebook.INGREDIENTS_OF_A_CATEGORY
        kinds = {key: _plain(node, "category") for key, node in sections["ingredients"].mapping().items()}
        for category in self.known:
            self._count(sections["ingredients"], [k for k, kind in kinds.items() if kind == category], wanted, category)
        market = rulebook.MARKET_CARDS - wanted * len(rulebook.CATEGORIES)
        self._count(sections["opportunities"], list(sections["opportunities"].mapping()), market, "opportunities")
        types = {key: _plain(node, "type") for key, node in sections["orders"].mapping().items()}
        for kind in cards.order_types:
            orders = [key for key, found in types.items() if found == kind]
            self._count(sections["orders"], orders, rulebook.ORDERS_OF_A_TYPE, f"orders of type {kind}")
        for key, found in types.items():
            if found not in cards.order_types:
                self._fault(f"order {key} has unknown type {found}", sections["orders"].mapping()[key])
        self._count(sections["order_types"], list(sections["order_types"].mapping()), 5, "order types")
        for section in ("categories", "assistants"):
            node = sections[section]
            for key in node.mapping():
                if key not in rulebook.CATEGORIES:
                    self._fault(f"{section}: the rulebook has no category {key!r}", (node.keys or {}).get(key))

    def _count(self, node: Node, keys: list[str], wanted: int, what: str) -> None:
        for extra in keys[wanted:]:
            self._fault(f"{what}: {extra} is a card too many", (node.keys or {}).get(extra), f"{wanted} cards")
        if len(keys) < wanted:
            self._fault(f"{what}: {len(keys)} where {wanted} belong", node)


FIELDS: Mapping[str, tuple[str, ...]] = {
    "rules": Rules._fields,
    "tokens": Tokens._fields,
    "categories": Category._fields,
    "ingredients": Ingredient._fields,
    "opportunities": ("name", "effect"),
    "order_types": OrderType._fields,
    "orders": ("type", "quality", "points", "bonus", "reward"),
    "assistants": Assistant._fields,
}


def _missing(node: Node, wanted: tuple[str, ...]) -> list[Fault]:
    have = node.value if isinstance(node.value, dict) else {}
    return [Fault(f"{key} is missing", node.place, ", ".join(wanted)) for key in wanted if key not in have]


def _plain(node: Node, field: str) -> Any:
    """Return a field's plain value, None where there is none to read."""
    inner = node.value.get(field) if isinstance(node.value, dict) else None
    return inner.plain() if inner is not None else None


def _agree(found: Any, value: Any) -> bool:
    if isinstance(value, tuple):
        return isinstance(found, dict) and found.get("en") in value
    return bool(found == value)


def _by_place(fault: Fault) -> tuple[int, int]:
    return (fault.place.line, fault.place.column) if fault.place else (0, 0)

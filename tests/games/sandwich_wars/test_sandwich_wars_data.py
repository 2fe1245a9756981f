"""The data file: the rulebook's values and counts, written here from the rulebook, and faults planted one by one."""

from pathlib import Path

import pytest
import yaml

from kitgen.errors import SpecError
from kitgen.games.sandwich_wars.data import read_text, shipped, shipped_cards

FILE = Path(__file__).parents[3] / "rules_text/sandwich_wars/data/cards.yaml"
TEXT = FILE.read_text(encoding="utf-8")
PLAIN = yaml.safe_load(TEXT)  # read without kitgen


def test_what_is_shipped_is_the_file():
    assert shipped() == TEXT


def test_component_list():
    """50 market, 25 orders, 7 assistants, 5 summaries, 1 starting player card; 35 coins, 37 points."""
    assert len(PLAIN["ingredients"]) == 42
    assert len(PLAIN["ingredients"]) + len(PLAIN["opportunities"]) == 50
    assert [len(PLAIN[key]) for key in ("orders", "assistants", "categories", "order_types")] == [25, 7, 7, 5]
    assert (PLAIN["tokens"]["summaries"], PLAIN["tokens"]["trophies"]) == (5, 1)
    assert PLAIN["tokens"]["coins"] == {1: 20, 5: 15}
    assert PLAIN["tokens"]["points"] == {1: 22, 5: 10, 10: 5}
    cards = shipped_cards()
    assert sum(cards.tokens.coins.values()) == 35
    assert sum(cards.tokens.points.values()) == 37
    assert len(cards.market) == 50
    assert len(set(cards.market)) == 50


def test_six_ingredients_of_each_category_and_five_orders_of_each_type():
    kinds = [entry["category"] for entry in PLAIN["ingredients"].values()]
    assert {kind: kinds.count(kind) for kind in PLAIN["categories"]} == dict.fromkeys(PLAIN["categories"], 6)
    types = [entry["type"] for entry in PLAIN["orders"].values()]
    assert [types.count(n) for n in range(1, 6)] == [5] * 5


RULEBOOK = [
    ("rules start_coins", 10),
    ("rules hand", 5),
    ("rules row", 5),
    ("rules alike", 3),
    ("rules area", 5),
    ("rules actions", 2),
    ("rules fine", 2),
    ("rules take_coins", 4),
    ("rules bonus", 2),
    ("rules opportunity", 4),
    ("rules last_order", 5),
    ("rules diversity", [1, 4, 8, 15]),
    ("ingredients fried_egg category", "eggs"),
    ("ingredients fried_egg name en", "Fried Egg"),
    ("ingredients fried_egg cost", 6),
    ("ingredients fried_egg quality", 5),
    ("categories eggs shade en", "violet"),
    ("ingredients turkey quality", 2),
    ("ingredients red_onion quality", 2),
    ("ingredients cheddar quality", 3),
    ("orders 1e type", 1),
    ("orders 1e quality", 6),
    ("orders 1e points", 5),
    ("orders 3a type", 3),
    ("orders 3a quality", 7),
    ("opportunities new_recruit effect", {"free_assistant": 1}),
    ("opportunities sample_tray effect", {"free_ingredients": 2}),
]
RULEBOOK += [
    (f"assistants {category} {key}", value)
    for category in ("meats", "sauces", "vegetables", "cheeses", "eggs", "extras", "cured_meats")
    for key, value in [
        ("hire", 5),
        ("quality", 2),
        ("discount", 2),
        ("points", 2),
        ("cards", 1),
        ("upkeep_coins", 2),
        ("upkeep_points", 1),
    ]
]


def entry_of(path, tree=PLAIN):
    for key in path.split():
        tree = tree[key]
    return tree


@pytest.mark.parametrize("path, value", RULEBOOK, ids=[path for path, _ in RULEBOOK])
def test_rulebook_value(path, value):
    assert entry_of(path) == value
    *above, key = path.removesuffix(" en").split()
    assert key in entry_of(" ".join(above))["rulebook"]


def test_nothing_else_is_marked_as_the_rulebook_s():
    """Beside the list above: the tokens, and the names of the categories."""
    marked = set()
    for section, entries in PLAIN.items():
        if isinstance(entries, dict):
            marked |= {f"{section} {key}" for key in entries.get("rulebook", [])}
            for name, entry in entries.items():
                if isinstance(entry, dict):
                    marked |= {f"{section} {name} {key}" for key in entry.get("rulebook", [])}
    listed = {path.removesuffix(" en") for path, _ in RULEBOOK}
    tokens = {f"tokens {key}" for key in ("coins", "points", "summaries", "trophies")}
    assert marked == listed | tokens | {f"categories {name} name" for name in PLAIN["categories"]}


def test_rewards_are_of_the_two_kinds():
    for order in PLAIN["orders"].values():
        assert order["reward"] in ({"assistant_or_points": 2}, {"share": 2}, {"share": 3}, {"share": 5})
    assert "eggs" not in PLAIN["orders"]["1e"]["bonus"]


def faults_of(text):
    with pytest.raises(SpecError) as caught:
        read_text(text, "cards.yaml")
    return [(fault.place.line, fault.place.column, fault.what) for fault in caught.value.faults]


def plant(text, old, new):
    """Return `text` with `new` for `old`, and line and column of the ^ in `new`, which is left out."""
    assert text.count(old) == 1
    planted = text.replace(old, new)
    index = planted.index("^")
    line = planted.count("\n", 0, index) + 1
    return planted.replace("^", ""), line, index - planted.rfind("\n", 0, index)


# What is planted: old text, new text with a ^ where the fault is placed, a part of what is said.
PLANTED = {
    "rulebook value": ("take_coins: 4", "take_coins: ^5", "the rulebook says 4"),
    "rulebook card": ("frito}, cost: 6", "frito}, cost: ^7", "cost is 7, but the rulebook says 6"),
    "unmarked": (
        "1e: {type: 1, quality: 6, points: 5, bonus: [meats], reward: {share: 2}, rulebook: [type, quality, points]}",
        "1e: ^{type: 1, quality: 6, points: 5, bonus: [meats], reward: {share: 2}, rulebook: [type, points]}",
        "quality is the rulebook's",
    ),
    "marked too much": ("effect: {coins: 5}}", "effect: {coins: 5}, rulebook: [^effect]}", "does not fix effect"),
    "unknown effect": ("{played: {points: 1}}", "{played: {^glory: 1}}", "unknown effect 'glory'"),
    "effect at the wrong time": (
        "{collect: {draw: 1}}}\n  tomato",
        "{collect: {^points: 1}}}\n  tomato",
        "unknown effect 'points'",
    ),
    "unknown time": ("{played: {points: 1}}", "{^eaten: {points: 1}}", "unknown effect time 'eaten'"),
    "opportunity effect": ("effect: {swap_order: 1}", "effect: {^steal: 1}", "unknown effect 'steal'"),
    "opportunity number": ("{swap_order: 1}", "{swap_order: ^2}", "has no number but 1"),
    "effect without category": ("{quality_with: 2, category: meats}", "^{quality_with: 2}", "needs a category"),
    "effect with category": ("{coins: 2}", "^{coins: 2, category: eggs}", "takes no category"),
    "own category": ("{quality_with: 2, category: meats}", "{quality_with: 2, category: ^sauces}", "own category"),
    "bonus category": ("bonus: [eggs], reward", "bonus: [^fruits], reward", "unknown category 'fruits'"),
    "bonus of the example": ("points: 5, bonus: [meats]", "points: 5, bonus: [^eggs]", "pays no bonus for eggs"),
    "bonus twice": ("[cheeses, extras], reward", "[cheeses, ^cheeses], reward", "stands twice"),
    "reward": ("reward: {share: 5}}\n  5b", "reward: {share: ^4}}\n  5b", "reward share of 4"),
    "missing language": ("{en: Brie, es: Brie}", "^{en: Brie}", "no text in language es"),
    "unknown language": ("{en: Brie, es: Brie}", "{en: Brie, es: Brie, ^fr: Brie}", "unknown key 'fr'"),
    "number as name": ("en: Brie, es", "en: ^12, es", "a number where text belongs"),
    "negative": ("es: Brie}, cost: 5", "es: Brie}, cost: ^-5", "-5 is out of range"),
    "misspelt field": ("es: Brie}, cost: 5", "es: Brie}, ^prize: 5", "unknown key 'prize'"),
    "pattern": ("pattern: waves", "pattern: ^plaid", "unknown pattern 'plaid'"),
    "type": ("5e: {type: 5,", "5e: ^{type: 6,", "order 5e has unknown type 6"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_fault_is_found_where_it_stands(name):
    old, new, said = PLANTED[name]
    text, line, column = plant(TEXT, old, new)
    assert [what for *place, what in faults_of(text) if place == [line, column] and said in what]


EXTRA = {
    "  kiwi: {category: eggs, name: {en: Kiwi, es: Kiwi}, cost: 1, quality: 1, effect: {used: {coins: 1}}}\n": (
        "\nopportunities:",
        "kiwi is a card too many",
    ),
    "  party: {name: {en: Party, es: Fiesta}, effect: {coins: 1}}\n": ("\norder_types:", "party is a card too many"),
    "  5f: {type: 5, quality: 9, points: 9, bonus: [eggs], reward: {share: 5}}\n": (
        "\n# hire, discount",
        "5f is a card too many",
    ),
}


@pytest.mark.parametrize("line", EXTRA)
def test_a_card_too_many(line):
    before, said = EXTRA[line]
    text, row, column = plant(TEXT, before, "  ^" + line.strip() + "\n" + before)
    assert [(place, what.split(": ")[-1]) for *place, what in faults_of(text)] == [([row, column], said)]


def test_a_card_too_few():
    line = next(line for line in TEXT.splitlines() if line.startswith("  brie:"))
    assert [what for *_, what in faults_of(TEXT.replace(line + "\n", ""))] == ["cheeses: 5 where 6 belong"]


def test_all_faults_come_at_once():
    text = TEXT
    names = ["rulebook value", "unknown effect", "bonus category", "missing language", "reward"]
    for old, new, _ in map(PLANTED.__getitem__, names):
        text, *_ = plant(text, old, new)
    found = faults_of(text)
    for *_, said in map(PLANTED.__getitem__, names):
        assert any(said in what for *_, what in found)
    assert found == sorted(found, key=lambda fault: fault[:2])


def test_a_missing_section_is_named():
    text = TEXT.replace("\nassistants:", "\nhelpers:")
    assert {what for *_, what in faults_of(text)} == {"unknown key 'helpers'", "assistants is missing"}

"""The printed kit: measured by another reader, counted by hand from the component list, and spoilt on purpose."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest

from kitgen.build import Request, build_sheet, load_words
from kitgen.errors import ClaimFailed, DoesNotFit, ProofFailed, RecordError, SpecError
from kitgen.games.sandwich_wars import backs, faces, parts, practice, tables
from kitgen.games.sandwich_wars.data import shipped
from kitgen.games.sandwich_wars.engine import GAME
from kitgen.marks import Polygon, Text
from kitgen.paper.moving import moved, part_at
from kitgen.play.supply import lending
from kitgen.proof.cutouts import find_parts, set_faults
from kitgen.proof.manifest import read_manifest
from kitgen.proof.readback import Finished
from kitgen.shelf import Shelf
from kitgen.source import read_yaml

MM = 72 / 25.4
ROOT = Path(__file__).parents[3]
PLAYERS = ("cards", "tokens", "play_mat", "summary", "rules", "handout", "practice", "score_sheet")
HOST = ("key", "designer_notes", "measured", "usage", "teacher")


def build(sheet: str, shelf: Shelf | None = None, **more):
    return build_sheet(shelf or Shelf(), Request("sandwich_wars", sheet, **more))


def pages_of(data: bytes) -> list:
    return pdfplumber.open(io.BytesIO(data)).pages


@pytest.fixture(scope="session")
def kit() -> dict:
    return {sheet: build(sheet) for sheet in (*PLAYERS, *HOST)}


@pytest.fixture(scope="session")
def cards(kit) -> list:
    """Return the pages of the cards: fronts and backs in turn."""
    return pages_of(kit["cards"].data)


def word_boxes(page) -> list[dict]:
    return page.extract_words(keep_blank_chars=True, use_text_flow=True)


ALL_CARDS = "[market-, order-, assistant-, summary, trophy]"


def write_layout(folder: Path, *names: str) -> None:
    """Put a layout into `folder` whose sheet of cards prints only the cards that begin with `names`."""
    text = (ROOT / "layouts" / "sandwich_wars.yaml").read_text("utf-8")
    assert text.count(ALL_CARDS) == 1
    (folder / "layouts").mkdir(parents=True)
    (folder / "layouts" / "sandwich_wars.yaml").write_text(text.replace(ALL_CARDS, f"[{', '.join(names)}]"), "utf-8")


@pytest.fixture(scope="session")
def few(tmp_path_factory) -> Shelf:
    """Return a shelf that prints only the cards that are spoilt below, so that each proof is quick."""
    folder = tmp_path_factory.mktemp("few")
    names = ("fried_egg", "brie", "tip_jar", "quail_egg", "mustard", "lettuce", "gherkins", "salami")
    write_layout(folder, *(f"market-{name}" for name in names), "order-3a", "assistant-eggs", "summary", "trophy")
    return Shelf((folder,))


# ---------------------------------------------------------------- the whole kit


def test_every_sheet_is_proved_and_what_holds_answers_is_for_the_host(kit):
    assert [name for name, one in kit.items() if one.host] == list(HOST)
    assert all(one.verdicts for one in kit.values())
    assert len({one.name for one in kit.values()}) == len(kit)


def test_a_set_has_the_cards_and_tokens_of_the_component_list():
    of_one_set = Counter({part.id: part.copies for part in parts.parts({})})
    sorts = Counter()
    for name, number in of_one_set.items():
        sorts[name.partition("-")[0]] += number
    assert sorts == {
        "market": 50,
        "order": 25,
        "assistant": 7,
        "summary": 5,
        "trophy": 1,
        "coin": 35,
        "point": 37,
        "mat": 1,
    }
    assert {name: of_one_set[name] for name in ("coin-1", "coin-5", "point-1", "point-5", "point-10")} == {
        "coin-1": 20, "coin-5": 15, "point-1": 22, "point-5": 10, "point-10": 5,
    }  # fmt: skip
    backs = {part.back for part in parts.parts({})} - {""}
    assert backs == {"market", "order", "assistant", "summary", "trophy", "coin 1", "coin 5", "points"}


def test_the_pages_show_88_fronts_and_as_many_backs(kit, cards):
    shown = Counter(verdict.name.split()[-1] for verdict in kit["cards"].verdicts if verdict.what == "part")
    assert shown == {"front": 88, "back": 88}
    assert len(cards) == 22  # eight to a page, each with its back
    shown = Counter(verdict.name.split()[-1] for verdict in kit["tokens"].verdicts if verdict.what == "part")
    assert shown == {"front": 72, "back": 72}


# ---------------------------------------------------------------- cards, read by another reader


def test_the_fried_egg_says_what_the_rulebook_says(cards):
    page, box = find_card(cards, "Fried Egg")
    texts = [word["text"] for word in word_boxes(page.crop(box))]
    assert texts[:3] == ["6", "Fried Egg", "Eggs"]
    assert texts[3] == "5"
    assert " ".join(texts[5:]).replace("  ", " ") == "While in play: your cured meats cost 1 coin less."


def find_card(pages, name: str):
    """Return the page and the box of the card with this name: poker size, the name beside the number at the top left."""
    for page in pages:
        for word in word_boxes(page):
            if word["text"] == name:
                left, top = word["x0"] - 19.0 * MM, word["top"] - 10.0 * MM
                left, top = max(left, 0), max(top, 0)
                return page, (left, top, left + 62.0 * MM, min(top + 88.0 * MM, page.height))
    raise AssertionError(f"no card {name}")


def test_costs_stand_at_the_top_left_and_qualities_below_them(cards):
    page = cards[0]
    numbers = [word for word in word_boxes(page) if word["text"].isdigit() and word["bottom"] - word["top"] > 16]
    costs = [word for word in numbers if word["top"] < 20 * MM or 100 * MM < word["top"] < 115 * MM]
    assert [word["text"] for word in sorted(costs, key=lambda w: (round(w["top"] / 50), w["x0"]))] == list("23445611")
    lefts = sorted({round(word["x0"] / MM / 4) for word in costs})
    assert len(lefts) == 4  # the columns of cards


def test_an_order_shows_its_code_its_points_and_its_reward(cards):
    page = next(page for page in cards if any("Order 1e" in word["text"] for word in word_boxes(page)))
    texts = [word["text"] for word in word_boxes(page)]
    assert texts.count("2 coins and cards, in any mix") >= 2
    assert "Meats" in texts  # the bonus of 1e, which may not be eggs
    order = GAME.cards.orders["1e"]
    assert (order.type, order.quality, order.points) == (1, 6, 5)


def test_texts_keep_to_the_sizes_of_cards(cards):
    small = {round(char["size"], 2) for page in cards for char in page.chars}
    assert min(small) >= 7.5
    foot = 24 * MM
    chars = [char for page in cards[:10:2] for char in page.chars if char["top"] < page.height - foot]
    effects = [char["size"] for char in chars if char["text"] == ":"]
    assert effects and min(effects) >= 8.5 - 0.01


@pytest.mark.parametrize("inks", ["grey", "low"])
def test_patterns_tell_the_categories_apart_without_colour(few, inks):
    for page in pages_of(build("cards", few, inks=inks).data):
        colours = {thing["stroking_color"] for thing in (*page.rects, *page.curves, *page.lines)}
        assert colours and not [c for c in colours if isinstance(c, tuple) and len(c) > 1]  # gray operators alone
    tokens = {token for part in parts.parts({}) for token in part.faces if token.startswith("category")}
    assert len({token.split()[1] for token in tokens}) == len({token.split()[-1] for token in tokens}) == 7


@pytest.mark.parametrize(
    ("more", "pages"),
    [  # 12 cards and 4 more summaries make 16
        ({"backs": "none"}, 2),
        ({"backs": "none", "gap": "0"}, 2),
        ({"backs": "separate"}, 4),
        ({"backs": "fold"}, 4),
        ({"backs": "duplex", "flip": "short", "gap": "0", "guides": "lines"}, 4),
        ({"backs": "duplex", "gap": "6", "guides": "none"}, 8),
    ],
)
def test_cards_are_printed_in_each_way(few, more, pages):
    assert build("cards", few, options=more).pages == pages


def test_nine_cards_stand_tight_on_a_page_without_gaps(few):
    page = pages_of(build("cards", few, options={"backs": "none", "gap": "0"}).data)[0]
    assert (round(page.width / MM), round(page.height / MM)) == (210, 297)
    names = {"Mustard", "Lettuce", "Brie", "Quail Egg", "Fried Egg", "Gherkins", "Salami", "Tip Jar", "Classic"}
    found = {word["text"]: word for word in word_boxes(page) if word["text"] in names}
    assert set(found) == names
    lefts, tops = (sorted({round(word[key] / MM, 1) for word in found.values()}) for key in ("x0", "top"))
    assert [round(b - a, 1) for a, b in pairwise(lefts)] == [63.5, 63.5]
    assert [round(b - a, 1) for a, b in pairwise(tops)] == [88.9, 88.9]


def test_the_back_of_a_card_lies_behind_it(cards):
    """The starting player is alone of its kind: its crosses are found where its front is, seen from behind."""
    front, back = cards[-2], cards[-1]
    name = next(word for word in word_boxes(front) if word["text"] == "Starting player")
    middle = (name["x0"] + name["x1"]) / 2
    wide = [line for line in back.lines if abs(line["linewidth"] - 2.4) < 0.05]
    whole = max(line["x1"] - line["x0"] for line in wide)
    wide = [line for line in wide if line["x1"] - line["x0"] > 0.99 * whole]  # the bleed holds parts of others
    centre = (min(line["x0"] for line in wide) + max(line["x1"] for line in wide)) / 2
    # A lying sheet that is turned over its long edge is turned top to bottom: left stays left.
    assert abs(centre - middle) < 0.1 * MM
    heights = [line["top"] for line in wide]
    assert abs((front.height - (min(heights) + max(heights)) / 2) - (name["top"] + 32.5 * MM)) < 4 * MM


@pytest.mark.parametrize("name", ["market", "order", "assistant", "summary", "trophy"])
@pytest.mark.parametrize("inks", ["colour", "low"])
def test_backs_bleed_on_all_sides_and_are_alike_from_all_sides(name, inks):
    """The pattern goes on for 3 mm beyond the cut, so that a back that lies 2 mm off has no white edge of its own."""
    back = backs.draw(name, 63.5, 88.9, inks)
    assert back.grid == (3.0, 3.0, 63.5, 88.9)
    _, bleed = part_at([moved(m, -3.0, -3.0) for m in back.marks], (0, 0, 63.5, 88.9), (-3, -3, 66.5, 91.9))
    points = [point for mark in bleed for point in (mark.a, mark.b)]
    assert min(x for x, _ in points) < -2.2 and max(x for x, _ in points) > 65.7
    assert min(y for _, y in points) < -2.2 and max(y for _, y in points) > 91.1
    ends = {tuple(sorted((round(x, 3), round(y, 3)) for x, y in (m.a, m.b))) for m in bleed}
    turned = {tuple(sorted((round(63.5 - x, 3), round(88.9 - y, 3)) for x, y in pair)) for pair in ends}
    assert turned == ends


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_practice_fills_its_page(level, paper):
    """The lowest answer line of every level lies in the last fifth of the page; cards are as wide as two columns allow."""
    (page,) = pages_of(build("practice", options={"level": str(level)}, paper=paper).data)
    answers = [word["bottom"] for word in word_boxes(page) if word["text"].startswith("Answer")]
    assert len(answers) == (6 if level == 1 else 4)
    assert max(answers) > 0.8 * page.height


def test_sets_are_marked_on_each_piece():
    built = build("tokens", copies=2, options={"backs": "none"})
    text = "".join(page.extract_text() for page in pages_of(built.data))
    assert text.count("Set 1") >= 72 and text.count("Set 2") >= 72


def test_mats_are_one_a_player_and_belong_to_no_set():
    built = build("play_mat", copies=3)
    assert not any("Set" in page.extract_text() for page in pages_of(built.data))
    with Finished(built.data) as finished:
        manifest = read_manifest(finished.anatomy.attachment())
    mats = find_parts(parts, manifest)
    assert list(set_faults(mats, manifest)) == []
    short = replace(manifest, runs=manifest.runs[:2])
    assert list(set_faults(mats, short)) == ["part mat: printed 2 times; a set has 3"]
    told = replace(manifest, cutouts={**manifest.cutouts, "unmarked": False})
    assert next(set_faults(mats, told)) == "the sets are without a mark, not 1, 2, 3"


# ---------------------------------------------------------------- figures, practice, notes


def test_figures_of_the_worked_examples_show_what_the_engine_holds(kit):
    names = {verdict.name for verdict in kit["rules"].verdicts if verdict.what == "figure"}
    wanted = {"example_three_ingredients@0 orders", "example_three_ingredients@1 seat", "example_fried_egg@0 position",
              "example_fried_egg@1 position", "example_fried_egg@2 seat", "cards-shown@0 anatomy"}  # fmt: skip
    assert wanted <= names


def test_rules_print_the_examples_numbers(kit):
    text = " ".join(" ".join(page.extract_text() for page in pages_of(kit["rules"].data)).split())
    for sentence in ("2, 2 and 3 make 7", "A fried egg costs 6.", "it costs 4.", "It counts 7 instead of 5 now"):
        assert sentence in text


@pytest.mark.parametrize("level", practice.LEVELS)
def test_a_key_bears_the_code_of_its_practice_sheet_and_the_proved_answers(level):
    asked, key = (build(sheet, options={"level": str(level)}, seed=7) for sheet in ("practice", "key"))
    assert asked.code == key.code and key.host and not asked.host
    answers = re.findall(r"Answer (?!key)(\w+)", pages_of(key.data)[0].extract_text())
    assert len(answers) == (6 if level == 1 else 4)
    assert not re.findall(r"Answer \d", pages_of(asked.data)[0].extract_text())


def test_the_notes_are_made_of_the_measured_figures(kit):
    measured = read_yaml(shipped("measured.yaml"), "measured.yaml").plain()
    text = pages_of(kit["measured"].data)[0].extract_text()
    for size in "2345":
        block = measured["greedy"][size]
        low, high = block["rounds"]["middle_half"]
        row = f"greedy, {size} {block['games']} {block['rounds']['median']} {low}–{high} {block['points']['median']}"
        assert row in text
    assert build("measured").data == kit["measured"].data


# ---------------------------------------------------------------- a user's own cards


def own_shelf(folder: Path, *changes: tuple[str, str], records: tuple[str, str] | None = None) -> Shelf:
    """Return a shelf whose card file is the shipped one with `changes`; `records` changes a copy of the examples."""
    text = shipped()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    data = folder / "rules_text" / "sandwich_wars" / "data"
    data.mkdir(parents=True)
    (data / "cards.yaml").write_text(text, "utf-8")
    if records:
        source = ROOT / "rules_text" / "sandwich_wars" / "records"
        target = folder / "rules_text" / "sandwich_wars" / "records"
        target.mkdir()
        for file in source.glob("*.yaml"):
            content = file.read_text("utf-8")
            (target / file.name).write_text(content.replace(*records), "utf-8")
    return Shelf((folder,))


def line_of(needle: str) -> int:
    return next(n for n, line in enumerate(shipped().splitlines(), start=1) if needle in line)


KETCHUP = "ketchup:         {category: sauces, name: {en: Ketchup, es: Kétchup}, cost: 1, quality: 1"


def test_a_users_own_values_are_printed_and_played(tmp_path):
    shelf = own_shelf(
        tmp_path, (KETCHUP, KETCHUP.replace("cost: 1", "cost: 9").replace("en: Ketchup", "en: Hot Sauce"))
    )
    write_layout(tmp_path, "market-ketchup")
    built = build("cards", shelf, options={"backs": "none"})
    page, box = find_card(pages_of(built.data), "Hot Sauce")
    assert word_boxes(page.crop(box))[0]["text"] == "9"
    assert GAME.cards.ingredients["ketchup"].cost == 1  # nothing is left behind


def test_notes_measured_with_other_cards_are_refused(tmp_path):
    shelf = own_shelf(tmp_path, (KETCHUP, KETCHUP.replace("cost: 1", "cost: 9")))
    for sheet in ("measured", "designer_notes"):
        with pytest.raises(ClaimFailed):
            build(sheet, shelf)


FAULTS = [
    ("a card too many", "  aioli:  ", "  relish:          {category: sauces, name: {en: Relish, es: Relish}, cost: 5, "
     "quality: 4, effect: {used: {coins: 1}}}\n  aioli:  ", "is a card too many", "aioli:"),
    ("a rulebook value changed", "cost: 6, quality: 5, effect: {in_play: {discount: 1, category: cured_meats}}, rulebook",
     "cost: 7, quality: 5, effect: {in_play: {discount: 1, category: cured_meats}}, rulebook",
     "the rulebook says 6", "fried_egg:"),
    ("an unknown effect", "effect: {played: {points: 1}}", "effect: {played: {steal: 1}}", "unknown effect 'steal'",
     "olives:"),
    ("an unknown bonus category", "bonus: [sauces], reward", "bonus: [soups], reward", "unknown category 'soups'", "1a:"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said", "at"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_spoilt_card_file_is_refused_with_its_line(tmp_path, old, new, said, at):
    with pytest.raises(SpecError) as refused:
        build("cards", own_shelf(tmp_path, (old, new)))
    faults = [fault for fault in refused.value.faults if said in fault.what]
    assert faults, refused.value
    line = line_of(f"  {at}") + ("relish" in new)  # the relish pushes the sixth sauce a line down
    assert faults[0].place is not None and faults[0].place.line == line
    assert faults[0].place.file.endswith("cards.yaml")


def test_a_text_too_long_is_refused_with_card_language_paper_and_line(tmp_path):
    shelf = own_shelf(tmp_path, ("es: Pechuga de pollo", "es: Pechuga de pollo de corral con romero y tomillo"))
    write_layout(tmp_path, "market-chicken_breast")
    assert build("cards", shelf, options={"backs": "none"}).pages == 1
    with pytest.raises(DoesNotFit) as refused:
        build("cards", shelf, lang="es", paper="Letter")
    [fault] = refused.value.faults
    assert "sheet cards, es, Letter" in fault.context and "market-chicken_breast" in fault.what
    assert "sheet cards, es, Letter" in str(fault)
    assert fault.place is not None and fault.place.line == line_of("chicken_breast:")


def test_an_action_out_of_turn_is_refused_with_its_line(tmp_path):
    planted = ("    - {do: play, card: fried_egg}", "    - {do: play, card: fried_egg, by: p2}")
    with pytest.raises(RecordError, match="out of turn") as refused:
        build("rules", own_shelf(tmp_path, records=planted))
    text = (tmp_path / "rules_text" / "sandwich_wars" / "records" / "examples.yaml").read_text("utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), start=1) if "by: p2" in row)
    place = refused.value.faults[0].place
    assert place is not None and (place.file.endswith("examples.yaml"), place.line) == (True, line)


# ---------------------------------------------------------------- a drawing that lies


def spoil(monkeypatch, front: str, change) -> None:
    """Draw one front otherwise than the data says."""
    honest = parts.draw_front

    def draw(part, desk):
        drawing = honest(part, desk)
        if part.id != front:
            return drawing
        return type(drawing)(tuple(map(change, drawing.marks)), drawing.width, drawing.height, drawing.grid)

    monkeypatch.setattr(parts, "draw_front", draw)


def other_text(old: str, new: str):
    def change(mark):
        return (
            Text(mark.at, new, mark.size, mark.weight, mark.ink, mark.anchor)
            if getattr(mark, "string", "") == old
            else mark
        )

    return change


@pytest.mark.parametrize(
    ("front", "old", "new", "said"),
    [
        ("market-fried_egg", "6", "7", "part market-fried_egg"),
        ("market-brie", "When used: take 1 point.", "When used: take 2 points.", "its signs show"),
        ("order-3a", "9", "8", "part order-3a"),
        ("order-3a", "Order 3a", "Order 3b", "part order-3a"),
        ("assistant-eggs", "+2 quality", "+3 quality", "part assistant-eggs"),
        ("market-tip_jar", "+5", "+6", "its signs show"),
        ("summary", "Take 4 coins.", "Take 5 coins.", "part summary"),
    ],
)
def test_a_front_that_says_something_else_is_refused_by_name(few, monkeypatch, front, old, new, said):
    spoil(monkeypatch, front, other_text(old, new))
    with pytest.raises(ProofFailed) as refused:
        build("cards", few, options={"backs": "none"})
    assert any(front in fault.what for fault in refused.value.faults)
    assert any(said in fault.what for fault in refused.value.faults)


def test_a_sign_of_another_category_is_refused(few, monkeypatch):
    """The egg's yolk is there, but its white has another form: the sign is not taken for an egg."""

    def change(mark):
        return (
            Polygon(mark.points[:-2], mark.fill, mark.stroke, mark.width)
            if len(getattr(mark, "points", ())) == 30
            else mark
        )

    spoil(monkeypatch, "market-quail_egg", change)
    with pytest.raises(ProofFailed, match="part market-quail_egg"):
        build("cards", few, options={"backs": "none"})


def test_a_back_of_another_deck_is_refused(few, monkeypatch):
    honest = parts.draw_back

    def draw(part, desk):
        return honest(next(p for p in parts.parts({}) if p.id == "summary") if part.id == "trophy" else part, desk)

    monkeypatch.setattr(parts, "draw_back", draw)
    with pytest.raises(ProofFailed, match="part trophy: its back is that of summary, not of trophy"):
        build("cards", few)


# ---------------------------------------------------------------- texts


def test_every_card_fits_in_spanish_and_on_letter():
    words = load_words(Shelf(), "sandwich_wars", "es")
    said = [parts.describe(part, words) for part in parts.parts({})]
    assert len(set(said)) == len(said)
    assert build("cards", lang="es", paper="Letter", options={"backs": "none"}).pages == 11


def test_the_summary_says_each_step_once():
    keys = [key for key, _ in faces.summary_lines(GAME.cards)]
    assert len(keys) == len(set(keys))
    assert [key for key in keys if key.startswith("step_")] == [
        f"step_{step}" for step in ("collect", "upkeep", "refill", "discard", "announce")
    ]


def test_the_score_sheet_has_a_column_for_each_seat():
    words = load_words(Shelf(), "sandwich_wars", "en")
    table = tables.table("scores", {}, words)
    assert len(table.head) == 6 and len(table.rows) == 7
    assert "Opportunities in hand, 4 each" in {row[0] for row in table.rows}


def test_lent_data_is_given_back():
    tree = read_yaml(shipped().replace("en: Brie", "en: Camembert"), "cards.yaml")
    with lending("sandwich_wars", lambda name: tree if name == "cards" else None):
        assert GAME.cards.ingredients["brie"].name["en"] == "Camembert"
    assert GAME.cards.ingredients["brie"].name["en"] == "Brie"

"""The printed kit: sheets read with another reader and held to a second statement of the rules; planted faults refused.

The second reader is pdfplumber. It tells suits by the number of corners of their outlines, and knows nothing of the
kit's own reading room. Faults are planted in what the build draws from, and the file is then proved anew.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement

import pdfplumber
import pikepdf
import pytest

from kitgen import build
from kitgen.errors import KitgenError, ProofFailed
from kitgen.games.sandwich_guy import diagram, facts, parts, tables
from kitgen.paper.setting import Extras
from kitgen.proof.compare import prove
from kitgen.shelf import Shelf

SHELF = Shelf()
WORDS = partial(build.load_words, SHELF)
MM = 72 / 25.4
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
CORNERS = {137: "C", 20: "D", 64: "H", 71: "S", 58: "C", 12: "D", 44: "H", 45: "S"}  # of signs, large and small


def make(sheet: str, lang: str = "en", paper: str = "A4", inks: str = "colour", **more) -> bytes:
    """Return a sheet's PDF; `more`: options, copies, seed."""
    return build.build_sheet(SHELF, build.Request("sandwich_guy", sheet, more.pop("options", {}), paper, lang, inks,
                                                  extras=Extras(), **more)).data  # fmt: skip


def manifest(data: bytes) -> dict:
    """Return the manifest that a PDF carries."""
    with pikepdf.open(io.BytesIO(data)) as opened:
        return json.loads(opened.attachments["kitgen.json"].get_file().read_bytes())


def leaves(data: bytes) -> list[tuple[int, dict]]:
    """Return (page from 0, entry) for every leaf."""
    runs = manifest(data)["pages"]
    return [(run["first"] - 1, leaf) for run in runs for leaf in run["leaves"]]


@pytest.fixture(scope="module")
def deck() -> bytes:
    return make("deck", inks="grey", options={"size": "mini"})


@pytest.fixture(scope="module")
def deals_pdf() -> bytes:
    return make("deals", seed=5)


@pytest.fixture(scope="module")
def key_pdf() -> bytes:
    return make("deals_key", seed=5)


# ------------------------------------------------------------ the second reader


@dataclass
class Box:
    """What stands in a box of a page, in mm."""

    words: list[tuple[float, float, str]]
    signs: list[tuple[float, float, str]]
    lines: int


def middle(thing: dict) -> tuple[float, float]:
    return (thing["x0"] + thing["x1"]) / 2 / MM, (thing["top"] + thing["bottom"]) / 2 / MM


def contents(page: pdfplumber.page.Page, box: list[float], *, least: float = 0.0) -> Box:
    """Return words of at least `least` points, signs and lines whose middle lies in `box` (left, top, width, height)."""
    left, top, width, height = box

    def is_in(thing: dict) -> bool:
        x, y = middle(thing)
        return left <= x <= left + width and top <= y <= top + height

    inside = page.filter(lambda thing: thing["object_type"] != "char" or thing["size"] >= least).filter(is_in)
    words = [(*middle(word), word["text"]) for word in inside.extract_words(x_tolerance=1.2, y_tolerance=1.5)]
    signs = [(*middle(c), CORNERS[n]) for c in inside.curves if (n := len({*c["pts"]})) in CORNERS]
    return Box(words, signs, len(inside.lines))


def listed(box: Box) -> list[str]:
    """Return the cards of a list in reading order: each sign with the nearest rank to its left."""
    rows = sorted(box.signs, key=lambda sign: (round(sign[1] / 2), sign[0]))
    found = []
    for x, y, suit in rows:
        left = [(x - at, text) for at, level, text in box.words if 0 < x - at < 6 and abs(level - y) < 1.2]
        found.append(min(left)[1] + suit)
    return found


def shuffled(number: int) -> list[str]:
    """Return deal `number` as games are numbered: Fisher-Yates from random.Random, the index from random() alone."""
    cards, chance = [rank + suit for rank in RANKS for suit in "CDHS"], random.Random(number)
    for i in range(51, 0, -1):
        j = int(chance.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


# ------------------------------------------------------------ sheets


@pytest.mark.parametrize("sheet", ["chart", "deals", "deals_key", "score_pad", "handout", "rules", "teacher"])
def test_sheets_in_spanish_on_letter_with_little_ink(sheet):
    data = make(sheet, "es", "Letter", "low")
    assert manifest(data)["lang"] == "es"
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        assert (page.width, page.height) == (pytest.approx(612, abs=0.01), pytest.approx(792, abs=0.01))
        assert all(len(set(char["non_stroking_color"])) == 1 for char in page.chars), "colour in low ink"
        assert min(char["size"] for char in page.chars) > 7.99
        assert len(pdf.pages) == (2 if sheet == "rules" else 1)


@pytest.mark.parametrize(("level", "sheet", "answers"), [(1, "practice", 0), (2, "key", 8), (3, "practice", 0)])
def test_practice_and_its_key(level, sheet, answers):
    shown = leaves(make(sheet, "es", "Letter", "grey", options={"level": str(level)}))
    assert sum("question" in leaf for _, leaf in shown) == 8
    assert sum("answer" in leaf for _, leaf in shown) == answers
    cells = {leaf["cell"] for _, leaf in shown if "record" in leaf}
    assert len(cells) == 1, "figures of a page are of one scale"
    assert min(cells) >= 3.2


def test_a_sandwich_is_written_alike_on_sheet_and_key():
    """Where a question offers three, its answer is one of them, letter for letter: 3H-7C-QH is no QH-3H-7C."""
    asked = 0
    for seed in range(1, 4):
        for _, leaf in leaves(make("key", seed=seed)):
            if leaf.get("kind") == "pick":
                asked += 1
                offered = set(leaf["values"].values())
            elif "answer" in leaf and asked and offered:
                assert leaf["answer"] in offered
                offered = set()
    assert asked > 3


@pytest.mark.parametrize("sheet", ["deals", "deals_key"])
def test_cards_of_a_list_stand_apart(sheet, request):
    """Between two cards is more white than between a rank and its sign, for a 10 too, and no letter is under 8 points."""
    data = request.getfixturevalue("deals_pdf" if sheet == "deals" else "key_pdf")
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        assert min(char["size"] for char in page.chars) > 7.99
        signs = [c for c in page.curves if len({*c["pts"]}) in CORNERS]
        tens = [word for word in page.extract_words(x_tolerance=1.0) if word["text"] == "10" and word["bottom"] < 790]
        within, between = [], []
        for ten in tens:
            level = [s for s in signs if abs(middle(s)[1] - middle(ten)[1]) < 0.9]
            right = [s["x0"] - ten["x1"] for s in level if s["x0"] > ten["x1"]]
            if not right or min(right) > 2 * MM:
                continue  # the number of a turn
            within.append(min(right))
            between += [min([ten["x0"] - s["x1"] for s in level if s["x1"] < ten["x0"]], default=9.0)]
        assert len(within) == 4 * 12 and max(within) < 0.55 * MM
        assert min(between) > 0.95 * MM and min(between) > 1.8 * max(within)


def test_deals_are_one_list_for_the_class_without_lines_for_a_name(deals_pdf):
    with pdfplumber.open(io.BytesIO(deals_pdf)) as pdf:
        text = pdf.pages[0].extract_text()
    assert "Name" not in text and "games won" in text and "half-greedy" not in text


# ------------------------------------------------------------ the deck


def test_the_deck_is_52_different_cards_to_another_reader(deck):
    fronts = [(page, leaf) for page, leaf in leaves(deck) if leaf.get("side") == "front"]
    assert len(fronts) == 52
    seen = []
    with pdfplumber.open(io.BytesIO(deck)) as pdf:
        for page, leaf in fronts:
            assert leaf["box"][2:] == [44.0, 68.0]
            box = contents(pdf.pages[page], leaf["box"])
            chars = [c["text"] for c in pdf.pages[page].chars if _is_in(middle(c), leaf["box"])]
            (suit,) = {suit for _, _, suit in box.signs}
            rank = "10" if "0" in chars else chars[0]
            corners = 4 if rank in "JQK" else 2
            assert Counter(chars) == Counter({letter: corners for letter in rank})
            pips = len(box.signs) - 2
            assert pips == {"A": 1, "J": 2, "Q": 2, "K": 2}.get(rank, pips)
            assert rank in "AJQK" or pips == int(rank)
            assert leaf["part"] == rank + suit
            seen.append(rank + suit)
    assert len(set(seen)) == 52


def _is_in(point: tuple[float, float], box: list[float]) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]


def test_each_card_has_its_back_behind_it(deck):
    """Turned over its long edge, a sheet shows at the front's place seen from behind a whole back."""
    sides = leaves(deck)
    fronts = {(page, leaf["slot"]): leaf for page, leaf in sides if leaf.get("side") == "front"}
    backs = {(page, leaf["slot"]): leaf for page, leaf in sides if leaf.get("side") == "back"}
    assert len(fronts) == len(backs) == 52
    with pdfplumber.open(io.BytesIO(deck)) as pdf:
        lines = set()
        for (page, slot), front in fronts.items():
            back, sheet = backs[page + 1, slot], pdf.pages[page]
            x, y, width, height = front["box"]
            is_upright = sheet.height > sheet.width
            wanted = (sheet.width / MM - x - width, y) if is_upright else (x, sheet.height / MM - y - height)
            assert tuple(back["box"][:2]) == (pytest.approx(wanted[0], abs=0.01), pytest.approx(wanted[1], abs=0.01))
            lines.add(contents(pdf.pages[page + 1], back["box"]).lines)
        assert len(lines) == 1 and min(lines) > 100


def test_two_sets_are_told_apart_by_their_marks():
    data = make("deck", options={"size": "mini", "backs": "none", "gap": "0"}, copies=2)
    marks = Counter(leaf.get("set") for _, leaf in leaves(data) if "part" in leaf)
    assert marks == {"1": 52, "2": 52}
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        page, card = next((page, leaf) for page, leaf in leaves(data) if leaf.get("set") == "2")
        small = [c for c in pdf.pages[page].chars if c["size"] < 8 and _is_in(middle(c), card["box"])]
        assert [c["text"] for c in small] == ["2"]


@pytest.mark.parametrize(
    ("paper", "size", "gap", "backs", "a_page"),
    [
        ("A4", "poker", "0", "none", 9),
        ("A4", "poker", "3", "none", 8),
        ("Letter", "poker", "0", "none", 8),
        ("Letter", "bridge", "3", "none", 8),
        ("Letter", "poker", "0", "fold", 4),
        ("Letter", "mini", "6", "separate", 12),
    ],
)
def test_how_many_cards_a_page_holds(paper, size, gap, backs, a_page):
    data = make("deck", paper=paper, inks="low", options={"size": size, "gap": gap, "backs": backs})
    pages = Counter(page for page, leaf in leaves(data) if leaf.get("side") == "front")
    assert max(pages.values()) <= a_page and len(pages) == -(-52 // a_page)


# ------------------------------------------------------------ the chart


def test_the_chart_is_every_sandwich_once():
    data = make("chart")
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        rows: dict[int, list[str]] = {}
        for x, y, text in contents(pdf.pages[0], [0, 0, 210, 297], least=15.5).words:
            rows.setdefault(round(y / 3), []).append((x, text))
    texts = ["".join(text for _, text in sorted(row)) for _, row in sorted(rows.items())]
    body = [text for text in texts if re.match(r"(A|10|[2-9]|[JQK])(A|10|[2-9]|[JQK])·", text)]
    assert len(body) == 13
    found = set()
    for row, middle_rank in zip(body, RANKS, strict=True):
        assert row.startswith(middle_rank)
        cells = re.findall(r"(A|10|[2-9]|J|Q|K)·(A|10|[2-9]|J|Q|K)", row[len(middle_rank) :])
        assert len(cells) == 7
        for distance, (low, high) in enumerate(cells):
            at, a, b = (RANKS.index(rank) for rank in (middle_rank, low, high))
            assert ((at - a) % 13, (b - at) % 13) == (distance, distance)
            found.add(tuple(sorted((at, a, b))))
    every = {
        three
        for three in combinations_with_replacement(range(13), 3)
        for other in [sum(three)]
        if any((other - 3 * rank) % 13 == 0 for rank in three)
    }
    assert found == every and len(found) == 91


# ------------------------------------------------------------ deals and their key


def deal_figures(data: bytes) -> list[tuple[int, list[float], int, list[str]]]:
    """Return (deal number, box, page, moves) for each figure of a deal."""
    tree = manifest(data)
    found = []
    for page, leaf in leaves(data):
        if "record" in leaf:
            record = tree["records"][leaf["record"]]
            found.append((record["options"]["seed"], leaf["box"], page, record["moves"]))
    return found


def test_a_printed_deal_is_the_shuffle_of_its_number(deals_pdf):
    figures = deal_figures(deals_pdf)
    assert len(figures) == 12 == len({number for number, *_ in figures})
    with pdfplumber.open(io.BytesIO(deals_pdf)) as pdf:
        for number, box, page, moves in figures:
            assert moves == [], "a players' sheet tells no line"
            shown = contents(pdf.pages[page], box)
            assert str(number) in [text for _, _, text in shown.words]
            cards = listed(shown)
            assert cards == shuffled(number)
            assert len(set(cards)) == 52


def test_deals_stand_under_their_levels(deals_pdf):
    with pdfplumber.open(io.BytesIO(deals_pdf)) as pdf:
        for column, bounds in enumerate([(30, 200), (20, 29), (0, 19)]):
            box = [10 + column * 66, 45, 60, 230]
            shares = [text for _, _, text in contents(pdf.pages[0], box).words if text.endswith("/200")]
            assert len(shares) == 4
            assert all(bounds[0] <= int(share.split("/")[0]) <= bounds[1] for share in shares)


def value(card: str) -> int:
    return RANKS.index(card[:-1])


def play_line(number: int, line: list[list[str]]) -> tuple[list[int], list[str]]:
    """Play a line by the rules as one would at the table; return how many cards each turn drew, and those left."""
    deck = shuffled(number)
    hand, pile = set(deck[:8]), deck[8:]
    drawn = []
    for first, filling, last in line:
        assert {first, filling, last} <= hand, "a card that is not in hand"
        assert (value(filling) - value(first)) % 13 == (value(last) - value(filling)) % 13
        hand -= {first, filling, last}
        suits = {card[-1] for card in (first, filling, last)}
        earns = 4 if len(suits) == 1 else 3 if suits in ({"C", "S"}, {"D", "H"}) else 2
        takes = min(earns, 8 - len(hand), len(pile))
        hand |= set(pile[:takes])
        pile = pile[takes:]
        drawn.append(takes)
    assert not pile
    return drawn, sorted(hand)


def test_a_key_line_wins_and_leaves_the_card_that_it_frames(deals_pdf, key_pdf):
    asked = [number for number, *_ in deal_figures(deals_pdf)]
    with pdfplumber.open(io.BytesIO(key_pdf)) as pdf:
        answered = deal_figures(key_pdf)
        assert [number for number, *_ in answered] == asked
        for number, (x, y, width, height), page, _ in answered:
            cards, draws = [], []
            for column in (0, 1):
                box = contents(pdf.pages[page], [x + column * width / 2, y + 6, width / 2, height - 6])
                cards += listed(box)
                signs = [(level, at, text) for at, level, text in box.words if re.fullmatch(r"\+\d", text)]
                draws += [int(text[1:]) for _, _, text in sorted(signs)]
            line = [cards[n : n + 3] for n in range(0, 51, 3)]
            drawn, left = play_line(number, line)
            assert drawn == draws and left == cards[51:] and len(left) == 1
            assert "=" in [text for _, _, text in contents(pdf.pages[page], [x, y, width, 6]).words]


def test_a_seed_gives_the_same_deals_for_ever(deals_pdf):
    """Numbers come in the order in which the seed draws them from a million; a frozen few pin the grades too."""
    chance = random.Random(5)
    drawn = [int(chance.random() * 1_000_000) for _ in range(60)]
    numbers = [number for number, *_ in deal_figures(deals_pdf)]
    for level in range(3):
        column = [drawn.index(number) for number in numbers[4 * level : 4 * level + 4]]
        assert column == sorted(column)
    assert numbers[::4] == EXPECTED


EXPECTED = [622901, 795193, 741786]  # the first deal of each level


# ------------------------------------------------------------ planted faults


def refusal(data: bytes) -> str:
    """Return why a file is refused when it is proved anew."""
    with pytest.raises(ProofFailed) as caught:
        prove(data, WORDS)
    return str(caught.value)


def unproved(monkeypatch, sheet: str, room, name: str, fault, **more) -> bytes:
    """Return a sheet that was built with `room.name` replaced by `fault`, and was not proved."""
    with monkeypatch.context() as patch:
        patch.setattr(build, "prove", lambda *_: [])
        patch.setattr(room, name, fault)
        return make(sheet, **more)


MINI = {"options": {"size": "mini", "backs": "none"}}


def test_a_doubled_card_is_refused(monkeypatch):
    every = parts.parts

    def doubled(options):
        return tuple(replace(part, id="AC", faces=("rank A", "suit C")) if part.id == "2C" else part
                     for part in every(options))  # fmt: skip

    why = refusal(unproved(monkeypatch, "deck", parts, "parts", doubled, **MINI))
    assert "part AC: printed 2 times; a set has 1" in why and "part 2C: printed 0 times" in why


def test_a_card_left_out_is_refused(monkeypatch):
    every = parts.parts
    data = unproved(monkeypatch, "deck", parts, "parts", lambda options: every(options)[:-1], **MINI)
    assert "part KS: printed 0 times; a set has 1" in refusal(data)


CARD_FAULTS = {
    "another rank": (lambda part: replace(part, faces=("rank 8", part.faces[1])), "part 7H.*rank 8.*the data says"),
    "another suit": (lambda part: replace(part, faces=(part.faces[0], "suit D")), "part 7H.*suit D.*the data says"),
}


@pytest.mark.parametrize(("fault", "why"), CARD_FAULTS.values(), ids=CARD_FAULTS)
def test_a_front_that_shows_another_card_is_refused(monkeypatch, fault, why):
    draw = parts.draw_front

    def wrong(part, desk):
        return draw(fault(part) if part.id == "7H" else part, desk)

    assert re.search(why, refusal(unproved(monkeypatch, "deck", parts, "draw_front", wrong, **MINI)))


def test_a_front_with_a_pip_too_few_is_refused(monkeypatch):
    draw = parts.draw_front

    def short(part, desk):
        front = draw(part, desk)
        return replace(front, marks=front.marks[:-1]) if part.id == "7H" else front

    why = refusal(unproved(monkeypatch, "deck", parts, "draw_front", short, **MINI))
    assert "part 7H" in why and "6 signs" in why


def test_a_wrong_chart_row_is_refused(monkeypatch):
    rows = tuple((4, 8, 11) if row == (5, 8, 11) else row for row in facts.chart_rows())
    why = refusal(unproved(monkeypatch, "chart", tables, "chart_rows", lambda: rows))
    assert "table chart, row 8, column 5: it says '4 · J', not '5 · J'" in why


def test_a_chart_row_left_out_is_refused(monkeypatch):
    why = refusal(unproved(monkeypatch, "chart", tables, "chart_rows", lambda: facts.chart_rows()[:-7]))
    assert "table chart: rows are missing" in why


def in_manifest(data: bytes, change) -> bytes:
    """Return a file whose manifest was changed."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as opened:
        stream = opened.attachments["kitgen.json"].obj.EF.F
        tree = json.loads(stream.read_bytes())
        change(tree)
        stream.write(json.dumps(tree).encode())
        opened.save(out)
    return out.getvalue()


def test_a_key_that_discards_a_card_not_in_hand_is_refused(key_pdf):
    def change(tree):
        moves = next(iter(tree["records"].values()))["moves"]
        moves[0], moves[9] = moves[9], moves[0]

    assert re.search(r"is not in hand: it is still in the pile", refusal(in_manifest(key_pdf, change)))


def test_a_line_that_does_not_end_is_refused(key_pdf):
    def change(tree):
        next(iter(tree["records"].values()))["moves"].pop()

    assert "before ply 17" in refusal(in_manifest(key_pdf, change))


def with_view(fault):
    """Return a view room whose lines and deals are changed by `fault`."""
    view = diagram.view

    def wrong(replayed, ply, style, extra):
        shown = view(replayed, ply, style, extra)
        return replace(shown, **fault(shown)) if style in ("deal", "line") else shown

    return wrong


def a_ninth_card(shown):
    """Let the first turn draw four: with a full hand that would be the ninth card."""
    turn = tuple("drawn 4" if token.startswith("drawn") else token for token in shown.cells["turn 1"])
    return {"cells": {**shown.cells, "turn 1": turn}}


def two_cards_swapped(shown):
    cells = dict(shown.cells)
    cells["draw 8"], cells["draw 9"] = cells["draw 9"], cells["draw 8"]
    return {"cells": cells}


def a_card_twice(shown):
    return {"cells": {**shown.cells, "draw 52": shown.cells["draw 1"]}}


def another_number(shown):
    return {"notes": ("deal 12", *shown.notes[1:])}


def another_share(shown):
    return {"notes": (shown.notes[0], "won 199/200")}


def another_card_left(shown):
    return {"cells": {**shown.cells, "left 1": ("rank A", "suit C")}}


LIST_FAULTS = {
    "a line that draws a ninth card": ("deals_key", a_ninth_card, r"turn 1 shows drawn 4, .*; the replay says drawn "),
    "another card left": ("deals_key", another_card_left, r"left 1 shows rank A, suit C; the replay says"),
    "two cards swapped": ("deals", two_cards_swapped, r"draw 8 shows .*; the replay says"),
    "a card twice": ("deals", a_card_twice, r"draw 52 shows .*; the replay says"),
    "another number": ("deals", another_number, r"beside it stands deal 12, won .*; the replay says deal"),
    "another share": ("deals", another_share, r"won 199/200; the replay says"),
}


@pytest.mark.parametrize(("sheet", "fault", "why"), LIST_FAULTS.values(), ids=LIST_FAULTS)
def test_a_list_that_says_otherwise_is_refused(monkeypatch, sheet, fault, why):
    data = unproved(monkeypatch, sheet, diagram, "view", with_view(fault), seed=5)
    assert re.search(why, refusal(data))


def test_a_practice_hand_with_another_card_is_refused(monkeypatch):
    rows = diagram._rows

    def wrong(groups, marked):
        shown = rows(groups, marked)
        tokens = ("code 2H", "rank 2", "suit D")
        return replace(shown, cells={**shown.cells, "hand 1": tokens})

    why = refusal(unproved(monkeypatch, "practice", diagram, "_rows", wrong))
    assert re.search(r"hand 1 shows code 2H, rank 2, suit D; the replay says", why)


def test_a_deal_of_another_level_is_not_made(monkeypatch):
    from kitgen.games.sandwich_guy import deals

    found = deals.make

    def misjudged(level, chance, options):
        return replace(found(2, chance, options), level=level)

    monkeypatch.setattr(deals, "make", misjudged)
    with pytest.raises(KitgenError, match="a deal question of seed 6 has the answers"):
        make("deals", seed=6)

"""The cards as data and as drawings, and the row of cards in figures: what is shown, not how the code goes about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from kitgen.errors import SpecError
from kitgen.games.sandwich_guy import diagram, faces, parts, practice, suits
from kitgen.games.sandwich_guy.engine import GAME
from kitgen.marks import Disc, Line, Mark, Polygon, Text
from kitgen.play.replay import play
from kitgen.source import read_yaml

INKS = ("colour", "grey", "low")
TEXTS = Path(__file__).parents[3] / "rules_text" / "sandwich_guy"
SAFE = 3.0


@dataclass(frozen=True)
class Desk:
    """What the house hands to a part that is drawn; a card needs no words and no measures."""

    inks: str
    set_mark: str = ""


def inside(points: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    """Return whether `point` is inside a polygon: an odd number of its sides are crossed going right."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def box(mark: Mark) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom; a text by its baseline and half an em a character, more than its digits need."""
    if isinstance(mark, Text):
        em = mark.size * 25.4 / 72
        half, high = 0.28 * em * len(mark.string), 0.66 * em
        x, y = mark.at
        return (x - half, y, x + half, y + high) if mark.turned else (x - half, y - high, x + half, y)
    points = (mark.a, mark.b) if isinstance(mark, Line) else mark.points
    edge = mark.width / 2
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


# ------------------------------------------------------------ suits


@pytest.mark.parametrize("suit", "CDHS")
def test_signs_fill_their_height_and_are_symmetrical(suit):
    points = suits.outline(suit)
    ys = [y for _, y in points]
    assert (min(ys), max(ys)) == (pytest.approx(-0.5, abs=0.01), pytest.approx(0.5, abs=0.01))
    mirrored = {(round(-x, 6), round(y, 6)) for x, y in points}
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in points}


def test_signs_are_told_apart_by_shape_alone():
    """Where a heart is wide above and pointed below, a spade is pointed above with a foot; clubs have a waist."""
    probes = {
        "wide above": (0.3, -0.3),
        "point above": (0.0, -0.45),
        "foot": (0.12, 0.48),
        "beside the top": (0.2, -0.3),
    }
    found = {
        suit: tuple(inside(suits.outline(suit), probe) for probe in probes.values()) for suit in ("C", "D", "H", "S")
    }
    assert found["H"] == (True, False, False, True)
    assert found["D"] == (False, True, False, False)
    assert found["S"] == (False, True, True, False)
    assert found["C"] == (False, True, True, True)


@pytest.mark.parametrize("inks", INKS)
@pytest.mark.parametrize("suit", "CDHS")
def test_red_is_told_from_black_by_fill(suit, inks):
    shown = suits.sign(suit, (10, 10), 6, inks)
    _, top, _, bottom = box(shown)
    assert (top, bottom) == (pytest.approx(7, abs=0.1), pytest.approx(13, abs=0.1))
    if suit in "CS":
        assert (shown.fill, shown.stroke) == ("ink", None)
    elif inks == "colour":
        assert (shown.fill, shown.stroke) == ("accent", None)
    else:
        assert (shown.fill, shown.stroke) == ("white", "ink")
        assert shown.width >= 0.2


# ------------------------------------------------------------ the pack


@pytest.mark.parametrize("size", ["poker", "bridge", "mini"])
def test_the_pack_is_52_different_cards(size):
    pack = parts.parts({"size": size})
    assert len(pack) == len({part.id for part in pack}) == len({part.faces for part in pack}) == 52
    assert {part.copies for part in pack} == {1}
    assert len({(part.width, part.height, part.back) for part in pack}) == 1
    for part in pack:
        assert part.faces == (f"rank {part.id[:-1]}", f"suit {part.id[-1]}")


def test_sizes():
    assert {name: parts.parts({"size": name})[0].height for name in parts.SIZES} == {
        "poker": 88.9,
        "bridge": 88.9,
        "mini": 68.0,
    }
    assert parts.parts({})[0].width == 63.5
    with pytest.raises(SpecError, match="poker"):
        parts.parts({"size": "pokr"})


def signs_of(drawing) -> list[Polygon]:
    return [mark for mark in drawing.marks if isinstance(mark, Polygon) and len(mark.points) > 4]


@pytest.mark.parametrize("inks", INKS)
@pytest.mark.parametrize("size", ["poker", "bridge", "mini"])
def test_every_front_shows_its_rank_and_suit_and_is_the_same_upside_down(size, inks):
    for part in parts.parts({"size": size}):
        drawing = parts.draw_front(part, Desk(inks))
        rank = part.id[:-1]
        texts = [mark for mark in drawing.marks if isinstance(mark, Text)]
        assert {text.string for text in texts} == {rank}
        upright = [text for text in texts if not text.turned]
        assert len(texts) == 2 * len(upright) == (4 if rank in "JQK" else 2)
        for text in upright:
            x, y = text.at
            twin = next(t for t in texts if t.turned and t.size == text.size)
            assert twin.at == (pytest.approx(part.width - x), pytest.approx(part.height - y))
        pips = len(signs_of(drawing)) - 2
        assert pips == {"A": 1, "J": 2, "Q": 2, "K": 2}.get(rank) or pips == int(rank)


@pytest.mark.parametrize("size", ["poker", "bridge", "mini"])
def test_indices_are_large_and_nothing_is_near_the_edge_or_overlaps(size):
    for part in parts.parts({"size": size}):
        drawing = parts.draw_front(part, Desk("grey"))
        index = next(mark for mark in drawing.marks if isinstance(mark, Text))
        assert index.size >= 21
        assert index.at[0] < part.width / 3 and index.at[1] < part.height / 4
        boxes = [box(mark) for mark in drawing.marks]
        for left, top, right, bottom in boxes:
            assert min(left, top, part.width - right, part.height - bottom) >= SAFE
        corner, body = boxes[:2], boxes[4:]
        for a in corner:
            for b in body:
                assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (part.id, a, b)


@pytest.mark.parametrize("size", ["poker", "bridge", "mini"])
def test_a_set_mark_stands_in_the_corner_without_an_index(size):
    for part in parts.parts({"size": size}):
        plain, marked = (parts.draw_front(part, Desk("grey", mark)).marks for mark in ("", "12"))
        assert marked[:-1] == plain
        left, top, right, bottom = box(marked[-1])
        assert right < part.width / 3 and top > 0.9 * part.height and bottom <= part.height - SAFE
        for a in map(box, plain):
            assert a[2] <= left or right <= a[0] or a[3] <= top or bottom <= a[1], (part.id, a)


@pytest.mark.parametrize("inks", INKS)
@pytest.mark.parametrize("size", ["poker", "bridge", "mini"])
def test_the_back_is_the_same_upside_down_and_mirrored_and_bleeds(size, inks):
    part = parts.parts({"size": size})[0]
    back = parts.draw_back(part, Desk(inks))
    assert back.grid == (3.0, 3.0, part.width, part.height)
    assert (back.width, back.height) == (part.width + 6, part.height + 6)

    def lines(flip_x: bool, flip_y: bool) -> set:
        def at(point):
            x, y = point
            return round(back.width - x if flip_x else x, 4), round(back.height - y if flip_y else y, 4)

        return {(*sorted((at(m.a), at(m.b))), m.width, m.ink) for m in back.marks}

    assert lines(False, False) == lines(True, False) == lines(False, True) == lines(True, True)
    boxes = [box(mark) for mark in back.marks]
    for side, edge, sign in ((0, 0.0, 1), (1, 0.0, 1), (2, back.width, -1), (3, back.height, -1)):
        reach = min(sign * (b[side] - edge) for b in boxes)
        assert -0.3 <= reach < 2.0  # into the bleed, and not beyond it by more than a round cap
    assert min(mark.width for mark in back.marks) >= 0.2


# ------------------------------------------------------------ figures


class Words:
    """The kit's own word list, as the house reads one."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        tree = read_yaml((TEXTS / f"words.{lang}.yaml").read_text(encoding="utf-8"), "words")
        self.phrases: dict[str, str] = tree.plain()

    def say(self, key: str, **values: object) -> str:
        return self.phrases[key].format(**values)

    def join(self, items) -> str:
        return ", ".join(items)


def replayed(seed: int, moves: str):
    return play(GAME, GAME.settle({"seed": seed}), [(1, move) for move in moves.split()])


# Deal 2 begins with 6C 6D 6H 6S 8S 10S QS KH; 6C-8S-10S is all black, so three come: 7D 5C 9C.
DEAL_2 = (2, "6C-8S-10S")


def test_a_hand_is_shown_card_by_card():
    view = diagram.view(replayed(*DEAL_2), 0, "position", {"marked": ["8S"]})
    assert (len(view.columns), len(view.rows)) == (8, 1)
    assert list(view.cells) == [f"hand {n}" for n in range(1, 9)]
    assert view.cells["hand 1"] == ("code 6C", "rank 6", "suit C")
    assert view.cells["hand 5"] == ("code 8S", "marked", "rank 8", "suit S")
    assert view.cells["hand 8"] == ("code KH", "rank K", "suit H")


def test_a_sandwich_is_shown_in_its_order():
    view = diagram.view(replayed(*DEAL_2), 1, "sandwich", {})
    assert [tokens[0] for tokens in view.cells.values()] == ["code 6C", "code 8S", "code 10S"]
    with pytest.raises(SpecError, match="no sandwich to show"):
        diagram.view(replayed(*DEAL_2), 0, "sandwich", {})


def test_a_pile_is_shown_in_the_order_of_drawing():
    view = diagram.view(replayed(*DEAL_2), 0, "with_pile", {})
    assert len(view.columns) == 44 and len(view.rows) == 2
    assert view.cells["pile 1"] == ("code 7D", "rank 7", "suit D", "turn 1")
    assert view.cells["pile 3"] == ("code 9C", "rank 9", "suit C", "turn 3")


@pytest.mark.parametrize("inks", INKS)
def test_a_figure_fits_its_frame_and_draws_each_card_once(inks):
    from kitgen.chance import Chance

    question = practice.make(3, Chance(4), {})
    shown = replayed(question.options["seed"], question.moves)
    view = diagram.view(shown, question.ply, question.style, question.extra)
    space = diagram.frame(view, True)
    drawing = diagram.draw(view, 5.0, True, inks)
    assert drawing.width == pytest.approx(space.left + 5 * space.columns + space.right)
    assert drawing.height == pytest.approx(space.top + 5 * space.rows + space.bottom)
    for mark in drawing.marks:
        if isinstance(mark, Disc):
            continue
        left, top, right, bottom = box(mark)
        assert left >= 0 and top >= 0 and right <= drawing.width and bottom <= drawing.height
    codes = [mark.string for mark in drawing.marks if isinstance(mark, Text) and mark.ink == "mid"]
    position = shown.steps[question.ply].position
    assert codes == [str(card) for card in (*position.hand, *position.pile)]
    turns = [mark.string for mark in drawing.marks if isinstance(mark, Text) and mark.ink == "white"]
    assert turns == [str(n + 1) for n in range(len(position.pile))]


def test_marked_cards_have_a_thick_edge_in_every_ink():
    view = diagram.view(replayed(*DEAL_2), 0, "position", {"marked": ["8S"]})
    for inks in INKS:
        edges = [m.width for m in diagram.draw(view, 5, True, inks).marks if isinstance(m, Polygon) and m.radius]
        assert sorted(edges)[-1] > 2 * sorted(edges)[-2]


def test_figures_and_cards_in_words():
    shown = replayed(*DEAL_2)
    english, spanish = Words("en"), Words("es")
    view = diagram.view(shown, 1, "sandwich", {})
    assert diagram.describe(view, english) == "Sandwich: 6 of clubs, 8 of spades, 10 of spades."
    assert diagram.describe(view, spanish) == "Sándwich: 6 de tréboles, 8 de picas, 10 de picas."
    hand = diagram.describe(diagram.view(shown, 0, "position", {"marked": ["KH"]}), english)
    assert hand.startswith("Hand of 8: 6 of clubs, 6 of diamonds") and hand.endswith("Marked: king of hearts.")
    assert diagram.captions(shown, 1, english) == ("1. 6C-8S-10S goes, 7D, 5C, 9C come.",)
    ace = next(part for part in parts.parts({}) if part.id == "AD")
    assert (parts.describe(ace, english), parts.describe(ace, spanish)) == ("ace of diamonds", "as de diamantes")


def test_word_lists_have_the_same_keys_and_fields():
    english, spanish = Words("en").phrases, Words("es").phrases
    assert list(english) == list(spanish)
    for key, phrase in english.items():
        assert set(re.findall(r"\{(\w+)\}", phrase)) == set(re.findall(r"\{(\w+)\}", spanish[key])), key
    from kitgen.games.sandwich_guy.players import PLAYERS

    assert {f"player_{name}" for name in PLAYERS} <= set(english)
    assert {f"{word}_{kind}" for word in ("ask", "answer") for kind in ("find", "pick", "most", "alive")} <= set(
        english
    )


def test_pips_lie_where_tradition_has_them():
    """Seven has its odd pip in the upper half, eight one in each, nine and ten have rows of four."""
    rows = {rank: sorted({round(y, 2) for _, y in places}) for rank, places in faces.PIPS.items()}
    assert rows["7"] == [-1.0, -0.5, 0.0, 1.0]
    assert rows["8"] == [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert rows["9"] == [-1.0, -0.33, 0.0, 0.33, 1.0]
    assert rows["10"] == [-1.0, -0.67, -0.33, 0.33, 0.67, 1.0]

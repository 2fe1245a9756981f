"""Sandwich's texts and words: the same in every language, filled in for every sheet, true to their figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from kitgen.chance import Chance
from kitgen.games.sandwich import facts, practice
from kitgen.games.sandwich.engine import GAME
from kitgen.kit import Kit
from kitgen.paper import fonts
from kitgen.paper.text import (
    ClaimRef,
    Field,
    FigureRef,
    Heading,
    Item,
    Known,
    Paragraph,
    Run,
    Section,
    break_lines,
    characters,
    fill,
    join_runs,
)
from kitgen.play.contract import Replayed
from kitgen.play.figure import read_reference
from kitgen.play.words import missing, read_words, unlike
from kitgen.shelf import Shelf

LANGUAGES = ("en", "es", "zh-Hans")
OTHERS = LANGUAGES[1:]
SHEETS = tuple(product((7, 9), ("cross", "rotated", "diagonal")))
SECTIONS = ("short", "complete", "play", "variations", "results", "handout", "teacher")
KIT = Kit(Shelf(), "sandwich")


@cache
def filled(lang: str, size: int, opening: str) -> dict[str, Section]:
    options = GAME.settle({"size": size, "opening": opening})
    counts, claims = facts.counts(options), facts.claims(options)
    known = Known(counts, claims, options)
    return {s.key: fill(s, known, KIT.words(lang)) for s in KIT.text(lang).sections}


def figures(lang: str) -> list[FigureRef]:
    return [block for s in KIT.text(lang).sections for block in s.blocks if isinstance(block, FigureRef)]


# ---------------------------------------------------------------- the same in every language


@pytest.mark.parametrize("lang", OTHERS)
def test_words_have_the_same_keys_and_fields(lang: str) -> None:
    tree, other = KIT.shelf.words("sandwich", "en"), KIT.shelf.words("sandwich", lang)
    assert tree and other
    english, foreign = read_words(tree, "en"), read_words(other, lang)
    assert len(english.own()) > 10
    assert (missing(english, foreign), missing(foreign, english), unlike(english, foreign)) == ((), (), ())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_have_the_same_sections(lang: str) -> None:
    assert tuple(section.key for section in KIT.text(lang).sections) == SECTIONS


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("key", SECTIONS)
def test_sections_say_the_same(lang: str, key: str) -> None:
    english, foreign = KIT.text("en").section(key), KIT.text(lang).section(key)
    kinds = [[(type(block), getattr(block, "kind", "")) for block in s.blocks] for s in (english, foreign)]
    assert kinds[0] == kinds[1], "headings, paragraphs, items and figures come in the same order"
    for block, other in zip(english.blocks, foreign.blocks, strict=True):
        assert names_in(block) == names_in(other), other.place


def names_in(block: Heading | Paragraph | Item | FigureRef) -> set[str]:
    """Return the numbers, claims and record that a block asks for."""
    names = {one.name for one in block.inlines if isinstance(one, Field | ClaimRef)}
    return names | ({f"{block.record}@{block.ply} {block.style}"} if isinstance(block, FigureRef) else set())


# ---------------------------------------------------------------- filled in


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("size", "opening"), SHEETS)
def test_texts_fill_in_for_every_sheet(lang: str, size: int, opening: str) -> None:
    sections = filled(lang, size, opening)
    blocks = [block for section in sections.values() for block in section.blocks]
    assert all(isinstance(run, Run) for block in blocks for run in block.inlines)
    assert all(section.blocks for section in sections.values())


@pytest.mark.parametrize(("lang", "words"), [("en", "Five marks"), ("es", "cinco marcas"), ("zh-Hans", "五枚子")])
def test_short_rules_say_the_numbers_of_their_board(lang: str, words: str) -> None:
    # 49 - 5 = 44 cells are marked in a game on 7 x 7, and 81 - 5 = 76 on 9 x 9.
    for size, moves in ((7, "44"), (9, "76")):
        text = " ".join(join_runs(runs_of(block)) for block in filled(lang, size, "cross")["short"].blocks)
        assert words in text and moves in text


def runs_of(block: Heading | Paragraph | Item | FigureRef) -> list[Run]:
    return [run for run in block.inlines if isinstance(run, Run)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_short_rules_fit_the_corner(lang: str) -> None:
    section = filled(lang, 7, "cross")["short"]
    family = fonts.prepare(characters(section))
    lines = [line for block in section.blocks for line in break_lines(runs_of(block), 120.0, 9.0, family.width)]
    assert [block.inlines[0].weight for block in section.blocks if isinstance(block.inlines[0], Run)] == [
        "semibold"
    ] * 5
    assert 5 <= len(lines) <= 9


def test_the_handout_is_short() -> None:
    texts = [join_runs(runs_of(block)) for block in filled("en", 7, "cross")["handout"].blocks]
    assert 150 <= sum(len(text.split()) for text in texts) <= 230


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_can_be_asked(lang: str) -> None:
    words, kinds = KIT.words(lang), set()
    for level, seed in product(practice.LEVELS, range(8)):
        question = practice.make(level, Chance(seed), GAME.settle({}))
        assert words.say(f"ask_{question.kind}", **question.values).endswith(("?", "？"))
        assert question.answer in words.say(f"answer_{question.kind}", answer=question.answer)
        kinds.add(question.kind)
    assert kinds == {key.removeprefix("ask_") for key in words.keys() if key.startswith("ask_")}


# ---------------------------------------------------------------- figures show what the captions say


def walk(board: list[str], column: int, row: int, step: tuple[int, int]) -> Iterator[str]:
    """Yield what stands along a ray of a board given as rows, '|' for the edge at its end."""
    while True:
        column, row = column + step[0], row + step[1]
        if not (0 <= row < len(board) and 0 <= column < len(board)):
            yield "|"
            return
        yield board[row][column]


STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def last_move(replayed: Replayed) -> tuple[str, list[str]]:
    """Return the mover and what each ray of the last move held before it, as text ending in '|'."""
    before, last = GAME.state(replayed.steps[-2].position)["board"], replayed.last
    column, row = ord(last.move[0]) - ord("A"), int(last.move[1:]) - 1
    assert last.side is not None
    return last.side, ["".join(walk(before, column, row, step)) for step in STEPS]


def runs_before(replayed: Replayed) -> list[tuple[int, str]]:
    """Return, for each ray of the last move that begins with enemies, how many they are and what comes behind them."""
    side, rays = last_move(replayed)
    enemy = {"A": "B", "B": "A"}[side]
    lengths = [(len(ray) - len(ray.lstrip(enemy)), ray) for ray in rays]
    return [(length, ray[length:]) for length, ray in lengths if length]


KILLING = {"single-kill": [1], "run-killed": [2, 3, 4], "double-kill": [2, 3, 4, 5, 6]}
SAVED = {"run-saved-by-gap": ".", "run-saved-by-dead": "x", "run-saved-by-edge": "|"}


@pytest.mark.parametrize("name", KILLING)
def test_a_kill_is_shown(name: str) -> None:
    replayed = KIT.replayed(name)
    side, _ = last_move(replayed)
    caught = [length for length, behind in runs_before(replayed) if behind.startswith(side)]
    assert sum(caught) == len(replayed.last.effects["killed"]) in KILLING[name]
    assert (len(caught) > 1) == (name == "double-kill")


@pytest.mark.parametrize("name", SAVED)
def test_a_run_is_saved(name: str) -> None:
    replayed = KIT.replayed(name)
    assert replayed.last.effects["killed"] == []
    side, _ = last_move(replayed)
    saved = [behind for length, behind in runs_before(replayed) if length > 1 and behind[0] == SAVED[name]]
    assert saved, "a run of at least two, and behind it what saves it"
    assert name == "run-saved-by-edge" or any(behind[1] == side for behind in saved), "the mover's mark stands beyond"


def test_moving_in_between_is_shown() -> None:
    played = KIT.replayed("moving-in-between")
    replayed = replace(played, steps=played.steps[:2])  # the text shows ply 1
    side, rays = last_move(replayed)
    enemy = {"A": "B", "B": "A"}[side]
    first = dict(zip(STEPS, (ray[0] for ray in rays), strict=True))
    assert any(first[step] == first[-step[0], -step[1]] == enemy for step in STEPS)
    assert replayed.last.effects["killed"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_is_a_record_of_the_shelf(lang: str) -> None:
    named = set()
    for figure, (size, opening) in product(figures(lang), SHEETS):
        name, _ = read_reference(f"{figure.record}@{figure.ply}", {"size": size, "opening": opening})
        assert figure.ply == "end" or int(figure.ply) < len(KIT.replayed(name).steps)
        named.add(name)
    assert named >= KILLING.keys() | SAVED.keys() | {"moving-in-between"}
    assert named >= {f"opening-{size}-{opening}" for size, opening in SHEETS}

"""Rules texts: what is read, what is refused and where, what is filled in; lines broken against a plain measure."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.errors import ClaimFailed, DoesNotFit, SpecError
from kitgen.paper.text import (
    ClaimRef,
    Field,
    FigureRef,
    Heading,
    Item,
    Known,
    Paragraph,
    Run,
    break_lines,
    characters,
    fill,
    fill_line,
    join_runs,
    read_text,
)

SAMPLE = """\
# Sandwich

## short | Short rules
<!-- nothing to see -->
Players take turns. Nobody
passes; the game lasts {moves} moves. {?always_full}

- Mark any **empty** cell,
  touching or not.
- The old name is [夹涂棋]{zh-Hans}.

1. Count.
2. Compare.

### Ends
![Move {moves}: the board is **full**](example-{size}-{opening}@end numbered)
![](opening@0)

## more | More, and more
{boards:Word} boards are on a page.
"""


def test_a_product_is_one_word():
    """Ten signs of 1 mm a line: "on 7 ×" and "7 cells" would part the board's size."""
    lines = break_lines([Run("on 7 × 7 cells")], 8.0, 10, lambda text, size, weight: float(len(text)))
    assert [join_runs(line) for line in lines] == ["on 7 × 7 ", "cells"]
    narrow = break_lines([Run("cells 7 × 7")], 9.0, 10, lambda text, size, weight: float(len(text)))
    assert [join_runs(line) for line in narrow] == ["cells ", "7 × 7"]


class Speaker:
    """Number words up to four; the rest is unknown."""

    lang = "en"

    def say(self, key, **values):
        known = {"number_2": "two", "number_4": "four"}
        if key not in known:
            raise SpecError(key)
        return known[key]

    def join(self, items):
        return ", ".join(items)


def sample():
    return read_text(SAMPLE, "kit/en.md")


def filled(text, key="short", counts=None, claims=None, options=None):
    counts = {"moves": 44, "boards": 4} if counts is None else counts
    claims = {"always_full": lambda: True} if claims is None else claims
    options = {"size": 7, "opening": "cross"} if options is None else options
    return fill(text.section(key), Known(counts, claims, options), Speaker())


def one_section(body):
    return f"# T\n\n## s | S\n{dedent(body)}"


def faults_of(body):
    with pytest.raises(SpecError) as caught:
        read_text(body, "t.md")
    return [(f.place.line, f.place.column, f.what) for f in caught.value.faults]


class TestReading:
    def test_sections_and_kinds(self):
        text = sample()
        assert [(s.key, join_runs(s.heading.inlines)) for s in text.sections] == [
            ("short", "Short rules"),
            ("more", "More, and more"),
        ]
        assert text.title.inlines == (Run("Sandwich"),)
        kinds = [type(b) for b in text.section("short").blocks]
        assert kinds == [Paragraph, Item, Item, Item, Item, Heading, FigureRef, FigureRef]

    def test_lines_join_with_a_space_and_a_claim_leaves_none_behind(self):
        inlines = sample().section("short").blocks[0].inlines
        assert inlines[0] == Run("Players take turns. Nobody passes; the game lasts ")
        assert isinstance(inlines[1], Field)
        assert inlines[2] == Run(" moves.")
        assert isinstance(inlines[3], ClaimRef)
        assert len(inlines) == 4

    def test_places_count_lines_and_columns_across_joined_lines(self):
        field, claim = (i for i in sample().section("short").blocks[0].inlines if not isinstance(i, Run))
        line = SAMPLE.splitlines()[field.place.line - 1]
        assert line[field.place.column - 1 :].startswith("{moves}")
        assert line[claim.place.column - 1 :].startswith("{?always_full}")
        assert (field.place.line, field.place.column) == (6, 24)

    def test_weight_and_language(self):
        first, second = sample().section("short").blocks[1:3]
        assert first.inlines == (Run("Mark any "), Run("empty", "semibold"), Run(" cell, touching or not."))
        assert second.inlines[1] == Run("夹涂棋", "regular", "zh-Hans")

    def test_items_are_numbered_within_their_list(self):
        items = [b for b in sample().section("short").blocks if isinstance(b, Item)]
        assert [(i.kind, i.number) for i in items] == [("bullet", 1), ("bullet", 2), ("number", 1), ("number", 2)]

    def test_figures(self):
        first, second = [b for b in sample().section("short").blocks if isinstance(b, FigureRef)]
        assert (first.record, first.ply, first.style) == ("example-{size}-{opening}", "end", "numbered")
        assert (second.record, second.ply, second.style, second.inlines) == ("opening", 0, "last", ())

    @pytest.mark.parametrize(
        ("body", "joined"),
        [
            ("一二，\n三四", "一二，三四"),
            ("一二\nab", "一二 ab"),
            ("ab\n一二", "ab 一二"),
            ("说“一”\n二", "说“一”二"),
            ("ab\ncd", "ab cd"),
        ],
    )
    def test_chinese_lines_join_without_a_space(self, body, joined):
        (block,) = read_text(one_section(body), "t.md").sections[0].blocks
        assert join_runs(block.inlines) == joined

    def test_decomposed_accents_are_composed(self):
        (block,) = read_text(one_section("acción"), "t.md").sections[0].blocks
        assert join_runs(block.inlines) == "acción"

    def test_windows_line_ends_read_alike(self):
        assert read_text(SAMPLE.replace("\n", "\r\n"), "kit/en.md") == sample()

    def test_a_span_may_hold_bold_and_bold_a_span(self):
        (block,) = read_text(one_section("**a [b]{es}** [c **d**]{es}"), "t.md").sections[0].blocks
        assert block.inlines == (
            Run("a ", "semibold"),
            Run("b", "semibold", "es"),
            Run(" "),
            Run("c ", "regular", "es"),
            Run("d", "semibold", "es"),
        )


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "column", "word"),
        [
            ("a *b* c", 3, "'*'"),
            ("snake_case", 6, "'_'"),
            ("a `b`", 3, "'`'"),
            ("a <b>", 3, "'<'"),
            ("see http://x.y", 5, "'http'"),
            ("a [b] c", 5, "']'"),
            ("a [b", 3, "'['"),
            ("a **b", 3, "**"),
            ("a { b", 3, "'{'"),
            ("a {b.c}", 3, "'{'"),
            ("a {b:hex}", 3, "'{'"),
            ("a []{es}", 4, "nothing in it"),
            ("a \\* b", 3, "'\\\\'"),
            ("> quoted", 1, "begin"),
            ("| a | b |", 1, "begin"),
            ("#### deep", 1, "begin"),
            ("#tight", 1, "begin"),
            ("---", 1, "begin"),
            ("-tight", 1, "begin"),
            ("1) one", 1, "begin"),
            ("![x](y)", 1, "begin"),
            ("![x](rec@12", 1, "begin"),
            ("a\tb", 2, "U+0009"),
            ("a\u200bb", 2, "U+200B"),
            ("  indented", 1, "indented"),
        ],
    )
    def test_what_is_not_in_the_subset(self, body, column, word):
        found = faults_of(f"# T\n\n## s | S\nFine.\n\n{body}\n")
        assert found[0][:2] == (6, column)
        assert word in found[0][2]

    def test_all_faults_at_once_in_order(self):
        body = "# T\nlost\n\n## x\n\n## y | Y\na *b\n- one\n- - two\n2. three\n"
        found = faults_of(body)
        assert [line for line, *_ in sorted(found)] == [2, 4, 4, 7, 10]

    @pytest.mark.parametrize(
        ("body", "what"),
        [
            ("## s | S\ntext\n", "no title"),
            ("# T\n# U\n## s | S\ntext\n", "second title"),
            ("# T\n## s | S\n## s | S\ntext\n", "twice"),
            ("# T\n## s | S\n", "empty"),
            ("# T\n## s | S\n1. a\n3. b\n", "item 3 where 2"),
            ("# T\n## s | S\n- a\nb\n", "neither"),
            ("# T\n## s | S\n- a\n  - b\n", "indented"),
            ("", "no title"),
        ],
    )
    def test_structure(self, body, what):
        assert any(what in found for *_, found in faults_of(body))

    def test_size_is_bounded(self):
        with pytest.raises(SpecError, match="longer than"):
            read_text("a" * 200_001, "t.md")
        assert "more than 4000" in faults_of("# T\n## s | S\n" + "a" * 4001)[0][2]

    def test_unknown_section_suggests(self):
        with pytest.raises(SpecError, match="did you mean short"):
            sample().section("shor")

    @settings(max_examples=300, deadline=None)
    @given(st.text(alphabet="#-*[]{}()!@|?<>_ ab1.\n夹“", max_size=60))
    def test_any_text_is_read_or_refused_with_a_place_inside_it(self, body):
        lines = body.split("\n")
        try:
            read_text(body, "t.md")
        except SpecError as error:
            assert error.faults
            for fault in error.faults:
                assert 1 <= fault.place.line <= len(lines)
                assert 1 <= fault.place.column <= len(lines[fault.place.line - 1]) + 1


class TestFilling:
    def test_numbers_are_put_in_and_named(self):
        section = filled(sample())
        first = section.blocks[0]
        assert first.inlines == (Run("Players take turns. Nobody passes; the game lasts 44 moves."),)
        assert first.numbers == {"moves": 44}
        assert section.blocks[1].numbers == {}

    def test_figures_get_their_record_and_caption(self):
        figure = filled(sample(), options={"size": 9, "opening": "diagonal"}).blocks[6]
        assert figure.record == "example-9-diagonal"
        assert figure.inlines == (Run("Move 44: the board is "), Run("full", "semibold"))
        assert figure.numbers == {"moves": 44}

    def test_number_words(self):
        (block,) = filled(sample(), "more").blocks
        assert join_runs(block.inlines) == "Four boards are on a page."
        assert block.numbers == {"boards": 4}

    def test_text_counts_go_in_as_they_are(self):
        text = read_text(one_section("Son {half} y {low}."), "t.md")
        (block,) = filled(text, "s", counts={"half": "34,5", "low": -2}).blocks
        assert join_runs(block.inlines) == "Son 34,5 y −2."

    def test_a_title_fills_too(self):
        title = read_text("# Row of {n}\n## s | S\nx", "t.md").title
        assert join_runs(fill_line(title, Known({"n": 4}, {}, {}), Speaker()).inlines) == "Row of 4"

    def test_unknown_names_are_all_told_with_suggestions(self):
        with pytest.raises(SpecError) as caught:
            filled(sample(), counts={"move": 1}, claims={}, options={"size": 7})
        kinds = [(f.what, f.suggestion) for f in caught.value.faults]
        assert kinds == [
            ("unknown number 'moves'", "move"),
            ("unknown claim 'always_full'", ""),
            ("unknown number 'moves'", "move"),
            ("unknown option 'opening'", ""),
        ]

    def test_a_number_without_a_word_is_refused(self):
        with pytest.raises(SpecError, match=r"t.md:4:1: boards is 5, which has no number word"):
            filled(read_text(one_section("{boards:word}"), "t.md"), "s", counts={"boards": 5})

    def test_a_failed_claim_stops_with_its_place(self):
        with pytest.raises(ClaimFailed, match=r"kit/en.md:6:39: claim 'always_full' does not hold"):
            filled(sample(), claims={"always_full": lambda: False})

    def test_claims_run_once(self):
        ran = []
        text = read_text(one_section("A. {?c}\n\nB. {?c}\n\n{?c}"), "t.md")
        section = filled(text, "s", claims={"c": lambda: ran.append(1) or True})
        assert ran == [1]
        assert [join_runs(b.inlines) for b in section.blocks] == ["A.", "B."]

    def test_characters(self):
        assert characters(filled(sample(), "more")) == "".join(sorted(set("More, and moreFour boards are on a page.")))
        assert {"•", "2", "夹", "4"} <= set(characters(filled(sample())))
        assert characters("ba", Run("ac")) == "abc"


def measure(string, size, weight):
    """One mm a character at size 1; wide ones and semibold count double."""
    units = sum(2 if ord(char) > 0x2E7F else 1 for char in string)
    return units * size * (2 if weight == "semibold" else 1)


def broken(string, width):
    return ["".join(run.string for run in line) for line in break_lines([Run(string)], width, 1.0, measure)]


class TestLines:
    @pytest.mark.parametrize(
        ("string", "width", "lines"),
        [
            # worked by hand with the measure above
            ("", 9, []),
            ("one two three", 7, ["one two ", "three"]),
            ("one two three", 13, ["one two three"]),
            ("one two  three", 8, ["one two  ", "three"]),
            ("well-known words", 10, ["well-known ", "words"]),
            # the last line would hold one mark alone: the character before it comes along
            ("一二三四五六七。", 14, ["一二三四五六", "七。"]),
            # no line begins with a closing mark: the character before goes with it
            ("一二三，四五", 6, ["一二", "三，四", "五"]),
            ("一二《三四》五六", 8, ["一二《三", "四》五六"]),
            ("一二（三四）五六", 6, ["一二", "（三", "四）五", "六"]),
            ("一二三四“五六”七八", 9, ["一二三四", "“五六”七", "八"]),
            ("一二……三四", 6, ["一二……", "三四"]),
            # a number keeps its measure word, and may begin a line
            ("一共是44步，完", 8, ["一共是", "44步，完"]),
            ("在A方后", 4, ["在", "A方", "后"]),
            ("ab 一二三", 6, ["ab 一", "二三"]),
            ("one two\u00a0three", 9, ["one ", "two\u00a0three"]),
        ],
    )
    def test_worked_by_hand(self, string, width, lines):
        assert broken(string, width) == lines

    def test_a_lone_short_word_takes_company(self):
        assert broken("aaaa bbbb cc dddd e", 17) == ["aaaa bbbb cc ", "dddd e"]

    def test_but_not_when_the_line_above_would_gape(self):
        assert broken("aaaa bb cccccccc e", 17) == ["aaaa bb cccccccc ", "e"]

    def test_a_word_too_wide_is_named(self):
        with pytest.raises(DoesNotFit, match=r"'absurdly' is 8.0 mm wide at 1 pt; its line is 7.0 mm"):
            broken("an absurdly wide word", 7)

    def test_runs_keep_weight_and_language_across_lines(self):
        runs = [Run("go "), Run("by hand", "semibold"), Run(" 夹涂", "regular", "zh-Hans")]
        assert break_lines(runs, 9.0, 1.0, measure) == (
            (Run("go "), Run("by ", "semibold")),
            (Run("hand", "semibold"), Run(" ", "regular", "zh-Hans")),
            (Run("夹涂", "regular", "zh-Hans"),),
        )

    def test_a_word_in_two_weights_is_one_word(self):
        runs = [Run("a un"), Run("do", "semibold"), Run("ne b")]
        lines = break_lines(runs, 9.0, 1.0, measure)
        assert [join_runs(line) for line in lines] == ["a ", "undone ", "b"]

    @settings(max_examples=200, deadline=None)
    @given(
        st.lists(st.text(alphabet="ab 夹涂，。（“”4", min_size=1, max_size=8), min_size=1, max_size=8),
        st.integers(16, 40),
    )
    def test_laws(self, strings, width):
        runs = [Run(string) for string in strings]
        try:
            lines = break_lines(runs, width, 1.0, measure)
        except DoesNotFit:
            return
        texts = [join_runs(line) for line in lines]
        assert "".join(texts) == "".join(strings)
        for text in texts:
            assert measure(text.rstrip(" "), 1.0, "regular") <= width
        for text, following in pairwise(texts):
            assert following[0] not in "，。” "
            assert text[-1] not in "（“"
            assert text.endswith(" ") or re.search(r"[夹涂，。”]$", text)

    @settings(max_examples=300, deadline=None)
    @given(st.text(alphabet="ab  夹涂，。（“”4", min_size=1, max_size=80), st.integers(12, 40))
    def test_every_line_but_the_last_two_is_as_full_as_can_be(self, string, width):
        expected, line = [], ""
        for unit in units(string):
            if line and measure((line + unit).rstrip(" "), 1.0, "regular") > width:
                expected.append(line)
                line = ""
            line += unit
        expected.append(line)
        if max(measure(text.rstrip(" "), 1.0, "regular") for text in expected) > width:
            with pytest.raises(DoesNotFit):
                broken(string, width)
            return
        lines = broken(string, width)
        assert lines[:-2] == expected[:-2]
        assert "".join(lines) == string
        assert len(lines) == len(expected)


# Where a line may end, by the kinds of the two characters, as a table worked out by hand: Space, Letter or digit, Wide,
# Closing, Quote at the end, Parenthesis and Double quote at the beginning.
KINDS = {
    " ": "S",
    "a": "L",
    "b": "L",
    "4": "L",
    "夹": "W",
    "涂": "W",
    "，": "C",
    "。": "C",
    "”": "Q",
    "（": "P",
    "“": "D",
}
ENDS = set("SL SW SP SD WL WW WP WD CL CW CP CD QW QP".split())


def units(string):
    """Split where a line may end."""
    found = [string[0]]
    for before, after in pairwise(string):
        if KINDS[before] + KINDS[after] in ENDS:
            found.append("")
        found[-1] += after
    return found

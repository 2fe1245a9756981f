"""No text and no word list of any kit holds a typed number: what a text counts, the engine has counted.

Phrases in which a number may stand are listed, each with its reason, in rules_text/<slug>/numbers_allowed.yaml. That the
product refuses the rest is tested in tests/cli/test_cli_own_kit.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen.errors import SpecError
from kitgen.play.typed import Allowed, is_needed, read_allowed, typed_numbers
from kitgen.play.words import read_words
from kitgen.source import read_yaml

ROOT = Path(__file__).parents[2]
TEXTS = sorted((ROOT / "rules_text").glob("*/*.md"))
WORDS = sorted(path for path in (ROOT / "rules_text").glob("*/words.*.yaml") if path.parent.name[0] != "_")


def allowed_for(path: Path) -> tuple[Allowed, ...]:
    file = path.with_name("numbers_allowed.yaml")
    return read_allowed(read_yaml(file.read_text("utf-8"), file.name)).get(path.stem, ()) if file.exists() else ()


def content_of(path: Path) -> str:
    """Return what of a text or word list is printed, a phrase a line."""
    content = path.read_text("utf-8")
    if path.suffix == ".md":
        return content
    return "\n".join(
        " ".join(phrase.literals) for phrase in read_words(read_yaml(content, path.name), "").own().values()
    )


def lang_of(path: Path) -> str:
    return path.stem.removeprefix("words.")


def test_there_is_a_text_to_look_at_in_every_language_of_sandwich() -> None:
    for paths, kits in ((TEXTS, 5), (WORDS, 5)):
        assert {"en", "es", "zh-Hans"} <= {lang_of(path) for path in paths if path.parent.name == "sandwich"}
        assert len({path.parent.name for path in paths}) >= kits


@pytest.mark.parametrize("text", [*TEXTS, *WORDS], ids=lambda text: f"{text.parent.name}/{text.stem}")
def test_a_text_has_no_typed_number(text: Path) -> None:
    content = content_of(text)
    found = typed_numbers(content, lang_of(text), allowed_for(text))
    assert found == [], f"write these as fields, or list them in {text.parent.name}/numbers_allowed.yaml with a reason"
    assert len(content) > 200, "a text so short was hardly looked at"


@pytest.mark.parametrize("text", [*TEXTS, *WORDS], ids=lambda text: f"{text.parent.name}/{text.stem}")
def test_every_allowed_phrase_is_still_needed(text: Path) -> None:
    content = content_of(text)
    assert [entry for entry in allowed_for(text) if not is_needed(entry, content, lang_of(text))] == []


PLANTED = [
    ("en", "A game takes 44 moves.", ["44"]),
    ("en", "A game takes forty-four moves.", ["forty-four"]),
    ("en", "Look in Eight directions.", ["Eight"]),
    ("en", "The marks meet at D4.", ["4"]),
    ("es", "Mira en las ocho direcciones.", ["ocho"]),
    ("es", "Hay veintidós jugadas de cada bando.", ["veintidós"]),
    ("zh-Hans", "看八个方向。", ["八"]),
    ("zh-Hans", "每局共四十四手，每方两支笔。", ["四十四", "两"]),
    ("zh-Hans", "每局４４手。", ["４４"]),
]


@pytest.mark.parametrize(("lang", "sentence", "numbers"), PLANTED, ids=[sentence for _, sentence, _ in PLANTED])
def test_a_planted_number_is_found(lang: str, sentence: str, numbers: list[str]) -> None:
    text = ROOT / "rules_text" / "sandwich" / f"{lang}.md"
    content = text.read_text("utf-8")
    lines = content.count("\n")
    found = typed_numbers(f"{content}\n{sentence}\n", lang, allowed_for(text))
    assert [typed.number for typed in found] == numbers
    assert {typed.line for typed in found} == {lines + 2}


def test_a_number_in_a_printed_caption_or_heading_is_found() -> None:
    text = "## short | Three rules\n\n![Move 10 kills.](example@10 numbered)\n"
    found = typed_numbers(text, "en")
    assert [(typed.line, typed.number) for typed in found] == [(1, "Three"), (3, "10")]


def test_what_is_not_printed_may_hold_numbers() -> None:
    text = "## level1 | Easy\n\n<!-- 44 moves -->\n\n1. {moves} moves\n2. {b2:word}\n\n![A kill.](cross-7@0 last)\n"
    assert typed_numbers(text, "en") == []


def test_an_allowed_phrase_covers_itself_and_nothing_else() -> None:
    entry = Allowed("one another", "a pronoun, no count")
    text = "They face one\nanother, one each.\n"
    assert [(typed.line, typed.column) for typed in typed_numbers(text, "en", [entry])] == [(2, 10)]


def test_an_allowed_phrase_needs_its_reason() -> None:
    with pytest.raises(SpecError, match=r"numbers_allowed.yaml:2:5: say why"):
        read_allowed(read_yaml("en:\n  - {text: one another, why: so}\n", "numbers_allowed.yaml"))

"""No rules text of any kit holds a typed number: what a text counts, the engine has counted.

Phrases in which a number word may stand are listed, each with its reason, in tests/games/<slug>/numbers_allowed.yaml.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from kitgen.errors import SpecError

ROOT = Path(__file__).parents[2]
TEXTS = sorted((ROOT / "rules_text").glob("*/*.md"))


def _load_guard() -> ModuleType:
    spec = spec_from_file_location("number_guard", Path(__file__).with_name("number_guard.py"))
    assert spec and spec.loader
    module = sys.modules.setdefault("number_guard", module_from_spec(spec))
    spec.loader.exec_module(module)
    return module


guard = _load_guard()


def allowed_for(text: Path) -> tuple:  # type: ignore[type-arg]
    file = ROOT / "tests" / "games" / text.parent.name / "numbers_allowed.yaml"
    return guard.read_allowed(file).get(text.stem, ())


def test_there_is_a_text_to_look_at_in_every_language_of_sandwich() -> None:
    seen = {text.stem for text in TEXTS if text.parent.name == "sandwich"}
    assert {"en", "es", "zh-Hans"} <= seen


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.parent.name}/{text.stem}")
def test_a_text_has_no_typed_number(text: Path) -> None:
    content = text.read_text("utf-8")
    found = guard.typed_numbers(content, text.stem, allowed_for(text))
    assert found == [], f"write these as fields, or list them in {text.parent.name}/numbers_allowed.yaml with a reason"
    assert len(content) > 200, "a text so short was hardly looked at"


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.parent.name}/{text.stem}")
def test_every_allowed_phrase_is_still_needed(text: Path) -> None:
    content = text.read_text("utf-8")
    assert [entry for entry in allowed_for(text) if not guard.is_needed(entry, content, text.stem)] == []


PLANTED = [
    ("en", "A game takes 44 moves.", ["4", "4"]),
    ("en", "A game takes forty-four moves.", ["forty", "four"]),
    ("en", "Look in Eight directions.", ["Eight"]),
    ("en", "The marks meet at D4.", ["4"]),
    ("es", "Mira en las ocho direcciones.", ["ocho"]),
    ("es", "Hay veintidós jugadas de cada bando.", ["veintidós"]),
    ("zh-Hans", "看八个方向。", ["八"]),
    ("zh-Hans", "每局共四十四手，每方两支笔。", ["四", "十", "四", "两"]),
    ("zh-Hans", "每局４４手。", ["４", "４"]),
]


@pytest.mark.parametrize(("lang", "sentence", "numbers"), PLANTED, ids=[sentence for _, sentence, _ in PLANTED])
def test_a_planted_number_is_found(lang: str, sentence: str, numbers: list[str]) -> None:
    text = ROOT / "rules_text" / "sandwich" / f"{lang}.md"
    content = text.read_text("utf-8")
    lines = content.count("\n")
    found = guard.typed_numbers(f"{content}\n{sentence}\n", lang, allowed_for(text))
    assert [typed.number for typed in found] == numbers
    assert {typed.line for typed in found} == {lines + 2}


def test_a_number_in_a_printed_caption_or_heading_is_found() -> None:
    text = "## short | Three rules\n\n![Move 10 kills.](example@10 numbered)\n"
    found = guard.typed_numbers(text, "en")
    assert [(typed.line, typed.number) for typed in found] == [(1, "Three"), (3, "1"), (3, "0")]


def test_what_is_not_printed_may_hold_numbers() -> None:
    text = "## level1 | Easy\n\n<!-- 44 moves -->\n\n1. {moves} moves\n2. {b2:word}\n\n![A kill.](cross-7@0 last)\n"
    assert guard.typed_numbers(text, "en") == []


def test_an_allowed_phrase_covers_itself_and_nothing_else() -> None:
    entry = guard.Allowed("one another", "a pronoun, no count")
    text = "They face one\nanother, one each.\n"
    assert [(typed.line, typed.column) for typed in guard.typed_numbers(text, "en", [entry])] == [(2, 10)]


def test_an_allowed_phrase_needs_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "numbers_allowed.yaml"
    file.write_text("en:\n  - {text: one another, why: so}\n", "utf-8")
    with pytest.raises(SpecError, match="say why"):
        guard.read_allowed(file)

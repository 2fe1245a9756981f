"""Finds numbers that were typed into a rules text instead of being computed, as digits or as number words.

Looked at: all that is printed. Not looked at: {fields}, the record and style of a figure, the key of a section, the
counters of a numbered list, comments. Articles (un, una), ordinals up to the second and words such as `both`, `double`
and `single` are grammar, not counts. Does not know what any number means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category

from kitgen.errors import Fault, SpecError
from kitgen.source import Node, read_yaml

_EN = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
dozen dozens twice thrice half halves third thirds fourth fifth sixth seventh eighth ninth tenth twelfth twentieth"""
_ES = """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
dieciocho diecinueve veinte veintiuno veintiún veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis
veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento cientos
doscientos doscientas trescientos trescientas quinientos quinientas mil miles millón millones docena docenas mitad
tercero tercera tercer cuarto cuarta quinto quinta sexto sexta séptimo séptima octavo octava noveno novena décimo
décima ambos ambas"""
_WORDS = {"en": frozenset(_EN.split()), "es": frozenset(_ES.split())}
_CHINESE = frozenset("零〇一二三四五六七八九十百千万亿两俩仨廿卅半")  # str.isnumeric() takes 什 and 参 for numbers too

_SECTION = re.compile(r"^(## )[^|\n]*\|", re.MULTILINE)
_COMMENT = re.compile(r"^ *<!--.*--> *$", re.MULTILINE)
_TARGET = re.compile(r"(?<=\])\([^()\n]*\)")
_FIELD = re.compile(r"\{[^{}\n]*\}")
_COUNTER = re.compile(r"^\d+\.(?= )", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Typed:
    """A number found in a text: its line and column, counted from 1, and the number as written."""

    line: int
    column: int
    number: str


@dataclass(frozen=True)
class Allowed:
    """A phrase in which a number word may stand, and why."""

    text: str
    why: str


def typed_numbers(text: str, lang: str, allowed: Iterable[Allowed] = ()) -> list[Typed]:
    """Return the numbers typed in a rules text of language `lang` outside the phrases `allowed`, in text order."""
    printed = _printed(text)
    for entry in allowed:
        printed = re.sub(_phrase(entry.text), _blank, printed, flags=re.IGNORECASE)
    return sorted(_found(printed, lang), key=lambda typed: (typed.line, typed.column))


def is_needed(entry: Allowed, text: str, lang: str) -> bool:
    """Return whether the phrase of `entry` stands in the printed part of `text` and holds a number word."""
    stands = re.search(_phrase(entry.text), _printed(text), re.IGNORECASE)
    return bool(stands and typed_numbers(entry.text, lang))


def read_allowed(file: Path) -> dict[str, tuple[Allowed, ...]]:
    """Read a list of allowed phrases, by language; no file, no phrase. Raises SpecError for one without a reason."""
    if not file.exists():
        return {}
    tree = read_yaml(file.read_text("utf-8"), file.name).mapping()
    return {lang: tuple(map(_entry, node.sequence())) for lang, node in tree.items()}


def _entry(node: Node) -> Allowed:
    fields = node.mapping(("text", "why"))
    why = fields["why"].text() if "why" in fields else ""
    if len(why) < 10:
        raise SpecError(Fault("say why the phrase may stand", node.place))
    return Allowed(fields["text"].text(), why)


def _printed(text: str) -> str:
    """Blank out what is not printed; every character keeps its line and column."""
    for pattern in (_COMMENT, _TARGET, _FIELD, _COUNTER):
        text = pattern.sub(_blank, text)
    return _SECTION.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _phrase(text: str) -> str:
    """Return a pattern for the phrase as whole words, its spaces matching line breaks too."""
    return (
        r"(?<![^\W_])" * text[0].isascii()
        + r"\s+".join(map(re.escape, text.split()))
        + r"(?![^\W_])" * text[-1].isascii()
    )


def _found(printed: str, lang: str) -> Iterator[Typed]:
    words = _WORDS.get(lang.split("-")[0], frozenset())
    for number, line in enumerate(printed.splitlines(), start=1):
        for column, letter in enumerate(line, start=1):
            if category(letter)[0] == "N" or letter in _CHINESE:
                yield Typed(number, column, letter)
        for match in _WORD.finditer(line):
            if match[0].lower() in words:
                yield Typed(number, match.start() + 1, match[0])

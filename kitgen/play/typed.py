"""Numbers that were typed into a text instead of being counted, as digits or as number words of its language.

Looked at: all that is printed. Not looked at: {fields}, the record and style of a figure, the key of a section, the
counters of a numbered list, comments. Articles (un, una), ordinals up to the second and words such as `both`, `double`
and `single` are grammar, not counts. A kit lists the phrases in which a number may stand, each with its reason. Does
not know what any number means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kitgen.errors import Fault, SpecError
from kitgen.source import Node

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

_UNPRINTED = re.compile(
    r"^ *<!--.*--> *$"  # a comment
    r"|(?<=\])\([^()\n]*\)"  # what a figure shows
    r"|\{[^{}\n]*\}"  # a field, a claim, a language
    r"|^\d+\.(?= )"  # the counter of an item
    r"|^## [^|\n]*\|",  # the key of a section
    re.MULTILINE,
)
_TOKEN = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
_BETWEEN = {"-", " ", " y "}  # forty-four, one hundred, treinta y dos
_POINT = {".", ",", "/"}
WHY = 10  # letters that a reason has at least


@dataclass(frozen=True, slots=True)
class Typed:
    """A number found in a text: where it begins, its line and column counted from 1, and the number as written."""

    at: int
    line: int
    column: int
    number: str


@dataclass(frozen=True, slots=True)
class Allowed:
    """A phrase in which a number may stand, and why."""

    text: str
    why: str


def typed_numbers(text: str, lang: str, allowed: Iterable[Allowed] = ()) -> list[Typed]:
    """Return the numbers typed in a rules text of language `lang` outside the phrases `allowed`, in text order."""
    printed = _UNPRINTED.sub(_blank, text)
    suspects = {token for token in set(_TOKEN.findall(printed)) if _is_number(token, lang)}
    if not suspects:
        return []
    covered = _covered(printed, allowed)
    spans = [
        span for span in _spans(printed, lang, suspects) if not any(a <= span[0] and span[1] <= b for a, b in covered)
    ]
    return [_typed(printed, *span) for span in _joined(printed, spans)]


def is_needed(entry: Allowed, text: str, lang: str) -> bool:
    """Return whether the phrase of `entry` stands in the printed part of `text` and holds a number."""
    return bool(_covered(_UNPRINTED.sub(_blank, text), [entry]) and typed_numbers(entry.text, lang))


def read_allowed(tree: Node) -> dict[str, tuple[Allowed, ...]]:
    """Read a file of allowed phrases: a list for each language, `words.<lang>` for its word list.

    Raises SpecError for a phrase without a reason.
    """
    faults: list[Fault] = []
    found: dict[str, tuple[Allowed, ...]] = {}
    for name, node in tree.mapping().items():
        try:
            found[name] = tuple(map(_entry, node.sequence()))
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    return found


def _entry(node: Node) -> Allowed:
    fields = node.mapping(("text", "why"))
    if "text" not in fields or not fields["text"].text().strip():
        raise SpecError(Fault("no phrase", node.place, "text: the phrase, why: the reason"))
    why = fields["why"].text() if "why" in fields else ""
    if len(why) < WHY:
        raise SpecError(Fault("say why the phrase may stand", node.place, f"why: a reason of {WHY} letters or more"))
    return Allowed(fields["text"].text(), why)


def number_of(written: str, known: Mapping[str, int]) -> int | None:
    """Return the whole number that is `written`, in digits or as one of the number words `known`; None for others."""
    if written.isdecimal():
        return int(written)
    return known.get(written.lower())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _is_number(token: str, lang: str) -> bool:
    if token.isascii() and token.isalpha():
        return token.lower() in _WORDS.get(lang.split("-")[0], frozenset())
    return any(True for _ in _inside(token, lang))


def _inside(token: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield where numbers stand in a token of letters and digits."""
    words = _WORDS.get(lang.split("-")[0], frozenset())
    for match in _LETTERS.finditer(token):
        if match[0].lower() in words:
            yield match.span()
    for at, sign in enumerate(token):
        if sign in _CHINESE or (sign.isnumeric() and not sign.isalpha()):
            yield at, at + 1


def _spans(printed: str, lang: str, suspects: set[str]) -> Iterator[tuple[int, int]]:
    for match in _TOKEN.finditer(printed):
        if match[0] in suspects:
            for start, end in sorted(_inside(match[0], lang)):
                yield match.start() + start, match.start() + end


def _joined(printed: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join the parts of one number: digits beside each other, words of a compound."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and _is_one(printed, joined[-1][1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _is_one(printed: str, end: int, start: int) -> bool:
    gap = printed[end:start]
    if not gap:
        return True
    between_digits = printed[end - 1].isdecimal() and printed[start].isdecimal()
    return (
        gap in _POINT if between_digits else gap in _BETWEEN and printed[end - 1].isalpha() and printed[start].isalpha()
    )


def _covered(printed: str, allowed: Iterable[Allowed]) -> list[tuple[int, int]]:
    phrases = sorted((_phrase(entry.text) for entry in allowed), key=len, reverse=True)
    if not phrases:
        return []
    return [match.span() for match in re.finditer("|".join(phrases), printed, re.IGNORECASE)]


def _phrase(text: str) -> str:
    """Return a pattern for the phrase as whole words, its spaces matching line breaks too."""
    return (
        r"(?<![^\W_])" * text[0].isascii()
        + r"\s+".join(map(re.escape, text.split()))
        + r"(?![^\W_])" * text[-1].isascii()
    )


def _typed(printed: str, start: int, end: int) -> Typed:
    begin = printed.rfind("\n", 0, start) + 1
    return Typed(start, printed.count("\n", 0, start) + 1, start - begin + 1, printed[start:end])

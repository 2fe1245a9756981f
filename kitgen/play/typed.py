"""Numbers that were typed into a text instead of being counted, as digits or as number words of its language.

Looked at: all that is printed, as it reads once marks of weight and language are gone; a span in its own language and
the text's. Not looked at: {fields}, the record and style of a figure, the key of a section, the counters of a numbered
list, comments. Articles (un, una), ordinals up to the second and words such as `both`, `double` and `single` are
grammar, not counts. A kit lists the phrases in which a number may stand, each with its reason. A field that touches a
letter, a digit or another field, and a word of several scripts, can spell a number too. Does not know what any number
means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal
from unicodedata import combining, east_asian_width, normalize
from unicodedata import name as name_of

from kitgen.errors import Fault, SpecError
from kitgen.source import Node

_EN_TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)t"
_EN = f"""zero(?:e?s)? one twos? threes? fours? fives? six(?:es)? sevens? eights? nines? tens? elevens? twelves?
(?:thir|four|fif|six|seven|eigh|nine)teen(?:s|ths?)? {_EN_TENS}(?:y(?:first|second)?|ies|ieths?) fourty
hundred(?:s|ths?)?
thousand(?:s|ths?)? (?:m|b|tr|quadr|quint)illion(?:s|ths?)? milliards? dozen(?:s|th)? twice thrice half halfs halves
quarters? thirds? (?:four|fif|six|seven|eigh|nin|ten|eleven|twelf)ths?"""
_ES_TENS = "treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa"
_ES_UNIT = "dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
_ES = f"""ceros? uno (?:dos|tres|seis)(?:es)?
(?:cuatro|cinco|siete|ocho|nueve|once|doce|trece|catorce|quince)s?
diez dieces dieci(?:{_ES_UNIT}) veintes? veinti(?:un[oa]?|{_ES_UNIT}) (?:{_ES_TENS})(?:[iy]?(?:un[oa]?|{_ES_UNIT}))?
cien cient[oa]s? (?:dos|tres|cuatro|seis|siete|sete|ocho|nueve|nove)cient[oa]s quinient[oa]s mil miles
(?:m|b|tr|cuatr)illon(?:es)? millard[oa]?s? millar(?:es)? (?:dec|doc|quinc|veint|treint|cuarent|cincuent|cent)enas?
centenar(?:es)? mitad(?:es)? tercios? tercer(?:[oa]s?)? (?:cuart|quint|sext|octav|noven)[oa]s?
(?:septim|decim|undecim|duodecim|(?:vi|tri|cuadra|quincua|sexa|septua|octo|nona)gesim|centesim|mil(?:lon)?esim)[oa]s?
(?:once|doce|trece|catorce|quince|veinte?)av[oa]s? avos ambos ambas"""


def _compounds(words: str, between: str, after: str) -> re.Pattern[str]:
    """Return a pattern for number words written as one, such as twentyfour."""
    atom = f"(?:{'|'.join(words.split())})"
    return re.compile(f"{atom}(?:{between}{atom})*{after}")


_WORDS = {"en": _compounds(_EN, "(?:and)?", "(?:fold)?"), "es": _compounds(_ES, "[iy]?", "(?:un[oa]?)?")}
# str.isnumeric() takes 什 and 参 for numbers too
_CHINESE = frozenset("零〇一二三四五六七八九十百千万萬亿億两兩俩倆仨廿卅卌半壹贰貳叁肆伍陆陸柒捌玖拾佰仟")
_NO_NUMBERS = re.compile("收拾|拾起|捡拾|队伍|大陆|陆地|陆续|登陆|放肆")  # words with a sign that counts elsewhere
_LOOKALIKES = str.maketrans("ıøłđ", "iold")

_UNPRINTED = re.compile(
    r"^ *<!--.*--> *$"  # a comment
    r"|(?<=\])\([^()\n]*\)"  # what a figure shows
    r"|^\d+\.(?= )"  # the counter of an item
    r"|^## [^|\n]*\|",  # the key of a section
    re.MULTILINE,
)
_MARKUP = re.compile(
    r"\*\*| ?\{\?[^{}\n]*\}|(?P<open>\[)|\]\{(?P<lang>[A-Za-z0-9-]+)\}|\]|(?P<field>\{[a-z][a-z0-9_]*(?::[Ww]ord)?\})"
)
_FIELD = "\ufffc"  # stands for a field in what is printed
_TOKEN = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_\u2e80-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+")  # Chinese aside
_BETWEEN = {"-", " ", " y "}  # forty-four, one hundred, treinta y dos
_POINT = {".", ",", "/"}
WHY = 10  # letters that a reason has at least
Kind = Literal["number", "field", "word"]


@dataclass(frozen=True, slots=True)
class Typed:
    """A number found in a text: where it begins, its line and column counted from 1, and the number as printed.

    Or, as `kind` says, what can spell one: a field that does not stand alone, a word of several scripts.
    """

    at: int
    line: int
    column: int
    number: str
    kind: Kind = "number"


@dataclass(frozen=True, slots=True)
class Allowed:
    """A phrase in which a number may stand, and why."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class _Printed:
    """What is printed of a `text`: each sign with where it came from; spans of other languages; fields, by place."""

    text: str
    string: str
    origins: list[int]
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    fields: dict[int, str] = field(default_factory=dict)

    def typed(self, start: int, end: int, kind: Kind = "number") -> Typed:
        at = self.origins[start]
        column = at - self.text.rfind("\n", 0, at)
        written = self.fields.get(start) if kind == "field" else None
        return Typed(at, self.text.count("\n", 0, at) + 1, column, written or self.string[start:end], kind)


def typed_numbers(
    text: str, lang: str, allowed: Iterable[Allowed] = (), *, also: Iterable[str] = (), marked: bool = True
) -> list[Typed]:
    """Return the numbers typed in a rules text of language `lang` outside the phrases `allowed`, in text order.

    With them, what can spell a number. `also`: languages whose number words count too. A text that is not `marked` has
    fields and no other marks.
    """
    printed = _printed(text, marked=marked)
    spans = list(_spans(printed, (lang, *also)))
    covered = _covered(printed.string, allowed) if spans else []
    spans = [span for span in spans if not any(a <= span[0] and span[1] <= b for a, b in covered)]
    found = [printed.typed(*span) for span in _joined(printed.string, spans)]
    return sorted((*found, *_glued(printed), *_mixed(printed)), key=lambda typed: typed.at)


def is_needed(entry: Allowed, text: str, lang: str) -> bool:
    """Return whether the phrase of `entry` stands in the printed part of `text` and holds a number."""
    return bool(_covered(_printed(text, marked=True).string, [entry]) and typed_numbers(entry.text, lang))


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


def _printed(text: str, *, marked: bool) -> _Printed:
    """Take the marks out of a text, so that what they part in the file stands as it is printed."""
    shown = _UNPRINTED.sub(_blank, text) if marked else text
    parts: list[str] = []
    printed = _Printed(text, "", [])
    at, opened = 0, None
    for match in _MARKUP.finditer(shown):
        if not marked and not match["field"]:
            continue
        parts.append(shown[at : match.start()])
        printed.origins.extend(range(at, match.start()))
        at, here = match.end(), len(printed.origins)
        if match["field"]:
            printed.fields[here] = match[0]
            parts.append(_FIELD)
            printed.origins.append(match.start())
        elif match["open"]:
            opened = here
        elif match["lang"] and opened is not None:
            printed.spans.append((opened, here, match["lang"]))
    parts.append(shown[at:])
    printed.origins.extend(range(at, len(shown)))
    return _Printed(text, "".join(parts), printed.origins, printed.spans, printed.fields)


def _folded(word: str) -> str:
    """Return a word in small letters without accents, in the plain forms of its letters."""
    bare = "".join(sign for sign in normalize("NFKD", word.lower()) if not combining(sign))
    return bare.lower().translate(_LOOKALIKES)


def _inside(token: str, langs: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield where numbers stand in a token of letters and digits."""
    known = [_WORDS[lang] for lang in dict.fromkeys(langs)]
    for match in _LETTERS.finditer(token):
        word = _folded(match[0])
        if any(words.fullmatch(word) for words in known):
            yield match.span()
    if token.isascii() and token.isalpha():
        return
    plain = [spot for match in _NO_NUMBERS.finditer(token) for spot in range(*match.span())]
    for at, sign in enumerate(token):
        if at not in plain and (normalize("NFKC", sign) in _CHINESE or (sign.isnumeric() and not sign.isalpha())):
            yield at, at + 1


def _spans(printed: _Printed, langs: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    known: dict[tuple[str, tuple[str, ...]], list[tuple[int, int]]] = {}
    for match in _TOKEN.finditer(printed.string):
        spans = [lang for start, end, lang in printed.spans if start < match.end() and match.start() < end]
        key = match[0], tuple(_languages((*langs, *spans)))
        if key not in known:
            known[key] = sorted(set(_inside(*key)))
        for start, end in known[key]:
            yield match.start() + start, match.start() + end


def _languages(langs: Iterable[str]) -> Iterator[str]:
    """Yield the languages whose number words count in `langs`: all that are known here for one without its own."""
    for lang in langs:
        yield from (lang,) if lang in _WORDS else _WORDS


def _glued(printed: _Printed) -> Iterator[Typed]:
    """Yield the fields that touch a letter, a digit or another field; Chinese writes no spaces."""
    for at in printed.fields:
        beside = printed.string[max(at - 1, 0) : at] + printed.string[at + 1 : at + 2]
        if any(sign == _FIELD or (sign.isalnum() and east_asian_width(sign) != "W") for sign in beside):
            yield printed.typed(at, at + 1, "field")


def _mixed(printed: _Printed) -> Iterator[Typed]:
    """Yield the words whose letters are of several scripts, those of Chinese aside."""
    for match in _LETTERS.finditer(printed.string):
        if not match[0].isascii():
            letters = [sign for sign in normalize("NFKD", match[0]) if sign.isalpha()]
            if len({name_of(sign, "").split(" ")[0] for sign in letters}) > 1:
                yield printed.typed(*match.span(), "word")


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

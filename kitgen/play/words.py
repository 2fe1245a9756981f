"""Labels and phrases in one language: a flat mapping of keys to texts with {fields}, and another list behind it.

A field is a bare name; attributes, indexes and formats are refused, so a word list can do nothing but say. Does not
know what any phrase is for, nor where word lists are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from kitgen.errors import Fault, Place, SpecError, suggest
from kitgen.source import Node

MAX_PHRASE = 1_000  # characters

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_ONE = "_one"  # what a phrase's key ends in when it is said of n = 1


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text cut at its fields: text, field name, text, field name, ... text."""

    pieces: tuple[str, ...]
    place: Place

    @property
    def fields(self) -> frozenset[str]:
        """Return the names of the fields."""
        return frozenset(self.pieces[1::2])

    @property
    def literals(self) -> tuple[str, ...]:
        """Return the texts between the fields."""
        return self.pieces[::2]


class WordList:
    """A word list; keeps `contract.Words`. What it lacks is asked of `behind`."""

    def __init__(self, lang: str, entries: Mapping[str, Phrase], behind: WordList | None, file: str) -> None:
        self.lang, self.behind, self.file = lang, behind, file
        self._entries = dict(entries)

    def say(self, key: str, **values: Any) -> str:
        """Return the phrase `key` with its fields filled in.

        `<key>_one` is said instead where there is one and the value `n` is 1. Whole numbers and texts go in as they
        are, fractions with the language's decimal mark; values without a field are left out. Raises SpecError when
        there is no such phrase, or a field has no value.
        """
        phrase = self._find(key, is_one=values.get("n") == 1)
        if phrase is None:
            raise SpecError(Fault(f"no phrase {key!r} in {self.lang}", Place(self.file), "", suggest(key, self.keys())))
        if lacking := sorted(phrase.fields - values.keys()):
            raise SpecError(Fault(f"phrase {key!r} asks for {', '.join(lacking)}", phrase.place, ", ".join(values)))
        pieces = list(phrase.pieces)
        pieces[1::2] = [self._write(values[name]) for name in phrase.pieces[1::2]]
        return "".join(pieces)

    def join(self, items: Iterable[str]) -> str:
        """Return a list as the language writes one, with the phrase `list_separator` (", " where there is none)."""
        separator = self._find("list_separator")
        return (separator.pieces[0] if separator else ", ").join(items)

    def keys(self) -> frozenset[str]:
        """Return all keys, those of the lists behind included."""
        return frozenset(self._entries) | (self.behind.keys() if self.behind else frozenset())

    def own(self) -> Mapping[str, Phrase]:
        """Return the phrases of this list alone, by key."""
        return self._entries

    def phrase(self, key: str) -> Phrase | None:
        """Return the phrase `key`, that of the lists behind where there is no own one; None for an unknown key."""
        return self._find(key)

    def phrases(self) -> Iterator[str]:
        """Yield the text of every phrase without its fields, those behind included: what fonts must be able to set."""
        for phrase in self._entries.values():
            yield "".join(phrase.literals)
        if self.behind:
            yield from self.behind.phrases()

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield where every phrase stands, and its text without its fields; those behind included."""
        for phrase in self._entries.values():
            yield phrase.place, "".join(phrase.literals)
        if self.behind:
            yield from self.behind.places()

    def _find(self, key: str, *, is_one: bool = False) -> Phrase | None:
        own = (self._entries.get(key + _ONE) if is_one else None) or self._entries.get(key)
        return own or (self.behind._find(key, is_one=is_one) if self.behind else None)

    def _write(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{value!r} is neither a number nor a text")
        mark = self._find("decimal_mark")
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text.replace("-", "−").replace(".", mark.pieces[0] if mark else ".")


def read_words(tree: Node, lang: str, behind: WordList | None = None) -> WordList:
    """Read a word list from a file's tree; `behind` is asked for what it lacks.

    Raises SpecError with every fault found: a key that is no name, a value that is no text, a brace that is no field.
    """
    faults: list[Fault] = []
    entries = {}
    for key, node in tree.mapping().items():
        try:
            entries[key] = _read_phrase(key, node, (tree.keys or {}).get(key, node.place))
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    return WordList(lang, entries, behind, tree.place.file)


def _read_phrase(key: str, node: Node, key_place: Place) -> Phrase:
    if not _KEY.fullmatch(key):
        raise SpecError(Fault(f"{key!r} is no name for a phrase", key_place, "letters, digits and _"))
    text = normalize("NFC", node.text())
    if len(text) > MAX_PHRASE or not text.isprintable():
        what = f"phrase {key!r} is longer than {MAX_PHRASE} characters or holds some that do not print"
        raise SpecError(Fault(what, node.place, "one line of text"))
    pieces = tuple(_FIELD.split(text))
    if any(brace in literal for literal in pieces[::2] for brace in "{}"):
        raise SpecError(Fault(f"a stray brace in phrase {key!r}", node.place, "{name}, and no other braces"))
    return Phrase(pieces, node.place)


def missing(words: WordList, other: WordList) -> tuple[str, ...]:
    """Return the keys of `words` alone that `other` alone lacks, sorted.

    A phrase for n = 1 is not missed where `other` says the same for all numbers.
    """
    known = other.own()
    return tuple(sorted(key for key in words.own() if key not in known and key.removesuffix(_ONE) not in known))


def unlike(words: WordList, other: WordList) -> tuple[str, ...]:
    """Return the keys of both lists alone whose phrases have different fields, sorted."""
    mine, theirs = words.own(), other.own()
    return tuple(sorted(key for key in mine.keys() & theirs.keys() if mine[key].fields != theirs[key].fields))

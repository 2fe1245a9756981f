"""What a kit's own texts and words must be: whole in each of its languages, with no number typed in, no word unknown.

Looks at files of a shelf for one kit. Counts and the layout's own words are handed in. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

from kitgen.errors import Fault, Place, SpecError, suggest
from kitgen.paper.text import Text, read_text
from kitgen.play.typed import Allowed, Typed, number_of, read_allowed, typed_numbers
from kitgen.play.words import Phrase, WordList, missing, read_words
from kitgen.shelf import HOUSE, Shelf, name_for_messages, own_shelf, read_file, read_tree
from kitgen.spec.schema import Layout

ALLOWED = "numbers_allowed.yaml"
Counts = Callable[[], Mapping[str, int | float | str]]

_NEAR = re.compile(r"[^\W\d_]+")
_WHAT = {
    "number": "the number {} is typed in, and nothing counts it",
    "field": "a field stands alone: {} touches a letter, a digit or another field",
    "word": "the word {} mixes letters of several scripts",
}
_PLAIN = {"field": "a space or a sign between them", "word": "letters of one script"}
_NAMED = 3  # counts that a message suggests


# ---------------------------------------------------------------- typed numbers


def read_own_text(path: Path, lang: str, counts: Counts, house: WordList) -> Text:
    """Return a rules text, fields not filled in; raises SpecError with its faults and every number typed into it.

    `counts` are asked for only to say which field a typed number could be.
    """
    content = read_file(path)
    faults = list(_text_faults(path, content, lang, counts, house))
    try:
        text = read_text(content, name_for_messages(path))
    except SpecError as error:
        raise SpecError((*error.faults, *faults)) from None
    if faults:
        raise SpecError(faults)
    return text


def _text_faults(path: Path, content: str, lang: str, counts: Counts, house: WordList) -> Iterator[Fault]:
    text = normalize("NFC", content.removeprefix("\ufeff").replace("\r\n", "\n"))
    if not typed_numbers(text, lang):
        return
    lines = text.split("\n")
    for typed in typed_numbers(text, lang, _allowed(path, lang)):
        line = lines[typed.line - 1]
        place = Place(name_for_messages(path), typed.line, typed.column, line if len(line) <= 160 else "")
        yield _typed_fault(path, typed, line, place, counts, house)


def word_faults(path: Path, words: WordList) -> Iterator[Fault]:
    """Yield a fault for every number typed into a word list, `path` its file."""
    own = words.own()
    found = {key: typed_numbers(_written(phrase), words.lang, marked=False) for key, phrase in own.items()}
    if not any(found.values()):
        return
    allowed = _allowed(path, f"words.{words.lang}")
    for key in (key for key, numbers in found.items() if numbers):
        written, place = _written(own[key]), own[key].place
        for typed in typed_numbers(written, words.lang, allowed, marked=False):
            column = place.text.find(typed.number, place.column - 1) + 1
            place = replace(place, column=column or place.column)
            accepted = f"no number; or the phrase with its reason, under words.{words.lang}, in {_allowed_name(path)}"
            yield _fault(typed, place, accepted)


def name_faults(layout: Layout, folder: Path, place: Place) -> Iterator[Fault]:
    """Yield a fault for each number in a kit's name in another language, which `place` says; `folder` has its texts."""
    if layout.also:
        name, path = layout.also, folder / "name"
        text = name.text.replace("{", " ").replace("}", " ")  # a name has no fields
        if typed_numbers(text, name.lang, also=layout.languages, marked=False):
            allowed = _allowed(path, name.lang)
            for typed in typed_numbers(text, name.lang, allowed, also=layout.languages, marked=False):
                yield _fault(typed, place, f"the name with its reason in {_allowed_name(path)}")


def _fault(typed: Typed, place: Place, accepted: str, suggestion: str = "") -> Fault:
    return Fault(_WHAT[typed.kind].format(typed.number), place, _PLAIN.get(typed.kind, accepted), suggestion)


def _written(phrase: Phrase) -> str:
    return "".join(piece if n % 2 == 0 else f"{{{piece}}}" for n, piece in enumerate(phrase.pieces))


def _allowed(path: Path, name: str) -> tuple[Allowed, ...]:
    file = path.with_name(ALLOWED)
    return read_allowed(read_tree(file)).get(name, ()) if file.is_file() else ()


def _typed_fault(path: Path, typed: Typed, line: str, place: Place, counts: Counts, house: WordList) -> Fault:
    if typed.kind != "number":
        return _fault(typed, place, "")
    form = "" if not typed.number.isalpha() else ":Word" if typed.number[0].isupper() else ":word"
    known = {phrase.pieces[0].lower(): int(key[7:]) for key, phrase in house.own().items() if key.startswith("number_")}
    near = _NEAR.findall(re.sub(r"\{[^{}]*\}", " ", line[typed.column - 1 + len(typed.number) :]))[:2]
    names = [f"{{{name}{form}}}" for name in _fitting(number_of(typed.number, known), near, counts())]
    file = _allowed_name(path)
    accepted = f"a field that kitgen counts, such as {{name{form}}}; or the phrase with its reason in {file}"
    return _fault(typed, place, accepted, " or ".join(names))


def _allowed_name(path: Path) -> str:
    return name_for_messages(path.with_name(ALLOWED))


def _fitting(value: int | None, near: Iterable[str], counts: Mapping[str, int | float | str]) -> list[str]:
    """Return the counts that a typed number may be meant as: named like the words after it, or of its value."""
    words = [word.lower() for word in near]
    if named := [name for name in words if name in counts]:
        return named[:1]
    ranked = []
    for name, counted in counts.items():
        is_named, is_equal = not set(words).isdisjoint(name.split("_")), counted == value
        if is_named or is_equal:
            ranked.append((not (is_named and is_equal), not is_named, len(name), name))
    return [name for *_, name in sorted(ranked)[:_NAMED]]


# ---------------------------------------------------------------- words of each language


def known_words(shelf: Shelf, layout: Layout) -> frozenset[str]:
    """Return the keys of all phrases that something may say: the house, the kit's game, or its layout."""
    game = layout.game or layout.kit
    known = set(named_words(layout))
    for lang in dict.fromkeys(("en", *layout.languages)):
        for slug in (HOUSE, game):
            path = shelf.words_path(slug, lang)
            if slug == layout.kit:  # a kit that stands before one that comes with kitgen
                path = own_shelf() / f"rules_text/{slug}/words.{lang}.yaml"
            if path and path.is_file():
                known |= read_tree(path).mapping().keys()
    return frozenset(known | {f"{key}_one" for key in known})


def unknown_words(known: frozenset[str], words: WordList) -> Iterator[Fault]:
    """Yield a fault for each phrase of a kit's own list that is none of the `known`: nothing would ever say it."""
    for key, phrase in words.own().items():
        if key not in known:
            place = replace(phrase.place, column=max(phrase.place.text.find(key), 0) + 1)
            yield Fault(f"unknown phrase {key!r}: nothing ever says it", place, "", suggest(key, known))


def reworded(words: WordList, layout: Layout) -> Iterator[Fault]:
    """Yield a fault for each phrase of a kit's own list that takes another's place and does not say what that says.

    What is counted must be said: the same fields stand in both, but for titles and lines that the `layout` names.
    Number words and the decimal mark belong to a language.
    """
    free = {key for key in named_words(layout) if key.partition("_")[0] not in ("side", "symbol")}
    for key, phrase in words.own().items():
        said = words.behind.phrase(key) if words.behind else None
        if said is None:
            continue
        place = replace(phrase.place, column=max(phrase.place.text.find(key), 0) + 1)
        if key.startswith("number_") or key == "decimal_mark":
            yield Fault(f"{key!r} is the language's, and no kit's", place, "no such line")
        elif phrase.fields != said.fields and key.removesuffix("_one") not in free:
            fields = ", ".join(f"{{{name}}}" for name in sorted(said.fields)) or "no field"
            yield Fault(f"phrase {key!r} must say what the one that it replaces says", phrase.place, fields)
        elif not "".join(phrase.pieces).strip():
            yield Fault(f"phrase {key!r} is empty", place, "a wording")
    yield from _confused_sides(words)


def _confused_sides(words: WordList) -> Iterator[Fault]:
    """Yield a fault for each side, or sign of one, that a kit calls as another side is called, here or by its game."""
    for key, phrase in words.own().items():
        kind = key.partition("_")[0]
        if kind not in ("side", "symbol"):
            continue
        others = [other for other in words.keys() if other.startswith(f"{kind}_") and other != key]  # noqa: SIM118
        lists = (words, words.behind) if words.behind else (words,)
        said = {"".join(one.pieces): other for other in others for at in lists if (one := at.phrase(other))}
        if (text := "".join(phrase.pieces)) in said:
            yield Fault(f"{key!r} reads as {said[text]!r} does: {text}", phrase.place, "a wording of its own")


def named_words(layout: Layout) -> Iterator[str]:
    """Yield the keys of words that a layout names."""
    for name, sheet in layout.sheets.items():
        yield from (f"sheet_{name}", sheet.title, sheet.line, sheet.supply.note if sheet.supply else "")
        for block in sheet.blocks:
            if block.boards:
                yield block.boards.name
                yield from (f"{kind}_{side}" for side in block.boards.score for kind in ("side", "symbol"))
            yield block.panel.heading if block.panel else ""
            yield block.facts.materials if block.facts else ""
            yield block.table.heading if block.table else ""


def lacking_words(shelf: Shelf, layout: Layout, known: frozenset[str], lang: str, place: Place) -> Iterator[Fault]:
    """Yield a fault for each `known` phrase that a kit says in another of its languages, and not in `lang`.

    What the kit words anew in one language it must word in each: the game's phrase is no translation of it. `place` is
    where the layout names the language.
    """
    levels = tuple(dict.fromkeys((layout.game or layout.kit, layout.kit)))
    mine = {slug: _list(shelf, slug, lang) for slug in levels}
    said = {key for words in mine.values() if words for key in words.own()}
    file = Path(place.file).parent.parent / f"rules_text/{layout.kit}/words.{lang}.yaml"
    seen: set[str] = set()
    for slug, other in ((slug, other) for slug in levels for other in layout.languages if other != lang):
        theirs, own = _list(shelf, slug, other), mine[slug]
        if theirs is None:
            continue
        keys = missing(theirs, own or WordList(lang, {}, None, ""))
        if slug != layout.kit:
            keys = tuple(key for key in keys if key not in said and key.removesuffix("_one") not in said)
        lost = [key for key in keys if key in known and key not in seen]
        seen.update(lost)
        if own is None and lost:
            what = f"{lang} has no words for what {theirs.file} says: {', '.join(lost)}"
            yield Fault(what, place, f"these keys in {file}")
            continue
        for key in lost:
            yield Fault(f"{file} lacks the phrase {key!r}", theirs.own()[key].place, f"{key}: its wording in {lang}")


def _list(shelf: Shelf, slug: str, lang: str) -> WordList | None:
    tree = shelf.words(slug, lang)
    return read_words(tree, lang) if tree else None

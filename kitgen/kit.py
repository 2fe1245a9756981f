"""A kit taken off the shelf: its layout checked, its game loaded, its words, texts and records read when asked for.

The only place where shelf, spec, games and play meet. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kitgen import games, wording
from kitgen.errors import Fault, NotAccepted, Place, SpecError, hyphened, standing_at, suggest
from kitgen.paper.text import Text
from kitgen.play.contract import Game, Replayed
from kitgen.play.record import Record, read_records
from kitgen.play.replay import replay_record
from kitgen.play.supply import lending
from kitgen.play.words import WordList, read_words
from kitgen.shelf import HOUSE, Shelf, is_shipped, name_for_messages, read_file, read_tree
from kitgen.source import Node
from kitgen.spec.reader import read_layout
from kitgen.spec.schema import MAX_NUMBER, Layout, Sheet

LANGUAGES = ("en", "es", "zh-Hans")  # of the house
_FALLBACK = {"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-hans": "zh-Hans"}


def house_words(shelf: Shelf, lang: str) -> WordList:
    """Return the words that all kits share; raises SpecError for a language that there are none in."""
    house = shelf.words(HOUSE, lang)
    if house is None:
        raise SpecError(Fault(f"the house has no words in {lang}"))
    return read_words(house, lang)


def _named_twice(record: Record, other: Record) -> Fault:
    where = f"{other.place.file}:{other.place.line}"
    what = f"record {record.name!r} stands in {where} too: which of them a figure shows must not be left open"
    return Fault(what, record.place, "another name")


@dataclass
class Kit:
    """One kit. Everything is read once, and checked when it is read."""

    shelf: Shelf
    slug: str
    _words: dict[str, WordList] = field(default_factory=dict)
    _texts: dict[str, Text] = field(default_factory=dict)
    _replays: dict[str, Replayed] = field(default_factory=dict)
    _data: dict[str, Node | None] = field(default_factory=dict)

    @cached_property
    def tree(self) -> Node:
        """Return the layout's tree, which knows the place of each of its values."""
        return self.shelf.layout(self.slug)

    @cached_property
    def layout(self) -> Layout:
        """Return the checked layout; its game is there, and its number no other kit's."""
        layout = read_layout(self.tree, self.slug)
        folder = self.shelf.layout_path(self.slug).parent.parent / "rules_text" / self.slug
        names = wording.name_faults(layout, folder, self.place("also", "text"))
        faults = [*self._game_faults(layout), *self._number_faults(layout), *names]
        if faults:
            raise SpecError(faults)
        return layout

    def place(self, *keys: str | int) -> Place:
        """Return where the layout says what `keys` lead to, as far as they lead."""
        return self.tree.place_of(*keys)

    @property
    def is_own(self) -> bool:
        """Return whether the kit's layout is the user's, not one that comes with kitgen."""
        return not is_shipped(self.shelf.layout_path(self.slug))

    def _game_faults(self, layout: Layout) -> Iterator[Fault]:
        slug = layout.game or self.slug
        try:
            games.load(slug)
        except NotAccepted as error:
            if layout.game:
                yield from (replace(fault, place=self.place("game")) for fault in error.faults)
                return
            accepted = f"game: one of {', '.join(games.names())}"
            yield Fault(f"no game is called {slug!r}, and the layout names none", self.place("kit"), accepted)

    def _number_faults(self, layout: Layout) -> Iterator[Fault]:
        if not self.is_own:
            return
        numbers = self.shelf.numbers()
        others = [slug for slug in numbers.get(layout.number, ()) if slug != self.slug]
        if others:
            free = next((str(n) for n in range(1, MAX_NUMBER + 1) if n not in numbers), "none is free")
            what = (
                f"number {layout.number} is that of {', '.join(map(hyphened, others))} too; sheet codes tell kits by it"
            )
            yield Fault(what, self.place("number"), free)

    @property
    def game_slug(self) -> str:
        """Return the slug of the game that the kit is played with."""
        return self.layout.game or self.slug

    @cached_property
    def game(self) -> Game:
        """Return the game's rules."""
        return games.load(self.game_slug)

    def data(self, name: str) -> Node | None:
        """Return the tree of a data file that a shelf of the user's has for this kit; None where the game's own holds.

        Read once; raises SpecError with the file's faults.
        """
        if name not in self._data:
            found = [self.shelf.data_path(slug, name) for slug in dict.fromkeys((self.slug, self.game_slug))]
            path = next((path for path in found if path and not is_shipped(path)), None)
            self._data[name] = read_tree(path) if path else None
        return self._data[name]

    def lending(self) -> AbstractContextManager[None]:
        """Return a context in which the kit's game reads the kit's data files."""
        return lending(self.game_slug, self.data)

    def room(self, name: str) -> Any:
        """Return a room of the game ("diagram", "facts", "practice"); raises SpecError when the game has none."""
        module = games.room(self.game_slug, name)
        if module is None:
            raise SpecError(Fault(f"the game {self.game_slug} has no {name}"))
        return module

    @cached_property
    def records(self) -> Mapping[str, Record]:
        """Return all records by name; a name given twice is refused."""
        found: dict[str, Record] = {}
        faults: list[Fault] = []
        for slug in dict.fromkeys((self.game_slug, self.slug)):
            for tree in self.shelf.records(slug):
                try:
                    read = read_records(tree, self.game_slug)
                except SpecError as error:
                    faults += error.faults
                    continue
                faults += [_named_twice(record, found[name]) for name, record in read.items() if name in found]
                found |= read
        if faults:
            raise SpecError(faults)
        return found

    def own_records(self) -> tuple[str, ...]:
        """Return the names of the records that the kit has beside those of its game."""
        if self.slug == self.game_slug:
            return ()
        return tuple(name for tree in self.shelf.records(self.slug) for name in tree.mapping())

    def shown(self) -> frozenset[str]:
        """Return the names of the records that were replayed until now."""
        return frozenset(self._replays)

    def replayed(self, name: str) -> Replayed:
        """Return the replay of a record, its claims checked; raises RecordError with file, line and ply."""
        if name not in self.records:
            known = ", ".join(self.records)
            raise SpecError(Fault(f"no record {name!r}", None, known, suggest(name, self.records)))
        if name not in self._replays:
            self._replays[name] = replay_record(self.game, self.records[name])
        return self._replays[name]

    def language(self, wanted: str, *, or_first: bool = False) -> tuple[str, str]:
        """Return the language to print for a wanted tag, and a note when it is another one.

        Raises SpecError for one that the kit has no texts in, unless the kit's first may stand in for it (`or_first`).
        """
        tag = _FALLBACK.get(wanted.lower(), wanted)
        known = self.layout.languages
        if tag in known:
            return tag, ""
        base = wanted.split("-")[0].lower()
        base = _FALLBACK.get(base, base)
        if base in known:
            return base, f"no texts in {wanted}; printing {base}"
        if or_first and base in LANGUAGES:
            return known[0], f"no texts in {wanted}; printing {known[0]}"
        raise NotAccepted(
            Fault(f"{hyphened(self.slug)} has no texts in {wanted!r}", None, ", ".join(known), suggest(wanted, known))
        )

    def words(self, lang: str) -> WordList:
        """Return the kit's words in `lang`, the game's and the house's behind them.

        Raises SpecError for those of a kit of one's own that lack a phrase, that nothing says, or that hold a number.
        """
        if lang not in self._words:
            behind = house_words(self.shelf, lang)
            faults: list[Fault] = []
            for slug in dict.fromkeys((self.game_slug, self.slug)):
                path = self.shelf.words_path(slug, lang)
                if path is None:
                    continue
                behind = read_words(read_tree(path), lang, behind)
                faults += wording.word_faults(path, behind)
                if slug == self.slug and not is_shipped(path):
                    faults += wording.unknown_words(self._known_words, behind)
                    faults += wording.reworded(behind, self.layout)
            if self.is_own:
                place = self._language_place(lang)
                faults += wording.lacking_words(self.shelf, self.layout, self._known_words, lang, place)
            if faults:
                raise SpecError(faults)
            self._words[lang] = behind
        return self._words[lang]

    @cached_property
    def _known_words(self) -> frozenset[str]:
        return wording.known_words(self.shelf, self.layout)

    def text(self, lang: str) -> Text:
        """Return the kit's rules text in `lang`, not yet filled in; raises SpecError for one that is not there."""
        if lang not in self._texts:
            path = self.shelf.text_path(self.slug, lang)
            if path is None:
                file = f"rules_text/{self.slug}/{lang}.md"
                raise SpecError(Fault(f"the kit has no text in {lang}", self._language_place(lang), f"a file {file}"))
            house = house_words(self.shelf, lang)
            self._texts[lang] = wording.read_own_text(path, lang, self.default_counts, house)
        return self._texts[lang]

    def lines(self, lang: str) -> Iterator[tuple[Place, str]]:
        """Yield each line of the rules text's file, with its place."""
        path = self.shelf.text_path(self.slug, lang)
        if path:
            for number, line in enumerate(read_file(path).splitlines(), start=1):
                yield Place(name_for_messages(path), number, 1, line), line

    def _language_place(self, lang: str) -> Place:
        known = self.layout.languages
        return self.place("languages", *([known.index(lang)] if lang in known else ()))

    def default_counts(self) -> Mapping[str, int | float | str]:
        """Return the numbers that texts may use under the layout's default options, none where they settle nothing."""
        try:
            rules = self.rules({name: option.default for name, option in self.layout.options.items()})
            counts: Mapping[str, int | float | str] = self.room("facts").counts(rules)
        except SpecError:
            return {}
        return counts

    def sheet(self, name: str) -> Sheet:
        """Return a sheet's spec; raises SpecError for an unknown one."""
        sheets = self.layout.sheets
        if name not in sheets:
            known, asked = list(map(hyphened, sheets)), hyphened(name)
            raise NotAccepted(
                Fault(f"{hyphened(self.slug)} has no sheet {asked!r}", None, ", ".join(known), suggest(asked, known))
            )
        return sheets[name]

    def settle_sheet(self, name: str, given: Mapping[str, str]) -> dict[str, int | str]:
        """Return the sheet's options, typed and complete; raises SpecError with every unknown name and value."""
        sheet = self.sheet(name)
        known = {option: self.layout.options[option] for option in self.asked_of(sheet).options}
        faults = [
            Fault(
                f"sheet {hyphened(name)} has no option {key!r}", None, ", ".join(known) or "none", suggest(key, known)
            )
            for key in given
            if key not in known
        ]
        values: dict[str, int | str] = {}
        for key, option in known.items():
            by_text = {str(choice).lower(): choice for choice in option.choices}
            wanted = str(given.get(key, option.default)).lower()
            if wanted not in by_text:
                accepted = ", ".join(map(str, option.choices))
                faults.append(Fault(f"{key} {given[key]!r} is not accepted", None, accepted, suggest(wanted, by_text)))
            else:
                values[key] = by_text[wanted]
        if faults:
            raise NotAccepted(faults)
        return values

    def asked_of(self, sheet: Sheet) -> Sheet:
        """Return the sheet that a key answers, or the sheet itself."""
        return self.layout.sheets[sheet.key_of] if sheet.key_of else sheet

    def rules(self, options: Mapping[str, int | str]) -> dict[str, Any]:
        """Return the game's settled options for a sheet's options: those that the game knows too.

        Raises SpecError with the places of the layout's choices that the game refuses.
        """
        known = {option.name for option in self.game.options}
        given = {key: value for key, value in options.items() if key in known}
        try:
            return self.game.settle(given)
        except SpecError as error:
            alone = [fault for pair in given.items() for fault in self._refused(*pair)]
            if alone:
                raise SpecError(alone) from None
            with standing_at(self.place("options")):
                raise error

    def _refused(self, name: str, value: int | str) -> Iterator[Fault]:
        """Yield why the game does not take one of the layout's choices."""
        try:
            self.game.settle({name: value})
        except SpecError as error:
            choices = self.layout.options[name].choices if name in self.layout.options else []
            keys = ("options", name, "choices", choices.index(value)) if value in choices else ("options", name)
            yield from (replace(fault, place=fault.place or self.place(*keys)) for fault in error.faults)

"""A finished PDF against the replay of the records that it carries: `prove` holds, or names every disagreement.

The attached manifest says what should stand where. Nothing of it is believed: its records are replayed by the rules,
each figure is read from the page by the game's own reader and held against the replay, each number is counted again.
Knows the contract and the games' rooms by name, nothing of paper/.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kitgen import games
from kitgen.errors import Fault, KitgenError, ProofFailed
from kitgen.play.contract import Part, Replayed, Table, View, Words
from kitgen.play.replay import play
from kitgen.play.seen import Seen, bounds, bounds_of_all, is_inside
from kitgen.proof.anatomy import Element
from kitgen.proof.asked import question_faults
from kitgen.proof.copies import check_copies, sampled_pages
from kitgen.proof.cutouts import find_parts, page_faults, part_faults, set_faults
from kitgen.proof.glyphs import check_glyphs
from kitgen.proof.manifest import LeafEntry, Manifest, Run, read_manifest
from kitgen.proof.placing import check_placing
from kitgen.proof.planned import plan_faults
from kitgen.proof.raster import CLOSER, LOOK, find_hidden
from kitgen.proof.readback import Finished, Glyph, SeenPage, SeenSpan
from kitgen.proof.standing import artifact_faults, origin_faults, ruler_faults, slanted, thin_strokes
from kitgen.proof.tabled import table_faults
from kitgen.units import MM_PER_POINT

DIAGRAM = "diagram"  # what the manifest calls a page that is nothing but a figure

LoadWords = Callable[[str, str], Words]

MOST_WITHHELD = 80  # characters of a name
HEAD = 30.0  # mm from the top of a page, where names stand
_POINT_SLACK = 0.02  # points; boxes in the tree are written with two decimals
_CELL_SLACK = 0.05  # mm
_KEPT = 100  # replays kept from page to page; each practice sheet has some of its own


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that was proved: its pages, what it is ("figure", "text", "page", "document"), and what it shows."""

    first: int
    last: int
    what: str
    name: str

    def __str__(self) -> str:
        pages = f"page {self.first}" if self.first == self.last else f"pages {self.first}-{self.last}"
        return f"{pages}: {self.what} {self.name}"


def prove(
    data: bytes, load_words: LoadWords, manifest: bytes | None = None, withheld: Sequence[str] = ()
) -> list[Verdict]:
    """Return a verdict for each page, figure and group of texts of a finished PDF.

    `load_words(kit, lang)` gives a kit's words; `manifest`, when given, must be the one attached, byte for byte.
    `withheld` are the names that its pages show and it does not repeat, in their order; where none are given (a file
    proved later), such a text must only be a single short line, and may say anything.
    Raises ProofFailed with every disagreement found: page, figure, cell, what is printed, what the replay says.
    """
    with Finished(data) as finished:
        attached = finished.anatomy.attachment()
        if manifest is not None and attached != manifest:
            raise ProofFailed("the file carries another kitgen.json than the one that it was made with")
        return _Proof(finished, read_manifest(attached), load_words, list(withheld)).run()


@dataclass
class _Proof:
    """One file being proved."""

    finished: Finished
    manifest: Manifest
    load_words: LoadWords
    withheld: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    glyphs: set[Glyph] = field(default_factory=set)
    replays: dict[str, Replayed] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)

    def run(self) -> list[Verdict]:
        self._document()
        self.words = self.load_words(self.manifest.kit, self.manifest.lang)
        for run in self.manifest.runs:
            self._run(run)
        self.faults += self._whole_faults()
        self.faults += check_glyphs(self.glyphs)
        if self.faults:
            raise ProofFailed(self.faults)
        return self.verdicts

    def _whole_faults(self) -> Iterator[Fault]:
        """Yield what only the whole file shows: parts left out or printed twice, tables with rows missing."""
        entries = [entry for run in self.manifest.runs for entry in run.leaves]
        if self.manifest.cutouts or any("part" in entry.facts for entry in entries):
            yield from map(Fault, set_faults(self._parts(), self.manifest))
        for run in self.manifest.runs:
            for what in question_faults(run, self.manifest.records, self.words):
                yield Fault(f"page {run.first}, {what}")
        yield from map(Fault, table_faults(self.manifest, self._tables))
        if self.withheld:
            yield Fault(f"{len(self.withheld)} names stand on no sheet")
        if self.manifest.plan:
            yield from map(Fault, plan_faults(self.manifest.plan, entries))

    def _parts(self) -> dict[str, Part]:
        if not self.parts:
            self.parts = find_parts(_room(self.manifest.game, "parts"), self.manifest)
        return self.parts

    def _tables(self, name: str) -> Table:
        table: Table = _room(self.manifest.game, "tables").table(name, self.manifest.options, self.words)
        return table

    def _document(self) -> None:
        """Check what the document says of itself; raises ProofFailed when its pages are not those of the manifest."""
        manifest, anatomy = self.manifest, self.finished.anatomy
        pages = manifest.runs[-1].last if manifest.runs else 0
        if len(anatomy.pages) != pages:
            raise ProofFailed(f"the file has {len(anatomy.pages)} pages; its kitgen.json says {pages}")
        flip = str(manifest.options.get("flip", "long")) if manifest.options.get("backs") == "duplex" else ""
        self.faults += map(Fault, anatomy.catalog_faults(flip))
        for what, shown, wanted in (
            ("language", anatomy.lang, manifest.lang), ("title", anatomy.title, manifest.title),
        ):  # fmt: skip
            if shown != wanted:
                self.faults.append(Fault(f"the document's {what} is {shown!r}, not {wanted!r}"))

    def _run(self, run: Run) -> None:
        if len(self.replays) > _KEPT:
            self.replays.clear()
            self.views.clear()
        self.faults += check_copies(self.finished, run)
        before = len(self.faults)
        for number in sampled_pages(run):
            try:
                self.finished.anatomy.page_key(number - 1)
                page = self.finished.page(number - 1)
            except ProofFailed as failed:
                self.faults += failed.faults
                continue
            self._page(page, run)
            if number == run.first:
                self.faults += self._hidden(page)
        if len(self.faults) == before:
            self.verdicts += _verdicts(run)

    def _hidden(self, page: SeenPage) -> list[Fault]:
        """Return what the page's picture does not show; a full stop may only show when looked at closer."""
        faults = find_hidden(page, self.finished.raster(page.number - 1, LOOK))
        return faults and find_hidden(page, self.finished.raster(page.number - 1, CLOSER))

    def _page(self, page: SeenPage, run: Run) -> None:
        self.glyphs.update(*(span.glyphs for span in page.spans))
        faults = [*_frame_faults(page, run), *_tree_faults(page, run)]
        if not faults:
            for span, entry in zip(page.leaves, run.leaves, strict=True):
                faults += self._leaf(page, span, entry)
            faults += self._number_faults(page, run)
            faults += artifact_faults(page, run)
        self.faults += (Fault(f"page {page.number}, {what}") for what in faults)
        bare = self.manifest.sheet == DIAGRAM
        if bare and (run.artifacts or ["record" in entry.facts for entry in run.leaves] != [True]):
            self.faults.append(Fault(f"page {page.number} is no diagram: it holds more than one figure of a record"))
        parts = {n: entry.facts.get("side", "front") for n, entry in enumerate(run.leaves) if "part" in entry.facts}
        if parts:
            self.faults += (Fault(f"page {page.number}, {what}") for what in page_faults(page, run, self.manifest))
        self.faults += check_placing(page, bare=bare, parts=parts)
        checks = (slanted(page, list(parts)), thin_strokes(page), ruler_faults(page, self.words.say("ruler", mm=100)))
        self.faults += (Fault(f"page {page.number}, {what}") for check in checks for what in check)

    def _leaf(self, page: SeenPage, span: SeenSpan, entry: LeafEntry) -> Iterator[str]:
        if entry.tag == "Figure":
            try:
                yield from self._figure_faults(span, entry)
            except KitgenError as error:
                yield from (f"{_name(span, entry)}: {fault.what}" for fault in error.faults)
            return
        yield from origin_faults(span, entry)
        if entry.facts.get("withheld"):
            yield from self._withheld_faults(span)
            return
        wanted = entry.text_on(page.number)
        if span.text != wanted:
            yield f"leaf {span.mcid} ({span.tag}): it says {span.text!r}, not {wanted!r}"
        if any(not hasattr(thing, "string") for thing in span.seen):
            yield f"leaf {span.mcid} ({span.tag}): a text holds a drawing"
        if "told" in entry.facts:
            yield from self._told_faults(span, entry)

    def _withheld_faults(self, span: SeenSpan) -> Iterator[str]:
        """Yield what keeps a text that the manifest leaves out from being a name, or the one that it was made with."""
        sizes = {getattr(thing, "size", None) for thing in span.seen}
        if span.tag != "P" or any(bounds(thing)[3] > HEAD for thing in span.seen):
            yield f"leaf {span.mcid} ({span.tag}): only a name at the head of a page may go unrecorded"
        if len(sizes) != 1 or None in sizes or not span.text.strip() or len(span.text) > MOST_WITHHELD:
            yield f"leaf {span.mcid} ({span.tag}): a text that is not recorded must be one short line"
        if self.withheld and span.text != self.withheld.pop(0):
            yield f"leaf {span.mcid} ({span.tag}): the name is not the one that the sheet was made for"

    # ------------------------------------------------------------ figures

    def _figure_faults(self, span: SeenSpan, entry: LeafEntry) -> Iterator[str]:
        name = _name(span, entry)
        if "part" in entry.facts:
            reading, picture = (_room(self.manifest.game, room) for room in ("reading", "parts"))
            yield from part_faults(self._parts(), reading, picture, entry, span.seen, self.words)
            return
        left, top, width, height = entry.box or (0, 0, 0, 0)
        around = bounds_of_all(span.seen)
        if around is None or not is_inside(around, (left, top, left + width, top + height), _CELL_SLACK):
            yield f"{name}: it does not lie in its box"
        if "symbols" in entry.facts:
            yield from self._symbol_faults(name, span, entry)
            return
        if "record" not in entry.facts:
            yield f"{name}: it comes from no record"
            return
        wanted, replayed = self._view(entry), self._replay(entry.facts["record"])
        reading = _room(replayed.game.slug, "reading")
        yield from (f"{name}: {what}" for what in compare_views(reading.read(span.seen), wanted))
        alt = _room(replayed.game.slug, "diagram").describe(wanted, self.words)
        if entry.alt != alt:
            yield f"{name}: its alternative text is {entry.alt!r}; the replay says {alt!r}"

    def _symbol_faults(self, name: str, span: SeenSpan, entry: LeafEntry) -> Iterator[str]:
        wanted = entry.facts["symbols"]
        reading = _room(self.manifest.game, "reading")
        shown = [reading.read_symbol(group) for group in _groups(span.seen)]
        if shown != wanted:
            yield f"{name}: it shows the symbols of {_listed(shown)}, not of {_listed(wanted)}"
        alt = self.words.join(self.words.say(f"symbol_{side}") for side in wanted)
        if entry.alt != alt:
            yield f"{name}: its alternative text is {entry.alt!r}; the words say {alt!r}"

    def _told_faults(self, span: SeenSpan, entry: LeafEntry) -> Iterator[str]:
        """Yield a caption that says otherwise than the game does of the record up to its ply."""
        name, ply, row = (entry.facts.get(key) for key in ("told", "ply", "row"))
        replayed = self._replay(str(name))
        told = _room(replayed.game.slug, "diagram").captions(replayed, ply, self.words)
        wanted = told[row] if isinstance(row, int) and 0 <= row < len(told) else None
        if span.text != wanted:
            yield f"caption of {name}@{ply} (leaf {span.mcid}): it says {span.text!r}; the replay says {wanted!r}"

    def _view(self, entry: LeafEntry) -> View:
        facts = entry.facts
        key = repr([facts.get(k) for k in ("record", "ply", "style", "extra")])
        if key not in self.views:
            replayed = self._replay(facts["record"])
            ply = facts.get("ply", -1)
            if not 0 <= ply < len(replayed.steps):
                raise ProofFailed(f"its record ends at ply {len(replayed.steps) - 1}, before ply {ply}")
            picture = _room(replayed.game.slug, "diagram")
            self.views[key] = picture.view(replayed, ply, facts.get("style", ""), facts.get("extra", {}))
        return self.views[key]

    def _replay(self, name: str) -> Replayed:
        if name not in self.replays:
            if name not in self.manifest.records:
                raise ProofFailed(f"the file carries no record {name!r}")
            record = self.manifest.records[name]
            rules = games.load(record["game"])
            self.replays[name] = play(rules, rules.settle(record["options"]), _tokens(rules, record["moves"]))
        return self.replays[name]

    # ------------------------------------------------------------ numbers

    def _number_faults(self, page: SeenPage, run: Run) -> Iterator[str]:
        """Count each number again, and look for it in the paragraph that it belongs to."""
        counted: dict[str, Mapping[str, Any]] = {}
        texts = _paragraphs(page)
        for mcid, entry in enumerate(run.leaves):
            for name, said in entry.facts.get("numbers", {}).items():
                given = entry.facts.get("options", self.manifest.rules)
                counts = counted.setdefault(repr(given), self._counts(given))
                if counts.get(name) != said or type(counts[name]) is not type(said):
                    yield f"leaf {mcid}: it gives {name} as {said!r}; counting gives {counts.get(name)!r}"
                elif not any(form in texts[mcid] for form in self._forms(said)):
                    yield f"leaf {mcid}: the paragraph does not print {name}, {said}: {texts[mcid]!r}"

    def _counts(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        rules = games.load(self.manifest.game)
        known = {key: value for key, value in given.items() if value is not None}
        counts: Mapping[str, Any] = _room(rules.slug, "facts").counts(rules.settle(known))
        return counts

    def _forms(self, value: int | float | str) -> list[str]:
        """Return how a number may be printed: in digits, or as a word of the language."""
        if isinstance(value, float):
            return [f"{value:.1f}".replace(".", self.words.say("decimal_mark"))]
        forms = [str(value), str(value).replace("-", "−")]
        try:
            word = self.words.say(f"number_{value}")
            forms += [word, word[:1].upper() + word[1:]]
        except KitgenError:
            pass
        return forms


# ---------------------------------------------------------------- pages


def _frame_faults(page: SeenPage, run: Run) -> Iterator[str]:
    """Yield how a page's size, leaves and artifacts differ from its run's."""
    if max(abs(a - b) for a, b in zip(page.size, run.size, strict=True)) > 0.01:
        yield "it measures {:.2f} x {:.2f} mm, not {:.2f} x {:.2f}".format(*page.size, *run.size)
    shown = [(span.mcid, span.tag) for span in page.leaves]
    wanted = [(n, entry.tag) for n, entry in enumerate(run.leaves)]
    if shown != wanted:
        odd = next((pair for pair in zip(shown, wanted, strict=False) if pair[0] != pair[1]), None)
        yield f"its leaves are not those of kitgen.json: {len(shown)} for {len(wanted)}, first difference {odd}"
    artifacts = Counter(span.kind for span in page.spans if span.mcid < 0)
    if dict(artifacts) != dict(run.artifacts):
        yield f"its artifacts are {dict(artifacts)}, not {dict(run.artifacts)}"
    for span in page.spans:
        if span.mcid < 0 and any(hasattr(thing, "string") for thing in span.seen):
            yield f"a {span.kind} artifact holds text"
        if not span.seen:
            yield f"{span.tag} {span.mcid} is empty"


def _tree_faults(page: SeenPage, run: Run) -> Iterator[str]:
    """Yield how the structure tree differs from the manifest: order, tags, languages, alternative texts."""
    walked = list(page.section.walk())
    if [mcid for mcid, _ in walked] != list(range(len(run.leaves))):
        yield "its reading order is not that of kitgen.json"
        return
    named: dict[tuple[str, ...], Element] = {}
    for (mcid, path), entry in zip(walked, run.leaves, strict=True):
        owner, wanted = path[-1], [*(step.partition(" ")[0] for step in entry.above), entry.tag]
        if [element.tag for element in path[1:]] != wanted:
            yield f"leaf {mcid}: it is tagged {' > '.join(e.tag for e in path[1:])}, not {' > '.join(wanted)}"
            continue
        for depth, element in enumerate(path[1:-1], start=1):
            if named.setdefault(entry.above[:depth], element) is not element:
                yield f"leaf {mcid}: it hangs under another {element.tag} than kitgen.json says"
        yield from (f"leaf {mcid}: {what}" for what in _list_faults(path, entry))
        if owner.lang != entry.lang:
            yield f"leaf {mcid}: its language is {owner.lang!r}, not {entry.lang!r}"
        if owner.alt != entry.alt:
            yield f"leaf {mcid} ({owner.tag}): its alternative text is {owner.alt!r}, not {entry.alt!r}"
        if entry.box and not _is_boxed(owner, entry.box, page.size[1]):
            yield f"leaf {mcid} ({owner.tag}): its box in the structure tree is {owner.box}"


def _list_faults(path: Sequence[Element], entry: LeafEntry) -> Iterator[str]:
    """Yield a list above a leaf that says to be numbered where its labels are dots, or the other way round."""
    for element, step in zip(path[1:], entry.above, strict=False):
        if element.tag != "L":
            continue
        wanted = "Decimal" if step.partition(" ")[2].startswith("n") else "Disc"
        shown = "Decimal" if (entry.text or "")[:1].isdecimal() else "Disc"
        if element.numbering != wanted or (entry.tag == "Lbl" and shown != wanted):
            yield f"its list has the ListNumbering {element.numbering}, not {shown if entry.tag == 'Lbl' else wanted}"


def _is_boxed(owner: Element, box: tuple[float, ...], height: float) -> bool:
    left, top, width, high = box
    wanted = (left, height - top - high, left + width, height - top)
    return owner.box is not None and all(
        abs(shown - mm / MM_PER_POINT) < _POINT_SLACK for shown, mm in zip(owner.box, wanted, strict=True)
    )


def _paragraphs(page: SeenPage) -> dict[int, str]:
    """Return for each leaf the text of its whole paragraph, foreign words included."""
    texts = {span.mcid: span.text for span in page.leaves}
    owners = {mcid: path[-2] if path[-1].tag == "Span" else path[-1] for mcid, path in page.section.walk()}
    whole: dict[int, str] = {}
    for mcid, owner in owners.items():
        whole[id(owner)] = whole.get(id(owner), "") + texts[mcid]
    return {mcid: whole[id(owner)] for mcid, owner in owners.items()}


# ---------------------------------------------------------------- views


def compare_views(shown: View, wanted: View) -> Iterator[str]:
    """Yield how what a figure shows differs from what the replay says, cell by cell."""
    for what, a, b in (("columns", shown.columns, wanted.columns), ("rows", shown.rows, wanted.rows)):
        if tuple(a) != tuple(b):
            yield f"its {what} are {' '.join(a)}; the replay shows {' '.join(b)}"
    if shown.cut != wanted.cut:
        yield f"it is open at {_listed(sorted(shown.cut))}; the replay at {_listed(sorted(wanted.cut))}"
    if sorted(shown.notes) != sorted(wanted.notes):
        yield f"beside it stands {_listed(shown.notes)}; the replay says {_listed(wanted.notes)}"
    for cell in sorted({*shown.cells, *wanted.cells}):
        tokens, due = sorted(shown.cells.get(cell, ())), sorted(wanted.cells.get(cell, ()))
        if tokens != due:
            yield f"{cell} shows {_listed(tokens)}; the replay says {_listed(due)}"


_APART = 4.0  # mm; symbols of a line stand further apart than this, their parts nearer


def _groups(seen: Sequence[Seen]) -> list[list[Seen]]:
    """Return the objects of a line of symbols, symbol by symbol from the left."""
    groups: list[list[Seen]] = []
    edge = -1e9
    for thing in sorted(seen, key=lambda thing: bounds(thing)[0]):
        left, _, right, _ = bounds(thing)
        if left > edge + _APART:
            groups.append([])
        groups[-1].append(thing)
        edge = max(edge, right)
    return groups


def _listed(words: Any) -> str:
    return ", ".join(words) or "nothing"


def _name(span: SeenSpan, entry: LeafEntry) -> str:
    facts = entry.facts
    if "part" in facts:
        return f"part {facts['part']} (leaf {span.mcid})"
    if "record" in facts:
        return f"figure {facts['record']}@{facts.get('ply')} (leaf {span.mcid})"
    return f"figure of {_listed(facts.get('symbols', ()))} (leaf {span.mcid})"


def _room(slug: str, name: str) -> Any:
    room = games.room(slug, name)
    if room is None:
        raise ProofFailed(f"the game {slug} has no {name}")
    return room


def _tokens(rules: Any, moves: str | list[Any]) -> list[tuple[int, Any]]:
    """Return a record's moves with a line number each; text is split as the game splits it."""
    if isinstance(moves, list):
        return [(1, move) for move in moves]
    record = next(iter(rules.records(moves)), None)
    if record and record.refused:
        raise ProofFailed(record.refused)
    return list(record.tokens) if record else []


def _verdicts(run: Run) -> Iterator[Verdict]:
    """Yield what holds for the pages of a run."""
    for mcid, entry in enumerate(run.leaves):
        if "record" in entry.facts:
            facts = entry.facts
            name = f"{facts['record']}@{facts['ply']} {facts.get('style', '')}".strip()
            yield Verdict(run.first, run.last, "figure", name)
        elif "part" in entry.facts:
            of_set = f" of set {entry.facts['set']}" if entry.facts.get("set") else ""
            yield Verdict(run.first, run.last, "part", f"{entry.facts['part']} {entry.facts.get('side')}{of_set}")
        elif "symbols" in entry.facts:
            yield Verdict(run.first, run.last, "figure", f"symbols {_listed(entry.facts['symbols'])} (leaf {mcid})")
    texts = [entry for entry in run.leaves if entry.tag != "Figure"]
    numbers = sum(len(entry.facts.get("numbers", {})) for entry in texts)
    yield Verdict(run.first, run.last, "text", f"{len(texts)} texts, {numbers} numbers counted again")
    if unrecorded := sum(bool(entry.facts.get("withheld")) for entry in texts):
        yield Verdict(run.first, run.last, "name", f"{unrecorded} printed, not recorded")
    yield Verdict(run.first, run.last, "page", "{:.1f} x {:.1f} mm, every object explained".format(*run.size))

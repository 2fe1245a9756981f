"""Kit -> every figure that its texts and sheets show, each alone on a page: a proved PDF, and PNG and SVG held to it.

Nothing leaves this module that has not been read back. Does not know files, nor how a sheet is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from kitgen.build import figure_maker, pack_manifest, record_entry
from kitgen.errors import Fault, KitgenError, NotAccepted, Place, SpecError, suggest
from kitgen.kit import Kit
from kitgen.marks import Drawing, Text
from kitgen.paper import fonts, pdf, svg
from kitgen.paper.easel import facts_of_figure
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.paper.text import FigureRef, Run, join_runs
from kitgen.play.figure import Figure, read_reference
from kitgen.proof.compare import DIAGRAM, prove
from kitgen.proof.pictures import to_png
from kitgen.proof.placing import BARE
from kitgen.proof.svg import prove_svg
from kitgen.shelf import Shelf
from kitgen.spec.schema import Sheet

FORMATS = ("pdf", "png", "svg")
CELL = 10.0  # mm, of a figure that stands alone
WINDOW = {"window": True}  # what a panel asks of its figure

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class DiagramRequest:
    """What is asked for: a kit, some of its figures by name (none: all), and how to draw them.

    `or_first`: the kit's first language stands in for one that it has no texts in.
    """

    kit: str
    figures: Sequence[str] = ()
    lang: str = "en"
    inks: str = "colour"
    formats: Sequence[str] = FORMATS
    dots_per_inch: int = 200
    or_first: bool = False


@dataclass(frozen=True)
class Diagram:
    """A figure that was drawn and proved: its name and alternative text, its outer size in mm, a file a format."""

    kit: str
    name: str
    alt: str
    lang: str
    inks: str
    width: float
    height: float
    files: Mapping[str, bytes] = field(repr=False)

    def file_name(self, form: str) -> str:
        """Return the name of the file in a format: figure, language, and ink where it is not colour."""
        return "-".join([self.name, self.lang, *([] if self.inks == "colour" else [self.inks])]) + f".{form}"


def draw_diagrams(shelf: Shelf, request: DiagramRequest, progress: Progress | None = None) -> tuple[list[Diagram], str]:
    """Return the diagrams asked for, in the order in which the kit uses them, and a note where another language is
    printed; raises KitgenError with every fault, and then there are none.
    """
    kit = Kit(shelf, shelf.slug(request.kit))
    with kit.lending():
        return _draw(kit, request, progress)


def _draw(kit: Kit, request: DiagramRequest, progress: Progress | None) -> tuple[list[Diagram], str]:
    lang, note = kit.language(request.lang, or_first=request.or_first)
    figures = figures_of(kit)
    chosen = choose(figures, request.figures)
    artist = _Artist(kit, lang, request, figures.values())
    found = []
    for done, name in enumerate(chosen, start=1):
        found.append(artist.draw(name, figures[name]))
        if progress:
            progress(done, len(chosen))
    return found, note


def choose(figures: Mapping[str, Figure], wanted: Iterable[str]) -> list[str]:
    """Return the names that are wanted: whole names, or the beginnings `record` and `record@ply`; none: all.

    Raises SpecError with every name that no figure has.
    """
    asked = list(wanted)
    short = {word for name in figures for word in (name, name.partition("@")[0], _reference(figures[name]))}
    unknown = [word for word in asked if word not in short]
    if unknown:
        known = ", ".join(figures)
        raise NotAccepted(Fault(f"no figure {word!r}", None, known, suggest(word, sorted(short))) for word in unknown)
    return [
        name
        for name, figure in figures.items()
        if not asked or not {name, figure.record, _reference(figure)}.isdisjoint(asked)
    ]


def name_figure(figure: Figure) -> str:
    """Return what a figure is called: record@ply-style, and "-window" where it shows only a part of the board."""
    return f"{_reference(figure)}-{figure.style}" + ("-window" if figure.extra else "")


def _reference(figure: Figure) -> str:
    return f"{figure.record}@{figure.ply}"


# ---------------------------------------------------------------- which figures


@dataclass(frozen=True)
class _Used:
    """A figure as a layout or a text names it, with its options filled in; `place` for messages."""

    record: str
    ply: int | str
    style: str
    extra: Mapping[str, Any]
    place: Place | None


def figures_of(kit: Kit) -> dict[str, Figure]:
    """Return every figure of a kit by name, in order of use; practice questions make their own and are left out.

    Each record is replayed and its claims are checked. Raises KitgenError with every figure that there is none of.
    """
    make = figure_maker(kit)
    found: dict[str, Figure] = {}
    faults: dict[str, Fault] = {}
    for used in _used_by(kit):
        try:
            figure = make(used.record, used.ply, used.style, used.extra)
        except KitgenError as error:
            placed = [Fault(f.what, f.place or used.place, f.accepted, f.suggestion) for f in error.faults]
            faults.update({str(fault): fault for fault in placed})
            continue
        found.setdefault(name_figure(figure), figure)
    if faults:
        raise SpecError(faults.values())
    return found


def _used_by(kit: Kit) -> Iterator[_Used]:
    printed: set[str] = set()
    for name, sheet in kit.layout.sheets.items():
        printed.update(_sections(sheet))
        for options in _combinations(kit, name):
            yield from _used_in_layout(sheet, options)
            yield from _used_in_texts(kit, set(_sections(sheet)), kit.rules(options))
    keys = {section.key for lang in kit.layout.languages for section in kit.text(lang).sections}
    yield from _used_in_texts(kit, keys - printed, kit.rules({}))


def _sections(sheet: Sheet) -> Iterator[str]:
    """Yield the keys of the texts that a sheet prints."""
    for block in sheet.blocks:
        for part in (block.panel, block.prose):
            yield from part.sections if part else ()


def _combinations(kit: Kit, name: str) -> Iterator[dict[str, int | str]]:
    """Yield a sheet's options in every combination of their values."""
    options = kit.asked_of(kit.sheet(name)).options
    choices = [[str(choice) for choice in kit.layout.options[option].choices] for option in options]
    for values in product(*choices):
        yield kit.settle_sheet(name, dict(zip(options, values, strict=True)))


def _used_in_layout(sheet: Sheet, options: Mapping[str, Any]) -> Iterator[_Used]:
    for block in sheet.blocks:
        if block.boards:
            yield _Used(*read_reference(block.boards.record, options), block.boards.style, {}, None)
        if block.panel:
            extra = WINDOW if block.panel.window else {}
            yield _Used(*read_reference(block.panel.record, options), block.panel.style, extra, None)


def _used_in_texts(kit: Kit, keys: set[str], rules: Mapping[str, Any]) -> Iterator[_Used]:
    """Yield the figures of some sections, in every language: the same set whichever is printed."""
    for lang in kit.layout.languages:
        for section in kit.text(lang).sections:
            for block in section.blocks if section.key in keys else ():
                if isinstance(block, FigureRef):
                    record, ply = read_reference(f"{block.record}@{block.ply}", rules)
                    yield _Used(record, ply, block.style, {}, block.place)


# ---------------------------------------------------------------- drawing


class _Artist:
    """Draws figures of one kit in one language and ink. One set of fonts serves them all, whichever are asked for."""

    def __init__(self, kit: Kit, lang: str, request: DiagramRequest, figures: Iterable[Figure]) -> None:
        self.kit, self.lang, self.request = kit, lang, request
        self.picture, self.words = kit.room("diagram"), kit.words(lang)
        self.title = join_runs([run for run in kit.text(lang).title.inlines if isinstance(run, Run)])
        marks = [mark for figure in figures for mark in self._drawn(figure).marks]
        self.fonts = fonts.prepare("".join(mark.string for mark in marks if isinstance(mark, Text)))

    def draw(self, name: str, figure: Figure) -> Diagram:
        """Return a figure drawn and proved; raises ProofFailed when a file shows anything else than the replay."""
        drawing, alt = self._drawn(figure), self.picture.describe(figure.view, self.words)
        document = self._document(name, figure, drawing, alt)
        data = pdf.write_pdf(document, self.fonts)
        prove(data, lambda _, lang: self.kit.words(lang), document.manifest)
        files = {form: self._file(form, document, data, alt) for form in self.request.formats}
        request = self.request
        return Diagram(
            self.kit.slug, name, alt, self.lang, request.inks, document.width, document.height, files
        )  # fmt: skip

    def _drawn(self, figure: Figure) -> Drawing:
        drawing: Drawing = self.picture.draw(figure.view, CELL, True, self.request.inks)
        return drawing

    def _document(self, name: str, figure: Figure, drawing: Drawing, alt: str) -> Document:
        size = (drawing.width, drawing.height)
        leaf = Leaf((Tag("Figure", "1", alt=alt),), drawing.marks, BARE, BARE, size, facts_of_figure(figure, CELL))
        width, height = (round(side + 2 * BARE, 4) for side in size)
        title = f"{self.title} · {name}"
        document = Document(title, self.lang, width, height, self.request.inks, [Page([leaf])])
        facts = {
            "sheet": DIAGRAM, "code": "", "paper": f"{width:g} x {height:g} mm", "options": {}, "rules": {}, "seed": 0,
            "copies": 1,
        }  # fmt: skip
        records = {figure.record: record_entry(figure.replayed, figure.ply)}
        document.manifest = pack_manifest(self.kit, document, records, facts, self.fonts)
        return document

    def _file(self, form: str, document: Document, data: bytes, alt: str) -> bytes:
        """Return the file in one format; PNG is drawn from the proved PDF, SVG is held against it."""
        if form == "png":
            return to_png(data, 1, self.request.dots_per_inch, told=alt)
        if form == "svg":
            written = svg.write_svg(document, self.fonts)
            prove_svg(written, data)
            return written
        return data

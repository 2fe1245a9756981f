"""The plan of a class as a proved PDF: sentences and a table for each kit, the sums last.

The numbers travel in the file's manifest, where the proof adds them up again. Knows no game and no disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.build import Built, load_words, pack_manifest
from kitgen.classroom.planning import COLUMNS, ClassPlan, KitPlan
from kitgen.classroom.telling import heads, tell_all, tell_class, tell_kit, tell_per
from kitgen.errors import DoesNotFit, SpecError
from kitgen.marks import Line, Text
from kitgen.paper import fonts, pdf
from kitgen.paper.easel import CAP, HAIR, Easel, baseline, leading
from kitgen.paper.furniture import HEADING, foot, foot_top, head
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.paper.prose import Atom, Column, place_atoms, set_runs
from kitgen.paper.setting import SIDE, UNIT, Extras, Setting
from kitgen.paper.text import Run, break_lines
from kitgen.play.contract import Words
from kitgen.proof.compare import prove
from kitgen.shelf import HOUSE, Shelf
from kitgen.spec.schema import Block, Facts, Layout, Sheet
from kitgen.units import MM_PER_POINT, find_paper

NAME = "plan"
_TEXT, _CELL = 10.0, 9.0  # points
_ROW = 5.6  # mm
_HEAD = 9.4  # mm: heads may take two lines
_WIDE = (57.0, 34.0)  # mm, of the columns of sheets and of those whom they are for; the numbers share the rest


@dataclass(frozen=True)
class _House:
    """Stands where a manifest names kit and game."""

    slug: str = HOUSE
    game_slug: str = NAME


def build_plan(shelf: Shelf, plan: ClassPlan, lang: str) -> Built:
    """Return the proved PDF of a plan; raises KitgenError, and then there is none."""
    words = load_words(shelf, HOUSE, lang)
    setting = _setting(plan, words, lang)
    pages = _pages(plan, setting)
    paper = setting.paper
    document = Document(setting.title, lang, paper.width, paper.height, setting.inks, pages)
    document.manifest = pack_manifest(_House(), document, {}, _facts(plan, setting), setting.fonts)
    data = pdf.write_pdf(document, setting.fonts)
    verdicts = prove(data, lambda _, tag: load_words(shelf, HOUSE, tag), document.manifest)
    name = f"{NAME}-{plan.choices.students}-{lang}-{paper.name}.pdf"
    return Built(name, data, document.count, paper.name, True, "", tuple(verdicts))


def _facts(plan: ClassPlan, setting: Setting) -> dict[str, Any]:
    return {
        "sheet": NAME, "code": "", "paper": setting.paper.name, "options": {}, "rules": {}, "seed": plan.choices.seed,
        "copies": 1, "cutouts": {}, "plan": [list(item.numbers()) for item in plan.items],
    }  # fmt: skip


def _setting(plan: ClassPlan, words: Words, lang: str) -> Setting:
    sheet = Sheet(blocks=[Block()])
    layout = Layout(NAME, 1, [], [NAME], Facts((1, 1), (1, 1), ""), {NAME: sheet})
    letters = "".join([*map(chr, range(0x20, 0x7F)), "–·", *_strings(plan, words)])
    return Setting(
        layout, NAME, sheet, {}, {}, find_paper(plan.choices.paper), lang, plan.choices.ink, 0, "",
        words.say("plan_title"), words, fonts.prepare(letters), {}, None, _no_figure, (), Extras(plan.choices.header),
    )  # fmt: skip


def _no_figure(*_: Any) -> Any:
    raise SpecError("a plan has no figures")


def _strings(plan: ClassPlan, words: Words) -> Iterator[str]:
    """Yield every text of the page."""
    yield from (words.say("plan_title"), tell_class(plan, words), words.say("plan_sum"), plan.choices.header)
    yield words.say("plan_total")
    yield from (*tell_all(plan, words), *heads(words), words.say("ruler", mm=100), words.say("licence"))
    yield words.say("page_of", n=1, total=1)
    for kit in plan.kits:
        yield from (kit.title, *tell_kit(kit, plan.choices.sets, words))
        yield from (text for item in kit.items for text in (item.label, tell_per(item, words)))


# ---------------------------------------------------------------- pages


def _pages(plan: ClassPlan, setting: Setting) -> list[Page]:
    easels: list[Easel] = []

    def columns() -> Iterator[Column]:
        while True:
            easel = Easel(setting)
            top = head(easel, tell_class(plan, setting.words), names=False) + UNIT
            easels.append(easel)
            yield Column(len(easels) - 1, SIDE, top, foot_top(easel) - 3.0)

    for atom, column, y in place_atoms(list(_atoms(plan, setting)), columns()):
        atom.draw(easels[column.page], column.x, y)
    for number, easel in enumerate(easels, start=1):
        foot(easel, number, len(easels))
    return [easel.page for easel in easels]


def _atoms(plan: ClassPlan, setting: Setting) -> Iterator[Atom]:
    """Yield what the plan says, a kit's block kept together."""
    words, row = setting.words, 0
    for kit in plan.kits:
        yield _heading(kit.title)
        for sentence in tell_kit(kit, plan.choices.sets, words):
            yield _sentence(setting, sentence)
        yield from _table(setting, kit, row)
        row += len(kit.items)
    yield _heading(words.say("plan_sum"))
    for sentence in tell_all(plan, words):
        yield _sentence(setting, sentence)
    yield _heads(setting, "sum")
    yield _row(setting, "sum", (words.say("plan_total"), ""), plan.totals(), row, is_last=True)


def _heading(text: str) -> Atom:
    def draw(easel: Easel, x: float, y: float) -> None:
        easel.text(text, x, baseline(y, HEADING), HEADING, weight="semibold", path=(easel.tag("H2"),))

    return Atom(leading(HEADING), 2 * UNIT, draw, keep=True)


def _sentence(setting: Setting, text: str) -> Atom:
    lines = break_lines([Run(text)], setting.paper.width - 2 * SIDE, _TEXT, setting.measure)

    def draw(easel: Easel, x: float, y: float) -> None:
        set_runs(easel, lines, x, y, _TEXT, (easel.tag("P"),))

    return Atom(len(lines) * leading(_TEXT), 0.4, draw, keep=True)


def _table(setting: Setting, kit: KitPlan, first: int) -> Iterator[Atom]:
    yield _heads(setting, kit.slug)
    for number, item in enumerate(kit.items):
        texts = item.label, tell_per(item, setting.words)
        yield _row(setting, kit.slug, texts, item.numbers(), first + number, is_last=number == len(kit.items) - 1)


def _edges(setting: Setting) -> list[float]:
    """Return the left edge of each column from the text's left edge, and the right edge of the last."""
    whole = setting.paper.width - 2 * SIDE
    share = (whole - sum(_WIDE)) / len(COLUMNS)
    return [0.0, _WIDE[0], *(sum(_WIDE) + n * share for n in range(len(COLUMNS) + 1))]


def _heads(setting: Setting, key: str) -> Atom:
    edges, texts = _edges(setting), heads(setting.words)

    def draw(easel: Easel, x: float, y: float) -> None:
        easel.artifact("rule", Line((x, y + _HEAD), (x + edges[-1], y + _HEAD), HAIR))
        row = easel.tag("TR")
        for n, text in enumerate(texts):
            path = (Tag("Table", key), row, easel.tag("TH", scope="Column"))
            lines = break_lines([Run(text, "semibold")], edges[n + 1] - edges[n] - 1.0, 8.0, setting.measure)
            if len(lines) > 2:
                raise DoesNotFit(f"the head {text!r} takes {len(lines)} lines of its column")
            top = y + _HEAD - 0.8 - len(lines) * leading(8.0)
            marks = []
            for at, line in enumerate(lines):
                string = "".join(run.string for run in line)
                wide = setting.measure(string.rstrip(" "), 8.0, "semibold")
                left = 0.0 if n < 2 else edges[n + 1] - edges[n] - wide
                marks.append(Text((left, baseline(at * leading(8.0), 8.0)), string, 8.0, "semibold"))
            easel.leaf(Leaf(path, tuple(marks), x + edges[n], top))

    return Atom(_HEAD, 0.6 * UNIT, draw, keep=True)


def _row(
    setting: Setting, key: str, texts: tuple[str, str], numbers: Sequence[int], number: int, *, is_last: bool
) -> Atom:
    edges = _edges(setting)

    def draw(easel: Easel, x: float, y: float) -> None:
        easel.artifact("rule", Line((x, y + _ROW), (x + edges[-1], y + _ROW), HAIR, "grid"))
        row, base = easel.tag("TR"), y + _ROW / 2 + CAP * _CELL * MM_PER_POINT / 2
        for n, text in enumerate([*texts, *(str(value) if value else "–" for value in numbers)]):
            kind = easel.tag("TH", scope="Row") if n == 0 else easel.tag("TD")
            wide = setting.measure(text, _CELL)
            if wide > edges[n + 1] - edges[n]:
                raise DoesNotFit(f"{text!r} is wider than its column of the plan")
            left = edges[n] if n < 2 else edges[n + 1] - wide
            facts = {"planned": [number, n - 2]} if n >= 2 else {}
            mark = Text((0.0, 0.0), text or " ", _CELL, "regular")
            easel.leaf(Leaf((Tag("Table", key), row, kind), (mark,), x + left, base, facts=facts))

    return Atom(_ROW, 0.0, draw, keep=not is_last)

"""Printer and paper -> the calibration sheet: a proved PDF of two sides that shows how far a printer is off.

Rulers, combs at the paper's edges, and targets whose front crosses are read on the scales behind them. The targets are
parts with backs: what proves cut-outs proves them too. Does not know files, nor any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.build import Built, load_words, pack_manifest
from kitgen.errors import Fault, SpecError, suggest
from kitgen.games._calibration import parts as targets
from kitgen.marks import Line, Mark, Point
from kitgen.paper import fonts, pdf
from kitgen.paper.easel import HAIR, Easel, baseline, leading
from kitgen.paper.furniture import LABEL, NOTE, head
from kitgen.paper.page import Document, Leaf, Page, Tag
from kitgen.paper.prose import set_runs
from kitgen.paper.setting import UNIT, Setting
from kitgen.paper.slots import Desk, is_mirrored
from kitgen.paper.text import Run, break_lines
from kitgen.play.contract import Part, Words
from kitgen.proof.compare import prove
from kitgen.shelf import HOUSE, Shelf
from kitgen.spec.schema import Block, Facts, Layout, Sheet
from kitgen.units import find_paper

FLIPS = ("long", "short")
LANGUAGES = ("en", "es", "zh-Hans")
_COMB = 15.0  # mm that a comb reaches onto the page
_TEXT = 10.0  # points
_TOP, _IN = 62.0, 31.0  # mm from the paper's ends and sides to the middles of the outer targets
_WIDE = 100.0  # mm, of the column in the middle, as wide as the ruler in it
_ABOVE, _BELOW, _NEXT = 40.0, 20.0, 44.0  # mm from the paper's middle to the rulers, and to the text that follows them
_EXAMPLE = "printers: {office: {dx: 0.5mm, dy: -1mm}}"


@dataclass(frozen=True)
class CalibrationRequest:
    """What is asked for: paper, language, the edge that sheets are turned over, and a printer's offset to try."""

    paper: str = "A4"
    lang: str = "en"
    flip: str = "long"
    printer: str = ""
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True)
class _House:
    """Stands where a manifest names kit and game."""

    slug: str = HOUSE
    game_slug: str = "_calibration"


def build_calibration(shelf: Shelf, request: CalibrationRequest) -> Built:
    """Return the proved PDF of the calibration sheet; raises KitgenError with every fault, and then there is none."""
    for value, known in ((request.flip, FLIPS), (request.lang, LANGUAGES)):
        if value not in known:
            raise SpecError(Fault(f"{value!r} is not known", None, ", ".join(known), suggest(value, known)))
    words = load_words(shelf, HOUSE, request.lang)
    setting = _setting(words, request)
    places = _places(setting)
    pages = [_front(setting, places, request), _back(setting, places, request)]
    document = Document(
        f"kitgen · {setting.title}", request.lang, setting.paper.width, setting.paper.height, "colour", pages,
        duplex=request.flip,
    )  # fmt: skip
    document.manifest = pack_manifest(_House(), document, {}, _facts(setting), setting.fonts)
    data = pdf.write_pdf(document, setting.fonts)
    verdicts = prove(data, lambda _, lang: load_words(shelf, HOUSE, lang), document.manifest)
    name = "-".join(["kitgen-calibration", request.flip, *filter(None, [request.printer]), request.lang])
    return Built(
        f"{name}-{setting.paper.name}.pdf", data, document.count, setting.paper.name, False, "", tuple(verdicts)
    )  # fmt: skip


def _facts(setting: Setting) -> Mapping[str, Any]:
    return {
        "sheet": "calibration", "code": "", "paper": setting.paper.name, "options": dict(setting.options), "rules": {},
        "seed": 0, "copies": 1, "cutouts": {"parts": [""], "offset": list(setting.offset)},
    }  # fmt: skip


def _setting(words: Words, request: CalibrationRequest) -> Setting:
    sheet = Sheet(blocks=[Block()])
    layout = Layout("calibration", 1, [], ["calibration"], Facts((1, 1), (1, 1), ""), {"calibration": sheet})
    options = {"backs": "duplex", "flip": request.flip, "guides": "none"}
    told = (*_told(words, request), _moved_by(words, request), _line(words, request))
    printed = [*told, *(words.say(key) for key in ("calibration_title", "front", "back"))]
    printed += [targets.describe(part, words) for part in targets.parts(options)]
    letters = "".join([*printed, *map(chr, range(0x20, 0x7F)), "−–×·"])
    return Setting(
        layout, "calibration", sheet, options, {}, find_paper(request.paper), request.lang, "colour", 0, "",
        words.say("calibration_title"), words, fonts.prepare(letters), {}, None, _no_figure, cutouts=targets,
        offset=request.offset,
    )  # fmt: skip


def _no_figure(*_: Any) -> Any:
    raise SpecError("the calibration sheet has no figures")


def _told(words: Words, request: CalibrationRequest) -> list[str]:
    """Return what the sheet says, step by step: three on the front, three on the back."""
    values = {"edge": words.say(f"calibration_{request.flip}"), "n": targets.TARGETS, "example": _EXAMPLE}
    return [words.say(f"calibration_step_{step}", **values) for step in range(1, 7)]


def _moved_by(words: Words, request: CalibrationRequest) -> str:
    mark = words.say("decimal_mark")
    dx, dy = (f"{mm:g}".replace("-", "−").replace(".", mark) for mm in request.offset)
    return words.say("calibration_moved", printer=request.printer or "–", dx=dx, dy=dy)


# ---------------------------------------------------------------- the two sides


def _places(setting: Setting) -> list[Point]:
    """Return the top left corners of the targets: four near the corners, one in the middle of them."""
    width, height = setting.paper.width, setting.paper.height
    middles = [(x, y) for y in (_TOP, height - _TOP) for x in (_IN, width - _IN)]
    middles.append((width / 2, height / 2))
    return [(x - targets.SIDE / 2, y - targets.SIDE / 2) for x, y in middles]


def _front(setting: Setting, places: Sequence[Point], request: CalibrationRequest) -> Page:
    easel, words = Easel(setting), setting.words
    top = head(easel, words.say("front"), _line(words, request), names=False)
    width, height = setting.paper.width, setting.paper.height
    told = _told(words, request)
    _steps(easel, told[:2], 1, top + UNIT)
    target, *rulers = targets.parts(setting.options)
    for slot, at in enumerate(places):
        _part(easel, target, "front", slot, at)
    for slot, (ruler, y) in enumerate(
        zip(rulers, (height / 2 - _ABOVE, height / 2 + _BELOW), strict=True), len(places)
    ):
        _part(easel, ruler, "front", slot, ((width - ruler.width) / 2, y))
        easel.text(targets.describe(ruler, words), width / 2, y + targets.HIGH + 5.0, NOTE, ink="mid", anchor="middle")
    _steps(easel, told[2:3], 3, height / 2 + _NEXT)
    for comb in _combs(width, height):
        easel.artifact("edge", *comb)
    for x in (_COMB + 1.0, width - _COMB - 4.5):
        easel.text("10", x, height / 2 + 1.0, LABEL)
    return easel.page


def _back(setting: Setting, places: Sequence[Point], request: CalibrationRequest) -> Page:
    easel, words = Easel(setting), setting.words
    top = head(easel, words.say("back"), _line(words, request), names=False)
    height = setting.paper.height
    told = _told(words, request)
    _steps(easel, told[3:5], 4, top + UNIT)
    below = _steps(easel, told[5:], 6, height / 2 + _NEXT)
    if request.printer:
        easel.text(_moved_by(words, request), (setting.paper.width - _WIDE) / 2, below + UNIT, _TEXT, weight="semibold")
    across, down = is_mirrored(setting.paper, request.flip)
    dx, dy = setting.offset
    target = targets.parts(setting.options)[0]
    for slot, (x, y) in enumerate(places):
        x = setting.paper.width - x - target.width if across else x
        y = height - y - target.height if down else y
        _part(easel, target, "back", slot, (x + dx, y + dy))
    return easel.page


def _line(words: Words, request: CalibrationRequest) -> str:
    paper = find_paper(request.paper).name
    return words.say("calibration_line", paper=paper, edge=words.say(f"calibration_{request.flip}"))


def _steps(easel: Easel, told: Sequence[str], first: int, top: float) -> float:
    """Set numbered steps in the middle column; return where they end."""
    left = (easel.setting.paper.width - _WIDE) / 2
    parent = Tag("L", f"n{easel.tag('L').key}")  # n: its items are numbered
    for number, text in enumerate(told, start=first):
        item = easel.tag("LI")
        easel.text(f"{number}. ", left, baseline(top, _TEXT), _TEXT, path=(parent, item, easel.tag("Lbl")))
        lines = break_lines([Run(text)], _WIDE - 6.0, _TEXT, easel.setting.measure)
        set_runs(easel, lines, left + 6.0, top, _TEXT, (parent, item, easel.tag("LBody")))
        top += len(lines) * leading(_TEXT) + 1.4
    return top


def _part(easel: Easel, part: Part, side: str, slot: int, at: Point) -> None:
    desk = Desk(easel.setting, "")
    drawing = targets.draw_front(part, desk) if side == "front" else targets.draw_back(part, desk)
    words = easel.setting.words
    alt = targets.describe(part, words) if side == "front" else words.say("back_alt")
    facts = {"part": part.id, "side": side, "slot": slot, "set": ""}
    easel.leaf(Leaf((easel.tag("Figure", alt=alt),), drawing.marks, *at, (part.width, part.height), facts))


def _combs(width: float, height: float) -> Iterator[list[Mark]]:
    """Yield a comb for each edge: a line onto the page, with a tick each millimetre, the longest at 10."""
    x, y = width / 2, height / 2
    for corner, way in (((0.0, y), (1, 0)), ((width, y), (-1, 0)), ((x, 0.0), (0, 1)), ((x, height), (0, -1))):
        yield list(_comb(corner, way))


def _comb(edge: Point, way: tuple[int, int]) -> Iterator[Mark]:
    def at(inwards: float, aside: float) -> Point:
        return edge[0] + way[0] * inwards + way[1] * aside, edge[1] + way[1] * inwards + way[0] * aside

    yield Line(at(0.0, 0.0), at(_COMB, 0.0), HAIR)
    for mm in range(1, int(_COMB) + 1):
        half = {10: 4.0, 5: 2.5, 15: 2.5}.get(mm, 1.2)
        yield Line(at(float(mm), -half), at(float(mm), half), HAIR)

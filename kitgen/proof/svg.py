"""An SVG against the proved PDF of the same picture: shape by shape, word by word, and as pictures laid on each other.

The SVG is read by a closed grammar (an element or attribute too many is a fault). Each shape must be the one that the
PDF draws, in the same order. Outlines of letters only say what they read as; so what was read is painted by pdfium and
compared with its picture of the PDF, where each glyph has been held against its font. Knows nothing of paper/ or games.
"""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree as Xml

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from kitgen.errors import Fault, ProofFailed
from kitgen.play.seen import Colour, Point, Seen, SeenText, as_circle, as_line, as_polygon, as_rectangle
from kitgen.proof.raster import tell
from kitgen.proof.readback import Finished, SeenPage
from kitgen.units import MM_PER_POINT

_SPACE = "{http://www.w3.org/2000/svg}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_ROOT = {
    "role": "img",
    "fill": "none",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "style": "background:#fff",
}
_PAINT = {"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"}
_SHAPES = {
    "line": {"x1", "y1", "x2", "y2"},
    "circle": {"cx", "cy", "r"},
    "rect": {"x", "y", "width", "height", "rx"},
    "polygon": {"points"},
    "path": {"d", "data-text", "data-at", "data-size"},
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_STEP = re.compile(r"([MLQZ])([-\d. ]*)")
_POINTS = {"M": 1, "L": 1, "Q": 2, "Z": 0}
_QUARTER = 0.5522847498307936

_SLACK = 0.002  # mm; both files write at least four decimals of a mm or a point
_LOOK = 720  # dots an inch: from 50 dots up pdfium draws letters by their outlines, here from 5 pt
_TILE = 12  # dots; greys are compared as means of tiles this wide, under half a mm
_MOST = 10  # levels of grey that two tiles may differ. Seen: 0; a digit changed for the one most like it: 70 and more

Step = tuple[str, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape as read, in mm from the picture's top left corner: what it is, its numbers, its paint, its outline."""

    kind: str
    points: tuple[Point, ...]  # line: ends; circle: centre; rect: two corners; polygon: all; text: where it begins
    measure: float  # circle: radius; rect: radius of its corners; text: size in points
    text: str
    steps: tuple[Step, ...]
    fill: Colour | None
    stroke: Colour | None
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A whole SVG as read; size in mm."""

    width: float
    height: float
    lang: str
    title: str
    told: str
    shapes: tuple[Shape, ...]


def prove_svg(svg: bytes, pdf: bytes) -> None:
    """Hold an SVG against the first page of a proved PDF; raises ProofFailed saying how they differ."""
    drawn = read_svg(svg)
    with Finished(pdf) as finished:
        page = finished.page(0)
        told = " ".join(path[-1].alt or "" for _, path in page.section.walk() if path[-1].alt)
        faults = list(_told_faults(drawn, (finished.anatomy.lang, finished.anatomy.title, told), page))
    faults += _shape_faults(drawn.shapes, [thing for span in page.spans for thing in span.seen])
    faults += [] if faults else _picture_faults(drawn, pdf)
    if faults:
        raise ProofFailed(Fault(f"the SVG: {what}") for what in faults)


# ---------------------------------------------------------------- reading


def read_svg(svg: bytes) -> Drawn:
    """Read an SVG of kitgen's; raises ProofFailed for anything that its closed grammar does not know."""
    if b"<!DOCTYPE" in svg or b"<?" in svg:
        raise ProofFailed("the SVG has a declaration")
    try:
        root = Xml.fromstring(svg.decode())
    except (Xml.ParseError, UnicodeDecodeError) as error:
        raise ProofFailed(f"the SVG can't be read: {error}") from None
    width, height = (_millimetres(root.get(key, "")) for key in ("width", "height"))
    given = {key: value for key, value in root.attrib.items() if key not in ("width", "height", "viewBox", _LANG)}
    if root.tag != f"{_SPACE}svg" or given != _ROOT:
        raise ProofFailed("the SVG's outer element is none of kitgen's")
    if _numbers(root.get("viewBox", "")) != [0, 0, width, height]:
        raise ProofFailed("the SVG's own measure is not the millimetre")
    kids = list(root)
    if len(kids) < 2 or [kid.tag for kid in kids[:2]] != [f"{_SPACE}title", f"{_SPACE}desc"]:
        raise ProofFailed("the SVG has no title and description")
    title, told = (_said(kid) for kid in kids[:2])
    shapes = tuple(shape for group in kids[2:] for shape in _group(group))
    return Drawn(width, height, root.get(_LANG, ""), title, told, shapes)


def _said(node: Xml.Element) -> str:
    if node.attrib or len(node):
        raise ProofFailed("the SVG's title or description holds more than text")
    return node.text or ""


def _group(node: Xml.Element) -> Iterator[Shape]:
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", node.get("transform", ""))
    if node.tag != f"{_SPACE}g" or set(node.attrib) != {"transform"} or not moved:
        raise ProofFailed(f"the SVG has an element {_local(node)} that is no moved group")
    x, y = _number(moved[1]), _number(moved[2])
    return (_shape(kid, x, y) for kid in node)


def _local(node: Xml.Element) -> str:
    return str(node.tag).removeprefix(_SPACE)


def _shape(node: Xml.Element, x: float, y: float) -> Shape:
    name, given = _local(node), node.attrib
    if name not in _SHAPES or len(node) or not _SHAPES[name] <= given.keys() <= _SHAPES[name] | _PAINT:
        raise ProofFailed(f"the SVG has an element {name} with {', '.join(given)}, which kitgen never writes")
    kind, points, measure, steps = _READERS[name](given)
    dash = tuple(_numbers(given.get("stroke-dasharray", "")))
    if ("stroke-linecap" in given) != bool(dash) or ("stroke" in given) != ("stroke-width" in given):
        raise ProofFailed(f"the SVG has an element {name} with half a stroke")
    return Shape(
        kind, tuple((px + x, py + y) for px, py in points), measure, given.get("data-text", ""),
        tuple((step, tuple((px + x, py + y) for px, py in ps)) for step, ps in steps),
        _colour(given.get("fill")), _colour(given.get("stroke")), _number(given.get("stroke-width", "0")), dash,
    )  # fmt: skip


_Read = tuple[str, tuple[Point, ...], float, tuple[Step, ...]]


def _read_line(given: dict[str, str]) -> _Read:
    ends = ((_number(given["x1"]), _number(given["y1"])), (_number(given["x2"]), _number(given["y2"])))
    return "line", ends, 0.0, (("M", ends[:1]), ("L", ends[1:]))


def _read_circle(given: dict[str, str]) -> _Read:
    x, y, r = (_number(given[key]) for key in ("cx", "cy", "r"))
    return "circle", ((x, y),), r, tuple(_rounded((x - r, y - r, x + r, y + r), r))


def _read_rect(given: dict[str, str]) -> _Read:
    x, y, width, height, r = (_number(given[key]) for key in ("x", "y", "width", "height", "rx"))
    return "rect", ((x, y), (x + width, y + height)), r, tuple(_rounded((x, y, x + width, y + height), r))


def _read_polygon(given: dict[str, str]) -> _Read:
    points = _paired(given["points"])
    steps: list[Step] = [("L" if n else "M", (point,)) for n, point in enumerate(points)]
    return "polygon", points, 0.0, (*steps, ("Z", ()))


def _read_text(given: dict[str, str]) -> _Read:
    steps: list[Step] = []
    if _STEP.sub("", given["d"]):
        raise ProofFailed("the SVG has an outline that is none of kitgen's")
    for kind, numbers in _STEP.findall(given["d"]):
        points = _paired(numbers)
        if len(points) != _POINTS[kind]:
            raise ProofFailed(f"the SVG has an outline with {len(points)} points for {kind}")
        steps.append((kind, points))
    return "text", _paired(given["data-at"]), _number(given["data-size"]), tuple(steps)


_READERS = {
    "line": _read_line,
    "circle": _read_circle,
    "rect": _read_rect,
    "polygon": _read_polygon,
    "path": _read_text,
}


def _rounded(box: tuple[float, float, float, float], r: float) -> Iterator[Step]:
    """Yield the outline of a rectangle with round corners, or of a circle; "C" steps are cubic curves."""
    left, top, right, bottom = box
    c = r * (1 - _QUARTER)
    yield "M", ((left + r, top),)
    yield "L", ((right - r, top),)
    yield "C", ((right - c, top), (right, top + c), (right, top + r))
    yield "L", ((right, bottom - r),)
    yield "C", ((right, bottom - c), (right - c, bottom), (right - r, bottom))
    yield "L", ((left + r, bottom),)
    yield "C", ((left + c, bottom), (left, bottom - c), (left, bottom - r))
    yield "L", ((left, top + r),)
    yield "C", ((left, top + c), (left + c, top), (left + r, top))
    yield "Z", ()


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ProofFailed(f"the SVG has {text!r} where a number stands")
    return float(text)


def _millimetres(text: str) -> float:
    if not text.endswith("mm"):
        raise ProofFailed(f"the SVG has the size {text!r}, which is not in millimetres")
    return _number(text[:-2])


def _numbers(text: str) -> list[float]:
    return [_number(part) for part in text.split()]


def _paired(text: str) -> tuple[Point, ...]:
    numbers = _numbers(text)
    if len(numbers) % 2:
        raise ProofFailed("the SVG has half a point")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _colour(text: str | None) -> Colour | None:
    if text is None:
        return None
    if not _COLOUR.fullmatch(text):
        raise ProofFailed(f"the SVG has the colour {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


# ---------------------------------------------------------------- comparing


def _told_faults(drawn: Drawn, wanted: tuple[str, str, str], page: SeenPage) -> Iterator[str]:
    said = (drawn.lang, drawn.title, drawn.told)
    for what, shown, due in zip(("language", "title", "description"), said, wanted, strict=True):
        if shown != due:
            yield f"its {what} is {shown!r}, not {due!r}"
    if not _is_near((drawn.width, drawn.height), page.size):
        yield "it measures {:.2f} x {:.2f} mm, not {:.2f} x {:.2f}".format(drawn.width, drawn.height, *page.size)


def _shape_faults(shapes: Sequence[Shape], seen: Sequence[Seen]) -> Iterator[str]:
    """Yield the first shape, in the order of painting, that is not what the PDF shows, or all that is lacking."""
    left = deque(seen)
    for shape in shapes:
        thing = _take(shape, left)
        if thing is None:
            yield f"it draws a {shape.kind} more than the PDF"
            return
        if not _is_same(shape, thing):
            yield f"it draws a {shape.kind} {shape.text!r}".removesuffix(" ''") + f" where the PDF has {tell(thing)}"
            return
    for thing in left:
        yield f"it lacks {tell(thing)}"


def _take(shape: Shape, left: deque[Seen]) -> Seen | None:
    """Take the next thing seen; strings that the PDF shows in pieces (by font) are joined as far as `shape` asks."""
    thing = left.popleft() if left else None
    while isinstance(thing, SeenText) and thing.string != shape.text and shape.text.startswith(thing.string):
        if not left or not isinstance(left[0], SeenText):
            break
        following = left.popleft()
        assert isinstance(following, SeenText)
        thing = replace(thing, string=thing.string + following.string)
    return thing


def _is_same(shape: Shape, thing: Seen) -> bool:
    if isinstance(thing, SeenText) or shape.kind == "text":
        return (
            isinstance(thing, SeenText)
            and (shape.kind, shape.text, shape.stroke) == ("text", thing.string, None)
            and _is_near(shape.points[0], thing.at)
            and abs(shape.measure - thing.size) < 0.01
            and _is_coloured(shape.fill, thing.colour)
        )
    return (
        _is_coloured(shape.fill, thing.fill)
        and _is_coloured(shape.stroke, thing.stroke)
        and abs(shape.width - thing.width) < _SLACK
        and bool(shape.dash) == thing.dashed
        and _is_shaped(shape, thing)
    )


def _is_shaped(shape: Shape, thing: Any) -> bool:
    """Return whether a path of the PDF has the form of `shape`."""
    points: tuple[Point, ...] = ()
    measure = 0.0
    if shape.kind == "circle" and (circle := as_circle(thing)):
        points, measure = (circle.centre,), circle.radius
    elif shape.kind == "rect" and (box := as_rectangle(thing)):
        points, measure = (box.box[:2], box.box[2:]), box.radius
    elif shape.kind in ("line", "polygon"):
        points = (as_line(thing) if shape.kind == "line" else as_polygon(thing)) or ()
    return (
        len(points) == len(shape.points)
        and all(map(_is_near, points, shape.points))
        and abs(measure - shape.measure) < 2 * _SLACK
    )


def _is_near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < _SLACK and abs(a[1] - b[1]) < _SLACK


def _is_coloured(a: Colour | None, b: Colour | None) -> bool:
    """Return whether two colours are one; a file's fractions may be rounded to the level above or below."""
    return a is b if a is None or b is None else all(abs(x - y) <= 1 for x, y in zip(a, b, strict=True))


# ---------------------------------------------------------------- pictures


def _picture_faults(drawn: Drawn, pdf: bytes) -> Iterator[str]:
    """Paint what was read, and yield where its picture differs from the PDF's."""
    with pypdfium2.PdfDocument(pdf) as wanted, pypdfium2.PdfDocument.new() as mine:
        page = mine.new_page(drawn.width / MM_PER_POINT, drawn.height / MM_PER_POINT)
        for shape in drawn.shapes:
            _paint(page, shape, drawn.height)
        difference = ImageChops.difference(_render(page), _render(wanted[0]))
    tiles = difference.reduce(_TILE)
    greys = tiles.tobytes()
    worst = max(greys)
    if worst > _MOST:
        at = greys.index(worst)
        y, x = divmod(at, tiles.width)
        mm = _TILE * 25.4 / _LOOK
        yield f"at {(x + 0.5) * mm:.1f}, {(y + 0.5) * mm:.1f} mm it looks different from the PDF"


def _render(page: Any) -> Image.Image:
    picture: Image.Image = page.render(scale=_LOOK / 72, grayscale=True).to_pil()
    return picture


def _paint(page: Any, shape: Shape, height: float) -> None:
    """Add a shape to a page of pdfium's, in points, y upwards."""

    def at(point: Point) -> tuple[float, float]:
        return point[0] / MM_PER_POINT, (height - point[1]) / MM_PER_POINT

    if not shape.steps:
        return
    handle, now = pdfium.FPDFPageObj_CreateNewPath(*at(shape.steps[0][1][0])), shape.steps[0][1][0]
    for kind, points in shape.steps[1:]:
        if kind == "M":
            pdfium.FPDFPath_MoveTo(handle, *at(points[0]))
        elif kind == "L":
            pdfium.FPDFPath_LineTo(handle, *at(points[0]))
        elif kind == "Z":
            pdfium.FPDFPath_Close(handle)
        else:
            first, second, end = points if kind == "C" else _as_cubic(now, *points)
            pdfium.FPDFPath_BezierTo(handle, *at(first), *at(second), *at(end))
        now = points[-1] if points else now
    _set_paint(handle, shape)
    pdfium.FPDFPage_InsertObject(page.raw, handle)


def _as_cubic(start: Point, control: Point, end: Point) -> tuple[Point, Point, Point]:
    """Return the cubic curve that a quadratic one is."""
    (sx, sy), (cx, cy), (ex, ey) = start, control, end
    return (sx + 2 * (cx - sx) / 3, sy + 2 * (cy - sy) / 3), (ex + 2 * (cx - ex) / 3, ey + 2 * (cy - ey) / 3), end


def _set_paint(handle: Any, shape: Shape) -> None:
    mode = pdfium.FPDF_FILLMODE_WINDING if shape.fill else pdfium.FPDF_FILLMODE_NONE
    pdfium.FPDFPath_SetDrawMode(handle, mode, shape.stroke is not None)
    if shape.fill:
        pdfium.FPDFPageObj_SetFillColor(handle, *shape.fill, 255)
    if shape.stroke:
        pdfium.FPDFPageObj_SetStrokeColor(handle, *shape.stroke, 255)
        pdfium.FPDFPageObj_SetStrokeWidth(handle, shape.width / MM_PER_POINT)
        pdfium.FPDFPageObj_SetLineCap(handle, pdfium.FPDF_LINECAP_BUTT if shape.dash else pdfium.FPDF_LINECAP_ROUND)
        pdfium.FPDFPageObj_SetLineJoin(handle, pdfium.FPDF_LINEJOIN_ROUND)
    if shape.dash:
        parts = [part / MM_PER_POINT for part in shape.dash]
        pdfium.FPDFPageObj_SetDashArray(handle, (ctypes.c_float * len(parts))(*parts), len(parts), 0.0)

"""SVG of marks: held to the PDF of the same marks, to the font's own outlines, and to planted faults."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from kitgen.errors import ProofFailed
from kitgen.marks import Disc, Line, Polygon, Text, rectangle
from kitgen.paper import fonts
from kitgen.paper.page import Artifact, Document, Leaf, Page, Tag
from kitgen.paper.pdf import write_pdf
from kitgen.paper.svg import write_svg
from kitgen.proof.svg import prove_svg, read_svg

MARKS = (
    Line((0, 0), (30, 0), 0.3),
    Line((0, 2), (30, 2), 0.5, "grid", (2.0, 1.0)),
    rectangle(0, 4, 12, 8, fill="pale", stroke="ink", line=0.4, radius=1.5),
    rectangle(14, 4, 12, 8, stroke="grid", line=0.3),
    Polygon(((28, 4), (36, 6), (30, 12)), fill="cat1"),
    Disc((6, 20), 4, fill="ink"),
    Disc((18, 20), 4, fill="white", stroke="accent", width=0.5),
    Text((6, 21.2), "3", 8, "semibold", "white", "middle"),
    Text((18, 21.2), "10", 8.5, ink="ink", anchor="middle"),
    Text((38, 30), "D4 & <E5>", 9, anchor="end"),
    Text((0, 34), "夹涂棋 A", 10, "semibold", "mid"),
    Text((20, 32), "7", 9, turned=True),
)
ALT = 'A "drawing" of <everything> & more: 夹'


def make_document(inks: str = "colour", marks=MARKS) -> Document:
    leaf = Leaf((Tag("Figure", "1", alt=ALT),), marks, 4.0, 5.0, (40.0, 36.0))
    return Document("Trial · all & sundry", "en", 48.0, 46.5, inks, [Page([leaf])], b"{}")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("KITGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
    try:
        yield fonts.prepare("".join(mark.string for mark in MARKS if isinstance(mark, Text)) + "8")
    finally:
        patch.undo()


@pytest.fixture(scope="module")
def made(house):
    document = make_document()
    return write_svg(document, house).decode(), write_pdf(document, house)


@pytest.mark.parametrize("inks", ["colour", "grey", "low"])
def test_the_svg_shows_what_the_pdf_shows(house, inks):
    document = make_document(inks)
    prove_svg(write_svg(document, house), write_pdf(document, house))


def test_artifacts_are_drawn_too(house):
    document = make_document()
    document.pages[0].items.append(Artifact("panel", (rectangle(4, 30, 20, 10, fill="pale"),)))
    svg = write_svg(document, house)
    prove_svg(svg, write_pdf(document, house))
    with pytest.raises(ProofFailed, match="lacks a shape"):
        prove_svg(write_svg(make_document(), house), write_pdf(document, house))


def test_it_is_in_true_millimetres_and_says_what_it_shows(made):
    root = ElementTree.fromstring(made[0])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("48mm", "46.5mm", "0 0 48 46.5")
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title") == "Trial · all & sundry"
    assert root.findtext(f"{space}desc") == ALT
    assert made[0].startswith("<!-- kitgen -->\n<svg ")
    assert root.findall(f".//{space}text") == []
    assert "font" not in made[0]


def test_the_same_document_gives_the_same_bytes(house, made):
    assert write_svg(make_document(), house).decode() == made[0]


@pytest.mark.parametrize(("weight", "char", "size"), [("regular", "H", 9), ("semibold", "3", 8), ("regular", "Ñ", 12)])
def test_outlines_are_those_of_the_published_font(weight, char, size):
    """Ñ is made of components; a 3 has implied points. Bounds in mm, worked out from the file by fontTools."""
    source = fonts.LATIN[weight]
    font = TTFont(Path(next(iter(find_spec(source.package).submodule_search_locations))) / source.path)
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[font.getBestCmap()[ord(char)]].draw(pen)
    scale = size * 25.4 / 72 / font["head"].unitsPerEm
    left, bottom, right, top = (n * scale for n in pen.bounds)
    house = fonts.prepare(char)
    ends = [points[-1] for kind, points in house.outlines(char, size, weight) if kind != "Z"]
    xs, ys = zip(*ends, strict=True)
    assert (min(xs), -max(ys), max(xs), -min(ys)) == pytest.approx((left, bottom, right, top), abs=1e-6)


def test_a_second_letter_stands_behind_the_first():
    house = fonts.prepare("IH")
    alone, after = house.outlines("H", 10), house.outlines("IH", 10)[len(house.outlines("I", 10)) :]
    moved = [(x + house.width("I", 10), y) for _, points in alone for x, y in points]
    assert [point for _, points in after for point in points] == [pytest.approx(point) for point in moved]


def test_a_turned_text_stands_on_its_head(made):
    shapes = [shape for shape in read_svg(made[0].encode()).shapes if shape.text == "7"]
    (x, y), ends = shapes[0].points[0], [points[-1] for _, points in shapes[0].steps if points]
    assert (x, y) == (24, 37)
    assert all(px <= x + 0.01 and py >= y - 0.01 for px, py in ends)


# ---------------------------------------------------------------- planted faults


def outline_of(svg: str, text: str) -> str:
    return re.search(rf'data-text="{re.escape(text)}"[^>]* d="([^"]*)"', svg)[1]


def with_outline_of_8(svg: str) -> str:
    """Return the SVG with the outline of 8 where 3 is said, as a program would write it that confuses two glyphs."""
    house = fonts.prepare("38")
    eight = write_svg(make_document(marks=(Text((6, 21.2), "8", 8, "semibold", "white", "middle"),)), house).decode()
    return svg.replace(outline_of(svg, "3"), outline_of(eight, "8"))


def without(pattern: str):
    return lambda svg: re.sub(rf"<{pattern}[^>]*/>\n", "", svg, count=1)


FAULTS = {
    "a moved disc": (lambda s: s.replace('cx="6"', 'cx="6.01"'), "draws a circle where the PDF has a shape"),
    "a larger disc": (lambda s: s.replace('r="4"', 'r="4.02"', 1), "draws a circle"),
    "another colour": (lambda s: s.replace('stroke="#c23f17"', 'stroke="#173fc2"'), "draws a circle"),
    "a thinner stroke": (lambda s: s.replace('stroke-width="0.3"', 'stroke-width="0.2"', 1), "draws a line"),
    "an erased line": (without("line"), "draws a line where"),
    "an erased disc": (without("circle"), "draws a circle where"),
    "an erased last text": (lambda s: re.sub(r'<path data-text="7"[^>]*/>\n', "", s), "lacks '7'"),
    "a line too many": (
        lambda s: s.replace("</g>", '<line x1="0" y1="1" x2="9" y2="1" stroke="#161a1f" stroke-width="0.3"/></g>'),
        "draws a line more than the PDF",
    ),
    "a white box over all": (
        lambda s: s.replace("</g>", '<polygon points="0 0 40 0 40 36 0 36" fill="#ffffff"/></g>'),
        "draws a polygon more than the PDF",
    ),
    "a turned corner": (lambda s: s.replace("30 12", "31 12"), "draws a polygon"),
    "other round corners": (lambda s: s.replace('rx="1.5"', 'rx="1"'), "draws a rect"),
    "a line without dashes": (
        lambda s: s.replace(' stroke-dasharray="2 1" stroke-linecap="butt"', ""), "draws a line"),
    "other dashes": (lambda s: s.replace('dasharray="2 1"', 'dasharray="1 2"'), "looks different"),
    "another word": (lambda s: s.replace('data-text="10"', 'data-text="11"'), "draws a text '11'"),
    "a word elsewhere": (lambda s: re.sub(r'data-at="\S+ 34"', 'data-at="0 33"', s), "draws a text '夹涂棋 A'"),
    "the outline of another digit": (with_outline_of_8, "looks different"),
    "an empty outline": (lambda s: s.replace(outline_of(s, "10"), ""), "looks different"),
    "an outline moved by a fifth of a mm": (
        lambda s: s.replace(outline_of(s, "7"), re.sub(
            r"[-\d.]+ ([-\d.]+)", lambda m: f"{float(m[0].split()[0]) + 0.2:.4f} {m[1]}", outline_of(s, "7"))),
        "looks different",
    ),
    "another title": (lambda s: s.replace("all &amp; sundry", "something else"), "title"),
    "another description": (lambda s: s.replace("everything", "nothing"), "description"),
    "another language": (lambda s: s.replace('xml:lang="en"', 'xml:lang="es"'), "language"),
    "no description": (lambda s: re.sub("<desc>.*</desc>\n", "", s), "no title and description"),
    "another size": (lambda s: s.replace("48mm", "49mm"), "millimetre"),
    "a size in points": (lambda s: s.replace("48mm", "48"), "not in millimetres"),
    "a group moved": (lambda s: s.replace("translate(4 5)", "translate(4 5.1)"), "draws a line"),
    "a group turned": (lambda s: s.replace("translate(4 5)", "rotate(3)"), "no moved group"),
    "something half seen": (lambda s: s.replace("<circle ", '<circle opacity="0.5" '), "never writes"),
    "a script": (lambda s: s.replace("</svg>", "<script>alert(1)</script></svg>"), "no moved group"),
    "a picture": (lambda s: s.replace("</g>", '<image href="x.png"/></g>'), "never writes"),
    "a style sheet": (lambda s: s.replace("<desc>", "<style>circle {display: none}</style><desc>"), "no title and"),
    "an entity": (lambda s: "<!DOCTYPE svg [<!ENTITY a 'b'>]>" + s, "declaration"),
    "a curve with a point too few": (lambda s: s.replace("Q", "Q1 ", 1), "half a point"),
    "not a number": (lambda s: s.replace('r="4"', 'r="nan"'), "where a number stands"),
    "torn in two": (lambda s: s[: len(s) // 2], "can't be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_refused(made, name):
    svg, pdf = made
    plant, message = FAULTS[name]
    changed = plant(svg)
    assert changed != svg, "nothing was planted"
    with pytest.raises(ProofFailed, match=re.escape(message)):
        prove_svg(changed.encode(), pdf)


def test_the_order_of_painting_counts(made):
    svg = made[0]
    disc = re.search(r'<circle cx="6".*?/>\n', svg)[0]
    digit = re.search(r'<path data-text="3".*?/>\n', svg)[0]
    swapped = svg.replace(digit, "").replace(disc, digit + disc)
    with pytest.raises(ProofFailed):
        prove_svg(swapped.encode(), made[1])

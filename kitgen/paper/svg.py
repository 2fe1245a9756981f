"""Document of one page -> SVG text: the same marks as on paper, in true mm, readable without any font.

Text is drawn as outlines of the house's fonts and says in `data-text` what it reads; `<title>` and `<desc>` speak to
those who listen. The same document gives the same bytes. Knows no game, no PDF, and opens no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from kitgen.marks import Disc, Line, Mark, Point, Polygon, Text
from kitgen.paper.fonts import Fonts, Step
from kitgen.paper.page import Document, Leaf
from kitgen.paper.palette import PALETTES, Tone

SIGN = "<!-- kitgen -->"  # by which kitgen knows its own files again


def write_svg(document: Document, fonts: Fonts) -> bytes:
    """Return the SVG of a document's only page; `fonts` must cover every string (raises MissingGlyph otherwise)."""
    (page,) = document.pages
    pen = _Pen(PALETTES[document.inks], fonts)  # type: ignore[index]
    said = " ".join(tag.alt for leaf in page.leaves for tag in leaf.path[-1:] if tag.alt)
    width, height = _n(document.width), _n(document.height)
    lines = [
        SIGN,
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
        f' role="img" xml:lang={quoteattr(document.lang)} fill="none" stroke-linecap="round" stroke-linejoin="round"'
        ' style="background:#fff">',
        f"<title>{escape(document.title)}</title>",
        f"<desc>{escape(said)}</desc>",
    ]
    for item in page.items:
        x, y = (item.x, item.y) if isinstance(item, Leaf) else (0.0, 0.0)
        lines.append(f'<g transform="translate({_n(x)} {_n(y)})">')
        lines += map(pen.draw, item.marks)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


class _Pen:
    """Writes one element a mark."""

    def __init__(self, palette: dict[str, Tone], fonts: Fonts) -> None:
        self.palette, self.fonts = palette, fonts

    def draw(self, mark: Mark) -> str:
        """Return the element that draws `mark`."""
        if isinstance(mark, Line):
            (x1, y1), (x2, y2) = mark.a, mark.b
            ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
            return _element("line", ends, self._paint(None, mark.ink, mark.width, mark.dash))
        if isinstance(mark, Text):
            return self._text(mark)
        paint = self._paint(mark.fill, mark.stroke, mark.width, mark.dash if isinstance(mark, Polygon) else ())
        if isinstance(mark, Disc):
            return _element("circle", {"cx": mark.centre[0], "cy": mark.centre[1], "r": mark.radius}, paint)
        if mark.radius:
            return _element("rect", _rounded(mark), paint)
        return _element("polygon", {}, [f'points="{_pairs(mark.points)}"', *paint])

    def _paint(self, fill: str | None, stroke: str | None, width: float, dash: tuple[float, ...]) -> Iterator[str]:
        if fill:
            yield f'fill="{write_colour(self.palette[fill])}"'
        if stroke:
            yield f'stroke="{write_colour(self.palette[stroke])}" stroke-width="{_n(width)}"'
            if dash:
                yield f'stroke-dasharray="{" ".join(map(_n, dash))}" stroke-linecap="butt"'

    def _text(self, mark: Text) -> str:
        fonts, way = self.fonts, -1 if mark.turned else 1
        x, y = mark.at
        if mark.anchor != "start":
            width = fonts.width(mark.string.rstrip(" "), mark.size, mark.weight)
            x -= (width if mark.anchor == "end" else width / 2) * way
        outline = "".join(_steps(fonts.outlines(mark.string, mark.size, mark.weight), (x, y), way))
        said = [
            f"data-text={quoteattr(mark.string)}",
            f'data-at="{_n(x)} {_n(y)}"',
            f'data-size="{_n(mark.size)}"',
            f'd="{outline}"',
        ]
        return _element("path", {}, [*said, *self._paint(mark.ink, None, 0.0, ())])


def write_colour(tone: Tone) -> str:
    """Return a tone as SVG writes it, #rrggbb."""
    parts = tone if isinstance(tone, tuple) else (tone, tone, tone)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _rounded(mark: Polygon) -> dict[str, float]:
    """Return a rectangle's attributes; its points are in the order of `marks.rectangle`."""
    (x1, y1), _, (x2, y2), _ = mark.points
    radius = min(mark.radius, (x2 - x1) / 2, (y2 - y1) / 2)
    return {"x": x1, "y": y1, "width": x2 - x1, "height": y2 - y1, "rx": radius}


def _steps(steps: Iterable[Step], at: Point, way: int) -> Iterator[str]:
    for kind, points in steps:
        yield kind + _pairs([(at[0] + way * x, at[1] + way * y) for x, y in points])


def _element(name: str, numbers: dict[str, float], more: Iterable[str]) -> str:
    return " ".join([f"<{name}", *(f'{key}="{_n(value)}"' for key, value in numbers.items()), *more]) + "/>"


def _pairs(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Write a number with at most four decimals of a mm, without a tail of zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text

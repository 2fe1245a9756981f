"""The yardstick: a bare ReportLab script that draws the same pad by hand, with the same fonts, without kitgen.

`python benchmarks/bare_pad.py OUT.pdf [COPIES]`: four boards, labels, score lines, panel with a figure and text, ruler.
For copies the page is a form, and only its number is drawn anew. No replay, no tags, no proof.
"""

import sys
from pathlib import Path

import font_source_sans_pro
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(font_source_sans_pro.__file__).parent / "files"
RULES = [
    "Begin. Five marks are printed: A's are filled, B's are hollow. B moves first.",
    "Move. Take turns to draw a mark of your own in any empty cell. It need not touch another.",
    "Sandwich. Enemy marks die when they stand in an unbroken line, across, down or diagonally, from your new",
    "mark to a living mark of your own. Slash them out. Several directions can count at once. Only the player",
    "who moves kills.",
    "Dead cells. A slashed cell stays closed. Nobody draws there, and no sandwich reaches across it.",
    "End. After 44 moves no cell is empty. Count the living marks: more wins, equal is a draw.",
]


def board(c: Canvas, x: float, y: float, cell: float, size: int) -> None:
    """Draw one board with its labels and opening marks, its lower left corner at (x, y)."""
    c.setLineWidth(0.6)
    c.setStrokeGray(0.4)
    for n in range(1, size):
        c.line(x + n * cell, y, x + n * cell, y + size * cell)
        c.line(x, y + n * cell, x + size * cell, y + n * cell)
    c.setLineWidth(1.2)
    c.setStrokeGray(0.1)
    c.rect(x, y, size * cell, size * cell)
    c.setFont("Regular", 8)
    c.setFillGray(0.35)
    for n in range(size):
        c.drawCentredString(x + (n + 0.5) * cell, y + size * cell + 4, chr(65 + n))
        c.drawRightString(x - 4, y + (size - n - 0.5) * cell - 3, str(n + 1))
    middle = size // 2
    for column, row, filled in ((0, -1, 1), (0, 0, 1), (0, 1, 1), (-1, 0, 0), (1, 0, 0)):
        c.setFillGray(0.1 if filled else 1)
        c.circle(x + (middle + column + 0.5) * cell, y + (middle + row + 0.5) * cell, 0.34 * cell, 1, 1)


def page(c: Canvas) -> None:
    """Draw the whole page but its number."""
    c.setFillGray(0.1)
    c.setFont("Semibold", 21)
    c.drawString(10 * mm, 281 * mm, "Sandwich")
    c.setFont("Regular", 9)
    c.drawRightString(200 * mm, 281 * mm, "Name ____________________ Date __________")
    c.drawRightString(200 * mm, 277 * mm, "7 × 7 · four games · two pens")
    for n in range(4):
        x, y = (14 + 102 * (n % 2)) * mm, (188 - 97 * (n // 2)) * mm
        board(c, x, y, 12.1 * mm, 7)
        c.setFillGray(0.1)
        c.setFont("Semibold", 9)
        c.drawString(x, y - 13, f"Game {n + 1}")
        c.drawString(x + 110, y - 13, "A ________ B ________")
    c.setFillGray(0.93)
    c.roundRect(10 * mm, 23 * mm, 190 * mm, 56 * mm, 6, 0, 1)
    board(c, 17 * mm, 33 * mm, 5 * mm, 7)
    c.setFillGray(0.1)
    c.setFont("Semibold", 12)
    c.drawString(13 * mm, 74 * mm, "How ten moves go")
    c.drawString(64 * mm, 74 * mm, "Short rules")
    c.setFont("Regular", 9)
    for n, line in enumerate(RULES):
        c.drawString(64 * mm, (68 - 4.5 * n) * mm, line)
    c.setLineWidth(0.5)
    for n in range(51):
        c.line((10 + 2 * n) * mm, 20 * mm, (10 + 2 * n) * mm, (18 if n % 5 == 0 else 19) * mm)
    c.drawString(10 * mm, 14 * mm, "This line is 100 mm long when printed at 100 %")
    c.drawRightString(200 * mm, 14 * mm, "CC BY 4.0")


def main(path: str, copies: int) -> None:
    """Write the PDF."""
    pdfmetrics.registerFont(TTFont("Regular", str(FONTS / "SourceSansPro-Regular.ttf")))
    pdfmetrics.registerFont(TTFont("Semibold", str(FONTS / "SourceSansPro-Semibold.ttf")))
    c = Canvas(path, pagesize=A4, invariant=1, initialFontName="Regular")
    if copies == 1:
        page(c)
        c.showPage()
    else:
        c.beginForm("page")
        page(c)
        c.endForm()
        for n in range(1, copies + 1):
            c.doForm("page")
            c.setFont("Regular", 8)
            c.drawRightString(180 * mm, 18 * mm, f"Sheet {n} of {copies}")
            c.showPage()
    c.save()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)

"""Two glyphs drawn and laid on each other: does the one look like the other? Knows neither PDFs nor font packages."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageChops, ImageFont, ImageStat

from kitgen.errors import ProofFailed

# Share of the ink that may differ at that size, and at the size at which a doubtful glyph is looked at again: hinting
# moves strokes by part of a dot, so it fades with size, and a wrong character does not. Measured on all of Sandwich's
# Chinese: cut against source 0.138 at most at 128 dots and 0.033 at 512; 未 against 末 0.14 at both.
_MOST, _AGAIN, _MOST_AGAIN = 0.10, 512, 0.06
_COARSE = 4  # dots that become one before two drawings are laid on each other


def is_same_drawing(shown: tuple[bytes, int], published: tuple[str, str], size: int) -> bool:
    """Return whether a glyph (font program, code) looks like a character of a published font (path, character).

    Both are drawn `size` dots large; where they differ, again larger. Raises ProofFailed for a program that is no font.
    """
    (program, code), (path, character) = shown, published
    for dots, most in ((size, _MOST), (_AGAIN, _MOST_AGAIN)):
        drawn, wanted = _draw(_embedded(program, dots), chr(code), dots), _draw(_open(path, dots), character, dots)
        if _difference(drawn, wanted) <= most:
            return True
    return False


def _difference(shown: Image.Image, wanted: Image.Image) -> float:
    """Return the share of the wanted ink by which two drawings differ."""
    difference = ImageStat.Stat(ImageChops.difference(shown, wanted)).sum[0]
    return difference / max(ImageStat.Stat(wanted).sum[0], 1.0) if difference else 0.0


def _draw(font: ImageFont.FreeTypeFont, character: str, size: int) -> Image.Image:
    """Return the character in white on black, its origin at a fixed place."""
    side = size * 3 // 2
    canvas = Image.new("L", (side, side))
    mask, (x, y) = font.getmask2(character, anchor="ls")
    width, height = mask.size
    if width and height:
        left, top = size // 4 + int(x), size + size // 8 + int(y)
        canvas.im.paste(mask, (left, top, left + width, top + height))
    return canvas.reduce(_COARSE)


@cache
def _embedded(program: bytes, size: int) -> ImageFont.FreeTypeFont:
    """Return the font inside the PDF; its characters are the codes of its Macintosh table, which PDF strings use."""
    try:
        return ImageFont.truetype(io.BytesIO(program), size, encoding="armn", layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise ProofFailed(f"an embedded font can't be read: {error}") from None


@cache
def _open(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)

"""Glyphs of a finished PDF against the house's fonts: what reads as "7" must look like the font's own 7.

A file can say one character to a reader of text and show another; so each glyph that a page shows is drawn from the
font program inside the PDF and from the font's published file, and the two drawings are laid on each other.
Knows the font packages, and nothing of paper/, pages or games.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageChops, ImageFont, ImageStat

from kitgen.errors import Fault, FileTrouble, ProofFailed
from kitgen.proof.readback import Glyph

_SOURCES = {  # beginning of the font's name in the PDF -> package, file, size in dots at which glyphs are compared
    "SourceSansPro-Regular": ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf", 64),
    "SourceSansPro-Semibold": ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf", 64),
    # Larger: the cut has other outlines (quadratic, not cubic), and characters differ by a short stroke.
    "NotoSansSC-": ("pylopdf_fonts_zh_cn", "NotoSansSC-Regular.otf", 128),
}
# Share of the ink that may differ at that size, and at the size at which a doubtful glyph is looked at again: hinting
# moves strokes by part of a dot, so it fades with size, and a wrong character does not. Measured on all of Sandwich's
# Chinese: cut against source 0.138 at most at 128 dots and 0.033 at 512; 未 against 末 0.14 at both.
_MOST, _AGAIN, _MOST_AGAIN = 0.10, 512, 0.06
_COARSE = 4  # dots that become one before two drawings are laid on each other
_SEEN_ALIKE: set[tuple[int, int, str]] = set()


def check_glyphs(glyphs: Iterable[Glyph]) -> list[Fault]:
    """Return a fault for each font that is not embedded or not the house's, and each glyph that looks like another."""
    faults: dict[str, Fault] = {}
    for glyph in sorted(glyphs, key=lambda g: (g.face.name, g.code)):
        face = glyph.face
        if face.program is None:
            faults.setdefault(face.name, Fault(f"font {face.name} is not embedded"))
        elif not (key := _source_of(face.name)):
            faults.setdefault(face.name, Fault(f"font {face.name} is none of kitgen's", None, ", ".join(_SOURCES)))
        elif not is_alike(face.program, glyph.code, glyph.text, key):
            name = f"{face.name} {glyph.code}"
            faults[name] = Fault(f"what reads as {glyph.text!r} in font {face.name} looks like another character")
    return list(faults.values())


def _source_of(name: str) -> str:
    return next((key for key in _SOURCES if name == key or (key.endswith("-") and name.startswith(key))), "")


def is_alike(program: bytes, code: int, text: str, source: str) -> bool:
    """Return whether glyph `code` of an embedded font looks like the character `text` of the font `source`."""
    key = (hash(program), code, text)
    if key in _SEEN_ALIKE:
        return True
    package, file, size = _SOURCES[source]
    if len(text) != 1:
        return False
    for dots, most in ((size, _MOST), (_AGAIN, _MOST_AGAIN)):
        embedded, published = _embedded(program, dots), _published(package, file, dots)
        if _difference(_draw(embedded, chr(code), dots), _draw(published, text, dots)) <= most:
            break
    else:
        return False
    _SEEN_ALIKE.add(key)
    return True


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
def _published(package: str, file: str, size: int) -> ImageFont.FreeTypeFont:
    spec = find_spec(package)
    folder = next(iter((spec and spec.submodule_search_locations) or ()), None)
    if folder is None:
        raise FileTrouble(f"the font package {package} is not installed")
    return ImageFont.truetype(str(Path(folder, file)), size, layout_engine=ImageFont.Layout.BASIC)

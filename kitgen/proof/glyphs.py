"""Glyphs of a finished PDF against the house's fonts: what reads as "7" must look like the font's own 7.

A file can say one character to a reader of text and show another; so each glyph that a page shows must be the one of
the font's published file: the same outline byte for byte, or, where outlines were made anew, the same drawing.
Knows the font packages, and nothing of paper/, pages or games.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.machinery import SourceFileLoader as FileLoader
from importlib.util import find_spec
from pathlib import Path

from kitgen.errors import Fault, FileTrouble
from kitgen.proof.outlines import Outlines, is_same
from kitgen.proof.readback import Glyph

_SOURCES = {  # beginning of the font's name in the PDF -> package, file, size in dots at which glyphs are compared
    "SourceSansPro-Regular": ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf", 64),
    "SourceSansPro-Semibold": ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf", 64),
    # Larger: the cut has other outlines (quadratic, not cubic), and characters differ by a short stroke.
    "NotoSansSC-": ("pylopdf_fonts_zh_cn", "NotoSansSC-Regular.otf", 128),
}
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
    if len(text) != 1:
        return False
    if not _is_same_outline(program, code, text, source) and not _is_same_drawing(program, code, text, source):
        return False
    _SEEN_ALIKE.add(key)
    return True


def _is_same_outline(program: bytes, code: int, text: str, source: str) -> bool:
    published = _outlines_of(source)
    return published is not None and is_same(_outlines(program), code, published, text)


@cache
def _outlines_of(source: str) -> Outlines | None:
    """Return the outlines of a font's published file; None where it has none of TrueType's kind."""
    file, _ = find_published(source)
    return Outlines(FileLoader("font", file).get_data(file)) if file.endswith(".ttf") else None


_outlines = cache(Outlines)


def _is_same_drawing(program: bytes, code: int, text: str, source: str) -> bool:
    from kitgen.proof.lookalikes import is_same_drawing  # the pictures' library is needed by Chinese sheets alone

    file, dots = find_published(source)
    return is_same_drawing((program, code), (file, text), dots)


def find_published(source: str) -> tuple[str, int]:
    """Return the path of a font's published file, and the size in dots at which its glyphs are compared.

    Raises FileTrouble when its package is not installed.
    """
    package, file, dots = _SOURCES[source]
    spec = find_spec(package)
    folder = next(iter((spec and spec.submodule_search_locations) or ()), None)
    if folder is None:
        raise FileTrouble(f"the font package {package} is not installed")
    return str(Path(folder, file)), dots

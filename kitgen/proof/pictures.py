"""Pages of finished PDFs as PNG files. Knows nothing of paper/, games, or what a page shows."""

from __future__ import annotations

import io

import pypdfium2
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from kitgen.errors import ProofFailed


def to_png(
    data: bytes, page: int = 1, dots_per_inch: int = 150, *, grey: bool = False, told: str = "", small: bool = False
) -> bytes:
    """Return a page of a PDF (counted from 1) as PNG, described as `told`; raises ProofFailed for no such page.

    `small`: in at most 256 colours, a third of the size; shades may differ by a tenth, for looking at pages only.
    """
    try:
        with pypdfium2.PdfDocument(data) as pdf:
            if not 1 <= page <= len(pdf):
                raise ProofFailed(f"the file has no page {page}")
            picture = pdf[page - 1].render(scale=dots_per_inch / 72, grayscale=grey).to_pil()
    except pypdfium2.PdfiumError as error:
        raise ProofFailed(f"not a sound PDF ({error})") from None
    return write_png(_in_few_colours(picture) if small and not grey else picture, dots_per_inch, told)


def _in_few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture in 256 colours, of which the paper's stays exactly white."""
    few = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    shades = few.getpalette() or []
    near = [min(shades[n : n + 3]) >= 252 for n in range(0, len(shades), 3)]
    few.putpalette([255 if near[n // 3] else shade for n, shade in enumerate(shades)])
    return few


def write_png(picture: Image.Image, dots_per_inch: int, told: str = "") -> bytes:
    """Return a picture as PNG bytes that name kitgen and say what is `told`, without a date."""
    out, notes = io.BytesIO(), PngInfo()
    notes.add_text("Software", "kitgen")
    if told:
        notes.add_itxt("Description", told)
    picture.save(out, "PNG", dpi=(dots_per_inch, dots_per_inch), compress_level=6, pnginfo=notes)
    return out.getvalue()

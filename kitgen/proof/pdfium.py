"""pdfium's functions that the read-back needs, from the library that pypdfium2 ships, and a page drawn in grey.

Binding these few takes a tenth of the time of pypdfium2's whole table, which is the fallback where the library does not
lie in the package's folder. Places for answers are given as addresses; one thread reads. Knows nothing of paper/.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_float, c_int, c_size_t, c_ulong, c_void_p
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kitgen.play.seen import Point
from kitgen.units import MM_PER_POINT

PATH, TEXT, FORM = 2, 1, 5  # FPDF_PAGEOBJ_*
LINE, CURVE, MOVE = 0, 1, 2  # FPDF_SEGMENT_*
NOT_FILLED = 0  # FPDF_FILLMODE_NONE
GREY = 1  # FPDFBitmap_Gray

_NAMES = ("libpdfium.so", "libpdfium.dylib", "pdfium.dll")
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "FPDF_InitLibrary": (None, ()),
    "FPDF_LoadMemDocument64": (c_void_p, (c_char_p, c_size_t, c_void_p)),
    "FPDF_CloseDocument": (None, (c_void_p,)),
    "FPDF_GetPageCount": (c_int, (c_void_p,)),
    "FPDF_LoadPage": (c_void_p, (c_void_p, c_int)),
    "FPDF_ClosePage": (None, (c_void_p,)),
    "FPDF_GetPageWidthF": (c_float, (c_void_p,)),
    "FPDF_GetPageHeightF": (c_float, (c_void_p,)),
    "FPDF_RenderPageBitmap": (None, (c_void_p, c_void_p, *[c_int] * 6)),
    "FPDFBitmap_CreateEx": (c_void_p, (c_int, c_int, c_int, c_void_p, c_int)),
    "FPDFBitmap_FillRect": (c_int, (c_void_p, *[c_int] * 4, c_ulong)),
    "FPDFBitmap_Destroy": (None, (c_void_p,)),
    "FPDFPage_GetAnnotCount": (c_int, (c_void_p,)),
    "FPDFPage_CountObjects": (c_int, (c_void_p,)),
    "FPDFPage_GetObject": (c_void_p, (c_void_p, c_int)),
    "FPDFFormObj_CountObjects": (c_int, (c_void_p,)),
    "FPDFFormObj_GetObject": (c_void_p, (c_void_p, c_ulong)),
    "FPDFPageObj_GetType": (c_int, (c_void_p,)),
    "FPDFPageObj_GetMarkedContentID": (c_int, (c_void_p,)),
    "FPDFPageObj_GetMatrix": (c_int, (c_void_p, c_void_p)),
    "FPDFPageObj_GetBounds": (c_int, (c_void_p, *[c_void_p] * 4)),
    "FPDFPageObj_GetFillColor": (c_int, (c_void_p, *[c_void_p] * 4)),
    "FPDFPageObj_GetStrokeColor": (c_int, (c_void_p, *[c_void_p] * 4)),
    "FPDFPageObj_GetStrokeWidth": (c_int, (c_void_p, c_void_p)),
    "FPDFPageObj_GetDashCount": (c_int, (c_void_p,)),
    "FPDFPath_GetDrawMode": (c_int, (c_void_p, c_void_p, c_void_p)),
    "FPDFPath_CountSegments": (c_int, (c_void_p,)),
    "FPDFPath_GetPathSegment": (c_void_p, (c_void_p, c_int)),
    "FPDFPathSegment_GetPoint": (c_int, (c_void_p, c_void_p, c_void_p)),
    "FPDFPathSegment_GetType": (c_int, (c_void_p,)),
    "FPDFPathSegment_GetClose": (c_int, (c_void_p,)),
    "FPDFText_LoadPage": (c_void_p, (c_void_p,)),
    "FPDFText_ClosePage": (None, (c_void_p,)),
    "FPDFTextObj_GetText": (c_ulong, (c_void_p, c_void_p, c_void_p, c_ulong)),
    "FPDFTextObj_GetFontSize": (c_int, (c_void_p, c_void_p)),
}


def _find_library() -> ctypes.CDLL:
    """Return the library, opened for the functions here alone: what others say of their types stays as it is."""
    spec = find_spec("pypdfium2_raw")
    folder = Path(next(iter((spec and spec.submodule_search_locations) or ()), ""))
    found = next((str(folder / name) for name in _NAMES if (folder / name).is_file()), None)
    if found is None:
        from pypdfium2_raw import bindings

        found = bindings._libs["pdfium"]._name
    return ctypes.CDLL(found)


def _bind() -> Any:
    library, bound = _find_library(), SimpleNamespace()
    for name, (answer, places) in _FUNCTIONS.items():
        function = library[name]
        function.restype, function.argtypes = answer, places
        setattr(bound, name, function)
    bound.FPDF_InitLibrary()  # again is free
    return bound


functions = _bind()


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class Raster:
    """A page in grey, one byte a dot, row by row from the top; `scale` is dots a mm."""

    dots: bytes | bytearray
    width: int
    height: int
    scale: float

    def place(self, point: Point, margin: int = 0) -> int:
        """Return the index of the dot at a point in mm; -1 beside the page or within `margin` dots of its edge."""
        x, y = int(point[0] * self.scale), int(point[1] * self.scale)
        inside = margin <= x < self.width - margin and margin <= y < self.height - margin
        return y * self.width + x if inside else -1

    def row(self, left: float, right: float, y: float) -> tuple[int, int] | None:
        """Return where a row of dots from `left` to `right` at height `y`, in mm, begins and ends; None: beside it."""
        line = int(y * self.scale)
        first, last = max(0, int(left * self.scale)), min(self.width, int(right * self.scale) + 1)
        if not 0 <= line < self.height or first >= last:
            return None
        return line * self.width + first, line * self.width + last


def rasterise(page: Any, scale: float) -> Raster:
    """Draw a page (pdfium's handle) in grey, `scale` dots a point."""
    width = round(functions.FPDF_GetPageWidthF(page) * scale)
    height = round(functions.FPDF_GetPageHeightF(page) * scale)
    stride = (width + 3) // 4 * 4
    dots = bytearray(stride * height)
    store = (ctypes.c_ubyte * len(dots)).from_buffer(dots)
    bitmap = functions.FPDFBitmap_CreateEx(width, height, GREY, ctypes.addressof(store), stride)
    functions.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
    functions.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    functions.FPDFBitmap_Destroy(bitmap)
    return Raster(dots, stride, height, scale / MM_PER_POINT)

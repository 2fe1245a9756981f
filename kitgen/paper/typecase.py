"""Strings -> operators that show them, and the fonts that they need, cut to the characters shown.

reportlab gives codes to characters and cuts the fonts; this module alone reaches into its document for them. Knows
neither pages nor marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reportlab.pdfbase import pdfdoc, pdfmetrics

from kitgen.paper.pack import Objects

FONTS = 1  # number of the dictionary of all fonts: the first object of a file
_ESCAPED = re.compile(rb"[\\()\r\n]")
_NAMES = {b"\r": b"\\r", b"\n": b"\\n"}


class TypeCase:
    """The fonts of one file. Make it before any other object of the file."""

    def __init__(self, objects: Objects) -> None:
        if objects.reserve() != FONTS:
            raise ValueError("the fonts come first")
        self._objects = objects
        self._document = pdfdoc.PDFDocument(invariant=1, compression=1)

    def show(self, font: str, string: str, size: str) -> Iterator[bytes]:
        """Yield the operators that show `string` in a font that reportlab knows; `size` as it is to be written."""
        face, document = pdfmetrics.getFont(font), self._document
        for subset, codes in face.splitString(string, document):
            name = face.getSubsetInternalName(subset, document).encode()
            yield b"%s %s Tf (%s) Tj" % (name, size.encode(), _ESCAPED.sub(_escape, codes))

    def embed(self) -> None:
        """Add the fonts to the file's objects; nothing can be shown after."""
        document, objects = self._document, self._objects
        document.objectcounter = objects.count  # so that reportlab's numbers go on from ours
        for font in document.delayedFonts:
            font.addObjects(document)
        number = FONTS
        while number in document.numberToId:  # writing an object may bring others
            thing = document.idToObject[document.numberToId[number]]
            body = pdfdoc.format(thing, document, toplevel=1)
            if number > objects.count:
                objects.reserve()
            if isinstance(thing, pdfdoc.PDFStream):
                objects.put_written(number, body.rstrip(b"\n"))
            else:
                objects.put(number, body)
            number = objects.count + 1


def _escape(match: re.Match[bytes]) -> bytes:
    return _NAMES.get(match[0], b"\\" + match[0])

"""Object streams for long files: the same PDF, with its many small objects packed together.

The one module of paper/ that uses pikepdf. Output is a function of the input: the file id is made from the content.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """Content that `count` pages from `first` (from 0) have in common, painted before and after what they hold."""

    first: int
    count: int
    before: bytes
    after: bytes


def with_object_streams(data: bytes, frames: Iterable[Frame] = ()) -> bytes:
    """Return the PDF `data` saved again with object streams, pages put into their `frames`, content else unchanged."""
    import pikepdf

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for frame in frames:
            before, after = ([pdf.make_stream(part)] if part else [] for part in (frame.before, frame.after))
            for page in pdf.pages[frame.first : frame.first + frame.count]:
                page.obj.Contents = pikepdf.Array([*before, page.obj.Contents, *after])
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            recompress_flate=False,
            deterministic_id=True,
        )
    return out.getvalue()

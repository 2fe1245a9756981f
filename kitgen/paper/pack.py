"""Object streams for long files: the same PDF, with its many small objects packed together.

The one module of paper/ that uses pikepdf. Output is a function of the input: the file id is made from the content.
"""

from __future__ import annotations

import io


def with_object_streams(data: bytes) -> bytes:
    """Return the PDF `data` saved again with object streams, content unchanged."""
    import pikepdf

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            recompress_flate=False,
            deterministic_id=True,
        )
    return out.getvalue()

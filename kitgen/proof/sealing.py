"""Whether a file is, byte for byte, the one that kitgen made: its id's second half against all its other bytes.

A seal shows a slip, a damaged disk, a file saved again. It is no signature: who knows how may seal a file anew, and
then the proof of what it shows has the word. Knows nothing of what a PDF holds.
"""

from __future__ import annotations

import hashlib

_DIGITS = 32  # of each half of the id


def is_sealed(data: bytes) -> bool:
    """Return whether the last id in `data` is followed by two strings of digits, the second made from the rest."""
    at = data.rfind(b"/ID")
    end = data.find(b"]", at)
    halves = data[at:end].split(b"<")[1:] if 0 <= at < end else []
    if len(halves) != 2 or any(half.find(b">") != _DIGITS for half in halves):
        return False
    start = end - len(halves[1])
    found = data[start : start + _DIGITS]
    digest = hashlib.sha256()
    for part in (data[:start], b"0" * _DIGITS, data[start + _DIGITS :]):
        digest.update(part)
    return digest.hexdigest()[:_DIGITS].encode() == found

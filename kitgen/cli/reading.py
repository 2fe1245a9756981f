"""Reads what the user hands in: a file or standard input, with bounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from kitgen.errors import FileTrouble

MAX_FILE = 4_000_000


def read_input(source: str) -> str:
    """Return the text of the file `source` (`-`: standard input); raises FileTrouble."""
    stream: IO[bytes]
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise FileTrouble(f"{source}: {error.strerror}") from None
    if len(data) > MAX_FILE:
        raise FileTrouble(f"{source}: larger than {MAX_FILE} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileTrouble(f"{source}: not UTF-8 text (byte {error.start})") from None

"""Reads what the user hands in: a file or standard input, with bounds."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import IO

import click

from kitgen.errors import FileTrouble

MAX_FILE = 4_000_000
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)  # --kits: a mistyped folder is no empty one


MAX_LINE = 200  # characters; far more than a page is wide
_LIGATURES = range(0xFB00, 0xFB07)  # single characters for fi, fl and the like


def clean_line(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Return a line to print, its accents joined to their letters (a Mac types them apart) and ligatures opened.

    Raises a usage error for what is no line: control characters, or more than MAX_LINE characters.
    """
    if text is None:
        return None
    text = "".join(unicodedata.normalize("NFKC", c) if ord(c) in _LIGATURES else c for c in text)
    text = unicodedata.normalize("NFC", text)
    odd = next((c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")), None)
    if odd:
        raise click.BadParameter(f"character U+{ord(odd):04X} does not print; write one line of plain text")
    if len(text) > MAX_LINE:
        raise click.BadParameter(f"{len(text)} characters; a line holds {MAX_LINE} at most")
    return text


def read_input(source: str) -> str:
    """Return the text of the file `source` (`-`: standard input); raises FileTrouble."""
    from kitgen.shelf import decode

    stream: IO[bytes]
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise FileTrouble(f"{source}: {error.strerror}") from None
    return decode(data, source, MAX_FILE)

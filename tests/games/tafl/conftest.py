"""Set-ups written as pieces and squares, for the tests of tafl."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def write_setup(pieces: str) -> str:
    """Return the `start` rows of 'K d4, A e4 c2, D c3': row 1 first, joined with '/'."""
    rows = [["."] * 7 for _ in range(7)]
    for group in filter(None, pieces.split(",")):
        piece, *squares = group.split()
        for square in squares:
            rows[int(square[1]) - 1]["abcdefg".index(square[0])] = piece
    return "/".join("".join(row) for row in rows)


@pytest.fixture(scope="session")
def setup() -> Callable[[str], str]:
    """Return the writer of set-ups."""
    return write_setup

"""What the reversi tests share: the case files beside them, and one way to play a transcript.

The tsv files hold real records with their sources (WTHOR archives and others) in each row.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen.games import load
from kitgen.play.replay import play

HERE = Path(__file__).parent


def read_rows(name):
    """Return the rows of a case file, comments dropped, fields split at tabs."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


def play_through(transcript, **options):
    """Play a transcript in any form under `options`; returns the Replayed, raises Refused."""
    game = load("reversi")
    record = next(iter(game.records(transcript)), None)
    return play(game, game.settle(options), record.tokens if record else ())


@pytest.fixture(scope="session")
def rows():
    return read_rows


@pytest.fixture(scope="session")
def through():
    return play_through


@pytest.fixture(scope="session")
def game():
    return load("reversi")

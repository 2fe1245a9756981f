"""One loader for the layout cases: each file in data/ is a test of its name."""

from pathlib import Path

DATA = Path(__file__).parent / "data"

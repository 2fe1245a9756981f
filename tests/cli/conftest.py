"""Runs the installed command as a user does: a process, an own folder, its own config and a shared font cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("kitgen"))


@pytest.fixture(scope="session")
def font_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def kitgen(tmp_path, font_cache):
    """Return a function that runs the command in an empty folder; `expect` is the exit code it must end with, None any."""

    def run(*words: str, expect: int = 0, stdin: str | None = None, env: dict | None = None, cwd: Path | None = None,
            binary: bool = False, **more):  # fmt: skip
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("KITGEN", "PYTHON"))},
            "KITGEN_CACHE": str(font_cache),
            "KITGEN_CONFIG": str(tmp_path / "no-config.yaml"),
            **(env or {}),
        }
        done = subprocess.run(
            [COMMAND, *words], cwd=cwd or tmp_path, env=environment, input=stdin, capture_output=True,
            text=not binary, timeout=240, check=False, **more,
        )  # fmt: skip
        assert expect is None or done.returncode == expect, f"exit {done.returncode}\n{done.stdout!r}\n{done.stderr!r}"
        assert "Traceback" not in str(done.stderr), done.stderr
        return done

    run.folder = tmp_path
    return run

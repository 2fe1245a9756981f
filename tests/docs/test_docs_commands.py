"""Every command of the guide runs as it stands, page by page, in an empty folder.

A page's ```sh blocks run in their order, in one shell that stops at the first failure; "```sh exit=1" must end so. A block
of another kind that follows a line with nothing but `a/path`: is written to that file first, as the page tells its reader.
docs/commands.md is left out: its examples are those of --help, which tests/cli/test_cli_help.py runs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md") if path.name != "commands.md")
BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w+)(?: exit=(\d))?\n(.*?)^```$", re.M | re.S)


def blocks(page):
    """Return (path or "", kind, exit code, text) of each fenced block of a page."""
    found = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    return [(path, kind, int(code or 0), text) for path, kind, code, text in found]


def run(text, folder, cache):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("KITGEN", "PYTHON"))}
    env |= {"KITGEN_CONFIG": str(folder / "config.yaml"), "KITGEN_CACHE": str(cache)}
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    command = ["bash", "-ec", text]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=400, check=False)


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("docs-cache")


@pytest.mark.parametrize("page", PAGES)
def test_a_pages_commands_run(page, tmp_path, cache):
    for path, kind, code, text in blocks(page):
        if path:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        if kind == "sh":
            done = run(text, tmp_path, cache)
            assert done.returncode == code, f"{page}: {text}exit {done.returncode}\n{done.stdout}{done.stderr}"


def test_the_guide_has_commands():
    """The fence pattern sees every fence, and no page of the guide is without a reason to be looked at."""
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        assert len(blocks(page)) * 2 == len(re.findall(r"^```", text, re.M)), page
    assert sum(kind == "sh" for page in PAGES for _, kind, _, _ in blocks(page)) > 30
    assert {code for page in PAGES for _, _, code, _ in blocks(page)} == {0, 1}


def test_what_the_guide_shows_of_a_mistake_is_what_is_said(tmp_path, cache):
    page, said, shown = "your-own-kit.md", "", 0
    for path, kind, _, text in blocks(page):
        if path:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        if kind == "sh" and re.match(r"sed|mv|echo|kitgen (new|check five)", text):
            said = run(text, tmp_path, cache).stderr
        if kind == "text":
            assert text == said
            shown += 1
    assert shown == 2

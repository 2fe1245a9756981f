"""The wheel carries layouts and texts and works outside the repo: built, installed in an environment of its own, run.

Dependencies are lent by the environment that the tests run in, so that nothing is fetched; the README's own commands,
which fetch everything, are run by `.ci/run`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import kitgen as package

ROOT = Path(package.__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if not (ROOT / "pyproject.toml").is_file():
        pytest.skip("not a checkout: there is nothing to build a wheel from")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_data_and_no_tests(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "kitgen/shelves/layouts/sandwich.yaml" in names
    assert "kitgen/shelves/rules_text/sandwich/zh-Hans.md" in names
    assert "kitgen/shelves/rules_text/_house/words.es.yaml" in names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "benchmarks/"))]
    assert not [name for name in names if name.endswith((".ttf", ".otf", ".pdf"))]


def test_it_prints_from_an_empty_folder(wheel, tmp_path):
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    zipfile.ZipFile(wheel).extractall(site)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("KITGEN", "PYTHON"))}
    environment["KITGEN_CACHE"] = str(tmp_path / "cache")
    where = [str(python), "-c", "import kitgen; print(kitgen.__file__)"]
    found = subprocess.run(where, cwd=empty, env=environment, capture_output=True, text=True, check=True)
    assert str(site) in found.stdout
    sheet = [str(python), "-m", "kitgen", "sheet", "sandwich", "--size", "9", "--lang", "zh"]
    done = subprocess.run(sheet, cwd=empty, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in empty.rglob("*.pdf")] == ["sandwich-pad-9-cross-zh-Hans-A4.pdf"]

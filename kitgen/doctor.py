"""Whether everything that kitgen needs is there: versions, fonts, folders, config, shelf; and a cure for what is not.

Looks and reports; mends nothing. Makes a sheet and proves it, which only the font cache shows afterwards, and writes a
file of no length into each folder that must take one. Does not know the command line: what holds the config is handed
in.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from kitgen import __version__, games
from kitgen.build import Request, build_sheet
from kitgen.errors import KitgenError, hyphened
from kitgen.kit import Kit
from kitgen.paper import fonts
from kitgen.shelf import Shelf

FINE, POOR, BAD = "fine", "poor", "bad"  # poor: kitgen works, but slower or not in all

LEAST_PYTHON = (3, 11)

_NEED = re.compile(r"([A-Za-z0-9_.-]+)\s*(==|>=)\s*([0-9][0-9.]*)")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: its state ("fine", "poor", "bad"), what was found, and what to do about it."""

    what: str
    state: str
    found: str
    cure: str = ""


def examine(shelf: Shelf, output: Path, config: Path, read_config: Callable[[], object]) -> Iterator[Finding]:
    """Yield a finding for each thing that kitgen needs; `output` is where sheets would go.

    `read_config` reads the file at `config` and raises KitgenError for what is wrong with it.
    """
    yield _python()
    yield from _packages()
    yield from _fonts()
    yield _folder("font cache", fonts.cache_folder(), POOR, "set KITGEN_CACHE to a folder that can be written")
    yield _folder("output", output, BAD, "run kitgen in a folder of your own, or name one with -o")
    yield _config(config, read_config)
    yield from _kits(shelf)
    yield _sheet()


def _python() -> Finding:
    found = f"kitgen {__version__}, Python {platform.python_version()}, {platform.system()}"
    if sys.version_info[:2] >= LEAST_PYTHON:
        return Finding("versions", FINE, found)
    least = ".".join(map(str, LEAST_PYTHON))
    return Finding("versions", BAD, found, f"install Python {least} or newer and kitgen anew with it")


def _sheet() -> Finding:
    """Make a sheet of the shipped kits and prove it: what all the rest is for."""
    began = time.perf_counter()
    try:
        made = build_sheet(Shelf(), Request("sandwich", "pad"))
    except Exception as error:  # whatever it is that stops a shipped kit, the doctor has to say it
        told = error.faults[0].what if isinstance(error, KitgenError) else f"{type(error).__name__}: {error}"
        cure = "mend what is said above, or install kitgen anew with another Python; else it is a fault of kitgen's"
        return Finding("a sheet", BAD, f"the Sandwich pad can't be made and proved ({told})", cure)
    return Finding("a sheet", FINE, f"{made.name} made and proved in {time.perf_counter() - began:.1f} s")


def _packages() -> Iterator[Finding]:
    """Yield the packages that kitgen stands on: one line when all are right, else one for each that is not."""
    try:
        needs = [_NEED.match(line) for line in requires("kitgen") or () if "extra ==" not in line]
    except PackageNotFoundError:
        yield Finding("packages", BAD, "kitgen is not installed as a package", "install it with pip")
        return
    right, wrong = [], []
    for need in filter(None, needs):
        name, sign, wanted = need.groups()
        try:
            have = version(name)
        except PackageNotFoundError:
            wrong.append(Finding(name, BAD, "is not installed", f"pip install '{name}{sign}{wanted}'"))
            continue
        fits = have == wanted if sign == "==" else _numbers(have) >= _numbers(wanted)
        if fits:
            right.append(f"{name} {have}")
        else:
            wrong.append(Finding(name, BAD, f"is {have}", f"pip install '{name}{sign}{wanted}'"))
    if right:
        yield Finding("packages", FINE, ", ".join(right))
    yield from wrong


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


def _fonts() -> Iterator[Finding]:
    """Yield each font file with the beginning of its hash; widths decide layouts, so another file is no good."""
    for source in (*fonts.LATIN.values(), fonts.CHINESE):
        name = Path(source.path).name
        try:
            data = source.read()
        except KitgenError as error:
            cure = (
                f"pip install --force-reinstall {source.package.replace('_', '-')}, in the version that kitgen asks for"
            )
            yield Finding(name, BAD, error.faults[0].what, cure)
        else:
            yield Finding(name, FINE, f"{len(data):,} bytes, SHA-256 {source.sha256[:12]}…")


def _folder(what: str, folder: Path, state: str, cure: str) -> Finding:
    """Try to write where a folder is or would be made."""
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), folder)
    try:
        with tempfile.NamedTemporaryFile(prefix=".kitgen-", dir=there):
            pass
    except OSError as error:
        return Finding(what, state, f"{folder} cannot be written ({error.strerror})", cure)
    if there != folder:
        return Finding(what, FINE, f"{folder}, will be made when it is needed")
    files = [path for path in folder.iterdir() if path.is_file()]
    return Finding(what, FINE, f"{folder}, {len(files)} file{'' if len(files) == 1 else 's'}")


def _config(path: Path, read: Callable[[], object]) -> Finding:
    if not path.exists():
        named = ", which KITGEN_CONFIG names, is not there" if os.environ.get("KITGEN_CONFIG") else ", none"
        return Finding("config", FINE, f"{path}{named}: A4, English and colour hold")
    try:
        read()
    except KitgenError as error:
        return Finding("config", BAD, error.faults[0].what, f"mend or remove {error.faults[0].place or path}")
    return Finding("config", FINE, str(path))


def _kits(shelf: Shelf) -> Iterator[Finding]:
    """Yield whether every layout can be read and every game loads: one line when all can."""
    right, wrong = [], []
    for slug in shelf.kits():
        try:
            kit = Kit(shelf, slug)
            games.load(kit.game_slug)
            right.append(f"{hyphened(slug)} ({', '.join(kit.layout.languages)})")
        except KitgenError as error:
            fault = error.faults[0]
            where = f"{fault.place}: " if fault.place else ""
            name = hyphened(slug)
            wrong.append(Finding(f"kit {name}", BAD, f"{where}{fault.what}", f"kitgen check {name} says more"))
    if right or not wrong:
        cure = "" if right else "install kitgen again: its layouts are missing"
        yield Finding("kits", FINE if right else BAD, ", ".join(right) or "none", cure)
    yield from wrong

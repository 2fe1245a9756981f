"""Writes what was made: whole files or none, never over a file that kitgen did not make."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import click

from kitgen.errors import Fault, FileTrouble, KitgenError

Thing = TypeVar("Thing")
Item = tuple[str, bytes]  # file name, content

_OURS = {  # what stands near the beginning of a file of ours
    ".png": b"tEXtSoftware\0kitgen",
    ".svg": b"<!-- kitgen -->",
    ".html": b'name="generator" content="kitgen"',
    ".json": b'"title": "kitgen layout"',
    ".yaml": b"# A class for kitgen: ",
}


# suffixes that say what a file holds, without the dot, in small letters
_FORMATS = re.compile(
    r"pdf|png|svg|html?|json|ya?ml|zip|txt|md|csv|xml|xlsx?|ods|docx?|odt|rtf|pptx?|odp|jpe?g|gif|bmp|webp|tiff?|heic|ps"
    r"|eps|ai|epub|xps|gz|tar|tgz|xz|bz2|7z|rar"
)


def count(number: int, what: str) -> str:
    """Return a number with its noun: "1 page", "2 pages"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def says_other(path: Path, made: str) -> bool:
    """Return whether the name of a file says another format than the one `made` (".pdf")."""
    suffix = path.suffix.lower()
    return suffix != made and bool(_FORMATS.fullmatch(suffix[1:]))


def is_folder(target: str) -> bool:
    """Return whether `-o target` names a folder: it is one, ends in a slash, or has no suffix."""
    return target.endswith(("/", os.sep)) or Path(target).is_dir() or not Path(target).suffix


def place(items: Sequence[Item], target: str | None) -> list[tuple[Path, bytes]]:
    """Return where each item goes for `-o target` (None: output/ here).

    Raises a usage error for many into one file, and for a file whose name says another format than the item's.
    """
    if target is None or is_folder(target):
        folder = Path(target or "output")
        return [(folder / name, data) for name, data in items]
    if len(items) != 1:
        raise click.UsageError(f"-o {target} is one file, but {len(items)} are made; give a folder")
    made = Path(items[0][0]).suffix
    if says_other(Path(target), made):
        raise click.UsageError(f"-o {target}: what is made is a {made[1:].upper()}; give a name that ends in {made}")
    return [(Path(target), items[0][1])]


def write_all(placed: Sequence[tuple[Path, bytes]], *, force: bool, is_ours: Callable[[Path], bool]) -> None:
    """Write every file beside its place first, then rename them all; on any fault nothing is left behind.

    Raises FileTrouble for folders that can't be written, a full disk, and files that kitgen did not make.
    """
    refuse_others([path for path, _ in placed], force=force, is_ours=is_ours)
    written: list[tuple[str, Path]] = []
    try:
        for path, data in placed:
            written.append((_write_beside(path, data), path))
        for beside, path in written:
            Path(beside).replace(path)
    except OSError as error:
        raise FileTrouble(f"{error.filename or path}: {error.strerror}; nothing was written") from None
    finally:
        for beside, _ in written:
            with contextlib.suppress(OSError):
                Path(beside).unlink()


def refuse_others(paths: Sequence[Path], *, force: bool, is_ours: Callable[[Path], bool]) -> None:
    """Raise FileTrouble for paths where a folder is, or, unless `force`, a file that kitgen did not make."""
    folders = [path for path in paths if path.is_dir()]
    if folders:
        raise FileTrouble(Fault(f"{path} is a folder; nothing was written") for path in folders)
    strange = [path for path in paths if path.exists() and not force and not is_ours(path)]
    if strange:
        raise FileTrouble(
            Fault(f"{path} is there and was not made by kitgen", None, "another place, or --force") for path in strange
        )


def _write_beside(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".kitgen-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o644)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    return name


def to_stdout(items: Sequence[Item]) -> None:
    """Write one item to standard output; raises a usage error for several."""
    if len(items) != 1:
        raise click.UsageError(f"-o - takes one file, but {len(items)} are made")
    sys.stdout.buffer.write(items[0][1])
    sys.stdout.buffer.flush()


def is_ours(path: Path) -> bool:
    """Return whether kitgen made the file at `path`."""
    suffix = path.suffix.lower()
    if suffix == ".pdf":
        from kitgen.proof.anatomy import open_anatomy

        try:
            return open_anatomy(path.read_bytes()).creator == "kitgen"
        except (KitgenError, OSError):
            return False
    with path.open("rb") as stream:
        start = stream.read(400)
    return suffix in _OURS and _OURS[suffix] in start


def count_off(name: str, things: Sequence[Thing]) -> Iterator[Thing]:
    """Yield the things, and show on a terminal how many are done, where there are several."""
    show = progress(name) if len(things) > 1 else None
    for done, thing in enumerate(things, start=1):
        yield thing
        if show:
            show(done, len(things))


def progress(name: str) -> Callable[[int, int], None] | None:
    """Return what shows how far the work on `name` is, in place, on a terminal; None where there is none to see it."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        line = f"{name}: {done} of {total}"
        click.echo(f"\r{line}" if done < total else f"\r{' ' * len(line)}\r", nl=False, err=True)

    return show

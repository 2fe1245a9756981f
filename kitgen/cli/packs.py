"""Writes a pack whole or not at all: a folder or a zip file, made beside its place and then put there in one step.

What a killed run leaves beside is cleared by the next one. A folder that holds anything that kitgen did not make is
never touched.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import io
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kitgen.classroom.packing import MAKER, MANIFEST, PackFile
from kitgen.errors import Fault, FileTrouble

_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip file can hold
_MARK, _OLD = ".kitgen-", "-old"
_EXCHANGE, _HERE = 2, -100  # of renameat2(2): RENAME_EXCHANGE, AT_FDCWD
_MOST_MANIFEST = 16_000_000


def write_pack(files: Sequence[PackFile], target: Path, *, force: bool = False) -> None:
    """Write a pack to `target`: a zip file if its name ends so, else a folder. An earlier pack there is replaced.

    Raises FileTrouble for a full disk, a place that can't be written, and for files that kitgen did not make there;
    with `force` files of a pack that were changed are replaced too.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear(target)
        if target.suffix.lower() == ".zip":
            _write_zip(files, target, force=force)
        else:
            _write_folder(files, target, force=force)
    except OSError as error:
        raise FileTrouble(f"{error.filename or target}: {error.strerror}; no pack was written") from None


def check_target(target: Path, *, force: bool = False) -> None:
    """Raise FileTrouble where `write_pack` would refuse the target: a look before the work. Writes nothing."""
    try:
        if target.suffix.lower() == ".zip":
            _check_zip(target, force=force)
        else:
            _check_folder(target, force=force)
    except OSError as error:
        raise FileTrouble(f"{error.filename or target}: {error.strerror}; no pack was made") from None


def _clear(target: Path) -> None:
    """Remove what runs that were killed left beside `target`; what a living process makes is left alone.

    An old pack that a killed run had put aside, and nothing in its place yet, goes back.
    """
    for path in target.parent.glob(f"{_MARK}{target.name}-*"):
        owner = path.name.removeprefix(f"{_MARK}{target.name}-").partition("-")[0]
        if not owner.isdecimal() or _is_alive(int(owner)):
            continue
        if path.name.endswith(_OLD) and not target.exists():
            path.rename(target)
        elif path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    if process == os.getpid() or os.name != "posix":
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


# ---------------------------------------------------------------- zip


def zip_bytes(files: Sequence[PackFile]) -> bytes:
    """Return a pack as a zip file: fixed dates and order, stored (the PDFs are packed already), so always the same."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for one in files:
            entry = zipfile.ZipInfo(one.path, _DATE)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, one.data)
    return out.getvalue()


def _check_zip(target: Path, *, force: bool) -> None:
    if target.is_dir():
        raise FileTrouble(Fault(f"{target} is a folder", None, "another place with -o"))
    if target.exists() and not force and not _is_our_zip(target):
        raise FileTrouble(
            Fault(f"{target} is there and was not made by kitgen", None, "another place with -o, or --force")
        )


def _write_zip(files: Sequence[PackFile], target: Path, *, force: bool) -> None:
    _check_zip(target, force=force)
    handle, name = tempfile.mkstemp(prefix=f"{_MARK}{target.name}-{os.getpid()}-", dir=target.parent)
    try:
        _write_open(handle, zip_bytes(files))
        Path(name).chmod(0o644)
        Path(name).replace(target)
    finally:
        Path(name).unlink(missing_ok=True)
    _sync_folder(target.parent)


def _is_our_zip(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(MANIFEST).file_size > _MOST_MANIFEST:
                return False
            return _is_manifest(json.loads(archive.read(MANIFEST)))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False


def _is_manifest(tree: Any) -> bool:
    return isinstance(tree, dict) and tree.get("made_by") == MAKER and isinstance(tree.get("files"), list)


# ---------------------------------------------------------------- folder


def _check_folder(target: Path, *, force: bool) -> None:
    if target.exists() and (faults := list(_strangers(target, force=force))):
        raise FileTrouble(faults)


def _write_folder(files: Sequence[PackFile], target: Path, *, force: bool) -> None:
    _check_folder(target, force=force)
    beside = Path(tempfile.mkdtemp(prefix=f"{_MARK}{target.name}-{os.getpid()}-", dir=target.parent))
    try:
        for one in files:
            path = beside / one.path
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), one.data)
        for folder in (*(path for path in beside.rglob("*") if path.is_dir()), beside):
            folder.chmod(0o755)
            _sync_folder(folder)
        _put(beside, target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    _sync_folder(target.parent)


def _put(beside: Path, target: Path) -> None:
    """Put the folder `beside` in the place of `target`; what was there is then `beside`.

    In one step where the system can exchange two folders, else in two: between them the old pack stands beside.
    """
    if not target.exists():
        beside.rename(target)
    elif not _exchange(beside, target):
        aside = beside.with_name(beside.name + _OLD)
        target.rename(aside)
        try:
            beside.rename(target)
        except OSError:
            aside.rename(target)
            raise
        shutil.rmtree(aside, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return whether the system could."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)


def _strangers(target: Path, *, force: bool) -> Iterator[Fault]:
    """Yield a fault for each thing in `target` that is not a file of a pack of ours, unchanged unless `force`."""
    if not target.is_dir() or target.is_symlink():
        yield Fault(f"{target} is there and is no folder", None, "another place with -o")
        return
    known = _known(target)
    if known is None:
        if any(target.iterdir()):
            manifest = target / MANIFEST
            state = "is damaged, or another program's" if manifest.exists() else "is missing"
            yield Fault(f"{manifest} {state}: what lies there may not be kitgen's", None, "another place with -o")
        return
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_dir() and not path.is_symlink():
            if any(other.startswith(f"{name}/") for other in known):
                continue
            yield Fault(f"{path} was not made by kitgen", None, "another place with -o")
        elif (name != MANIFEST and name not in known) or path.is_symlink():
            yield Fault(f"{path} was not made by kitgen", None, "another place with -o")
        elif name != MANIFEST and not force and _hash(path) != known[name]:
            yield Fault(f"{path} was changed since kitgen made it", None, "another place with -o, or --force")


def _known(target: Path) -> dict[str, str] | None:
    """Return the hashes of the files of the pack in `target` by path; None where it holds no pack."""
    try:
        with (target / MANIFEST).open("rb") as stream:
            tree = json.loads(stream.read(_MOST_MANIFEST))
        return {str(one["path"]): str(one["sha256"]) for one in tree["files"]} if _is_manifest(tree) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write_open(handle: int, data: bytes) -> None:
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

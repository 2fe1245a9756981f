"""A pack held against its manifest: each file there, none more, its bytes as they were made, and each PDF proved again.

A pack may come from anywhere: paths that lead out of it, links, too many or too large entries and bombs are refused
before a byte of them is unpacked. So is whatever a zip file holds beside its files: bytes around them, remarks.
Nothing of a zip file is written but to a folder of our own, under names of our own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any, Protocol

from kitgen.classroom.packing import FORMAT, MAKER, MANIFEST
from kitgen.cli.stated import Carried, read_carried, row_faults, sum_faults
from kitgen.errors import Fault, FileTrouble, KitgenError, ProofFailed
from kitgen.play.work import Progress, cores

if TYPE_CHECKING:
    from kitgen.proof.compare import LoadWords, Verdict

MOST_FILES = 2_000
MOST_BYTES = 64_000_000  # of a file; a proof reads no larger one
MOST_IN_ALL = 2_000_000_000
MOST_MANIFEST = 16_000_000

_CHUNK = 1 << 20
_END = 22  # bytes of a zip file's end record, its remark left out
_DESCRIPTORS = (12, 16, 20, 24)  # bytes that may follow a file whose size was not known before it was packed
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class _Listed:
    """What a manifest says of a file."""

    path: str
    sha256: str
    size: int
    row: Mapping[str, Any]


@dataclass(frozen=True)
class _Proved:
    """A file that holds: its verdicts, and what it says of itself."""

    verdicts: list[Verdict]
    carried: Carried


class _Place(Protocol):
    """Where a pack's files are: a folder or a zip file."""

    def sizes(self) -> Mapping[str, int]:
        """Return the size of each file by path; raises ProofFailed for what no pack holds."""

    def open(self, path: str) -> IO[bytes]:
        """Open a file of `sizes` to read."""


class _Folder:
    """A pack that is a folder. Links are not followed."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def sizes(self) -> Mapping[str, int]:
        """Return the size of each file by path; raises ProofFailed for links and for too many files."""
        found: dict[str, int] = {}
        folders, seen = [self.root], 0
        while folders:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    seen += 1
                    name = Path(entry.path).relative_to(self.root).as_posix()
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(Path(entry.path))
                    elif not entry.is_file(follow_symlinks=False):
                        raise ProofFailed(f"{_shown(name)} is a link, or no file")
                    else:
                        found[name] = entry.stat(follow_symlinks=False).st_size
                    if seen > MOST_FILES:
                        raise ProofFailed(f"holds more than {MOST_FILES} files")
        return found

    def open(self, path: str) -> IO[bytes]:
        """Open a file of `sizes` to read."""
        return (self.root / path).open("rb")


class _Zip:
    """A pack that is a zip file."""

    def __init__(self, file: Path) -> None:
        _check_directory(file)
        self.archive = zipfile.ZipFile(file)

    def sizes(self) -> Mapping[str, int]:
        """Return the size of each file by path; raises ProofFailed for names that stand twice and too many entries."""
        entries = self.archive.infolist()
        if len(entries) > MOST_FILES:
            raise ProofFailed(f"holds more than {MOST_FILES} files")
        found: dict[str, int] = {}
        for entry in entries:
            if entry.filename in found:
                raise ProofFailed(f"{_shown(entry.filename)} stands in it twice")
            if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ProofFailed(f"{_shown(entry.filename)} is encrypted, or packed in an unusual way")
            _check_entry(entry)
            found[entry.filename] = entry.file_size
        _check_gaps(self.archive)
        folders = [name for name in found if name.endswith("/")]
        files = {name: size for name, size in found.items() if not name.endswith("/")}
        for folder in folders:
            if self.archive.read(folder) or not any(name.startswith(folder) for name in files):
                raise ProofFailed(f"{_shown(folder)} is a folder that no file of the pack lies in")
        return files

    def open(self, path: str) -> IO[bytes]:
        """Open a file of `sizes` to read."""
        return self.archive.open(path)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    """Raise ProofFailed for a link, a folder that leads out or holds data, and for remarks."""
    name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
    folder = entry.is_dir()
    if kind not in (0, stat.S_IFDIR if folder else stat.S_IFREG) or (entry.external_attr & 0x10 and not folder):
        raise ProofFailed(f"{_shown(name)} is a link, or no file")
    if folder and not _is_plain(name[:-1]):
        raise ProofFailed(f"{_shown(name)} is a folder that leads out of the pack")
    if folder and (entry.file_size or entry.compress_size > (2 if entry.compress_type else 0)):
        raise ProofFailed(f"{_shown(name)} is a folder that holds data")  # nothing at all, deflated, takes two bytes
    if entry.comment or entry.orig_filename != name:
        raise ProofFailed(f"{_shown(name)} has a remark, or more than one name")


def _check_gaps(archive: zipfile.ZipFile) -> None:
    """Raise ProofFailed where bytes stand before, between or behind the files of a zip file."""
    stream, at = archive.fp, 0
    slack: tuple[int, ...] = (0,)
    if stream is None:
        raise zipfile.BadZipFile
    for entry in sorted(archive.infolist(), key=lambda entry: entry.header_offset):
        if entry.header_offset - at not in slack:
            raise ProofFailed(f"holds bytes before {_shown(entry.filename)} that are no file's")
        stream.seek(entry.header_offset)
        flags, name, extra = struct.unpack("<6xH18xHH", stream.read(30))
        at = entry.header_offset + 30 + name + extra + entry.compress_size
        slack = _DESCRIPTORS if flags & 8 else (0,)
    if archive.start_dir - at not in slack:
        raise ProofFailed("holds bytes behind its last file that are no file's")


def is_pack(path: Path) -> bool:
    """Return whether a path is to be verified as a pack: a folder, or a file called .zip."""
    return path.is_dir() or path.suffix.lower() == ".zip"


def verify_pack(target: Path, load_words: LoadWords, progress: Progress | None = None) -> dict[str, list[Verdict]]:
    """Return the verdicts on each PDF of the pack at `target`, by path, in the manifest's order.

    Raises FileTrouble where it can't be read, ProofFailed with one fault for each thing that is wrong.
    """
    try:
        place: _Place = _Folder(target) if target.is_dir() else _Zip(target)
        sizes = place.sizes()
        _bound(sizes)
        totals, listed = _read_manifest(place, sizes)
        faults = [Fault(what) for what in _other_files(sizes, listed)]
        found = _prove_all(place, [one for one in listed if one.path in sizes], load_words, progress)
        faults += [fault for one in found.values() if isinstance(one, KitgenError) for fault in one.faults]
        proved = {path: one for path, one in found.items() if isinstance(one, _Proved)}
        faults += [Fault(what) for one in listed if one.path in proved for what in _stated(one, proved)]
        if not faults:
            carried = {path: one.carried for path, one in proved.items()}
            faults += map(Fault, sum_faults(totals, [one.row for one in listed], carried))
        if faults:
            raise ProofFailed(faults)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, struct.error, zlib.error):
        raise ProofFailed(f"{target}: damaged, or no zip file") from None
    except OSError as error:
        raise FileTrouble(f"{error.filename or target}: {error.strerror or error}") from None
    except ProofFailed as error:
        raise ProofFailed(Fault(f"{target}: {fault.what}", None, fault.accepted) for fault in error.faults) from None
    return {path: one.verdicts for path, one in proved.items()}


def _stated(one: _Listed, proved: Mapping[str, _Proved]) -> Iterator[str]:
    return row_faults(one.row, proved[one.path].carried)


def _check_directory(file: Path) -> None:
    """Raise ProofFailed for a zip file with more entries, or a larger list of them, than a pack has.

    The list is read whole when a zip file is opened; its own end record, at the end of the file, says how large it is.
    """
    with file.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - _END - 0xFFFF))
        tail = stream.read(_END + 0xFFFF)
    at = len(tail) - _END if tail[-_END : -_END + 4] == b"PK\5\6" and tail[-2:] == b"\0\0" else tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + _END:
        raise zipfile.BadZipFile
    entries, length = struct.unpack_from("<HI", tail, at + 10)
    if entries > MOST_FILES or length > MOST_FILES * 400 or tail[max(0, at - 20) : at].startswith(b"PK\6\7"):
        raise ProofFailed(f"holds more than {MOST_FILES} files")
    start = struct.unpack_from("<I", tail, at + 16)[0]
    if at != len(tail) - _END or tail[-2:] != b"\0\0":
        raise ProofFailed("holds a remark, or bytes behind its end")
    if start + length != size - _END:
        raise ProofFailed("holds bytes before its files, or behind them")


def _bound(sizes: Mapping[str, int]) -> None:
    """Raise ProofFailed for files that are too large, one or all of them."""
    large = next((path for path, size in sizes.items() if size > MOST_BYTES), "")
    if large:
        raise ProofFailed(f"{_shown(large)} is larger than {MOST_BYTES} bytes")
    if sum(sizes.values()) > MOST_IN_ALL:
        raise ProofFailed(f"holds more than {MOST_IN_ALL} bytes")


# ---------------------------------------------------------------- the manifest


def _read_manifest(place: _Place, sizes: Mapping[str, int]) -> tuple[Any, list[_Listed]]:
    """Return the totals and files of a pack's manifest; raises ProofFailed for one that is missing or broken."""
    if MANIFEST not in sizes:
        raise ProofFailed(f"no pack: it has no {MANIFEST}")
    if sizes[MANIFEST] > MOST_MANIFEST:
        raise ProofFailed(f"{MANIFEST} is larger than {MOST_MANIFEST} bytes")
    try:
        with place.open(MANIFEST) as stream:
            tree = json.loads(stream.read(MOST_MANIFEST))
    except (ValueError, RecursionError, zlib.error):
        raise ProofFailed(f"{MANIFEST} is broken: no JSON") from None
    if not isinstance(tree, dict) or tree.get("made_by") != MAKER or tree.get("format") != FORMAT:
        raise ProofFailed(f"{MANIFEST} is not one of {MAKER}, or of another version of it")
    rows = tree.get("files")
    if not isinstance(rows, list) or not rows or len(rows) > MOST_FILES:
        raise ProofFailed(f"{MANIFEST} is broken: it lists no files, or too many")
    listed = [_read_row(row) for row in rows]
    if len({one.path for one in listed}) < len(listed):
        raise ProofFailed(f"{MANIFEST} is broken: it lists a file twice")
    return tree.get("totals"), listed


def _read_row(row: Any) -> _Listed:
    path, digest, size = (row.get(key) for key in ("path", "sha256", "bytes")) if isinstance(row, dict) else (None,) * 3
    if not (isinstance(path, str) and isinstance(digest, str) and isinstance(size, int) and _HASH.fullmatch(digest)):
        raise ProofFailed(f"{MANIFEST} is broken: a file in it lacks its path, hash or size")
    if not _is_inside(path):
        raise ProofFailed(f"{MANIFEST} is broken: {_shown(path)} is no PDF's path inside a pack")
    return _Listed(path, digest, size, row)


def _is_inside(path: str) -> bool:
    """Return whether a path is that of a PDF inside a pack, plainly written."""
    return path.endswith(".pdf") and _is_plain(path)


def _is_plain(path: str) -> bool:
    """Return whether a path stays inside a pack and is plainly written."""
    parts = PurePosixPath(path).parts
    plain = path.isprintable() and not set(path) & {"\\", ":"}
    return plain and bool(parts) and "/".join(parts) == path and not {"..", ".", "/"} & set(parts)


def _other_files(sizes: Mapping[str, int], listed: Sequence[_Listed]) -> Iterator[str]:
    """Yield what is wrong with a pack's set of files."""
    known = {one.path for one in listed} | {MANIFEST}
    yield from (f"{one.path} is missing" for one in listed if one.path not in sizes)
    yield from (f"{_shown(path)} is not in the manifest" for path in sorted(sizes) if path not in known)


# ---------------------------------------------------------------- the files


def _prove_all(
    place: _Place, listed: Sequence[_Listed], load_words: LoadWords, progress: Progress | None
) -> dict[str, _Proved | KitgenError]:
    """Return the verdicts on every file listed, or what is wrong with it.

    Each proof is a process of its own, and a thread waits for it: as many at once as there are cores.
    """
    found: dict[str, _Proved | KitgenError] = {}
    with tempfile.TemporaryDirectory(prefix="kitgen-") as folder, ThreadPoolExecutor(cores()) as pool:
        tasks = {
            pool.submit(_prove, place, one, Path(folder) / f"{n}.pdf", load_words): one for n, one in enumerate(listed)
        }
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                found[tasks[task].path] = task.result()
                if progress:
                    progress(done, len(tasks))
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return {one.path: found[one.path] for one in listed}


def _prove(place: _Place, one: _Listed, copy: Path, load_words: LoadWords) -> _Proved | KitgenError:
    """Prove a file of a pack from a copy of it, where its bytes are those of the manifest."""
    from kitgen.proof.child import verify_file

    try:
        _copy(place, one, copy)
        return _Proved(verify_file(copy, load_words), read_carried(copy))
    except KitgenError as error:
        faults = [replace(fault, what=fault.what.replace(f"{copy}", one.path)) for fault in error.faults]
        return ProofFailed(faults)
    finally:
        copy.unlink(missing_ok=True)


def _copy(place: _Place, one: _Listed, copy: Path) -> None:
    """Copy a file of a pack; raises ProofFailed where its bytes are not those that the manifest speaks of."""
    digest, size = hashlib.sha256(), 0
    try:
        with place.open(one.path) as stream, copy.open("wb") as out:
            while (chunk := stream.read(_CHUNK)) and size <= MOST_BYTES:  # a zip file may hold more than it says
                size += len(chunk)
                digest.update(chunk)
                out.write(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise ProofFailed(f"{one.path} is damaged") from None
    if size != one.size or digest.hexdigest() != one.sha256:
        raise ProofFailed(f"{one.path} was changed since it was made: its hash is not the manifest's")


def _shown(name: str) -> str:
    """Return a name from elsewhere as a message may repeat it: one line, not too long."""
    return "".join(c if c.isprintable() else "?" for c in name)[:120]

"""PDFs from anywhere, proved in a child process bounded in memory, time and size.

A reader of PDFs written in C can be made to crash, loop or fill the memory by a file that means to. So a file that is
not our own fresh one is read in a process of its own, which limits itself before it looks at a byte; whatever becomes
of it is a plain error here. Where the system knows no limits (Windows) the time alone is bounded.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.errors import Fault, FileTrouble, KitgenError, ProofFailed
from kitgen.proof.compare import LoadWords, Verdict, prove
from kitgen.proof.sealing import is_sealed


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a child may use: bytes of the file, MB of memory, seconds of CPU, seconds by the clock."""

    file: int = 64_000_000
    memory: int = 1536
    cpu: int = 120
    clock: int = 300


_MAX_ANSWER = 32_000_000  # bytes that a child may answer
_MAX_FAULTS = 200  # faults told; a file with more is foreign


def verify_file(path: str | os.PathLike[str], load_words: LoadWords, limits: Bounds | None = None) -> list[Verdict]:
    """Return the verdicts on the kitgen PDF at `path`.

    `load_words` must be importable (a function of a module, or a partial of one): it is called in the child.
    Raises FileTrouble when the file can't be read or is too large, ProofFailed for everything that is wrong with it.
    """
    limits = limits or Bounds()
    _check_file(Path(path), limits)
    order = pickle.dumps((os.fspath(path), load_words, limits))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "kitgen.proof.child"],
            input=order, capture_output=True, timeout=limits.clock, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ProofFailed(f"{path}: took more than {limits.clock} seconds to read") from None
    return _read_answer(str(path), done)


def _check_file(path: Path, limits: Bounds) -> None:
    try:
        with path.open("rb") as stream:
            size, head = os.fstat(stream.fileno()).st_size, stream.read(1024)
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror}") from None
    if size > limits.file:
        raise FileTrouble(f"{path}: larger than {limits.file} bytes")
    if not head.startswith(b"%PDF-"):
        raise ProofFailed(f"{path}: not a PDF")


def _read_answer(path: str, done: subprocess.CompletedProcess[bytes]) -> list[Verdict]:
    """Return the verdicts that a child wrote; raises ProofFailed with its faults, or when it came to grief."""
    try:
        if done.returncode != 0 or len(done.stdout) > _MAX_ANSWER:
            raise ValueError
        answer = json.loads(done.stdout)
    except ValueError:
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit {done.returncode}"
        raise ProofFailed(f"{path}: damaged or hostile; the reader could not finish ({how})") from None
    if "faults" in answer:
        raise ProofFailed(Fault(f"{path}: {what}", None, accepted) for what, accepted in answer["faults"])
    return [Verdict(*item) for item in answer["verdicts"]]


# ---------------------------------------------------------------- in the child


def _limit(limits: Bounds) -> None:
    """Bound this process, as far as the system lets it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    memory = limits.memory * 1024 * 1024
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS refuses some; a lower limit that is set already stays
            continue


def _verify(path: str, load_words: LoadWords) -> dict[str, Any]:
    try:
        data = Path(path).read_bytes()
        verdicts = prove(data, load_words)
    except KitgenError as error:
        faults = [(fault.what, fault.accepted) for fault in error.faults]
        more = len(faults) - _MAX_FAULTS
        return {"faults": faults[:_MAX_FAULTS] + ([(f"and {more} more", "")] if more > 0 else [])}
    except MemoryError:
        return {"faults": [("needs more memory than a kit's PDF may", "")]}
    except Exception as error:  # a foreign file may break any assumption; it is refused, never a traceback
        return {"faults": [(f"can't be read as a kit's PDF ({type(error).__name__}: {error})"[:500], "")]}
    if not is_sealed(data):
        return {"faults": [("not byte for byte the file that kitgen made, though all that was looked at holds", "")]}
    return {"verdicts": [(v.first, v.last, v.what, v.name) for v in verdicts]}


def main() -> None:
    """Do what the parent asks on standard input, answer in JSON on standard output."""
    path, load_words, limits = pickle.loads(sys.stdin.buffer.read())
    _limit(limits)
    answer = json.dumps(_verify(path, load_words))
    sys.stdout.write(answer)


if __name__ == "__main__":
    main()

"""Everything that kitgen refuses, as exceptions that say where, what, and what would do.

Knows nothing of files, games or pages: a `Place` is only a name and two numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

_LONG = 60  # characters of a list that is not written twice


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in an input: file name, line and column, both counted from 1 (0: unknown)."""

    file: str
    line: int = 0
    column: int = 0
    text: str = ""  # the line itself, for the caret; empty where there is none to show

    def __str__(self) -> str:
        numbers = [str(n) for n in (self.line, self.column) if n]
        return ":".join([self.file, *numbers])


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where, what, and what is accepted instead.

    `context` says of which sheet, language, paper and options it holds; `more`, what else is wrong in the same way.
    """

    what: str
    place: Place | None = None
    accepted: str = ""
    suggestion: str = ""
    context: str = ""
    more: str = ""

    def __str__(self) -> str:
        return self.told(self.accepted)

    def told(self, accepted: str) -> str:
        """Return the message, with `accepted` in the place of what is accepted."""
        head = f"{self.place}: {self.what}" if self.place else self.what
        head += f" ({self.context})" if self.context else ""
        lines = [head]
        if self.place and self.place.text and self.place.column:
            lines += [f"    {self.place.text}", "    " + " " * (self.place.column - 1) + "^"]
        if accepted:
            lines.append(f"    accepted: {accepted}")
        if self.suggestion:
            lines.append(f"    did you mean {self.suggestion}?")
        if self.more:
            lines.append(f"    ({self.more})")
        return "\n".join(lines)


@dataclass
class KitgenError(Exception):
    """Base of all refusals; carries every fault found, never only the first.

    `exit_code` is what the command line ends with: 1 for a spec, record, claim or proof, 2 for a name or value that was
    asked for and is not there, 3 for files and fonts.
    """

    faults: tuple[Fault, ...] = field(default=())
    exit_code = 1

    def __init__(self, faults: Fault | str | Iterable[Fault], place: Place | None = None) -> None:
        if isinstance(faults, str):
            faults = Fault(faults, place)
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(str(self))

    def __str__(self) -> str:
        return "\n".join(_tell_all(self.faults))

    def __reduce__(self) -> Any:  # whole from one process to another, whatever a subclass is made of
        return _made_again, (type(self), self.__dict__)


def _tell_all(faults: Iterable[Fault]) -> Iterator[str]:
    """Yield the messages; a long list of what is accepted is written out once."""
    told: set[str] = set()
    for fault in faults:
        is_again = fault.accepted in told and len(fault.accepted) > _LONG
        yield fault.told("what is listed above" if is_again else fault.accepted)
        told.add(fault.accepted)


def _made_again(kind: type[KitgenError], state: dict[str, Any]) -> KitgenError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    return error


class SpecError(KitgenError):
    """A layout, text, option or word list that cannot be used."""


class NotAccepted(SpecError):
    """A name or value that was asked for and is not among those there are: a kit, sheet, option, paper, language."""

    exit_code = 2


class RecordError(KitgenError):
    """A game record that cannot be used."""


class Unreadable(RecordError):
    """A move that is not written in the game's notation."""


class IllegalMove(RecordError):
    """A move that the rules do not allow; `square` and `legal` are in the game's notation."""

    def __init__(self, why: str, square: str | None = None, legal: Iterable[str] = (), place: Place | None = None):
        self.why, self.square, self.legal = why, square, tuple(legal)
        super().__init__(Fault(why, place, accepted=", ".join(self.legal)))


class ClaimFailed(RecordError):
    """A record or text says something that the replay does not show."""


class DoesNotFit(KitgenError):
    """Something is larger than its place on the paper, or would be too small to read."""


class MissingGlyph(KitgenError):
    """A character that no font of the house has."""

    exit_code = 3


class FileTrouble(KitgenError):
    """A file or folder that cannot be read or written."""

    exit_code = 3


class ProofFailed(KitgenError):
    """The finished file does not show what the replay says."""


def hyphened(name: str) -> str:
    """Return the name of a kit, sheet or option as people write it: `score-sheet` for `score_sheet`."""
    return name.replace("_", "-")


@contextmanager
def standing_at(place: Place | None) -> Iterator[None]:
    """Give `place` to every fault that leaves the block without a line; a file alone is told in the message."""
    try:
        yield
    except KitgenError as error:
        if place:
            error.faults = tuple(_placed(fault, place) for fault in error.faults)
        raise


def _placed(fault: Fault, place: Place) -> Fault:
    if fault.place and fault.place.line:
        return fault
    return replace(fault, what=f"{fault.what} ({fault.place.file})" if fault.place else fault.what, place=place)


def suggest(word: str, known: Iterable[str]) -> str:
    """Return the known word nearest to `word`, or '' when none is near."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""

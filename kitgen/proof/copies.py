"""Copies proved by groups: pages of a run are equal in everything but the spans that vary, byte by byte.

One page stands for its run. Each other page must have the same box, resources, structure subtree and content bytes
outside the varying spans; its own varying spans are read here, string and place; the first, the last and ten pages
chosen by seed are read in full besides. Knows nothing of paper/ or games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.chance import Chance
from kitgen.errors import Fault, ProofFailed
from kitgen.proof.anatomy import Face, Resources
from kitgen.proof.manifest import Run
from kitgen.proof.readback import Finished
from kitgen.proof.streams import Shown, Span, StreamFault, read_spans

SAMPLES = 10  # pages of a run read in full besides its first and last
_SLACK = 0.02  # points; a file's numbers have four decimals, and a line has few strings

_SHOWN = re.compile(rb"\((?:[^\\()]++|\\.){0,20000}\)(?=[\x00\t\n\x0c\r ]*Tj)", re.DOTALL)
_PLACE = re.compile(rb"(-?[\d.]+) (-?[\d.]+) Tm")
_SIZE = re.compile(rb"([\d.]+) Tf")


def sampled_pages(run: Run) -> list[int]:
    """Return the numbers of the pages of `run` to read in full, in order: first, last and SAMPLES by seed."""
    numbers = list(range(run.first + 1, run.last))
    Chance(run.last).shuffle(numbers)
    return sorted({run.first, run.last, *numbers[:SAMPLES]})


def check_copies(finished: Finished, run: Run) -> list[Fault]:
    """Return how pages of `run` differ from its first one, each page named; [] when they are copies of it."""
    faults: list[Fault] = []
    if run.first == run.last:
        return faults
    try:
        model = _Model(finished, run)
    except ProofFailed as failed:
        return list(failed.faults)
    except StreamFault as fault:
        return [Fault(f"page {run.first}: {fault}")]
    for number in range(run.first + 1, run.last + 1):
        try:
            faults += (Fault(f"page {number} {what}") for what in model.differences(number))
        except (ProofFailed, StreamFault) as failed:
            faults += failed.faults if isinstance(failed, ProofFailed) else [Fault(f"page {number}: {failed}")]
    return faults


@dataclass(frozen=True, slots=True)
class _Line:
    """A varying span: its bytes with the strings and the place across left out, and where its text begins and ends."""

    skeleton: bytes
    text: str
    left: float
    right: float


class _Model:
    """The first page of a run, cut into what stays the same and what varies."""

    def __init__(self, finished: Finished, run: Run) -> None:
        self.finished, self.run = finished, run
        index = run.first - 1
        finished.anatomy.element(index)  # sound, so that what is equal to it is sound
        self.key, self.tree = finished.anatomy.page_key(index), finished.anatomy.tree_key(index)
        self.resources = finished.anatomy.resources(index)
        content = finished.anatomy.content(index)
        varying = [span for span in finished.spans(index) if span.mcid >= 0 and _varies(run, span.mcid)]
        edges = [0, *(edge for span in varying for edge in (span.start, span.end)), len(content)]
        self.fixed = [content[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
        self.mcids = [span.mcid for span in varying]
        self.lines = [_read_line(content[s.start : s.end], s.mcid, self.resources) for s in varying]

    def differences(self, number: int) -> Iterator[str]:
        """Yield how page `number` differs from the model in anything but what varies."""
        anatomy, index = self.finished.anatomy, number - 1
        if anatomy.page_key(index) != self.key:
            yield f"has another box or other resources than page {self.run.first}"
        if anatomy.tree_key(index) != self.tree:
            yield f"has other tags or alternative texts than page {self.run.first}"
        parts = self._varying_parts(anatomy.content(index))
        if parts is None:
            yield f"differs from page {self.run.first} outside the spans that may vary"
            return
        for mcid, model, part in zip(self.mcids, self.lines, parts, strict=True):
            line = _read_line(part, mcid, self.resources)
            wanted = self.run.leaves[mcid].text_on(number)
            if line.text != wanted:
                yield f"says {line.text!r}; it should say {wanted!r}"
            if line.skeleton != model.skeleton or not _is_aligned(line, model):
                yield f"has {line.text!r} in another place or type than page {self.run.first}"

    def _varying_parts(self, content: bytes) -> list[bytes] | None:
        """Return the varying spans of a page's content; None when what stands around them is not as in the model."""
        if not content.startswith(self.fixed[0]):
            return None
        parts, at = [], len(self.fixed[0])
        for following in self.fixed[1:-1]:
            end = content.find(following, at)
            if end < 0:
                return None
            parts.append(content[at:end])
            at = end + len(following)
        last = self.fixed[-1]
        if len(self.fixed) == 1:
            return parts if content == last else None
        if len(content) - len(last) < at or not content.endswith(last):
            return None
        return [*parts, content[at : len(content) - len(last)]]


def _varies(run: Run, mcid: int) -> bool:
    return mcid < len(run.leaves) and run.leaves[mcid].varies


def _read_line(part: bytes, mcid: int, resources: Resources) -> _Line:
    """Read one varying span: a single line of text; raises StreamFault or ProofFailed for anything else."""
    spans = read_spans(part)
    if len(spans) != 1 or spans[0].mcid != mcid:
        raise StreamFault(f"a span that varies is not leaf {mcid}")
    places, sizes = _PLACE.findall(part), {float(size) for size in _SIZE.findall(part)}
    if len(places) != 1 or len(sizes) != 1:
        raise StreamFault(f"leaf {mcid}, which varies, is not one line of one size")
    left = float(places[0][0])
    text, width = _decode(spans[0], resources)
    skeleton = _PLACE.sub(rb"\2 Tm", _SHOWN.sub(b"()", part))
    return _Line(skeleton, text, left, left + width * sizes.pop() / 1000)


def _decode(span: Span, resources: Resources) -> tuple[str, float]:
    text, width = "", 0.0
    for item in span.content:
        if not isinstance(item, Shown) or item.font not in resources.fonts:
            raise StreamFault(f"leaf {span.mcid}, which varies, holds more than text")
        face: Face = resources.fonts[item.font]
        text += "".join(face.codes.get(code, "\ufffd") for code in item.codes)
        width += sum(face.widths.get(code, 0.0) for code in item.codes)
    return text, width


def _is_aligned(line: _Line, model: _Line) -> bool:
    """Return whether a line begins, ends, or has its middle where the model's does."""
    left, right = line.left - model.left, line.right - model.right
    return min(abs(left), abs(right), abs(left + right) / 2) < _SLACK

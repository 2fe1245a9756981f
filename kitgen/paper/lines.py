"""Runs of text to lines that fit: greedy, left-aligned, without hyphens, by the rules of Latin and Chinese type.

A line breaks at a space or between two wide (Chinese) characters, never before a closing mark nor after an opening
one. Knows nothing of fonts: whoever asks brings a `measure`. Knows nothing of pages, files or languages.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from typing import Literal
from unicodedata import east_asian_width

from kitgen.errors import DoesNotFit

Weight = Literal["regular", "semibold"]
Measure = Callable[[str, float, Weight], float]  # text, size in points, weight -> width in mm

SHARED_MARKS = frozenset("“”‘’…—·")  # marks that Latin and Chinese text share, narrow in one and wide in the other
NO_START = frozenset("，。、；：？！）》”’…％】〕」』〉—～·%)],.;:?!")  # never the first character of a line
NO_END = frozenset("（《“‘【〔「『〈([")  # never the last

_TOLERANCE = 1e-6  # mm: sums of widths in another order differ in the last bits
_ORPHAN = 1 / 6  # a last word narrower than this part of the line looks lost
_LOOSE = 2 / 3  # and the line above must stay at least this full when a word is taken from it


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one weight and one language; `lang` is "" for the language of the text around it."""

    string: str
    weight: Weight = "regular"
    lang: str = ""


Line = tuple[Run, ...]


@cache
def is_wide(char: str) -> bool:
    """Tell whether `char` takes a whole em square: Chinese characters and the punctuation made for them."""
    return east_asian_width(char) in "WF"


def may_break(before: str, after: str) -> bool:
    """Tell whether a line may end between two neighbouring characters.

    A letter or digit stays with the wide character that follows it ("44步"): a number keeps its measure word.
    """
    if after in NO_START or before in NO_END or after == " ":
        return False
    if before == " ":
        return True
    if is_wide(after):
        return is_wide(before) or before in SHARED_MARKS
    return is_wide(before) and (after.isalnum() or after in NO_END)


def join_runs(runs: Sequence[Run]) -> str:
    """Return the text of `runs` as one string."""
    return "".join(run.string for run in runs)


def break_lines(runs: Sequence[Run], width: float, size: float, measure: Measure) -> tuple[Line, ...]:
    """Break `runs` into lines at most `width` mm wide, set in `size` points.

    A line that goes on ends with its space, which is kept in the string and not counted in the width. A lone short
    word at the end takes the word before it along where that fits. Empty text gives no line. Raises DoesNotFit
    naming a word that is wider than the line.
    """
    strip = _Strip(runs, size, measure)
    spans = _fill_lines(strip, width)
    return tuple(strip.cut(*span) for span in _keep_company(strip, spans, width))


class _Strip:
    """The whole text on one endless line, measured and cut by character positions."""

    def __init__(self, runs: Sequence[Run], size: float, measure: Measure) -> None:
        self.runs = [run for run in runs if run.string]
        self.string = join_runs(self.runs)
        self.starts = [0, *accumulate(len(run.string) for run in self.runs)]
        self.size, self.measure = size, measure
        pairs = enumerate(pairwise(self.string), start=1)
        self.breaks = [i for i, pair in pairs if may_break(*pair) and not self._is_in_product(i)]

    def _is_in_product(self, at: int) -> bool:
        """Tell whether the space before `at` stands beside a sign of multiplication: "7 × 7" is one word."""
        return self.string[at - 1] == " " and "×" in (self.string[at - 2 : at - 1], self.string[at : at + 1])

    def cut(self, start: int, end: int) -> Line:
        """Return the characters from `start` to `end` as runs."""
        return tuple(replace(run, string=string) for run, string in self._pieces(start, end))

    def width(self, start: int, end: int) -> float:
        """Return the width in mm from `start` to `end`, spaces at the end not counted."""
        while end > start and self.string[end - 1] == " ":
            end -= 1
        return sum(self.measure(string, self.size, run.weight) for run, string in self._pieces(start, end))

    def _pieces(self, start: int, end: int) -> Iterator[tuple[Run, str]]:
        index = bisect_right(self.starts, start) - 1
        while start < end:
            stop = min(end, self.starts[index + 1])
            yield self.runs[index], self.string[start:stop]
            start, index = stop, index + 1


Span = tuple[int, int]


def _fill_lines(strip: _Strip, width: float) -> list[Span]:
    spans: list[Span] = []
    ends = [*strip.breaks, len(strip.string)]
    start = first = 0
    while start < len(strip.string):
        fitting = _count_fitting(strip, start, ends, first, width)
        if not fitting:
            word, needed = strip.string[start : ends[first]].strip(), strip.width(start, ends[first])
            raise DoesNotFit(f"{word!r} is {needed:.1f} mm wide at {strip.size:g} pt; its line is {width:.1f} mm")
        first += fitting
        spans.append((start, ends[first - 1]))
        start = ends[first - 1]
    return spans


def _count_fitting(strip: _Strip, start: int, ends: Sequence[int], first: int, width: float) -> int:
    """Return how many of `ends` from `first` on a line that begins at `start` may reach, by doubling, then halving."""

    def is_too_far(index: int) -> bool:
        return strip.width(start, ends[index]) > width + _TOLERANCE

    reach = first + 8
    while reach < len(ends) and not is_too_far(reach):
        reach += reach - first
    return bisect_left(range(first, min(reach, len(ends))), True, key=is_too_far)


def _keep_company(strip: _Strip, spans: list[Span], width: float) -> list[Span]:
    """Move one word down to a last line that holds a single short one, where neither line suffers."""
    if len(spans) < 2 or any(spans[-1][0] < at < spans[-1][1] for at in strip.breaks):
        return spans
    (start, middle), (_, end) = spans[-2:]
    earlier = [at for at in strip.breaks if start < at < middle]
    if len(earlier) < 2 or strip.width(middle, end) > width * _ORPHAN:
        return spans
    at = earlier[-1]
    if strip.width(start, at) < width * _LOOSE or strip.width(at, end) > width + _TOLERANCE:
        return spans
    return [*spans[:-2], (start, at), (at, end)]

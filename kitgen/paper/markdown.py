"""Rules texts: a small closed subset of Markdown -> frozen blocks with places.

    # Title                              once, first
    ## key | Printed heading             a section
    ### Subheading
    - item        1. item                lists; an item goes on in lines indented by two spaces
    **semibold**  [夹涂棋]{zh-Hans}       weight, another language
    {moves} {moves:word} {moves:Word}    a computed number: digits, a word, a word with a capital
    {?claim}                             prints nothing; the claim must hold
    ![caption](record@ply style)         a figure, on a line of its own
    <!-- comment -->                     skipped, on a line of its own

Everything else that Markdown knows is refused. Does not know which numbers, claims, records or figures there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import category, normalize

from kitgen.errors import Fault, Place, SpecError
from kitgen.paper.blocks import Block, ClaimRef, Field, FigureRef, Form, Heading, Inline, Item, Paragraph, Section, Text
from kitgen.paper.lines import SHARED_MARKS, Run, Weight, is_wide

MAX_TEXT = 200_000  # characters of one file
MAX_LINE = 4_000
MAX_FAULTS = 40  # more than one screen helps nobody

_COMMENT = re.compile(r"<!--.*-->")
_HEADING = re.compile(r"(#{1,3}) +(?=\S)")
_ITEM = re.compile(r"(?:-|(\d{1,2})\.) +(?=\S)")
_FIGURE = re.compile(r"!\[(.*)\]\(((?:[A-Za-z0-9_-]|\{[a-z_]+\})+)@(\d{1,4}|end)(?: +([a-z_]+))?\)")
_KEY = re.compile(r"([a-z][a-z0-9_]*) *\| *(?=\S)")
_BAD_START = re.compile(r"#{4,}|#|[+>|]|\d+\)|(?:-{3,}|={3,})$|!\[|- *$|-\S|\d+\.(?!\d)")
_BAD_NAMES = {"#": "a heading is one to three # and a space", "!": "a figure is ![caption](record@ply style)"}


def read_text(text: str, file: str) -> Text:
    """Read a rules text; `file` is the name that messages give.

    Returns the title and the sections, fields not yet filled in. Raises SpecError with every fault found, each with
    file, line and column. That records, styles, fields and claims exist is not checked here.
    """
    if len(text) > MAX_TEXT:
        raise SpecError(Fault(f"longer than {MAX_TEXT} characters", Place(file)))
    reader = _Reader(normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n")).split("\n"), file)
    result = reader.read()
    if reader.faults:
        raise SpecError(reader.faults[:MAX_FAULTS])
    return result


@dataclass
class _Pending:
    """A block that may go on in the next line: its lines, each with the column where its text begins."""

    number: int | None  # None: a paragraph; 0: a bullet; else the number written
    lines: list[tuple[int, int, str]]


class _Reader:
    """One pass over the lines; collects faults and goes on."""

    def __init__(self, lines: list[str], file: str) -> None:
        self.lines, self.file = lines, file
        self.faults: list[Fault] = []
        self.title: Heading | None = None
        self.sections: list[tuple[str, Heading, list[Block]]] = []
        self.pending: _Pending | None = None

    def read(self) -> Text:
        for number, line in enumerate(self.lines, start=1):
            if self._is_sound(number, line):
                self._take(number, line.rstrip(" "))
        self._flush()
        if self.title is None:
            self._blame(1, 1, "no title", "# Title in the first line")
        for key, heading, blocks in self.sections:
            if not blocks:
                self.faults.append(Fault(f"section {key!r} is empty", heading.place))
        title = self.title or Heading((), self._place(1, 1), level=1)
        return Text(self.file, title, tuple(Section(key, head, tuple(blocks)) for key, head, blocks in self.sections))

    def _place(self, line: int, column: int) -> Place:
        shown = self.lines[line - 1]
        return Place(self.file, line, column, shown if len(shown) <= 160 and shown.isprintable() else "")

    def _blame(self, line: int, column: int, what: str, accepted: str = "", suggestion: str = "") -> None:
        self.faults.append(Fault(what, self._place(line, column), accepted, suggestion))

    def _is_sound(self, number: int, line: str) -> bool:
        if len(line) > MAX_LINE:
            self._blame(number, 1, f"a line of more than {MAX_LINE} characters")
            return False
        bad = next((at for at, char in enumerate(line) if category(char) in _UNPRINTED), None)
        if bad is not None:
            self._blame(number, bad + 1, f"character U+{ord(line[bad]):04X} does not print", "plain text")
        return bad is None

    def _take(self, number: int, line: str) -> None:
        if _COMMENT.fullmatch(line.strip()):
            return
        if not line:
            self._flush()
        elif line[0] == " ":
            self._continue(number, line)
        elif match := _HEADING.match(line):
            self._flush()
            self._take_heading(number, line, len(match[1]), match.end())
        elif match := _FIGURE.fullmatch(line):
            self._flush()
            self._take_figure(number, match)
        elif match := _ITEM.match(line):
            self._flush()
            self.pending = _Pending(int(match[1] or 0), [(number, match.end() + 1, line[match.end() :])])
        else:
            self._take_plain(number, line)

    def _continue(self, number: int, line: str) -> None:
        inner = line.lstrip(" ")
        indent = len(line) - len(inner)
        if self.pending is None or self.pending.number is None or indent < 2 or _ITEM.match(inner):
            accepted = "no indent; only a list item goes on in lines indented by two spaces; lists do not nest"
            self._blame(number, 1, "an indented line", accepted)
        else:
            self.pending.lines.append((number, indent + 1, inner))

    def _take_plain(self, number: int, line: str) -> None:
        if bad := _BAD_START.match(line):
            accepted = _BAD_NAMES.get(line[0], "headings, paragraphs, `- item`, `1. item`, figures")
            self._blame(number, 1, f"a line cannot begin with {bad[0]!r}", accepted)
        elif self.pending and self.pending.number is not None:
            accepted = "two spaces before it, or a blank line"
            self._blame(number, 1, "a line that neither goes on with the list item above nor stands apart", accepted)
        elif self.pending:
            self.pending.lines.append((number, 1, line))
        else:
            self.pending = _Pending(None, [(number, 1, line)])

    def _take_heading(self, number: int, line: str, level: int, column: int) -> None:
        place = self._place(number, 1)
        if level == 2:
            key = _KEY.match(line, column)
            if key is None:
                self._blame(number, column + 1, "a section without its key", "## key | Printed heading")
            elif any(key[1] == other for other, *_ in self.sections):
                self._blame(number, column + 1, f"section {key[1]!r} stands twice")
            start = key.end() if key else column
            inlines = self._inlines([(number, start + 1, line[start:])])
            self.sections.append((key[1] if key else f"?{number}", Heading(inlines, place, level=2), []))
            return
        heading = Heading(self._inlines([(number, column + 1, line[column:])]), place, level=level)
        if level == 3:
            self._add(heading)
        elif self.title or self.sections:
            self._blame(number, 1, "a second title", "one `# Title`, first")
        else:
            self.title = heading

    def _take_figure(self, number: int, match: re.Match[str]) -> None:
        caption = self._inlines([(number, 3, match[1])]) if match[1].strip() else ()
        ply: int | Literal["end"] = "end" if match[3] == "end" else int(match[3])
        self._add(FigureRef(match[2], ply, match[4] or "last", caption, self._place(number, match.start(2) + 1)))

    def _flush(self) -> None:
        pending, self.pending = self.pending, None
        if pending is None:
            return
        line, column, _ = pending.lines[0]
        inlines, place = self._inlines(pending.lines), self._place(line, column)
        if pending.number is None:
            self._add(Paragraph(inlines, place))
        else:
            self._add_item(pending.number, inlines, place)

    def _add_item(self, written: int, inlines: tuple[Inline, ...], place: Place) -> None:
        kind: Literal["bullet", "number"] = "number" if written else "bullet"
        before = self.sections[-1][2][-1] if self.sections and self.sections[-1][2] else None
        number = before.number + 1 if isinstance(before, Item) and before.kind == kind else 1
        if written and written != number:
            if written != 1:
                self.faults.append(Fault(f"item {written} where {number} belongs", place, f"{number}."))
            number = 1 if written == 1 else number
        self._add(Item(kind, number, inlines, place))

    def _add(self, block: Block) -> None:
        if self.sections:
            self.sections[-1][2].append(block)
        else:
            self.faults.append(Fault("text before the first section", block.place, "## key | Printed heading first"))

    def _inlines(self, lines: Sequence[tuple[int, int, str]]) -> tuple[Inline, ...]:
        return _InlineReader(lines, self._place, self.faults).read()


_UNPRINTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

_TOKEN = re.compile(
    r"(?P<bold>\*\*)"
    r"|(?P<claim> ?\{\?(?P<claimed>[a-z][a-z0-9_]*)\})"
    r"|\{(?P<field>[a-z][a-z0-9_]*)(?::(?P<form>word|Word))?\}"
    r"|(?P<open>\[)"
    r"|\]\{(?P<lang>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\}"
    r"|(?P<stray>https?|[*_`<\\{}\]])"
)
_STRAYS = {
    "*": "**semibold**",
    "_": "**semibold**",
    "[": "[word]{lang}",
    "]": "[word]{lang}",
    "{": "{name}, {name:word}, {name:Word} or {?claim}",
    "}": "{name}, {name:word}, {name:Word} or {?claim}",
    "<": "no HTML; <!-- comments --> on a line of their own",
}


class _InlineReader:
    """The inlines of one block, whose lines are joined first; every token finds back to its line and column."""

    def __init__(
        self,
        lines: Sequence[tuple[int, int, str]],
        place: Callable[[int, int], Place],
        faults: list[Fault],
    ) -> None:
        self.place_at, self.faults = place, faults
        self.string, self.origins = _join_lines(lines)
        self.found: list[Inline] = []
        self.bold: int | None = None  # where the open ** stands
        self.span: int | None = None  # where the open [ stands
        self.first_inside = 0  # what was found since then belongs to the span

    def read(self) -> tuple[Inline, ...]:
        at = 0
        for match in _TOKEN.finditer(self.string):
            self._literal(self.string[at : match.start()])
            self._token(match)
            at = match.end()
        self._literal(self.string[at:])
        if self.bold is not None:
            self._blame(self.bold, "** without its second **", "**semibold**")
        if self.span is not None:
            self._blame(self.span, "'[' without its end", "[word]{lang}")
        return _tidy(self.found)

    def _place(self, at: int) -> Place:
        start, line, column = next(origin for origin in reversed(self.origins) if origin[0] <= at)
        return self.place_at(line, column + at - start)

    def _blame(self, at: int, what: str, accepted: str = "") -> None:
        self.faults.append(Fault(what, self._place(at), accepted))

    def _weight(self) -> Weight:
        return "regular" if self.bold is None else "semibold"

    def _literal(self, string: str) -> None:
        if string:
            self.found.append(Run(re.sub(" {2,}", " ", string), self._weight()))

    def _token(self, match: re.Match[str]) -> None:
        at = match.start()
        if match["bold"]:
            self.bold = at if self.bold is None else None
        elif match["claimed"]:
            self.found.append(ClaimRef(match["claimed"], self._place(match.end() - 1 - len(match["claimed"]) - 2)))
        elif match["field"]:
            form: Form = match["form"] or "digits"  # type: ignore[assignment]
            self.found.append(Field(match["field"], form, self._place(at), self._weight()))
        elif match["open"] and self.span is None:
            self.span, self.first_inside = at, len(self.found)
        elif match["lang"] and self.span is not None:
            self._close(match["lang"], at)
        else:
            stray = match[0][0] if match["lang"] else match[0]
            self._blame(at, f"a stray {stray!r}", _STRAYS.get(stray, "plain text"))

    def _close(self, lang: str, at: int) -> None:
        inside = self.found[self.first_inside :]
        if not inside:
            self._blame(at, "a language span with nothing in it", "[word]{lang}")
        self.found[self.first_inside :] = [
            one if isinstance(one, ClaimRef) else replace(one, lang=lang) for one in inside
        ]
        self.span = None


def _join_lines(lines: Sequence[tuple[int, int, str]]) -> tuple[str, list[tuple[int, int, int]]]:
    """Join a block's lines; return the string, and for each line its offset there, its number and its column."""
    string, origins = "", []
    for line, column, text in lines:
        if string and not _runs_on(string[-1], text[0]):
            string += " "
        origins.append((len(string), line, column))
        string += text
    return string, origins


def _runs_on(before: str, after: str) -> bool:
    """Tell whether two lines join without a space: Chinese does not write one."""
    wide = is_wide(before), is_wide(after)
    return all(wide) or (any(wide) and bool({before, after} & SHARED_MARKS))


def _tidy(found: Sequence[Inline]) -> tuple[Inline, ...]:
    """Drop spaces at both ends and runs that are empty or come to nothing."""
    kept = list(found)
    printed = [at for at, one in enumerate(kept) if not isinstance(one, ClaimRef)]
    for at, strip in ((printed[:1], str.lstrip), (printed[-1:], str.rstrip)):
        for index in at:
            one = kept[index]
            if isinstance(one, Run):
                kept[index] = replace(one, string=strip(one.string, " "))
    return tuple(one for one in kept if not isinstance(one, Run) or one.string)

"""What stands on every sheet alike: title, lines for name and date, header text, ruler, sheet code, licence.

Knows no game.
"""

from __future__ import annotations

from functools import lru_cache

from kitgen.errors import DoesNotFit
from kitgen.marks import Line, Mark, Text
from kitgen.paper.easel import HAIR, Easel, baseline
from kitgen.paper.lines import is_wide
from kitgen.paper.page import Tag
from kitgen.paper.setting import FOOT, SIDE, UNIT
from kitgen.spec.code import group_code

TITLE, ALSO, SUBTITLE, HEADING, LABEL = 21.0, 14.0, 14.0, 12.0, 8.0
NOTE = 9.0
LARGER = 1.5  # points by which a heading in Chinese is larger, which has no heavier weight to stand out by
RULER = 100.0  # mm
NAME_WIDTH = 60.0  # mm that a pupil's printed name may take
_BOTTOM = 7.6  # height of the foot's furniture


def head(easel: Easel, subtitle: str = "", line: str = "", *, names: bool = True) -> float:
    """Draw a sheet's head: title, subtitle, name lines and the line of facts. Return where the body may begin."""
    setting = easel.setting
    right = setting.paper.width - SIDE
    base = SIDE + 6.5
    title = easel.tag("H1")
    end = SIDE + easel.text(setting.title, SIDE, base, TITLE, weight="semibold", path=(title,))
    if setting.also:
        span = Tag("Span", "also", lang=setting.also.lang)
        end += 2.5 + easel.text(setting.also.text, end + 2.5, base, ALSO, path=(title, span))
    second = base + (6.6 if subtitle else 5.0)
    if subtitle:
        size = heading_size(subtitle, SUBTITLE)
        easel.text(subtitle, SIDE, second, size, weight="semibold", path=(easel.tag("H2"),))
    has_names = names and (setting.extras.name_line or setting.extras.date_line)
    if setting.extras.header:
        _header(easel, line, (end + UNIT, right), (base - 3.4, base + 2.0) if has_names else (base, base))
    elif line:
        easel.text(line, right, base + 2.6, NOTE, ink="mid", anchor="end")
    if has_names:
        _name_lines(easel, right, base + (1.8 if setting.extras.header else -2.0))
    return second + (UNIT if subtitle else 0.8)


def heading_size(string: str, size: float) -> float:
    """Return the points of a heading that has `size` points in Latin letters."""
    return size + (LARGER if any(map(is_wide, string)) else 0.0)


def _header(easel: Easel, line: str, room: tuple[float, float], bases: tuple[float, float]) -> None:
    """Draw the user's header text at the right, the line of facts left of it; raises DoesNotFit when it is too long."""
    text, (left, right) = easel.setting.extras.header, room
    width = easel.setting.measure(text, NOTE, "semibold")
    if width > right - left:
        raise DoesNotFit(f"the header {text!r} is {width:.0f} mm wide; there are {right - left:.0f} mm for it")
    easel.text(text, right, bases[0], NOTE, weight="semibold", anchor="end")
    if line and easel.setting.measure(line, NOTE) + UNIT <= right - left - width:
        easel.text(line, right - width - UNIT, bases[0], NOTE, ink="mid", anchor="end")


def _name_lines(easel: Easel, right: float, base: float) -> None:
    extras, words = easel.setting.extras, easel.setting.words
    if extras.names:
        _own_name(easel, right, base)
        return
    fields = [("name", 44.0)] * extras.name_line + [("date", 24.0)] * extras.date_line
    widths = [easel.setting.measure(words.say(key), NOTE) + 1.5 + space for key, space in fields]
    left = x = right - sum(widths) - 3.0 * (len(fields) - 1)
    marks, lines = [], []
    for (key, space), width in zip(fields, widths, strict=True):
        marks.append(Text((x - left, 0.0), words.say(key) + " ", NOTE, ink="mid"))
        lines.append((x + width - space, base + 0.4, space))
        x += width + 3.0
    easel.texts(marks, left, base)
    easel.lines_to_write_on(*lines)


def _own_name(easel: Easel, right: float, base: float) -> None:
    """Draw whose sheet it is, and the line for a date. The name stands on paper alone: no manifest repeats it."""
    extras, words = easel.setting.extras, easel.setting.words
    if extras.date_line:
        label = words.say("date") + " "
        wide = easel.setting.measure(label, NOTE) + 24.0
        easel.text(label, right - wide, base, NOTE, ink="mid")
        easel.lines_to_write_on((right - 24.0, base + 0.4, 24.0))
        right -= wide + 3.0
    name, size = extras.names[0], HEADING
    while easel.setting.measure(name, size, "semibold") > NAME_WIDTH:
        size -= 0.5
        if size < LABEL:
            raise DoesNotFit(f"a name of {len(name)} letters does not fit into {NAME_WIDTH:g} mm")
    easel.text(name, right, base, size, weight="semibold", anchor="end", facts={"withheld": True})


def foot_top(easel: Easel) -> float:
    """Return the y at which a page's foot begins; the body ends above it."""
    return easel.setting.paper.height - FOOT - _BOTTOM


def foot(easel: Easel, number: int = 1, total: int = 1, note: str = "") -> None:
    """Draw a page's foot: the 100 mm ruler, the sheet code, a note (page, copy or set number), and the licence."""
    setting, words = easel.setting, easel.setting.words
    top, right = foot_top(easel), setting.paper.width - SIDE
    easel.artifact("ruler", *_ruler(SIDE, top + 0.6))
    low = setting.paper.height - FOOT - 0.9
    easel.text(words.say("ruler", mm=int(RULER)), SIDE, low, LABEL, ink="mid")
    code = group_code(setting.code)
    licence = " " + words.say("licence")  # parted by a space on its left: nothing reaches into the margin
    widths = setting.measure(code, NOTE, "semibold"), setting.measure(licence, LABEL)
    marks = [
        Text((-widths[0], -4.0), code, NOTE, "semibold"),
        Text((-widths[1], 0.0), licence, LABEL, ink="mid"),
    ]
    easel.texts(marks, right, low)
    notes = [note] if note else []
    if total > 1:
        notes.append(words.say("page_of", n=number, total=total))
    copied = setting.copies > 1 and not note
    if copied:
        notes.append(words.say("sheet_of", n="{n}", total=setting.copies))
    if notes:
        x = right - widths[0] - UNIT
        easel.text(" · ".join(notes), x, low - 4.0, LABEL, ink="mid", anchor="end", varies=copied)


@lru_cache(maxsize=4)  # the same on every page
def _ruler(x: float, y: float) -> tuple[Mark, ...]:
    """Return a ruler of RULER mm: a base line and a tick each 2 mm, longer at 10 and 50."""
    marks: list[Mark] = [Line((x, y), (x + RULER, y), HAIR)]
    for mm in range(0, int(RULER) + 1, 2):
        length = 2.4 if mm % 50 == 0 else 1.8 if mm % 10 == 0 else 0.9
        marks.append(Line((x + mm, y), (x + mm, y + length), HAIR))
    return tuple(marks)


__all__ = ["HEADING", "LABEL", "NOTE", "TITLE", "baseline", "foot", "foot_top", "head", "heading_size"]

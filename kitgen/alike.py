"""Faults that are alike, told once: many sheets, languages and options find the same thing wrong.

Knows nothing of kits: two faults are alike when their messages differ in numbers and quoted names only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from kitgen.errors import Fault

WHOLE = 3  # of those alike that stand at different places, so many are written out
NAMED = 4  # of those that are not, so many are named

_VARIES = re.compile(r"'[^']*'|\"[^\"]*\"|\d+(\.\d+)?")
_QUOTED = re.compile(r"'[^']*'")


def group_faults(faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults in their order, each once; of those alike at one place the first, of others the first few.

    What is left out is counted and named in the last one's `more`.
    """
    at_places: dict[tuple[str, str], list[Fault]] = {}
    for fault in dict.fromkeys(faults):
        at_places.setdefault((str(fault.place), _skeleton(fault)), []).append(fault)
    by_kind: dict[str, list[list[Fault]]] = {}
    for (_, kind), members in at_places.items():
        by_kind.setdefault(kind, []).append(members)
    shown: list[Fault] = []
    for groups in by_kind.values():
        shown += [_with_more(members[0], members[1:], _label) for members in groups[:WHOLE]]
        rest = [fault for members in groups[WHOLE:] for fault in members]
        shown[-1] = _with_more(shown[-1], rest, _label_with_place)
    return shown


def _skeleton(fault: Fault) -> str:
    return _VARIES.sub("#", fault.what)


def _label(fault: Fault) -> str:
    return fault.context or ", ".join(_QUOTED.findall(fault.what)) or str(fault.place or fault.what)


def _label_with_place(fault: Fault) -> str:
    quoted = ", ".join(_QUOTED.findall(fault.what))
    return " ".join(filter(None, [str(fault.place or ""), quoted])) or fault.what


def _with_more(fault: Fault, others: list[Fault], label: Callable[[Fault], str]) -> Fault:
    names = [name for name in dict.fromkeys(map(label, others)) if name != label(fault)]
    if not names:
        return fault
    named = "; ".join(names[:NAMED]) + ("; …" if len(names) > NAMED else "")
    more = f"and {len(names)} more like it, for: {named}"
    return replace(fault, more=f"{fault.more}; {more}" if fault.more else more)

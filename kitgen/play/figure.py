"""A figure: one step of a replayed record and what it shows. Nothing else can be drawn.

Knows the contract; the game's picture room is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.errors import Fault, SpecError, suggest
from kitgen.play.contract import Picture, Replayed, View


@dataclass(frozen=True)
class Figure:
    """`view` is what the figure of `record`@`ply` shows in `style`; `extra` adds a question's letters and the like."""

    record: str
    ply: int
    style: str
    extra: Mapping[str, Any]
    view: View
    replayed: Replayed


def show(
    picture: Picture, replayed: Replayed, record: str, ply: int | str, style: str, extra: Mapping[str, Any]
) -> Figure:
    """Return the figure of `record` at `ply` (or "end"); raises SpecError for a ply or style that there is none of."""
    last = len(replayed.steps) - 1
    at = last if ply == "end" else int(ply)
    if not 0 <= at <= last:
        raise SpecError(Fault(f"{record}@{ply}: the record has plies 0 to {last}"))
    check_style(picture, style, f"{record}@{ply}")
    return Figure(record, at, style, extra, picture.view(replayed, at, style, extra), replayed)


def check_style(picture: Picture, style: str, shown: str) -> None:
    """Raise SpecError for a style that the pictures of a game have not; `shown` is what the figure shows."""
    if style not in picture.STYLES:
        known = ", ".join(picture.STYLES)
        raise SpecError(Fault(f"{shown}: no style {style!r}", None, known, suggest(style, picture.STYLES)))


def read_reference(reference: str, options: Mapping[str, Any]) -> tuple[str, int | str]:
    """Read "name@ply", filling {option} fields of the name; return name and ply (a number or "end")."""
    name, _, ply = reference.partition("@")
    for key, value in options.items():
        name = name.replace("{" + key + "}", str(value))
    return name, ply if ply == "end" else int(ply)

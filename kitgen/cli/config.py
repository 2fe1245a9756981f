"""The user's defaults: paper, language, ink, printers. From the file KITGEN_CONFIG, else the user's config folder.

paper: Letter
printers:
  staff_room: {dx: 0.5mm, dy: -1mm}  # how far its backs must be moved to the right and down
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.errors import Fault, FileTrouble, NotAccepted, SpecError, suggest
from kitgen.units import find_paper, read_length

if TYPE_CHECKING:
    from kitgen.source import Node

_KEYS = ("paper", "lang", "ink", "printers")
_MOST = 5.0  # mm; a printer that is further off feeds its paper wrongly

Offset = tuple[float, float]  # mm to the right and down, on the back as one looks at it


@dataclass(frozen=True)
class Config:
    """What holds where the command line says nothing."""

    paper: str = "A4"
    lang: str = "en"
    ink: str = "colour"
    printers: Mapping[str, Offset] = field(default_factory=dict)

    def offset(self, printer: str | None) -> Offset:
        """Return how far the backs of `printer` are moved; raises SpecError for one that the file does not name."""
        if printer is None:
            return 0.0, 0.0
        if printer not in self.printers:
            what = f"{config_path()} names no printer {printer!r}"
            if not self.printers:
                what += (
                    ", nor any other; `kitgen calibrate` prints a sheet that measures one and says what to write there"
                )
            raise NotAccepted(Fault(what, None, ", ".join(self.printers), suggest(printer, self.printers)))
        return self.printers[printer]


def config_path() -> Path:
    """Return where the config file is, whether or not there is one."""
    if os.environ.get("KITGEN_CONFIG"):
        return Path(os.environ["KITGEN_CONFIG"])
    from platformdirs import user_config_path

    return user_config_path("kitgen", appauthor=False) / "config.yaml"


def read_config() -> Config:
    """Return the user's defaults; without a file they are ours.

    Raises SpecError with file:line:column for anything unknown in them, FileTrouble for what can't be read.
    """
    path = config_path()
    if path.is_dir():
        raise FileTrouble(Fault(f"{path} is a folder, no config file", None, "a file, or no KITGEN_CONFIG"))
    if not path.exists():
        return Config()
    from kitgen.shelf import read_file
    from kitgen.source import read_documents

    documents = read_documents(read_file(path), str(path))
    if not documents:  # empty, or nothing but comments
        return Config()
    if len(documents) > 1:
        raise SpecError(Fault(f"{len(documents)} documents where one belongs", documents[1].place))
    fields = documents[0].mapping(_KEYS)
    named = fields.pop("printers", None)
    printers = {name: _offset(node) for name, node in named.mapping().items()} if named else {}
    config = Config(**{key: node.text() for key, node in fields.items()}, printers=printers)
    if "paper" in fields:
        find_paper(config.paper, fields["paper"].place)
    _check_word("ink", config.ink, ("colour", "grey", "low"), fields)
    _check_word("lang", config.lang.split("-")[0].lower(), ("en", "es", "zh"), fields)
    return config


def _check_word(key: str, word: str, known: tuple[str, ...], fields: Mapping[str, Node]) -> None:
    """Raise SpecError, with the place in the file, for a word that is none of `known`."""
    if word not in known:
        raise SpecError(Fault(f"{key} {word!r}", fields[key].place, ", ".join(known), suggest(word, known)))


def _offset(node: Node) -> Offset:
    """Read {dx: LENGTH, dy: LENGTH}, each optional; raises SpecError for more than the most a printer may be off."""
    fields = node.mapping(("dx", "dy"))
    found = {key: read_length(value.text(), value.place) for key, value in fields.items()}
    for key, length in found.items():
        if abs(length) > _MOST:
            raise SpecError(Fault(f"{key} is {length:g} mm", fields[key].place, f"-{_MOST:g}mm to {_MOST:g}mm"))
    return found.get("dx", 0.0), found.get("dy", 0.0)

"""The user's defaults: paper, language, ink. From the file KITGEN_CONFIG, else the user's config folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import Fault, SpecError, suggest

_KEYS = ("paper", "lang", "ink")


@dataclass(frozen=True)
class Config:
    """What holds where the command line says nothing."""

    paper: str = "A4"
    lang: str = "en"
    ink: str = "colour"


def config_path() -> Path:
    """Return where the config file is, whether or not there is one."""
    if os.environ.get("KITGEN_CONFIG"):
        return Path(os.environ["KITGEN_CONFIG"])
    from platformdirs import user_config_path

    return user_config_path("kitgen", appauthor=False) / "config.yaml"


def read_config() -> Config:
    """Return the user's defaults; raises SpecError with file:line:column for anything unknown in them."""
    path = config_path()
    if not path.is_file():
        return Config()
    from kitgen.shelf import read_tree

    fields = read_tree(path).mapping(_KEYS)
    config = Config(**{key: node.text() for key, node in fields.items()})
    inks = ("colour", "grey", "low")
    if config.ink not in inks:
        raise SpecError(Fault(f"ink {config.ink!r}", fields["ink"].place, ", ".join(inks), suggest(config.ink, inks)))
    return config

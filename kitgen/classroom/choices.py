"""What a teacher chose: kits, pupils, minutes, levels, language, paper, ink. Read from class.yaml, written to it.

A choice keeps the name of the file with the pupils' names, never a name. Opens no file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kitgen.errors import Fault, NotAccepted, SpecError, hyphened

if TYPE_CHECKING:
    from kitgen.source import Node

MOST_STUDENTS, MOST_MINUTES, MOST_SETS = 500, 600, 200
FILE = "class.yaml"

_NUMBERS = {"students": (1, MOST_STUDENTS), "minutes": (5, MOST_MINUTES), "sets": (0, MOST_SETS), "seed": (0, 1 << 24)}
_TEXTS = ("lang", "paper", "ink", "printer", "header", "names")
KEYS = ("kits", *_NUMBERS, "levels", "sheets", "options", *_TEXTS)


@dataclass(frozen=True)
class Choices:
    """Everything that decides a plan and a pack. `sets` 0: as many as the groups need.

    `levels` maps a level to its number of pupils, 0 for all of them. `sheets` and `options` go by kit; a kit without
    `sheets` gets what its layout supplies. `names` is the file that the names are read from, "" for none.
    """

    kits: tuple[str, ...]
    students: int
    minutes: int = 45
    sets: int = 0
    seed: int = 1
    levels: Mapping[int, int] = field(default_factory=lambda: {1: 0})
    sheets: Mapping[str, Sequence[str]] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lang: str = "en"
    paper: str = "A4"
    ink: str = "colour"
    printer: str = ""
    header: str = ""
    names: str = ""

    def check(self) -> None:
        """Raise SpecError with every number that is out of bounds, and for levels that do not add up to the class."""
        faults = [
            Fault(f"{key} is {getattr(self, key)}", None, f"{low} to {high}")
            for key, (low, high) in _NUMBERS.items()
            if not low <= getattr(self, key) <= high
        ]
        if not self.kits:
            faults.append(Fault("no kit is named", None, "one or more kits"))
        numbers = list(self.levels.values())
        if any(numbers) and not all(number > 0 for number in numbers):
            faults.append(
                Fault(
                    "a level with no pupils beside one with some",
                    None,
                    "a number from 1 for each level, or levels alone",
                )
            )
        elif any(numbers) and sum(numbers) != self.students:
            what = f"the levels are for {sum(numbers)} pupils, the class has {self.students}"
            faults.append(Fault(what, None, "a number for each level that add up to the class, or levels alone"))
        both = [kit for kit, given in self.options.items() if "level" in given and dict(self.levels) != {1: 0}]
        faults += (Fault(f"{hyphened(kit)}: a level as option and as --level", None, "one of the two") for kit in both)
        if faults:
            raise NotAccepted(faults)

    def as_tree(self) -> dict[str, Any]:
        """Return the choices as plain values in a fixed order, those left out that say nothing."""
        tree: dict[str, Any] = {"kits": list(self.kits), **{key: getattr(self, key) for key in _NUMBERS}}
        numbered = any(self.levels.values())
        tree["levels"] = {str(k): v for k, v in self.levels.items()} if numbered else list(self.levels)
        tree["sheets"] = {kit: list(names) for kit, names in self.sheets.items()}
        tree["options"] = {kit: dict(given) for kit, given in self.options.items()}
        tree.update({key: getattr(self, key) for key in _TEXTS})
        return {key: value for key, value in tree.items() if value not in ("", {}, []) and (key, value) != ("sets", 0)}


def read_choices(tree: Node) -> dict[str, Any]:
    """Return the fields of Choices that a class.yaml gives; raises SpecError with place for anything unknown."""
    fields = tree.mapping(KEYS)
    found: dict[str, Any] = {}
    for key, node in fields.items():
        if key in _NUMBERS:
            found[key] = node.integer()
        elif key in _TEXTS:
            found[key] = node.text()
        elif key == "kits":
            found[key] = tuple(one.text() for one in node.sequence())
        elif key == "levels":
            found[key] = _levels(node)
        elif key == "sheets":
            found[key] = {kit: tuple(one.text() for one in names.sequence()) for kit, names in node.mapping().items()}
        else:
            found[key] = {
                kit: {name: str(value.plain()) for name, value in given.mapping().items()}
                for kit, given in node.mapping().items()
            }
    return found


def _levels(node: Node) -> dict[int, int]:
    """Read [1, 2] (all pupils at each) or {1: 10, 2: 18} (so many at each)."""
    if isinstance(node.value, dict):
        return {_level(key, node): value.integer() for key, value in node.mapping().items()}
    return {one.integer(): 0 for one in node.sequence()}


def _level(key: str, node: Node) -> int:
    if not key.isdecimal():
        raise SpecError(Fault(f"{key!r} is no level", (node.keys or {}).get(key, node.place), "1, 2, 3"))
    return int(key)


def write_choices(choices: Choices) -> str:
    """Return the text of a class.yaml; `read_choices` reads the same choices from it."""
    lines = ["# A class for kitgen: `kitgen pack --class FILE` makes the same pack again."]
    for key, value in choices.as_tree().items():
        if isinstance(value, dict):
            lines.append(f"{key}:")
            lines += [f"  {name}: {_flow(one)}" for name, one in value.items()]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """Write a value on one line of YAML: numbers bare, texts in double quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(_escape(character) for character in str(value)) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"

"""The manifest that a kit's PDF carries: what it says stands on each page, read by a closed form.

Bytes -> typed values; every key and type is checked, since the file may come from anywhere. Nothing here is believed:
compare.py holds the page against it, and it against the replay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.errors import Fault, ProofFailed

FORMAT = 1
MAX_RECORDS = 100_000
MAX_LEAVES = 5_000  # of one page; the fullest real page has under 300
ARTIFACTS = ("cut", "edge", "fold", "panel", "pattern", "rule", "ruler", "write")

_TOP: dict[str, type | tuple[type, ...]] = {
    "format": int, "kitgen": str, "kit": str, "game": str, "sheet": str, "code": str, "title": str, "lang": str,
    "paper": str, "inks": str, "options": dict, "rules": dict, "seed": int, "copies": int, "records": dict,
    "pages": list, "cutouts": dict, "plan": list,
}  # fmt: skip
_RECORD: dict[str, type | tuple[type, ...]] = {"game": str, "options": dict, "moves": (str, list)}
_RUN: dict[str, type | tuple[type, ...]] = {
    "first": int,
    "last": int,
    "size": list,
    "leaves": list,
    "artifacts": dict,
    "drawn": list,
}
_LEAF: dict[str, type | tuple[type, ...]] = {
    "tag": str, "text": str, "alt": str, "lang": str, "in": list, "box": list, "cell": (int, float), "record": str,
    "ply": int, "style": str, "extra": dict, "symbols": list, "numbers": dict, "options": dict, "varies": bool,
    "question": int, "kind": str, "level": int, "values": dict, "answer": str,
    "asked_at": int, "part": str, "side": str, "slot": int, "set": str, "table": str, "row": int, "column": int,
    "told": str, "planned": list, "withheld": bool, "at": list, "anchor": str,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LeafEntry:
    """What the manifest says of one marked-content id; `facts` holds the keys that only some leaves have."""

    tag: str
    text: str | None
    alt: str | None
    lang: str
    above: tuple[str, ...]  # the elements it hangs under, "KIND key", outermost first
    box: tuple[float, ...] | None  # left, top, width, height in mm
    varies: bool
    facts: Mapping[str, Any]
    at: tuple[tuple[float, float], ...] = ()  # where each string of a text begins, in mm

    def text_on(self, number: int) -> str:
        """Return the text that page `number` shows."""
        text = self.text or ""
        return text.replace("{n}", str(number)) if self.varies else text


@dataclass(frozen=True, slots=True)
class Drawn:
    """An artifact: its kind, the number of its paths, and a box for each, or one around all."""

    kind: str
    count: int
    boxes: tuple[tuple[float, ...], ...]  # left, top, right, bottom in mm


@dataclass(frozen=True, slots=True)
class Run:
    """Pages `first` to `last` that are alike but for leaves that vary."""

    first: int
    last: int
    size: tuple[float, float]
    leaves: tuple[LeafEntry, ...]
    artifacts: Mapping[str, int]
    drawn: tuple[Drawn, ...] = ()  # in the order of painting


@dataclass(frozen=True, slots=True)
class Manifest:
    """The whole manifest. `rules` are settled game options, which the numbers in texts are counted for."""

    kit: str
    game: str
    sheet: str
    title: str
    lang: str
    paper: str
    inks: str
    rules: Mapping[str, Any]
    options: Mapping[str, Any]
    copies: int
    cutouts: Mapping[str, Any]
    records: Mapping[str, Mapping[str, Any]]
    runs: tuple[Run, ...]
    plan: tuple[tuple[int, ...], ...] = ()  # rows of numbers, where the file is the plan of a class


def read_manifest(data: bytes) -> Manifest:
    """Read the attached JSON; raises ProofFailed for anything but the form that kitgen writes, naming the key."""
    try:
        tree = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ProofFailed(f"kitgen.json can't be read: {error}") from None
    top = _closed(tree, _TOP, "kitgen.json", optional=("cutouts", "plan"))
    if top["format"] != FORMAT:
        raise ProofFailed(f"kitgen.json has format {top['format']}; this kitgen reads format {FORMAT}")
    if len(top["records"]) > MAX_RECORDS:
        raise ProofFailed(f"kitgen.json has {len(top['records'])} records; the most read is {MAX_RECORDS}")
    records = {name: _closed(item, _RECORD, f"records.{name}", optional=()) for name, item in top["records"].items()}
    runs = tuple(_run(item, f"pages[{n}]") for n, item in enumerate(top["pages"]))
    _check_order(runs)
    return Manifest(
        top["kit"], top["game"], top["sheet"], top["title"], top["lang"], top["paper"], top["inks"], top["rules"],
        top["options"], top["copies"], _cutouts(top.get("cutouts", {})), records, runs, _plan(top.get("plan", [])),
    )  # fmt: skip


def _cutouts(node: Any) -> dict[str, Any]:
    fields = _closed(node, {"parts": list, "offset": list, "unmarked": bool}, "cutouts", optional=None)
    if fields:
        if not all(isinstance(name, str) for name in fields.get("parts", [None])):
            raise _fault("cutouts.parts", "is no list of beginnings of names")
        fields["offset"] = _floats(fields.get("offset", []), 2, "cutouts.offset")
    return fields


def _plan(rows: list[Any]) -> tuple[tuple[int, ...], ...]:
    """Read rows of whole numbers, all of one length."""
    for row in rows:
        if not isinstance(row, list) or len(row) != len(rows[0]) or not all(type(n) is int for n in row):
            raise _fault("plan", "is no table of whole numbers")
    return tuple(map(tuple, rows))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _check_order(runs: tuple[Run, ...]) -> None:
    following = 1
    for n, run in enumerate(runs):
        if run.first != following or run.last < run.first:
            raise _fault(f"pages[{n}]", f"is pages {run.first} to {run.last}; page {following} comes next")
        following = run.last + 1


def _closed(
    node: Any, known: Mapping[str, type | tuple[type, ...]], where: str, optional: tuple[str, ...] | None
) -> dict[str, Any]:
    """Return `node` as a mapping with keys of `known` only, each of its type; `optional` None: all may be absent."""
    if not isinstance(node, dict):
        raise _fault(where, "is no mapping")
    for key, value in node.items():
        if key not in known:
            raise _fault(where, f"has the unknown key {key!r}")
        kinds = known[key] if isinstance(known[key], tuple) else (known[key],)
        if type(value) not in kinds:  # type: ignore[operator]
            raise _fault(f"{where}.{key}", f"is a {type(value).__name__}")
    missing = [] if optional is None else [key for key in known if key not in node and key not in optional]
    if missing:
        raise _fault(where, f"lacks {', '.join(missing)}")
    return node


def _run(node: Any, where: str) -> Run:
    fields = _closed(node, _RUN, where, optional=())
    if len(fields["leaves"]) > MAX_LEAVES:
        raise _fault(where, f"has {len(fields['leaves'])} leaves; the most read is {MAX_LEAVES}")
    leaves = tuple(_leaf(item, f"{where}.leaves[{n}]") for n, item in enumerate(fields["leaves"]))
    for kind, count in fields["artifacts"].items():
        if kind not in ARTIFACTS or type(count) is not int:
            raise _fault(f"{where}.artifacts", f"has {kind!r}: {count!r}")
    width, height = _floats(fields["size"], 2, f"{where}.size")
    drawn = tuple(_drawn(item, f"{where}.drawn[{n}]") for n, item in enumerate(fields["drawn"]))
    return Run(fields["first"], fields["last"], (width, height), leaves, fields["artifacts"], drawn)


def _drawn(node: Any, where: str) -> Drawn:
    """Read [kind, number of paths, box, ...]."""
    kind, count, *boxes = node if isinstance(node, list) and len(node) > 2 else (None, None)
    if kind not in ARTIFACTS or type(count) is not int or len(boxes) not in (1, count):
        raise _fault(where, "is no artifact with its paths and boxes")
    return Drawn(str(kind), count, tuple(_floats(box, 4, where) for box in boxes))


def _leaf(node: Any, where: str) -> LeafEntry:
    fields = dict(_closed(node, _LEAF, where, optional=None))
    if "tag" not in fields or ("text" in fields) == ("alt" in fields):
        raise _fault(where, "needs a tag, and either a text or an alternative text")
    if (fields["tag"] == "Figure") != ("alt" in fields) or ("alt" in fields) != ("box" in fields):
        raise _fault(where, "a figure, and nothing else, has an alternative text and a box")
    at = fields.pop("at", [])
    if ("text" in fields) != bool(at) or fields.get("anchor", "end") not in ("middle", "end"):
        raise _fault(where, "a text, and nothing else, says where its strings begin")
    above = fields.pop("in", [])
    if not all(isinstance(step, str) for step in above):
        raise _fault(f"{where}.in", "is no list of elements")
    box = _floats(fields.pop("box"), 4, f"{where}.box") if "box" in fields else None
    return LeafEntry(
        fields.pop("tag"), fields.pop("text", None), fields.pop("alt", None), fields.pop("lang", ""), tuple(above),
        box, fields.pop("varies", False), fields, tuple(_pair(pair, f"{where}.at") for pair in at),
    )  # fmt: skip


def _pair(node: Any, where: str) -> tuple[float, float]:
    x, y = _floats(node, 2, where)
    return x, y


def _floats(node: Any, count: int, where: str) -> tuple[float, ...]:
    if not isinstance(node, list) or len(node) != count or not all(type(n) in (int, float) for n in node):
        raise _fault(where, f"is no list of {count} numbers")
    return tuple(float(n) for n in node)


def _fault(where: str, what: str) -> ProofFailed:
    return ProofFailed(Fault(f"kitgen.json: {where} {what}"))

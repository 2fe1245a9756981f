"""Game and record -> steps. The first fault is named with its ply; a claim that does not hold is refused.

Knows the contract, no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kitgen.errors import (
    ClaimFailed,
    Fault,
    IllegalMove,
    KitgenError,
    Place,
    RecordError,
    SpecError,
    Unreadable,
    suggest,
)
from kitgen.play.contract import Game, Option, Replayed, Step
from kitgen.play.record import Record


class Refused(RecordError):
    """A record's first fault: `details` is the `error` object of `replay --json`."""

    def __init__(self, details: dict[str, Any], place: Place | None = None) -> None:
        self.details = details
        by = " ".join(str(details[key]) for key in ("side", "move") if details[key] is not None)
        what = f"ply {details['ply']}{', ' * bool(by)}{by}: {details['why']}"
        super().__init__(Fault(_printable(what), place, accepted=_listed(details["legal"])))


def _printable(text: str) -> str:
    """Return `text` with what a terminal would obey, not show, written out as in \\x1b."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _listed(legal: Iterable[Any], most: int = 24) -> str:
    words = [str(move) for move in legal]
    more = f", and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def settle(known: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options `known` with the values `given`, typed; raises SpecError with every fault found."""
    by_name = {option.name: option for option in known}
    faults = [_unknown(name, by_name) for name in given if name not in by_name]
    values = {}
    for name, option in by_name.items():
        try:
            values[name] = option.read(_as_text(given[name])) if given.get(name) is not None else option.default
        except ValueError:
            text = _as_text(given[name])
            near = suggest(text, option.accepted.split(", "))
            faults.append(Fault(f"option {name}: {text!r} is not accepted", None, option.accepted, near))
    if faults:
        raise SpecError(faults)
    return values


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unknown(name: str, known: Mapping[str, Option]) -> Fault:
    return Fault(f"unknown option {name!r}", None, ", ".join(known), suggest(name, known))


def read_flag(text: str) -> bool:
    """Read 'true' or 'false' (any case); raises ValueError for anything else."""
    lowered = text.lower()
    if lowered not in ("true", "false"):
        raise ValueError(text)
    return lowered == "true"


def one_of(*choices: str) -> Any:
    """Return a reader that takes one of `choices` in any case and returns it as spelled here."""
    by_lower = {choice.lower(): choice for choice in choices}

    def read(text: str) -> str:
        if text.lower() not in by_lower:
            raise ValueError(text)
        return by_lower[text.lower()]

    return read


def play(
    game: Game, options: Mapping[str, Any], tokens: Iterable[tuple[int, Any]], place: Place | None = None
) -> Replayed:
    """Play `tokens` ((line, move) pairs) from the start that settled `options` describe.

    Raises Refused at the first move that can't be read or is not legal; its ply is the number that the move would
    have had.
    """
    steps = [Step(0, None, None, {}, game.start(options))]
    for line, token in tokens:
        position = steps[-1].position
        side = game.to_move(position)
        try:
            move = game.read_move(token, position)
            applied = game.apply(position, move)
        except (Unreadable, IllegalMove) as fault:
            raise Refused(_details(game, position, line, len(steps), token, fault), place) from None
        if applied.effects is None:
            steps[-1] = Step(steps[-1].ply, steps[-1].side, steps[-1].move, steps[-1].effects, applied.position)
            continue
        steps.append(Step(len(steps), side, game.write_move(move), applied.effects, applied.position))
    return Replayed(game, options, tuple(steps))


def _details(game: Game, position: Any, line: int, ply: int, token: Any, fault: KitgenError) -> dict[str, Any]:
    why = fault.why if isinstance(fault, IllegalMove) else fault.faults[0].what
    return {
        "line": line,
        "ply": ply,
        "side": game.to_move(position),
        "move": token,
        "square": fault.square if isinstance(fault, IllegalMove) else None,
        "why": why,
        "legal": list(game.legal(position)),
    }


def report(replayed: Replayed) -> dict[str, Any]:
    """Return the object that `replay --json` prints for a record."""
    game = replayed.game
    plies = [{"ply": s.ply, "side": s.side, "move": s.move, **s.effects} for s in replayed.steps[1:]]
    return {"game": game.slug, "options": dict(replayed.options), "plies": plies, **game.state(replayed.last.position)}


def replay_record(game: Game, record: Record) -> Replayed:
    """Replay a shelf record and check each of its claims.

    Raises Refused for a bad move, ClaimFailed (every failed claim) for a false one, each with file and line.
    """
    try:
        options = game.settle(record.options)
    except SpecError as error:
        raise SpecError(
            Fault(f"record {record.name}: {f.what}", f.place or record.place, f.accepted, f.suggestion)
            for f in error.faults
        ) from None
    tokens = tuple((place.line, move) for place, move in zip(record.places, record.moves, strict=True))
    replayed = play(game, options, tokens, record.places[0] if record.places else record.place)
    faults = [fault for claim in record.claims for fault in _failed(replayed, record.name, claim)]
    if faults:
        raise ClaimFailed(faults)
    return replayed


def _failed(replayed: Replayed, name: str, claim: Any) -> list[Fault]:
    if claim.ply >= len(replayed.steps):
        last = len(replayed.steps) - 1
        return [Fault(f"record {name}: a claim about ply {claim.ply}, but the record ends at ply {last}", claim.place)]
    step = replayed.steps[claim.ply]
    game = replayed.game
    shown = {
        "move": step.move,
        "side": step.side,
        **step.effects,
        **game.state(step.position),
        "score": game.score(step.position),
    }
    faults = []
    for key, said in claim.says.items():
        if key not in shown:
            faults.append(
                Fault(
                    f"record {name}, ply {claim.ply}: nothing is called {key!r}",
                    claim.place,
                    ", ".join(shown),
                    suggest(key, shown),
                )
            )
        elif not _agree(said, shown[key]):
            what = f"{key} is {_in_words(shown[key])}, not {_in_words(said)}"
            faults.append(Fault(f"record {name}, ply {claim.ply}: {what}", claim.place))
    return faults


def _in_words(value: Any) -> str:
    """Write a value of a replay or a claim for people: A 2, B 0, dead 2."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(map(_in_words, value)) or "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else _printable(str(value))


def _agree(said: Any, shown: Any) -> bool:
    """Compare a claim with the replay: lists as sets of the same size, mappings by the keys that the claim names."""
    if isinstance(said, Mapping) and isinstance(shown, Mapping):
        return all(key in shown and _agree(value, shown[key]) for key, value in said.items())
    if isinstance(said, list) and isinstance(shown, list):
        return len(said) == len(shown) and sorted(map(str, said)) == sorted(map(str, shown))
    return bool(said == shown)

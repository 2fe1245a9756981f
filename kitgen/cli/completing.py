"""Names that a shell completes, and a near one for each that is mistyped: kits, sheets, options, values.

Every command is equipped by the names of its parameters (`kit`, `words`, `paper`, ...) when it is looked up, so a
command says nothing of it. Completing must never fail: what cannot be read offers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from kitgen.errors import KitgenError, suggest

Offer = tuple[str, str]  # a word and what it is
Offers = Callable[[click.Context], Iterable[Offer]]


# ---------------------------------------------------------------- what a shell is offered


def _shelf(ctx: click.Context) -> Any:
    from kitgen.shelf import Shelf

    named = ctx.params.get("shelves" if _is_of_a_class(ctx) else "kits") or ()
    return Shelf(tuple(Path(folder).expanduser() for folder in named))


def _is_of_a_class(ctx: click.Context) -> bool:
    """Return whether the command is `plan` or `pack`, whose `kits` are kits and whose `shelves` are folders of them."""
    return "shelves" in ctx.params


def _typed(ctx: click.Context) -> list[str]:
    """Return the words typed so far that click keeps for the command: `sheet sandwich --size` has two."""
    words = ctx.params.get("kits") if _is_of_a_class(ctx) else ctx.params.get("words") or ctx.params.get("names")
    words = words or ctx.args  # args: an option still lacks its value
    return [str(word) for word in words if word != "="]  # bash cuts --size=9 in three


def _kit(ctx: click.Context) -> Any:
    """Return the kit that is named on the line; raises KitgenError where none is."""
    from kitgen.kit import Kit

    named = ctx.params.get("kit") or next((word for word in _typed(ctx) if not word.startswith("-")), "")
    shelf = _shelf(ctx)
    return Kit(shelf, shelf.slug(str(named)))


def _kits(ctx: click.Context) -> Iterable[Offer]:
    taken = {word.replace("-", "_") for word in _typed(ctx)}
    return [(slug.replace("_", "-"), "kit") for slug in _shelf(ctx).kits() if slug not in taken]


def _own_options(ctx: click.Context) -> dict[str, Any]:
    """Return the options of the kit that is named: those of its sheet, where one is named too, else all."""
    kit = _kit(ctx)
    plain = [word for word in _typed(ctx) if not word.startswith("-")]
    name = plain[1].replace("-", "_") if len(plain) > 1 else str(ctx.info_name or "")
    sheet = kit.layout.sheets.get(name)
    options: dict[str, Any] = dict(kit.layout.options)
    return {key: options[key] for key in kit.asked_of(sheet).options} if sheet else options


def _words(ctx: click.Context) -> Iterable[Offer]:
    """Offer what comes next of `KIT SHEET --OPTION VALUE`, or of several kits where the command takes them."""
    typed = _typed(ctx)
    if typed and typed[-1].startswith("--"):
        option = _own_options(ctx).get(typed[-1][2:].replace("-", "_"))
        return [(str(choice), "") for choice in option.choices] if option else []
    if ctx.info_name != "sheet" or not typed:
        return _kits(ctx) if not typed or ctx.info_name not in ("sheet", "handout", "practice") else []
    kit = _kit(ctx)
    names = [
        (name.replace("_", "-"), "for the host" if sheet.host else "") for name, sheet in kit.layout.sheets.items()
    ]
    return [*names, ("all", "every sheet")] if len([word for word in typed if not word.startswith("-")]) == 1 else []


def _papers(_: click.Context) -> Iterable[Offer]:
    from kitgen.units import PAPERS

    return [(paper.name, f"{paper.width:g} x {paper.height:g} mm") for paper in PAPERS.values()]


def _langs(ctx: click.Context) -> Iterable[Offer]:
    try:
        return [(lang, "") for lang in _kit(ctx).layout.languages]
    except KitgenError:
        return [(lang, "") for lang in ("en", "es", "zh-Hans")]


def _printers(_: click.Context) -> Iterable[Offer]:
    from kitgen.cli.config import read_config

    return [(name, "") for name in read_config().printers]


def _games(_: click.Context) -> Iterable[Offer]:
    from kitgen import games

    return [(slug.replace("_", "-"), "game") for slug in games.names()]


def _figures(ctx: click.Context) -> Iterable[Offer]:
    return [(name, "record") for name in _kit(ctx).records]


def _rule_options(ctx: click.Context) -> Iterable[Offer]:
    """Offer a game's options for `replay`, those of the sheets of the kits that are named for `plan` and `pack`."""
    if _is_of_a_class(ctx):
        from kitgen.kit import Kit

        shelf = _shelf(ctx)
        layouts = [Kit(shelf, shelf.slug(name)).layout for name in _typed(ctx) if not name.startswith("-")]
        return [(f"{name}=", "") for name in dict.fromkeys(name for one in layouts for name in one.options)]
    from kitgen.games import load

    game = ctx.params.get("game") or next((word for word in _typed(ctx) if not word.startswith("-")), "")
    return [(f"{option.name}=", "") for option in load(str(game)).options]


OFFERS: dict[str, Offers] = {
    "kit": _kits, "kits": _kits, "words": _words, "names": _kits, "paper": _papers, "papers": _papers, "lang": _langs,
    "printer": _printers, "game": _games, "figures": _figures, "options": _rule_options,
}  # fmt: skip
FILES_TOO = {"preview", "check"}  # commands whose words may be files


class _Named(click.ParamType):  # type: ignore[type-arg]  # generic only in newer clicks
    """A text that a shell completes with the names there are."""

    name = "text"

    def __init__(self, offers: Offers) -> None:
        self.offers = offers

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the value as it is."""
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin as typed; files too where the command takes them."""
        try:
            found = [CompletionItem(word, help=what or None) for word, what in self.offers(ctx)]
        except (KitgenError, OSError):
            found = []
        files = param.name in ("words", "names") and ctx.info_name in FILES_TOO
        near = [item for item in found if str(item.value).lower().startswith(incomplete.lower())]
        return [*near, *([CompletionItem(incomplete, type="file")] if files else [])]


class _NearChoice(click.Choice):  # type: ignore[type-arg]
    """A choice that suggests a near value for one that it does not have."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; fails with those that are accepted, and the nearest."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = suggest(str(value), map(str, self.choices))
            self.fail(error.message + (f" Did you mean {near}?" if near else ""), param, ctx)


def equip(command: click.Command) -> click.Command:
    """Let each parameter of a command complete its names and suggest near values; return the command."""
    for param in command.params:
        if isinstance(param.type, click.Choice):
            param.type = _NearChoice(param.type.choices, param.type.case_sensitive)
        elif param.name in OFFERS and param.type in (click.STRING, click.UNPROCESSED):
            param.type = _Named(OFFERS[param.name])
    return command


class KitCommand(click.Command):
    """A command that takes a kit's own options: they are completed like click's."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the options that begin as typed, the kit's own first."""
        try:
            own = _own_options(ctx)
        except (KitgenError, OSError):
            own = {}
        words: Sequence[tuple[str, str]] = [
            (f"--{name.replace('_', '-')}", ", ".join(map(str, option.choices))) for name, option in own.items()
        ]
        mine = [CompletionItem(word, help=what) for word, what in words if word.startswith(incomplete)]
        return [*mine, *super().shell_complete(ctx, incomplete)]

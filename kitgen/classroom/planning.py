"""Choices -> how many of each sheet a class needs, what that costs in paper and cutting, and what to say of it.

Amounts come from the layout's facts, sides and pieces from the pages themselves, composed but
not painted. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kitgen.build import Request, filled_text, settings_of
from kitgen.classroom.choices import Choices
from kitgen.classroom.seating import Games, Seating, count_games, seat
from kitgen.errors import Fault, KitgenError, NotAccepted, SpecError, hyphened, suggest
from kitgen.kit import Kit
from kitgen.paper.setting import Extras, Setting
from kitgen.paper.sheet import compose
from kitgen.paper.slots import plan_cuts
from kitgen.play.work import do_all
from kitgen.shelf import Shelf
from kitgen.spec.schema import Layout, Supply
from kitgen.spec.supply import is_cut_out, is_kept, supply_of

COLUMNS = ("copies", "sides", "papers", "pieces", "cuts", "minutes")
Offset = tuple[float, float]


@dataclass(frozen=True)
class Item:
    """One file of a pack: a sheet in so many `copies`, printed `times` over; its sides and sheets of paper in all.

    `per` says whom it is for. `pupils` is the first pupil (from 0) and the number of those who get one each.
    """

    kit: str
    sheet: str
    label: str
    per: str
    host: bool
    request: Request
    copies: int
    times: int = 1
    sides: int = 0
    papers: int = 0
    pieces: int = 0
    cuts: int = 0
    minutes: int = 0
    pupils: tuple[int, int] = (0, 0)
    different: bool = False

    @property
    def pages(self) -> int:
        """Return the number of pages that the file has."""
        return self.sides // self.times

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers that stand in the columns of a plan."""
        return tuple(getattr(self, name) for name in COLUMNS)


@dataclass(frozen=True)
class KitPlan:
    """What one kit takes: how the class sits, how many games it plays, its files, and what its words say of them."""

    slug: str
    title: str
    layout: Layout
    seating: Seating
    games: Games
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClassPlan:
    """The plan of a class: its choices and a plan for each kit."""

    choices: Choices
    kits: tuple[KitPlan, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items of all kits."""
        return tuple(item for kit in self.kits for item in kit.items)

    def totals(self) -> tuple[int, ...]:
        """Return the sum of each column."""
        return tuple(sum(column) for column in zip(*(item.numbers() for item in self.items), strict=True))


def house_language(lang: str) -> str:
    """Return the language that the plan itself is in: the one wanted, by its short names too, else English."""
    short = lang.lower()
    return "zh-Hans" if short.startswith("zh") else short[:2] if short[:2] in ("en", "es") else "en"


def make_plan(shelf: Shelf, choices: Choices, offset: Offset = (0.0, 0.0), *, jobs: int = 1) -> ClassPlan:
    """Return the plan of a class; raises SpecError with every unknown kit, sheet, option and level.

    `jobs` processes share the kits (0: one a core); the plan is the same for any number.
    """
    choices.check()
    slugs = tuple(dict.fromkeys(map(shelf.slug, choices.kits)))
    choices = replace(
        choices,
        kits=slugs,
        sheets={shelf.slug(kit): names for kit, names in choices.sheets.items()},
        options={shelf.slug(kit): given for kit, given in choices.options.items()},
    )
    strange = [slug for slug in (*choices.sheets, *choices.options) if slug not in slugs]
    if strange:
        raise NotAccepted(Fault(f"{hyphened(strange[0])} is not among the kits", None, ", ".join(map(hyphened, slugs))))
    found = do_all(_try_kit, [(shelf, slug, choices, offset) for slug in slugs], jobs)
    refused = [one for one in found if isinstance(one, KitgenError)]
    if refused:
        kind = NotAccepted if all(isinstance(one, NotAccepted) for one in refused) else SpecError
        raise kind([fault for one in refused for fault in one.faults])
    return ClassPlan(choices, tuple(one for one in found if isinstance(one, KitPlan)))


def _try_kit(order: tuple[Shelf, str, Choices, Offset]) -> KitPlan | SpecError:
    """Return the plan of one kit, or what is wrong with it."""
    shelf, slug, choices, offset = order
    kit = Kit(shelf, slug)
    try:
        with kit.lending():
            return _plan_kit(kit, choices, offset)
    except KitgenError as error:
        kind = NotAccepted if isinstance(error, NotAccepted) else SpecError
        return kind([replace(fault, what=f"{hyphened(slug)}: {fault.what}") for fault in error.faults])


def _plan_kit(kit: Kit, choices: Choices, offset: Offset) -> KitPlan:
    facts = kit.layout.facts
    waits = facts.players[1] > 1 and any(is_kept(kit.layout, name) for name in kit.layout.sheets)
    seating = seat(choices.students, *facts.players, facts.group, choices.sets if waits else 0)
    games = count_games(choices.minutes, facts.explain, facts.minutes, seating.shifts)
    lang, note = kit.language(choices.lang, or_first=len(choices.kits) > 1)
    items = [
        _measured(kit, item)
        for name in wanted_sheets(kit, choices)
        for item in _items(kit, name, replace(choices, lang=lang), seating, games, offset)
    ]
    title = filled_text(kit, lang, kit.rules({}), ())[1]
    keys = dict.fromkeys(supply_of(kit.layout, item.sheet).note for item in items)
    counts = kit.room("facts").counts(kit.rules({})) if any(keys) else {}
    told = tuple(kit.words(lang).say(key, **counts) for key in keys if key)
    return KitPlan(kit.slug, title, kit.layout, seating, games, tuple(items), (note,) if note else (), told)


def wanted_sheets(kit: Kit, choices: Choices) -> list[str]:
    """Return the sheets of a kit that go into its pack, in the layout's order; raises SpecError for unknown ones."""
    layout = kit.layout
    for option in choices.options.get(kit.slug, {}):
        if option not in layout.options:
            raise NotAccepted(
                Fault(f"no option {option!r}", None, ", ".join(layout.options), suggest(option, layout.options))
            )
    chosen = [name.replace("-", "_") for name in choices.sheets.get(kit.slug, ())]
    for name in chosen:
        kit.sheet(name)
    if not chosen:
        return [name for name in layout.sheets if supply_of(layout, name).per != "none"]
    keys = [name for name, sheet in layout.sheets.items() if sheet.key_of in chosen]
    return [name for name in layout.sheets if name in chosen or name in keys]


def count_copies(supply: Supply, students: int, sets: int, seating: Seating, games: Games) -> int:
    """Return how many copies of a sheet a class needs: one a set of what is kept, and by the games of what is not."""
    if supply.per == "group":
        if supply.games:
            return seating.groups * -(-games.most // supply.games)
        return sets or seating.groups
    known = {"pupil": students, "player": seating.players, "left_over": seating.left_over, "class": 1, "none": 1}
    return known[supply.per]


def _items(kit: Kit, name: str, choices: Choices, seating: Seating, games: Games, offset: Offset) -> Iterator[Item]:
    """Yield the files of one sheet: one, or one a level."""
    sheet, supply = kit.sheet(name), supply_of(kit.layout, name, is_chosen=True)  # of all, those wanted are here
    asked = kit.asked_of(sheet)
    is_cut = is_cut_out(kit.layout, name)
    copies = count_copies(supply, choices.students, choices.sets, seating, games)
    if is_cut and supply.per == "class" and choices.sets:
        copies = choices.sets
    if copies == 0:
        return
    given = {key: value for key, value in choices.options.get(kit.slug, {}).items() if key in asked.options}
    extras = Extras(choices.header)
    request = Request(
        kit.slug, name, given, choices.paper, choices.lang, choices.ink, copies, choices.seed, extras,
        offset if is_cut else (0.0, 0.0),
    )  # fmt: skip
    item = Item(kit.slug, name, "", supply.per, sheet.host, request, copies)
    if not asked.each_different:
        yield item
        return
    if supply.per != "pupil":
        choices = replace(choices, students=copies, levels=dict.fromkeys(choices.levels, 0))
    for level, first, number in _levels(kit, asked.options, choices, given):
        options = {**given, "level": str(level)} if level else given
        wanted = replace(request, options=options, copies=number, seed=choices.seed + first)
        yield replace(item, request=wanted, copies=number, pupils=(first, number), different=True)


def _levels(kit: Kit, options: Any, choices: Choices, given: dict[str, str]) -> Iterator[tuple[int, int, int]]:
    """Yield (level or 0 for none, first pupil, number of pupils) for each file of a sheet whose copies all differ."""
    if "level" not in options or "level" in given:
        yield 0, 0, choices.students
        return
    first = 0
    for level, number in choices.levels.items():
        known = [int(choice) for choice in kit.layout.options["level"].choices]
        if level not in known:
            raise NotAccepted(Fault(f"no level {level}", None, ", ".join(map(str, known))))
        yield level, first, number or choices.students
        first += number


# ---------------------------------------------------------------- what it takes


def _measured(kit: Kit, item: Item) -> Item:
    """Return the item with its label, and the sides, sheets of paper, pieces and cuts that its pages take."""
    item = replace(item, label=_label(kit, item))
    if item.different:  # questions keep to one page; to search for them here would take as long as the pack
        return replace(item, sides=item.copies, papers=item.copies)
    settings, _ = settings_of(kit, replace(item.request, copies=1))
    if any(block.cutouts for block in settings[0].sheet.blocks):
        return _cut(item, replace(settings[0], copies=item.copies))
    pages = len(compose(settings[0]))
    if pages > 1 and item.copies > 1:  # a text of several pages is one file, printed as often as it takes
        item = replace(item, times=item.copies, request=replace(item.request, copies=1))
    sides = pages * item.copies
    return replace(item, sides=sides, papers=sides)


def _cut(item: Item, setting: Setting) -> Item:
    plans = plan_cuts(setting, [block.cutouts for block in setting.sheet.blocks if block.cutouts])
    groups = [(plan.slots, group) for plan in plans for group in plan.groups]
    backs = setting.options.get("backs", "none")
    cuts = sum(_lines(slots, [placed.slot for placed in group]) for slots, group in groups)
    fronts = len(groups)
    sides = fronts * 2 if backs in ("duplex", "separate") else fronts
    seconds = cuts * setting.layout.facts.seconds_a_cut
    return replace(
        item, sides=sides, papers=fronts if backs == "duplex" else sides, cuts=cuts, minutes=-(-seconds // 60),
        pieces=sum(len(group) for _, group in groups),
    )  # fmt: skip


def _lines(slots: Any, used: list[int]) -> int:
    """Return the number of straight cuts across a page that free the parts in its `used` slots."""
    corners = [slots.corner(slot) for slot in used]
    upright = {round(x + dx, 3) for x, _ in corners for dx in (0.0, slots.width)}
    level = {round(y + dy, 3) for _, y in corners for dy in (0.0, slots.height)}
    return len(upright) + len(level)


def _label(kit: Kit, item: Item) -> str:
    """Return what a sheet is called: by its title, else by its name in the words of the house."""
    words, sheet = kit.words(item.request.lang), kit.sheet(item.sheet)
    if sheet.title:
        options = kit.settle_sheet(item.sheet, item.request.options)
        return words.say(sheet.title, **{"sets": item.copies, "pieces": "", **options})
    try:
        return words.say(f"sheet_{item.sheet}")
    except SpecError:
        return item.sheet.replace("_", " ")

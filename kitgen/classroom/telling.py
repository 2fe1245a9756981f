"""A class plan in words of a language: sentences for each kit, the heads and rows of its table.

Says only what the plan's numbers are; computes none. Knows no page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kitgen.classroom.planning import COLUMNS, ClassPlan, Item, KitPlan
from kitgen.classroom.seating import Seating
from kitgen.play.contract import Words


def tell_class(plan: ClassPlan, words: Words) -> str:
    """Return the line that says what class the plan is for."""
    return words.say("plan_class", n=plan.choices.students, minutes=plan.choices.minutes)


def tell_all(plan: ClassPlan, words: Words) -> list[str]:
    """Return what is said once, for all kits."""
    found = [words.say("plan_print", paper=plan.choices.paper)]
    return [words.say("plan_lesson_each"), *found] if len(plan.kits) > 1 else found


def tell_kit(kit: KitPlan, sets: int, words: Words) -> list[str]:
    """Return the sentences about one kit: how the class sits, the time it takes, cutting, and files to print again."""
    seating = kit.seating
    told = [_groups(seating, kit.layout.facts.players, words)]
    if seating.left_over:
        told.append(words.say(f"plan_{kit.layout.facts.left_over}", n=seating.left_over))
    if seating.teacher:
        told.append(words.say("plan_teacher", n=seating.teacher, least=kit.layout.facts.players[0]))
    if seating.shifts > 1:
        told.append(words.say("plan_shifts", n=seating.shifts, sets=sets, groups=seating.groups))
    return [*told, _time(kit, words), *kit.told, *_of_items(kit, words)]


def _groups(seating: Seating, players: tuple[int, int], words: Words) -> str:
    if players[1] == 1:
        return words.say("plan_alone")
    sizes = Counter(seating.sizes)
    if len(sizes) > 1:
        (larger, a), (smaller, b) = sorted(sizes.items(), reverse=True)
        return words.say("plan_groups_mixed", n=seating.groups, a=a, b=b, larger=larger, smaller=smaller)
    key = "plan_pairs" if players == (2, 2) and not seating.teacher else "plan_groups"
    return words.say(key, n=seating.groups, size=seating.sizes[0] + seating.teacher)


def _time(kit: KitPlan, words: Words) -> str:
    facts, games = kit.layout.facts, kit.games
    values = {"explain": facts.explain, "low": facts.minutes[0], "high": facts.minutes[1]}
    is_long = games.lessons[1] > 1
    low, high = games.lessons if is_long else (games.least, games.most)
    key = "plan_games" if not is_long else "plan_turns" if kit.seating.shifts > 1 else "plan_lessons"
    if low == high:
        return words.say(key, n=low, **values)
    return words.say(f"{key}_range", a=low, b=high, **values)


def _of_items(kit: KitPlan, words: Words) -> Iterator[str]:
    cuts = sum(item.cuts for item in kit.items)
    if cuts:
        yield words.say(
            "plan_cutting", n=cuts, pieces=sum(item.pieces for item in kit.items),
            minutes=sum(item.minutes for item in kit.items), seconds=kit.layout.facts.seconds_a_cut,
        )  # fmt: skip
    for item in kit.items:
        if item.different and not item.host:
            yield words.say("plan_different", n=item.copies, sheet=item.label)
        if item.times > 1:
            yield words.say("plan_times", n=item.times, sheet=item.label)


def tell_per(item: Item, words: Words) -> str:
    """Return whom an item is for."""
    return words.say("plan_per_host" if item.host else f"plan_per_{item.per}")


def heads(words: Words) -> tuple[str, ...]:
    """Return the heads of the plan's table: the sheet, whom it is for, and the columns of numbers."""
    return tuple(words.say(f"plan_col_{name}") for name in ("sheet", "per", *COLUMNS))


def write_plan(plan: ClassPlan, words: Words) -> str:
    """Return the plan as plain text: sentences, and a table whose columns line up."""
    blocks = [f"{words.say('plan_title')}: {tell_class(plan, words)}"]
    top = heads(words)
    for kit in plan.kits:
        rows = [(item.label, tell_per(item, words), *map(_number, item.numbers())) for item in kit.items]
        told = tell_kit(kit, plan.choices.sets, words)
        blocks.append("\n".join([kit.title, *(f"  {line}" for line in told), "", *_lined_up([top, *rows])]))
    total = (words.say("plan_sum"), "", *map(_number, plan.totals()))
    blocks.append("\n".join(_lined_up([top, total])))
    return "\n\n".join([*blocks, "\n".join(tell_all(plan, words))])


def _number(value: int) -> str:
    return str(value) if value else "–"


def _lined_up(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (width - _width(cell)) if n < 2 else " " * (width - _width(cell)) + cell
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """Return the columns that a text takes on a terminal: Chinese takes two a character."""
    return sum(2 if "\u2e80" <= character <= "\uffef" else 1 for character in text)

"""The fronts of the cards: ingredients, opportunities, orders, assistants, the summary and the starting player.

A card is laid out from its data and the kit's words; a text shrinks from 10 to 8.5 points, then the card is refused by
name. Where the parts of a card stand is the same on all of them: what it costs or asks at the top left, the name beside
it, what it does in the middle, points at the bottom left, rewards at the bottom right. Does not know sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kitgen.errors import DoesNotFit, Fault
from kitgen.games.sandwich_wars import texts
from kitgen.games.sandwich_wars.cards import SHARE, Cards, Effect
from kitgen.games.sandwich_wars.cloth import Plate, cloth
from kitgen.games.sandwich_wars.data import find_place
from kitgen.games.sandwich_wars.glyphs import (
    CAPITAL,
    HAIR,
    arrow,
    card,
    category_sign,
    coin,
    hat,
    hourglass,
    number_in,
    rosette,
    star,
    swap,
    ticket,
    time_tile,
    trophy,
)
from kitgen.marks import Disc, Drawing, Line, Mark, Point, Text, rectangle
from kitgen.play.contract import Desk
from kitgen.units import MM_PER_POINT, pt

WIDTH, HEIGHT = 63.5, 88.9  # poker
SAFE = 4.0  # mm from the cut to anything printed
INNER = WIDTH - 2 * SAFE
TEXT, TEXT_FLOOR = 10.0, 8.5  # points, of what a card does
NAME, NAME_FLOOR = 13.5, 10.0
LABEL = 8.5
LEADING = 1.22  # of the type size

_COST = (10.6, 10.6)  # centre of what stands at the top left
_BIG = 6.4  # mm, its half size
_COLUMN = SAFE + 2 * _BIG + 2.2  # where the name begins
_BAND = (SAFE, 19.6)  # left and top of the picture
_PICTURE = 37.0  # mm, height of an ingredient's
_BADGE = (11.2, 26.8)  # centre of the quality, below the cost, so that a fan of cards shows both
_FOOT = HEIGHT - SAFE - 6.2  # middle of the line at the foot
_MINUS = "−"


class Face:
    """One front in the making: `cards`, `desk` and the marks so far; `name` is the part's id, for messages."""

    def __init__(self, cards: Cards, desk: Desk, name: str) -> None:
        self.cards, self.desk, self.name = cards, desk, name
        self.marks: list[Mark] = []

    def add(self, marks: Iterable[Mark]) -> None:
        """Add finished marks."""
        self.marks += marks

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the kit's words."""
        return self.desk.words.say(key, **values)

    def text(
        self, string: str, at: Point, size: float, *, weight: str = "regular", ink: str = "ink", anchor: str = "start"
    ) -> float:
        """Add one line with its baseline at `at`; return its width in mm."""
        self.marks.append(Text(at, string, size, weight, ink, anchor))  # type: ignore[arg-type]
        return self.desk.width(string, size, weight)

    def line(
        self, string: str, at: Point, width: float, most: float, least: float, *, weight: str = "regular",
        ink: str = "ink", anchor: str = "start",
    ) -> None:  # fmt: skip
        """Add one line as large as `width` allows; raises DoesNotFit naming the card."""
        size = most
        while self.desk.width(string, size, weight) > width:
            size -= 0.25
            if size < least:
                raise self.too_long(f"{string!r} is wider than {width:.1f} mm at {least:g} pt")
        self.text(string, at, size, weight=weight, ink=ink, anchor=anchor)

    def paragraph(
        self, string: str, x: float, top: float, width: float, bottom: float, *, ink: str = "ink", anchor: str = "start"
    ) -> float:
        """Add a text of one or more lines below `top`; return where it ends. Raises DoesNotFit naming the card."""
        size = TEXT
        while True:
            try:
                lines = self.desk.lines(string, width, size)
            except DoesNotFit:
                lines = ()
            high = len(lines) * size * LEADING * MM_PER_POINT
            if lines and top + high <= bottom + 1e-6:
                break
            size -= 0.25
            if size < TEXT_FLOOR:
                room = f"{width:.0f} x {bottom - top:.0f} mm"
                raise self.too_long(f"{string!r} does not fit {room} at {TEXT_FLOOR:g} pt")
        for n, line in enumerate(lines):
            self.text(
                line, (x, first_base(top, size) + n * size * LEADING * MM_PER_POINT), size, ink=ink, anchor=anchor
            )
        return top + high

    def too_long(self, what: str) -> DoesNotFit:
        """Return the fault that a text of this card does not fit, with the place where the card is described."""
        return DoesNotFit(Fault(f"card {self.name}: {what}", find_place(self.name.partition("-")[2])))

    def finish(self) -> Drawing:
        """Return the front, with its set's mark where it has one."""
        if self.desk.set_mark:
            string = self.say("set_mark", mark=self.desk.set_mark)
            self.text(string, (WIDTH - SAFE, 4.6), 6.0, ink="mid", anchor="end")
        return Drawing(tuple(self.marks), WIDTH, HEIGHT, (0.0, 0.0, WIDTH, HEIGHT))

    # ------------------------------------------------------------ what several cards have

    def title(self, name: str, under: str) -> None:
        """Add the name on the first line and what kind of card it is under it."""
        width = WIDTH - SAFE - _COLUMN
        self.line(name, (_COLUMN, 11.2), width, NAME, NAME_FLOOR, weight="semibold")
        self.line(under, (_COLUMN, 16.0), width, LABEL + 0.5, LABEL, ink="mid")

    def tablecloth(self, category: str, high: float, plates: Sequence[Plate]) -> None:
        """Add the picture: the category's cloth, its sign on a plate in the middle."""
        entry = self.cards.categories[category]
        left, top = _BAND
        centre, radius = (left + INNER / 2 + 3.0, top + high / 2), high / 2 - 3.2
        round_plates = [(centre, radius + 0.7), *((at, r + 0.7) for at, r in plates)]
        self.add(cloth(entry, (left, top, left + INNER, top + high), 5.0, round_plates, self.desk.inks))
        self.marks.append(Disc(centre, radius, "white", "ink", HAIR))
        self.add(category_sign(category, centre, 0.68 * radius, self.main_fill(category)))
        self.marks += [Disc(at, r, "white", "ink", HAIR) for at, r in plates]

    def main_fill(self, category: str) -> str:
        """Return the ink of a category's sign."""
        return self.cards.categories[category].colour if self.desk.inks == "colour" else "white"

    def patch(self, category: str, at: Point, half: float) -> None:
        """Add a small cloth with the category's sign, `half` mm from its centre to its sides."""
        x, y = at
        entry = self.cards.categories[category]
        radius = 0.74 * half
        box = (x - half, y - half, x + half, y + half)
        self.add(cloth(entry, box, 0.62 * half, [(at, radius)], self.desk.inks))
        self.marks.append(Disc(at, radius, "white", "ink", HAIR))
        self.add(category_sign(category, at, 0.68 * radius, self.main_fill(category)))

    def points(self, number: int, at: Point, half: float) -> None:
        """Add a rosette with its points."""
        self.add(rosette(at, half, self.desk.inks, str(number)))

    def strip(self, items: Sequence[tuple[str, str]], x: float, y: float, half: float) -> float:
        """Add signs and numbers in a row from `x`, their middles at `y`; return where the row ends.

        Items are (kind, what): "time", "patch", "text", or a sign's own name with "".
        """
        size = 1.5 * half / (CAPITAL * MM_PER_POINT)
        for kind, what in items:
            if kind == "text":
                width = self.desk.width(what, size, "semibold")
                self.text(what, (x, y + 0.75 * half), size, weight="semibold")
                x += width + 0.35 * half
                continue
            self.sign(kind, what, (x + half, y), half)
            x += 2 * half + 0.6 * half
        return x

    def sign(self, kind: str, what: str, at: Point, half: float) -> None:
        """Add one sign by its name."""
        if kind == "time":
            self.add(time_tile(what, at, half))
        elif kind == "patch":
            self.patch(what, at, half)
        elif kind == "rosette":
            self.add(rosette(at, half, self.desk.inks))
        else:
            self.add(_PLAIN[kind](at, half))


_PLAIN = {
    "coin": coin, "star": star, "card": card, "ticket": ticket, "hat": hat, "hourglass": hourglass, "swap": swap,
}  # fmt: skip


def first_base(top: float, size: float) -> float:
    """Return the baseline of the first line of a text that begins at `top`."""
    return top + (LEADING / 2 + CAPITAL / 2) * size * MM_PER_POINT


def effect_signs(effect: Effect) -> tuple[tuple[str, str], ...]:
    """Return an ingredient's effect as signs: when, for what, how much of what."""
    what = {"coins": "coin", "draw": "card", "points": "rosette", "discount": "coin"}.get(effect.verb, "star")
    sign = _MINUS if effect.verb == "discount" else "+"
    found = [("time", effect.time)]
    if effect.category:
        found.append(("patch", effect.category))
    return (*found, ("text", f"{sign}{effect.number}"), (what, ""))


def opportunity_signs(verb: str, number: int) -> tuple[tuple[str, str], ...]:
    """Return what an opportunity does as signs."""
    plus = ("text", f"+{number}")
    return {
        "free_assistant": (plus, ("hat", "")),
        "free_ingredients": (plus, ("time", "played")),
        "coins": (plus, ("coin", "")),
        "draw": (plus, ("card", "")),
        "order_quality": (("ticket", ""), plus, ("star", "")),
        "order_points": (("ticket", ""), plus, ("rosette", "")),
        "no_upkeep": (("hourglass", ""), ("text", "0"), ("coin", "")),
        "swap_order": (("ticket", ""), ("swap", ""), ("ticket", "")),
    }[verb]


# ---------------------------------------------------------------- market cards


def ingredient(face: Face, key: str) -> Drawing:
    """Return the front of an ingredient: cost, name, category, quality, effect."""
    entry, words = face.cards.ingredients[key], face.desk.words
    face.add(coin(_COST, _BIG, str(entry.cost)))
    face.title(texts.name_of(face.cards, key, words), texts.category_name(face.cards, entry.category, words))
    face.tablecloth(entry.category, _PICTURE, [(_BADGE, _BIG)])
    face.add(star(_BADGE, 0.86 * _BIG, str(entry.quality)))
    top = _BAND[1] + _PICTURE
    face.strip(effect_signs(entry.effect), SAFE, top + 6.6, 3.2)
    face.paragraph(texts.ingredient_text(face.cards, key, words), SAFE, top + 11.6, INNER, HEIGHT - SAFE)
    return face.finish()


def opportunity(face: Face, key: str) -> Drawing:
    """Return the front of an opportunity: its sign, name, effect, points at the end, and the arrow to the left."""
    entry, words = face.cards.opportunities[key], face.desk.words
    x, y = _COST
    face.marks.append(Disc(_COST, _BIG, "white", "ink", pt(1.2)))
    face.add(arrow((x - 0.3, y), 0.62 * _BIG))
    face.title(texts.name_of(face.cards, key, words), face.say("opportunity"))
    left, top = _BAND
    low = face.desk.inks == "low"
    face.marks.append(
        rectangle(left, top, INNER, 22.0, fill="white" if low else "pale", stroke="ink", line=HAIR, radius=2.0)
    )
    signs, half = opportunity_signs(entry.verb, entry.number), 5.0
    width = _strip_width(face, signs, half)
    face.strip(signs, WIDTH / 2 - width / 2, top + 11.0, half)
    end = face.paragraph(texts.opportunity_text(face.cards, key, words), SAFE, top + 25.0, INNER, _FOOT - 14.0)
    face.paragraph(face.say("pass_to_the_left"), SAFE, end + 1.4, INNER, _FOOT - 5.5, ink="mid")
    face.points(face.cards.rules.opportunity, (SAFE + 6.0, _FOOT), 5.6)
    face.line(face.say("in_hand_at_the_end"), (SAFE + 13.4, _FOOT + 1.0), 27.0, LABEL, 8.0, ink="mid")
    face.add(arrow((WIDTH - SAFE - 6.0, _FOOT), 5.6))
    return face.finish()


def _strip_width(face: Face, items: Sequence[tuple[str, str]], half: float) -> float:
    size = 1.5 * half / (CAPITAL * MM_PER_POINT)
    width = -0.6 * half
    for kind, what in items:
        width += face.desk.width(what, size, "semibold") + 0.35 * half if kind == "text" else 2.6 * half
    return width


# ---------------------------------------------------------------- orders


def order(face: Face, key: str) -> Drawing:
    """Return the front of an order: type, number of ingredients, quality, bonus, reward, points."""
    entry, words = face.cards.orders[key], face.desk.words
    kind = face.cards.order_types[entry.type]
    _type_corner(face, entry.type, kind.colour)
    face.title(kind.name[words.lang], f"{face.say('order')} {key}")
    _sandwich_picture(face, entry.type, kind.colour)
    face.marks.append(Disc(_BADGE, _BIG, "white", "ink", HAIR))
    face.add(star(_BADGE, 0.86 * _BIG, str(entry.quality)))
    _bonus_row(face, entry.bonus, _BAND[1] + 29.0)
    face.marks.append(Line((SAFE, _FOOT - 8.0), (WIDTH - SAFE, _FOOT - 8.0), HAIR, "grid"))
    face.points(entry.points, (SAFE + 6.0, _FOOT), 5.9)
    _reward(face, entry.reward, entry.number, texts.reward_text(entry, words))
    return face.finish()


def _type_corner(face: Face, number: int, colour: str) -> None:
    """Add the corner in the type's colour, with the number of ingredients on a white disc."""
    side = 2 * _BIG + 1.0
    x, y = _COST
    ink = colour if face.desk.inks != "low" else "white"
    face.marks.append(rectangle(x - side / 2, y - side / 2, side, side, fill=ink, stroke="ink", line=HAIR, radius=2.0))
    face.marks.append(Disc(_COST, 4.9, "white", "ink", HAIR))
    face.marks.append(number_in(str(number), _COST, 20.0))


def _sandwich_picture(face: Face, layers: int, colour: str) -> None:
    """Add the panel in the type's colour and on it a sandwich with as many layers as the order asks for."""
    left, top = _BAND
    ink = colour if face.desk.inks != "low" else "white"
    high = 27.0
    face.marks.append(rectangle(left, top, INNER, high, fill=ink, stroke="ink", line=HAIR))
    x, wide = left + INNER / 2 + 3.0, 30.0
    filling = "white" if face.desk.inks == "low" else "accent"
    step = 3.1
    base = top + high / 2 + (layers * step + 9.4) / 2
    face.marks.append(
        rectangle(x - wide / 2, base - 4.2, wide, 4.2, fill="white", stroke="ink", line=pt(1.0), radius=1.8)
    )
    for n in range(layers):
        y = base - 4.2 - (n + 1) * step + 0.3
        reach = wide / 2 + (1.2 if n % 2 else -0.6)
        face.marks.append(
            rectangle(x - reach, y, 2 * reach, step - 0.6, fill=filling, stroke="ink", line=pt(1.0), radius=1.2)
        )
    face.marks.append(
        rectangle(
            x - wide / 2, base - 9.4 - layers * step, wide, 5.2, fill="white", stroke="ink", line=pt(1.0), radius=2.5
        )
    )


def _bonus_row(face: Face, bonus: Sequence[str], top: float) -> None:
    """Add the bonus categories, each a cloth with its name, and what each is worth."""
    label = face.say("bonus")
    face.text(label, (SAFE, top + 2.6), LABEL, weight="semibold")
    x = WIDTH - SAFE
    face.add(rosette((x - 2.4, top + 1.4), 2.4, face.desk.inks))
    text = f"+{face.cards.rules.bonus}"
    face.text(text, (x - 5.4, top + 2.6), LABEL + 1, weight="semibold", anchor="end")
    width = INNER / 3
    for n, category in enumerate(bonus):
        x = SAFE + (n + 0.5) * width
        face.patch(category, (x, top + 9.6), 5.2)
        name = texts.category_name(face.cards, category, face.desk.words)
        face.line(name, (x, top + 18.2), width - 0.6, LABEL, 7.5, anchor="middle")


def _reward(face: Face, kind: str, number: int, text: str) -> None:
    """Add the reward at the bottom right: its signs, and what they mean below."""
    x, half = SAFE + 15.0, 2.6
    if kind == SHARE:
        items = (("text", str(number)), ("coin", ""), ("text", "/"), ("card", ""))
    else:
        items = (("hat", ""), ("text", "/"), ("text", str(number)), ("rosette", ""))
    face.strip(items, x, _FOOT - 4.0, half)
    face.paragraph(text, x, _FOOT - 0.7, WIDTH - SAFE - x, HEIGHT - SAFE + 1.0)


# ---------------------------------------------------------------- assistants


def assistant(face: Face, category: str) -> Drawing:
    """Return the front of an assistant: cost to hire, category, what it does and brings, upkeep."""
    entry, words = face.cards.assistants[category], face.desk.words
    face.add(coin(_COST, _BIG, str(entry.hire)))
    face.title(texts.category_name(face.cards, category, words), face.say("assistant"))
    high = 23.6
    face.tablecloth(category, high, [(_BADGE, _BIG)])
    face.add(hat(_BADGE, 0.66 * _BIG))
    quality, discount, points, cards, upkeep = texts.assistant_texts(face.cards, category, words)
    rows: list[tuple[tuple[tuple[str, str], ...], str]] = [
        ((("text", f"+{entry.quality}"), ("star", "")), quality),
        ((("text", f"{_MINUS}{entry.discount}"), ("coin", "")), discount),
        ((("text", f"+{entry.points}"), ("rosette", "")), points),
        ((("time", "collect"), ("card", "")), cards),
    ]
    y = _BAND[1] + high + 1.6
    for signs, text in rows:
        face.strip(signs, SAFE, y + 3.6, 2.1)
        end = face.paragraph(text, SAFE + 13.4, y + 1.4, INNER - 13.4, y + 9.2)
        y = max(end, y + 6.0) + 0.4
    face.marks.append(Line((SAFE, _FOOT - 4.6), (WIDTH - SAFE, _FOOT - 4.6), HAIR, "grid"))
    face.strip([("hourglass", "")], SAFE, _FOOT + 1.4, 3.2)
    face.text(face.say("upkeep"), (SAFE + 8.6, _FOOT), LABEL, ink="mid")
    face.line(upkeep, (SAFE + 8.6, _FOOT + 4.6), INNER - 8.6, TEXT + 0.5, TEXT_FLOOR, weight="semibold")
    return face.finish()


# ---------------------------------------------------------------- summary and starting player


def summary_lines(cards: Cards) -> tuple[tuple[str, dict[str, int]], ...]:
    """Return what the summary says: keys of phrases with their numbers, in order; keys of headings begin `summary_`."""
    rules = cards.rules
    two, three, four, five = rules.diversity
    return (
        ("summary_turn", {"n": rules.actions}),
        ("action_play", {"area": rules.area, "fine": rules.fine}),
        ("action_complete", {}),
        ("action_hire", {"n": next(iter(cards.assistants.values())).hire}),
        ("action_replenish", {"n": rules.hand}),
        ("action_take", {"n": rules.take_coins}),
        ("any_opportunities", {}),
        ("summary_end", {}),
        ("step_collect", {}),
        ("step_upkeep", {}),
        ("step_refill", {}),
        ("step_discard", {"n": rules.hand}),
        ("step_announce", {"n": rules.last_order}),
        ("summary_scoring", {}),
        ("score_line", {"n": rules.opportunity}),
        ("score_types", {"a": 2, "b": 3, "c": 4, "d": 5, "two": two, "three": three, "four": four, "five": five}),
    )


def summary(face: Face) -> Drawing:
    """Return the summary: the steps of a turn and of its end, and the scoring."""
    size = TEXT_FLOOR
    leading = 1.14 * size * MM_PER_POINT
    y, step = SAFE + 0.8, 0
    for key, numbers in summary_lines(face.cards):
        string = face.say(key, **numbers)
        if key.startswith("summary_"):
            y += 0.0 if key == "summary_turn" else 1.3
            face.text(string, (SAFE, y + 3.2), size + 1.0, weight="semibold")
            y += leading + 0.5
            continue
        step = step + 1 if key.startswith("step_") else 0
        label = f"{step}." if step else "•"
        face.text(label, (SAFE, y + 2.9), size)
        lines = face.desk.lines(string, INNER - 3.4, size)
        for line in lines:
            face.text(line, (SAFE + 3.4, y + 2.9), size)
            y += leading
    if y > HEIGHT - SAFE + 1.6:
        raise face.too_long(f"its text is {y - SAFE:.0f} mm high; there are {HEIGHT - 2 * SAFE:.0f} mm")
    return face.finish()


def starter(face: Face) -> Drawing:
    """Return the card of the starting player, who hands it to the winner: a trophy."""
    face.line(face.say("starting_player"), (WIDTH / 2, 14.0), INNER, 15.0, 10.0, weight="semibold", anchor="middle")
    face.add(trophy((WIDTH / 2, 41.0), 19.0))
    face.line(face.say("grand_master"), (WIDTH / 2, 72.0), INNER, 15.0, 10.0, weight="semibold", anchor="middle")
    face.paragraph(face.say("starter_line"), WIDTH / 2, 74.6, INNER, HEIGHT - SAFE, ink="mid", anchor="middle")
    return face.finish()


def fronts(cards: Cards) -> Iterator[str]:
    """Yield the ids of the cards, in the order of printing."""
    yield from (f"market-{key}" for key in cards.market)
    yield from (f"order-{key}" for key in cards.orders)
    yield from (f"assistant-{key}" for key in cards.assistants)
    yield from ("summary", "trophy")

"""Tokens and the play mat: coins and points told apart by shape and number, and five places for ingredients.

Coins are round, five and more with a toothed rim; points are a square, a hexagon and a star. Does not know sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from kitgen.games.sandwich_wars.faces import Face
from kitgen.games.sandwich_wars.glyphs import burst, hat, number_in, ring, ticket
from kitgen.marks import Disc, Drawing, Mark, Point, Polygon, rectangle
from kitgen.play.contract import Desk
from kitgen.units import pt

SIDE = 20.0  # mm, of a token's slot
_HALF = 9.0  # mm, from the middle of a token to its rim
_NUMBER = 24.0  # points


def token(kind: str, value: str, desk: Desk) -> Drawing:
    """Return the front of a coin or a point token with its value."""
    centre = (SIDE / 2, SIDE / 2)
    marks = list(coin_marks(value, centre) if kind == "coin" else point_marks(value, centre, desk.inks))
    if desk.set_mark:
        dark = kind == "point" and desk.inks != "low"
        string = desk.words.say("set_mark", mark=desk.set_mark)
        marks.append(number_in(string, (centre[0], centre[1] + 5.4), 5.5, "white" if dark else "ink"))
    return Drawing(tuple(marks), SIDE, SIDE, (0.0, 0.0, SIDE, SIDE))


def coin_marks(value: str, at: Point) -> Iterator[Mark]:
    """Yield a coin: a plain rim for 1, teeth for more."""
    if value == "1":
        yield Disc(at, _HALF, "white", "ink", pt(1.6))
    else:
        reach = [_HALF * (1.0 if n % 2 else 0.9) for n in range(40)]
        points = tuple(
            (at[0] + r * cos(2 * pi * n / 40), at[1] + r * sin(2 * pi * n / 40)) for n, r in enumerate(reach)
        )
        yield Polygon(points, "white", "ink", pt(1.6))
    yield Disc(at, 0.76 * _HALF, None, "ink", pt(0.7))
    yield number_in(value, at, _NUMBER)


def point_marks(value: str, at: Point, inks: str) -> Iterator[Mark]:
    """Yield a point token: a square for 1, a hexagon for 5, a star for more, dark but in low ink."""
    x, y = at
    if value == "1":
        half = 0.8 * _HALF
        outline = [(-half, -half), (half, -half), (half, half), (-half, half)]
    elif value == "5":
        outline = ring(6, _HALF, _HALF)
    else:
        outline = [(_HALF * a, _HALF * b) for a, b in burst(8, 0.78)]
    dark = inks != "low"
    ink = "accent" if dark else "ink"
    yield Polygon(tuple((x + a, y + b) for a, b in outline), "accent" if dark else "white", ink, pt(1.6))
    yield number_in(value, at, _NUMBER if len(value) == 1 else 0.85 * _NUMBER, "white" if dark else "ink")


# ---------------------------------------------------------------- the mat

MAT_WIDTH, MAT_HEIGHT = 189.0, 222.0
MAT_LABELS = ("area", "assistants", "orders_done", "coins", "points", "mat_reminder", "mat_end")
_PLACE = (61.4, 86.8)  # mm: a hair less than a card, which hides it
_STEP = (63.0, 88.4)


def mat(face: Face) -> Drawing:
    """Return a player's mat: five places for ingredients, one for assistants, strips for orders, coins and points."""
    label = face.say("area")
    for n in range(face.cards.rules.area):
        x, y = (n % 3) * _STEP[0] + 0.8, (n // 3) * _STEP[1] + 0.8
        _place(face, (x, y), str(n + 1), label if n == 0 else "")
    x, y = 2 * _STEP[0] + 0.8, _STEP[1] + 0.8
    face.marks.append(rectangle(x, y, *_PLACE, stroke="mid", line=pt(0.8), radius=3.0, dash=(2.0, 1.4)))
    middle = x + _PLACE[0] / 2
    face.add(hat((middle, y + _PLACE[1] / 2 - 4.0), 8.0))
    face.text(face.say("assistants"), (middle, y + _PLACE[1] / 2 + 12.0), 11.0, ink="mid", anchor="middle")
    _strips(face, 2 * _STEP[1] + 2.2)
    if face.desk.set_mark:
        string = face.say("set_mark", mark=face.desk.set_mark)
        face.text(string, (MAT_WIDTH - 4.8, MAT_HEIGHT - 16.5), 8.0, ink="mid", anchor="end")
    return Drawing(tuple(face.marks), MAT_WIDTH, MAT_HEIGHT, (0.0, 0.0, MAT_WIDTH, MAT_HEIGHT))


def _place(face: Face, at: Point, number: str, label: str) -> None:
    x, y = at
    face.marks.append(rectangle(x, y, *_PLACE, stroke="ink", line=pt(1.0), radius=3.0))
    centre = (x + _PLACE[0] / 2, y + _PLACE[1] / 2)
    face.marks.append(Disc(centre, 8.0, None, "grid", pt(0.8)))
    face.marks.append(number_in(number, centre, 26.0, "mid"))
    if label:
        face.text(label, (centre[0], y + 9.0), 12.0, weight="semibold", anchor="middle")


def _strips(face: Face, top: float) -> None:
    """Add the lower strip: completed orders at the left, coins and points at the right, what to remember below."""
    high = 29.0
    wide = MAT_WIDTH / 2 - 1.6
    face.marks.append(rectangle(0.8, top, wide, high, stroke="ink", line=pt(1.0), radius=3.0))
    face.add(ticket((9.6, top + 9.0), 5.0))
    face.line(face.say("orders_done"), (17.0, top + 10.6), wide - 20.0, 12.0, 9.0, weight="semibold")
    for n, key in enumerate(("coins", "points")):
        x = MAT_WIDTH / 2 + 0.8 + n * (wide + 1.6) / 2
        face.marks.append(rectangle(x, top, (wide - 1.6) / 2, high, stroke="ink", line=pt(1.0), radius=3.0))
        face.line(face.say(key), (x + 4.0, top + 10.6), wide / 2 - 8.0, 12.0, 9.0, weight="semibold")
    y = top + high + 6.0
    rules, hire = face.cards.rules, next(iter(face.cards.assistants.values())).hire
    reminder = face.say("mat_reminder", n=rules.actions, hire=hire, hand=rules.hand, coins=rules.take_coins)
    face.line(reminder, (0.8, y), MAT_WIDTH - 1.6, 10.5, 8.5)
    face.line(face.say("mat_end", hand=rules.hand, orders=rules.last_order), (0.8, y + 5.6), MAT_WIDTH - 1.6, 10.5, 8.5)
    assert y + 7.0 < MAT_HEIGHT

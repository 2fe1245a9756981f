"""Reads the front of a card, a token or a mat from a finished page, into the tokens that the data's parts have.

What a card says is read twice where it stands twice: its sentence, found among all that the words can say, and its
signs. They must agree. Works on shapes and strings alone; knows neither the rules nor how a card is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kitgen.errors import ProofFailed
from kitgen.games.sandwich_wars.cards import OPPORTUNITY_VERBS, VERBS, WITH_CATEGORY, Cards
from kitgen.games.sandwich_wars.recognise import Cursor, Sign, kind_of, place_of
from kitgen.games.sandwich_wars.together import (
    check_cloth,
    read_effect,
    read_opportunity,
    read_reward,
    read_signed,
    read_token,
)
from kitgen.play.contract import Words
from kitgen.play.seen import Box, Seen, SeenPath, SeenText, bounds, centre_of

MOST = 29  # the largest number that a sentence is looked for with
Tokens = list[str]


# ---------------------------------------------------------------- sentences


@dataclass
class Sentences:
    """What the words can say about cards, back to what it means."""

    effects: dict[str, str] = field(default_factory=dict)
    opportunities: dict[str, str] = field(default_factory=dict)
    rewards: dict[str, str] = field(default_factory=dict)


def sentences_of(cards: Cards, words: Words) -> Sentences:
    """Return every sentence that a card could say with numbers up to MOST, in the language of `words`."""
    found = Sentences()
    names = {key: category.name[words.lang].lower() for key, category in cards.categories.items()}
    for n in range(MOST + 1):
        for time, verbs in VERBS.items():
            for verb in verbs:
                for key in names if verb in WITH_CATEGORY else ("",):
                    said = words.say(f"effect_{time}_{verb}", n=n, category=names.get(key, ""))
                    found.effects[said] = " ".join(filter(None, ["effect", time, verb, str(n), key]))
        for verb in OPPORTUNITY_VERBS:
            found.opportunities.setdefault(words.say(f"opportunity_{verb}", n=n), f"effect {verb} {n}")
        for kind in ("share", "assistant_or_points"):
            found.rewards[words.say(f"reward_{kind}", n=n)] = f"reward {kind} {n}"
    for verb, has_number in OPPORTUNITY_VERBS.items():
        if not has_number:  # its sentence says no number: it is always 1
            found.opportunities[words.say(f"opportunity_{verb}", n=1)] = f"effect {verb} 1"
    return found


class Front:
    """One front being read: `cards` for names and categories, `words` for sentences."""

    def __init__(self, seen: Sequence[Seen], cards: Cards, words: Words, sentences: Sentences) -> None:
        self.cursor, self.cards, self.words, self.sentences = Cursor(seen), cards, words, sentences
        self.tokens: Tokens = []

    def read(self) -> tuple[str, ...]:
        """Return the tokens, sorted; raises ProofFailed."""
        self._kind()()
        self._set_mark()
        if not self.cursor.is_done:
            raise self.cursor.refuse("nothing more")
        return tuple(sorted(self.tokens))

    def _kind(self) -> Callable[[], None]:
        """Return the reader for what begins as this front does."""
        cursor = self.cursor
        first, second = cursor.peek(), cursor.peek(1)
        if isinstance(first, SeenText):
            return self._summary if first.string == self.words.say("summary_turn", **self._turn()) else self._trophy
        if cursor.kind() == "r":
            return self._mat if isinstance(first, SeenPath) and first.fill is None else self._order
        if cursor.kind() == "d" and cursor.kind(1) == 7:
            return self._opportunity
        is_card = len(cursor.seen) > 8 and isinstance(second, SeenPath)
        if is_card and cursor.is_coin():
            return self._coin_card
        return self._token

    def _turn(self) -> dict[str, int]:
        return {"n": self.cards.rules.actions}

    def _set_mark(self) -> None:
        """Take the mark of the set, where there is one; it comes last."""
        thing = self.cursor.peek()
        if isinstance(thing, SeenText):
            before, _, after = self.words.say("set_mark", mark="\0").partition("\0")
            string = thing.string
            if string.startswith(before) and string.endswith(after) and len(string) > len(before + after):
                self.cursor.take()
                self.tokens.append(f"set {string[len(before) : len(string) - len(after) or None]}")

    def _say(self, token: str) -> None:
        self.tokens.append(token)

    def _expect(self, key: str, **values: object) -> None:
        """Take a text that must be the phrase `key`."""
        at = self.cursor.peek()
        string = self.cursor.paragraph(f"the phrase {key}")
        if string != self.words.say(key, **values):
            where = place_of(at) if at else ""
            raise ProofFailed(f"{string!r} at {where} where {self.words.say(key, **values)!r} belongs")

    def _meaning(self, known: Mapping[str, str], what: str) -> str:
        at = self.cursor.peek()
        string = self.cursor.paragraph(what)
        if string not in known:
            raise ProofFailed(f"{string!r} at {place_of(at) if at else ''} is no {what} that the words can say")
        return known[string]

    def _one_of(self, names: Mapping[str, str], what: str) -> str:
        """Take a text that is one of `names` (printed name -> key)."""
        text = self.cursor.text(what)
        if text.string not in names:
            raise ProofFailed(f"{text.string!r} at {place_of(text)} is no {what}")
        return names[text.string]

    def _category_names(self) -> dict[str, str]:
        return {category.name[self.words.lang]: key for key, category in self.cards.categories.items()}

    def _picture(self) -> tuple[Box, str]:
        """Take the cloth with its sign and one more plate; returns that plate and the category."""
        _, pattern, colour, parts = self.cursor.cloth()
        plate = self.cursor.plate(parts)
        category = self.cursor.category_on(plate)
        badge = self.cursor.plate(parts, "the plate of a badge")
        check_cloth(self.cards, category, pattern, colour)
        self._say(f"category {category} on {pattern}")
        return badge, category

    def _patch(self) -> str:
        sign, pattern, colour = self.cursor.patch()
        check_cloth(self.cards, sign.says, pattern, colour)
        return sign.says

    # ------------------------------------------------------------ ingredients and assistants

    def _coin_card(self) -> None:
        price = self.cursor.coin("what it costs")
        title = self.cursor.text("a name")
        under = self.cursor.text("what it is")
        badge, category = self._picture()
        names = self._category_names()
        if under.string == self.words.say("assistant"):
            self._assistant(price, title, category, badge)
            return
        if names.get(under.string) != category:
            raise ProofFailed(f"{under.string!r} at {place_of(under)} stands on a card of {category}")
        same = [key for key, card in self.cards.ingredients.items() if card.name[self.words.lang] == title.string]
        here = [key for key in same if self.cards.ingredients[key].category == category]
        if not here:
            raise ProofFailed(f"{title.string!r} at {place_of(title)} is no ingredient of {category}")
        quality = self.cursor.star("the quality")
        _check_inside(quality, badge)
        self.tokens += ["kind ingredient", f"name {here[0]}", f"cost {price.says}", f"quality {quality.says}"]
        self._ingredient_effect(price, quality)

    def _ingredient_effect(self, price: Sign, quality: Sign) -> None:
        shown = read_effect(self.cursor, self._patch)
        said = self._meaning(self.sentences.effects, "effect")
        if shown != said:
            raise ProofFailed(f"its signs show {shown}, its sentence says {said}")
        self._say(said)
        if not price.box[3] <= quality.box[1] + 1.0:
            raise ProofFailed("its quality does not stand below its cost")

    def _assistant(self, price: Sign, title: SeenText, category: str, badge: Box) -> None:
        if self._category_names().get(title.string) != category:
            raise ProofFailed(f"{title.string!r} at {place_of(title)} stands on the assistant of {category}")
        hat = self.cursor.simple()
        _check_inside(hat, badge)
        if hat.kind != "hat":
            raise ProofFailed(f"a {hat.kind} where the cook's hat belongs")
        self.tokens += ["kind assistant", f"hire {price.says}"]
        name = title.string.lower()
        for token, sign, kind, phrase in (
            ("quality {}", "+", "star", "assistant_quality"),
            ("discount {}", "−", "coin", "assistant_discount"),
            ("points {} with " + category, "+", "rosette", "assistant_points"),
        ):
            number = read_signed(self.cursor, sign, kind)
            self._expect(phrase, n=int(number), category=name)
            self._say(token.format(number))
        time, what = self.cursor.simple(), self.cursor.simple()
        if (time.says, what.kind) != ("collect", "card"):
            raise ProofFailed(f"the signs {time.says} and {what.kind} where a hand and a card belong")
        said = {self.words.say("assistant_cards", n=n): f"cards {n}" for n in range(MOST + 1)}
        self._say(self._meaning(said, "number of cards"))
        self._upkeep()

    def _upkeep(self) -> None:
        self._rule()
        sign = self.cursor.simple()
        if sign.kind != "hourglass":
            raise ProofFailed(f"a {sign.kind} where the sign of upkeep belongs")
        self._expect("upkeep")
        pairs = [(a, b) for a in range(MOST + 1) for b in range(MOST + 1)]
        said = {self.words.say("assistant_upkeep", coins=a, points=b): f"upkeep {a} or {b}" for a, b in pairs}
        self._say(self._meaning(said, "upkeep"))

    def _rule(self) -> None:
        self.cursor.path("l", "a rule above the foot")

    # ------------------------------------------------------------ opportunities

    def _opportunity(self) -> None:
        cursor = self.cursor
        ring = cursor.take()
        _check_inside(cursor.arrow(), bounds(ring))
        title = cursor.text("a name")
        keys = [key for key, card in self.cards.opportunities.items() if card.name[self.words.lang] == title.string]
        if not keys:
            raise ProofFailed(f"{title.string!r} at {place_of(title)} is no opportunity")
        self._expect("opportunity")
        panel = bounds(cursor.path("r", "the panel of its signs"))
        shown = read_opportunity(cursor, panel)
        said = self._meaning(self.sentences.opportunities, "effect")
        if said != shown:
            raise ProofFailed(f"its signs show {shown}, its sentence says {said}")
        self.tokens += ["kind opportunity", f"name {keys[0]}", said]
        self._expect("pass_to_the_left")
        self._say("passed on")
        self._say(f"points {self._points_at_foot(panel)}")
        self._expect("in_hand_at_the_end")
        self._say("kept in hand")
        cursor.arrow()
        self._say("arrow left")

    def _points_at_foot(self, above: Box) -> str:
        """Take the points, which stand at the bottom left: below `above`, and left of its middle."""
        points = self.cursor.rosette("the points")
        if points.box[1] < above[3] or points.box[2] > (above[0] + above[2]) / 2:
            raise ProofFailed("its points do not stand at the bottom left")
        return points.says

    # ------------------------------------------------------------ orders

    def _order(self) -> None:
        cursor = self.cursor
        corner = cursor.take()
        disc = bounds(cursor.path("d", "a disc for the number of ingredients"))
        number = cursor.number_in(disc, "the number of ingredients")
        name = cursor.text("the name of a type")
        codes = {f"{self.words.say('order')} {key}": key for key in self.cards.orders}
        code = self._one_of(codes, "order")
        kind = self.cards.order_types.get(int(number) if number.isdigit() else 0)
        if kind is None or name.string != kind.name[self.words.lang]:
            raise ProofFailed(f"{name.string!r} at {place_of(name)} is not the type of {number} ingredients")
        panel = self._sandwich(corner, int(number))
        quality = cursor.star("the quality")
        self.tokens += ["kind order", f"code {code}", f"type {number}", f"quality {quality.says}"]
        self._bonus()
        self._rule()
        self._say(f"points {self._points_at_foot(panel)}")
        self._reward()

    def _sandwich(self, corner: Seen, layers: int) -> Box:
        """Take the picture: a panel of the corner's colour, bread below, as many layers as ingredients, bread above."""
        panel = self.cursor.path(4, "the panel of the picture")
        if not isinstance(corner, SeenPath) or corner.fill != panel.fill:
            raise ProofFailed("the corner and the picture of its type have two colours")
        found = 0
        last = bounds(panel)[3]
        while self.cursor.kind() == "r":
            slice_of = bounds(self.cursor.take())
            if slice_of[3] > last + 0.5:
                raise ProofFailed("the layers of the sandwich do not lie on one another")
            last, found = slice_of[1], found + 1
        if found - 2 != layers:
            raise ProofFailed(f"the sandwich has {found - 2} layers for {layers} ingredients")
        self.cursor.plate((), "the plate of the quality")
        return bounds(panel)

    def _bonus(self) -> None:
        self._expect("bonus")
        self.cursor.rosette("the points of a bonus")
        worth = self.cursor.text("what a bonus is worth").string
        names = self._category_names()
        while self.cursor.kind() == 4:
            category = self._patch()
            if self._one_of(names, "category") != category:
                raise ProofFailed(f"the sign of {category} has another category's name")
            self._say(f"bonus {category} {worth}")

    def _reward(self) -> None:
        shown = read_reward(self.cursor)
        said = self._meaning(self.sentences.rewards, "reward")
        if said != shown:
            raise ProofFailed(f"its signs show {shown}, its sentence says {said}")
        self._say(said)

    # ------------------------------------------------------------ summary, starting player, tokens, mat

    def _summary(self) -> None:
        self._say("kind summary")
        known = dict(self._summary_sentences())
        while not self.cursor.is_done:
            thing = self.cursor.peek()
            assert thing is not None
            if (isinstance(thing, SeenText) and thing.string.rstrip(".").isdigit()) or _is_bullet(thing):
                self.cursor.take()
                continue
            before = len(self.tokens)
            self._set_mark()
            if len(self.tokens) == before:
                self._say(self._meaning(known, "line of a summary"))

    def _summary_sentences(self) -> Iterator[tuple[str, str]]:
        rules = self.cards.rules
        hire = {card.hire for card in self.cards.assistants.values()}
        two, three, four, five = rules.diversity
        said: list[tuple[str, dict[str, int]]] = [
            ("summary_turn", {"n": rules.actions}),
            ("action_play", {"area": rules.area, "fine": rules.fine}),
            ("action_hire", {"n": min(hire)}),
            ("action_replenish", {"n": rules.hand}),
            ("action_take", {"n": rules.take_coins}),
            ("step_discard", {"n": rules.hand}),
            ("step_announce", {"n": rules.last_order}),
            ("score_line", {"n": rules.opportunity}),
            ("score_types", {"a": 2, "b": 3, "c": 4, "d": 5, "two": two, "three": three, "four": four, "five": five}),
        ]
        plain = "action_complete any_opportunities summary_end step_collect step_upkeep step_refill summary_scoring"
        said += [(key, {}) for key in plain.split()]
        for key, numbers in said:
            yield self.words.say(key, **numbers), " ".join(["says", key, *map(str, numbers.values())])

    def _trophy(self) -> None:
        self._say("kind trophy")
        self._expect("starting_player")
        for kind in ("d", "d", 8, 4, 4):
            self.cursor.path(kind, "a trophy")
        self._expect("grand_master")
        self._expect("starter_line")
        self.tokens += [f"says {key}" for key in ("starting_player", "grand_master", "starter_line")]

    def _token(self) -> None:
        kind, value = read_token(self.cursor)
        self.tokens += [f"kind {kind}", f"value {value}"]

    def _mat(self) -> None:
        cursor = self.cursor
        self._say("kind mat")
        while (thing := cursor.peek()) is not None:
            kind = kind_of(thing)
            if kind in ("r", "d"):
                cursor.take()
            elif kind == "t":
                before = len(self.tokens)
                self._set_mark()
                if len(self.tokens) == before:
                    self._mat_text(thing)
            else:
                cursor.simple()

    def _mat_text(self, thing: Seen) -> None:
        rules, hire = self.cards.rules, min(card.hire for card in self.cards.assistants.values())
        said = {
            self.words.say(key, n=rules.actions, hire=hire, hand=rules.hand, coins=rules.take_coins,
                           orders=rules.last_order): f"says {key}"
            for key in ("area", "assistants", "orders_done", "coins", "points", "mat_reminder", "mat_end")
        }  # fmt: skip
        assert isinstance(thing, SeenText)
        if thing.string.isdigit():
            self.cursor.take()
            self._say(f"place {thing.string}")
        else:
            self._say(self._meaning(said, "label of a mat"))


def _is_bullet(thing: Seen) -> bool:
    return isinstance(thing, SeenText) and thing.string == "•"


def _check_inside(sign: Sign, box: Box) -> None:
    x, y = centre_of(sign.box)
    if not (box[0] < x < box[2] and box[1] < y < box[3]):
        raise ProofFailed(f"the sign {sign.kind} at {x:.1f}, {y:.1f} mm does not stand where it belongs")

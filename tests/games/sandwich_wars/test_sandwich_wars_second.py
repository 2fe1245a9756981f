"""A second referee, written differently: one mutable table of dicts, cards read with plain PyYAML, its own shuffle.

Whole games of both players are played by the engine and refereed here ply by ply; and moves made up at random must be
refused by both or by neither.
"""

import random
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from kitgen.chance import Chance
from kitgen.errors import IllegalMove
from kitgen.games.sandwich_wars.engine import GAME, advance
from kitgen.games.sandwich_wars.moves import read_move, write_move
from kitgen.games.sandwich_wars.players import PLAYERS
from kitgen.games.sandwich_wars.scoring import describe_seats, outcome

DATA = yaml.safe_load(
    (Path(__file__).parents[3] / "rules_text/sandwich_wars/data/cards.yaml").read_text(encoding="utf-8")
)
INGREDIENTS, ORDERS, CHANCES = DATA["ingredients"], DATA["orders"], DATA["opportunities"]


class No(Exception):
    """The move is not allowed."""


def must(condition):
    if not condition:
        raise No


class Referee:
    """Keeps the books of one game."""

    def __init__(self, players, seed):
        self.rng = random.Random(seed)
        self.market = self.mixed([*INGREDIENTS, *CHANCES])
        self.deck = self.mixed(list(ORDERS))
        self.discards, self.row = [], []
        self.free = list(DATA["categories"])
        self.names = [f"p{k + 1}" for k in range(players)]
        self.seats = {
            name: {"area": [], "coins": 10, "tokens": 0, "hand": [], "assistants": [], "orders": []}
            for name in self.names
        }
        for name in self.names:
            self.seats[name]["hand"] = [self.market.pop(0) for _ in range(5)]
        self.lay_orders(5)
        self.who, self.round, self.over = 0, 1, False
        self.new_turn()

    def mixed(self, cards):
        for i in reversed(range(1, len(cards))):
            j = int(self.rng.random() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def new_turn(self):
        self.left, self.todo = 2, []
        self.filled, self.extra_quality, self.extra_points, self.waived = False, 0, 0, False

    @property
    def me(self):
        return self.seats[self.names[self.who]]

    def draw(self, n):
        while n > 0 and (self.market or self.discards):
            if not self.market:
                self.market, self.discards = self.mixed(self.discards), []
            self.me["hand"].append(self.market.pop(0))
            n -= 1

    def lay_orders(self, room):
        """Deal orders one at a time; give up after a whole pass through the deck that lays none."""
        fruitless = 0
        while len(self.row) < room and fruitless < len(self.deck):
            top = self.deck.pop(0)
            if sum(ORDERS[o]["type"] == ORDERS[top]["type"] for o in self.row) == 2:
                self.deck.append(top)
                fruitless += 1
            else:
                self.row.append(top)
                fruitless = 0

    def helped(self, verb, category):
        found = 0
        for card in self.me["area"]:
            effect = INGREDIENTS[card]["effect"].get("in_play", {})
            found += effect.get(verb, 0) if effect.get("category") == category else 0
        return found

    def price(self, card):
        kind = INGREDIENTS[card]["category"]
        return max(0, INGREDIENTS[card]["cost"] - 2 * (kind in self.me["assistants"]) - self.helped("discount", kind))

    def quality(self, cards):
        kinds = {INGREDIENTS[card]["category"] for card in cards}
        total = self.extra_quality
        for card in cards:
            entry = INGREDIENTS[card]
            total += entry["quality"] + 2 * (entry["category"] in self.me["assistants"])
            total += self.helped("quality", entry["category"])
            used = entry["effect"].get("used", {})
            total += used.get("quality_with", 0) if used.get("category") in kinds else 0
        return total

    def give(self, gifts):
        self.me["coins"] += gifts.get("coins", 0)
        self.me["tokens"] += gifts.get("points", 0)
        self.draw(gifts.get("draw", 0))

    def put_down(self, card, replaced, free):
        me = self.me
        must(card in me["hand"] and card in INGREDIENTS)
        must((len(me["area"]) == 5) == bool(replaced))
        must(not replaced or replaced in me["area"])
        cost = (0 if free else self.price(card)) + (2 if replaced else 0)
        must(cost <= me["coins"])
        me["coins"] -= cost
        if replaced:
            me["area"].remove(replaced)
            self.discards.append(replaced)
        me["hand"].remove(card)
        me["area"].append(card)
        self.give(INGREDIENTS[card]["effect"].get("played", {}))

    def do(self, move):
        """Referee one move; raises No for an illegal one (the books are then spoilt)."""
        must(not self.over)
        kind = move["do"]
        if kind in ("play", "complete", "hire", "replenish", "take"):
            must(not self.todo and self.left)
            getattr(self, kind)(move)
            self.left -= 1
        elif kind == "opportunity":
            must(not self.todo)
            self.opportunity(move)
        elif kind == "collect":
            must(not self.todo and not self.left)
            self.collect()
        else:
            must(self.todo and self.todo[0] == kind)
            getattr(self, kind + "_step")(move)
            self.todo.pop(0)
            self.go_on()

    def play(self, move):
        self.put_down(move["card"], move.get("replace"), False)

    def complete(self, move):
        me, name, cards = self.me, move["order"], move["with"]
        must(name in self.row)
        order = ORDERS[name]
        must(all(card in me["area"] for card in cards) and len(cards) == order["type"])
        must(self.quality(cards) >= order["quality"])
        kinds = {INGREDIENTS[card]["category"] for card in cards}
        points = 2 * len(kinds & set(order["bonus"])) + 2 * len(kinds & set(me["assistants"])) + self.extra_points
        rewards = {key: move[key] for key in ("assistant", "points", "coins", "cards") if key in move}
        self.row.remove(name)
        me["orders"].append(name)
        if "share" in order["reward"]:
            must(rewards.keys() <= {"coins", "cards"} and sum(rewards.values()) == order["reward"]["share"])
            self.give({"coins": rewards.get("coins", 0), "draw": rewards.get("cards", 0)})
        elif "assistant" in rewards:
            must(len(rewards) == 1)
            self.take_on(rewards["assistant"])
        else:
            must(rewards == {"points": 2})
            me["tokens"] += 2
        me["tokens"] += points
        for card in cards:
            self.give(INGREDIENTS[card]["effect"].get("used", {}))
        for card in cards:
            me["area"].remove(card)
            self.discards.append(card)
        self.filled = True

    def take_on(self, category):
        must(category in self.free)
        self.free.remove(category)
        self.me["assistants"].append(category)

    def hire(self, move):
        must(self.me["coins"] >= 5)
        self.me["coins"] -= 5
        self.take_on(move["assistant"])

    def throw(self, cards):
        for card in cards:
            must(card in self.me["hand"])
            self.me["hand"].remove(card)
            self.discards.append(card)

    def replenish(self, move):
        self.throw(move.get("discard", []))
        self.draw(5 - len(self.me["hand"]))

    def take(self, _):
        self.me["coins"] += 4

    def opportunity(self, move):
        me, card = self.me, move["card"]
        must(card in me["hand"] and card in CHANCES)
        [(verb, n)] = CHANCES[card]["effect"].items()
        asked = {"free_assistant": {"assistant"}, "free_ingredients": {"plays"}, "swap_order": {"order"}}
        must(move.keys() == {"do", "card"} | asked.get(verb, set()))
        if verb == "free_assistant":
            self.take_on(move["assistant"])
        elif verb == "free_ingredients":
            must(1 <= len(move["plays"]) <= n)
            for play in move["plays"]:
                self.put_down(play["card"], play.get("replace"), True)
        elif verb in ("coins", "draw"):
            must(verb == "coins" or self.market or self.discards)
            self.give({verb: n})
        elif verb == "order_quality":
            must(self.left)
            self.extra_quality += n
        elif verb == "order_points":
            must(self.left)
            self.extra_points += n
        elif verb == "no_upkeep":
            must(me["assistants"] and not self.waived)
            self.waived = True
        else:
            must(move["order"] in self.row and self.deck)
            room = len(self.row)
            self.row.remove(move["order"])
            self.deck.append(move["order"])
            self.lay_orders(room)
        me["hand"].remove(card)
        self.seats[self.names[(self.who + 1) % len(self.names)]]["hand"].append(card)

    def collect(self):
        for card in self.me["area"]:
            self.give(INGREDIENTS[card]["effect"].get("collect", {}))
        self.draw(len(self.me["assistants"]))
        self.todo = ["upkeep", "refill", "discard", "announce"]
        self.go_on()

    def go_on(self):
        """Skip what needs no doing; end the turn when nothing is left."""
        needed = {
            "upkeep": bool(self.me["assistants"]) and not self.waived,
            "refill": self.filled,
            "discard": len(self.me["hand"]) > 5,
            "announce": len(self.me["orders"]) >= 5,
        }
        while self.todo and not needed[self.todo[0]]:
            self.todo.pop(0)
        if self.todo:
            return
        self.who = (self.who + 1) % len(self.names)
        if self.who == 0:
            self.over = any(len(seat["orders"]) >= 5 for seat in self.seats.values())
            self.round += not self.over
        self.new_turn()

    def upkeep_step(self, move):
        me, coins, points = self.me, move.get("coins", 0), move.get("points", 0)
        back, held = move.get("return", []), len(me["assistants"])
        must(coins % 2 == 0 and coins <= me["coins"] and points <= me["tokens"])
        can = me["coins"] // 2 + me["tokens"]
        must(coins // 2 + points == min(held, can))
        must(set(back) <= set(me["assistants"]))
        must(can >= held or len(back) == held)
        me["coins"] -= coins
        me["tokens"] -= points
        me["assistants"] = [category for category in me["assistants"] if category not in back]
        self.free += back

    def refill_step(self, _):
        self.lay_orders(5)

    def discard_step(self, move):
        must(len(move["discard"]) == len(self.me["hand"]) - 5)
        self.throw(move["discard"])

    def announce_step(self, _):
        pass

    def verdict(self):
        """Return the winners and the score of each seat, ties broken by tokens, then coins."""
        table = {}
        for name, seat in self.seats.items():
            types = len({ORDERS[o]["type"] for o in seat["orders"]})
            total = sum(ORDERS[o]["points"] for o in seat["orders"]) + seat["tokens"]
            total += 4 * sum(card in CHANCES for card in seat["hand"]) + [0, 0, 1, 4, 8, 15][types]
            table[name] = (total, seat["tokens"], seat["coins"])
        best = max(table.values())
        return [name for name in table if table[name] == best], {name: total for name, (total, *_) in table.items()}


def check_same(referee, table):
    assert referee.seats == describe_seats(table)
    assert (referee.row, referee.deck) == (list(table.row), list(table.deck))
    assert (referee.market, referee.discards) == (list(table.market), list(table.discards))
    assert set(referee.free) == set(table.assistants)


@pytest.mark.parametrize("kind, games", [("greedy", 160), ("random", 60)])
def test_both_referees_keep_the_same_books(kind, games):
    finished = 0
    for seed in range(games):
        size = 2 + seed % 4
        referee, chance = Referee(size, seed), Chance(seed)
        table = GAME.start(GAME.settle({"players": size, "seed": seed}))
        check_same(referee, table)
        while GAME.to_move(table):
            move = PLAYERS[kind](table, chance)
            table = advance(table, move, {})
            referee.do(write_move(move))
            check_same(referee, table)
        result = outcome(table)
        winners, totals = referee.verdict()
        assert result["winner"] == (winners[0] if len(winners) == 1 else winners)
        assert totals == {side: sheet["total"] for side, sheet in result["score"].items()}
        assert referee.over and referee.round == table.round
        finished += 1
    assert finished == games


def some(rng, items, most):
    items = list(items)
    return rng.sample(items, min(len(items), rng.randint(0, most)))


def made_up_move(rng, table):
    """Return a move of the right form, with arguments at random from what lies about."""
    seat = table.seat
    about = [*seat.hand, *seat.area, "brie", "tip_jar"]
    kind = rng.choice(["play", "complete", "hire", "replenish", "take", "opportunity", "collect", "upkeep", "refill"])
    kind = rng.choice([kind, kind, "complete", "discard", "announce", "opportunity", table.step])
    move = {"do": kind if kind != "act" else "play"}
    if move["do"] == "play":
        move |= {"card": rng.choice(about)} | ({"replace": rng.choice(about)} if rng.random() < 0.4 else {})
    elif kind == "complete":
        name = rng.choice([*table.row, "1a"])
        move |= {"order": name, "with": some(rng, seat.area, 5)}
        move |= rng.choice(
            [
                {"coins": rng.randint(0, 3), "cards": rng.randint(0, 3)},
                {"points": 2},
                {"assistant": rng.choice(list(DATA["categories"]))},
                {"coins": ORDERS[name]["reward"].get("share", 2)},
            ]
        )
    elif kind == "hire":
        move |= {"assistant": rng.choice(list(DATA["categories"]))}
    elif kind in ("replenish", "discard"):
        move |= {"discard": some(rng, set(about), 4)}
    elif kind == "opportunity":
        move |= {"card": rng.choice([card for card in seat.hand if card in CHANCES] or about)}
        move |= rng.choice(
            [
                {},
                {"assistant": rng.choice(list(DATA["categories"]))},
                {"order": rng.choice([*table.row, "1a"])},
                {"plays": [{"card": rng.choice(about)} for _ in range(rng.randint(1, 3))]},
            ]
        )
    elif kind == "upkeep":
        move |= {"coins": rng.choice([0, 1, 2, 4]), "points": rng.randint(0, 2)}
        move |= {"return": some(rng, seat.assistants, 7)}
    return move


def test_made_up_moves_are_refused_by_both_or_by_neither():
    rng = random.Random(88)
    taken = refused = 0
    for seed in range(8):
        size = 2 + seed % 4
        referee, chance = Referee(size, seed), Chance(seed)
        table = GAME.start(GAME.settle({"players": size, "seed": seed}))
        while GAME.to_move(table):
            for _ in range(3):
                written = made_up_move(rng, table)
                trial = deepcopy(referee)
                try:
                    trial.do(written)
                except No:
                    refused += 1
                    with pytest.raises(IllegalMove):
                        advance(table, read_move(written)[0], {})
                else:
                    taken += 1
                    check_same(trial, advance(table, read_move(written)[0], {}))
            move = PLAYERS["random"](table, chance)
            table = advance(table, move, {})
            referee.do(write_move(move))
    assert taken > 200
    assert refused > 2_000

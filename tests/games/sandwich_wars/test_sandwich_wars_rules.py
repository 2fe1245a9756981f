"""What is refused and why, move by move; options and positions that are none; the stop after 200 rounds."""

import pytest

from kitgen.errors import IllegalMove, SpecError, Unreadable
from kitgen.games.sandwich_wars.engine import GAME, advance
from kitgen.games.sandwich_wars.moves import Move, read_move, write_move
from kitgen.games.sandwich_wars.table import STOPPED
from kitgen.play.replay import play, report
from kitgen.source import read_yaml

FULL = "area: [turkey, ketchup, lettuce, quail_egg, olives]"


def table_of(text):
    return GAME.start(GAME.settle({"state": read_yaml(text, "state").plain()}))


def token(text):
    return read_yaml(text, "move").plain()


# name: position, move, a part of the reason
REFUSED = {
    "not in hand": ("seats: {p1: {hand: [brie], coins: 9}, p2: {}}", "{do: play, card: turkey}", "not in p1's hand"),
    "opportunity laid": (
        "seats: {p1: {hand: [tip_jar]}, p2: {}}",
        "{do: play, card: tip_jar}",
        "tip_jar is no ingredient",
    ),
    "too dear": (
        "seats: {p1: {hand: [brie], coins: 4}, p2: {}}",
        "{do: play, card: brie}",
        "costs 5 coins here, and p1 has 4",
    ),
    "full": (f"seats: {{p1: {{hand: [brie], coins: 9, {FULL}}}, p2: {{}}}}", "{do: play, card: brie}", "holds 5 alr"),
    "fine not paid": (
        f"seats: {{p1: {{hand: [brie], coins: 6, {FULL}}}, p2: {{}}}}",
        "{do: play, card: brie, replace: olives}",
        "costs 7 coins here",
    ),
    "fine on a free play": (
        f"seats: {{p1: {{hand: [brie, sample_tray], coins: 1, {FULL}}}, p2: {{}}}}",
        "{do: opportunity, card: sample_tray, plays: [{card: brie, replace: olives}]}",
        "costs 2 coins here",
    ),
    "replaced too early": (
        "seats: {p1: {hand: [brie], coins: 9, area: [turkey]}, p2: {}}",
        "{do: play, card: brie, replace: turkey}",
        "nothing is replaced before it holds 5",
    ),
    "replaced elsewhere": (
        f"seats: {{p1: {{hand: [brie], coins: 9, {FULL}}}, p2: {{}}}}",
        "{do: play, card: brie, replace: salami}",
        "salami is not in p1's area",
    ),
    "order not open": (
        "{seats: {p1: {area: [omelette]}, p2: {}}, row: [2a]}",
        "{do: complete, order: 1a, with: [omelette], coins: 2}",
        "does not lie in the row",
    ),
    "too many ingredients": (
        "{seats: {p1: {area: [omelette, turkey]}, p2: {}}, row: [1a]}",
        "{do: complete, order: 1a, with: [omelette, turkey], coins: 2}",
        "takes exactly 1 ingredients, not 2",
    ),
    "quality short by one": (
        "{seats: {p1: {area: [turkey, red_onion, boiled_egg]}, p2: {}}, row: [3a]}",
        "{do: complete, order: 3a, with: [turkey, red_onion, boiled_egg], coins: 2}",
        "asks for quality 7, and this makes 6",
    ),
    "used from the hand": (
        "{seats: {p1: {hand: [omelette]}, p2: {}}, row: [1a]}",
        "{do: complete, order: 1a, with: [omelette], coins: 2}",
        "omelette is not in p1's area",
    ),
    "no reward chosen": (
        "{seats: {p1: {area: [omelette]}, p2: {}}, row: [1a]}",
        "{do: complete, order: 1a, with: [omelette]}",
        "needs one reward",
    ),
    "reward too small": (
        "{seats: {p1: {area: [omelette]}, p2: {}}, row: [1a]}",
        "{do: complete, order: 1a, with: [omelette], coins: 1}",
        "coins and cards that make 2 together",
    ),
    "reward of the other kind": (
        "{seats: {p1: {area: [omelette]}, p2: {}}, row: [1a]}",
        "{do: complete, order: 1a, with: [omelette], points: 2}",
        "coins and cards that make 2 together",
    ),
    "assistant not in the row": (
        "{seats: {p1: {area: [blue_cheese, brie]}, p2: {assistants: [eggs]}}, row: [2d]}",
        "{do: complete, order: 2d, with: [blue_cheese, brie], assistant: eggs}",
        "not in the central row",
    ),
    "hire too dear": (
        "seats: {p1: {coins: 4}, p2: {}}",
        "{do: hire, assistant: eggs}",
        "hiring costs 5 coins, and p1 has 4",
    ),
    "hired by another": (
        "seats: {p1: {coins: 9}, p2: {assistants: [eggs]}}",
        "{do: hire, assistant: eggs}",
        "not in the central row",
    ),
    "third action": ("{seats: {p1: {}, p2: {}}, actions: 0}", "{do: take}", "no action left"),
    "turn cut short": ("{seats: {p1: {}, p2: {}}, actions: 1}", "{do: collect}", "p1 has an action left"),
    "discard in the turn": ("seats: {p1: {hand: [brie]}, p2: {}}", "{do: discard, discard: [brie]}", "not come now"),
    "out of turn": ("seats: {p1: {}, p2: {}}", "{do: take, by: p2}", "p2 acts out of turn"),
    "nothing to draw": (
        "{seats: {p1: {hand: [market_run]}, p2: {}}, market: []}",
        "{do: opportunity, card: market_run}",
        "no card to draw",
    ),
    "no upkeep to waive": (
        "seats: {p1: {hand: [day_off]}, p2: {}}",
        "{do: opportunity, card: day_off}",
        "no upkeep to pay",
    ),
    "spice too late": (
        "{seats: {p1: {hand: [secret_spice]}, p2: {}}, actions: 0}",
        "{do: opportunity, card: secret_spice}",
        "no action is left",
    ),
    "no order to swap in": (
        "{seats: {p1: {hand: [change_of_menu]}, p2: {}}, row: [1a], deck: []}",
        "{do: opportunity, card: change_of_menu, order: 1a}",
        "no other order is left",
    ),
    "three free plays": (
        "seats: {p1: {hand: [sample_tray, turkey, brie, olives]}, p2: {}}",
        "{do: opportunity, card: sample_tray, plays: [{card: turkey}, {card: brie}, {card: olives}]}",
        "up to 2 ingredients, not 3",
    ),
    "opportunity without its choice": (
        "seats: {p1: {hand: [new_recruit]}, p2: {}}",
        "{do: opportunity, card: new_recruit}",
        "needs assistant",
    ),
    "opportunity with another's choice": (
        "seats: {p1: {hand: [tip_jar]}, p2: {}}",
        "{do: opportunity, card: tip_jar, assistant: eggs}",
        "takes no assistant",
    ),
    "ingredient as an opportunity": (
        "seats: {p1: {hand: [brie]}, p2: {}}",
        "{do: opportunity, card: brie}",
        "brie is no opportunity",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_reason_and_what_would_be_legal(name):
    position, move, why = REFUSED[name]
    table = table_of(position)
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(table, GAME.read_move(token(move), table))
    assert why in caught.value.why
    if "out of turn" not in name:
        assert caught.value.legal == tuple(map(str, GAME.legal(table)))


def collected(text):
    return advance(table_of(text), Move("collect"), {})


UPKEEP = "{seats: {p1: {assistants: [meats, eggs], coins: %d, tokens: %d}, p2: {}}, actions: 0, market: []}"


@pytest.mark.parametrize(
    "coins, tokens, ways",
    [
        (4, 2, {(4, 0), (2, 1), (0, 2)}),
        (9, 0, {(4, 0)}),
        (3, 1, {(2, 1)}),
        (1, 2, {(0, 2)}),
        (2, 0, {(2, 0)}),  # not for both: both go back
        (1, 1, {(0, 1)}),
        (1, 0, {(0, 0)}),
    ],
)
def test_ways_to_pay_upkeep(coins, tokens, ways):
    table = collected(UPKEEP % (coins, tokens))
    legal = GAME.legal(table)
    assert {(move["coins"], move["points"]) for move in legal} == ways
    can_pay = coins // 2 + tokens >= 2
    kept = {tuple(move.get("return", [])) for move in legal}
    assert kept == ({(), ("meats",), ("eggs",), ("meats", "eggs")} if can_pay else {("meats", "eggs")})


def test_who_cannot_pay_may_keep_no_assistant():
    table = collected(UPKEEP % (2, 0))
    with pytest.raises(IllegalMove, match="all of them are returned"):
        advance(table, Move("upkeep", coins=2, points=0, back=("meats",)), {})
    with pytest.raises(IllegalMove, match="pays 2 coins and 0 points"):
        advance(table, Move("upkeep", coins=0, points=0, back=("meats", "eggs")), {})


def test_fewer_reward_cards_only_where_none_can_be_drawn():
    table = table_of("{seats: {p1: {area: [beef_steak]}, p2: {}}, row: [1b], market: [turkey]}")
    told = {}
    after = advance(table, Move("complete", order="1b", using=("beef_steak",), coins=1, cards=2), told)
    assert told["drawn"] == ["turkey"]
    assert after.seat.coins == 1


def test_effects_in_play_count_whether_or_not_their_card_is_used():
    table = table_of("{seats: {p1: {area: [chorizo, omelette]}, p2: {}}, row: [1c]}")
    told = {}
    advance(table, Move("complete", order="1c", using=("omelette",), coins=2, cards=0), told)
    assert told["quality"] == 5  # omelette 4, and 1 that chorizo gives to eggs


def test_a_replaced_card_still_makes_the_new_one_cheaper():
    area = "[pork_loin, turkey, lettuce, quail_egg, olives]"  # pork loin: sauces cost 1 less
    table = table_of(f"seats: {{p1: {{hand: [pesto], coins: 4, area: {area}}}, p2: {{}}}}")
    told = {}
    advance(table, Move("play", card="pesto", replace="pork_loin"), told)
    assert told["paid"] == 3 - 1 + 2


def test_swapping_does_not_fill_gaps_of_the_row():
    table = table_of("{seats: {p1: {hand: [change_of_menu]}, p2: {}}, row: [1a, 2a], deck: [3a, 4a]}")
    after = advance(table, Move("opportunity", card="change_of_menu", order="1a"), {})
    assert (after.row, after.deck) == (("2a", "3a"), ("4a", "1a"))


def test_an_opportunity_goes_round_the_table_to_the_left():
    table = table_of("{seats: {p1: {}, p2: {}, p3: {hand: [tip_jar]}}, turn: p3}")
    after = advance(table, Move("opportunity", card="tip_jar"), {})
    assert after.seats[0].hand == ("tip_jar",)


UNREADABLE = {
    "take": "is no move",
    "{do: tak}": "did you mean take?",
    "{card: brie}": "do: None is no kind",
    "{do: play}": "play needs card",
    "{do: take, coins: 4}": "take has no coins",
    "{do: play, card: 3}": "3 is no name",
    "{do: complete, order: 1a, with: brie}": "is no list",
    "{do: complete, order: 1a, with: [brie, brie]}": "names a card twice",
    "{do: upkeep, coins: -2}": "is no number",
    "{do: upkeep, coins: true}": "is no number",
    "{do: opportunity, card: sample_tray, plays: [brie]}": "no mapping of card",
    "{do: opportunity, card: sample_tray, plays: []}": "no list of cards to play",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_move(text):
    with pytest.raises(Unreadable) as caught:
        read_move(token(text))
    assert UNREADABLE[text] in str(caught.value)


@pytest.mark.parametrize("text", [move for _, move, _ in REFUSED.values() if "by:" not in move])
def test_moves_are_written_as_they_are_read(text):
    move, _ = read_move(token(text))
    assert read_move(dict(write_move(move))) == (move, "")


OPTIONS = {
    "players: 6": "option players: 6 is not accepted",
    "players: two": "option players",
    "{players: 2, first: p3}": "no seat 'p3'",
    "seed: -1": "option seed",
    "rounds: 5": "unknown option 'rounds'",
    "{players: 3, state: {seats: {p1: {}, p2: {}}}}": "the state has 2 seats",
    "{deal: {market: []}, state: {seats: {p1: {}, p2: {}}}}": "two starts",
}


@pytest.mark.parametrize("text", OPTIONS)
def test_options_are_refused(text):
    with pytest.raises(SpecError) as caught:
        GAME.settle(token(text))
    assert OPTIONS[text] in str(caught.value)


STATES = {
    "seats: {p1: {}}": "without a gap",
    "seats: {p1: {}, p3: {}}": "without a gap",
    "seats: {p1: {hand: [brye]}, p2: {}}": "no card 'brye' belongs there\n    did you mean brie?",
    "seats: {p1: {hand: [brie]}, p2: {area: [brie]}}": "p2 area: brie stands twice",
    "seats: {p1: {area: [tip_jar]}, p2: {}}": "no card 'tip_jar' belongs there",
    "seats: {p1: {assistants: [eggs]}, p2: {assistants: [eggs]}}": "p2 assistants: eggs stands twice",
    "seats: {p1: {coins: -1}, p2: {}}": "p1 coins: -1 is not accepted",
    "seats: {p1: {gold: 1}, p2: {}}": "p1: unknown key 'gold'",
    f"seats: {{p1: {{{FULL[:-1]}, brie]}}, p2: {{}}}}": "p1 area holds 6 ingredients",
    "{seats: {p1: {}, p2: {}}, row: [1a, 1b, 1c]}": "1a is one of 3 or more orders of its type",
    "{seats: {p1: {}, p2: {}}, row: [1a, 1b, 2a, 2b, 3a, 3b]}": "row holds 6 orders",
    "{seats: {p1: {}, p2: {}}, row: [1a], deck: [1a]}": "deck: 1a stands twice",
    "{seats: {p1: {}, p2: {}}, turn: p3}": "turn: no seat 'p3'",
    "{seats: {p1: {}, p2: {}}, actions: 3}": "actions: 3 is not accepted",
    "{seats: {p1: {}, p2: {}}, round: 0}": "round: 0 is not accepted",
}


@pytest.mark.parametrize("text", STATES)
def test_positions_that_are_none(text):
    with pytest.raises(SpecError) as caught:
        table_of(text)
    assert STATES[text] in str(caught.value)


def test_every_fault_of_a_position_comes_at_once():
    with pytest.raises(SpecError) as caught:
        table_of("{seats: {p1: {hand: [x], coins: -1}, p2: {}}, turn: p9, actions: 7}")
    assert len(caught.value.faults) == 4


def test_a_deal_must_hold_every_card():
    with pytest.raises(SpecError) as caught:
        GAME.start(GAME.settle({"deal": {"market": list(GAME.cards.market)[1:], "orders": list(GAME.cards.orders)}}))
    assert "also turkey" in str(caught.value)


def test_a_game_is_stopped_after_200_rounds():
    turn = [{"do": "take"}, {"do": "take"}, {"do": "collect"}]
    result = report(play(GAME, GAME.settle({}), enumerate(turn * 400)))
    assert (result["outcome"], result["to_move"], result["legal"]) == (None, None, [])
    assert result["stopped"] == "after 200 rounds"
    assert result["step"] == STOPPED
    assert result["seats"]["p1"]["coins"] == 10 + 200 * 2 * 4
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.apply(play(GAME, GAME.settle({}), enumerate(turn * 400)).last.position, Move("take"))


def test_row_of_orders_at_the_start_never_holds_three_alike():
    for seed in range(60):
        row = GAME.start(GAME.settle({"seed": seed})).row
        types = [GAME.cards.orders[order].type for order in row]
        assert len(row) == 5
        assert max(map(types.count, types)) <= 2

"""The rulings of The Sandwich Guy, each by a case worked by hand or a count that is published with the game."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations, permutations

import pytest

from kitgen.errors import SpecError
from kitgen.games.sandwich_guy.engine import GAME, PACK, arrange, earned, read_card
from kitgen.play.record import split_moves
from kitgen.play.replay import Refused, play, report

# The hand shown in the rulebook of the game's author.
SOURCE_HAND = "AC 3C 5C 8S QS 8H 8D 10H"
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def deck_after(head: str) -> str:
    """Return a deck that begins with `head` and goes on by suits, spades first, each from king to ace."""
    begun = head.split()
    rest = (rank + suit for suit in "SHDC" for rank in reversed(RANKS))
    return " ".join(begun + [card for card in rest if card not in begun])


def replay(deck: str, moves: str) -> dict:
    options = GAME.settle({"deck": deck})
    return report(play(GAME, options, [(1, move) for move in split_moves(moves)]))


def refusal(deck: str, moves: str) -> dict:
    with pytest.raises(Refused) as caught:
        replay(deck, moves)
    return caught.value.details


def written(text: str) -> str | None:
    made = arrange(read_card(word) for word in text.split())
    return made and GAME.write_move(made)


# ------------------------------------------------------------ counts published with the game


@pytest.fixture(scope="module")
def made() -> list:
    triples = list(combinations(PACK, 3))
    assert len(triples) == 22_100
    return [three for three in map(arrange, triples) if three]


def test_counts_of_sandwiches(made):
    assert len(made) == 5_044
    assert {n: sum(earned(three) == n for three in made) for n in (2, 3, 4)} == {4: 312, 3: 936, 2: 3_796}


def test_ninety_one_combinations_of_ranks(made):
    ranks = {tuple(card.rank for card in three) for three in made}
    assert len(ranks) == 91
    assert sum(first == middle for first, middle, _ in ranks) == 13
    assert {(middle, (last - middle) % 13) for _, middle, last in ranks} == {
        (middle, step) for middle in range(1, 14) for step in range(7)
    }


def test_distances_without_direction_accept_3744_too_many():
    """The tempting shortcut min(d, 13 - d) for both steps takes 8-10-8 for a sandwich."""

    def near(a, b):
        return min(abs(a.rank - b.rank), 13 - abs(a.rank - b.rank))

    def shortcut(three):
        return any(near(a, b) == near(b, c) for a, b, c in permutations(three))

    triples = list(combinations(PACK, 3))
    assert sum(shortcut(three) and not arrange(three) for three in triples) == 3_744
    assert not any(arrange(three) and not shortcut(three) for three in triples)


# ------------------------------------------------------------ what a sandwich is

ORDERS = [
    ("AC 3C 5C", "AC-3C-5C", 4),
    ("5C AC 3C", "AC-3C-5C", 4),
    ("3C QS 8S", "8S-QS-3C", 3),  # Q K A 2 3: four up past the king
    ("8S 8D 8H", "8D-8H-8S", 2),
    ("8H 10H 8D", None, 0),  # two up, two down: steps keep their direction
    ("8C 2D 9H", "9H-2D-8C", 2),  # seven steps one way are six the other way
    ("KC AD 2C", "KC-AD-2C", 2),
    ("KC KS AC", None, 0),
    ("AH 7D KD", "AH-7D-KD", 3),
    ("AH 7D QD", None, 0),
    ("JH KD 2D", "JH-KD-2D", 3),
    ("7S 7C 7D", "7C-7D-7S", 2),
]


@pytest.mark.parametrize(("text", "expected", "draws"), ORDERS)
def test_order_and_draw(text, expected, draws):
    assert written(text) == expected
    if expected:
        assert earned(read_card(word) for word in text.split()) == draws


def test_source_hand_has_exactly_eleven_sandwiches():
    legal = replay(deck_after(SOURCE_HAND), "")["legal"]
    by_hand = ["AC-3C-5C", "8D-8H-8S", "QS-AC-3C", "10H-AC-5C", "10H-QS-AC"]
    by_hand += [f"{eight}-{rest}" for eight in ("8D", "8H", "8S") for rest in ("10H-QS", "QS-3C")]
    assert sorted(legal) == sorted(by_hand)
    assert len(legal) == 11


# ------------------------------------------------------------ turns


def test_start_and_json_form():
    shown = replay(deck_after(SOURCE_HAND), "")
    assert list(shown) == ["game", "options", "plies", "hand", "pile", "to_move", "legal", "outcome"]
    assert shown["game"] == "sandwich_guy"
    assert shown["options"] == {"deck": deck_after(SOURCE_HAND), "seed": None}
    assert shown["hand"] == ["AC", "3C", "5C", "8D", "8H", "8S", "10H", "QS"]
    assert (shown["pile"], shown["to_move"], shown["outcome"]) == (44, "player", None)


def test_the_ninth_card_stays_on_the_pile():
    """Four are earned, but five cards are in hand: three are drawn, the fourth is still the pile's next."""
    deck = deck_after(SOURCE_HAND)
    shown = replay(deck, "3C-5C-AC")
    assert shown["plies"] == [
        {
            "ply": 1,
            "side": "player",
            "move": "AC-3C-5C",
            "cards": ["AC", "3C", "5C"],
            "drawn": deck.split()[8:11],
        }
    ]
    assert (len(shown["hand"]), shown["pile"]) == (8, 41)
    assert replay(deck, "3C-5C-AC 8D-8H-8S")["plies"][1]["drawn"] == deck.split()[11:13]


@pytest.mark.parametrize(("move", "drawn"), [("8S-QS-3C", 3), ("8H-8S-8D", 2), ("AC-3C-5C", 3)])
def test_draw_by_suits_from_eight(move, drawn):
    shown = replay(deck_after(SOURCE_HAND), move)
    assert len(shown["plies"][0]["drawn"]) == drawn
    assert (len(shown["hand"]), shown["pile"]) == (5 + drawn, 44 - drawn)


def test_four_are_drawn_where_there_is_room():
    """From seven in hand one suit brings the hand back to eight."""
    deck = deck_after(SOURCE_HAND)
    shown = replay(deck, "8D-8H-8S AC-3C-5C")
    assert [len(ply["drawn"]) for ply in shown["plies"]] == [2, 4]
    assert len(shown["hand"]) == 8


def test_read_in_any_order_any_case_and_with_t():
    for text in ("10H-QS-8S", "th-8s-qs", "1. QS-8S-TH"):
        assert replay(deck_after(SOURCE_HAND), text)["plies"][0]["move"] == "8S-10H-QS"


# ------------------------------------------------------------ the end

# Deal 2 played with the pile's order known, to the last card and on until one card is left.
DEAL_2 = """6C-8S-10S 6S-QS-5C 7D-KH-6D 9C-AS-6H 3S-4C-5H 9D-10D-JH 9S-2S-8C 4H-8D-QD JD-QC-KS AD-2D-3D
 AC-3C-5S 4S-7S-10C 5D-10H-2H QH-3H-7H 7C-JC-2C 8H-JS-AH 9H-KC-4D"""


def replay_seed(seed: int, moves: str) -> dict:
    options = GAME.settle({"seed": str(seed)})
    return report(play(GAME, options, [(1, move) for move in moves.split()]))


def test_last_card_wins_and_play_goes_on():
    moves = DEAL_2.split()
    shown = [replay_seed(2, " ".join(moves[:ply])) for ply in range(len(moves) + 1)]
    won = [bool(state["outcome"]) for state in shown]
    first = won.index(True)
    assert all(won[first:]) and not any(won[:first])
    assert shown[first]["pile"] == 0 and shown[first - 1]["pile"] > 0
    assert shown[first]["outcome"] == {"winner": "player", "reason": "last_card", "score": {"left": 7}}
    assert shown[first]["to_move"] == "player" and shown[first]["legal"]
    assert [ply["drawn"] for ply in shown[-1]["plies"][first:]] == [[], []]
    assert shown[-1]["outcome"]["score"] == {"left": 1}
    assert (shown[-1]["to_move"], shown[-1]["legal"]) == (None, [])
    with pytest.raises(Refused, match="the game is over"):
        replay_seed(2, f"{DEAL_2} AC-3C-5C")


def test_stuck_before_the_pile_is_empty_is_lost():
    """Two each of A, 2, 4 and 5: no rank lies midway between two others, counted around thirteen."""
    ranks = [1, 1, 2, 2, 4, 4, 5, 5]
    assert not any((a + b - 2 * c) % 13 == 0 for a, b, c in permutations(ranks, 3))
    shown = replay(deck_after("AC AD 2C 2D 4C 4D 5C 5D"), "")
    assert (shown["legal"], shown["to_move"]) == ([], None)
    assert shown["outcome"] == {"winner": "deck", "reason": "stuck", "score": {"left": 8}}
    assert refusal(deck_after("AC AD 2C 2D 4C 4D 5C 5D"), "AC-2C-4C")["side"] is None


# ------------------------------------------------------------ what is refused

REFUSED = [
    ("8H-10H-8D", "8H, 10H and 8D are no sandwich in any order", "10H"),
    ("8S-QS-3D", "3D is not in hand: it is still in the pile", "3D"),
    ("8S-8S-8D", "8S is named twice", "8S"),
    ("8S-QS", "'8S-QS' is not a move: three cards with hyphens between them, as in AC-3C-5C", None),
    ("8S-QS-1C", "'1C' is not a card: a rank (A 2 to 10 J Q K) and a suit (C D H S), as in 10H", None),
]


@pytest.mark.parametrize(("move", "why", "square"), REFUSED)
def test_refusals_name_the_card(move, why, square):
    fault = refusal(deck_after(SOURCE_HAND), f"AC-3C-5C {move}")
    assert (fault["ply"], fault["side"], fault["move"], fault["why"], fault["square"]) == (
        2,
        "player",
        move,
        why,
        square,
    )
    assert "8D-8H-8S" in fault["legal"]


def test_a_discarded_card_is_named_as_such():
    fault = refusal(deck_after(SOURCE_HAND), "AC-3C-5C 8S-QS-3C")
    assert fault["why"] == "3C is not in hand: it was discarded earlier"


DECKS = [
    ("AC 3C", "50 of 52 cards are missing"),
    (deck_after(SOURCE_HAND).replace("KS", "KH"), "KH stands in it twice"),
    (deck_after(SOURCE_HAND).replace("KS", "XS"), "'XS' is not a card"),
    (deck_after(SOURCE_HAND) + " KS", "KS stands in it twice"),
]


@pytest.mark.parametrize(("deck", "what"), DECKS)
def test_decks_that_are_none(deck, what):
    with pytest.raises(SpecError, match=what):
        GAME.settle({"deck": deck})


def test_options():
    assert GAME.settle({}) == {"deck": None, "seed": 1}
    assert GAME.settle({"seed": "12"}) == {"deck": None, "seed": 12}
    settled = GAME.settle({"deck": deck_after(SOURCE_HAND).lower().replace("10", "t")})
    assert settled == {"deck": deck_after(SOURCE_HAND), "seed": None}
    assert GAME.settle(settled) == settled
    with pytest.raises(SpecError, match="contradict"):
        GAME.settle({"deck": deck_after(SOURCE_HAND), "seed": "1"})
    for seed in ("-1", "1.5", "x", "9" * 19):
        with pytest.raises(SpecError, match="option seed"):
            GAME.settle({"seed": seed})


# ------------------------------------------------------------ the installed command


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "kitgen", "replay", "sandwich-guy", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_command_replays_the_other_records_after_a_fault():
    lines = "# the source's hand\n\nAC-3C-5C\n8H-10H-8D\n1. 8S-QS-3C\n"
    done = run("--file", "-", "--json", "--option", f"deck={deck_after(SOURCE_HAND)}", text=lines)
    first, fault, last = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert first["plies"][0]["move"] == "AC-3C-5C"
    assert list(fault["error"]) == ["line", "ply", "side", "move", "square", "why", "legal"]
    assert (fault["error"]["line"], fault["error"]["ply"]) == (4, 1)
    assert last["plies"][0]["move"] == "8S-QS-3C"
    assert "no sandwich" in done.stderr


def test_command_deals_by_number():
    done = run("--moves", "", "--json", "--option", "seed=1")
    shown = json.loads(done.stdout)
    assert done.returncode == 0
    assert shown["options"] == {"deck": None, "seed": 1}
    assert "AS-4S-7S" in shown["legal"]

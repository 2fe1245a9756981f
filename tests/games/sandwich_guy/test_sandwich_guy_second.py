"""A second implementation, written apart: sets of card names, midpoints by arithmetic, no positions.

It is compared with the engine and with the solver's bits on random deals, and the laws of the game are checked.
"""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.games.sandwich_guy import engine, solver
from kitgen.games.sandwich_guy.engine import GAME
from kitgen.play.replay import play, report

VALUE = {name: value for value, name in enumerate(["A", *map(str, range(2, 11)), "J", "Q", "K"], start=1)}


def fresh_deck(seed: int) -> list[str]:
    """Shuffle by ranks, within a rank C D H S: Fisher-Yates downwards on `random()`."""
    cards = [rank + suit for rank in VALUE for suit in "CDHS"]
    chance = random.Random(seed).random
    for i in reversed(range(1, 52)):
        j = int(chance() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def middle(three: tuple[str, ...]) -> str | None:
    """Return the card whose doubled rank is the sum of the others' modulo 13; in a triplet the second by suit."""
    for card in sorted(three, key=lambda c: c != sorted(three)[1]):
        others = [VALUE[other[:-1]] for other in three if other != card]
        if (sum(others) - 2 * VALUE[card[:-1]]) % 13 == 0:
            return card
    return None


def text_of(three: tuple[str, ...]) -> str:
    centre = middle(three)
    below, above = sorted(
        (card for card in three if card != centre),
        key=lambda card: ((VALUE[card[:-1]] - VALUE[centre[:-1]]) % 13 in range(1, 7), card[-1]),
    )
    return f"{below}-{centre}-{above}"


def all_moves(hand: set[str]) -> set[str]:
    return {text_of(three) for three in combinations(sorted(hand), 3) if middle(three)}


def pay(move: str) -> int:
    suits = {card[-1] for card in move.split("-")}
    return 4 if len(suits) == 1 else 3 if suits in ({"C", "S"}, {"D", "H"}) else 2


def play_second(seed: int, moves: list[str]) -> dict:
    """Play a deal and return what the engine's report should say."""
    deck = fresh_deck(seed)
    hand, pile, drawn = set(deck[:8]), deck[8:], []
    for move in moves:
        assert move in all_moves(hand)
        hand -= set(move.split("-"))
        new = []
        while pile and len(hand) < 8 and len(new) < pay(move):
            new.append(pile.pop(0))
            hand.add(new[-1])
        drawn.append(new)
    return {"hand": hand, "pile": len(pile), "drawn": drawn, "legal": all_moves(hand)}


def random_line(seed: int, turns: random.Random) -> list[str]:
    """Return a random game by the engine, to its end."""
    position, line = GAME.start(GAME.settle({"seed": str(seed)})), []
    while legal := GAME.legal(position):
        line.append(turns.choice(legal))
        position = GAME.apply(position, GAME.read_move(line[-1], position)).position
    return line


def test_random_deals_agree_with_the_second_implementation():
    turns, endings = random.Random(5), set()
    for seed in range(300):
        line = random_line(seed, turns)
        shown = report(play(GAME, GAME.settle({"seed": str(seed)}), [(1, move) for move in line]))
        second = play_second(seed, line)
        assert set(shown["hand"]) == second["hand"]
        assert shown["pile"] == second["pile"]
        assert [ply["drawn"] for ply in shown["plies"]] == second["drawn"]
        assert set(shown["legal"]) == second["legal"] == set()
        endings.add(shown["outcome"]["reason"])
    assert "stuck" in endings


def test_openings_agree_with_the_second_implementation():
    for seed in range(1_000):
        hand = fresh_deck(seed)[:8]
        assert [str(card) for card in engine.shuffled(seed)[:8]] == hand
        bits = solver.hand_of(map(engine.read_card, hand))
        by_bits = [engine.write_sandwich(solver.written(three)) for three, _ in solver.moves(bits)]
        assert by_bits == list(map(engine.write_sandwich, engine.sandwiches(map(engine.read_card, hand))))
        assert set(by_bits) == all_moves(set(hand))
        assert [pay(move) for move in by_bits] == [earns for _, earns in solver.moves(bits)]


def test_every_sandwich_of_the_pack_by_bits():
    """The solver's table against midpoints, for all 22,100 triples."""
    pack = [str(card) for card in engine.PACK]
    for three in combinations(range(52), 3):
        is_made = bool(solver.moves(sum(1 << number for number in three)))
        assert is_made == bool(middle(tuple(pack[number] for number in three)))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**18 - 1), turns=st.randoms(use_true_random=False))
def test_laws(seed, turns):
    """Cards are conserved and keep their order; a hand has at most eight; only 1, 4 or 7 can be left at the end."""
    position = GAME.start(GAME.settle({"seed": str(seed)}))
    deck = engine.shuffled(seed)
    while True:
        cards = (*position.hand, *position.pile, *position.discards)
        assert sorted(cards) == list(engine.PACK)
        assert len(position.hand) <= 8
        assert position.hand == tuple(sorted(position.hand))
        assert position.pile == deck[52 - len(position.pile) :]
        assert len(position.discards) % 3 == 0
        legal = GAME.legal(position)
        if not legal:
            break
        move = turns.choice(legal)
        assert GAME.write_move(GAME.read_move(move, position)) == move
        shuffled_move = move.split("-")
        turns.shuffle(shuffled_move)
        assert GAME.write_move(GAME.read_move("-".join(shuffled_move), position)) == move
        applied = GAME.apply(position, GAME.read_move(move, position))
        assert len(applied.effects["drawn"]) <= 4
        assert len(applied.position.hand) == len(position.hand) - 3 + len(applied.effects["drawn"])
        position = applied.position
    outcome = GAME.outcome(position)
    assert outcome["score"] == {"left": len(position.hand)}
    if outcome["winner"] == "player":
        assert len(position.hand) in (1, 4, 7)


def test_deal_numbers_keep_their_cards_for_ever():
    """Written down once; a change of shuffle or of the order before it would change every printed deal."""
    deck = list(map(str, engine.shuffled(1)))
    assert deck[:8] == ["QS", "9H", "7S", "AS", "4S", "2S", "5S", "JC"]
    assert deck[-4:] == ["4C", "10H", "JS", "2H"]
    assert deck == fresh_deck(1)

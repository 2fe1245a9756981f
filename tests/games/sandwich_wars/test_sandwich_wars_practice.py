"""Practice: each question has the one right answer that is proved by playing, and that a count by hand gives."""

import pytest

from kitgen.chance import Chance
from kitgen.games.sandwich_wars.engine import GAME
from kitgen.games.sandwich_wars.practice import KINDS, LEVELS, make, prove
from kitgen.play.contract import Question


def of(kind, answer, seat, row=(), **values):
    options = {"players": 2, "state": {"seats": {"p1": seat, "p2": {}}, "row": list(row)}}
    return Question(kind, 1, options, "", 0, answer, values=values)


BY_HAND = [
    # pork loin makes sauces 1 cheaper, the assistant 2: pesto 3 - 3; brie is 5
    of("price", "5", {"hand": ["pesto", "brie"], "area": ["pork_loin"], "assistants": ["sauces"], "coins": 12}),
    # blue cheese is laid first and makes olives 1 cheaper: 6 + 3 - 1
    of("price", "8", {"hand": ["blue_cheese", "olives"], "area": ["turkey"], "coins": 12}),
    # walnuts 3 + 2 with a cheese; brie 4 + 1 of the pesto in play; pesto 2
    of("quality", "12", {"area": ["walnuts", "brie", "pesto"]}),
    # chorizo 2, omelette 4 + 1 of the chorizo + 2 of the assistant
    of("quality", "9", {"area": ["chorizo", "omelette"], "assistants": ["eggs"]}),
    # 4 makes 1a good enough, not 1c; 2 ingredients make 6, 2b asks for 7
    of("order", "1a", {"area": ["omelette", "turkey"]}, ["1a", "1c", "2b", "3a"]),
    # 9 on the card, eggs and cheeses 2 each, the assistant 2, brie 1
    of("points", "16", {"area": ["boiled_egg", "omelette", "brie"], "assistants": ["eggs"]}, ["3a"], order="3a"),
    # 2a: 6 + 2 cheeses + 1 brie; 2d: 7 + 2 cheeses + 2 cured meats + 2 reward + 1 brie
    of("best", "2d", {"area": ["brie", "pastrami"]}, ["1a", "2a", "2d"]),
    # 9 + 15, 2 tokens, 4 for the opportunity, 1 for two types
    of("total", "31", {"orders": ["3a", "4a"], "tokens": 2, "hand": ["tip_jar", "brie"]}),
]


@pytest.mark.parametrize("question", BY_HAND, ids=lambda q: f"{q.kind}-{q.answer}")
def test_proof_finds_what_a_count_by_hand_gives(question):
    assert prove(question) == (question.answer,)


@pytest.mark.parametrize("level", LEVELS)
def test_questions_have_one_answer_and_both_kinds_come(level):
    chance = Chance(17)
    kinds = []
    for _ in range(60):
        question = make(level, chance, GAME.settle({}))
        assert prove(question) == (question.answer,)
        assert question.level == level
        kinds.append(question.kind)
    assert set(kinds) == set(KINDS[level])


def test_the_same_seed_makes_the_same_questions():
    assert [make(2, Chance(5), {}) for _ in range(2)] == [make(2, Chance(5), {})] * 2


def test_two_orders_that_can_be_completed_are_two_answers():
    assert prove(of("order", "1a", {"area": ["blue_cheese"]}, ["1a", "1b", "2a"])) == ("1a", "1b")

"""Card texts come from effects: complete in both languages, with the effect's number and category, none typed."""

import re
from pathlib import Path

import pytest

from kitgen.games.sandwich_wars.cards import OPPORTUNITY_VERBS, VERBS
from kitgen.games.sandwich_wars.data import shipped_cards
from kitgen.games.sandwich_wars.practice import KINDS
from kitgen.games.sandwich_wars.texts import (
    assistant_texts,
    bonus_text,
    ingredient_text,
    name_of,
    opportunity_text,
    reward_text,
)
from kitgen.play.words import missing, read_words, unlike
from kitgen.source import read_yaml

CARDS = shipped_cards()
FOLDER = Path(__file__).parents[3] / "rules_text/sandwich_wars"
WORDS = {
    lang: read_words(read_yaml((FOLDER / f"words.{lang}.yaml").read_text(encoding="utf-8"), f"words.{lang}"), lang)
    for lang in CARDS.languages
}


def test_both_languages_say_the_same_things():
    english, spanish = WORDS["en"], WORDS["es"]
    assert len(english.own()) > 100
    for one, other in ((english, spanish), (spanish, english)):
        assert missing(one, other) == ()
        assert unlike(one, other) == ()


@pytest.mark.parametrize("lang", WORDS)
def test_no_phrase_types_a_number(lang):
    assert not [text for text in WORDS[lang].phrases() if re.search(r"\d", text)]


@pytest.mark.parametrize("lang", WORDS)
def test_every_effect_that_the_engine_knows_has_a_phrase(lang):
    keys = WORDS[lang].keys()
    assert {f"effect_{time}_{verb}" for time, verbs in VERBS.items() for verb in verbs} <= keys
    assert {f"opportunity_{verb}" for verb in OPPORTUNITY_VERBS} <= keys
    assert {f"{side}_{kind}" for kinds in KINDS.values() for kind in kinds for side in ("ask", "answer")} <= keys


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("card", CARDS.ingredients)
def test_an_ingredient_says_its_effect(lang, card):
    effect = CARDS.ingredients[card].effect
    text = ingredient_text(CARDS, card, WORDS[lang])
    assert re.findall(r"\d+", text) == [str(effect.number)]
    named = [key for key, category in CARDS.categories.items() if category.name[lang].lower() in text.lower()]
    if effect.category:
        assert effect.category in named
    assert name_of(CARDS, card, WORDS[lang]) == CARDS.ingredients[card].name[lang]


@pytest.mark.parametrize(
    "card, english, spanish",
    [
        (
            "fried_egg",
            "While in play: your cured meats cost 1 coin less.",
            "Mientras está en juego: tus fiambres cuestan 1 moneda menos.",
        ),
        ("omelette", "When used: take 2 coins.", "Al usarla: toma 2 monedas."),
        ("walnuts", "When used with cheeses: +2 quality.", "Al usarla con quesos: +2 de calidad."),
        (
            "mustard",
            "While in play: your meats have +1 quality.",
            "Mientras está en juego: +1 de calidad a tus carnes.",
        ),
        ("crisps", "At the end of your turn: draw 1 card.", "Al final de tu turno: roba 1 carta."),
        ("olives", "When played: take 1 point.", "Al jugarla: toma 1 punto."),
    ],
)
def test_sentences(card, english, spanish):
    assert ingredient_text(CARDS, card, WORDS["en"]) == english
    assert ingredient_text(CARDS, card, WORDS["es"]) == spanish


def test_texts_of_the_other_cards():
    words = WORDS["en"]
    assert opportunity_text(CARDS, "sample_tray", words).startswith("Play up to 2 ingredients")
    assert reward_text(CARDS.orders["5a"], words) == "5 coins and cards, in any mix"
    assert reward_text(CARDS.orders["1d"], WORDS["es"]) == "Un ayudante, o 2 puntos"
    assert bonus_text(CARDS, CARDS.orders["3a"], words) == "Eggs, Cheeses"
    assert assistant_texts(CARDS, "eggs", words) == (
        "+2 quality",
        "2 coins less",
        "+2 points for each order that uses eggs",
        "1 card at the end of your turn",
        "2 coins or 1 point",
    )


def test_no_two_market_cards_share_a_name():
    for lang, words in WORDS.items():
        names = [name_of(CARDS, card, words) for card in CARDS.market]
        assert len(set(names)) == 50, lang

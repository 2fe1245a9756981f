"""Numbers written in words, split by marks, in another language or glued to a field: each is found as it is printed."""

from __future__ import annotations

import pytest

from kitgen.play.typed import Allowed, typed_numbers

ENGLISH = """billion trillion tens twos threes fours fives nineties eighties twenties millions thousands hundreds quarter
quarters half halves thirds fifths eleventh thirteenth nineteenth twentieth ninetieth hundredth thousandth twofold tenfold
hundredfold twentyfour twentyfirst onehundred hundredandone fóur ﬁve Forty"""
SPANISH = """cuatrocientas seiscientos novecientos ochocientas setecientos doscientas veintidos veintitres veintiséis
dieciseis dieciséis treintaicuatro treintaycuatro cuarentaidós tercio tercios cuarto cuartos decena docena veintena
centena centenar centenares millar millares undécimo duodécima vigésimo trigésima centésimo milésimo billón billones
millón veintiún cincuentaiún dosmil onceavo tercer"""
CHINESE = "兩萬億壹贰叁肆伍陆柒捌玖拾佰仟廿卅卌二"
INNOCENT = {
    "en": "the second of both once often tense someone tent weigh halfway manifold foursquare height Latin café score",
    "es": "un una segunda primera doble única dosis milla cientifico Antonio cuartel docente años sin par medio",
    "zh-Hans": "收拾 队伍 大陆 双方 参加 什么",
}
NUMBERS = [
    *(("en", word) for word in ENGLISH.split()),
    *(("es", word) for word in SPANISH.split()),
    *(("zh-Hans", sign) for sign in CHINESE),
]


def found(text: str, lang: str = "en", **how: object) -> list[tuple[int, str, str]]:
    return [(typed.column, typed.number, typed.kind) for typed in typed_numbers(text, lang, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("lang", "word"), NUMBERS, ids=[f"{lang} {word}" for lang, word in NUMBERS])
def test_a_number_word_is_found(lang: str, word: str) -> None:
    assert found(f"§ {word} §", lang) == [(3, word, "number")]


@pytest.mark.parametrize("lang", INNOCENT)
def test_other_words_are_no_numbers(lang: str) -> None:
    assert found(INNOCENT[lang], lang) == []


@pytest.mark.parametrize(
    ("text", "at", "number"),
    [
        ("A fo**ur** b", 3, "four"),
        ("A [fo]{es}ur b", 4, "four"),
        ("A **f**[ou]{es}**r**. b", 5, "four"),
        ("A fo {?holds}ur b", 3, "four"),
        ("A **2**4 b", 5, "24"),
        ("![A fo**ur**](record@3 last)", 5, "four"),
        ("## key | fo**ur**", 10, "four"),
    ],
)
def test_a_number_split_by_marks_is_found(text: str, at: int, number: str) -> None:
    assert found(text) == [(at, number, "number")]


@pytest.mark.parametrize(
    ("text", "at", "field"),
    [
        ("A {start_marks:word}teen b", 3, "{start_marks:word}"),
        ("A twen{size} b", 7, "{size}"),
        ("A {size:word}**teen** b", 3, "{size:word}"),
        ("A {size} {?holds}teen b", 3, "{size}"),
        ("A {size} cells, {size} × {size}, ({size}) {size}.", None, None),
        ("共{moves}手。", None, None),
    ],
)
def test_a_field_stands_alone(text: str, at: int | None, field: str | None) -> None:
    expected = [(at, field, "field")] if field else []
    assert found(text) == expected


def test_two_fields_beside_each_other_are_both_refused() -> None:
    for lang, text in (("en", "{size}{size} cells"), ("zh-Hans", "{size}{size}格")):
        assert found(text, lang) == [(1, "{size}", "field"), (7, "{size}", "field")]
    assert found("{n}{m} cells", marked=False) == [(1, "{n}", "field"), (4, "{m}", "field")]


@pytest.mark.parametrize(
    ("lang", "text", "number"),
    [
        ("en", "A [veinticuatro]{es} b", "veinticuatro"),
        ("es", "A [twelve]{en} b", "twelve"),
        ("en", "A [twelve]{es} b", "twelve"),
        ("en", "A [veinticuatro]{fr} b", "veinticuatro"),
        ("zh-Hans", "看[Twelve]{en}格", "Twelve"),
        ("zh-Hans", "看twelve格", "twelve"),
    ],
)
def test_a_span_is_looked_at_in_its_language_and_the_texts(lang: str, text: str, number: str) -> None:
    assert [number for _, number, _ in found(text, lang)] == [number]


def test_a_span_ends_where_it_ends() -> None:
    assert found("A [tapa]{es} once more") == []
    assert found("Twelve", "es", also=["en"]) == [(1, "Twelve", "number")]


def test_a_word_of_several_scripts_is_refused() -> None:
    assert found("A fоur b") == [(3, "fоur", "word")], "its second letter is Cyrillic"
    assert found("Café Ωmega, Москва, Ω, ª") == [(6, "Ωmega", "word")]
    assert found("看B方", "zh-Hans") == []


def test_what_only_a_text_leaves_out_is_looked_at_in_a_word() -> None:
    for phrase in ("1. cells", "<!-- 24 -->", "## 24 | cells", "](24)"):
        assert found(phrase, marked=False) != []


def test_an_excuse_covers_what_is_printed() -> None:
    assert found("A quar**ter** of an hour", allowed=[Allowed("a quarter of an hour", "as the source says")]) == []


@pytest.mark.parametrize("piece", ["one", "seventeen", "tens", "mil", "gesimo", "vigesimo", "treintai", "seisi", "and"])
def test_a_long_word_takes_no_time(piece: str) -> None:
    for lang in ("en", "es"):
        assert found(piece * 400 + "x", lang) == []

"""Word lists: saying, refusing, standing behind one another; the house's lists in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.errors import SpecError
from kitgen.play.words import missing, read_words, unlike
from kitgen.source import read_yaml

HOUSE = Path(__file__).parents[2] / "rules_text" / "_house"
LANGS = ("en", "es", "zh-Hans")


def words(text, lang="en", behind=None):
    return read_words(read_yaml(text, f"words.{lang}.yaml"), lang, behind)


def house(lang):
    return words((HOUSE / f"words.{lang}.yaml").read_text(encoding="utf-8"), lang)


class TestSaying:
    def test_fields_are_filled_in(self):
        assert words("kills: '{who} kills {n}: {where}!'").say("kills", who="A", n=2, where="C3") == "A kills 2: C3!"

    def test_the_same_field_twice_and_at_the_ends(self):
        assert words("k: '{a}-{b}-{a}'").say("k", a=1, b=2) == "1-2-1"

    def test_values_are_never_read_as_phrases(self):
        assert words("k: '{a} {b}'").say("k", a="{b}", b="{0.__class__}") == "{b} {0.__class__}"

    def test_one_has_a_phrase_of_its_own(self):
        list_ = words("kills: '{n} marks die'\nkills_one: '{n} mark dies'")
        assert [list_.say("kills", n=n) for n in (0, 1, 2, "1")] == [
            "0 marks die",
            "1 mark dies",
            "2 marks die",
            "1 marks die",
        ]

    def test_fractions_and_signs_are_the_languages_own(self):
        es = words("decimal_mark: ','\nk: '{a}'", "es")
        assert [es.say("k", a=a) for a in (34.5, 30.0, -2, -0.5)] == ["34,5", "30", "−2", "−0,5"]
        assert words("k: '{a}'").say("k", a=34.5) == "34.5"

    def test_only_numbers_and_texts_are_said(self):
        with pytest.raises(TypeError):
            words("k: '{a}'").say("k", a=True)

    def test_join(self):
        assert words("k: x").join(["C3", "E2"]) == "C3, E2"
        assert words("list_separator: 、", "zh-Hans").join(["C3", "E2"]) == "C3、E2"

    def test_an_unknown_phrase_names_file_language_and_the_nearest(self):
        with pytest.raises(SpecError, match=r"(?s)words.en.yaml: no phrase 'nmae' in en.*did you mean name\?"):
            words("name: Name").say("nmae")

    def test_a_lacking_value_is_refused_with_the_phrases_place(self):
        with pytest.raises(SpecError, match=r"words.en.yaml:2:4: phrase 'k' asks for b"):
            words("a: x\nk: '{a} {b}'").say("k", a=1)


class TestBehind:
    def test_the_list_in_front_wins_the_one_behind_fills_in(self):
        behind = words("name: Name\ndate: Date\nlist_separator: ' / '")
        front = words("name: Player", behind=behind)
        assert (front.say("name"), front.say("date"), front.join("ab")) == ("Player", "Date", "a / b")
        assert front.keys() == {"name", "date", "list_separator"}
        assert set(front.own()) == {"name"}
        assert sorted(front.phrases()) == [" / ", "Date", "Name", "Player"]

    def test_a_one_behind_does_not_overrule_the_list_in_front(self):
        behind = words("k: '{n} old'\nk_one: '{n} old one'")
        assert words("k: '{n} new'", behind=behind).say("k", n=1) == "1 new"
        assert words("x: y", behind=behind).say("k", n=1) == "1 old one"


class TestRefusals:
    @pytest.mark.parametrize(
        "phrase",
        ["{", "}", "{}", "{a", "a}", "{a.b}", "{a[0]}", "{a!r}", "{a:>10}", "{0}", "{{a}}", "{A}", "{a }", "{?a}"],
    )
    def test_only_bare_names_are_fields(self, phrase):
        with pytest.raises(SpecError, match=r"words.en.yaml:1:4: a stray brace in phrase 'k'"):
            words(f'k: "{phrase}"')

    def test_all_faults_at_once_with_places(self):
        with pytest.raises(SpecError) as caught:
            words("a: '{'\n'b c': x\nc: 7\nd: [x]\ne: \"a\\nb\"\nfine: x")
        assert [(f.place.line, f.place.column) for f in caught.value.faults] == [(1, 4), (2, 1), (3, 4), (4, 4), (5, 4)]

    def test_size_is_bounded(self):
        with pytest.raises(SpecError, match="longer than 1000"):
            words("k: " + "a" * 1001)

    @given(st.text(alphabet="ab{}.:!0[]", max_size=12))
    def test_any_phrase_is_said_literally_or_refused(self, phrase):
        try:
            list_ = words(f"k: '{phrase}x'")
        except SpecError:
            return
        fields = dict.fromkeys(list_.own()["k"].fields, "?")
        said = list_.say("k", **fields)
        assert "{" not in said
        for name in fields:
            phrase = phrase.replace("{" + name + "}", "?")
        assert said == phrase + "x"


class TestComparing:
    def test_missing_and_unlike(self):
        en, zh = words("a: x\nb: '{n}'\nb_one: '{n}'\nc: x\nc_one: y"), words("b: '{m}'\nd: x", "zh-Hans")
        assert missing(en, zh) == ("a", "c", "c_one")
        assert missing(zh, en) == ("d",)
        assert unlike(en, zh) == ("b",)


# ---------------------------------------------------------------- the house's lists


@pytest.mark.parametrize("lang", LANGS[1:])
def test_every_language_has_the_same_phrases(lang):
    en, other = house("en"), house(lang)
    assert len(en.own()) > 150
    assert (missing(en, other), missing(other, en), unlike(en, other)) == ((), (), ())


@pytest.mark.parametrize("lang", LANGS)
def test_a_phrase_for_one_has_a_phrase_for_all(lang):
    own = house(lang).own()
    assert all(key.removesuffix("_one") in own for key in own)


EN_PARTS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"""
ES_PARTS = """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince treinta cuarenta
cincuenta sesenta setenta ochenta noventa cien dieci veinti veinte séis dós trés"""
EN = dict(zip(EN_PARTS.split(), [*range(20), *range(20, 100, 10)], strict=True))
ES = dict(zip(ES_PARTS.split(), [*range(16), *range(30, 101, 10), 10, 20, 20, 6, 2, 3], strict=True))


def read_en(word):
    """Read an English number word by what its parts are worth."""
    if word == "one hundred":
        return 100
    parts = [EN[part] for part in word.split("-")]
    assert len(parts) == 1 or (len(parts) == 2 and parts[0] % 10 == 0 and 0 < parts[1] < 10)
    return sum(parts)


def read_es(word):
    """Read a Spanish number word: tens `y` units from 31 on, one word below (Real Academia, Ortografía, 2010)."""
    if " y " in word:
        tens, units = (ES[part] for part in word.split(" y "))
        assert tens >= 30
        assert 0 < units < 10
        return tens + units
    for stem in ("dieci", "veinti"):
        if word.startswith(stem):
            # in one word, the accent falls on the last syllable: dieciséis, veintidós, veintitrés, veintiséis
            assert not word.endswith(("seis", "dos", "tres"))
            return ES[stem] + ES[word.removeprefix(stem)]
    return ES[word]


def read_zh(word):
    """Read a Chinese number word below a hundred and one: digits before 十 count tens, after it ones."""
    digits = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
    if word == "一百":
        return 100
    tens, ten, ones = word.rpartition("十")
    return (digits.get(tens, 1) * 10 if ten else 0) + (digits[ones] if ones else 0)


@pytest.mark.parametrize(("lang", "read"), [("en", read_en), ("es", read_es), ("zh-Hans", read_zh)])
def test_number_words_read_back(lang, read):
    list_ = house(lang)
    spelled = [list_.say(f"number_{n}") for n in range(101)]
    assert [read(word) for word in spelled] == list(range(101))
    assert len(set(spelled)) == 101


def test_two_stands_before_a_measure_word_but_not_inside_a_number():
    zh = house("zh-Hans")
    assert [zh.say(f"number_{n}") for n in (2, 10, 12, 20, 22)] == ["两", "十", "十二", "二十", "二十二"]


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_says_the_furniture_of_a_sheet(lang):
    list_ = house(lang)
    assert "100" in list_.say("ruler", mm=100)
    assert "CC BY 4.0" in list_.say("licence")
    assert "3" in list_.say("sheet_of", n=3, total=28)
    assert "28" in list_.say("sheet_of", n=3, total=28)
    assert list_.say("decimal_mark") == ("," if lang == "es" else ".")

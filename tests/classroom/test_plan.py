"""The plan of a class, counted by hand; then that it makes sense for every kit and any number of pupils."""

from __future__ import annotations

import pytest

from kitgen.classroom import planning
from kitgen.classroom.choices import Choices
from kitgen.classroom.page import build_plan
from kitgen.classroom.planning import make_plan
from kitgen.classroom.telling import tell_kit, write_plan
from kitgen.errors import ProofFailed, SpecError
from kitgen.kit import Kit, house_words
from kitgen.shelf import Shelf

SHELF = Shelf()


def rows(plan):
    return {f"{item.kit}.{item.sheet}": item.numbers() for item in plan.items}


# copies, sides, sheets of paper, pieces, cuts, minutes
BY_HAND = {
    # 14 pairs; at most two games in 45 minutes, four boards a sheet: a sheet a pair
    "sandwich.pad": (14, 14, 14, 0, 0, 0),
    "sandwich.handout": (28, 28, 28, 0, 0, 0),
    "sandwich.practice": (28, 28, 28, 0, 0, 0),
    "sandwich.key": (28, 28, 28, 0, 0, 0),
    "sandwich.teacher": (1, 1, 1, 0, 0, 0),
    "tafl.board": (14, 14, 14, 0, 0, 0),
    "tafl.role_map": (14, 14, 14, 0, 0, 0),
    "tafl.practice": (28, 28, 28, 0, 0, 0),
}


def test_a_class_of_28_counted_by_hand():
    found = rows(make_plan(SHELF, Choices(("sandwich", "tafl"), 28)))
    assert {key: found[key] for key in BY_HAND} == BY_HAND
    copies, sides, papers, pieces, cuts, minutes = found["tafl.pieces"]
    assert (copies, pieces) == (14, 14 * 13)  # K, four D, eight A
    assert sides == papers  # no backs unless asked for
    # a set takes two rows of seven slots, so four sets a page: three pages of 7 x 8 slots and one of 7 x 4, with gaps
    assert (sides, cuts) == (4, 3 * (14 + 16) + (14 + 8))
    assert minutes == 28  # 112 cuts of 15 seconds
    assert "sandwich.big" not in found  # the other choice of board
    assert "tafl.observer" not in found  # nobody is left over


def test_long_lessons_take_more_pads():
    """120 minutes less 10: seven games of 15; four boards a sheet make two sheets a pair."""
    assert rows(make_plan(SHELF, Choices(("sandwich",), 28, minutes=120)))["sandwich.pad"][0] == 28


def test_an_odd_pupil_observes_where_the_kit_has_a_sheet_for_it():
    plan = make_plan(SHELF, Choices(("tafl",), 29))
    assert rows(plan)["tafl.observer"][0] == 1
    assert rows(plan)["tafl.board"][0] == 14
    told = " ".join(tell_kit(plan.kits[0], 0, house_words(SHELF, "en")))
    assert "14 pairs." in told and "1 pupil is left over: observes a game" in told


def test_levels_share_the_class_and_no_two_pupils_share_a_seed():
    plan = make_plan(SHELF, Choices(("sandwich",), 28, levels={1: 10, 3: 18}, sheets={"sandwich": ("practice",)}))
    asked = [item for item in plan.items if item.sheet == "practice"]
    assert [(i.request.options["level"], i.request.seed, i.request.copies) for i in asked] == [
        ("1", 1, 10),
        ("3", 11, 18),
    ]
    assert [item.copies for item in plan.items if item.sheet == "key"] == [10, 18]


def test_sets_are_the_copies_of_what_is_kept():
    plan = make_plan(SHELF, Choices(("tafl",), 28, sets=7))
    found = rows(plan)
    assert (found["tafl.board"][0], found["tafl.pieces"][0], found["tafl.pieces"][3]) == (7, 7, 91)
    assert found["tafl.handout"][0] == 28
    assert "7 sets for 14 groups: they play in 2 shifts" in write_plan(plan, house_words(SHELF, "en"))


def test_pads_that_are_used_up_wait_for_nobody():
    """Three sets of pieces make tafl's fourteen pairs take turns: five of them. Each pair of Sandwich has its pad."""
    plan = make_plan(SHELF, Choices(("sandwich", "tafl"), 28, sets=3))
    assert [kit.seating.shifts for kit in plan.kits] == [1, 5]
    assert rows(plan)["sandwich.pad"][0] == 14
    told = write_plan(plan, house_words(SHELF, "en"))
    # 12 minutes to explain, then 5 turns of 12 to 20: 72 to 112 minutes, two or three lessons of 45
    assert "after 2 to 3 lessons each group has played once" in told
    assert told.count("there is time for") == 1  # Sandwich


@pytest.mark.parametrize(
    ("students", "sets", "mats", "cards", "scores"),
    [
        (29, 0, 29, 7, 7),  # one group of five and six of four
        (1, 0, 2, 1, 1),  # the teacher plays too
        (28, 3, 15, 3, 6),  # four groups of five and two of four; three of five play first
        (28, 9, 28, 9, 7),
    ],
)
def test_whoever_plays_has_a_mat_and_each_group_a_score_sheet(students, sets, mats, cards, scores):
    found = rows(make_plan(SHELF, Choices(("sandwich_wars",), students, sets=sets)))
    assert [found[f"sandwich_wars.{sheet}"][0] for sheet in ("play_mat", "cards", "score_sheet")] == [
        mats,
        cards,
        scores,
    ]


@pytest.mark.parametrize("slug", SHELF.kits())
def test_any_number_of_pupils_makes_sense_for_every_kit(slug, monkeypatch):
    settings, pages = {}, {}  # the pages of one copy are the same for any class: composed once here
    make, compose = planning.settings_of, planning.compose
    monkeypatch.setattr(
        planning,
        "settings_of",
        lambda kit, r: (
            settings.setdefault(r.sheet, None) or settings.__setitem__(r.sheet, make(kit, r)) or settings[r.sheet]
        ),
    )
    monkeypatch.setattr(planning, "compose", lambda s: pages.get(s.name) or pages.setdefault(s.name, compose(s)))
    kit = Kit(SHELF, slug)
    _, most = kit.layout.facts.players
    seen = []
    for students in (1, 2, 27, 28, 29, 200):
        plan = make_plan(SHELF, Choices((slug,), students, lang=kit.layout.languages[0]))
        seating = plan.kits[0].seating
        assert sum(seating.sizes) + seating.left_over == students
        assert all(size <= most for size in seating.sizes)
        for item in plan.items:
            assert 1 <= item.copies <= max(students, item.pieces, seating.groups * plan.kits[0].games.most)
            assert item.sides >= item.papers >= 1
            assert item.copies == students or item.per != "pupil"
        told = write_plan(plan, house_words(SHELF, "en"))
        assert f"{students} pupil" in told
        seen.append(plan.totals()[1])
    assert seen == sorted(seen)  # more pupils, no less paper
    assert seen[-1] > 3 * seen[0]


@pytest.mark.parametrize("lang", ["en", "es", "zh-Hans"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_page_is_proved_and_says_every_number(lang, paper):
    import io

    import pdfplumber

    plan = make_plan(SHELF, Choices(("sandwich",), 29, lang=lang, paper=paper, header="4b"))
    built = build_plan(SHELF, plan, lang)
    with pdfplumber.open(io.BytesIO(built.data)) as pdf:
        text = " ".join(page.extract_text() for page in pdf.pages)
    for number in {value for row in [*rows(plan).values(), plan.totals()] for value in row if value}:
        assert str(number) in text
    assert "4b" in text


@pytest.mark.parametrize("lang", ["en", "es", "zh-Hans"])
def test_the_sum_is_not_headed_by_its_own_name(lang):
    words = house_words(SHELF, lang)
    assert words.say("plan_sum") != words.say("plan_total")


def test_a_wrong_sum_is_not_proved():
    plan = make_plan(SHELF, Choices(("sandwich",), 28))
    object.__setattr__(plan, "totals", lambda: (1, 2, 3, 0, 0, 0))
    with pytest.raises(ProofFailed, match="it comes to"):
        build_plan(SHELF, plan, "en")


def test_any_number_of_jobs_makes_the_same_plan():
    choices = Choices(("sandwich", "tafl"), 29)
    assert make_plan(SHELF, choices) == make_plan(SHELF, choices, jobs=2)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (Choices(("sandwitch",), 3), "did you mean sandwich"),
        (Choices(("sandwich",), 3, sheets={"sandwich": ("pda",)}), "did you mean pad"),
        (Choices(("sandwich",), 3, options={"sandwich": {"sise": "9"}}), "did you mean size"),
        (Choices(("sandwich",), 3, options={"sandwich": {"size": "8"}}), "7, 9"),
        (Choices(("sandwich",), 3, sheets={"tafl": ("board",)}), "tafl is not among the kits"),
        (Choices(("sandwich",), 3, levels={7: 0}), "1, 2, 3"),
        (Choices(("sandwich",), 501), "1 to 500"),
    ],
)
def test_what_is_not_there_is_named(choices, message):
    with pytest.raises(SpecError) as caught:
        make_plan(SHELF, choices)
    assert message in str(caught.value)

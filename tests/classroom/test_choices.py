"""class.yaml: what is written is read again, and what is wrong is named with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.classroom.choices import Choices, read_choices, write_choices
from kitgen.errors import SpecError
from kitgen.source import read_yaml

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
CHOICES = st.builds(
    Choices,
    kits=st.lists(st.sampled_from(["sandwich", "tafl"]), min_size=1, unique=True).map(tuple),
    students=st.integers(1, 500),
    minutes=st.integers(5, 600),
    sets=st.integers(0, 9),
    seed=st.integers(0, 9999),
    levels=st.sampled_from([{1: 0}, {1: 0, 3: 0}, {1: 10, 2: 18}]),
    sheets=st.sampled_from([{}, {"sandwich": ("pad", "practice")}]),
    options=st.sampled_from([{}, {"sandwich": {"size": "9", "opening": "cross"}}]),
    header=TEXT,
    names=TEXT,
)


@given(CHOICES)
def test_choices_come_back(choices):
    assert Choices(**read_choices(read_yaml(write_choices(choices), "class.yaml"))) == choices


BAD = {
    "student: 3": "did you mean students?",
    "students: many": "class.yaml:1:11",
    "levels: {hard: 3}": "'hard' is no level",
    "kits: sandwich": "class.yaml:1:7",
    "students: 3\nstudents: 4": "students",
}


@pytest.mark.parametrize(("text", "message"), BAD.items())
def test_faults_have_a_place(text, message):
    with pytest.raises(SpecError) as caught:
        read_choices(read_yaml(text + "\n", "class.yaml"))
    assert message in str(caught.value)


def test_bounds_and_sums_are_checked_all_at_once():
    with pytest.raises(SpecError) as caught:
        Choices((), 0, minutes=3, levels={1: 5, 2: 5}).check()
    told = str(caught.value)
    assert "students is 0" in told and "minutes is 3" in told and "no kit" in told
    assert "the levels are for 10 pupils, the class has 0" in told

"""Groups and games, each worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.classroom.seating import count_games, seat

PAIRS = [  # pupils, pairs, left over, seats of the teacher
    (1, 1, 0, 1),
    (2, 1, 0, 0),
    (3, 1, 1, 0),
    (27, 13, 1, 0),
    (28, 14, 0, 0),
    (29, 14, 1, 0),
    (200, 100, 0, 0),
]


@pytest.mark.parametrize(("students", "pairs", "left", "teacher"), PAIRS)
def test_pairs(students, pairs, left, teacher):
    found = seat(students, 2, 2)
    assert (found.groups, found.left_over, found.teacher, found.shifts) == (pairs, left, teacher, 1)


FOURS = [  # two to five players, best with four
    (1, (1,)),
    (2, (2,)),
    (3, (3,)),
    (6, (6 // 2, 3)),  # one group of six is too many: two threes
    (27, (4, 4, 4, 4, 4, 4, 3)),
    (28, (4,) * 7),
    (29, (5, 4, 4, 4, 4, 4, 4)),
    (200, (4,) * 50),
]


@pytest.mark.parametrize(("students", "sizes"), FOURS)
def test_groups_of_about_four(students, sizes):
    assert seat(students, 2, 5, 4).sizes == sizes


@pytest.mark.parametrize("students", [1, 2, 27, 28, 29, 200])
def test_whoever_plays_alone_is_a_group(students):
    found = seat(students, 1, 1)
    assert (found.groups, found.left_over, found.teacher) == (students, 0, 0)


def test_few_sets_make_larger_groups_first_and_shifts_then():
    assert seat(28, 2, 5, 4, 6).sizes == (5, 5, 5, 5, 4, 4)  # six sets seat thirty
    found = seat(28, 2, 2, sets=5)
    assert (found.groups, found.shifts) == (14, 3)  # 5 + 5 + 4
    found = seat(200, 2, 5, 4, 6)
    assert (found.groups, found.shifts) == (40, 7)  # forty fives, six at a time


@given(st.integers(1, 500), st.integers(1, 6), st.integers(0, 4), st.integers(0, 40))
def test_nobody_is_lost_and_no_group_is_too_large(students, least, more, sets):
    most = least + more
    found = seat(students, least, most, sets=sets)
    assert sum(found.sizes) + found.left_over == students
    assert all(size <= most for size in found.sizes)
    assert all(size >= least for size in found.sizes) or students < least
    assert not sets or found.groups <= sets * found.shifts


@pytest.mark.parametrize(
    ("lesson", "explain", "minutes", "least", "most", "lessons"),
    [
        (45, 10, (15, 25), 1, 2, (1, 1)),  # 35 minutes: one of 25, two of 15
        (45, 12, (12, 20), 1, 2, (1, 1)),  # 33: one of 20, two of 12
        (90, 10, (15, 25), 3, 5, (1, 1)),  # 80: three of 25, five of 15
        (45, 10, (45, 90), 1, 1, (2, 3)),  # 55 are two lessons, 100 are three
        (20, 10, (15, 25), 1, 1, (2, 2)),  # 25 and 35
        (5, 10, (15, 25), 1, 1, (5, 7)),
    ],
)
def test_games_of_a_lesson(lesson, explain, minutes, least, most, lessons):
    found = count_games(lesson, explain, minutes)
    assert (found.least, found.most, found.lessons) == (least, most, lessons)


def test_who_takes_turns_plays_less():
    """120 minutes less 20 are 100: two shifts have 50 each, which hold one game of 30 or two of 25."""
    found = count_games(120, 20, (25, 30), 2)
    assert (found.least, found.most, found.lessons) == (1, 2, (1, 1))
    assert count_games(45, 12, (12, 20), 5).lessons == (2, 3)  # 12 + 60 and 12 + 100

"""Arithmetic of a class: pupils into groups, minutes into games, sheets into copies. Plain numbers, no kit.

Worked by hand in tests/classroom/test_seating.py.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Seating:
    """How a class sits: the number of pupils in each group, the large ones first, without those left over.

    `left_over` pupils go beyond what the groups hold; `teacher` seats have no pupil. Groups play in `shifts` where
    there are fewer sets than groups.
    """

    sizes: tuple[int, ...]
    left_over: int = 0
    teacher: int = 0
    shifts: int = 1

    @property
    def groups(self) -> int:
        """Return the number of groups."""
        return len(self.sizes)

    @property
    def at_once(self) -> int:
        """Return the number of groups that play at the same time."""
        return -(-self.groups // self.shifts)

    @property
    def players(self) -> int:
        """Return the most players that play at the same time, the teacher's seats too."""
        return sum(self.sizes[: self.at_once]) + self.teacher


def seat(students: int, least: int, most: int, best: int = 0, sets: int = 0) -> Seating:
    """Return how `students` (1 or more) sit in groups of `least` to `most` players, `best` (0: `most`) where they can.

    `sets` (0: as many as it takes) is how many groups can play at once; groups grow before they take turns.
    """
    if students < least:
        return Seating((students,), 0, least - students)
    possible = [n for n in range(1, students + 1) if least * n <= students <= most * n]
    if not possible:
        groups = students // most  # each full; those beyond are left over
        return _in_shifts(Seating((most,) * groups, students - most * groups), sets)
    wanted = students / (best or most)
    fitting = [n for n in possible if n <= sets] or possible[:1] if sets else possible
    groups = min(fitting, key=lambda n: (abs(n - wanted), n))
    size, larger = divmod(students, groups)
    return _in_shifts(Seating((size + 1,) * larger + (size,) * (groups - larger)), sets)


def _in_shifts(seating: Seating, sets: int) -> Seating:
    if not sets or seating.groups <= sets:
        return seating
    return Seating(seating.sizes, seating.left_over, seating.teacher, -(-seating.groups // sets))


@dataclass(frozen=True)
class Games:
    """How many games a group plays in a lesson, at least and at most; `lessons` until each group has played one."""

    least: int
    most: int
    lessons: tuple[int, int]


def count_games(lesson: int, explain: int, minutes: tuple[int, int], shifts: int = 1) -> Games:
    """Return the games of `minutes` each that a group plays in a lesson after explaining, `shifts` taking turns."""
    left = (lesson - explain) // shifts
    quick, slow = minutes
    lessons = tuple(max(1, -(-(explain + one * shifts) // lesson)) for one in minutes)
    return Games(max(1, left // slow), max(1, left // quick), (lessons[0], lessons[1]))

"""Units, papers and chance: values from the metric definitions, ISO 216 and ANSI, and Python's own promise."""

import random

import pytest

from kitgen.chance import Chance
from kitgen.errors import SpecError
from kitgen.units import find_paper, pt, read_length


@pytest.mark.parametrize(
    ("text", "mm"), [("12mm", 12), ("2.5in", 63.5), ("0.5 cm", 5), ("72pt", 25.4), ("0mm", 0), ("-3mm", -3)]
)
def test_lengths(text, mm):
    assert read_length(text) == pytest.approx(mm, abs=1e-9)


@pytest.mark.parametrize("text", ["12", "12 px", "mm", "1,5mm", "1e3mm", "", "12mm mm", "nan mm"])
def test_a_length_without_a_known_unit_is_refused(text):
    with pytest.raises(SpecError, match="mm, cm, in or pt"):
        read_length(text)


def test_papers_are_true_sizes():
    assert (find_paper("a4").width, find_paper("A4").height) == (210, 297)
    letter = find_paper("letter")
    assert (letter.width, letter.height) == pytest.approx((215.9, 279.4))
    with pytest.raises(SpecError, match="A4, Letter"):
        find_paper("a5")


def test_a_point_is_a_72nd_of_an_inch():
    assert pt(72) == pytest.approx(25.4)


def test_chance_gives_these_values_for_ever():
    """Values of random.Random(2026).random(), which Python keeps between versions."""
    reference = random.Random(2026)
    chance = Chance(2026)
    assert [chance.fraction() for _ in range(3)] == [reference.random() for _ in range(3)]
    assert Chance(1).fraction() == 0.13436424411240122  # documented start of the Mersenne Twister for seed 1


def test_shuffle_is_fisher_yates_downwards():
    """Worked with a script of fractions: j = int(f * (i + 1)) for i = 3, 2, 1."""

    class Script(Chance):
        def __init__(self, fractions):
            self._random = iter(fractions).__next__

    items = ["a", "b", "c", "d"]
    Script([0.0, 0.5, 0.99]).shuffle(items)
    # i=3, j=0: d b c a;  i=2, j=1: d c b a;  i=1, j=1: unchanged
    assert items == ["d", "c", "b", "a"]


def test_a_shuffle_is_fair():
    """Each of 6 orders of 3 items in 6,000 shuffles: chi-square with 5 degrees of freedom under 20.5 (p = 0.001)."""
    chance, seen = Chance(7), {}
    for _ in range(6000):
        items = ["a", "b", "c"]
        chance.shuffle(items)
        seen["".join(items)] = seen.get("".join(items), 0) + 1
    assert len(seen) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 20.5

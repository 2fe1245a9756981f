"""How `kitgen check` mixes a sheet's options: all of few combinations, of many enough that any two values meet."""

from __future__ import annotations

from itertools import combinations, product

from kitgen.checking import MANY, mix


def test_few_combinations_are_all_checked():
    choices = [["7", "9"], ["cross", "rotated", "diagonal"], ["1", "2", "3"]]
    assert list(mix(choices)) == list(product(*choices))
    assert list(mix([])) == [()]


def test_of_many_every_two_values_meet():
    choices = [["poker", "bridge", "mini"], ["duplex", "separate", "fold", "none"], ["long", "short"], list("036"),
               ["marks", "lines", "none"]]  # fmt: skip
    every = set(product(*choices))
    mixed = list(mix(choices))
    assert len(every) == 216 > MANY > len(mixed) == len(set(mixed))
    assert set(mixed) <= every
    for (a, firsts), (b, seconds) in combinations(enumerate(choices), 2):
        for one, other in product(firsts, seconds):
            assert any(values[a] == one and values[b] == other for values in mixed), (one, other)
    assert list(mix(choices)) == mixed

"""Faults that are alike: at one place one message, of many places the first few, the rest counted and named."""

from kitgen.alike import group_faults
from kitgen.errors import Fault, Place, SpecError


def test_one_place_is_told_once_and_its_other_contexts_counted():
    place = Place("a.yaml", 3, 4)
    faults = [Fault(f"cells of {n} mm", place, context=f"size {n}") for n in range(5, 13)]
    (one,) = group_faults(faults + faults)
    assert one.what == "cells of 5 mm"
    assert one.more == "and 7 more like it, for: size 6; size 7; size 8; size 9; …"


def test_a_few_of_other_places_are_told_whole_and_many_are_not():
    faults = [Fault(f"no record 'r{n}'", Place("a.md", n, 1)) for n in range(1, 7)]
    assert group_faults(faults[:3]) == faults[:3]
    *first, last = group_faults(faults)
    assert first == faults[:2]
    assert (
        str(last)
        == "a.md:3:1: no record 'r3'\n    (and 3 more like it, for: a.md:4:1 'r4'; a.md:5:1 'r5'; a.md:6:1 'r6')"
    )


def test_what_differs_in_words_is_not_alike():
    faults = [Fault("no record 'a'"), Fault("no section 'a'"), Fault("no record 'a'", Place("a.md", 1, 1))]
    assert group_faults(faults) == [faults[0], faults[2], faults[1]]


def test_a_long_list_of_what_is_accepted_is_written_once():
    known = ", ".join(f"word{n}" for n in range(20))
    told = str(SpecError([Fault("no 'x'", accepted=known), Fault("no 'y'", accepted=known), Fault("z", accepted="1")]))
    assert told.count("word19") == 1
    assert told.endswith("accepted: what is listed above\nz\n    accepted: 1")

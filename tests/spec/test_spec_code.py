"""Sheet codes: read back to the same build, hold 12 characters, catch what a person mistypes."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.errors import NotAccepted, SpecError
from kitgen.kit import Kit
from kitgen.shelf import Shelf
from kitgen.spec.code import ALPHABET, LENGTH, Build, check_letter, group_code, read_code, split_code, write_code

LAYOUT = Kit(Shelf(), "sandwich").layout
BUILDS = st.builds(
    lambda sheet, lang, paper, inks, seed, size, opening, level: Build(
        "sandwich",
        sheet,
        lang,
        paper,
        inks,
        seed,
        {k: {"size": size, "opening": opening, "level": level}[k] for k in LAYOUT.sheets[sheet].options},
    ),
    st.sampled_from([name for name, sheet in LAYOUT.sheets.items() if not sheet.key_of]),
    st.sampled_from(["en", "es", "zh-Hans"]),
    st.sampled_from(["A4", "Letter"]),
    st.sampled_from(["colour", "grey", "low"]),
    st.integers(0, 2**24),
    st.sampled_from([7, 9]),
    st.sampled_from(["cross", "rotated", "diagonal"]),
    st.sampled_from([1, 2, 3]),
)


@given(BUILDS)
def test_a_code_reads_back_to_the_same_build(build):
    code = write_code(LAYOUT, build)
    assert 3 <= len(code) <= LENGTH
    assert set(code) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    assert read_code(LAYOUT, code) == build
    assert read_code(LAYOUT, group_code(code).lower()) == build


def test_the_alphabet_has_no_lookalikes():
    assert len(ALPHABET) == 32
    assert not set(ALPHABET) & set("ILOU")


def test_a_code_worked_by_hand():
    """pad (sheet 0), en (0), A4 (0), colour (0), size 7 (0), opening rotated (1), seed 1.

    seed 1 -> 1*2+0 = 2 -> 2*3+1 = 7 -> ink 7*3 = 21 -> paper 21*2 = 42 -> lang 42*8 = 336 -> sheet 336*16 = 5376.
    5376 = 5*1024 + 8*32 + 0 -> "580"; kit 1 version 1 -> "11580".
    """
    build = Build("sandwich", "pad", "en", "A4", "colour", 1, {"size": 7, "opening": "rotated"})
    assert write_code(LAYOUT, build)[:-1] == "11580"


CODE = write_code(LAYOUT, Build("sandwich", "practice", "es", "Letter", "grey", 123456,
                                {"size": 9, "opening": "diagonal", "level": 3}))  # fmt: skip


def test_every_single_wrong_character_is_caught():
    wrong = 0
    for at, other in itertools.product(range(len(CODE)), ALPHABET):
        if CODE[at] == other:
            continue
        with pytest.raises(SpecError, match="mistyped"):
            split_code(CODE[:at] + other + CODE[at + 1 :])
        wrong += 1
    assert wrong == len(CODE) * 31


@given(st.text(ALPHABET, min_size=2, max_size=11), st.integers(0, 10))
def test_every_swap_of_neighbours_is_caught(body, at):
    code = body + check_letter(body)
    at %= len(code) - 1
    if code[at] != code[at + 1]:
        with pytest.raises(SpecError):
            split_code(code[:at] + code[at + 1] + code[at] + code[at + 2 :])


@pytest.mark.parametrize("text", ["", "1", "11", "U1234", "11580!", "1" * 13, "夹涂棋"])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(SpecError, match="no sheet code"):
        split_code(text)


def test_lookalikes_are_forgiven():
    body = "1101"
    code = body + check_letter(body)
    assert split_code(code) == split_code("I1O" + "l" + check_letter(body))


@pytest.mark.parametrize(("paper", "inks", "most"), [("A4", "colour", 2_545_165_805), ("Letter", "low", 2_545_165_804)])
def test_a_seed_out_of_range_is_refused_with_the_range(paper, inks, most):
    """By hand: nine characters hold 32 ** 9 numbers, a seed takes 2 * 3 * 3 * 3 * 2 * 8 * 16 = 13,824 of them.

    That is 2,545,165,805 times with 512 left over: enough for another seed of the first choices in all (whose number is
    4, by the place of the practice sheet), too few where paper and ink are others.
    """
    assert divmod(32**9, 13_824) == (2_545_165_805, 512)

    def build(seed):
        return Build("sandwich", "practice", "en", paper, inks, seed, {"size": 7, "opening": "cross", "level": 1})

    assert read_code(LAYOUT, write_code(LAYOUT, build(most))).seed == most
    for seed in (most + 1, 2**40, -1):
        with pytest.raises(NotAccepted, match=rf"seed {seed} .*\n +accepted: 0 to {most}$"):
            write_code(LAYOUT, build(seed))


def test_a_code_of_another_kit_or_version_says_so():
    for body in ("21" + "580", "12" + "580"):
        with pytest.raises(SpecError, match="kit"):
            read_code(LAYOUT, body + check_letter(body))

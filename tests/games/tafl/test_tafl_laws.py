"""Laws that hold in every position: symmetry, nothing grows, only the mover takes, notation inverts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.games.tafl import GAME

SQUARES = [(x, y) for x in range(7) for y in range(7)]
INNER = [spot for spot in SQUARES if all(0 < n < 6 for n in spot)]


@st.composite
def positions(draw):
    """Return a legal set-up with K, and the side that begins."""
    king = draw(st.sampled_from(INNER))
    spots = draw(st.permutations([spot for spot in SQUARES if spot != king]))
    defenders, attackers = draw(st.integers(0, 4)), draw(st.integers(1, 8))
    board = [["."] * 7 for _ in range(7)]
    for (x, y), man in zip([king, *spots], "K" + "D" * defenders + "A" * attackers, strict=False):
        board[y][x] = man
    rows = "/".join("".join(row) for row in board)
    return GAME.start(GAME.settle({"start": rows, "first": draw(st.sampled_from(GAME.sides))}))


@st.composite
def moves(draw):
    """Return a position and one of its legal slides."""
    position = draw(positions().filter(GAME.legal))
    return position, draw(st.sampled_from(GAME.legal(position)))


def made(position, text):
    return GAME.apply(position, GAME.read_move(text, position))


TURNS = {
    "mirror columns": lambda x, y: (6 - x, y),
    "mirror rows": lambda x, y: (x, 6 - y),
    "swap": lambda x, y: (y, x),
    "quarter turn": lambda x, y: (y, 6 - x),
}


def turned_square(turn, name):
    x, y = turn("abcdefg".index(name[0]), int(name[1]) - 1)
    return "abcdefg"[x] + str(y + 1)


def turned_rows(turn, rows):
    board = [["."] * 7 for _ in range(7)]
    for y, row in enumerate(rows):
        for x, man in enumerate(row):
            tx, ty = turn(x, y)
            board[ty][tx] = man
    return ["".join(row) for row in board]


@settings(max_examples=60, deadline=None)
@given(moves(), st.sampled_from(list(TURNS)))
def test_turning_the_board_turns_everything(pair, name):
    position, text = pair
    turn = TURNS[name]
    state = GAME.state(position)
    rows = "/".join(turned_rows(turn, state["board"]))
    twin = GAME.start(GAME.settle({"start": rows, "first": position.side}))
    twin_text = "-".join(turned_square(turn, part) for part in text.split("-"))
    assert twin_text in GAME.legal(twin)
    done, twin_done = made(position, text), made(twin, twin_text)
    assert {turned_square(turn, s) for s in done.effects["captured"]} == set(twin_done.effects["captured"])
    after, twin_after = GAME.state(done.position), GAME.state(twin_done.position)
    assert turned_rows(turn, after["board"]) == twin_after["board"]
    assert after["outcome"] == twin_after["outcome"]
    assert len(after["legal"]) == len(twin_after["legal"])


@settings(max_examples=150, deadline=None)
@given(moves())
def test_only_the_mover_takes_and_nothing_grows(pair):
    position, text = pair
    done = made(position, text)
    before, after = position.board, done.position.board
    own = "KD" if position.side == "king" else "A"
    for piece in "KDA":
        lost = before.count(piece) - after.count(piece)
        assert 0 <= lost <= (0 if piece in own else 3)
    origin, target = (int(s[1]) * 7 - 7 + "abcdefg".index(s[0]) for s in text.split("-"))
    assert (before[target], after[origin]) == (".", ".")
    assert after[target] == before[origin]
    changed = {i for i in range(49) if before[i] != after[i]} - {origin, target}
    assert {"abcdefg"[i % 7] + str(i // 7 + 1) for i in changed} == set(done.effects["captured"])


@settings(max_examples=150, deadline=None)
@given(moves())
def test_reading_inverts_writing(pair):
    position, text = pair
    move = GAME.read_move(text, position)
    written = GAME.write_move(move)
    assert GAME.read_move(written, position) == move
    assert GAME.read_move(written.upper(), position) == move
    assert written.split("x")[0] == text


@settings(max_examples=100, deadline=None)
@given(moves())
def test_a_slide_that_takes_nothing_can_be_taken_back(pair):
    position, text = pair
    done = made(position, text)
    if done.effects["captured"] or done.position.result:
        return
    origin, target = text.split("-")
    again = GAME.start(GAME.settle({"start": "/".join(GAME.state(done.position)["board"]), "first": position.side}))
    assert f"{target}-{origin}" in GAME.legal(again)


@settings(max_examples=200, deadline=None)
@given(positions(), st.text(max_size=12))
def test_any_text_is_read_or_refused_by_kind(position, text):
    from kitgen.errors import RecordError

    try:
        made(position, text)
    except RecordError as error:
        assert error.faults

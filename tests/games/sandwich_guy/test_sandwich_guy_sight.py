"""Suits as the reading room tells them: by shape, either way up, and never with the other colour's fill."""

from __future__ import annotations

import pytest

from kitgen.errors import ProofFailed
from kitgen.games.sandwich_guy import sight, suits
from kitgen.play.seen import SeenPath, Segment

DARK, RED, WHITE = (22, 26, 31), (194, 63, 23), (255, 255, 255)


def path(points, fill=DARK, stroke=None) -> SeenPath:
    """Return a closed outline as a reader sees it."""
    first, *rest = points
    steps = (Segment("move", (first,)), *(Segment("line", (p,), p == rest[-1]) for p in rest))
    return SeenPath(steps, fill, stroke, 0.2 if stroke else 0.0)


def drawn(suit: str, way: int = 1, wide: float = 1.0, slant: float = 0.0):
    return [(30 + 4 * way * wide * (x + slant * y), 40 + 4 * way * y) for x, y in suits.outline(suit)]


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("way", [1, -1])
def test_a_suit_is_known_either_way_up(suit, way):
    sign = sight.as_sign(path(drawn(suit, way), DARK if suit in "CS" else RED))
    assert sign is not None
    assert (sign.suit, sign.turned) == (suit, None if suit == "D" else way == -1)
    assert sign.middle == pytest.approx((30, 40), abs=0.1)


@pytest.mark.parametrize("suit", "DH")
def test_a_hollow_sign_is_a_red_suit(suit):
    sign = sight.as_sign(path(drawn(suit), WHITE, DARK))
    assert sign is not None and sign.suit == suit


@pytest.mark.parametrize(
    ("suit", "fill", "stroke"),
    [("S", RED, None), ("C", WHITE, DARK), ("H", DARK, None), ("D", DARK, None), ("H", WHITE, RED), ("H", WHITE, None)],
)
def test_a_suit_in_the_other_colour_is_refused(suit, fill, stroke):
    with pytest.raises(ProofFailed, match=f"the sign of {suit} at 30.0, 40.0 mm"):
        sight.as_sign(path(drawn(suit), fill, stroke))


@pytest.mark.parametrize("suit", "CDHS")
def test_a_shape_that_is_no_suit_is_none(suit):
    assert sight.as_sign(path(drawn(suit, wide=1.2), RED)) is None
    assert sight.as_sign(path(drawn(suit, slant=0.15), RED)) is None

"""What each ink role looks like, in three different drawings: colour, grey and low ink.

Roles are those of `marks.INKS`. Grey tones are fractions of white (0 black, 1 white). Knows no game.
"""

from __future__ import annotations

from kitgen.play.contract import Inks

Tone = float | tuple[float, float, float]

_COLOUR: dict[str, Tone] = {
    "ink": (0.086, 0.102, 0.122),
    "mid": (0.333, 0.361, 0.392),
    "grid": (0.373, 0.396, 0.420),
    "pale": (0.925, 0.937, 0.949),
    "white": (1.0, 1.0, 1.0),
    "accent": (0.761, 0.247, 0.090),
    # Okabe and Ito's set, which colour-blind eyes tell apart; the eighth is a neutral.
    "cat1": (0.835, 0.369, 0.0),
    "cat2": (0.902, 0.624, 0.0),
    "cat3": (0.0, 0.620, 0.451),
    "cat4": (0.941, 0.894, 0.259),
    "cat5": (0.800, 0.475, 0.655),
    "cat6": (0.337, 0.706, 0.914),
    "cat7": (0.0, 0.447, 0.698),
    "cat8": (0.45, 0.45, 0.45),
    # A scale of crusts, light to dark, told apart by lightness alone.
    "type1": (0.965, 0.890, 0.765),
    "type2": (0.902, 0.749, 0.545),
    "type3": (0.776, 0.561, 0.345),
    "type4": (0.592, 0.384, 0.208),
    "type5": (0.384, 0.231, 0.129),
}

_GREY: dict[str, Tone] = {
    "ink": 0.09,
    "mid": 0.34,
    "grid": 0.38,
    "pale": 0.935,
    "white": 1.0,
    "accent": 0.09,
    **{f"cat{n}": 0.85 for n in range(1, 9)},
    **{f"type{n}": tone for n, tone in enumerate((0.92, 0.78, 0.62, 0.46, 0.30), start=1)},
}

_LOW: dict[str, Tone] = {
    **_GREY,
    "ink": 0.0,
    "accent": 0.0,
    "pale": 1.0,
    **{f"cat{n}": 1.0 for n in range(1, 9)},
    **{f"type{n}": 1.0 for n in range(1, 6)},
}

PALETTES: dict[Inks, dict[str, Tone]] = {"colour": _COLOUR, "grey": _GREY, "low": _LOW}


def operands(tone: Tone) -> str:
    """Return the PDF operands and operator stem of a tone: '0.09 g' or '0.1 0.2 0.3 rg', for filling."""
    if isinstance(tone, tuple):
        return " ".join(f"{part:g}" for part in tone) + " rg"
    return f"{tone:g} g"

"""Every name that can be mistyped - command, kit, sheet, option, value, figure, game - is met with the nearest one."""

from __future__ import annotations

import pytest

SLIPS = {
    "shwo sandwich": "show",
    "show tfal": "tafl",
    "sheet sandwhich": "sandwich",
    "sheet sandwich pda": "pad",
    "sheet sandwich pad --siez 9": "--size",
    "sheet sandwich pad --size 99": "9",
    "sheet sandwich pad --opening crss": "cross",
    "sheet sandwich pad --paper A44": "A4",
    "sheet sandwich pad --papper A4": "--paper",
    "sheet sandwich pad --lang ess": "es",
    "sheet sandwich pad --ink gry": "grey",
    "handout sandwch": "sandwich",
    "practice sandwich --levle 2": "--level",
    "diagrams sandwich doubel-kill": "double-kill",
    "diagrams sandwich --format pgn": "png",
    "diagrams sandwich --formt png": "--format",
    "preview sandwich --with-kye": "--with-key",
    "preview sandwhich": "sandwich",
    "replay sandwhich --moves ''": "sandwich",
    "replay sandwich --moves '' --option siez=9": "size",
    "replay sandwich --moves '' --option opening=crss": "cross",
    "check sandwhich": "sandwich",
    "new my_pad --game sandwhich": "sandwich",
    "completion bassh": "bash",
    "calibrate --flip lng": "long",
    "calibrate --paper Leter": "Letter",
    "doctor --jsno": "--json",
    "list --jsn": "--json",
    "schema --otput x": "--output",
    "verify --jsno x.pdf": "--json",
    "plan sandwhich --students 28": "sandwich",
    "plan sandwich --studnts 28": "--students",
    "pack sandwhich --students 28": "sandwich",
    "key 11DG4H": "11DG 4G",  # one letter of a real code is wrong
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_met_with_the_nearest_name(kitgen, slip):
    import shlex

    words = shlex.split(slip)
    done = kitgen(*words, expect=None)
    assert done.returncode in (1, 2)
    told = done.stderr.lower().replace("'", "")
    near = SLIPS[slip].lower()
    assert f"did you mean {near}" in told or (
        "did you mean one of:" in told and near in told.split("mean one of:")[1]
    ), told


@pytest.mark.parametrize(
    ("text", "near", "place"),
    [
        ("papr: A4\n", "paper", "1:1"),
        ("lang: en\npaper: A44\n", "A4", "2:8"),
        ("ink: gry\n", "grey", "1:6"),
        ("lang: ess\n", "es", "1:7"),
    ],
)
def test_a_slip_in_the_config_has_its_place(kitgen, text, near, place):
    (kitgen.folder / "config.yaml").write_text(text)
    env = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    told = kitgen("sheet", "sandwich", "--dry-run", expect=1, env=env).stderr
    assert f"config.yaml:{place}:" in told
    assert f"did you mean {near}?" in told

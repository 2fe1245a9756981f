"""What shells are offered: kits, sheets, options and values as the layouts have them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.cli import COMMANDS

HERE = str(Path(sys.executable).parent)


@pytest.fixture
def offered(kitgen):
    """Return a function from a line that is being typed (up to the cursor) to the words offered, as bash asks."""

    def ask(line, **env):
        words = line.split(" ")
        asked = {"_KITGEN_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        done = kitgen(env={**asked, **env})
        assert done.stderr == ""
        return [item.partition(",")[2] for item in done.stdout.splitlines() if item.startswith("plain,")]

    return ask


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kitgen sh", ["show", "sheet"]),
        ("kitgen show sandw", ["sandwich", "sandwich-guy", "sandwich-wars"]),
        ("kitgen sheet sandwich p", ["pad", "practice"]),
        ("kitgen sheet sandwich al", ["all"]),
        ("kitgen sheet sandwich pad --si", ["--size"]),
        ("kitgen sheet sandwich pad --size ", ["7", "9"]),
        ("kitgen sheet sandwich pad --opening = d", ["diagonal"]),
        ("kitgen sheet sandwich pad --le", []),  # the pad has no level
        ("kitgen practice sandwich --level ", ["1", "2", "3"]),
        ("kitgen sheet --paper L", ["Letter"]),
        ("kitgen sheet sandwich --lang z", ["zh-Hans"]),
        ("kitgen sheet tafl --lang z", []),
        ("kitgen sheet sandwich --ink g", ["grey"]),
        ("kitgen preview sandwich ta", ["tafl"]),
        ("kitgen replay ta", ["tafl"]),
        ("kitgen replay sandwich --option si", ["size="]),
        ("kitgen diagrams sandwich double", ["double-kill"]),
        ("kitgen completion ", ["bash", "zsh", "fish"]),
        ("kitgen sheet nosuchkit p", []),
    ],
)
def test_what_is_offered(offered, line, words):
    assert offered(line) == words


def test_all_commands_are_offered(offered):
    assert offered("kitgen ") == list(COMMANDS)


def test_a_users_own_shelf_and_printers_are_offered_and_faults_are_not_told(kitgen, offered):
    kitgen("new", "my_pad", "--game", "sandwich", "--to", "mine")
    assert offered("kitgen show --kits mine my") == ["my-pad"]
    (kitgen.folder / "config.yaml").write_text("printers: {staff_room: {dx: 1mm}}\n")
    env = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    assert offered("kitgen sheet sandwich --printer ", **env) == ["staff_room"]
    (kitgen.folder / "mine/layouts/my_pad.yaml").write_text("kit: [broken")
    assert offered("kitgen sheet --kits mine my_pad p") == []


SHELLS = {
    "bash": 'eval "$(kitgen completion bash)"; COMP_WORDS=(kitgen sheet sandwich p); COMP_CWORD=3;'
    ' _kitgen_completion kitgen; printf "%s\\n" "${COMPREPLY[@]}"',
    "fish": 'kitgen completion fish | source; complete -C "kitgen sheet sandwich p"',
    "zsh": 'compdef() { print "$@" }; compstate=(); eval "$(kitgen completion zsh)"; whence -w _kitgen_completion',
}


@pytest.mark.parametrize("shell", SHELLS)
def test_real_shells_take_the_script(kitgen, shell):
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"no {shell} here")
    env = {**os.environ, "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [program, "-c", SHELLS[shell]], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    said = [line.split("\t")[0] for line in done.stdout.splitlines()]
    if shell == "zsh":
        assert "_kitgen_completion: function" in done.stdout, done.stderr
    else:
        assert said == ["pad", "practice"], done.stderr


def test_an_unknown_shell_is_told_which_there_are(kitgen):
    assert "Did you mean bash?" in kitgen("completion", "bassh", expect=2).stderr

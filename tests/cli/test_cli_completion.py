"""What shells are offered: kits, sheets, options and values as the layouts have them."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import warnings
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
        ("kitgen plan ta", ["tafl"]),
        ("kitgen pack sandwich ta", ["tafl"]),
        ("kitgen plan sandwich tafl --option g", ["gap=", "guides="]),
        ("kitgen pack sandwich --option fill", []),  # an option of the game's, of no sheet
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


def shell(name):
    """Return the program of a shell, and the environment in which it finds the command; skips, and says so, without."""
    program = shutil.which(name)
    if not program:
        warnings.warn(f"there is no {name} here: what it completes is not tried", stacklevel=2)
        pytest.skip(f"no {name} here")
    return program, {**os.environ, "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}", "TERM": "dumb"}


def test_a_real_bash_completes():
    program, env = shell("bash")
    script = (
        'eval "$(kitgen completion bash)"; COMP_WORDS=(kitgen sheet sandwich p); COMP_CWORD=3;'
        ' _kitgen_completion kitgen; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run([program, "-c", script], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines() == ["pad", "practice"], done.stderr


FISH = {
    "sheet sandwich p": ["pad", "practice"],
    "sheet sandwich pad --size ": ["7", "9"],
    "sheet sandwich pad --size=": ["--size=7", "--size=9"],
    "sheet sandwich pad --opening=d": ["--opening=diagonal"],
    "sheet --paper=L": ["--paper=Letter\t215.9 x 279.4 mm"],
    "sheet sandwich pad --si": ["--size\t7, 9"],  # a comma in what describes a word does not end it
}


def test_a_real_fish_completes():
    program, env = shell("fish")
    asked = "; ".join(f'complete -C "kitgen {line}"; echo ==' for line in FISH)
    script = f"kitgen completion fish | source; {asked}"
    done = subprocess.run([program, "-c", script], env=env, capture_output=True, text=True, timeout=60, check=False)
    offered = [part.strip("\n").split("\n") for part in done.stdout.split("\n==\n")]
    assert offered[: len(FISH)] == list(FISH.values()), done.stderr


ZSH = {
    "kitgen sheet tafl pie": "kitgen sheet tafl pieces",
    "kitgen show sandwich-g": "kitgen show sandwich-guy",
    "kitgen sheet sandwich pad --opening d": "kitgen sheet sandwich pad --opening diagonal",
    "kitgen sheet sandwich pad --opening=d": "kitgen sheet sandwich pad --opening=diagonal",
    "kitgen sheet --paper=Le": "kitgen sheet --paper=Letter",
}
ZSH_BEGINS = """PS1=''; autoload -U compinit; compinit -D -u; eval "$(kitgen completion zsh)"
show() { print -r -- "<$BUFFER>"; zle kill-buffer; }; zle -N show; bindkey '^T' show; bindkey '^I' complete-word
print re''ady
"""


def test_a_real_zsh_completes_what_is_typed_at_its_prompt():
    """zsh completes only where somebody types: at a terminal, here a pseudo one. Ctrl-T prints the line as it is."""
    program, env = shell("zsh")
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program, ["zsh", "-f", "-i"], env)

    def read_until(mark):
        seen, end = b"", time.monotonic() + 30
        while mark not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 65_536)
        return seen.decode(errors="replace")

    try:
        os.write(terminal, ZSH_BEGINS.encode())
        assert "ready" in read_until(b"ready\r\n")
        for typed, whole in ZSH.items():
            os.write(terminal, f"{typed}\t\x14".encode())
            seen = read_until(b">\r\n")
            assert re.findall(r"<(kitgen [^>]*?) ?>", seen) == [whole], seen
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def test_an_unknown_shell_is_told_which_there_are(kitgen):
    assert "Did you mean bash?" in kitgen("completion", "bassh", expect=2).stderr

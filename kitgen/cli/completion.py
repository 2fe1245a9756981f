"""`kitgen completion`: what a shell must be told, so that it completes commands, kits, sheets, options and values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from kitgen.errors import FileTrouble

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the script that lets SHELL (bash, zsh or fish) complete what you type after kitgen.

    Have the shell read it when it begins:

    \b
      bash   in ~/.bashrc:  eval "$(kitgen completion bash)"
      zsh    in ~/.zshrc:   eval "$(kitgen completion zsh)"
      fish   kitgen completion fish > ~/.config/fish/completions/kitgen.fish

    \b
    Examples:
      kitgen completion bash
    """
    from kitgen.cli import commands
    from kitgen.cli.shells import register

    register()
    found = get_completion_class(shell)
    if found is None:
        raise FileTrouble(f"this click completes nothing in {shell}")
    click.echo(found(commands, {}, "kitgen", "_KITGEN_COMPLETE").source())

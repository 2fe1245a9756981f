"""How zsh and fish are told what completes a word, where click's own way falls short.

Both hand over `--size=` as one word and want one back: click answers with the bare value, which then fits nothing. And
click's script for fish cuts what describes a word at its first comma. Knows no command and no kit.
"""

from __future__ import annotations

from click.shell_completion import CompletionItem, FishComplete, ShellComplete, ZshComplete, add_completion_class


class _Joined(ShellComplete):
    """Offers `--size=7` for `--size=`."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return what completes the word that is being typed, the option before its `=` included."""
        name, sign, value = incomplete.partition("=")
        if not sign or not name.startswith("--"):
            return super().get_completions(args, incomplete)
        found = super().get_completions([*args, name], value)
        return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in found]


class _Zsh(_Joined, ZshComplete):
    pass


class _Fish(_Joined, FishComplete):
    source_template = FishComplete.source_template.replace('string split "," ', 'string split --max 1 "," ')


def register() -> None:
    """Let click answer zsh and fish in these ways."""
    add_completion_class(_Zsh)
    add_completion_class(_Fish)

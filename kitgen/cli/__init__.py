"""The command line. A command's module is imported when the command runs; errors become messages and exit codes.

Data goes to standard output, messages and progress to standard error. Exit codes: 0 done; 1 a spec, record, claim or
proof failed; 2 usage; 3 file or font trouble. The only package that knows click.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from kitgen.errors import FileTrouble, KitgenError, suggest

ISSUES = "the project's issue tracker"

# command -> (module of this package, what it does in a line)
COMMANDS = {
    "list": ("looking", "List the kits with their sheets."),
    "show": ("looking", "Show a kit: sheets, options, facts, or its layout file."),
    "sheet": ("sheets", "Print one sheet of a kit, or all of its default sheets."),
    "handout": ("sheets", "Print a kit's one-page handout."),
    "practice": ("sheets", "Print practice sheets, each different, and their key."),
    "plan": ("classes", "Plan a class: sheets, paper, pieces, cuts, minutes."),
    "pack": ("classes", "Make everything for a class, the plan on top."),
    "key": ("key", "Print the key of a loose sheet from its code."),
    "diagrams": ("diagrams", "Draw every figure of a kit as PDF, PNG and SVG."),
    "preview": ("preview", "Draw sheets as pictures, in a gallery for the browser."),
    "replay": ("replay", "Replay game records by the rules."),
    "check": ("proving", "Check layouts, records, claims, glyphs and fit; write nothing."),
    "verify": ("proving", "Prove finished PDFs again, figure by figure."),
    "calibrate": ("calibrate", "Print a sheet that measures your printer."),
    "new": ("making", "Begin a kit of your own."),
    "doctor": ("doctor", "Look whether everything is there, and say what to do about what is not."),
    "completion": ("completion", "Print what lets a shell complete what you type."),
    "schema": ("making", "Print the JSON Schema of layouts, for editors."),
}


class _Commands(click.Group):
    """Lists commands without importing them, and suggests a near one for a name that there is none of."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        from kitgen.cli.completing import equip

        found = getattr(import_module(f"kitgen.cli.{COMMANDS[name][0]}"), f"{name}_command")
        return equip(found) if isinstance(found, click.Command) else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin as typed, without importing them."""
        mine = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*mine, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = suggest(args[0], COMMANDS)
            hint = f" Did you mean {near}?" if near else ""
            raise click.UsageError(f"No command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kitgen", message="kitgen %(version)s")
def commands() -> None:
    """Print game kits in which every diagram is replayed and every page is read back.

    \b
    Examples:
      kitgen list
      kitgen sheet sandwich --size 9
      kitgen practice sandwich --level 2 --copies 28
    """


def main() -> None:
    """Run the command line and exit; no traceback reaches a user."""
    gc.set_threshold(20_000, 20, 50)  # a command makes much and drops little in circles; the usual 700 costs a tenth
    sys.exit(run())


def run() -> int:
    """Run the command line and return its exit code."""
    if "_KITGEN_COMPLETE" in os.environ:  # a shell asks what completes a word
        from kitgen.cli.shells import register

        register()
    try:
        result = commands.main(standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; nothing is left half written", err=True)
        return 130
    except KitgenError as error:
        click.echo(f"{click.style('error', fg='red', bold=True)}: {error}", err=True)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:  # standard output is full or closed, a folder went away
        click.echo(f"{click.style('error', fg='red', bold=True)}: {_told(error)}", err=True)
        return FileTrouble.exit_code
    except Exception as error:  # the last net: a bug must not look like the user's fault
        click.echo(
            f"a fault in kitgen itself ({type(error).__name__}: {error}); please report it at {ISSUES}", err=True
        )
        return 70


def _told(error: OSError) -> str:
    return f"{error.filename or 'standard output'}: {error.strerror or error}"


__all__ = ["commands", "main", "run"]

"""The ``debertz`` group: imports a command only when it is used, and turns every error into one line and an exit code.

Exit codes: 0 done, 1 internal failure, 2 wrong usage or bad input, 130 interrupted, 141 the reader of stdout is gone,
143 ended by SIGTERM.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from debertz_sim.cli.streams import prepare, stdout_checked
from debertz_sim.errors import UserError

# Each command is ``command`` in the module of its name; the texts stand here so that help imports none of them.
COMMANDS = {
    "rules": "Variants: list, show, check, compare their switches.",
    "odds": "Chances of melds, by counting.",
    "simulate": "Play many deals or matches and report what happens.",
    "compare": "The same deals under two or more rule sets.",
    "bid": "Play or pass: every call of a hand on the same deals.",
    "league": "Policies against each other on the same deals, seats changed.",
    "columns": "What conditions, groups and rows can ask of a deal.",
    "chart": "Bidding charts: build, show, query, answer.",
    "solve": "Open hands: what best play makes of them.",
    "deal": "One deal, cards to score.",
    "score": "Check and score a recorded deal.",
    "policies": "Bidding and play policies, described.",
    "plot": "A picture of a result, png or svg.",
    "report": "Results as one page to read and to send.",
    "rerun": "Repeat a result from its provenance.",
    "warmup": "Compile everything once.",
    "cache": "Where compiled code is kept; clear it.",
    "bench": "How fast this machine plays.",
}

EXAMPLES = """\b
Examples:
  debertz rules show kharkov
  debertz compare moscow kharkov --deals 100k --seed 7

\b
Shell completion (bash; zsh and fish alike), for this shell or in ~/.bashrc:
  eval "$(_DEBERTZ_COMPLETE=bash_source debertz)"
"""

DEBUG = "DEBERTZ_DEBUG"
USAGE, FAILURE, INTERRUPTED = 2, 1, 130


class LazyGroup(click.Group):
    """A group whose commands are imported when used, and whose errors are one line each."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of their table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now, or ``None``."""
        if name not in COMMANDS:
            return None
        found: click.Command = import_module(f"debertz_sim.cli.{name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown command names the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from debertz_sim.switch_table import nearest

            raise UserError(f"unknown command {args[0]!r}{nearest(args[0], COMMANDS)} (all commands: debertz --help)")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands that begin so, and the group's own options."""
        names = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does; help and version are printed here."""
        with stdout_checked():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; quiet if the reader of stdout has gone, and never done before all is written."""
        with stdout_checked():
            return super().invoke(ctx)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run and exit with the code of the module's docstring; with ``standalone_mode=False`` errors are raised."""
        run: Callable[..., Any] = super().main
        if not standalone_mode:
            return run(*args, standalone_mode=False, **extra)
        try:
            code = run(*args, standalone_mode=False, **extra)
        except UserError as error:
            sys.exit(_say(f"Error: {_one_line(error)}", USAGE))
        except (click.Abort, KeyboardInterrupt):
            sys.exit(_say("Interrupted.", INTERRUPTED))
        except click.ClickException as error:
            sys.exit(_say(_usage(error), USAGE))
        except Exception as error:
            if isinstance(error.__cause__, KeyboardInterrupt):  # it arose inside compiled code
                sys.exit(_say("Interrupted.", INTERRUPTED))
            if os.environ.get(DEBUG):
                traceback.print_exc()
            what = f"{type(error).__name__}: {_one_line(error)}"
            sys.exit(_say(f"Error: internal failure, {what} ({DEBUG}=1 shows where; please report it)", FAILURE))
        sys.exit(code if isinstance(code, int) else 0)


def _say(text: str, code: int) -> int:
    with suppress(OSError):  # where stderr cannot be written the code must do
        click.echo(text, err=True)
    return code


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _usage(error: click.ClickException) -> str:
    """What click found wrong, in one line with the way to the help; a help page asked for stays as it is."""
    message = error.format_message()
    if isinstance(error, click.exceptions.UsageError) and error.ctx is not None:
        if message == error.ctx.get_help():
            return message
        return f"Error: {' '.join(message.split())} (see: {error.ctx.command_path} --help)"
    return f"Error: {' '.join(message.split())}"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from debertz_sim.provenance import DISTRIBUTION, package_version

        click.echo(f"debertz {package_version(DISTRIBUTION)}")
        ctx.exit()


@click.group(cls=LazyGroup, invoke_without_command=True, epilog=EXAMPLES)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Monte Carlo and exact statistics for the card game Debertz."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run ``debertz`` with the arguments of the process."""
    prepare()
    cli.main(prog_name="debertz")

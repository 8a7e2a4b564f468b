"""``debertz chart``: computed bidding; a subcommand is imported when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.results import Result

# Each subcommand stands in a module of its own, imported when it is used; the texts are here so that help imports none.
SUBCOMMANDS = {
    "show": ("chart_show", "command", "A chart as maps; its surprises; charts against each other."),
    "query": ("chart_query", "command", "What a chart calls with a hand."),
}

EXAMPLES = """\b
Examples:
  debertz chart show moscow --decision forehand_1
  debertz chart query moscow --hand "Js 9s As Kc 8d 7h" --upcard Ts
"""


class Subcommands(click.Group):
    """The group of the subcommands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands, in the order of their table."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The subcommand of this name, imported now, or ``None``."""
        if name not in SUBCOMMANDS:
            return None
        module, function, _ = SUBCOMMANDS[name]
        found: click.Command = getattr(import_module(f"debertz_sim.cli.{module}"), function)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown subcommand names the nearest one."""
        if args[0] not in SUBCOMMANDS and not args[0].startswith("-"):
            from debertz_sim.switch_table import nearest

            there = f"; there are {', '.join(SUBCOMMANDS)}"
            raise UserError(f"chart: unknown command {args[0]!r}{nearest(args[0], SUBCOMMANDS) or there}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of subcommands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in SUBCOMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of subcommands that begin so, and the group's own options."""
        names = [CompletionItem(name, help=row[2]) for name, row in SUBCOMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=Subcommands, epilog=EXAMPLES)
def command() -> None:
    """Bidding charts for two players: a call for every hand at each decision, computed; how to read them."""


def rerun(result: Result, workers: int) -> Result:
    """The same comparison by deals once more, for the command ``rerun``."""
    from debertz_sim.charts.views import rerun as again

    return again(result, workers)

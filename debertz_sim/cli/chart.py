"""``debertz chart``: bidding charts, built, read and answered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from debertz_sim.errors import UserError

# Each subcommand stands in a module of its own, imported when it is used.
SUBCOMMANDS = {
    "build": ("chart_build", "build", "Learn the call for every hand class at each decision."),
    "show": ("chart_show", "command", "A chart as maps; its surprises; charts against each other."),
    "query": ("chart_query", "command", "What a chart calls with a hand."),
    "best-response": ("chart_build", "best_response", "What the best reply to a style of bidding gains."),
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in SUBCOMMANDS:
            return None
        module, function, _ = SUBCOMMANDS[name]
        found: click.Command = getattr(import_module(f"debertz_sim.cli.{module}"), function)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in SUBCOMMANDS and not args[0].startswith("-"):
            from debertz_sim.switch_table import nearest

            raise UserError(
                f"unknown command chart {args[0]!r}{nearest(args[0], SUBCOMMANDS)} (see: debertz chart --help)"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in SUBCOMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [CompletionItem(name, help=row[2]) for name, row in SUBCOMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=_Lazy)
def command() -> None:
    """Bidding charts: the call for every hand class at each decision of the auction between two.

    \b
    Examples:
      debertz chart build --deals 200k --check 100k --seed 1 --chart mine.npz
      debertz chart show moscow --decision forehand_1
      debertz chart query moscow --hand "Js 9s As Kc 8d 7h" --upcard Ts
      debertz chart best-response rule:jack-and-two --deals 200k --seed 1
    """


def rerun(result: Any, workers: int) -> Any:
    """Best replies, a comparison by deals, or a chart from its first deal, once more, for the command ``rerun``."""
    from debertz_sim.charts import reply, spec, views

    kind = dict(result.provenance.get("options") or {}).get("kind")
    if kind == spec.KIND:
        return spec.rebuilt(result.provenance, workers)
    if kind == views.DEALS:
        return views.rerun(result, workers)
    return reply.rerun(result.provenance, workers)

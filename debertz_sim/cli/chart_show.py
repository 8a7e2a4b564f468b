"""``debertz chart show``: a chart as maps, its surprises, and charts against each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli.chart_writing import FORMATS, Typed, chart_argument, write_view
from debertz_sim.cli.interrupt import Interrupt
from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import (
    confidence_option,
    destination,
    drawn_seed,
    lang_option,
    output_options,
    progress_options,
    seed_option,
    tell_seed,
    workers_option,
)
from debertz_sim.cli.stage import stage
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.charts.views import Asked, View

DECISIONS = ("forehand_1", "dealer_1", "forehand_2", "dealer_2")
DEALS = 100_000  # by which two rule sets are compared
SURPRISES = 20
THUMB = "rules"  # the bidding that surprises are measured against

EXAMPLES = """\b
Examples:
  debertz chart show moscow --decision forehand_1
  debertz chart show moscow --upcard J --out maps.png
  debertz chart show moscow --surprising 20 --seed 7
  debertz chart show moscow --surprising 10 --against points:30 --seed 7
  debertz chart show moscow --against kharkov --deals 1M --seed 7
  debertz chart show moscow --against one-deal
  debertz chart show moscow --forehand-dealer
  debertz chart show moscow --seed 7 --out moscow.html
"""


@click.command(cls=Typed, epilog=EXAMPLES)
@chart_argument
@click.option("--decision", type=click.Choice(DECISIONS), help="The map of one decision.  [default: all four]")
@click.option("--upcard", metavar="RANK", help="Only hands with this rank turned up: 7 8 9 T J Q K A.")
@click.option(
    "--surprising",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="The N bids and passes that differ most clearly from a rule of thumb, each with a deal.",
)
@click.option(
    "--against",
    metavar="NAME",
    help=f"Another chart to compare with; beside --surprising: a bidding policy.  [default there: {THUMB}]",
)
@click.option("--forehand-dealer", "seats", is_flag=True, help="The same hands at both seats.")
@click.option(
    "--deals",
    type=parse_deals,
    metavar="N",
    help=f"Deals by which two charts' rules are compared.  [default: {DEALS:,} where they can be]",
)
@click.option("--play", metavar="POLICY", help="Play of the sample deals.  [default: that of the chart]")
@click.option(
    "--top", type=click.IntRange(0, 1000), default=20, show_default=True, metavar="N", help="Classes to list."
)
@seed_option
@confidence_option
@workers_option
@output_options()
@lang_option
@progress_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    name: str,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    confidence: float,
    **asked: Any,
) -> None:
    """The chart NAME (or FILE.npz) as maps, trumps against aces and tens beside them; or what is asked of it instead.

    A map says what playing is ahead of passing on average over the hands of a cell; ~ or hatching marks the cells in
    which that is not clear of 0. --out x.png or .svg draws the maps, .html makes a page with maps, surprises and both
    seats.
    """
    views = [option for option in ("surprising", "seats") if asked[option]]
    views += ["against"] if asked["against"] and not asked["surprising"] else []
    _refuse(asked, views)
    pictures = ("html", "png", "svg") if not views else ("html",)
    kind, path = destination(format_, out, force, (*FORMATS, *pictures))
    from debertz_sim.charts.views import Asked
    from debertz_sim.policies.charted import load

    base = Asked(load(name), confidence, lang, ctx.meta["typed"])
    asked |= {"page": kind == "html" and not views}
    interrupt = Interrupt()
    with interrupt.listening(), stage(asked["quiet"] or asked["no_progress"]) as note:
        view = _view(base, views[0] if views else "maps", asked, interrupt, note)
    write_view(view, kind, path, force, lang)
    if view.partial:
        done = view.data["provenance"]["deals_done"]
        again = view.data["provenance"]["command"]
        click.echo(f"Interrupted after {done:,} deals. All of them: {again}", err=True)
        ctx.exit(INTERRUPTED)


def _refuse(asked: dict[str, Any], views: list[str]) -> None:
    """Raise ``UserError`` for options that do not go together."""
    names = {"surprising": "--surprising", "seats": "--forehand-dealer", "against": "--against"}
    if len(views) > 1:
        raise UserError(f"chart show: {' and '.join(names[view] for view in views)}: give one of them")
    for option in ("decision", "upcard"):
        if asked[option] and views:
            raise UserError(f"--{option}: it is for the maps; leave out {names[views[0]]}")
    if asked["deals"] is not None and views != ["against"]:
        raise UserError("--deals: it is for two charts; give --against CHART")
    if asked["play"] and views != ["surprising"]:
        raise UserError("--play: it is for the sample deals; give --surprising N")


def _with_seed(base: Asked, asked: dict[str, Any]) -> Asked:
    """The command with a seed drawn and told, where none was given."""
    if asked["seed"] is not None:
        return base
    seed = asked["seed"] = drawn_seed()
    if not asked["quiet"]:
        tell_seed(seed)
    return replace(base, command=f"{base.command} --seed {seed}")


def _view(base: Asked, which: str, asked: dict[str, Any], interrupt: Interrupt, note: Any) -> View:
    from debertz_sim.charts import views

    note("starting the engine (the first time it is compiled, which takes up to a minute)")
    if which == "surprising":
        against, base = asked["against"] or THUMB, _with_seed(base, asked)
        return views.surprising_view(base, against, asked["surprising"], asked["seed"], asked["play"])
    if which == "seats":
        return views.seats_view(base, asked["top"])
    if which == "against":
        return _against(base, asked, interrupt, note)
    found = views.maps_view(base, asked["decision"], asked["upcard"])
    if asked["page"]:
        base = _with_seed(base, asked)
        more = [
            views.surprising_view(base, THUMB, SURPRISES, asked["seed"], None),
            views.seats_view(base, asked["top"]),
        ]
        found = replace(found, parts=[*found.parts, *(part for view in more for part in view.parts)])
    return found


def _against(base: Asked, asked: dict[str, Any], interrupt: Interrupt, note: Any) -> View:
    """Two charts: by their calls, and by deals where that can be."""
    from debertz_sim.charts import views
    from debertz_sim.charts.compare import comparable, require_comparable
    from debertz_sim.policies.charted import load

    other = load(asked["against"])
    games = views.game_of(base.chart), views.game_of(other)
    if asked["deals"] is not None:
        require_comparable(*games, f"--deals: {base.chart.name} and {other.name}")
    reason = comparable(*games)
    by_calls = views.calls_view(base, other, reason, asked["top"])
    if reason is not None:
        return by_calls
    base = _with_seed(base, asked)
    deals = asked["deals"] or DEALS

    def tell(done: int) -> None:
        note(f"{done:,} of {deals:,} deals")

    by_deals = views.deals_view(
        base, other, deals, asked["seed"], asked["workers"], asked["top"], interrupt.asked, tell
    )
    data = by_deals.data | {"calls": {key: by_calls.data[key] for key in ("decisions", "classes", "compared")}}
    return replace(by_deals, data=data, parts=[*by_deals.parts, *by_calls.parts])

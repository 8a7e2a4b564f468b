"""``debertz chart query``: what a chart calls with a hand."""

from __future__ import annotations

from pathlib import Path

import click

from debertz_sim.cli.chart_writing import FORMATS, Typed, chart_argument, write_view
from debertz_sim.cli.options import confidence_option, destination, lang_option, output_options
from debertz_sim.errors import UserError

EXAMPLES = """\b
Examples:
  debertz chart query moscow --hand "Js 9s As Kc 8d 7h" --upcard Ts
  debertz chart query moscow --hand "s:J9A c:K d:8 h:7" --upcard Ts --seat dealer --round 1
  debertz chart query mine.npz --hands hands.csv --format csv
"""


@click.command(cls=Typed, epilog=EXAMPLES)
@chart_argument
@click.option("--hand", metavar="CARDS", help="Six cards, with --upcard.")
@click.option("--upcard", metavar="CARD", help="The upcard beside --hand.")
@click.option(
    "--hands",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Many hands: .csv or .parquet with the columns hand and upcard.",
)
@click.option("--seat", type=click.Choice(["forehand", "dealer"]), help="One seat.  [default: both]")
@click.option("--round", "number", type=click.Choice(["1", "2"]), help="One round.  [default: both]")
@confidence_option
@output_options()
@lang_option
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    hand: str | None,
    upcard: str | None,
    file: Path | None,
    seat: str | None,
    number: str | None,
    confidence: float,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
) -> None:
    """What the chart NAME (or FILE.npz) calls with a hand at each of the four decisions, and how clear that is.

    The lead is what the call is worth above the best other one, given that it comes to the decision; it is close where
    its interval includes 0.
    """
    kind, path = destination(format_, out, force, FORMATS)
    if file is None and (hand is None or upcard is None):
        raise UserError("chart query: give --hand and --upcard, or --hands FILE")
    if file is not None and (hand is not None or upcard is not None):
        raise UserError("chart query: --hands: it holds hands and upcards; leave out --hand and --upcard")
    from debertz_sim.charts.query import answers, read_hand, read_hands
    from debertz_sim.charts.views import Asked, query_view
    from debertz_sim.policies.charted import DECISIONS, load

    chart = load(name)
    hands = [read_hand(hand or "", upcard or "")] if file is None else read_hands(file)
    wanted = [
        place
        for place, decision in enumerate(DECISIONS)
        if decision.split("_")[0] == (seat or decision.split("_")[0]) and decision[-1] == (number or decision[-1])
    ]
    view = query_view(Asked(chart, confidence, lang, ctx.meta["typed"]), answers(chart, hands, wanted, confidence))
    write_view(view, kind, path, force, lang)

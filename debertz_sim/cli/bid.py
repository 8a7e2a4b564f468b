"""``debertz bid``: with this hand, upcard and seat, after these passes: which call?"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli import running
from debertz_sim.cli.interrupt import Interrupt, refuse_beside_resume
from debertz_sim.cli.options import (
    Precision,
    confidence_option,
    exchange_option,
    lang_option,
    output_options,
    progress_options,
    rules_options,
    seed_option,
    tell_seed,
    workers_option,
)
from debertz_sim.cli.stage import stage
from debertz_sim.errors import UserError
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY

if TYPE_CHECKING:
    from debertz_sim.bids import BidRun, BidSpec
    from debertz_sim.results import Result

FORMATS = ("json", "csv", "parquet", "markdown", "html")

EXAMPLES = """\b
Examples:
  debertz bid --hand "Jh 9h Ah As 7c 8d" --upcard Kh --seat forehand --seed 7
  debertz bid --hand "As Ts 9s Kc Qc 7d" --upcard 8h --seat dealer --round 2 --seed 7 --explain
  debertz bid --hand "Js 9s Ac Kd Qd 7h" --upcard 8s --auction pass --score 440:310 --seed 7
  debertz bid --hand "Jh 9h 8h As 7c 8d" --upcard Qs --auction pass,pass --until-decided --seed 7
  debertz bid --hand "Jh 9h 8h As 7c 8d" --upcard 7h --seat forehand --play rollout:16 --worlds 50 --seed 7

\b
Many hands, one a row (columns hand, upcard, and seat, round, auction or dealer):
  debertz bid --hands hands.csv --seed 7 --out bids.parquet
"""


@click.command(epilog=EXAMPLES)
@click.option("--hand", metavar="CARDS", help="Your six cards.")
@click.option("--upcard", metavar="CARD", help="The card turned up.")
@click.option("--seat", metavar="forehand|dealer", help="Where you sit.")
@click.option(
    "--round", "round_", metavar="1|2", help="Round of the auction; all before you have passed.  [default: 1]"
)
@click.option("--auction", metavar="pass,...", help="What was said, instead of seat and round.")
@click.option("--dealer", metavar="me|opponent", help="Who deals, instead of the seat.")
@click.option("--hands", type=click.Path(path_type=Path), metavar="FILE", help="Many hands: CSV or Parquet, one a row.")
@rules_options
@click.option("--bidding", default=DEFAULT_BIDDING, show_default=True, metavar="POLICY", help="How the opponent bids.")
@click.option(
    "--play", default=DEFAULT_PLAY, show_default=True, metavar="POLICY", help="Play of both; open: all cards are seen."
)
@exchange_option
@click.option(
    "--later", default="best", show_default=True, metavar="best|POLICY", help="Your later calls in this auction."
)
@click.option("--value", type=float, metavar="V", help="Points a deal is worth to forehand.  [default: sampled]")
@click.option("--score", metavar="OWN:HIS", help="Points before the deal: also the chance to win the match.")
@click.option("--pot", type=click.IntRange(0, 10_000), default=0, metavar="N", help="Points hanging before the deal.")
@click.option(
    "--worlds",
    "--deals",
    "worlds",
    type=parse_deals,
    metavar="N",
    help="How many deals of the hidden cards: 100000, 1e5, 100k.",
    show_default="100k; fewer for slow play",
)
@click.option(
    "--precision",
    type=click.UNPROCESSED,
    metavar="P",
    help="Go on until the best call's lead has a half-width below P (0.5pt).",
)
@click.option("--until-decided", is_flag=True, help="Go on until one call is ahead, by a confidence sequence.")
@click.option(
    "--max-worlds",
    "--max-deals",
    "max_worlds",
    type=parse_deals,
    metavar="N",
    help="Stop there, whatever the precision or verdict.",
    show_default="10M",
)
@click.option("--explain", is_flag=True, help="What drives the margins: trumps, aces, melds, the second packet.")
@seed_option
@workers_option
@confidence_option
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a partial result (JSON).")
@output_options()
@lang_option
@progress_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: Path | None,
    resume: Path | None,
    workers: int,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    no_progress: bool,
    **asked: Any,
) -> None:
    """Play or pass? Every legal call of a hand is made in the same deals of the hidden cards, and each is played on.

    Margins are written points of the deal, mine minus his. The opponent's passes so far are taken into account: only
    deals count in which he would have passed. A pass goes on with the later calls of both.
    """
    from debertz_sim.cli.options import destination

    kind, path = destination(format_, out, force, FORMATS)
    where = running.Output(kind, path, force, lang, quiet, no_progress)
    interrupt = Interrupt()
    if hands is not None:
        if resume is not None:
            raise UserError("--resume and --hands: a batch cannot be gone on with; ask for the hands that are left")
        ctx.exit(_batch(hands, asked, workers, where, interrupt))
    from debertz_sim.bids import BidRun

    if resume is None:
        run = BidRun(_spec(asked, _spot(asked), workers), interrupt.asked)
        if asked["seed"] is None and not quiet:
            tell_seed(run.spec.seed)
    else:
        refuse_beside_resume(ctx)
        run = _resumed(resume, workers, interrupt)
    with interrupt.listening():
        running.go(run, where, lambda done: done)
    running.deliver(run.result(), where)
    _note_precision(run, where)
    ctx.exit(running.code_of(run, where))


_SPOT = ("hand", "upcard", "seat", "round_", "auction", "dealer")


def _spot(asked: dict[str, Any]) -> Any:
    from debertz_sim.bids import read_spot

    for name in ("hand", "upcard"):
        if asked[name] is None:
            raise UserError(f"bid: --{name} is missing; such as --hand 'Jh 9h Ah As 7c 8d' --upcard Kh --seat forehand")
    return read_spot(**{name: asked[name] for name in _SPOT})


def _spec(asked: dict[str, Any], spot: Any, workers: int) -> BidSpec:
    from debertz_sim.bids import BidSpec
    from debertz_sim.bids.spec import read_score
    from debertz_sim.variants import resolve

    goes_on = asked["precision"] is not None or asked["until_decided"]
    if goes_on and asked["worlds"] is not None:
        raise UserError("--worlds: it goes without --precision and --until-decided; --max-worlds bounds these")
    if not goes_on and asked["max_worlds"] is not None:
        raise UserError("--max-worlds: it bounds --precision or --until-decided; without them use --worlds")
    same = ("bidding", "play", "exchange", "later", "value", "pot", "until_decided", "confidence", "explain")
    return BidSpec(
        rules=resolve(asked["rules"], asked["settings"]),
        spot=spot,
        seed=running.seed_of(asked["seed"]),
        worlds=asked["max_worlds"] if goes_on else asked["worlds"],
        score=None if asked["score"] is None else read_score(asked["score"]),
        precision=_points(asked["precision"]),
        workers=workers,
        **{name: asked[name] for name in same},
    )


def _points(text: str | None) -> float | None:
    """A half-width in points; raises ``UserError`` for one in per cent."""
    from debertz_sim.cli.options import parse_precision

    if text is None:
        return None
    found: Precision = parse_precision(text)
    if found.unit != "points":
        raise UserError(f"precision {text!r}: the lead of the best call is measured in points; write it as 0.5pt")
    return found.half_width


def _resumed(file: Path, workers: int, interrupt: Interrupt) -> BidRun:
    """The run of a partial result; raises ``UserError``."""
    from debertz_sim.bids import BidRun
    from debertz_sim.results import Result

    result = Result.load(file)
    kind = (result.provenance.get("options") or {}).get("kind", "bid")
    if kind != "bid":
        raise UserError(f"--resume {file}: go on with: {shlex.join(['debertz', kind, '--resume', str(file)])}")
    return BidRun.resumed(result, workers, interrupt.asked)


def _note_precision(run: BidRun, out: running.Output) -> None:
    """Say where a precision was not reached."""
    lead, precision = run.headline(), run.spec.precision
    if precision is None or out.quiet or not run.finished or lead.low is None or lead.high is None:
        return
    if (lead.high - lead.low) / 2 >= precision:
        click.echo(f"The precision is not reached after {run.sums.units:,} {run.unit}.", err=True)


def _batch(file: Path, asked: dict[str, Any], workers: int, out: running.Output, interrupt: Interrupt) -> int:
    """Compute the hands of a file; returns the exit code."""
    from debertz_sim.bids.batch import Batch, read_hands, run_batch

    for name in _SPOT:
        if asked[name] is not None:
            raise UserError(f"--{name.rstrip('_')}: with --hands it stands in the file, one hand a row")
    spots = read_hands(file)
    spec = _spec(asked, spots[0], workers)
    if asked["seed"] is None and not out.quiet:
        tell_seed(spec.seed)
    with interrupt.listening(), stage(out.quiet or out.no_progress) as note:
        note(f"0 of {len(spots)} hands")
        result = run_batch(
            Batch(spec, tuple(spots)), str(file), interrupt.asked, lambda done: note(f"{done} of {len(spots)} hands")
        )
    _deliver_batch(result, out)
    if result.provenance["partial"]:
        done = len(result.provenance["options"]["hands"])
        click.echo(f"Interrupted after {done} of {len(spots)} hands.", err=True)
        from debertz_sim.cli.main import INTERRUPTED

        return INTERRUPTED
    return 0


def _deliver_batch(result: Result, out: running.Output) -> None:
    """CSV and Parquet hold one row a hand; JSON, tables and pages as every result."""
    if out.kind == "parquet" and out.path is not None:
        result.save_rows(out.path, out.force)
    elif out.kind == "csv":
        from debertz_sim.cli.listing import write

        write(result.rows_frame().to_csv(index=False, lineterminator="\n"), out.path, out.force)
    else:
        running.deliver(result, out)


def rerun(result: Result, workers: int) -> Result:
    """The bid of a result once more, with as many worlds as that one has."""
    from dataclasses import replace

    from debertz_sim.bids import BidSpec, run_bid
    from debertz_sim.bids.batch import Batch, run_batch

    if "hands" in (result.provenance.get("options") or {}):
        return run_batch(Batch.from_provenance(result.provenance, workers))
    spec = BidSpec.from_provenance(result.provenance, workers)
    if result.provenance.get("partial"):
        spec = replace(spec, worlds=result.provenance["deals_done"])
    return run_bid(spec)

"""``debertz compare``: the same deals under two or more rule sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli import running
from debertz_sim.cli.interrupt import Interrupt, refuse_beside_resume
from debertz_sim.cli.options import Precision, SeatPolicy, rules_argument, set_option, tell_seed
from debertz_sim.cli.simulate import rerun
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.experiment import ExperimentSpec, Run
    from debertz_sim.rules import RuleSet

__all__ = ["command", "rerun"]

EXAMPLES = """\b
Examples:
  debertz compare moscow kharkov --deals 100k --seed 7
  debertz compare moscow moscow+overtrump=never moscow+seven_exchange=none --deals 20k --seed 7
  debertz compare moscow online --one-at-a-time --deals 20k --seed 7
  debertz compare moscow kharkov --until-decided --seed 7
  debertz compare moscow three pairs --deals 20k --seed 7
"""

SHOWN_AT_MOST = 10  # so many differing deals are kept


@click.command(epilog=EXAMPLES)
@rules_argument("arms", nargs=-1, metavar="A B [C...]")
@set_option
@click.option("--one-at-a-time", is_flag=True, help="Also A with each switch in which B differs changed alone.")
@click.option(
    "--until-decided",
    is_flag=True,
    help="Go on until one rule set is ahead of all others on the headline (at most --max-deals, 10M).",
)
@click.option(
    "--show",
    type=click.IntRange(1, SHOWN_AT_MOST),
    metavar="N",
    help=f"Below the table: the first N deals (up to {SHOWN_AT_MOST}) whose outcome differs, under each rule set.",
)
@click.option("--matches", type=parse_deals, hidden=True)
@running.experiment_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    resume: Path | None,
    workers: int,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    no_progress: bool,
    show: int | None,
    **asked: Any,
) -> None:
    """The same deals under A, B and more rule sets: every metric under each, and B - A with its paired interval.

    A rule set is a variant, a FILE.toml, or one with changes: NAME+switch=value+switch=value. --set changes all.

    Rule sets with different numbers of seats or cards are put side by side, not paired: each plays deals of its own.
    """
    from debertz_sim.experiment import Run

    where = running.output(format_, out, force, lang, quiet, no_progress)
    if show is not None and (where.kind != "table" or asked["reduce"]):
        raise UserError("--show goes with a table of plain deals: leave out --format, --out and --reduce")
    interrupt = Interrupt()
    if resume is None:
        run = Run(_spec(workers=workers, **asked), stop=interrupt.asked)
        if asked["seed"] is None and not quiet:
            tell_seed(run.spec.seed)
    else:
        refuse_beside_resume(ctx)
        run = running.resumed(resume, workers, interrupt, "compare")
    if show is not None and not run.spec.paired:
        raise UserError("--show: the rule sets do not play the same deals")
    with interrupt.listening():
        running.go(run, where, lambda done: done)
    code = running.finish(run, where)
    if show is not None:
        _show(run, show)
    ctx.exit(code)


def _show(run: Run, number: int) -> None:
    """Print the first differing deals of each pair as every one of its rule sets plays them."""
    from debertz_sim.records.transcript import deal_transcript
    from debertz_sim.records.transcript_table import to_table

    spec = run.spec
    deck = spec.choice.deck if spec.choice else None  # all play the deals that are A's
    for rules, (arm, deals) in zip(spec.arms[1:], run.provenance()["first_differing"].items(), strict=True):
        other, _, base = arm.partition("-")
        for index in deals[:number]:
            for name, its in ((base, spec.arms[0]), (other, rules)):
                click.echo(f"\n{'=' * 60}\ndeal {index} under {name} {its.name}\n")
                transcript = deal_transcript(its, spec.seated_for(its).family, spec.seed, index, deck)
                click.echo(to_table(transcript), nl=False)


def _rules(word: str, settings: tuple[str, ...]) -> RuleSet:
    """A rule set as it is typed here: NAME, FILE.toml, NAME+switch=value."""
    from debertz_sim.variants import resolve

    base, *changes = word.split("+")
    if any("=" not in change for change in changes):
        base, changes = word, []
    return resolve(base, [*settings, *changes])


def _spec(
    arms: tuple[str, ...],
    settings: tuple[str, ...],
    one_at_a_time: bool,
    deals: int | None,
    matches: int | None,
    seed: int | None,
    bidding: str,
    play: str,
    seats: tuple[SeatPolicy, ...],
    exchange: str,
    workers: int,
    precision: Precision | None,
    max_deals: int | None,
    headline: str | None,
    confidence: float,
    given: str,
    hands: tuple[str, ...],
    upcard: str | None,
    simultaneous: bool,
    reduce: tuple[str, ...],
    until_decided: bool,
) -> ExperimentSpec:
    from debertz_sim.experiment import COMPARE, ExperimentSpec
    from debertz_sim.experiment.spec import default_headline

    if len(arms) < 2:
        raise UserError("compare: name two rule sets or more, such as: debertz compare moscow kharkov")
    rule_sets = tuple(_rules(arm, settings) for arm in arms)
    amount, unit = running.amount_of(deals, matches, precision, max_deals, until_decided)
    headline = headline or default_headline(rule_sets[0])
    return ExperimentSpec(
        kind=COMPARE,
        arms=rule_sets,
        policies=running.policies_of(max(rules.players for rules in rule_sets), bidding, play, seats, exchange),
        precision=running.half_width_of(precision, headline, in_match=False),
        seed=running.seed_of(seed),
        amount=amount,
        unit=unit,
        headline=headline,
        one_at_a_time=one_at_a_time,
        until_decided=until_decided,
        simultaneous=simultaneous,
        reduce=reduce,
        confidence=confidence,
        workers=workers,
        given=given,
        hands=hands,
        upcard=upcard,
    )

"""``debertz league``: policies against each other on the same deals, with the seats changed."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from debertz_sim.amounts import parse_deals
from debertz_sim.cli import running
from debertz_sim.cli.interrupt import Interrupt, refuse_beside_resume
from debertz_sim.cli.options import (
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
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.league import LeagueRun, LeagueSpec
    from debertz_sim.results import Result

DEFAULT_DEALS = 10_000

EXAMPLES = """\b
Examples:
  debertz league expert rules greedy random --deals 20k --seed 7
  debertz league rules greedy --bidding fixed:rules --objective written --deals 20k --seed 7
  debertz league rules+rules points:36+rules rules+greedy --deals 20k --seed 7
  debertz league rules greedy --rules three --as defenders --deals 20k --seed 7
  debertz league rollout:16 pimc:16 expert --deals 100 --seed 7 --out search.json
  debertz league rules greedy random --deals 20k --seed 7 --out payoffs.png
"""


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from debertz_sim.policies.policy import PLAY
    from debertz_sim.policies.registry import known

    return [CompletionItem(its.form, help=its.about) for its in known(PLAY) if its.form.startswith(incomplete)]


@click.command(epilog=EXAMPLES)
@click.argument("entrants", nargs=-1, metavar="POLICY POLICY...", shell_complete=_complete)
@rules_options
@click.option(
    "--deals",
    type=parse_deals,
    metavar="N",
    default=DEFAULT_DEALS,
    show_default="10k",
    help="How many deals, each of them played in all ways of sitting: 10000, 1e4, 10k.",
)
@seed_option
@click.option(
    "--bidding",
    default="",
    metavar="fixed:NAME|free",
    show_default="fixed:always of two seats, else fixed:rules; free of pairs",
    help="Everybody bids by NAME, or each by his own.",
)
@click.option(
    "--objective",
    type=click.Choice(["trick", "written"]),
    show_default="trick; with free bids written",
    help="Trick points with the last ten, or written points.",
)
@click.option(
    "--as",
    "role",
    type=click.Choice(["declarer", "defenders"]),
    help="Compare them in this role; three or four seats, each for himself.",
)
@exchange_option
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
    """Policies against each other on the same deals with the seats changed: who wins how much from whom.

    A POLICY is a play policy, and everybody bids alike; or, with free bids, BIDDING+PLAY such as points:36+greedy. All
    pairs are compared, and with more than two everybody with the field; the intervals hold all at once.
    """
    from debertz_sim.league import LeagueRun

    where = running.output(format_, out, force, lang, quiet, no_progress)
    interrupt = Interrupt()
    if resume is None:
        run = LeagueRun(_spec(workers=workers, **asked), interrupt.asked)
        if asked["seed"] is None and not quiet:
            tell_seed(run.spec.seed)
    else:
        refuse_beside_resume(ctx)
        run = _resumed(resume, workers, interrupt)
    with interrupt.listening():
        running.go(run, where, lambda done: done)
    running.deliver(run.result(), where)
    ctx.exit(running.code_of(run, where))


def _spec(
    rules: str,
    settings: tuple[str, ...],
    seed: int | None,
    objective: str | None,
    role: str | None,
    **same: Any,
) -> LeagueSpec:
    from debertz_sim.league import LeagueSpec
    from debertz_sim.variants import resolve

    return LeagueSpec(
        rules=resolve(rules, settings), seed=running.seed_of(seed), objective=objective or "", role=role or "", **same
    )


def _resumed(file: Path, workers: int, interrupt: Interrupt) -> LeagueRun:
    """The run of a partial result; raises ``UserError``."""
    from debertz_sim.league import LeagueRun
    from debertz_sim.results import Result

    result = Result.load(file)
    kind = (result.provenance.get("options") or {}).get("kind", "league")
    if kind != "league":
        raise UserError(f"--resume {file}: go on with: {shlex.join(['debertz', kind, '--resume', str(file)])}")
    return LeagueRun.resumed(result, workers, interrupt.asked)


def rerun(result: Result, workers: int) -> Result:
    """The league of a result once more, with as many deals as that one has."""
    from dataclasses import replace

    from debertz_sim.league import LeagueSpec, run_league

    spec = LeagueSpec.from_provenance(result.provenance, workers)
    return run_league(replace(spec, deals=result.provenance["deals_done"]))

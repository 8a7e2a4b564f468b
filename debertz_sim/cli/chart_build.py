"""``debertz chart build`` and ``debertz chart best-response``: charts learned, and what replies to a style gain."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli.interrupt import Interrupt
from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import (
    confidence_option,
    drawn_seed,
    exchange_option,
    lang_option,
    output_options,
    progress_options,
    rules_options,
    seed_option,
    tell_seed,
    workers_option,
)
from debertz_sim.cli.running import Output, deliver, output
from debertz_sim.errors import UserError
from debertz_sim.policies.defaults import DEFAULT_PLAY

if TYPE_CHECKING:
    from debertz_sim.charts.game import Game
    from debertz_sim.charts.spec import BuildSpec

OBJECTIVES = ("points", "kush", "win")
PART = ".part"
SECONDS_BETWEEN_UPDATES = 2.0
FEW = 1000  # deals; with fewer nothing is learned or tested

BUILD_EXAMPLES = """\b
Examples:
  debertz chart build --deals 200k --check 100k --seed 1 --chart mine.npz
  debertz chart build --rules one-deal --deals 12M --seed 1 --chart one-deal.npz --values one-deal.parquet
  debertz chart build --resume mine.npz.part
  debertz simulate --bidding chart:mine.npz --deals 100k --seed 2
"""
RESPONSE_EXAMPLES = """\b
Examples:
  debertz chart best-response rule:jack-and-two --deals 200k --seed 1
  debertz chart best-response rules --deals 1M --seed 1 --chart against-rules.npz
  debertz chart best-response chart:moscow --deals 1M --seed 1
"""

_play_option = click.option(
    "--play", default=DEFAULT_PLAY, show_default=True, metavar="POLICY", help="Play of both seats."
)
_objective_option = click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="points",
    show_default=True,
    help="What is played for: written points, kush, or writing more.",
)


@click.command("build", epilog=BUILD_EXAMPLES)
@rules_options
@_objective_option
@_play_option
@exchange_option
@click.option("--deals", type=parse_deals, default="2M", show_default=True, metavar="N", help="Deals to learn from.")
@click.option(
    "--check",
    type=parse_deals,
    default="1M",
    show_default=True,
    metavar="N",
    help="Deals to learn best replies from, and as many to test them on.",
)
@seed_option
@click.option("--start", default="rules", show_default=True, metavar="POLICY", help="Bidding to start from.")
@click.option(
    "--trust", type=parse_deals, default="80k", show_default=True, metavar="N", help="How many deals it is worth."
)
@click.option("--correct", type=click.Path(path_type=Path), metavar="FILE", help="What stronger play changes (JSON).")
@click.option("--chart", "target", type=click.Path(path_type=Path), metavar="FILE.npz", help="The chart to write.")
@click.option("--values", type=click.Path(path_type=Path), metavar="FILE.parquet", help="All values, with errors.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE.part", help="Go on with a build.")
@workers_option
@confidence_option
@output_options()
@lang_option
@progress_options
@click.pass_context
def build(
    ctx: click.Context,
    /,
    target: Path | None,
    values: Path | None,
    resume: Path | None,
    workers: int,
    confidence: float,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    no_progress: bool,
    **asked: Any,
) -> None:
    """Learn an equilibrium of the auction: the call for every hand class at each decision.

    A deal is nine cards a side, played once for every trump, and serves all 84 ways of dividing each hand into first
    and second packet. The chart goes to --chart; how far it is from an equilibrium is printed. Ctrl-C keeps the build.
    """
    target = _target(ctx, target, resume, force)
    _check_values(values, force)
    where = output(format_, out, force, lang, quiet, no_progress)
    from debertz_sim.charts.game import crew
    from debertz_sim.charts.spec import Build

    part = target.with_name(target.name + PART)
    under_way = Build(_spec(asked, quiet), part) if resume is None else Build.resumed(resume)
    interrupt = Interrupt()
    with interrupt.listening(), crew(workers) as threads, _progress(where) as note:
        if not under_way.learn(threads, interrupt.asked, note):
            ctx.exit(_kept(under_way.kept, under_way.learner.deals, under_way.spec, target, values))
        under_way.save()
        done = under_way.finish(threads, target.stem, note, confidence)
    from debertz_sim.policies.charted import save

    save(done.chart, target, force)
    if values is not None:
        from debertz_sim.charts.export import write_values

        write_values(under_way.game, done, values, force)
    under_way.kept.unlink(missing_ok=True)
    deliver(done.result, where)


def _target(ctx: click.Context, target: Path | None, resume: Path | None, force: bool) -> Path:
    """The chart's file, checked; a build that is gone on with writes the one it was begun for."""
    from debertz_sim.files import check_target

    if resume is not None:
        source = click.core.ParameterSource
        fixed = {
            "rules",
            "settings",
            "objective",
            "play",
            "exchange",
            "deals",
            "check",
            "seed",
            "start",
            "trust",
            "correct",
        }
        for name in sorted(fixed):
            if ctx.get_parameter_source(name) not in (source.DEFAULT, None):
                raise UserError(f"--resume: --{name} stands in the build already; leave it out")
        if target is None and resume.name.endswith(PART):
            target = resume.with_name(resume.name.removesuffix(PART))
    if target is None:
        raise UserError("chart build: say with --chart FILE.npz where the chart goes")
    if target.suffix != ".npz":
        raise UserError(f"--chart {target}: its name must end in .npz")
    check_target(target, force)
    return target


def _check_values(values: Path | None, force: bool) -> None:
    if values is not None:
        from debertz_sim.files import check_target, format_of, require_parquet

        format_of(values, ("parquet",))
        require_parquet()
        check_target(values, force)


def _spec(asked: dict[str, Any], quiet: bool) -> BuildSpec:
    from debertz_sim.charts.corrections import Corrections
    from debertz_sim.charts.spec import BuildSpec
    from debertz_sim.policies.registry import seating
    from debertz_sim.variants import resolve

    for name in ("deals", "check"):
        if asked[name] < FEW:
            raise UserError(f"--{name} {asked[name]}: at least {FEW} are needed")
    rules = resolve(asked["rules"], asked["settings"])
    game = _game_for(rules, asked["objective"], asked["play"], asked["exchange"])
    game.style(asked["start"])
    # play that reads the auction takes everybody to bid as learning starts
    policies = game.policies if game.blind else seating(2, asked["start"], asked["play"], None, asked["exchange"])
    corrections = Corrections.load(asked["correct"]) if asked["correct"] else None
    if corrections is not None:
        corrections.require_unit(rules, asked["objective"])
    seed = _seed(asked["seed"], quiet)
    return BuildSpec(
        rules,
        policies,
        asked["objective"],
        asked["deals"],
        asked["check"],
        seed,
        asked["start"],
        asked["trust"],
        corrections,
    )


def _game_for(rules: Any, objective: str, play: str, exchange: str) -> Game:
    from debertz_sim.charts.game import Game
    from debertz_sim.policies.registry import seating

    policies = seating(rules.players, "rules", play, None, exchange).for_game(rules.form, rules.sides)
    return Game(rules, policies, objective)


def _seed(seed: int | None, quiet: bool) -> int:
    if seed is None:
        seed = drawn_seed() >> 2  # the seeds of the check differ from it in two higher bits
        if not quiet:
            tell_seed(seed)
    elif seed >> 61:
        raise UserError(f"--seed {seed}: of a chart it must be below 2**61")
    return seed


def _kept(part: Path, deals: int, spec: BuildSpec, target: Path, values: Path | None) -> int:
    words = ["debertz", "chart", "build", "--resume", str(part)]
    if part.name != target.name + PART:
        words += ["--chart", str(target)]
    if values is not None:
        words += ["--values", str(values)]
    click.echo(
        f"Interrupted after {deals:,} of {spec.deals:,} deals; kept in {part}. Go on with: {shlex.join(words)}",
        err=True,
    )
    return INTERRUPTED


@click.command("best-response", epilog=RESPONSE_EXAMPLES)
@click.argument("style")
@rules_options
@_objective_option
@_play_option
@exchange_option
@click.option(
    "--deals",
    type=parse_deals,
    default="200k",
    show_default=True,
    metavar="N",
    help="Deals to learn the replies from, and as many to test them on.",
)
@seed_option
@click.option("--chart", "target", type=click.Path(path_type=Path), metavar="FILE.npz", help="Write the reply here.")
@workers_option
@confidence_option
@output_options()
@lang_option
@progress_options
@click.pass_context
def best_response(
    ctx: click.Context,
    /,
    style: str,
    target: Path | None,
    workers: int,
    confidence: float,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    no_progress: bool,
    **asked: Any,
) -> None:
    """What an opponent who knows that STYLE is a player's bidding gains by the best reply to it.

    STYLE is a bidding policy (rules, rule:NAME, chart:NAME, points:30 ...). Of a chart, both gains together are its
    NashConv. Learned on some deals and measured there a reply looks too good, on others too poor; the truth is between.
    """
    where = output(format_, out, force, lang, quiet, no_progress)
    if target is not None:
        target = _target(ctx, target, None, force)
    if asked["deals"] < FEW:
        raise UserError(f"--deals {asked['deals']}: at least {FEW} are needed")
    from debertz_sim.charts.reply import reply_to
    from debertz_sim.variants import resolve

    rules = resolve(asked["rules"], asked["settings"])
    game = _game_for(rules, asked["objective"], asked["play"], asked["exchange"])
    game.style(style)
    seed = _seed(asked["seed"], quiet)
    with _progress(where) as note:
        name = "reply" if target is None else target.stem
        found = reply_to(game, style, seed, asked["deals"], workers, confidence, name, note)
    if target is not None:
        from debertz_sim.policies.charted import save

        save(found.chart, target, force)
    deliver(found.result, where)


@contextmanager
def _progress(where: Output) -> Iterator[Callable[[str, int], None]]:
    """Lines on stderr, now and then: what is done, how far it is and how fast; a look at the NashConv always."""
    if where.quiet or where.no_progress:
        yield lambda what, done: None
        return
    on_terminal = sys.stderr.isatty()
    began: dict[str, tuple[float, int]] = {}
    last = 0.0

    def note(what: str, done: int) -> None:
        nonlocal last
        if what.startswith("NashConv"):
            click.echo(f"after {done:,} deals: {what}", err=True)
            return
        now = monotonic()
        start, first = began.setdefault(what, (now, done))
        if on_terminal and now - last > SECONDS_BETWEEN_UPDATES and now > start:
            last = now
            click.echo(f"\r{what}: {done:,} deals, {(done - first) / (now - start):,.0f}/s   ", nl=False, err=True)

    yield note
    if on_terminal:
        click.echo(err=True)

"""``debertz odds``: chances of melds."""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli.interrupt import Interrupt, keep, refuse_beside_resume
from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import (
    Precision,
    SeatPolicy,
    confidence_option,
    destination,
    drawn_seed,
    lang_option,
    output_options,
    policy_options,
    rules_options,
    seed_option,
    simultaneous_option,
    stopping_options,
    tell_seed,
)
from debertz_sim.cli.writing import FORMATS, write_result
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.results import Result

EXAMPLES = """\b
Examples:
  debertz odds
  debertz odds --hand-size 6 --rules online --simulate 1M --seed 7
  debertz odds --players 2
  debertz odds --players 4 --rules pairs
  debertz odds --hand "As Ks Qs Th 9h 7h" --upcard Jh --after-exchange
  debertz odds --players 2 --after-auction --bidding points:30 --simulate 100k
"""


class Typed(click.Command):
    """A command that remembers its arguments as they were typed, for provenance."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does."""
        ctx.meta["typed"] = shlex.join(["debertz", ctx.info_name or "", *args])
        return super().parse_args(ctx, args)


@click.command(cls=Typed, epilog=EXAMPLES)
@rules_options
@click.option("--hand-size", type=click.Choice(["6", "8", "9"]), default="9", show_default=True, help="Random cards.")
@click.option("--players", type=click.IntRange(2, 4), metavar="K", help="The contest between K hands.")
@click.option("--hand", metavar="CARDS", help="My six cards: what they may become, with --upcard.")
@click.option("--upcard", metavar="CARD", help="The upcard beside --hand.")
@click.option("--trump", metavar="SUIT", help="s, c, d or h (♥, ч).  [default: the upcard's suit]")
@click.option("--after-exchange", is_flag=True, help="With --hand: after the seven exchange of the default player.")
@click.option(
    "--declarer",
    type=click.Choice(["me", "opponent"]),
    default="me",
    show_default=True,
    help="With --hand, where only the declarer may exchange, or he gets the upcard.",
)
@click.option("--simulate", "deals", type=parse_deals, metavar="N", help="Sample N deals beside the exact numbers.")
@click.option("--after-auction", is_flag=True, help="Sample deals that were played under policies; with --players.")
@policy_options
@seed_option
@stopping_options
@confidence_option
@simultaneous_option
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a partial result (JSON).")
@lang_option
@output_options()
@click.option("--quiet", is_flag=True, help="Nothing on stderr but errors.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    resume: Path | None,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    **asked: Any,
) -> None:
    """Chances of melds: exact by counting, and sampled beside it if asked for.

    Without --players or --hand: what some random cards hold, one suit being trump. With --players: whose sequences
    score between random hands, the upcard's suit being trump, without auction and exchange; rules for another number
    of players are used as for K. With --hand and --upcard: what my full hand and the unseen ones may hold (with
    --after-exchange among more than two players: sampled).
    """
    kind, path = destination(format_, out, force, FORMATS)
    if resume is not None:
        refuse_beside_resume(ctx)
        result = _resumed(resume)
    else:
        given = asked["seed"]
        result = _asked(ctx.meta["typed"], asked)
        if given is None and result.provenance["seed"] is not None and not quiet:
            tell_seed(result.provenance["seed"])
    if path is not None:
        write_result(result, kind, path, force, lang)
    else:
        click.echo(result.render(kind, lang), nl=False)
        if kind == "table":
            from debertz_sim.report.texts import remarks

            for line in remarks(result.provenance, lang):
                click.echo(line)
    source = result.provenance
    if source["options"]["hand"] and not quiet:
        click.echo(_echo(source["options"]), err=True)
    if source["partial"]:
        of = f" of {source['deals_requested']:,}" if source["options"]["deals"] else ""
        keep(result, f"{source['deals_done']:,}{of} deals", kind, path, lang, source["command"])
        ctx.exit(INTERRUPTED)


def _asked(typed: str, asked: dict[str, Any]) -> Result:
    """The answer to what the options ask; a sample listens for Ctrl-C."""
    from debertz_sim.chances.odds import odds

    sampled = asked["deals"] or asked["precision"] or asked["after_auction"]
    may_sample = sampled or asked["after_exchange"]
    if asked["seed"] is None and sampled:
        asked["seed"] = drawn_seed()
        typed += f" --seed {asked['seed']}"
    interrupt = Interrupt()
    with interrupt.listening() if may_sample else nullcontext():
        return odds(**_arguments(**asked), command=typed, stop=interrupt.asked)


def _resumed(file: Path) -> Result:
    """The rest of a partial result; raises ``UserError``."""
    from debertz_sim.chances.odds import resume
    from debertz_sim.results import Result

    partial, interrupt = Result.load(file), Interrupt()
    with interrupt.listening():
        return resume(partial, interrupt.asked)


def rerun(result: Result, workers: int) -> Result:
    """The same question once more, for the command ``rerun`` (in one thread)."""
    from debertz_sim.chances.odds import rerun as again

    return again(result.provenance)


def _arguments(
    rules: str,
    settings: tuple[str, ...],
    hand_size: str,
    deals: int | None,
    seats: tuple[SeatPolicy, ...],
    precision: Precision | None,
    headline: str | None,
    **same: Any,
) -> dict[str, Any]:
    """What the options ask, as arguments of ``odds.odds``; ``same`` are those that stand there as they are."""
    from debertz_sim.variants import resolve

    by_seat: dict[int, dict[str, str]] = {}
    for seat in seats:
        by_seat.setdefault(seat.seat, {})[seat.role] = seat.policy
    if precision is not None and deals is not None:
        raise UserError("--simulate and --precision: give one of them (--max-deals bounds --precision)")
    if precision is not None and (precision.unit == "points") != (headline == "sequence_points_scored"):
        raise UserError(
            "--precision: the headline is a share, write 0.1% (0.5pt: with --headline sequence_points_scored)"
        )
    return same | {
        "rules": resolve(rules, settings),
        "hand_size": int(hand_size),
        "simulate": deals or 0,
        "seats": by_seat,
        "precision": None if precision is None else precision.half_width,
        "headline": headline,
    }


def _echo(options: dict[str, Any]) -> str:
    """The cards in canonical form."""
    trump = options["trump"] or options["upcard"][1]
    return f"hand {' '.join(options['hand'])}, upcard {options['upcard']}, trump {trump}"

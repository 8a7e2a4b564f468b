"""``debertz solve``: open hands, what best play of all makes of them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.amounts import MAX_DEALS, parse_deals
from debertz_sim.cli.interrupt import Interrupt
from debertz_sim.cli.listing import render, write
from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import (
    SeatPolicy,
    confidence_option,
    destination,
    drawn_seed,
    lang_option,
    output_options,
    policy_options,
    rules_choice,
    seed_option,
    tell_seed,
    workers_option,
)
from debertz_sim.cli.running import policies_of
from debertz_sim.cli.stage import stage
from debertz_sim.cli.writing import FORMATS, write_result
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.analysis.position import Position
    from debertz_sim.results import Result
    from debertz_sim.rules import RuleSet

ENGINE = "starting the solver (the first time it is compiled, which takes some 20 seconds)"
POSITION_FORMATS = ("json", "csv", "markdown")

EXAMPLES = """\b
Examples:
  debertz solve --hands "Js 9s Ac 7d | Ks Tc 8c Ad" --trump s --lead 0
  debertz solve --hands "9s 7d | As Tc 8c" --led Ac --trump s --lead 0 --need 20
  debertz solve --seed 7 --index 12 --trick 4
  debertz deal --seed 7 --format text --out sheet.txt && debertz solve sheet.txt --trick 2
  debertz solve --deals 10k --seed 7 --rules pairs
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--hands", metavar="'CARDS | CARDS'", help="The cards still held, seat 0 first; two hands or four.")
@click.option("--hand", "by_seat", multiple=True, metavar="SEAT:CARDS", help="One seat's cards: 0:'As Kx'; repeatable.")
@click.option("--trump", metavar="SUIT", help="s, c, d or h (♥, ч); with hands.")
@click.option("--lead", type=click.IntRange(0, 3), metavar="SEAT", help="Who leads to the trick.  [default: 0]")
@click.option("--led", metavar="CARDS", help="The cards lying in the trick, in order; they are in no hand.")
@seed_option
@click.option(
    "--index", type=click.IntRange(0, MAX_DEALS), metavar="I", help="Number of the seed's deal.  [default: 0]"
)
@click.option("--trick", type=click.IntRange(1, 9), metavar="K", help="Of a deal: the position before trick K.")
@click.option("--need", type=click.IntRange(0, 1000), metavar="N", help="Only whether the seat to move makes N points.")
@click.option(
    "--deals", type=parse_deals, metavar="N", help="Solve N deals of the seed: what forehand makes on average."
)
@rules_choice
@policy_options
@workers_option
@confidence_option
@output_options()
@lang_option
@click.option("--quiet", is_flag=True, help="Nothing on stderr but errors.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    workers: int,
    confidence: float,
    **asked: Any,
) -> None:
    """What open hands are worth: card points and the last ten with best play of all, for two players and pairs.

    The position is that of --hands (or a --hand for each seat), of a transcript in FILE (- for stdin) after its plays,
    or of deal I of a seed before the first lead; --trick goes back to an earlier trick. It prints the value of every
    legal card and one line of best play. With --deals: the deals of a seed with forehand playing in the upcard's suit.
    """
    source = _source(asked)
    if source == "deals":
        ctx.exit(_solve_deals(asked, workers, confidence, (format_, out, force, lang, quiet)))
    kind, path = destination(format_, out, force, POSITION_FORMATS)
    with stage(quiet) as note:
        note(ENGINE)
        position = _READERS[source](asked, quiet)
        from debertz_sim.analysis.solved import solved

        answer = solved(position, asked["need"])
    write(_written(answer, position, kind), path, force)


_SOURCES = {"hands": "--hands", "file": "FILE", "deals": "--deals", "seed": "--seed"}


def _source(asked: dict[str, Any]) -> str:
    """Where the position comes from; raises ``UserError`` unless it is one place, and for options of another."""
    sources = {
        "hands": bool(asked["hands"] or asked["by_seat"]),
        "file": asked["file"] is not None,
        "deals": asked["deals"] is not None,
        "seed": asked["seed"] is not None and asked["deals"] is None,
    }
    found = [name for name, given in sources.items() if given]
    if len(found) != 1:
        what = " and ".join(_SOURCES[name] for name in found) or "nothing"
        raise UserError(f"solve: {what} given; give one of --hands, FILE, --seed (with --index), --deals")
    source = found[0]
    if asked["hands"] and asked["by_seat"]:
        raise UserError("--hands and --hand: give one of them")
    belongs = {"trump": ["hands"], "lead": ["hands"], "led": ["hands"], "index": ["seed"], "trick": ["seed", "file"]}
    for option, owners in belongs.items():
        if asked[option] is not None and source not in owners:
            raise UserError(f"--{option}: it goes with {' or '.join(_SOURCES[owner] for owner in owners)}")
    if source == "deals" and asked["need"] is not None:
        raise UserError("--need: it asks for one position; leave out --deals")
    return source


def _from_hands(asked: dict[str, Any], quiet: bool) -> Position:
    from debertz_sim.analysis.position import from_text

    texts = asked["hands"].split("|") if asked["hands"] else _by_seat(asked["by_seat"])
    rules = _rules(asked, len(texts))
    return from_text(rules, asked["trump"], texts, asked["lead"] or 0, asked["led"])


def _by_seat(settings: Sequence[str]) -> list[str]:
    found: dict[int, str] = {}
    for setting in settings:
        parts = re.fullmatch(r"\s*([0-3])\s*:(.*)", setting, re.DOTALL)
        if not parts:
            raise UserError(f"--hand {setting!r}: write it as 0:'As Ks' with the seat first")
        if int(parts[1]) in found:
            raise UserError(f"--hand {setting!r}: seat {parts[1]} has a hand already")
        found[int(parts[1])] = parts[2]
    missing = [seat for seat in range(max(found) + 1) if seat not in found]
    if missing:
        raise UserError(f"--hand: seat {missing[0]} has none; every seat from 0 to {max(found)} needs one")
    return [found[seat] for seat in sorted(found)]


def _rules(asked: dict[str, Any], players: int = 2) -> RuleSet:
    """The rules named, else those of the usual game of so many."""
    from debertz_sim.analysis.position import usual_rules
    from debertz_sim.variants import resolve

    return resolve(asked["rules"] or usual_rules(players), asked["settings"])


def _from_file(asked: dict[str, Any], quiet: bool) -> Position:
    from debertz_sim.analysis.position import from_transcript
    from debertz_sim.cli.score import scored_file
    from debertz_sim.variants import from_spec

    done = scored_file(asked["file"], False, asked["rules"], asked["settings"])
    if len(done) != 1:
        raise UserError(f"{asked['file']}: it holds {len(done)} deals; one is needed")
    return from_transcript(done[0], from_spec(done[0]["rules"]), asked["trick"])


def _from_seed(asked: dict[str, Any], quiet: bool) -> Position:
    from debertz_sim.analysis.position import from_transcript, require_solvable
    from debertz_sim.experiment.one_deal import chosen_transcript

    rules = require_solvable(_rules(asked))
    policies = _policies(rules, **{name: asked[name] for name in ("bidding", "play", "seats", "exchange")})
    deal = chosen_transcript(rules, policies, asked["seed"], asked["index"] or 0)
    return from_transcript(deal, rules, asked["trick"] or 1)


def _policies(rules: RuleSet, bidding: str, play: str, seats: tuple[SeatPolicy, ...], exchange: str) -> Any:
    return policies_of(rules.players, bidding, play, seats, exchange).for_game(rules.form, rules.sides)


_READERS: dict[str, Callable[[dict[str, Any], bool], Position]] = {
    "hands": _from_hands,
    "file": _from_file,
    "seed": _from_seed,
}


def _written(answer: dict[str, Any], position: Position, kind: str) -> str:
    if kind == "json":
        return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"
    if kind == "table":
        from debertz_sim.analysis.solved import page

        return page(answer, position)
    rows = answer.get("cards") or [answer["threshold"]]
    return render(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows], kind)


def _solve_deals(
    asked: dict[str, Any],
    workers: int,
    confidence: float,
    output: tuple[str | None, Path | None, bool, str, bool],
) -> int:
    """Solve the deals of a seed and report the means; returns the exit code."""
    format_, out, force, lang, quiet = output
    kind, path = destination(format_, out, force, FORMATS)
    from debertz_sim.analysis.open_deals import require_open, solve_deals

    rules = require_open(_rules(asked))
    seed = asked["seed"]
    if seed is None:
        seed = drawn_seed()
        if not quiet:
            tell_seed(seed)
    interrupt = Interrupt()
    with interrupt.listening(), stage(quiet) as note:
        note(ENGINE)
        began = time.perf_counter()
        result = solve_deals(rules, asked["deals"], seed, workers, confidence, interrupt.asked)
        seconds = time.perf_counter() - began
    if path is not None:
        write_result(result, kind, path, force, lang)
    else:
        click.echo(result.render(kind, lang), nl=False)
    done = result.provenance["deals_done"]
    if not quiet:
        click.echo(
            f"{done:,} deals solved in {seconds:.2f} s, {done / seconds:,.0f} a second on {workers} threads", err=True
        )
    if result.provenance["partial"]:
        click.echo(
            f"Interrupted after {done:,} of {asked['deals']:,} deals. All of them: {result.provenance['command']}",
            err=True,
        )
        return INTERRUPTED
    return 0


def rerun(result: Result, workers: int) -> Result:
    """The same deals once more, for the command ``rerun``."""
    from debertz_sim.analysis.open_deals import rerun as again

    return again(result.provenance, workers)

"""``debertz simulate``: deals or matches under rules and policies."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli import running
from debertz_sim.cli.interrupt import Interrupt, refuse_beside_resume
from debertz_sim.cli.options import Precision, SeatPolicy, rules_options, tell_seed
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.experiment import ExperimentSpec, Run
    from debertz_sim.experiment.work import Done
    from debertz_sim.results import Result

# Writing transcripts takes some 0.2 ms a deal; smaller chunks keep Ctrl-C prompt.
TRANSCRIPTS_CHUNK = {"deals": 1024, "matches": 64}

EXAMPLES = """\b
Examples:
  debertz simulate --deals 100k --seed 7
  debertz simulate --rules kharkov --set target=301 --matches 2000 --seed 7
  debertz simulate --bidding points:40 --seat 1:play=random --precision 0.5% --seed 7
"""


@click.command(epilog=EXAMPLES)
@rules_options
@click.option("--matches", type=parse_deals, metavar="N", help="Play N whole matches instead of single deals.")
@running.experiment_options
@click.option(
    "--by", metavar="COLUMN,...", default="", help="Also a table by these columns; numbers in bins: margin:20."
)
@click.option("--columns", metavar="COLUMN,...", default="", help="What --rows writes.  [default: the engine's]")
@click.option("--rows", is_flag=True, help="With --out FILE.parquet: one row a deal; the result goes to stdout.")
@click.option("--transcripts", metavar="FILE|-", help="Also write every deal as a line of JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    resume: Path | None,
    workers: int,
    rows: bool,
    columns: str,
    transcripts: str | None,
    format_: str | None,
    out: Path | None,
    force: bool,
    lang: str,
    quiet: bool,
    no_progress: bool,
    **asked: Any,
) -> None:
    """Play many deals, or matches, and report what happens, every number with its interval.

    Shares of single deals have Wilson intervals, means normal ones. In matches deals depend on each other, so there the
    match is the unit of every interval.
    """
    from debertz_sim.experiment import Run

    if columns and not rows:
        raise UserError("--columns says what --rows writes; add --rows --out FILE.parquet")
    if rows and (out is None or out.suffix.lower() != ".parquet"):
        raise UserError("--rows: give the file with --out FILE.parquet")
    where = running.output(None if rows else format_, out, force, lang, quiet, no_progress)
    if transcripts not in (None, "-"):
        from debertz_sim.files import check_target

        check_target(transcripts, force)
    if asked["reduce"] and (rows or transcripts is not None):
        raise UserError("--reduce deals a shuffle in several ways; leave out --rows and --transcripts")
    interrupt = Interrupt()
    if resume is None:
        spec = _spec(workers=workers, **asked)
        if transcripts is not None:
            spec = replace(spec, chunk=TRANSCRIPTS_CHUNK[spec.unit])
        wanted = _columns(columns, spec)
        which = rows or (transcripts is not None and spec.choice is not None)  # which deals to write
        run = Run(spec, keep_rows=which, stop=interrupt.asked, columns=wanted)
        if asked["seed"] is None and not quiet:
            tell_seed(spec.seed)
    else:
        refuse_beside_resume(ctx)
        wanted = ()
        run = running.resumed(resume, workers, interrupt, "simulate")
    with interrupt.listening(), ExitStack() as stack:
        _go(run, where, out if rows else None, _stream(stack, transcripts, force), wanted)
    if rows:
        where = where._replace(kind=format_ or "table", path=None)
    every_deal = _every_deal(transcripts, out if rows else None, columns)
    ctx.exit(running.finish(run, where, to_stderr=transcripts == "-", every_deal=every_deal))


def _every_deal(transcripts: str | None, rows: Path | None, columns: str) -> dict[str, list[str]]:
    """What is written deal by deal, and the options that write it (again)."""
    written = {}
    if transcripts is not None:
        force = [] if transcripts == "-" else ["--force"]
        written["stdout" if transcripts == "-" else transcripts] = ["--transcripts", transcripts, *force]
    if rows is not None:
        chosen = ["--columns", columns] if columns else []
        written[str(rows)] = ["--rows", *chosen, "--out", str(rows), "--force"]
    return written


def _columns(columns: str, spec: ExperimentSpec) -> tuple[str, ...]:
    """The columns that ``--columns`` names; raises ``UserError`` for one that there is not."""
    if not columns:
        return ()
    from debertz_sim.conditions.columns import lexicon

    words = lexicon(spec.arms[0])
    return tuple(dict.fromkeys(words.words.find(name.strip(), "--columns").name for name in columns.split(",")))


def _spec(
    rules: str,
    settings: tuple[str, ...],
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
    by: str,
    simultaneous: bool,
    reduce: tuple[str, ...],
) -> ExperimentSpec:
    from debertz_sim.experiment import SIMULATE, ExperimentSpec
    from debertz_sim.experiment.spec import default_headline
    from debertz_sim.variants import resolve

    rule_set = resolve(rules, settings)
    amount, unit = running.amount_of(deals, matches, precision, max_deals)
    headline = headline or default_headline(rule_set)
    return ExperimentSpec(
        kind=SIMULATE,
        arms=(rule_set,),
        policies=running.policies_of(rule_set.players, bidding, play, seats, exchange),
        precision=running.half_width_of(precision, headline, unit == "matches"),
        seed=running.seed_of(seed),
        amount=amount,
        unit=unit,
        headline=headline,
        confidence=confidence,
        simultaneous=simultaneous,
        reduce=reduce,
        workers=workers,
        given=given,
        hands=hands,
        upcard=upcard,
        by=tuple(name.strip() for name in by.split(",") if name.strip()),
    )


def _stream(stack: ExitStack, transcripts: str | None, force: bool) -> IO[str] | None:
    if transcripts is None:
        return None
    if transcripts == "-":
        stdout: IO[str] = sys.stdout
        return stdout
    from debertz_sim.files import atomic_writer

    file: IO[str] = stack.enter_context(atomic_writer(transcripts, force, text=True))
    return file


def _go(
    run: Run, out: running.Output, rows: Path | None, stream: IO[str] | None, columns: tuple[str, ...] = ()
) -> None:
    def chunks(done: Iterator[Done]) -> Iterator[Done]:
        return done if stream is None else _written(run.spec, done, stream)

    if rows is None:
        running.go(run, out, chunks)
        return
    from debertz_sim.experiment import row_columns
    from debertz_sim.files import write_parquet

    def to_parquet(done: Iterator[Done]) -> Iterable[Any]:
        written = (row_columns(run.spec, one, columns) for one in chunks(done))
        write_parquet(rows, written, out.force, lambda: _metadata(run))
        return ()

    running.go(run, out, to_parquet)


def _metadata(run: Run) -> dict[str, str]:
    """What the file of rows says about itself: provenance and the words behind the numbers."""
    import json

    from debertz_sim.conditions.columns import lexicon
    from debertz_sim.experiment import metrics, terts

    outcomes = terts.OUTCOMES if run.spec.arms[0].form == "terts" else metrics.OUTCOMES
    words = {name: dict(its.kind.words) for name, its in lexicon(run.spec.arms[0]).words.items() if its.kind.words}
    source = {key: value for key, value in run.provenance().items() if key not in ("sums", "next_look")}
    return {"debertz-rows": json.dumps({"provenance": source, "outcome": outcomes, "words": words}, ensure_ascii=False)}


def _written(spec: ExperimentSpec, chunks: Iterator[Done], stream: IO[str]) -> Iterator[Done]:
    """Pass the chunks on, each of their deals written as a line."""
    from debertz_sim.records.transcript import scribe_of, to_line

    scribe, family = scribe_of(spec.arms[0]), spec.seated.family
    for done in chunks:
        numbers: Sequence[int] = range(done.chunk.first, done.chunk.first + done.chunk.units)
        if spec.unit == "deals":
            if done.rows is not None and done.rows.numbers is not None:
                numbers = done.rows.numbers.tolist()
            deals = scribe.deals(family, spec.seed, numbers, spec.choice and spec.choice.deck)
        else:
            deals = (deal for number in numbers for deal in scribe.match(family, spec.seed, number))
        for deal in deals:
            stream.write(to_line(deal) + "\n")
        yield done


def rerun(result: Result, workers: int) -> Result:
    """The experiment of a result once more, with as many deals or matches as that one has."""
    from debertz_sim.experiment import ExperimentSpec, run

    source = result.provenance
    done = source.get("matches_done", source.get("deals_done"))
    return run(ExperimentSpec.from_provenance(source, workers).as_done(done))

"""What ``simulate``, ``compare`` and ``rerun`` share: options to spec, progress, where the result goes."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from debertz_sim.amounts import parse_deals
from debertz_sim.cli.interrupt import Interrupt, keep
from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import (
    Precision,
    SeatPolicy,
    chosen_options,
    confidence_option,
    destination,
    drawn_seed,
    lang_option,
    output_options,
    policy_options,
    progress_options,
    reduce_option,
    seed_option,
    simultaneous_option,
    stopping_options,
    workers_option,
)
from debertz_sim.cli.writing import FORMATS, write_result
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.experiment import Run
    from debertz_sim.experiment.course import Course
    from debertz_sim.experiment.work import Done
    from debertz_sim.results import Result

DEFAULT_DEALS = 100_000
FEW_DEALS = 100  # below this a condition has left hardly anything to tell from
DECIDING_DEALS = 10_000_000  # until somebody is ahead, at most
SECONDS_BETWEEN_UPDATES = 0.1

_EXPERIMENT_OPTIONS = (
    click.option(
        "--deals", type=parse_deals, metavar="N", help="How many deals: 1000000, 1e6, 1M.", show_default="100k"
    ),
    seed_option,
    policy_options,
    workers_option,
    stopping_options,
    confidence_option,
    chosen_options,
    simultaneous_option,
    reduce_option,
    click.option(
        "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a partial result (JSON)."
    ),
    output_options(),
    lang_option,
    progress_options,
)

Steps = Callable[[Iterator["Done"]], Iterable[Any]]


def experiment_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of both commands, as arguments of their names."""
    for option in reversed(_EXPERIMENT_OPTIONS):
        function = option(function)
    return function


class Output(NamedTuple):
    """Where the result goes and how: ``path`` is ``None`` for stdout."""

    kind: str
    path: Path | None
    force: bool
    lang: str
    quiet: bool
    no_progress: bool


def output(format_: str | None, out: Path | None, force: bool, lang: str, quiet: bool, no_progress: bool) -> Output:
    """Check the target before the work begins; raises ``UserError``."""
    kind, path = destination(format_, out, force, FORMATS)
    return Output(kind, path, force, lang, quiet, no_progress)


def policies_of(players: int, bidding: str, play: str, seats: Iterable[SeatPolicy], exchange: str) -> Any:
    """Seat the policies that the options name; raises ``UserError``."""
    from debertz_sim.policies.registry import seating

    by_seat: dict[int, dict[str, str]] = {}
    for setting in seats:
        by_seat.setdefault(setting.seat, {})[setting.role] = setting.policy
    return seating(players, bidding, play, by_seat, exchange)


def seed_of(seed: int | None) -> int:
    """The seed given, else one drawn."""
    return drawn_seed() if seed is None else seed


def amount_of(
    deals: int | None,
    matches: int | None,
    precision: Precision | None,
    max_deals: int | None,
    until_decided: bool = False,
) -> tuple[int | None, str]:
    """How many of what, with a precision at most; raises ``UserError`` for options that exclude each other."""
    if until_decided:
        if deals is not None:
            raise UserError("--deals and --until-decided: give one of them (--max-deals bounds a decision)")
        return max_deals or DECIDING_DEALS, "deals"
    if deals is not None and matches is not None:
        raise UserError("--deals and --matches: give one of them")
    if precision is None and max_deals is not None:
        raise UserError("--max-deals bounds --precision (or compare --until-decided); without it use --deals")
    if precision is not None and deals is not None:
        raise UserError("--deals and --precision: give one of them (--max-deals bounds a precision)")
    if matches is not None:
        if max_deals is not None:
            raise UserError("--max-deals and --matches: --matches bounds the precision already; leave --max-deals out")
        return matches, "matches"
    return (deals or DEFAULT_DEALS if precision is None else max_deals), "deals"


def half_width_of(precision: Precision | None, headline: str, in_match: bool) -> float | None:
    """The half-width to reach, in the headline's unit; raises ``UserError`` if it is another unit or no metric."""
    from debertz_sim.experiment.estimates import headlines

    if precision is None:
        return None
    known = headlines(in_match=in_match)
    if headline in known and known[headline] != (precision.unit == "proportion"):
        right = "a percentage such as 0.1%" if known[headline] else "points such as 0.5pt"
        raise UserError(f"precision: {headline} is measured in other units; give {right}")
    return precision.half_width


def resumed(file: Path, workers: int, interrupt: Interrupt, kind: str) -> Run:
    """The run of a partial result of this command; raises ``UserError``."""
    from debertz_sim.experiment import Run
    from debertz_sim.results import Result

    run = Run.resumed(Result.load(file), workers, interrupt.asked)
    if run.spec.kind != kind:
        raise UserError(f"--resume {file}: go on with: {shlex.join(['debertz', run.spec.kind, '--resume', str(file)])}")
    return run


def go(run: Course, out: Output, work: Steps) -> None:
    """Do the whole run; ``work`` consumes its chunks (writes rows, transcripts), while the progress line goes on.

    Raises ``KeyboardInterrupt`` if the run was stopped before its first chunk, so that files stay as they were.
    """
    from debertz_sim.experiment.warm import must_compile

    if must_compile(run.entries) and not out.quiet:
        click.echo("compiling the kernels for this run (once; some 20 seconds) ...", err=True)
    with _progress(run, out) as seen:
        for _ in work(seen(done) for done in _some(run)):
            pass


def _some(run: Course) -> Iterator[Done]:
    """The chunks of a run, one at least."""
    yield from run
    if run.sums.units == 0:
        raise KeyboardInterrupt


@contextmanager
def _progress(run: Course, out: Output) -> Iterator[Callable[[Done], Done]]:
    """A function through which the chunks pass, so that a line on the terminal follows them."""
    if out.quiet or out.no_progress or not sys.stderr.isatty():
        yield lambda done: done
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from debertz_sim.report.labels import group_label, metric_label
    from debertz_sim.report.tables import cells

    columns = ("{task.fields[done]}", "{task.fields[rate]}", "{task.fields[estimate]}")
    bar = Progress(
        BarColumn(), *map(TextColumn, columns), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        start = run.sums.units
        task = bar.add_task("", total=run.target - start, done="", rate="", estimate="")

        last = 0.0

        def seen(done: Done) -> Done:
            nonlocal last
            if monotonic() - last < SECONDS_BETWEEN_UPDATES:
                return done
            last = monotonic()
            n, elapsed = run.sums.units, bar.tasks[0].elapsed or 0.0
            watched = run.headline()
            words = (metric_label(watched.metric, out.lang), group_label(watched, out.lang), *cells(watched, out.lang))
            bar.update(
                task,
                completed=n - start,
                total=run.target - start,
                done=f"{n:,} {run.unit}",
                rate=f"{(n - start) / elapsed:,.0f}/s" if elapsed else "",
                estimate=" ".join(filter(None, words)).replace("[", r"\["),
            )
            return done

        yield seen


def finish(
    run: Run, out: Output, to_stderr: bool = False, every_deal: Mapping[str, Sequence[str]] | None = None
) -> int:
    """Write or print the result of an experiment and return the exit code; of a partial run keep it to go on with.

    ``every_deal``: what else was written, deal by deal, and the options that wrote it; going on adds nothing to it.
    """
    deliver(run.result(), out, to_stderr)
    if run.spec.choice is not None and run.sums.kept < FEW_DEALS and not out.quiet:
        click.echo(f"warning: only {run.sums.kept} deals satisfy the condition; play more of them", err=True)
    done, unit = run.sums.units, run.unit
    precision = run.spec.precision
    if run.finished and precision is not None and (run.half_width() or 0.0) >= precision and not out.quiet:
        click.echo(f"The precision is not reached after {done:,} {unit}.", err=True)
    code = code_of(run, out)
    for name, words in (every_deal or {}).items() if code else ():
        click.echo(
            f"{name} holds {unit} 0 to {done - 1} only, and going on adds nothing to it; "
            f"write all of it with: {run.command_line()} {shlex.join(words)}",
            err=True,
        )
    return code


def code_of(run: Course, out: Output) -> int:
    """The exit code; of a partial run its result is kept, and the command said that goes on with it."""
    if run.finished:
        return 0
    of = f" of {run.total:,}" if run.total else ""
    keep(run.result(), f"{run.sums.units:,}{of} {run.unit}", out.kind, out.path, out.lang, run.command_line())
    return INTERRUPTED


def deliver(result: Result, out: Output, to_stderr: bool = False) -> None:
    """The result in its format to its file, or to stdout."""
    if out.path is None:
        stream = sys.stderr if to_stderr else sys.stdout
        if to_stderr and out.quiet:
            return
        if out.kind == "table" and stream.isatty():
            from debertz_sim.report.tables import show

            show(result.estimates, result.provenance, stream, out.lang)
        else:
            click.echo(result.render(out.kind, out.lang), nl=False, file=stream)
        if out.kind == "table":
            from debertz_sim.report.texts import remarks

            for line in remarks(result.provenance, out.lang):
                click.echo(line, file=stream)
    else:
        write_result(result, out.kind, out.path, out.force, out.lang)

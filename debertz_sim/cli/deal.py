"""``debertz deal``: one deal, cards to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from debertz_sim.amounts import MAX_DEALS
from debertz_sim.cli.analysing import analyse_option, analysed_deal, require_room_for_analysis
from debertz_sim.cli.listing import write
from debertz_sim.cli.options import (
    SeatPolicy,
    chosen_options,
    drawn_seed,
    output_options,
    policy_options,
    rules_options,
    seed_option,
    tell_seed,
)
from debertz_sim.cli.running import policies_of
from debertz_sim.cli.stage import stage
from debertz_sim.errors import UserError

FORMATS = ("table", "json", "text")
ENGINE = "starting the engine (the first time it is compiled, which takes some 20 seconds)"

EXAMPLES = """\b
Examples:
  debertz deal --seed 7 --index 12
  debertz deal --seed 7 --rules klabor --play random --format json
  debertz deal --seed 7 --format text > sheet.txt && debertz score sheet.txt
"""


@click.command(epilog=EXAMPLES)
@seed_option
@click.option(
    "--index",
    type=click.IntRange(0, MAX_DEALS),
    default=0,
    show_default=True,
    metavar="I",
    help="Number of the deal, counting from 0.",
)
@rules_options
@policy_options
@chosen_options
@analyse_option
@output_options(FORMATS)
def command(
    seed: int | None,
    index: int,
    rules: str,
    settings: tuple[str, ...],
    bidding: str,
    play: str,
    seats: tuple[SeatPolicy, ...],
    exchange: str,
    given: str,
    hands: tuple[str, ...],
    upcard: str | None,
    analyse: bool,
    format_: str | None,
    out: Path | None,
    force: bool,
) -> None:
    """One deal, cards to score: the very deal number I that simulate plays with this seed (and these conditions).

    As a table for people, as a JSON transcript, or in the short text form; score reads the last two.
    """
    kind, path = sheet_destination(format_, out, force)
    require_room_for_analysis(analyse, kind)
    from debertz_sim.variants import resolve

    rule_set = resolve(rules, settings)
    seated = policies_of(rule_set.players, bidding, play, seats, exchange).for_game(rule_set.form, rule_set.sides)
    if seed is None:
        seed = drawn_seed()
        tell_seed(seed)
    with stage() as note:
        note(ENGINE)
        from debertz_sim.experiment.one_deal import chosen_transcript

        transcript = chosen_transcript(rule_set, seated, seed, index, given, hands, upcard)
        if analyse:
            transcript = analysed_deal(transcript, seated)
    write(sheets([transcript], kind), path, force)


def sheet_destination(format_: str | None, out: Path | None, force: bool) -> tuple[str, Path | None]:
    """As ``options.destination``, for .json and .jsonl, and .txt: the short text form, or a table if asked for."""
    if out is None or str(out) == "-":
        return format_ or "table", None
    from debertz_sim.files import check_target

    formats = {".json": ("json",), ".jsonl": ("json",), ".txt": ("text", "table")}.get(out.suffix.lower())
    if formats is None:
        raise UserError(f"output {out}: unknown ending {out.suffix!r}, must be one of .json .jsonl .txt")
    if format_ not in (None, *formats):
        raise UserError(f"--out {out}: its ending says {formats[0]}, --format says {format_}; leave one of them out")
    check_target(out, force)
    return format_ or formats[0], out


def sheets(transcripts: Sequence[Mapping[str, Any]], kind: str) -> str:
    """Completed transcripts as JSON lines, in the short text form, or as tables."""
    if kind == "json":
        from debertz_sim.records.transcript import to_line

        return "".join(to_line(transcript) + "\n" for transcript in transcripts)
    if kind == "text":
        from debertz_sim.records.transcript_text import DEAL_BREAK, to_text

        return f"{DEAL_BREAK}\n".join(map(to_text, transcripts))
    return ("\n" + "=" * 60 + "\n\n").join(map(_page, transcripts))


def _page(transcript: Mapping[str, Any]) -> str:
    from debertz_sim.records.transcript_table import to_table

    if "analysis" not in transcript:
        return to_table(transcript)
    from debertz_sim.analysis.played import page
    from debertz_sim.variants import from_spec

    return to_table(transcript) + "\n" + page(transcript, from_spec(transcript["rules"]))

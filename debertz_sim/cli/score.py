"""``debertz score``: the referee; checks and scores recorded deals and matches."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.cli.analysing import analyse_option, analysed_deal, require_room_for_analysis
from debertz_sim.cli.deal import ENGINE, FORMATS, sheet_destination, sheets
from debertz_sim.cli.listing import write
from debertz_sim.cli.options import output_options, set_option
from debertz_sim.cli.stage import stage
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.policies.registry import Seating
    from debertz_sim.records.transcript_text import Entry
    from debertz_sim.rules import RuleSet

EXAMPLES = """\b
Examples:
  debertz deal --seed 7 --format text | debertz score -
  debertz deal --seed 7 --format json | debertz score - --format json
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--match", is_flag=True, help="The deals are one match: dealer, pots, scores must carry over.")
@click.option("--rules", metavar="NAME|FILE.toml", help="In place of the rules that the transcript names.")
@set_option
@analyse_option
@click.option("--play", metavar="POLICY", help="With --analyse: add what this policy (pimc:64) thinks of each card.")
@output_options(FORMATS)
def command(
    file: Path,
    match: bool,
    rules: str | None,
    settings: tuple[str, ...],
    analyse: bool,
    play: str | None,
    format_: str | None,
    out: Path | None,
    force: bool,
) -> None:
    """Check every rule of the deals in FILE (- for stdin), and score them.

    FILE holds transcripts as JSON (one, or one a line) or in the short text form, from debertz deal or typed from a
    real game. The first broken rule ends the command with exit code 2.
    """
    kind, path = sheet_destination(format_, out, force)
    require_room_for_analysis(analyse, kind)
    if play is not None and not analyse:
        raise UserError("--play: it goes with --analyse")
    with stage() as note:
        note(ENGINE)
        done = scored_file(file, match, rules, settings)
        if analyse:
            done = [analysed_deal(transcript, _seated(transcript, play)) for transcript in done]
    write(sheets(done, kind), path, force)
    if match:
        click.echo(_standing(done), err=True)


def _seated(transcript: Mapping[str, Any], play: str | None) -> Seating | None:
    """The policy at every seat of a scored deal."""
    if play is None:
        return None
    from debertz_sim.policies.registry import seating
    from debertz_sim.variants import from_spec

    rules = from_spec(transcript["rules"])
    return seating(rules.players, play=play).for_game(rules.form, rules.sides)


def scored_file(file: Path, match: bool, rules: str | None, settings: tuple[str, ...]) -> list[dict[str, Any]]:
    """The deals of a file (``-``: stdin), checked and completed; raises ``UserError`` that names the file."""
    name = "stdin" if str(file) == "-" else str(file)
    text = _read(file, name)
    try:
        return _score(text, match, rules, settings)
    except UserError as error:
        raise UserError(f"{name}: {error}") from None


def _read(file: Path, name: str) -> str:
    try:
        with click.open_file(str(file), "rb") as stream:
            data: bytes = stream.read()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{name}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise UserError(f"{name}: not a text in UTF-8; a transcript is needed") from None


def _score(text: str, match: bool, rules: str | None, settings: tuple[str, ...]) -> list[dict[str, Any]]:
    from debertz_sim.records.transcript_text import load

    entries = load(text)
    return _score_match(entries, rules, settings) if match else _score_each(entries, rules, settings)


def _rules(transcript: Any, rules: str | None, settings: tuple[str, ...]) -> RuleSet | None:
    """The rules of the command line, on top of the transcript's own where only switches are set."""
    if rules is None and not settings:
        return None
    from debertz_sim.rules import parse_setting
    from debertz_sim.variants import from_spec, resolve

    if rules is not None:
        return resolve(rules, settings)
    own = transcript.get("rules") if isinstance(transcript, Mapping) else None
    return from_spec(own).with_(**dict(parse_setting(setting) for setting in settings))


def _score_each(entries: list[Entry], rules: str | None, settings: tuple[str, ...]) -> list[dict[str, Any]]:
    from debertz_sim.records.referee import score

    done = []
    for where, transcript in entries:
        try:
            done.append(score(transcript, _rules(transcript, rules, settings)))
        except UserError as error:
            raise UserError(f"{where}: {error}" if where else str(error)) from None
    return done


def _score_match(entries: list[Entry], rules: str | None, settings: tuple[str, ...]) -> list[dict[str, Any]]:
    from debertz_sim.records.referee import score_match

    return score_match([entry.transcript for entry in entries], _rules(entries[0].transcript, rules, settings))


def _standing(done: list[dict[str, Any]]) -> str:
    """How the match stands after the last deal, one number a side."""
    from debertz_sim.records.seats import side_of, side_text
    from debertz_sim.variants import from_spec

    last = done[-1]
    rules, result = from_spec(last["rules"]), last["result"]
    scores = list(last["scores_before"])
    for seat, points in enumerate(result["written"] or ()):
        scores[seat] += points
    score = ":".join(str(points) for seat, points in enumerate(scores) if side_of(rules, seat)[0] == seat)
    parts = [f"{len(done)} deal{'s' if len(done) > 1 else ''}, {score}"]
    if "round_winner" in result:
        parts.append(f"round {last['match_round']} is won by {side_text(rules, result['round_winner'])}")
    winner = result["match_winner"]
    won = "is won by " + ("nobody" if winner is None else side_text(rules, winner))
    return "; ".join([*parts, f"the match {won if result['match_over'] else 'is not over'}"])

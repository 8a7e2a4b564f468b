"""What a best reply to a human style gains, as a result that can be repeated, and the reply as a chart."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.check import best_reply
from debertz_sim.charts.game import Game, crew
from debertz_sim.charts.respond import LEARNING, Note, Response, respond, settled_value, silent
from debertz_sim.charts.values import chart_of
from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import rules_words
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.policies.charted import FORMAT, Chart
from debertz_sim.policies.registry import Seating
from debertz_sim.results import Result
from debertz_sim.variants import from_spec

KIND = "best-response"
SETTLING = 200_000  # deals at most, from which the value of a style against itself is found


@dataclass(frozen=True)
class Reply:
    """The result, and the best reply to the style as a chart."""

    result: Result
    response: Response
    chart: Chart


def reply_to(
    game: Game,
    style: str,
    seed: int,
    deals: int,
    workers: int = 1,
    confidence: float = 0.95,
    name: str = "reply",
    note: Note = silent,
) -> Reply:
    """Learn each side's best reply to a bidding policy that the other side follows, and test it on other deals.

    Metrics as ``Response.estimates``.

    Raises
    ------
    UserError
        The style is unknown or draws its calls; a policy's choice was not legal.
    """
    started, clock = datetime.now(UTC), perf_counter()
    rows = game.style(style)
    with crew(workers) as threads:
        value = settled_value(game, threads, rows, seed, min(deals, SETTLING))
        response = respond(game, threads, rows, value, seed, deals, note=note)
    words = ["debertz", "chart", "best-response", style, *rules_words(game.rules), "--objective", game.objective]
    words += ["--play", game.policies.play[0].name, "--exchange", game.policies.exchange]
    words += ["--deals", str(deals), "--seed", str(seed)]
    source = provenance.record(
        command=shlex.join(words),
        rules=game.rules.to_dict(),
        rules_hash=game.rules.hash,
        seed=seed,
        stream=STREAM_VERSION,
        deals_requested=deals,
        deals_done=deals,
        partial=False,
        policies=game.policies.describe(),
        started=started,
        seconds=perf_counter() - clock,
        workers=workers,
        kernel_hash=KERNEL_HASH,
        confidence=confidence,
        options={"kind": KIND, "style": style, "objective": game.objective, "deals": deals},
    )
    result = Result(tuple(response.estimates(confidence)), source)
    about = {
        "format": FORMAT,
        "objective": game.objective,
        "reply_to": style,
        "value": response.sums.value[0],
        "value_se": response.sums.value[1],
        "all_pass": -value,
        "check": {"deals": deals, "divisions": game.splits, "seed": seed ^ LEARNING},
        "rules": game.rules.to_dict(),
        "provenance": source,
    }
    reply = best_reply(game, response.sums, rows)
    return Reply(result, response, chart_of(game, name, reply, response.sums, about))


def rerun(found: Mapping[str, Any], workers: int = 1) -> Result:
    """The same replies once more; raises ``UserError`` if the provenance is not that of best replies."""
    try:
        options = found["options"]
        if options["kind"] != KIND:
            raise ValueError(f"kind {options['kind']!r}")
        game = Game(from_spec(found["rules"]), Seating.from_description(found["policies"]), str(options["objective"]))
        style, seed, deals = str(options["style"]), int(found["seed"]), int(options["deals"])
        confidence = float(found["confidence"])
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"provenance of chart best-response: {type(error).__name__} {error}") from None
    return reply_to(game, style, seed, deals, workers, confidence).result

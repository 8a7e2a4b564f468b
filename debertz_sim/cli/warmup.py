"""``debertz warmup``: compile what the usual commands need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from debertz_sim.cli.options import progress_options
from debertz_sim.cli.stage import stage

Step = tuple[str, Callable[[], object]]


@click.command(epilog="\b\nExample:\n  debertz warmup")
@progress_options
def command(quiet: bool, no_progress: bool) -> None:
    """Compile what the usual commands need, so that none of them has to.

    The code is kept on disk (debertz cache info); a second run finds it there.
    """
    start = time.perf_counter()
    steps = list(_steps())
    with stage(quiet or no_progress) as note:
        for number, (name, do) in enumerate(steps):
            note(f"{number + 1} of {len(steps)}: {name}")
            do()
    if quiet:
        return
    from debertz_sim._jit import CACHE_FOLDER

    kept = "" if CACHE_FOLDER else "; no folder can be written, so it lasts for this process only"
    click.echo(f"{len(steps)} kinds of work ready in {time.perf_counter() - start:.1f} s{kept}")


def _steps() -> Iterator[Step]:
    """Each kind of work, done once on the smallest scale."""
    from debertz_sim.bids import BidSpec, read_spot, run_bid
    from debertz_sim.chances.odds import odds
    from debertz_sim.experiment.run import run
    from debertz_sim.experiment.spec import COMPARE, DEALS, MATCHES, SIMULATE, ExperimentSpec
    from debertz_sim.policies.registry import seating
    from debertz_sim.records.referee import score
    from debertz_sim.records.transcript import deal_transcript, match_transcripts
    from debertz_sim.variants import variants

    moscow, three = variants["moscow"], variants["three"]
    families = {"usual policies": seating(2), "simple policies": seating(2, "always", "random")}
    usual = [(moscow, name, seated) for name, seated in families.items()]
    for rules, name, seated in [*usual, (three, "policies of three and four seats", seating(3))]:
        for kind, arms, unit in ((SIMULATE, 1, DEALS), (COMPARE, 2, DEALS), (SIMULATE, 1, MATCHES)):
            spec = ExperimentSpec(kind, (rules,) * arms, 0, 1, unit, seated)
            yield f"{kind} {unit}, {name}", lambda spec=spec: run(spec)  # type: ignore[misc]
    yield "deal of three seats", lambda: deal_transcript(three, seating(3).family, 0, 0)
    family = families["usual policies"].family
    yield "deal", lambda: deal_transcript(moscow, family, 0, 0)
    yield "deals of a match", lambda: list(match_transcripts(moscow, family, 0, 0))
    yield "score", lambda: score(deal_transcript(moscow, family, 0, 0))
    terts = variants["terts"]
    for name, seated in families.items():
        spec = ExperimentSpec(SIMULATE, (terts,), 0, 1, DEALS, seated)
        yield f"simulate deals of terts, {name}", lambda spec=spec: run(spec)  # type: ignore[misc]
    of_terts = seating(2).for_game(terts.form).family
    yield "deal of terts", lambda: score(deal_transcript(terts, of_terts, 0, 0))
    samples: dict[str, dict[str, Any]] = {
        "hands": {},
        "the contest": {"players": 2},
        "my hand": {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh"},
        "played deals": {"players": 2, "after_auction": True},
    }
    for name, asked in samples.items():
        yield f"odds of {name}, sampled", lambda asked=asked: odds(simulate=2, seed=0, **asked)  # type: ignore[misc]
    yield "bids", lambda: run_bid(BidSpec(moscow, read_spot("As Ks Qs Th 9h 7h", "Jh", "forehand"), 0, 1))
    yield from _open_hands()


def _open_hands() -> Iterator[Step]:
    from debertz_sim.analysis.open_deals import solve_deals
    from debertz_sim.analysis.position import USUAL_RULES, can_make, from_text, values_of
    from debertz_sim.variants import variants

    for seats, name in USUAL_RULES.items():
        at = from_text(variants[name], "s", ["As", "Ks", "Qs", "Js"][:seats])
        yield f"deals with open hands, {name}", lambda name=name: solve_deals(variants[name], 1, 0)  # type: ignore[misc]
        yield f"open hands, {name}", lambda at=at: (values_of([at]), can_make(at, 1))  # type: ignore[misc]

"""Chances of melds: exact ones by counting, and beside them, if asked for, sampled ones.

Three questions: what ``hand_size`` random cards hold; whose sequences score when random hands meet (``players``); what
six cards and an upcard may become (``hand``).  Sampled alone: the contest in deals that were played
(``after_auction``), and what a seven exchange makes of more than two hands.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from debertz_sim.cards import mask, parse_card, parse_cards, parse_suit
from debertz_sim.chances.spec import DEFAULT_SAMPLE, Declarer, OddsSpec, seated
from debertz_sim.errors import UserError
from debertz_sim.exact import ExactValue, contest_odds, hand_odds, my_hand_odds
from debertz_sim.exact.values import MEANS
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY
from debertz_sim.policies.registry import seating
from debertz_sim.provenance import DISTRIBUTION, package_version, record
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.stats import POINTS, PROPORTION, Estimate, exact
from debertz_sim.stats import simultaneous as all_at_once
from debertz_sim.variants import from_spec

if TYPE_CHECKING:
    from debertz_sim.chances.tally import Tally


def odds(
    rules: RuleSet | str | Mapping[str, Any] = "moscow",
    *,
    hand_size: int = 9,
    players: int | None = None,
    hand: str | None = None,
    upcard: str | None = None,
    trump: str | None = None,
    after_exchange: bool = False,
    declarer: Declarer = "me",
    simulate: int = 0,
    after_auction: bool = False,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    seats: Mapping[int, Mapping[str, str]] | None = None,
    exchange: str = "default",
    seed: int | None = None,
    precision: float | None = None,
    max_deals: int | None = None,
    headline: str | None = None,
    confidence: float = 0.95,
    simultaneous: bool = False,
    command: str = "debertz odds",
    stop: Callable[[], bool] = lambda: False,
) -> Result:
    """Chances of melds, as the command ``odds`` gives them.

    Parameters
    ----------
    rules
        A variant's name, a rule set, or a table of switches.
    hand_size
        6, 8 or 9 random cards.
    players
        Whose sequences score when the random hands of so many players meet, trump being the upcard's suit.  Rules for
        another number are used as for this one, see ``chances.spec.seated``.
    hand, upcard, trump, after_exchange, declarer
        Six cards and the upcard as text (``"As Ks Qs Th 9h 7h"``, ``"Jh"``), the trump suit (``"h"``); see
        ``exact.my_hand_odds``.  After the exchange among more than two players the numbers are sampled.
    simulate
        How many deals to sample beside the exact numbers.
    after_auction, bidding, play, seats, exchange
        Sample deals that were played under these policies instead; see ``policies.registry.seating``.
    seed
        Of the sample; drawn if missing, and kept in provenance.
    precision, max_deals, headline
        Sample until the half-width of the metric ``headline`` is below ``precision``.
    confidence, simultaneous
        Level of the intervals of sampled numbers, and whether all of them are to hold at once.
    command
        What provenance gives as the command line.
    stop
        Asked before each chunk of the sample; once it says yes, the result is a partial one.

    Raises
    ------
    UserError
        Wrong cards, rules, policies, or a question that cannot be asked.
    """
    rule_set = seated(from_spec(rules), players)
    if after_auction and players is None:
        players = rule_set.players
    spec = OddsSpec(
        rules=rule_set,
        hand_size=hand_size,
        players=players if hand is None else None,  # with a hand the rules say it
        hand=None if hand is None else mask(parse_cards(hand, 6, "hand")),
        upcard=None if upcard is None else parse_card(upcard),
        trump=None if trump is None else parse_suit(trump, "trump"),
        after_exchange=after_exchange,
        declarer=declarer,
        deals=simulate,
        precision=precision,
        max_deals=max_deals,
        headline=headline or ("any_sequence" if players is None else "several_have_sequence"),
        seating=seating(rule_set.players, bidding, play, seats, exchange) if after_auction else None,
        seed=seed or 0,
        confidence=confidence,
        simultaneous=simultaneous,
    )
    if not spec.counted and not spec.sampled:
        spec = replace(spec, deals=DEFAULT_SAMPLE)
    if seed is None and spec.sampled:
        spec = replace(spec, seed=int.from_bytes(os.urandom(8), "big") >> 1)
        command += f" --seed {spec.seed}"
    return run(spec, command, stop)


def rerun(provenance: Mapping[str, Any]) -> Result:
    """The same question once more; raises ``UserError`` if the provenance does not record one."""
    spec = OddsSpec.from_provenance(provenance)
    if provenance.get("partial"):  # it ended where it was interrupted
        spec = replace(spec, deals=int(provenance["deals_done"]), precision=None)
    return run(spec, str(provenance["command"]))


def resume(partial: Result, stop: Callable[[], bool] = lambda: False) -> Result:
    """Go on with a partial result, to what an uninterrupted one would be.

    Raises
    ------
    UserError
        The result is not a partial one of ``odds``, or another version made it.
    """
    source = partial.provenance
    spec = OddsSpec.from_provenance(source)
    if not source.get("partial") or "sums" not in source:
        raise UserError("resume: the result is not a partial one with its sums; there is nothing to go on with")
    for name, here in _versions().items():
        if source.get(name) != here:
            raise UserError(f"resume: {name} was {source.get(name)}, here it is {here}; run it all again")
    return run(spec, str(source["command"]), stop, source)


def _versions() -> dict[str, Any]:
    """What must be the same for a sample to be gone on with."""
    from debertz_sim._jit import KERNEL_HASH
    from debertz_sim.kernels.rng import STREAM_VERSION

    return {"kernel_hash": KERNEL_HASH, "stream": STREAM_VERSION, "version": package_version(DISTRIBUTION)}


def run(
    spec: OddsSpec,
    command: str,
    stop: Callable[[], bool] = lambda: False,
    before: Mapping[str, Any] | None = None,
) -> Result:
    """Answer a question; ``command`` is what provenance gives as the command line.

    A sample that ``stop`` ends has the chunks that are complete; provenance says ``partial`` then and keeps the sums.
    ``before``: such a provenance, to be gone on from.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    values = _count(spec) if spec.counted else []
    estimates = [_estimate(value) for value in values]
    drawn: dict[str, Any] = dict.fromkeys(("seed", "stream", "deals_requested", "deals_done", "kernel_hash"))
    partial = False
    if spec.sampled:
        from debertz_sim.chances import sampled

        tally, done = _so_far(before)
        tally, done, partial = sampled.sample(spec, stop, tally, done)
        requested = spec.deals if spec.precision is None else spec.max_deals
        drawn = {"seed": spec.seed, "deals_requested": requested, "deals_done": done}
        drawn |= {name: value for name, value in _versions().items() if name != "version"}
        if partial:
            drawn["sums"] = tally.to_json()
        estimates = _side_by_side(values, tally, spec.confidence) if values else tally.estimates(spec.confidence)
    if spec.simultaneous:
        drawn["simultaneous"] = sum(e.method != "exact" and e.low is not None for e in estimates)
        estimates = all_at_once(estimates, spec.confidence, given=spec.confidence)
    seconds_before = 0.0 if before is None else float(before["seconds"])
    provenance = record(
        command=command,
        rules=spec.rules.to_dict(),
        rules_hash=spec.rules.hash,
        partial=partial,
        policies={} if spec.seating is None else spec.seating.describe(),
        started=started,
        seconds=seconds_before + time.perf_counter() - clock,
        workers=1,
        confidence=spec.confidence,
        options=spec.options(),
        **drawn,
    )
    return Result(tuple(estimates), provenance)


def _so_far(before: Mapping[str, Any] | None) -> tuple[Tally, int]:
    """The tally of a partial result and of how many deals it is; raises ``UserError`` if it cannot be read."""
    from debertz_sim.chances.tally import Tally

    if before is None:
        return Tally(), 0
    try:
        return Tally.from_json(before["sums"]), int(before["deals_done"])
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(f"resume: sums: {type(error).__name__} {error}; the file is damaged") from None


def _count(spec: OddsSpec) -> list[ExactValue]:
    if spec.hand is not None and spec.upcard is not None:
        return my_hand_odds(spec.rules, spec.hand, spec.upcard, spec.trump, spec.after_exchange, spec.declarer)
    return hand_odds(spec.rules, spec.hand_size) if spec.players is None else contest_odds(spec.rules)


def _estimate(value: ExactValue) -> Estimate:
    unit = POINTS if value.metric in MEANS else PROPORTION
    return exact(value.value, metric=value.metric, group=value.group, unit=unit)


def _side_by_side(values: Iterable[ExactValue], tally: Tally, confidence: float) -> list[Estimate]:
    """Each exact number, and after it the sampled one of the same metric and group; ``method`` tells them apart."""
    estimates = []
    for value in values:
        sampled = tally.estimate(value.metric, tuple(value.group.items()), confidence)
        estimates += [_estimate(value), sampled]
    return estimates

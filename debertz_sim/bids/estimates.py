"""From the sums of a bid to its estimates."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from debertz_sim.bids.posterior import Means, best_chances, half_width
from debertz_sim.bids.spec import call_name
from debertz_sim.bids.tally import FACTORS, LEVEL, LOST, ME, N_ENDS, NOBODY, OTHER, PARTS, WHOSE, WON
from debertz_sim.cards import SUIT_LETTERS
from debertz_sim.experiment.sums import Part
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, INSTANT_WIN, MADE, REDEAL
from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    POINTS,
    PROPORTION,
    CrossSums,
    Estimate,
    RatioSums,
    normal_mean,
    paired_difference,
    wilson,
    z_value,
)

if TYPE_CHECKING:
    from debertz_sim.bids.run import BidRun

PLAYED = ((MADE, "made"), (BAID, "baid"), (HANGING_BAID, "hanging_baid"))
OVER = ((ALL_PASS, "all_pass"), (REDEAL, "redeal_right"), (INSTANT_WIN, "instant_win"))
SCORERS = (*WHOSE, "both")
FEW = 30  # bins of fewer worlds are left out

Group = dict[str, str | int]


def estimates(run: BidRun) -> list[Estimate]:
    """Every number of a bid after the worlds done so far, in the order of the report."""
    means, part = run.means(), run.sums.parts[0]
    best, *others = means.order
    found = [margin_of(run, means, call) for call in range(len(run.spec.calls))]
    chances = best_chances(means) if means.n > 1 else [None] * len(run.spec.calls)
    found += [
        _plain("best_probability", {"call": _name(run, call)}, chance, means.n) for call, chance in enumerate(chances)
    ]
    found += [lead_of(run, means, best, other) for other in others]
    for call in range(len(run.spec.calls)):
        found += _of_call(run, part, call)
    if run.spec.score is not None:
        found += _of_match(run, part)
    found += _of_value(run)
    return [*found, *(_explained(run, part) if run.spec.explain else ())]


def _name(run: BidRun, call: int) -> str:
    return call_name(run.spec.calls[call])


def _plain(metric: str, group: Group, value: Any, n: int) -> Estimate:
    """A chance that is itself a statement about error, and so has no interval."""
    number = None if value is None else float(value)
    return Estimate(metric, group, number, None, None, None, n, None, "normal", None, PROPORTION)


def _mean(run: BidRun, metric: str, group: Group, value: float, error: float, anew: float, n: int) -> Estimate:
    """A mean with the interval of the run; ``error`` over the worlds, ``anew`` how far the game's value enters."""
    best_at = run.best_at if run.spec.until_decided else None
    method = "normal" if best_at is None else "sequence"
    whole = math.hypot(error, run.value.se * anew)
    if n < 2:
        return Estimate(metric, group, value, None, None, None, n, None, method, None, POINTS)
    half = half_width(error, run.value.se * abs(anew), n, run.spec.confidence, best_at)
    return Estimate(metric, group, value, value - half, value + half, whole, n, None, method, None, POINTS)


def margin_of(run: BidRun, means: Means, call: int) -> Estimate:
    """The mean margin of a call."""
    error = math.sqrt(max(float(means.sampling[call, call]), 0.0))
    value, anew = float(means.mean[call]), float(means.anew[call])
    return _mean(run, "margin", {"call": _name(run, call)}, value, error, anew, means.n)


def lead_of(run: BidRun, means: Means, best: int, other: int) -> Estimate:
    """By how much one call is better than another, on the same worlds."""
    difference, error, anew = means.lead(best, other)
    group: Group = {"call": _name(run, best), "over": _name(run, other)}
    return _mean(run, "lead", group, difference, error, anew, means.n)


def _of_call(run: BidRun, part: Part, call: int) -> Iterator[Estimate]:
    """Who plays, how that ends, whether I write more, and what may become of a pass."""
    n, level, name = run.sums.units, run.spec.confidence, _name(run, call)
    outcomes = part["outcomes"][call]

    def share(metric: str, hits: Any, of: Any, **group: str) -> Estimate:
        return wilson(int(hits), int(of), level, metric=metric, group={"call": name, **group})

    for whose in (ME, OTHER, NOBODY):
        yield share("declared_by", outcomes[whose].sum(), n, declarer=WHOSE[whose])
    for whose in (ME, OTHER):
        played = sum(int(outcomes[whose, outcome]) for outcome, _ in PLAYED)
        for outcome, metric in PLAYED if played else ():
            yield share(metric, outcomes[whose, outcome], played, declarer=WHOSE[whose])
    for outcome, metric in OVER:
        hits = outcomes[:, outcome].sum()
        if hits:
            yield share(metric, hits, n)
    for place, metric in ((WON, "deal_won"), (LEVEL, "deal_level"), (LOST, "deal_lost")):
        yield share(metric, part["won"][call, place], n)
    ends = part["ends"][call]
    if (ends[:, 0] > 0).sum() > 1:
        yield from _of_ends(run, ends, name)


def _of_ends(run: BidRun, ends: Any, name: str) -> Iterator[Estimate]:
    """What becomes of a call after which several things may happen: how often, and with what margin."""
    for end in range(N_ENDS):
        if not ends[end, 0]:
            continue
        group: Group = {"call": name, "declarer": WHOSE[min(end // 4, NOBODY)]}
        if end < N_ENDS - 1:
            group["trump"] = SUIT_LETTERS[end % 4]
        yield wilson(int(ends[end, 0]), run.sums.units, run.spec.confidence, metric="becomes", group=group)
        yield _of_bin(run, "margin", group, ends[end])


def _of_bin(run: BidRun, metric: str, group: Group, moments: Any) -> Estimate:
    """The mean margin of the worlds in a bin; see ``tally.MOMENTS``."""
    n, x, xx, a, aa = (int(number) for number in moments)
    value = run.value.value
    mean = (x + value * a) / n
    spread = xx + value * value * aa - n * mean * mean  # x is 0 wherever a is not
    error = math.sqrt(max(spread, 0.0) / (n * (n - 1))) if n > 1 else 0.0
    return _mean(run, metric, group, mean, error, a / n, n)


def _of_match(run: BidRun, part: Part) -> Iterator[Estimate]:
    """The chance to win the match, and by how much the best call is ahead in it."""
    n, level, wins = run.sums.units, run.spec.confidence, part["wins"]
    for call in range(len(run.spec.calls)):
        yield wilson(int(wins[call]), n, level, metric="match_won", group={"call": _name(run, call)})
        if part["unwon"][call]:
            yield wilson(int(part["unwon"][call]), n, level, metric="unfinished", group={"call": _name(run, call)})
    best = max(range(len(wins)), key=lambda call: int(wins[call]))
    for other in range(len(wins)):
        if other != best:
            a, b = (RatioSums(int(wins[c]), n, int(wins[c]), int(wins[c]), n) for c in (other, best))
            cross = CrossSums(int(part["both_win"][other, best]), a.x, b.x, n)
            group: Group = {"call": _name(run, best), "over": _name(run, other)}
            yield paired_difference(a, b, cross, n, level, metric="match_lead", group=group, unit=PERCENTAGE_POINTS)


def _of_value(run: BidRun) -> Iterator[Estimate]:
    """The value of the game, and what the later call was chosen by."""
    value, spec = run.value, run.spec
    if value.source == "sampled":
        half = z_value(spec.confidence) * value.se
        low, high = value.value - half, value.value + half
        yield Estimate("game_value", {}, value.value, low, high, value.se, value.deals, None, "normal", None, POINTS)
    means = run.later.means
    if means is not None:
        for place, call in enumerate(run.later.calls):
            error = math.sqrt(max(float(means.covariance[place, place]), 0.0))
            mean, half = float(means.mean[place]), z_value(spec.confidence) * error
            group: Group = {"call": call_name(call)}
            yield Estimate(
                "later_margin", group, mean, mean - half, mean + half, error, means.n, None, "normal", None, POINTS
            )


def _explained(run: BidRun, part: Part) -> Iterator[Estimate]:
    """What drives the margins: what they are made of, and how they change with the cards, on the same worlds."""
    n, level = run.sums.units, run.spec.confidence
    for call in range(len(run.spec.calls)):
        name = _name(run, call)
        for place, piece in enumerate(() if run.spec.in_kush else PARTS):
            total, squares = (int(number) for number in part["parts"][call, place])
            if squares:
                yield normal_mean(total, squares, n, level, metric="margin_from", group={"call": name, "part": piece})
        anew = run.means().anew[call]
        if anew:
            yield _mean(
                run,
                "margin_from",
                {"call": name, "part": "next_deal"},
                run.value.value * float(anew),
                *_spread(run, part, call),
            )
        for factor in FACTORS:
            yield from _of_factor(run, part[f"by_{factor}"][call], name, factor)


def _spread(run: BidRun, part: Part, call: int) -> tuple[float, float, int]:
    """Error, weight of the game's value and number of worlds of what the next deal brings."""
    n, calls = run.sums.units, len(run.spec.calls)
    a, aa = int(part["sums"][calls + call]), int(part["products"][calls + call, calls + call])
    error = abs(run.value.value) * math.sqrt(max(aa - a * a / n, 0.0) / (n * max(n - 1, 1)))
    return error, a / n, n


def _of_factor(run: BidRun, bins: Any, name: str, factor: str) -> Iterator[Estimate]:
    """The margin in each bin of a factor, then how much of the margin's spread the bins explain."""
    kept = [place for place in range(len(bins)) if bins[place, 0] >= FEW]
    if len(kept) < 2:
        return
    words = SCORERS if factor in ("sequences_to", "bella_to") else range(len(bins))
    for place in kept:
        yield _of_bin(run, "margin", {"call": name, factor: words[place]}, bins[place])
    yield _explained_share(bins, name, factor, run.spec.confidence)


def _explained_share(bins: Any, name: str, factor: str, confidence: float) -> Estimate:
    """Which part of the variance lies between the bins; the error is that of R² in large samples."""
    n, x, xx = (int(number) for number in bins[:, :3].sum(axis=0))
    whole = xx - x * x / n
    between = sum(float(b[1]) ** 2 / b[0] for b in bins if b[0]) - x * x / n
    share = min(max(between / whole, 0.0), 1.0) if whole > 0 else 0.0
    error = 2 * math.sqrt(share) * (1 - share) / math.sqrt(n)
    half = z_value(confidence) * error
    group: Group = {"call": name, "factor": factor}
    low, high = max(share - half, 0.0), min(share + half, 1.0)
    return Estimate("spread_explained", group, share, low, high, error, n, None, "normal", None, PROPORTION)

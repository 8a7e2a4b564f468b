"""Where a chart and a rule of thumb part most clearly, each with a deal that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import hand_text, parse_cards
from debertz_sim.charts.game import SEATS, Game, calls_of
from debertz_sim.charts.view import (
    cards_of_class,
    classes,
    errors_of,
    one_name,
    plays,
    policies_of,
    reached,
    suit_named,
)
from debertz_sim.errors import UserError
from debertz_sim.experiment.one_deal import first_that_fits
from debertz_sim.policies.charted import DECISIONS, Chart
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.stats import family_confidence, z_value
from debertz_sim.variants import from_spec

SLOTS_SHOWN = (1, 2, 3)  # the suits that ``cards_of_class`` gives the slots


class Surprise(NamedTuple):
    """A call of a chart against that of a rule of thumb.

    ``kind``: ``bid`` where the chart names a suit, ``pass`` where it passes.  The interval is that of this lead alone;
    ``sure``: clear of 0 by one that holds at once for all the disagreements that were looked at, too.
    """

    kind: str
    decision: str
    hand: str
    upcard: str
    hand_class: int
    call: str
    other: str
    lead: float
    low: float
    high: float
    se: float
    clipped: bool
    sure: bool


class Disagreements(NamedTuple):
    """The clearest ones, and how many there are at each decision.

    ``counts``: the share of hands with which the calls differ; how many classes that is; in how many of them the lead
    is clear of 0 by its own interval, and by intervals that hold for all ``looked_at`` at once.
    """

    found: list[Surprise]
    counts: list[dict[str, Any]]
    looked_at: int


def calls_by(chart: Chart, bidding: str) -> NDArray[np.uint8]:
    """What a bidding policy calls with every class, as a chart's calls; raises ``UserError`` as ``Game.style``."""
    return calls_of(Game(from_spec(chart.about["rules"]), seating(2, bidding, "random")).style(bidding))


def disagreements(chart: Chart, other: NDArray[np.uint8], confidence: float, count: int) -> Disagreements:
    """The ``count`` clearest differences between a chart's calls and others (uint8, shape (4, N_CLASSES)).

    Only decisions to which both come with a hand count, and only leads clear of 0.  Those come first whose interval for
    all differing classes at once (Bonferroni) reaches lowest the highest: the largest of many leads alone would be the
    luckiest.  Bids and passes in equal numbers as far as there are any; of each decision at most one bid and one pass
    with the same rank turned up, lest all be much the same hand.
    """
    mine, theirs = one_name(chart.calls), one_name(other)
    there = [reached(mine, place) & reached(theirs, place) for place in range(len(DECISIONS))]
    differ = (mine != theirs) & np.array(there)
    errors = np.array([errors_of(chart, place) for place in range(len(DECISIONS))])
    looked_at = int((differ & np.isfinite(errors)).sum())
    z, wide = z_value(confidence), z_value(family_confidence(confidence, max(1, looked_at)))
    errors[~differ] = np.inf
    low, clear = chart.leads - wide * errors, chart.leads > z * errors
    found: dict[str, list[Surprise]] = {"bid": [], "pass": []}
    for place, index in _apart(chart, low, clear):
        surprise = _surprise(chart, other, place, index, float(errors[place, index]), z, bool(low[place, index] > 0))
        if len(found[surprise.kind]) < count:
            found[surprise.kind].append(surprise)
        elif all(len(its) == count for its in found.values()):
            break
    bids, passes = found["bid"], found["pass"]
    chosen = bids[: max(count - len(passes), (count + 1) // 2)]
    chosen += passes[: count - len(chosen)]
    return Disagreements(chosen, _counts(differ, clear, low > 0), looked_at)


def _apart(chart: Chart, low: NDArray[Any], clear: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The clear ones, clearest first; of each decision one bid and one pass for every rank turned up."""
    flat = np.flatnonzero(clear)
    common = classes().sizes[flat % low.shape[1]]
    seen = set()
    for number in flat[np.lexsort((flat, -common, -low.ravel()[flat]))]:
        place, index = divmod(int(number), low.shape[1])
        bids = bool(plays(chart.calls[:, index : index + 1], place)[0])
        likeness = place, bids, int(classes().upcards[index])
        if likeness not in seen:
            seen.add(likeness)
            yield place, index


def _surprise(
    chart: Chart, other: NDArray[np.uint8], place: int, index: int, se: float, z: float, sure: bool
) -> Surprise:
    cards = cards_of_class(index)
    names = [suit_named(int(calls[place, index]), place, cards, SLOTS_SHOWN) for calls in (chart.calls, other)]
    lead = float(chart.leads[place, index])
    return Surprise(
        "bid" if names[0] else "pass",
        DECISIONS[place],
        cards.text,
        cards.upcard_text,
        index,
        names[0] or "pass",
        names[1] or "pass",
        round(lead, 4),
        round(lead - z * se, 4),
        round(lead + z * se, 4),
        round(se, 4),
        abs(lead) >= chart.scale * (1 - 1e-6),
        sure,
    )


def _counts(differ: NDArray[np.bool_], clear: NDArray[np.bool_], sure: NDArray[np.bool_]) -> list[dict[str, Any]]:
    sizes = classes().sizes
    return [
        {
            "decision": decision,
            "hands": round(float(sizes[differ[place]].sum() / sizes.sum()), 6),
            "classes": int(differ[place].sum()),
            "clear": int(clear[place].sum()),
            "sure": int(sure[place].sum()),
        }
        for place, decision in enumerate(DECISIONS)
    ]


def players(chart: Chart, play: str | None = None) -> Seating:
    """Both seats bidding by the chart, and playing as its deals were played or as ``play`` says."""
    named = play or str(policies_of(chart)["play"][0]).rpartition("/")[0]
    return seating(2, f"chart:{chart.name}", named)


def sample_deal(chart: Chart, seated: Seating, surprise: Surprise, seed: int, first: int) -> dict[str, Any]:
    """A deal of the seed with this hand in which both bid by the chart and it comes to the decision: a transcript.

    It is the first such deal from number ``first`` on.

    Raises
    ------
    UserError
        It does not come to it in the deals that are looked at.
    """
    rules = from_spec(chart.about["rules"])
    place = DECISIONS.index(surprise.decision)
    given = " and ".join(f"call_{number} == pass" for number in range(1, place + 1))
    seat = SEATS[place % 2]
    found = first_that_fits(rules, seated, seed, first, given, (f"{seat}:{surprise.hand}",), surprise.upcard)
    if found is None:
        raise UserError(
            f"chart {chart.name}: it never came to {surprise.decision} with {surprise.hand}, upcard {surprise.upcard}"
        )
    return found


def told(surprise: Surprise, deal: dict[str, Any]) -> dict[str, Any]:
    """A surprise and its deal as a row of a file.

    ``opponent``: the other's cards, all nine where they were dealt; ``written``: by forehand and by the dealer.
    """
    result, dealer = deal["result"], deal["dealer"]
    seats = {1 - dealer: "forehand", dealer: "dealer"}
    other = dealer if surprise.decision.startswith("forehand") else 1 - dealer
    written = result["written"]
    return surprise._asdict() | {
        "deal": deal["index"],
        "auction": " ".join(call.get("suit") or "pass" for call in deal["auction"]),
        "opponent": hand_text(parse_cards(" ".join(deal["hands"][other]))),
        "outcome": result["outcome"],
        "declarer": seats.get(result["declarer"]),
        "written_forehand": None if written is None else written[1 - dealer],
        "written_dealer": None if written is None else written[dealer],
    }

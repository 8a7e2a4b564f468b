"""What a searching policy finds in a decision: the value of every legal card."""

from __future__ import annotations

from typing import Any, NamedTuple

from debertz_sim._jit import call_entry, kernel
from debertz_sim.kernels.state import new_record
from debertz_sim.policies.families import FOR_BID
from debertz_sim.policies.registry import Seating
from debertz_sim.policies.search_value import SEARCHED


class Explained(NamedTuple):
    """The worlds of a decision and what every legal card is worth in them, by card."""

    worlds: int
    points: dict[int, float]
    """Mean card points of the side in the whole deal, the last ten included."""
    chances: dict[int, float] | None
    """Chance to make (or to break) the bid, a hanging baid as one half; None where the policy does not ask for it."""


@kernel
def _ask(seats, rules, v, streams, out):  # type: ignore[no-untyped-def]
    return call_entry(seats.search[v.seat], seats, rules, v, streams, out)


def explain(seated: Seating, rules: Any, view: Any, streams: Any) -> Explained:
    """What the searching policy of seat ``view.seat`` finds, in the very worlds in which it decides.

    ``rules``: the RULES record; ``view``: a VIEW record of a decision in the play; ``streams``: a STREAMS record at the
    deal (``open_streams``, ``start_deal``).  The policy of the seat must be ``pimc:N`` or ``rollout:N``.
    """
    seats = seated.family.seats
    assert seats.search[view.seat], "a policy that does not search has no values"
    out = new_record(SEARCHED)
    weight = int(_ask(seats, rules, view, streams, out))
    for_bid = bool(int(seats.options[view.seat]) & FOR_BID)
    cards = [card for card in range(32) if int(view.legal) >> card & 1]
    points = {card: int(out.points[card]) / weight for card in cards}
    chances = {card: int(out.halves[card]) / 2 / weight for card in cards} if for_bid else None
    return Explained(int(out.worlds), points, chances)

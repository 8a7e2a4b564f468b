"""The values behind a policy's decisions: what ``deal --analyse`` shows beside the solver's.

An explainer gives every legal card a score, for the policy of the seat that decides; the policy lays a card of the
highest score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from debertz_sim.kernels.rng import STREAMS, open_streams, start_deal
from debertz_sim.kernels.state import new_record
from debertz_sim.policies.registry import Seating
from debertz_sim.records.referee import card_views
from debertz_sim.rules import RuleSet

Scores = dict[int, float]  # by card
Explain = Callable[[Seating, Any, Any, Any], Scores]
"""Seating, a record of type RULES, the VIEW of a decision, STREAMS at the deal."""


def _searched(seated: Seating, rules: Any, view: Any, streams: Any) -> Scores:
    """What ``pimc`` and ``rollout`` find: mean card points of the side in the whole deal, or the chance of the bid."""
    from debertz_sim.policies.explain import explain

    found = explain(seated, rules, view, streams)
    return found.points if found.chances is None else found.chances


def _counted(seated: Seating, rules: Any, view: Any, streams: Any) -> Scores:
    """What ``expert`` thinks: trick points below its best card, without cards that another one stands for."""
    from debertz_sim.policies.explained import expert_counts

    return expert_counts(rules, view)


EXPLAINERS: dict[str, Explain] = {"expert": _counted, "pimc": _searched, "rollout": _searched}
"""By the name of the play policy, without its parameter."""


def explanations(deal: Mapping[str, Any], rules: RuleSet, seated: Seating) -> dict[int, Scores]:
    """The scores of the cards of seats whose play policy explains itself, by the place of the decision in the play.

    A policy that draws draws as in the seed's deal whose number the transcript gives (else as in deal 0 of seed 0).
    """
    explainers = [EXPLAINERS.get(choice.name.partition(":")[0]) for choice in seated.play]
    if not any(explainers):
        return {}
    record, streams = rules.lower()[0], new_record(STREAMS)
    open_streams(streams, deal.get("seed", 0), 0)
    found = {}
    for place, view in enumerate(card_views(deal, rules)):
        explain = explainers[int(view.seat)]
        if explain is not None:
            start_deal(streams, deal.get("index", 0))
            found[place] = explain(seated, record, view, streams)
    return found

"""The values behind a policy's decisions: what ``deal --analyse`` shows beside the solver's.

An explainer is ``explain(rules, view, parameter) -> {card: score}``: ``rules`` a record of type RULES, ``view`` one of
type VIEW as the policy saw it, ``parameter`` the number behind the policy's colon.  The policy lays the card of the
highest score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from debertz_sim.policies.explained import expert_counts
from debertz_sim.records.referee import card_views
from debertz_sim.rules import RuleSet

Explain = Callable[[Any, Any, int], dict[int, float]]

EXPLAINERS: dict[str, Explain] = {"expert": lambda rules, view, parameter: expert_counts(rules, view)}
"""By the name of the play policy, without its parameter."""


def explanations(deal: Mapping[str, Any], rules: RuleSet, play: Mapping[int, str]) -> dict[int, dict[int, float]]:
    """The scores of the cards laid by seats whose policy (``play``, by seat) explains itself, by place in the play."""
    if not any(policy.partition(":")[0] in EXPLAINERS for policy in play.values()):
        return {}
    record = rules.lower()[0]
    found = {}
    for place, view in enumerate(card_views(deal, rules)):
        name, _, parameter = play.get(int(view.seat), "").partition(":")
        if name in EXPLAINERS:
            found[place] = EXPLAINERS[name](record, view, int(parameter or 0))
    return found

"""Exact odds by counting, as fractions: one hand, the contest of all hands, and one's own six cards with an upcard."""

from debertz_sim.exact.hand import hand_odds
from debertz_sim.exact.own_hand import my_hand_odds
from debertz_sim.exact.seats import contest_odds
from debertz_sim.exact.values import ExactValue, MeldRules

__all__ = ["ExactValue", "MeldRules", "contest_odds", "hand_odds", "my_hand_odds"]

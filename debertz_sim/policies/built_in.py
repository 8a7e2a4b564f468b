"""The policies that come with the package, one row each."""

from __future__ import annotations

from debertz_sim.policies import families
from debertz_sim.policies.policy import BIDDING, MAX_THRESHOLD, PLAY, Policy

MAX_WORLDS = 4096  # of pimc:N and rollout:N

policies: list[Policy] = [
    Policy(
        "never",
        BIDDING,
        families.BID_NEVER,
        "always passes unless obliged",
        "Passes. Obliged to choose, names the legal suit in which his six cards count most with that suit as trump "
        "(the upcard not counted); ties to the earlier of s c d h.",
    ),
    Policy(
        "always",
        BIDDING,
        families.BID_ALWAYS,
        "forehand plays in round 1",
        "Plays in the suit of the upcard when asked in round 1, so that forehand is always the declarer. In round 2 "
        "(never reached when all seats bid so) names the legal suit in which his six cards count most.",
    ),
    Policy(
        "random",
        BIDDING,
        families.BID_RANDOM,
        "every legal call equally likely",
        "Round 1: play or pass, 1/2 each. Round 2: each legal suit, and pass where it is allowed, equally likely.",
    ),
    Policy(
        "points",
        BIDDING,
        families.BID_POINTS,
        "plays when the card points of his six cards reach T",
        "Counts the card points of his six cards with the suit in question as trump, the upcard not counted, and plays "
        "when they reach T. In round 2 he looks at the legal suit with most points, ties to the earlier of s c d h. "
        "Obliged to choose, names that suit whatever it counts.",
        parameter=("T", f"card points, a whole number from 0 to {MAX_THRESHOLD}"),
    ),
    Policy(
        "rules",
        BIDDING,
        families.BID_RULES,
        "written rules of bidding, without search",
        module="debertz_sim.policies.bidding_rules",
    ),
    Policy(
        "chart",
        BIDDING,
        families.BID_CHART,
        "a computed call for every hand class (debertz chart); two players",
        parameter=("NAME", "a shipped chart's name or a file written by debertz chart build"),
        tables="debertz_sim.policies.charted:load",
        module="debertz_sim.policies.chart",
    ),
    Policy(
        "rule",
        BIDDING,
        families.BID_CHART,
        "a rule that a human can remember, or a custom; two players",
        parameter=("NAME", "a rule's name"),
        tables="debertz_sim.policies.rule_book:rule",
        module="debertz_sim.policies.rule_book",
    ),
    Policy(
        "random",
        PLAY,
        families.PLAY_RANDOM,
        "every legal card equally likely",
        "Plays each of his legal cards with the same probability.",
        terts="The cards as above; words and exchange are those of the default player.",
    ),
    Policy(
        "greedy",
        PLAY,
        families.PLAY_GREEDY,
        "takes a trick with the cheapest card that takes it, leads the strongest plain card",
        "Following: the cheapest legal card that beats what lies in the trick; if none does, the cheapest legal card. "
        "Cheapest: fewest card points; of equal points a plain card before a trump, then the weaker card, then the "
        "earlier suit of s c d h. Leading: the strongest legal plain card in trick order (A T K Q J 9 8 7), ties to "
        "the earlier suit; with nothing but trumps the cheapest.",
        terts="The cards as above; words and exchange are those of the default player.",
    ),
    Policy(
        "rules",
        PLAY,
        families.PLAY_RULES,
        "written rules of play, without search",
        module="debertz_sim.policies.play_rules",
        sides_module="debertz_sim.policies.play_sides",
        terts_module="debertz_sim.policies.terts_rules",
    ),
    Policy(
        "expert",
        PLAY,
        families.PLAY_EXPERT,
        "learned from its own games: a sum of looked-up numbers for every card",
        module="debertz_sim.policies.expert",
        sides_module="debertz_sim.policies.expert_sides",
        terts="As play rules does.",
        terts_module="debertz_sim.policies.terts_rules",
    ),
    Policy(
        "rollout",
        PLAY,
        families.PLAY_ROLLOUT,
        "tries every card in N sampled worlds, everybody going on with expert",
        parameter=("N", f"worlds, a whole number from 1 to {MAX_WORLDS}"),
        least=1,
        most=MAX_WORLDS,
        options=("plain", "bid"),
        module="debertz_sim.policies.search",
    ),
    Policy(
        "pimc",
        PLAY,
        families.PLAY_PIMC,
        "solves N sampled open deals and plays the card that does best on average",
        parameter=("N", f"worlds, a whole number from 1 to {MAX_WORLDS}"),
        least=1,
        most=MAX_WORLDS,
        options=("plain", "bid", "roll"),
        module="debertz_sim.policies.search_solved",
    ),
]
"""The built-in policies."""

"""The switch values that a deal of the usual shape can meet."""

from typing import Any

VALUES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "sides": ["each", "pairs"],
    "passive_dealer": [False, True],
    "second_packet": [3, 2],
    "upcard_to": ["nobody", "dealer", "declarer"],
    "second_round_suits": ["other", "any"],
    "all_pass": ["redeal", "obliged"],
    "redeal_four_sevens": [False, True],
    "redeal_max_points": ["none", 2, 13],
    "seven_exchange": ["any", "declarer", "none"],
    "seven_from_first_packet": [False, True],
    "terts_question": [True, False],
    "sequence_order": ["natural", "strength"],
    "sequence_points": [{3: 20, 4: 50}, {3: 20, 4: 50, 6: 100}, {3: 20, 4: 40, 5: 50}],
    "sequence_rank": ["class", "length"],
    "sequence_tie": ["trump_then_turn", "turn", "trump_or_nobody", "last_trick", "nobody", "both"],
    "sequences_need_trick": [False, True, "terts_only"],
    "defenders_pool": [True, False],
    "instant_win": ["none", "dealt_six_to_ace", "seven_trumps_to_ace"],
    "fours": ["none", {"J": 200, "other": 100}],
    "bella_to": ["holder", "first_trick_winner", "holder_both_tricks"],
    "bella_needs_trick": [False, True],
    "bella_call": ["any_turn", "first_card", "on_lead", "after_trick"],
    "first_lead": ["forehand", "declarer"],
    "overtrump": ["always", "trump_lead", "never"],
    "overtrump_partner": [True, False],
    "trick_points": ["standard", "belote", "terts"],
    "declarer_beats": ["sum", "each"],
    "baid_to": ["split", "leader", "lost"],
    "hanging": ["pot", "queue", "forced_deal", "per_dealer", "each_own", "void"],
    "baid_penalty": [0, 100],
    "no_trick_penalty": [0, 100],
    "next_dealer": ["higher", "clockwise"],
    "target": [501, 301, 1001, 500, 77, "one_deal"],
    "both_reach": ["last_trick", "larger", "larger_or_extra_deal", "defender"],
    "early_claim": ["on", "off", "defender"],
    "payoff": ["none", "stake", "difference", "hundreds", "stake_marks"],
    "freza_shown": [True, False],
    "match_unit": ["points", "kush"],
    "form": ["usual", "two_rounds"],
}
"""Every value of every switch."""

SHAPE = ("players", "passive_dealer", "second_packet", "upcard_to")
"""The switches that say how many cards go where; most of their values only go with certain values of the others."""

SAME_FOR_ONE_DEFENDER = {
    # With two players a trump can lie in the trick only if it was led.
    ("overtrump", "always"): "trump_lead",
    ("baid_to", "split"): "leader",
    ("declarer_beats", "sum"): "each",
}
"""Values that two players cannot tell from another one, and that other one."""

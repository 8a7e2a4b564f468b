"""Rule-book cases: a match of two rounds."""

from tests.rulebook.case import PAIRS, Case, MatchCase, deal

CASES = [
    Case(
        "form = two_rounds: the first round is not the match, usual: it is over",
        deal(
            "0 | 9s 9c Jc Qc 7d 9h / 8s As Kc 9d Ad Kh / Qs Tc Ac Th Jh Ah / Ts Ks 7c Td 7h 8h | Qh | 7s / Js Jd / 8c "
            "Qd / 8d Kd | -",
            "h: Kh Th 7h 9h 7s As Qs Ts Js Jh Ks 9s 8c 7c 9c Kc 9d Qd Td 7d 8d Qh Ad Ah Tc 8h Qc 8s Kd Jc Jd Ac",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.match_over": False, "result.match_winner": None},
        other_rules={**PAIRS, "early_claim": "off"},
        other_expected={"result.match_over": True, "result.match_winner": 1},
    ),
    Case(
        "form = two_rounds: after a round the next clockwise deals, though another made it",
        deal(
            "0 | 7s 7d 9d Jd 8h Qh / As Kc Ac 8d Kd Jh / Ks 7c Jc Qc Td 7h / 9s Qs 8c Qd Ad 9h | Ts | Ah / Js 9c / 8s "
            "Th / Tc Kh | -",
            "pass pass s: Kc Jc Tc Ts 8h Jh Th Kh 7c 8c 7s 9c Jd 8d Td Ad Qd 9d Kd Ks 7h 9h Ah As Js 8s 9s 7d Ac Qc Qs "
            "Qh",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.round_winner": 1, "result.next_dealer": 1, "result.burned": [], "result.match_winner": None},
    ),
    Case(
        "form = two_rounds: a pot is burned at the end of a round",
        deal(
            "0 | Js Qc 7d 8h Kh Ah / 8s Ks Tc 8d Ad 7h / 9s Qs 7c Jc Kc 9d / Ts As Jd 9h Jh Qh | Ac | Qd / 8c Td / 7s "
            "Kd / 9c Th | -",
            "c: 8s Qs As Js 9h Ah 7h Kc 9d Jd Qd Ad 8d Kd 9c 7d Qh 8h Tc Jc 9s Ts Qc Ks Kh 8c 7c Jh Td 7s Th Ac",
            scores=(440, 300, 440, 300),
            baids=(0, 0, 0, 0),
            pots=(30,),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [106, 106, 106, 106],
            "result.burned": [136],
            "result.pots": [],
            "result.round_winner": 0,
        },
    ),
    Case(
        "form = two_rounds: both rounds to one side, the match is over",
        deal(
            "0 | 8s Ts As Tc Qd Kd / Js Qc 9d Jd Qh Kh / 7c 9c Ad 7h 9h Jh / 9s Ks Jc Ac 7d Ah | 8c | Kc / 7s 8h / 8d "
            "Td / Qs Th | -",
            "c: Kh Jh Ah 8c Ts Js 7c Ks 9h Th Kc Qh Tc Qc 9c Jc 7d Qd 9d 8d Kd Jd Ad Ac Qs 8s 7s Td 9s As 8h 7h",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
            match_round=2,
            obliged=(1, 3),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.round_winner": 1, "result.match_over": True, "result.match_winner": 1, "result.next_dealer": None},
    ),
    Case(
        "form = two_rounds: the second round to the other side, deciding deals follow",
        deal(
            "2 | 9s Js 9c Jc Th Jh / Ks 7c 8c Ac 8d Td / 7s 8s Ts As Kc Qh / Jd Kd Ad 8h 9h Ah | 7d | 9d 7h / Qc Qd / "
            "Qs / Tc Kh | -",
            "d: 8h 7h Td Qh Qd 7d Ad 9d 9s Ks Ts Kd Kh Jh 8d As Ac Kc Tc Jc 7c Qs Jd 9c 9h Th Qc 8s Js 8c 7s Ah",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
            match_round=2,
            obliged=(0, 2),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.round_winner": 1, "result.match_over": False, "result.match_winner": None, "result.next_dealer": 3},
    ),
    Case(
        "form = two_rounds: in a deciding deal the target is nothing",
        deal(
            "0 | As 8c Jc 7d Td 8h / 7s 8s Qs 7h Th Qh / 7c 9c Qd 9h Jh Kh / Tc Qc 8d Jd Ad Ah | Kd | 9s / Js Ac / Kc "
            "9d / Ts Ks | -",
            "d: Qs 9d Ts As 7c Qc Jc Ac Qh 9h Ah 8h Ks 9s Js Qd Kc Tc 8c 7s 8d Kd Th 9c Td 8s Kh Ad Jd 7d 7h Jh",
            scores=(480, 490, 480, 490),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=1,
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.written": [61, 101, 61, 101], "result.match_over": False, "result.next_dealer": 1},
    ),
    Case(
        "form = two_rounds: after the fourth deciding deal the larger sum wins",
        deal(
            "0 | Js Qc 7d Kd 8h Qh / 7s 9s As Td 9h Ah / Ks 9c Jc 8d Qd Th / Ts 7c Tc Kc Jd Kh | 7h | 9d / Qs Jh / 8s "
            "Ad / 8c Ac | -",
            "h: As Ks Ts Js 9s 8s Kh 7h Kc Qc Ah Jc Jh Th Jd Qh 9h Ad 7c 8h Qs 9c 8c Kd Td Qd Tc 7d 7s 8d Ac 9d",
            scores=(400, 200, 400, 200),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=3,
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.written": [0, 162, 0, 162], "result.match_over": True, "result.match_winner": 0, "result.burned": []},
    ),
    Case(
        "form = two_rounds: level after the fourth deciding deal, it goes on, and the pot too",
        deal(
            "0 | Js Ks 9c Jc Ad 8h / 8c Qc Jd Qd 9h Qh / 7s Ts 8d 7h Th Kh / 8s Qs Kc Ac 7d Kd | Ah | Td / 9s Tc / 7c "
            "9d / As Jh | -",
            "h: Qc 7c Ac 9c Kd Ad Jd 9d Td Qd 8d 7d Js 9s Ts 8s 7s As Ks 9h Qh Kh Jh Ah Kc Jc Tc 7h Th Qs 8h 8c",
            scores=(281, 200, 281, 200),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=3,
            pots=(40,),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.written": [81, 0, 81, 0], "result.match_over": True, "result.pots": [], "result.next_dealer": None},
    ),
    Case(
        "form = two_rounds: a pot hanging after the last deciding deal is burned",
        deal(
            "0 | Ks 7c 8c Kc 8d Qh / 8s 9s 9c Ad 8h Th / 7s As 9d Qd 9h Jh / Js Tc Qc Ac Jd 7h | Ah | Kd / Ts Kh / Jc "
            "7d / Qs Td | -",
            "h: 8h Jh 7h Qh As Js Ks 8s 7s Qs Ah Ts Kc 9c Jc Ac Qc 8c Th 9h Qd Td Kd Ad Kh 9d Jd 8d 9s 7d Tc 7c",
            scores=(400, 200, 400, 200),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=3,
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"result.written": [91, 0, 91, 0], "result.match_winner": 0, "result.burned": [91]},
    ),
    Case(
        "form = two_rounds: no claim in deciding deals",
        deal(
            "0 | 8c Jc 7d 8h Jh Qh / Ks 7c 8d Kd Ad Kh / Ts Kc Jd 7h Th Ah / 8s Js As Tc Ac Qd | 9s | Qs / 9c Td / 9d "
            "9h / 7s Qc | -",
            "s: Td 9d Qd 7d 8d Jd Js 9s As Qs Ks Ts Tc Jc 7c Kc Ac 8c 9c 7h 8s 8h Kd Th 7s Jh Kh Ah Qc Qh Ad 9h",
            scores=(480, 490, 480, 490),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=2,
        ),
        {**PAIRS, "form": "two_rounds"},
        {"result.outcome": "made", "result.match_over": False},
    ),
    Case(
        "form = two_rounds: a claim wins the round, off: it is played out",
        deal(
            "0 | Js Jc Qc Td Jd Qh / 7s 8s 9s As 7c Kd / Ts Qs Ks 8c Ac 8h / Kc 7d 8d 9d 7h 9h | Jh | Ad / 9c Tc / Qd "
            "Ah / Th Kh | -",
            "h: 9c 8c Kc Jc 7d Ad Kd Qd Js 9s Qs 7h 8d Td 8s 8h Ts Th Jh As",
            scores=(450, 300, 450, 300),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "form": "two_rounds"},
        {"result.outcome": "claim", "result.written": [79, 0, 79, 0], "result.match_over": False},
        other_rules={**PAIRS, "form": "two_rounds", "early_claim": "off"},
        other_expected={"result.outcome": "made", "result.written": [92, 110, 92, 110], "result.match_over": False},
        other_play="h: 9c 8c Kc Jc 7d Ad Kd Qd Js 9s Qs 7h 8d Td 8s 8h Ts Th Jh As Jd 7c Ah 9d Ac Kh Qc Tc 9h Qh 7s Ks",
    ),
    Case(
        "form = two_rounds: both sides at the target and level, the round goes on, larger: the last trick",
        deal(
            "0 | 7s Jc 8d Ad Th Kh / Ts 8c Qc Kc Jd Qh / Qs Ks Tc 7d 8h 9h / 8s As 9c 9d Qd Jh | Td | 7h / Kd Ah / 7c "
            "Ac / 9s Js | -",
            "pass pass d: Kc Ac 9c Jc 7d 9d Ad Jd Ts Qs 9s 7s Ah 9h Jh Th 8c 7c Qd Td 8d Kd Ks Js Qh 8h As Kh 7h Qc Tc "
            "8s",
            scores=(480, 460, 480, 460),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off", "both_reach": "larger_or_extra_deal"},
        {"result.written": [71, 91, 71, 91], "result.last_trick": 0, "result.next_dealer": 3},
        other_rules={**PAIRS, "form": "two_rounds", "early_claim": "off", "both_reach": "larger"},
        other_expected={"result.written": [71, 91, 71, 91], "result.last_trick": 0, "result.next_dealer": 1},
    ),
    Case(
        "form = two_rounds: baids count on in the deciding deals",
        deal(
            "0 | 8s Td Kd 8h Th Kh / 9s Ts Ks Jd Ad Qh / Qs As 9c Qc Ac Qd / 7c Kc 7d 8d Jh Ah | 8c | 9h / Js Jc / Tc "
            "9d / 7s 7h | -",
            "c: 9s Qs 7s 8s Ac 7c 8c Jc Qh 9c Ah 8h Qd 8d Td Jd Kd Ad 9d 7d Js As Kc Kh 7h Th Ts Qc Tc Jh 9h Ks",
            scores=(50, 60, 50, 60),
            baids=(0, 2, 0, 2),
            match_round=3,
            deciding=2,
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off", "baid_penalty": 100},
        {"result.written": [182, -100, 182, -100]},
        other_rules={**PAIRS, "form": "two_rounds", "early_claim": "off"},
        other_expected={"result.written": [182, 0, 182, 0]},
    ),
    Case(
        "form = two_rounds: in the first round nobody is obliged whatever all_pass says, usual: the dealer is",
        deal(
            "2 | Tc Qc 9d 8h Qh Ah / 8s Ts Js Qs 9c Ac / 8c Jc Kc Qd Jh Kh / As 7c 7d Kd Ad 7h | Ks | 7s Th / 8d 9h / "
            "9s / Td Jd | -",
            "pass pass pass pass pass pass pass:",
        ),
        {**PAIRS, "form": "two_rounds", "all_pass": "obliged"},
        {"to_move.seat": 2, "to_move.legal": ["c", "d", "h", "pass"]},
        other_rules={**PAIRS, "all_pass": "obliged"},
        other_expected={"to_move.seat": 2, "to_move.legal": ["c", "d", "h"]},
    ),
    Case(
        "form = two_rounds: in the second round the first one's winner is obliged as dealer, all_pass = redeal or not",
        deal(
            "3 | 9s 7c Jc Td 7h Ah / Ks Ac 8d 9d Kd Qh / Js 9c Kc Qd 8h Th / 7s 8s Qs 7d Ad Kh | Qc | 8c Jh / Jd 9h / "
            "Ts Tc / As | -",
            "pass pass pass pass pass pass pass:",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
            match_round=2,
            obliged=(1, 3),
        ),
        {**PAIRS, "form": "two_rounds"},
        {"to_move.seat": 3, "to_move.legal": ["d", "h", "s"]},
    ),
    Case(
        "form = two_rounds: in the second round the other side's dealer may pass",
        deal(
            "0 | 8s Qs Ks Jc Kd Ah / 9s Ts Tc 9d 8h Qh / 7c 9c 8d 7h 9h Jh / 7s 8c Qc Kc Th Kh | Ad | Td / Js 7d / Jd "
            "Qd / As Ac | -",
            "pass pass pass pass pass pass pass:",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
            match_round=2,
            obliged=(1, 3),
        ),
        {**PAIRS, "form": "two_rounds", "all_pass": "obliged"},
        {"to_move.seat": 0, "to_move.legal": ["c", "h", "pass", "s"]},
    ),
    Case(
        "form = two_rounds: in a deciding deal nobody is obliged, all pass is dealt again and not counted",
        deal(
            "1 | 8s Kc 7d 9d Th Jh / 9s Js Ks 9c Jd Ah / 7s As Jc Qc 8d Qd / Qs Tc Kd 7h 8h Qh | 9h | Td Ad / Ac / Ts "
            "7c / 8c Kh | -",
            "pass pass pass pass pass pass pass pass:",
            scores=(120, 60, 120, 60),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=3,
        ),
        {**PAIRS, "form": "two_rounds", "all_pass": "obliged"},
        {"result.outcome": "all_pass", "result.match_over": False, "result.next_dealer": 2},
    ),
    Case(
        "form = two_rounds: an instant win in the first round ends the match",
        deal(
            "0 | 7s 8c Tc Qc 8h Qh / 8s Js Jc 7d 9h Jh / 9d Td Jd Qd Kd Ad / Ts Ks As Ac 7h Th | Qs | 7c / 9s Kh / 8d "
            "Ah / 9c Kc | -",
            ":",
            scores=(10, 400, 10, 400),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "form": "two_rounds", "instant_win": "dealt_six_to_ace"},
        {"result.outcome": "instant_win", "result.match_over": True, "result.match_winner": 0},
    ),
    Case(
        "form = two_rounds: in a deciding deal there is no target, and all may know the round",
        deal(
            "0 | Qs 7c 9c Td Ad 7h / Ts 8c Qc Jd Qd 8h / 7s Ac 7d 8d Qh Ah / 8s 9s Js Ks Tc Jc | Kc | 9d / 9h Kh / As "
            "Th / Kd Jh | -",
            "c: Kh Qh Jh 7h 8c Ac Jc Kc Kd Td Qd 8d Ad Jd 7d Tc Js Qs Ts 7s 8h Th 8s 9c 9d Qc Ah 9s 9h As Ks 7c",
            scores=(510, 40, 510, 40),
            baids=(0, 0, 0, 0),
            match_round=3,
            deciding=2,
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"decisions.0.view.match_round": 3, "decisions.0.view.target": 0, "decisions.0.view.obliged": 0},
    ),
    Case(
        "form = two_rounds: in the second round all may know that the dealer is obliged",
        deal(
            "2 | 9s 7d 8d Td Qd Ah / Js Qs As 8h 9h Kh / 7s 9c Qc Ad 7h Qh / Ks Tc Kc 9d Th Jh | Kd | 7c 8c / 8s Ac / "
            "Jd / Ts Jc | -",
            "d: Ts 9s 8s 7s Tc 8c Ac 9c As Kd Ks Td Ah 9h 7h Th 8d Js Jd 9d Ad Jc Qd Kh Qc Kc 7c 8h Jh 7d Qs Qh",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
            match_round=2,
            obliged=(0, 2),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off"},
        {"decisions.0.view.match_round": 2, "decisions.0.view.target": 501, "decisions.0.view.obliged": 1},
    ),
]

MATCH_CASES = [
    MatchCase(
        "form = two_rounds: scores and baids are cleared, the first round's winners are obliged in the second",
        0,
        (
            deal(
                "0 | 9s 9c Jc Qc 7d 9h / 8s As Kc 9d Ad Kh / Qs Tc Ac Th Jh Ah / Ts Ks 7c Td 7h 8h | Qh | 7s / Js Jd / "
                "8c Qd / 8d Kd | -",
                "pass h: Kh Th 7h 9h 7s As Qs Ts Js Jh Ks 9s 8c 7c 9c Kc 9d Qd Td 7d 8d Qh Ad Ah Tc 8h Qc 8s Kd Jc Jd "
                "Ac",
            ),
            deal(
                "1 | Ks 7c Tc 8d Jd Qh / 8s Qs Qd 7h 9h Jh / 7s Js As 8c Qc Ac / Jc 9d Td Kd Ad 8h | Th | Ts Kc / 7d / "
                "9s Kh / 9c Ah | -",
                "h: As Ah Ks 8s 9c Kc Th Qc 9h Kh 8h Qh Jh Js Td Jd 7d Ac Ad 8d Jc Tc 7h 8c Qs 9s 9d Ts 7c Qd 7s Kd",
            ),
        ),
        {**PAIRS, "form": "two_rounds", "early_claim": "off", "target": 60},
        {
            "deals.0.result.round_winner": 1,
            "deals.0.result.next_dealer": 1,
            "deals.1.dealer": 1,
            "deals.1.match_round": 2,
            "deals.1.scores_before": [0, 0, 0, 0],
            "deals.1.baids_before": [0, 0, 0, 0],
            "deals.1.obliged": [1, 3],
            "deals.1.result.match_over": True,
            "winner": 1,
            "over": True,
        },
    ),
    MatchCase(
        "form = two_rounds: a forced deal and its pot end with the round",
        1,
        (
            deal(
                "1 | 9c Ac 7d 8d 9d Jh / 7s Qs Tc Kd 7h Qh / Js Ks Jd 8h 9h Kh / 9s As 7c Jc Kc Ad | Td | 8s 8c / Qd / "
                "Ts Ah / Qc Th | -",
                "d: Ts 9s 8s Qs Ks As 8d 7s Jh 7h 8h Th Kc 8c Tc Jd Ah Ad 9d Qh 9c Qd 9h Qc Kd Kh Jc 7d Td Js 7c Ac",
            ),
            deal(
                "2 | Js Kc 9d Td Jd Ad / Qs Tc Jc 7d 7h Th / Ts 7c 9c Qc 9h Ah / 7s Ks Ac Kd Jh Qh | 8d | As Qd / 8s "
                "8h / 8c / 9s Kh | -",
                "d: 9s As 8s Ts Qd 7d 8d Kd 7s Js Qs 9c Jc 7c Ac Kc Kh Ad 7h Ah Jd Tc 9h Ks 9d 8h 8c Qh Td Th Qc Jh",
            ),
        ),
        {
            **PAIRS,
            "form": "two_rounds",
            "early_claim": "off",
            "target": 60,
            "hanging": "forced_deal",
            "next_dealer": "clockwise",
        },
        {
            "deals.0.result.outcome": "hanging_baid",
            "deals.0.result.burned": [101],
            "deals.1.pots": [],
            "deals.1.auction.#": 1,
            "deals.1.match_round": 2,
        },
    ),
    MatchCase(
        "form = two_rounds: one round each, four deciding deals by one dealer after the other, the larger sum",
        3,
        (
            deal(
                "3 | 8s Ts Kc 9d Td Th / Js 9c Qd Ad 8h Qh / 7s Jc Jd Kd 9h Kh / 9s Ks As Tc 8d Jh | 8c | 7c 7h / Qs "
                "7d / Qc Ah / Ac | -",
                "c: 7c 9c Jc Ac Kd 8d Td 7d Th Qh Ah Jh Jd Tc 9d Ad As 8s Qs 7s 8c Kc Qd Qc 7h 8h 9h 9s Kh Ks Ts Js",
            ),
            deal(
                "0 | Qs 9c Qc Jd Th Kh / 7s Js 8c Td Ad Qh / Ks Ac 7d 9d Qd 7h / 9s Tc Kc 8h 9h Jh | 8s | Ah / As Jc / "
                "7c Kd / Ts 8d | -",
                "s: 7s Ks 9s 8s Kc Qc 8c Ac 7h 8h Kh Qh Ah Js 7d 9h Jc 7c Tc 9c Jh Th As Qd Ad 9d 8d Jd Td Kd Ts Qs",
            ),
            deal(
                "1 | 8s As Tc Kc Qd Kd / 9s Qs Ac 7d 8d Th / 7c 9d 7h 8h Qh Kh / 7s Js Ks Td Ad 9h | Qc | Ts Jh / Ah / "
                "8c Jc / 9c Jd | -",
                "c: 7c 9c Tc Ac Js 8s Qs 8c 7h 9h Jh Ah 7d 9d Jd Qd Kd 8d Jc Td Qh Ks Kc Th Ts 9s 8h 7s As Qc Kh Ad",
            ),
            deal(
                "2 | Qs Qd Ad 7h Jh Qh / 8s Kc Ac 9d 8h Th / Js Ks Jc Qc 7d Jd / 9s Ts 9c Td Kh Ah | As | 7s Tc / 8c "
                "9h / 7c / 8d Kd | -",
                "pass pass pass pass pass pass pass pass:",
            ),
            deal(
                "3 | 9c Jc Qc Ac 8h Kh / 8s Js 7d 9d 9h Jh / 9s Qs Tc 8d Qd Ah / As 7c Kc Jd Kd Ad | Ks | 8c 7h / Td "
                "Qh / 7s Ts / Th | -",
                "s: Kh Jh Ah Th 8d Ad Qc Td Ks 9c Js 7s 9h Qs As 7h Jd Ac 7d Qd Ts Kc 8h 8s Tc 7c Jc Qh 9s Kd 8c 9d",
            ),
            deal(
                "0 | 9s 8c Kc Ac Kd 8h / Js 7d 9d Ad 7h Jh / Qs As 7c Tc Qc Th / 8s Ts Ks 9c 8d Qd | Ah | Jc / Jd Qh / "
                "7s Td / 9h Kh | -",
                "h: Jd Td 8d Kd Tc 9c Kc 7h Ad Th Qd Ah 9s Js 7s Ks 8s 8h Jh As Qh Qc 9h Ac Kh 8c 7d 7c Ts Jc 9d Qs",
            ),
            deal(
                "1 | 7s 9c Jc Ac Kd 7h / 8s Qs 7d 8d Jh Qh / 7c Kc Jd Qd 8h Ah / Js Ks As Qc 9d 9h | Td | Th Kh / Ad / "
                "9s 8c / Ts Tc | -",
                "d: Jd 9d Kd Td 9s Js 7s Qs 8s Qd Ks Kh 8c Qc Jc 8d Ad 7c As 9c 7d 8h Tc Ac Qh Ah 9h 7h Kc Ts Th Jh",
            ),
        ),
        {
            **PAIRS,
            "form": "two_rounds",
            "early_claim": "off",
            "target": 60,
            "next_dealer": "clockwise",
            "payoff": "difference",
        },
        {
            "deals.1.obliged": [0, 2],
            "deals.2.match_round": 3,
            "deals.2.scores_before": [0, 0, 0, 0],
            "deals.2.obliged": [],
            "deals.2.dealer": 1,
            "deals.3.deciding_deals_before": 1,
            "deals.4.deciding_deals_before": 1,
            "deals.5.deciding_deals_before": 2,
            "deals.6.deciding_deals_before": 3,
            "deals.6.dealer": 1,
            "scores": [260, 388, 260, 388],
            "winner": 1,
            "payoffs": [0.0, 0.0, 0.0, 0.0],
        },
    ),
]

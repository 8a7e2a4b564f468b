"""Rule-book cases: chains of deals, two against two."""

from tests.rulebook.case import PAIRS, MatchCase, deal

MATCH_CASES = [
    MatchCase(
        "payoff = stake: pairs, each partner of the losing side pays one",
        0,
        (
            deal(
                "0 | 9s Qs 7c Jc 8d 9d / 7s 8s 8c Qc 9h Kh / Ts Ks 8h Jh Qh Ah / As Kc Ac Td Jd Th | Tc | Kd / 7d Qd / "
                "9c 7h / Js Ad | -",
                "c: 8s Ks Js 9s 8h Th Tc Kh Jc Qc 9c Kc Kd 7d Ah Td Ad 9d Qd Ts Ac 7c 8c Qh Jd 8d 7s Jh As Qs 9h 7h",
            ),
        ),
        {**PAIRS, "early_claim": "off", "target": 60, "payoff": "stake"},
        {"winner": 1, "scores": [71, 91, 71, 91], "payoffs": [1.0, 0.0, 1.0, 0.0]},
        other_rules={**PAIRS, "early_claim": "off", "target": 60},
        other_expected={"winner": 1, "scores": [71, 91, 71, 91], "payoffs": [0.0, 0.0, 0.0, 0.0]},
    ),
    MatchCase(
        "payoff = difference: pairs, each partner pays what the side lacks, hundreds: of one hundred",
        2,
        (
            deal(
                "2 | Ts Qd Kd 8h 9h Jh / 9c 7d 8d Jd 7h Qh / 8s 9s Js Qs Tc Kh / 7s As Kc Ad Th Ah | 7c | Ks Qc / Jc "
                "Td / 8c / Ac 9d | -",
                "c: 7s Ks 9c 9s Jd 8c Ad Qd 7c Ac Qc Jc 7h Kh Th 9h 9d Kd 8d Tc Qs As Ts 7d Kc Jh Qh Js Ah 8h Td 8s",
            ),
        ),
        {**PAIRS, "early_claim": "off", "target": 130, "payoff": "difference"},
        {"winner": 1, "scores": [30, 132, 30, 132], "payoffs": [100.0, 0.0, 100.0, 0.0]},
        other_rules={**PAIRS, "early_claim": "off", "target": 130, "payoff": "hundreds"},
        other_expected={"winner": 1, "scores": [30, 132, 30, 132], "payoffs": [70.0, 0.0, 70.0, 0.0]},
    ),
    MatchCase(
        "payoff = stake_marks: pairs, the side's baids are each partner's",
        0,
        (
            deal(
                "0 | As Tc Ad Th Jh Kh / 9c Jc Ac 7d Kd 8h / 9s Ks 8c Kc 8d Td / 7s 8s Js Qc 9d Jd | Qs | Qd / 9h Qh / "
                "Ts 7c / 7h Ah | -",
                "s: Ac 8c Qc Tc 9c 7c Js Qs 8s As Kd 9s Td Jd Qd 7d Ks 7s Th 9h Ts 7h Ad Jc Kc Ah Jh Qh 8d 9d Kh 8h",
            ),
            deal(
                "2 | 7s Ts Js Qs 8c Jh / 9s Jc Qc Qd Th Ah / Kc 7d 8d 9d Td 7h / 8s 7c Ac Jd Ad Qh | 9c | Ks Tc / Kd "
                "9h / As / 8h Kh | -",
                "pass c: Qh Jh Ah 7h Jc 9c Ac Tc 9h Kc 8h 8c 7d Ad 7s Kd Jd Ts Qd Td As 8s Qs 9s 9d 7c Js Qc Th 8d Kh "
                "Ks",
            ),
        ),
        {**PAIRS, "early_claim": "off", "target": 180, "payoff": "stake_marks"},
        {"winner": 0, "scores": [305, 119, 305, 119], "payoffs": [0.0, 1.5, 0.0, 1.5]},
        other_rules={**PAIRS, "early_claim": "off", "target": 180, "payoff": "stake"},
        other_expected={"winner": 0, "scores": [305, 119, 305, 119], "payoffs": [0.0, 1.0, 0.0, 1.0]},
    ),
    MatchCase(
        "hanging = forced_deal: pairs, the side's points hang, level again and made, the pot goes to the side",
        3,
        (
            deal(
                "3 | Js 9c 8d Kd Ad Kh / 8s Jd 7h 9h Th Qh / Ts 7c Qc Td Jh Ah / As 8c Tc Jc Kc Qd | Qs | Ks 9d / 7s "
                "Ac / 7d 8h / 9s | -",
                "s: Js 7s Ts 9s 9c Ac 7c 8c Th Jh Qs Kh Kc Ks 8s Qc Ad Jd Td Qd Kd Qh 7d As Jc 8d 9h Ah Tc 9d 7h 8h",
            ),
            deal(
                "0 | Js As 9c Qc Th Qh / Ts Qs 7c Kc Kd 7h / 9s 8c 7d 8d Jd Jh / 7s Td Ad 8h 9h Kh | Ac | Ah / Jc 9d / "
                "8s Qd / Ks Tc | -",
                ": Ts 9s Ks As Qh 7h Jh 9h 9c Jc 8c Tc Kc 7d Kh Ac Ah 7c 8d 8h 9d Jd Td Qc Th Kd Qd 7s Js Qs 8s Ad",
            ),
            deal(
                "1 | Js As Tc 8d Ad Qh / 7s Ts 7c 9d 7h Kh / Ks Jc Kc 7d Jd Kd / 8s Qs 8c Qc 8h 9h | Th | Ac Td / 9s / "
                "Jh Ah / 9c Qd | -",
                ": Jd Qd Ad 9d 8d Kh Kd 9h 8c Tc 7c Kc As Ts Ks Qs Td 7h 7d 8h Qc Ac Th Jc 7s Ah 8s Js Jh 9c Qh 9s",
            ),
        ),
        {**PAIRS, "early_claim": "off", "hanging": "forced_deal", "next_dealer": "clockwise"},
        {
            "deals.1.pots": [81],
            "deals.2.forced.declarer": 0,
            "deals.2.pots": [162],
            "deals.2.result.totals": [104, 58, 104, 58],
            "deals.2.result.written": [266, 58, 266, 58],
            "deals.2.result.pots": [],
        },
    ),
    MatchCase(
        "baid_penalty = 100: pairs, baids of both partners are the side's",
        0,
        (
            deal(
                "0 | 8s 9c Qc Ac Td Th / Js 7d 9d Ad 7h 9h / 9s Ks As Kc Jd Kh / Ts Qs Tc Jc Kd 8h | Qd | 7c / Jh Qh / "
                "7s Ah / 8c 8d | -",
                "d: 9h Kh 8h Th 7c 7d Kc 8c Js 9s Ts 8s Tc Qc 9d Jd 7s Qs Qd Ad 7h Ah 8d Td Ac Qh As Jc 9c Jh Ks Kd",
            ),
            deal(
                "1 | Ks Td Kd 9h Qh Ah / 7s Ts Js As 9c Qc / 8c 7d 9d Jd 8h Jh / 8s Qs Tc Qd Ad Kh | 8d | 9s 7c / Jc / "
                "7h Th / Kc Ac | -",
                "pass d: Jh Kh 9h 8d Jc 8c Tc 7c Qs 9s Ts Jd 9d Qd Kd As 7h Ad Qh 9c Ac Td Qc 7d Ks Js 8h 8s Ah 7s Th "
                "Kc",
            ),
            deal(
                "2 | 9s Ts Ks 7c 8c 7d / Js Jc Kc 7h 9h Ah / Qs 9d Jd Ad Qh Kh / 9c Qc Ac 8d Kd Jh | As | 7s Qd / 8s "
                "Td / Tc / 8h Th | -",
                "s: Qc 8c Jc Tc Kh Jh 7s 9h Ts Js As 8h 7h Qh Th Ks 7d Td Ad Kd 9d 8d Qd 8s Ah Qs 9c 9s 7c Kc Jd Ac",
            ),
        ),
        {**PAIRS, "early_claim": "off", "baid_penalty": 100, "next_dealer": "clockwise"},
        {
            "deals.0.result.declarer": 1,
            "deals.1.result.declarer": 3,
            "deals.2.result.declarer": 3,
            "deals.2.baids_before": [0, 2, 0, 2],
            "deals.2.result.written": [162, -100, 162, -100],
        },
        other_rules={**PAIRS, "early_claim": "off", "next_dealer": "clockwise"},
        other_expected={
            "deals.0.result.declarer": 1,
            "deals.1.result.declarer": 3,
            "deals.2.result.declarer": 3,
            "deals.2.baids_before": [0, 2, 0, 2],
            "deals.2.result.written": [162, 0, 162, 0],
        },
    ),
    MatchCase(
        "hanging = per_dealer: pairs, a pot is the dealer's and not his partner's, pot: it goes with the next deal",
        1,
        (
            deal(
                "1 | Js 7c Jc Kc Th Qh / Ts Tc Jd Ad 9h Ah / 8s 8c Ac Qd Jh Kh / Ks 9c 7d Kd 7h 8h | Qc | 9s Qs / 9d / "
                "As Td / 7s 8d | -",
                "c: Jh 8h Th Ah Qc Ac 9c Jc Qh 9h Kh 7h Qd 8d 7c 9d Js Ts As 7s 8c Kd Kc Tc Ad Td 7d 9s Jd 8s Ks Qs",
            ),
            deal(
                "2 | Ks 7c 7d Td Jd Kd / Tc Kc Ac 8d 9d Qd / Ts Qs As Qc 8h Jh / 8s 9s Jc 9h Th Qh | 9c | Ad Kh / 7s "
                "Js / 7h / 8c Ah | -",
                "c: 9h Kh Ac 8h 8d Qc Jc Kd 8s Ks Js Ts 9c 8c 7c Tc Jh Ah 7d Kc Qd Qs Th Jd 7s As 9s Ad 7h Qh Td 9d",
            ),
            deal(
                "3 | Js Ks 7c Kc Jd Kh / 7s Jc Ac 7d Qd Jh / Qs 8c Qc 9d Th Qh / 9s Ts As Td 8h 9h | 8d | 9c Kd / Ad "
                "7h / 8s Ah / Tc | -",
                "d: Ks 7s 8s As 9h Kh 7h Ah 9d 8d Jd Ad Kd Qd 8c Td 9s Js 7d Qs Jc Qc Tc Kc 8h 7c Jh Qh Th Ts 9c Ac",
            ),
            deal(
                "0 | Ts Js Qs Jc Td Kh / 9s 7c Ac 8d 8h Qh / As 9c Tc 7d Jd Ah / 8s Qc Ad 9h Th Jh | Qd | 9d / 7s Kc / "
                "Ks 8c / Kd 7h | -",
                "pass pass pass pass pass pass pass pass:",
            ),
            deal(
                "1 | As Qc 7d 8d Kd 8h / 8s 9c Kc Ac Jd Jh / 9s Qs Jc Ad 7h Ah / 7s Ts Tc 9d Qh Kh | 8c | Js Ks / Qd / "
                "Td 9h / 7c Th | -",
                "c: Jc 7c Qc Ac 9s Ts Js 8s 9d Kd Jd Td 9h Th 8h Jh Qh As 9c 7h Qd Ad Tc 8d 7s Ks 8c Qs Kc Ah Kh 7d",
            ),
        ),
        {**PAIRS, "early_claim": "off", "hanging": "per_dealer", "next_dealer": "clockwise"},
        {
            "deals.0.result.pots": [81],
            "deals.1.pots": [],
            "deals.2.dealer": 3,
            "deals.2.pots": [],
            "deals.4.dealer": 1,
            "deals.4.pots": [81],
            "deals.4.result.totals": [50, 112, 50, 112],
            "deals.4.result.written": [0, 243, 0, 243],
        },
        other_rules={**PAIRS, "early_claim": "off", "next_dealer": "clockwise"},
        other_expected={
            "deals.0.result.pots": [81],
            "deals.1.pots": [81],
            "deals.2.dealer": 3,
            "deals.2.pots": [],
            "deals.4.dealer": 1,
            "deals.4.pots": [],
            "deals.4.result.totals": [50, 112, 50, 112],
            "deals.4.result.written": [0, 162, 0, 162],
        },
    ),
]

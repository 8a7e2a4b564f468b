"""Rule-book cases: chains of deals with three, and with a passive dealer."""

from tests.rulebook.case import PASSIVE, THREE, MatchCase, deal

MATCH_CASES = [
    MatchCase(
        "payoff = stake: three, each of two losers pays one",
        0,
        (
            deal(
                "0 | 9s 9c Jc Kc Ac Ad / 8c Tc Jd Kd 7h Kh / Ts Js As 7c Qc 9h | Qd | Ks Td Th / 8s 8h Qh / 9d Jh Ah | "
                "8d",
                "d: 8c Qc Ac 9s 8s Js Ts Ks Kd Kh Ah Th Jh Td 8h Kc Tc 7c Qh 9h Ad Jc Jd 9d 7h As 9c",
            ),
        ),
        {**THREE, "early_claim": "off", "target": 60, "payoff": "stake"},
        {"winner": 1, "scores": [40, 89, 27], "payoffs": [1.0, 0.0, 1.0]},
        other_rules={**THREE, "early_claim": "off", "target": 60},
        other_expected={"winner": 1, "scores": [40, 89, 27], "payoffs": [0.0, 0.0, 0.0]},
    ),
    MatchCase(
        "payoff = difference: three, each loser pays what he lacks, stake: one",
        0,
        (
            deal(
                "0 | 7s 8c Qc Kc 7h Qh / Js Jc 7d 8d Ad Ah / 8s Ks Td Kd 8h Kh | 9h | Ts 9d Jd / Qs Ac Jh / As Qd Th | "
                "Tc",
                "h: 7d Qd 9d Kd Jd Ad Qs 8s 7s Jc Th Kc Ks Ts Js 8c Ac 8h As Qh Jh 8d Td 9h Qc Ah Kh",
            ),
        ),
        {**THREE, "early_claim": "off", "target": 60, "payoff": "difference"},
        {"winner": 1, "scores": [40, 82, 30], "payoffs": [20.0, 0.0, 30.0]},
        other_rules={**THREE, "early_claim": "off", "target": 60, "payoff": "stake"},
        other_expected={"winner": 1, "scores": [40, 82, 30], "payoffs": [1.0, 0.0, 1.0]},
    ),
    MatchCase(
        "payoff = hundreds: three, each loser pays what he lacks of the hundreds below, difference: of the target",
        0,
        (
            deal(
                "0 | 8s Ts 8c 9c Kd Jh / Jc Qc 7d Qd Ad Qh / 7s 9s Jd 9h Kh Ah | Ac | Qs Kc 7h / Ks As Th / 7c Td 8h | "
                "9d",
                "c: 7d Jd Kd Kc Jc Ac Qc Kh 9c Qs Ks 9s Qh Ah 7h Td 8c Ad 8s As 7s Th 8h Jh Qd 9h Ts",
            ),
            deal(
                "1 | 7s Qs Ks Jc Th Jh / Ts Js 8c Tc 7h Ah / 7c Ac 7d 9d Jd Qd | Ad | Qc 8d 8h / As Kc 9h / 9s Td Kh | "
                "Kd",
                "d: Ac Jc Tc Td 8d Ts Kh Jh 9h 7c Qc 8c 7s Js 9s Ah Ad 8h Qd Qs 7h Jd Th Kc 9d Ks As",
            ),
        ),
        {**THREE, "early_claim": "off", "target": 160, "payoff": "hundreds"},
        {"winner": 2, "scores": [51, 90, 214], "payoffs": [49.0, 10.0, 0.0]},
        other_rules={**THREE, "early_claim": "off", "target": 160, "payoff": "difference"},
        other_expected={"winner": 2, "scores": [51, 90, 214], "payoffs": [109.0, 70.0, 0.0]},
    ),
    MatchCase(
        "payoff = stake_marks: three, a loser with a baid pays one and a half, the one without pays one",
        0,
        (
            deal(
                "0 | 7s 9s Ts 8c Ad Qh / 8s Js Kc 7d Jd 7h / Qs As Jc Qd Kd 9h | Jh | 9c Qc 9d / Ks 7c Ac / Tc 8d Ah | "
                "8h",
                "h: Jh Ah Qh 7c Tc Qc Qs Ts Js 7s 8s As 9h 9d Ac Jc 9c Kc Jd Kd Ad 8c Ks Qd 9s 7d 8d",
            ),
            deal(
                "2 | Js Jc 7d Td Ad Qh / 7s 7c Tc Kc 7h 9h / Ts Qs Jd Kd Th Ah | Kh | As 8d Jh / 8s Ac 9d / 9c Qc Qd | "
                "Ks",
                "h: Js 7s Ts Jd 7d 9d Ah Jh 9h 8d Kh Qd Tc Qc Jc Kc 9c Qh Td Ac Kd As 8s Qs Ad 7c Th",
            ),
        ),
        {**THREE, "early_claim": "off", "target": 130, "payoff": "stake_marks"},
        {"winner": 2, "scores": [160, 22, 134], "payoffs": [1.0, 1.5, 0.0]},
        other_rules={**THREE, "early_claim": "off", "target": 130, "payoff": "stake"},
        other_expected={"winner": 2, "scores": [160, 22, 134], "payoffs": [1.0, 1.0, 0.0]},
    ),
    MatchCase(
        "payoff = stake_marks: three, the winner's baid costs nobody, a hanging one of a loser counts",
        0,
        (
            deal(
                "0 | 9s As 8c 9d 8h Jh / Ts Kc Ac 8d Kd Ad / Qs Ks 9c 7d Jd 7h | Th | 7c Qc Qh / 8s Js Tc / Td 9h Ah | "
                "Jc",
                "h: Ac 9c Qc 8d Jd 9d Qs As 8s Jh Ts Th 7c Kc Ah 7d Qh Kd 9s Js Ks Td 8h Ad 8c Tc 9h",
            ),
            deal(
                "1 | 7s 9s Ts 8c 7h 9h / Js 9c Qc Kc Th Ah / 8s Tc Ac 8d Td Jh | Qd | Ks 8h Qh / Qs Jc 7d / 7c Kd Kh | "
                "9d",
                "d: Kd 8h Qd Ac 8c Jc 8s 7s Qs Th Kh 7h Kc Tc Ks 7c 9h 9c Ah Jh Qh Qc Td Ts 8d 9s Js",
            ),
            deal(
                "2 | 7s Qs 7c 9c Ac 8h / Ks As 9d Jd 7h Ah / 8c Qc Kc 7d 8d Td | 9h | Js Tc Kd / 8s 9s Ts / Qd Jh Qh | "
                "Th",
                "pass h: 7s Ks Jh 7d Kd 9d 9c 9h Kc 8s Qh Js Td 8h Jd Tc Ah 8c Ts 8d Qs As Qd Ac 9s Qc 7c",
            ),
        ),
        {**THREE, "early_claim": "off", "target": 150, "payoff": "stake_marks", "next_dealer": "clockwise"},
        {"winner": 1, "scores": [125, 236, 93], "payoffs": [1.0, 0.0, 1.5]},
        other_rules={**THREE, "early_claim": "off", "target": 150, "payoff": "stake", "next_dealer": "clockwise"},
        other_expected={"winner": 1, "scores": [125, 236, 93], "payoffs": [1.0, 0.0, 1.0]},
    ),
    MatchCase(
        "payoff = stake_marks: a passive dealer pays like anybody, with his baids of other deals",
        0,
        (
            deal(
                "0 | - / Ks Jc 7d Kd 7h Jh / 7s Ts 8h 9h Kh Ah / 8s Qs Tc Td Qd Ad | Kc | As 8c Qc 9d / Ac Jd Qh / 9s "
                "7c 8d / Js 9c Th | -",
                "c: Ac Kc 9c Tc Jc 8h Jh 9h Th Qs Ks 7s 7d 8d Td Ad Kd 9s Js Jd Ts Kh Qd 7h Ah 8s Qh",
            ),
            deal(
                "1 | 9s Ts 7c 8c 8h Kh / - / Qs Ac 9d Jd Qd Ah / 7s Kc 7d Ad 9h Qh | 8d | Ks As Qc / Js Td Kd 7h / 8s "
                "Jc Jh / 9c Tc Th | -",
                "d: Qs 7s Ks Qc Ac 9c Jc Tc 8c Th 8h Ah Jd Ad Ts Jh 9h Kh As 8s 8d Kc 7c 9d Qd Qh 9s",
            ),
        ),
        {**PASSIVE, "early_claim": "off", "target": 130, "payoff": "stake_marks", "next_dealer": "clockwise"},
        {"winner": 2, "scores": [13, 0, 174, 107], "payoffs": [1.0, 1.5, 0.0, 1.0]},
        other_rules={**PASSIVE, "early_claim": "off", "target": 130, "payoff": "stake", "next_dealer": "clockwise"},
        other_expected={"winner": 2, "scores": [13, 0, 174, 107], "payoffs": [1.0, 1.0, 0.0, 1.0]},
    ),
    MatchCase(
        "hanging = queue: three, the oldest pot with the next decided deal, the second stays, pot: both",
        0,
        (
            deal(
                "0 | Qs Ks 7c Kd 9h Th / 7s Ts 8c Qc 9d Jd / 9s Js Jc 8d Td Kh | Qd | Ad 7h Jh / Tc 7d Qh / Kc 8h Ah | "
                "8s",
                "d: 9d Td Kd 8c Kc 7c Ah 7h Qh 8h Th Qd 7s Js Ks Jh Jd Kh Ts 9s Qs Tc Jc Ad 9h Qc 8d",
            ),
            deal(
                "1 | Ts Qs Ks 9c 7d Jh / 9s As Jd Qd Qh Ah / Js Tc Jc Td 7h 8h | Th | 8s 8d 9d / Qc Kc Ac / 8c Ad 9h | "
                "Kh",
                "h: Td 7d Jd 8h Jh Qh 8s 9s Js Ad 8d Qd Tc 9c Ac Qc Jc 9d Kc 8c Ks Ah 9h Qs Th Ts As",
            ),
            deal(
                "2 | As 7c Jc Td Kh Ah / 7s Ts Js Tc 7d 7h / 8c Ac 8d 8h 9h Th | 9c | Qc Kd Qh / 9s Qd Ad / 8s Ks Kc | "
                "Jd",
                "c: Ah 7h 9h Kd Qd 8d As Ts 8s Qh Tc Th Ad 8c Td 8h Kh 7d 9c Js Kc Jc 9s Ac Qc 7s Ks",
            ),
        ),
        {**THREE, "early_claim": "off", "hanging": "queue", "next_dealer": "clockwise"},
        {
            "deals.2.pots": [80, 97],
            "deals.2.result.totals": [131, 23, 21],
            "deals.2.result.written": [211, 23, 21],
            "deals.2.result.pots": [97],
        },
        other_rules={**THREE, "early_claim": "off", "next_dealer": "clockwise"},
        other_expected={
            "deals.2.pots": [177],
            "deals.2.result.totals": [131, 23, 21],
            "deals.2.result.written": [308, 23, 21],
            "deals.2.result.pots": [],
        },
    ),
    MatchCase(
        "hanging = per_dealer: three, the pot waits for the same dealer's next deal, pot: for the next deal",
        0,
        (
            deal(
                "0 | 9s Qs Tc Qc Kc Ad / Ks Jc 7d Kd Qh Kh / Js 8c 9d 7h 8h Ah | Td | Ts Jd Jh / 8s Ac Qd / As 9c 8d | "
                "7c",
                "d: Kd 9d Jd Jh Qh Ah 8h Ad Kh Tc Ac 8c Td 8d Ts Ks Js Qs 8s As 9s 9c Kc Jc Qc Qd 7h",
            ),
            deal(
                "1 | 8s Js Ks 7d 8h Kh / 9c Kc 9d Jd Kd Ad / 7s 7c Ac Qd 9h Ah | 9s | 8d 7h Qh / Tc Qc Jh / As Td Th | "
                "Qs",
                "s: 9h Qh Jh 8d Ad Qd Kd Td 7d Ac 8s Qc Js Kc 9s 7h Tc Ah As Ks 9c 7c 8h 9d Th Kh Jd",
            ),
            deal(
                "2 | 8s Ts 9d Kd 9h Ah / Qs As 7c Qc Qh Kh / 9s Ks Tc Ac 8d Ad | Td | Jc 7h Th / 8c 7d Qd / Js 9c Jh | "
                "7s",
                "d: Ts Qs Ks 9d Qd Ad Kd Td 8d Qc Ac Jc Tc 8s 8c 9s Th As Kh Jh 9h Qh Js Ah 7h 7c 9c",
            ),
            deal(
                "0 | 7s 8c 8d Jd 9h Kh / Ks As Td Ad 8h Jh / 9s Qs 7c Jc 7h Qh | Ts | 8s Kd Th / Js Tc 9d / 9c 7d Qd | "
                "Ac",
                "s: As 9s Ts Qd Kd Ad Js Qs 8s 8h 7h Kh Jd 9d 7d Th Jh Qh 8c Tc Jc Td 7c 8d Ks 9c 9h",
            ),
        ),
        {**THREE, "early_claim": "off", "hanging": "per_dealer", "next_dealer": "clockwise"},
        {
            "deals.0.result.pots": [86],
            "deals.1.pots": [],
            "deals.1.result.written": [57, 14, 76],
            "deals.3.dealer": 0,
            "deals.3.pots": [86],
            "deals.3.result.totals": [21, 77, 35],
            "deals.3.result.written": [21, 163, 35],
        },
        other_rules={**THREE, "early_claim": "off", "next_dealer": "clockwise"},
        other_expected={
            "deals.0.result.pots": [86],
            "deals.1.pots": [86],
            "deals.1.result.written": [57, 14, 162],
            "deals.3.dealer": 0,
            "deals.3.pots": [],
            "deals.3.result.totals": [21, 77, 35],
            "deals.3.result.written": [21, 77, 35],
        },
    ),
    MatchCase(
        "hanging = per_dealer: with a passive dealer, his pot is played for when he deals and sits out again",
        3,
        (
            deal(
                "3 | Qs Qc 7d Ad Th Kh / Ts 8c 9d Td Jh Ah / 8s 9s Js As Ac Qh / - | 9h | 7s Jc 8d / 9c Kc Qd / Tc Kd "
                "7h / Ks 7c Jd 8h | -",
                "h: Ad Qd Kd 7d Td 9h Js Qs Ts 8c Ac Qc 8s 7s Jh Ah Qh Kh 9d 9s 8d 9c Tc Jc As Th Kc",
            ),
            deal(
                "0 | - / Ts Jc Qc Td Kd 9h / 8c Kc Jd Th Qh Kh / 9s Js Ks As Ad Jh | 9c | Ac 7d Qd Ah / 8s Qs 8d / 7s "
                "9d 7h / 7c Tc 8h | -",
                "c: Kd 9d Ad 9s 8s 7s Jh 9h Th Qh 8h Jc 8d Jd Tc As Qs 8c Kc 9c Qc Js Ts 7h Td Kh Ks",
            ),
            deal(
                "1 | Ts Jc 7d Qd 8h 9h / - / Js Ks 9c Kd 7h Th / 7s 7c Kc Td Jd Ad | Ac | 9s As Ah / 8c Tc Qc 8d / Qs "
                "Qh Kh / 8s 9d Jh | -",
                "pass pass pass pass pass pass:",
            ),
            deal(
                "2 | 8s Qc Jd 7h 8h Kh / Qs Kc Ac Kd Ad 9h / - / Ts Tc Jc Th Qh Ah | 8d | 7s 7d Qd / 8c 9c Td / 9s Ks "
                "9d Jh / Js As 7c | -",
                "d: Js 7s Qs Kd As Jd Qd Td Ah Ad Qh 8d 9c 7c Qc 8h 9h Th Ts 8s Ac Tc 7h Kc Jc Kh 8c",
            ),
            deal(
                "3 | Qs Tc Ac 8d Jd 7h / 8s 9s Td 9h Th Qh / As Kc 7d 8h Jh Kh / - | Ts | 7s Jc Qd / Ks 8c Kd / 9c Qc "
                "Ah / Js 7c 9d Ad | -",
                "s: Ts 9s As 8s Kh Qs Qd Kd 7d Ks 8h 7h Th Ah Jd 9c Ac 8c Tc 9h Qc 8d Td Jh Qh Kc Jc",
            ),
        ),
        {
            **PASSIVE,
            "early_claim": "off",
            "hanging": "per_dealer",
            "next_dealer": "clockwise",
            "declarer_beats": "each",
        },
        {
            "deals.0.result.pots": [53],
            "deals.1.pots": [],
            "deals.3.pots": [],
            "deals.4.dealer": 3,
            "deals.4.pots": [53],
            "deals.4.result.totals": [31, 77, 23, 0],
            "deals.4.result.written": [0, 119, 65, 0],
            "deals.4.result.pots": [],
        },
    ),
    MatchCase(
        "hanging = forced_deal: three, the next deal is the same declarer's, dealt clockwise, a baid shares both",
        0,
        (
            deal(
                "0 | 8s 8c Kc 9d 9h Jh / 9c Jc 8d Kd Th Qh / Ts As 7c 7d Qd 7h | Js | Tc Jd Kh / 7s Ks Qc / Td Ad Ah | "
                "Ac",
                "s: Qh 7h Jh 9c 7c Kc 8c Qc Ts Td Jd 8d Ad 9d Kd As 8s Js Jc Ah Tc Kh Th 7d Ks Qd 9h",
            ),
            deal(
                "1 | Ks 7c Qc 7d Qd Ah / 7s 9s Ac Ad Th Qh / Qs As Kc Jd 7h Kh | 9d | 9c Tc Jh / Ts 8c 8h / Js Td Kd | "
                "8s",
                ": Td 9d Ad Tc Ac Kc Qh Kh Jh 7h Ah Th Qc 8c Kd Qs Ks 9s Qd 8h Jd As 9c Ts Js 7c 7s",
            ),
        ),
        {**THREE, "early_claim": "off", "hanging": "forced_deal", "next_dealer": "clockwise"},
        {
            "deals.1.dealer": 1,
            "deals.1.forced.declarer": 1,
            "deals.1.auction.#": 0,
            "deals.1.result.round": None,
            "deals.1.result.totals": [63, 25, 72],
            "deals.1.result.written": [109, 0, 118],
        },
    ),
    MatchCase(
        "hanging = forced_deal: a passive dealer may not be the declarer, the deal passes over him",
        2,
        (
            deal(
                "2 | 9s Ks Tc 7d 8d Kd / Qs As 8c Qd 9h Th / - / Js Jc Qc Qh Kh Ah | 9d | 7s 8s 7h / 9c Ac Jd / Ts 7c "
                "8h Jh / Kc Td Ad | -",
                "d: Js Ks Qs 7s As Td Ad 9d Jd 9c Jc Tc 9s Qd Qh Ac Kc Kd 8d 8c Kh 7h 9h Ah Qc 8s Th",
            ),
            deal(
                "0 | - / Qs As 7c Ac Th Kh / 7s 8c 9c Tc Jc 9d / 7d Qd Kd 7h 8h 9h | Ad | Ts Qc 8d Ah / 9s Jh Qh / 8s "
                "Js Ks / Kc Td Jd | -",
                ": Th 9d 8h Jc Kc Ac 7c 9c Jd Td Jh Tc 7h Kh 8s Qh 7s 9h 9s Ks Qd Kd As Js Ad Qs 8c",
            ),
        ),
        {**PASSIVE, "early_claim": "off", "hanging": "forced_deal", "next_dealer": "clockwise"},
        {
            "deals.0.dealer": 2,
            "deals.0.result.declarer": 3,
            "deals.1.dealer": 0,
            "deals.1.forced.declarer": 3,
            "deals.1.result.declarer": 3,
        },
    ),
    MatchCase(
        "baid_penalty = 100: three, each counts his own",
        0,
        (
            deal(
                "0 | 8s 9s 7d 9d Td Th / As 9c Jc Ac Jd Ah / Ts Qs 8d Qd Kd Kh | 9h | Kc Ad Jh / Js Ks Qc / 7s 7c 7h | "
                "8h",
                "h: Ah 9h Jh Td Jd Qd 8s Ks 7s Ac 7c Kc 9c Kh Th 7d Jc 8d Kd Ad As 9s Js Qs Ts 9d Qc",
            ),
            deal(
                "1 | Qs 9c Qc Kc 8h Qh / Ts Js As 7d 7h Th / 7s 9s 8c 9d Td Jh | Kh | 8d Qd Ah / Tc Jc 9h / 7c Ac Kd | "
                "Jd",
                "h: Td Qd 7d Kd 8d 9h Tc 7c 9c Jc Ac Qc 8c Kc Kh Ts 9s Qs Th Jh Ah 9d Qh Js 8h As 7s",
            ),
            deal(
                "2 | As 9c Qc 8d 9h Ah / Ts 7c Tc Qd Ad Th / Qs Jc 9d Kd 8h Qh | 8s | Ks Ac Jd / 9s 8c 7h / 7s Td Kh | "
                "Jh",
                "s: Qc 7c Jc Jd Qd Kd 8s Ks Ts Tc Qs 9c Kh 9h 7h 9d 8d Ad Th Qh Ah Ac 8c 8h As 9s Td",
            ),
        ),
        {**THREE, "early_claim": "off", "baid_penalty": 100, "next_dealer": "clockwise"},
        {"deals.2.baids_before": [0, 1, 1], "deals.2.result.written": [0, 90, 46], "scores": [170, 174, 86]},
    ),
    MatchCase(
        "both_reach = larger_or_extra_deal: three, level at the target, the next deal decides",
        0,
        (
            deal(
                "0 | Js Ac 8h Th Jh Qh / Qs 8c Jc 9d Kd Kh / 8s As 7c 7d Qd 9h | Td | 7s Ts Ks / Kc Ad 7h / 9s 9c Tc | "
                "8d",
                "d: 9d Td Qh 8c 7c Ac Js Qs 8s Ad Qd 8h 7h 9h Th Ts Kd 9s Kh 9c Jh Jc Tc Ks As 7s Kc",
            ),
            deal(
                "2 | Qc 9d Kd Ad 9h Th / 7s Js Ac Td Jh Ah / 8s As 9c Tc 8d 7h | Qh | 8c 7d Qd / 9s Ts Jc / Kc Jd 8h | "
                "Qs",
                "h: Th Ah Qh 7s 8s 9h Qc Jc Tc Kc 8c Ac Td Jd Kd 9s As 9d 9c 7d Jh Ts 8h Ad 8d Qd Js",
            ),
        ),
        {**THREE, "early_claim": "off", "both_reach": "larger_or_extra_deal", "target": 40},
        {
            "deals.0.result.match_over": False,
            "deals.0.result.written": [74, 0, 74],
            "deals.1.result.match_over": True,
            "winner": 2,
        },
    ),
    MatchCase(
        "hanging = per_dealer: three, at the end every dealer's pot is burned",
        0,
        (
            deal(
                "0 | 9s Ts 8c Qc Ad 9h / 7c 9c 9d Kd 8h Qh / 8s Js Qs Td Qd Ah | Kc | 7h Th Kh / Ks As 8d / 7s Ac Jh | "
                "Jd",
                "c: 8d Qd Ad Kh Qh Jh Ts Ks 7s 9s As Js 8h Ah 9h Td 8c 9d 7h 9c Ac Kd 8s Qc Th Kc Qs",
            ),
            deal(
                "1 | Js Tc Ac 8d Td Jd / 7s 9d Ad 7h Qh Ah / Ts Qs As Kd 8h Jh | Qc | 9s Ks 8c / 7c Jc Qd / 8s 9c 7d | "
                "Th",
                "c: As 9s 7s 7d Td Ad Qd Kd Jd Qs Ks Jc Qc 9c Tc 8h 8c 7h 8d 9d 8s Ah Jh Ac Js Qh Ts",
            ),
            deal(
                "2 | 7s 8d 9d Qd Ad 7h / 8s 9c Kc 8h Th Ah / Ts Qs 8c 7d Kd Kh | As | 9s Ks 7c / Js Jd Jh / Tc Jc 9h | "
                "Td",
                "s: 9s Js Ts Kc 8c 7c Jd Kd Ad Qd 8s 7d 8h Kh 7h Jc Ks 9c 9d Jh Qs Tc As Ah 8d Th 9h",
            ),
        ),
        {**THREE, "early_claim": "off", "hanging": "per_dealer", "next_dealer": "clockwise", "target": 100},
        {"deals.0.result.pots": [65], "deals.1.result.pots": [72], "deals.2.result.burned": [65, 72], "winner": 0},
    ),
]

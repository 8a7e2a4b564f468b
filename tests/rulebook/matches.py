"""Rule-book cases: chains of deals."""

from tests.rulebook.case import MatchCase, deal

MATCH_CASES = [
    MatchCase(
        "hanging = per_dealer: a pot waits for the same dealer's next deal, pot: for the next deal",
        1,
        (
            deal(
                "1 | Js 7c 9c Ac Jd Qh / Ks 8c Kc 8d 9d Td | 8h | 9s As Qc / Jc 7d 7h | Ts",
                "h: As Ks Js 8h 9d Jd Ac Jc 9c 8c 7c Kc 8d Qh 9s 7d Qc Td",
            ),
            deal(
                "0 | Js Ks 8c Ac Qd Ah / 9c Kc 8d Ad 7h 9h | Tc | As Qc Qh / Ts Jd Th | 9s",
                "c: 9c 8c Kc Ac Ks Ts Jd Qd Ah 9h Qc Th As Ad Qh 7h Js 8d",
            ),
            deal(
                "1 | Ts 9c 8d Qd 9h Jh / 7c Kc 7d Td Kd 8h | Kh | 7s Ks 8c / Tc Ac Th | Qs",
                "h: 7s 8h Tc 9c 7c 8c 8d Kd Kc 9h Ks Th Ac Jh Ts 7d Qd Td",
            ),
        ),
        {"hanging": "per_dealer", "next_dealer": "clockwise"},
        {
            "deals.0.result.pots": [56],
            "deals.1.pots": [],
            "deals.1.result.written": [109, 0],
            "deals.1.result.totals": [81, 28],
            "deals.2.dealer": 1,
            "deals.2.pots": [56],
            "deals.2.result.totals": [59, 51],
            "deals.2.result.written": [115, 51],
        },
        other_rules={"next_dealer": "clockwise"},
        other_expected={
            "deals.0.result.pots": [56],
            "deals.1.pots": [56],
            "deals.1.result.written": [165, 0],
            "deals.1.result.totals": [81, 28],
            "deals.2.dealer": 1,
            "deals.2.pots": [],
            "deals.2.result.totals": [59, 51],
            "deals.2.result.written": [59, 51],
        },
    ),
    MatchCase(
        "hanging = pot: it goes with the next decided deal, whoever deals",
        0,
        (
            deal(
                "0 | 7s 8s Js 8c 8d Qd / Qs 7c Kc Td 7h Kh | Ah | Ac 9d Jh / Ks 9c Jc | Tc",
                "pass h: Ah Jh 7s Ks 9c Ac 8s Qs Kh Qd 7c 8c 8d Td Jc Js Kc 9d",
            ),
            deal(
                "1 | 7c 9c Tc Jc 8h Qh / 8s Ts Jd Kd 7h Ah | Js | Ks 7d 8d / As 8c Qd | 7s",
                "s: 8d Jd 7h 8h Tc 8c Jc As Kd 7d Ts Ks Qd 9c Ah Qh 8s 7c",
            ),
        ),
        {},
        {
            "deals.0.result.pots": [42],
            "deals.1.pots": [42],
            "deals.1.result.totals": [10, 80],
            "deals.1.result.written": [0, 132],
        },
        other_rules={"hanging": "per_dealer"},
        other_expected={
            "deals.0.result.pots": [42],
            "deals.1.pots": [],
            "deals.1.result.totals": [10, 80],
            "deals.1.result.written": [0, 90],
        },
    ),
    MatchCase(
        "hanging = pot: both pots go with one deal, queue: one a deal",
        1,
        (
            deal(
                "1 | Ks As Kc Td Qd Qh / 7s 8s Ts 9c 9d Th | 7d | 9s Ac Kh / Tc Qc Ah | 7h",
                "d: Qd 9d Tc Kc Th Kh 7s 9s Td Qc As Ts Qh Ah 8s Ks Ac 9c",
            ),
            deal(
                "1 | 9s Qs Ks Tc 7d Th / 7s 8s As 9d 9h Ah | Kc | Ts 8c Kh / Qc 8d Jh | Ad",
                "c: Kh Jh 8c Qc Ah Th 9d 7d As Ks 7s 9s Ts 8s Tc 9h Qs 8d",
            ),
            deal(
                "1 | 9s 7c Ac 8d 9d Qh / 8c Kc 7d Qd Ad Ah | 7h | 9c Td 8h / 7s 8s Jd | Kd",
                "h: Td Qd 9s 7s 7c 8c Ah Qh 7d 8d Ac Kc 9d Ad 8s 8h 9c Jd",
            ),
        ),
        {},
        {
            "deals.2.pots": [98],
            "deals.2.result.totals": [60, 25],
            "deals.2.result.written": [158, 25],
            "deals.2.result.pots": [],
        },
        other_rules={"hanging": "queue"},
        other_expected={
            "deals.2.pots": [59, 39],
            "deals.2.result.totals": [60, 25],
            "deals.2.result.written": [119, 25],
            "deals.2.result.pots": [39],
        },
    ),
    MatchCase(
        "hanging = forced_deal: the next deal has no auction and the same declarer, pot: it has",
        1,
        (
            deal(
                "1 | 7s 7c 8c Kc Qd 7h / 9s Js As 9c Jh Kh | 8d | 8s Jc 9d / Ts Qc Ad | Ks",
                "d: 7s As 9c 7c Ts 8s Ad 9d Jc Qc Jh 7h Js Qd Kc 9s 8c Kh",
            ),
            deal(
                "1 | 8s 7c 8c 9c 9d Ah / 9s Ts As Qd 9h Jh | Tc | Js 7d Td / Ks Qc Kd | Qs",
                ": Ah Jh 9c Qc 8s Ts Qd Td 9d Kd As Js Ks 8c 7d 9h Tc 9s",
            ),
        ),
        {"hanging": "forced_deal"},
        {
            "deals.1.forced.declarer": 0,
            "deals.1.auction.#": 0,
            "deals.1.result.declarer": 0,
            "deals.1.result.round": None,
            "deals.1.result.totals": [67, 27],
            "deals.1.result.written": [115, 27],
        },
        other_rules={},
        other_expected={"deals.1.auction.#": 1, "deals.1.result.round": 1},
        other_deals=(
            deal(
                "1 | 7s 7c 8c Kc Qd 7h / 9s Js As 9c Jh Kh | 8d | 8s Jc 9d / Ts Qc Ad | Ks",
                "d: 7s As 9c 7c Ts 8s Ad 9d Jc Qc Jh 7h Js Qd Kc 9s 8c Kh",
            ),
            deal(
                "1 | 8s 7c 8c 9c 9d Ah / 9s Ts As Qd 9h Jh | Tc | Js 7d Td / Ks Qc Kd | Qs",
                "c: Ah Jh 9c Qc 8s Ts Qd Td 9d Kd As Js Ks 8c 7d 9h 7c 9s",
            ),
        ),
    ),
    MatchCase(
        "hanging = forced_deal: after a redeal it is forced still",
        1,
        (
            deal(
                "1 | 9s 7c Ac 9d Qd 9h / 8c Tc Jd 7h Jh Kh | 8d | 7s Td Qh / 8s As 7d | Ad",
                "d: 9s 8s 9d Jd As 7s 8c 7c 7h Qh Td 8d Ac Tc 9h Kh Jh Qd",
            ),
            deal("1 | 7s 9c Jd Qd Kd 8h / Js 7c 8c Ac 7d Kh | Qs | 9s Jc Jh / Ts 9d 7h | 8s", ":"),
            deal(
                "1 | Js Ks As Kc Ac Th / Qs 9c Qc Jh Qh Kh | Jc | Ts Tc Ah / Td Qd 8h | 9h",
                ": Tc 9c Qc Kc Ah Qh Th Jh Ks Qs As 8h Js Kh Ts Qd Ac Td",
            ),
        ),
        {"hanging": "forced_deal", "redeal_max_points": 13},
        {
            "deals.1.result.outcome": "redeal",
            "deals.1.result.next_dealer": 1,
            "deals.2.dealer": 1,
            "deals.2.forced.declarer": 0,
            "deals.2.pots": [49],
            "deals.2.result.written": [150, 24],
            "deals.2.result.pots": [],
        },
    ),
    MatchCase(
        "common: after all pass the next player deals and the scores stand",
        1,
        (
            deal(
                "1 | 7s 8s Qs 8c 8h 9h / 9s As Qc 8d Ad Ah | Tc | 9c 9d Jh / Js 7c Jd | 7h",
                "c: 8s 9s Qc 9c 9h Ah Js Qs 8h Tc 8d 9d 8c As Jh Ad 7s Jd",
            ),
            deal("0 | 7c Jc Ad 9h Qh Ah / 9s Qs As 9c Kc Jd | Th | Js Ks Kd / Ts 8c Tc | 7s", "pass pass pass pass:"),
            deal(
                "1 | As Td Qd Kd Qh Ah / Kc Jd 7h 8h Jh Kh | Qs | 8s Ts Tc / Ks Jc Ac | 9s",
                "s: Tc Ac Kh Qh Ks As 8s Kc Ah 7h Qd Jd Td Jc Ts 8h Kd Jh",
            ),
        ),
        {},
        {
            "deals.1.dealer": 0,
            "deals.1.result.outcome": "all_pass",
            "deals.2.dealer": 1,
            "deals.2.scores_before": [58, 21],
        },
    ),
    MatchCase(
        "baid_penalty = 100: baids are counted through the match",
        1,
        (
            deal(
                "1 | 8s Jc 7d Ad 9h Kh / 7c Qc Jd Qd Jh Ah | Ts | Kc 7h Th / Tc Ac 8h | 9c",
                "s: Kc 7c 7h Jh Qd 7d 8h Th 8s Qc Jc Ac Jd Ad 9h Ah Tc Kh",
            ),
            deal(
                "1 | Js 8c Qc 9d Ad Kh / 9s Ks Jc 8d Th Qh | Ac | Td Jh Ah / Tc 7d Jd | As",
                "c: Qc Jc 9s Js Ah Qh Ad 8d 9d Jd Ks 8c Jh Th Tc Td 7d Kh",
            ),
            deal(
                "1 | Ks 7c Qc Kc Jd Qd / As 7d Ad 8h Jh Kh | 9h | Tc Th Qh / Qs Kd Ah | 8c",
                "h: Ks As 7d Qd 7c Ah 8h Th Tc Kh Kd Jd Jh Qh Qs Qc Ad Kc",
            ),
        ),
        {"baid_penalty": 100},
        {
            "deals.1.result.written": [0, 102],
            "deals.2.baids_before": [2, 0],
            "deals.2.result.written": [-100, 113],
            "scores": [-100, 298],
            "over": False,
            "winner": None,
        },
        other_rules={},
        other_expected={"deals.2.result.written": [0, 113], "scores": [0, 298]},
    ),
    MatchCase(
        "payoff = none: nobody pays",
        1,
        (
            deal(
                "1 | Qs As 7c Ad Th Kh / Js Ks Tc Kc Jh Qh | Ts | Jc Qc Jd / 8c 9c 7h | Ac",
                "s: Jc Tc 7h Th Ad Ks Qh Kh Qc 8c Qs Js Jh As 7c 9c Kc Jd",
            ),
            deal(
                "1 | 8s Ts As 7d Ad Qh / 9s Ks 8c Tc Jc Kc | Ac | 7c 9c Qc / Jd 7h 8h | Qd",
                "c: Ts 9s Qh 7h 7d Jd 8h Qc 8s Ks 8c Ac 9c Jc",
            ),
        ),
        {"target": 150},
        {"winner": 1, "scores": [0, 159], "payoffs": [0.0, 0.0]},
        other_rules={"target": 150, "payoff": "stake"},
        other_expected={"payoffs": [1.0, 0.0]},
    ),
    MatchCase(
        "payoff = stake: the loser pays one",
        1,
        (
            deal(
                "1 | 8s Ts Qs As 8d Qd / 7s 7c Tc 9h Jh Qh | Jc | Jd 8h Ah / 9s 9c Kd | Kc",
                "c: As 9s 8s 7s Jd Kd Tc Qd Qh 8h Jc Ts 9h Ah Qs 9c Jh 8d",
            ),
            deal("1 | 8d Qd 7h 8h Th Jh / 8s 9s Qs Tc 9d Qh | Ts | 7s 7c Jc / Ks Qc Kc | Ah", "s: 7c Qc Tc Jc"),
        ),
        {"target": 150, "payoff": "stake"},
        {"winner": 1, "scores": [0, 158], "payoffs": [1.0, 0.0]},
        other_rules={"target": 150, "payoff": "difference"},
        other_expected={"payoffs": [150.0, 0.0]},
    ),
    MatchCase(
        "payoff = difference: the loser pays what he lacks",
        1,
        (
            deal(
                "1 | 8s 8d Td Jd 7h Ah / 7s 9s As 7d Kd Qh | Qs | 8c Tc Qc / Js 9d Ad | Ks",
                "s: Ah Qh 7h As Qs 8s Kd Td 8d 9d 9s Qc Ad Jd 7d 8c Js Tc",
            ),
            deal(
                "1 | 8s Kc 7d 9d Th Qh / 7s Ts Td Qd Kd Ah | Qc | 7c Jh Kh / Qs 8c Ac | 9c",
                "c: 9d Td Ah Jh 8c Qc Kh Ac",
            ),
        ),
        {"target": 150, "payoff": "difference"},
        {"winner": 1, "scores": [0, 150], "payoffs": [150.0, 0.0]},
        other_rules={"target": 150, "payoff": "hundreds"},
        other_expected={"payoffs": [100.0, 0.0]},
    ),
    MatchCase(
        "payoff = hundreds: what he lacks of the target rounded down to hundreds",
        1,
        (
            deal(
                "1 | 9s Js 7d 7h 8h Ah / 7c Tc Jc Ac Kd Qh | Ks | Kc 9d Kh / 8s Qd Th | Qc",
                "s: Kh Qh 7d Qd 7c Kc 7h Th Ac 9s 9d Kd 8s Js 8h Jc Ah Tc",
            ),
            deal(
                "0 | 7s Ks Jc Jd Kd 7h / As Ac Ad Th Kh Ah | 7c | Ts Qd 9h / Qs 8h Jh | 9c",
                "c: Qs Ks 7s As Ad Jd Ac Jc Ts Th",
            ),
        ),
        {"target": 150, "payoff": "hundreds"},
        {"winner": 0, "scores": [167, 17], "payoffs": [0.0, 83.0]},
        other_rules={"target": 150, "payoff": "difference"},
        other_expected={"payoffs": [0.0, 133.0]},
    ),
    MatchCase(
        "payoff = hundreds: never below nothing",
        1,
        (
            deal(
                "1 | Kc 8d Jd 7h 8h Jh / 9s 7c Ac 9d Kd 9h | Th | 9c Ad Qh / Js Qs Kh | Td",
                "h: Ad 9d Jd Kd 7c 9c Jh Kh 8h 9h Qs Qh Kc Ac Js Th 8d 9s",
            ),
            deal(
                "0 | 8s Ts 7c Kc 7h 9h / 7s 9s 9c 9d 8h Jh | As | 8c Qd Kh / Js Ks Qh | Tc",
                "s: Jh 7h Qh Kh Qd 9d Kc 9c 8s As Ks Ts 9h 8h 7c 9s Js 8c",
            ),
            deal(
                "1 | Qs Ks Qc Td 7h Jh / 9s As 7c 8d Qd Kd | Kc | 8s 8c 9c / Ts Jd Kh | 9h",
                "c: 8c Kc 8d Td Qs Ts Kd 9c Jh Kh Qd Qc 7h Jd Ks As 9s 8s",
            ),
        ),
        {"target": 190, "payoff": "hundreds"},
        {"winner": 1, "scores": [111, 196], "payoffs": [0.0, 0.0]},
        other_rules={"target": 190, "payoff": "difference"},
        other_expected={"payoffs": [79.0, 0.0]},
    ),
    MatchCase(
        "payoff = stake_marks: one and a half for a baid",
        1,
        (
            deal(
                "1 | 7s 9s Ts As 9d 7h / Js Tc Jc Kc 9h Th | Td | 9c 8h Qh / 7c 8c Ah | Ac",
                "d: 8h 9h Js As 9s 7c 9c 8c 7h Th Ah Qh Jc 9d 7s Kc Ts Tc",
            ),
            deal(
                "0 | 9s Qs Ks Ac 8d Qh / 7s 7c Qc Jd Ad Ah | Jh | Tc 8h 9h / As Kc Th | Qd",
                "h: 7c Ac Qs As Qc Tc 9s 7s 8d Jd Ah 9h Qh Th Kc 8h Ks Ad",
            ),
        ),
        {"target": 150, "payoff": "stake_marks"},
        {"winner": 0, "deals.0.result.outcome": "made", "deals.1.result.outcome": "baid", "payoffs": [0.0, 1.5]},
        other_rules={"target": 150, "payoff": "stake"},
        other_expected={"payoffs": [0.0, 1.0]},
    ),
    MatchCase(
        "payoff = stake_marks: a hanging baid is counted too",
        1,
        (
            deal(
                "1 | 9c Kc Td 9h Th Qh / 7s Qs Ac Kd Jh Kh | Qd | 8c Qc 8d / Ad 7h 8h | 8s",
                "d: 8c Ac 7h 9h Td Ad Qs 8d 9c Kd Kh Qh 7s Qc 8h Th Kc Jh",
            ),
            deal(
                "1 | 8s 7c 9c Ad 7h Th / 7s Js 9d Kd 8h Qh | Td | Qs 8d Jd / Tc Ac Jh | 9s",
                "d: Ad 9d Kd Jd 7h Jh Ac 7c Js 8s 8h Th 9c Tc 7s Qs 8d Qh",
            ),
            deal("1 | Qs As Tc 8d 9d Jh / Ts Kc Ad 9h Th Qh | 9c | 8s 9s Ks / 7c Qc Ac | 8c", "c: Qs Ts"),
        ),
        {"target": 150, "payoff": "stake_marks"},
        {
            "winner": 1,
            "deals.0.result.outcome": "baid",
            "deals.1.result.outcome": "hanging_baid",
            "deals.2.result.outcome": "claim",
            "payoffs": [2.0, 0.0],
        },
        other_rules={"target": 150, "payoff": "stake"},
        other_expected={"payoffs": [1.0, 0.0]},
    ),
    MatchCase(
        "both_reach = larger_or_extra_deal: equal scores are settled by another deal, larger: by the last trick",
        1,
        (
            deal(
                "1 | 8s As 9d Qd Kh Ah / Tc Jc Kc Ad 8h Th | 9s | Ts 8c Jh / 7c 9c Td | 7s",
                "s: Ah Th 8c Tc Kc As Jh 8h 8s Ad Ts 7c 9d Td 9c Kh Jc Qd",
            ),
            deal(
                "1 | 9s Ks 7c Kc Td Jd / Qs Ac 8d Qd 8h Qh | 7d | Ts Jc Qc / 7s Ad Jh | Kh",
                "d: Kc Ac 8h Td Ks Qs Qc Qd 8d Jd Jc Ad Qh 7c Jh 9s 7s Ts",
            ),
        ),
        {"early_claim": "off", "target": 40, "hanging": "each_own", "both_reach": "larger_or_extra_deal"},
        {
            "deals.#": 2,
            "deals.0.result.match_over": False,
            "deals.1.scores_before": [59, 59],
            "scores": [136, 98],
            "over": True,
            "winner": 0,
        },
        other_rules={"early_claim": "off", "target": 40, "hanging": "each_own", "both_reach": "larger"},
        other_expected={"deals.#": 1, "over": True, "winner": 1},
        other_deals=(
            deal(
                "1 | 8s As 9d Qd Kh Ah / Tc Jc Kc Ad 8h Th | 9s | Ts 8c Jh / 7c 9c Td | 7s",
                "s: Ah Th 8c Tc Kc As Jh 8h 8s Ad Ts 7c 9d Td 9c Kh Jc Qd",
            ),
        ),
    ),
    MatchCase(
        "hanging = per_dealer: at the end every dealer's pot is burned",
        1,
        (
            deal(
                "1 | 7s Ks 8c Ac Kd 7h / 9c Jc 8d Qd Ad 9h | Qc | 7c Tc Th / 8s 9s Kh | Kc",
                "c: 8c Jc Ad Kd 9h 7h 8d Ac Th Kh Qc 9c 8s 7s 9s Ks Tc Qd",
            ),
            deal(
                "0 | Ts 7c Kc Ac Qd Ah / 8c Kd 8h Th Qh Kh | Jh | 7s 9s 9c / Js Qc 8d | Ks",
                "h: Th Ah 7c 8c Qc Ac Kc Qh Kh 7s Kd Qd 8h 9s 8d Ts Js 9c",
            ),
        ),
        {"early_claim": "off", "next_dealer": "clockwise", "hanging": "per_dealer", "target": 90},
        {"deals.0.result.pots": [52], "deals.1.pots": [], "deals.1.result.burned": [52], "deals.1.result.pots": []},
    ),
    MatchCase(
        "target = one_deal: passed out, dealt again, over after the first deal played",
        1,
        (
            deal("1 | 9s 7c Jc 7d Kd Ad / 8s Qs As 9c Qc Th | 9h | Kc 8d Jh / Tc Jd Qd | 9d", "pass pass pass pass:"),
            deal(
                "0 | 7s As 8c 9c Jc 7h / Qs Tc Qc Ac 9d Qh | 8s | Kc 8d Qd / 7c Jh Ah | Ts",
                "s: Qh 7h 9d 8d Jh As Qd Qs Ac 8c 7c Jc 9c Tc Ah 8s Kc Qc",
            ),
        ),
        {"target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {"deals.#": 2, "deals.1.dealer": 0, "over": True, "winner": 0, "scores": [2, 0]},
        other_rules={},
        other_expected={"over": False, "winner": None},
    ),
    MatchCase(
        "common: a match without a third deal is not over",
        1,
        (
            deal(
                "1 | Js Qs Ac 9d Jh Kh / 7s Ks Tc Qc 7d Th | As | Jc Td Jd / 9c Kc Ah | 7h",
                "s: Ac Tc Jd 7d 9d As Ks Js Td 9c Kh Ah Kc Jc Th Jh Qc Qs",
            ),
            deal(
                "0 | 7s 8c Jc Qc Qd Ad / Ts Ks 7d Jd Kd 7h | Tc | Td 8h Jh / As Ac 9h | Kh",
                "c: Kd Td 8h 7h 8c Ac Jd Ad Jc Ks Qc Ts Qd 7d Jh 9h 7s As",
            ),
        ),
        {},
        {
            "over": False,
            "winner": None,
            "scores": [194, 44],
            "deals.1.scores_before": [93, 44],
            "deals.1.baids_before": [0, 0],
        },
    ),
]

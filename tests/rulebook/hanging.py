"""Rule-book cases: hanging baids, penalties and kush with three and four."""

from tests.rulebook.case import PAIRS, PASSIVE, THREE, Case, deal

CASES = [
    Case(
        "hanging = pot: three, each defender writes his own, the declarer's points join the pot, queue: behind it",
        deal(
            "0 | 9s Ts 9c 8d Td 9h / 7s 8s Ks 8c 7d Jh / Qs 7c Qc 9d Qd Kh | Jd | As Tc Qh / Jc Kc Ad / Kd 7h 8h | Th",
            "pass d: Jd Qd Td 8c 7c Tc As 8s Qs 9h Jh 8h Jc Qc 9c Kd 8d Ad Kc 9d Qh Kh Ts Ks 7h 9s 7s",
            pots=(30,),
        ),
        THREE,
        {
            "result.outcome": "hanging_baid",
            "result.totals": [24, 50, 74],
            "result.written": [24, 50, 0],
            "result.pots": [104],
        },
        other_rules={**THREE, "hanging": "queue"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [24, 50, 74],
            "result.written": [24, 50, 0],
            "result.pots": [30, 74],
        },
    ),
    Case(
        "hanging = per_dealer: three, this dealer's pot grows, queue: a second one",
        deal(
            "0 | 9s Ks As Qc Kd Jh / Tc Ac Td 9h Qh Ah / 7s Js 8c Jd Qd 8h | Ad | Kc 8d 7h / Ts 9c Th / Qs 7c 7d | 8s",
            "pass d: Td Ad Kd Qd 8d Tc Js As Ts 7h Th 8h Ah Jd Jh 7c Qc 9c Kc Ac 8c 9h Qs 9s Qh 7s Ks",
            pots=(30,),
        ),
        {**THREE, "hanging": "per_dealer"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [26, 45, 71],
            "result.written": [26, 45, 0],
            "result.pots": [101],
        },
        other_rules={**THREE, "hanging": "queue"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [26, 45, 71],
            "result.written": [26, 45, 0],
            "result.pots": [30, 71],
        },
    ),
    Case(
        "hanging = forced_deal: three, level again, the pot grows, queue: a second one",
        deal(
            "0 | 7s 8s Ks 7d Kd Ad / Qs 8c Qc Kc 8d Td / Ts 9d Jd Qd Jh Ah | 7c | As 7h Qh / Js 8h 9h / 9s 9c Ac | Th",
            ": 8h Jh Qh As Js 9s 7d 8d Jd Ac 7s Kc 9d Ad Td 7h 9h Ah Qd Kd Qc 8c 9c Ks Ts 8s Qs",
            pots=(30,),
            forced=2,
        ),
        {**THREE, "hanging": "forced_deal"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [39, 30, 69],
            "result.written": [39, 30, 0],
            "result.pots": [99],
        },
        other_rules={**THREE, "hanging": "queue"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [39, 30, 69],
            "result.written": [39, 30, 0],
            "result.pots": [30, 69],
        },
    ),
    Case(
        "hanging = each_own: three, all write their own, pot: the declarer nothing",
        deal(
            "0 | Ts Js 7c 8c Kc Th / 7s 8s Qs Ac Kd 7h / 9s Jc Jd Jh Kh Ah | Tc | 9d Qd 9h / Ks As 8d / 9c Qc Td | 7d",
            "pass c: As 9s Ts 8s Qc Js Td Qd Kd Jd 9d 8d Kh Th 7h Tc Ac Jc Jh 9h 7s 9c 8c Qs Ah Kc Ks",
        ),
        {**THREE, "hanging": "each_own"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [43, 41, 84],
            "result.written": [43, 41, 84],
            "result.pots": [],
        },
        other_rules=THREE,
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [43, 41, 84],
            "result.written": [43, 41, 0],
            "result.pots": [84],
        },
    ),
    Case(
        "hanging = void: three, nobody writes, each_own: all do",
        deal(
            "0 | 9s 7c Kc Ad Th Kh / As Qc 8d Qd 8h Qh / 7s Ts Js Jc Ac 9d | Qs | Tc Jd 9h / 7d Td Kd / 8c 9c Ah | 7h",
            "pass s: 8h Ah 9h 8c 7c Qc Kd 9d Jd Qd Js Ad Qs 9s As Th Qh Ts Jc Tc 7d Kh Td Ac Kc 8d 9c",
        ),
        {**THREE, "hanging": "void"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [79, 9, 88],
            "result.written": [0, 0, 0],
            "result.pots": [],
        },
        other_rules={**THREE, "hanging": "each_own"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [79, 9, 88],
            "result.written": [79, 9, 88],
            "result.pots": [],
        },
    ),
    Case(
        "hanging = queue: three, on a baid the declarer's points and the oldest pot are shared",
        deal(
            "0 | 9s Js Qs 8d Td 8h / Ts 9c Kc 7d 9d Kd / 8s Ks 8c Ac Jd Qd | 7h | As Jc Th / Tc Qc Ad / 7s 7c Kh | Ah",
            "h: 9d Qd Td Th Ts Kh Qs Tc 7s Jc Qc Ac 8c 8h Kc Js Ad Ks 8s 9s 9c As 7d 7c 8d Kd Jd",
            pots=(25, 40),
        ),
        {**THREE, "hanging": "queue"},
        {"result.outcome": "baid", "result.totals": [65, 16, 33], "result.written": [85, 0, 54], "result.pots": [40]},
    ),
    Case(
        "hanging = forced_deal: three, a baid shares the points of both deals by baid_to",
        deal(
            "0 | 7c 8c 9c 9d Kd Qh / 7s Ts Tc Kc 9h Jh / 8s Ac 7d 8d 8h Th | Jc | 9s Jd 7h / As Ad Ah / Js Qs Kh | Qd",
            ": 7s 8s 9s Jc Tc Ac Jd Ad 8d Jh 8h Qh 8c Kc Js Ah Kh 7h Ts Qs 9c 9d As 7d Kd 9h Th",
            pots=(35,),
            forced=2,
        ),
        {**THREE, "hanging": "forced_deal"},
        {
            "result.outcome": "baid",
            "result.totals": [108, 34, 0],
            "result.written": [126, 51, 0],
            "result.pots": [],
            "result.next_dealer": 0,
        },
        other_rules={**THREE, "hanging": "forced_deal", "baid_to": "leader"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [108, 34, 0],
            "result.written": [143, 34, 0],
            "result.pots": [],
            "result.next_dealer": 0,
        },
    ),
    Case(
        "hanging = forced_deal: three, level again, the pot grows and nobody bids",
        deal(
            "0 | Qs Ks 9c Jc 7h Th / Ts Qc 7d 9d Jd Kd / 7s 8s 9s Kc Ac Ah | 9h | Tc Ad Qh / 8c Jh Kh / 7c 8d Td | Qd",
            ": Qc Ac Jc Ah 9h Jh Ts 7s Qs 9d 8d Ad Qh Kh 9s Kd Td Th Ks 8c 8s 9c Jd 7c Tc 7d Kc",
            pots=(35,),
            forced=1,
        ),
        {**THREE, "hanging": "forced_deal", "declarer_beats": "each"},
        {
            "result.outcome": "hanging_baid",
            "result.totals": [65, 65, 16],
            "result.written": [65, 0, 16],
            "result.pots": [100],
            "auction.#": 0,
            "result.declarer": 1,
        },
        other_rules={**THREE, "hanging": "forced_deal"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [65, 65, 16],
            "result.written": [115, 0, 66],
            "result.pots": [],
            "auction.#": 0,
            "result.declarer": 1,
        },
    ),
    Case(
        "common: three, in a forced deal sequences do not count, bella does",
        deal(
            "0 | Qs 9c Qd Kd Ad 8h / 8c Kc Jd 9h Jh Kh / 7c Tc Ac 7d 8d 7h | 9d | Jc Qh Ah / 9s Ts Ks / 7s Js Td | 8s",
            ": Ts 7s Qs Jd 8d Ad Kh 7h Qh 9s Js Qd Kd 9h Td Ac 9c 8c 7c Jc Kc Ks 9d 8h Tc Ah Jh",
            forced=1,
            pots=(35,),
        ),
        {**THREE, "hanging": "forced_deal"},
        {
            "melds.lines": ["0 terts Ad Kd Qd 20 to nobody", "0 bella Kd Qd 20 to 0", "2 terts Td 9d 8d 20 to nobody"],
            "result.sequence_decided_by": None,
            "result.trump": "d",
        },
    ),
    Case(
        "no_trick_penalty = 100: three, a defender without a trick, though the other has some",
        deal(
            "0 | Jc Kd 9h Th Kh Ah / 7c 8c Tc Qc 7d 8d / 7s Kc 9d 7h 8h Qh | Ac | Ts 9c Ad / 9s Td Jd / Qs As Qd | Jh",
            "pass pass c: Jd 9d Ad 9h Tc 7h 7d Qd Kd Ts 9s 7s Ah Qc Qh Td Kc Jc Kh Ac 8h 8c As 9c Th 8d Qs",
        ),
        {**THREE, "no_trick_penalty": 100},
        {"result.tricks": [6, 3, 0], "result.totals": [112, 42, 0], "result.written": [112, 42, -100]},
        other_rules=THREE,
        other_expected={"result.tricks": [6, 3, 0], "result.totals": [112, 42, 0], "result.written": [112, 42, 0]},
    ),
    Case(
        "no_trick_penalty = 100: three, his share of a baid stays",
        deal(
            "0 | Js As Qc Jd Ad Kh / 9s 8c Kc 8d 8h Qh / 7d 9d Qd Kd 7h 9h | Ks | 8s 7c Ac / 9c Td Ah / 7s Tc Th | Jc",
            "s: Kc Tc Ac Kh Ah 7h Td 7d Jd 9s Ks Js 8s Qh 9d Qc 8c Th 7c 9c 9h 8h Kd As Ad 8d Qd",
        ),
        {**THREE, "no_trick_penalty": 100},
        {"result.tricks": [6, 3, 0], "result.totals": [118, 27, 0], "result.written": [131, 0, -86]},
        other_rules=THREE,
        other_expected={"result.tricks": [6, 3, 0], "result.totals": [118, 27, 0], "result.written": [131, 0, 14]},
    ),
    Case(
        "no_trick_penalty = 100: three, a baid without a trick",
        deal(
            "0 | Qs Ks 8c 8d Td Qd / 8s 9s Ts Js Jd Kh / Tc Jc Kd Ad Jh Qh | Ac | 7s Qc 7d / 7c 8h 9h / As Kc Ah | 7h",
            "c: Kh Qh Qc Ks Js As Ad Td Jd Jc 8c Ac Ah 8d 8h Kd 7d 8s Tc Qd Ts Kc 7s 9s Jh Qs 9h",
        ),
        {**THREE, "no_trick_penalty": 100},
        {"result.tricks": [1, 0, 8], "result.totals": [10, 50, 128], "result.written": [35, -100, 153]},
        other_rules=THREE,
        other_expected={"result.tricks": [1, 0, 8], "result.totals": [10, 50, 128], "result.written": [35, 0, 153]},
    ),
    Case(
        "baid_penalty = 100: three, the declarer's third baid, defenders untouched",
        deal(
            "0 | Jc Kc 9d Qd 8h Kh / 9s Qs 7c Ad 9h Th / 7s Ts 9c Ac Jd Kd | Js | Qc 8d Jh / Tc Td 7h / 8s As 7d | Qh",
            "s: Tc Ac Qc Ts 9d 9s Th Js Jh Kd 8d Ad Qs As 8h 9c Jc 7c Kc 9h 8s 7d Qd Td 7h Jd Kh",
            scores=(90, 80, 70),
            baids=(5, 2, 4),
        ),
        {**THREE, "baid_penalty": 100},
        {"result.outcome": "baid", "result.totals": [38, 52, 74], "result.written": [64, -100, 100]},
        other_rules=THREE,
        other_expected={"result.outcome": "baid", "result.totals": [38, 52, 74], "result.written": [64, 0, 100]},
    ),
    Case(
        "match_unit = kush: three, one to the declarer who made it, nothing to the others",
        deal(
            "0 | 8c Kc Ac Ad Jh Qh / 8s 9s Tc Jc Th Kh / As 9c Qc 8d 9d Jd | Kd | Qs 7h 9h / Js 7d 8h / 7c Td Qd | Ah",
            "pass d: 8h 9d Jh 9c Ac Tc Ad Kd Jd Qc Kc Jc 7h Th Td 7c 8c Kh Qh Js Qd As Qs 9s 8d 9h 8s",
            scores=(0, 0, 0),
            baids=(0, 0, 0),
        ),
        {**THREE, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {
            "result.outcome": "made",
            "result.totals": [34, 0, 153],
            "result.written": [0, 0, 1],
            "result.match_winner": 2,
        },
        other_rules={**THREE, "target": "one_deal", "hanging": "void"},
        other_expected={
            "result.outcome": "made",
            "result.totals": [34, 0, 153],
            "result.written": [34, 0, 153],
            "result.match_winner": 2,
        },
    ),
    Case(
        "match_unit = kush: three, two to each defender on a baid, no single match winner",
        deal(
            "0 | Ks Ac Jd 7h 8h Ah / Js 7c 7d 8d Qd Ad / 9s 8c Tc Qc Qh Kh | Kd | 8s Kc Th / Qs Td Jh / Ts 9c Jc | 9d",
            "pass d: Kd Jc Jd Ks Qs Ts Kh Ah Jh Kc 7c Tc 8c Ac Td Qd Qc 8s 8d Qh 7h Ad 9c 8h Js 9s Th",
            scores=(0, 0, 0),
            baids=(0, 0, 0),
        ),
        {**THREE, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {
            "result.outcome": "baid",
            "result.totals": [43, 83, 81],
            "result.written": [2, 2, 0],
            "result.match_over": True,
            "result.match_winner": None,
        },
        other_rules={**THREE, "target": "one_deal", "hanging": "void"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [43, 83, 81],
            "result.written": [84, 123, 0],
            "result.match_over": True,
            "result.match_winner": 1,
        },
    ),
    Case(
        "hanging = each_own: with a passive dealer all four write their own, pot: the declarer nothing",
        deal(
            "0 | - / 7s 9s 7c Tc 8d Ad / 8s Ts Qs 9c Qc Qh / Js 8c Jc Kc 7d Kh | 9d | Ac Td Jd Qd / 8h Th Ah / Ks 9h "
            "Jh / As Kd 7h | -",
            "d: Ah Jh Kh Tc 9c Kc 8d Qc 9d 8c 7c Ts 7h Th 9h 9s Ks As Kd Ad Qh 7s Qs Js 8s Jc 8h",
        ),
        {**PASSIVE, "hanging": "each_own"},
        {"result.totals": [20, 59, 17, 42], "result.written": [20, 59, 17, 42], "result.pots": []},
        other_rules=PASSIVE,
        other_expected={"result.totals": [20, 59, 17, 42], "result.written": [20, 0, 17, 42], "result.pots": [59]},
    ),
    Case(
        "hanging = void: pairs, nobody writes, each_own: both sides do",
        deal(
            "1 | Qs 7c Jc Kc 9d Jd / Ks Ac Td 7h Qh Ah / 8s 9s 8c 9c Ad Kh / 7s Ts Qc 8d 8h Jh | Js | Qd Th / Kd / As "
            "9h / Tc 7d | -",
            "s: 9h 8h Th 7h 9d Td Ad 8d 8c Qc Jc Ac Kd 8s 7d Jd 9s Ts Qs Js Qh Kh Jh Qd 9c Tc Kc Ks Ah As 7s 7c",
        ),
        {**PAIRS, "hanging": "void"},
        {"result.totals": [81, 81, 81, 81], "result.written": [0, 0, 0, 0], "result.pots": []},
        other_rules={**PAIRS, "hanging": "each_own"},
        other_expected={"result.totals": [81, 81, 81, 81], "result.written": [81, 81, 81, 81], "result.pots": []},
    ),
    Case(
        "hanging = queue: pairs, the declaring side that made it takes the oldest pot, at both partners",
        deal(
            "0 | 8s Ts Qs 8d Ad Th / 7s Js As 7c 9c 7h / Ks Qc Jd Kd Qh Ah / Jc Kc Td Qd 8h Kh | Ac | 9d / Tc 9h / 8c "
            "7d / 9s Jh | -",
            "c: 9h Qh Jh Th 8d 9c 7d Td 7s Ks 9s Ts 9d 7c Jd Qd Tc 8c Jc Ac Kc Qs Js Qc Kh Ad 7h Ah Kd 8h 8s As",
            pots=(30, 55),
        ),
        {**PAIRS, "hanging": "queue"},
        {"result.totals": [80, 82, 80, 82], "result.written": [80, 112, 80, 112], "result.pots": [55]},
    ),
]

"""Rule-book cases: what two and three defenders write."""

from tests.rulebook.case import SOLO, THREE, Case, deal

CASES = [
    Case(
        "declarer_beats = each: more than either defender is enough, sum: it is not",
        deal(
            "0 | 8s Qs 9c Qc Td Jd / 7c 8c 7h 8h Kh Ah / Ts Jc Qd 9h Th Qh | Ac | 9s Tc 8d / 7s As Kc / Js 9d Kd | Ad",
            "c: Ah Th Qc 8d 8c 9d Kc Jc Tc Ts 9s 7s Qh 9c 7h Td Ac Qd Kh 9h Jd 8h Js Qs As Kd 8s",
        ),
        {**THREE, "declarer_beats": "each"},
        {"result.outcome": "made", "result.totals": [41, 60, 44]},
        other_rules=THREE,
        other_expected={"result.outcome": "baid", "result.totals": [41, 60, 44]},
    ),
    Case(
        "declarer_beats = sum: more than both together, each: more than either too",
        deal(
            "0 | 9s 8c Tc Kc 9d Qh / Qs As 9c Ac 7h 9h / 7s 8s Js Qd Kd 8h | 7d | Ks Jh Ah / Ts Jc Th / 8d Ad Kh | 7c",
            "pass d: 9h Kh Ah Jh 7h 8h 9d Th Ad Tc Ac 8d Kd Qh Ts Qd Ks Qs Js 9s As 9c 7s Kc 8c Jc 8s",
        ),
        THREE,
        {"result.outcome": "made", "result.totals": [56, 25, 88], "result.written": [56, 25, 88]},
    ),
    Case(
        "declarer_beats = each: level with the better defender hangs, sum: a baid",
        deal(
            "0 | Qs 8c Tc Qd 9h Kh / 9c Qc Ac 8d Td Jh / 7c Jc 7d Jd Qh Ah | 7s | 9s Kd 8h / 8s As Ad / Ts Js 9d | Ks",
            "s: Td 9d Kd Qc Jc Tc Qs As Js Ah Kh Jh 7c 8c Ac 9c Ts 9s Qd 8d 7d 8h 8s Qh Ad Jd 9h",
        ),
        {**THREE, "declarer_beats": "each"},
        {"result.outcome": "hanging_baid", "result.totals": [42, 51, 51], "result.pots": [51]},
        other_rules=THREE,
        other_expected={"result.outcome": "baid", "result.totals": [42, 51, 51], "result.pots": []},
    ),
    Case(
        "declarer_beats = sum: level with both together hangs, each: made",
        deal(
            "0 | Qs 7c Tc Jc Ac Td / 7s 8d Qd 7h Th Ah / As 9c Qc 7d 9d Ad | Qh | Js Ks Jd / 9s Ts Jh / 8s 8h Kh | Kd",
            "h: 8d Ad Jd As Ks 9s 8s Js 7s Qs Ts Kh Qc Tc Ah Jh 8h Ac Qd 7d Td 7c Qh 9c Th 9d Jc",
        ),
        THREE,
        {"result.outcome": "hanging_baid", "result.totals": [35, 80, 45], "result.pots": [80]},
        other_rules={**THREE, "declarer_beats": "each"},
        other_expected={"result.outcome": "made", "result.totals": [35, 80, 45], "result.pots": []},
    ),
    Case(
        "declarer_beats = each: four seats, one defender above him is a baid",
        deal(
            "0 | 9s Js 9c 9d 7h Jh / Ks 7c 8c Qc Td Qd / 7s Qs As Kc Ac Qh / Jd Kd Ad 8h 9h Ah | 7d | Jc / 8d Th / 8s "
            "Ts / Tc Kh | -",
            "pass d: 8d 8s Kd 9d Jh Th Qh 8h 8c Ac Tc Jc Qs Jd Js Ks 9h 7h Qd 7s Td As Ad 7d Ah 9c Qc Ts Kh 9s 7c Kc",
        ),
        {**SOLO, "declarer_beats": "each", "baid_to": "leader"},
        {"result.outcome": "baid", "result.totals": [18, 18, 23, 103], "result.written": [18, 18, 0, 126]},
    ),
    Case(
        "baid_to = split: half to each, the odd point to the first after the declarer, leader: all to the higher",
        deal(
            "0 | 8s 7c Ac Td Jd 9h / Ks 9c Kc Kd 7h Qh / Jc 9d 8h Th Jh Kh | 8c | 9s Tc 8d / 7s Ts Qd / As Qc 7d | Qs",
            "pass c: Kd 7d Jd Kc Jc Tc As 8s 7s Kh 9h 7h Qc Ac 9c Ts Jh 9s Qd 9d 8d Ks 8h 8c Td Qh Th",
        ),
        THREE,
        {"result.totals": [37, 49, 49], "result.written": [62, 73, 0]},
        other_rules={**THREE, "baid_to": "leader"},
        other_expected={"result.totals": [37, 49, 49], "result.written": [37, 98, 0]},
    ),
    Case(
        "baid_to = lost: the defenders write their own, split: they share his",
        deal(
            "0 | Qs As 8c Td Kd Qh / Qc Kc Ac Qd Ad 8h / 8s 9s Ks 8d 9d 9h | Jd | 7s 9c Jh / 7c 7h Th / Ts Tc 7d | Kh",
            "pass pass d: 8h 9h Qh Jh Th 9d Ts 7s Qd 7h 8d Td Kd Ad Jd Ks As Kc 9c 7c Tc 9s Qs Ac 8c Qc 8s",
        ),
        {**THREE, "baid_to": "lost"},
        {"result.totals": [46, 46, 91], "result.written": [0, 46, 91]},
        other_rules=THREE,
        other_expected={"result.totals": [46, 46, 91], "result.written": [0, 69, 114]},
    ),
    Case(
        "baid_to = leader: equal defenders share, the odd point to the first after the declarer, lost: nobody",
        deal(
            "0 | 8s 7c Qc Ac Th Kh / 9s Js 8c Tc Td 7h / As Jc 7d 9d Jd Jh | 7s | Qs 9c 9h / Ks Ad 8h / 8d Qh Ah | Kc",
            "s: Ad 8d Qs Ac 8c Jc 9c Tc As Ah 9h 7h Jd 8s Td Qc Ks 9d 8h Qh Th 7c Js Jh 9s 7d Kh",
        ),
        {**THREE, "baid_to": "leader"},
        {"result.totals": [52, 57, 52], "result.written": [80, 0, 81]},
        other_rules={**THREE, "baid_to": "lost"},
        other_expected={"result.totals": [52, 57, 52], "result.written": [52, 0, 52]},
    ),
    Case(
        "baid_to = leader: two equal highest of three share, the third gets nothing, split: a third each",
        deal(
            "0 | 7s 9s 8c Kc 7d Th / Ks Tc Jc Ac Ad 8h / Ts 7c Kd 9h Kh Ah / Qs 8d Td Jd 7h Qh | Qc | 8s / As Qd / Js "
            "9c / 9d Jh | -",
            "c: Qd Kd 8d 7d Kh Qh Th 8h 8c Ac 9c Jh 9h 7h Qc Jc As Js Qs 9s Ks Ts Jd 7s 7c 9d Kc Tc Ad Ah Td 8s",
        ),
        {**SOLO, "baid_to": "leader"},
        {"result.totals": [37, 95, 50, 50], "result.written": [37, 0, 98, 97]},
        other_rules=SOLO,
        other_expected={"result.totals": [37, 95, 50, 50], "result.written": [68, 0, 82, 82]},
    ),
    Case(
        "baid_to = split: three defenders, two odd points to the first two, leader: all to the highest",
        deal(
            "0 | 7s 8s Kd Jh Qh Kh / 7c Kc 7d 8d Ad 8h / 9s Ts Qs 8c 7h 9h / Js Ks Jc Ac Td Th | 9c | Ah / As Jd / Qc "
            "9d / Tc Qd | -",
            "pass pass c: Jd 9d Qd Kd Ah 8h 9h Th Kh Kc 7h Tc Td 9c Ad 8c Jh 7c Qc Ac Js 8s As Ts 7d 9s Jc Qh Ks 7s 8d "
            "Qs",
        ),
        SOLO,
        {"result.totals": [115, 23, 0, 74], "result.written": [140, 48, 24, 0]},
        other_rules={**SOLO, "baid_to": "leader"},
        other_expected={"result.totals": [115, 23, 0, 74], "result.written": [189, 23, 0, 0]},
    ),
    Case(
        "baid_to = split: his points and the pot are shared as one sum",
        deal(
            "0 | Jc 9d Td 9h Th Kh / 9s Ks 7c Ac 8d Ad / Ts Js As Kd 8h Jh | Qs | 7d Jd Qh / Tc Qd Ah / 8s Kc 7h | 8c",
            "s: 8d Kd 9d Jh Th Ah Ks As 7d Js Td 9s Ts Jd Ad Kc Jc Tc Qd 8s Qh 7h 9h 7c Kh Ac 8h",
            pots=(41,),
        ),
        THREE,
        {"result.totals": [45, 39, 92], "result.written": [85, 0, 132]},
        other_rules={**THREE, "baid_to": "lost"},
        other_expected={"result.totals": [45, 39, 92], "result.written": [45, 0, 92]},
    ),
    Case(
        "baid_to = leader: a pot goes along to the higher defender, split: it is shared",
        deal(
            "0 | 8s Ks 8c Kd 7h Th / 9s Ts 8d Ad 8h Jh / 7s Js As Jc 9h Ah | Kh | 9c Td Jd / Qs Qc 9d / Tc Kc Ac | 7c",
            "pass pass h: Jh 9h Th Qc Kc 9c As Ks Qs Tc 8c 8h Ts Js 8s 9d Ah Td Jc Kh 9s Jd 8d Ac Kd Ad 7s",
            pots=(60,),
        ),
        {**THREE, "baid_to": "leader"},
        {"result.totals": [19, 91, 46], "result.written": [0, 170, 46], "result.pots": []},
        other_rules=THREE,
        other_expected={"result.totals": [19, 91, 46], "result.written": [0, 131, 85], "result.pots": []},
    ),
    Case(
        "common: made, every defender writes his own and the declarer the pot too",
        deal(
            "0 | 8s 9c Jc Td 7h Qh / Ts Js 8c Ac 7d Th / Qs 7c Tc Qc Ad Kh | Ah | 9s 8d Qd / 7s As 9d / Ks Jd Jh | 8h",
            "pass h: Ts Ks 9s 7s Qs 8s Qc 9c Ac 9d Ad 8d Tc Jc 8c Kh Ah Th Qd 7d Jd Qh As Jh 7c Td Js",
            pots=(60,),
        ),
        THREE,
        {"result.totals": [30, 28, 82], "result.written": [30, 28, 142], "result.pots": []},
    ),
    Case(
        "next_dealer = higher: three, made, the declarer deals",
        deal(
            "0 | 8s Qs 8c Tc 9d Jh / 7s 9s Ks As Ac Ad / Ts 9c Qc 9h Th Ah | Jc | Js Kc 7h / Td Jd Kh / 7c 7d Qh | Kd",
            "pass c: Ks Ts Qs Qc Tc Ac Td 7d 9d Kh Th 7h Qh Jh 9s 9c Kc Ad Ah 8c 7s 8s As Jc 9h Js Jd",
        ),
        THREE,
        {"result.outcome": "made", "result.totals": [11, 34, 110], "result.next_dealer": 2},
        other_rules={**THREE, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "made", "result.totals": [11, 34, 110], "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = higher: three, baid, the defender with more points deals",
        deal(
            "0 | 9s 8c Jc Ac 7h Ah / Ks 8d 9d Kd 9h Qh / Ts Js As 8h Th Kh | Qc | 7c Td Jh / 9c Kc Jd / Qs Tc Qd | 7s",
            "c: Kc Tc Jc Jh 9h 8h Ac 9c As Kd Qd Td Ah Qh Th 8c 9d Qs 9s Ks Js Jd Kh Qc 7h 8d Ts",
        ),
        THREE,
        {"result.outcome": "baid", "result.totals": [109, 42, 20], "result.next_dealer": 0},
        other_rules={**THREE, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "baid", "result.totals": [109, 42, 20], "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = higher: equal defenders, the earlier after the declarer",
        deal(
            "0 | Qs 7d 9d Td Qd Ad / 8s Ts As 9c Ac 9h / 7s Js Jd 8h Kh Ah | 9s | Kc Th Jh / 7c 8c Qh / Qc 8d 7h | Ks",
            "s: 9h 7h Th Jh Qh Kh Qc Kc 8c 7d Ts Jd As 9s Qs 8h Td 8s 9c Js Qd 8d 9d 7c Ad Ac Ah",
        ),
        THREE,
        {"result.outcome": "baid", "result.totals": [60, 42, 60], "result.next_dealer": 2},
        other_rules={**THREE, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "baid", "result.totals": [60, 42, 60], "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = higher: the raw score counts, not what is written",
        deal(
            "0 | 7s Ts 8c 7d 9d Qd / Ks Jd Ad 8h Th Kh / Js 7c Kc Ac Kd Jh | Tc | 8s 9s Qc / 7h 9h Ah / Qs 9c 8d | Qh",
            "pass c: Jd 8d 9d Ks Qs 7s Kh Jh Qc 9s 8h Js 9c 8c Ad Tc 7d 7h Kc 8s Ah Kd Qd Th Ac Ts 9h",
        ),
        {**THREE, "baid_to": "leader"},
        {
            "result.outcome": "baid",
            "result.totals": [59, 59, 100],
            "result.next_dealer": 0,
            "result.written": [109, 109, 0],
        },
        other_rules={**THREE, "baid_to": "leader", "next_dealer": "clockwise"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [59, 59, 100],
            "result.next_dealer": 1,
            "result.written": [109, 109, 0],
        },
    ),
    Case(
        "next_dealer = higher: hanging, the first defender after the declarer, though the other has more",
        deal(
            "0 | Kc 7d Td 9h Jh Qh / 9s 8c 9c Tc Ac Kd / 7s As Jc 9d Ad 8h | Js | Ks Jd Kh / Qs Qd Th / 7c 8d 7h | Ts",
            "pass s: Th 8h Kh 9s Js Ks 7h 9h Qs Tc Jc Kc Kd 9d Td 7d Qd Ad 7c Jd 9c 8c As Jh 8d Qh Ac",
        ),
        THREE,
        {"result.outcome": "hanging_baid", "result.totals": [34, 55, 89], "result.next_dealer": 0},
        other_rules={**THREE, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "hanging_baid", "result.totals": [34, 55, 89], "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = clockwise: four seats, made by another, the next after the dealer",
        deal(
            "1 | As 9c Tc Jc 7d 9d / 9s 7c 8d Kd Ad Ah / 8s Qc Jd Th Jh Qh / Ts Td Qd 7h 8h 9h | 7s | Qs Kc / Js / Ac "
            "Kh / Ks 8c | -",
            "pass s: Jh 7h As Ah 9c 7c Qc 8c Th 9h Qs Js 8d Jd Qd 7d Ks 9d 9s 8s Kd Ac Td Kc 8h Jc 7s Kh Ad Qh Ts Tc",
        ),
        {**SOLO, "next_dealer": "clockwise", "declarer_beats": "each"},
        {"result.outcome": "made", "result.next_dealer": 2},
        other_rules={**SOLO, "declarer_beats": "each"},
        other_expected={"result.outcome": "made", "result.next_dealer": 3},
    ),
]

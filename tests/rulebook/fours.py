"""Rule-book cases: four of a kind."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "fours: aces beat tens, the tens score nothing",
        deal(
            "0 | Ts Js 7c Tc Qd Th / Qs As 8c Kc Ac 9d | 9h | Jc Td 8h / Ad Kh Ah | Ks",
            "h: Ac Jc Kc Tc Th Ah As Ts Ad Td Qs Js 9d Qd 7c 8c Kh 8h",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": ["0 four Ts Tc Td Th 100 to nobody", "1 four As Ac Ad Ah 100 to 1"],
            "result.totals": [17, 195],
        },
    ),
    Case(
        "fours: kings beat queens",
        deal(
            "0 | Ks 9c Kc Kd 9h Kh / Qs As 8d Qd 8h Qh | 8s | 9d Ad Ah / Js Qc Jd | 9s",
            "s: Qh Kh Ad Jd Ah 8h 9c Qc 8d 9d 9h Qs As Ks Qd Kd Kc Js",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["0 four Ks Kc Kd Kh 100 to 0", "1 four Qs Qc Qd Qh 100 to nobody"]},
    ),
    Case(
        "fours: nines beat eights",
        deal(
            "0 | Ts 7c 9c Jd Kd 9h / 8s As 8c Qc 8d 8h | Tc | 9s 9d Qh / Kc Td Th | 7h",
            "c: 8s 9s Qh 8h Tc Kc Jd Td 8d Kd 9d Qc Th 9h 8c 9c Ts As",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["0 four 9s 9c 9d 9h 100 to 0", "1 four 8s 8c 8d 8h 100 to nobody", "1 bella Kc Qc 20 to 1"]},
    ),
    Case(
        "fours: eights beat sevens",
        deal(
            "0 | 8c Kc 8d Jd 8h Jh / Ts As 7d Td Kd 7h | Tc | 8s Ac Ah / 7s 7c Kh | Qc",
            "c: 7d 8d Jh Kh Td Jd 7c Kc 8c Ts 8h 7h 8s 7s Ac Kd Ah As",
        ),
        {"fours": {"J": 200, "other": 100}, "seven_exchange": "none"},
        {"melds.lines": ["0 four 8s 8c 8d 8h 100 to 0", "1 four 7s 7c 7d 7h 100 to nobody"]},
    ),
    Case(
        "fours: jacks beat nines, and are worth 200",
        deal(
            "0 | 9c Qc 8d 9d 7h Qh / Js Ks Jc Kc 7d Jh | 8h | 9s 9h Kh / Qs 7c Jd | Tc",
            "h: 7d 9d 9s Qs Jc 9c Ks Qh Qc Kc Jd 8d Jh Kh 7c 8h 9h Js",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": [
                "0 four 9s 9c 9d 9h 100 to nobody",
                "0 bella Kh Qh 20 to 0",
                "1 terts Ks Qs Js 20 to 1",
                "1 four Js Jc Jd Jh 200 to 1",
            ]
        },
    ),
    Case(
        "fours: the exchange gives the seven away before they are judged",
        deal(
            "0 | Ks Tc Jd Kd 9h Ah / 7s Js As 8c Kc 7h | Qh | Ac 8d Td / 7c 7d Th | Qd",
            "h: Kc Tc 9h Qh 8d 7d Ks As Th Ah Ac 8c Jd 7c Td Js Kd 7s",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.#": 0},
        other_rules={"fours": {"J": 200, "other": 100}, "seven_exchange": "none"},
        other_expected={"melds.#": 1},
        other_play="h: Kc Tc 9h Th Ah 7h Ks Js Kd 7d Jd 7c 8d As Ac 8c Td 7s",
    ),
    Case(
        "fours: the exchange may complete a four",
        deal(
            "0 | 8s Js 9c Kd Th Qh / As 8c 8d Ad 7h Kh | Ah | Ts Td Qd / 7c Ac 7d | Qs",
            "h: 7c 9c 8s As 8d Td Qd 7d Ts Ah 8c Th Js Kh Ac Qh Kd Ad",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["1 four As Ac Ad Ah 100 to 1"], "result.totals": [37, 163]},
        other_rules={"fours": {"J": 200, "other": 100}, "seven_exchange": "none"},
        other_expected={"melds.lines": [], "result.totals": [53, 36]},
        other_play="h: 7c 9c 8s As 8d Td Qd 7d Ts 7h Kh Th Js 8c Kd Ad Ac Qh",
    ),
    Case(
        "fours: a card may be in a four and in a sequence",
        deal(
            "0 | 8s Js Ks 9c Kd Jh / Ts Qs Qc 7d Td Qd | 9h | 7s Kc Ah / 8d Jd Qh | Ac",
            "h: Jd Kd Kc Qc Jh Qh 8s Qs Qd Ah Ks Ts 7d Js Td 9c 8d 7s",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": ["1 terts Qd Jd Td 20 to 1", "1 four Qs Qc Qd Qh 100 to 1"],
            "result.totals": [50, 159],
            "result.written": [50, 159],
        },
        other_rules={},
        other_expected={
            "melds.lines": ["1 terts Qd Jd Td 20 to 1"],
            "result.totals": [50, 59],
            "result.written": [50, 59],
        },
    ),
    Case(
        "fours: and as bella too",
        deal(
            "0 | Js Ks 8c Kd 8h Qh / Ts As 9c Qc 9d Jd | 9h | Tc Kc Kh / 7c Ac 7d | 9s",
            "h: 9c 8c Ac Tc Ts Ks Qc Kc Js As 7c Qh 8h 9d Kd 7d Kh Jd",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": ["0 four Ks Kc Kd Kh 100 to 0", "0 bella Kh Qh 20 to 0"],
            "result.totals": [150, 48],
            "result.written": [198, 0],
        },
        other_rules={},
        other_expected={"melds.lines": ["0 bella Kh Qh 20 to 0"], "result.totals": [50, 48], "result.written": [98, 0]},
    ),
    Case(
        "fours: they count in the raw score, the declarer makes it, without the switch he is baid",
        deal(
            "0 | 9s Js 7c 7d Qh Ah / Tc Kc 8d Kd Ad Kh | 7h | Qs 9c 8h / 8s Ks Jd | 9h",
            "h: Kd 7d Ad Ah 9c Tc Jd Qh 9s Ks 8d 8h 7c Kc Kh Qs 8s Js",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "result.outcome": "made",
            "melds.lines": ["1 four Ks Kc Kd Kh 100 to 1"],
            "result.totals": [39, 129],
            "result.written": [39, 129],
        },
        other_rules={},
        other_expected={
            "result.outcome": "baid",
            "melds.lines": [],
            "result.totals": [39, 29],
            "result.written": [68, 0],
        },
    ),
    Case(
        "fours: with baid_to = lost what a defender's bring stays his and the declarer's sequence is lost",
        deal(
            "0 | Js 8c Ac 8h Th Jh / 7s Qs 7c Qd Kd Ad | 9h | 8s 8d Kh / 9s 9c Qc | 7d",
            "h: Kd 8d Qd 8h Jh Qs 8c 7c Kh 9c 8s 7s Th 9s Ac Qc Js Ad",
        ),
        {"fours": {"J": 200, "other": 100}, "baid_to": "lost"},
        {
            "result.outcome": "baid",
            "melds.lines": ["0 four 8s 8c 8d 8h 100 to 0", "1 terts Ad Kd Qd 20 to 1"],
            "result.totals": [177, 24],
            "result.written": [177, 0],
        },
        other_rules={"fours": {"J": 200, "other": 100}},
        other_expected={
            "result.outcome": "baid",
            "melds.lines": ["0 four 8s 8c 8d 8h 100 to 0", "1 terts Ad Kd Qd 20 to 1"],
            "result.totals": [177, 24],
            "result.written": [201, 0],
        },
    ),
    Case(
        "fours: queens beat nines",
        deal(
            "0 | 8s 7c 9d Ad 9h Ah / Js Qs As 8d Qh Kh | Jd | 9s Ts 9c / Qc Qd Th | Tc",
            "d: Kh 9h Js Ts 9s Qs Qd Ad Ah Qh 9d 8d 9c Qc As 8s Th 7c",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": [
                "0 terts Ts 9s 8s 20 to 0",
                "0 four 9s 9c 9d 9h 100 to nobody",
                "1 four Qs Qc Qd Qh 100 to 1",
            ]
        },
    ),
    Case(
        "fours: they need no trick where sequences do",
        deal(
            "0 | As Kc Ac Ad Jh Kh / 8s 8c 8d Jd 8h Th | Ah | Ks Td 9h / 7s 9s Js | Qs",
            "pass h: Jh Th 9h 8h Kh Js Ad Jd As 9s Ac 8c Ks 8s Kc 8d Td 7s",
        ),
        {"fours": {"J": 200, "other": 100}, "sequences_need_trick": True, "first_lead": "declarer"},
        {"melds.lines": ["1 terts 9s 8s 7s 20 to nobody", "1 four 8s 8c 8d 8h 100 to 1"], "result.tricks": [9, 0]},
        other_rules={"fours": {"J": 200, "other": 100}, "first_lead": "declarer"},
        other_expected={
            "melds.lines": ["1 terts 9s 8s 7s 20 to 1", "1 four 8s 8c 8d 8h 100 to 1"],
            "result.tricks": [9, 0],
        },
    ),
    Case(
        "fours: they count in a forced deal, sequences do not",
        deal(
            "0 | 7s 8s Jc Kc 8d Kd / Qs Qc Ac 7d Jd Qd | 9h | Ks Th Ah / As Td Qh | Ts",
            ": As Ks Jd 8d Qh Th Ah 7d Kd Td Ac Kc Qd 7s Qc Jc Qs 8s",
            forced=1,
            pots=(20,),
        ),
        {"fours": {"J": 200, "other": 100}, "hanging": "forced_deal"},
        {
            "melds.lines": ["1 terts Qd Jd Td 20 to nobody", "1 four Qs Qc Qd Qh 100 to 1"],
            "result.totals": [24, 167],
            "result.written": [24, 187],
        },
        other_rules={"hanging": "forced_deal"},
        other_expected={
            "melds.lines": ["1 terts Qd Jd Td 20 to nobody"],
            "result.totals": [24, 67],
            "result.written": [24, 87],
        },
    ),
    Case(
        "fours: they are safe points for a claim",
        deal(
            "0 | Ks As Kc 9h Kh Ah / 8s 9s Qs 9c Td Ad | Jd | Js Tc Kd / 7h 8h Qh | 7d",
            "d: 8h Ah",
            scores=(390, 300),
            baids=(0, 0),
        ),
        {"fours": {"J": 200, "other": 100}},
        {"result.outcome": "claim", "result.written": [111, 0]},
        other_rules={"fours": {"J": 200, "other": 100}, "early_claim": "off"},
        other_expected={"result.outcome": "baid", "result.written": [187, 0]},
        other_play="d: 8h Ah 9h 7h Ks 9s Kh Qh Js Qs 8s As Kd Ad 9c Tc Kc Td",
    ),
    Case(
        "fours: one that is beaten is not safe",
        deal(
            "0 | 8s Ks 9c 7h 9h Kh / As 7c Ac 7d Qd Ad | Qc | Qs Kc Kd / 9s Jd Ah | Td",
            "c: 7d Kd 8s As Qc Kc Ks 9s 7h Ah Ad 9c Qs Ac Qd 9h Jd Kh",
            scores=(405, 100),
            baids=(0, 0),
        ),
        {"fours": {"J": 200, "other": 100}},
        {"result.outcome": "made", "result.written": [40, 155], "result.match_over": False},
    ),
    Case(
        "fours: two of one hand, the better one beats the other's, both score",
        deal(
            "0 | 8c Ac 8d Ad 8h Ah / Js Ks 9c Kd Qh Kh | 9h | 8s As Tc / 7c Kc Jh | Th",
            "h: Js As 8s Ks Kc Ac 8c 9c Kd 8d Jh 8h Kh Ah Tc 7c Ad Qh",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": [
                "0 four As Ac Ad Ah 100 to 0",
                "0 four 8s 8c 8d 8h 100 to 0",
                "1 terts Kh Qh Jh 20 to 1",
                "1 four Ks Kc Kd Kh 100 to nobody",
                "1 bella Kh Qh 20 to 1",
            ]
        },
    ),
]

"""Rule-book cases: tricks, what is legal, and points."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "common: jack of trump beats the nine",
        deal(
            "0 | 9s Ks Ac 9d Qd Kd / Qs As 9c Kc 9h Kh | 7c | 8c Jc Ah / 7s 8s 8d | Ts",
            "c: 7s 9s Jc 9c Qd 8d Ks As Qs 8c Ah 9h 9d Kc 8s Ac Kd Kh",
        ),
        {},
        {"plays.1.cards": ["Jc", "9c"], "plays.1.leader": 0, "plays.2.leader": 0},
    ),
    Case(
        "common: nine of trump beats the ace",
        deal(
            "0 | 7s Qc 9d 9h Th Qh / Ts Js Tc Td Qd Jh | 7h | 9s As 7d / Jc Kd Ah | 8s",
            "h: Kd 9d Ts 9s Tc Qc Ah 9h As Js 7d Td Jc Th 7s Jh Qd Qh",
        ),
        {},
        {"plays.3.cards": ["Ah", "9h"], "plays.3.leader": 1, "plays.4.leader": 0},
    ),
    Case(
        "common: queen of trump beats the eight",
        deal(
            "0 | 7s 9s 9c Qc Kc Jd / Ks 8c Ac Kd Th Jh | Td | 8d 7h Ah / Qd Ad Qh | Qs",
            "d: Th Ah 7s Ks Jh 7h Ad Jd 8d Qd Kd Kc Qh 9c Ac Qc 8c 9s",
        ),
        {},
        {"plays.4.cards": ["8d", "Qd"], "plays.4.leader": 0, "plays.5.leader": 1},
    ),
    Case(
        "common: a plain ten beats the king",
        deal(
            "0 | 7s 8s 9s Qs Ac Th / 7c 8c 8d 7h Kh Ah | Js | 9c Kd Jh / As Kc Td | 8h",
            "s: Ah Jh Kh Th Kd 8d Qs As Kc 9c 7h Js 8s Td 9s 7c Ac 8c",
        ),
        {},
        {"plays.1.cards": ["Kh", "Th"], "plays.1.leader": 1, "plays.2.leader": 0},
    ),
    Case(
        "common: a plain jack beats the nine",
        deal(
            "0 | Js Tc 9d Td 7h 9h / 8s Ts 9c 7d Jd Kd | Kh | Ks As Jc / Kc Qd Qh | 9s",
            "h: 9c Jc Ks Ts Kd Td Tc Kc As 8s Kh Qh 9h Jd 9d Qd 7d Js",
        ),
        {},
        {"plays.0.cards": ["9c", "Jc"], "plays.0.leader": 1, "plays.1.leader": 0},
    ),
    Case(
        "common: the lowest trump beats a plain ace",
        deal(
            "0 | 9s Qs 7c Td 7h Kh / Qc 7d Qd Kd Ad Qh | 8h | 8c Tc Jc / 7s Ks Jh | Js",
            "h: Kd Td Qs 7s 9s Ks Ad 8h 8c Qc 7d Kh 7c Qh Jh Tc Qd Jc",
        ),
        {},
        {"plays.3.cards": ["Ad", "8h"], "plays.3.leader": 1, "plays.4.leader": 0},
    ),
    Case(
        "common: a discard of another suit never wins",
        deal(
            "0 | 7s As Ac 8d Td Kd / 8s 9s Kc Jd 8h Jh | 9h | Ts 9d Ad / Js Qs 7c | Tc",
            "h: 9s 7s 7c Ac Td Jd 9d Jh Js Ts 8d 8h Kc As 8s Ad Qs Kd",
        ),
        {},
        {"plays.7.cards": ["8s", "Ad"], "plays.7.leader": 1, "plays.8.leader": 1},
    ),
    Case(
        "common: suit must be followed",
        deal("0 | Js Ks 7c Kc 7d Jd / 9s Ac Td 7h 9h Jh | Ts | Tc Jc Qc / 7s Kd Ah | Kh", "s: Td"),
        {},
        {"to_move.seat": 0, "to_move.legal": ["7d", "Jd"]},
    ),
    Case(
        "common: void of the suit, a trump must be played",
        deal(
            "0 | 7s Qc 7d Td Qh Kh / Ts Tc Ac 9d 7h 8h | Kc | 7c 9c Jc / 8s As Jd | Qs", "c: Ts 7s 9d Td Jc Ac Qc Tc As"
        ),
        {},
        {"to_move.seat": 0, "to_move.legal": ["9c", "Kc"]},
    ),
    Case(
        "common: void of suit and trump, anything goes",
        deal(
            "0 | 7s As 7d Kd Ad 7h / Ts Qs Jc Qc Kh Ah | Js | Kc Jd Qd / 8s Jh Qh | 9c",
            "s: Qh 7h Qc Kc As 8s Kd Qs Ts Js Qd",
        ),
        {},
        {"to_move.seat": 1, "to_move.legal": ["Jc", "Jh", "Kh", "Ah"]},
    ),
    Case(
        "common: a trump led must be beaten",
        deal(
            "0 | 7s 8s 9s Tc 7d 8d / Ks As 7c 9c Td Qd | Ad | Js 9d 9h / Qs Th Qh | Ts", "d: 9c Tc 9s As Ks Js Qh 9h Qd"
        ),
        {},
        {"to_move.seat": 0, "to_move.legal": ["9d", "Ad"]},
    ),
    Case(
        "common: who cannot beat a trump still plays one",
        deal("0 | Qs As Ac 8d Kd 7h / Ts Js 7c 9c Td Ah | 9d | 8c Qc 9h / 8s Jd Qd | 7d", "d: Jd"),
        {},
        {"to_move.seat": 0, "to_move.legal": ["8d", "Kd"]},
    ),
    Case(
        "common: a revoke is refused",
        deal("0 | 8s Ts Tc Td 8h Jh / Js Ac 9d Qd Ad 7h | 9h | 9c Jd Kh / 7s Qs Qh | Ks", "h: Qd 8s"),
        {},
        {"refused": "8s"},
    ),
    Case(
        "common: the points of the cards played and ten for the last trick",
        deal(
            "0 | Js As Tc Ac Jd Jh / 7s 7c Kc Td Ad 9h | 7h | Qs 9c 8d / 7d 8h Ah | Qc",
            "h: 7s Qs 9c Kc 7c Tc Js Ah 9h Jh Ac 8h 7d Jd 8d Ad Td As",
        ),
        {"sequence_points": {3: 20, 4: 50}},
        {
            "exchange": None,
            "result.card_points": [49, 60],
            "result.last_trick": 1,
            "result.totals": [49, 70],
            "result.tricks": [4, 5],
        },
    ),
    Case(
        "common: raw scores, melds included, decide whether the declarer made it",
        deal(
            "0 | 9s Ts Qc Ad 7h Ah / Js Qs Ks 7c 8d Kh | Th | As 8c Tc / Jc Ac Jh | 8s",
            "h: Qs Ts Qc Jc Th Jh Kh Ah Tc 7c Ad 8d As Js 9s Ks Ac 8c",
        ),
        {},
        {
            "melds.lines": ["1 terts Ks Qs Js 20 to 1"],
            "result.totals": [67, 75],
            "result.outcome": "made",
            "result.card_points": [67, 45],
        },
    ),
    Case(
        "first_lead = declarer: the dealer as declarer leads",
        deal(
            "0 | Ks 8c 9c 8d Qd Kd / 7s 9s Kc 9d Ad 7h | Td | 7c Th Qh / Ts Tc 7d | 8s",
            "pass d: Ks 9s Th 7h 8c Kc Td Qd Ts 8d 7c Tc 7s Kd Qh 9d Ad 9c",
        ),
        {"first_lead": "declarer"},
        {"plays.0.leader": 0},
        other_rules={},
        other_expected={"plays.0.leader": 1},
        other_play="pass d: 9s Ks Th 7h 8c Kc Td Qd Ts 8d 7c Tc 7s Kd Qh 9d Ad 9c",
    ),
    Case(
        "overtrump = always: a trump led must be beaten, under never it need not",
        deal("0 | Ts 7c Jd 9h Th Jh / 8s 9s Tc Qc 8d 9d | As | 7s Ad Ah / Js 7h Qh | Ac", "s: 9d Jd Ts"),
        {"overtrump": "always"},
        {"to_move.seat": 1, "to_move.legal": ["9s", "Js"]},
        other_rules={"overtrump": "never"},
        other_expected={"to_move.seat": 1, "to_move.legal": ["8s", "9s", "Js"]},
    ),
    Case(
        "overtrump = trump_lead: a trump led must be beaten, under never it need not",
        deal("0 | 7s 8s Qc 8d 9d Kd / Ks As Qd Ad 7h Kh | Ts | Js Tc Th / 8c Kc 8h | Ah", "s: Ks"),
        {"overtrump": "trump_lead"},
        {"to_move.seat": 0, "to_move.legal": ["Ts", "Js"]},
        other_rules={"overtrump": "never"},
        other_expected={"to_move.seat": 0, "to_move.legal": ["8s", "Ts", "Js"]},
    ),
    Case(
        "overtrump = never: a lower trump on a trump led",
        deal("0 | Jc Jd Kd 7h Jh Ah / Ac 7d 9d Ad Th Kh | 8h | 8s Ts Qs / 8c Qc 8d | Js", "h: Qc Jc Kh"),
        {"overtrump": "never"},
        {"to_move.seat": 0, "to_move.legal": ["8h", "Jh", "Ah"]},
        other_rules={},
        other_expected={"to_move.seat": 0, "to_move.legal": ["Jh", "Ah"]},
    ),
    Case(
        "trick_points = belote: every ace counts ten",
        deal(
            "0 | Js Jc 9d Jh Kh Ah / Qs Qc Kd Ad 9h Th | Td | As 7c 8d / 9s 8c 7h | Jd",
            "d: Ad 9d Kh 7h Jc Qc Kd 8d 8c 7c 9h Jh Ah Th As 9s Js Qs",
        ),
        {"trick_points": "belote"},
        {"result.card_points": [60, 14], "result.totals": [60, 24]},
        other_rules={},
        other_expected={"result.card_points": [63, 14], "result.totals": [63, 24]},
    ),
    Case(
        "trick_points = terts: king 3, queen 2, jack 1, trump nine 13",
        deal(
            "0 | 9s Qs As 8c 8d Kd / 8s Jc Qd Ad 8h 9h | Jd | Js Ac Th / 7c Jh Kh | 7h",
            "d: 8s As Js Ad Jc Ac Qs Qd Jh Th 8d 7c Kd 8h 8c 9h 9s Kh",
        ),
        {"trick_points": "terts"},
        {"result.card_points": [40, 16], "result.totals": [50, 16]},
        other_rules={},
        other_expected={"result.card_points": [44, 19], "result.totals": [54, 19]},
    ),
]

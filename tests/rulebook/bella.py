"""Rule-book cases: bella."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "common: nobody's bella is beaten",
        deal(
            "0 | 9s Ts Jd Qd Th Jh / Ks 8c Jc Kc Ad Qh | Qs | Kd 8h 9h / 7s As 9d | Js",
            "s: 8c 9s Th Qh Kd 9d 9h As Qs Ts Jh Ks Kc 8h Jc Jd Ad Qd",
        ),
        {},
        {
            "melds.lines": [
                "0 fifty Jh Th 9h 8h 50 to 0",
                "0 terts Kd Qd Jd 20 to 0",
                "1 terts As Ks Qs 20 to nobody",
                "1 bella Ks Qs 20 to 1",
            ]
        },
    ),
    Case(
        "common: bella is called at the first turn and scores for its holder",
        deal(
            "0 | 9c Qc Kc 9d Jd 8h / Ts Td 7h Th Jh Kh | Tc | 8s 7d Ah / Js 8c Ad | Kd",
            "c: Kh Ah 8s Ts Js Qc 9c 8c 8h 7h Kc Ad 9d Td Jh 7d Th Jd",
        ),
        {},
        {
            "melds.0.kind": "bella",
            "melds.0.cards": ["Kc", "Qc"],
            "melds.0.points": 20,
            "melds.0.call": 1,
            "melds.0.to": 0,
            "melds.0.scored": True,
        },
    ),
    Case(
        "bella_to = holder: though he loses both tricks, under first_trick_winner the other gets it",
        deal(
            "0 | Qs 7c Kc 9d Ad Jh / 9s Qd Kd 7h 9h Ah | 8d | Jc Td 8h / 8s Tc Qc | 9c",
            "d: 9h Jh 7c Tc 8s Qs Ad Qd Td Kd 8h Ah Qc Kc 9d 7h Jc 9s",
        ),
        {},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": 1, "melds.0.to": 1},
        other_rules={"bella_to": "first_trick_winner"},
        other_expected={"melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "bella_to = first_trick_winner: the first of the two tricks counts, not the second",
        deal(
            "0 | 8s Js Ks Kc Qd Kd / 7s Ts As Td Ad Jh | Jd | Jc Kh Ah / Qs 8d 7h | Qh",
            "d: 8d Kd Ks As Td Qd Qs Js 7h Kh Kc Ad Jh Ah Jc Ts 8s 7s",
        ),
        {"bella_to": "first_trick_winner"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": 1, "melds.0.to": 0},
        other_rules={"bella_to": "holder_both_tricks"},
        other_expected={"melds.0.call": 1, "melds.0.to": None},
    ),
    Case(
        "bella_to = holder_both_tricks: one trick lost, nobody scores, under holder he does",
        deal(
            "0 | Js 8c 9c Qc 7d 8h / 7s 9s Qs Jc Ac Ad | 7c | Kc 9d Th / Ts Td Kd | 7h",
            "c: Ad 9d Qs Js Kd 7d Td 8c 8h Ac Jc Kc 9s Qc Th 7s 9c Ts",
        ),
        {"bella_to": "holder_both_tricks"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": 1, "melds.0.to": None},
        other_rules={},
        other_expected={"melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "bella_to = holder_both_tricks: both tricks won",
        deal(
            "0 | Ks Qc Ac 9d Ad 8h / Ts Kc 8d Td Th Kh | Ah | 9s Jc Kd / 8s 9c Qh | 7d",
            "h: Td Ad Jc 9c Ks 8s 8h Kh Th 9s Ts Ac 8d 9d Kd Qh Kc Qc",
        ),
        {"bella_to": "holder_both_tricks"},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": 1, "melds.0.to": 1},
    ),
    Case(
        "bella_needs_trick = yes: a holder without a trick scores nothing",
        deal(
            "0 | 8s 9s 7c 9d Qd Qh / Ks Kd 8h 9h Jh Ah | 7h | 7s 8c Kh / As Jd Th | Kc",
            "h: Ah Qh Jh Kh Kd Qd 8h 9d Th 8c As 9s 9h 7c Jd 8s Ks 7s",
        ),
        {"bella_needs_trick": True},
        {"melds.1.kind": "bella", "melds.1.to": None, "result.tricks": [0, 9]},
        other_rules={},
        other_expected={"melds.1.kind": "bella", "melds.1.to": 0, "result.tricks": [0, 9]},
    ),
    Case(
        "bella_needs_trick = yes: one trick is enough",
        deal(
            "0 | Qs Tc Jc Kc Jd Jh / 7s 9s Js As Kd 7h | 7d | Ac 9d 9h / Ks Qd Th | Ah",
            "d: 7s Qs Jh 7h 9d Kd Kc Qd Ks Jd Ac As Jc Th 9h 9s Tc Js",
        ),
        {"bella_needs_trick": True},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": 1, "melds.0.to": 1, "result.tricks": [8, 1]},
    ),
    Case(
        "bella_call = first_card: with the first of king and queen",
        deal(
            "0 | 9s 9c Tc Qc 7d Qh / 7s 8s Qs 8d 7h Jh | 8c | Kc Qd Kd / Ts Ks Jc | 9h",
            "c: 8d Kd 9c Jc Jh Qh Kc Ks Qd Qs 9s 8s 7d 7s Tc Ts Qc 7h",
        ),
        {"bella_call": "first_card"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": 4, "melds.0.to": 0},
        other_rules={},
        other_expected={"melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "bella_call = on_lead: when the holder leads and has one of the two left",
        deal(
            "0 | 8s Qs Ks Kc Jd 8h / Ts 9c 7d 9d 9h Jh | 9s | Tc Td Th / Js Jc 7h | Qc",
            "s: Js Qs 7d Jd Th Jh 8s Ts 9h 8h Jc Kc Ks 9c Tc 7h Td 9d",
        ),
        {"bella_call": "on_lead"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": 3, "melds.0.to": 0},
        other_rules={},
        other_expected={"melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "bella_call = on_lead: a holder who never leads in time scores nothing",
        deal(
            "0 | 9s Js As Qc Kc 9d / 7s 9c Jc Ac Kd Ad | 8c | Jd Qd 8h / Ts 7h Th | 8d",
            "c: Ad Jd 9c Kc Th 8h Ac Qc 7s As 9s Ts Jc Js Kd 9d 7h Qd",
        ),
        {"bella_call": "on_lead"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": None, "melds.0.to": None},
        other_rules={"bella_call": "first_card"},
        other_expected={"melds.0.call": 2, "melds.0.to": 0},
    ),
    Case(
        "bella_call = after_trick: in the trick after his first won one, before his card",
        deal(
            "0 | Js 8c Td Ad 8h Kh / Qs Ks 8d 9d Jd Th | As | Qd Jh Ah / 7c 7h Qh | 7d",
            "s: Qs Js Td Jd Ah 7h Jh Qh Th Kh 8d Qd 8c 7c 8h Ks 9d Ad",
        ),
        {"bella_call": "after_trick"},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": 5, "melds.0.to": 1},
        other_rules={"bella_call": "on_lead"},
        other_expected={"melds.0.call": 1, "melds.0.to": 1},
    ),
    Case(
        "bella_call = after_trick: no trick while one of the two is left, nothing scored",
        deal(
            "0 | As Qc Kc 7d 9d Jd / 9s 8c Tc Jc Td 7h | 7c | 7s Ad 8h / Js Ac Ah | Qs",
            "c: Td Jd Ah 8h Tc Qc Ac Kc 7h Ad 8c 7s 9s As 7d Jc Js 9d",
        ),
        {"bella_call": "after_trick"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": None, "melds.0.to": None},
        other_rules={},
        other_expected={"melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "common: under first_trick_winner a bella whose first card loses to what lies is not called",
        deal(
            "0 | 7s 9s Ks Tc Jc Kh / As 8c Qc Kc 7d 8h | Ac | 9d Td Qh / Kd Ad 9h | 9c",
            "c: 9h Qh Jc Kc Tc Qc 7s As 8c 9d Kd Td 9s Ad Kh 8h Ks 7d",
        ),
        {"bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": None, "melds.0.to": None},
        other_rules={"bella_call": "first_card"},
        other_expected={"melds.0.call": 2, "melds.0.to": 1},
    ),
    Case(
        "common: a first card lost to what lay is not called for later either",
        deal(
            "0 | Ts Qs Ks 8d 9h Qh / Js 7c Ac Qd Ad Kh | 9s | 8s 8c Kd / As Tc Ah | Jh",
            "s: Qd 8d As Ks Ad Kd 7c 8c 8s Js Ac Qs 9h Kh Ah Qh Tc Ts",
        ),
        {"bella_to": "first_trick_winner", "bella_call": "on_lead"},
        {"melds.0.kind": "bella", "melds.0.seat": 0, "melds.0.call": None, "melds.0.to": None},
        other_rules={"bella_call": "on_lead"},
        other_expected={"melds.0.call": 5, "melds.0.to": 0},
    ),
    Case(
        "common: a lead of the first card that loses was called all the same",
        deal(
            "0 | 7c Tc 9d Ad 7h 8h / Ks 8c Jc Qd Th Kh | Ts | 8s Js 7d / Qs Td Jh | Kc",
            "s: Td 7d Th 8h Qs Js Ad Qd Tc 8c 8s Ks Kh 7h Jc 7c Jh 9d",
        ),
        {"bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.kind": "bella", "melds.0.seat": 1, "melds.0.call": 3, "melds.0.to": 0},
    ),
]

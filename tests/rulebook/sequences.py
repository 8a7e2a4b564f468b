"""Rule-book cases: sequences, their cutting and comparison."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "common: a run of 5 is cut from the top",
        deal(
            "0 | 9s Js 8c 9d Jd Kd / 9c Jc Ac 9h Th Kh | 8s | 7s As Ad / Qs Jh Qh | Ks",
            "s: 9c 8c Th Js Ad Qs Kh 8s Kd Ac 9s Jc Jd Qh As Jh 9d 9h",
        ),
        {},
        {"melds.lines": ["1 fifty Kh Qh Jh Th 50 to 1"]},
    ),
    Case(
        "common: a run of 6 is cut from the top",
        deal(
            "0 | Ts Tc Ac Td Qd 7h / Qs Kd Ad 8h Th Jh | Jd | 8s 9c Ah / 9h Qh Kh | 8c",
            "d: 8h 7h Qh Ah Ac Kd Jh Qd Tc Ad Qs 8s Kh Td 9c 9h Ts Th",
        ),
        {},
        {"melds.lines": ["1 fifty Kh Qh Jh Th 50 to 1"]},
    ),
    Case(
        "common: a run of 7 is cut from the top",
        deal(
            "0 | Ts Js Ks Kc 8d 9d / 9c 8h 9h Th Kh Ah | 7s | 8s 7c Tc / 7d Jh Qh | Qs",
            "s: 7d 8d 9d Th Ks 9c Js Kh Kc 8h Tc Qh Ts Jh 8s 9h 7c Ah",
        ),
        {},
        {"melds.lines": ["1 fifty Ah Kh Qh Jh 50 to 1", "1 terts Th 9h 8h 20 to 1"]},
    ),
    Case(
        "common: a run of 8 is cut from the top",
        deal(
            "0 | As 7c 9c Jc 7d Qd / 9s 7h 8h Th Kh Ah | Ad | Ts Kc 8d / 9h Jh Qh | 8c",
            "d: Qh Qd Jc Ah Ts 9s Kc 9h Ad Th 8d Jh 9c 7h As 8h 7c Kh",
        ),
        {},
        {"melds.lines": ["1 fifty Ah Kh Qh Jh 50 to 1", "1 fifty Th 9h 8h 7h 50 to 1"]},
    ),
    Case(
        "common: no run round the ace",
        deal(
            "0 | 8s 9c Ac 9d Qd 9h / 8c Jc Kd 7h 8h Kh | 7d | Js 7c Qh / Qs Kc Ah | Qc",
            "d: Kh 9h 7h Qh 9d Kd Ac Kc 7c Jc Ah Qd 9c 8c Js Qs 8h 8s",
        ),
        {},
        {"melds.#": 0, "hands.1.#": 9, "result.sequence_decided_by": None},
    ),
    Case(
        "common: bella cards may also be part of a sequence",
        deal(
            "0 | 8s Qs Kd Ad 8h Jh / 9s Qc Kc 9h Qh Kh | 7h | 7c 7d Th / 8c Ac Ah | Ks",
            "h: Ac 7c Qh Jh 8s 9s Ah Th 8c 8h Ad Kh Kc Kd 9h Qs Qc 7d",
        ),
        {},
        {"melds.lines": ["1 terts Ah Kh Qh 20 to 1", "1 terts Ac Kc Qc 20 to 1", "1 bella Kh Qh 20 to 1"]},
    ),
    Case(
        "common: the higher class wins, the loser scores none",
        deal(
            "0 | 7s 8s As 9c 9d Qd / Qs Jd 7h Qh Kh Ah | 7c | 7d 8d Td / Js Jc Kc | Ac",
            "c: Qh 9c Td Jd Qd Jc Ah 8s Kc 9d 7h 8d Js 7s Qs As 7d Kh",
        ),
        {},
        {
            "melds.lines": ["0 fifty Td 9d 8d 7d 50 to 0", "1 terts Ah Kh Qh 20 to nobody"],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "common: the winner scores all of his, the loser none of two",
        deal(
            "0 | Ts Qs Ks 7c Qc Kd / 8s 9s 8h Qh Kh Ah | 9d | As Ac 8d / 7s Th Jh | 7d",
            "d: Qh 8d Ks 8s Qc Jh Ts 9s Qs 7s 7c Th Kd Ah As Kh Ac 8h",
        ),
        {},
        {
            "melds.lines": ["0 terts As Ks Qs 20 to nobody", "1 fifty Ah Kh Qh Jh 50 to 1", "1 terts 9s 8s 7s 20 to 1"],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "common: of equal class the higher top wins",
        deal(
            "0 | As 9c Tc Jd Qd Th / 9d 8h 9h Jh Qh Ah | Ac | 8s Qs 8c / 7c Jc 7h | Kd",
            "c: 7h Th Qd 9d Qs Jc Jh 9c Jd Ac Ah 8c Tc 9h As Qh 8s 8h",
        ),
        {},
        {
            "melds.lines": ["0 terts Tc 9c 8c 20 to 0", "1 terts 9h 8h 7h 20 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "common: the best sequence is compared, not the sum",
        deal(
            "0 | 9s 8c 9c Tc 9d Td / 7s Js Qs Ks Kd Ad | 8h | 8s Ts 8d / As Qc Ac | Jc",
            "h: Kd 9d Ac 9c 7s Ts 9s Js As 8s Qc Tc 8c Ad Td Ks 8d Qs",
        ),
        {},
        {
            "melds.lines": [
                "0 terts Ts 9s 8s 20 to nobody",
                "0 terts Tc 9c 8c 20 to nobody",
                "0 terts Td 9d 8d 20 to nobody",
                "1 fifty As Ks Qs Js 50 to 1",
            ],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "common: sequences do not count in a forced deal, bella does",
        deal(
            "0 | 8s Qc Kc Th Kh Ah / 9s Ks Tc 7h 8h Jh | 8c | As Jc 7d / Ts 7c Ac | Td",
            ": 8h Th Jc Ac Ah 7h Kh Jh As 9s 7d 8c Ks 8s Ts Kc Qc Tc",
            pots=(60,),
            forced=0,
        ),
        {"hanging": "forced_deal"},
        {
            "melds.lines": ["0 terts Kc Qc Jc 20 to nobody", "0 bella Kc Qc 20 to 0"],
            "result.sequence_decided_by": None,
            "auction": [],
            "forced.declarer": 0,
            "result.round": None,
            "result.trump": "c",
            "result.declarer": 0,
        },
    ),
    Case(
        "sequence_order = strength: trump J 9 A is a terts, natural it is nothing",
        deal(
            "0 | 9s Ts Ks 8c Qc Th / Tc Jc Ac 9h Jh Ah | 7h | 7s Kd Ad / As 7d 9d | 9c",
            "h: 9d Kd Ts As 7d Ad Ks Jh Ah Th Ac 8c Tc Qc Jc 7s 9h 9s",
        ),
        {"sequence_order": "strength"},
        {"melds.lines": ["1 terts Jh 9h Ah 20 to 1"]},
        other_rules={},
        other_expected={"melds.lines": [], "result.sequence_decided_by": None},
    ),
    Case(
        "sequence_order = strength: plain A T K is a terts",
        deal(
            "0 | 8s 9c Jc Kc Td 8h / Ts Ks As 8c Tc Jd | 7h | Qs Ad Kh / Qc 9d Ah | Jh",
            "h: As 8s 9d Td 8h Ah Jd Ad 9c Qc Ts Qs Tc Kc 8c Jc Kh Ks",
        ),
        {"sequence_order": "strength"},
        {"melds.lines": ["1 terts As Ts Ks 20 to 1"]},
        other_rules={},
        other_expected={"melds.lines": []},
    ),
    Case(
        "sequence_order = natural: Q J T is a terts, in order of strength it is not",
        deal(
            "0 | Ks 9c Ac Qd Kd Qh / 7s Ts Js Qs Jc Jh | 7h | 9s Qc Ah / 7d Jd Kh | 8d",
            "h: 7d Qd 9c Jc Ts 9s Js Ks Qh Jh 7s Ah Ac Kh Jd Kd Qc Qs",
        ),
        {},
        {"melds.lines": ["1 terts Qs Js Ts 20 to 1"]},
        other_rules={"sequence_order": "strength"},
        other_expected={"melds.lines": []},
    ),
    Case(
        "sequence_order = strength: tops compare by place in their own order",
        deal(
            "0 | 8s Ts Qs As 7d Jh / 8c Jc Qc Ac 8h Ah | 7h | Ks Tc Qd / 9h Th Kh | 9d",
            "h: Kh Jh Ks Ah 9h Tc Th 8s 8c Qs Ac As 8h Qd Qc Ts Jc 7d",
        ),
        {"sequence_order": "strength"},
        {
            "melds.lines": ["0 fifty As Ts Ks Qs 50 to 0", "1 fifty 9h Ah Th Kh 50 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "sequence_order = strength: a plain ten, second in its order, beats a trump ace, third",
        deal(
            "0 | Ts Qs Ks 8c 9d Ad / 7s 8d Qd Th Kh Ah | 7h | Td 9h Qh / As Jc 7d | Js",
            "h: Kh 9h Td 8d Ts 7s 9d 7d Ks As Ah Qh Jc 8c Qd Ad Qs Th",
        ),
        {"sequence_order": "strength"},
        {
            "melds.lines": ["0 terts Ts Ks Qs 20 to 0", "1 terts Ah Th Kh 20 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "sequence_points with 6: a run of six is worth 100",
        deal(
            "0 | Kc 7d 8d Jd Kd 7h / 8s As 8h 9h Jh Kh | Qs | 8c 9c Td / Js Th Qh | 7c",
            "s: 8h 7h 8s Jd Th 8c Kh 9c Js Td 9h 8d Jh Kd As 7d Qh Kc",
        ),
        {"sequence_points": {3: 20, 4: 50, 6: 100}},
        {"melds.lines": ["1 run6 Kh Qh Jh Th 9h 8h 100 to 1"]},
        other_rules={},
        other_expected={"melds.lines": ["1 fifty Kh Qh Jh Th 50 to 1"]},
    ),
    Case(
        "sequence_points with 6: a run of six beats a fifty with a higher top",
        deal(
            "0 | Qs Ks Tc Jc Ac Kd / 8s Ad 7h 8h 9h Qh | Kc | Js As 7c / 8d Th Jh | 9d",
            "c: Ad Kd 8d Jc Js 8s Ac Jh Tc Qh Qs Th As 9h Ks 7h Kc 8h",
        ),
        {"sequence_points": {3: 20, 4: 50, 6: 100}},
        {
            "melds.lines": ["0 fifty As Ks Qs Js 50 to nobody", "1 run6 Qh Jh Th 9h 8h 7h 100 to 1"],
            "result.sequence_decided_by": "length",
        },
        other_rules={},
        other_expected={
            "melds.lines": ["0 fifty As Ks Qs Js 50 to 0", "1 fifty Qh Jh Th 9h 50 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "sequence_points with 5: belote counts a run of five as a class of its own, four as 40",
        deal(
            "0 | Js Qs As Td 7h Kh / 9s Jc 9d 9h Jh Qh | Ad | 8s Ks Ac / 8d 8h Th | Kc",
            "d: Qh 7h Jh Kh Ac Jc Qs 9s Js 8d 9d Td 8h As 9h 8s Th Ks",
        ),
        {"sequence_points": {3: 20, 4: 40, 5: 50}},
        {
            "melds.lines": ["0 fifty As Ks Qs Js 40 to nobody", "1 run5 Qh Jh Th 9h 8h 50 to 1"],
            "result.sequence_decided_by": "length",
        },
        other_rules={},
        other_expected={
            "melds.lines": ["0 fifty As Ks Qs Js 50 to 0", "1 fifty Qh Jh Th 9h 50 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "sequence_points with 5: a run of eight is five and three",
        deal(
            "0 | 7s 9c Jc Kc Kd Ad / As 8h 9h Qh Kh Ah | Qd | 8s 9d Td / 7h Th Jh | 8d",
            "d: 9h 9d Ad Qh Kc As Td 8h Kd Jh 7s Kh 8s 7h Jc Th 9c Ah",
        ),
        {"sequence_points": {3: 20, 4: 40, 5: 50}},
        {
            "melds.lines": ["1 run5 Ah Kh Qh Jh Th 50 to 1", "1 terts 9h 8h 7h 20 to 1"],
            "result.sequence_decided_by": None,
        },
        other_rules={},
        other_expected={
            "melds.lines": ["1 fifty Ah Kh Qh Jh 50 to 1", "1 fifty Th 9h 8h 7h 50 to 1"],
            "result.sequence_decided_by": None,
        },
    ),
    Case(
        "sequence_rank = length: a run of five beats a fifty with a higher top",
        deal(
            "0 | Js Qs As Jc Jd Kh / 8s 9s 7c 8h 9h Jh | 7d | Ks Kc Td / Kd Th Qh | Ah",
            "d: Kd Td Ks 8s Qs 9s Jc 7c Kc 9h Js 8h Jd Th Kh Qh As Jh",
        ),
        {"sequence_rank": "length"},
        {
            "melds.lines": ["0 fifty As Ks Qs Js 50 to nobody", "1 fifty Qh Jh Th 9h 50 to 1"],
            "result.sequence_decided_by": "length",
        },
        other_rules={},
        other_expected={
            "melds.lines": ["0 fifty As Ks Qs Js 50 to 0", "1 fifty Qh Jh Th 9h 50 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
]

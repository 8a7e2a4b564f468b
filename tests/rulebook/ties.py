"""Rule-book cases: equal sequences, burned sequences and fours."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "sequence_tie = trump_then_turn: the trump one wins, turn: forehand",
        deal(
            "0 | Qc Kc Qd Th Jh Qh / Js Qs 8c Ac 9d Kd | 7h | 9s 7c Td / 8s Ts Tc | 8h",
            "h: 8c Kc Qd Kd 8s 9s Td 9d Qh Qs 7c Ac Ts Th Jh Tc Qc Js",
        ),
        {"sequence_tie": "trump_then_turn"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
        other_rules={"sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to 1"],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequence_tie = trump_then_turn: neither trump, forehand wins",
        deal(
            "0 | 7s Ks Jc 9d Td Jh / Ts Js Qs 8c Tc Qc | 7d | 9s Th Qh / 8h 9h Ah | Qd",
            "d: 9h Qh Th 8h Ks Qs Jc Tc 8c Td 9d Js 7s Ts Qc Jh Ah 9s",
        ),
        {"sequence_tie": "trump_then_turn"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to 1"],
            "result.sequence_decided_by": "turn",
        },
        other_rules={"sequence_tie": "trump_or_nobody"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = trump_or_nobody: the trump one wins, nobody: neither",
        deal(
            "0 | 9s 9d Qd Ad Th Jh / Ts Qs Tc 7d Jd 8h | 7h | 8s 8c Qh / Js Ac 8d | Td",
            "h: Qs 9s 8h Jh Ad 7d Qd Jd 8s Ts Ac 8c Tc Qh 9d 8d Th Js",
        ),
        {"sequence_tie": "trump_or_nobody"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
        other_rules={"sequence_tie": "nobody"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = last_trick: who takes the last trick, trump does not matter",
        deal(
            "0 | Kc Jd Qd Th Jh Qh / Js Qs 8c Qc 8d Ah | 7h | 9c 7d 8h / Ts Jc Td | Kh",
            "h: Qs Jh Qh Ah Jc 9c Ts 8h Qd Td Qc Kc Th Js 7d 8d 8c Jd",
        ),
        {"sequence_tie": "last_trick"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to 1"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 1,
        },
        other_rules={"sequence_tie": "trump_then_turn"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
    ),
    Case(
        "sequence_tie = last_trick: the dealer takes it, turn: forehand",
        deal(
            "0 | 9c Ac Jd Qd 9h Th / 8s 9s Js Qs Tc Td | 7d | Jc Jh Qh / Ts 8c 7h | As",
            "d: Td Jd 9h 7h Jh 9s Ac Tc Qh Ts 9c 8c Th Qs Qd Js Jc 8s",
        ),
        {"sequence_tie": "last_trick"},
        {
            "melds.lines": ["0 fifty Qh Jh Th 9h 50 to 0", "1 fifty Qs Js Ts 9s 50 to nobody"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 0,
        },
        other_rules={"sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["0 fifty Qh Jh Th 9h 50 to nobody", "1 fifty Qs Js Ts 9s 50 to 1"],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequence_tie = nobody: neither scores, both: both do",
        deal(
            "0 | 9c 7d Td 8h Jh Qh / Js Qs As 8d Jd Kh | 7h | Ac 9d Th / Ts Tc Ah | Ad",
            "h: Ah Jh Qh Kh Jd 9d Js 8h Th 8d 9c Tc Ts Ac As 7d Qs Td",
        ),
        {"sequence_tie": "nobody"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
        other_rules={"sequence_tie": "both"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "1 terts Qs Js Ts 20 to 1"],
            "result.sequence_decided_by": "both",
        },
    ),
    Case(
        "sequence_tie = both: both score all of theirs, turn: forehand alone",
        deal(
            "0 | As Tc Jc Th Jh Qh / Js Qs Qc 8d 9d Ah | 7h | 9c Ad 8h / Ts 7d 9h | 9s",
            "h: Qc Tc Qh 9h 9d Ad 9c Ah 7d 8h As Qs Th Ts Jc Js Jh 8d",
        ),
        {"sequence_tie": "both"},
        {
            "melds.lines": [
                "0 terts Qh Jh Th 20 to 0",
                "0 terts Jc Tc 9c 20 to 0",
                "1 terts Qs Js Ts 20 to 1",
                "1 terts 9d 8d 7d 20 to 1",
            ],
            "result.sequence_decided_by": "both",
        },
        other_rules={"sequence_tie": "turn"},
        other_expected={
            "melds.lines": [
                "0 terts Qh Jh Th 20 to nobody",
                "0 terts Jc Tc 9c 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "1 terts 9d 8d 7d 20 to 1",
            ],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequence_tie = trump_then_turn: two equal best of one hand, one of them trump, count as trump",
        deal(
            "0 | Ks Tc Qc Td Th Jh / Ts Js Qs Kc 7d 9h | 7h | Jc Jd Qh / 9d Qd 8h | As",
            "h: 7d Jd Jc Kc 9d Td Qh 9h Js Ks Th 8h Qc Qd Jh Ts Tc Qs",
        ),
        {"sequence_tie": "trump_then_turn"},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "0 terts Qc Jc Tc 20 to 0", "1 terts Qs Js Ts 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
        other_rules={"sequence_tie": "turn"},
        other_expected={
            "melds.lines": [
                "0 terts Qh Jh Th 20 to nobody",
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
            ],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequences_need_trick = yes: sequences of a holder without a trick burn",
        deal(
            "0 | 8s 9s Ts 7c 8d Qd / As 8c 9h Jh Kh Ah | 8h | 7s 7d 9d / Ac Ad Th | Jc",
            "h: Th 8s Kh Ts As 7s Ah 9d Ad 7d Jh 8d 9h 7c Ac Qd 8c 9s",
        ),
        {"sequences_need_trick": True},
        {
            "melds.lines": [
                "0 fifty Ts 9s 8s 7s 50 to nobody",
                "0 terts 9d 8d 7d 20 to nobody",
                "1 terts Jh Th 9h 20 to nobody",
            ],
            "result.sequence_decided_by": "length",
            "result.tricks": [0, 9],
        },
        other_rules={"sequences_need_trick": False},
        other_expected={
            "melds.lines": ["0 fifty Ts 9s 8s 7s 50 to 0", "0 terts 9d 8d 7d 20 to 0", "1 terts Jh Th 9h 20 to nobody"],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "sequences_need_trick = yes: what burns passes to nobody",
        deal(
            "0 | 7s 8s 9s Kc 9d Qh / Qs Tc Ac Kd Jh Ah | 8h | 7d 8d Td / Ks As 9h | Qc",
            "h: 9h Qh Ks 9s Kd 9d As 7s Qs 8s Ac Kc Jh 8d Tc Td Ah 7d",
        ),
        {"sequences_need_trick": True},
        {
            "melds.lines": [
                "0 fifty Td 9d 8d 7d 50 to nobody",
                "0 terts 9s 8s 7s 20 to nobody",
                "1 terts As Ks Qs 20 to nobody",
            ],
            "result.sequence_decided_by": "length",
            "result.tricks": [0, 9],
        },
        other_rules={"sequences_need_trick": False},
        other_expected={
            "melds.lines": ["0 fifty Td 9d 8d 7d 50 to 0", "0 terts 9s 8s 7s 20 to 0", "1 terts As Ks Qs 20 to nobody"],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "sequences_need_trick = yes: the holder of a trick scores",
        deal(
            "0 | 8d Jd 8h Qh Kh Ah / 7s 8s As 8c Tc Qc | Js | Ks 7c Jc / 9c Ad Th | Td",
            "s: As Ks Th Ah Qh 8s Tc Jc 9c 7c Js Kh Qc 8h 8c 8d Ad Jd",
        ),
        {"sequences_need_trick": True},
        {
            "melds.lines": ["0 terts Ah Kh Qh 20 to 0", "1 terts Tc 9c 8c 20 to nobody"],
            "result.sequence_decided_by": "top",
            "result.tricks": [1, 8],
        },
    ),
    Case(
        "sequences_need_trick = terts_only: a fifty scores without a trick, a terts does not",
        deal(
            "0 | 9s Js 7d 8d 9d 7h / As 9c Ac Jh Kh Ah | 8h | 7s 8s Td / 7c 9h Th | Jc",
            "h: Jh 8h As 8s Th 7s Ah 9s Kh 7d Ac 8d 9h 9d 7c Js 9c Td",
        ),
        {"sequences_need_trick": "terts_only"},
        {
            "melds.lines": [
                "0 fifty Td 9d 8d 7d 50 to 0",
                "0 terts 9s 8s 7s 20 to nobody",
                "1 terts Jh Th 9h 20 to nobody",
            ],
            "result.sequence_decided_by": "length",
            "result.tricks": [0, 9],
        },
        other_rules={"sequences_need_trick": True},
        other_expected={
            "melds.lines": [
                "0 fifty Td 9d 8d 7d 50 to nobody",
                "0 terts 9s 8s 7s 20 to nobody",
                "1 terts Jh Th 9h 20 to nobody",
            ],
            "result.sequence_decided_by": "length",
        },
    ),
    Case(
        "sequences_need_trick = terts_only: a terts without a trick burns",
        deal(
            "0 | 7s 9s 7c 7d 8d Qh / Ks As 9c Kd Jh Ah | 8h | 8s 9d 7h / Ac Jd 9h | Ts",
            "h: Jh Qh As 8s Ks 9s 9h 8h Jd 7d 9c 7c Kd 8d Ah 9d Ac 7s",
        ),
        {"sequences_need_trick": "terts_only"},
        {
            "melds.lines": ["0 terts 9s 8s 7s 20 to nobody", "0 terts 9d 8d 7d 20 to nobody"],
            "result.sequence_decided_by": None,
            "result.tricks": [0, 9],
        },
        other_rules={"sequences_need_trick": False},
        other_expected={
            "melds.lines": ["0 terts 9s 8s 7s 20 to 0", "0 terts 9d 8d 7d 20 to 0"],
            "result.sequence_decided_by": None,
        },
    ),
    Case(
        "fours: four of a kind scores 100, without the switch nothing",
        deal(
            "0 | 8c Kc 9d Ad 9h Ah / 7c Tc Ac Jd 7h Jh | Kh | 7s 9s 9c / Ts As Jc | Ks",
            "h: Tc 8c Jc 9c Kh 9h 9d Jd As 7s Jh Ah 7c Kc 9s Ts Ac Ad",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["0 four 9s 9c 9d 9h 100 to 0"], "result.totals": [122, 98]},
        other_rules={},
        other_expected={"melds.lines": [], "result.totals": [22, 98]},
    ),
    Case(
        "fours: jacks score 200 and beat aces",
        deal(
            "0 | Js Jc 9d Jd Kd Jh / Ks As Ad 7h 9h Ah | 7s | 9s 8c Qc / Kc Ac Qd | 8d",
            "s: Ah Jh Ad Kd Ks Js Qc Kc As 9s Jc Ac 7h 9d 9h 8c Qd Jd",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["0 four Js Jc Jd Jh 200 to 0", "1 four As Ac Ad Ah 100 to nobody"]},
        other_rules={},
        other_expected={"melds.lines": []},
    ),
    Case(
        "fours: the ten stands above the king and the nine below the queen",
        deal(
            "0 | Ts Tc Td Ad 9h Th / Ks 9c Qc Kc 8h Ah | Qh | 7s Qs Jd / 8c Kd Kh | As",
            "h: Qc Tc Th Ah Kd Ad Ts Ks 7s Kh Kc 9h Td 8h 8c Qs 9c Jd",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"melds.lines": ["0 four Ts Tc Td Th 100 to 0", "1 four Ks Kc Kd Kh 100 to nobody"]},
        other_rules={},
        other_expected={"melds.lines": []},
    ),
    Case(
        "fours: the holder of the best scores all his, contest apart from sequences",
        deal(
            "0 | 8s Tc 8d Td 8h Th / 9s Ks 9d 9h Jh Kh | Ad | Ts 8c Jd / Qs As 9c | Ac",
            "d: 9h Th 8d 9d Kh 8h Qs Ts Jd Ks Td 9c Tc 9s 8c Jh 8s As",
        ),
        {"fours": {"J": 200, "other": 100}},
        {
            "melds.lines": [
                "0 four Ts Tc Td Th 100 to 0",
                "0 four 8s 8c 8d 8h 100 to 0",
                "1 terts As Ks Qs 20 to 1",
                "1 four 9s 9c 9d 9h 100 to nobody",
            ]
        },
        other_rules={},
        other_expected={"melds.lines": ["1 terts As Ks Qs 20 to 1"]},
    ),
]

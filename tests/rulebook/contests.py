"""Rule-book cases: the contest of three hands, pooled defenders."""

from tests.rulebook.case import PAIRS, SOLO, THREE, Case, deal

CASES = [
    Case(
        "sequence_tie = turn: three equal, forehand, both: all three",
        deal(
            "1 | 9s Ks 8c Tc Jc Th / 8s Ts Js Qs Ac Ah / 7s As 7c 9c Qd Jh | 9h | Qc 7d 9d / Kd 7h Kh / Td Jd 8h | Ad",
            "h: 8h Th 9h Qs As 9s Jd 7d Kd Kh Jh 8c 9c Tc Ac Ts 7s Ks Ah Td 9d 8s Qd Jc Js 7c Qc",
        ),
        {**THREE, "sequence_tie": "turn", "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to 2",
            ],
            "result.sequence_decided_by": "turn",
        },
        other_rules={**THREE, "sequence_tie": "both", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to 0", "1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "both",
        },
    ),
    Case(
        "sequence_tie = turn: three, the middle one before the dealer, nobody: neither",
        deal(
            "0 | Ts Js Ad 8h Th Jh / 9s 8c 9c Jc 7d Kh / Ks Kc Td Jd Qd Ah | 9h | Tc 8d Qh / Qs As Kd / 7s 7c 7h | 9d",
            "h: 7d Jd 8d Qd Ad Kd 8h Kh 9h 7s Js Qs Jc 7c Tc Th 9c Ah Td Jh 9s Ts As Ks 8c Kc Qh",
        ),
        {**THREE, "sequence_tie": "turn", "defenders_pool": False},
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "turn",
        },
        other_rules={**THREE, "sequence_tie": "nobody", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to nobody", "2 terts Qd Jd Td 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = trump_then_turn: three equal, the dealer's trump, turn: forehand",
        deal(
            "0 | 7c Qc 9d Th Jh Qh / 7s Ts Js 9c Kc 7d / 8s 8c Ac Jd Qd Ad | 9h | As Jc Ah / Qs Tc 8h / 9s Td Kh | Kd",
            "h: 7s 8s As Qc 9c 8c 7c Kc Ac 9s Jh Ts Th 8h Kh Qh 7d Jd Ah Qs Qd 9d Tc Ad Td Jc Js",
        ),
        {**THREE, "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qh Jh Th 20 to 0",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "trump",
        },
        other_rules={**THREE, "sequence_tie": "turn", "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts Qh Jh Th 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequence_tie = trump_then_turn: three, none trump, the middle one before the dealer, trump_or_nobody: neither",
        deal(
            "0 | 8s Ks Tc Qc 7d Qh / As 8c 9c Ad 7h Kh / Js Ac Jd Qd Th Ah | 9h | 9s Jc 8d / Ts Qs 8h / 7s Kc Td | 9d",
            "h: 8h Ah Qh Th 7d 9h Ad Qd 8d Qs Js 9s 8c Ac Qc Td 8s Kh Ts 7s Ks 9c Kc Tc Jc As Jd",
        ),
        {**THREE, "defenders_pool": False},
        {
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "turn",
        },
        other_rules={**THREE, "sequence_tie": "trump_or_nobody", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "2 terts Qd Jd Td 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = trump_or_nobody: three equal, the middle one's trump, nobody: none",
        deal(
            "0 | 9s Ks 7c 8c Jc Td / Ts Js Qs As Kc Ac / 8s Ad 8h Th Qh Ah | 9h | 7s Tc Qc / 9c Jd Qd / 8d Kd Jh | 7h",
            "h: Ac Ah Jc Kd Td Jd 7c Kc 8h 8s 9s Ts Qs Qh 7s 8d 8c Qd Js Th Ks Ad Qc 9c Jh Tc As",
        ),
        {**THREE, "sequence_tie": "trump_or_nobody", "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qh Jh Th 20 to 2",
            ],
            "result.sequence_decided_by": "trump",
        },
        other_rules={**THREE, "sequence_tie": "nobody", "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qh Jh Th 20 to nobody",
            ],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = last_trick: three, of two tied neither takes it, nobody scores, turn: the earlier",
        deal(
            "0 | Js As Tc Jc Qc 7d / 9s Ks Ac 7h 8h Ah / 7s 8s 9c 8d Td Ad | 9h | Qs 8c Jh / 7c Kd Kh / Kc Jd Qd | 9d",
            "h: Ac 9c 8c Kd Jd 7d 7c Kc Tc As 9s 7s Js Ks 8s 8h Ad Jh Jc Kh 8d 9h Qd Qs Ah Td Qc",
        ),
        {**THREE, "sequence_tie": "last_trick", "defenders_pool": False},
        {
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "2 terts Qd Jd Td 20 to nobody"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 1,
        },
        other_rules={**THREE, "sequence_tie": "turn", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "turn",
            "result.last_trick": 1,
        },
    ),
    Case(
        "sequence_tie = last_trick: three equal, the dealer takes it, both: all",
        deal(
            "0 | Tc Qc 9d 8h Th Ah / 7s Qs 7c 9c 7h Jh / Ks 8c Ac Jd Qd Ad | 9h | 8s Jc Kd / Ts Js Kh / 7d Td Qh | Kc",
            "h: Kh Qh Th Jc 9c 8c Tc 7c Ac Ad 9d 9h 7s Ks 8s Qd Kd Jh Js Jd Ah 8h Ts 7d Qc Qs Td",
        ),
        {**THREE, "sequence_tie": "last_trick", "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to 0",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 0,
        },
        other_rules={**THREE, "sequence_tie": "both", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to 0", "1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "both",
            "result.last_trick": 0,
        },
    ),
    Case(
        "sequence_tie = nobody: three, two equal, a lower third does not come up either, both: the two",
        deal(
            "0 | 8c Jc Qc Jd 8h Qh / Ts Js As 9c Td Jh / 8s Ks 7d Qd Th Kh | 9h | 9s 7c Tc / Qs Kc Ad / Ac 8d 9d | Ah",
            "h: Ts Ks 9s As 8s 8h Qc Kc Ac Th Qh Jh Ad Qd Jd Qs Kh 8c 7d 7c Td Js 9d Jc 9c 8d Tc",
        ),
        {**THREE, "sequence_tie": "nobody", "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts 9d 8d 7d 20 to nobody",
            ],
            "result.sequence_decided_by": "nobody",
        },
        other_rules={**THREE, "sequence_tie": "both", "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to 0", "1 terts Qs Js Ts 20 to 1", "2 terts 9d 8d 7d 20 to nobody"],
            "result.sequence_decided_by": "both",
        },
    ),
    Case(
        "sequence_tie = both: three, two equal score, the lower third does not, nobody: none",
        deal(
            "0 | 9s 7c 9c 9d Ad Kh / Js Qs Jc Qc 7h Ah / 7s Tc Kc Jd Qd Qh | 9h | 8c 7d Th / Ts As Jh / 8s Ks Td | 8h",
            "h: Js Ks 9s Kc 9c Qc 7s Kh Ts 7d 9h Qd Ah Qh Th Jc Tc 8c 8s 9d Qs Jh Jd 7c As Td Ad",
        ),
        {**THREE, "sequence_tie": "both", "defenders_pool": False},
        {
            "melds.lines": ["0 terts 9c 8c 7c 20 to nobody", "1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "both",
        },
        other_rules={**THREE, "sequence_tie": "nobody", "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = both: three equal, all score, last_trick: one",
        deal(
            "0 | Ks 8c Tc Jc Qc 8d / Js Qs 9c 9d Th Qh / 7d Td Jd Qd Kh Ah | 9h | As Kd Ad / 7s Ts 7h / 7c Ac Jh | 9s",
            "h: 9c 7c 8c 9h Jh Qc 7d Kd 9d As Ts Ah Qd 8d Th Js Kh Ks Td Ad Qh Qs Ac Jc 7s Jd Tc",
        ),
        {**THREE, "sequence_tie": "both", "defenders_pool": False},
        {
            "melds.lines": ["0 terts Qc Jc Tc 20 to 0", "1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "both",
        },
        other_rules={**THREE, "sequence_tie": "last_trick", "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "last_trick",
        },
    ),
    Case(
        "defenders_pool = yes: both defenders score when one has the best, no: he alone",
        deal(
            "0 | 7s Ks 7c 8c 9c 9d / 9s Ts Jc Qc Ad Ah / As Tc 7d Td Jd 8h | 9h | Qs Kd 7h / Js Ac Kh / Kc Qd Th | Qh",
            "h: Ah Th 9h Ks 9s As Tc 9c Ac Kh 8h 7s Qc Kc 7c Td 9d Ad Jc Jd 8c Ts 7d Qs Js Qd Kd",
        ),
        THREE,
        {
            "melds.lines": ["0 terts 9c 8c 7c 20 to 0", "1 terts Js Ts 9s 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "top",
        },
        other_rules={**THREE, "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Js Ts 9s 20 to nobody",
                "2 terts Qd Jd Td 20 to 2",
            ],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "defenders_pool = yes: the declarer has the best, neither defender scores",
        deal(
            "0 | Ks As 8c 9c Jc 8d / Ts Qs Tc Kc Th Kh / 9d Td Jd Kd 8h Qh | 9h | 7c Jh Ah / Js Qc 7h / 8s 9s Ad | Ac",
            "h: Qs 8s As Ah 9h 8h Js 9s Ks 7c Qc Qh Jd 8d Th Ts 9d Jh 8c Kc Kd Kh Ad Jc Tc Td 9c",
        ),
        THREE,
        {
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts Jd Td 9d 20 to nobody",
            ],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "defenders_pool = yes: equal best of both defenders is no contest, no: the turn decides",
        deal(
            "0 | 9s Ks Jc Qc Kd Qh / 7s 8s 9c Kc 9d Jh / Ts 7c Td Jd Qd Kh | 9h | As 8c Tc / Js Ad 7h / Qs 8h Th | 8d",
            "h: 8s Qs As Tc 9c 7c Jc Kc Th Kh Qh 9h 9d Td Kd Qd 8c Ad 7s Ts 9s Jd Ks Jh Js 8h Qc",
        ),
        THREE,
        {"melds.lines": ["0 terts Qc Jc Tc 20 to 0", "2 terts Qd Jd Td 20 to 2"], "result.sequence_decided_by": None},
        other_rules={**THREE, "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "defenders_pool = yes: a tie won by turn wins for the other defender too, no: not",
        deal(
            "0 | 9s Jc Qc 7h Th Ah / Ts 7c Kc Qd Jh Kh / 8c Ac 7d 9d Jd Kd | 9h | Ks Tc Td / Js Qs Ad / 7s As 8d | 9c",
            "pass pass h: Ad Jd Td Qs As Ks 8c Qc 7c Th Jh 7s Qd 9d 9h 9s Ts 7d Kc Ac Jc 8d Ah Kh Tc Js Kd",
        ),
        THREE,
        {
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "1 terts Qs Js Ts 20 to 1", "2 terts 9d 8d 7d 20 to 2"],
            "result.sequence_decided_by": "turn",
        },
        other_rules={**THREE, "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts 9d 8d 7d 20 to nobody",
            ],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "defenders_pool = yes: a tie on the last trick, taken by the tied defender, both score, no: he alone",
        deal(
            "0 | 9s Tc Qc Td Qd Jh / Ts Js Qs 7c Kc Kd / 7s Ac 7d 9d Ad Th | 9h | 8c Jc 8h / 8s 9c Kh / Ks As 8d | 7h",
            "pass pass h: Kc Ac Jc 7d Qd Kd 9c Th Tc As 9s Js Ks Jh 8s Qc 7c 7s 8h Kh 9d Ts 8d Td Qs Ad 8c",
        ),
        {**THREE, "sequence_tie": "last_trick"},
        {
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "1 terts Qs Js Ts 20 to 1", "2 terts 9d 8d 7d 20 to 2"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 1,
        },
        other_rules={**THREE, "sequence_tie": "last_trick", "defenders_pool": False},
        other_expected={
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts 9d 8d 7d 20 to nobody",
            ],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 1,
        },
    ),
    Case(
        "sequence_tie = last_trick: three, the other defender takes it for the tied one, nobody scores, turn: the pool",
        deal(
            "0 | 7s 8s Tc Qc Ad Th / Ts Qs 9c Ac Td Qd / 7d 8d 9d Jd 7h Qh | 9h | Jc Kd Ah / Js 8c Kh / 9s Kc Jh | 7c",
            "pass pass h: 8c Kc Tc Kd Qd Jd Th Kh Jh 8d Ad Td Qc Ac 9h 7d Ah Qs 7s Js 9s 9c Qh Jc 9d 8s Ts",
        ),
        {**THREE, "sequence_tie": "last_trick"},
        {
            "melds.lines": [
                "0 terts Qc Jc Tc 20 to nobody",
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts 9d 8d 7d 20 to nobody",
            ],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 2,
        },
        other_rules={**THREE, "sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["0 terts Qc Jc Tc 20 to nobody", "1 terts Qs Js Ts 20 to 1", "2 terts 9d 8d 7d 20 to 2"],
            "result.sequence_decided_by": "turn",
            "result.last_trick": 2,
        },
    ),
    Case(
        "sequences_need_trick = yes: three, each of the pool for his own, one without a trick burns his",
        deal(
            "0 | As 7c 8c 7d Jh Ah / Ks Jc Ac Ad 7h Qh / 7s 8s Js Qc 9d Jd | 9h | 9s Ts 9c / Tc Kc Th / Qs Td Kd | 8d",
            "h: 9h 9d Jh Ts Ks Js 8c Kc Qc Tc 8s 9c Qh Td Ah 7d Ad Kd Th 7s As Jc Qs 7c Ac Jd 9s",
        ),
        {**THREE, "sequences_need_trick": True},
        {"melds.lines": ["0 terts 9c 8c 7c 20 to 0", "2 terts Jd Td 9d 20 to nobody"], "result.tricks": [3, 6, 0]},
        other_rules=THREE,
        other_expected={
            "melds.lines": ["0 terts 9c 8c 7c 20 to 0", "2 terts Jd Td 9d 20 to 2"],
            "result.tricks": [3, 6, 0],
        },
    ),
    Case(
        "sequences_need_trick = yes: three, the best of all burns and passes to nobody, not to the declarer's",
        deal(
            "0 | Qs As 8d Qd 7h Th / 7c 8c 9c Kc Ad Kh / Js Ks Tc Td Jd Kd | 9h | 9s Ts Qh / Jc 8h Ah / 7s 8s 9d | Jh",
            "h: Ad Jd 8d 9c Tc Qh Qs 8h 7s Kc 9d Th Ts Ah Js 7c Ks 9h 9s Kh 8s Jc Td As 8c Kd Qd",
        ),
        {**THREE, "sequences_need_trick": True},
        {"melds.lines": ["1 terts 9c 8c 7c 20 to nobody", "2 terts Jd Td 9d 20 to nobody"], "result.tricks": [3, 6, 0]},
        other_rules=THREE,
        other_expected={
            "melds.lines": ["1 terts 9c 8c 7c 20 to nobody", "2 terts Jd Td 9d 20 to 2"],
            "result.tricks": [3, 6, 0],
        },
    ),
    Case(
        "sequences_need_trick = terts_only: three, without a trick his terts burns and his partner's fifty scores",
        deal(
            "0 | Qs 7c 9c Tc Jc 8h / 8s Ts As Kc Ac 7h / 7s Qc 9d Jd Kd Qh | 9h | 8c Jh Kh / Js Qd Ad / 7d Td Th | 9s",
            "h: Js 7s Qs 7c Ac Qc 9h Th Jh Kh 8s Qh Jc Kc 9d As Kd 8h 9c Ts Td Tc Qd 7d 8c Ad Jd",
        ),
        {**THREE, "sequences_need_trick": "terts_only"},
        {"melds.lines": ["0 fifty Jc Tc 9c 8c 50 to 0", "2 terts Jd Td 9d 20 to nobody"], "result.tricks": [7, 2, 0]},
        other_rules=THREE,
        other_expected={
            "melds.lines": ["0 fifty Jc Tc 9c 8c 50 to 0", "2 terts Jd Td 9d 20 to 2"],
            "result.tricks": [7, 2, 0],
        },
    ),
    Case(
        "sequences_need_trick = terts_only: three, a fifty without a trick scores, yes: it burns",
        deal(
            "0 | Js 8c Jc Ad 7h Kh / 7c Tc 7d Qd Kd Th / 7s Ts Qc 8d Td Qh | 9h | 8s Jh Ah / 9s As 9c / Ks 9d Jd | Ac",
            "h: Tc Qc 8c 7d Jd Ad 8s As Ts Qd 8d Ah 9h Th Qh Jh 7c Ks Kh 9s 9d Jc 9c Td Js Kd 7s",
        ),
        {**THREE, "sequences_need_trick": "terts_only"},
        {"melds.lines": ["2 fifty Jd Td 9d 8d 50 to 2"], "result.tricks": [7, 2, 0]},
        other_rules={**THREE, "sequences_need_trick": True},
        other_expected={"melds.lines": ["2 fifty Jd Td 9d 8d 50 to nobody"], "result.tricks": [7, 2, 0]},
    ),
    Case(
        "defenders_pool = no: four each for himself, the best holder alone scores, in pairs his partner too",
        deal(
            "0 | 7s Ts Jc 8d 9d Td / Js Qs Ks 7d Qd Th / 8s As Tc Kc Jd 7h / 7c 8c Qc Ac Ad Kh | 9h | Jh / 9s Ah / Kd "
            "Qh / 9c 8h | -",
            "pass h: 9s As 8h Ts 8c Jc Th Tc Qd Jd Ad Td Ac Jh Ah Kc 7s Ks 8s Kh 9c 9h Qs 7h 9d 7d Kd 7c Qh Qc 8d Js",
        ),
        SOLO,
        {"melds.lines": ["0 terts Td 9d 8d 20 to nobody", "1 terts Ks Qs Js 20 to 1", "3 terts 9c 8c 7c 20 to nobody"]},
        other_rules=PAIRS,
        other_expected={
            "melds.lines": ["0 terts Td 9d 8d 20 to nobody", "1 terts Ks Qs Js 20 to 1", "3 terts 9c 8c 7c 20 to 3"]
        },
    ),
    Case(
        "sequence_order = strength: three, trump J 9 A is level with plain A T K and wins as trump, natural: nothing",
        deal(
            "0 | 8c Jc Ac 8d 7h Jh / Ts Ks 7c 7d 9d Qd / 7s Kc Td Jd Ad Qh | 8h | Kd 9h Ah / 9s As Kh / Qs Tc Th | Js",
            "h: Qd Jd Kd Ah Kh Qh Jh Ks Th 8h 7d Tc 9h 7c Kc 8c 9s 7s Ac 9d Qs 8d Ts Ad Td Jc As",
        ),
        {**THREE, "sequence_order": "strength"},
        {
            "melds.lines": ["0 terts Jh 9h Ah 20 to 0", "1 terts As Ts Ks 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
        other_rules=THREE,
        other_expected={"melds.lines": [], "result.sequence_decided_by": None},
    ),
]

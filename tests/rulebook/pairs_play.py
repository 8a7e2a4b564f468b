"""Rule-book cases: two against two: play, bella and sequences."""

from tests.rulebook.case import PAIRS, SOLO, Case, deal

CASES = [
    Case(
        "overtrump_partner = yes: pairs, the partner's trump in a plain trick must be beaten, no: any trump",
        deal(
            "0 | Ts As 7c 7d 9d Th / Qs 9c Tc Ad Jh Kh / 9s Js Kc 8d Td Qd / 7s Qc Ac Kd 8h Qh | Jc | Ks / 7h 9h / 8s "
            "8c / Jd Ah | -",
            "c: Jh 8c 8h Th Td Kd 7d Ad 7h Kc Ah",
        ),
        PAIRS,
        {"to_move.seat": 0, "to_move.legal": ["Jc"]},
        other_rules={**PAIRS, "overtrump_partner": False},
        other_expected={"to_move.seat": 0, "to_move.legal": ["7c", "Jc"]},
    ),
    Case(
        "overtrump_partner = no: pairs, trump led by the partner, any trump will do, yes: it must be beaten",
        deal(
            "0 | 9s Js Kd Ad 8h Th / As 9c Jc Ac 8d Ah / 8s Qs 7c 9d Qd Kh / Ks 8c Kc 7d Jh Qh | Td | 9h / Ts Qc / 7s "
            "Tc / Jd 7h | -",
            "d: 9c Tc Kc Td Kd 8d",
        ),
        {**PAIRS, "overtrump_partner": False},
        {"to_move.seat": 2, "to_move.legal": ["9d", "Qd"]},
        other_rules=PAIRS,
        other_expected={"to_move.seat": 2, "to_move.legal": ["9d"]},
    ),
    Case(
        "overtrump_partner = no: pairs, void of the suit led, he must trump though the partner is winning",
        deal(
            "0 | 7s Ts 9c Jc Ad 9h / 9s 7c 7d Jd Th Jh / Tc Ac 9d Td 8h Kh / Js Kc Kd 7h Qh Ah | Qc | Ks / As 8d / 8c "
            "Qd / 8s Qs | -",
            "c: Jd Qd Kd Ad Ks 9s",
        ),
        {**PAIRS, "overtrump_partner": False},
        {"to_move.seat": 2, "to_move.legal": ["8c", "Tc", "Ac"]},
    ),
    Case(
        "overtrump_partner = no: pairs, the other side's trump must be beaten, under never it need not",
        deal(
            "0 | Ts Ks Kc Qd Ad 8h / Tc 8d Td Jd 7h Jh / 9s 7c 8c Ac 9h Kh / Js Qs As Qc 7d Kd | 9c | Jc / 8s Ah / 9d "
            "Qh / 7s Th | -",
            "c: 7h 9h Th 8h As Ts 8s 9s Qs Ks Tc",
        ),
        {**PAIRS, "overtrump_partner": False},
        {"to_move.seat": 2, "to_move.legal": ["Ac"]},
        other_rules={**PAIRS, "overtrump_partner": False, "overtrump": "never"},
        other_expected={"to_move.seat": 2, "to_move.legal": ["7c", "8c", "Ac"]},
    ),
    Case(
        "overtrump_partner = no: pairs, the partner's trump was beaten by the other side's, that must be beaten",
        deal(
            "0 | 7s As Tc 7d Ad 7h / 8s Js 8d Td Kd Kh / Qs 9c Qc Kc Qd Ah / Ks Jc 9d Jd 9h Qh | Jh | Ts / 8c 8h / 9s "
            "Th / 7c Ac | -",
            "h: Kd Qd 9d Ad 7h Kh Ah",
        ),
        {**PAIRS, "overtrump_partner": False},
        {"to_move.seat": 3, "to_move.legal": ["9h"]},
    ),
    Case(
        "overtrump_partner = no: four each for himself have no partner, in pairs the one opposite is",
        deal(
            "0 | 8s Jc Qc Td Th Jh / Ks 7c Ac Jd Ad Qh / 7s 9s Qs As 8c 9c / Ts Kc 7d 8d 9d Kh | Js | Tc / 7h 9h / Qd "
            "Kd / 8h Ah | -",
            "s: 7h As Kh Th 9s Ts",
        ),
        {**SOLO, "overtrump_partner": False},
        {"to_move.seat": 0, "to_move.legal": ["Js"]},
        other_rules={**PAIRS, "overtrump_partner": False},
        other_expected={"to_move.seat": 0, "to_move.legal": ["8s", "Js"]},
    ),
    Case(
        "common: pairs, sides sit across and play in turn, the fourth card is the dealer's",
        deal(
            "2 | Tc Qc 9d 8h Qh Ah / 8s Ts Js Qs 9c Ac / 8c Jc Kc Qd Jh Kh / As 7c 7d Kd Ad 7h | Ks | 7s Th / 8d 9h / "
            "9s / Td Jd | -",
            "s: 7h Qh 9h",
        ),
        PAIRS,
        {"to_move.seat": 2, "to_move.legal": ["Jh", "Kh"]},
    ),
    Case(
        "bella_to = first_trick_winner: pairs, the partner wins the trick and gets it, holder: the holder",
        deal(
            "0 | 7s Ac 7d Td 8h Ah / 8s Qs 8c Qc Qd Jh / 9c Jc Jd Kd Qh Kh / Js 7c Tc 9d 9h Th | As | Ad / Ts Ks / Kc "
            "8d / 9s 7h | -",
            "s: Qc Jc Tc Ac Ah Jh Qh Th 8h 8s Kh 7h 8c Kc 7c 7s Td Qd Jd 9d Ad Qs 8d 9s Js As Ks Kd 9h 7d Ts 9c",
        ),
        {**PAIRS, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 1, "melds.0.call": 6, "melds.0.to": 3, "result.totals": [71, 111, 71, 111]},
        other_rules={**PAIRS, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 1, "melds.0.call": 6, "melds.0.to": 1, "result.totals": [71, 111, 71, 111]},
    ),
    Case(
        "bella_to = first_trick_winner: pairs, lost to the other side's card it is not called, holder: it is",
        deal(
            "0 | 9s As Td 7h Th Qh / Qs Tc Ac Jd Kd 8h / 8s 8c Qc Kc 7d 8d / Ts Ks Jc Qd 9h Kh | 7c | Ah / 9d Jh / 7s "
            "Ad / Js 9c | -",
            "c: Qs 7s Ks 9s 9c 7c Tc Qc Qd Td Kd Ad Kc Jc 7h Ac Js As Jh 8s Th 8h 8c 9h 7d Kh Qh 9d Jd 8d Ts Ah",
        ),
        {**PAIRS, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 2, "melds.0.call": None, "melds.0.to": None, "result.totals": [53, 109, 53, 109]},
        other_rules={**PAIRS, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 2, "melds.0.call": 2, "melds.0.to": 2, "result.totals": [73, 109, 73, 109]},
    ),
    Case(
        "bella_to = first_trick_winner: pairs, lost to the partner's card it is called, each for himself not",
        deal(
            "0 | 7d Jd Kd Ad Th Kh / Js 9c Tc Qc Td Ah / 7s 8s 7c Jc 8d 8h / Qs Ks 8c Ac Jh Qh | As | 9h / Qd 7h / Ts "
            "Kc / 9s 9d | -",
            "s: Js 7s Qs As Qd 8d 9d Kd 9h 7h 8h Qh Jh Th Ah 8s Jc 8c Kh Tc Qc 7c Ac Jd 9s 7d Td Ts Ks Ad 9c Kc",
        ),
        {**PAIRS, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 3, "melds.0.call": 1, "melds.0.to": 1},
        other_rules={**SOLO, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        other_expected={"melds.0.seat": 3, "melds.0.call": None, "melds.0.to": None},
    ),
    Case(
        "bella_to = first_trick_winner: pairs, called, and then beaten by the other side's fourth card: to him",
        deal(
            "0 | Js Qc Kd 7h 9h Jh / 7s Ks 7c Jc Jd Ah / Ts Tc Ac 8d 9d Ad / 8s Qs As 8c 7d Td | Qd | Qh / 9s Th / Kc "
            "Kh / 9c 8h | -",
            "pass d: Ks Ts Qs Js 9d Td Qd Jd 7s 8d As Kd 9h Th Kh 8h Ah Ad 7d Jh Tc 8c Qc Jc Ac 9c Qh 7c Kc 8s 7h 9s",
        ),
        {**PAIRS, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 0, "melds.0.call": 2, "melds.0.to": 1, "result.totals": [101, 81, 101, 81]},
        other_rules={**PAIRS, "bella_to": "holder_both_tricks", "bella_call": "first_card"},
        other_expected={"melds.0.seat": 0, "melds.0.call": 2, "melds.0.to": None, "result.totals": [101, 61, 101, 61]},
    ),
    Case(
        "bella_to = holder_both_tricks: pairs, one trick his and one his partner's, each for himself it is not enough",
        deal(
            "0 | 8s Jc 9d Jd Ad Ah / Ts As Td 7h 9h Jh / Js Ks Qc Kc Qd Kh / 9s 7c 8c 7d 8d Th | 9c | 8h / 7s Kd / Tc "
            "Qh / Qs Ac | -",
            "c: As Js 9s 8s 7s Ks Qs 9c 8h Jh Qh Th 7c Jc Td Kc 9d Kd Qd 8d 9h Kh Ac Ah 7d Ad Ts Tc Qc 8c Jd 7h",
        ),
        {**PAIRS, "bella_to": "holder_both_tricks"},
        {"melds.0.seat": 2, "melds.0.to": 2},
        other_rules={**SOLO, "bella_to": "holder_both_tricks"},
        other_expected={"melds.0.seat": 2, "melds.0.to": None},
    ),
    Case(
        "bella_to = holder_both_tricks: pairs, the second trick the other side's, nobody scores",
        deal(
            "0 | Tc Kc Ac 8d 9d Th / 8s Ts Ks 7c 7h Qh / Js Jc 7d Ad 9h Kh / 9s Qs As 9c Qc Jd | Kd | Qd / 8c Jh / Td "
            "8h / 7s Ah | -",
            "d: 7h 9h Ah Th As Kd 8s Js Kc 8c Jc Qc Qd 7c Ad Jd Qs 9d Ts 7d Ac Jh Td 9c 8h 9s 8d Qh Tc Ks Kh 7s",
        ),
        {**PAIRS, "bella_to": "holder_both_tricks"},
        {"melds.0.seat": 0, "melds.0.call": 1, "melds.0.to": None, "result.totals": [107, 55, 107, 55]},
        other_rules={**PAIRS, "bella_to": "first_trick_winner"},
        other_expected={"melds.0.seat": 0, "melds.0.call": 1, "melds.0.to": 0, "result.totals": [127, 55, 127, 55]},
    ),
    Case(
        "bella_needs_trick = yes: pairs, a trick of the partner is enough, each for himself it is not",
        deal(
            "0 | Qs Jc 7d 9d Ad Th / 8s 9s Qc Qd 7h 9h / 7s Js Ks 9c Tc Jh / Ts As Ac 8d Jd Kh | 8c | Ah / Kc Kd / 7c "
            "Td / 8h Qh | -",
            "pass c: 9h Jh 8h Th Ad Kd Td Jd Qs 9s Ks Ts 8d 9d Qd 7c 9c Ac Jc Qc 7d Kc Tc Qh Js As 8c 8s Ah 7h 7s Kh",
        ),
        {**PAIRS, "bella_needs_trick": True},
        {"melds.0.seat": 1, "melds.0.to": 1},
        other_rules={**SOLO, "bella_needs_trick": True},
        other_expected={"melds.0.seat": 1, "melds.0.to": None},
    ),
    Case(
        "bella_call = after_trick: pairs, a trick of the partner does not count, his own does",
        deal(
            "0 | Ks 8c Kc Td 7h 8h / 9s Js As 8d Kd 9h / Qc Jd Qd Ad Qh Kh / Ts 7c Jc 9d Th Ah | Jh | 9c / 8s Qs / 7s "
            "Ac / Tc 7d | -",
            "h: Js 7s Ts Ks Jc 9c 9h Ac 9s Kh Th Jh 8c Kd Qc 7c Qh Ah 8h As 7d Td 8d Jd 7h Qs Ad 9d Kc 8s Qd Tc",
        ),
        {**PAIRS, "bella_call": "after_trick"},
        {"melds.0.seat": 2, "melds.0.call": 5, "melds.0.to": 2},
        other_rules=PAIRS,
        other_expected={"melds.0.seat": 2, "melds.0.call": 1, "melds.0.to": 2},
    ),
    Case(
        "common: pairs, the partner of the best holder scores his lower sequence too, each for himself not",
        deal(
            "0 | Ks As 7c 9c 7d Ah / Qc Td Qd Kd Ad Th / 9s Js Qs Kc 8h Jh / Tc Jc Ac 9d Jd 7h | 9h | 8c / 8s Qh / 7s "
            "Ts / 8d Kh | -",
            "h: Th Jh 7h 9h 8h Kh Ah Qh Ks 8s 9s 9d As Ad 7s Jd 7d Kd Js 8d Qc Kc Tc 9c Jc 7c Td Ts Ac 8c Qd Qs",
        ),
        PAIRS,
        {
            "melds.lines": ["0 terts 9c 8c 7c 20 to 0", "1 terts Ad Kd Qd 20 to nobody", "2 fifty Qs Js Ts 9s 50 to 2"],
            "result.sequence_decided_by": "length",
            "result.totals": [160, 72, 160, 72],
        },
        other_rules=SOLO,
        other_expected={
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Ad Kd Qd 20 to nobody",
                "2 fifty Qs Js Ts 9s 50 to 2",
            ],
            "result.sequence_decided_by": "length",
            "result.totals": [46, 6, 94, 66],
        },
    ),
    Case(
        "common: pairs, equal best within one side is no contest, each for himself the turn decides",
        deal(
            "0 | 8s 9s 8c 9c Ac Kd / Ts Qs 8d 7h 8h Ah / 7s Ks Tc 7d 9d Qh / Jc Td Jd Th Jh Kh | 9h | As / Js Ad / Qc "
            "Kc / 7c Qd | -",
            "h: Js 7s Th As Jd Kd 8d 9d 9c Ah Qc Jc Ad 7d Qd 9h 9s Ts Ks Jh Kh 8s 8h Qh 7c Ac 7h Tc Qs Kc Td 8c",
        ),
        PAIRS,
        {
            "melds.lines": ["1 terts Qs Js Ts 20 to 1", "3 terts Qd Jd Td 20 to 3"],
            "result.sequence_decided_by": None,
            "result.totals": [34, 168, 34, 168],
        },
        other_rules=SOLO,
        other_expected={
            "melds.lines": ["1 terts Qs Js Ts 20 to 1", "3 terts Qd Jd Td 20 to nobody"],
            "result.sequence_decided_by": "turn",
            "result.totals": [34, 84, 0, 64],
        },
    ),
    Case(
        "common: pairs, equal best within a side, the other side's is lower: by the top, each for himself by turn",
        deal(
            "0 | 7c 8c 9c 7d Th Kh / 8s Ts Js Qs Qc 8d / Tc Kc Ac Kd 8h Jh / 9s Ks Jc Td Qd Qh | 9h | 7s / As 7h / 9d "
            "Ah / Jd Ad | -",
            "h: 7h Jh Qh Th 8h Jd 9h 8s 8c Qc Tc Jc Kd Ad 7d 8d Td Kh Js 9d 7s Ts Ah Ks Kc 9s 7c Qs Ac Qd 9c As",
        ),
        PAIRS,
        {
            "melds.lines": ["0 terts 9c 8c 7c 20 to nobody", "1 terts Qs Js Ts 20 to 1", "3 terts Qd Jd Td 20 to 3"],
            "result.sequence_decided_by": "top",
            "result.totals": [147, 55, 147, 55],
        },
        other_rules=SOLO,
        other_expected={
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "3 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "turn",
            "result.totals": [32, 20, 115, 15],
        },
    ),
    Case(
        "sequence_tie = turn: pairs, the earlier of the tied wins for his side, trump_then_turn: the trump one for his",
        deal(
            "0 | 7s 9s 8c Jd Qd Ah / 8s Js Qs Jc Kd Kh / 7c Qc Td 8h Th Qh / As Kc 7d 8d Ad 7h | 9h | Ks / Ts 9c / Ac "
            "Jh / Tc 9d | -",
            "h: Js Qh As 9s Qc Kc 8c Jc 9d Qd Kd Td Ac Tc Ah 9c Jd Kh Jh 7d 7c 7h 9h Ts Ks Qs 8h Ad Th 8d 7s 8s",
        ),
        {**PAIRS, "sequence_tie": "turn"},
        {
            "melds.lines": ["1 terts Qs Js Ts 20 to 1", "2 terts Qh Jh Th 20 to nobody", "3 terts 9d 8d 7d 20 to 3"],
            "result.sequence_decided_by": "turn",
            "result.totals": [153, 49, 153, 49],
        },
        other_rules=PAIRS,
        other_expected={
            "melds.lines": [
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qh Jh Th 20 to 2",
                "3 terts 9d 8d 7d 20 to nobody",
            ],
            "result.sequence_decided_by": "trump",
            "result.totals": [173, 9, 173, 9],
        },
    ),
    Case(
        "sequence_tie = last_trick: pairs, the tied one's partner takes it, both of them score, turn: the others",
        deal(
            "0 | Ks 7c 9c Ad Th Ah / Ts Js Tc Jc 8d Kh / 8s Qc Kc Td Qd Jh / 7s 9s As Ac 7h 8h | 9h | 8c / Qs 9d / Jd "
            "Qh / 7d Kd | -",
            "h: Tc Kc Ac 8c Kd Ad 9d Td 9c Jc Qc 8h 7d Th 8d Qd Ah Kh Jh 7h 8s 9s Ks Qs 9h Js Qh 7s 7c Ts Jd As",
        ),
        {**PAIRS, "sequence_tie": "last_trick"},
        {
            "melds.lines": ["0 terts 9c 8c 7c 20 to 0", "1 terts Qs Js Ts 20 to nobody", "2 terts Qd Jd Td 20 to 2"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 0,
        },
        other_rules={**PAIRS, "sequence_tie": "turn"},
        other_expected={
            "melds.lines": [
                "0 terts 9c 8c 7c 20 to nobody",
                "1 terts Qs Js Ts 20 to 1",
                "2 terts Qd Jd Td 20 to nobody",
            ],
            "result.sequence_decided_by": "turn",
            "result.last_trick": 0,
        },
    ),
    Case(
        "sequence_tie = both: pairs, both sides score all of theirs, nobody: none",
        deal(
            "0 | 7s 9s Tc 9d Kd Ah / Js As Jc Ad Jh Kh / 7d 8d Td Jd Qd Th / Ks 7c 8c Qc Kc 8h | 9h | 7h / Ts Qs / 8s "
            "Ac / 9c Qh | -",
            "h: As 8s Ks 9s Ts Th 8h 7s 8d Qh 9d Ad Qc Tc Jc Ac Qd 8c Kd Kh Qs Td 9c 9h Ah Jh Jd Kc Js 7d 7c 7h",
        ),
        {**PAIRS, "sequence_tie": "both"},
        {
            "melds.lines": ["1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to 2", "3 terts 9c 8c 7c 20 to 3"],
            "result.sequence_decided_by": "both",
        },
        other_rules={**PAIRS, "sequence_tie": "nobody"},
        other_expected={
            "melds.lines": [
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to nobody",
                "3 terts 9c 8c 7c 20 to nobody",
            ],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = trump_or_nobody: pairs, neither trump, nobody scores, turn: the earlier side",
        deal(
            "0 | 8s Qc 7d Ad Kh Ah / Ts Qs Kd 7h Jh Qh / 7s 9s Kc Td Jd Qd / Ks 7c 8c 9c 8d Th | 9h | 8h / Js As / Tc "
            "Ac / Jc 9d | -",
            "h: Qh Qd Th Ah Qc 7h Ac 9c Kd Jd 9d Ad 8h Jh 7s 8c As 9s Ks 8s Qs Tc 8d Kh 7d Ts Td Jc Kc 7c 9h Js",
        ),
        {**PAIRS, "sequence_tie": "trump_or_nobody"},
        {
            "melds.lines": [
                "1 terts Qs Js Ts 20 to nobody",
                "2 terts Qd Jd Td 20 to nobody",
                "3 terts 9c 8c 7c 20 to nobody",
            ],
            "result.sequence_decided_by": "nobody",
        },
        other_rules={**PAIRS, "sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["1 terts Qs Js Ts 20 to 1", "2 terts Qd Jd Td 20 to nobody", "3 terts 9c 8c 7c 20 to 3"],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequences_need_trick = yes: pairs, a trick of the partner is enough, each for himself it burns",
        deal(
            "0 | Ts Qs Td Kd Th Ah / 7s 8s 9s 7c Jd Kh / As 8c 9c Jc Qd Qh / Kc 9d Ad 7h 9h Jh | Tc | 8d / Ks 7d / Qc "
            "8h / Js Ac | -",
            "pass c: 7d Qd 9d 8d Jc Ac Tc 7c 8h Jh Ah Kh Ts 7s As Js Qc Kc Th Ks Ad Td Jd 8c 9c 9h Qs 8s Qh 7h Kd 9s",
        ),
        {**PAIRS, "sequences_need_trick": True},
        {"melds.lines": ["1 terts 9s 8s 7s 20 to 1"], "result.tricks": [1, 0, 6, 1]},
        other_rules={**SOLO, "sequences_need_trick": True},
        other_expected={"melds.lines": ["1 terts 9s 8s 7s 20 to nobody"], "result.tricks": [1, 0, 6, 1]},
    ),
    Case(
        "sequences_need_trick = yes: pairs, the side without a trick, its sequences burn and pass to nobody",
        deal(
            "0 | Tc Jc Ac 7h 8h Kh / 8s 9s Ts Js Ks 9d / As Ad 9h Th Jh Ah / 7c Kc 8d Td Qd Kd | Qh | 7d / Qs Jd / 8c "
            "Qc / 7s 9c | -",
            "pass h: 8s As 7s 7h Kh 9s Th 7c Jh 8d 8h 9d 9h 9c Qh Js Ah Qd 7d Jd Ad Kd Jc Qs Qc Kc Ac Ks Tc Ts 8c Td",
        ),
        {**PAIRS, "sequences_need_trick": True},
        {
            "melds.lines": [
                "0 bella Kh Qh 20 to 0",
                "1 fifty Ks Qs Js Ts 50 to nobody",
                "2 terts Jh Th 9h 20 to nobody",
            ],
            "result.tricks": [3, 0, 5, 0],
        },
        other_rules=PAIRS,
        other_expected={
            "melds.lines": ["0 bella Kh Qh 20 to 0", "1 fifty Ks Qs Js Ts 50 to 1", "2 terts Jh Th 9h 20 to nobody"],
            "result.tricks": [3, 0, 5, 0],
        },
    ),
    Case(
        "defenders_pool: without effect in pairs, which pool by side anyway",
        deal(
            "0 | Qc 7d 8d 7h Jh Kh / 8s Qs Ks As Tc 9d / Kc Td Jd Qd Qh Ah / Ts 7c 8c 9c Jc Kd | 9h | 9s / 7s Th / Js "
            "Ad / Ac 8h | -",
            "pass h: Ks Js Ts 9s Kd 7d 9d Td Qh 8h Jh Th Qc Tc Kc Ac 7c 7h 7s Ah Qd 8c 8d Qs Jd Jc Kh 8s 9h As Ad 9c",
        ),
        {**PAIRS, "defenders_pool": False},
        {"melds.lines": ["1 terts As Ks Qs 20 to 1", "2 terts Qd Jd Td 20 to nobody", "3 terts 9c 8c 7c 20 to 3"]},
    ),
    Case(
        "sequence_points with 6: pairs, a run of six beats a higher fifty, without it is cut to a lower one",
        deal(
            "0 | 7s 8c Qc Ac Jh Ah / Ts Js Qs Ks 9c 7h / 7d 9d Td Jd Qd Ad / As 7c Tc Jc Kd Qh | 9h | Kh / 8s Th / Kc "
            "8d / 9s 8h | -",
            "pass pass h: 7h 9d Qh Kh 9h Th Ad 8h Jh 8s Td As Ac 9c Kc Tc Qc Ts Qd 7c 7s Ks 8d 9s Qs 7d Kd Ah 8c Js Jd "
            "Jc",
        ),
        {**PAIRS, "sequence_points": {3: 20, 4: 50, 6: 100}},
        {
            "melds.lines": ["1 fifty Ks Qs Js Ts 50 to nobody", "2 run6 Qd Jd Td 9d 8d 7d 100 to 2"],
            "result.sequence_decided_by": "length",
        },
        other_rules=PAIRS,
        other_expected={
            "melds.lines": ["1 fifty Ks Qs Js Ts 50 to 1", "2 fifty Qd Jd Td 9d 50 to nobody"],
            "result.sequence_decided_by": "top",
        },
    ),
    Case(
        "sequences_need_trick = terts_only: pairs without a trick, the fifty scores, the terts burns, yes: both burn",
        deal(
            "0 | 9s Tc Qc Ac 7h Kh / 7s Ts Js Qs Td Kd / As 9c 9h Th Jh Ah / Kc 7d 8d 9d Jd Qd | Qh | 8h / Ks 8c / 8s "
            "Jc / 7c Ad | -",
            "pass h: 7s As 7c 9s Jh 7d 7h 8c 9h 8d 8h Js Ah 9d Qh Qs Th Jd Kh Ks Jc Kc Ac Kd Tc Td 9c Qd Qc Ts 8s Ad",
        ),
        {**PAIRS, "sequences_need_trick": "terts_only"},
        {
            "melds.lines": [
                "0 bella Kh Qh 20 to 0",
                "1 fifty Ks Qs Js Ts 50 to 1",
                "2 terts Jh Th 9h 20 to nobody",
                "3 terts 9d 8d 7d 20 to nobody",
            ],
            "result.tricks": [3, 0, 5, 0],
        },
        other_rules={**PAIRS, "sequences_need_trick": True},
        other_expected={
            "melds.lines": [
                "0 bella Kh Qh 20 to 0",
                "1 fifty Ks Qs Js Ts 50 to nobody",
                "2 terts Jh Th 9h 20 to nobody",
                "3 terts 9d 8d 7d 20 to nobody",
            ],
            "result.tricks": [3, 0, 5, 0],
        },
    ),
]

"""Rule-book cases: play, trick points and bella with three and four."""

from tests.rulebook.case import PAIRS, SOLO, THREE, Case, deal

CASES = [
    Case(
        "seven_exchange = any: three, the second defender takes the upcard, declarer: nobody does",
        deal(
            "0 | Js Ks Kc 8d 7h 9h / As 7c Qc 7d Jd Kh / 8s 8c Jc Td Qd Qh | 8h | 9s 9c Ah / Ts Th Jh / Qs 9d Kd | Tc",
            "h: Kh Qh 9h Kc 7c 8c 9s Ts Qs As 8s Js Jd 9d 8d Th Qd Ah Ks Jh Td Qc Jc 9c 7d Kd 8h",
        ),
        THREE,
        {"hands.0": ["9s", "Js", "Ks", "9c", "Kc", "8d", "8h", "9h", "Ah"]},
        other_rules={**THREE, "seven_exchange": "declarer"},
        other_expected={"hands.0": ["9s", "Js", "Ks", "9c", "Kc", "8d", "7h", "9h", "Ah"]},
        other_play="h: Kh Qh 9h Kc 7c 8c 9s Ts Qs As 8s Js Jd 9d 8d Th Qd Ah Ks Jh Td Qc Jc 9c 7d Kd 7h",
    ),
    Case(
        "seven_exchange = declarer: three, the middle one as declarer takes the upcard, none: he keeps the seven",
        deal(
            "0 | 9s Qs 7d 9h Qh Ah / As 7c 8c Kc 9d Ad / 7s 9c Ac Kd Th Kh | 8s | Js 7h Jh / Tc Td 8h / Ks 8d Qd | Jd",
            "pass s: As Ks Js Qh 8h Kh 9c 9s 7c 7d Ad Kd 8c Ac Qs 9h Td Th 8s 7h Kc 8d Jh 9d Tc Qd Ah",
        ),
        {**THREE, "seven_exchange": "declarer"},
        {"hands.2": ["8s", "Ks", "9c", "Ac", "8d", "Qd", "Kd", "Th", "Kh"]},
        other_rules={**THREE, "seven_exchange": "none"},
        other_expected={"hands.2": ["7s", "Ks", "9c", "Ac", "8d", "Qd", "Kd", "Th", "Kh"]},
        other_play="pass s: As Ks Js Qh 8h Kh 9c 9s 7c 7d Ad Kd 8c Ac Qs 9h Td Th 7s Jh Kc 8d Ah 9d Tc Qd 7h",
    ),
    Case(
        "common: four in play, no seven exchange whatever the switch says",
        deal(
            "0 | 7c Tc Jc Ac 9d Jh / 7s 8s 8c 7d Ad Th / 9s As 9c Kc 9h Qh / Ts Qs Qc Qd 8h Ah | Jd | 8d / Js 7h / Ks "
            "Kh / Td Kd | -",
            "d: 8c 9c Qc 7c Ah Jh 7h 9h 8h Jd Th Kh 9d 7d 9s Qd Tc Ad Kc Td Js Ks Qs 8d Jc 8s As Kd Ts Ac 7s Qh",
        ),
        SOLO,
        {"exchange": None},
    ),
    Case(
        "first_lead = declarer: three, the middle one as declarer leads, forehand: forehand does",
        deal(
            "0 | 7c Qc Ac Td 7h Jh / Ts Ks Kc 9d 9h Qh / 7s Js As Tc Kd Kh | Th | 9s Jd Ah / Qs 8c Jc / 9c 7d 8h | Qd",
            "pass h: 9c Ac Kc Qc Jc Tc 7s 9s Ks Ts Js Ah Td 9d 7d Th 9h Kh 8c 8h 7c As Jh Qs Jd Qh Kd",
        ),
        {**THREE, "first_lead": "declarer"},
        {"plays.0.leader": 2, "result.declarer": 2},
        other_rules=THREE,
        other_expected={"plays.0.leader": 1, "result.declarer": 2},
        other_play="pass h: 9h Kh Jh Ac 8c Tc Th Qh 8h Td 9d 7d 9s Ks As 7s Ah Qs Jd Kc Kd Js 7c Ts Jc 9c Qc",
    ),
    Case(
        "first_lead = declarer: pairs, his partner does not lead for him",
        deal(
            "0 | 9s Js 9c 9d 7h Jh / Ks 7c 8c Qc Td Qd / 7s Qs As Kc Ac Qh / Jd Kd Ad 8h 9h Ah | 7d | Jc / 8d Th / 8s "
            "Ts / Tc Kh | -",
            "pass pass d: 8h 7h Th Qh Qd As Ad 9d 7d Td 7s Jd 9h Jh 8d Qs 7c Ac Tc 9c 8s Kd 9s Ks Ah Js Qc Kc Kh Jc 8c "
            "Ts",
        ),
        {**PAIRS, "first_lead": "declarer"},
        {"plays.0.leader": 3, "result.declarer": 3},
        other_rules=PAIRS,
        other_expected={"plays.0.leader": 1, "result.declarer": 3},
        other_play="pass pass d: Qd Ac Jd 9d 9h Jh Th Qh Qc Kc Tc 9c 8h 7h 8d As 8c 8s Ad Jc Ah 7d Td Ts Ks Qs Kd Js "
        "Kh 9s 7c 7s",
    ),
    Case(
        "trick_points = belote: three, every ace ten",
        deal(
            "0 | 9s 8c Jc 7d Td Qh / Ks Qc Kc 8d Jd Kd / 7s Js 9c Qd 9h Jh | Qs | As 8h Ah / Ts Ad Th / Tc 9d Kh | Ac",
            "s: Ks Js 9s Qd Td Jd 7d Kd 9d Qc 9c 8c Kc Tc Jc Jh Ah Th 8h Ts Kh Ad Qs As Qh 8d 9h",
        ),
        {**THREE, "trick_points": "belote"},
        {"result.card_points": [63, 21, 54]},
        other_rules=THREE,
        other_expected={"result.card_points": [66, 21, 54]},
    ),
    Case(
        "trick_points = terts: pairs, king 3, queen 2, jack 1, trump nine 13, all 140 are there",
        deal(
            "0 | Qs Ks 7c 9c Qh Ah / Ts As 8c Tc 7h 8h / 9s Jc Ac 9d Ad Jh / 7s 8s Qc Kd Th Kh | Td | Jd / 8d Qd / Kc "
            "7d / Js 9h | -",
            "d: 8h Jh Th Qh Qc 7c 8c Jc Kd Jd 8d 7d Ks As 9s 7s Qd 9d Kh Td Kc Js 9c Tc 7h Ad 9h Ah Ac 8s Qs Ts",
        ),
        {**PAIRS, "trick_points": "terts"},
        {"result.card_points": [23, 28, 73, 16], "result.totals": [106, 44, 106, 44]},
        other_rules=PAIRS,
        other_expected={"result.card_points": [24, 31, 77, 20], "result.totals": [111, 51, 111, 51]},
    ),
    Case(
        "common: three, the last trick counts ten and the rest of the cards is not in play",
        deal(
            "1 | 9c Jc Kc 7h 9h Kh / 9s Qc Ac Jd Qd 8h / 8s 8c 7d 8d Ad Jh | Td | Ts As 9d / Ks Tc Th / Js Qh Ah | Qs",
            "d: 8s Ts 9s As Ks Js 7h 8h Qh Jh 9h Th Jd Td 9d Qd Ad 9c 8d Kh Qc Ah Kc Ac 8c Jc Tc",
        ),
        THREE,
        {
            "plays.#": 9,
            "result.tricks": [2, 3, 4],
            "result.card_points": [27, 68, 50],
            "result.last_trick": 1,
            "result.totals": [27, 78, 50],
        },
    ),
    Case(
        "bella_call = on_lead: three, never led while he had one of the two, first_card: called",
        deal(
            "0 | Js 8c Kc 7d 8d 7h / As Tc Qc Ac 9d Ad / Td Qd Kd 8h Th Jh | 9s | 8s 9h Qh / 7c Jd Ah / Qs Ks Jc | Ts",
            "s: Ah Th 7h As Qs Js 8s Ad Ks Qd 7d 9d Jc 8c Tc Jd Td 8d Kd Qh Qc Jh 9h Ac 8h Kc 7c",
        ),
        {**THREE, "bella_call": "on_lead"},
        {"melds.0.seat": 2, "melds.0.call": None, "melds.0.to": None},
        other_rules={**THREE, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 2, "melds.0.call": 2, "melds.0.to": 2},
    ),
    Case(
        "bella_call = on_lead: three, at his first lead, any_turn: at once",
        deal(
            "0 | Js 9c Ac 7d Th Kh / Ts Ks Td Jd Kd Ah / 7s As Qc Kc 9d Jh | 7h | Qs Qd Qh / 9s 7c Tc / 8c 8d 9h | Ad",
            "h: Kd 8d Qd Ts As Js 7s Qs 9s Ac Tc Qc 7d Td 9d Ks 9h Th 8c 9c 7c Kh Ah Jh Kc Qh Jd",
        ),
        {**THREE, "bella_call": "on_lead"},
        {"melds.0.seat": 0, "melds.0.call": 4, "melds.0.to": 0},
        other_rules=THREE,
        other_expected={"melds.0.seat": 0, "melds.0.call": 1, "melds.0.to": 0},
    ),
    Case(
        "bella_call = after_trick: three, in the trick after his first, first_card: with the first of the two",
        deal(
            "0 | 7s Ts Ks Ac Qd Ah / 9s 9c Tc Kc 9d 8h / 8s As 8c Td Th Kh | 8d | Qs Kd Jh / Qc Ad 9h / Jc Jd Qh | Js",
            "d: 9h Th Jh Kh Ah 8h Ks 9s 8s Ts Ad As Kc Jc Ac Qd 9d Jd 8c Kd Tc 7s Qc Td Qh Qs 9c",
        ),
        {**THREE, "bella_call": "after_trick"},
        {"melds.0.seat": 0, "melds.0.call": 3, "melds.0.to": 0},
        other_rules={**THREE, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 0, "melds.0.call": 6, "melds.0.to": 0},
    ),
    Case(
        "bella_to = first_trick_winner: three, the other defender wins the trick and gets it, holder: the holder",
        deal(
            "0 | 9s Js 9c Kd 7h Ah / Ks Tc 8d Jd 9h Jh / 8s Ts As 7c Kc Td | 8c | 7d Qd Qh / 7s Qs 9d / Qc 8h Kh | Ac",
            "c: 9d Td Qd Qc 9c Tc Qh 9h Kh Kc Kd Ks 8h Ah Jh 7d 8d 8c Ts Js Qs 8s 9s 7s 7h Jd As",
        ),
        {**THREE, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 2, "melds.0.call": 2, "melds.0.to": 0, "result.totals": [83, 0, 47]},
        other_rules={**THREE, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 2, "melds.0.call": 2, "melds.0.to": 2, "result.totals": [63, 0, 67]},
    ),
    Case(
        "bella_to = holder_both_tricks: three, one trick the other defender's is not enough, holder: it scores",
        deal(
            "0 | 9c Kc 8d Jd Kd Th / 7s Js 8c Ac Ad Jh / Qs Tc Qc Td Qd 9h | Ah | 8s Jc 7d / Ts 7c 8h / 9s Qh Kh | As",
            "h: Ts 9s 8s 8c Tc 9c Td 8d Ad Ac Qc Kc 8h Qh Th Kd Jh Qd 7s Qs Jc 9h 7d 7c Kh Jd Js",
        ),
        {**THREE, "bella_to": "holder_both_tricks"},
        {"melds.0.seat": 2, "melds.0.call": 1, "melds.0.to": None},
        other_rules=THREE,
        other_expected={"melds.0.seat": 2, "melds.0.call": 1, "melds.0.to": 2},
    ),
    Case(
        "bella_needs_trick = yes: three, a trick of the other defender does not help him",
        deal(
            "0 | Js As 8d Ad Jh Ah / Ts 7c Qc Ac 7d Td / Qs Kc 9d 8h Th Kh | 8s | 7s 9c Qd / 9s Kd Qh / Ks 8c Tc | 9h",
            "s: 7c 8c 9c Js Ts Ks Jh Qh 8h Ac Kc As 8s 9s Qs Td 9d Ad Qd 7d Kh Ah Qc Th 8d Kd Tc",
        ),
        {**THREE, "bella_needs_trick": True},
        {"melds.0.seat": 2, "melds.0.call": 1, "melds.0.to": None, "result.tricks": [6, 3, 0]},
        other_rules=THREE,
        other_expected={"melds.0.seat": 2, "melds.0.call": 1, "melds.0.to": 2, "result.tricks": [6, 3, 0]},
    ),
    Case(
        "bella_to = first_trick_winner: three, lost to the other defender's card it is not called, holder: it is",
        deal(
            "0 | 7s 8s Jc Ac Ad Ah / Ts Ks 7d Qd 8h 9h / As 9c Kc Td Qh Kh | Th | Js Qc Jh / 8c Tc 9d / 9s Qs 7c | 7h",
            "h: Ts 9s 7s 9d Td Ad Jh 9h Kh Js Ks As 9c Jc Tc 8h Qh Ah 8s Qd Qs Kc Qc 8c 7c Ac 7d",
        ),
        {**THREE, "bella_to": "first_trick_winner", "bella_call": "first_card"},
        {"melds.0.seat": 2, "melds.0.call": None, "melds.0.to": None},
        other_rules={**THREE, "bella_call": "first_card"},
        other_expected={"melds.0.seat": 2, "melds.0.call": 3, "melds.0.to": 2},
    ),
    Case(
        "overtrump = always: three, void of the suit led, a trump that lies must be beaten, trump_lead: any trump",
        deal(
            "0 | 9s Tc Ac Kd Jh Qh / 9c 7d 9d Qd Ad 7h / Js Qs Ks 7c Qc Ah | 8h | Ts 9h Kh / As Jd Th / 8c Jc 8d | 8s",
            "h: Ad 8d Kd Jd Ah",
        ),
        THREE,
        {"to_move.seat": 0, "to_move.legal": ["9h", "Jh"]},
        other_rules={**THREE, "overtrump": "trump_lead"},
        other_expected={"to_move.seat": 0, "to_move.legal": ["9h", "Jh", "Qh", "Kh"]},
    ),
    Case(
        "overtrump = trump_lead: three, the highest trump so far must be beaten, not the one led, never: any",
        deal(
            "0 | Ts Tc Jc Ac Ad Jh / 7s Js 8d 7h 8h Ah / Qc 7d 9d Td Kd 9h | Qh | As Th Kh / 8s Kc Qd / 9s 7c 9c | Jd",
            "h: Kc Qc Ac Tc Ah 9c Qh 9h",
        ),
        {**THREE, "overtrump": "trump_lead"},
        {"to_move.seat": 0, "to_move.legal": ["Jh"]},
        other_rules={**THREE, "overtrump": "never"},
        other_expected={"to_move.seat": 0, "to_move.legal": ["Th", "Jh", "Kh"]},
    ),
    Case(
        "overtrump = never: three, void of the suit led, a lower trump will do, always: a higher one",
        deal(
            "0 | Js 8c Kc 7d Jd 8h / 8s Ts As Jc 9d Kh / Qs Tc Ac Qd Ad 7h | Qc | Ks 9c Ah / 9s Td Kd / 7s 9h Qh | Th",
            "c: As 7s Js Ts Qs Ks 9s Ac",
        ),
        {**THREE, "overtrump": "never"},
        {"to_move.seat": 0, "to_move.legal": ["8c", "9c", "Kc"]},
        other_rules=THREE,
        other_expected={"to_move.seat": 0, "to_move.legal": ["9c"]},
    ),
    Case(
        "common: three, who cannot beat the trump that lies in a plain trick still plays a trump",
        deal(
            "0 | Js Qs Ac Jd Th Kh / 9s 9c 7d 8d Td Ad / 7s Tc Jc Kd 8h 9h | Qc | 8s Ts 7c / 8c 9d Ah / Ks As Jh | Qh",
            "c: Ad Kd Jd Ah 8h Th Td Jc",
        ),
        THREE,
        {"to_move.seat": 0, "to_move.legal": ["Qc", "Ac"]},
    ),
    Case(
        "common: three, a trump on the suit led is no reason not to follow it",
        deal(
            "0 | Ts Jc 9d Kd Qh Ah / 9c 7d 8d Qd 9h Th / Js Tc Qc Kc Ac Kh | 8h | 7s Qs 7h / 9s Ks 8c / 7c Jd Jh | 8s",
            "h: Ks Js Qs 9s Kh",
        ),
        THREE,
        {"to_move.seat": 0, "to_move.legal": ["7s", "Ts"]},
    ),
    Case(
        "common: three, play goes clockwise from the winner of the trick",
        deal(
            "0 | Js 8d Qd Ad Jh Qh / 8s Kc Ac Jd Kd Ah / 7s Qs Qc 7d 7h 9h | Td | 9s 8c 8h / Ks Th Kh / Tc Jc 9d | Ts",
            "d: Kc Tc 8c 7s",
        ),
        THREE,
        {"to_move.seat": 0, "to_move.legal": ["9s", "Js"]},
    ),
]

"""Rule-book cases: two against two: score, next dealer, end of the match."""

from tests.rulebook.case import PAIRS, SOLO, Case, deal

CASES = [
    Case(
        "sides = pairs: both partners' points against both others', each: one against three",
        deal(
            "2 | 7s 8s Ts 8c 7d Jd / As Qc Td Ad Th Qh / 9s Qs 9d 7h Jh Kh / Js Ks Tc Jc Ac Kd | 8h | 8d Qd / Kc 9h / "
            "9c / 7c Ah | -",
            "h: 7c 8c Qc 9c Td 9d Kd Jd Qh Jh Ah 7d Kh Tc 7s Th Kc 8h Jc 8d 7h Ac 8s 9h Ad Qs Js Qd As 9s Ks Ts",
        ),
        PAIRS,
        {"result.outcome": "made", "result.totals": [40, 122, 40, 122], "result.written": [40, 122, 40, 122]},
        other_rules=SOLO,
        other_expected={"result.outcome": "baid", "result.totals": [0, 122, 40, 0], "result.written": [0, 122, 40, 0]},
    ),
    Case(
        "baid_to = split: pairs, the defending side gets it all, at both partners, lost: nobody",
        deal(
            "0 | 7s 7d 9d Jd 8h Qh / As Kc Ac 8d Kd Jh / Ks 7c Jc Qc Td 7h / 9s Qs 8c Qd Ad 9h | Ts | Ah / Js 9c / 8s "
            "Th / Tc Kh | -",
            "pass s: Kc Jc Tc Ts 8h Jh Th Kh 7c 8c 7s 9c Jd 8d Td Ad Qd 9d Kd Ks 7h 9h Ah As Js 8s 9s 7d Ac Qc Qs Qh",
            pots=(30,),
        ),
        PAIRS,
        {"result.outcome": "baid", "result.totals": [53, 109, 53, 109], "result.written": [0, 192, 0, 192]},
        other_rules={**PAIRS, "baid_to": "lost"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [53, 109, 53, 109],
            "result.written": [0, 109, 0, 109],
        },
    ),
    Case(
        "hanging = pot: pairs, level sides, the declaring side's points hang, each_own: it writes them",
        deal(
            "0 | Js Qc 7d 8h Kh Ah / 8s Ks Tc 8d Ad 7h / 9s Qs 7c Jc Kc 9d / Ts As Jd 9h Jh Qh | Ac | Qd / 8c Td / 7s "
            "Kd / 9c Th | -",
            "pass c: 8s Qs As Js 9h Ah 7h Kc 9d Jd Qd Ad 8d Kd 9c 7d Qh 8h Tc Jc 9s Ts Qc Ks Kh 8c 7c Jh Td 7s Th Ac",
        ),
        PAIRS,
        {
            "result.outcome": "hanging_baid",
            "result.totals": [106, 106, 106, 106],
            "result.written": [0, 106, 0, 106],
            "result.pots": [106],
        },
        other_rules={**PAIRS, "hanging": "each_own"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [106, 106, 106, 106],
            "result.written": [106, 106, 106, 106],
            "result.pots": [],
        },
    ),
    Case(
        "no_trick_penalty = 100: pairs, a trick of the partner is enough, each for himself it is not",
        deal(
            "3 | Qs Ks 7c Jc Kh Ah / 8s 8c Tc 7d Qd 8h / Js 9c Ac Td Jd 7h / Ts 8d 9d Ad 9h Jh | Kc | 7s Qc / 9s As / "
            "Th Qh / Kd | -",
            "c: Jc Tc 9c Kc Qc 8c Ac Ad 7h 9h Ah 8h 7c As Td 9d Ks 9s Js Ts 8d 7s 7d Jd Th Jh Kh Qd Qh Kd Qs 8s",
        ),
        {**PAIRS, "no_trick_penalty": 100},
        {"result.tricks": [3, 0, 4, 1], "result.totals": [146, 16, 146, 16], "result.written": [146, 16, 146, 16]},
        other_rules={**SOLO, "no_trick_penalty": 100},
        other_expected={
            "result.tricks": [3, 0, 4, 1],
            "result.totals": [80, 0, 66, 16],
            "result.written": [0, -73, 93, 42],
        },
    ),
    Case(
        "no_trick_penalty = 100: pairs, written once for the side",
        deal(
            "0 | 9c Tc Ac 7d 7h Kh / Ts Qs Ks Jc Kc Qd / As 9d 9h Th Jh Ah / 7s 8s 8c Qc Td Kd | Qh | Ad / Js 8h / 9s "
            "Jd / 7c 8d | -",
            "pass h: Js As 7s 7h Kh 8h Th 7c Jh 8s Qh Jc 9h 8d 7d Qs Ah 8c 9c Qd Jd Kd Ad Ks Ac Kc 9s Qc Tc Ts 9d Td",
        ),
        {**PAIRS, "no_trick_penalty": 100},
        {"result.tricks": [4, 0, 4, 0], "result.totals": [182, 50, 182, 50], "result.written": [182, -50, 182, -50]},
        other_rules=PAIRS,
        other_expected={
            "result.tricks": [4, 0, 4, 0],
            "result.totals": [182, 50, 182, 50],
            "result.written": [182, 50, 182, 50],
        },
    ),
    Case(
        "baid_penalty = 100: pairs, the side's third baid costs it a hundred, at both partners",
        deal(
            "0 | 8s Ts Qs 8d Ad Th / 7s Js As 7c 9c 7h / Ks Qc Jd Kd Qh Ah / Jc Kc Td Qd 8h Kh | Ac | 9d / Tc 9h / 8c "
            "7d / 9s Jh | -",
            "pass c: 9h Qh Jh Th 8d 9c 7d Td 7s Ks 9s Ts 9d 7c Jd Qd Tc 8c Jc Ac Kc Qs Js Qc Kh Ad 7h Ah Kd 8h 8s As",
            scores=(90, 80, 90, 80),
            baids=(2, 0, 2, 0),
        ),
        {**PAIRS, "baid_penalty": 100, "early_claim": "off"},
        {"result.outcome": "baid", "result.written": [-100, 162, -100, 162], "result.match_over": False},
        other_rules={**PAIRS, "early_claim": "off"},
        other_expected={"result.outcome": "baid", "result.written": [0, 162, 0, 162], "result.match_over": False},
    ),
    Case(
        "next_dealer = higher: pairs, made, the declarer deals himself",
        deal(
            "0 | 7s Tc Jd 8h Qh Ah / 8s Qs 8c 9d Td Ad / 9s Ts As 9c Qc 7h / Js 7c Kc 8d Kd Jh | Ac | Th / Qd 9h / Jc "
            "Kh / Ks 7d | -",
            "pass c: Qs 9s Js 7s 9d Jc 7d Jd 9c 7c Ac 8c 7h Jh Ah 9h Tc Qd Qc Kc Th 8s Kh Ks 8h Ad Ts 8d Qh Td As Kd",
        ),
        PAIRS,
        {"result.outcome": "made", "result.next_dealer": 2},
        other_rules={**PAIRS, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "made", "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = higher: pairs, baid, the first of the defending side after the declarer",
        deal(
            "0 | 8s 8c 9c Ac 9d 7h / 9s Kc 8d Ad 8h Ah / Qc Td Qd Kd 9h Jh / Ks 7c Jd Th Qh Kh | Qs | Tc / Js Jc / 7s "
            "Ts / As 7d | -",
            "pass s: Jc Qc 7c Ac Tc Kc Ts As Qh 7h 8h Jh Jd 9d Ad Td 9s 7s Ks 8s Js 9h 7d Qs 8d Kd Kh 8c Qd Th 9c Ah",
        ),
        PAIRS,
        {"result.outcome": "baid", "result.card_points": [16, 64, 32, 40], "result.next_dealer": 3},
        other_rules={**PAIRS, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "baid", "result.card_points": [16, 64, 32, 40], "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = higher: pairs, hanging, the first of the defending side after the declarer",
        deal(
            "1 | Qs 9c Kc Jd Th Kh / 7s Ts Td Qd Ad Jh / 9s Ks 7c Qc 7d 8d / Js As 8c Ac 7h 9h | Kd | Tc 8h / Qh / 8s "
            "Jc / 9d Ah | -",
            "pass d: Jc 8c Kc Kd Td 7d 9d Jd 9c Ad Qc Ac Qh 8d 7h Th 7c 9h Tc Qd Jh 9s Ah 8h Js Qs 7s 8s Kh Ts Ks As",
        ),
        PAIRS,
        {"result.outcome": "hanging_baid", "result.next_dealer": 0},
        other_rules={**PAIRS, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "hanging_baid", "result.next_dealer": 2},
    ),
    Case(
        "both_reach = last_trick: pairs, the side with the last trick, by its lower seat, larger: the other",
        deal(
            "0 | 7s 8s Kd Jh Qh Kh / 7c Kc 7d 8d Ad 8h / 9s Ts Qs 8c 7h 9h / Js Ks Jc Ac Td Th | 9c | Ah / As Jd / Qc "
            "9d / Tc Qd | -",
            "pass c: Jd 9d Qd Kd Ah 8h 9h Th Kh Kc 7h Tc Td 9c Ad 8c Jh 7c Qc Ac Js 8s As Ts 7d 9s Jc Qh Ks 7s 8d Qs",
            scores=(480, 470, 480, 470),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "early_claim": "off"},
        {
            "result.written": [115, 97, 115, 97],
            "result.last_trick": 3,
            "result.match_over": True,
            "result.match_winner": 1,
        },
        other_rules={**PAIRS, "both_reach": "larger", "early_claim": "off"},
        other_expected={
            "result.written": [115, 97, 115, 97],
            "result.last_trick": 3,
            "result.match_over": True,
            "result.match_winner": 0,
        },
    ),
    Case(
        "both_reach = defender: pairs, the defending side, though the others took the last trick",
        deal(
            "0 | Ks As 8c Tc Kc Ac / 9s Jc Qc 9d Ad Qh / 7s 8s Qs 8d Td 9h / Js 7d Jd 7h Jh Ah | 9c | Qd / Ts Kd / Th "
            "Kh / 7c 8h | -",
            "pass c: Ts Qs Js As Ac Jc Th 7c 9s 8s Ah Ks 9c Qc Kh 7d Qd 9d 8d Jd Tc Qh Td Jh Kc Ad 9h 7h 8c Kd 7s 8h",
            scores=(480, 470, 480, 470),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "both_reach": "defender", "early_claim": "off"},
        {
            "result.written": [141, 41, 141, 41],
            "result.last_trick": 0,
            "result.match_over": True,
            "result.match_winner": 1,
        },
        other_rules={**PAIRS, "early_claim": "off"},
        other_expected={
            "result.written": [141, 41, 141, 41],
            "result.last_trick": 0,
            "result.match_over": True,
            "result.match_winner": 0,
        },
    ),
    Case(
        "both_reach = larger: pairs, level, the side with the last trick, larger_or_extra_deal: another deal",
        deal(
            "0 | 7s 9c Tc Td 7h Th / Qs Jc 7d Jh Kh Ah / Ts As Kc Ac 8d Qh / 8s 7c Qc Jd Qd Kd | 9s | 8c / Js 9d / Ks "
            "8h / Ad 9h | -",
            "s: Ah Qh 9h 7h Kh 8h 8s Th Qc Tc Jc Kc Td 7d 8d Jd 9c Qs Ac 7c Jh Ks Qd 9s 7s Js Ts Kd 9d As Ad 8c",
            scores=(480, 440, 480, 440),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "both_reach": "larger", "early_claim": "off"},
        {
            "result.written": [86, 126, 86, 126],
            "result.last_trick": 2,
            "result.match_over": True,
            "result.match_winner": 0,
        },
        other_rules={**PAIRS, "both_reach": "larger_or_extra_deal", "early_claim": "off"},
        other_expected={
            "result.written": [86, 126, 86, 126],
            "result.last_trick": 2,
            "result.match_over": False,
            "result.match_winner": None,
        },
    ),
    Case(
        "both_reach = larger_or_extra_deal: pairs, the larger side, last_trick: the other",
        deal(
            "0 | 7c 9c Qc Kc 9d Jh / 7s 9s As 7d 8d Ad / Ks 8c Jc Td Jd 9h / 8s Ts Tc Qh Kh Ah | Th | 8h / Ac Kd / Qd "
            "7h / Js Qs | -",
            "h: 8d Qd Kh 9d Ts Jh 9s Ks 7c Ac 8c Tc As 7h 8s Th 9c Kd Jc Qh Ah 8h 7s 9h Td Qs Kc Ad 7d Jd Js Qc",
            scores=(480, 470, 480, 470),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "both_reach": "larger_or_extra_deal", "early_claim": "off"},
        {
            "result.written": [97, 125, 97, 125],
            "result.last_trick": 2,
            "result.match_over": True,
            "result.match_winner": 1,
        },
        other_rules={**PAIRS, "early_claim": "off"},
        other_expected={
            "result.written": [97, 125, 97, 125],
            "result.last_trick": 2,
            "result.match_over": True,
            "result.match_winner": 0,
        },
    ),
    Case(
        "early_claim = on: pairs, the winner of the trick claims with his side's safe points",
        deal(
            "0 | 7s Qc 8h Th Qh Ah / 8s Ts Js Qs 9c 8d / 9s Kc Qd 9h Jh Kh / As 7c 7d Kd Ad 7h | Ks | Tc / Ac 9d / 8c "
            "Jc / Td Jd | -",
            "pass pass pass s: 9d Qd Ad Ks 7s 8s 9s As Kc 7c Tc 9c Qh Ts Kh 7h 8d Jh Td Ah Jd 8h Qs Jc",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
        ),
        PAIRS,
        {"result.outcome": "claim", "result.written": [0, 67, 0, 67]},
        other_rules={**PAIRS, "early_claim": "off"},
        other_expected={"result.outcome": "baid", "result.written": [0, 182, 0, 182]},
        other_play="pass pass pass s: 9d Qd Ad Ks 7s 8s 9s As Kc 7c Tc 9c Qh Ts Kh 7h 8d Jh Td Ah Jd 8h Qs Jc Ac 8c "
        "7d Qc Js 9h Kd Th",
    ),
    Case(
        "early_claim = defender: pairs, the declarer's partner may not claim, on: he may",
        deal(
            "0 | 7s 9c Jc Jd Ad Qh / Ts Js Tc Qc Ac 9d / 8s Kc Kd 7h 8h Th / As 7d Td 9h Jh Ah | Kh | Qs / 9s 8c / Ks "
            "7c / 8d Qd | -",
            "h: 8c Kc 9h 9c Ah Qh 9s Th Qd Ad 9d Kd Jd Ac 8h 7d 7c Jh Jc Tc 8d Kh Qc 7h Qs Ts 8s As Td 7s Js Ks",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "early_claim": "defender"},
        {"result.outcome": "made", "result.written": [58, 144, 58, 144]},
        other_rules=PAIRS,
        other_expected={"result.outcome": "claim", "result.written": [0, 62, 0, 62]},
        other_play="h: 8c Kc 9h 9c Ah Qh 9s Th",
    ),
    Case(
        "early_claim = on: pairs, the partner's sequence is safe",
        deal(
            "0 | Ts Js Qs Ks As Ad / 8c Qc 7d Jd Qh Kh / Jc 8d 9d Qd 8h Th / 9s 7c 9c Ac 7h Ah | Kc | Jh / 7s 9h / 8s "
            "Kd / Tc Td | -",
            "c: Kh Th 7h Jh",
            scores=(440, 300, 440, 300),
            baids=(0, 0, 0, 0),
        ),
        PAIRS,
        {
            "result.outcome": "claim",
            "result.written": [66, 0, 66, 0],
            "claim.seat": 2,
            "claim.after_trick": 1,
            "melds.lines": ["0 fifty As Ks Qs Js 50 to 0"],
            "result.card_points": [0, 0, 16, 0],
        },
    ),
    Case(
        "match_unit = kush: pairs, two to the defending side, one match winner, its lower seat",
        deal(
            "0 | 8s Kc 7d Td Ad Jh / 9s Ks 9c Ac 9d Ah / Ts As 7c Jc 8d Qd / 8c Tc Kd 7h 8h Qh | 9h | Th / Js Jd / 7s "
            "Qc / Qs Kh | -",
            "pass h: Js As Qs 8s Qc Tc Kc Ac 9s Ts 8h Jh Th Ah Jc Kh 9d Qd Kd 7d 7h 9h Jd 8d Ad 9c 7s Qh 8c Td Ks 7c",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {
            "result.outcome": "baid",
            "result.totals": [82, 120, 82, 120],
            "result.written": [0, 2, 0, 2],
            "result.match_winner": 1,
        },
        other_rules={**PAIRS, "target": "one_deal", "hanging": "void"},
        other_expected={
            "result.outcome": "baid",
            "result.totals": [82, 120, 82, 120],
            "result.written": [0, 202, 0, 202],
            "result.match_winner": 1,
        },
    ),
    Case(
        "match_unit = kush: pairs, one to the side that made it",
        deal(
            "0 | 8s Ts Qs 8h Th Kh / 9s Ks As Kc Jd Jh / 8c Qc 9d Td Ad 7h / 9c Tc Jc Qd Kd Qh | 7c | Ac / 7d 9h / 7s "
            "8d / Js Ah | -",
            "c: Jd 8d Kd Ac 8s As 7s Js Jh 7h Ah Kh Qd 7c 7d Td Th 9h Qc Qh 9d 9c Ts Kc Tc 8h 9s 8c Jc Qs Ks Ad",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {
            "result.outcome": "made",
            "result.totals": [46, 136, 46, 136],
            "result.written": [0, 1, 0, 1],
            "result.match_winner": 1,
        },
        other_rules={**PAIRS, "target": "one_deal", "hanging": "void"},
        other_expected={
            "result.outcome": "made",
            "result.totals": [46, 136, 46, 136],
            "result.written": [46, 136, 46, 136],
            "result.match_winner": 1,
        },
    ),
    Case(
        "match_unit = kush: four each for himself, two to each of three defenders",
        deal(
            "0 | 9c Qd Kd Ad Kh Ah / 7s 8s Qs Kc 8d 7h / Js Qc 9d Jd 9h Th / Ts Ks Tc 7d 8h Jh | 9s | As / Ac Td / 7c "
            "8c / Jc Qh | -",
            "pass s: 7s Js Ks 9s Jd 7d Ad Td Qd 8d 9d Ts Jc 9c Kc 8c 7h Th 8h Ah As Qs Qc Jh Kh 8s 9h Qh Ac 7c Tc Kd",
            scores=(0, 0, 0, 0),
            baids=(0, 0, 0, 0),
        ),
        {**SOLO, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        {
            "result.outcome": "baid",
            "result.totals": [83, 48, 38, 13],
            "result.written": [2, 2, 0, 2],
            "result.match_winner": None,
        },
        other_rules={**PAIRS, "target": "one_deal", "match_unit": "kush", "hanging": "void"},
        other_expected={
            "result.outcome": "made",
            "result.totals": [121, 61, 121, 61],
            "result.written": [1, 0, 1, 0],
            "result.match_winner": 0,
        },
    ),
    Case(
        "early_claim = on: pairs, the partner's called bella is safe",
        deal(
            "0 | Qs As Tc 8d 7h Ah / 8c Ac 9d Jd Ad 9h / 7s 9s Ts Ks Jh Qh / Js Jc Qd 8h Th Kh | Td | 7d / 8s Kc / 9c "
            "Qc / 7c Kd | -",
            "d: 9h Qh 8h Ah Qs 8s 9s Js 8d Ad Ts Kd Jd Jh Qd Td",
            scores=(300, 440, 300, 440),
            baids=(0, 0, 0, 0),
        ),
        PAIRS,
        {"melds.0.seat": 3, "melds.0.to": 3, "claim.after_trick": 4, "result.written": [0, 80, 0, 80]},
        other_rules={**PAIRS, "bella_call": "on_lead"},
        other_expected={
            "melds.0.seat": 3,
            "melds.0.to": None,
            "claim.after_trick": 6,
            "result.written": [0, 99, 0, 99],
        },
        other_play="d: 9h Qh 8h Ah Qs 8s 9s Js 8d Ad Ts Kd Jd Jh Qd Td Kc Qc Jc Tc As 9d Ks Th",
    ),
    Case(
        "bella_to = holder_both_tricks: pairs, an open bella is not safe for a claim, holder: it is",
        deal(
            "0 | 9s Ts Ac 8d Qd Kh / 7c Jc Qc Td 7h Ah / 7s 8s As 9c 7d Th / 8c Tc Kc 9d Jd Jh | Qh | Ad / Js 8h / Qs "
            "9h / Ks Kd | -",
            "h: 7c 9c Tc Ac 8d Td 7d Jd Js 7s Ks 9s Kd Qd Ah 9h As Jh Ts 8h 9d Ad 7h Th",
            scores=(440, 300, 440, 300),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "bella_to": "holder_both_tricks"},
        {"claim.seat": 2, "claim.after_trick": 6, "result.written": [74, 0, 74, 0]},
        other_rules=PAIRS,
        other_expected={"claim.seat": 2, "claim.after_trick": 4, "result.written": [73, 0, 73, 0]},
        other_play="h: 7c 9c Tc Ac 8d Td 7d Jd Js 7s Ks 9s Kd Qd Ah 9h",
    ),
]

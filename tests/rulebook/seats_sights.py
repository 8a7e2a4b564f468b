"""Rule-book cases: what a seat of three or four may see."""

from tests.rulebook.case import PAIRS, PASSIVE, SOLO, THREE, Case, card, deal, mask

CASES = [
    Case(
        "common: three, a higher class is named after none, a lower one after it stays silent",
        deal(
            "0 | 8s Ts Js As Jc Ac / Tc Qc Kc Kd 7h Ah / Ks 8c 9d Jd Ad Kh | 8h | Qs 7d 8d / 7s 9c Jh / 9s Td Qd | 9h",
            "h: Kc 8c Ac Jc Tc Kh Td 8d Kd Jd 7d 8h 7s Ks Js 9s Ts Ah Jh Ad 8s 9c 9d Qs Qc Qd As",
        ),
        THREE,
        {
            "decisions.2.view.announced": [-1, 0, -1, -1],
            "decisions.3.view.announced": [-1, 0, 4, -1],
            "decisions.4.view.announced": [0, 0, 4, -1],
        },
    ),
    Case(
        "common: pairs, partners do not spare each other, a lower class than the partner's is not named",
        deal(
            "0 | 7c 9c 8d Kd Kh Ah / 8c 9d Jd Qd Th Qh / 9s Ks Tc Jc Kc 7h / 8s Js Qs As Qc Ac | 8h | 9h / 7d Td / 7s "
            "Ad / Ts Jh | -",
            "h: Qh 7h Jh 9h Ac 7c 8c Tc As Kh Th 9s Jd Ad Qc 8d 7s Qs 8h Td 9c 9d Kc 8s Ks Js Ah Qd Kd 7d Jc Ts",
        ),
        PAIRS,
        {
            "decisions.4.view.announced": [-1, 4, 0, 0],
            "decisions.4.view.shown": [0, 0, 0, 0],
            "decisions.5.view.announced": [0, 4, 0, 0],
            "decisions.5.view.shown": [0, mask("9d Td Jd Qd"), 0, mask("Ts Js Qs")],
        },
    ),
    Case(
        "passive_dealer = yes: he names his class when the first trick is complete",
        deal(
            "0 | - / 7s Js As 8c Qc Kh / 7c Jc Ac Jd Ad Th / Tc Kc Td Kd 8h 9h | 7d | 8s 9s 8d 9d / Ts Qs 7h / Ks Qd "
            "Jh / 9c Qh Ah | -",
            "d: Qs Ks Kd 9h 7h Th Ad Td As Jc 9c Qc 8c 7c Kc Tc 7s Ac Jd Qh Ts Jh 8h Kh Js Qd Ah",
        ),
        PASSIVE,
        {
            "decisions.3.view.announced": [-1, 3, 0, -1],
            "decisions.3.view.top": [-1, -1, -1, -1],
            "decisions.3.view.shown": [0, 0, 0, 0],
            "decisions.4.view.announced": [3, 3, 0, 0],
            "decisions.4.view.top": [-1, 5, -1, -1],
            "decisions.4.view.shown": [mask("7d 8d 9d"), mask("Ts Js Qs"), 0, 0],
        },
    ),
    Case(
        "common: three name one class, the one asked and the unbeaten tell their tops, the third not",
        deal(
            "0 | 8s As 8c 9c Kc Ah / 9s Tc Kd Ad 7h Kh / Ks Td Jd Qd Th Qh | 8h | Qs 7c 9h / Ts Js Jh / Jc Qc 7d | 8d",
            "h: Jh Th Ah Ts Ks As 8s Js Qh Jc 8c Tc Ad 7d 9h 7c Kh Qc 8h Td Kc Kd Qd 9c 9s Jd Qs",
        ),
        {**THREE, "defenders_pool": False},
        {"decisions.4.view.announced": [3, 3, 3, -1], "decisions.4.view.top": [-1, 4, 5, -1]},
    ),
    Case(
        "defenders_pool = yes: both defenders' sequences are laid open, no: the best holder's",
        deal(
            "0 | Ts Js 7c 8c Th Qh / 9s Jc Qc Ac Kd Kh / Ks 8d Td Jd Qd Ah | 8h | 9c Kc Ad / Qs As 9h / 7s Tc Jh | 7h",
            "h: Kd Qd Ad Kc Ac Tc Kh Jh Qh Ks Ts 9s 9c Qc Ah 7s Js As 9h Td Th Qs 8d 8c Jc Jd 7c",
        ),
        THREE,
        {"decisions.4.view.shown": [mask("7c 8c 9c"), 0, mask("Td Jd Qd"), 0]},
        other_rules={**THREE, "defenders_pool": False},
        other_expected={"decisions.4.view.shown": [0, 0, mask("Td Jd Qd"), 0]},
    ),
    Case(
        "upcard_to = dealer: nobody holds it in the auction, then the dealer, and there is no freza",
        deal(
            "2 | 8s 9s 7c Qc 8d 8h / Ts 9d Kd Ad 9h Th / As 9c Kc Ac Jd Ah / 7s Js 8c Tc Td Jh | 7d | Qh Kh / Jc 7h / "
            "Qs / Ks Qd | -",
            "pass pass d: Tc 7c Jc Kc 8c Qc 9d Ac Kd Jd Td 8d 7d Qd Kh Ad Ts Qs 7s 9s 9h Ah Jh Qh As Js 8s Th 9c Ks 8h "
            "7h",
        ),
        SOLO,
        {
            "decisions.0.view.upcard": card("7d"),
            "decisions.0.view.upcard_seat": -1,
            "decisions.0.view.freza": -1,
            "decisions.4.view.upcard": card("7d"),
            "decisions.4.view.upcard_seat": 2,
            "decisions.4.view.freza": -1,
        },
    ),
    Case(
        "passive_dealer = yes: he holds the upcard once the second packets are out",
        deal(
            "1 | 9s Ts Td Kd Th Kh / - / Js As Qd Jh Qh Ah / Tc Jc Kc Ac Jd 8h | 7c | 9c 8d 7h / 8s Qs Ks Ad / 7s Qc "
            "9d / 8c 7d 9h | -",
            "c: As Jc 9s 9h Kh Jh 7h Ah 8h Js Tc Ts 7d Td Qd Th Qh Kc Jd Kd 9d 8d Qc Ac 8c 9c 7s",
        ),
        PASSIVE,
        {
            "decisions.0.view.passive": 1,
            "decisions.0.view.in_play": 3,
            "decisions.0.view.upcard_seat": -1,
            "decisions.1.view.passive": 1,
            "decisions.1.view.in_play": 3,
            "decisions.1.view.upcard_seat": 1,
        },
    ),
    Case(
        "passive_dealer = yes: after an exchange the seven lies with him and the upcard is known to be taken",
        deal(
            "0 | - / Qs As 7c 7d Qd Ah / 9s 9c Jc 8d 8h Qh / 7s 8s Kc Td Jd 7h | Js | Tc 9d Ad Jh / Ts 9h Th / Qc Ac "
            "Kd / Ks 8c Kh | -",
            "s: Ts 9s Js Kh 9h Qh Td 7d 8d 8s Qs Kd Qd 8h Jd Th Jc 7h 7c 9c Kc Ks As Qc Ah Ac 8c",
        ),
        PASSIVE,
        {
            "decisions.1.view.upcard": card("7s"),
            "decisions.1.view.upcard_seat": 0,
            "decisions.1.view.exchanger": 3,
            "decisions.1.view.took": card("Js"),
        },
    ),
    Case(
        "fours: laid open with the first trick complete, the beaten one is not",
        deal(
            "0 | 8s Kc Kd 9h Th Kh / As Tc Ac 9d Qd Ad | 8h | Ks Qc 7d / Js 7h Ah | 9c",
            "h: Qd Kd 7d Ad Tc Qc Js Ks 9h 8h Kh Ah As 8s 9d Th Kc Ac",
        ),
        {"fours": {"J": 200, "other": 100}},
        {"decisions.2.view.shown": [0, 0, 0, 0], "decisions.3.view.shown": [0, mask("As Ac Ad Ah"), 0, 0]},
        other_rules={},
        other_expected={"decisions.2.view.shown": [0, 0, 0, 0], "decisions.3.view.shown": [0, 0, 0, 0]},
    ),
    Case(
        "all_pass = obliged: three, all may know that the last speaker is obliged",
        deal(
            "0 | 7s 8s Ks 7d Ad 9h / 9s Qs 8c Kc Kd 7h / Ts As Ac Td Qd Th | Jd | 7c 8d Ah / Qc 9d Jh / Js Qh Kh | 8h",
            "d: Qc Ac 7c As 8s 9s Ts 7s Qs Js Ks Kd 9d Td Jd 9h 7h Th Qd Ad Jh Ah 8c Kh 8d Kc Qh",
        ),
        {**THREE, "all_pass": "obliged"},
        {"decisions.0.view.obliged": 1},
        other_rules=THREE,
        other_expected={"decisions.0.view.obliged": 0},
    ),
    Case(
        "common: pairs, the score of the side stands at both partners",
        deal(
            "0 | 8s 9c Qc Ac Td Th / Js 7d 9d Ad 7h 9h / 9s Ks As Kc Jd Kh / Ts Qs Tc Jc Kd 8h | Qd | 7c / Jh Qh / 7s "
            "Ah / 8c 8d | -",
            "d: 9h Kh 8h Th 7c 7d Kc 8c Js 9s Ts 8s Tc Qc 9d Jd 7s Qs Qd Ad 7h Ah 8d Td Ac Qh As Jc 9c Jh Ks Kd",
            scores=(120, 80, 120, 80),
            baids=(0, 0, 0, 0),
        ),
        PAIRS,
        {"decisions.0.view.scores": [120, 80, 120, 80]},
    ),
]

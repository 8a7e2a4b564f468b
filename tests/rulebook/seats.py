"""Rule-book cases: turn, auction, packets and the upcard with three and four."""

from tests.rulebook.case import PAIRS, PASSIVE, SOLO, THREE, Case, deal

CASES = [
    Case(
        "players = 3: a pass of forehand brings the next to his left, two: the dealer",
        deal(
            "0 | Js Qs 9c Tc 8d Jh / 8c Td Qd Kd Qh Kh / Ts Ks Jc Kc Jd Ah | 7c | 8s As 9h / 7s Qc 7d / 9s Ac Ad | 9d",
            "pass:",
        ),
        THREE,
        {"to_move.seat": 2, "to_move.legal": ["c", "pass"]},
        other_rules={},
        other_expected={"to_move.seat": 0, "to_move.legal": ["d", "pass"]},
        other_deal=deal(
            "0 | 9s Js 9c 9d Qd Jh / Ks 7c Qc Ac 8d Qh | 7d | Jc 7h Th / Ts 8c Td | Ad",
            "pass:",
        ),
    ),
    Case(
        "common: three, the dealer speaks last in round 1",
        deal(
            "1 | Js 9c 7d Jd 8h Ah / As Jc Qc Kd Th Jh / 8s Qs Ks 7c Td 7h | Ts | 7s 9d Qh / Kc Ac 8d / 8c Qd Ad | 9s",
            "pass pass:",
        ),
        THREE,
        {"to_move.seat": 1, "to_move.legal": ["pass", "s"]},
    ),
    Case(
        "common: three, round 2 begins with forehand again, another suit or pass",
        deal(
            "1 | 8s Ts 8c 9c Kd Jh / Jc Qc 7d Qd Ad Qh / 7s 9s Jd 9h Kh Ah | Ac | Qs Kc 7h / Ks As Th / 7c Td 8h | 9d",
            "pass pass pass:",
        ),
        THREE,
        {"to_move.seat": 2, "to_move.legal": ["d", "h", "pass", "s"]},
    ),
    Case(
        "common: four in play, three passes and the dealer speaks",
        deal(
            "2 | Qs Ks 9c Td Jd 9h / Tc 9d Qd Kd 8h Jh / 7s 8s As 8d Th Kh / 9s Js 8c Jc Ad 7h | Ac | 7c Qc / Kc Qh / "
            "7d / Ts Ah | -",
            "pass pass pass:",
        ),
        SOLO,
        {"to_move.seat": 2, "to_move.legal": ["c", "pass"]},
    ),
    Case(
        "common: pairs, sides speak by turns",
        deal(
            "3 | 9s Js 9c Jc Th Jh / Ks 7c 8c Ac 8d Td / 7s 8s Ts Kc Qh Ah / Tc Jd Ad 8h 9h Kh | 7d | 9d 7h / Qc Qd / "
            "Qs As / Kd | -",
            "pass:",
        ),
        PAIRS,
        {"to_move.seat": 1, "to_move.legal": ["d", "pass"]},
    ),
    Case(
        "common: three, all pass, the next clockwise deals whatever next_dealer says, pots stay",
        deal(
            "2 | Qs As 8c Td Kd Qh / Qc Kc Ac Qd Ad 8h / 8s 9s Ks 8d 9d 9h | Jd | 7s 9c Jh / 7c 7h Th / Ts Tc 7d | Kh",
            "pass pass pass pass pass pass:",
            pots=(48,),
        ),
        THREE,
        {"result.outcome": "all_pass", "result.next_dealer": 0, "result.pots": [48]},
    ),
    Case(
        "common: four, all pass, the next clockwise deals",
        deal(
            "1 | Qs 7c 9c Td 7h Kh / Ts 8c Jd Qd 8h 9h / 7s Ac 7d 8d Qh Ah / 8s 9s Js Ks Tc Jc | Kc | 9d Ad / Qc / As "
            "Th / Kd Jh | -",
            "pass pass pass pass pass pass pass pass:",
        ),
        PAIRS,
        {"result.outcome": "all_pass", "result.next_dealer": 2},
    ),
    Case(
        "all_pass = obliged: three, the dealer must name a suit in round 2",
        deal(
            "0 | Ts Js Kd Ad 8h Kh / As 8c 9c Tc Qd Ah / 8s 7c 7d Jd 7h Qh | 9s | Jc 8d Jh / Td 9h Th / Qs Ks Kc | Qc",
            "pass pass pass pass pass:",
        ),
        {**THREE, "all_pass": "obliged"},
        {"to_move.seat": 0, "to_move.legal": ["c", "d", "h"]},
        other_rules=THREE,
        other_expected={"to_move.seat": 0, "to_move.legal": ["c", "d", "h", "pass"]},
    ),
    Case(
        "all_pass = obliged: three, the one before the dealer may still pass",
        deal(
            "0 | Js As Jc Qc Jd Ad / 7s 8s Ts 8c 9c Tc / Qs Ks Kc Ac 7d Ah | Jh | Td Kd Qh / 9s 7c 8h / 9d Qd 9h | Th",
            "pass pass pass pass:",
        ),
        {**THREE, "all_pass": "obliged"},
        {"to_move.seat": 2, "to_move.legal": ["c", "d", "pass", "s"]},
    ),
    Case(
        "all_pass = obliged: three, the dealer may pass in round 1",
        deal(
            "2 | 8s Ks 8c Kd 7h Th / 9s Ts 8d Ad 8h Jh / 7s Js As Jc 9h Ah | Kh | 9c Td Jd / Qs Qc 9d / Tc Kc Ac | 7c",
            "pass pass:",
        ),
        {**THREE, "all_pass": "obliged"},
        {"to_move.seat": 2, "to_move.legal": ["h", "pass"]},
    ),
    Case(
        "all_pass = obliged: four in play, the dealer must name a suit",
        deal(
            "3 | 8s Ts 7c Jc Qc Td / 9c Kc Ac 8d 9d Kh / 9s Js Ks Kd 7h 9h / Qs As 8c Jd Qd 8h | 7d | Tc Ad / 7s Ah / "
            "Th Jh / Qh | -",
            "pass pass pass pass pass pass pass:",
        ),
        {**SOLO, "all_pass": "obliged"},
        {"to_move.seat": 3, "to_move.legal": ["c", "h", "s"]},
        other_rules=SOLO,
        other_expected={"to_move.seat": 3, "to_move.legal": ["c", "h", "pass", "s"]},
    ),
    Case(
        "second_round_suits = any: three, the middle one may name the upcard's suit in round 2",
        deal(
            "0 | 9s 8c Jc Ac 7h Ah / Ks 8d 9d Kd 9h Qh / Ts Js As 8h Th Kh | Qc | 7c Td Jh / 9c Kc Jd / Qs Tc Qd | 7s",
            "pass pass pass pass:",
        ),
        {**THREE, "second_round_suits": "any"},
        {"to_move.seat": 2, "to_move.legal": ["c", "d", "h", "pass", "s"]},
        other_rules=THREE,
        other_expected={"to_move.seat": 2, "to_move.legal": ["d", "h", "pass", "s"]},
    ),
    Case(
        "redeal_max_points = 13: three, of two with the right the earlier in turn is asked first",
        deal(
            "1 | Ks 7c 8d 9d Qd Kd / Qs Kc 7d Jd 7h Jh / 9s As Td Qh Kh Ah | Th | 8c Jc 9h / Js 9c 8h / Tc Ac Ad | 8s",
            "h:",
        ),
        {**THREE, "redeal_max_points": 13},
        {"result.outcome": "redeal", "redeal.seat": 0, "redeal.reason": "points", "result.next_dealer": 1},
    ),
    Case(
        "redeal_max_points = 13: pairs, the dealer's hand counts with the upcard he was dealt",
        deal(
            "0 | 9s Tc 7d 8d 9d 7h / Js Kc Td Jd Qd Ad / As 8c Ac Kd 8h 9h / Ks 7c Jc Qc Kh Ah | Th | Qh / 9c Jh / 7s "
            "Qs / 8s Ts | -",
            "pass pass h:",
        ),
        {**PAIRS, "redeal_max_points": 13},
        {"to_move.seat": 1},
    ),
    Case(
        "redeal_four_sevens = yes: three, the middle one has them, asked before the dealer with few points",
        deal(
            "0 | 8s 9s Qs 9c 9d 8h / Ks Kc Jd Qd Ad Kh / Tc Qc 7d 7h Th Jh | Ah | 8c 8d 9h / Ts Td Kd / 7s 7c Jc | Js",
            "h:",
        ),
        {**THREE, "redeal_four_sevens": True, "redeal_max_points": 13},
        {"result.outcome": "redeal", "redeal.seat": 2, "redeal.reason": "four_sevens", "result.next_dealer": 0},
    ),
    Case(
        "instant_win = dealt_six_to_ace: three, two hold one, the earlier in turn wins",
        deal(
            "0 | 9h Th Jh Qh Kh Ah / 7c Qc 8d Kd Ad 7h / 9s Ts Js Qs Ks As | 9c | Ac 9d Jd / 8s Qd 8h / 7s Jc Td | Kc",
            ":",
        ),
        {**THREE, "instant_win": "dealt_six_to_ace"},
        {"result.outcome": "instant_win", "result.winner": 2, "result.next_dealer": None},
    ),
    Case(
        "instant_win = dealt_six_to_ace: pairs, the winner is the seat, the match winner his side's lower seat",
        deal(
            "0 | 7c 9c Qc 7d 9d Qh / 7s 8s Kc 8d Jd Ad / Jc Ac Qd 8h Kh Ah / 9s Ts Js Qs Ks As | Tc | Th / 8c 7h / Kd "
            "9h / Td Jh | -",
            ":",
            scores=(10, 20, 10, 20),
            baids=(0, 0, 0, 0),
        ),
        {**PAIRS, "instant_win": "dealt_six_to_ace"},
        {
            "result.outcome": "instant_win",
            "result.winner": 3,
            "result.next_dealer": None,
            "result.match_over": True,
            "result.match_winner": 1,
        },
    ),
    Case(
        "instant_win = seven_trumps_to_ace: pairs, the upcard completes the dealer's seven",
        deal(
            "1 | 8s Jc Qc Ac 8d Jd / Ks 8h 9h Th Jh Kh / 9s 7c 7d Kd Ad 7h / 7s Ts Qs As Tc Kc | Qh | 9c 9d / Ah / 8c "
            "Qd / Js Td | -",
            "pass pass h:",
        ),
        {**PAIRS, "instant_win": "seven_trumps_to_ace"},
        {"result.outcome": "instant_win", "result.winner": 1},
    ),
    Case(
        "upcard_to = dealer: he is dealt one card less and holds it, declarer: the declarer",
        deal(
            "0 | Qs 8c Jc Td Jh Qh / Ts Js Kc Jd Qd 9h / 7s 9s Tc Ac 8d 9d / 8s Ks As 7d 7h Kh | Th | Ah / 9c 8h / 7c "
            "Ad / Qc Kd | -",
            "h: Js 7s 8s Qs 8c 9c Ac Qc Tc 7h Jc Kc 7d Td Qd Ad 8d Kd Qh Jd Jh 9h 9s Kh Th 8h 7c Ks Ah Ts 9d As",
        ),
        SOLO,
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to 0"],
            "hands.0": ["Qs", "8c", "Jc", "Td", "Th", "Jh", "Qh", "Ah"],
            "hands.1": ["Ts", "Js", "9c", "Kc", "Jd", "Qd", "8h", "9h"],
        },
        other_rules={**SOLO, "upcard_to": "declarer"},
        other_expected={
            "melds.lines": ["1 terts Th 9h 8h 20 to 1"],
            "hands.0": ["Qs", "8c", "9c", "Jc", "Td", "Jh", "Qh", "Ah"],
            "hands.1": ["Ts", "Js", "Kc", "Jd", "Qd", "8h", "9h", "Th"],
        },
        other_deal=deal(
            "0 | Qs 8c Jc Td Jh Qh / Ts Js Kc Jd Qd 9h / 7s 9s Tc Ac 8d 9d / 8s Ks As 7d 7h Kh | Th | 9c Ah / 8h / 7c "
            "Ad / Qc Kd | -",
            "h: Ts 9s 8s Qs 9h Ac Kh Jh Ah Th 8d 7h 9c Kc Tc Qc Ad 7d Td Jd 7s As Qh Js 8c 8h 7c Kd Qd 9d Ks Jc",
        ),
    ),
    Case(
        "second_packet = 2: four in play have eight cards and no freza, 3 and three players: nine and one",
        deal(
            "0 | 7s 7d 9d Jd 8h Qh / As Kc Ac 8d Kd Jh / Ks 7c Jc Qc Td 7h / 9s Qs 8c Qd Ad 9h | Ts | Ah / Js 9c / 8s "
            "Th / Tc Kh | -",
            "s: Kc Jc Tc Ts 8h Jh Th Kh 7c 8c 7s 9c Jd 8d Td Ad Qd 9d Kd Ks 7h 9h Ah As Js 8s 9s 7d Ac Qc Qs Qh",
        ),
        SOLO,
        {"plays.#": 8, "freza": None},
        other_rules=THREE,
        other_expected={"plays.#": 9, "freza": "Tc"},
        other_deal=deal(
            "0 | 7s 8c Qc Kc 7h Qh / Js Jc 7d 8d Ad Ah / 8s Ks Td Kd 8h Kh | 9h | Ts 9d Jd / Qs Ac Jh / As Qd Th | Tc",
            "h: 7d Qd 9d Kd Jd Ad Qs 8s 7s Jc Th Kc Ks Ts Js 8c Ac 8h As Qh Jh 8d Td 9h Qc Ah Kh",
        ),
    ),
    Case(
        "players = 4: with a passive dealer the seven goes to his five, with three players it lies open",
        deal(
            "0 | - / As Qc Ac Kd Jh Kh / 7s Tc Jc 7d 8h Ah / 9s Qs Ks 9d Jd Th | 8d | 8s Qd 7h Qh / Ts Js 9h / 8c Kc "
            "Td / 7c 9c Ad | -",
            "d: Ac Kc 9c As 7s Ks Ts 8d 9s 8h Th Jh Qs Js Td Jc 7c Qc Kh Ah Jd 9d Kd 8c Ad 9h Tc",
        ),
        PASSIVE,
        {"exchange.seat": 2, "hands.#": 4, "freza": None},
        other_rules=THREE,
        other_expected={"exchange.seat": 2, "hands.#": 3, "freza": "Kh"},
        other_deal=deal(
            "0 | Qc Kc Td Qd Kd 9h / 8s 9s Js Jd 8h Th / Ts 8c 8d Ad 7h Jh | As | 7c 7d Qh / Jc Ac 9d / 7s Qs 9c | Kh",
            "s: Js As 7c Jc 8c Kc 7d Jd Ad 7h Qh 8h Qd 9d 8d Kd 8s Ts 9c Qc Ac Th Jh 9h 9s Qs Td",
        ),
    ),
    Case(
        "seven_exchange = any: with four in play nobody exchanges, with three the holder of the seven does",
        deal(
            "0 | 9s Ts Jc 8d Jd Jh / Js Tc Kc Ad 8h Kh / 8c Qc 7d Td Th Qh / 7s 8s Ks Qd Kd 7h | Ac | 9c / Qs 7c / As "
            "9d / 9h Ah | -",
            "c: Kh Th 7h Jh As 8s 9s Qs 7d Kd Jd Ad 7c 8c Qd Jc Ts Js Qc 7s Qh 9h Ac 8h 9c Tc 9d Ah 8d Kc Td Ks",
        ),
        SOLO,
        {"exchange": None},
        other_rules=THREE,
        other_expected={"exchange": {"seat": 1, "gave": "7s", "took": "9s"}},
        other_deal=deal(
            "0 | Js Tc 8d 9d Kd 7h / 7s Ks Jd Qd Ad 9h / As Jc Kc 8h Jh Qh | 9s | Qs 7c 8c / 8s Qc Kh / 9c Ac Td | Ah",
            "s: Qc Jc 7c Kh Jh 7h 8s As Js Tc Ks Kc Ad Td 8d Jd Ac 9d 9s 8h Qs 9h Qh Kd 9c 8c Qd",
        ),
    ),
    Case(
        "terts_question = yes: three, the terts 9-8-7 is kept where the other defender wins for the pool, else broken",
        deal(
            "0 | Js Qs 7c Jc Jh Ah / 7s 8s Ac 9d Td Jd / Ks 8c 9c 8d 8h 9h | Kh | Ts 7d Qh / Kc Kd Ad / Qc Qd 7h | As",
            "h: 8s Ks Qs 8h Ah 9d 7c Ac Qc Jd Qd 7d 7h Jh Kd Qh Kc 9h 8d Jc Ad 7s 9c Ts Js Td 8c",
        ),
        THREE,
        {
            "melds.lines": ["0 terts Qs Js Ts 20 to 0", "1 terts Jd Td 9d 20 to nobody", "2 terts 9h 8h 7h 20 to 2"],
            "hands.2": ["Ks", "8c", "9c", "Qc", "8d", "Qd", "7h", "8h", "9h"],
        },
        other_rules={**THREE, "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qs Js Ts 20 to 0", "1 terts Jd Td 9d 20 to nobody"],
            "hands.2": ["Ks", "8c", "9c", "Qc", "8d", "Qd", "8h", "9h", "Kh"],
        },
        other_play="h: 8s Ks Qs 8h Ah 9d 7c Ac Qc Jd Qd 7d 9h Jh 7s Jc Kc 9c Kd 8d Qh Ts Td Kh 8c Js Ad",
    ),
    Case(
        "terts_question = no: three, unasked he keeps it though it is beaten, yes: broken",
        deal(
            "0 | Ts 7c Kc 7d Qh Ah / 8c Tc 9d Td Jd Kd / Ks Qc 8d 7h 8h 9h | Kh | Js Qs Jh / 7s Ac Th / 9s Jc Qd | 9c",
            "h: 7s Ks Qs Qc Kc 8c Ah Th 9h 7h Jh Td Ts 9d 9s Js Ac 8h Qd 7d Jd Jc 7c Tc Kd 8d Qh",
        ),
        {**THREE, "terts_question": False, "defenders_pool": False},
        {
            "melds.lines": [
                "0 terts Qs Js Ts 20 to 0",
                "1 terts Jd Td 9d 20 to nobody",
                "2 terts 9h 8h 7h 20 to nobody",
            ],
            "hands.2": ["9s", "Ks", "Jc", "Qc", "8d", "Qd", "7h", "8h", "9h"],
        },
        other_rules={**THREE, "defenders_pool": False},
        other_expected={
            "melds.lines": ["0 terts Qs Js Ts 20 to 0", "1 terts Jd Td 9d 20 to nobody"],
            "hands.2": ["9s", "Ks", "Jc", "Qc", "8d", "Qd", "8h", "9h", "Kh"],
        },
        other_play="h: 7s Ks Qs Qc Kc 8c Ah Th 9h Qd 7d Kd Jd 8d Jh Qh Ac Kh Jc 7c Tc 9d 8h Js 9s Ts Td",
    ),
]

"""Rule-book cases: a dealer who neither bids nor plays."""

from tests.rulebook.case import PASSIVE, SOLO, Case, deal

CASES = [
    Case(
        "passive_dealer = yes: the dealer does not bid, after three passes round 2 begins",
        deal(
            "1 | 9s 8c Jc 7d Td Qh / - / Ks Tc Qc Kc Kd Ad / 7s 8s Ac 9d 7h Kh | Qs | As 8h Ah / Ts 8d Jd Th / 9c 9h "
            "Jh / Js 7c Qd | -",
            "pass pass pass:",
        ),
        PASSIVE,
        {"to_move.seat": 2, "to_move.legal": ["c", "d", "h", "pass"]},
        other_rules=SOLO,
        other_expected={"to_move.seat": 1, "to_move.legal": ["pass", "s"]},
        other_deal=deal(
            "1 | 9s 8c 7d Td 8h Qh / Ts Jc 8d Jd Ad Th / Ks Tc Qc Kd 9h Kh / Js 7c Ac 9d Qd 7h | Qs | As Ah / Kc / 9c "
            "Jh / 7s 8s | -",
            "pass pass pass:",
        ),
    ),
    Case(
        "common: a passive dealer, all three pass twice, forehand deals",
        deal(
            "0 | - / As 8c Qc 9d 7h 8h / 9s Jc Kc 8d Jd Kh / Js Qs 7c Tc Td Qd | Qh | Ac 9h Th Jh / Ts Ks Kd / 8s Ad "
            "Ah / 7s 9c 7d | -",
            "pass pass pass pass pass pass:",
        ),
        PASSIVE,
        {"result.outcome": "all_pass", "result.next_dealer": 1},
    ),
    Case(
        "all_pass = obliged: with a passive dealer the last in play to speak must name a suit",
        deal(
            "0 | - / Ts Js Qs 8d 9d Ah / 8s 8c Jc Qd 9h Kh / 7d Td Jd Ad 7h Jh | Ks | 7s Tc Qc Th / 9c 8h Qh / 9s Kc "
            "Ac / As 7c Kd | -",
            "pass pass pass pass pass:",
        ),
        {**PASSIVE, "all_pass": "obliged"},
        {"to_move.seat": 3, "to_move.legal": ["c", "d", "h"]},
        other_rules=PASSIVE,
        other_expected={"to_move.seat": 3, "to_move.legal": ["c", "d", "h", "pass"]},
    ),
    Case(
        "redeal_four_sevens = yes: a passive dealer's four sevens are no right",
        deal(
            "2 | 8s Ts Kc Td 9h Th / 9s Tc Jd Kd Jh Kh / - / Js 8c Jc 8d Ad 8h | 7s | 9c Qc Qh / Qs Ac Qd / 7c 7d 7h "
            "Ah / Ks As 9d | -",
            "s:",
        ),
        {**PASSIVE, "redeal_four_sevens": True},
        {"to_move.seat": 3},
    ),
    Case(
        "instant_win = dealt_six_to_ace: a passive dealer has no first packet, his next in turn wins",
        deal(
            "3 | Qs 7c 7d Jd 9h Th / Js As 8d Kd 8h Jh / 9c Tc Jc Qc Kc Ac / - | Kh | 8s Ks Qh / Ts Qd Ad / 9d Td Ah / "
            "7s 9s 8c 7h | -",
            ":",
        ),
        {**PASSIVE, "instant_win": "dealt_six_to_ace"},
        {"result.outcome": "instant_win", "result.winner": 2, "result.next_dealer": None},
    ),
    Case(
        "passive_dealer = yes: the dealer is left out of the turn of play",
        deal(
            "3 | 8s Ts Tc Qc 9d Td / 9s 9c Kc Ac 8d Ah / Js As Jd Kd 9h Jh / - | 7d | 7c Jc Ad / 7s Ks Kh / Qs 7h Th / "
            "8c Qd 8h Qh | -",
            "d: Jc Kc Kd 7h Ad",
        ),
        PASSIVE,
        {"to_move.seat": 1, "to_move.legal": ["Kh", "Ah"]},
    ),
    Case(
        "passive_dealer = yes: three cards a trick and nine tricks, no: four and eight",
        deal(
            "0 | - / Jc Kc Jd 7h Th Qh / 8s 9c Qc 9h Jh Kh / Ts Qs As Ac 7d Ad | 7s | 9s Tc 9d 8h / Ks 7c Kd / Js 8d "
            "Td / 8c Qd Ah | -",
            "s: Kd 8d Qd Th Kh Ah Ac Jc Qc As Ks Js 9h Ts 7h Qs Qh 8s Ad Jd Td 7d Kc Jh 8c 7c 9c",
        ),
        PASSIVE,
        {"plays.#": 9, "plays.0.cards.#": 3, "hands.0.#": 5},
        other_rules=SOLO,
        other_expected={"plays.#": 8, "plays.0.cards.#": 4, "hands.0.#": 8},
        other_deal=deal(
            "0 | 9s Ks 8c Qd Qh Ah / Ts 9d Jd 8h Th Kh / 7s 8s Js Jc 7d 9h / Qs As 7c Kc Ac Kd | Jh | 8d / 9c Qc / Td "
            "Ad / Tc 7h | -",
            "h: Jd 7d Kd Qd Kc 8c 9c Jc As 9s Ts 7s 7h Jh 8h 9h Qh Th 8s Ac 9d Td Tc 8d Ad 7c Ah Kh Ks Qc Js Qs",
        ),
    ),
    Case(
        "passive_dealer = yes: the upcard is one of the dealer's five, nothing is left over",
        deal(
            "0 | - / 9s Qs 8c 9c 9d Th / 7s As Tc Jc Qd Ah / Ks 7c Qc 7d 8h Jh | 9h | 8s Kc Jd 7h / Ac Kd Kh / Js 8d "
            "Td / Ts Ad Qh | -",
            "h: 8c Tc Qc Jc 7c 9c Js Ks 9s 8h Th Ah 8d Ad 9d Jh Kh Td Ts Qs 7s Qh Ac Qd 7d Kd As",
        ),
        PASSIVE,
        {"hands.0": ["8s", "Kc", "Jd", "7h", "9h"], "freza": None, "result.tricks": [0, 1, 3, 5], "plays.#": 9},
    ),
    Case(
        "passive_dealer = yes: the dealer's sequence scores though another's is better",
        deal(
            "0 | - / 9s Ks As Kd 8h Jh / Jc Qc Td Ad 7h Qh / Js 7c Kc Ac 9h Kh | 9d | 9c 7d 8d Ah / 8s Ts Th / 7s Tc "
            "Qd / Qs 8c Jd | -",
            "d: Th Qh Kh Jh 7h 9h Ks 7s Qs 8h Td Jd Kc Kd Jc As Ad Js Qc Ac 9s 7c Ts Tc Qd 8c 8s",
        ),
        PASSIVE,
        {
            "melds.lines": ["0 terts 9d 8d 7d 20 to 0", "1 terts Ts 9s 8s 20 to nobody", "2 terts Qc Jc Tc 20 to 2"],
            "result.sequence_decided_by": "top",
            "result.totals": [20, 36, 77, 44],
            "result.written": [20, 0, 95, 62],
        },
    ),
    Case(
        "passive_dealer = yes: the dealer's best of all silences the others",
        deal(
            "0 | - / 8s Qs Ks Qd Ad 9h / 9s Jc Qc Jd 7h Th / 7s Ts Js Ac 8h Kh | 9d | 8c 7d 8d Td / As 9c Ah / 7c Tc "
            "Jh / Kc Kd Qh | -",
            "d: 8s 9s 7s Qc Kc 9c Kh Ah Jh 9h 7h 8h Qd Jd Kd Tc Ac Ad Qs 7c Ts Js Ks Th As Jc Qh",
        ),
        PASSIVE,
        {
            "melds.lines": [
                "0 fifty Td 9d 8d 7d 50 to 0",
                "1 terts As Ks Qs 20 to nobody",
                "2 terts Qc Jc Tc 20 to nobody",
            ],
            "result.sequence_decided_by": "length",
            "result.totals": [50, 91, 27, 20],
            "result.written": [50, 91, 27, 20],
        },
    ),
    Case(
        "sequence_tie = turn: a passive dealer is the last, level with him the other scores too, nobody: he alone",
        deal(
            "0 | - / 8s Qs 9c 7d Qd Ah / 9s 8d Kd 8h 9h Kh / Ts As Tc Jc Qc Ac | Qh | Kc 7h Th Jh / Ks 7c Ad / 7s Td "
            "Jd / Js 8c 9d | -",
            "h: Ks 7s Js 7d 8d 9d Ts Qs 9s Qc 9c Kh Kd 8c Qd Td Ac Ad Ah 9h Tc Jd Jc 7c 8h As 8s",
        ),
        {**PASSIVE, "sequence_tie": "turn"},
        {"melds.lines": ["0 terts Qh Jh Th 20 to 0", "3 terts Qc Jc Tc 20 to 3"], "result.sequence_decided_by": "turn"},
        other_rules={**PASSIVE, "sequence_tie": "nobody"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "3 terts Qc Jc Tc 20 to nobody"],
            "result.sequence_decided_by": "nobody",
        },
    ),
    Case(
        "sequence_tie = trump_then_turn: a passive dealer's trump one silences the other, turn: the other scores",
        deal(
            "0 | - / 7c 9c 7d Td Qd Ah / 8s Js As Kc 9d 9h / 7s Tc Jc 8d Jd Kd | Qh | 8c 7h Th Jh / 9s Ks Kh / Qs Ad "
            "8h / Ts Qc Ac | -",
            "h: 7c Kc Tc Jc 9c 8h 8s Ts Ks 8d Qd 9d 9s Js 7s 9h Qc Ah Ad Jd Td As Ac Kh 7d Qs Kd",
        ),
        PASSIVE,
        {
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "3 terts Qc Jc Tc 20 to nobody"],
            "result.sequence_decided_by": "trump",
        },
        other_rules={**PASSIVE, "sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["0 terts Qh Jh Th 20 to 0", "3 terts Qc Jc Tc 20 to 3"],
            "result.sequence_decided_by": "turn",
        },
    ),
    Case(
        "sequence_tie = last_trick: level with two and a passive dealer, the later one takes it, turn: the earlier",
        deal(
            "0 | - / 7s Js Qs Ad Jh Ah / Ks 8c 9c Ac Kd Qh / 8s 7c Tc 8d 7h Kh | Qd | 9s 9d Td Jd / Ts 7d 8h / As Kc "
            "Th / Jc Qc 9h | -",
            "d: Qs Ks 8s Th 9h 8h Qh 7h Jh 8c Qc Qd Ts As 8d Tc Ad Kc Ah Kd Kh Ac 7c Js 9c Jc 7s",
        ),
        {**PASSIVE, "sequence_tie": "last_trick"},
        {
            "melds.lines": ["0 terts Jd Td 9d 20 to 0", "1 terts Qs Js Ts 20 to nobody", "3 terts Qc Jc Tc 20 to 3"],
            "result.sequence_decided_by": "last_trick",
            "result.last_trick": 3,
        },
        other_rules={**PASSIVE, "sequence_tie": "turn"},
        other_expected={
            "melds.lines": ["0 terts Jd Td 9d 20 to 0", "1 terts Qs Js Ts 20 to 1", "3 terts Qc Jc Tc 20 to nobody"],
            "result.sequence_decided_by": "turn",
            "result.last_trick": 3,
        },
    ),
    Case(
        "passive_dealer = yes: the seven given for the upcard becomes his, and gives him a terts",
        deal(
            "0 | - / 8c Jc Qc 9d Ad Jh / Ks Kc Td Kd 7h Ah / Ts As 7d 8d Qd Qh | Kh | 9c Tc 8h 9h / 9s Js Qs / 7s 7c "
            "Jd / 8s Ac Th | -",
            "h: Qs 7s 8s Ad Kd 8d 8c Kc Ac 7d 9d Td Jd Qd Jh Qc 7c Th As Js Ks Ts 9s Kh Ah Qh Jc",
        ),
        PASSIVE,
        {
            "exchange": {"seat": 2, "gave": "7h", "took": "Kh"},
            "hands.0": ["9c", "Tc", "7h", "8h", "9h"],
            "melds.lines": ["0 terts 9h 8h 7h 20 to 0"],
            "result.totals": [20, 43, 50, 45],
        },
        other_rules={**PASSIVE, "seven_exchange": "none"},
        other_expected={
            "exchange": None,
            "hands.0": ["9c", "Tc", "8h", "9h", "Kh"],
            "melds.lines": [],
            "result.totals": [0, 43, 46, 45],
        },
        other_play="h: Qs 7s 8s Ad Kd 8d 8c Kc Ac 7d 9d Td Jd Qd Jh Qc 7c Th As Js Ks Ts 9s 7h Ah Qh Jc",
    ),
    Case(
        "passive_dealer = yes: the upcard taken from him breaks his sequence",
        deal(
            "0 | - / Ts 7c Qc Kc 8d Kh / 7s Ac 7d 9d 9h Ah / 8s Js Ks As Tc Jc | Th | Jd Qd Jh Qh / Qs 8c Td / 9c Ad "
            "8h / 9s Kd 7h | -",
            "h: Td 9d Kd 8d 7d Th Jc 7c Ac Ah Js Kh 9h Tc Qs Ad 9s Qc 8h Ks Kc 7s 8s Ts 8c 9c As",
        ),
        PASSIVE,
        {"melds.#": 0, "result.totals": [0, 24, 100, 10]},
        other_rules={**PASSIVE, "seven_exchange": "none"},
        other_expected={"melds.#": 1, "result.totals": [20, 33, 91, 0]},
        other_play="h: Td 9d Kd 8d 7d 7h Jc Kc 9c 7c Ac Tc 8h Ks Kh Qs 7s Js Ts 9h As Ah 8s Qc Ad 9s 8c",
    ),
    Case(
        "passive_dealer = yes: the upcard taken makes the taker's terts and the dealer's is judged after it",
        deal(
            "0 | - / 8s Ts 9d Td 7h Qh / 9s Ks 8c 7d Ad Ah / 7s Js 7c Tc Ac Jd | Th | 9c Qc Kc 8h / As Kd Jh / Qd 9h "
            "Kh / Qs Jc 8d | -",
            "h: Ts 9s 7s Td 7d Jd 8s Ks Js Kh Qs Th Qh Ah 8d Qd Ac 9d Ad 7c Kd 8c Tc Jh As 9h Jc",
        ),
        PASSIVE,
        {"melds.lines": ["1 terts Qh Jh Th 20 to 1"], "result.totals": [0, 89, 86, 0]},
        other_rules={**PASSIVE, "seven_exchange": "none"},
        other_expected={"melds.lines": [], "result.totals": [0, 49, 49, 47]},
        other_play="h: Ts 9s 7s Td 7d Jd 8s Ks Js Kh Qs Jh 7h 9h Jc Ah 8d Qh Qd Tc 9d 8c Ac As 7c Kd Ad",
    ),
    Case(
        "passive_dealer = yes: no trick is needed for his sequence",
        deal(
            "0 | - / 8s Ts Jd Ad Jh Kh / Js As 9c Kc 8h Ah / 7s Tc Qc Ac Td Qh | 9d | 7c 7d 8d Qd / Qs 7h Th / 9s Kd "
            "9h / Ks 8c Jc | -",
            "d: Qs As Ks Kd Td Ad Kh Ah Qh 9s 7s Ts Jh 9h Tc 8s Js 8c 9c Qc Jd 7h 8h Ac Kc Jc Th",
        ),
        {**PASSIVE, "sequences_need_trick": True},
        {"melds.lines": ["0 terts 9d 8d 7d 20 to 0", "3 terts Qc Jc Tc 20 to nobody"], "result.tricks": [0, 4, 5, 0]},
        other_rules=PASSIVE,
        other_expected={
            "melds.lines": ["0 terts 9d 8d 7d 20 to 0", "3 terts Qc Jc Tc 20 to 3"],
            "result.tricks": [0, 4, 5, 0],
        },
    ),
    Case(
        "passive_dealer = yes: his trump seven is not exchanged, his king and queen of trump are no bella",
        deal(
            "0 | - / Qs Ks Ac Td Ad Jh / 9c Tc Qc Kc 9d Qd / 8s Ts 7c 8h Th Ah | Qh | 8c Jc 7h Kh / 7s 7d Kd / 9s 8d "
            "9h / Js As Jd | -",
            "h: Qs 9s Js Td Qd Jd Ac 9c 7c Kd 9d Ah 8h Jh 9h 7s Qc 8s As Ks Tc Th 7d 8d Ts Ad Kc",
        ),
        PASSIVE,
        {"hands.0": ["8c", "Jc", "7h", "Qh", "Kh"], "exchange": None, "melds.#": 0, "result.totals": [0, 65, 0, 88]},
    ),
    Case(
        "passive_dealer = yes: he is not among those the declarer must beat, each",
        deal(
            "0 | - / Qs 7c Jc Kc Jh Ah / Js As 9c Kd 7h Qh / 7s 8s Qc 8h Th Kh | 8d | 7d 9d Td Jd / Tc Ac Qd / 8c Ad "
            "9h / 9s Ts Ks | -",
            "d: Kc 9c Qc Ac 8c 9s 7c Kd 8s As Ks Qs Qh Th Ah Qd Ad 8h 9h Kh Jh Ts Tc Js 7s Jc 7h",
        ),
        {**PASSIVE, "declarer_beats": "each"},
        {"result.outcome": "made", "result.totals": [50, 42, 36, 40], "result.written": [50, 42, 36, 40]},
        other_rules=PASSIVE,
        other_expected={"result.outcome": "baid", "result.totals": [50, 42, 36, 40], "result.written": [50, 0, 57, 61]},
    ),
    Case(
        "passive_dealer = yes: his points are not in the sum to beat",
        deal(
            "0 | - / 7s 8s 9s Qd Kd Ah / Js 8c 7h 9h Th Kh / Ts As Jc Kc Jh Qh | 8d | 7d 9d Td Jd / 9c Qc Ac / Qs Tc "
            "Ad / Ks 7c 8h | -",
            "d: 9s Js Ks 7c 9c Tc Th 8h Ah Qd Ad As Kh Jh Kd Ac 8c Kc Qc 9h Jc 8s Qs Ts Qh 7s 7h",
        ),
        PASSIVE,
        {"result.outcome": "made", "result.totals": [50, 71, 35, 32], "result.written": [50, 71, 35, 32]},
    ),
    Case(
        "baid_to = split: a passive dealer has no share, the odd point is for the first after the declarer in play",
        deal(
            "0 | - / Js Tc Jc Kd Kh Ah / Ks As 8d 7h Th Jh / Ts 7c 8c Qd Ad 8h | 9d | Ac 7d Td Jd / 9s 9c 9h / 7s 8s "
            "Qh / Qs Qc Kc | -",
            "pass pass d: 9c 8d Qc Qh 8h Kh Jc As 8c 9s 7s Ts Kc Tc 7h Kd 8s Ad 7c 9h Th Qd Ah Jh Qs Js Ks",
        ),
        PASSIVE,
        {"result.totals": [20, 54, 42, 51], "result.written": [20, 80, 67, 0]},
        other_rules={**PASSIVE, "baid_to": "leader"},
        other_expected={"result.totals": [20, 54, 42, 51], "result.written": [20, 105, 42, 0]},
    ),
    Case(
        "baid_to = leader: a passive dealer with more points is no defender",
        deal(
            "0 | - / Qs As 7c 7d 8h Ah / 7s 9s Ts Kd Ad Kh / Ks 8c 9c Jc Kc 9h | 8d | 9d Td Jd Qd / Qc 7h Th / Tc Jh "
            "Qh / 8s Js Ac | -",
            "d: 8d Kd 8c Ts Ks Qs Ad 9h 7h 9s Js As Th Jh Jc 7c Tc 9c 7s 8s Qc Kc Ah Qh Ac 8h Kh",
        ),
        {**PASSIVE, "baid_to": "leader"},
        {"result.totals": [50, 27, 42, 46], "result.written": [50, 0, 42, 73]},
        other_rules=PASSIVE,
        other_expected={"result.totals": [50, 27, 42, 46], "result.written": [50, 0, 56, 59]},
    ),
    Case(
        "no_trick_penalty = 100: never a passive dealer, but a defender",
        deal(
            "0 | - / 9s Qs As 7c Qc 9h / Js 8c 7d 8d Ad Kh / Ks Tc Kc Th Jh Qh | 9d | 9c Td Jd Qd / Ac 7h 8h / 8s Ts "
            "Kd / 7s Jc Ah | -",
            "d: Qs Ts Ks Ad Jc 7h 9d Tc Qc Js 7s As Ac 8c Kc 9h Kh Qh Kd Jh 8h 8s Ah 9s 7c 8d Th",
        ),
        {**PASSIVE, "no_trick_penalty": 100},
        {"result.tricks": [0, 3, 6, 0], "result.written": [20, 0, 110, -81]},
        other_rules=PASSIVE,
        other_expected={"result.tricks": [0, 3, 6, 0], "result.written": [20, 0, 110, 19]},
    ),
    Case(
        "next_dealer = higher: three in play, hanging, the first defender after the declarer, past the passive dealer",
        deal(
            "0 | - / 8s Ks Tc Kd Ad Ah / Js Qs As Jd 8h Qh / 7s Ts Qc Ac 9d Kh | Jc | 9s 7c Kc Th / 9c Qd Jh / 8c 7d "
            "7h / 8d Td 9h | -",
            "pass pass c: Ah Qh 9h Kd 7d 9d 8s Qs Ts 8d Ad Jd 9c 8c Qc Qd As Td 7s Ks Js Jh 8h Kh Ac Tc 7h",
        ),
        PASSIVE,
        {"result.outcome": "hanging_baid", "result.declarer": 3, "result.next_dealer": 1},
    ),
    Case(
        "next_dealer = clockwise: after a passive dealer forehand deals",
        deal(
            "0 | - / 8s 9s 7d Td Ad Qh / 8d 9d Kd 8h Jh Ah / Ks 9c Kc Ac Jd 7h | Tc | 7s Js Qc Th / Jc 9h Kh / Qs 7c "
            "8c / Ts As Qd | -",
            "pass pass c: 7d 8d Qd As 9s Qs Ac Jc 8c Qh Jh 7h Kh Ah 9c Jd Td Kd 8s Tc Ts 9d Kc Ad Ks 9h 8h",
        ),
        {**PASSIVE, "next_dealer": "clockwise"},
        {"result.outcome": "made", "result.next_dealer": 1},
        other_rules=PASSIVE,
        other_expected={"result.outcome": "made", "result.next_dealer": 3},
    ),
    Case(
        "hanging = pot: a passive dealer writes his sequence though the deal hangs, void: he does not",
        deal(
            "0 | - / 9s As 7c Qc 7h Ah / 8s Ks 9c 7d 8h Qh / Ts Js 8c 9h Jh Kh | 9d | Qs Td Jd Qd / Ac 8d Kd / Tc Jc "
            "Kc / 7s Ad Th | -",
            "d: As Ks 7s 9s 8s Ts Js Kd 9d Qh Kh 7h Th Ah 8h 7c Tc 8c Jc Ad Qc 9h 8d Kc Ac 9c Jh",
        ),
        PASSIVE,
        {
            "result.outcome": "hanging_baid",
            "result.totals": [20, 63, 30, 33],
            "result.written": [20, 0, 30, 33],
            "result.pots": [63],
        },
        other_rules={**PASSIVE, "hanging": "void"},
        other_expected={
            "result.outcome": "hanging_baid",
            "result.totals": [20, 63, 30, 33],
            "result.written": [0, 0, 0, 0],
            "result.pots": [],
        },
    ),
    Case(
        "hanging = forced_deal: the same declarer plays, and a passive dealer's sequences do not count either",
        deal(
            "0 | - / 9s Ts Tc Jc Kc 9h / Qs 8c Qc 7d Kd 8h / Js 7c 9c 8d 7h Ah | 9d | Td Jd Qd Kh / Ks As Th / 7s Ad "
            "Jh / 8s Ac Qh | -",
            ": Tc 8c 7c Ks Qs 8s 9h Jh Ah Js As 7s Jc Qc Ac 7h Th 8h 9s Kd 8d 9d Qh Kc Ad 9c Ts",
            pots=(44,),
            forced=2,
        ),
        {**PASSIVE, "hanging": "forced_deal"},
        {
            "melds.lines": ["0 terts Qd Jd Td 20 to nobody"],
            "result.declarer": 2,
            "result.round": None,
            "result.totals": [0, 40, 56, 29],
            "result.written": [0, 90, 0, 79],
        },
    ),
    Case(
        "hanging = forced_deal: where it would be the declarer's turn to deal, the next deals",
        deal(
            "0 | - / 7s Ks Jc Ac Qh Ah / Ts Qs Tc Td Qd Kh / As 9c Kc 7d Kd Ad | Jh | Js 7c 9d 7h / 8d Jd 9h / 8s 9s "
            "Th / 8c Qc 8h | -",
            "h: Jc Tc 9c Th 8h Ah Qh Kh Kc 9s As 7s Ad Jd Td 8c Ac Ts 8d Qd 7d 8s Qc Ks 9h Qs Kd",
        ),
        {**PASSIVE, "hanging": "forced_deal", "next_dealer": "clockwise"},
        {"result.outcome": "hanging_baid", "result.declarer": 1, "result.next_dealer": 2},
        other_rules={**PASSIVE, "next_dealer": "clockwise"},
        other_expected={"result.outcome": "hanging_baid", "result.declarer": 1, "result.next_dealer": 1},
    ),
]

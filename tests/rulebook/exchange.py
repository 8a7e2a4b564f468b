"""Rule-book cases: the seven exchange."""

from tests.rulebook.case import Case, deal

CASES = [
    Case(
        "common: melds are judged after the seven exchange",
        deal(
            "0 | 7c 9d Qd Th Qh Kh / 7s 8s Ts 9c 8d Jh | 9s | Jc 9h Ah / Ks Kc Ad | As",
            "s: 9s Qh 8s 9h Ad 9d Ts Ah 9c Jc Kh Jh 7c Kc Ks Th 8d Qd",
        ),
        {},
        {
            "exchange": {"seat": 1, "gave": "7s", "took": "9s"},
            "melds.lines": ["0 terts Ah Kh Qh 20 to 0", "1 terts Ts 9s 8s 20 to nobody"],
        },
    ),
    Case(
        "common: the exchange may take bella out of the upcard",
        deal(
            "0 | 7s 9s Qc Jd Kd Ad / Ks Jc 7h 8h 9h Kh | Qh | 9c Ac Qd / 8s Ts Js | 8c",
            "h: Jc Qc Ad 8h Qh Ac 9h Qd 8s 7s Js 9s Ts Kd Ks Jd Kh 9c",
        ),
        {},
        {
            "exchange": {"seat": 1, "gave": "7h", "took": "Qh"},
            "melds.lines": ["0 fifty Ad Kd Qd Jd 50 to 0", "1 bella Kh Qh 20 to 1"],
        },
    ),
    Case(
        "seven_exchange = any: the defender exchanges too",
        deal(
            "0 | 9s Jc 8d 7h Th Kh / Js Ks 9c Td Kd 9h | Qc | Qs 7c Jd / Tc Ad 8h | Ah",
            "c: Td 8d 9c Jc 7h 8h Js Qs 9s Ks Ad Jd Tc Qc 9h Th Kh Kd",
        ),
        {"seven_exchange": "any"},
        {"exchange": {"seat": 0, "gave": "7c", "took": "Qc"}, "result.declarer": 1},
        other_rules={"seven_exchange": "declarer"},
        other_expected={"exchange": None},
        other_play="c: Td 8d 9c Jc 7h 8h Js Qs 9s Ks Ad Jd Tc 7c 9h Th Kh Kd",
    ),
    Case(
        "seven_exchange = declarer: the declarer exchanges",
        deal(
            "0 | 7s 8s 9c Kd Ad Jh / 9s Ks As Tc 7d 9h | 9d | 8c Ac 8h / Js Kc Qh | Qs",
            "d: Kc 8c As 7s 9h Jh 8s Js 9d Ad 9s Kd 9c Tc Ks Ac Qh 8h",
        ),
        {"seven_exchange": "declarer"},
        {"exchange": {"seat": 1, "gave": "7d", "took": "9d"}},
        other_rules={"seven_exchange": "none"},
        other_expected={"exchange": None},
        other_play="d: Kc 8c As 7s 9h Jh 8s Js 9s Ad Kd 7d 9c Tc Ks Ac Qh 8h",
    ),
    Case(
        "seven_exchange = none: nobody exchanges",
        deal(
            "0 | 9c Tc Jc Qc 8h Kh / As Kc 9d Kd Th Ah | Jd | 8c 7d Ad / 9s Ks Jh | Js",
            "d: 9s Ad 9c Kc Kd 7d Ah Kh Ks Qc Jh 8h 9d Tc As 8c Th Jc",
        ),
        {"seven_exchange": "none"},
        {"exchange": None, "upcard": "Jd"},
        other_rules={},
        other_expected={"exchange": {"seat": 0, "gave": "7d", "took": "Jd"}},
        other_play="d: 9s Ad 9c Kc Kd Jd Kh Ah Ks Qc Jh 8h 9d Tc As 8c Th Jc",
    ),
    Case(
        "common: no exchange where trump was named in round 2",
        deal(
            "0 | Jc 7d 9d Qd Th Kh / 8s As 8c 9c Tc Jh | 9s | 7c Ad 7h / Js Qs Kc | 8h",
            "pass pass c: 8s Jc Qd Tc As 7c Kh Jh 7h Kc 8c Ad 9c 9d Js 7d Qs Th",
        ),
        {},
        {"exchange": None, "result.round": 2},
    ),
    Case(
        "common: a forced deal has the exchange of round 1",
        deal(
            "0 | As Tc 9d Qd 8h 9h / 8s Ks 9c Qc Kc Th | Td | 7s 9s 7c / 7d Jd Jh | 8c",
            ": Qc 7c Jd Qd Td 9d Tc Kc As Ks 9s 8s 7s 9c 9h Th Jh 8h",
            pots=(70,),
            forced=1,
        ),
        {"hanging": "forced_deal"},
        {"exchange": {"seat": 1, "gave": "7d", "took": "Td"}, "result.declarer": 1},
    ),
    Case(
        "seven_from_first_packet = yes: a seven of the second packet stays",
        deal(
            "0 | 9c Qc Kc Ad 8h Jh / 7s Ks 7d Td Jd Ah | Tc | Ts As 7c / 8c Qd 9h | Th",
            "c: Ks As Jh Ah 9h 8h Jd Ad Ts 7s Qc 8c 7c Td 9c Qd Kc 7d",
        ),
        {"seven_from_first_packet": True},
        {"exchange": None},
        other_rules={},
        other_expected={"exchange": {"seat": 0, "gave": "7c", "took": "Tc"}},
        other_play="c: Ks As Jh Ah 9h 8h Jd Ad Ts 7s Qc 8c 9c Td Kc Qd Tc 7d",
    ),
    Case(
        "seven_from_first_packet = yes: a seven of the first packet may go",
        deal(
            "0 | 8s Ts Qs Ks Jc 9h / 7s Js Kc 8h Th Qh | As | 8d Td Kd / Tc Qc Kh | 7d",
            "s: Kc Jc Tc 8s 8d Js Qh 9h 8h Ts Ks As Kh Qs Kd Qc Td Th",
        ),
        {"seven_from_first_packet": True},
        {"exchange": {"seat": 1, "gave": "7s", "took": "As"}},
    ),
    Case(
        "terts_question = yes: a terts 9-8-7 of trump that would lose is broken, unasked it is kept",
        deal(
            "0 | Tc Qc 9d Td Kd Qh / 8s As Kc Qd 7h 9h | Kh | Ts 9c 8d / 7d 8h Jh | Ac",
            "h: 7d 9d Td Qd Ts 8s Qh Jh Kh 9c 9h Tc 8h Qc Kc 8d As Kd",
        ),
        {"terts_question": True},
        {"exchange": {"seat": 1, "gave": "7h", "took": "Kh"}, "melds.lines": ["0 terts Td 9d 8d 20 to 0"]},
        other_rules={"terts_question": False},
        other_expected={"exchange": None, "melds.lines": ["0 terts Td 9d 8d 20 to 0", "1 terts 9h 8h 7h 20 to nobody"]},
        other_play="h: 7d 9d Td Qd Ts 8s Qh Jh 9h 9c 8h Tc Kc Qc As 8d 7h Kd",
    ),
    Case(
        "terts_question = yes: beside a better terts that wins it is kept, unasked it is broken",
        deal(
            "0 | As 9c Jc 9d Td Ad / Qs Ks 7d Jd 7h 8h | Kh | 8s 7c Tc / Js 9h Ah | Ts",
            "h: 8h Td Js As 9d 7d 9c 7h 9h Jc Ah 7c Ks 8s Jd Ad Tc Qs",
        ),
        {"terts_question": True},
        {
            "exchange": None,
            "melds.lines": ["0 terts Jc Tc 9c 20 to nobody", "1 terts Ks Qs Js 20 to 1", "1 terts 9h 8h 7h 20 to 1"],
        },
        other_rules={"terts_question": False},
        other_expected={
            "exchange": {"seat": 1, "gave": "7h", "took": "Kh"},
            "melds.lines": ["0 terts Jc Tc 9c 20 to nobody", "1 terts Ks Qs Js 20 to 1"],
        },
        other_play="h: 8h Td Js As 9d 7d 9c 9h Ah Jc Ks 8s Jd Ad 7c Kh Qs Tc",
    ),
    Case(
        "terts_question = yes: for the jack the terts is broken though it would score",
        deal(
            "0 | 7s Js Qs 7c Jd Ah / Ks Td Qd 7h 8h 9h | Jh | As Kc 7d / 8s 8d Kh | 9s",
            "h: 8d Jd 7c 9h Jh Ah 8s 7s 8h Js Qd 7d Kh Kc Ks As Qs Td",
        ),
        {},
        {"exchange": {"seat": 1, "gave": "7h", "took": "Jh"}, "melds.lines": []},
    ),
    Case(
        "common: the default player keeps a terts 9-8-7 of trump that scores, always exchanging breaks it",
        deal(
            "0 | Ts Qs Ks Kc Ad Jh / Js 9c Jc 9d 7h 8h | Kh | Ac Td Kd / 8d 9h Qh | Qd",
            "h: 9d Ad Td 8d Qs Js Kd 9h Qh Jh Kc 9c Ac Jc Ks 7h 8h Ts",
        ),
        {},
        {"exchange": None, "melds.lines": ["1 terts 9h 8h 7h 20 to 1"]},
    ),
    Case(
        "common: the exchange switched to always breaks the terts",
        deal(
            "0 | 7s 8c 9d Ad Jh Qh / As 7c 7h 8h 9h Ah | Kh | Tc Kc Ac / Qc 7d Jd | Th",
            "h: Jd Ad Jh 8h 7s As 7c 8c Tc Qc Ac Kh 9h Qh 7d 9d Kc Ah",
            exchange="always",
        ),
        {},
        {"exchange": {"seat": 1, "gave": "7h", "took": "Kh"}, "melds.lines": []},
    ),
    Case(
        "common: the exchange switched to never leaves the jack lying",
        deal(
            "0 | Ts Qs Ks 9c 9d Jd / 7c Qc Qd 7h 8h Qh | Jh | Js 8d Th / 9s Jc 9h | 8c",
            "h: 9s Js Qs 9h Jc 9c Qd 8d 7c Th Ts 8h 7h 9d Qc Jd Qh Ks",
            exchange="never",
        ),
        {},
        {"exchange": None},
    ),
    Case(
        "common: 9-8-7 inside a fifty T-9-8-7 is no terts and is broken",
        deal(
            "0 | 9s Qs Jc Qc Kd Jh / 7c Td Ad 7h 8h Kh | Ah | 7s 9d Jd / 7d 9h Th | Qd",
            "h: 7c Qc 7s Th Ah Jh Kd Td 7d Jd Qs 9h Kh 9d Ad Jc 8h 9s",
        ),
        {},
        {"exchange": {"seat": 1, "gave": "7h", "took": "Ah"}, "melds.lines": ["1 terts Th 9h 8h 20 to 1"]},
    ),
    Case(
        "sequence_order = strength: there is no terts 9-8-7 of trump to keep",
        deal(
            "0 | 7s 8c Tc Qc Kc 8d / 9s Ac Td Qd 7h 8h | Kh | Ts As Ah / Qs 7c 9h | 9c",
            "h: 7c Qc Ah 9h Qs As 8c Ac 8h Ts 9s 7s Td 8d Qd Tc Kh Kc",
        ),
        {"sequence_order": "strength"},
        {"exchange": {"seat": 1, "gave": "7h", "took": "Kh"}, "melds.lines": ["0 terts Tc Kc Qc 20 to 0"]},
        other_rules={},
        other_expected={"exchange": None, "melds.lines": ["1 terts 9h 8h 7h 20 to 1"]},
        other_play="h: 7c Qc Ah 9h Qs As 8c Ac 8h Ts 9s 7s Td 8d Qd Tc 7h Kc",
    ),
    Case(
        "terts_question = yes: a terts 9-8-7 of trump in a tie still open is kept, lost by turn it is broken",
        deal(
            "0 | Ks 9c Qd 7h 8h 9h / 7s As 7c Qc Kd Ad | Kh | Kc 7d Ah / 8s 9s Ac | 9d",
            "h: 7c Kc 7h As Ks 7s Ah Kd 9h 9s 7d Ad Ac 9c Qc 8h Qd 8s",
        ),
        {"sequence_tie": "last_trick"},
        {"exchange": None},
        other_rules={"sequence_tie": "turn"},
        other_expected={"exchange": {"seat": 0, "gave": "7h", "took": "Kh"}},
        other_play="h: 7c Kc Ks As 7s Ah 9h Kd 7d Ad 9s 8h 9c Ac Qc Kh Qd 8s",
    ),
]

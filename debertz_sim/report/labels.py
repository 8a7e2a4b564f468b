"""Words of tables and figures in English, Russian and Ukrainian; keys in files stay as they are.

Card terms follow the vocabulary of RULES.md section 1.
"""

from __future__ import annotations

from typing import TypeVar

from debertz_sim.stats import ARM, Estimate

T = TypeVar("T")

LANGS = ("en", "ru", "uk")

METRICS = {
    # chances of melds
    "any_sequence": ("any sequence", "есть терц или полтинник", "є терц або полтинник"),
    "best_is_terts": ("best sequence is a terts", "лучшая — терц", "найкраща — терц"),
    "best_is_fifty": ("best sequence is a fifty", "лучшая — полтинник", "найкраща — полтинник"),
    "best_is_run5": ("best sequence is five in a row", "лучшая — пятерик", "найкраща — п'ятерик"),
    "best_is_run6": ("best sequence is six in a row", "лучшая — шестерик", "найкраща — шестерик"),
    "best_is_run7": ("best sequence is seven in a row", "лучшая — семерик", "найкраща — семерик"),
    "best_is_run8": ("best sequence is eight in a row", "лучшая — восьмерик", "найкраща — восьмерик"),
    "sequence_points": ("sequence points in hand", "очки терцев на руках", "очки терців на руках"),
    "sequences_count": ("number of sequences", "число терцев и полтинников", "кількість терців і полтинників"),
    "run_at_least": ("run at least this long", "ряд не короче", "ряд не коротший"),
    "bella": ("bella", "белла", "белла"),
    "bella_and_sequence": ("bella and a sequence", "белла и терц или полтинник", "белла і терц або полтинник"),
    "four_of_a_kind": ("four of a kind", "четыре одинаковых", "чотири однакові"),
    "any_four": ("any four", "есть четыре одинаковых", "є чотири однакові"),
    "four_points": ("points of fours in hand", "очки четвёрок на руках", "очки четвірок на руках"),
    "four_winner": ("wins the fours", "чьи четвёрки засчитаны", "чиї четвірки зараховано"),
    "four_points_scored": ("points scored for fours", "записано за четвёрки", "записано за четвірки"),
    "redeal_right": ("right to a redeal", "право на пересдачу", "право на перездачу"),
    "nobody_has_sequence": ("nobody has a sequence", "терца нет ни у кого", "терца немає ні в кого"),
    "exactly_one_has_sequence": ("exactly one has a sequence", "терц ровно у одного", "терц рівно в одного"),
    "several_have_sequence": ("several have a sequence", "терц у нескольких", "терц у кількох"),
    "sequence_winner": ("wins the sequences", "чьи терцы засчитаны", "чиї терци зараховано"),
    "sequence_decided_by": ("sequences decided by", "спор терцев решает", "суперечку терців вирішує"),
    "sequence_points_scored": ("sequence points scored", "записано за терцы", "записано за терци"),
    # deals
    "all_pass": ("all pass", "все пасуют", "усі пасують"),
    "instant_win": ("instant win", "мгновенный выигрыш", "миттєвий виграш"),
    "played_in_round": ("played in round", "игра на круге", "гра на колі"),
    "declarer_seat": ("declarer sits", "кто играющий", "хто граючий"),
    "made": ("made", "взял", "взяв"),
    "baid": ("baid", "байд", "байд"),
    "hanging_baid": ("hanging baid", "висячий байд", "висячий байд"),
    "terts_held": ("terts held", "терц на руках", "терц на руках"),
    "fifty_held": ("fifty held", "полтинник на руках", "полтинник на руках"),
    "bella_held": ("bella held", "белла на руках", "белла на руках"),
    "four_held": ("four of a kind held", "четыре одинаковых на руках", "чотири однакові на руках"),
    "sequence_scored": ("sequences scored by", "терцы записал", "терци записав"),
    "four_scored": ("fours scored by", "четыре одинаковых записал", "чотири однакові записав"),
    "declarer_points": ("declarer's points", "очки играющего", "очки граючого"),
    "defender_points": ("defenders' points", "очки вистующих", "очки вистуючих"),
    "margin": ("margin", "перевес", "перевага"),
    "points_to_beat": ("points to beat", "надо перебить очков", "треба перебити очок"),
    "margin_to_beat": ("margin over these", "перевес над ними", "перевага над ними"),
    "margin_over_field": ("margin over the field", "перевес над остальными", "перевага над рештою"),
    "margin_in_tricks": ("margin in tricks", "перевес во взятках", "перевага у взятках"),
    "margin_histogram": ("margin within", "перевес в пределах", "перевага в межах"),
    "seven_exchanged": ("seven exchanged", "семёрка обменяна", "сімку обміняно"),
    "no_trick": ("no trick", "без взяток (лыжи)", "без взяток (лижі)"),
    "second_hanging_in_row": ("second hanging baid in a row", "второй висяк подряд", "другий висяк поспіль"),
    "outcome_differs": ("outcome differs", "исход различен", "наслідок різний"),
    "game_value": ("value of the game", "цена игры", "ціна гри"),
    "reply_gain": ("best reply gains", "лучший ответ выигрывает", "найкраща відповідь виграє"),
    "would_play": ("would play", "играл бы", "грав би"),
    "best_probability": ("is the best call", "лучшее решение", "найкраще рішення"),
    # bids
    "lead": ("ahead by", "опережает на", "випереджає на"),
    "match_lead": ("ahead in the match by", "опережает в партии на", "випереджає в партії на"),
    "declared_by": ("declared by", "играет", "грає"),
    "becomes": ("what becomes of it", "чем кончается", "чим закінчується"),
    "deal_level": ("deal level", "сдача поровну", "роздача порівну"),
    "deal_lost": ("deal lost", "сдача проиграна", "роздачу програно"),
    "later_margin": (
        "margin of the later call, on other deals",
        "перевес при следующей заявке, на других сдачах",
        "перевага за наступної заявки, на інших роздачах",
    ),
    "margin_from": ("part of the margin", "часть перевеса", "частина переваги"),
    "spread_explained": ("share of the spread explained", "доля объяснённого разброса", "частка поясненого розкиду"),
    # terts
    "deal_won": ("deal won", "сдача выиграна", "роздачу виграно"),
    "total": ("total", "всего очков", "усього очок"),
    "trick_points": ("points in tricks", "очки во взятках", "очки у взятках"),
    "announced_points": ("points announced", "очки за объявления", "очки за оголошення"),
    "tricks": ("tricks", "взяток", "взяток"),
    "last_trick": ("last trick", "последняя взятка", "остання взятка"),
    "group_scored": ("scored in a deal", "записано в сдаче", "записано в роздачі"),
    "groups_scored": ("how many scored", "сколько записано", "скільки записано"),
    "marriage_held": ("marriage held", "марьяж на руках", "мар'яж на руках"),
    "marriage_scored": ("marriage scored by", "марьяж записал", "мар'яж записав"),
    # open hands
    "solved_points": ("points with open hands", "очки при открытых картах", "очки при відкритих картах"),
    "solved_majority": ("most of the points", "больше очков, чем у противников", "більше очок, ніж у суперників"),
    # conditions and groups
    "given_probability": ("probability of what is given", "вероятность условия", "імовірність умови"),
    "given_accepted": ("deals that satisfy the condition", "сдач отвечает условию", "роздач відповідає умові"),
    "share_of_deals": ("share of deals", "доля сдач", "частка роздач"),
    # matches
    "declarer_written": ("declarer writes", "записывает играющий", "записує граючий"),
    "defender_written": ("defenders write", "записывают вистующие", "записують вистуючі"),
    "passive_dealer_written": ("passive dealer writes", "записывает неиграющий сдающий", "записує неграючий здавач"),
    "match_length": ("deals in a match", "сдач в партии", "роздач у партії"),
    "match_won": ("match won", "партия выиграна", "партію виграно"),
    "baids_per_match": ("baids in a match", "байдов за партию", "байдів за партію"),
    "hanging_baids_per_match": ("hanging baids in a match", "висяков за партию", "висяків за партію"),
    "pot_burned": ("pot burned", "висячие очки сгорели", "висячі очки згоріли"),
    "pot_burned_points": ("points burned", "сгорело очков", "згоріло очок"),
    "early_claim": ("early claim", "досрочно закончена", "достроково закінчено"),
    "extra_deal": ("extra deal needed", "нужна лишняя сдача", "потрібна зайва роздача"),
    "unfinished": ("unfinished", "не доиграна", "не дограно"),
    "both_rounds_won": ("both rounds to one side", "оба круга за одной стороной", "обидва кола за однією стороною"),
    "deciding_round": ("deciding deals needed", "нужны решающие сдачи", "потрібні вирішальні роздачі"),
    "first_round_winner_wins": (
        "winner of round 1 wins the match",
        "выиграл круг 1 и партию",
        "виграв коло 1 і партію",
    ),
    "deciding_deals": ("deciding deals in a match", "решающих сдач за партию", "вирішальних роздач за партію"),
    "match_payoff": ("payoff of a match", "выплата за партию", "виплата за партію"),
}

KEYS = {
    "over": ("over", "лучше чем", "краще ніж"),
    "part": ("", "", ""),
    "factor": ("by", "по признаку", "за ознакою"),
    "hand": ("hand", "рука", "рука"),
    "my_trumps": ("my trumps", "моих козырей", "моїх козирів"),
    "opponent_trumps": ("opponent's trumps", "козырей у противника", "козирів у суперника"),
    "my_side_aces": ("my side aces", "моих тузов не в козыре", "моїх тузів не в козирі"),
    "sequences_to": ("sequences scored by", "терцы записал", "терци записав"),
    "bella_to": ("bella scored by", "беллу записал", "белу записав"),
    "second_good": (
        "trumps and aces in my second packet",
        "козырей и тузов в моей второй сдаче",
        "козирів і тузів у моїй другій здачі",
    ),
    "a": ("", "", ""),
    "b": ("over", "над", "над"),
    "bids": ("bids", "торгуется", "торгується"),
    "i_am": ("I am", "я —", "я —"),
    "upcard_rank": ("upcard", "вскрыта", "відкрито"),
    "seat": ("", "", ""),
    "by": ("by", "кто", "хто"),
    "measured": ("", "", ""),
    "decision": ("", "", ""),
    "side": ("", "", ""),
    "declarer": ("declarer", "играющий —", "граючий —"),
    "declarer_seat": ("declarer", "играющий —", "граючий —"),
    "match_round": ("match round", "круг партии", "коло партії"),
    "round": ("round", "круг", "коло"),
    "trump_cards": ("trumps", "козырей", "козирів"),
    "points": ("points", "очков", "очок"),
    "count": ("count", "число", "кількість"),
    "length": ("cards", "карт", "карт"),
    "rank": ("", "", ""),
    "kind": ("", "", ""),
    "rule": ("", "", ""),
    "call": ("call", "заявка", "заявка"),
    "switch": ("", "", ""),
    # columns by which deals are sorted
    "dealer": ("dealer", "сдающий", "здавач"),
    "outcome": ("outcome", "исход", "наслідок"),
    "forced": ("forced", "принудительная", "примусова"),
    "declarer_place": ("declarer", "играющий —", "граючий —"),
    "trump": ("trump", "козырь", "козир"),
    "upcard": ("upcard", "вскрыта", "відкрито"),
    "upcard_suit": ("upcard's suit", "масть вскрытой", "масть відкритої"),
    "trump_is_upcard_suit": ("trump of the upcard's suit", "козырь вскрытой масти", "козир відкритої масті"),
    "freza": ("freza", "фреза", "фреза"),
    "exchanger_place": ("seven exchanged by", "семёрку обменял", "сімку обміняв"),
    "exchange_trick": ("exchanged before trick", "обмен перед взяткой", "обмін перед взяткою"),
    "declarer_points": ("declarer's points", "очки играющего", "очки граючого"),
    "defender_points": ("defenders' points", "очки вистующих", "очки вистуючих"),
    "declarer_written": ("declarer writes", "записывает играющий", "записує граючий"),
    "defender_written": ("defenders write", "записывают вистующие", "записують вистуючі"),
    "to_beat": ("points to beat", "надо перебить очков", "треба перебити очок"),
    "margin": ("margin", "перевес играющего", "перевага граючого"),
    "margin_to_beat": ("margin over these", "перевес над ними", "перевага над ними"),
    "sequence_side": ("sequences scored by", "терцы записал", "терци записав"),
    "sequence_decided_by": ("sequences decided by", "спор терцев решает", "суперечку терців вирішує"),
    "bella_side": ("bella scored by", "беллу записал", "белу записав"),
    "four_side": ("fours scored by", "четыре одинаковых записал", "чотири однакові записав"),
    "last_trick_place": ("last trick taken by", "послед взял", "останню взятку взяв"),
    "marriage_place": ("marriage scored by", "марьяж записал", "мар'яж записав"),
    "claimer_place": ("asked or won at once", "потребовал или выиграл сразу", "зажадав або виграв одразу"),
    "redeal_reason": ("redeal for", "пересдача:", "перездача:"),
    "pot": ("pot", "висячие очки", "висячі очки"),
    "trickless_sides": ("without a trick", "без взяток", "без взяток"),
    **{f"call_{n}": (f"call {n}", f"заявка {n}", f"заявка {n}") for n in range(1, 9)},
    **{
        kind: (f"groups: {names[0]}", f"групп: {names[1]}", f"груп: {names[2]}")
        for kind, names in {
            "terts": ("terts", "терц", "терц"),
            "fifty": ("fifty", "полтинник", "полтинник"),
            "run5": ("five in a row", "пятерик", "п'ятерик"),
            "run6": ("six in a row", "шестерик", "шестерик"),
            "run7": ("seven in a row", "семерик", "семерик"),
            "run8": ("eight in a row", "восьмерик", "восьмерик"),
            "four": ("four of a kind", "четыре одинаковых", "чотири однакові"),
        }.items()
    },
}

VALUES = {
    "s": ("♠", "♠", "♠"),
    "c": ("♣", "♣", "♣"),
    "d": ("♦", "♦", "♦"),
    "h": ("♥", "♥", "♥"),
    # what margins of bids are made of, and what drives them
    "tricks": ("points in tricks", "очки во взятках", "очки у взятках"),
    "sequences": ("sequences", "терцы", "терци"),
    "bella": ("bella", "белла", "белла"),
    "fours": ("fours", "четыре одинаковых", "чотири однакові"),
    "bid": ("what the bid shifts", "переход очков по заявке", "перехід очок за заявкою"),
    "next_deal": ("the next deal", "следующая сдача", "наступна роздача"),
    "my_trumps": ("my trumps", "мои козыри", "мої козирі"),
    "opponent_trumps": ("opponent's trumps", "козыри противника", "козирі суперника"),
    "my_side_aces": ("my side aces", "мои тузы не в козыре", "мої тузи не в козирі"),
    "sequences_to": ("who scores sequences", "кто записал терцы", "хто записав терци"),
    "bella_to": ("who scores bella", "кто записал беллу", "хто записав белу"),
    "second_good": (
        "trumps and aces in my second packet",
        "козыри и тузы в моей второй сдаче",
        "козирі й тузи в моїй другій здачі",
    ),
    "forehand": ("forehand", "первая рука", "перша рука"),
    "middle": ("middle", "средняя рука", "середня рука"),
    "second": ("second hand", "вторая рука", "друга рука"),
    "third": ("third hand", "третья рука", "третя рука"),
    "dealer": ("dealer", "сдающий", "здавач"),
    "seat0": ("seat 0", "место 0", "місце 0"),
    "seat1": ("seat 1", "место 1", "місце 1"),
    "seat2": ("seat 2", "место 2", "місце 2"),
    "seat3": ("seat 3", "место 3", "місце 3"),
    "0+2": ("seats 0 and 2", "места 0 и 2", "місця 0 і 2"),
    "1+3": ("seats 1 and 3", "места 1 и 3", "місця 1 і 3"),
    "forehand_side": ("forehand's side", "сторона первой руки", "сторона першої руки"),
    "dealer_side": ("dealer's side", "сторона сдающего", "сторона здавача"),
    "first_forehand": ("first forehand", "первая рука первой сдачи", "перша рука першої роздачі"),
    "first_middle": ("first middle hand", "средняя рука первой сдачи", "середня рука першої роздачі"),
    "first_second": ("first second hand", "вторая рука первой сдачи", "друга рука першої роздачі"),
    "first_third": ("first third hand", "третья рука первой сдачи", "третя рука першої роздачі"),
    "first_dealer": ("first dealer", "первый сдающий", "перший здавач"),
    "passive_dealer": ("passive dealer", "неиграющий сдающий", "неграючий здавач"),
    "opponent": ("opponent", "противник", "суперник"),
    "me": ("me", "я", "я"),
    "mine": ("my side", "моя сторона", "моя сторона"),
    "theirs": ("their side", "их сторона", "їхня сторона"),
    "declarer": ("declarer", "играющий", "граючий"),
    "defenders": ("defenders", "вистующие", "вистуючі"),
    "nobody": ("nobody", "никто", "ніхто"),
    "both": ("both", "оба", "обидва"),
    "length": ("length", "длина", "довжина"),
    "top": ("top card", "старшая карта", "старша карта"),
    "trump": ("trump", "козырь", "козир"),
    "turn": ("turn", "очередь хода", "черга ходу"),
    "last_trick": ("last trick", "послед", "остання взятка"),
    "terts": ("terts", "терц", "терц"),
    "fifty": ("fifty", "полтинник", "полтинник"),
    "run5": ("five in a row", "пятерик", "п'ятерик"),
    "run6": ("six in a row", "шестерик", "шестерик"),
    "run7": ("seven in a row", "семерик", "семерик"),
    "run8": ("eight in a row", "восьмерик", "восьмерик"),
    "four": ("four of a kind", "четыре одинаковых", "чотири однакові"),
    "four_sevens": ("four sevens", "четыре семёрки", "чотири сімки"),
    "points": ("few points", "мало очков", "мало очок"),
    "pass": ("pass", "пас", "пас"),
    "made": ("made", "взял", "взяв"),
    "baid": ("baid", "байд", "байд"),
    "hanging_baid": ("hanging baid", "висячий байд", "висячий байд"),
    "all_pass": ("all pass", "все пасуют", "усі пасують"),
    "redeal": ("redeal", "пересдача", "перездача"),
    "instant_win": ("instant win", "мгновенный выигрыш", "миттєвий виграш"),
    "open": ("open", "не окончена", "не закінчено"),
    "claim": ("claim", "закончена досрочно", "закінчено достроково"),
    "level": ("level", "поровну", "порівну"),
    "uncontested": ("uncontested", "без спора", "без суперечки"),
    "all": ("all", "все", "усі"),
    "in_sample": ("in sample (too high)", "на тех же сдачах (завышено)", "на тих самих роздачах (завищено)"),
    "held_out": ("held out (too low)", "на других сдачах (занижено)", "на інших роздачах (занижено)"),
    "mean": ("mean of both", "среднее обоих", "середнє обох"),
    "forehand_1": ("forehand, round 1", "первая рука, круг 1", "перша рука, коло 1"),
    "dealer_1": ("dealer, round 1", "сдающий, круг 1", "здавач, коло 1"),
    "forehand_2": ("forehand, round 2", "первая рука, круг 2", "перша рука, коло 2"),
    "dealer_2": ("dealer, round 2", "сдающий, круг 2", "здавач, коло 2"),
    "declarer_and_passive": (
        "declarer and passive dealer",
        "играющий и неиграющий сдающий",
        "граючий і неграючий здавач",
    ),
    "defenders_and_passive": (
        "defenders and passive dealer",
        "вистующие и неиграющий сдающий",
        "вистуючі й неграючий здавач",
    ),
    "yes": ("yes", "да", "так"),
    "no": ("no", "нет", "ні"),
    "none": ("none", "нет", "немає"),
    "T": ("T", "10", "10"),
    "J": ("J", "В", "В"),
    "Q": ("Q", "Д", "Д"),
    "K": ("K", "К", "К"),
    "A": ("A", "Т", "Т"),
}

WORDS = {
    "metric": ("metric", "показатель", "показник"),
    "group": ("for", "для", "для"),
    "value": ("value", "значение", "значення"),
    "interval": ("{} % interval", "интервал {} %", "інтервал {} %"),
    "any_interval": ("interval", "интервал", "інтервал"),
    "between": (",", ";", ";"),
    "pp": ("pp", "п. п.", "в. п."),
    "no_data": ("no data", "нет данных", "немає даних"),
    "no_interval": ("no interval", "без интервала", "без інтервалу"),
    "confidence": ("confidence", "доверие", "довіра"),
    "seed": ("seed", "зерно", "зерно"),
    "rules": ("rules", "правила", "правила"),
    "policies": ("policies", "стратегии", "стратегії"),
    "bidding": ("bidding", "торговля", "торгівля"),
    "play": ("play", "игра", "гра"),
    "exchange": ("exchange", "обмен", "обмін"),
    "unresolved": ("not resolved", "не различить", "не розрізнити"),
    "exact": ("exact", "точно", "точно"),
    "partial": ("partial: interrupted after", "не полностью, прервано; сыграно:", "не повністю, перервано; зіграно:"),
    "not_paired": (
        "not paired: each on deals of its own",
        "не парами: у каждых правил свои сдачи",
        "не парами: у кожних правил свої роздачі",
    ),
    "level": ("around level", "около равенства", "близько рівності"),
    "margin_axis": (
        "declarer's points minus defenders' points",
        "очки играющего минус очки вистующих",
        "очки граючого мінус очки вистуючих",
    ),
    "share": ("share of deals, %", "доля сдач, %", "частка роздач, %"),
    "call": ("call", "заявка", "заявка"),
    "then": ("then", "потом", "потім"),
    "share_of_worlds": ("share", "доля", "частка"),
    "as_declarer": ("{}, if I play", "{}, если играю", "{}, якщо граю"),
    "me_plays": ("I play {}", "я играю {}", "я граю {}"),
    "opponent_plays": ("opponent plays {}", "противник играет {}", "суперник грає {}"),
    "any_suit": ("any suit", "любую масть", "будь-яку масть"),
    "dealt_anew": ("dealt anew", "новая сдача", "нова роздача"),
    "factor": ("by", "по признаку", "за ознакою"),
    "hand": ("hand", "рука", "рука"),
    "six": ("six cards", "шесть карт", "шість карт"),
    "upcard": ("upcard", "вскрыта", "відкрито"),
    "seat": ("seat", "место", "місце"),
    "round": ("round", "круг", "коло"),
    "best": ("best", "лучшее", "найкраще"),
    "decided": ("decided", "решено", "вирішено"),
    "second_packet": ("second packet", "вторая сдача карт", "друга здача карт"),
    "freza": ("freza", "фреза", "фреза"),
    "written": ("written", "записано", "записано"),
    "share_per_point": (
        "share of deals per point, %",
        "доля сдач на одно очко, %",
        "частка роздач на одне очко, %",
    ),
    "difference": ("difference", "разность", "різниця"),
    "place": ("place", "место", "місце"),
    "policy": ("policy", "стратегия", "стратегія"),
    "against": ("against", "против", "проти"),
    "field": ("the field", "все остальные", "уся решта"),
    "trick_points": ("trick points a deal", "очки во взятках на сдачу", "очки у взятках на роздачу"),
    "written_points": ("written points a deal", "записанные очки на сдачу", "записані очки на роздачу"),
    "ahead": ("row ahead", "строка впереди", "рядок попереду"),
    "behind": ("row behind", "строка позади", "рядок позаду"),
    "played": ("played", "сыграно", "зіграно"),
    "all_deals": ("all", "все", "усі"),
    "clear_of_zero": ("interval clear of 0", "интервал не содержит 0", "інтервал не містить 0"),
    "includes_zero": ("interval includes 0", "интервал содержит 0", "інтервал містить 0"),
}


PLURALS: dict[str, tuple[tuple[str, ...], ...]] = {
    "deals": (("deal", "deals"), ("сдача", "сдачи", "сдач"), ("роздача", "роздачі", "роздач")),
    "matches": (("match", "matches"), ("партия", "партии", "партий"), ("партія", "партії", "партій")),
    "lines": (("line", "lines"), ("строка", "строки", "строк"), ("рядок", "рядки", "рядків")),
}


def _in(lang: str, words: tuple[T, ...]) -> T:
    if lang not in LANGS:
        raise ValueError(f"language {lang!r}: must be one of {', '.join(LANGS)}")
    return words[LANGS.index(lang)]


def word(key: str, lang: str) -> str:
    """A heading or other fixed word; raises ValueError for an unknown language, KeyError for an unknown word."""
    return _in(lang, WORDS[key])


def metric_label(metric: str, lang: str) -> str:
    """The name of a metric; of an unknown one its key, made readable."""
    plain = metric.replace("_", " ")
    return _in(lang, METRICS.get(metric, (plain, plain, plain)))


def group_label(estimate: Estimate, lang: str) -> str:
    """The group of an estimate in words, without the arm: ``"forehand, round 2"``, ``"-20 … -11"``."""
    group = {key: value for key, value in estimate.group.items() if key != ARM}
    parts = []
    if "from" in group and "to" in group:
        parts.append(f"{group.pop('from')} … {group.pop('to')}")
    for key, value in group.items():
        parts.append(f"{key_label(key, lang)} {value_label(value, lang)}".strip())
    return ", ".join(parts)


def key_label(key: str, lang: str) -> str:
    """The name of a group key; of an unknown one the key, made readable."""
    plain = key.replace("_", " ")
    return _in(lang, KEYS.get(key, (plain, plain, plain)))


def value_label(value: str | int, lang: str) -> str:
    """The value of a group key in words."""
    return _in(lang, VALUES.get(str(value), (str(value),) * 3))


def interval_label(confidence: float | None, lang: str) -> str:
    """``"95 % interval"``; without a known level the bare word."""
    if confidence is None:
        return word("any_interval", lang)
    return word("interval", lang).format(level_text(confidence, lang))


def level_text(confidence: float, lang: str) -> str:
    """A level in per cent: ``"95"``, ``"99.9"``."""
    return decimal_text(f"{100 * confidence:.10g}", lang)


def decimal_text(text: str, lang: str) -> str:
    """Numbers written with a decimal point, as the language writes them: Russian and Ukrainian have a comma."""
    return text if _in(lang, ("en", "ru", "uk")) == "en" else text.replace(".", ",")


def counted(n: int, what: str, lang: str) -> str:
    """A number of things: ``"1 deal"``, ``"1,000 deals"``; raises KeyError for a thing without a row in ``PLURALS``."""
    forms = _in(lang, PLURALS[what])
    if len(forms) == 2:
        place = int(n != 1)
    elif n % 100 in range(11, 15):
        place = 2
    else:
        place = 0 if n % 10 == 1 else 1 if n % 10 in (2, 3, 4) else 2
    return f"{count_label(n, lang)} {forms[place]}"


def count_label(n: int, lang: str) -> str:
    """A whole number with its thousands set apart as the language does it."""
    return f"{n:,}" if _in(lang, ("en", "ru", "uk")) == "en" else f"{n:,}".replace(",", "\N{NO-BREAK SPACE}")

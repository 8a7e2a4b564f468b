"""Words of the views of bidding charts in English, Russian and Ukrainian; ``{…}`` are filled in."""

from __future__ import annotations

from debertz_sim.report.labels import LANGS

CHART_TEXTS = {
    # columns
    "hand": ("hand", "рука", "рука"),
    "upcard": ("upcard", "вскрыта", "відкрито"),
    "decision": ("decision", "решение", "рішення"),
    "round": ("round", "круг", "коло"),
    "call": ("call", "заявка", "заявка"),
    "lead": ("lead", "перевес", "перевага"),
    "interval": ("{} % interval", "интервал {} %", "інтервал {} %"),
    "note": ("note", "примечание", "примітка"),
    "trumps": ("trumps", "козыри", "козирі"),
    "plays": ("plays, %", "играет, %", "грає, %"),
    "close_hands": ("close, %", "почти равны, %", "майже рівні, %"),
    "unseen_hands": ("never dealt, %", "не сдавались, %", "не здавалися, %"),
    "thumb": ("rule says", "по правилу", "за правилом"),
    "auction": ("auction", "торговля", "торгівля"),
    "opponent": ("opponent's cards", "карты противника", "карти суперника"),
    "outcome": ("outcome", "исход", "наслідок"),
    "declarer": ("declarer", "играющий", "граючий"),
    "written": ("written, mine : his", "записано, мне : ему", "записано, мені : йому"),
    "deal": ("deal", "сдача", "роздача"),
    "hands_share": ("hands, %", "рук, %", "рук, %"),
    "classes": ("classes", "классов", "класів"),
    "differ": ("calls differ, % of hands", "заявки разные, % рук", "заявки різні, % рук"),
    "differ_close": ("close in one, %", "где-то почти равны, %", "десь майже рівні, %"),
    "differ_clear": ("clear in both, %", "в обеих ясны, %", "в обох ясні, %"),
    "classes_clear": ("clear classes", "ясных классов", "ясних класів"),
    "clear": ("clear of 0", "отличны от 0", "відмінні від 0"),
    "sure": ("all at once", "все сразу", "усі одразу"),
    "over": ("over", "перед", "перед"),
    "change": ("B − A", "B − A", "B − A"),
    "moved": ("with a deal that differs", "с различной сдачей", "з різною роздачею"),
    "resolved": ("resolved", "различимы", "розрізнено"),
    "resolvable": ("half-width, usual", "полуширина, обычно", "півширина, зазвичай"),
    "calls_differ": ("calls differ", "заявки разные", "заявки різні"),
    "calls_resolved": ("of these resolved", "из них различимы", "з них розрізнено"),
    "forehand_plays": ("forehand plays, %", "первая рука играет, %", "перша рука грає, %"),
    "dealer_plays": ("dealer plays, %", "сдающий играет, %", "здавач грає, %"),
    "only_forehand": ("only forehand, %", "только первая рука, %", "лише перша рука, %"),
    "only_dealer": ("only the dealer, %", "только сдающий, %", "лише здавач, %"),
    "gap": ("dealer − forehand", "сдающий − первая рука", "здавач − перша рука"),
    "what": ("what", "что", "що"),
    "value": ("value", "значение", "значення"),
    # calls and notes
    "pass": ("pass", "пас", "пас"),
    "play_in": ("play {}", "играть {}", "грати {}"),
    "close": ("close", "почти равны", "майже рівні"),
    "worse": ("the other call looked better", "другая заявка казалась лучше", "інша заявка здавалася кращою"),
    "never_dealt": ("no deal told", "сдач не было", "роздач не було"),
    "not_reached": ("plays in round 1", "играет на первом круге", "грає на першому колі"),
    "or_more": ("{} or more", "{} или больше", "{} або більше"),
    "none": ("none", "нет", "немає"),
    # decisions
    "forehand_1": ("forehand, round 1", "первая рука, круг 1", "перша рука, коло 1"),
    "dealer_1": ("dealer, round 1", "сдающий, круг 1", "здавач, коло 1"),
    "forehand_2": ("forehand, round 2", "первая рука, круг 2", "перша рука, коло 2"),
    "dealer_2": ("dealer, round 2", "сдающий, круг 2", "здавач, коло 2"),
    # units
    "points": ("points", "очки", "очки"),
    "kush": ("kush", "куши", "куші"),
    "win": ("deals won minus lost", "выигранные сдачи минус проигранные", "виграні роздачі мінус програні"),
    # headings
    "about": ("chart {}: rules {}, {}", "таблица {}: правила {}, {}", "таблиця {}: правила {}, {}"),
    "learned": ("learned from {} deals", "обучена на {} сдачах", "навчена на {} роздачах"),
    "value_of_deal": (
        "a deal is worth {} to forehand",
        "сдача стоит первой руке {}",
        "роздача варта першій руці {}",
    ),
    "by_decision": ("By decision", "По решениям", "За рішеннями"),
    "map_title": (
        "What playing is ahead of passing: {}",
        "Перевес игры над пасом: {}",
        "Перевага гри над пасом: {}",
    ),
    "maps_title": (
        "What playing is ahead of passing",
        "Перевес игры над пасом",
        "Перевага гри над пасом",
    ),
    "upcard_rank": ("upcard {}", "вскрыта {}", "відкрито {}"),
    "bids_title": ("Surprising bids", "Неожиданная игра", "Несподівана гра"),
    "passes_title": ("Surprising passes", "Неожиданные пасы", "Несподівані паси"),
    "against_thumb": (
        "Where the chart differs from {}",
        "Где таблица расходится с {}",
        "Де таблиця розходиться з {}",
    ),
    "charts_title": ("A {} against B {}", "A {} против B {}", "A {} проти B {}"),
    "clearest": ("The clearest classes", "Самые ясные классы", "Найясніші класи"),
    "seats_title": ("Forehand against dealer", "Первая рука против сдающего", "Перша рука проти здавача"),
    "deals_title": ("By the same deals", "На тех же сдачах", "На тих самих роздачах"),
    # axes and legend
    "sides_axis": (
        "aces and tens beside the trumps",
        "тузы и десятки вне козырей",
        "тузи й десятки поза козирями",
    ),
    "trumps_axis": (
        "trumps: how many, and which of the high ones",
        "козыри: сколько и какие старшие",
        "козирі: скільки і які старші",
    ),
    "lead_axis": ("mean lead, {}", "средний перевес, {}", "середня перевага, {}"),
    "spans_zero": ("includes 0", "содержит 0", "містить 0"),
    "leads_past": ("play ahead", "игра впереди", "гра попереду"),
    "leads_behind": ("pass ahead", "пас впереди", "пас попереду"),
    # notes
    "map_note_1": (
        "The trump is the upcard's suit; a seven that may be exchanged counts as the upcard.",
        "Козырь — масть вскрытой карты; семёрка, которую можно обменять, считается вскрытой картой.",
        "Козир — масть відкритої карти; сімка, яку можна обміняти, вважається відкритою картою.",
    ),
    "map_note_2": (
        "The trump is the suit in which the six cards count most; a suit is named with a lead over the best other "
        "call, perhaps another suit.",
        "Козырь — масть, в которой шесть карт стоят больше всего; перевес названной масти взят над лучшей другой "
        "заявкой, возможно другой мастью.",
        "Козир — масть, у якій шість карт варті найбільше; перевагу названої масті взято над найкращою іншою "
        "заявкою, можливо іншою мастю.",
    ),
    "map_note": (
        "All hands weigh alike. ~: the {} % interval includes 0 (its width is an upper bound). Leads beyond ±{} count "
        "as that.",
        "Все руки весят одинаково. ~: интервал {} % содержит 0 (его ширина — оценка сверху). Перевесы больше ±{} "
        "считаются такими.",
        "Усі руки важать однаково. ~: інтервал {} % містить 0 (його ширина — оцінка згори). Переваги понад ±{} "
        "вважаються такими.",
    ),
    "query_note": (
        "Lead: what the call is worth above the best other one, in {}, if it comes to the decision.",
        "Перевес: насколько заявка лучше лучшей другой, {}, если до решения дойдёт.",
        "Перевага: наскільки заявка краща за найкращу іншу, {}, якщо до рішення дійде.",
    ),
    "surprise_note": (
        "Of {} classes in which the calls differ; each lead is clear of 0 by its own {} % interval, those marked ** by "
        "one that holds for all of them at once (Bonferroni). Sample deals: seed {}, both by the chart, play {}.",
        "Из {} классов с разными заявками; каждый перевес отличен от 0 по своему интервалу {} %, отмеченные ** — по "
        "интервалу для всех сразу (Бонферрони). Примеры сдач: зерно {}, оба по таблице, игра {}.",
        "З {} класів з різними заявками; кожна перевага відмінна від 0 за своїм інтервалом {} %, позначені ** — за "
        "інтервалом для всіх одразу (Бонферроні). Приклади роздач: зерно {}, обидва за таблицею, гра {}.",
    ),
    "no_surprise": (
        "In no class is the chart's lead over the other call clear of 0.",
        "Ни в одном классе перевес таблицы не отличается от 0.",
        "У жодному класі перевага таблиці не відрізняється від 0.",
    ),
    "calls_note": (
        "Only calls are compared: {}. A hand counts where both charts come to the decision with it. Clear: both leads "
        "are clear of 0 by {} % intervals that hold for all {} differing classes at once.",
        "Сравниваются только заявки: {}. Рука считается там, где с ней до решения доходят обе таблицы. Ясны: оба "
        "перевеса отличны от 0 по интервалам {} %, верным для всех различных классов сразу (их {}).",
        "Порівнюються лише заявки: {}. Рука рахується там, де з нею до рішення доходять обидві таблиці. Ясні: обидві "
        "переваги відмінні від 0 за інтервалами {} %, правильними для всіх різних класів одразу (їх {}).",
    ),
    "by_deals_above": (
        "what the rules change stands above",
        "что меняют правила, сказано выше",
        "що змінюють правила, сказано вище",
    ),
    "why_units": (
        "they count in different units",
        "у них разные единицы счёта",
        "у них різні одиниці рахунку",
    ),
    "why_auctions": ("their auctions differ", "у них разная торговля", "у них різна торгівля"),
    "why_packets": (
        "in one of them rights depend on which cards came first",
        "в одной права зависят от того, какие карты пришли первыми",
        "в одній права залежать від того, які карти прийшли першими",
    ),
    "why_play": (
        "their deals were played by different policies",
        "их сдачи сыграны разными стратегиями",
        "їхні роздачі зіграно різними стратегіями",
    ),
    "told_by": (
        "Leads are from {} deals, seed {}, apart from those of learning.",
        "Перевесы взяты из отдельных от обучения сдач: {}, зерно {}.",
        "Переваги взято з окремих від навчання роздач: {}, зерно {}.",
    ),
    "deals_note": (
        "{} deals, seed {}; both charts' rules on the same deals by A's calls, the value of the game held the same. "
        "Single classes: {} % intervals that hold for all {} at once (Bonferroni).",
        "Сдач {}, зерно {}; правила обеих таблиц на тех же сдачах при заявках A, цена игры одна и та же. Отдельные "
        "классы: интервалы {} %, верные для всех сразу (их {}, Бонферрони).",
        "Роздач {}, зерно {}; правила обох таблиць на тих самих роздачах за заявками A, ціна гри та сама. Окремі "
        "класи: інтервали {} %, правильні для всіх одразу (їх {}, Бонферроні).",
    ),
    "nothing_resolved": (
        "In no class can these deals tell the two rule sets apart: the differences are smaller than the half-widths.",
        "Ни в одном классе эти сдачи не различают двух правил: разности меньше полуширины интервалов.",
        "У жодному класі ці роздачі не розрізняють двох правил: різниці менші за півширину інтервалів.",
    ),
    "some_resolved": (
        "Told apart: {} of {} classes that have a deal which differs.",
        "Различимы: {} из {} классов, в которых есть различная сдача.",
        "Розрізнено: {} з {} класів, у яких є різна роздача.",
    ),
    "calls_unresolved": (
        "Where the two charts call otherwise ({} classes) the rules explain it in {}; elsewhere it is the error of "
        "learning, or too little to be told.",
        "Там, где заявки двух таблиц разные (классов {}), правила объясняют это в {}; в остальных это ошибка обучения "
        "или слишком мало, чтобы различить.",
        "Там, де заявки двох таблиць різні (класів {}), правила пояснюють це у {}; в решті це похибка навчання або "
        "замало, щоб розрізнити.",
    ),
    "seats_note": (
        "The same class at both seats: what playing is ahead of passing, errors taken as independent. Single classes: "
        "{} % intervals that hold for all {} at once (Bonferroni).",
        "Один класс на обоих местах: перевес игры над пасом, ошибки считаются независимыми. Отдельные классы: "
        "интервалы {} %, верные для всех сразу (их {}, Бонферрони).",
        "Один клас на обох місцях: перевага гри над пасом, похибки вважаються незалежними. Окремі класи: інтервали "
        "{} %, правильні для всіх одразу (їх {}, Бонферроні).",
    ),
    "partial": (
        "Interrupted after {} deals.",
        "Прервано; сыграно сдач: {}.",
        "Перервано; зіграно роздач: {}.",
    ),
    # estimates
    "deals_differ": (
        "deals that end otherwise for some call",
        "сдачи, которые при какой-то заявке кончаются иначе",
        "роздачі, що за якоїсь заявки закінчуються інакше",
    ),
    "deal_worth": ("a deal's worth to forehand", "цена сдачи для первой руки", "ціна роздачі для першої руки"),
    "calling": (
        "what calling brings over passing, {}",
        "что приносят заявки вместо паса, {}",
        "що приносять заявки замість паса, {}",
    ),
    "dealer_over_forehand": (
        "dealer minus forehand, round {}",
        "сдающий минус первая рука, круг {}",
        "здавач мінус перша рука, коло {}",
    ),
}


def chart_text(key: str, lang: str, *filled: str) -> str:
    """A word or sentence; raises ValueError for an unknown language, KeyError for an unknown text."""
    return CHART_TEXTS[key][LANGS.index(lang)].format(*filled)

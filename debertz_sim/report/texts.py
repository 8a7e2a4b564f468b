"""Titles, notes and headings of pictures and pages in English, Russian and Ukrainian; ``{…}`` are filled in."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from debertz_sim.report.labels import LANGS, count_label, decimal_text, metric_label, value_label

TEXTS = {
    # pictures: titles
    "margin_title": (
        "What the declarer wins or loses by",
        "С каким перевесом играющий взял или проиграл",
        "З якою перевагою граючий узяв або програв",
    ),
    "running_title": ("{} as the {} go by", "{}: оценка по ходу ({})", "{}: оцінка з перебігом ({})"),
    "differences_title": (
        "Differences on the same deals",
        "Разности на тех же сдачах",
        "Різниці на тих самих роздачах",
    ),
    "differences_apart_title": (
        "Differences, each on deals of its own",
        "Разности, у каждых правил свои сдачи",
        "Різниці, у кожних правил свої роздачі",
    ),
    "switches_title": (
        "One switch changed at a time",
        "Изменён только один переключатель",
        "Змінено лише один перемикач",
    ),
    "variants_title": ("Variant by variant", "По вариантам", "За варіантами"),
    "trumps_title": (
        "How the deal ends, by the declarer's trumps",
        "Исход по числу козырей играющего",
        "Наслідок за кількістю козирів граючого",
    ),
    "odds_title": ("Chances of melds", "Вероятности терцев", "Імовірності терців"),
    "odds_both_title": (
        "Chances of melds, exact and sampled",
        "Вероятности терцев, точные и по выборке",
        "Імовірності терців, точні й за вибіркою",
    ),
    "payoffs_title": (
        "What the row wins from the column",
        "Сколько строка выигрывает у столбца",
        "Скільки рядок виграє у стовпця",
    ),
    # pictures: axes and legends
    "margin_to_beat_axis": (
        "declarer's points minus those he must beat",
        "очки играющего минус те, что надо перебить",
        "очки граючого мінус ті, що треба перебити",
    ),
    "forehand_margin_axis": (
        "forehand's total minus the dealer's",
        "сумма первой руки минус сумма сдающего",
        "сума першої руки мінус сума здавача",
    ),
    "forehand_margin_title": (
        "By how much forehand is ahead",
        "На сколько впереди первая рука",
        "На скільки попереду перша рука",
    ),
    "estimate": ("estimate", "оценка", "оцінка"),
    "fixed_band": (
        "{} for a number of {} fixed before",
        "{} для заранее заданного числа {}",
        "{} для наперед заданої кількості {}",
    ),
    "sequence_band": (
        "{} for all looks together (confidence sequence)",
        "{} сразу для всех просмотров (доверительная последовательность)",
        "{} одразу для всіх переглядів (довірча послідовність)",
    ),
    "of_deals": ("deals", "сдач", "роздач"),
    "of_matches": ("matches", "партий", "партій"),
    "unit_deals": ("deals", "сдачи", "роздачі"),
    "unit_matches": ("matches", "партии", "партії"),
    "trumps_axis": (
        "declarer's trumps, after the exchange",
        "козырей у играющего после обмена",
        "козирів у граючого після обміну",
    ),
    "played_share_axis": ("share of played deals, %", "доля сыгранных сдач, %", "частка зіграних роздач, %"),
    "per_cent": ("{}, %", "{}, %", "{}, %"),
    "chance_axis": ("chance, %", "вероятность, %", "імовірність, %"),
    "errors_axis": (
        "sampled − exact, in standard errors",
        "выборка − точно, в станд. ошибках",
        "вибірка − точно, у станд. похибках",
    ),
    "sampled": ("sampled", "выборка", "вибірка"),
    "holds_exact": ("interval holds the exact value", "интервал содержит точное", "інтервал містить точне"),
    "misses_exact": ("interval misses it", "интервал не содержит его", "інтервал не містить його"),
    # pages
    "page_title": ("Debertz report", "Деберц: отчёт", "Деберц: звіт"),
    "contents": ("Contents", "Содержание", "Зміст"),
    "figures": ("Pictures", "Рисунки", "Рисунки"),
    "tables": ("Numbers", "Числа", "Числа"),
    "again": ("To do it again", "Как повторить", "Як повторити"),
    "again_check": ("and whether it comes out the same:", "и сверить результат:", "і звірити результат:"),
    "source": ("Where it comes from", "Откуда это", "Звідки це"),
    "rules_table": ("Rules", "Правила", "Правила"),
    "rules_differ": (
        "Switches in which the rules differ are marked.",
        "Отмечены переключатели, в которых правила различны.",
        "Позначено перемикачі, у яких правила різні.",
    ),
    "switch": ("switch", "переключатель", "перемикач"),
    "file": ("file", "файл", "файл"),
    "made_by": ("made by {}", "создано программой {}", "створено програмою {}"),
    "from_rows": (
        "Worked out from the rows of single deals.",
        "Вычислено по строкам отдельных сдач.",
        "Обчислено за рядками окремих роздач.",
    ),
    # notes below tables
    "match_unit": (
        "Deals of one match depend on each other: all intervals take the match as the unit.",
        "Сдачи одной партии зависят друг от друга: все интервалы считаются по партиям.",
        "Роздачі однієї партії залежать одна від одної: усі інтервали пораховано за партіями.",
    ),
    "apart": (
        "Not paired: the rule sets have different numbers of seats or cards. Each played deals of its own "
        "({} on), and a difference has the interval of independent samples.",
        "Не парами: в правилах разное число мест или карт. У каждых свои сдачи "
        "({}), и у разности интервал независимых выборок.",
        "Не парами: у правилах різна кількість місць або карт. У кожних свої роздачі "
        "({}), і різниця має інтервал незалежних вибірок.",
    ),
    "apart_from": ("{} from {}", "{} с номера {}", "{} з номера {}"),
    "all_at_once": (
        "The {} intervals hold all at once (Bonferroni's inequality); each alone has {} %.",
        "Интервалы (их {}) верны все сразу (неравенство Бонферрони); у каждого отдельно {} %.",
        "Інтервали (їх {}) правильні всі одразу (нерівність Бонферроні); у кожного окремо {} %.",
    ),
    "decided": (
        "{}: {} ahead, decided after {} deals.",
        "{}: впереди {}, решено на сдаче {}.",
        "{}: попереду {}, вирішено на роздачі {}.",
    ),
    "undecided": (
        "{}: not decided after {} deals.",
        "{}: после {} сдач не решено.",
        "{}: після {} роздач не вирішено.",
    ),
    "pair_ahead": ("{} ahead", "впереди {}", "попереду {}"),
    "pair_undecided": ("not decided", "не решено", "не вирішено"),
    "always": (
        "The intervals are those of confidence sequences: they hold at all looks together.",
        "Интервалы взяты из доверительных последовательностей: они верны при всех просмотрах сразу.",
        "Інтервали взято з довірчих послідовностей: вони правильні при всіх переглядах одразу.",
    ),
    "unpaired": (
        "{}, {}: for this width without common deals each rule set would need {} deals, {} times as many.",
        "{}, {}: без общих сдач для такой ширины каждым правилам нужно сдач: {} (отношение {}).",
        "{}, {}: без спільних роздач для такої ширини кожним правилам потрібно роздач: {} (відношення {}).",
    ),
    "show_deal": ("To see one: {}", "Показать одну: {}", "Показати одну: {}"),
    "reduced": (
        "Variance reduced by {}. Plain deals that one such deal is worth: {}.",
        "Дисперсия снижена: {}. Скольких обычных сдач стоит одна такая: {}.",
        "Дисперсію знижено: {}. Скількох звичайних роздач варта одна така: {}.",
    ),
    "league_sides": (
        "Every deal is played twice, with the sides changed; a margin is one side's points minus the other's.",
        "Каждая сдача сыграна дважды, со сменой сторон; перевес — очки одной стороны минус очки другой.",
        "Кожну роздачу зіграно двічі, зі зміною сторін; перевага — очки однієї сторони мінус очки іншої.",
    ),
    "league_alone": (
        "Every deal is played with one policy at each seat in turn and the other at all the rest; a margin is his "
        "points minus the mean of the others.",
        "Каждая сдача сыграна так, что одна стратегия сидит по очереди на каждом месте, а другая на всех остальных; "
        "перевес — её очки минус среднее остальных.",
        "Кожну роздачу зіграно так, що одна стратегія сидить по черзі на кожному місці, а інша на всіх решті; "
        "перевага — її очки мінус середнє решти.",
    ),
    "league_role": (
        "Role compared: {}. A margin is how much better one policy does in it than the other on the same deals.",
        "Роль: {}. Перевес — насколько одна стратегия в ней лучше другой на тех же сдачах.",
        "Роль: {}. Перевага — наскільки одна стратегія в ній краща за іншу на тих самих роздачах.",
    ),
    "given_known": (
        "Known cards, dealt there: {}",
        "Известные карты сданы на место: {}",
        "Відомі карти здано на місце: {}",
    ),
    "given_dealt": (
        "Dealt so that {}: probability {} = {} % exactly",
        "Сдано так, что {}: вероятность {} = {} % точно",
        "Здано так, що {}: імовірність {} = {} % точно",
    ),
    "given_kept": (
        "Kept where {}: {} of {} deals ({} %)",
        "Оставлены сдачи, где {}: {} из {} ({} %)",
        "Залишено роздачі, де {}: {} з {} ({} %)",
    ),
    "given_by_a": (
        "The condition is judged on A's deals; the others play the same ones.",
        "Условие проверяется на сдачах первых правил; остальные играют те же сдачи.",
        "Умову перевірено на роздачах перших правил; решта грають ті самі роздачі.",
    ),
    "first_differing": (
        "First deals whose outcome differs, {}: {}",
        "Первые сдачи с разным исходом, {}: {}",
        "Перші роздачі з різним наслідком, {}: {}",
    ),
}

# What the provenance keeps, as a page names it; what has no name here is left out.
PROVENANCE = {
    "command": ("command", "команда", "команда"),
    "rules_hash": ("hash of the rules", "хеш правил", "хеш правил"),
    "seed": ("seed", "зерно", "зерно"),
    "stream": ("version of the random stream", "версия случайного потока", "версія випадкового потоку"),
    "matches_requested": ("matches asked for", "партий запрошено", "партій запитано"),
    "matches_done": ("matches played", "партий сыграно", "партій зіграно"),
    "deals_requested": ("deals asked for", "сдач запрошено", "роздач запитано"),
    "deals_done": ("deals played", "сдач сыграно", "роздач зіграно"),
    "partial": ("interrupted", "прервано", "перервано"),
    "confidence": ("confidence", "доверие", "довіра"),
    "policies": ("policies", "стратегии", "стратегії"),
    "pairing": ("pairing", "пары", "пари"),
    "started": ("started", "начато", "розпочато"),
    "seconds": ("seconds", "секунд", "секунд"),
    "workers": ("threads", "потоков", "потоків"),
    "version": ("version of the program", "версия программы", "версія програми"),
    "git": ("commit", "коммит", "коміт"),
    "kernel_hash": ("hash of the compiled sources", "хеш компилируемых исходников", "хеш компільованих джерел"),
    "python": ("Python", "Python", "Python"),
    "numba": ("numba", "numba", "numba"),
    "numpy": ("numpy", "numpy", "numpy"),
}
METHODS = {
    "seats": ("seats", "места", "місця"),
    "suits": ("suits", "масти", "масті"),
    "strata": ("strata", "слои", "верстви"),
    "controls": ("controls", "контрольные величины", "контрольні величини"),
}
ANSWERS = {True: ("yes", "да", "так"), False: ("no", "нет", "ні")}
PAIRINGS = {
    "same deals": ("same deals", "те же сдачи", "ті самі роздачі"),
    "none": ("none", "нет", "немає"),
}


def text(key: str, lang: str, *filled: str) -> str:
    """A title, heading or sentence; raises ValueError for an unknown language, KeyError for an unknown text."""
    return TEXTS[key][LANGS.index(lang)].format(*filled)


def remarks(provenance: Mapping[str, Any], lang: str = "en") -> list[str]:
    """What a reader should know below a table."""
    if (provenance.get("options") or {}).get("kind") == "bid":
        from debertz_sim.report import bids

        return bids.remarks(provenance, lang)
    lines = []
    if provenance.get("interval_unit") == "match":
        lines.append(text("match_unit", lang))
    if "first_deals" in provenance:
        where = (text("apart_from", lang, arm, count_label(n, lang)) for arm, n in provenance["first_deals"].items())
        lines.append(text("apart", lang, ", ".join(where)))
    lines += _of_given(provenance, lang) + _of_league(provenance, lang)
    for pair, deals in provenance.get("first_differing", {}).items():
        if deals:
            lines.append(text("first_differing", lang, pair, ", ".join(map(str, deals))))
            lines.append(text("show_deal", lang, _commands(provenance, pair, deals[0])))
    return [*lines, *_of_precision(provenance, lang)]


def _of_league(provenance: Mapping[str, Any], lang: str) -> list[str]:
    """How the seats of a league change."""
    options, rules = provenance.get("options") or {}, provenance.get("rules") or {}
    if options.get("kind") != "league":
        return []
    if options["role"]:
        return [text("league_role", lang, value_label(options["role"], lang))]
    sides = rules.get("players") == 2 or rules.get("sides") == "pairs"
    return [text("league_sides" if sides else "league_alone", lang)]


def _of_given(provenance: Mapping[str, Any], lang: str) -> list[str]:
    """Which deals were looked at."""
    given = provenance.get("given")
    if not given:
        return []
    lines = []
    if given["known"]:
        lines.append(text("given_known", lang, shlex.join(given["known"])))
    if given["dealt"]:
        percent = decimal_text(f"{100 * float(Fraction(given['probability'])):.6g}", lang)
        lines.append(text("given_dealt", lang, given["dealt"], given["probability"], percent))
    if given["judged"]:
        kept, done = provenance["deals_kept"], provenance["deals_done"]
        percent = decimal_text(f"{100 * kept / max(done, 1):.4g}", lang)
        lines.append(
            text("given_kept", lang, given["judged"], count_label(kept, lang), count_label(done, lang), percent)
        )
    if "arms" in provenance and given["condition"]:
        lines.append(text("given_by_a", lang))
    return lines


def _commands(provenance: Mapping[str, Any], pair: str, deal: int) -> str:
    """The commands that show a deal under both rule sets of a difference ``B-A``."""
    other, _, base = pair.partition("-")
    known = provenance.get("show", {})
    return "; ".join(f"{known[arm]} --index {deal}" for arm in (base, other) if arm in known)


def _of_precision(provenance: Mapping[str, Any], lang: str) -> list[str]:
    """How wide the intervals are and why, and who is ahead."""
    lines = []
    if verdict := provenance.get("verdict"):
        lines += [_verdict(verdict, lang), text("always", lang)]
    if members := provenance.get("simultaneous"):
        level = 100 * (1 - (1 - provenance["confidence"]) / members)
        lines.append(text("all_at_once", lang, count_label(members, lang), decimal_text(f"{level:.6g}", lang)))
    headline, done = provenance.get("options", {}).get("headline", ""), provenance.get("deals_done")
    for pair, needed in provenance.get("unpaired_deals", {}).items():
        if headline in needed and done:
            deals = count_label(needed[headline], lang)
            ratio = needed[headline] / done
            times = count_label(round(ratio), lang) if ratio >= 100 else decimal_text(f"{ratio:.3g}", lang)
            lines.append(text("unpaired", lang, metric_label(headline, lang), pair, deals, times))
    if reduction := provenance.get("reduction"):
        methods = ", ".join(METHODS[method][LANGS.index(lang)] for method in reduction["methods"])
        lines.append(text("reduced", lang, methods, "; ".join(_gains(reduction["factors"], headline, lang))))
    return lines


def _verdict(verdict: Mapping[str, Any], lang: str) -> str:
    metric, deals = metric_label(verdict["metric"], lang), count_label(verdict["deals"], lang)
    if verdict["ahead"] is not None:
        line = text("decided", lang, metric, verdict["ahead"], deals)
    else:
        line = text("undecided", lang, metric, deals)
    if len(verdict["pairs"]) == 1:
        return line
    each = (
        f"{pair}: {text('pair_ahead', lang, ahead) if ahead else text('pair_undecided', lang)}"
        for pair, ahead in verdict["pairs"].items()
    )
    return f"{line} {'; '.join(each)}."


def _gains(factors: Mapping[str, Mapping[str, float]], headline: str, lang: str) -> list[str]:
    """What the headline gained, by arm."""
    found = []
    for arm, by_metric in factors.items():
        if headline in by_metric:
            name = ", ".join(part for part in (metric_label(headline, lang), arm) if part)
            found.append(f"{name} {decimal_text(f'{by_metric[headline]:.3g}', lang)}")
    return found

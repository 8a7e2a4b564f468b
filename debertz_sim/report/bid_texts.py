"""Sentences below the tables of bids, in English, Russian and Ukrainian; ``{…}`` are filled in."""

from __future__ import annotations

from debertz_sim.report.labels import LANGS

BIDS = {
    "ahead": (
        "{} is ahead of {} by {} points {}: decided after {} deals, by a confidence sequence.",
        "{} впереди ({} на втором месте, разность {} {}): решено на сдаче {}, по доверительной последовательности.",
        "{} попереду ({} на другому місці, різниця {} {}): вирішено на роздачі {}, за довірчою послідовністю.",
    ),
    "not_decided": (
        "Not decided yet: {} seems ahead of {} by {} points {} after {} deals; it is the best call with chance {}.",
        "Ещё не решено: {} как будто впереди ({} на втором месте, разность {} {}) после сдач: {}; вероятность, что это "
        "лучшая заявка: {}.",
        "Ще не вирішено: {} начебто попереду ({} на другому місці, різниця {} {}) після роздач: {}; імовірність, що це "
        "найкраща заявка: {}.",
    ),
    "only_call": ("Only {} is legal.", "Разрешена только заявка {}.", "Дозволено лише заявку {}."),
    "values": (
        "Margins are written points of this deal, mine minus theirs; a hanging pot counts for nobody.",
        "Перевес — записанные очки этой сдачи, мои минус чужие; висячие очки не достаются никому.",
        "Перевага — записані очки цієї роздачі, мої мінус чужі; висячі очки не дістаються нікому.",
    ),
    "game_given": (
        "A deal is worth {} points to forehand (given): so much a deal that is dealt anew counts.",
        "Сдача стоит для первой руки {} очков (задано): столько засчитано за новую сдачу.",
        "Роздача коштує для першої руки {} очок (задано): стільки зараховано за нову роздачу.",
    ),
    "game_sampled": (
        "A deal is worth {} ± {} points to forehand ({} deals of the same policies, play {}): so much a deal that is "
        "dealt anew counts.",
        "Сдача стоит для первой руки {} ± {} очков (сдач теми же стратегиями: {}, игра {}): столько засчитано за новую "
        "сдачу.",
        "Роздача коштує для першої руки {} ± {} очок (роздач тими самими стратегіями: {}, гра {}): стільки зараховано "
        "за нову роздачу.",
    ),
    "game_chart": (
        "A deal is worth {} points to forehand (by {}): so much a deal that is dealt anew counts.",
        "Сдача стоит для первой руки {} очков ({}): столько засчитано за новую сдачу.",
        "Роздача коштує для першої руки {} очок ({}): стільки зараховано за нову роздачу.",
    ),
    "later": (
        "If all pass in round 1, I call {} in round 2: the best call in {} other deals.",
        "Если на круге 1 все пасуют, на круге 2 моя заявка {}: лучшая на других сдачах (их {}).",
        "Якщо на колі 1 усі пасують, на колі 2 моя заявка {}: найкраща на інших роздачах (їх {}).",
    ),
    "later_policy": (
        "My later calls are those of bidding {}.",
        "Мои следующие заявки — по стратегии {}.",
        "Мої наступні заявки — за стратегією {}.",
    ),
    "dealt": (
        "The opponent has passed: {} deals were dealt for each in which he would.",
        "Противник спасовал: на каждую сдачу, где он пасует, пришлось сдать {}.",
        "Суперник спасував: на кожну роздачу, де він пасує, довелося здати {}.",
    ),
    "open_bias": (
        "Open hands: both see all cards. On average that gives the declarer {} {} points in tricks and {} {} of made "
        "bids more than {} has ({}).",
        "Открытые карты: оба видят все карты. В среднем это даёт играющему на {} {} очков во взятках и на {} {} "
        "сыгранных заявок больше, чем у {} ({}).",
        "Відкриті карти: обидва бачать усі карти. У середньому це дає граючому на {} {} очок у взятках і на {} {} "
        "зіграних заявок більше, ніж у {} ({}).",
    ),
    "match": (
        "Match: from {}:{} with {} points hanging, played on to {} by the same policies.",
        "Партия: со счёта {}:{}, висит очков: {}, доиграна до {} теми же стратегиями.",
        "Партія: з рахунку {}:{}, висить очок: {}, дограно до {} тими самими стратегіями.",
    ),
}


def said(key: str, lang: str, *filled: str) -> str:
    """A sentence; raises ValueError for an unknown language, KeyError for an unknown key."""
    return BIDS[key][LANGS.index(lang)].format(*filled)

"""Tables and remarks of bids: the calls side by side, what becomes of a pass, what drives it, some deals; batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from debertz_sim.report.bid_texts import said
from debertz_sim.report.labels import (
    count_label,
    decimal_text,
    interval_label,
    key_label,
    metric_label,
    value_label,
    word,
)
from debertz_sim.report.tables import Sheet, cells, decimals
from debertz_sim.stats import Estimate

FACTORS = (
    "my_trumps",
    "opponent_trumps",
    "my_side_aces",
    "sequences_to",
    "bella_to",
    "second_good",
)
PLAYED = ("made", "baid", "hanging_baid")
CHANCES = ("deal_won", "match_won")
ALONE = {"call"}


class Bid:
    """The estimates of a bid, to be asked by metric and group."""

    def __init__(self, estimates: Iterable[Estimate]) -> None:
        self.estimates = list(estimates)
        self.known = {(e.metric, frozenset(e.group.items())): e for e in self.estimates}
        self.calls = [str(e.group["call"]) for e in self.estimates if e.metric == "margin" and set(e.group) == ALONE]

    def get(self, metric: str, **group: str | int) -> Estimate | None:
        """The estimate of this metric and group, if there is one."""
        return self.known.get((metric, frozenset(group.items())))

    def all_of(self, metric: str, *keys: str) -> list[Estimate]:
        """Those of a metric whose group has exactly these keys."""
        return [e for e in self.estimates if e.metric == metric and set(e.group) == set(keys)]


def sheets(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str) -> list[Sheet]:
    """The tables of one bid, or of a batch one line a hand."""
    if "hands" in provenance["options"]:
        return [_batch(estimates, provenance, lang)]
    bid = Bid(estimates)
    found = [_calls(bid, provenance, lang)]
    if bid.all_of("becomes", "call", "declarer", "trump"):
        found.append(_becomes(bid, provenance, lang))
    if bid.all_of("margin_from", "call", "part"):
        found += [_parts(bid, provenance, lang), *_factors(bid, provenance, lang)]
    return [*found, _deals(provenance, lang)]


def _interval(provenance: Mapping[str, Any], lang: str) -> str:
    return interval_label(provenance.get("confidence"), lang)


def _cells(estimate: Estimate | None, lang: str) -> tuple[str, str]:
    return ("", "") if estimate is None else cells(estimate, lang)


def _one(estimate: Estimate | None, lang: str) -> str:
    """Value and interval in one cell; without an interval (as it should have none) the value alone."""
    if estimate is not None and estimate.low is None and estimate.value is not None:
        return decimal_text(f"{100 * estimate.value:.1f}", lang) + " %"
    return " ".join(filter(None, _cells(estimate, lang)))


def _calls(bid: Bid, provenance: Mapping[str, Any], lang: str) -> Sheet:
    """A line for each call, the best first."""
    chances = [metric for metric in CHANCES if bid.all_of(metric, "call")]
    headers = [word("call", lang), metric_label("margin", lang), _interval(provenance, lang)]
    headers += [metric_label("best_probability", lang)]
    headers += [word("as_declarer", lang).format(metric_label(metric, lang)) for metric in PLAYED]
    headers += [metric_label(metric, lang) for metric in chances]
    rows = []
    for call in sorted(bid.calls, key=lambda name: -(getattr(bid.get("margin", call=name), "value", 0.0) or 0.0)):
        row = [value_label(call, lang), *_cells(bid.get("margin", call=call), lang)]
        row.append(_one(bid.get("best_probability", call=call), lang))
        row += [_one(bid.get(metric, call=call, declarer="me"), lang) for metric in PLAYED]
        rows.append([*row, *(_one(bid.get(metric, call=call), lang) for metric in chances)])
    return Sheet(headers, rows, frozenset({1, 3}))


def _becomes(bid: Bid, provenance: Mapping[str, Any], lang: str) -> Sheet:
    """What becomes of the calls after which several things may happen."""
    headers = [word("call", lang), word("then", lang), word("share_of_worlds", lang)]
    headers += [metric_label("margin", lang), _interval(provenance, lang)]
    headers += [metric_label(metric, lang) for metric in PLAYED]
    rows = []
    for call in dict.fromkeys(str(e.group["call"]) for e in bid.all_of("becomes", "call", "declarer", "trump")):
        name = value_label(call, lang)
        for share in bid.all_of("declared_by", "call", "declarer"):
            declarer = str(share.group["declarer"])
            ends = [bid.get(metric, call=call, declarer=declarer) for metric in PLAYED]
            if share.group["call"] == call and share.k and declarer != "nobody":
                then = _plays(declarer, word("any_suit", lang), lang)
                rows.append([name, then, _one(share, lang), "", "", *(_one(end, lang) for end in ends)])
        for share in bid.estimates:
            if share.metric == "becomes" and share.group["call"] == call:
                margin = bid.get("margin", **share.group)
                rows.append([name, _then(share.group, lang), _one(share, lang), *_cells(margin, lang), "", "", ""])
    return Sheet(headers, rows, frozenset({3}))


def _then(group: Mapping[str, Any], lang: str) -> str:
    """Who plays what, in words."""
    if "trump" not in group:
        return word("dealt_anew", lang)
    return _plays(group["declarer"], value_label(group["trump"], lang), lang)


def _plays(declarer: str, suit: str, lang: str) -> str:
    key = "me_plays" if declarer == "me" else "opponent_plays"
    return word(key, lang).format(suit)


def _parts(bid: Bid, provenance: Mapping[str, Any], lang: str) -> Sheet:
    """What the margins are made of."""
    headers = [word("call", lang), metric_label("margin_from", lang), word("value", lang), _interval(provenance, lang)]
    rows = [
        [value_label(e.group["call"], lang), value_label(e.group["part"], lang), *cells(e, lang)]
        for e in bid.all_of("margin_from", "call", "part")
    ]
    return Sheet(headers, rows, frozenset({2}))


def _factors(bid: Bid, provenance: Mapping[str, Any], lang: str) -> list[Sheet]:
    """How much of the spread each factor explains, then the margins by factor."""
    explained = bid.all_of("spread_explained", "call", "factor")
    if not explained:
        return []
    headers = [
        word("call", lang),
        word("factor", lang),
        metric_label("spread_explained", lang),
        _interval(provenance, lang),
    ]
    rows = [
        [value_label(e.group["call"], lang), value_label(e.group["factor"], lang), *cells(e, lang)]
        for e in sorted(explained, key=lambda e: (bid.calls.index(str(e.group["call"])), -(e.value or 0.0)))
    ]
    found = [Sheet(headers, rows, frozenset({2}))]
    headers = [word("call", lang), word("factor", lang), metric_label("margin", lang), _interval(provenance, lang), "n"]
    rows = []
    for e in bid.estimates:
        factor = next((key for key in e.group if key in FACTORS), None)
        if e.metric == "margin" and factor:
            by = f"{key_label(factor, lang)} {value_label(e.group[factor], lang)}"
            rows.append([value_label(e.group["call"], lang), by, *cells(e, lang), count_label(e.n or 0, lang)])
    return [*found, Sheet(headers, rows, frozenset({2, 4}))]


def _deals(provenance: Mapping[str, Any], lang: str) -> Sheet:
    """Some deals of the sample, with what becomes of each call."""
    headers = ["", f"{value_label('me', lang)}: {word('second_packet', lang)}", value_label("opponent", lang)]
    headers += [word("second_packet", lang), word("freza", lang), word("call", lang), word("then", lang)]
    headers.append(word("written", lang))
    rows = []
    for number, deal in enumerate(provenance["samples"], 1):
        packets = [_pretty(text, lang) for text in (deal["me"][1], *deal["opponent"], deal["freza"])]
        for place, (call, told) in enumerate(deal["calls"].items()):
            head = ["", "", "", "", ""] if place else [str(number), *packets]
            written = "" if told["written"] is None else f"{told['written'][0]} : {told['written'][1]}"
            rows.append([*head, value_label(call, lang), _told(told, lang), written])
    return Sheet(headers, rows, frozenset({7}))


def _pretty(cards: str, lang: str) -> str:
    """Cards as a language writes them, with their suits' signs."""
    return " ".join("".join(value_label(letter, lang) for letter in card) for card in cards.split())


def _told(told: Mapping[str, Any], lang: str) -> str:
    outcome = value_label(told["outcome"], lang)
    return outcome if told["declarer"] is None else f"{_then(told, lang)}, {outcome}"


def _batch(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str) -> Sheet:
    """A line for each hand: its best call, with lead and chance."""
    headers = [word(key, lang) for key in ("hand", "six", "upcard", "seat", "round", "best")]
    headers += [metric_label("margin", lang), metric_label("lead", lang), _interval(provenance, lang)]
    headers += [metric_label("best_probability", lang), word("decided", lang)]
    per_hand: dict[int, list[Estimate]] = {}
    for e in estimates:
        if "hand" in e.group:
            per_hand.setdefault(int(e.group["hand"]), []).append(e)
    rows = []
    for number, spot in enumerate(provenance["options"]["hands"]):
        told = provenance["decisions"][number]
        its = {(e.metric, e.group.get("call"), e.group.get("over")): e for e in per_hand.get(number, [])}
        best, over = told["best"], told["over"]
        row = [str(number), _pretty(spot["hand"], lang), _pretty(spot["upcard"], lang), value_label(spot["seat"], lang)]
        row += [str(spot["round"]), value_label(best, lang), _cells(its.get(("margin", best, None)), lang)[0]]
        row += _cells(its.get(("lead", best, over)), lang)
        row.append(_one(its.get(("best_probability", best, None)), lang))
        rows.append([*row, value_label("yes" if told["decided"] else "no", lang)])
    return Sheet(headers, rows, frozenset({0, 6, 7, 9}))


def remarks(provenance: Mapping[str, Any], lang: str) -> list[str]:
    """What a reader should know below the tables: who is ahead, what a pass and a new deal count, what is bent."""
    options, value = provenance["options"], provenance["game_value"]
    lines = []
    if "hands" not in options:
        lines.append(_verdict(provenance["decision"], lang))
        lines += _of_later(provenance, lang)
        if options["round"] == 2 or options["seat"] == "dealer":
            lines.append(said("dealt", lang, _number(provenance["dealt_for_a_world"], 0.01, lang)))
    lines.append(said("values", lang))
    if value["source"] == "given":
        lines.append(said("game_given", lang, decimal_text(f"{value['value']:g}", lang)))
    elif value["source"] == "sampled":
        numbers = _number(value["value"], value["se"], lang), _number(value["se"], value["se"], lang)
        lines.append(said("game_sampled", lang, *numbers, count_label(value["deals"], lang), value["play"]))
    elif value["source"] != "unused":
        lines.append(said("game_chart", lang, _number(value["value"], value["se"] or 0.01, lang), value["source"]))
    if options["score"]:
        own, other = options["score"]
        target = str(provenance["rules"]["target"])
        lines.append(said("match", lang, str(own), str(other), str(options["pot"]), target))
    return [*lines, *_of_open_hands(provenance, lang)]


def _number(number: float, error: float, lang: str) -> str:
    """A number with as many decimals as its error tells."""
    return decimal_text(f"{number:.{decimals(error) if error > 0 else 2}f}", lang)


def _verdict(told: Mapping[str, Any], lang: str) -> str:
    best = value_label(told["best"], lang)
    if told["over"] is None:
        return said("only_call", lang, best)
    lead = Estimate("lead", {}, told["lead"], told["low"], told["high"], None, None, None, "normal")
    filled = [best, value_label(told["over"], lang), *cells(lead, lang), count_label(told["worlds"], lang)]
    if told["decided"]:
        return said("ahead", lang, *filled)
    return said("not_decided", lang, *filled, decimal_text(f"{100 * told['best_probability']:.1f}", lang) + " %")


def _of_later(provenance: Mapping[str, Any], lang: str) -> list[str]:
    later = provenance["later_call"]
    if later["call"] is not None:
        return [said("later", lang, value_label(later["call"], lang), count_label(later["worlds"], lang))]
    return [said("later_policy", lang, later["by"])] if later["by"] else []


def _of_open_hands(provenance: Mapping[str, Any], lang: str) -> list[str]:
    bias = provenance.get("open_hands_bias")
    if not bias:
        return []
    numbers: list[str] = []
    for name in ("margin_in_tricks", "made"):
        of = Estimate.from_dict(bias[name])
        numbers += cells(of, lang)
    return [said("open_bias", lang, *numbers, bias["than"], bias["source"])]

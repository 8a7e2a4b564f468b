"""What can be told apart: two charts by their calls, two rule sets by the same deals, forehand against dealer.

Every list of single classes allows for its many comparisons by Bonferroni's inequality, which holds however the classes
depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.compare import Differences, Pair, pair
from debertz_sim.charts.game import Game, Rows
from debertz_sim.charts.view import (
    bounded_errors,
    cards_of_class,
    classes,
    errors_of,
    one_name,
    plays,
    reached,
    signed,
    suit_named,
    told_by,
)
from debertz_sim.policies.charted import DECISIONS, FIRST_ROUND, SECOND_ROUND, Chart
from debertz_sim.stats import NUMBER, POINTS, Estimate, family_confidence, wilson, z_value

_SLOTS_SHOWN = (1, 2, 3)
Row = dict[str, Any]


class Told(NamedTuple):
    """A comparison: estimates, one row a decision, and the clearest classes; ``compared``: how many tests."""

    estimates: list[Estimate]
    decisions: list[Row]
    classes: list[Row]
    compared: int


def _share(which: NDArray[np.bool_]) -> float:
    sizes = classes().sizes
    return round(float(sizes[which].sum() / sizes.sum()), 6)


def _cards(index: int) -> Row:
    cards = cards_of_class(index)
    return {"hand": cards.text, "upcard": cards.upcard_text, "hand_class": index}


def _name(calls: NDArray[Any], place: int, index: int) -> str:
    found = suit_named(int(calls[index]), place, cards_of_class(index), _SLOTS_SHOWN)
    return found or "pass"


def _mean(metric: str, group: Mapping[str, str], sums: Iterable[float], n: int, unit: str, z: float) -> Estimate:
    """Mean of ``n`` numbers from their sum and sum of squares."""
    total, squares = sums
    if n < 2:
        return Estimate(metric, group, None, None, None, None, n, None, "normal", None, unit)
    mean = float(total) / n
    se = float(np.sqrt(max(0.0, float(squares) / n - mean * mean) / (n - 1)))
    return Estimate(metric, group, mean, mean - z * se, mean + z * se, se, n, None, "normal", None, unit)


# Two charts by their calls alone


def calls_apart(a: Chart, b: Chart, confidence: float, count: int) -> Told:
    """Where the calls of two charts differ, and where both are clear of the other calls.

    A hand counts at decisions to which both come with it.  ``clear``: both leads are clear of 0, by intervals that hold
    for all differing classes at once; the classes are those, the least clear of each pair deciding the order.
    """
    mine, theirs = one_name(a.calls), one_name(b.calls)
    there = np.array([reached(mine, place) & reached(theirs, place) for place in range(len(DECISIONS))])
    differ = there & (mine != theirs)
    compared = max(1, int(differ.sum()))
    z = z_value(family_confidence(confidence, compared))
    errors = [np.array([errors_of(chart, place) for place in range(len(DECISIONS))]) for chart in (a, b)]
    sure = np.minimum(a.leads / errors[0], b.leads / errors[1])  # of the less clear one; 0 where never seen
    clear, near = differ & (sure > z), differ & (sure <= z_value(confidence))
    decisions = [
        {
            "decision": decision,
            "hands": _share(there[place]),
            "differ": _share(differ[place]),
            "close": _share(near[place]),
            "clear": _share(clear[place]),
            "classes": int(differ[place].sum()),
            "classes_clear": int(clear[place].sum()),
        }
        for place, decision in enumerate(DECISIONS)
    ]
    rows = []
    for place, index in _largest(np.where(clear, sure, -np.inf), count):
        row = {"decision": DECISIONS[place], **_cards(index)}
        for name, chart, its in (("a", a, errors[0]), ("b", b, errors[1])):
            row[f"call_{name}"] = _name(chart.calls[place], place, index)
            row[f"lead_{name}"] = round(float(chart.leads[place, index]), 4)
            row[f"se_{name}"] = round(float(its[place, index]), 4)
        rows.append(row)
    return Told([], decisions, rows, compared)


def _largest(what: NDArray[Any], count: int) -> list[tuple[int, int]]:
    """The places and classes of the largest finite numbers, largest first."""
    flat = what.ravel()
    count = min(count, int(np.isfinite(flat).sum()))
    if count == 0:
        return []
    some = np.argpartition(-flat, count - 1)[:count]
    order = some[np.lexsort((some, -flat[some]))]
    return [(int(number) // what.shape[1], int(number) % what.shape[1]) for number in order]


# Two rule sets by the same deals


def rules_apart(
    game: Game, found: Differences, rows: Rows, calls: tuple[Chart, Chart | None], confidence: float, count: int
) -> Told:
    """What deals played under both rules tell; ``calls``: A's chart and, if there is one, B's.

    Of each class the difference B - A of A's lead over the best other call, or where B's chart calls otherwise over
    that call.
    """
    unit = POINTS if game.unit == "points" else NUMBER
    z = z_value(confidence)
    estimates = [
        wilson(found.differing, found.deals, confidence, metric="deals_differ"),
        _mean("deal_worth", {"arm": "B-A"}, found.worth, found.deals, unit, z),
    ]
    a = calls[0]
    b_calls = a.calls if calls[1] is None else one_name(calls[1].calls)
    a_calls = one_name(a.calls)
    pairs = [pair(game, found, rows, place, a_calls[place], b_calls[place]) for place in range(len(DECISIONS))]
    compared = max(1, sum(int(its.moved.sum()) for its in pairs))
    wide = z_value(family_confidence(confidence, compared))
    decisions, clear = [], []
    for place, its in enumerate(pairs):
        name = DECISIONS[place]
        if place in FIRST_ROUND or _may_pass(game, place):
            estimates.append(
                _mean("calling", {"decision": name, "arm": "B-A"}, found.calling[place], found.deals, unit, z)
            )
        resolved = its.moved & (np.abs(its.change) > wide * its.change_se)
        differ = np.zeros_like(resolved) if calls[1] is None else a_calls[place] != b_calls[place]
        differ &= reached(a_calls, place) & reached(b_calls, place)
        clear.append(np.where(resolved, np.abs(its.change) / np.where(its.moved, its.change_se, 1), -np.inf))
        decisions.append(_decision(name, its, resolved, differ, wide))
    listed = [
        _class_row(place, index, pairs[place], a_calls, wide) for place, index in _largest(np.array(clear), count)
    ]
    return Told(estimates, decisions, listed, compared)


def changed_classes(game: Game, found: Differences, rows: Rows, charts: tuple[Chart, Chart]) -> dict[str, list[Any]]:
    """Columns of every class in which a deal differs, at every decision: both calls, A's lead, and B - A of it."""
    a_calls, b_calls = (one_name(chart.calls) for chart in charts)
    parts: dict[str, list[Any]] = {}
    for place, decision in enumerate(DECISIONS):
        its = pair(game, found, rows, place, a_calls[place], b_calls[place])
        index = np.flatnonzero(its.moved)
        columns = {
            "decision": np.full(len(index), decision),
            "hand_class": index,
            "call_a": a_calls[place][index],
            "call_b": b_calls[place][index],
            "over": its.rival[index],
            "lead_a": its.lead[index],
            "lead_a_se": its.lead_se[index],
            "change": its.change[index],
            "change_se": its.change_se[index],
        }
        for name, column in columns.items():
            parts.setdefault(name, []).append(column)
    return {name: np.concatenate(its).tolist() for name, its in parts.items()}


def _may_pass(game: Game, place: int) -> bool:
    return place not in SECOND_ROUND or DECISIONS[place].startswith("forehand") or game.rules.all_pass != "obliged"


def _decision(name: str, its: Pair, resolved: NDArray[np.bool_], differ: NDArray[np.bool_], wide: float) -> Row:
    """How much can be told of one decision; ``differ``: where the two charts call otherwise."""
    width = wide * its.change_se[its.moved]
    return {
        "decision": name,
        "classes": int(its.known.sum()),
        "moved": int(its.moved.sum()),
        "resolved": int(resolved.sum()),
        "resolvable": round(float(np.median(width)), 3) if width.size else None,
        "largest": round(float(np.abs(its.change[its.moved]).max()), 3) if width.size else None,
        "calls_differ": int(differ.sum()),
        "calls_differ_hands": _share(differ),
        "calls_resolved": int((differ & resolved & (its.change < 0)).sum()),
    }


def _class_row(place: int, index: int, its: Pair, a_calls: NDArray[np.uint8], wide: float) -> Row:
    change, se = float(its.change[index]), float(its.change_se[index])
    return {
        "decision": DECISIONS[place],
        **_cards(index),
        "call": _name(a_calls[place], place, index),
        "over": _name(its.rival, place, index),
        "lead_a": round(float(its.lead[index]), 3),
        "change": round(change, 4),
        "low": round(change - wide * se, 4),
        "high": round(change + wide * se, 4),
        "se": round(se, 4),
    }


# Forehand against dealer


def seats_apart(chart: Chart, confidence: float, count: int) -> Told:
    """The same class at forehand and dealer: what playing is ahead of passing for the dealer, minus for forehand.

    Their errors count as independent: the two hold different cards in the same deals.
    """
    sizes = classes().sizes
    both = [(signed(chart, place), signed(chart, place + 1)) for place in (0, 2)]
    known = np.array([a.seen & b.seen for a, b in both])
    change = np.where(known, [b.leads - a.leads for a, b in both], 0)
    errors = np.where(known, [np.hypot(a.errors, b.errors) for a, b in both], 1)
    compared = max(1, int(known.sum()))
    wide, z = z_value(family_confidence(confidence, compared)), z_value(confidence)
    resolved = known & (np.abs(change) > wide * errors)
    estimates, decisions = [], []
    for row, place in enumerate((0, 2)):
        number = "1" if place == 0 else "2"
        weights = np.where(known[row], sizes, 0).astype(float)
        total = float(weights.sum())
        mean = float(weights @ change[row]) / total if total else 0.0
        se = float(bounded_errors(((weights * errors[row]) ** 2).sum(), (weights * errors[row]).sum(), total))
        unit = POINTS if chart.unit == "points" else NUMBER
        if total:
            estimates.append(
                Estimate(
                    "dealer_over_forehand",
                    {"round": number},
                    mean,
                    mean - z * se,
                    mean + z * se,
                    se,
                    told_by(chart)[0],
                    None,
                    "normal",
                    None,
                    unit,
                )
            )
        calls = [plays(chart.calls, place), plays(chart.calls, place + 1)]
        differ = calls[0] != calls[1]
        decisions.append(
            {
                "round": int(number),
                "forehand_plays": _share(calls[0]),
                "dealer_plays": _share(calls[1]),
                "only_forehand": _share(calls[0] & ~calls[1]),
                "only_dealer": _share(calls[1] & ~calls[0]),
                "classes": int(known[row].sum()),
                "resolved": int(resolved[row].sum()),
                "calls_resolved": int((differ & resolved[row]).sum()),
            }
        )
    listed = []
    for row, index in _largest(np.where(resolved, np.abs(change) / errors, -np.inf), count):
        place = 2 * row
        its = {"round": row + 1, **_cards(index)}
        for seat, shift in (("forehand", 0), ("dealer", 1)):
            its[f"{seat}_call"] = _name(chart.calls[place + shift], place + shift, index)
            its[f"{seat}_lead"] = round(float(both[row][shift].leads[index]), 3)
        gap, se = float(change[row, index]), float(errors[row, index])
        its |= {
            "change": round(gap, 3),
            "low": round(gap - wide * se, 3),
            "high": round(gap + wide * se, 3),
            "se": round(se, 4),
        }
        listed.append(its)
    return Told(estimates, decisions, listed, compared)

"""Views of a bidding chart as tables to read: text, Markdown, or a page with pictures."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from debertz_sim.report.chart_texts import chart_text
from debertz_sim.report.heatmap import heat_maps, sides_label, trumps_label
from debertz_sim.report.labels import count_label, decimal_text, interval_label, level_text, value_label
from debertz_sim.report.page import POLICY, STYLE, figure_tag
from debertz_sim.report.tables import Sheet, cells, sheet_text
from debertz_sim.stats import Estimate

if TYPE_CHECKING:
    from debertz_sim.charts.show import Map

Row = Mapping[str, Any]
SIGNS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}


class Part(NamedTuple):
    """A heading, tables, and what is to be known of them; ``maps`` are drawn on a page instead of their tables."""

    title: str
    sheets: Sequence[Sheet]
    notes: Sequence[str] = ()
    maps: Sequence[Map] = ()


def render_parts(parts: Sequence[Part], kind: str) -> str:
    """The parts one below another as ``table`` or ``markdown``."""
    blocks = []
    for part in parts:
        if part.title:
            blocks.append(f"## {part.title}" if kind == "markdown" else part.title)
        blocks += [sheet_text(sheet, kind) for sheet in part.sheets]
        blocks += part.notes
    return "\n\n".join(blocks) + "\n"


def chart_page(parts: Sequence[Part], about: Row, lang: str, program: str) -> str:
    """The parts as one HTML page with their pictures, which needs nothing else; ``about`` as for ``heat_maps``."""
    title = html.escape(f"{Path(about['chart']).stem}: {parts[0].title}")
    body = [f"<h1>{title}</h1>"]
    for part in parts:
        body.append(f"<section><h2>{html.escape(part.title)}</h2>")
        if part.maps:
            pictures = "".join(figure_tag(heat_maps([its], about, lang)) for its in part.maps)
            body.append(f'<div class="figures">{pictures}</div>')
        else:
            body += [f'<div class="wide">{sheet_text(sheet, "html")}</div>' for sheet in part.sheets]
        body += [f'<p class="source">{html.escape(note)}</p>' for note in part.notes]
        body.append("</section>")
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
    ]
    lines = ["<!DOCTYPE html>", f'<html lang="{lang}">', "<head>", *head, "</head>", "<body>", *body]
    return "\n".join([*lines, f"<footer><p>{html.escape(program)}</p></footer>", "</body>", "</html>"]) + "\n"


def _number(value: float | None, places: int, lang: str, sign: str = "+") -> str:
    return "" if value is None else decimal_text(f"{value:{sign}.{places}f}", lang)


def _places(unit: str) -> int:
    return 1 if unit == "points" else 3


def _percent(share: float, lang: str) -> str:
    return decimal_text(f"{100 * share:.2f}", lang)


def _between(row: Row, places: int, lang: str) -> str:
    if row["low"] is None:
        return ""
    gap = "; " if lang != "en" else ", "
    return f"[{_number(row['low'], places, lang)}{gap}{_number(row['high'], places, lang)}]"


def call_label(call: str, lang: str) -> str:
    """A call, given as the letter of its suit or ``pass``."""
    return chart_text("pass", lang) if call == "pass" else SIGNS[call]


def _lead(row: Row, places: int, lang: str) -> str:
    lead = _number(row["lead"], places, lang)
    return chart_text("or_more", lang, lead) if row["clipped"] and row["lead"] > 0 else lead


def _sheet(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> Sheet:
    return Sheet(list(headers), [list(row) for row in rows], frozenset(right))


# The chart as a whole


def about_part(about: Row, decisions: Sequence[Row], lang: str) -> Part:
    """Which chart it is, and how often it plays at each decision."""
    unit = chart_text(about["unit"], lang)
    rules = about["rules"].get("name", "")
    notes = [_learned(about, lang), *told_note(about, lang)] if about.get("deals") else told_note(about, lang)
    headers = [chart_text(key, lang) for key in ("decision", "plays", "close_hands", "unseen_hands")]
    rows = [
        [chart_text(row["decision"], lang), *(_percent(row[key], lang) for key in ("played", "close", "unseen"))]
        for row in decisions
    ]
    title = chart_text("about", lang, Path(about["chart"]).stem, rules, unit)
    return Part(title, [_sheet(headers, rows, (1, 2, 3))], notes)


def told_note(about: Row, lang: str) -> list[str]:
    """Which deals the leads are from, as far as the chart says so."""
    if about["told_deals"] is None:
        return []
    return [chart_text("told_by", lang, count_label(about["told_deals"], lang), str(about["told_seed"]))]


def _learned(about: Row, lang: str) -> str:
    parts = [chart_text("learned", lang, count_label(int(about["deals"]), lang))]
    if about.get("value") is not None:
        places = 2 if about["unit"] == "points" else 4
        value = _number(about["value"], places, lang)
        if about.get("value_se") is not None:
            value += f" ± {_number(about['value_se'], places, lang, '')}"
        parts.append(chart_text("value_of_deal", lang, value))
    return "; ".join(parts)


def maps_part(maps: Sequence[Map], about: Row, lang: str) -> Part:
    """The maps as tables of mean leads; cells whose interval includes 0 are marked."""
    sheets = []
    for its in maps:
        headers = [chart_text(its.decision, lang), *(sides_label(sides, lang) for sides in its.columns)]
        rows = []
        for row, trumps in enumerate(its.rows):
            texts = [
                ("~" if its.open[row, column] else "") + _number(float(lead), _places(about["unit"]), lang)
                if lead == lead
                else ""
                for column, lead in enumerate(its.lead[row])
            ]
            rows.append([trumps_label(trumps, lang), *texts])
        sheets.append(_sheet(headers, rows, range(1, len(headers))))
    rounds = sorted({its.decision[-1] for its in maps})
    notes = [{"1": chart_text("map_note_1", lang), "2": chart_text("map_note_2", lang)}[number] for number in rounds]
    longest = decimal_text(f"{about['longest']:g}", lang)
    notes.append(chart_text("map_note", lang, level_text(about["confidence"], lang), longest))
    title = f"{chart_text('maps_title', lang)}: {chart_text('lead_axis', lang, chart_text(about['unit'], lang))}"
    if about.get("upcard"):
        title += f", {chart_text('upcard_rank', lang, value_label(about['upcard'], lang))}"
    return Part(title, sheets, notes, maps)


# Hands


def query_part(answers: Sequence[Row], about: Row, lang: str) -> Part:
    """What the chart calls with each hand."""
    places = _places(about["unit"])
    headers = [chart_text(key, lang) for key in ("hand", "upcard", "decision", "call", "lead")]
    headers += [interval_label(about["confidence"], lang), chart_text("note", lang)]
    rows = []
    for row in answers:
        call = chart_text("play_in", lang, SIGNS[row["suit"]]) if row["suit"] else chart_text("pass", lang)
        decision = chart_text(f"{row['seat']}_{row['round']}", lang)
        rows.append([row["hand"], row["upcard"], decision, call])
        rows[-1] += [_lead(row, places, lang), _between(row, places, lang), _remark(row, lang)]
    note = chart_text("query_note", lang, chart_text(about["unit"], lang))
    return Part("", [_sheet(headers, rows, (4, 5))], [note, *told_note(about, lang)])


def _remark(row: Row, lang: str) -> str:
    found = []
    if row["lead"] is None:
        found.append(chart_text("never_dealt", lang))
    elif row["high"] < 0:
        found.append(chart_text("worse", lang))
    elif row["close"]:
        found.append(chart_text("close", lang))
    if not row["reached"]:
        found.append(chart_text("not_reached", lang))
    return ", ".join(found)


# Surprises


def surprise_parts(told: Sequence[Row], counts: Sequence[Row], asked: Row, about: Row, lang: str) -> list[Part]:
    """Bids, passes, and how often chart and rule of thumb part; ``asked``: against, looked_at, seed, play."""
    headers = [chart_text(key, lang) for key in ("decision", "hands_share", "classes", "clear", "sure")]
    rows = [
        [chart_text(row["decision"], lang), _percent(row["hands"], lang)]
        + [count_label(row[key], lang) for key in ("classes", "clear", "sure")]
        for row in counts
    ]
    level = level_text(about["confidence"], lang)
    looked = count_label(asked["looked_at"], lang)
    note = chart_text("surprise_note", lang, looked, level, str(asked["seed"]), asked["play"])
    parts = [Part(chart_text("against_thumb", lang, asked["against"]), [_sheet(headers, rows, (1, 2, 3, 4))], [note])]
    for kind, title in (("bid", "bids_title"), ("pass", "passes_title")):
        its = [row for row in told if row["kind"] == kind]
        if its:
            parts.append(Part(chart_text(title, lang), [_surprises(its, about, lang)]))
    if not told:
        parts.append(Part("", [], [chart_text("no_surprise", lang)]))
    return parts


def _surprises(told: Sequence[Row], about: Row, lang: str) -> Sheet:
    places = _places(about["unit"])
    keys = ("decision", "hand", "upcard", "call", "thumb", "lead")
    headers = [chart_text(key, lang) for key in keys] + [interval_label(about["confidence"], lang)]
    headers += [chart_text(key, lang) for key in ("deal", "opponent", "auction", "outcome", "declarer", "written")]
    rows = []
    for row in told:
        mine, his = row["written_forehand"], row["written_dealer"]
        if row["decision"].startswith("dealer"):
            mine, his = his, mine
        rows.append([chart_text(row["decision"], lang), row["hand"], row["upcard"]])
        rows[-1] += [call_label(row["call"], lang), call_label(row["other"], lang)]
        rows[-1] += [_lead(row, places, lang) + (" **" if row["sure"] else ""), _between(row, places, lang)]
        rows[-1] += [str(row["deal"]), row["opponent"]]
        rows[-1] += [" ".join(call_label(call, lang) for call in row["auction"].split())]
        rows[-1] += [value_label(row["outcome"], lang), value_label(row["declarer"] or "nobody", lang)]
        rows[-1] += ["" if mine is None else f"{mine} : {his}"]
    return _sheet(headers, rows, (5, 6, 7, 12))


# Comparisons


def calls_parts(decisions: Sequence[Row], classes: Sequence[Row], asked: Row, about: Row, lang: str) -> list[Part]:
    """Two charts by their calls; ``asked``: a, b (names), why (not by deals), compared, unit_a, unit_b."""
    keys = ("hands_share", "differ", "differ_close", "differ_clear", "classes", "classes_clear")
    headers = [chart_text(key, lang) for key in ("decision", *keys)]
    rows = [
        [chart_text(row["decision"], lang)]
        + [_percent(row[key], lang) for key in ("hands", "differ", "close", "clear")]
        + [count_label(row[key], lang) for key in ("classes", "classes_clear")]
        for row in decisions
    ]
    level, compared = level_text(about["confidence"], lang), count_label(asked["compared"], lang)
    why = chart_text("by_deals_above" if asked["why"] is None else f"why_{asked['why']}", lang)
    note = chart_text("calls_note", lang, why, level, compared)
    parts = [
        Part(chart_text("charts_title", lang, asked["a"], asked["b"]), [_sheet(headers, rows, range(1, 7))], [note])
    ]
    if classes:
        headers = [chart_text(key, lang) for key in ("decision", "hand", "upcard")]
        for name in "AB":
            headers += [f"{name}: {chart_text(key, lang)}" for key in ("call", "lead")]
        rows = [
            [chart_text(row["decision"], lang), row["hand"], row["upcard"]]
            + [
                words
                for name in "ab"
                for words in (
                    call_label(row[f"call_{name}"], lang),
                    _number(row[f"lead_{name}"], _places(asked[f"unit_{name}"]), lang),
                )
            ]
            for row in classes
        ]
        parts.append(Part(chart_text("clearest", lang), [_sheet(headers, rows, (4, 6))]))
    return parts


def deals_parts(
    estimates: Sequence[Estimate],
    decisions: Sequence[Row],
    classes: Sequence[Row],
    asked: Row,
    about: Row,
    lang: str,
) -> list[Part]:
    """Two rule sets by the same deals; ``asked``: a, b, deals, seed, compared, partial."""
    level, compared = level_text(about["confidence"], lang), count_label(asked["compared"], lang)
    whole = [chart_text("deals_note", lang, count_label(asked["deals"], lang), str(asked["seed"]), level, compared)]
    if asked["partial"]:
        whole.append(chart_text("partial", lang, count_label(asked["deals"], lang)))
    keys = ("classes", "moved", "resolved", "resolvable", "calls_differ", "calls_resolved")
    headers = [chart_text(key, lang) for key in ("decision", *keys)]
    rows = [
        [chart_text(row["decision"], lang)]
        + [_number(row[key], 2, lang, "") if key == "resolvable" else count_label(row[key], lang) for key in keys]
        for row in decisions
    ]
    resolved = sum(row["resolved"] for row in decisions)
    notes = [
        chart_text("some_resolved", lang, count_label(resolved, lang), compared)
        if resolved
        else chart_text("nothing_resolved", lang)
    ]
    differ, explained = (sum(row[key] for row in decisions) for key in ("calls_differ", "calls_resolved"))
    if differ:
        notes.append(chart_text("calls_unresolved", lang, count_label(differ, lang), count_label(explained, lang)))
    title = chart_text("deals_title", lang)
    parts = [
        Part(
            f"{title}: {chart_text('charts_title', lang, asked['a'], asked['b'])}",
            [_estimates(estimates, about, lang)],
            whole,
        ),
        Part(chart_text("by_decision", lang), [_sheet(headers, rows, range(1, 7))], notes),
    ]
    if classes:
        columns = ("decision", "hand", "upcard", "call", "over", "lead", "change")
        headers = [*(chart_text(key, lang) for key in columns), interval_label(None, lang)]
        places = 2 if about["unit"] == "points" else 4
        rows = []
        for row in classes:
            rows.append([chart_text(row["decision"], lang), row["hand"], row["upcard"]])
            rows[-1] += [call_label(row[key], lang) for key in ("call", "over")]
            rows[-1] += [_number(row[key], places, lang) for key in ("lead_a", "change")]
            rows[-1].append(_between(row, places, lang))
        parts.append(Part(chart_text("clearest", lang), [_sheet(headers, rows, (5, 6, 7))]))
    return parts


def _estimates(estimates: Sequence[Estimate], about: Row, lang: str) -> Sheet:
    headers = [chart_text("what", lang), chart_text("value", lang), interval_label(about["confidence"], lang), "n"]
    rows = []
    for its in estimates:
        filled = [chart_text(str(value), lang) if key == "decision" else str(value) for key, value in its.group.items()]
        n = "" if its.n is None else count_label(its.n, lang)
        rows.append([chart_text(its.metric, lang, *filled), *cells(its, lang), n])
    return _sheet(headers, rows, (1, 2, 3))


def seats_parts(
    estimates: Sequence[Estimate], rounds: Sequence[Row], classes: Sequence[Row], compared: int, about: Row, lang: str
) -> list[Part]:
    """Forehand against dealer."""
    shares = ("forehand_plays", "dealer_plays", "only_forehand", "only_dealer")
    headers = [chart_text(key, lang) for key in ("round", *shares, "classes", "resolved", "calls_resolved")]
    rows = [
        [str(row["round"]), *(_percent(row[key], lang) for key in shares)]
        + [count_label(row[key], lang) for key in ("classes", "resolved", "calls_resolved")]
        for row in rounds
    ]
    level, members = level_text(about["confidence"], lang), count_label(compared, lang)
    sheets = [_estimates(estimates, about, lang), _sheet(headers, rows, range(1, 8))]
    parts = [Part(chart_text("seats_title", lang), sheets, [chart_text("seats_note", lang, level, members)])]
    if classes:
        headers = [chart_text(key, lang) for key in ("round", "hand", "upcard")]
        for seat in ("forehand", "dealer"):
            headers += [f"{value_label(seat, lang)}: {chart_text(key, lang)}" for key in ("call", "lead")]
        headers += [chart_text("gap", lang), interval_label(None, lang)]
        places = _places(about["unit"])
        rows = [
            [str(row["round"]), row["hand"], row["upcard"]]
            + [
                words
                for seat in ("forehand", "dealer")
                for words in (call_label(row[f"{seat}_call"], lang), _number(row[f"{seat}_lead"], places, lang))
            ]
            + [_number(row["change"], places, lang), _between(row, places, lang)]
            for row in classes
        ]
        parts.append(Part(chart_text("clearest", lang), [_sheet(headers, rows, (4, 6, 7, 8))]))
    return parts

"""Estimates as tables: for the terminal, as aligned text, Markdown, HTML or CSV.

Every sampled number stands with its interval and is rounded to two significant digits of the interval's
half-width.  An estimate whose group names an ``arm`` belongs to a comparison, which has a column pair for each arm.
"""

from __future__ import annotations

import csv
import html
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any, NamedTuple

from debertz_sim.report.labels import (
    count_label,
    counted,
    decimal_text,
    group_label,
    interval_label,
    key_label,
    level_text,
    metric_label,
    value_label,
    word,
)
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, PROPORTION, Estimate, flat_columns

GROUPED = ("share_of_deals", "made", "baid", "hanging_baid", "margin")  # of the table by groups; JSON has all
FEW = 30  # groups of fewer deals are marked
ROLES = ("bidding", "play", "exchange")
KINDS = ("table", "markdown", "csv", "html")


class Sheet(NamedTuple):
    """A table of text cells; ``right`` are the columns set flush right."""

    headers: list[str]
    rows: list[list[str]]
    right: frozenset[int]


def render(estimates: Sequence[Estimate], provenance: Mapping[str, Any], kind: str, lang: str = "en") -> str:
    """The estimates as text of one of ``KINDS``.

    ``csv`` is for programs: keys in English, numbers in full, a column for each group key, one line an estimate; each
    line ends with confidence, seed and rules.
    The others are for people: labels in ``lang`` (en, ru, uk), rounded numbers, a footer with what made them.

    Raises
    ------
    ValueError
        Unknown kind or language.
    """
    if kind == "csv":
        return _csv(estimates, provenance)
    blocks = [sheet_text(sheet, kind) for sheet in sheets(estimates, provenance, lang)]
    foot = footer(provenance, lang)
    if kind == "html":
        foot = f"<p><small>{html.escape(foot)}</small></p>"
    return "\n\n".join([*blocks, foot]) + "\n"


def show(estimates: Sequence[Estimate], provenance: Mapping[str, Any], file: IO[str], lang: str = "en") -> None:
    """Print to ``file``: with colour and lines on a terminal, else as aligned text that is never cut off."""
    if not file.isatty():
        file.write(render(estimates, provenance, "table", lang))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=file, highlight=False)
    for sheet in sheets(estimates, provenance, lang):
        table = Table(box=box.SIMPLE_HEAD)
        for place, header in enumerate(sheet.headers):
            # fold: in a narrow window cells go on in the next line instead of ending in dots
            table.add_column(Text(header), justify="right" if place in sheet.right else "left", overflow="fold")
        for row in sheet.rows:
            table.add_row(*map(Text, row))
        console.print(table)
    console.print(Text(footer(provenance, lang), style="dim"))


def sheets(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str = "en") -> list[Sheet]:
    """The comparison (if the estimates have arms), then the plain table (if some have none); or a league's, a bid's."""
    kind = (provenance.get("options") or {}).get("kind")
    if kind == "league":
        return _league(estimates, provenance, lang)
    if kind == "bid":
        from debertz_sim.report import bids

        return bids.sheets(estimates, provenance, lang)
    by = _sorted_by(provenance)
    grouped = [estimate for estimate in estimates if by and set(estimate.group) == set(by)]
    compared = [estimate for estimate in estimates if ARM in estimate.group]
    plain = [estimate for estimate in estimates if ARM not in estimate.group and estimate not in grouped]
    found = []
    if compared:
        found.append(_without_empty(_comparison(compared, provenance, lang)))
    if plain:
        found.append(_without_empty(_plain(plain, provenance, lang)))
    if grouped:
        found.append(_by_group(by, [*grouped, *(estimate for estimate in plain if not estimate.group)], lang))
    return found


def _sorted_by(provenance: Mapping[str, Any]) -> list[str]:
    """The group keys by which deals were sorted into groups."""
    return [text.partition(":")[0] for text in (provenance.get("options") or {}).get("by", ())]


def _by_group(by: Sequence[str], estimates: Sequence[Estimate], lang: str) -> Sheet:
    """A line for each group of deals and one for all, with the metrics of ``GROUPED``; few deals are marked."""
    lines: dict[tuple[str, ...], dict[str, Estimate]] = {}
    for estimate in estimates:
        key = tuple(value_label(estimate.group[name], lang) for name in by) if estimate.group else ()
        lines.setdefault(key, {})[estimate.metric] = estimate
    metrics = [metric for metric in GROUPED if any(metric in line for line in lines.values())]
    headers = [*(key_label(name, lang) for name in by), f"{word('played', lang)} (*: < {FEW})"]
    for metric in metrics:
        headers += [metric_label(metric, lang), word("any_interval", lang)]
    rows = []
    for key, line in lines.items():
        played = max((line[metric].n or 0 for metric in metrics[1:] if metric in line), default=0)
        named = key or (word("all_deals", lang), *[""] * (len(by) - 1))
        pairs = [cells(line[metric], lang) if metric in line else ("", "") for metric in metrics]
        mark = "*" if played < FEW else ""
        rows.append([*named, count_label(played, lang) + mark, *(cell for pair in pairs for cell in pair)])
    if not any(row[len(by)].endswith("*") for row in rows):
        headers[len(by)] = word("played", lang)
    return Sheet(headers, rows, frozenset({len(by), *range(len(by) + 1, len(headers), 2)}))


def _without_empty(sheet: Sheet) -> Sheet:
    """The sheet without columns that hold nothing below their heading."""
    kept = [place for place in range(len(sheet.headers)) if any(row[place] for row in sheet.rows)]
    rows = [[row[place] for place in kept] for row in sheet.rows]
    right = frozenset(new for new, old in enumerate(kept) if old in sheet.right)
    return Sheet([sheet.headers[place] for place in kept], rows, right)


def _plain(estimates: Iterable[Estimate], provenance: Mapping[str, Any], lang: str) -> Sheet:
    headers = [word("metric", lang), word("group", lang), word("value", lang), _interval_header(provenance, lang), "n"]
    rows = []
    for estimate in estimates:
        size = word("exact", lang) if estimate.n is None else count_label(estimate.n, lang)
        named = [metric_label(estimate.metric, lang), group_label(estimate, lang)]
        rows.append([*named, *cells(estimate, lang), size])
    return Sheet(headers, rows, frozenset({2, 4}))


def _comparison(estimates: Iterable[Estimate], provenance: Mapping[str, Any], lang: str) -> Sheet:
    rows: dict[tuple[str, str], dict[str, Estimate]] = {}
    for estimate in estimates:
        key = metric_label(estimate.metric, lang), group_label(estimate, lang)
        rows.setdefault(key, {})[str(estimate.group[ARM])] = estimate
    arms = dict.fromkeys(arm for found in rows.values() for arm in found)
    order = sorted(arms, key=lambda arm: "-" in arm)  # stable: the arms as they came, then the differences
    names = provenance.get("arms", {})
    headers = [word("metric", lang), word("group", lang)]
    for arm in order:
        headers += [f"{arm} {names[arm]}" if arm in names else arm, _interval_header(provenance, lang)]
    body = []
    for key, found in rows.items():
        pairs = [_compared(found[arm], lang) if arm in found else ("", "") for arm in order]
        body.append([*key, *(cell for pair in pairs for cell in pair)])
    return Sheet(headers, body, frozenset(range(2, len(headers), 2)))


def _compared(estimate: Estimate, lang: str) -> tuple[str, str]:
    """As ``cells``; a difference of which the deals do not even tell the sign is called that."""
    value, interval = cells(estimate, lang)
    low, high = estimate.low, estimate.high
    if estimate.is_difference and low is not None and high is not None and low <= 0 <= high:
        interval = f"{interval} {word('unresolved', lang)}"
    return value, interval


def standings(estimates: Sequence[Estimate]) -> list[str]:
    """The entrants of a league, the one who wins most first; of two there is no margin over the field."""
    over_field = {str(e.group["a"]): e for e in estimates if "b" not in e.group}
    won = over_field or {a: e for (a, _), e in payoffs(estimates).items()}
    return sorted(won, key=lambda name: -(won[name].value or 0.0))  # stable: equal ones in the order of the estimates


def payoffs(estimates: Iterable[Estimate]) -> dict[tuple[str, str], Estimate]:
    """What each entrant wins from each other one; of two sides also what follows for the other one."""
    known = {(str(e.group["a"]), str(e.group["b"])): e for e in estimates if "b" in e.group}
    for (a, b), e in list(known.items()):
        if (b, a) not in known:
            value, low, high = (None if number is None else -number for number in (e.value, e.high, e.low))
            known[b, a] = replace(e, group={"a": b, "b": a}, value=value, low=low, high=high)
    return known


def _league(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str) -> list[Sheet]:
    """The standings (of more than two), then every pair, from the side of the one who stands higher."""
    order, pairs = standings(estimates), payoffs(estimates)
    measured = [word(points_word(provenance), lang), _interval_header(provenance, lang), "n"]

    def numbers(estimate: Estimate) -> list[str]:
        return [*_signed(estimate, lang), count_label(estimate.n or 0, lang)]

    over_field = {e.group["a"]: e for e in estimates if "b" not in e.group}
    found = []
    if over_field:
        rows = [[str(n), name, *numbers(over_field[name])] for n, name in enumerate(order, 1)]
        found.append(Sheet([word("place", lang), word("policy", lang), *measured], rows, frozenset({0, 2, 4})))
    both = len(pairs) == sum("b" in e.group for e in estimates)
    rows = [
        [a, b, *numbers(pairs[a, b])]
        for n, a in enumerate(order)
        for b in (order if both else order[n + 1 :])
        if a != b
    ]
    return [*found, Sheet([word("policy", lang), word("against", lang), *measured], rows, frozenset({2, 4}))]


def points_word(provenance: Mapping[str, Any]) -> str:
    """The word for the points that a league counts."""
    return "trick_points" if provenance["options"]["objective"] == "trick" else "written_points"


def _signed(estimate: Estimate, lang: str) -> tuple[str, str]:
    """Value and interval of a margin; one of which the deals do not even tell the sign is called that."""
    value, interval = cells(estimate, lang)
    value = value if (estimate.value or 0.0) <= 0 else f"+{value}"
    if estimate.low is not None and estimate.high is not None and estimate.low <= 0 <= estimate.high:
        interval = f"{interval} {word('unresolved', lang)}"
    return value, interval


def _interval_header(provenance: Mapping[str, Any], lang: str) -> str:
    return interval_label(provenance.get("confidence"), lang)


def cells(estimate: Estimate, lang: str = "en") -> tuple[str, str]:
    """Value and interval as text: ``("56.31 %", "[56.21, 56.41]")``, ``("8.01948 %", "= 12131/151269")``."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None:
        return word("no_data", lang), ""
    percent = estimate.unit in (PROPORTION, PERCENTAGE_POINTS)
    scale = 100 if percent else 1
    suffix = {PROPORTION: " %", PERCENTAGE_POINTS: f" {word('pp', lang)}"}.get(estimate.unit, "")
    sign = "+" if estimate.is_difference else ""
    if estimate.method == "exact":
        fraction = "" if estimate.fraction is None else f"= {estimate.fraction.removesuffix('/1')}"
        return decimal_text(f"{value * scale:{sign}.6g}", lang) + suffix, fraction
    if low is None or high is None:
        return decimal_text(f"{value * scale:{sign}.4g}", lang) + suffix, word("no_interval", lang)
    half_width = (high - low) / 2 * scale
    spec = f"{sign}z.{decimals(half_width)}f" if half_width else f"{sign}.6g"
    numbers = [decimal_text(format(number * scale, spec), lang) for number in (value, low, high)]
    between = word("between", lang)
    return numbers[0] + suffix, f"[{numbers[1]}{between} {numbers[2]}]"


def decimals(half_width: float) -> int:
    """Decimal places that show two significant digits of an error above 0."""
    return max(0, 1 - math.floor(math.log10(half_width)))


def footer(provenance: Mapping[str, Any], lang: str = "en") -> str:
    """One line: deals, confidence, seed, rules, policies, as far as the provenance knows them."""
    parts = []
    deals, matches = provenance.get("deals_done"), provenance.get("matches_done")
    amount = ", ".join(counted(n, what, lang) for n, what in ((matches, "matches"), (deals, "deals")) if n is not None)
    if amount or provenance.get("partial"):
        parts.append(f"{word('partial', lang)} {amount}" if provenance.get("partial") else f"n = {amount}")
    if provenance.get("pairing") == "none":
        parts.append(word("not_paired", lang))
    if "confidence" in provenance:
        parts.append(f"{word('confidence', lang)} {level_text(provenance['confidence'], lang)} %")
    if provenance.get("seed") is not None:
        parts.append(f"{word('seed', lang)} {provenance['seed']}")
    if name := rules_name(provenance):
        parts.append(f"{word('rules', lang)} {name}")
    if provenance.get("policies"):
        parts.append(f"{word('policies', lang)} {policies_text(provenance['policies'], lang)}")
    return "; ".join(parts)


def policies_text(policies: Mapping[str, Any], lang: str = "en") -> str:
    """The policies of a provenance in one line: ``"bidding rules/1, play rules/1, exchange default"``."""
    named = (f"{word(role, lang) if role in ROLES else role} {_flat(choice)}" for role, choice in policies.items())
    return ", ".join(named)


def rules_name(provenance: Mapping[str, Any]) -> str:
    """The names of the rules: of the arms of a comparison, else the variant's, else the rules' hash."""
    arms = provenance.get("arms")
    if arms:
        return ", ".join(f"{arm} {name}" for arm, name in arms.items())
    rules = provenance.get("rules") or {}
    return str(provenance.get("rules_name") or rules.get("name") or provenance.get("rules_hash") or "")


def _flat(value: Any) -> str:
    """Nested tables and lists of the provenance in one line: ``"bidding rules/1, play rules/1"``."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        items = [_flat(item) for item in value]
        return items[0] if items and len(set(items)) == 1 else " | ".join(items)
    return str(value)


def sheet_text(sheet: Sheet, kind: str) -> str:
    """One table as ``table``, ``markdown`` or ``html``; raises ValueError for another kind."""
    writers = {"table": _text, "markdown": _markdown, "html": _html}
    if kind not in writers:
        raise ValueError(f"table format {kind!r}: must be one of {', '.join(KINDS)}")
    return writers[kind](sheet)


def _text(sheet: Sheet) -> str:
    table = [sheet.headers, *sheet.rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(sheet.headers))]
    lines = []
    for row in table:
        padded = [
            cell.rjust(width) if place in sheet.right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _markdown(sheet: Sheet) -> str:
    rule = ["---:" if place in sheet.right else "---" for place in range(len(sheet.headers))]
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (sheet.headers, *sheet.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (escaped[0], rule, *escaped[1:]))


def _html(sheet: Sheet) -> str:
    def line(row: list[str], tag: str) -> str:
        parts = []
        for place, cell in enumerate(row):
            side = "right" if place in sheet.right else "left"
            parts.append(f'<{tag} style="text-align:{side}">{html.escape(cell)}</{tag}>')
        return f"<tr>{''.join(parts)}</tr>"

    body = "\n".join(line(row, "td") for row in sheet.rows)
    return f"<table>\n<thead>{line(sheet.headers, 'th')}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _csv(estimates: Sequence[Estimate], provenance: Mapping[str, Any]) -> str:
    columns: dict[str, Sequence[Any]] = {**flat_columns(estimates)}
    confidence = provenance.get("confidence")
    columns["confidence"] = [None if estimate.method == "exact" else confidence for estimate in estimates]
    for name, same in (("seed", provenance.get("seed")), ("rules", rules_name(provenance))):
        columns[name] = [same] * len(estimates)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    # repr of a float reads back to the same number; a missing one is an empty cell
    for row in zip(*columns.values(), strict=True):
        writer.writerow("" if cell is None else repr(cell) if isinstance(cell, float) else cell for cell in row)
    return out.getvalue()

"""Tables, pictures and pages in Russian and Ukrainian: no label is missing, and none is left in English."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from matplotlib.text import Text

import debertz_sim as dz
import debertz_sim.report
from debertz_sim.chances.odds import odds
from debertz_sim.errors import UserError
from debertz_sim.experiment.match_metrics import MATCH_RATIOS, match_means, match_shares
from debertz_sim.experiment.metrics import table
from debertz_sim.experiment.program import frame_of
from debertz_sim.report import bid_texts, labels, texts
from debertz_sim.report.gallery import KINDS, Material, draw, kinds_of
from debertz_sim.report.page import Section, page
from debertz_sim.report.tables import render
from debertz_sim.results import Result
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, PROPORTION, Estimate, exact, normal_mean, wilson
from debertz_sim.stats.looks import look
from debertz_sim.variants import variants

REPORT = Path(debertz_sim.report.__file__).parent
DICTIONARIES: dict[str, Mapping[Any, tuple[Any, ...]]] = {
    "METRICS": labels.METRICS,
    "KEYS": labels.KEYS,
    "VALUES": labels.VALUES,
    "WORDS": labels.WORDS,
    "PLURALS": labels.PLURALS,
    "TEXTS": texts.TEXTS,
    "BIDS": bid_texts.BIDS,
    "PROVENANCE": texts.PROVENANCE,
    "ANSWERS": texts.ANSWERS,
    "PAIRINGS": texts.PAIRINGS,
    "METHODS": texts.METHODS,
}
ENGLISH, OTHERS = "en", ("ru", "uk")
# Names that are typed or are somebody's own: they stand in every language as they are.
NAMES = {"n", "debertz", "greedy", "default", "Python", "numba", "numpy"}
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
CYRILLIC = re.compile(r"[А-Яа-яЁёІіЇїЄєҐґ]")
HAND = {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh"}


def forms_of(words: Any) -> tuple[str, ...]:
    return words if isinstance(words, tuple) else (words,)


def fields_of(form: str) -> list[str]:
    return [field for _, field, _, _ in string.Formatter().parse(form) if field is not None]


# --- the dictionaries ---


@pytest.mark.parametrize("name", DICTIONARIES)
def test_every_entry_has_all_languages(name: str) -> None:
    for key, words in DICTIONARIES[name].items():
        assert len(words) == len(labels.LANGS), key
        every = [form for of_language in words for form in forms_of(of_language)]
        assert all(every) or not any(every), key
        assert len({tuple(fields_of(form)) for form in every}) == 1, key
        english, *others = (" ".join(forms_of(of_language)) for of_language in words)
        assert not CYRILLIC.search(english), key
        if english not in NAMES and re.search("[A-Za-z]{2}", english):
            for form in others:
                assert CYRILLIC.search(form), (key, form)
                assert not LATIN.search(form), (key, form)


def literals(function: str) -> set[str]:
    """The literal first arguments of the calls of a function in the modules of reports and commands."""
    found: set[str] = set()
    for file in [*REPORT.glob("*.py"), *(REPORT.parent / "cli").glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function and node.args:
                found |= {leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)}
    return found


def test_every_word_and_text_that_is_asked_for_exists_and_none_is_idle() -> None:
    made_up = {f"{kind}_{unit}" for kind in ("of", "unit") for unit in ("deals", "matches")}
    assert literals("text") - {"of_", "unit_"} <= set(texts.TEXTS)
    source = "".join(file.read_text("utf-8") for file in REPORT.glob("*.py"))
    assert literals("said") == set(bid_texts.BIDS)
    assert literals("word") <= set(labels.WORDS)
    for key in {*labels.WORDS, *texts.TEXTS} - made_up:
        assert len(re.findall(f"[\"']{re.escape(key)}[\"']", source)) >= 2, (
            f"{key} is nowhere used"
        )  # once where it is defined


# --- what there is to be said ---


def of_tables(name: str, in_match: bool) -> list[Estimate]:
    """An estimate of everything that is measured under a variant, as the tables of metrics name it."""
    frame = frame_of([variants[name]], in_match)
    measured = table(frame)
    shares: list[Any] = [*measured.shares, *(match_shares(frame) if in_match else ())]
    means: list[Any] = [*measured.means]
    found = [wilson(3, 10, metric=share.metric, group=share.group) for share in shares]
    found += [normal_mean(120, 2000, 10, metric=mean.metric, group=mean.group, unit=mean.unit) for mean in means]
    if in_match:
        found += [normal_mean(120, 2000, 10, metric=mean.metric, unit=mean.unit) for mean in match_means(frame)]
        found += [wilson(3, 10, metric=ratio.metric) for ratio in MATCH_RATIOS]
    return found


def compared(estimates: list[Estimate]) -> list[Estimate]:
    """The same as a comparison, with one switch changed alone, too."""
    found = []
    for mine in estimates:
        unit = PERCENTAGE_POINTS if mine.unit == PROPORTION else mine.unit
        difference = replace(mine, value=0.01, low=-0.01, high=0.03, method="normal", unit=unit, k=None)
        found += [replace(mine, group={**mine.group, ARM: arm}) for arm in "AB"]
        found.append(replace(difference, group={**mine.group, ARM: "B-A"}))
        if not mine.group:
            found.append(replace(difference, group={"switch": "hanging=queue", ARM: "B-A"}))
    return [*found, wilson(3, 10, metric="outcome_differs", group={ARM: "B-A"})]


def provenance(kind: str, headline: str = "made", **more: Any) -> dict[str, Any]:
    return {
        "options": {"kind": kind, "headline": headline},
        "rules": {"name": "moscow"},
        "policies": {"bidding": ["greedy/1", "greedy/1"], "play": ["greedy/1", "greedy/1"], "exchange": "default"},
        "seed": 7,
        "deals_done": 1000,
        "deals_requested": 1000,
        "confidence": 0.95,
        "partial": False,
        "seconds": 1.5,
        "command": "",
        **more,
    }


ODDS: list[tuple[str, dict[str, Any]]] = [
    *((name, {"hand_size": size}) for name in ("moscow", "online", "klabor") for size in (6, 9)),
    *((name, {"players": rules.players}) for name, rules in variants.items() if name in ("moscow", "three", "klabor")),
    ("moscow", HAND),
    ("three", HAND),
    ("klabor", HAND),
    pytest.param("pairs", {"players": 4}, marks=pytest.mark.slow),  # type: ignore[list-item]
    pytest.param("pairs", HAND, marks=pytest.mark.slow),  # type: ignore[list-item]
]


def materials() -> Iterator[tuple[str, Material]]:
    """Of every variant's deals, matches and comparisons what the tables and pictures are made of."""
    for name in variants:
        headline = "margin" if variants[name].form == "terts" else "made"
        deals = of_tables(name, False)
        looks = [look(n, wilson(n // 3, n, metric=headline), best_at=1000) for n in (10, 100, 1000)]
        yield f"{name}", Material(deals, provenance("simulate", headline), lambda _, seen=looks: seen)
        arms = {"A": name, "B": "moscow"}
        both = provenance("compare", headline, arms=arms, pairing="same deals", first_differing={"B-A": [3, 5]})
        yield f"{name} compared", Material(compared(deals), both)
        if variants[name].form != "terts":
            matches = provenance("simulate", headline, interval_unit="match", matches_done=20, partial=True)
            yield f"{name} in matches", Material(of_tables(name, True), matches)
    apart = provenance("compare", arms={"A": "moscow", "B": "three"}, pairing="none", first_deals={"A": 0, "B": 10**12})
    yield "apart", Material(compared(of_tables("three", False)), apart)
    for name in ("moscow", "three"):
        for role in ("", "declarer") if name == "three" else ("",):
            yield f"league of {name} {role}".strip(), of_league(name, role)


def of_league(name: str, role: str) -> Material:
    """Two policies and a third."""
    rules = {"name": name, "players": variants[name].players, "sides": variants[name].sides}
    options = {"kind": "league", "objective": "written" if role else "trick", "role": role}
    pairs: list[dict[str, str | int]] = [{"a": "greedy", "b": "default"}, {"a": "greedy", "b": "debertz"}]
    found = [
        normal_mean(120, 2000, 10, metric="margin", group=pair) for pair in [*pairs, {"a": "default", "b": "debertz"}]
    ]
    field = [
        normal_mean(1, 2000, 10, metric="margin_over_field", group={"a": n}) for n in ("greedy", "default", "debertz")
    ]
    return Material([*found, *field], provenance("league", simultaneous=6) | {"rules": rules, "options": options})


def unlabelled(estimates: list[Estimate]) -> set[str]:
    """Metrics, group keys and values that have no label."""
    found = {e.metric for e in estimates} - set(labels.METRICS)
    for e in estimates:
        group = {key: value for key, value in e.group.items() if key not in (ARM, "from", "to")}
        found |= set(group) - set(labels.KEYS)
        words = (value for key, value in group.items() if isinstance(value, str) and key != "switch")
        found |= {word for word in words if not word.isdecimal()} - set(labels.VALUES)
    return found


@pytest.mark.parametrize("name", list(variants))
def test_everything_that_is_measured_has_a_label(name: str) -> None:
    assert unlabelled(of_tables(name, False)) == set()
    if variants[name].form != "terts":
        assert unlabelled(of_tables(name, True)) == set()


@pytest.mark.parametrize(("name", "question"), ODDS)
def test_every_chance_has_a_label(name: str, question: dict[str, Any]) -> None:
    result = odds(name, **question)
    assert unlabelled(list(result.estimates)) == set()
    for lang in OTHERS:
        assert strangers(result.render("table", lang), result.provenance["rules"]["name"]) == set()


def test_a_missing_label_is_found() -> None:
    found = [*of_tables("moscow", False), wilson(1, 2, metric="brand_new", group={"colour": "red"})]
    assert unlabelled(found) == {"brand_new", "colour", "red"}
    assert strangers(render(found, {}, "table", "ru")) == {"brand", "new", "colour", "red"}


def of_bids() -> Iterator[Result]:
    """A bid with everything that can be said of it, one of the second round, and a batch."""
    fast: dict[str, Any] = {"play": "greedy", "bidding": "points:40", "seed": 1, "worlds": 300}
    hand = "Jh 9h Ah As 7c 8d"
    yield dz.bid(hand, "Kh", "forehand", explain=True, score=(100, 200), **fast)
    yield dz.bid(hand, "Kh", "dealer", later="points:40", value=2.5, **fast)
    yield dz.bid(hand, "Ks", "dealer", round=2, **fast)
    yield dz.bid(hands=[{"hand": hand, "upcard": "Kh", "seat": "dealer"}], **fast)


@pytest.mark.slow
def test_bids_are_in_one_language() -> None:
    for result in of_bids():
        assert unlabelled(list(result.estimates)) == set()
        for lang in OTHERS:
            said = result.render("table", lang) + "\n".join(texts.remarks(result.provenance, lang))
            assert strangers(said, "points") == set()
            assert not re.search(r"\d\.\d", said)


# --- what is said ---


def strangers(words: str, *names: str) -> set[str]:
    """Latin words that are no names."""
    known = {*NAMES, *variants, *names, "A", "B", "B-A", "hanging", "queue"}
    return {found for found in LATIN.findall(words) if found not in known}


@pytest.mark.parametrize("lang", OTHERS)
def test_tables_are_in_one_language(lang: str) -> None:
    for name, (estimates, source, _) in materials():
        said = render(estimates, source, "table", lang) + "\n".join(texts.remarks(source, lang))
        assert strangers(said) == set(), name
        assert not re.search(r"\d\.\d", said), name


@pytest.mark.parametrize("lang", ["ru", pytest.param("uk", marks=pytest.mark.slow)])
def test_pictures_are_in_one_language(lang: str) -> None:
    seen = set()
    some = {"moscow", "moscow compared", "moscow in matches", "three", "pairs compared", "apart", "terts"}
    some |= {"league of moscow", "league of three"}
    for name, material in materials():
        for kind in kinds_of(material) if name in some else ():
            figure = draw(material, kind, lang=lang)
            figure.draw_without_rendering()
            said = {its.get_text() for its in figure.findobj(Text)}
            assert strangers(" ".join(said)) == set(), (name, kind)
            assert not any(re.search(r"\d\.\d", words) for words in said), (name, kind, said)
            seen.add(kind)
    chances = [exact(Fraction(1, 3), metric="bella"), wilson(30, 100, metric="bella")]
    figure = draw(Material(chances, provenance("odds")), lang=lang)
    assert strangers(" ".join(its.get_text() for its in figure.findobj(Text))) == set()
    assert seen | {"odds"} == set(KINDS)


@pytest.mark.parametrize("lang", ["ru", pytest.param("uk", marks=pytest.mark.slow)])
def test_pages_are_in_one_language(lang: str) -> None:
    for name, material in materials():
        if name in ("moscow compared", "moscow in matches", "apart", "league of three declarer"):
            text = page([Section("1", material, {"A": {}, "B": {}}, ["1", "2"], from_rows=True)], lang, "1")
            body = re.sub(r"<head>.*</head>|<[^>]*>", " ", text, flags=re.DOTALL)
            known = {"compare", "simulate", "league"}
            assert strangers(body.replace("&#x27;", "'"), *known) == set(), name


def test_numbers_are_written_as_the_language_does() -> None:
    result = Result((wilson(563, 1000, 0.999, metric="made"),), {"deals_done": 21, "confidence": 0.999})
    english, russian = (result.render("table", lang) for lang in ("en", "ru"))
    for part in ("56.3 %", "[51.1, 61.4]", "99.9 % interval", "n = 21 deals"):
        assert part in english
    for part in ("56,3 %", "[51,1; 61,4]", "интервал 99,9 %", "n = 21 сдача"):
        assert part in russian


@pytest.mark.parametrize(
    ("n", "ru", "uk", "en"),
    [
        (1, "1 сдача", "1 роздача", "1 deal"),
        (2, "2 сдачи", "2 роздачі", "2 deals"),
        (5, "5 сдач", "5 роздач", "5 deals"),
        (11, "11 сдач", "11 роздач", "11 deals"),
        (14, "14 сдач", "14 роздач", "14 deals"),
        (21, "21 сдача", "21 роздача", "21 deals"),
        (104, "104 сдачи", "104 роздачі", "104 deals"),
        (111, "111 сдач", "111 роздач", "111 deals"),
        (1000, "1\xa0000 сдач", "1\xa0000 роздач", "1,000 deals"),
    ],
)
def test_things_are_counted_as_the_language_does(n: int, ru: str, uk: str, en: str) -> None:
    assert [labels.counted(n, "deals", lang) for lang in labels.LANGS] == [en, ru, uk]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="must be one of en, ru, uk"):
        page([], "de")
    with pytest.raises(ValueError, match="must be one of en, ru, uk"):
        labels.word("metric", "de")
    with pytest.raises(UserError, match="no picture can be drawn"):
        draw(Material([], {}))

"""Tables, pictures and pages in Russian and Ukrainian: no label is missing, and none is left in English."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from matplotlib.text import Text

import debertz_sim.report
from debertz_sim.chances.odds import odds
from debertz_sim.experiment import COMPARE, MATCHES, SIMULATE, ExperimentSpec, run
from debertz_sim.experiment.match_metrics import MATCH_RATIOS, match_means, match_shares
from debertz_sim.experiment.metrics import EVERYTHING, Frame, table
from debertz_sim.experiment.program import frame_of
from debertz_sim.policies.registry import seating
from debertz_sim.report import labels, texts
from debertz_sim.report.gallery import KINDS, Material, draw, kinds_of
from debertz_sim.report.page import Section, page
from debertz_sim.report.tables import render
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.stats import Estimate, wilson
from debertz_sim.stats.looks import look
from debertz_sim.switch_table import SWITCHES, value_text
from debertz_sim.variants import variants

REPORT = Path(debertz_sim.report.__file__).parent
PLAYABLE = [name for name, rules in variants.items() if not rules.unplayable]
DICTIONARIES: dict[str, dict[Any, tuple[Any, ...]]] = {
    "METRICS": labels.METRICS,
    "KEYS": labels.KEYS,
    "VALUES": labels.VALUES,
    "WORDS": labels.WORDS,
    "PLURALS": labels.PLURALS,
    "TEXTS": texts.TEXTS,
    "PROVENANCE": texts.PROVENANCE,
    "ANSWERS": texts.ANSWERS,
    "PAIRINGS": texts.PAIRINGS,
}
# Names that are typed, not translated: they stand in every language as they are.
NAMES = {"n", "debertz", "rules", "random", "greedy", "default", "always", "never", "Python", "numba", "numpy"}


# --- the dictionaries ---


@pytest.mark.parametrize("name", DICTIONARIES)
def test_every_entry_has_all_languages(name: str) -> None:
    for key, words in DICTIONARIES[name].items():
        assert len(words) == len(labels.LANGS), key
        flat = [form for forms in words for form in (forms if isinstance(forms, tuple) else (forms,))]
        assert all(flat) or not any(flat), key
        fields = {tuple(field for _, field, _, _ in string.Formatter().parse(form) if field is not None) for form in flat}
        assert len(fields) == 1, key
        english, *others = words
        assert not re.search("[А-Яа-яІіЇїЄєҐґ]", str(english)), key
        same = str(english) in NAMES or not re.search("[A-Za-z]{2}", str(english))
        assert same or not any(re.search("[A-Za-z]", re.sub(r"[{}]|'[A-Z]'", "", str(form))) for form in others), key


def called(function: str) -> set[str]:
    """The literal first arguments of the calls of a function in the package's report and command modules."""
    found = set()
    for file in [*REPORT.glob("*.py"), *REPORT.parent.glob("cli/*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function and node.args:
                found |= {leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)}
    return found

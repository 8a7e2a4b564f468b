"""Imports run one way: reads the sources and refuses what the map of the layers does not allow."""

from __future__ import annotations

import ast
import sys
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "debertz_sim"

# What the parts may import from the package; parts that are not named may import whatever makes no circle.
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "switches": set(),
    "sequences": set(),
    "stats": set(),
    "provenance": set(),
    "_jit": set(),
    "cards": {"errors"},
    "files": {"errors"},
    "switch_table": {"cards", "errors", "switches"},
    "kernels": {"_jit", "switches"},
    "solver": {"_jit", "kernels", "switches"},
    "worlds": {"_jit", "kernels"},
    "policies": {"_jit", "errors", "files", "kernels", "solver", "switch_table", "switches", "worlds"},
    "engine": {"_jit", "kernels", "policies", "solver", "switches"},
    "equilibrium": {"_jit", "engine", "kernels", "policies", "switches"},
    "charts": {
        "_jit",
        "cards",
        "engine",
        "equilibrium",
        "errors",
        "experiment",
        "files",
        "kernels",
        "policies",
        "provenance",
        "report",
        "results",
        "rules",
        "stats",
        "switch_table",
        "variants",
    },
    "training": {"_jit", "engine", "kernels", "policies", "rules", "variants"},
    "rules": {"cards", "errors", "kernels", "sequences", "switch_table", "switches"},
    "exact": {"cards", "errors", "rules", "sequences"},
    "conditions": {"cards", "engine", "errors", "kernels", "rules", "sequences", "switch_table"},
    "bids": {
        "_jit",
        "cards",
        "engine",
        "errors",
        "experiment",
        "files",
        "kernels",
        "league",
        "policies",
        "provenance",
        "results",
        "rules",
        "solver",
        "stats",
        "switch_table",
        "variants",
    },
    "league": {
        "_jit",
        "engine",
        "errors",
        "experiment",
        "kernels",
        "policies",
        "provenance",
        "results",
        "rules",
        "solver",
        "stats",
        "variants",
    },
    "report": {"errors", "files", "stats"},
    "results": {"errors", "files", "report", "stats"},
}
# Third-party packages that stay in few places.
ONLY_IN = {
    "numba": {"_jit"},
    "llvmlite": {"_jit"},
    "click": {"cli"},
    "matplotlib": {"report"},
    "pandas": {"results", "report", "cli"},
    "pyarrow": {"files"},
    "rich": {"report", "cli"},
}
TOP = "cli"  # nobody imports it, and only it prints


class Imports(ast.NodeVisitor):
    """Modules that a source imports when it runs, at its head or within a function; not for type checking alone."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.found += [alias.name for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, "imports are absolute"
        module = node.module or ""
        self.found += [f"{module}.{alias.name}" for alias in node.names] if module == PACKAGE.name else [module]


class Source(NamedTuple):
    """What one file does, as far as the map is concerned."""

    inside: frozenset[str]  # parts of the package that it imports
    outside: frozenset[str]
    prints: bool


@cache
def look(text: str) -> Source:
    tree = ast.parse(text)
    visitor = Imports()
    visitor.visit(tree)
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return Source(
        frozenset(name.split(".")[1] for name in visitor.found if name.startswith(f"{PACKAGE.name}.")),
        frozenset(name.split(".")[0] for name in visitor.found) - {PACKAGE.name},
        any(isinstance(call, ast.Name) and call.id == "print" for call in calls),
    )


def sources() -> dict[str, str]:
    """The texts of the package's files by their places in it."""
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def part_of(file: str) -> str:
    return file.split("/")[0].removesuffix(".py")


def violations(texts: dict[str, str]) -> list[str]:
    """What the files do against the map, one line each."""
    graph: dict[str, set[str]] = {}
    found = []
    for file, text in texts.items():
        part, source = part_of(file), look(text)
        inside = source.inside - {part}
        graph.setdefault(part, set()).update(inside)
        found += [f"{file} imports {other}" for other in sorted(inside - ALLOWED.get(part, inside) | inside & {TOP})]
        found += [f"{file} imports {name}" for name in sorted(source.outside) if part not in ONLY_IN.get(name, {part})]
        found += [f"{file} prints"] * (source.prints and part != TOP)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found.append(f"circle: {' imports '.join(error.args[1])}")
    return found


def test_imports_run_one_way() -> None:
    assert violations(sources()) == []


def test_the_map_names_what_is_there() -> None:
    there = {part_of(file) for file in sources()}
    assert set(ALLOWED) <= there
    assert {part for allowed in ONLY_IN.values() for part in allowed} <= there


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("kernels/tricks.py", "from debertz_sim.policies import families", "kernels/tricks.py imports policies"),
        ("kernels/rng.py", "def f():\n    from debertz_sim import results", "kernels/rng.py imports results"),
        ("policies/bidding.py", "import numba.core", "policies/bidding.py imports numba"),
        ("engine/deal.py", "import pandas as pd", "engine/deal.py imports pandas"),
        ("stats/estimate.py", "from debertz_sim.cards import Suit", "stats/estimate.py imports cards"),
        ("variants.py", "from debertz_sim.cli.main import cli", "variants.py imports cli"),
        ("variants.py", "print(1)", "variants.py prints"),
        ("rules.py", "from debertz_sim.variants import variants", "rules.py imports variants"),
        ("variants.py", "import debertz_sim.chances.odds", "circle: "),
    ],
)
def test_planted_violations_are_found(file: str, text: str, complaint: str) -> None:
    texts = sources()
    texts[file] += f"\n\n{text}\n"
    assert any(line.startswith(complaint) for line in violations(texts)), violations(texts)


def test_every_import_is_a_declared_dependency() -> None:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["parquet"]]
    declared = {name.split(">")[0] for name in needed} | {"llvmlite"}  # numba brings llvmlite
    used = frozenset[str]().union(*(look(text).outside for text in sources().values()))
    assert used - set(sys.stdlib_module_names) <= declared

"""With the JIT off (``NUMBA_DISABLE_JIT=1``) only the tests of the rules and policies run: there coverage needs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
WITHOUT_JIT = {
    "test_expert",
    "test_expert_sides",
    "test_planted_faults",
    "test_policies",
    "test_policies_sides",
    "test_properties",
    "test_reference_rulebook",
    "test_solver_pairs",
    "test_terts",
    "test_terts_policies",
    "test_training",
    "test_twin",
}

# The same examples in every run, as with all seeds of the tests, and no test by the clock.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """With the JIT off import the test modules that run then and no others."""
    skipped = JIT_OFF and collection_path.suffix == ".py" and collection_path.stem not in WITHOUT_JIT
    return True if skipped else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the uncompiled kernels would take hours for."""
    if JIT_OFF:  # examples in docstrings stand in modules of other names
        long = {item for item in items if item.get_closest_marker("compiled") or item.path.stem not in WITHOUT_JIT}
        config.hook.pytest_deselected(items=[*long])
        items[:] = [item for item in items if item not in long]

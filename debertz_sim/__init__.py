"""Monte Carlo analysis and statistics of the card game Debertz.

``import debertz_sim as dz``, then ``dz.variants``, ``dz.RuleSet``, ``dz.odds(...)``, ``dz.simulate(...)``,
``dz.compare(...)``, ``dz.bid(...)``, ``dz.league(...)``, ``dz.deal(...)``, ``dz.match(...)``, ``dz.score(...)``,
``dz.solve(...)``, ``dz.analyse(...)``, ``dz.user_policy(...)``; see ``debertz_sim.api``.  Nothing heavy is
imported before it is used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from debertz_sim.api import analyse, bid, compare, deal, league, match, odds, score, simulate, solve, user_policy
    from debertz_sim.results import Result
    from debertz_sim.rules import RuleSet
    from debertz_sim.variants import variants

__version__ = "0.1.0"

_HOMES = {"RuleSet": "rules", "Result": "results", "variants": "variants"} | dict.fromkeys(
    ("analyse", "bid", "compare", "deal", "league", "match", "odds", "score", "simulate", "solve", "user_policy"), "api"
)

__all__ = [
    "Result",
    "RuleSet",
    "analyse",
    "bid",
    "compare",
    "deal",
    "league",
    "match",
    "odds",
    "score",
    "simulate",
    "solve",
    "user_policy",
    "variants",
]


class _Package(ModuleType):
    """Keeps the import system from putting a module, such as ``variants``, in place of the object of its name."""

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])

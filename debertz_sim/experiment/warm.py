"""Whether the kernels that a run needs lie compiled in the cache, so that a command can say that it has to compile.

What is compiled cannot be asked of numba without loading it; so a run leaves an empty file in the cache folder for each
entry kernel that it has used, and the folder belongs to one state of the kernel sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from debertz_sim._jit import CACHE_FOLDER, JIT_OFF
from debertz_sim.experiment.spec import DEALS, SIMULATE, ExperimentSpec
from debertz_sim.policies.registry import TERTS, Seating


def entries(spec: ExperimentSpec) -> list[str]:
    """The entry kernels of a run, with the families of policies that they are compiled for."""
    families = dict.fromkeys(family_name(spec.seated_for(rules)) for rules in spec.arms)
    if spec.unit != DEALS:
        return [*(f"play_matches-{family}" for family in families), "tally_matches"]
    if spec.reduce:
        return [*(f"play_shuffles-{family}" for family in families), "classify"]
    alone = spec.kind == SIMULATE or not spec.paired
    return [*(f"play_block-{family}" for family in families), "tally_deals" if alone else "tally_pairs"]


def family_name(seated: Seating) -> str:
    """The family of policies that the entry kernels are compiled for."""
    return "Terts" * (seated.game == TERTS) + type(seated.family).__name__


def must_compile(names: Sequence[str]) -> bool:
    """Whether a run that needs these entry kernels begins with compiling, as far as it is known."""
    if JIT_OFF:
        return False
    return CACHE_FOLDER is None or not all((CACHE_FOLDER / f"{name}.used").exists() for name in names)


def note_compiled(names: Sequence[str]) -> None:
    """Remember that these entry kernels lie in the cache."""
    if CACHE_FOLDER is not None:
        with suppress(OSError):
            for name in names:
                (CACHE_FOLDER / f"{name}.used").touch()

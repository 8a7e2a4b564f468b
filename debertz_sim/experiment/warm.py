"""Whether the kernels that a run needs lie compiled in the cache, so that a command can say that it has to compile.

What is compiled cannot be asked of numba without loading it; so a run leaves an empty file in the cache folder for each
entry kernel that it has used, and the folder belongs to one state of the kernel sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from debertz_sim._jit import CACHE_FOLDER, JIT_OFF
from debertz_sim.experiment.spec import DEALS, SIMULATE, ExperimentSpec
from debertz_sim.policies.policy import TERTS
from debertz_sim.policies.registry import Seating


def entries(spec: ExperimentSpec) -> list[str]:
    """The entry kernels of a run, with what decides in them."""
    names = dict.fromkeys(name for rules in spec.arms for name in deciding(spec.seated_for(rules)))
    if spec.unit != DEALS:
        return [*(f"play_matches-{name}" for name in names), "tally_matches"]
    if spec.reduce:
        return [*(f"play_shuffles-{name}" for name in names), "classify"]
    alone = spec.kind == SIMULATE or not spec.paired
    return [*(f"play_block-{name}" for name in names), "tally_deals" if alone else "tally_pairs"]


def deciding(seated: Seating) -> list[str]:
    """What decides in the entry kernels that play deals with this seating."""
    return ["Terts" * (seated.game == TERTS) + name for name in seated.entries]


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

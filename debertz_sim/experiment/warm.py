"""Whether the kernels that a run needs lie compiled in the cache, so that a command can say that it has to compile.

What is compiled cannot be asked of numba without loading it; so a run leaves an empty file in the cache folder for each
entry kernel that it has used, and the folder belongs to one state of the kernel sources.
"""

from __future__ import annotations

from contextlib import suppress

from debertz_sim._jit import CACHE_FOLDER, JIT_OFF
from debertz_sim.experiment.spec import DEALS, SIMULATE, ExperimentSpec


def entries(spec: ExperimentSpec) -> list[str]:
    """The entry kernels of a run, with what decides in them."""
    seated = ((rules.form == "terts", spec.seated_for(rules)) for rules in spec.arms)
    names = dict.fromkeys("Terts" * terts + name for terts, its in seated for name in its.entries)
    if spec.unit != DEALS:
        return [*(f"play_matches-{name}" for name in names), "tally_matches"]
    if spec.reduce:
        return [*(f"play_shuffles-{name}" for name in names), "classify"]
    alone = spec.kind == SIMULATE or not spec.paired
    return [*(f"play_block-{name}" for name in names), "tally_deals" if alone else "tally_pairs"]


def must_compile(spec: ExperimentSpec) -> bool:
    """Whether the run begins with compiling, as far as it is known."""
    if JIT_OFF:
        return False
    return CACHE_FOLDER is None or not all((CACHE_FOLDER / f"{entry}.used").exists() for entry in entries(spec))


def note_compiled(spec: ExperimentSpec) -> None:
    """Remember that the run's kernels lie in the cache."""
    if CACHE_FOLDER is not None:
        with suppress(OSError):
            for entry in entries(spec):
                (CACHE_FOLDER / f"{entry}.used").touch()

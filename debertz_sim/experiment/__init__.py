"""Experiments: the one crossing from Python into the kernels (spec, chunks, executors, sums, estimates)."""

from debertz_sim.experiment.run import Run, row_columns, run
from debertz_sim.experiment.spec import COMPARE, DEALS, MATCHES, SIMULATE, ExperimentSpec

__all__ = ["COMPARE", "DEALS", "MATCHES", "SIMULATE", "ExperimentSpec", "Run", "row_columns", "run"]

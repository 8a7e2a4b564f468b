"""Estimates with intervals, paired differences, sequential stopping; integers in, ``Estimate`` out."""

from debertz_sim.stats.estimate import (
    ARM,
    DEFAULT_CONFIDENCE,
    NUMBER,
    PERCENTAGE_POINTS,
    POINTS,
    PROPORTION,
    Estimate,
    Group,
    difference_arm,
    exact,
    flat_columns,
    is_level,
    normal_mean,
    wilson,
    z_value,
)
from debertz_sim.stats.independent import independent_difference
from debertz_sim.stats.paired import (
    CrossSums,
    RatioSums,
    cross_sums,
    paired_difference,
    ratio_sums,
    unpaired_difference,
)
from debertz_sim.stats.sequential import next_total

__all__ = [
    "ARM",
    "DEFAULT_CONFIDENCE",
    "NUMBER",
    "PERCENTAGE_POINTS",
    "POINTS",
    "PROPORTION",
    "CrossSums",
    "Estimate",
    "Group",
    "RatioSums",
    "cross_sums",
    "difference_arm",
    "exact",
    "flat_columns",
    "independent_difference",
    "is_level",
    "next_total",
    "normal_mean",
    "paired_difference",
    "ratio_sums",
    "unpaired_difference",
    "wilson",
    "z_value",
]

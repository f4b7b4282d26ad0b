"""W1: how far values must travel to turn one distribution into the other."""

from __future__ import annotations

import math

import numpy as np

from covey.core.measure import Measure, Result
from covey.core.wording import named
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import (
    column_pairs,
    in_units,
    mean_of_varying,
    spread,
)
from covey.measuring.magnitudes import comparable


def wasserstein(evidence: Evidence) -> Result:
    """Return the mean Wasserstein-1 distance of the variables, in the original's deviations.

    Both samples have one size, so the cheapest transport moves the i-th smallest value to the i-th
    smallest. A variable without any deviation counts 1 for each value that is not matched; one that
    held a single value before and after does not count at all.
    """
    by_variable: dict[str, float] = {}
    constant: list[str] = []
    still: list[str] = []
    for j, (name, before, after) in enumerate(column_pairs(evidence)):
        original, masked, _ = comparable(before, after)
        width = spread(original)
        travel = np.abs(np.sort(original) - np.sort(masked))
        by_variable[name] = float(in_units(travel, width).mean())
        if width == 0.0:
            (constant if by_variable[name] > 0.0 else still).append(name)
        evidence.progress((j + 1) / evidence.n_variables)
    note = (
        f"Constant before masking, so that each changed value counts as 1: {named(constant, 3)}."
        if constant
        else ""
    )
    return Result(mean_of_varying(by_variable, still), note, by_variable)


W1 = Measure(
    symbol="W1",
    name="Wasserstein distance",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="sd",
    formula=(
        "1/p · Σ W/S over variables, W = 1/n · Σ|x₍ᵢ₎ − x'₍ᵢ₎| over sorted values, S the sample "
        "standard deviation of the original; variables that are constant before and after do not "
        "count in p"
    ),
    reference="C. Villani (2009), Optimal Transport: Old and New, Springer, chapter 6",
    plain=(
        "How far values must move, on average and in standard deviations, to give each variable "
        "its original distribution back."
    ),
    compute=wasserstein,
)

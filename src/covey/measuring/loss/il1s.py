"""IL1s: how far the values moved, in standard deviations."""

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


def scaled_absolute_change(evidence: Evidence) -> Result:
    """Return the mean of |x − x'| / (√2·S), in percent.

    S is the original's sample standard deviation. A variable without any adds 1 for each changed
    value; one that held a single value before and after does not count at all.
    """
    by_variable: dict[str, float] = {}
    constant: list[str] = []
    still: list[str] = []
    for j, (name, before, after) in enumerate(column_pairs(evidence)):
        original, masked, _ = comparable(before, after)
        width = math.sqrt(2.0) * spread(original)
        by_variable[name] = 100.0 * float(in_units(np.abs(original - masked), width).mean())
        if width == 0.0:
            (constant if by_variable[name] > 0.0 else still).append(name)
        evidence.progress((j + 1) / evidence.n_variables)
    note = (
        "Constant before masking, so that each changed value counts as 100 %: "
        f"{named(constant, 3)}."
        if constant
        else ""
    )
    return Result(mean_of_varying(by_variable, still), note, by_variable)


IL1S = Measure(
    symbol="IL1s",
    name="Scaled absolute change",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula=(
        "100/(n·p) · Σ|x − x'|/(√2·S), S the original's sample standard deviation; variables that "
        "are constant before and after do not count in p"
    ),
    reference=(
        "J. M. Mateo-Sanz, F. Sebé and J. Domingo-Ferrer (2004), Outlier protection in continuous "
        "microdata masking, Privacy in Statistical Databases, LNCS 3050, 201-215"
    ),
    plain="How far a value moved, on average, as a share of the typical gap between two records.",
    compute=scaled_absolute_change,
    is_default=True,
)

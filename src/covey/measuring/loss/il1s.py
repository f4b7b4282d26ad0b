"""IL1s: how far the values moved, in standard deviations."""

from __future__ import annotations

import math

import numpy as np

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import column_pairs, in_units, listed, spread
from covey.measuring.magnitudes import comparable


def scaled_absolute_change(evidence: Evidence) -> Result:
    """Return the mean of |x − x'| / (√2·S), in percent.

    S is the original's sample standard deviation. A variable without any adds 0 where it is
    unchanged and 1 for each changed value.
    """
    by_variable, constant = {}, []
    for j, (name, before, after) in enumerate(column_pairs(evidence)):
        original, masked, _ = comparable(before, after)
        width = math.sqrt(2.0) * spread(original)
        by_variable[name] = 100.0 * float(in_units(np.abs(original - masked), width).mean())
        if width == 0.0 < by_variable[name]:
            constant.append(name)
        evidence.tick((j + 1) / evidence.n_variables)
    note = (
        f"Constant before masking, so that each changed value counts as 100 %: {listed(constant)}."
        if constant
        else ""
    )
    return Result(sum(by_variable.values()) / len(by_variable), note, by_variable)


IL1S = Measure(
    symbol="IL1s",
    name="Scaled absolute change",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="100/(n·p) · Σ|x − x'|/(√2·S), S the original's sample standard deviation",
    reference=(
        "J. M. Mateo-Sanz, F. Sebé and J. Domingo-Ferrer (2004), Outlier protection in continuous "
        "microdata masking, Privacy in Statistical Databases, LNCS 3050, 201-215"
    ),
    plain="How far a value moved, on average, as a share of the typical gap between two records.",
    compute=scaled_absolute_change,
    is_default=True,
)

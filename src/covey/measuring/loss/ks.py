"""KS: the largest gap between the distributions before and after."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import column_pairs


def kolmogorov_smirnov(evidence: Evidence) -> Result:
    """Return the largest Kolmogorov–Smirnov distance of any variable."""
    by_variable = {}
    for j, (name, original, masked) in enumerate(column_pairs(evidence)):
        by_variable[name] = _distance(np.sort(original), np.sort(masked))
        evidence.progress((j + 1) / evidence.n_variables)
    return Result(max(by_variable.values()), details=by_variable)


def _distance(a: Vector, b: Vector) -> float:
    """Return sup|F − G| of two sorted samples of one size; counts are integers, so it is exact.

    F − G is largest where F jumps, G − F where G does. Among ties the last has the largest count,
    which is the value of the step function there.
    """
    upto = np.arange(1, len(a) + 1)
    above = int((upto - np.searchsorted(b, a, side="right")).max())
    below = int((upto - np.searchsorted(a, b, side="right")).max())
    return max(above, below) / len(a)


KS = Measure(
    symbol="KS",
    name="Kolmogorov–Smirnov distance",
    kind="loss",
    low=0.0,
    high=1.0,
    better="lower",
    unit="",
    formula="max over variables of sup|F − F'|, F and F' the distribution functions",
    reference=(
        "N. Smirnov (1948), Table for estimating the goodness of fit of empirical distributions, "
        "Annals of Mathematical Statistics 19(2), 279-281"
    ),
    plain=(
        "For the variable that suffered most: by which share of the records the count below some "
        "value is wrong, at worst."
    ),
    compute=kolmogorov_smirnov,
)

"""IL1s: how far the values moved, in standard deviations."""

from __future__ import annotations

import math

import numpy as np

from covey.core.arrays import Matrix
from covey.core.measure import Findings, Result, Statistic, loss_measure
from covey.measuring import adding
from covey.measuring.evidence import Evidence
from covey.measuring.gaps import LEFT_OUT
from covey.measuring.loss.variables import in_units, shares, varying


def _gather(evidence: Evidence) -> Matrix:
    sums = np.empty((evidence.n_numbers, 2))
    for j, width in enumerate(math.sqrt(2.0) * evidence.whole.spreads):
        original, masked = evidence.scaled_pair(j)
        sums[j] = in_units(np.abs(original - masked), float(width)).sum(), len(original)
        evidence.progress((j + 1) / evidence.n_numbers)
    return sums


SCALED = Statistic("scaled changes", _gather, adding.total)
"""Sums of absolute changes in √2 standard deviations, and their numbers, by variable."""


def _scaled_absolute_change(found: Findings) -> Result:
    means = 100.0 * shares(*found[SCALED].T)
    mean, note = varying(found.whole, means, one="100 %")
    return Result(mean, note, found.whole.by_variable(means))


IL1S = loss_measure(
    symbol="IL1s",
    name="Scaled absolute change",
    formula=(
        "100/(n·p) · Σ|x − x'|/(√2·S), S the original's sample standard deviation; variables that "
        "are constant before and after do not count in p"
    ),
    reference=(
        "J. M. Mateo-Sanz, F. Sebé and J. Domingo-Ferrer (2004), Outlier protection in continuous "
        "microdata masking, Privacy in Statistical Databases, LNCS 3050, 201-215"
    ),
    plain="How far a value moved, on average, as a share of the typical gap between two records.",
    conclude=_scaled_absolute_change,
    statistics=(SCALED,),
    on="numbers",
    gaps=LEFT_OUT,
    is_default=True,
)

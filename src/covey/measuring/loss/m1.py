"""M1: how far the values moved, relative to themselves."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Measure, Result, Statistic
from covey.measuring import adding
from covey.measuring.evidence import Evidence
from covey.measuring.loss.relative import TABLE_I, relative_change


def _gather(evidence: Evidence) -> Vector:
    changes = [relative_change(*evidence.pair(j)).sum() for j in range(evidence.n_variables)]
    return np.array(changes)


RELATIVE = Statistic("relative changes", _gather, adding.total)
"""Their sums, by variable."""


def variation_of_values(found: Findings) -> Result:
    """Return the mean relative change of the values, in percent."""
    by_variable = found.whole.by_variable(100.0 * (found[RELATIVE] / found.whole.n_records))
    return Result(sum(by_variable.values()) / len(by_variable), details=by_variable)


M1 = Measure(
    symbol="M1",
    name="Mean variation of the values",
    kind="loss",
    formula="100/(n·p) · Σ|x − x'|/|x|; where x = 0, 1 if x' differs and 0 if not",
    reference=TABLE_I,
    plain="By how much of itself a value changed, on average; small values weigh heavily.",
    conclude=variation_of_values,
    statistics=(RELATIVE,),
)

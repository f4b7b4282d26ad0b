"""RLD: distance linkage for intruders who know one key variable, two, and so on to all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.measure import Measure, Result
from covey.core.progress import Progress, part
from covey.measuring.evidence import Evidence
from covey.measuring.risk.composite import PAPER
from covey.measuring.risk.dld import chances_to_find
from covey.measuring.risk.sampling import attack_records

_MOST_WORK = 2e8


def record_linkage(evidence: Evidence) -> Result:
    """Return the mean of DLD over the first 1, 2, … q key variables, in the order of the file.

    Details give DLD by number of variables. Exact up to a budget of work; then all numbers of
    variables are tried on the same seeded sample of records, and the 95 % interval is that of the
    mean.
    """
    q = evidence.n_variables

    def attack(records: NDArray[np.intp], progress: Progress) -> tuple[Matrix, int]:
        tried = [
            chances_to_find(evidence, records, m, part(progress, (m - 1) / q, m / q))
            for m in range(1, q + 1)
        ]
        return np.column_stack([chances for chances, _ in tried]), sum(work for _, work in tried)

    trial = attack_records(evidence, attack, _MOST_WORK)
    by_number = {str(m): float(share) for m, share in enumerate(trial.shares, start=1)}
    return Result(float(trial.shares.mean()), trial.note(trial.chances.mean(axis=1)), by_number)


RLD = Measure(
    symbol="RLD",
    name="Record linkage disclosure",
    kind="risk",
    low=0.0,
    high=100.0,
    better="lower",
    unit="%",
    formula="1/q · Σ DLD over the first m key variables, m = 1 … q",
    reference=f"{PAPER}, table III",
    plain=(
        "The share of released records that point at their own original, averaged over intruders "
        "who know few or many of the key variables."
    ),
    compute=record_linkage,
)

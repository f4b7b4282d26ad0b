"""RLD: distance linkage for intruders who know one key variable, two, and so on to all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.measure import Findings, Measure, Result, Statistic
from covey.core.progress import Progress, part
from covey.measuring.composite import PAPER
from covey.measuring.evidence import Evidence
from covey.measuring.risk.dld import chances_to_find
from covey.measuring.risk.sampling import attack_records, join_trials, summary_of

_MOST_WORK = 2e8
_MEAN = "mean"


def _gather(evidence: Evidence) -> dict[str, Any]:
    q = evidence.n_variables

    def attack(records: NDArray[np.intp], progress: Progress) -> tuple[Matrix, int]:
        tried = [
            chances_to_find(evidence, records, m, part(progress, (m - 1) / q, m / q))
            for m in range(1, q + 1)
        ]
        return np.column_stack([chances for chances, _ in tried]), sum(work for _, work in tried)

    chances = attack_records(evidence, attack, _MOST_WORK)
    by_number = {str(m): column for m, column in enumerate(chances.T, start=1)}
    return summary_of({**by_number, _MEAN: chances.mean(axis=1)}, evidence.n_records)


TRIAL = Statistic("linkage by number of variables", _gather, join_trials)


def record_linkage(found: Findings) -> Result:
    """Return the mean of DLD over the first 1, 2, … q key variables, in the order of the file.

    Details give DLD by number of variables. Exact up to a budget of work; then all numbers of
    variables are tried on the same seeded sample of records, and the 95 % interval is that of the
    mean.
    """
    trial = found[TRIAL]
    by_number = {number: share for number, share in trial.shares.items() if number != _MEAN}
    result: Result = trial.result(_MEAN, details=by_number)
    return result


RLD = Measure(
    symbol="RLD",
    name="Record linkage disclosure",
    kind="risk",
    high=100.0,
    formula="1/q · Σ DLD over the first m key variables, m = 1 … q",
    reference=f"{PAPER}, table III",
    plain=(
        "The share of released records that point at their own original, averaged over intruders "
        "who know few or many of the key variables."
    ),
    conclude=record_linkage,
    statistics=(TRIAL,),
)

"""DBRL: looking for a known person's record in the released file, first and second choice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.measure import Statistic
from covey.core.progress import Progress
from covey.measuring.evidence import Evidence
from covey.measuring.risk.candidates import masked_rows
from covey.measuring.risk.linking import chance_of_first, chance_of_second, count_rivals
from covey.measuring.risk.sampling import attack_records, join_trials, summary_of

REFERENCE = (
    "D. Pagliuca and G. Seri (1999), Some results of individual ranking method on the system of "
    "enterprise accounts annual survey, Esprit SDC project, deliverable MI-3/D2"
)

FIRST, SECOND = "first", "second"

_MOST_WORK = 1e8


def _gather(evidence: Evidence) -> dict[str, Any]:
    """Return the chances that a record's own masked one is the nearest, and the second nearest.

    From the original to the masked rows: twins stand at the same place, so the k records of a
    group share the chance of finding the group.
    """
    original, masked = evidence.standardized
    variables = np.arange(evidence.n_variables)[None, :]
    tree = evidence.once(masked_rows)

    def attack(records: NDArray[np.intp], progress: Progress) -> tuple[Matrix, int]:
        nearer, tied, work = count_rivals(
            tree,
            original,
            masked,
            records,
            variables,
            most=2,
            progress=progress,
            workers=evidence.workers,
        )
        chances = [chance_of_first(nearer, tied), chance_of_second(nearer, tied)]
        return np.column_stack(chances), work

    chances = attack_records(evidence, attack, _MOST_WORK)
    return summary_of({FIRST: chances[:, 0], SECOND: chances[:, 1]}, evidence.n_records)


TRIAL = Statistic("record linkage", _gather, join_trials)

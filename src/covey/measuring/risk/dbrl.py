"""DBRL: looking for a known person's record in the released file, first and second choice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.measure import Result
from covey.core.progress import Progress
from covey.measuring.evidence import Evidence
from covey.measuring.risk.candidates import masked_rows
from covey.measuring.risk.linking import chance_of_first, chance_of_second, count_rivals
from covey.measuring.risk.sampling import Trial, attack_records

REFERENCE = (
    "D. Pagliuca and G. Seri (1999), Some results of individual ranking method on the system of "
    "enterprise accounts annual survey, Esprit SDC project, deliverable MI-3/D2"
)

_MOST_WORK = 1e8


def linked_records(evidence: Evidence) -> Trial:
    """Return each record's chances to be the nearest and to be the second; ask by ``once``.

    From the original to the masked rows: twins stand at the same place, so the k records of a
    group share the chance of finding the group.
    """
    original, masked = evidence.standardized
    variables = np.arange(evidence.n_variables)[None, :]
    tree = evidence.once(masked_rows)

    def attack(records: NDArray[np.intp], progress: Progress) -> tuple[Matrix, int]:
        nearer, tied, work = count_rivals(
            tree, original, masked, records, variables, most=2, progress=progress
        )
        chances = [chance_of_first(nearer, tied), chance_of_second(nearer, tied)]
        return np.column_stack(chances), work

    return attack_records(evidence, attack, _MOST_WORK)


def share_linked(evidence: Evidence, place: int) -> Result:
    """Return the share of records that are found in the first (0) or second (1) place."""
    trial = evidence.once(linked_records)
    return Result(float(trial.shares[place]), trial.note(trial.chances[:, place]))

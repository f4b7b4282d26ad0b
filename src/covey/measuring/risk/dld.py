"""DLD: how often a masked record still points at its own original."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Measure, Result, Statistic
from covey.core.progress import Progress
from covey.measuring.evidence import Evidence
from covey.measuring.risk.candidates import originals
from covey.measuring.risk.linking import chance_of_first, chance_of_second, count_rivals
from covey.measuring.risk.sampling import attack_records, join_trials, summary_of

_MOST_WORK = 1e8
_QUESTION = "among the two nearest"


def _gather(evidence: Evidence) -> dict[str, Any]:
    def attack(records: NDArray[np.intp], progress: Progress) -> tuple[Matrix, int]:
        chances, work = chances_to_find(evidence, records, evidence.n_variables, progress)
        return chances[:, None], work

    chances = attack_records(evidence, attack, _MOST_WORK)
    return summary_of({_QUESTION: chances[:, 0]}, evidence.n_records)


TRIAL = Statistic("distance linkage", _gather, join_trials)


def distance_linkage(found: Findings) -> Result:
    """Return the expected share of masked records whose original is among the two nearest.

    Twins tie exactly, and so do duplicates in the original: a tie is shared, never decided by the
    row order. Exact up to a budget of work, then estimated from a seeded sample of records, with
    its 95 % interval.
    """
    result: Result = found[TRIAL].result(_QUESTION)
    return result


def chances_to_find(
    evidence: Evidence, records: NDArray[np.intp], n_known: int, progress: Progress
) -> tuple[Vector, int]:
    """Return the chance of each record that its original is among the two nearest, and the work.

    Distances are over the first ``n_known`` key variables. With a originals strictly nearer and t
    as near, its own included, the chance is (2 − a)/t, at most 1 and at least 0.
    """
    original, masked = evidence.standardized
    variables = np.arange(n_known)[None, :]
    nearer, tied, work = count_rivals(
        evidence.once(originals),
        masked,
        original,
        records,
        variables,
        most=2,
        progress=progress,
        workers=evidence.workers,
    )
    return chance_of_first(nearer, tied) + chance_of_second(nearer, tied), work


DLD = Measure(
    symbol="DLD",
    name="Distance linkage disclosure",
    kind="risk",
    high=100.0,
    formula=(
        "100/n · Σ min(1, max(0, 2 − a)/t), a originals nearer to the masked record than its own, "
        "t as near (its own included), in standard deviations of the original"
    ),
    reference=(
        "J. Domingo-Ferrer and V. Torra (2001), A quantitative comparison of disclosure control "
        "methods for microdata, in Confidentiality, Disclosure and Data Access, 111-133"
    ),
    plain=(
        "The share of released records whose own original is among the two nearest ones, for an "
        "intruder who already holds the whole original file."
    ),
    conclude=distance_linkage,
    statistics=(TRIAL,),
    is_default=True,
)

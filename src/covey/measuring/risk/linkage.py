"""DLD, RLD, DBRL1 and DBRL2: linking masked records to originals by their distances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from covey.core.arrays import Matrix
from covey.core.measure import Findings, Result, Statistic, risk_measure
from covey.core.progress import Progress, part
from covey.measuring.evidence import Evidence
from covey.measuring.gaps import AT_THE_MEAN
from covey.measuring.loss.variation import PAPER
from covey.measuring.risk.attacks import attack_records, join_trials, summary_of
from covey.measuring.risk.linking import (
    Records,
    chance_of_first,
    chance_of_second,
    rivals_among_masked,
    rivals_among_originals,
)

PAGLIUCA_SERI = (
    "D. Pagliuca and G. Seri (1999), Some results of individual ranking method on the system of "
    "enterprise accounts annual survey, Esprit SDC project, deliverable MI-3/D2"
)
DOMINGO_TORRA = (
    "J. Domingo-Ferrer and V. Torra (2001), A quantitative comparison of disclosure control "
    "methods for microdata, in Confidentiality, Disclosure and Data Access, 111-133"
)

_MOST_WORK = 1e8
_NEAREST_TWO, _MEAN, _FIRST, _SECOND = "among the two nearest", "mean", "first", "second"
_RIVALS = "; what is second there may be first in a block, and counts under DBRL1."


def _find_originals(
    evidence: Evidence, numbers: Sequence[int], records: Records, progress: Progress
) -> tuple[Matrix, int]:
    """Return the chances that a masked record's original is among the two nearest, and the work.

    There is a column for each number of key variables, the first of which are known. With a
    originals strictly nearer and t as near, its own included, the chance is (2 − a)/t, at most 1
    and at least 0. Twins tie exactly, and so do duplicates in the original: a tie is shared, never
    decided by the row order.
    """
    chances, spent = [], 0
    for i, m in enumerate(numbers):
        stretch = part(progress, i / len(numbers), (i + 1) / len(numbers))
        known = evidence.columns_of(np.arange(m)[None, :])
        nearer, tied, work = rivals_among_originals(evidence, records, known, stretch)
        chances.append(chance_of_first(nearer, tied) + chance_of_second(nearer, tied))
        spent += work
    return np.column_stack(chances), spent


def _find_masked(evidence: Evidence, records: Records, progress: Progress) -> tuple[Matrix, int]:
    """Return the chances that a record's own masked one is the nearest, and the second nearest.

    Twins stand at the same place, so the k records of a group share the chance of finding it.
    """
    known = evidence.columns_of(np.arange(evidence.n_variables)[None, :])
    nearer, tied, work = rivals_among_masked(evidence, records, known, progress, most=2)
    return np.column_stack([chance_of_first(nearer, tied), chance_of_second(nearer, tied)]), work


def _gather_distance_linkage(evidence: Evidence) -> dict[str, Any]:
    attack = partial(_find_originals, evidence, [evidence.n_variables])
    chances = attack_records(evidence, attack, _MOST_WORK)
    return summary_of({_NEAREST_TWO: chances[:, 0]}, evidence.n_records)


def _gather_by_number(evidence: Evidence) -> dict[str, Any]:
    """All numbers of variables are tried on the same records; the interval is that of the mean."""
    numbers = range(1, evidence.n_variables + 1)
    attack = partial(_find_originals, evidence, numbers)
    chances = attack_records(evidence, attack, 2 * _MOST_WORK)
    by_number = {str(m): column for m, column in zip(numbers, chances.T, strict=True)}
    return summary_of({**by_number, _MEAN: chances.mean(axis=1)}, evidence.n_records)


def _gather_record_linkage(evidence: Evidence) -> dict[str, Any]:
    attack = partial(_find_masked, evidence)
    chances = attack_records(evidence, attack, _MOST_WORK)
    return summary_of({_FIRST: chances[:, 0], _SECOND: chances[:, 1]}, evidence.n_records)


DISTANCE_LINKAGE = Statistic("distance linkage", _gather_distance_linkage, join_trials)
BY_NUMBER = Statistic("linkage by number of variables", _gather_by_number, join_trials)
RECORD_LINKAGE = Statistic("record linkage", _gather_record_linkage, join_trials)


def _among_two_nearest(found: Findings) -> Result:
    return found[DISTANCE_LINKAGE].result(_NEAREST_TWO)


def _mean_over_numbers(found: Findings) -> Result:
    trial = found[BY_NUMBER]
    by_number = {number: share for number, share in trial.shares.items() if number != _MEAN}
    return trial.result(_MEAN, details=by_number)


def _first_choice(found: Findings) -> Result:
    return found[RECORD_LINKAGE].result(_FIRST)


def _second_choice(found: Findings) -> Result:
    return found[RECORD_LINKAGE].result(_SECOND, rivals=_RIVALS)


DLD = risk_measure(
    symbol="DLD",
    name="Distance linkage disclosure",
    formula=(
        "100/n · Σ min(1, max(0, 2 − a)/t), a originals nearer to the masked record than its own, "
        "t as near (its own included), in standard deviations of the original"
    ),
    reference=DOMINGO_TORRA,
    plain=(
        "The share of released records whose own original is among the two nearest ones, for an "
        "intruder who already holds the whole original file."
    ),
    conclude=_among_two_nearest,
    statistics=(DISTANCE_LINKAGE,),
    gaps=AT_THE_MEAN,
    is_default=True,
)
RLD = risk_measure(
    symbol="RLD",
    name="Record linkage disclosure",
    formula="1/q · Σ DLD over the first m key variables, numbers before others, m = 1 … q",
    reference=f"{PAPER}, table III",
    plain=(
        "The share of released records that point at their own original, averaged over intruders "
        "who know few or many of the key variables."
    ),
    conclude=_mean_over_numbers,
    statistics=(BY_NUMBER,),
    gaps=AT_THE_MEAN,
)
DBRL1 = risk_measure(
    symbol="DBRL1",
    name="Distance-based record linkage, nearest",
    formula=(
        "100/n · Σ [a = 0]/t, a masked records nearer to the original than its own, t as near "
        "(its own and its twins included), in standard deviations of the original"
    ),
    reference=PAGLIUCA_SERI,
    plain=(
        "The share of people whom an intruder finds by taking the released record nearest to what "
        "is known about them, guessing among equal ones."
    ),
    conclude=_first_choice,
    statistics=(RECORD_LINKAGE,),
    gaps=AT_THE_MEAN,
    is_default=True,
)
DBRL2 = risk_measure(
    symbol="DBRL2",
    name="Distance-based record linkage, second nearest",
    formula=(
        "100/n · Σ ([a = 0 and t ≥ 2] + [a = 1])/t, a masked records nearer to the original than "
        "its own, t as near (its own and its twins included)"
    ),
    reference=PAGLIUCA_SERI,
    plain=(
        "The share of people whose own released record is the second nearest to what is known "
        "about them, so that an intruder's second guess finds them."
    ),
    conclude=_second_choice,
    statistics=(RECORD_LINKAGE,),
    gaps=AT_THE_MEAN,
)

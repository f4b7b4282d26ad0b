"""KNOWN: an intruder who happens to know some of the key variables, any of them."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.measure import Findings, Result, Statistic, risk_measure
from covey.core.progress import Progress, part
from covey.core.wording import fixed
from covey.measuring.evidence import Evidence
from covey.measuring.gaps import AT_THE_MEAN
from covey.measuring.risk.attacks import half_width, join_trials, mixed_records, within_budget
from covey.measuring.risk.linkage import PAGLIUCA_SERI
from covey.measuring.risk.linking import Records, chance_of_first, rivals_among_masked

_DRAWS = 10_000
"""Attacks for each number of known variables; no more than all there are."""

_PILOT = 500
_MOST_WORK = 2e7


def attack(evidence: Evidence, draws: int = _DRAWS) -> dict[str, Any]:
    """Return what intruders find, with so many draws for each number of known variables."""
    q = evidence.n_variables
    shares: dict[str, float] = {}
    margins: dict[str, float] = {}
    for m in range(1, q + 1):
        stretch = part(evidence.progress, (m - 1) / q, m / q)
        chances, is_exact = _attack(evidence, m, draws, stretch)
        shares[str(m)] = float(100.0 * chances.mean())
        margins[str(m)] = 0.0 if is_exact else half_width(chances)
    n = evidence.n_records
    return {"n_records": n, "n_tried": n, "shares": shares, "margins": margins}


TRIAL = Statistic("random intruders", attack, join_trials)


def _random_intruders(found: Findings) -> Result:
    """Return the largest share, over m = 1 … q, that intruders with m known variables find.

    Each draw is a record and a set of m key variables, both at random and independent of all
    others; the intruder takes the masked record nearest on these variables, ties shared. Details
    give the share by m. More knowledge does not always help, since the groups were formed on all
    variables, so the value is the worst case rather than that of m = q. Where records and sets are
    few, all of them are tried.
    """
    trial = found[TRIAL]
    worst = max(trial.shares, key=lambda m: trial.shares[m])
    margin = trial.margins[worst]
    note = f"The largest share, with {worst} of {len(trial.shares)} key variables known"
    note += f", 95 % interval ± {fixed(margin, 2)}." if margin else ", exact there."
    note = " ".join(filter(None, [note, trial.note_on_blocks()]))
    return Result(trial.shares[worst], note, trial.shares, margin)


def _attack(evidence: Evidence, m: int, draws: int, progress: Progress) -> tuple[Vector, bool]:
    """Return the chances of intruders with m known variables, and whether that is all of them."""
    records, variables, is_exact = _draw(evidence, m, draws)

    def find(drawn: Records, progress: Progress) -> tuple[Vector, int]:
        known = evidence.columns_of(variables[drawn])
        nearer, tied, work = rivals_among_masked(evidence, records[drawn], known, progress, most=1)
        return chance_of_first(nearer, tied), work

    most_work = None if is_exact else evidence.effort * _MOST_WORK
    return within_budget(find, np.arange(len(records)), most_work, progress, _PILOT), is_exact


def _draw(evidence: Evidence, m: int, draws: int) -> tuple[Records, NDArray[np.intp], bool]:
    """Return records and, for each, m variables; all combinations if they are few enough."""
    n, q = evidence.n_records, evidence.n_variables
    mixed = evidence.once(mixed_records)
    if n * comb(q, m) <= draws:
        sets = np.array(list(combinations(range(q), m)))
        return np.repeat(mixed, len(sets)), np.tile(sets, (n, 1)), True
    rng = np.random.default_rng([evidence.seed, m])
    records = mixed[rng.integers(n, size=draws)]
    variables = rng.permuted(np.tile(np.arange(q), (draws, 1)), axis=1)[:, :m]
    return records, np.sort(variables, axis=1), False


KNOWN = risk_measure(
    symbol="KNOWN",
    name="Linkage by random knowledge",
    formula=(
        "max over m = 1 … q of the mean, over records and sets of m key variables, of [a = 0]/t, "
        "a masked records nearer to the original on these variables than its own, t as near"
    ),
    reference=f"{PAGLIUCA_SERI}; here on random sets of the variables",
    plain=(
        "The share of people found by an intruder who knows some of their key variables, whichever "
        "these are, at the number of variables that is worst."
    ),
    conclude=_random_intruders,
    statistics=(TRIAL,),
    gaps=AT_THE_MEAN,
)

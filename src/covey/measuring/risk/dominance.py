"""PP: whether one value makes up nearly all of a group's total, the p % rule."""

from __future__ import annotations

from itertools import compress

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Vector
from covey.core.encoding import Treatment
from covey.core.magnitude import divided
from covey.core.measure import Findings, Result, Statistic, risk_measure
from covey.core.wording import named
from covey.measuring import adding
from covey.measuring.adding import Counts
from covey.measuring.evidence import Evidence, Whole
from covey.measuring.gaps import LEFT_OUT

P = 0.1
"""A value that can be told to within this part of itself is disclosed."""

_REMEDIES = (
    "A larger k helps, or in these variables the median as the group's value (aggregate) or a "
    "limit to extreme values (top, bottom)."
)


def fails(values: Vector, groups: Labels, units: Labels | None = None) -> NDArray[np.bool_]:
    """Return whether the rule fails in each group that has values, none of which is negative.

    The values of a unit in a group are added up. Whoever gave the second largest contribution
    subtracts it from the total and is left with the largest and the rest: if the rest is less than
    p times the largest, that is how well the largest is known.

    Examples
    --------
    >>> fails(np.array([100.0, 5.0, 4.0, 5.0, 9.0, 9.0, 9.0]), np.array([0, 0, 0, 0, 1, 1, 1]))
    array([ True, False])
    """
    if units is not None:
        pairs, which = np.unique(np.column_stack([groups, units]), axis=0, return_inverse=True)
        groups = pairs[:, 0]
        values = np.bincount(which.ravel(), values, minlength=len(pairs)).astype(np.float64)
    if not len(values):
        return np.empty(0, dtype=bool)
    order = np.argsort(groups, kind="stable")
    rest, starts = values[order], np.flatnonzero(np.diff(groups[order], prepend=-1))
    # Taken away one after the other: what is left adds up without a difference of large sums.
    largest = _take_largest(rest, starts)
    _take_largest(rest, starts)
    failed: NDArray[np.bool_] = np.add.reduceat(rest, starts) < P * largest
    return failed


def _take_largest(values: Vector, starts: Counts) -> Vector:
    """Return the largest value of each run, and set the first such in it to 0."""
    largest: Vector = np.maximum.reduceat(values, starts)
    run = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(values)))
    found = np.flatnonzero(values == largest[run])
    values[found[np.unique(run[found], return_index=True)[1]]] = 0.0
    return largest


def _reasons(whole: Whole) -> dict[str, str]:
    """Return why the rule is not applied to variables, by their names."""
    found = {}
    for name, low in zip(whole.names, whole.moments.lows.tolist(), strict=True):
        treatment = whole.treatments.get(name, Treatment())
        lowest = low if treatment.bottom is None else max(low, treatment.bottom)
        if treatment.kind == "date":
            found[name] = "dates"
        elif treatment.aggregate == "median":
            found[name] = "released as medians"
        elif lowest < 0.0:
            found[name] = "with negative values"
    return found


def _gather(evidence: Evidence) -> Counts:
    """Return how many cells fail and how many there are, by variable; none where not applied."""
    whole = evidence.whole
    reasons = _reasons(whole)
    counts = np.zeros((len(whole.names), 2), dtype=np.int64)
    for j, name in enumerate(whole.names):
        if name in reasons:
            continue
        treatment = whole.treatments.get(name, Treatment())
        groups = evidence.twins if evidence.groups is None else evidence.groups[j]
        known = ~np.isnan(evidence.original[:, j])
        values = np.clip(evidence.original[known, j], treatment.bottom, treatment.top)
        units = None if evidence.units is None else evidence.units[known]
        scaled = divided(values, int(whole.moments.exponents[j]))
        failed = fails(scaled, groups[known], units)
        counts[j] = failed.sum(), len(failed)
    return counts


CELLS = Statistic("cells of the p % rule", _gather, adding.total)
"""Groups in which the rule fails, and groups, by variable: every group lies in one block."""


def _dominance(found: Findings) -> Result:
    """Return the share of group × variable cells that fail; details give it by variable.

    Groups are those that values were aggregated in, or classes of equal masked records where these
    are all that is known. Sampling weights do not count: the rule is about what members know.
    """
    whole = found.whole
    reasons = _reasons(whole)
    failed, cells = found[CELLS].T
    shares = np.where(cells > 0, 100.0 * failed / np.maximum(1, cells), np.nan)
    notes = []
    if dominated := list(compress(whole.names, failed > 0)):
        notes.append(
            f"Some groups give their largest value away in {named(dominated, 3)}. {_REMEDIES}"
        )
    for reason in dict.fromkeys(reasons.values()):
        names = [name for name in reasons if reasons[name] == reason]
        notes.append(f"Left out, {reason}: {named(names, 3)}.")
    value = float(100.0 * failed.sum() / cells.sum()) if cells.sum() else np.nan
    return Result(value, " ".join(notes), whole.by_variable(shares), left_out=tuple(reasons))


PP = risk_measure(
    symbol="PP",
    name="p % rule",
    formula=(
        "100 · cells with T − x₁ − x₂ < x₁/10 / cells, a cell being a group and a numeric key "
        "variable without negative values, T the sum of the members' contributions, x₁ and x₂ the "
        "largest two; those of a unit are added, and sampling weights do not count"
    ),
    reference=(
        "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer "
        "and P.-P. de Wolf (2012), Statistical Disclosure Control, Wiley, chapter 4"
    ),
    plain=(
        "The share of released group values from which the second largest contributor can tell the "
        "largest contribution to within 10 %."
    ),
    conclude=_dominance,
    statistics=(CELLS,),
    on="numbers",
    gaps=LEFT_OUT,
    is_default=True,
)

"""DLD: how often a masked record still points at its own original."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Measure, Result
from covey.kernels.linkage import expected_hits
from covey.measuring.evidence import Evidence

_MOST_WORK = 8e9
"""Coordinate differences; above it a sample of the distinct masked records is linked."""

_SLICE = 4e7
_Z_95 = 1.96


def distance_linkage(evidence: Evidence) -> Result:
    """Return the expected share of masked records whose original is among the two nearest.

    Twins tie exactly, and so do duplicates in the original: a tie is shared, never decided by the
    row order. Exact up to a budget of work, then estimated from a seeded sample, with its 95 %
    interval.
    """
    original, _ = evidence.standardized
    centres, group = evidence.twins
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(len(centres) + 1))
    chosen = _sample(len(centres), original.size, evidence.seed)
    hits = np.zeros(len(centres))
    step = max(1, int(_SLICE // original.size))
    for start in range(0, len(chosen), step):
        expected_hits(original, centres, order, bounds, chosen[start : start + step], hits)
        evidence.tick(min(1.0, (start + step) / len(chosen)))
    sizes = np.diff(bounds)
    share = 100.0 * hits[chosen].sum() / sizes[chosen].sum()
    if len(chosen) == len(centres):
        return Result(float(share))
    residual = hits[chosen] - share / 100.0 * sizes[chosen]
    error = 100.0 * np.sqrt(np.square(residual).sum()) / sizes[chosen].sum()
    return Result(
        float(share),
        f"Estimated from {len(chosen):,} of {len(centres):,} distinct masked records, "
        f"95 % interval ± {_Z_95 * error:.2f}.",
    )


def _sample(n_centres: int, cost: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    count = max(1_000, int(_MOST_WORK // cost))
    if count >= n_centres:
        return np.arange(n_centres, dtype=np.int64)
    return np.sort(np.random.default_rng(seed).choice(n_centres, count, replace=False))


DLD = Measure(
    symbol="DLD",
    name="Distance linkage disclosure",
    kind="risk",
    low=0.0,
    high=100.0,
    better="lower",
    unit="%",
    formula="100/n · Σ P(own original among the two nearest originals of the masked record)",
    reference=(
        "J. Domingo-Ferrer and V. Torra (2001), A quantitative comparison of disclosure control "
        "methods for microdata, in Confidentiality, Disclosure and Data Access, 111-133"
    ),
    plain=(
        "The share of released records whose own original is among the two nearest ones, for an "
        "intruder who already holds the whole original file."
    ),
    compute=distance_linkage,
    is_default=True,
)

"""A method within blocks of similar records, for tables that are too large for it as a whole."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.divisions import group_within
from covey.core.engine import ALONE, Resources
from covey.core.method import Grouped, algorithm
from covey.core.progress import Progress, part, quiet
from covey.kernels.cutting import cut
from covey.partitioning.iamat import iamat
from covey.partitioning.mdav import mdav_centroid, mdav_generic
from covey.partitioning.respondents import disperse, merge

SIZE = 32_000
"""Larger blocks have fewer borders; these take half a second each on one core."""

LARGE_K = 50
"""From here on IAMAT, whose groups grow record by record, loses more than MDAV around centroids."""

_WITHIN = {method.name: method for method in (iamat, mdav_generic, mdav_centroid)}


@algorithm(
    "blocks",
    family="Blocks",
    reference=(
        "Covey; blocks by median cuts as in the k-d tree of J. L. Bentley (1975), "
        "Multidimensional binary search trees used for associative searching, "
        "Communications of the ACM 18(9), 509-517"
    ),
    work=lambda n, p, k: 0.25 * n * min(n, max(SIZE, 4 * k)) * p / k,
)
def blocks(
    X: Matrix,
    *,
    k: int,
    size: Annotated[
        int, Field(ge=4, description="Records of a block, at most; 4k where that is more.")
    ] = SIZE,
    within: Annotated[
        Literal["iamat", "mdav-generic", "mdav-centroid"] | None,
        Field(description="Method within a block: by default iamat, mdav-centroid from k = 50 on."),
    ] = None,
    units: Labels | None = None,
    resources: Resources = ALONE,
    progress: Progress = quiet,
) -> Grouped:
    """Cuts the table into blocks of similar records and groups each: time grows with n."""
    # A block is halved only if it has more than 4k records, so that none is left with under 2k.
    block = np.empty(len(X), dtype=np.intp)
    n_blocks = n_cut = 0
    for rows in cut(X, max(size, 4 * k)):
        block[rows] = n_blocks
        n_blocks, n_cut = n_blocks + 1, n_cut + len(rows)
        progress(0.2 * n_cut / len(X))
    method = within or ("iamat" if k < LARGE_K else "mdav-centroid")
    labels, _ = group_within(
        block,
        partial(_group, method=method, k=k),
        [X] if units is None else [X, units],
        engine=resources.engine,
        progress=part(progress, 0.2, 1.0),
    )
    if units is not None:
        labels = merge(X, disperse(X, labels, units, k), units, k)
    return Grouped(labels, {"n_blocks": n_blocks})


def _group(
    X: Matrix, units: Labels | None = None, *, method: str, k: int, progress: Progress
) -> Labels:
    """Return the groups of one block, a pure function of it.

    A block with records of fewer than k units is one group, which has no place in the end.
    """
    if units is not None and len(np.unique(units)) < k:
        return np.zeros(len(X), dtype=np.intp)
    return _WITHIN[method](X, k=k, units=units, progress=progress).labels

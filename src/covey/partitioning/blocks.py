"""A method within blocks of similar records, for tables that are too large for it as a whole."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.engine import IN_TURN, Engine
from covey.core.numbering import joined
from covey.core.progress import Progress, part, quiet
from covey.core.registry import Outcome, algorithm
from covey.kernels.cutting import cut
from covey.partitioning.iamat import iamat
from covey.partitioning.mdav_centroid import mdav_centroid
from covey.partitioning.mdav_generic import mdav_generic

SIZE = 32_000
"""Larger blocks have fewer borders; these take half a second each on one core."""

LARGE_K = 50
"""From here on IAMAT, whose groups grow record by record, loses more than MDAV around centroids."""

_WITHIN = {method.name: method for method in (iamat, mdav_generic, mdav_centroid)}


@algorithm(
    "blocks",
    family="Blocks",
    summary="Cuts the table into blocks of similar records and groups each: time grows with n.",
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
    engine: Engine = IN_TURN,
    progress: Progress = quiet,
) -> Outcome:
    """Group the records of each block by themselves, several blocks at once."""
    # A block is halved only if it has more than 4k records, so that none is left with under 2k.
    rows: list[Labels] = []
    n_cut = 0
    for block in cut(X, max(size, 4 * k)):
        rows.append(block)
        n_cut += len(block)
        progress(0.2 * n_cut / len(X))
    method = within or ("iamat" if k < LARGE_K else "mdav-centroid")
    group = partial(_group, method=method, k=k)
    found = engine.run(group, (X,), rows, progress=part(progress, 0.2, 1.0))
    return Outcome(joined(rows, found, len(X)), {"n_blocks": len(rows)})


def _group(X: Matrix, *, method: str, k: int, progress: Progress) -> Labels:
    """Group the records of one block, a pure function of it."""
    return _WITHIN[method](X, k=k, progress=progress).labels

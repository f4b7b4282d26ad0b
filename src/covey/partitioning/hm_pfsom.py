"""HM-PFSOM: groups that keep the diversity of the confidential attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.checks import check_matrix
from covey.core.errors import InputError, RequestError
from covey.core.method import Grouped, algorithm
from covey.core.progress import Progress, part, quiet
from covey.core.spelling import Setting
from covey.kernels import pool as kernel
from covey.kernels.pfsom import nearest_centre
from covey.kernels.pool import SLICE
from covey.partitioning.pfsom import MOST_CLUSTERS, MOST_LEARNERS, pfsom

NEEDS_CONFIDENTIAL = (
    "hm-pfsom needs at least one confidential attribute; name it with ",
    Setting("roles", {"confidential": ["A"]}),
    ", or choose another method.",
)
"""What a request without confidential attributes is told."""

Draw = Literal["proportional", "equal"]

BlockCount = Annotated[
    int | None,
    Field(
        ge=1,
        le=MOST_CLUSTERS,
        description="Blocks of similar records to start from; none lets the PCAES index choose.",
    ),
]
ClassCount = Annotated[
    int | None,
    Field(
        ge=1,
        le=MOST_CLUSTERS,
        description="Classes of confidential values a block starts from; none lets PCAES choose.",
    ),
]
ClassDraw = Annotated[
    Draw,
    Field(description="What a group takes: k of each class, or more of the larger classes."),
]

CLUSTERING_SHARE = 0.3
"""Share of the work that ends with the blocks; then each block counts by its records."""


@algorithm(
    "hm-pfsom",
    family="hybrid",
    reference=(
        "B. Abidi, S. Ben Yahia and C. Perera (2020), Hybrid microaggregation for "
        "privacy-preserving data mining, Journal of Ambient Intelligence and Humanized Computing "
        "11(1), 23-38"
    ),
    work=lambda n, p, k: n * n * p / (2 * k) + 20_000 * min(n, MOST_LEARNERS) * p,
)
def hm_pfsom(
    X: Matrix,
    *,
    k: int,
    confidential: Matrix | None = None,
    n_blocks: BlockCount = None,
    n_classes: ClassCount = None,
    draw: ClassDraw = "proportional",
    seed: int = 0,
    progress: Progress = quiet,
) -> Grouped:
    """Groups of similar records that keep the diversity of the confidential values."""  # noqa: D401 (a noun)
    S = _check_confidential(confidential, n=len(X))
    labels = np.empty(len(X), dtype=np.intp)
    blocks = blocks_of(X, k, n_blocks, seed, part(progress, 0.0, CLUSTERING_SHARE))
    n_groups, start = 0, CLUSTERING_SHARE
    facts: list[dict[str, Any]] = []
    for block in range(int(blocks.max()) + 1):
        rows = np.flatnonzero(blocks == block)
        end = start + (1.0 - CLUSTERING_SHARE) * len(rows) / len(X)
        middle = (start + end) / 2
        if S is None:
            classes = np.zeros(len(rows), dtype=np.intp)
        else:
            classes = blocks_of(S[rows], k, n_classes, seed, part(progress, start, middle))
        groups = draw_groups(X[rows], classes, k, draw, part(progress, middle, end))
        labels[rows] = groups + n_groups
        drawn = int(groups.max()) + 1
        sizes = np.bincount(classes).tolist()
        facts.append({"records": len(rows), "classes": sizes, "groups": drawn})
        n_groups, start = n_groups + drawn, end
    return Grouped(labels, {"class_blocks": facts})


def blocks_of(
    X: Matrix, k: int, count: int | None = None, seed: int = 0, progress: Progress = quiet
) -> Labels:
    """Return PFSOM clusters of at least k records: blocks of records, or classes of a block.

    A cluster with fewer is merged with the one whose mean is nearest, the smallest cluster first.
    ``count`` is how many to start from; None lets PCAES choose.
    """
    at_most = None if count is None else min(count, len(X))
    labels = pfsom(X, n_clusters=at_most, seed=seed, progress=progress).labels
    while (sizes := np.bincount(labels)).min() < k:
        means = kernel.group_centroids(X, labels, len(sizes))
        smallest = int(sizes.argmin())
        distances = ((means - means[smallest]) ** 2).sum(axis=1)
        distances[smallest] = np.inf
        labels[labels == smallest] = int(distances.argmin())
        labels = np.unique(labels, return_inverse=True)[1].astype(np.intp)
    return labels


def draw_groups(
    X: Matrix, classes: Labels, k: int, draw: Draw = "proportional", progress: Progress = quiet
) -> Labels:
    """Return groups of one block, each with records of all classes, of which each holds at least k.

    There are ⌊min|C| / k⌋ rounds. In each, x_r is the remaining record farthest from the block's
    mean; from every class C_i the k·⌊|C_i| / min|C|⌋ records nearest to x_r form a group (k of each
    with the equal draw), x_r itself being one of its class. What is left joins the nearest group.
    k may be 1 here.
    """
    sizes = np.bincount(classes)
    ratios = sizes // sizes.min() if draw == "proportional" else np.ones_like(sizes)
    n_groups = int(sizes.min()) // k
    labels = np.full(len(X), kernel.UNASSIGNED, dtype=np.intp)
    pools = [np.flatnonzero(classes == c).astype(np.int64) for c in range(len(sizes))]
    spent = 0
    for group, r in enumerate(_farthest_first(X, labels, n_groups)):
        for c, ratio in enumerate(ratios.tolist()):
            pools[c] = _give_nearest(X, pools[c], r, k * ratio, labels, group)
        spent += sum(map(len, pools)) * X.shape[1]
        if spent >= SLICE:
            progress(group / n_groups)
            spent = 0
    _rest_joins_nearest(X, labels, n_groups, progress)
    return labels


def _farthest_first(X: Matrix, labels: Labels, count: int) -> Iterator[int]:
    """Give the record farthest from the mean that has no group yet, ``count`` times.

    The mean is that of the whole block and so is the order, ties by index: one sort finds it.
    """
    distances = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
    order = iter(np.argsort(-distances, kind="stable").tolist())
    for _ in range(count):
        yield next(row for row in order if labels[row] == kernel.UNASSIGNED)


def _give_nearest(
    X: Matrix, pool: NDArray[np.int64], r: int, count: int, labels: Labels, group: int
) -> NDArray[np.int64]:
    """Give the records of a class nearest to x_r to a group; return those that the class keeps.

    x_r is at distance zero, but so are its duplicates: it is named, not searched for.
    """
    is_own = bool(pool[np.searchsorted(pool, r) % len(pool)] == r)
    members = kernel.nearest(X, pool, len(pool), X[r], count - is_own, r, None)
    labels[members] = group
    if is_own:
        labels[r] = group
    return pool[: kernel.remove_assigned(pool, len(pool), labels)]


def _rest_joins_nearest(X: Matrix, labels: Labels, n_groups: int, progress: Progress) -> None:
    """Give what is left to the groups with the nearest centroids, all as they were formed."""
    left = np.flatnonzero(labels == kernel.UNASSIGNED)
    centroids = kernel.group_centroids(X, labels, n_groups)
    step = max(1, SLICE // centroids.size)
    for start in range(0, len(left), step):
        rows = left[start : start + step]
        labels[rows] = nearest_centre(X[rows], centroids)
        progress(1.0)
    progress(1.0)


def _check_confidential(confidential: Matrix | None, *, n: int) -> Matrix | None:
    if confidential is None:
        return None
    S = np.asarray(confidential)
    if S.ndim == 2 and S.shape[1] == 0:
        raise RequestError(*NEEDS_CONFIDENTIAL)
    if len(S) != n:
        raise InputError(f"'confidential' must have the {n} records of 'X'. Got {len(S)}.")
    try:
        return check_matrix(S)
    except InputError as error:
        raise InputError(str(error).replace("'X'", "'confidential'")) from None

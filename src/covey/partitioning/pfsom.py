"""PFSOM: possibilistic fuzzy clustering, level by level, that chooses how many clusters there are.

The card of ``hm-pfsom`` says which of the choices made here are the paper's and which are ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
from numbers import Integral

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.checks import check_matrix
from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.progress import Progress, quiet
from covey.kernels import pfsom as kernel
from covey.partitioning.prototypes import (
    Beat,
    Rule,
    distances_between,
    joined,
    learn,
    learn_apart,
    spread_seeds,
    without_twins,
)

MOST_PROTOTYPES = 32
"""Bound on the prototypes of the first level; the square root of the records is taken below it."""

MOST_LEARNERS = 5_000
"""Records that prototypes learn from; of larger tables a random sample."""

MOST_CLUSTERS = 256
"""Bound on what a caller may ask for: prototypes are compared pair by pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Clustering:
    """Records in clusters, and how sure that is.

    Clusters are numbered by their lowest record; none is empty.
    """

    labels: Labels  # nearest centre of each record
    centres: Matrix  # prototypes of the clusters, in the units of X
    memberships: Matrix  # records by clusters; rows add up to one
    typicalities: Matrix  # records by clusters; rows need not add up to one
    levels: tuple[int, ...]  # prototypes left at each; empty where all came to the same place
    pcaes: tuple[float, ...]  # of each level, on the records that the prototypes learned from

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.centres)


def pfsom(
    X: Matrix,
    *,
    n_clusters: int | None = None,
    seed: int = 0,
    rule: Rule | None = None,
    most_learners: int = MOST_LEARNERS,
    progress: Progress = quiet,
) -> Clustering:
    r"""Cluster records by possibilistic fuzzy prototypes, level by level [1]_.

    Memberships :math:`u_{ij} = 1/\sum_l (d_{ij}/d_{il})^{2/(m-1)}` compare centres, typicalities
    :math:`t_{ij} = 1/(1 + (b\,d_{ij}^2/\gamma_j)^{1/(\eta-1)})` do not, so outliers weigh little. A
    centre is the mean of the records weighted by :math:`a\,u^m + b\,t^\eta`. The first level has
    many prototypes. Each next level starts from the level below with its two nearest prototypes
    joined. The level with the highest PCAES index wins; where none is above 0 there is one cluster.
    ``n_clusters`` fixes their number instead, as far as that many records differ.

    Prototypes learn from ``most_learners`` records at most, drawn by the seed; smaller tables
    involve no chance. Time O(learners·p) for each prototype, level and iteration, then O(n·p) for
    each cluster; memory O(n) for each cluster.

    References
    ----------
    .. [1] B. Abidi and S. Ben Yahia (2013), Multi-PFKN: a fuzzy possibilistic clustering algorithm
       based on neural network, FUZZ-IEEE 2013, 1-8.

    Examples
    --------
    >>> pfsom(np.array([[0.0], [0.1], [0.2], [9.0], [9.1], [9.2]])).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """
    X = check_matrix(X)
    count = _check_count(n_clusters, n=len(X))
    rule = rule or Rule()
    shift = X.mean(axis=0)
    # With records at a root mean square distance of one, tolerances have no units.
    width = float(np.sqrt(((X - shift) ** 2).sum(axis=1).mean())) or 1.0
    Z = (X - shift) / width
    centres, levels = _climb(_sample(Z, seed, most_learners), count, rule, progress)
    centres, labels = _numbered_by_lowest_record(Z, centres)
    scales = kernel.scales_of(Z, centres, rule.m)
    return Clustering(
        labels=labels,
        centres=centres * width + shift,
        memberships=kernel.memberships(Z, centres, rule.m),
        typicalities=kernel.typicalities(Z, centres, scales, rule.b, rule.eta),
        levels=tuple(len(level) for level, _ in levels),
        pcaes=tuple(index for _, index in levels),
    )


def pcaes(U: Matrix, centres: Matrix) -> float:
    r"""Return the partition coefficient and exponential separation index [1]_: high is good.

    .. math:: \sum_j \Big(\frac{\sum_i u_{ij}^2}{\max_l \sum_i u_{il}^2}
        - \exp\big(-\min_{l \ne j} \lVert v_j - v_l \rVert^2 / \beta\big)\Big)

    with :math:`\beta` the mean squared distance of the centres to their mean. It lies between minus
    and plus the number of centres, of which there must be at least two different ones.

    References
    ----------
    .. [1] K. Wu and M. Yang (2005), A cluster validity index for fuzzy clustering, Pattern
       Recognition Letters 26(9), 1275-1291.

    Examples
    --------
    >>> round(pcaes(np.eye(2), np.array([[0.0], [1.0]])), 4)  # 2 - 2 exp(-4)
    1.9634
    """
    compactness = (U * U).sum(axis=0)
    beta = float(((centres - centres.mean(axis=0)) ** 2).sum(axis=1).mean())
    separation = np.exp(-distances_between(centres).min(axis=1) / beta)
    return float((compactness / compactness.max()).sum() - separation.sum())


Level = tuple[Matrix, float]
"""The prototypes of a level, and the PCAES index of the clusters around them."""


def _climb(
    Z: Matrix, count: int | None, rule: Rule, progress: Progress
) -> tuple[Matrix, list[Level]]:
    """Return the prototypes that win, and the levels that were climbed to find them."""
    whole = Z.mean(axis=0, keepdims=True)
    if count == 1:
        return whole, []
    seeds = spread_seeds(Z, max(count or 0, min(ceil(sqrt(len(Z))), MOST_PROTOTYPES)))
    smallest = max(count or 0, 2)
    centres, levels = seeds, list[Level]()
    while len(centres) >= smallest:
        done = partial(progress, 1.0 - (len(centres) / len(seeds)) ** 2)
        centres = without_twins(Z, learn(Z, centres, rule, done))
        if len(centres) < smallest:
            break
        U = kernel.memberships(Z, centres, rule.m)
        levels.append((centres, pcaes(U, centres)))
        centres = joined(centres, (U * U).sum(axis=0), len(centres) - 1)
    if count is not None:
        return _exactly(Z, count, seeds, levels, rule, partial(progress, 1.0)), levels
    return best_of(levels, whole), levels


def best_of(levels: Sequence[Level], whole: Matrix) -> Matrix:
    """Return the prototypes of the level with the highest index.

    Where all prototypes came to the same place, or no level is more compact than it is crowded, the
    records are one whole cluster.
    """
    best, index = max(levels, key=lambda level: level[1], default=(whole, 0.0))
    return best if index > 0.0 else whole


def _exactly(
    Z: Matrix, count: int, seeds: Matrix, levels: list[Level], rule: Rule, beat: Beat
) -> Matrix:
    """Return the prototypes of the level that has ``count``, else as many fuzzy ones.

    Prototypes that coincide may leave no level with that many.
    """
    for centres, _ in levels:
        if len(centres) == count:
            return centres
    mass = np.bincount(kernel.nearest_centre(Z, seeds), minlength=len(seeds)).astype(np.float64)
    return learn_apart(Z, joined(seeds, mass, count), rule, beat)


def _sample(Z: Matrix, seed: int, size: int) -> Matrix:
    if len(Z) <= size:
        return Z
    rows = np.random.default_rng(seed).choice(len(Z), size, replace=False)
    return Z[np.sort(rows)]


def _numbered_by_lowest_record(Z: Matrix, centres: Matrix) -> tuple[Matrix, Labels]:
    """Return the centres that have records, in the order of their lowest, and the labels."""
    nearest = kernel.nearest_centre(Z, centres)
    kept, first, labels = np.unique(nearest, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return centres[kept[order]], np.argsort(order)[labels].astype(np.intp)


def _check_count(n_clusters: int | None, *, n: int) -> int | None:
    is_number = isinstance(n_clusters, Integral) and not isinstance(n_clusters, bool)
    most = min(n, MOST_CLUSTERS)
    if n_clusters is None or (is_number and 1 <= n_clusters <= most):
        return n_clusters
    raise RequestError(
        f"'n_clusters' must be none or a whole number in [1, {most}]: at most {MOST_CLUSTERS}, and "
        f"no more than there are records. Got {shown(n_clusters)}."
    )

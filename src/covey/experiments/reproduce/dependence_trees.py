"""Dependence trees and what they propose, as the tables of 002 need them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix
from covey.core.progress import Progress, quiet
from covey.core.settings import Metric
from covey.experiments.reproduce.bench import Bench, information_loss
from covey.partitioning import ALGORITHMS
from covey.planning.categories import categorize
from covey.planning.dependence import correlation, dependence, maximum_spanning_tree, rank

Subset = tuple[int, ...]
_METRICS: dict[str, Metric] = {"emim": "emim", "chi2": "chi2", "correlation": "correlation"}
K = 3
"""The paper sets k to 3 throughout."""


@dataclass(frozen=True, slots=True)
class TreeSetting:
    """A metric with its width, as in ``emad emim width 5000``."""

    metric: Metric
    width: float | None

    @classmethod
    def of(cls, method: str) -> TreeSetting:
        """Read the setting from the name of a method.

        Examples
        --------
        >>> TreeSetting.of("emad chi2 width 100, best candidate")
        TreeSetting(metric='chi2', width=100.0)
        """
        words = method.replace(",", "").split()
        width = words[words.index("width") + 1] if "width" in words else "1"
        return cls(_METRICS[words[1]], None if width == "none" else float(width))


@dataclass(frozen=True, slots=True, eq=False)
class ReproducedTree:
    """The edges of a maximum spanning tree, and the weights they were chosen by."""

    edges: list[tuple[int, int]]
    weights: Matrix

    @property
    def weight(self) -> float:
        """The sum of the weights of its edges."""
        return float(sum(self.weights[i, j] for i, j in self.edges))


def tree_of(bench: Bench, dataset: str, setting: TreeSetting) -> ReproducedTree:
    """Return the dependence tree of a data set."""

    def make() -> ReproducedTree:
        X = bench.matrix(dataset)
        if setting.metric == "correlation":
            weights = correlation(X)
        else:
            weights = dependence(categorize(X, width=setting.width).codes, setting.metric)
        return ReproducedTree(maximum_spanning_tree(weights), weights)

    return bench.once(("tree", dataset, setting), make)


def candidates(bench: Bench, dataset: str, setting: TreeSetting, count: int) -> list[Subset]:
    """Return the subsets of variables that the degrees in the tree propose."""
    tree = tree_of(bench, dataset, setting)
    return rank(tree.edges, tree.weights, count).subsets(count)


def edges_found(tree: ReproducedTree, truth: tuple[tuple[str, str], ...]) -> float:
    """Return the share of the edges of a true tree that were found, in percent."""
    true_edges = {tuple(sorted(int(name[1:]) - 1 for name in edge)) for edge in truth}
    return 100.0 * len(true_edges.intersection(tree.edges)) / len(true_edges)


def subset_loss(bench: Bench, dataset: str, subset: Subset, progress: Progress = quiet) -> float:
    """Return the loss on all variables if records are grouped on some of them."""

    def make() -> float:
        X = bench.scaled(dataset)
        chosen = np.ascontiguousarray(X[:, list(subset)])
        groups = ALGORITHMS["mdav-centroid"](chosen, k=K, centroid="global", progress=progress)
        return information_loss(X, groups.labels)

    return bench.once(("subset", dataset, subset), make)

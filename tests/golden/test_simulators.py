"""The trees behind the simulated sets can be found again, as Oommen and Fayyoumi (2011) report.

The weights and the spanning tree are computed here, by code that shares nothing with the package.
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.datasets import BINARY_TREE, TREES, make_binary, make_tree


def weights(frame: pl.DataFrame, width: int, metric: str) -> dict[tuple[str, str], float]:
    """Dependence of each pair after cutting the range into categories of equal width."""
    codes = {name: (frame[name].to_numpy() - frame[name].min()) // width for name in frame.columns}
    found = {}
    for i, one in enumerate(frame.columns):
        for other in frame.columns[i + 1 :]:
            joint = np.zeros((codes[one].max() + 1, codes[other].max() + 1))
            np.add.at(joint, (codes[one], codes[other]), 1 / frame.height)
            expected = np.outer(joint.sum(axis=1), joint.sum(axis=0))
            if metric == "emim":
                is_met = joint > 0
                terms = joint[is_met] * np.log(joint[is_met] / expected[is_met])
            else:
                is_met = expected > 0
                terms = (joint - expected)[is_met] ** 2 / expected[is_met]
            found[one, other] = float(terms.sum())
    return found


def heaviest_tree(weight: dict[tuple[str, str], float]) -> set[frozenset[str]]:
    piece = {name: name for edge in weight for name in edge}
    found = set()
    for one, other in sorted(weight, key=lambda edge: -weight[edge]):
        if piece[one] != piece[other]:
            found.add(frozenset((one, other)))
            old = piece[other]
            piece = {name: piece[one] if at == old else at for name, at in piece.items()}
    return found


@pytest.mark.parametrize("metric", ["emim", "chi2"])
@pytest.mark.parametrize("size", [8, 16, 22])
def test_default_trees_are_found_again(size, metric):
    for seed in range(10):
        found = heaviest_tree(weights(make_tree(size, seed=seed), 100, metric))
        assert found == {frozenset(edge) for edge in TREES[size]}, seed


@pytest.mark.parametrize("metric", ["emim", "chi2"])
@pytest.mark.parametrize("kind", ["sibling", "unrelated"])
def test_binary_tree_is_found_again(kind, metric):
    for seed in range(10):
        found = heaviest_tree(weights(make_binary(kind, 5_000, seed), 1, metric))
        assert found == {frozenset(edge) for edge in BINARY_TREE}, seed

import numpy as np
import pytest

from covey.datasets import BINARY_TREE
from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.dependence_trees import (
    ReproducedTree,
    TreeSetting,
    candidates,
    edges_found,
    subset_loss,
    tree_of,
)


def test_settings_are_read_from_names():
    assert TreeSetting.of("emad emim width 5000") == TreeSetting("emim", 5000.0)
    assert TreeSetting.of("emad correlation width none, best candidate") == TreeSetting(
        "correlation", None
    )
    assert TreeSetting.of("emad chi2") == TreeSetting("chi2", 1.0)


def test_edges_found():
    weights = np.zeros((6, 6))
    true_tree = [(0, 1), (0, 2), (0, 3), (2, 4), (2, 5)]
    assert edges_found(ReproducedTree(true_tree, weights), BINARY_TREE) == 100.0
    assert (
        edges_found(ReproducedTree([(0, 1), *true_tree[1:4], (0, 5)], weights), BINARY_TREE) == 80
    )


def test_the_weight_is_that_of_the_edges():
    weights = np.array([[0, 1, 5], [1, 0, 2], [5, 2, 0]], dtype=float)
    assert ReproducedTree([(0, 2), (1, 2)], weights).weight == 7.0


def test_the_binary_tree_is_found_and_its_hubs_proposed():
    bench = Bench()
    tree = tree_of(bench, "binary-sibling-5000", TreeSetting("emim", 1.0))
    assert edges_found(tree, BINARY_TREE) == 100.0
    assert candidates(bench, "binary-sibling-5000", TreeSetting("emim", 1.0), 2) == [(0, 2)]


def test_grouping_on_all_variables_is_the_loss_of_the_method():
    bench = Bench()
    whole = bench.loss("normal-300x3", "mdav-centroid", 3, centroid="global")
    assert subset_loss(bench, "normal-300x3", (0, 1, 2)) == pytest.approx(whole)
    assert subset_loss(bench, "normal-300x3", (0,)) > whole

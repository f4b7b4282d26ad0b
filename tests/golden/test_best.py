"""The partitions in benchmarks/best are what they claim, and no bound is above them."""

from pathlib import Path

import numpy as np
import pytest

from covey.core.arrays import squares_within
from covey.core.partition import Partition
from covey.refining.bound import bound_simply

BEST = Path(__file__).parents[2] / "benchmarks/best"
CELLS = [(name, k) for name in ("tarragona", "census", "eia") for k in (3, 4, 5, 10)]


@pytest.mark.parametrize(("name", "k"), CELLS)
def test_the_record_is_a_partition_and_above_the_bound(reference_matrix, name, k):
    X = reference_matrix(name)
    labels = np.loadtxt(BEST / f"{name}-{k}.txt", dtype=np.intp)
    partition = Partition(labels, k=k, shape=X.shape)
    loss = 100 * squares_within(X, partition.labels) / np.square(X).sum()
    assert 0.0 < bound_simply(X, partition).percent <= loss


@pytest.mark.parametrize(("name", "expected"), [("tarragona", 9.855), ("census", 3.444)])
def test_the_simple_bound(reference_matrix, name, expected):
    """From all pairs of records, and as it was when the figures were first written down."""
    X = reference_matrix(name)
    squares = np.square(X[:, None, :] - X[None, :, :]).sum(axis=2)
    by_hand = np.sort(squares, axis=1)[:, :3].sum() / 6
    anything = Partition(np.zeros(len(X), dtype=np.intp), k=3)
    percent = bound_simply(X, anything).percent
    assert percent == pytest.approx(100 * by_hand / np.square(X).sum(), rel=1e-6)
    assert percent == pytest.approx(expected, abs=5e-4)

from __future__ import annotations

import numpy as np
import pytest

from covey.engines.cut_tree import grow, marks_of

RNG = np.random.default_rng(0)
TABLES = {
    "normal": RNG.normal(size=(5000, 3)),
    "all equal": np.ones((5000, 2)),
    "heavy ties": RNG.integers(0, 3, size=(5000, 2)).astype(float),
    "a cluster and outliers": np.concatenate([RNG.normal(size=(4990, 2)), np.full((10, 2), 1e6)]),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("n_blocks", [1, 2, 3, 7, 16])
def test_blocks_are_of_the_same_size(name, n_blocks):
    X, rows = TABLES[name], np.arange(5000)
    tree = grow(X, rows, n_blocks)
    sizes = np.bincount(tree.assign(X, rows), minlength=n_blocks)
    assert tree.n_blocks == n_blocks
    assert sizes.sum() == 5000
    assert sizes.max() - sizes.min() <= 2 * np.log2(n_blocks) + 1


@pytest.mark.parametrize("name", TABLES)
def test_a_sample_cuts_the_whole_nearly_evenly(name):
    X = np.tile(TABLES[name], (10, 1))
    sample = np.sort(RNG.choice(50_000, 4000, replace=False))
    tree = grow(X[sample], sample, 8)
    sizes = np.bincount(tree.assign(X, np.arange(50_000)), minlength=8)
    assert sizes.max() < 1.3 * 50_000 / 8


def test_a_block_does_not_depend_on_who_else_is_looked_up():
    X, rows = TABLES["heavy ties"], np.arange(5000)
    tree = grow(X, rows, 7)
    together = tree.assign(X, rows)
    apart = np.concatenate(
        [tree.assign(X[i : i + 999], rows[i : i + 999]) for i in range(0, 5000, 999)]
    )
    assert (together == apart).all()


def test_near_records_go_to_one_block():
    X = np.concatenate([np.zeros((100, 2)), np.full((100, 2), 5.0)])
    blocks = grow(X, np.arange(200), 2).assign(X, np.arange(200))
    assert set(blocks[:100]) == {0}
    assert set(blocks[100:]) == {1}


def test_marks_are_spread_evenly():
    marks = marks_of(np.arange(10_000)).astype(float) / 2.0**64
    assert np.abs(np.sort(marks) - np.linspace(0, 1, 10_000)).max() < 0.02


@pytest.mark.parametrize("exponent", [1000, -1000])
def test_cuts_do_not_depend_on_the_unit(exponent):
    sample = np.random.default_rng(3).normal(size=(200, 3)) * [1.0, 3.0, 2.0]
    rows = np.arange(200)
    expected, found = (grow(np.ldexp(sample, power), rows, 6) for power in (0, exponent))
    for one, other in zip(found.cuts, expected.cuts, strict=True):
        assert one.variables.tolist() == other.variables.tolist()
    np.testing.assert_array_equal(
        found.assign(np.ldexp(sample, exponent), rows), expected.assign(sample, rows)
    )


def test_a_cut_through_shared_values_parts_records_that_differ():
    """Two columns of zeros but for one in ten: what is not zero stays together by its sign."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(4_000, 2)) * (rng.random((4_000, 2)) < 0.1)
    blocks = grow(X, np.arange(4_000), 2).assign(X, np.arange(4_000))
    for j in range(2):
        alone = (X[:, j] != 0) & (X[:, 1 - j] == 0)
        assert len(set(zip(np.sign(X[alone, j]), blocks[alone], strict=True))) == 2
    assert abs(blocks.mean() - 0.5) < 0.01


def test_a_division_that_the_sample_lacks_is_not_cut():
    rng = np.random.default_rng(0)
    sample = np.column_stack([rng.normal(size=(400, 2)), np.zeros(400)])
    tree = grow(sample, np.arange(400), 4, is_divided=True)
    other = np.column_stack([rng.normal(size=(50, 2)), np.full(50, 7.0)])
    assert len(set(tree.assign(other, np.arange(50)).tolist())) == 1
    assert set(tree.assign(sample, np.arange(400)).tolist()) == {0, 1, 2, 3}

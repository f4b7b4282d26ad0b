"""Tables that depend along a tree, binary ones among them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from covey.core.errors import RequestError
from covey.datasets import make_binary, make_tree
from covey.datasets.loading import content_sha256

CHAIN = [("a", "b"), ("b", "c")]
TREE = "28fbba972de7c55d2b4b9805edc31cc6e007de46bfe86af28c9f6791d113ccee"


@pytest.mark.parametrize(("size", "n_records"), [(8, 5_000), (16, 10_000), (22, 20_000)])
def test_sizes_of_the_paper(size, n_records):
    frame = make_tree(size)
    assert frame.shape == (n_records, size)
    assert set(frame.dtypes) == {pl.Int64}
    for column in frame:
        assert 1 <= column.min() <= 10
        assert 990 <= column.max() <= 1000


def test_columns_are_those_of_the_edges():
    frame = make_tree([("tax", "income"), ("age", "income")], 20)
    assert frame.columns == ["tax", "income", "age"]
    assert make_tree(CHAIN).height == 10_000


def test_values_are_even_within_an_interval():
    within = (make_tree(CHAIN, 50_000)["c"].to_numpy() - 1) % 100
    assert stats.chisquare(np.bincount(within, minlength=100)).pvalue > 0.001


def test_grandchild_depends_through_the_child_only():
    frame = make_tree(CHAIN, 100_000, seed=2)
    a, b, c = ((frame[name].to_numpy() - 1) // 100 for name in "abc")
    for given in range(10):
        rows = b == given
        table = np.zeros((10, 10))
        np.add.at(table, (a[rows], c[rows]), 1)
        table = table[table.sum(axis=1) > 50][:, table.sum(axis=0) > 50]
        assert stats.chi2_contingency(table).pvalue > 0.0005
    dependent = np.zeros((10, 10))
    np.add.at(dependent, (a, c), 1)
    assert stats.chi2_contingency(dependent).pvalue < 1e-10


both = pytest.mark.parametrize("make", [make_tree, make_binary])


@both
def test_more_records_extend_the_table(make):
    large = make(n_records=500, seed=3)
    assert large[:40].equals(make(n_records=40, seed=3))
    assert not large.equals(make(n_records=500, seed=4))


def test_the_values_are_the_same_everywhere():
    assert content_sha256(make_tree(8, 100, seed=1)) == TREE


@both
def test_progress_and_checks(make):
    shares = []
    make(n_records=10, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    with pytest.raises(RequestError, match="'n_records' must be a whole number of at least 1"):
        make(n_records=0)
    with pytest.raises(RequestError, match="'seed' must be a whole number of at least 0"):
        make(seed=-1)


def test_what_is_no_tree_is_refused():
    with pytest.raises(RequestError, match="must have no cycle"):
        make_tree([*CHAIN, ("c", "a")], 10)

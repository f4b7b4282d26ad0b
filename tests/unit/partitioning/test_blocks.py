import numpy as np
import pytest

import covey
from covey.core.errors import RequestError
from covey.engines import in_threads
from covey.partitioning import ALGORITHMS, blocks


def normal(n, p=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def test_a_table_of_one_block_is_grouped_as_a_whole():
    X = normal(300)
    for within in ("iamat", "mdav-generic"):
        expected = ALGORITHMS[within](X, k=3).labels
        assert np.array_equal(blocks(X, k=3, within=within).labels, expected)


def test_within_a_block_large_groups_form_around_centroids():
    X = normal(500)
    for k, method in ((49, "iamat"), (50, "mdav-centroid")):
        assert np.array_equal(blocks(X, k=k).labels, ALGORITHMS[method](X, k=k).labels)


@pytest.mark.parametrize("within", ["mdav-generic", "mdav-centroid", "iamat"])
@pytest.mark.parametrize("k", [2, 7, 40])
def test_every_block_has_room_for_its_groups(within, k):
    found = blocks(normal(1000), k=k, size=50, within=within)
    assert found.sizes.min() >= k
    assert found.facts["blocks"]["n_blocks"] == (32 if k <= 12 else 8)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_answer_does_not_depend_on_the_workers(workers):
    X = normal(2000)
    expected = blocks(X, k=4, size=100).labels
    found = blocks(X, k=4, size=100, resources=in_threads(workers)).labels
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    "X", [np.zeros((1000, 2)), np.repeat(np.eye(5), 200, axis=0)], ids=["equal", "ties"]
)
def test_equals_are_cut_as_evenly_as_others(X):
    found = blocks(X, k=5, size=100)
    assert found.facts["blocks"]["n_blocks"] == 16
    assert found.sizes.min() >= 5
    assert found.sizes.max() <= 9


def test_k_of_half_the_table():
    assert blocks(normal(1000), k=500, size=10).sizes.tolist() == [500, 500]


def test_a_tiny_block_is_refused():
    with pytest.raises(RequestError, match="'size' option of 'blocks' must be a whole number"):
        covey.partition(normal(50), k=2, method="blocks", size=3)

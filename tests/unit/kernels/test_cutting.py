import numpy as np
import pytest

from covey.kernels.cutting import cut, cut_node, turned

pytestmark = pytest.mark.kernels


def normal(n, p, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


@pytest.mark.parametrize("seed", range(5))
def test_a_node_is_parted_at_the_median_of_the_widest_variable(seed):
    X = normal(31, 3, seed) * [1.0, 5.0, 1.0]
    order = np.arange(31)
    middle = cut_node(X, order, np.empty(31), 0, 31)
    assert middle == 15
    expected = np.argsort(X[:, 1], kind="stable")
    assert set(order[:15]) == set(expected[:15])


def test_equals_are_parted_by_their_index():
    order = np.arange(9)[::-1].copy()
    middle = cut_node(np.zeros((9, 2)), order, np.empty(9), 0, 9)
    assert sorted(order[:middle]) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "X",
    [normal(203, 3), np.zeros((203, 2)), np.repeat(np.eye(7), 29, axis=0)],
    ids=["normal", "equal", "ties"],
)
def test_blocks_hold_every_record_once_in_order_and_are_even(X):
    blocks = list(cut(X, 20))
    assert np.array_equal(np.sort(np.concatenate(blocks)), np.arange(203))
    assert all(np.all(np.diff(block) > 0) for block in blocks)
    sizes = [len(block) for block in blocks]
    assert min(sizes) >= 10
    assert max(sizes) <= 20


def test_a_small_table_is_one_block():
    assert [block.tolist() for block in cut(normal(5, 1), 5)] == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("p", [2, 3, 10])
def test_turning_keeps_the_distances_but_for_a_factor_in_turned_planes(p):
    X = normal(6, p)
    for turn in range(1, 5):
        result = turned(X, turn)
        assert not np.array_equal(result, X)
        changed = np.flatnonzero((result != X).any(axis=0))
        assert np.square(result[:, changed]).sum(axis=1) == pytest.approx(
            2.0 * np.square(X[:, changed]).sum(axis=1)
        )
    assert turned(X, 0) is X


def test_other_turns_turn_other_planes():
    X = normal(4, 6)
    assert not np.array_equal(turned(X, 1), turned(X, 2))


def test_one_variable_cannot_be_turned():
    X = normal(4, 1)
    assert turned(X, 3) is X

import numpy as np
import pytest

from covey.kernels import boxes

pytestmark = pytest.mark.kernels

EVERY = np.arange(2)


def tree_over(points):
    order = np.arange(len(points))
    starts, ends, lows, highs = boxes.plant(*points.shape)
    for level in range(boxes.depth_for(len(points)) + 1):
        first, last = 2**level - 1, 2 ** (level + 1) - 1
        boxes.grow(points, order, starts, ends, lows, highs, first, last)
    return order, starts, ends, lows, highs


@pytest.mark.parametrize("n", [1, 2, 32, 33, 65, 200])
@pytest.mark.parametrize("n_values", [1, 3, 1000])
def test_every_box_just_holds_its_points(n, n_values):
    points = np.random.default_rng(n).integers(0, n_values, size=(n, 2)).astype(float)
    order, starts, ends, lows, highs = tree_over(points)
    assert sorted(order) == list(range(n))
    for node in range(len(starts)):
        held = points[order[starts[node] : ends[node]]]
        np.testing.assert_array_equal(lows[node], held.min(axis=0))
        np.testing.assert_array_equal(highs[node], held.max(axis=0))
        child = 2 * node + 1
        if child < len(starts):
            assert (starts[child], ends[child + 1]) == (starts[node], ends[node])
            assert ends[child] == starts[child + 1]
        else:
            assert 1 <= len(held) <= boxes.LEAF


def test_the_cut_goes_through_the_middle_of_the_widest_variable():
    points = np.column_stack([np.zeros(64), np.arange(64.0)[::-1]])
    *_, lows, highs = tree_over(points)
    assert highs[1, 1] == 31.0
    assert lows[2, 1] == 32.0


@pytest.mark.parametrize(
    ("row", "variables", "expected"),
    [
        ([1.0, 1.0], [0, 1], 0.0),  # inside
        ([5.0, 1.0], [0, 1], 9.0),  # to the right
        ([5.0, -4.0], [0, 1], 25.0),  # off a corner
        ([5.0, -4.0], [1], 16.0),  # one variable
    ],
)
def test_gap_to_a_box(row, variables, expected):
    lows, highs = np.array([[0.0, 0.0]]), np.array([[2.0, 3.0]])
    assert boxes.gap(lows, highs, 0, np.array(row), np.array(variables), 1e9) == expected


def test_a_gap_beyond_the_limit_need_not_be_complete():
    lows, highs = np.array([[0.0, 0.0]]), np.array([[2.0, 3.0]])
    assert boxes.gap(lows, highs, 0, np.array([5.0, -4.0]), EVERY, 1.0) > 1.0


def test_reach_of_a_box():
    lows, highs = np.array([[0.0, 0.0]]), np.array([[2.0, 3.0]])
    assert boxes.reach(lows, highs, 0, np.array([0.5, 1.0]), EVERY) == 1.5**2 + 2.0**2
    assert boxes.reach(lows, highs, 0, np.array([5.0, -4.0]), EVERY) == 5.0**2 + 7.0**2

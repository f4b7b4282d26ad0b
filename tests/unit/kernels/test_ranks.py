import numpy as np
import pytest

from covey.kernels.ranks import narrow

pytestmark = pytest.mark.kernels


def shares(first, size, below, up_to, half_width, n=10):
    """One record of n; the others lie beyond everything."""
    firsts, sizes = np.zeros(n, dtype=int), np.ones(n, dtype=int)
    lower, upper = np.full(n, n), np.full(n, n)
    firsts[0], sizes[0], lower[0], upper[0] = first, size, below, up_to
    low, high, inside = np.zeros((n, 1)), np.ones((n, 1)), np.zeros(1)
    narrow(firsts, sizes, lower, upper, np.array([half_width]), low, high, inside)
    assert (high[1:] == low[1:]).all()
    return low[0, 0], high[0, 0], inside[0]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        # place 4 of 10, no tie, and the original is the value at place 6
        ((4, 1, 6, 7, 1), (0.0, 0.0, 0.0)),
        ((4, 1, 6, 7, 2), (0.0, 1.0, 1.0)),
        # places 2, 3, 4, 5; the original lies between places 5 and 6: 6 is one rank from 5 only
        ((2, 4, 6, 6, 1), (0.75, 1.0, 0.25)),
        ((2, 4, 6, 6, 2), (0.5, 1.0, 0.5)),
        ((2, 4, 6, 6, 9), (0.0, 1.0, 1.0)),
        # the original lies between places 1 and 2
        ((2, 4, 2, 2, 1), (0.0, 0.25, 0.25)),
        # untouched
        ((2, 4, 2, 6, 0), (0.0, 1.0, 1.0)),
        # smaller or larger than every masked value
        ((0, 4, 0, 0, 9), (0.0, 0.0, 0.0)),
        ((6, 4, 10, 10, 9), (0.0, 0.0, 0.0)),
    ],
)
def test_places_with_the_original_inside(case, expected):
    assert shares(*case) == pytest.approx(expected)


def test_variables_are_intersected():
    """Inside for the last three of four places in one variable, for the first two in another."""
    low, high, inside = np.zeros((4, 1)), np.ones((4, 1)), np.zeros(1)
    firsts, sizes, half_width = np.zeros(4, dtype=int), np.full(4, 4), np.array([0])
    narrow(firsts, sizes, np.full(4, 1), np.full(4, 4), half_width, low, high, inside)
    assert (low[0, 0], high[0, 0], inside[0]) == (0.25, 1.0, 3.0)
    narrow(firsts, sizes, np.full(4, 0), np.full(4, 2), half_width, low, high, inside)
    assert (low[0, 0], high[0, 0], inside[0]) == (0.25, 0.5, 5.0)

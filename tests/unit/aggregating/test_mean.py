import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.aggregating.mean import group_means
from covey.core.partition import Partition


def test_means_by_hand():
    partition = Partition([0, 1, 0, 1, 1], k=2)
    assert group_means(np.array([1.0, 10.0, 4.0, 20.0, 60.0]), partition).tolist() == [2.5, 30.0]


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e300, 5e-324, 0.0, -7.3])
def test_a_group_of_equal_values_keeps_that_value(value):
    assert group_means(np.full(7, value), Partition([0] * 7, k=3)).tolist() == [value]


def test_large_values_do_not_overflow():
    means = group_means(np.array([1.7e308, 1.7e308, 1.5e308]), Partition([0, 0, 0], k=3))
    assert means[0] == pytest.approx(1.6333333333333334e308)


def test_differences_that_add_up_to_more_than_a_float_holds():
    values = np.array([1.7e308, -1.7e308, -1.7e308, -1.7e308, -1.7e308])
    assert group_means(values, Partition([0] * 5, k=5))[0] == pytest.approx(-1.02e308, rel=1e-15)


def test_many_large_values_do_not_overflow():
    values = np.tile([1e307, -1e307, 1e306, 1e306], 2_500)
    assert group_means(values, Partition([0] * 10_000, k=3))[0] == pytest.approx(5e305)


def test_small_values_keep_their_digits_beside_large_ones():
    values = np.array([1.7e308, -1.7e308, 5e-324, 5e-324, 3e-308, 3e-308])
    found = group_means(values, Partition([0, 0, 1, 1, 2, 2], k=2))
    assert found.tolist() == [0.0, 5e-324, 3e-308]


extremes = st.sampled_from([1.7e308, -1.7e308, 1e308, 1e-308, -2e-308, 5e-324, 0.0, 1.0, -3.5])


@given(st.lists(st.one_of(extremes, st.floats(allow_nan=False, allow_infinity=False)), min_size=2))
def test_means_are_those_of_exact_fractions(values):
    """Each of the n sums and the division may be off by half a unit of the largest value."""
    exact = sum(map(Fraction, values)) / len(values)
    found = group_means(np.array(values), Partition([0] * len(values), k=2))[0]
    unit = Fraction(math.ulp(max(map(abs, values))))
    assert abs(Fraction(found) - exact) <= (len(values) + 3) * unit
    assert min(values) <= found <= max(values)


def test_weighted_means_by_hand():
    """(1·1 + 3·5)/4 is 4, (2·10 + 2·20 + 6·60)/10 is 42."""
    partition = Partition([0, 1, 0, 1, 1], k=2)
    values, weights = np.array([1.0, 10.0, 5.0, 20.0, 60.0]), np.array([1.0, 2.0, 3.0, 2.0, 6.0])
    assert group_means(values, partition, weights) == pytest.approx([4.0, 42.0], rel=1e-14)


@pytest.mark.parametrize("weight", [1.0, 0.1, 1 / 3, 1e308, 5e-324])
def test_equal_weights_give_the_plain_mean_to_the_last_bit(weight):
    values = np.random.default_rng(0).lognormal(size=70)
    partition = Partition(np.arange(70) % 7, k=10)
    found = group_means(values, partition, np.full(70, weight))
    assert found.tolist() == group_means(values, partition).tolist()


def test_weights_of_all_magnitudes():
    """A group of tiny weights beside one of weights whose sum is more than a float holds."""
    weights = np.array([1e308, 1e308, 1e-310, 3e-310])
    found = group_means(np.array([1.0, 3.0, 0.0, 4.0]), Partition([0, 0, 1, 1], k=2), weights)
    assert found == pytest.approx([2.0, 3.0], rel=1e-9)

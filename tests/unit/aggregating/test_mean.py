import numpy as np
import pytest

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

import numpy as np
import pytest

from covey.kernels.linkage import chance_among_two, second_smallest

pytestmark = pytest.mark.kernels


def test_second_smallest_counts_equal_values_twice():
    assert second_smallest(np.array([3.0, 1.0, 1.0]), 3) == 1.0
    assert second_smallest(np.array([3.0, 1.0, 2.0]), 3) == 2.0
    assert second_smallest(np.array([3.0]), 1) == np.inf


@pytest.mark.parametrize(
    ("distance", "near", "chance"),
    [
        (1.0, [1.0, 2.0, 3.0], 1.0),  # the nearest
        (2.0, [1.0, 2.0, 3.0], 1.0),  # the second
        (3.0, [1.0, 2.0, 3.0], 0.0),  # the third
        (2.0, [1.0, 2.0, 2.0], 0.5),  # shares the second place
        (1.0, [1.0, 1.0, 1.0], 2 / 3),  # three share two places
        (0.0, [0.0, 0.0, 0.0, 0.0], 0.5),
    ],
)
def test_ties_are_shared(distance, near, chance):
    assert chance_among_two(distance, np.array(near), len(near)) == pytest.approx(chance)

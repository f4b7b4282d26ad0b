import numpy as np
import pytest

from covey.aggregating.rounding import decimals_of, round_to


@pytest.mark.parametrize(
    ("values", "decimals"),
    [([1.0, 2.0], 0), ([1.5, 2.25], 2), ([0.1, 0.3], 1), ([1 / 3, 1.0], None), ([0.0], 0)],
)
def test_decimals(values, decimals):
    assert decimals_of(np.array(values)) == decimals


def test_half_goes_to_even_and_negative_zero_goes_away():
    rounded = round_to(np.array([0.5, 1.5, -0.2]), 0)
    assert rounded.tolist() == [0.0, 2.0, 0.0]
    assert not np.signbit(rounded).any()

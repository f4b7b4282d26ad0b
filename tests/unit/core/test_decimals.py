import numpy as np
import pytest

from covey.core.decimals import decimals_of, round_to


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


def test_values_too_large_for_decimals_stay():
    values = np.array([1.7e308, -1.7e308, 0.126])
    assert round_to(values, 2).tolist() == [1.7e308, -1.7e308, 0.13]
    assert decimals_of(np.array([1.7e308, 0.25])) == 2

"""Groups' values that would be declared codes, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from covey.aggregating.stepping import are_codes, step_aside


@pytest.mark.parametrize(
    ("value", "codes", "mean", "expected"),
    [
        (99, [99.0], 50.0, 98),  # towards the mean
        (99, [99.0], 200.0, 100),
        (99, [99.0, 98.0], 50.0, 100),  # the other side is nearer then
        (99, [99.0, 98.0, 100.0], 50.0, 97),
        (0, [0.0], -5.0, 1),  # no whole number without a sign is below
    ],
)
def test_whole_numbers_go_to_the_nearest_that_is_no_code(value, codes, mean, expected):
    values = np.array([7, value, value], dtype=np.uint64)
    found = step_aside(values, codes, 1.0, mean, rounded=np.round)
    assert found.tolist() == [7, expected, expected]
    assert found.dtype == values.dtype


def test_sums_of_decimals_are_rounded_before_they_are_compared():
    codes = [1.1, 1.0]  # 1.1 − 0.1 is 1.0 only once it is rounded
    found = step_aside(np.array([1.1]), codes, 0.1, 0.0, rounded=lambda x: np.round(x, 1))
    assert found.tolist() == [1.2]


def test_single_precision_takes_steps_that_it_can_hold():
    codes = [99.0]
    values = np.array([99.0 + 1e-9])  # 99 in 32 bits
    assert are_codes(values, codes, is_single=True).all()
    found = step_aside(values, codes, 1e-12, 0.0, rounded=lambda x: x, is_single=True)
    assert np.float32(found[0]) < 99

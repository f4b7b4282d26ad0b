"""The exponent of growth."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.exponent import fitted_exponent, n_log_n_exponent


@pytest.mark.parametrize("exponent", [-1.0, 0.0, 1.0, 2.0, 2.5])
def test_a_power_law_gives_its_exponent(exponent):
    sizes = [100, 300, 1_000, 10_000]
    seconds = [3.0 * size**exponent for size in sizes]
    assert fitted_exponent(sizes, seconds) == pytest.approx(exponent)


def test_one_noisy_time_moves_it_as_least_squares_do():
    # On logarithms the points are (0, 0), (1, 1), (2, 2 + 3): slope 5/2, by hand.
    seconds = np.exp([0.0, 1.0, 5.0])
    assert fitted_exponent(np.exp([0.0, 1.0, 2.0]), seconds) == pytest.approx(2.5)


def test_n_log_n_lies_a_little_above_one():
    assert 1.05 < n_log_n_exponent([100_000, 1_000_000, 10_000_000]) < 1.10


def test_larger_sizes_bring_it_closer_to_one():
    assert n_log_n_exponent([10**6, 10**7]) < n_log_n_exponent([10**2, 10**3])


@pytest.mark.parametrize(
    ("sizes", "seconds"), [([10], [1.0]), ([10, 10], [1.0, 2.0]), ([1, 2], [1.0])]
)
def test_too_few_points_are_refused(sizes, seconds):
    with pytest.raises(ValueError, match="at least two different sizes"):
        fitted_exponent(sizes, seconds)

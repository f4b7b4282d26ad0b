import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.kernels.compiling import njit
from covey.kernels.sums import add, sum_up

pytestmark = pytest.mark.kernels


@njit
def add_up(values):
    total, rest = 0.0, 0.0
    for value in values:
        total, rest = add(total, rest, value)
    return total, rest


NUMBERS = st.lists(st.floats(-1e12, 1e12, allow_subnormal=False), min_size=1, max_size=40)


@given(NUMBERS)
def test_both_ways_give_the_exact_sum_rounded(numbers):
    assert add_up(np.array(numbers))[0] == pytest.approx(math.fsum(numbers), rel=1e-15, abs=1e-17)
    total, _ = sum_up(np.array([numbers, numbers]).T)
    assert total.tolist() == pytest.approx([math.fsum(numbers)] * 2, rel=1e-15, abs=1e-17)


def test_what_comes_and_goes_leaves_no_trace():
    values = np.array([0.1, 0.2, 0.3, 1e9, 0.7, -1e9, -0.3])
    assert add_up(values)[0] == math.fsum([0.1, 0.2, 0.7])


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8])
def test_any_number_of_rows(n):
    total, rest = sum_up(np.arange(2.0 * n).reshape(n, 2))
    assert total.tolist() == [n * (n - 1), n * n]
    assert rest.tolist() == [0.0, 0.0]

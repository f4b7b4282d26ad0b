"""Units in kernels: which of them a pool has left, and a group holds."""

import numpy as np
import pytest

from covey.kernels import units as kernel
from covey.kernels.compiling import njit
from covey.kernels.pool import nearest, take_around

pytestmark = pytest.mark.kernels

ROWS = np.arange(6)
X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]])
WHOSE = np.array([7, 7, 7, 8, 9, 8])


def test_a_pool_counts_the_units_that_have_records_left():
    units = kernel.make_units(WHOSE)
    assert units.of.tolist() == [0, 0, 0, 1, 2, 1]
    assert units.left.tolist() == [3, 2, 1]
    assert kernel.make_units(WHOSE, np.array([0, 5])).left.tolist() == [1, 1, 0]
    assert kernel.make_units(WHOSE, np.array([0, 5])).counts[kernel.IN_POOL] == 2
    assert kernel.make_units(None) is None


def test_of_each_other_unit_the_nearest_record_is_found():
    # Around record 0, of unit 7: records 1 and 2 are its own, 3 is the nearest of unit 8.
    labels = np.full(6, -1)
    units = kernel.make_units(WHOSE)
    rows = ROWS.copy()
    assert take_around(X, rows, 6, 0, 3, labels, 0, units) == 3
    assert labels.tolist() == [0, -1, -1, 0, 0, -1]
    assert units.left.tolist() == [2, 1, 0]
    assert units.counts[kernel.IN_POOL] == 2


@pytest.mark.parametrize("count", [1, 2, 5, 20])
def test_the_nearest_of_units_agree_with_sorting(count):
    rng = np.random.default_rng(count)
    for values in (rng.normal(size=(200, 2)), rng.integers(0, 3, (200, 2)) * 1.0):
        whose = rng.integers(0, 40, 200)
        units = kernel.make_units(whose)
        units.counts[kernel.TURN] = 1
        units.held[units.of[7]] = 1  # its unit is not wanted
        found = nearest(values, np.arange(200), 200, values[7], count, 7, units)
        order = np.argsort(((values - values[7]) ** 2).sum(axis=1), kind="stable")
        expected, seen = [], {whose[7]}
        for row in order:
            if whose[row] not in seen:
                seen.add(whose[row])
                expected.append(row)
        assert found.tolist() == expected[:count]


@njit
def is_needed(units, members, row, k):
    return kernel.needs(units, members, len(members), row, k)


@njit
def may_change(units, members, row, joining, is_needed):
    return kernel.may_leave(units, members, len(members), row, joining, is_needed)


@njit
def has_units(units, members, count):
    return kernel.holds(units, members, len(members), count)


def test_a_record_is_needed_if_it_is_alone_of_one_of_k_units():
    members = np.array([0, 1, 3, 4], dtype=np.int32)  # of units 7, 7, 8 and 9
    assert has_units(WHOSE, members, 3)
    assert not has_units(WHOSE, members, 4)
    assert is_needed(WHOSE, members, 3, 3)
    assert not is_needed(WHOSE, members, 0, 3)  # record 1 is of the same unit
    assert not is_needed(WHOSE, members, 3, 2)  # two units would be left, and suffice


def test_for_a_needed_record_one_of_its_unit_or_of_a_new_one_must_come():
    members = np.array([0, 1, 3], dtype=np.int32)
    assert may_change(WHOSE, members, 3, 5, True)  # of unit 8 as well
    assert may_change(WHOSE, members, 3, 4, True)  # of unit 9, which is new
    assert not may_change(WHOSE, members, 3, 2, True)  # of unit 7, which is there
    assert not may_change(WHOSE, members, 3, -1, True)
    assert may_change(WHOSE, members, 3, -1, False)

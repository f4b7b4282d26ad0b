"""Equal-width categories."""

import numpy as np
import pytest

from covey.planning.categories import automatic_intervals, categorize, range_of


def codes(values, **settings):
    return categorize(np.array(values, dtype=float)[:, None], **settings).codes[0].tolist()


def test_intervals_begin_at_the_smallest_value():
    assert codes([7, 16, 17, 26, 27], width=10) == [0, 0, 1, 1, 2]


def test_the_papers_example():
    assert codes([1, 100, 101, 200, 201], width=100) == [0, 0, 1, 1, 2]


def test_empty_intervals_have_no_number():
    assert codes([0, 1000, 5], width=10) == [0, 1, 0]


def test_a_border_belongs_to_the_upper_interval_in_spite_of_binary_fractions():
    assert codes([0.0, 0.1, 0.2, 0.3], width=0.1) == [0, 1, 2, 3]


def test_zeros_and_ones_are_two_categories():
    assert codes([0, 1, 1, 0], width=1) == [0, 1, 1, 0]
    assert codes([0, 1, 1, 0], intervals=2) == [0, 1, 1, 0]
    assert codes([0, 1, 1, 0]) == [0, 1, 1, 0]


def test_the_largest_value_belongs_to_the_last_interval():
    assert codes([0, 1, 2, 3, 4], intervals=2) == [0, 0, 1, 1, 1]


def test_each_variable_has_its_own_range_and_all_have_one_width():
    X = np.array([[0.0, 0.0], [5.0, 50.0], [10.0, 100.0]])
    by_width = categorize(X, width=10)
    assert [code.tolist() for code in by_width.codes] == [[0, 0, 1], [0, 1, 2]]
    by_number = categorize(X, intervals=2)
    assert [code.tolist() for code in by_number.codes] == [[0, 1, 1], [0, 1, 1]]
    assert (by_width.width, by_width.intervals) == (10, None)
    assert (by_number.width, by_number.intervals) == (None, 2)


@pytest.mark.parametrize(("n", "expected"), [(2, 2), (20, 2), (45, 3), (1080, 14), (10**7, 20)])
def test_the_automatic_number_keeps_five_records_in_a_cell(n, expected):
    assert automatic_intervals(n) == expected


def test_the_automatic_number_is_recorded():
    X = np.arange(500.0)[:, None]
    assert categorize(X).intervals == 10
    assert categorize(X).codes[0].max() == 9


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_magnitudes_do_not_matter(scale):
    values = np.array([-1.0, -0.5, 0.0, 0.5, 1.0]) * scale
    assert codes(values, intervals=4) == [0, 1, 2, 3, 3]
    assert codes(values, width=scale) == [0, 0, 1, 1, 2]


def test_a_range_that_no_float_can_hold():
    values = np.array([-1.5e308, 0.0, 1.5e308])
    assert range_of(values) == np.inf
    assert codes(values, width=1.5e308) == [0, 1, 2]
    assert codes(values, width=1e-300) == [0, 1, 1]


def test_the_smallest_width_and_the_widest_range():
    assert codes([0.0, 5e-324, 1e-323], width=5e-324) == [0, 1, 2]
    assert codes([-1.7e308, 0.0, 1.7e308], width=1e308) == [0, 1, 2]


def test_given_categories_are_not_cut():
    X = np.array([[0.0, 5.0], [9.0, 7.0], [10.0, 7.0], [1.0, 9.0]])
    by_number = categorize(X, intervals=2, given=[1])
    assert [codes.tolist() for codes in by_number.codes] == [[0, 1, 1, 0], [0, 1, 1, 2]]
    assert (by_number.intervals, by_number.width) == (2, None)

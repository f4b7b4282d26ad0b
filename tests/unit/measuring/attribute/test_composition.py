import numpy as np

from covey.measuring import Attribute, Evidence
from covey.measuring.attribute.composition import compose, compositions


def test_by_hand():
    """Group 0 holds 5 twice and 7; group 1 holds 7 and a missing value."""
    values = np.array([5.0, np.nan, 7.0, 5.0, 7.0])
    found = compose(Attribute("x", values, is_numeric=True), np.array([0, 1, 0, 0, 1]))
    np.testing.assert_array_equal(found.values, [5.0, 7.0, np.nan])
    assert found.sizes.tolist() == [3, 2]
    assert found.group.tolist() == [0, 0, 1, 1]
    assert found.value.tolist() == [0, 1, 1, 2]
    assert found.count.tolist() == [2, 1, 1, 1]
    assert found.n_distinct.tolist() == [2, 2]


def test_only():
    values = np.array([5.0, np.nan, 7.0, 5.0, np.nan])
    whole = compose(Attribute("x", values, is_numeric=True), np.array([0, 1, 0, 0, 1]))
    found = whole.only(np.array([False, True, True]))
    np.testing.assert_array_equal(found.values, [7.0, np.nan])
    assert found.sizes.tolist() == [1, 2]
    assert found.value.tolist() == [0, 1]
    known = whole.only(~np.isnan(whole.values))
    assert known.sizes.tolist() == [3, 0]
    assert known.n_distinct.tolist() == [2, 0]


def test_progress_is_told():
    told = []
    key = np.zeros((2, 1))
    column = Attribute("x", np.array([1.0, 2.0]), is_numeric=True)
    list(compositions(Evidence(key, key, attributes=(column, column), progress=told.append)))
    assert told == [0.5, 1.0]

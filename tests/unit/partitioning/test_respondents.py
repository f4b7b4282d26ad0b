"""Groups with records of k respondents, by every method."""

import numpy as np
import pytest

from covey.core.partition import units_by_group
from covey.partitioning import ALGORITHMS
from covey.partitioning.respondents import disperse, merge, regroup

KNOWING = [name for name, method in ALGORITHMS.items() if method.knows_units]
OPTIONS = {"iamat": {"size": "variable"}, "blocks": {"size": 60}}


def make_table(n=240):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, 3))
    X[: n // 3] = np.round(X[: n // 3])  # with ties
    return X, rng.integers(0, n // 4, n)


def runs(name):
    yield ALGORITHMS[name], {}
    if name in OPTIONS:
        yield ALGORITHMS[name], OPTIONS[name]


def test_the_methods_that_grow_groups_know_units():
    grown = {"mdav", "mdav-generic", "mdav1", "mdav2", "mdav-centroid", "md", "vmdav", "cvmdav"}
    assert {*KNOWING} == grown | {"iamat", "dba1", "dba2", "blocks"}


@pytest.mark.parametrize("name", KNOWING)
@pytest.mark.parametrize("k", [2, 5])
def test_units_of_one_record_each_change_nothing(name, k):
    X, _ = make_table()
    alone = np.random.default_rng(0).permutation(len(X))
    for method, options in runs(name):
        np.testing.assert_array_equal(
            method(X, k=k, units=alone, **options).labels, method(X, k=k, **options).labels
        )


@pytest.mark.parametrize("name", KNOWING)
@pytest.mark.parametrize("share", [0.0, 0.6, 0.95])
def test_every_group_has_k_units_also_if_one_has_most_records(name, share):
    X, units = make_table()
    units = np.where(np.random.default_rng(1).random(len(X)) < share, 0, units + 1)
    for method, options in runs(name):
        groups = method(X, k=3, units=units, **options)
        assert units_by_group(groups.labels, units).min() >= 3
        assert groups.n_groups > 1


@pytest.mark.parametrize("name", KNOWING)
def test_equal_records_of_few_units(name):
    units = np.repeat([0, 1, 2, 3], [20, 9, 4, 3])
    groups = ALGORITHMS[name](np.ones((36, 2)), k=3, units=units)
    assert units_by_group(groups.labels, units).min() >= 3


def test_methods_keep_their_own_groups():
    X, units = make_table()
    found = [ALGORITHMS[name](X, k=3, units=units).labels.tobytes() for name in KNOWING]
    same_end = {"mdav", "mdav-generic", "mdav1", "blocks"}  # they differ in the last groups alone
    assert len(set(found)) >= len(KNOWING) - len(same_end)


def test_a_poor_group_joins_the_nearest():
    X = np.array([[0.0], [0.1], [1.0], [1.1], [9.0], [9.1]])
    units = np.array([0, 0, 1, 2, 3, 4])
    # The group of 0 and 0.1 has one unit; that of 1 and 1.1 is nearer than that of 9 and 9.1.
    labels = merge(X, np.array([0, 0, 1, 1, 2, 2]), units, 2)
    assert labels.tolist() == [0, 0, 0, 0, 1, 1]


def test_what_was_merged_is_split_again_where_units_allow_it():
    X = np.array([[0.0], [0.1], [0.2], [0.3], [9.0], [9.1]])
    units = np.array([0, 0, 1, 1, 2, 3])
    # Both groups at 0 have one unit. Together they have room for two groups of both.
    labels = regroup(X, np.array([0, 0, 1, 1, 2, 2]), units, 2)
    assert units_by_group(labels, units).tolist() == [2, 2, 2]
    assert labels[4] == labels[5]


def test_groups_with_enough_units_stay_as_they_are():
    labels = np.array([1, 1, 1, 1, 0, 0])
    units = np.arange(6)
    assert regroup(np.zeros((6, 1)), labels, units, 2) is labels


def test_records_of_a_poor_group_go_where_each_is_nearest():
    X = np.array([[0.0], [1.0], [8.0], [9.0], [0.5], [8.5]])
    labels = disperse(X, np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 2, 3, 4, 4]), 2)
    assert labels.tolist() == [0, 0, 1, 1, 0, 1]

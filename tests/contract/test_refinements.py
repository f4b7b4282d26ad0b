"""What every registered refinement keeps to."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covey.core.arrays import squares_within
from covey.core.divisions import group_within
from covey.core.errors import InputError, RequestError
from covey.core.partition import Partition
from covey.engines import in_threads
from covey.partitioning import mdav
from covey.refining import REFINERS

NAMES = list(REFINERS)


def normal(n, p, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(values=st.lists(st.integers(-3, 3), min_size=12, max_size=24), k=st.integers(2, 4))
def test_no_group_is_smaller_and_no_loss_higher(name, values, k):
    X = np.array(values, dtype=float).reshape(-1, 1)
    start = mdav(X, k=k)
    found = REFINERS[name](X, start, effort=0.1)
    assert (len(found), found.k) == (len(start), k)
    assert squares_within(X, found.labels) <= squares_within(X, start.labels)


@pytest.mark.parametrize("name", NAMES)
def test_neither_the_records_nor_the_start_are_changed(name):
    X = normal(60, 2)
    start = mdav(X, k=3)
    records, labels = X.copy(), start.labels.copy()
    REFINERS[name](X, start, effort=0.1)
    np.testing.assert_array_equal(X, records)
    np.testing.assert_array_equal(start.labels, labels)


@pytest.mark.parametrize("name", NAMES)
def test_workers_change_nothing(name):
    X = normal(80, 3)
    start = mdav(X, k=3)
    expected = REFINERS[name](X, start, effort=0.1).labels
    for workers in (1, 3):
        found = REFINERS[name](X, start, effort=0.1, resources=in_threads(workers))
        np.testing.assert_array_equal(found.labels, expected)


@pytest.mark.parametrize("name", NAMES)
def test_within_divisions_no_group_crosses_one(name):
    X, divisions = normal(60, 2), np.arange(60) % 3

    def group(records, *, progress):
        return REFINERS[name](records, mdav(records, k=3), effort=0.1, progress=progress).labels

    labels, _ = group_within(divisions, group, [X], engine=in_threads(2).engine)
    assert Partition(labels, k=3, divisions=divisions).n_groups >= 3


@pytest.mark.parametrize("name", NAMES)
def test_wrong_requests_get_a_clear_sentence(name):
    X = normal(12, 2)
    start = mdav(X, k=3)
    with pytest.raises(InputError, match="'partition' must cover the 11 records"):
        REFINERS[name](X[1:], start)
    with pytest.raises(RequestError, match="'effort' must be a number"):
        REFINERS[name](X, start, effort=-1)
    with pytest.raises(RequestError, match=f"'{name}' has no option 'flavour'"):
        REFINERS[name](X, start, flavour=1)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_described_and_its_card_argues_for_it(name):
    method = REFINERS[name]
    assert method.name == name
    assert method.summary.endswith(".")
    assert any(character.isdigit() for character in method.reference)
    assert all(option.meaning and option.rule for option in method.options)
    for part in ("Requires:", "Ensures:"):
        assert part in method.card

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.refining.pricing import measure_distances, price_groups


def all_reduced(X, worth, k):
    """Compute the reduced cost of every group of k to 2k - 1 records."""
    return {
        group: float(((X[list(group)] - X[list(group)].mean(axis=0)) ** 2).sum())
        - float(worth[list(group)].sum())
        for size in range(k, min(len(X), 2 * k - 1) + 1)
        for group in combinations(range(len(X)), size)
    }


@st.composite
def priced_tables(draw):
    n, k = draw(st.integers(3, 8)), draw(st.integers(2, 3))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    X = rng.normal(size=(n, 2))
    return (X.round() if draw(st.booleans()) else X), rng.normal(0.5, 1.0, n), k


@given(table=priced_tables(), threshold=st.sampled_from([-0.5, 0.0, 0.7]))
def test_every_group_below_the_threshold_is_found(table, threshold):
    X, worth, k = table
    priced = price_groups(measure_distances(X, k), worth, threshold=threshold, room=500, work=10**9)
    expected = all_reduced(X, worth, k)
    # Equals of the threshold, up to rounding, may fall on either side.
    sure = {group for group, cost in expected.items() if cost < threshold - 1e-9}
    found = [tuple(sorted(i for i in row if i >= 0)) for row in priced.members.tolist()]
    assert priced.is_complete
    assert len(found) == len(set(found))
    assert sure <= set(found)
    assert all(expected[group] < threshold + 1e-9 for group in found)


@given(table=priced_tables(), work=st.integers(0, 40), room=st.integers(1, 3))
def test_what_is_proven_holds_when_the_search_is_cut_short(table, work, room):
    """Taking from each record what its worst group lacks leaves no group below 0."""
    X, worth, k = table
    priced = price_groups(measure_distances(X, k), worth, threshold=0.0, room=room, work=work)
    feasible = all_reduced(X, worth + priced.lowest, k)
    assert min(feasible.values(), default=0.0) > -1e-9


def test_room_keeps_the_cheapest_groups():
    X = np.arange(6.0).reshape(-1, 1)
    worth = np.array([9.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    priced = price_groups(measure_distances(X, 2), worth, threshold=0.0, room=1, work=10**9)
    assert priced.members.tolist() == [[0, 1, -1]]
    assert not priced.is_complete
    assert priced.lowest[0] == pytest.approx(0.5 - 9.0)

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covey.core.arrays import squares_within
from covey.core.errors import RequestError
from covey.core.partition import Partition
from covey.core.progress import quiet
from covey.core.refiner import Terms
from covey.engines import in_threads
from covey.partitioning import mdav1
from covey.refining.polish import Programme, polish, polish_windows
from covey.refining.search import search
from covey.refining.setpartition import make_candidates


def least_loss(X, k):
    """Try every group of the first record, and all that remains after it."""
    full = (1 << len(X)) - 1
    best = {0: 0.0}

    def of(left):
        if left not in best:
            lowest = left & -left
            best[left] = min(
                (
                    loss(group) + of(left & ~group)
                    for group in subsets(left ^ lowest, lowest)
                    if group.bit_count() >= k
                ),
                default=np.inf,
            )
        return best[left]

    def subsets(programme, fixed):
        group = programme
        while True:
            yield group | fixed
            if group == 0:
                return
            group = (group - 1) & programme

    def loss(group):
        members = X[[i for i in range(len(X)) if group >> i & 1]]
        return float(((members - members.mean(axis=0)) ** 2).sum())

    return of(full)


@st.composite
def small_tables(draw):
    n, k = draw(st.integers(4, 10)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    X = rng.normal(size=(n, 2))
    return (X.round() if draw(st.booleans()) else X), min(k, n)


@given(table=small_tables())
def test_with_all_groups_at_hand_the_least_loss_is_found(table):
    """No search and no pricing: every group is in the programme, and the programme chooses."""
    X, k = table
    X = X - X.mean(axis=0)
    n = len(X)
    every = [
        [i if group >> i & 1 else -1 for i in range(n)]
        for group in range(1, 1 << n)
        if k <= group.bit_count() <= n
    ]
    columns = make_candidates(X, np.array(every))
    programme = Programme(X, columns, k, is_open=False, choices=len(every))
    labels, tally = polish_windows(programme, np.zeros(n, dtype=np.intp), 1, quiet)
    assert np.bincount(labels).min() >= k
    assert squares_within(X, labels) == pytest.approx(least_loss(X, k), rel=2e-4, abs=1e-9)
    assert tally.n_proven == tally.n_windows
    assert tally.largest_gap <= 2e-6


@settings(max_examples=25)
@given(table=small_tables())
def test_it_finds_the_least_loss_of_small_tables(table):
    X, k = table
    found = polish(X, Partition(np.zeros(len(X), dtype=int), k=k), effort=0.1)
    assert found.sizes.min() >= k
    assert squares_within(X, found.labels) == pytest.approx(least_loss(X, k), rel=2e-4, abs=1e-9)


def test_it_is_no_worse_than_the_search_and_the_same_twice():
    X = np.random.default_rng(3).normal(size=(150, 3))
    start = mdav1(X, k=3)
    searched = search(X, start, effort=0)
    polished = polish(X, start, effort=0)
    assert squares_within(X, polished.labels) < squares_within(X, searched.labels)
    assert polish(X, start, effort=0).labels.tolist() == polished.labels.tolist()
    facts = polished.facts["polish"]
    assert facts["n_windows"] == 1
    assert facts["n_columns"] >= polished.n_groups
    assert 0.0 <= facts["largest_gap"] < 0.01


MANY = np.random.default_rng(4).normal(size=(200, 2))


def polish_in_small_windows(**terms):
    start = mdav1(MANY, k=3).labels.copy()
    return polish.run(MANY, start, Terms(3, effort=0, **terms), window=30)


def loss_of_the_search_alone():
    return squares_within(MANY, search(MANY, mdav1(MANY, k=3), effort=0).labels)


def stopping_after(most):
    """Return a progress that is interrupted once more than this share is done."""

    def report(share, _note="", /):
        if share > most:
            raise KeyboardInterrupt

    return report


def test_a_large_table_is_polished_in_windows():
    polished = polish_in_small_windows()
    assert polished.facts["n_windows"] > 3
    assert squares_within(MANY, polished.labels) < loss_of_the_search_alone()


def test_the_number_of_workers_changes_nothing():
    alone, together = (polish_in_small_windows(resources=in_threads(n)) for n in (1, 2))
    assert alone.labels.tolist() == together.labels.tolist()
    assert alone.facts == together.facts


def test_who_stops_it_between_windows_gets_what_it_found():
    found = polish_in_small_windows(progress=stopping_after(0.5))
    assert found.facts["is_stopped"]
    assert found.facts["n_windows"] > 0
    assert squares_within(MANY, found.labels) < loss_of_the_search_alone()


def test_demands_on_confidential_values_are_kept():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 2))
    values = np.tile([0.0, 1.0, 2.0], 20)
    start = Partition(np.repeat(np.arange(20), 3), k=3)
    found = polish(X, start, effort=0.2, confidential=[(values, False)], distinct=3)
    assert squares_within(X, found.labels) < squares_within(X, start.labels)
    for group in range(found.n_groups):
        assert len(set(values[found.labels == group])) == 3


def test_who_stops_the_search_gets_what_it_found():
    X = np.random.default_rng(6).normal(size=(60, 2))
    found = polish(X, mdav1(X, k=3), effort=1.0, progress=stopping_after(0.1))
    facts = found.facts["polish"]
    assert facts["is_stopped"]
    assert facts["n_windows"] == 0


def test_without_the_solver_it_says_so_before_it_searches(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(RequestError, match=r"pip install 'covey\[solver\]'"):
        polish(np.zeros((4, 1)), Partition([0, 0, 1, 1], k=2))


def test_in_large_groups_it_chooses_among_those_that_were_met():
    X = np.random.default_rng(7).normal(size=(140, 2))
    start = mdav1(X, k=7)
    searched = search(X, start, effort=0)
    polished = polish(X, start, effort=0)
    assert polished.labels.tolist() == searched.labels.tolist()
    assert polished.facts["polish"]["n_columns"] == searched.n_groups
    met = polish(X, start, effort=0.2).facts["polish"]
    assert met["n_columns"] > searched.n_groups


def test_it_takes_longer_than_the_search_and_says_so():
    assert polish.work(1_000, 10, 3, 1.0) > search.work(1_000, 10, 3, 1.0)
    assert polish.work(1_000, 10, 7, 1.0) == search.work(1_000, 10, 7, 1.0)


def test_duplicates_and_constant_tables():
    start = Partition([0, 1, 2] * 4, k=3)
    assert squares_within(np.zeros((12, 2)), polish(np.zeros((12, 2)), start).labels) == 0.0
    X = np.repeat(np.arange(4.0), 3)[:, None]
    assert squares_within(X, polish(X, start).labels) == pytest.approx(0.0, abs=1e-12)


def test_the_card_argues():
    for part in ("Requires:", "Ensures:", "## Why every group holds at least k", "## Cost"):
        assert part in polish.card

from dataclasses import replace

import numpy as np
import pytest

from covey.partitioning import mdav, mdav_centroid, mdav_generic
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds, form_in_cells

pytestmark = pytest.mark.kernels


def form_plainly(X, labels, rounds):
    """Carry out rounds of nearest records, as another device would: it gets the value alone."""
    while (labels < 0).sum() >= rounds.limit:
        free = np.flatnonzero(labels < 0)
        origin = X[free].mean(axis=0) if rounds.centre is None else rounds.centre
        for _ in range(rounds.per_round):
            free = np.flatnonzero(labels < 0)
            seed = free[np.argmax(((X[free] - origin) ** 2).sum(axis=1))]
            distances = ((X[free] - X[seed]) ** 2).sum(axis=1)
            distances[free == seed] = -1.0
            members = free[np.argsort(distances, kind="stable")[: rounds.k]]
            labels[members] = labels.max() + 1
            origin = X[seed]
        yield int((labels < 0).sum())


def rounds_of(X, k):
    return {
        mdav: Rounds(k, limit=2 * k, per_round=2),
        mdav_generic: Rounds(k, limit=3 * k, per_round=2),
        mdav_centroid: Rounds(k, limit=k),
    }


@pytest.mark.parametrize("k", [2, 3, 7])
def test_any_backend_that_takes_the_value_gives_the_same_groups(k):
    X = np.random.default_rng(k).normal(size=(100, 3))
    for method, rounds in rounds_of(X, k).items():
        cells, plain = (
            RecordPool.after(rounds, X, backend=backend)
            for backend in (form_in_cells, form_plainly)
        )
        assert np.array_equal(cells.labels, plain.labels)
        assert (cells.n_left, cells.n_groups) == (plain.n_left, plain.n_groups)
        assert np.array_equal(cells.rows, plain.rows)
        taken = cells.labels >= 0
        assert np.array_equal(method(X, k=k).labels[taken], cells.labels[taken])


def test_a_centre_is_kept_for_good():
    X = np.random.default_rng(0).normal(size=(60, 2))
    rounds = Rounds(3, limit=3, centre=np.array([5.0, 5.0]))
    found = [np.full(60, -1), np.full(60, -1)]
    for labels, backend in zip(found, (form_in_cells, form_plainly), strict=True):
        assert list(backend(X, labels, rounds))[-1] < 3
    assert np.array_equal(*found)


def test_no_round_without_enough_records():
    pool = RecordPool.after(Rounds(3, limit=6), np.zeros((5, 1)))
    assert (pool.n_left, pool.n_groups) == (5, 0)
    assert pool.rows.tolist() == [0, 1, 2, 3, 4]


GROWTHS = [
    Rounds(3, limit=3, growth="nearest-to-member", gamma=0.2, centre=np.zeros(2)),
    Rounds(3, limit=3, growth="nearest-to-member", gamma=1.1, centre=np.zeros(2)),
    Rounds(3, limit=9, growth="neighbourhood", gamma=1.1),
    Rounds(3, limit=9, growth="neighbourhood", gamma=3.0),
    Rounds(3, limit=3, growth="nearest-to-mean", centre=np.zeros(2)),
    Rounds(3, limit=3, growth="nearest-to-mean"),
    Rounds(3, limit=3, growth="nearest-to-mean-variable", centre=np.zeros(2)),
    Rounds(3, limit=3, growth="nearest-to-mean-variable"),
]


def tables():
    rng = np.random.default_rng(4)
    yield rng.normal(size=(83, 2))
    yield rng.integers(0, 3, size=(60, 2)).astype(float)  # full of ties
    yield np.full((40, 2), 0.1)
    yield np.vstack([np.zeros((30, 2)), rng.normal(size=(25, 2))])


@pytest.mark.parametrize("rounds", GROWTHS)
@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("budget", [1, 400, 3000])
def test_a_group_that_is_more_than_a_slice_of_work_comes_out_the_same(rounds, k, budget):
    rounds = replace(rounds, k=k, limit=rounds.limit // 3 * k)
    for X in tables():
        whole, pieces = np.full((2, len(X)), -1)
        n_left = list(form_in_cells(X, whole, rounds))
        assert list(form_in_cells(X, pieces, rounds, budget))[-1:] == n_left[-1:]
        np.testing.assert_array_equal(pieces, whole)


@pytest.mark.parametrize("rounds", GROWTHS)
def test_progress_moves_within_a_group(rounds):
    X = np.random.default_rng(0).normal(size=(60, 2))
    rounds = replace(rounds, k=10, limit=rounds.limit // 3 * 10)
    seen = list(form_in_cells(X, np.full(60, -1), rounds, 1))
    assert len(seen) > 15
    assert seen == sorted(seen, reverse=True)

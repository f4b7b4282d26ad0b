import pickle
from dataclasses import replace

import numpy as np
import pytest

from covey.core.arrays import squares_within
from covey.core.divisions import TablePart, rows_of
from covey.core.engine import IN_TURN, Resources
from covey.core.partition import Partition
from covey.core.progress import quiet
from covey.core.refiner import Terms
from covey.engines import in_threads
from covey.partitioning import ALGORITHMS
from covey.refining import search
from covey.refining.regions import RegionSearch, cut_regions, search_regions
from covey.refining.search import ITERATIONS, pose

K = 4
SIZE = 200


def by_regions(X, start, effort=0.0, **terms):
    """Search small regions, as large ones of a large table are."""
    labels = start.labels.copy()
    given = Terms(K, effort, **terms)
    problem = pose(X, labels, replace(given, progress=quiet), 10, (None, None))
    return search_regions(problem, labels, effort * ITERATIONS / K, given, size=SIZE)


def table(n=1500, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 4))


def start_of(X):
    return ALGORITHMS["blocks"](X, k=K, size=100)


@pytest.mark.parametrize("turn", range(4))
def test_regions_are_cut_between_groups(turn):
    X = table()
    labels = start_of(X).labels
    regions = cut_regions(X, labels, turn, SIZE)
    assert len(np.unique(regions)) >= 5
    owners = [set(labels[rows].tolist()) for rows in rows_of(regions)]
    assert sum(len(groups) for groups in owners) == labels.max() + 1


@pytest.mark.parametrize("effort", [0.0, 0.02])
def test_the_loss_falls_across_borders_and_workers_change_nothing(effort):
    X = table()
    start = start_of(X)
    found, is_stopped = by_regions(X, start, effort)
    assert not is_stopped
    assert np.bincount(found).min() >= K
    assert squares_within(X, found) < 0.97 * squares_within(X, start.labels)
    for workers in (1, 2, 5):
        again, _ = by_regions(X, start, effort, resources=in_threads(workers))
        assert np.array_equal(again, found)


def test_moving_borders_leave_little_to_be_found():
    X = table()
    start = start_of(X)
    found, _ = by_regions(X, start)
    as_a_whole = squares_within(X, search(X, start, effort=0.0).labels)
    assert squares_within(X, found) == pytest.approx(as_a_whole, rel=0.02)


class LooksAtAll:
    """An engine that forgets which records are settled."""

    def map(self, function, tasks, **settings):
        fresh = [TablePart((*t.arrays[:-1], np.zeros_like(t.arrays[-1])), t.rows) for t in tasks]
        return IN_TURN.map(function, fresh, **settings)


def test_settled_records_are_passed_over_and_the_answer_stays():
    X = table()
    start = start_of(X)
    found, _ = by_regions(X, start)
    again, _ = by_regions(X, start, resources=Resources(engine=LooksAtAll()))
    assert np.array_equal(found, again)


def test_the_search_of_a_region_can_be_sent_elsewhere():
    task = RegionSearch(3, 5, 0.5, (0, 1))
    assert pickle.loads(pickle.dumps(task)) == task  # noqa: S301 (our own bytes)


def test_who_stops_it_gets_what_the_rounds_before_found():
    X = table()
    start = start_of(X)

    def progress(share, _note=""):
        if share > 0.6:
            raise KeyboardInterrupt

    found, is_stopped = by_regions(X, start, progress=progress)
    assert is_stopped
    assert squares_within(X, found) < squares_within(X, start.labels)


def test_who_ends_the_process_gets_nothing():
    class Ended(KeyboardInterrupt):
        pass

    def progress(share, _note=""):
        if share > 0.6:
            raise Ended

    X = table()
    with pytest.raises(Ended):
        by_regions(X, start_of(X), progress=progress)


@pytest.mark.parametrize(
    "X",
    [np.zeros((700, 2)), np.repeat(np.eye(7), 100, axis=0)],
    ids=["equal", "ties"],
)
def test_equals(X):
    start = Partition(np.arange(700) // K, k=K)
    found, _ = by_regions(X, start, 0.01)
    assert np.bincount(found).min() >= K
    assert squares_within(X, found) <= squares_within(X, start.labels)

import importlib

import numpy as np
import pytest

from covey.core.loss import squares_within
from covey.core.partition import Partition
from covey.engines import Threads
from covey.partitioning import ALGORITHMS
from covey.refining import REFINERS, regions
from covey.refining.regions import cut_regions

K = 4
search = REFINERS["search"]


@pytest.fixture
def small_regions(monkeypatch):
    # The module, not the refiner of the same name.
    monkeypatch.setattr(importlib.import_module("covey.refining.search"), "WHOLE", 300)
    monkeypatch.setattr(regions, "REGION", 200)


def table(n=1500, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 4))


def start_of(X):
    return ALGORITHMS["blocks"](X, k=K, size=100)


def test_regions_hold_whole_groups_and_every_record():
    X = table()
    labels = start_of(X).labels
    found = cut_regions(X, labels, 1)
    assert len(found) > 1 or len(X) <= regions.REGION
    assert np.array_equal(np.sort(np.concatenate(found)), np.arange(len(X)))
    for rows in found:
        assert np.all(np.diff(rows) > 0)


@pytest.mark.usefixtures("small_regions")
def test_regions_are_cut_between_groups():
    X = table()
    labels = start_of(X).labels
    for turn in range(4):
        found = cut_regions(X, labels, turn)
        assert len(found) >= 5
        owners = [set(labels[rows].tolist()) for rows in found]
        assert sum(len(groups) for groups in owners) == labels.max() + 1


@pytest.mark.usefixtures("small_regions")
@pytest.mark.parametrize("effort", [0.0, 0.02])
def test_the_loss_falls_across_borders_and_workers_change_nothing(effort):
    X = table()
    start = start_of(X)
    found = search(X, start, effort=effort)
    assert found.sizes.min() >= K
    assert squares_within(X, found.labels) < 0.97 * squares_within(X, start.labels)
    for workers in (1, 2, 5):
        again = search(X, start, effort=effort, engine=Threads(workers))
        assert np.array_equal(again.labels, found.labels)


@pytest.mark.usefixtures("small_regions")
def test_moving_borders_leave_little_to_be_found(monkeypatch):
    X = table()
    start = start_of(X)
    by_regions = squares_within(X, search(X, start, effort=0.0).labels)
    monkeypatch.setattr(importlib.import_module("covey.refining.search"), "WHOLE", 10_000)
    as_a_whole = squares_within(X, search(X, start, effort=0.0).labels)
    assert by_regions == pytest.approx(as_a_whole, rel=0.02)


@pytest.mark.usefixtures("small_regions")
def test_settled_records_are_passed_over_and_the_answer_stays(monkeypatch):
    X = table()
    start = start_of(X)
    found = search(X, start, effort=0.0).labels
    original = regions.search_region

    def looks_at_all(X, labels, neighbours, rows, settled, **settings):
        return original(X, labels, neighbours, rows, np.zeros_like(settled), **settings)

    monkeypatch.setattr(regions, "search_region", looks_at_all)
    assert np.array_equal(search(X, start, effort=0.0).labels, found)


@pytest.mark.usefixtures("small_regions")
def test_who_stops_it_gets_what_the_rounds_before_found():
    X = table()
    start = start_of(X)

    def progress(share, _note=""):
        if share > 0.6:
            raise KeyboardInterrupt

    found = search(X, start, effort=0.0, progress=progress)
    assert found.facts["search"]["is_stopped"]
    assert squares_within(X, found.labels) < squares_within(X, start.labels)


@pytest.mark.usefixtures("small_regions")
def test_who_ends_the_process_gets_nothing():
    class Ended(KeyboardInterrupt):
        pass

    def progress(share, _note=""):
        if share > 0.6:
            raise Ended

    X = table()
    with pytest.raises(Ended):
        search(X, start_of(X), effort=0.0, progress=progress)


@pytest.mark.usefixtures("small_regions")
@pytest.mark.parametrize(
    "X",
    [np.zeros((700, 2)), np.repeat(np.eye(7), 100, axis=0)],
    ids=["equal", "ties"],
)
def test_equals(X):
    start = Partition(np.arange(700) // K, k=K)
    found = search(X, start, effort=0.01)
    assert found.sizes.min() >= K
    assert squares_within(X, found.labels) <= squares_within(X, start.labels)

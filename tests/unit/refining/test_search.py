import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import covey
from covey.core.arrays import in_common_groups, squares_within
from covey.core.errors import RequestError
from covey.core.partition import Partition
from covey.core.refiner import Terms
from covey.engines import in_threads
from covey.measuring import Attribute, Evidence
from covey.measuring.attribute.diversity import L_DISTINCT
from covey.measuring.attribute.t_closeness import T
from covey.refining import search
from covey.refining.search import iterations_for, pose


def start_of(X, k, method="mdav-generic"):
    return covey.partition(X, k=k, method=method)


def normal(n, p, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def best_loss(X, k):
    """Return the lowest loss of all partitions, by trying groups around the first record left."""

    def of(records):
        if not records:
            return 0.0
        first, rest = records[0], records[1:]
        lowest = np.inf
        for size in range(k, min(2 * k, len(records) + 1)):
            if 0 < len(records) - size < k:
                continue
            for others in itertools.combinations(rest, size - 1):
                group = X[[first, *others]]
                left = tuple(i for i in rest if i not in others)
                own = ((group - group.mean(axis=0)) ** 2).sum()
                if own < lowest:
                    lowest = min(lowest, own + of(left))
        return lowest

    return of(tuple(range(len(X))))


def test_the_optimum_of_small_tables_is_found():
    found = 0
    rng = np.random.default_rng(8)
    tables = [
        (rng.normal(size=(rng.integers(2 * k, 11), rng.integers(1, 4))), k)
        for k in (2, 3)
        for _ in range(30)
    ]
    for X, k in tables:
        loss = squares_within(X, search(X, start_of(X, k)).labels)
        found += loss <= best_loss(X, k) * (1 + 1e-9) + 1e-12
    assert found >= 0.95 * len(tables)


@settings(max_examples=40)
@given(
    X=arrays.arrays(
        np.float64,
        st.tuples(st.integers(4, 40), st.integers(1, 4)),
        elements=st.integers(-3, 3).map(float),
    ),
    k=st.integers(2, 5),
    effort=st.sampled_from([0.0, 0.1]),
)
def test_never_a_higher_loss_and_never_a_group_under_k(X, k, effort):
    k = min(k, len(X))
    start = start_of(X, k)
    found = search(X, start, effort=effort)
    assert found.sizes.min() >= k
    assert squares_within(X, found.labels) <= squares_within(X, start.labels)


@pytest.mark.parametrize("k", [2, 3, 7])
def test_one_variable_is_solved(k):
    X = np.random.default_rng(k).gamma(1.0, size=(60, 1))
    exact = squares_within(X, covey.partition(X, k=k, method="optimal-1d").labels)
    found = squares_within(X, search(X, start_of(X, k), effort=2).labels)
    assert found == pytest.approx(exact, rel=1e-9)


def test_twice_the_same_and_on_any_number_of_workers():
    X = normal(150, 3)
    found = [
        search(X, start_of(X, 3), seed=4, resources=in_threads(workers)).labels
        for workers in (1, 1, 3)
    ]
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])


def test_another_seed_gives_another_search():
    X = normal(200, 4)
    found = [search(X, start_of(X, 4), effort=0.3, seed=seed).labels for seed in range(3)]
    assert any(not np.array_equal(found[0], labels) for labels in found[1:])


def test_more_effort_is_worth_it():
    X = normal(300, 4)
    start = start_of(X, 3)
    none, some = (squares_within(X, search(X, start, effort=e).labels) for e in (0.0, 1.0))
    assert some < none < squares_within(X, start.labels)


@pytest.mark.parametrize(
    ("X", "k"),
    [
        (np.ones((40, 3)), 3),
        (np.repeat(normal(8, 2), 5, axis=0), 5),
        (np.column_stack([normal(30, 1), np.full(30, 7.0)]), 4),
        (normal(11, 2), 5),
        (normal(20, 2), 10),
        (normal(7, 2), 4),
        (normal(30, 2) * 1e150, 3),
        (normal(30, 2) * 1e-150, 3),
        (normal(30, 2) + 1e9, 3),
    ],
)
def test_awkward_tables(X, k):
    start = start_of(X, k)
    found = search(X, start, effort=0.2)
    assert found.sizes.min() >= k
    assert found.labels[0] == 0


def test_duplicates_are_brought_together():
    X = np.repeat(normal(20, 3), 4, axis=0)
    shuffled = np.random.default_rng(1).permutation(len(X))
    start = Partition(np.arange(80) // 4, k=4)
    assert squares_within(X[shuffled], search(X[shuffled], start).labels) == pytest.approx(0.0)


def test_large_groups_are_split():
    X = normal(60, 2)
    found = search(X, Partition(np.zeros(60, dtype=int), k=3), effort=0.0)
    assert found.sizes.max() < 6


def test_large_tables_take_neighbours_from_blocks():
    X = normal(25_000, 2)
    start = Partition(np.arange(25_000) // 5, k=5)
    found = search(X, start, effort=0.0)
    assert squares_within(X, found.labels) < 0.2 * squares_within(X, start.labels)


def test_who_stops_it_gets_the_best_so_far():
    X = normal(400, 4)
    start = start_of(X, 3)

    def progress(share, _note=""):
        if share > 0.3:
            raise KeyboardInterrupt

    found = search(X, start, effort=20.0, progress=progress)
    assert found.facts["search"]["is_stopped"]
    assert squares_within(X, found.labels) < squares_within(X, start.labels)


def test_who_ends_the_process_gets_nothing():
    class Ended(KeyboardInterrupt):
        pass

    def progress(share, _note=""):
        raise Ended

    X = normal(50, 2)
    with pytest.raises(Ended):
        search(X, start_of(X, 3), progress=progress)


def evidence_of(X, labels, values, is_ordered):
    means = np.column_stack([np.bincount(labels, x) / np.bincount(labels) for x in X.T])
    attribute = Attribute("c", values, is_ordered)
    return Evidence(X, means[labels], attributes=(attribute,))


@pytest.mark.parametrize("is_ordered", [True, False])
def test_demands_on_confidential_values_are_kept(is_ordered):
    X = normal(120, 3)
    values = np.random.default_rng(3).integers(0, 6, size=120).astype(float)
    # Six of each value in every group: as mixed as can be.
    order = np.lexsort((np.arange(120), values))
    labels = np.empty(120, dtype=int)
    labels[order] = np.arange(120) % 10
    start = Partition(labels, k=3)
    before = evidence_of(X, labels, values, is_ordered)
    distinct, closeness = L_DISTINCT.compute(before).value, T.compute(before).value
    found = search(
        X,
        start,
        effort=0.5,
        confidential=[(values, is_ordered)],
        distinct=int(distinct) - 1,
        closeness=min(1.0, closeness + 0.1),
    )
    after = evidence_of(X, found.labels, values, is_ordered)
    assert L_DISTINCT.compute(after).value >= distinct - 1
    assert T.compute(after).value <= closeness + 0.1 + 1e-12
    assert squares_within(X, found.labels) < squares_within(X, labels)


@pytest.mark.parametrize("largest", [None, 11])
def test_there_is_room_to_sort_the_values_of_the_largest_group_that_may_form(largest):
    X = normal(40, 2)
    terms = Terms(4, confidential=[(X[:, 0], True)])
    problem = pose(X, np.arange(40) // 4, terms, 10, (2, None), largest)
    assert problem.limit == (largest or 7)
    assert len(problem.demand.scratch) > problem.limit


def test_groups_may_grow_under_a_demand():
    X = normal(200, 3)
    start = start_of(X, 4)
    values = np.random.default_rng(1).integers(0, 5, size=200).astype(float)
    found = search(X, start, effort=0.1, confidential=[(values, False)], closeness=1.0)
    assert found.sizes.max() > start.sizes.max()


@pytest.mark.parametrize(
    ("n", "k", "effort", "count"),
    [
        (1_000, 5, 1.0, 30_000),
        (1_000, 5, 0.0, 0),
        (10_000, 50, 1.0, 30_000),
        (10_000, 100, 1.0, 7_500),  # half as many as room for groups would give
        (1_000, 100, 1.0, 750),
        (1_000, 500, 1.0, 30),
        (100, 50, 0.01, 2_000),
        (1_000, 100, 0.01, 500),  # a quarter of the fewest
        (1_000_000, 5, 0.01, 300_000),
        (100_000, 1_001, 1.0, 0),
    ],
)
def test_iterations_become_fewer_as_they_take_longer(n, k, effort, count):
    assert iterations_for(n, k, effort) == count


def test_two_groups_of_half_the_table_take_moves_alone():
    X = normal(4_000, 2)
    start = start_of(X, 2_000)
    found = search(X, start)
    assert squares_within(X, found.labels) < squares_within(X, start.labels)
    assert found.sizes.tolist() == [2_000, 2_000]


def test_a_demand_that_the_start_does_not_meet_is_refused():
    X = normal(30, 2)
    with pytest.raises(RequestError, match="10 of 10 groups"):
        search(X, start_of(X, 3), confidential=[(np.zeros(30), True)], distinct=2)


def test_a_demand_without_confidential_values_is_refused():
    X = normal(30, 2)
    with pytest.raises(RequestError, match=r"roles=\{'confidential'"):
        search(X, start_of(X, 3), closeness=0.5)


def test_common_groups_are_those_with_the_same_members():
    one = np.array([0, 0, 0, 1, 1, 2, 2])
    other = np.array([2, 2, 2, 0, 0, 0, 0])
    assert in_common_groups(one, other).tolist() == [True] * 3 + [False] * 4


@pytest.mark.parametrize("name", ["tarragona", "census", "eia"])
@pytest.mark.parametrize("k", [3, 4, 5, 10])
def test_one_local_search_pass_beats_mdav_by_six_percent(reference_matrix, name, k):
    X = reference_matrix(name)
    start = start_of(X, k)
    found = squares_within(X, search(X, start, effort=0.0).labels)
    assert found <= 0.94 * squares_within(X, start.labels)


def test_progress_tells_how_far_the_loss_has_fallen():
    X = normal(300, 3)
    start = start_of(X, 3)
    told = []
    found = search(X, start, effort=1.0, progress=lambda share, note="": told.append(note))
    losses = [float(note.split()[1]) for note in told if note]
    assert losses == sorted(losses, reverse=True)
    total = squares_within(X, np.zeros(300, dtype=np.intp))
    assert losses[-1] == pytest.approx(100 * squares_within(X, found.labels) / total, abs=1e-3)
    assert losses[0] > losses[-1]


@pytest.mark.parametrize("largest", [3, 4])
def test_no_group_grows_beyond_the_limit(largest):
    X = normal(120, 2)
    found = search(X, start_of(X, 3), largest=largest)
    assert found.sizes.max() <= largest
    assert found.sizes.min() >= 3


def test_a_limit_below_the_start_is_refused():
    X = normal(100, 2)
    with pytest.raises(RequestError, match="'largest' must be at least 4"):
        search(X, start_of(X, 3), largest=3)


@pytest.mark.parametrize("value", [0.1, 1e150, 3e-200])
def test_equal_records_whose_mean_is_rounded_come_to_rest(value):
    X = np.full((301, 3), value)
    start = Partition(np.minimum(np.arange(301) // 5, 59), k=3)
    found = search(X, start, effort=0.1)
    assert found.sizes.min() >= 3

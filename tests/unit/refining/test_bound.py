import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.core.errors import RequestError
from covey.core.partition import Partition
from covey.refining.bound import BOUNDS, check_bound, relaxation_bound, simple_bound


def partitions(records, k):
    """Yield every partition of some records into groups of at least k."""
    if not records:
        yield []
        return
    first, *others = records
    for size in range(k, len(records) + 1):
        for rest in combinations(others, size - 1):
            left = [i for i in others if i not in rest]
            for more in partitions(left, k):
                yield [(first, *rest), *more]


def least_loss(X, k):
    def loss(group):
        members = X[list(group)]
        return float(((members - members.mean(axis=0)) ** 2).sum())

    return min(sum(map(loss, groups)) for groups in partitions(list(range(len(X))), k))


@st.composite
def small_tables(draw):
    n = draw(st.integers(2, 9))
    values = st.one_of(st.integers(-2, 2).map(float), st.floats(-100, 100, width=32))
    X = draw(arrays(np.float64, (n, draw(st.integers(1, 2))), elements=values))
    return X, draw(st.integers(2, min(n, 4)))


@given(table=small_tables(), rounds=st.integers(0, 5), work=st.sampled_from([1, 20, 10**6]))
def test_no_bound_is_above_the_least_loss(table, rounds, work):
    X, k = table
    optimum = least_loss(X, k)
    slack = 1e-9 * (1.0 + optimum)
    assert simple_bound(X, k) <= optimum + slack
    one_group = np.zeros(len(X), dtype=np.intp)
    bound = relaxation_bound(X, k, one_group, rounds=rounds, work=work)
    assert 0.0 <= bound.value <= optimum + slack
    assert bound.value >= simple_bound(X, k) * (1.0 - 1e-8)


def test_the_relaxation_is_exact_where_groups_lie_apart():
    rng = np.random.default_rng(0)
    X = np.repeat(np.arange(6.0) * 100, 3)[:, None] + rng.normal(size=(18, 2))
    labels = np.repeat(np.arange(6), 3)
    groups = [X[labels == group] for group in range(6)]
    loss = sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups)
    bound = relaxation_bound(X, 3, np.zeros(18, dtype=np.intp))
    assert bound.is_solved
    assert bound.value == pytest.approx(loss, rel=1e-6)
    assert simple_bound(X, 3) == pytest.approx(loss, rel=1e-6)


def test_more_rounds_never_lower_the_bound():
    X = np.random.default_rng(1).normal(size=(40, 3))
    start = np.repeat(np.arange(10), 4)
    values = [relaxation_bound(X, 3, start, rounds=rounds).value for rounds in (0, 1, 4, 60)]
    assert values == sorted(values)
    assert values[0] == pytest.approx(simple_bound(X, 3))
    assert values[-1] > 1.2 * values[0]


def test_a_record_with_its_nearest_by_hand():
    X = np.array([[0.0], [1.0], [3.0], [10.0]])
    assert simple_bound(X, 3) == pytest.approx((1 + 9 + 1 + 4 + 9 + 4 + 81 + 49) / 6)


def test_a_large_table_is_refused():
    with pytest.raises(RequestError, match=r"up to 2,000 records. Got 2,001"):
        relaxation_bound(np.zeros((2001, 1)), 3, np.zeros(2001, dtype=np.intp))


def test_it_is_refused_before_the_work_begins(monkeypatch):
    check_bound("relaxed", 2_000)
    check_bound("simple", 10**9)
    with pytest.raises(RequestError, match=r"Got 2,001\. Take the simple one: bound='simple'"):
        check_bound("relaxed", 2_001)
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(RequestError, match=r"pip install 'covey\[solver\]'"):
        check_bound("relaxed", 10)


@pytest.mark.parametrize("kind", list(BOUNDS))
def test_in_percent_it_is_below_the_loss_and_does_not_depend_on_the_place(kind):
    X = np.random.default_rng(2).normal(size=(30, 2))
    partition = Partition(np.repeat(np.arange(10), 3), k=3)
    groups = [X[partition.labels == group] for group in range(10)]
    lost = sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups)
    bound = BOUNDS[kind](X, partition)
    assert bound.kind == kind
    assert bound.k == 3
    assert bound.is_solved
    assert 0.0 < bound.percent < 100 * lost / ((X - X.mean(axis=0)) ** 2).sum()
    assert BOUNDS[kind](X + 1e3, partition).percent == pytest.approx(bound.percent, rel=1e-6)
    assert BOUNDS[kind](np.zeros((30, 2)), partition).percent == 0.0


def test_the_relaxed_bound_is_the_higher_one():
    X = np.random.default_rng(2).normal(size=(30, 2))
    partition = Partition(np.repeat(np.arange(10), 3), k=3)
    simple, relaxed = (BOUNDS[kind](X, partition).percent for kind in ("simple", "relaxed"))
    assert relaxed > simple


def test_who_stops_it_gets_the_bound_so_far():
    X = np.random.default_rng(1).normal(size=(40, 3))
    partition = Partition(np.repeat(np.arange(10), 4), k=3)

    def stop(share, _note="", /):
        if share > 0.02:
            raise KeyboardInterrupt

    stopped = BOUNDS["relaxed"](X, partition, progress=stop)
    assert not stopped.is_solved
    assert 0.0 < stopped.percent <= BOUNDS["relaxed"](X, partition).percent

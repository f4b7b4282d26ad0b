import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.core.errors import GuaranteeError, InputError, RequestError
from covey.core.partition import Partition
from covey.core.refiner import refiner
from covey.partitioning import mdav1
from covey.refining import REFINERS, dissolve

pytestmark = pytest.mark.kernels


def loss(X, labels):
    groups = (X[labels == group] for group in np.unique(labels))
    return float(sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups))


def naive(X, labels, k):
    """Try every group with the whole loss computed anew each time."""
    labels = labels.copy()
    for group in range(labels.max(), -1, -1):
        others = [g for g in np.unique(labels) if g != group]
        if not others or not (labels == group).any():
            continue
        means = np.array([X[labels == g].mean(axis=0) for g in others])
        moved = labels.copy()
        for i in np.flatnonzero(labels == group):
            moved[i] = others[((means - X[i]) ** 2).sum(axis=1).argmin()]
        if loss(X, moved) < loss(X, labels) - 1e-12:
            labels = moved
    result, n_groups = np.empty_like(labels), 0
    for group in np.unique(labels):
        members = np.flatnonzero(labels == group)
        parts = np.zeros(len(members), dtype=int)
        if len(members) >= 2 * k:
            parts = mdav1(X[members], k=k).labels
        result[members] = n_groups + parts
        n_groups += parts.max() + 1
    return result


@st.composite
def partitioned_tables(draw):
    """Draw a table, often full of duplicates, and any partition of it: even one group."""
    n = draw(st.integers(2, 30))
    p = draw(st.integers(1, 3))
    values = st.one_of(st.integers(-2, 2).map(float), st.floats(-1e3, 1e3, width=32))
    X = draw(arrays(np.float64, (n, p), elements=values))
    k = draw(st.integers(2, min(n, 5)))
    n_groups = draw(st.integers(1, n // k))
    labels = np.concatenate(
        [
            np.repeat(np.arange(n_groups), k),
            draw(arrays(np.intp, n - n_groups * k, elements=st.integers(0, n_groups - 1))),
        ]
    )
    return X, Partition(labels[draw(st.permutations(range(n)))], k=k)


@given(partitioned_tables())
def test_the_loss_never_rises_and_the_guarantee_holds(case):
    X, start = case
    found = dissolve(X, start)
    assert found.k == start.k
    assert loss(X, found.labels) <= loss(X, start.labels) * (1 + 1e-12)
    assert found.sizes.max() < 2 * start.k or found is start


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("n", "k", "n_groups"), [(30, 2, 15), (60, 3, 17), (60, 3, 4), (50, 7, 7)])
def test_agrees_with_the_loss_computed_anew(n, k, n_groups, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    rest = rng.integers(0, n_groups, n - n_groups * k)
    start = rng.permutation(np.concatenate([np.repeat(np.arange(n_groups), k), rest]))
    found = dissolve(X, Partition(start, k=k))
    np.testing.assert_array_equal(found.labels, naive(X, start, k))


def test_one_group_is_split_by_mdav1():
    X = np.random.default_rng(2).normal(size=(40, 3))
    found = dissolve(X, Partition(np.zeros(40, dtype=int), k=3))
    np.testing.assert_array_equal(found.labels, mdav1(X, k=3).labels)


@pytest.mark.parametrize("n", [4, 7])
def test_one_group_that_cannot_be_split_stays(n):
    found = dissolve(np.arange(float(n)).reshape(-1, 1), Partition([0] * n, k=4))
    assert found.labels.tolist() == [0] * n


@pytest.mark.parametrize("value", [0.0, 0.1])
def test_equal_rows_stay_as_they_are(value):
    labels = [0, 1, 2] * 4
    found = dissolve(np.full((12, 2), value), Partition(labels, k=3))
    assert found.labels.tolist() == labels


def test_neither_the_table_nor_the_start_is_changed():
    X = np.random.default_rng(0).normal(size=(30, 2))
    before, start = X.copy(), Partition([0, 1, 2] * 10, k=3)
    found = dissolve(X, start, effort=2.0, seed=5)
    np.testing.assert_array_equal(X, before)
    assert start.labels.tolist() == [0, 1, 2] * 10
    assert found.labels.tolist() != start.labels.tolist()


def test_progress_and_interrupts():
    X = np.random.default_rng(0).normal(size=(30, 2))
    start = Partition([0, 1, 2] * 10, k=3)
    seen: list[float] = []
    dissolve(X, start, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dissolve(X, start, progress=stop)


def test_wrong_input_gets_a_clear_sentence():
    start = Partition([0, 0, 0], k=3)
    with pytest.raises(InputError, match=r"must cover the 4 records of 'X'. Got one of 3"):
        dissolve(np.zeros((4, 1)), start)
    with pytest.raises(RequestError, match="'dba2' has no option 'flavour'"):
        dissolve(np.zeros((3, 1)), start, flavour=1)
    with pytest.raises(
        RequestError, match=r"'effort' must be a number of at least 0 and at most 1,000,000. Got -1"
    ):
        dissolve(np.zeros((3, 1)), start, effort=-1)


def test_a_refiner_that_fails_does_no_harm():
    """The wrapper, not the refiner, answers for the loss and for the guarantee."""
    X = np.array([[0.0], [0.0], [5.0], [5.0]])
    start = Partition([0, 0, 1, 1], k=2)

    @refiner("worse", summary="Raises the loss.", reference="None, 2024")
    def worse(X, labels, terms):
        return np.array([0, 1, 0, 1])

    @refiner("smaller", summary="Breaks a group.", reference="None, 2024")
    def smaller(X, labels, terms):
        return np.array([0, 1, 1, 1])

    assert worse(X, start) is start
    with pytest.raises(GuaranteeError, match="Smallest group has 1 record"):
        smaller(X, start)


def test_the_registry_describes_it():
    assert REFINERS["dba2"] is dissolve
    assert dissolve.summary.endswith(".")
    assert dissolve.options == ()
    for part in ("Requires:", "Ensures:", "## Why every group holds at least k", "## Cost"):
        assert part in dissolve.card

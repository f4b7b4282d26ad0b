import numpy as np
import pytest

from covey.core.arrays import squares_within
from covey.kernels.collected import make_collected
from covey.kernels.moves import FREE, descend, make_state
from covey.kernels.randomness import seeded
from covey.kernels.search import anneal

pytestmark = pytest.mark.kernels


def make(n=24, p=2, k=3, limit=5, seed=0):
    X = np.random.default_rng(seed).normal(size=(n, p))
    X -= X.mean(axis=0)
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    neighbours = np.argsort(squares, axis=1, kind="stable")[:, :6].astype(np.int32)
    labels = np.arange(n) // k
    chance = seeded(seed)
    return make_state(X, labels, neighbours, k=k, limit=limit, chance=chance, demand=None)


def check(state, k):
    """Everything that the state says of its groups must follow from the labels."""
    groups = state.groups
    sizes = np.bincount(groups.labels, minlength=len(groups.sizes))
    assert np.array_equal(sizes, groups.sizes)
    assert sizes[sizes > 0].min() >= k
    assert sizes.max() <= groups.members.shape[1]
    for i, group in enumerate(groups.labels):
        assert groups.members[group, groups.places[i]] == i
    for group in np.flatnonzero(sizes):
        assert groups.sums[group] == pytest.approx(groups.X[groups.labels == group].sum(axis=0))
    free = set(state.free[: state.counters[FREE]].tolist())
    assert free == set(np.flatnonzero(sizes == 0).tolist())


def test_the_gain_of_a_descent_is_the_fall_of_the_loss():
    state = make()
    before = squares_within(state.groups.X, state.groups.labels)
    gain = descend(state, 0, 24, 3, 1e-12)
    check(state, 3)
    assert before - squares_within(state.groups.X, state.groups.labels) == pytest.approx(gain)


@pytest.mark.parametrize("seed", range(3))
def test_iterations_keep_the_books(seed):
    state = make(seed=seed)
    labels = state.groups.labels.copy()
    before = squares_within(state.groups.X, labels)
    best, collected = np.zeros(2), make_collected(200, 5)
    for start in range(0, 40, 8):
        schedule = (40.0, 0.5, 0.01)
        anneal(state, collected, np.arange(24), best, labels, schedule, start, start + 8, 3, 1e-12)
        check(state, 3)
    now = squares_within(state.groups.X, state.groups.labels)
    assert before - now == pytest.approx(best[0])
    assert before - squares_within(state.groups.X, labels) == pytest.approx(best[1])
    assert best[1] > 0
    kept = [tuple(collected.members[g, : collected.sizes[g]]) for g in range(collected.n_kept[0])]
    assert len(kept) == len(set(kept)) > 0
    assert all(list(group) == sorted(group) for group in kept)

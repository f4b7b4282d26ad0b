import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.kernels import density

pytestmark = pytest.mark.kernels

FREE = -1
LINE = np.array([[0.0], [1.0], [10.0], [10.5], [11.0], [30.0]])


def seek(X, k, *, labels=None, memory=None, budget=10**9):
    """Run one round of the search, however many calls the budget makes of it."""
    labels = np.full(len(X), FREE) if labels is None else labels
    memory = density.blank_neighbourhoods(len(X), k) if memory is None else memory
    rows = np.flatnonzero(labels == FREE)
    position, seed, best, n_calls = 0, -1, np.inf, 0
    while position < len(rows):
        position, seed, best = density.densest(
            X, rows, len(rows), labels, k, *memory, position, seed, best, budget
        )
        n_calls += 1
    return seed, best, n_calls


def sse(X):
    return float(((X - X.mean(axis=0)) ** 2).sum())


def test_the_densest_of_a_line():
    """10, 10.5 and 11 scatter by 0.25 + 0 + 0.25, times three; all three see the same ones."""
    seed, best, _ = seek(LINE, 3)
    assert seed == 2
    assert best == 1.5


def test_the_centroid_is_that_of_the_neighbourhood_and_not_the_record():
    reach, scatter = density.measure(LINE, 0, np.array([1, 2]))
    assert reach == 101.0
    assert scatter == pytest.approx(3 * sse(LINE[[0, 1, 2]]))


def test_a_record_that_left_is_nobodys_neighbour():
    labels = np.full(6, FREE)
    memory = density.blank_neighbourhoods(6, 2)
    assert seek(LINE, 2, labels=labels, memory=memory)[:2] == (2, 0.25)
    labels[[2, 3]] = 0
    assert seek(LINE, 2, labels=labels, memory=memory)[:2] == (0, 1.0)
    assert memory[0][4, 0] == 1


def test_a_record_that_cannot_win_is_left_alone():
    labels = np.full(6, FREE)
    memory = density.blank_neighbourhoods(6, 2)
    seek(LINE, 2, labels=labels, memory=memory)
    labels[[2, 3, 4]] = 0
    assert seek(LINE, 2, labels=labels, memory=memory)[:2] == (0, 1.0)
    assert memory[0][5, 0] == 4  # outdated, but 19² is no match for 1 whatever comes next


def test_a_neighbourhood_may_become_denser_when_a_neighbour_leaves():
    """Why the SSE itself cannot serve as a bound: −1, 0, 1 scatter more than 0, 1, 1.1."""
    X = np.array([[-1.0], [0.0], [1.0], [1.1]])
    labels = np.full(4, FREE)
    memory = density.blank_neighbourhoods(4, 3)
    near, known, reach, scatter = memory
    density.renew(X, np.arange(4), 4, labels, 3, *memory, 1)
    before = scatter[1], reach[1]
    labels[0] = 0
    density.renew(X, np.arange(1, 4), 3, labels, 3, *memory, 1)
    assert near[1, : known[1]].tolist() == [2, 3]
    assert scatter[1] < before[0]
    assert reach[1] > before[1]
    assert reach[1] <= scatter[1]


def test_duplicates_are_infinitely_dense_and_the_first_wins():
    X = np.array([[0.3], [0.1], [0.1], [0.7], [0.7], [0.7], [0.1]])
    assert seek(X, 3)[:2] == (1, 0.0)


def test_slices_change_nothing_and_never_stand_still():
    X = np.random.default_rng(3).normal(size=(40, 3))
    whole = seek(X, 4)
    cut = seek(X, 4, budget=1)
    assert whole[:2] == cut[:2]
    assert (whole[2], cut[2]) == (1, 40)


@given(
    arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(1, 4)), elements=st.floats(-9, 9))
)
def test_the_reach_bounds_the_scatter(X):
    reach, scatter = density.measure(X, 0, np.arange(1, len(X)))
    assert reach * density.CAUTION <= scatter
    assert scatter == pytest.approx(len(X) * sse(X), abs=1e-9)

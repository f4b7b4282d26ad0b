import threading

import numpy as np
import pytest

from covey.measuring.risk.candidates import plant
from covey.measuring.risk.linking import count_rivals

EVERY = np.arange(2)[None, :]


@pytest.fixture(scope="module")
def table():
    X = np.random.default_rng(0).integers(0, 40, size=(3000, 2)).astype(float)
    return X, np.repeat(X.reshape(1000, 3, 2).mean(axis=1), 3, axis=0)


def test_threads_change_the_time_never_the_answer(table):
    X, Y = table
    found = []
    for n_threads in (1, 2, 7):
        every = np.arange(3000)
        found.append(count_rivals(plant(Y, Y), X, Y, every, EVERY, most=2, workers=n_threads))
    for nearer, tied, work in found[1:]:
        np.testing.assert_array_equal(nearer, found[0][0])
        np.testing.assert_array_equal(tied, found[0][1])
        assert work == found[0][2]


def test_progress_is_told(table):
    X, Y = table
    seen = []
    count_rivals(plant(Y, Y), X, Y, np.arange(3000), EVERY, most=2, progress=seen.append)
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_an_interrupt_leaves_no_thread_behind(table):
    X, Y = table
    n_threads = threading.active_count()

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_rivals(plant(Y, Y), X, Y, np.arange(3000), EVERY, most=2, progress=interrupt)
    assert threading.active_count() == n_threads


def test_no_target_no_answer(table):
    X, Y = table
    nearer, tied, work = count_rivals(plant(Y, Y), X, Y, np.arange(0), EVERY, most=2)
    assert (len(nearer), len(tied), work) == (0, 0, 0)

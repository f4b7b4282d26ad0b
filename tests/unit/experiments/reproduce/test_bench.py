import threading
import time

import numpy as np
import pytest

from covey.experiments.reproduce.bench import Bench, group_means, information_loss, load_matrix


def test_results_come_in_the_order_of_the_items():
    def work(item, progress):
        time.sleep(0.002 * (5 - item))
        progress(0.5)
        return item * item

    assert Bench().spread(work, range(5)) == [0, 1, 4, 9, 16]


def test_progress_reaches_the_end():
    bench, shares = Bench(), []
    bench.progress = shares.append
    bench.spread(lambda item, progress: progress(1.0), range(3))
    assert shares[-1] == 1.0


def test_a_failure_stops_the_other_worker():
    started, stopped = threading.Event(), threading.Event()

    def work(item, progress):
        if item == 0:
            started.wait(5)
            raise ValueError("broken")
        try:
            while True:
                progress(0.0)
                started.set()
                time.sleep(0.001)
        finally:
            stopped.set()

    with pytest.raises(ValueError, match="broken"):
        Bench().spread(work, range(2))
    assert stopped.is_set()


def test_an_interrupt_stops_both_workers():
    bench = Bench()

    def interrupt(_share):
        raise KeyboardInterrupt

    def work(item, progress):
        for _ in range(10_000):
            progress(0.0)
            time.sleep(0.001)

    bench.progress = interrupt
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        bench.spread(work, range(4))
    assert time.monotonic() - start < 5


def test_what_was_made_once_is_kept():
    bench, made = Bench(), []
    assert bench.once("a", lambda: made.append(1) or 7) == 7
    assert bench.once("a", lambda: made.append(1) or 8) == 7
    assert made == [1]


def test_labels_are_those_of_the_method_and_the_seed():
    one, other = Bench(seed=1), Bench(seed=2)
    np.testing.assert_array_equal(
        one.labels("normal-200x3", "iamat", 4), Bench(seed=1).labels("normal-200x3", "iamat", 4)
    )
    assert not np.array_equal(one.matrix("normal-200x3"), other.matrix("normal-200x3"))
    assert np.bincount(one.labels("normal-200x3", "iamat", 4)).min() >= 4
    assert one.timed("normal-200x3", "iamat", 4)[1] > 0


def test_loss_by_hand():
    X = np.array([[0.0], [2.0], [10.0], [12.0]])
    labels = np.array([0, 0, 1, 1])
    assert group_means(X, labels).tolist() == [[1.0], [11.0]]
    # SSE 4, SST 36 + 16 + 16 + 36 = 104
    assert information_loss(X, labels) == pytest.approx(100 * 4 / 104)


@pytest.mark.parametrize(
    ("dataset", "shape"),
    [
        ("normal-50x3", (50, 3)),
        ("uniform-50x3", (50, 3)),
        ("binary-unrelated-40", (40, 6)),
        ("sim-1", (5000, 8)),
    ],
)
def test_simulated_sets_have_the_size_that_their_name_tells(dataset, shape):
    X = load_matrix(dataset, 0)
    assert X.shape == shape
    assert X.flags.c_contiguous
    np.testing.assert_array_equal(X, load_matrix(dataset, 0))
    assert not np.array_equal(X, load_matrix(dataset, 1))


def test_the_small_sets_of_000_have_ranges_of_their_own():
    normal, uniform = load_matrix("normal-1560x16", 0), load_matrix("uniform-4800x16", 0)
    assert normal.mean() == pytest.approx(500, rel=0.02)
    assert normal.std() == pytest.approx(150, rel=0.02)
    assert 39_000 < uniform.max() < 40_000
    assert load_matrix("uniform-4800x10", 0).max() < 1000


def test_eia_has_the_month_in_003_and_the_number_elsewhere(reference_folder):
    usual, monthly = load_matrix("eia", 0), load_matrix("eia-monthly", 0)
    assert usual.shape == monthly.shape == (4092, 11)
    np.testing.assert_array_equal(usual[:, 1:], monthly[:, 1:])
    assert set(np.unique(monthly[:, 0])) == set(range(1, 13))

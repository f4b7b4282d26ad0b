import numpy as np

from covey.refining.windows import Windows

X = np.array([[0.0], [0.0], [1.0], [1.0], [5.0], [5.0], [20.0], [20.0]])
X -= X.mean()
PAIRS = np.repeat(np.arange(4), 2)


def records(batch):
    return [np.flatnonzero(inside).tolist() for inside in batch]


def test_a_window_is_the_groups_around_the_farthest_record():
    windows = Windows(X, 4)
    assert records(windows.next_batch(PAIRS)) == [[4, 5, 6, 7], [0, 1, 2, 3]]


def test_every_record_is_once_in_the_inner_half():
    windows = Windows(X, 4)
    assert windows.share == 0.0
    seen = []
    while batch := windows.next_batch(PAIRS):
        seen += records(batch)
    assert windows.share == 1.0
    # Of each window only the first group was inside; the rim of the first is inside the last.
    assert seen == [[4, 5, 6, 7], [0, 1, 2, 3], [0, 1, 2, 3], [2, 3, 4, 5]]


def test_a_window_that_holds_all_is_the_only_one():
    windows = Windows(X, 100)
    assert records(windows.next_batch(PAIRS)) == [list(range(8))]
    assert windows.share == 1.0
    assert windows.next_batch(PAIRS) == []


def test_windows_of_a_batch_have_no_record_in_common():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(300, 2))
    labels = np.repeat(np.arange(100), 3)
    windows = Windows(points - points.mean(axis=0), 30)
    largest = 0
    while batch := windows.next_batch(labels):
        assert np.sum(batch, axis=0).max() == 1
        largest = max(largest, len(batch))
    assert largest > 1

import numpy as np
import pytest

from covey.kernels import dissolve as kernel

pytestmark = pytest.mark.kernels


def run(X, labels, k, **settings):
    labels = np.array(labels, dtype=np.intp)
    shares = list(kernel.second_phase(X, labels, k, **settings))
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    return labels


def test_means_of_duplicates_are_exact():
    """The sum of three times 0.1 is no multiple of 0.1; a mean by offsets is not misled."""
    X = np.full((5, 1), 0.1)
    means, sizes = kernel.group_means(X, np.array([0, 1, 1, 1, 0]), 2)
    assert means.tolist() == [[0.1], [0.1]]
    assert sizes.tolist() == [2, 3]


def test_a_group_is_dissolved_where_the_loss_falls():
    """0 and 10 between two groups: 50 as a group, 2/3 for each as a guest."""
    X = np.array([[1.0], [1.0], [9.0], [9.0], [0.0], [10.0]])
    assert run(X, [0, 0, 1, 1, 2, 2], 2).tolist() == [0, 0, 1, 1, 0, 1]


def test_a_group_stays_where_the_loss_would_rise():
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    assert run(X, [0, 0, 1, 1], 2).tolist() == [0, 0, 1, 1]


def test_the_group_created_last_is_tried_first():
    """Either loose pair would spread over what the other leaves; only the first one tried can."""
    X = np.array([[0.0], [0.0], [0.0], [9.0], [0.0], [9.1]])
    assert run(X, [0, 0, 1, 1, 2, 2], 2).tolist() == [0, 0, 1, 1, 0, 1]
    assert run(X, [0, 0, 2, 2, 1, 1], 2).tolist() == [0, 0, 0, 1, 1, 1]


def test_members_look_at_centroids_before_any_of_them_moves():
    """7 draws the right centroid from 10 to 9, nearer to 4.9; yet 4.9 goes by where it was."""
    X = np.array([[0.0], [0.0], [10.0], [10.0], [7.0], [4.9]])
    centroids, sizes = kernel.group_means(X, np.array([0, 0, 1, 1, 2, 2]), 3)
    targets = np.array([2, 2])
    kernel.seek_others(X, np.array([4, 5]), centroids, sizes, 2, targets)
    assert targets.tolist() == [1, 0]


def test_equally_near_groups_go_to_the_one_created_first():
    X = np.array([[0.0], [10.0], [5.0]])
    centroids, sizes = kernel.group_means(X, np.array([0, 1, 2]), 3)
    targets = np.array([2])
    kernel.seek_others(X, np.array([2]), centroids, sizes, 2, targets)
    assert targets.tolist() == [0]


def test_centroids_and_sizes_follow():
    X = np.array([[1.0], [1.0], [9.0], [9.0], [0.0], [10.0], [4.0]])
    labels = np.array([0, 0, 1, 1, 2, 2, 2])
    centroids, sizes = kernel.group_means(X, labels, 3)
    members, targets = np.array([4, 5, 6]), np.array([0, 1, 0])
    loss = kernel.loss_about(X, members, centroids[2])
    assert kernel.dissolve_if_it_pays(X, labels, members, targets, centroids, sizes, loss)
    assert sizes.tolist() == [4, 3, 0]
    assert centroids[:2, 0] == pytest.approx([1.5, 28 / 3])
    assert labels.tolist() == [0, 0, 1, 1, 0, 1, 0]


def test_an_equal_loss_is_no_fall():
    """Two equal pairs of duplicates: nothing is gained by making them one."""
    X = np.full((4, 2), 0.1)
    assert run(X, [0, 0, 1, 1], 2).tolist() == [0, 0, 1, 1]
    pairs = np.array([[0.0], [2.0], [0.0], [2.0]])
    assert run(pairs, [0, 0, 1, 1], 2).tolist() == [0, 0, 1, 1]


def test_parts_stand_in_place_of_the_group_that_was_split():
    X = np.array([[50.0], [50.0], [0.0], [0.0], [9.0], [9.0], [80.0], [80.0]])
    assert run(X, [0, 0, 1, 1, 1, 1, 2, 2], 2).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("budget", [1, 50, 10**9])
def test_slices_change_nothing(budget):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(48, 3))
    labels = np.concatenate([np.zeros(20, int), rng.permutation(np.repeat(np.arange(1, 8), 4))])
    np.testing.assert_array_equal(run(X, labels, 3, budget=budget), run(X, labels, 3))

import numpy as np
import pytest

from covey.kernels.groups import make_groups

pytestmark = pytest.mark.kernels


def test_a_partition_in_motion_starts_at_the_labels():
    X = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0], [8.0, 80.0], [16.0, 160.0]])
    labels = np.array([2, 0, 2, 0, 2])
    groups = make_groups(X, labels, n_groups=4, limit=3)
    assert groups.sizes.tolist() == [2, 0, 3, 0]
    assert groups.members[0, :2].tolist() == [1, 3]
    assert groups.members[2].tolist() == [0, 2, 4]
    assert groups.places.tolist() == [0, 0, 1, 1, 2]
    assert groups.sums.tolist() == [[10.0, 100.0], [0.0, 0.0], [21.0, 210.0], [0.0, 0.0]]


def test_the_labels_are_copied():
    labels = np.array([0, 0, 1, 1])
    groups = make_groups(np.zeros((4, 1)), labels, n_groups=2, limit=2)
    groups.labels[0] = 1
    assert labels.tolist() == [0, 0, 1, 1]

import numpy as np

from covey.core.arrays import in_common_groups, in_order, joined


def test_groups_are_numbered_by_their_first_records():
    assert in_order(np.array([3, 3, 0, 5, 0])).tolist() == [0, 0, 1, 2, 1]


def test_blocks_are_joined_without_sharing_numbers():
    blocks = [np.array([4, 5]), np.array([0, 1]), np.array([2, 3])]
    found = [np.array([0, 1]), np.array([0, 0]), np.array([1, 0])]
    assert joined(blocks, found, 6).tolist() == [2, 2, 4, 3, 0, 1]


def test_a_group_is_common_only_if_all_of_it_is():
    one, other = np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1])
    assert not in_common_groups(one, other).any()
    assert in_common_groups(one, one[::-1][::-1]).all()

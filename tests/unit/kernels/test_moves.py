import numpy as np
import pytest

from covey.kernels.moves import NEVER, descend, find_settled, make_state
from covey.kernels.randomness import seeded

pytestmark = pytest.mark.kernels

K, LEAST = 2, 1e-12


def on_a_line(values, labels, neighbours, limit=3):
    X = np.array(values, dtype=float)[:, None]
    X -= X.mean()
    near = np.array(neighbours, dtype=np.int32)
    return make_state(X, np.array(labels), near, k=K, limit=limit, chance=seeded(0), demand=None)


def test_two_records_change_places():
    state = on_a_line([0.0, 1.0, 10.0, 11.0], [0, 1, 0, 1], [[1], [0], [3], [2]])
    gain = descend(state, 0, 4, K, LEAST)
    first, second, third, fourth = state.groups.labels.tolist()
    assert first == second != third == fourth
    assert gain == pytest.approx(100.0 - 1.0)
    assert descend(state, 0, 4, K, LEAST) == 0.0


@pytest.mark.parametrize(("limit", "group"), [(3, 0), (4, 1)])
def test_a_record_leaves_a_group_larger_than_k_for_one_with_room(limit, group):
    near = [[1], [0], [3], [4], [3], [4]]
    state = on_a_line([0.0, 1.0, 9.0, 10.0, 11.0, 12.0], [0, 0, 0, 1, 1, 1], near, limit)
    gain = descend(state, 0, 6, K, LEAST)
    assert state.groups.labels.tolist() == [0, 0, group, 1, 1, 1]
    assert (gain > 0.0) == (group == 1)


def test_a_record_rests_until_a_group_that_it_sees_changes():
    state = on_a_line([0.0, 1.0, 10.0, 11.0], [0, 0, 1, 1], [[1], [2], [3], [2]])
    assert not find_settled(state).any()
    descend(state, 0, 4, K, LEAST)
    assert find_settled(state).all()
    state.changed[1] = state.looked.max() + 1
    assert find_settled(state).tolist() == [True, False, False, False]
    state.looked[0] = NEVER
    assert not find_settled(state).any()

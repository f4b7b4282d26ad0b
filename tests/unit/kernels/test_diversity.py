import numpy as np
import pytest

from covey.kernels.diversity import make_demand, meets_demand

pytestmark = pytest.mark.kernels


def demand_on(values, *, is_ordered=True, distinct=0, closeness=np.inf):
    return make_demand(
        [np.asarray(values, dtype=float)],
        [is_ordered],
        least_distinct=distinct,
        most_distance=closeness,
        limit=len(values),
    )


def test_distinct_values_are_counted_after_the_move():
    demand = demand_on([1, 1, 2, 3, 3, 3], distinct=2)
    members = np.array([0, 1, 2])
    assert meets_demand(demand, members, 3, -1, -1)
    assert not meets_demand(demand, members, 2, -1, -1)
    assert not meets_demand(demand, members, 3, 2, -1)
    assert meets_demand(demand, members, 3, 2, 5)


@pytest.mark.parametrize(("limit", "is_met"), [(0.5, True), (0.49, False)])
def test_ordered_values_are_as_far_as_their_distribution_functions(limit, is_met):
    # Table: 1, 2, 3, 4 once each. Group {1, 2}: F = ½, 1, 1, 1 against ¼, ½, ¾, 1: sum 1, over 3.
    demand = demand_on([1, 2, 3, 4], closeness=limit * 2 / 3)
    assert meets_demand(demand, np.array([0, 1]), 2, -1, -1) is is_met


@pytest.mark.parametrize(("limit", "is_met"), [(0.5, True), (0.49, False)])
def test_categories_are_as_far_as_their_surplus(limit, is_met):
    demand = demand_on([1, 2, 3, 4], is_ordered=False, closeness=limit)
    assert meets_demand(demand, np.array([0, 1]), 2, -1, -1) is is_met

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.core.trials import pareto_front

_COORDINATE = st.one_of(st.integers(0, 6).map(float), st.just(math.nan))


@given(st.lists(st.tuples(_COORDINATE, _COORDINATE), max_size=30))
def test_the_front_is_what_the_definition_says(points):
    def is_beaten(point):
        return any(
            other[0] <= point[0] and other[1] <= point[1] and other != point
            for other in points
            if not any(map(math.isnan, other))
        )

    expected = tuple(not any(map(math.isnan, point)) and not is_beaten(point) for point in points)
    assert pareto_front(points) == expected


@pytest.mark.parametrize("points", [[], [(1.0, 1.0)]])
def test_few_points_are_all_on_the_front(points):
    assert pareto_front(points) == (True,) * len(points)

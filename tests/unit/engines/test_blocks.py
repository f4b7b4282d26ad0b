"""Where the records of a unit go."""

from __future__ import annotations

import numpy as np

from covey.engines.blocks import Homes


def test_records_of_a_unit_go_where_its_first_one_went():
    homes = Homes()
    first = homes.joined(np.array([2, 0, 1, 0]), np.array([7, 8, 7, 9]))
    assert first.tolist() == [2, 0, 2, 0]
    later = homes.joined(np.array([1, 1, 1]), np.array([8, 5, 7]))
    assert later.tolist() == [0, 1, 2]

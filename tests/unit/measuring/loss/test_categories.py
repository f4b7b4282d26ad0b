"""CHANGED and TV, worked by hand."""

import numpy as np
import pytest

from covey.measuring import Coordinates, Evidence, evaluate
from covey.measuring.loss.categories import CHANGED, TV

NOTHING = np.empty((6, 0))


def variable(name, before, after):
    before, after = np.array(before), np.array(after)
    point = np.zeros((6, 1))
    return Coordinates(name, point, point, before, after)


def test_by_hand():
    """Two of six change their sex; two of the four that have a job before and after change it."""
    sex = variable("sex", [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
    job = variable("job", [0, 1, 2, 2, -1, 0], [0, 0, 0, 2, 1, -1])
    scores = evaluate(Evidence(NOTHING, NOTHING, categories=(sex, job)), [CHANGED, TV])
    assert scores.details["CHANGED"] == pytest.approx({"sex": 100 / 3, "job": 50.0})
    assert scores["CHANGED"] == pytest.approx((100 / 3 + 50) / 2)
    # Of sex as many left a category as came to it. Of job there were 1, 1, 2 and are 3, 0, 1.
    assert scores.details["TV"] == pytest.approx({"sex": 0.0, "job": 50.0})
    assert scores["TV"] == pytest.approx(50.0)
    assert scores.notes["TV"] == "2 cells without a value are left out."


def test_a_variable_without_any_value_lost_nothing():
    empty = variable("job", [-1] * 6, [0] * 6)
    scores = evaluate(Evidence(NOTHING, NOTHING, categories=(empty,)), [CHANGED, TV])
    assert dict(scores) == {"CHANGED": 0.0, "TV": 0.0}

from __future__ import annotations

import json

import numpy as np
import pytest

from covey.planning import scale
from covey.streaming.moments import Moments, scaled

TABLES = {
    "normal": np.random.default_rng(0).normal(size=(1000, 3)),
    "far from zero": 1e9 + np.random.default_rng(1).normal(size=(1000, 2)),
    "huge and tiny": np.random.default_rng(2).normal(size=(300, 2)) * [1e300, 1e-300],
    "constant": np.column_stack([np.full(50, 0.1), np.zeros(50), np.arange(50.0)]),
    "zeros first": np.concatenate([np.zeros((40, 1)), np.full((20, 1), 1e-200)]),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("scaling", ["zscore", "minmax", "none"])
@pytest.mark.parametrize("step", [1, 7, 1000])
def test_parts_are_scaled_as_the_whole_table(name, scaling, step):
    X = TABLES[name]
    moments = Moments.empty(X.shape[1])
    for start in range(0, len(X), step):
        moments.add(X[start : start + step])
    tolerance = 1e-5 if name == "far from zero" else 1e-12
    np.testing.assert_allclose(
        scaled(X, moments, scaling), scale(X, scaling), rtol=tolerance, atol=tolerance
    )


def test_moments_survive_a_note():
    moments = Moments.empty(2)
    moments.add(TABLES["huge and tiny"])
    again = Moments.from_dict(json.loads(json.dumps(moments.to_dict(), allow_nan=False)))
    X = TABLES["huge and tiny"]
    assert (scaled(X, again, "zscore") == scaled(X, moments, "zscore")).all()


def test_no_records_change_nothing():
    moments = Moments.empty(1)
    moments.add(np.empty((0, 1)))
    assert moments.count == 0

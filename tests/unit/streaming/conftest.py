"""A table with a column of every role, small enough to be protected both ways."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.request import Request

N = 1_200


@pytest.fixture
def people():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 3))
    return pl.DataFrame(
        {
            "name": [f"person {i}" for i in range(N)],
            "income": 1e4 * np.exp(X[:, 0]),
            "^age.*$": np.clip(40 + 15 * X[:, 1], 0, 99).astype(np.int16),
            "height": np.round(170 + 10 * X[:, 2], 1).astype(np.float32),
            "illness": rng.choice(["flu", 'a "cold"', "none,\nreally"], N),
            "debt": [None if i % 9 == 0 else int(i * 7 % 50) for i in range(N)],
            "code": [f"{i % 90:03d}" for i in range(N)],
        }
    )


@pytest.fixture
def make_request():
    def make(**settings):
        roles = {"identifier": ["name"], "confidential": ["illness", "debt"], "other": ["code"]}
        return Request.of({"k": 4, "method": "mdav-generic", "roles": roles, **settings})

    return make

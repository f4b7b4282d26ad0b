"""A table with a column of every role, small enough to be protected both ways."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.request import Request
from covey.reading import parquet

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


@pytest.fixture
def folder(tmp_path, people, monkeypatch):
    """Write the table in both formats; small batches, so that there are several."""
    monkeypatch.setattr(parquet, "_LARGEST_BATCH", 500)
    monkeypatch.setattr(parquet, "_SMALLEST_BATCH", 500)
    people.write_parquet(tmp_path / "in.parquet")
    people.write_csv(tmp_path / "in.csv")
    return tmp_path

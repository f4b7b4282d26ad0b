from __future__ import annotations

import numpy as np
import polars as pl
import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Keep what is remembered in a folder of the test's own."""
    monkeypatch.setenv("COVEY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def sample():
    """Make a table of 60 records with duplicates among them."""
    values = np.random.default_rng(5).normal(size=(60, 3)).round(1)
    return pl.DataFrame({f"v{j}": values[:, j] for j in range(3)})

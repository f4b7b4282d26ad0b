"""Folders of a test's own, so that no test reads or writes the user's."""

from __future__ import annotations

import pytest


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Name an empty data folder and an empty cache; return both."""
    data, cache = tmp_path / "data", tmp_path / "cache"
    data.mkdir()
    monkeypatch.setenv("COVEY_DATA", str(data))
    monkeypatch.setenv("COVEY_CACHE", str(cache))
    return data, cache / "datasets"

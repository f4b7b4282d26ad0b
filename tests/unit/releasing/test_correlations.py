"""Correlations, by another way of computing them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from covey.releasing.correlations import correlations_of
from covey.results import Release


@pytest.fixture
def release(make_masked: Callable[..., Release]) -> Release:
    random = np.random.default_rng(2)
    shared = random.normal(size=500)
    columns = {
        "a": shared + random.normal(size=500),
        "b": 1e200 * (random.normal(size=500) - 2 * shared),
        "same": np.full(500, 0.1),
        "c": shared * 1e-200,
    }
    return make_masked(columns, k=4)


def test_they_agree_with_numpy(release: Release) -> None:
    found = correlations_of(release, ["a", "b", "c"])
    scales = np.array([1.0, 1e200, 1e-200])
    for table, got in ((release.original, found.before), (release.masked, found.after)):
        wanted = np.corrcoef(table.matrix(["a", "b", "c"]) / scales, rowvar=False)
        np.testing.assert_allclose(got, wanted, atol=1e-12)


def test_blocks_of_records_change_nothing(release: Release) -> None:
    whole = correlations_of(release, ["a", "b"])
    pieces = correlations_of(release, ["a", "b"], at_a_time=37)
    np.testing.assert_allclose(pieces.before, whole.before, atol=1e-12)


def test_a_constant_has_none_and_comes_last(release: Release) -> None:
    found = correlations_of(release, ["a", "same", "b", "c"])
    pairs = found.pairs()
    assert len(pairs) == 6
    assert [("same" in (pair.one, pair.other)) for pair in pairs] == [False] * 3 + [True] * 3
    assert all(np.isnan(pair.change) for pair in pairs[3:])
    changes = [abs(pair.change) for pair in pairs[:3]]
    assert changes == sorted(changes, reverse=True)

"""Slow but plain ways to the same numbers, and tables that are hard on ties."""

from __future__ import annotations

import numpy as np
import pytest

from covey.measuring import Evidence


def brute_force(rows, partners, candidates, columns=None):
    """How many candidates are nearer to each row than its partner, and how many as near."""
    columns = list(range(rows.shape[1])) if columns is None else list(columns)
    rows, partners, candidates = rows[:, columns], partners[:, columns], candidates[:, columns]
    distances = ((rows[:, None, :] - candidates[None]) ** 2).sum(axis=2)
    own = ((rows - partners) ** 2).sum(axis=1)[:, None]
    nearer = (distances < own * (1 - 1e-9)).sum(axis=1)
    tied = (np.abs(distances - own) <= own * 1e-9).sum(axis=1)
    return nearer, tied


def in_deviations(X, Y):
    width = np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
    return X / width, Y / width


def grouped(X, k):
    """Masked by the mean of k consecutive records."""
    return np.repeat(X.reshape(-1, k, X.shape[1]).mean(axis=1), k, axis=0)


@pytest.fixture
def linked():
    """Count nearer and tied ones from the masked to the originals, or the other way."""

    def count(X, Y, *, to_masked, columns=None):
        X, Y = in_deviations(X, Y)
        return brute_force(X, Y, Y, columns) if to_masked else brute_force(Y, X, X, columns)

    return count


@pytest.fixture
def counted_by_force():
    return brute_force


@pytest.fixture
def tied_table():
    """Give integers with duplicates, and their groups of three."""

    def make(seed, n=60, p=3, n_values=4):
        X = np.random.default_rng(seed).integers(0, n_values, size=(n, p)).astype(float)
        return X, grouped(X, 3)

    return make


@pytest.fixture
def evidence_of():
    def make(original, masked, **settings):
        return Evidence(np.array(original, dtype=float), np.array(masked, dtype=float), **settings)

    return make

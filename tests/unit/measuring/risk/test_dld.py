import numpy as np
import pytest

from covey.measuring import DLD, Evidence
from covey.measuring.risk import dld


def risk(original, masked, **settings):
    evidence = Evidence(np.array(original, dtype=float), np.array(masked, dtype=float), **settings)
    found = DLD.compute(evidence)
    return found.value, found.note


def test_by_hand():
    """Means 1 and 21. In the first group, 0, 1, 2 stand at distances 1, 0, 1: record 1 is nearest
    for sure, the others share the second place. Likewise in the second: (1 + ½ + ½) · 2 / 6."""
    value, note = risk([[0], [1], [2], [20], [21], [22]], [[1], [1], [1], [21], [21], [21]])
    assert value == pytest.approx(100 * 4 / 6)
    assert note == ""


def test_untouched_data_are_found():
    assert risk([[1], [5], [9]], [[1], [5], [9]])[0] == 100.0


def test_identical_records_hide_each_other():
    assert risk([[1]] * 10, [[1]] * 10)[0] == pytest.approx(20.0)


def test_rows_may_be_shuffled():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 6, size=(40, 2)).astype(float)
    Y = X.copy()
    for start in range(0, 40, 4):
        Y[start : start + 4] = X[start : start + 4].mean(axis=0)
    order = rng.permutation(40)
    assert risk(X, Y)[0] == pytest.approx(risk(X[order], Y[order])[0], abs=1e-12)


def brute_force(X, Y):
    width = np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
    Z, M = X / width, Y / width
    total = 0.0
    for i in range(len(X)):
        distances = ((Z - M[i]) ** 2).sum(axis=1)
        nearer = (distances < distances[i] * (1 - 1e-9)).sum()
        as_near = (np.abs(distances - distances[i]) <= distances[i] * 1e-9).sum()
        total += min(1.0, max(0.0, 2 - nearer) / as_near)
    return 100 * total / len(X)


@pytest.mark.parametrize("seed", range(5))
def test_against_brute_force(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 5, size=(30, 2)).astype(float)
    Y = np.repeat(X.reshape(10, 3, 2).mean(axis=1), 3, axis=0)
    assert risk(X, Y)[0] == pytest.approx(brute_force(X, Y))


def test_a_sample_says_so_and_covers_the_truth(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 2))
    order = np.argsort(X[:, 0])
    Y = np.empty_like(X)
    for start in range(0, 6000, 3):
        Y[order[start : start + 3]] = X[order[start : start + 3]].mean(axis=0)
    exact, _ = risk(X, Y)
    monkeypatch.setattr(dld, "_MOST_WORK", 1.0)
    estimate, note = risk(X, Y)
    half_width = float(note.rsplit("± ", 1)[1].rstrip("."))
    assert note.startswith("Estimated from 1,000 of 2,000 distinct masked records")
    assert 0.0 < half_width < 5.0
    assert abs(estimate - exact) <= 2 * half_width

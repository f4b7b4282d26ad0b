import numpy as np
import pytest

from covey.measuring.risk.dld import DLD


def test_by_hand(evidence_of):
    """Means 1 and 21. In the first group, 0, 1, 2 stand at distances 1, 0, 1: record 1 is nearest
    for sure, the others share the second place. Likewise in the second: (1 + ½ + ½) · 2 / 6."""
    found = DLD.compute(
        evidence_of([[0], [1], [2], [20], [21], [22]], [[1], [1], [1], [21], [21], [21]])
    )
    assert found.value == pytest.approx(100 * 4 / 6)
    assert found.note == ""


def test_untouched_data_are_found(evidence_of):
    assert DLD.compute(evidence_of([[1], [5], [9]], [[1], [5], [9]])).value == 100.0


def test_identical_records_hide_each_other(evidence_of):
    assert DLD.compute(evidence_of([[1]] * 10, [[1]] * 10)).value == pytest.approx(20.0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("p", [1, 2, 5])
def test_against_brute_force(seed, p, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=p)
    nearer, tied = linked(X, Y, to_masked=False)
    expected = np.clip((2 - nearer) / tied, 0, 1).mean()
    assert DLD.compute(evidence_of(X, Y)).value == pytest.approx(100 * expected)


def test_a_sample_says_so_and_covers_the_truth(evidence_of):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 2))
    order = np.argsort(X[:, 0])
    Y = np.empty_like(X)
    for start in range(0, 6000, 3):
        Y[order[start : start + 3]] = X[order[start : start + 3]].mean(axis=0)
    exact = DLD.compute(evidence_of(X, Y))
    assert exact.note == ""
    estimate = DLD.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert estimate.note.startswith("Estimated from a sample of 1,000 of 6,000 records")
    assert 0.0 < half_width < 5.0
    assert abs(estimate.value - exact.value) <= 2 * half_width

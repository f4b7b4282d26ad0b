import numpy as np
import pytest

from covey.measuring.risk.dld import DLD
from covey.measuring.risk.rld import RLD


def test_by_hand(evidence_of):
    """Untouched, but the first variable is the same for all six: with it alone, six share two
    places; with both, everyone is found. (2/6 + 1)/2."""
    X = [[7, i] for i in range(6)]
    found = RLD.compute(evidence_of(X, X))
    assert found.value == pytest.approx(100 * (2 / 6 + 1) / 2)
    assert found.details == pytest.approx({"1": 100 / 3, "2": 100.0})


def test_the_first_variables_in_the_order_of_the_file(evidence_of):
    X = [[i, 7] for i in range(6)]
    assert RLD.compute(evidence_of(X, X)).value == pytest.approx(100.0)


def test_one_variable_is_plain_dld(evidence_of, tied_table):
    X, Y = tied_table(1, p=1)
    found = RLD.compute(evidence_of(X, Y))
    assert found.value == pytest.approx(DLD.compute(evidence_of(X, Y)).value)
    assert list(found.details) == ["1"]


@pytest.mark.parametrize("seed", range(4))
def test_against_brute_force(seed, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=4, n_values=5)
    expected = []
    for m in range(1, 5):
        nearer, tied = linked(X, Y, to_masked=False, columns=range(m))
        expected.append(100 * np.clip((2 - nearer) / tied, 0, 1).mean())
    found = RLD.compute(evidence_of(X, Y))
    assert list(found.details.values()) == pytest.approx(expected)
    assert found.value == pytest.approx(np.mean(expected))
    assert found.note == ""


def test_a_sample_says_so_and_covers_the_truth(evidence_of, tied_table):
    X, Y = tied_table(0, n=6000, p=3, n_values=30)
    exact = RLD.compute(evidence_of(X, Y))
    estimate = RLD.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert "1,000 of 6,000 records" in estimate.note
    assert abs(estimate.value - exact.value) <= 2 * half_width

"""What holds for every measure of linkage: row order and limits; warnings are errors here."""

import math

import numpy as np
import pytest

from covey.measuring.composite import G_DR, SI
from covey.measuring.risk.intervals import ID_RECORD, ID_VALUE
from covey.measuring.risk.known import KNOWN
from covey.measuring.risk.linkage import DBRL1, DBRL2, DLD, RLD

MEASURES = [DLD, DBRL1, DBRL2, RLD, ID_VALUE, ID_RECORD, G_DR, SI, KNOWN]
by_symbol = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.symbol)


@by_symbol
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n_values", [2, 5, 10_000])
def test_rows_may_be_shuffled(measure, seed, n_values, tied_table, evidence_of):
    X, Y = tied_table(seed, n=150, n_values=n_values)
    rows = np.random.default_rng(seed).permutation(150)
    before = measure.compute(evidence_of(X, Y))
    after = measure.compute(evidence_of(X[rows], Y[rows]))
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.details == pytest.approx(before.details, abs=1e-9)
    assert after.note == before.note


@by_symbol
def test_rows_may_be_shuffled_when_sampled(measure, tied_table, evidence_of):
    """The sample follows from the values: the same records are drawn from the shuffled file."""
    X, Y = tied_table(0, n=3000, p=2, n_values=100)
    rows = np.random.default_rng(0).permutation(3000)
    before = measure.compute(evidence_of(X, Y, effort=1e-9))
    after = measure.compute(evidence_of(X[rows], Y[rows], effort=1e-9))
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.note == before.note


LIMITS = {
    # table: (original, masked, {symbol: value})
    "untouched": (
        [[1, 2], [3, 5], [8, 13], [21, 34]],
        [[1, 2], [3, 5], [8, 13], [21, 34]],
        {"DLD": 100, "DBRL1": 100, "DBRL2": 0, "RLD": 100, "ID_value": 100, "ID_record": 100,
         "G_DR": 100, "SI": 50, "KNOWN": 100},
    ),
    "all rows equal": (
        [[1, 2]] * 4,
        [[1, 2]] * 4,
        {"DLD": 50, "DBRL1": 25, "DBRL2": 25, "RLD": 50, "ID_value": 100, "ID_record": 100,
         "G_DR": 75, "SI": 37.5, "KNOWN": 25},
    ),
    "a single group": (
        [[0], [1], [2], [5]],
        [[2]] * 4,
        # 2 is its own original's place; then 1; 0 is third and 5 fourth. The group hides all four.
        {"DLD": 50, "DBRL1": 25, "DBRL2": 25, "RLD": 50, "ID_value": 25, "ID_record": 25,
         "KNOWN": 25},
    ),
    "two records": (
        [[0], [2]],
        [[1], [1]],
        {"DLD": 100, "DBRL1": 50, "DBRL2": 50, "RLD": 100, "ID_value": 0, "ID_record": 0,
         "G_DR": 50, "KNOWN": 50},
    ),
    "a constant column": (
        [[0, 7], [1, 7], [2, 7], [20, 7], [21, 7], [22, 7]],
        [[1, 7], [1, 7], [1, 7], [21, 7], [21, 7], [21, 7]],
        {"DLD": 200 / 3, "DBRL1": 100 / 3, "DBRL2": 100 / 3, "ID_value": 200 / 3,
         "ID_record": 100 / 3},
    ),
    "a constant that masking changed": (
        [[1], [1], [1]],
        [[2], [2], [2]],
        {"DLD": 200 / 3, "DBRL1": 100 / 3, "DBRL2": 100 / 3, "ID_value": 0, "ID_record": 0},
    ),
    "one record": (
        [[4]], [[4]],
        {"DLD": 100, "DBRL1": 100, "DBRL2": 0, "RLD": 100, "ID_value": 100, "KNOWN": 100},
    ),
    "extreme magnitudes": (
        [[1e300, 1e-300], [-1e300, 3e-300], [3e300, 2e-300], [2e300, 0]],
        [[1e300, 1e-300], [-1e300, 3e-300], [3e300, 2e-300], [2e300, 0]],
        {"DLD": 100, "DBRL1": 100, "DBRL2": 0, "RLD": 100, "ID_value": 100, "KNOWN": 100},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LIMITS)
def test_limits(case, evidence_of):
    original, masked, expected = LIMITS[case]
    evidence = evidence_of(original, masked)
    # One record has no loss of variance to speak of; what G_IL makes of it is tested elsewhere.
    measures = [m for m in MEASURES if m is not SI or "SI" in expected]
    found = {measure.symbol: measure.compute(evidence) for measure in measures}
    for symbol, value in expected.items():
        assert found[symbol].value == pytest.approx(value), symbol
    for symbol, result in found.items():
        assert math.isfinite(result.value), symbol
        assert all(math.isfinite(value) for value in result.details.values()), symbol


@by_symbol
def test_nothing_is_changed(measure, tied_table, evidence_of):
    X, Y = tied_table(0)
    evidence = evidence_of(X, Y)
    measure.compute(evidence)
    np.testing.assert_array_equal(evidence.original, X)
    np.testing.assert_array_equal(evidence.masked, Y)

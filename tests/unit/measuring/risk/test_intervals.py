from itertools import permutations

import numpy as np
import pytest

from covey.measuring.risk.intervals import ID_RECORD, ID_VALUE


def in_file_order(X, Y):
    """The papers' procedure: sort each masked variable, ties in file order; no expectation."""
    n = len(X)
    values, records = [], []
    for percent in range(1, 11):
        h = percent * n // 100
        inside = np.empty(X.shape, dtype=bool)
        for j in range(X.shape[1]):
            order = np.argsort(Y[:, j], kind="stable")
            rising, rank = Y[order, j], np.argsort(order)
            low, high = rising[np.maximum(rank - h, 0)], rising[np.minimum(rank + h, n - 1)]
            inside[:, j] = (X[:, j] >= low) & (X[:, j] <= high)
        values.append(inside.mean())
        records.append(inside.all(axis=1).mean())
    return 100 * np.mean(values), 100 * np.mean(records)


def both(evidence):
    return ID_VALUE.compute(evidence).value, ID_RECORD.compute(evidence).value


PAIRS = np.repeat([1.5, 3.5, 5.5, 7.5, 9.5], 2)
UP = np.arange(1.0, 11.0)


def test_by_hand(evidence_of):
    """1 to 10 became 1.5, 1.5, 3.5, 3.5 … Below 10 %, the interval is the masked value itself and
    holds nobody. At 10 %, it spans a rank to either side: from the second 1.5, up to 3.5, so it
    holds 2; from the first, it does not. So ½ for each, and 0 for 1 and 10, beyond all masked
    values: 4 of 10 values, in one of ten percentages."""
    evidence = evidence_of(UP[:, None], PAIRS[:, None], names=("a",))
    assert both(evidence) == pytest.approx((4.0, 4.0))
    assert ID_VALUE.compute(evidence).details == pytest.approx({"a": 4.0})
    by_percent = ID_RECORD.compute(evidence).details
    assert by_percent["10 %"] == pytest.approx(40.0)
    assert by_percent["9 %"] == 0.0


def test_a_record_must_be_inside_in_every_variable_at_once(evidence_of):
    """Where the first variable needs the second place, the mirrored one needs the first."""
    mirrored = evidence_of(np.column_stack([UP, 11 - UP]), np.column_stack([PAIRS, 11 - PAIRS]))
    assert both(mirrored) == pytest.approx((4.0, 0.0))
    doubled = evidence_of(np.column_stack([UP, UP]), np.column_stack([PAIRS, PAIRS]))
    assert both(doubled) == pytest.approx((4.0, 4.0))


def test_untouched_data_are_inside(evidence_of):
    X = np.random.default_rng(0).integers(0, 4, size=(30, 2))
    assert both(evidence_of(X, X)) == (100.0, 100.0)


def test_a_rounding_is_no_change(evidence_of):
    assert both(evidence_of([[0.3]] * 5, [[0.1 + 0.2]] * 5)) == (100.0, 100.0)


@pytest.mark.parametrize("seed", range(3))
def test_the_mean_over_all_row_orders(seed, evidence_of):
    """Six records and intervals of up to two ranks; every order of the rows, as the papers do."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6, 2))
    Y = np.repeat(X.reshape(2, 3, 2).mean(axis=1), 3, axis=0)
    # A hundred copies far away make a percent of the records a whole rank.
    far = np.tile(100.0 + np.arange(100.0)[:, None], (1, 2))
    X, Y = np.vstack([X, far]), np.vstack([Y, far])
    found = []
    for order in permutations(range(6)):
        rows = [*order, *range(6, 106)]
        found.append(in_file_order(X[rows], Y[rows]))
    assert both(evidence_of(X, Y)) == pytest.approx(tuple(np.mean(found, axis=0)))


@pytest.mark.parametrize("seed", range(3))
def test_without_ties_there_is_nothing_to_expect(seed, evidence_of):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(300, 3))
    Y = X + rng.normal(scale=0.2, size=X.shape)
    assert both(evidence_of(X, Y)) == pytest.approx(in_file_order(X, Y))


def test_the_mean_over_shuffled_files_with_ties_across_groups(evidence_of):
    """Values tie between groups as well, so by record it is an approximation, if a good one."""
    rng = np.random.default_rng(5)
    X = rng.integers(0, 30, size=(300, 3)).astype(float)
    Y = np.repeat(np.round(X.reshape(100, 3, 3).mean(axis=1)), 3, axis=0)
    shuffled = []
    for _ in range(200):
        rows = rng.permutation(300)
        shuffled.append(in_file_order(X[rows], Y[rows]))
    by_value, by_record = np.mean(shuffled, axis=0)
    found = both(evidence_of(X, Y))
    assert found[0] == pytest.approx(by_value, abs=0.1)
    assert found[1] == pytest.approx(by_record, abs=0.1)

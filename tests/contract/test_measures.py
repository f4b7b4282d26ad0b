"""What every measure promises. A new measure is tested here before its author writes a test."""

from __future__ import annotations

import math

import numpy as np
import pytest

from covey.measuring import MEASURES, Attribute, Evidence, evaluate

ON_ANY_TABLE = [symbol for symbol, measure in MEASURES.items() if measure.needs != "model"]


def evidence(original, masked, **settings):
    values = np.arange(len(original)) % 3
    attributes = (
        Attribute("number", values.astype(float), is_numeric=True),
        Attribute("category", values.astype(float), is_numeric=False),
    )
    return Evidence(
        np.asarray(original, dtype=float),
        np.asarray(masked, dtype=float),
        attributes=attributes,
        weights=1.0 + values,
        **settings,
    )


def grouped(X, k):
    order = np.argsort(X[:, 0], kind="stable")
    Y = X.copy()
    for start in range(0, len(X) - k + 1, k):
        rows = order[start : start + k if start + 2 * k <= len(X) else len(X)]
        Y[rows] = X[rows].mean(axis=0)
    return Y


X = np.random.default_rng(0).normal(size=(40, 3))
CASES = {
    "usual": (X, grouped(X, 4)),
    "identical": (X, X),
    "one group": (X, np.tile(X.mean(axis=0), (40, 1))),
    "ties": (np.round(X), grouped(np.round(X), 4)),
    "one column": (X[:, :1], grouped(X[:, :1], 4)),
    "constant column": (
        np.column_stack([X, np.ones(40)]),
        np.column_stack([grouped(X, 4), np.ones(40)]),
    ),
    "all constant": (np.ones((40, 2)), np.ones((40, 2))),
    "two records": (X[:2], np.tile(X[:2].mean(axis=0), (2, 1))),
    "zeros": (np.where(X > 0, X, 0.0), grouped(np.where(X > 0, X, 0.0), 4)),
    "huge": (X * 1e300, grouped(X * 1e300, 4)),
    "tiny": (X * 1e-300, grouped(X * 1e-300, 4)),
}


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
@pytest.mark.parametrize("case", CASES)
def test_a_finite_value_in_its_range(symbol, case):
    """Warnings are errors here, so a numpy warning fails as well."""
    result = MEASURES[symbol].compute(evidence(*CASES[case]))
    assert math.isfinite(result.value) or result.note
    if math.isfinite(result.value):
        measure = MEASURES[symbol]
        assert measure.low - 1e-9 <= result.value <= measure.high + 1e-9
    assert all(math.isfinite(value) for value in result.details.values())


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
@pytest.mark.parametrize("case", ["usual", "ties"])
def test_the_order_of_rows_does_not_matter(symbol, case):
    original, masked = CASES[case]
    before = evidence(original, masked)
    order = np.random.default_rng(1).permutation(len(original))
    shuffled = Evidence(
        original[order],
        masked[order],
        attributes=tuple(
            Attribute(item.name, item.values[order], item.is_numeric) for item in before.attributes
        ),
        weights=before.weights[order],
    )
    expected = MEASURES[symbol].compute(before).value
    assert MEASURES[symbol].compute(shuffled).value == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("symbol", [s for s in ON_ANY_TABLE if MEASURES[s].kind == "loss"])
def test_untouched_data_lost_nothing(symbol):
    assert MEASURES[symbol].compute(evidence(X, X)).value == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
def test_nothing_is_changed_and_the_answer_repeats(symbol):
    original, masked = CASES["usual"]
    copies = original.copy(), masked.copy()
    first = MEASURES[symbol].compute(evidence(original, masked)).value
    assert MEASURES[symbol].compute(evidence(original, masked)).value == first
    np.testing.assert_array_equal(original, copies[0])
    np.testing.assert_array_equal(masked, copies[1])


@pytest.mark.parametrize("symbol", MEASURES)
def test_it_declares_itself(symbol):
    measure = MEASURES[symbol]
    assert measure.symbol == symbol
    assert measure.name
    assert measure.low < measure.high
    assert measure.formula
    assert any(character.isdigit() for character in measure.reference)
    assert measure.plain.endswith(".")


@pytest.mark.smoke
def test_progress_runs_over_all_of_them():
    seen: list[float] = []
    evaluate(evidence(*CASES["usual"], progress=seen.append), [MEASURES[s] for s in ON_ANY_TABLE])
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)

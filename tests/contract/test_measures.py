"""What every measure promises. A new measure is tested here before its author writes a test."""

from __future__ import annotations

import math

import numpy as np
import pytest

from covey.measuring import MEASURES, Attribute, Coordinates, Evidence, evaluate

ON_ANY_TABLE = [symbol for symbol, measure in MEASURES.items() if measure.needs != "model"]


def evidence(original, masked, order=None, **settings):
    """Return the evidence of numbers with a category beside them, rows in any order."""
    n = len(original)
    order = np.arange(n) if order is None else order
    values = (np.arange(n) % 3)[order]
    before = (np.arange(n) % 2)[order]
    after = before if original is masked else np.where(np.arange(n) < n // 2, 0, 1)[order]
    attributes = (
        Attribute("number", values.astype(float), is_numeric=True),
        Attribute("category", values.astype(float), is_numeric=False),
    )
    category = Coordinates(
        "sex", *(np.eye(2)[codes] * 2 - 1 for codes in (before, after)), before, after
    )
    return Evidence(
        np.asarray(original, dtype=float)[order],
        np.asarray(masked, dtype=float)[order],
        categories=(category,),
        attributes=attributes,
        weights=1.0 + values,
        **settings,
    )


def compute(symbol, table):
    scores = evaluate(table, [MEASURES[symbol]])
    return scores[symbol], scores.notes.get(symbol, ""), scores.details.get(symbol, {})


def with_gaps(values, every):
    values = values.copy()
    values[::every, 0] = values[1::every, -1] = np.nan
    return values


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
    "not negative": (np.exp(X), grouped(np.exp(X), 4)),
    "gaps": (with_gaps(X, 5), with_gaps(grouped(X, 4), 3)),
    "nothing but gaps": (np.full((40, 2), np.nan), np.full((40, 2), np.nan)),
    "no numbers": (np.empty((40, 0)), np.empty((40, 0))),
}


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
@pytest.mark.parametrize("case", CASES)
def test_a_finite_value_in_its_range(symbol, case):
    """Warnings are errors here, so a numpy warning fails as well."""
    value, note, details = compute(symbol, evidence(*CASES[case]))
    assert math.isfinite(value) or note
    if math.isfinite(value):
        measure = MEASURES[symbol]
        assert measure.low - 1e-9 <= value <= measure.high + 1e-9
    assert all(math.isfinite(value) for value in details.values())


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
@pytest.mark.parametrize("case", ["usual", "ties", "not negative", "gaps"])
def test_the_order_of_rows_does_not_matter(symbol, case):
    original, masked = CASES[case]
    order = np.random.default_rng(1).permutation(len(original))
    expected, *_ = compute(symbol, evidence(original, masked))
    found, *_ = compute(symbol, evidence(original, masked, order))
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("symbol", [s for s in ON_ANY_TABLE if MEASURES[s].kind == "loss"])
def test_untouched_data_lost_nothing(symbol):
    assert compute(symbol, evidence(X, X))[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("symbol", [s for s in ON_ANY_TABLE if MEASURES[s].kind == "loss"])
def test_gaps_that_stay_gaps_lost_nothing(symbol):
    gappy = with_gaps(X, 5)
    assert compute(symbol, evidence(gappy, gappy))[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
def test_what_it_looks_at_is_said_where_it_is_not_everything(symbol):
    measure = MEASURES[symbol]
    _, note, _ = compute(symbol, evidence(*CASES["gaps"]))
    # A measure that left out every number says so instead.
    is_said = "numbers only" in note or "Left out" in note
    assert is_said == (measure.on == "numbers")
    assert ("without a value" in note) == (measure.on != "categories" and bool(measure.gaps))


@pytest.mark.parametrize("symbol", ON_ANY_TABLE)
def test_nothing_is_changed_and_the_answer_repeats(symbol):
    original, masked = CASES["gaps"]
    copies = original.copy(), masked.copy()
    first, *_ = compute(symbol, evidence(original, masked))
    again, *_ = compute(symbol, evidence(original, masked))
    assert again == first or (math.isnan(again) and math.isnan(first))
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

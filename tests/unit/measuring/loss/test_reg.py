import narwhals as nw
import numpy as np
import polars as pl
import pytest
from scipy.stats import linregress

from covey.core.errors import RequestError
from covey.core.table import Origin, Table
from covey.measuring import Evidence
from covey.measuring.loss.reg import REG

X = [-1.0, -1.0, 1.0, 1.0]
HALF = 4.302653 * np.sqrt(0.5)


def table(columns):
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("frame"))


def overlap(original, masked, model):
    tables = table(original), table(masked)
    keys = np.zeros((tables[0].n_records, 1))
    return REG.compute(Evidence(keys, keys, tables=tables, model=model))


def test_by_hand():
    """Both intervals of the original have half-width h; the intercept moves by 1 within them."""
    found = overlap({"y": [0, 2, 2, 4], "x": X}, {"y": [1, 3, 3, 5], "x": X}, "y ~ x")
    share = 100 * (1 - 1 / (2 * HALF))
    expected = {
        "(intercept): original": 2.0,
        "(intercept): masked": 3.0,
        "(intercept): overlap": share,
        "x: original": 1.0,
        "x: masked": 1.0,
        "x: overlap": 100.0,
    }
    assert list(found.details) == list(expected)
    assert found.details == pytest.approx(expected, rel=1e-6)
    assert found.value == pytest.approx((share + 100) / 2, rel=1e-6)


def test_limits():
    original = {"y": [0.0, 2.0, 2.0, 4.0], "x": X}
    assert overlap(original, original, "y ~ x").value == pytest.approx(100.0)
    # A fit without residuals has points for intervals: here inside those of the original.
    exact = {"y": [1.0, 1.0, 3.0, 3.0], "x": X}
    assert overlap(original, exact, "y ~ x").value == pytest.approx(50.0)
    assert overlap(exact, exact, "y ~ x").value == pytest.approx(100.0)
    far = {"y": [100.0, 102.0, 302.0, 304.0], "x": X}
    assert overlap(original, far, "y ~ x").value == 0.0


def test_an_exact_relation_survives_group_means():
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(2, 60)) * [[1], [1000]]
    groups = np.arange(60) // 3
    a_mean, b_mean = (np.bincount(groups, c)[groups] / 3 for c in (a, b))
    found = overlap(
        {"y": a + b / 7, "a": a, "b": b},
        {"y": a_mean + b_mean / 7, "a": a_mean, "b": b_mean},
        "y ~ a + b",
    )
    assert found.value == pytest.approx(100.0, abs=1e-3)
    assert found.details["b: masked"] == pytest.approx(1 / 7)


def test_when_the_masked_data_cannot_estimate_it():
    found = overlap({"y": [0, 2, 2, 4], "x": X}, {"y": [2] * 4, "x": [0] * 4}, "y ~ x")
    assert found.value == 0.0
    assert "The masked data cannot estimate the model: 'x' is constant there" in found.note
    assert found.details == pytest.approx({"(intercept): original": 2.0, "x: original": 1.0})
    # A response that no longer varies can be regressed: the slope is 0, without any doubt.
    flat = overlap({"y": [0, 2, 2, 4], "x": X}, {"y": [2] * 4, "x": X}, "y ~ x")
    assert flat.value == pytest.approx(50.0)


def test_integers_extreme_magnitudes_and_the_order_of_rows():
    rng = np.random.default_rng(8)
    x = rng.normal(size=50)
    y = 3 * x + rng.normal(size=50)
    noisy = x + rng.normal(size=50) / 2
    plain = overlap({"y": y, "x": x}, {"y": y, "x": noisy}, "y ~ x")
    order = rng.permutation(50)
    shuffled = overlap({"y": y[order], "x": x[order]}, {"y": y[order], "x": noisy[order]}, "y ~ x")
    assert shuffled.value == pytest.approx(plain.value)
    scaled = overlap(
        {"y": y * 1e300, "x": x * 1e-300}, {"y": y * 1e300, "x": noisy * 1e-300}, "y ~ x"
    )
    assert scaled.value == pytest.approx(plain.value)
    assert scaled.details["x: original"] == np.finfo(float).max
    assert plain.details["x: original"] == pytest.approx(linregress(x, y).slope)
    assert plain.details["x: masked"] == pytest.approx(linregress(noisy, y).slope)


COLUMNS = {
    "y": [0, 2, 2, 4],
    "income": X,
    "double": [-2.0, -2.0, 2.0, 2.0],
    "same": [5, 5, 5, 5],
    "town": ["a", "b", "c", "d"],
    "holes": [1.0, None, 2.0, 3.0],
    "pores": [None, 1.0, None, None],
    "b": [1.0, 2.0, 4.0, 8.0],
    "c": [3.0, 1.0, 4.0, 1.0],
}


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("y ~ incom", "'incom', which is no column of the original table. Did you mean 'income'"),
        ("y ~ income:same", "interactions and functions of columns are not"),
        ("y ~ town", "'town', which holds no numbers in the original table"),
        ("holes ~ pores", "some is missing in each of 4 records"),
        ("y ~ same", "'same', which is constant in the original table"),
        ("same ~ y", "'same', which is constant in the original table"),
        ("y ~ income + double", "'double', which is a linear function of the terms before it"),
        ("y ~ income + b + c", "has 4 coefficients and needs more records than that. Got 4"),
    ],
)
def test_refusals(model, message):
    with pytest.raises(RequestError) as caught:
        overlap(COLUMNS, COLUMNS, model)
    assert message in str(caught.value)


def test_records_without_a_value_are_left_out():
    """The fifth record lacks a value before and the sixth after: the other four are regressed."""
    original = {"y": [0, 2, 2, 4, None, 7], "x": [*X, 1.0, 5.0]}
    masked = {"y": [1, 3, 3, 5, 9, 9], "x": [*X, 2.0, None]}
    found = overlap(original, masked, "y ~ x")
    expected = overlap({"y": [0, 2, 2, 4], "x": X}, {"y": [1, 3, 3, 5], "x": X}, "y ~ x")
    assert found.value == expected.value
    assert found.note == "Without 2 records that lack a value in its columns."


def test_columns_that_were_not_released():
    masked = {name: values for name, values in COLUMNS.items() if name != "b"}
    with pytest.raises(RequestError, match="'b', which is no column of the masked table"):
        overlap(COLUMNS, masked, "y ~ b")


def test_a_model_is_needed():
    X = np.zeros((2, 1))
    with pytest.raises(RequestError, match="REG needs a model"):
        REG.compute(Evidence(X, X))

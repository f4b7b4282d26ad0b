"""What every measure of loss must do, whatever it measures."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.measuring import Evidence
from covey.measuring.composite import G_IL
from covey.measuring.loss.correlations import COR, EIG, M5
from covey.measuring.loss.distributions import KS, W1
from covey.measuring.loss.il1s import IL1S
from covey.measuring.loss.reg import REG
from covey.measuring.loss.variation import M1, M2, M3, M4

LOSSES = [M1, M2, M3, M4, M5, G_IL, IL1S, EIG, COR, KS, W1]

every_loss = pytest.mark.parametrize("measure", LOSSES, ids=lambda measure: measure.symbol)


@pytest.fixture
def masking():
    rng = np.random.default_rng(11)
    X = rng.normal(3.0, 1.0, size=(24, 3))
    X[:, 1] = np.round(X[:, 1])
    Y = np.repeat(X.reshape(6, 4, 3).mean(axis=1), 4, axis=0)
    return X, Y


@pytest.mark.parametrize("measure", [*LOSSES, REG], ids=lambda measure: measure.symbol)
def test_declarations(measure):
    texts = (measure.symbol, measure.name, measure.formula, measure.reference, measure.plain)
    assert all(texts)
    assert measure.kind == "loss"
    assert measure.low < measure.high
    assert measure.plain.endswith(".")
    assert measure.is_default == (measure.symbol in {"G_IL", "IL1s", "REG"})


@every_loss
def test_nothing_changed(measure, masking):
    X, _ = masking
    found = measure.compute(Evidence(X, X))
    assert (found.value, found.note) == (0.0, "")
    assert not any(found.details.values())


@every_loss
def test_the_order_of_rows_does_not_matter(measure, masking):
    X, Y = masking
    order = np.random.default_rng(12).permutation(len(X))
    found, shuffled = (measure.compute(Evidence(*pair)) for pair in ((X, Y), (X[order], Y[order])))
    assert shuffled.value == pytest.approx(found.value, rel=1e-12)
    assert shuffled.details == pytest.approx(found.details, rel=1e-9, abs=1e-12)


@every_loss
@pytest.mark.parametrize("factor", [1e-300, 1e300])
def test_the_unit_does_not_matter(measure, masking, factor):
    X, Y = masking
    plain = measure.compute(Evidence(X, Y)).value
    units = np.array([factor, 1.0, 1 / factor])
    assert measure.compute(Evidence(X * units, Y * units)).value == pytest.approx(plain, rel=1e-9)


@every_loss
def test_inputs_stay_as_they_are(measure, masking):
    X, Y = (matrix.copy() for matrix in masking)
    measure.compute(Evidence(X, Y))
    assert (masking[0] == X).all()
    assert (masking[1] == Y).all()


@pytest.mark.parametrize(
    ("measure", "expected"),
    [(M2, 0.0), (M3, 100.0), (M4, 100.0), (EIG, 2.0), (COR, 0.5), (KS, 2 / 3)],
    ids=lambda value: getattr(value, "symbol", None),
)
def test_a_single_group(measure, expected):
    X = np.array([[1.0, 4.0], [2.0, 6.0], [6.0, 5.0]])
    Y = np.tile(X.mean(axis=0), (3, 1))
    assert measure.compute(Evidence(X, Y)).value == pytest.approx(expected)


values = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 0.1, 5e-324, 1e-300, -1e300, 1.7e308, -1.7e308]),
    st.floats(allow_nan=False, allow_infinity=False),
)


@every_loss
@given(data=st.data())
def test_any_numbers_give_a_number(measure, data):
    shape = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 3)))
    X, Y = (data.draw(arrays(float, shape, elements=values)) for _ in range(2))
    found = measure.compute(Evidence(X, Y))
    json.dumps({"value": found.value, **found.details}, allow_nan=False)
    assert measure.low <= found.value <= measure.high * (1 + 1e-12)
    assert all(0.0 <= value < math.inf for value in found.details.values())

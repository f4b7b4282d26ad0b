"""REG: whether a regression tells the same story on the masked data."""

from __future__ import annotations

import itertools

import numpy as np

from covey.core.arrays import Vector, is_constant
from covey.core.errors import RequestError
from covey.core.measure import Measure, Result
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import spread
from covey.measuring.loss.formula import Model, check_columns, parse_model
from covey.measuring.loss.least_squares import DependentError, Fit, least_squares
from covey.measuring.magnitudes import comparable, settled

INTERCEPT = "(intercept)"

_ROUNDING = 1e-10
"""Half-width below which an interval is a point: an exact fit leaves nothing but rounding."""

_LARGEST = float(np.finfo(np.float64).max)


def regression_overlap(evidence: Evidence) -> Result:
    """Return the mean overlap of the coefficients' 95 % confidence intervals, in percent.

    The overlap of a coefficient is the mean of two shares: how much of the original's interval the
    masked one covers, and the other way round. Intervals that do not meet have overlap 0. The
    intercept is one of the coefficients.
    """
    if evidence.model is None or evidence.tables is None:
        raise RequestError(
            "REG needs a model of the tables' columns: ", Setting("model", "y ~ a + b"), "."
        )
    model = parse_model(evidence.model)
    check_columns(model, *evidence.tables)
    before, after, scales = _columns(model, *evidence.tables)
    evidence.progress(0.3)
    original = _fit_original(model, before)
    evidence.progress(0.6)
    shown = _shown(model, "original", _in_original_units(original.coefficients, scales))
    try:
        masked = least_squares(after[0], after[1:])
    except DependentError as error:
        note = (
            f"The masked data cannot estimate the model: '{model.terms[error.position]}' is "
            "constant there or a linear function of the terms before it."
        )
        return Result(0.0, note, shown)
    shares = 100.0 * _overlaps(original, masked)
    columns = (
        shown,
        _shown(model, "masked", _in_original_units(masked.coefficients, scales)),
        _shown(model, "overlap", shares),
    )
    by_coefficient = zip(*(column.items() for column in columns), strict=True)
    details = dict(itertools.chain.from_iterable(by_coefficient))
    return Result(float(shares.mean()), details=details)


def _columns(
    model: Model, original: Table, masked: Table
) -> tuple[list[Vector], list[Vector], list[tuple[float, int]]]:
    """Return response and terms of both tables in units of the original's deviation.

    A unit is a factor and a power of two: their product may be beyond a double.
    """
    before, after, scales = [], [], []
    for name in (model.response, *model.terms):
        raw = original.numbers(name)
        x, y, exponent = comparable(raw, settled(raw, masked.numbers(name)))
        factor = spread(x) or 1.0
        before.append(x / factor)
        after.append(y / factor)
        scales.append((factor, exponent))
    return before, after, scales


def _fit_original(model: Model, columns: list[Vector]) -> Fit:
    n, count = len(columns[0]), len(columns)
    if n <= count:
        raise RequestError(
            f"'model' has {count} coefficients and needs more records than that. Got {n}. "
            "Name fewer terms."
        )
    for name, column in zip((model.response, *model.terms), columns, strict=True):
        if is_constant(column):
            raise RequestError(
                f"'model' names '{name}', which is constant in the original table. "
                "Name columns that vary."
            )
    try:
        return least_squares(columns[0], columns[1:])
    except DependentError as error:
        raise RequestError(
            f"'model' names '{model.terms[error.position]}', which is a linear function of the "
            "terms before it (collinear). Leave it out."
        ) from None


def _overlaps(original: Fit, masked: Fit) -> Vector:
    size = np.maximum(1.0, np.abs(original.coefficients))
    size[0] = max(1.0, original.intercept_size)
    b, c = original.coefficients, masked.coefficients
    half_b = np.maximum(original.half_widths, _ROUNDING * size)
    half_c = np.maximum(masked.half_widths, _ROUNDING * size)
    common = np.minimum(b + half_b, c + half_c) - np.maximum(b - half_b, c - half_c)
    common = np.maximum(common, 0.0)
    return np.asarray(np.minimum((common / half_b + common / half_c) / 4.0, 1.0))


def _in_original_units(coefficients: Vector, scales: list[tuple[float, int]]) -> Vector:
    """Undo the scaling; what a double cannot hold is cut off at its largest."""
    (factor, exponent), *terms = scales
    factors = factor / np.array([1.0] + [unit for unit, _ in terms])
    powers = exponent - np.array([0] + [power for _, power in terms])
    with np.errstate(over="ignore"):
        values = np.ldexp(coefficients * factors, powers)
    return np.asarray(np.clip(values, -_LARGEST, _LARGEST), dtype=np.float64)


def _shown(model: Model, what: str, values: Vector) -> dict[str, float]:
    labels = (INTERCEPT, *model.terms)
    return {f"{label}: {what}": float(x) for label, x in zip(labels, values, strict=True)}


REG = Measure(
    symbol="REG",
    name="Regression overlap",
    kind="loss",
    low=0.0,
    high=100.0,
    better="higher",
    unit="%",
    formula=(
        "100/q · Σ(L/L₁ + L/L₂)/2 over the q coefficients, L₁ and L₂ the lengths of the 95 % "
        "intervals on the original and the masked data, L that of their intersection"
    ),
    reference=(
        "A. F. Karr, C. N. Kohnen, A. Oganian, J. P. Reiter and A. P. Sanil (2006), A framework "
        "for evaluating the utility of data altered to protect confidentiality, The American "
        "Statistician 60(3), 224-232"
    ),
    plain=(
        "How far the conclusions of a regression of your choice agree on the original and the "
        "masked data: 100 is the same, 0 is contradiction."
    ),
    compute=regression_overlap,
    needs="model",
    is_default=True,
)

"""REG: whether a regression tells the same story on the masked data."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.errors import RequestError
from covey.core.magnitude import exponent_of, multiplied
from covey.core.measure import Findings, Result, Statistic, loss_measure
from covey.core.spelling import Setting
from covey.core.table import Gap, Table, refuse_gap
from covey.core.wording import counted
from covey.measuring.evidence import Evidence
from covey.measuring.loss.formula import Model, check_model, parse_model
from covey.measuring.loss.least_squares import (
    DependentError,
    Design,
    Fit,
    least_squares,
    stacked_triangles,
    triangle_of,
)
from covey.measuring.loss.variables import mean
from covey.measuring.magnitudes import comparable, settled

INTERCEPT = "(intercept)"

_ROUNDING = 1e-10
"""Half-width below which an interval is a point: an exact fit leaves nothing but rounding."""

_LARGEST = float(np.finfo(np.float64).max)


@dataclass(frozen=True, slots=True)
class Regressed:
    """Both designs of the whole table in units of its own."""

    before: Design
    after: Design
    exponents: list[int]  # the powers of two of the units
    n_gone: int  # records without a value in some column


def _gather(evidence: Evidence) -> dict[str, Any] | None:
    """Return the triangles of the model's columns before and after, and the units they are in.

    The columns are the terms, then the response. A unit is a power of two, the same before and
    after; the shift is the original's mean, in that unit. Records without a value in one of the
    columns are left out, as users of the data would leave them.
    """
    if evidence.whole.model is None or evidence.tables is None:
        raise RequestError(
            "REG needs a model of the tables' columns: ", Setting("model", "y ~ a + b"), "."
        )
    model = parse_model(evidence.whole.model)
    for table, which in zip(evidence.tables, ("original", "masked"), strict=True):
        check_model(model, table, which)
    names = (*model.terms, model.response)
    original, masked = (_values(table, names) for table in evidence.tables)
    complete = ~(np.isnan(original) | np.isnan(masked)).any(axis=1)
    if not complete.any():
        return {"count": 0, "n_gone": evidence.n_records}
    exponents, shifts, ranges = [], [], []
    columns: tuple[list[Vector], list[Vector]] = ([], [])
    for j in range(len(names)):
        raw = original[complete, j]
        settled_values = settled(raw, masked[complete, j])
        exponents.append(exponent_of(raw))
        pair = comparable(raw, settled_values, exponents[-1])
        shifts.append(mean(pair[0]))
        for side, values in zip(columns, pair, strict=True):
            side.append(values - shifts[-1])
        ranges.append([[side.min(), side.max()] for side in (raw, settled_values)])
    evidence.progress(0.3)
    return {
        "count": int(complete.sum()),
        "n_gone": int((~complete).sum()),
        "exponents": exponents,
        "shifts": shifts,
        "ranges": np.array(ranges),
        "triangles": [triangle_of(side) for side in columns],
    }


def _values(table: Table, names: Sequence[str]) -> Matrix:
    values = table.values(names)
    for j, name in enumerate(names):
        refuse_gap(name, Gap(), Gap().plus(np.isinf(values[:, j])))
    return values


def _join(parts: Sequence[dict[str, Any]]) -> Regressed:
    """Return both designs of the whole table.

    Another unit and another shift of a column are another combination of it with the ones, which
    the triangle follows.
    """
    n_gone = sum(part["n_gone"] for part in parts)
    parts = [part for part in parts if part["count"]]
    if not parts:
        raise RequestError(
            f"'model' names columns of which some is missing in each of {n_gone:,} records. Name "
            "columns that have values in the same records."
        )
    counts = np.array([part["count"] for part in parts])
    exponents = np.array([part["exponents"] for part in parts])
    highest = exponents.max(axis=0)
    factors = multiplied(1.0, exponents - highest)
    shifts = factors * np.array([part["shifts"] for part in parts])
    # With one block, its own shift as it is.
    shift = shifts[0] + counts[1:] @ (shifts[1:] - shifts[0]) / counts.sum()
    ranges = np.array([part["ranges"] for part in parts])  # block, column, side, low and high
    is_constant = ranges[..., 0].min(axis=0) == ranges[..., 1].max(axis=0)
    designs = []
    for side in (0, 1):
        moved = []
        for part, factor, at in zip(parts, factors, shifts, strict=True):
            triangle = np.array(part["triangles"][side])
            triangle[:, 1:] = triangle[:, 1:] * factor + triangle[:, :1] * (at - shift)
            moved.append(triangle)
        n_records = int(counts.sum())
        designs.append(Design(n_records, stacked_triangles(moved), shift, is_constant[:, side]))
    return Regressed(designs[0], designs[1], highest.tolist(), n_gone)


DESIGNS = Statistic("regression", _gather, _join)


def _regression_overlap(found: Findings) -> Result:
    """Return the mean overlap of the coefficients' 95 % confidence intervals, in percent.

    The overlap of a coefficient is the mean of two shares: how much of the original's interval the
    masked one covers, and the other way round. Intervals that do not meet have overlap 0. The
    intercept is one of the coefficients.
    """
    model = parse_model(found.whole.model)
    regressed = found[DESIGNS]
    before, after, exponents = regressed.before, regressed.after, regressed.exponents
    gone = ""
    if regressed.n_gone:
        gone = f"Without {counted(regressed.n_gone, 'record')} that lack a value in its columns."
    units = np.where(before.is_constant, 1.0, before.spreads)
    original = _fit_original(model, before.in_units(units))
    shown = _shown(model, "original", _in_original_units(original.coefficients, units, exponents))
    try:
        masked = least_squares(after.in_units(units))
    except DependentError as error:
        note = (
            f"The masked data cannot estimate the model: '{model.terms[error.position]}' is "
            "constant there or a linear function of the terms before it."
        )
        return Result(0.0, f"{note} {gone}".strip(), shown)
    shares = 100.0 * _overlaps(original, masked)
    columns = (
        shown,
        _shown(model, "masked", _in_original_units(masked.coefficients, units, exponents)),
        _shown(model, "overlap", shares),
    )
    by_coefficient = zip(*(column.items() for column in columns), strict=True)
    details = dict(itertools.chain.from_iterable(by_coefficient))
    return Result(float(shares.mean()), gone, details)


def _fit_original(model: Model, design: Design) -> Fit:
    n, count = design.n_records, len(design.shifts)
    if n <= count:
        raise RequestError(
            f"'model' has {count} coefficients and needs more records than that. Got {n}. "
            "Name fewer terms."
        )
    for name, is_constant in zip(model.columns, np.roll(design.is_constant, 1), strict=True):
        if is_constant:
            raise RequestError(
                f"'model' names '{name}', which is constant in the original table. "
                "Name columns that vary."
            )
    try:
        return least_squares(design)
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


def _in_original_units(coefficients: Vector, units: Vector, exponents: list[int]) -> Vector:
    """Undo the scaling; what a double cannot hold is cut off at its largest.

    A unit is a factor and a power of two: their product may be beyond a double.
    """
    factors = units[-1] / np.append(1.0, units[:-1])
    powers = exponents[-1] - np.append(0, exponents[:-1])
    with np.errstate(over="ignore"):
        values = multiplied(coefficients * factors, powers)
    return np.asarray(np.clip(values, -_LARGEST, _LARGEST), dtype=np.float64)


def _shown(model: Model, what: str, values: Vector) -> dict[str, float]:
    labels = (INTERCEPT, *model.terms)
    return {f"{label}: {what}": float(x) for label, x in zip(labels, values, strict=True)}


REG = loss_measure(
    symbol="REG",
    name="Regression overlap",
    high=100.0,
    better="higher",
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
    conclude=_regression_overlap,
    statistics=(DESIGNS,),
    needs="model",
    is_default=True,
)

import numpy as np
import pytest
from scipy.stats import linregress
from scipy.stats import t as student

from covey.measuring.loss.least_squares import (
    DependentError,
    Design,
    least_squares,
    stacked_triangles,
    triangle_of,
)


def fitted(y, columns):
    every = np.array([*columns, y])
    shifts = every.mean(axis=1)
    triangle = triangle_of(list(every - shifts[:, None]))
    return least_squares(Design(len(y), triangle, shifts, np.ptp(every, axis=1) == 0.0))


def test_by_hand():
    """Fitted 1, 1, 3, 3; residuals ±1; σ² = 4/2; both errors are √(2/4); t(2) is 4.302653."""
    fit = fitted(np.array([0.0, 2.0, 2.0, 4.0]), [np.array([-1.0, -1.0, 1.0, 1.0])])
    assert fit.coefficients == pytest.approx([2.0, 1.0])
    assert fit.half_widths == pytest.approx([4.302653 * np.sqrt(0.5)] * 2, rel=1e-6)


def test_one_term_against_scipy():
    rng = np.random.default_rng(5)
    x = rng.normal(3, 2, 40)
    y = 4 - 2 * x + rng.normal(size=40)
    known = linregress(x, y)
    fit = fitted(y, [x])
    factor = student.ppf(0.975, 38)
    assert fit.coefficients == pytest.approx([known.intercept, known.slope])
    assert fit.half_widths == pytest.approx(
        [factor * known.intercept_stderr, factor * known.stderr]
    )


def test_many_terms_against_the_normal_equations():
    rng = np.random.default_rng(6)
    X = rng.normal(100, 1, size=(60, 4))
    y = X @ [1, -2, 0.5, 0] + rng.normal(size=60)
    D = np.column_stack([np.ones(60), X])
    known, residual, *_ = np.linalg.lstsq(D, y)
    errors = np.sqrt(residual[0] / 55 * np.diag(np.linalg.inv(D.T @ D)))
    fit = fitted(y, list(X.T))
    assert fit.coefficients == pytest.approx(known, rel=1e-8)
    assert fit.half_widths == pytest.approx(student.ppf(0.975, 55) * errors, rel=1e-6)


@pytest.mark.parametrize("other", [[2.0, 2.0, 2.0, 2.0], [3.0, 5.0, 7.0, 9.0]])
def test_dependent_columns(other):
    x = np.array([1.0, 2.0, 3.0, 4.0])
    with pytest.raises(DependentError) as caught:
        fitted(x**2, [x, np.array(other)])
    assert caught.value.position == 1


def test_triangles_of_blocks_add_up():
    rng = np.random.default_rng(7)
    columns = rng.normal(size=(3, 50))
    whole = triangle_of(list(columns))
    parts = [triangle_of(list(columns[:, rows])) for rows in np.array_split(np.arange(50), 20)]
    assert np.abs(stacked_triangles(parts)) == pytest.approx(np.abs(whole))

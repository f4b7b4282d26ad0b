"""Tables of independent variables, uniform or normal, as the papers on IAMAT simulate them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from covey.core.arrays import Vector
from covey.core.errors import RequestError
from covey.core.progress import Progress, part, quiet
from covey.datasets.streams import (
    MOST_DEVIATIONS,
    Stream,
    check_draw,
    check_number,
    check_variables,
)

if TYPE_CHECKING:
    import polars as pl


def make_uniform(
    n_records: int = 10_000,
    n_variables: int = 10,
    seed: int = 0,
    *,
    low: float = 0.0,
    high: float = 1000.0,
    progress: Progress = quiet,
) -> pl.DataFrame:
    """Draw independent variables that are uniform on [low, high).

    Parameters
    ----------
    n_records : int
        Number of rows.
    n_variables : int
        Number of columns, which are called x1, x2, …
    seed : int
        The same seed gives the same values on every platform; more records or variables extend
        the smaller table.
    low, high : float
        The range. The default is that of [1]_ and of the large tables of [2]_, 10,000 to 100,000
        records by 10 to 80 variables; the table of 4,800 by 16 in [2]_ goes from 0 to 40,000.
    progress : callable, optional
        Is told the share of the work that is done.

    Returns
    -------
    polars.DataFrame
        Shape (n_records, n_variables), 64-bit floats.

    References
    ----------
    .. [1] B. J. Oommen and E. Fayyoumi (2007), A novel method for micro-aggregation in secure
       statistical databases using association and interaction, ICICS 2007, LNCS 4861, 126-140.
    .. [2] B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction concepts
       for enhancing microaggregation in secure statistical databases, IEEE Transactions on
       Systems, Man, and Cybernetics B 40(1), 198-207.

    Examples
    --------
    >>> make_uniform(2, 2, seed=1)["x1"].round(3).to_list()
    [699.035, 174.336]
    """
    low, high = check_number("low", low), check_number("high", high)
    if not low < high:
        raise RequestError(f"'high' must be larger than 'low'. Got low = {low} and high = {high}.")
    check_number("high - low", high - low)

    def draw(stream: Stream, count: int) -> Vector:
        return low + (high - low) * stream.uniforms(count)

    return _columns(draw, n_records, n_variables, seed, progress)


def make_normal(
    n_records: int = 10_000,
    n_variables: int = 10,
    seed: int = 0,
    *,
    mean: float = 0.0,
    deviation: float = 0.05,
    progress: Progress = quiet,
) -> pl.DataFrame:
    """Draw independent variables that are normally distributed.

    Parameters
    ----------
    n_records, n_variables, seed, progress
        As in `make_uniform`, and so is what is returned.
    mean, deviation : float
        Of every variable. The defaults are those of Oommen and Fayyoumi (2007) and of the large
        tables of their paper of 2010, see `make_uniform`. The table of 1,560 by 16 in the latter
        has mean 500 and deviation 150.

    Examples
    --------
    >>> make_normal(2, 2, seed=1)["x1"].round(4).to_list()
    [-0.0928, -0.0435]
    """
    mean, deviation = check_number("mean", mean), check_number("deviation", deviation)
    if deviation <= 0:
        raise RequestError(f"'deviation' must be larger than 0. Got {deviation}.")
    check_number("|mean| + 13 deviation", abs(mean) + MOST_DEVIATIONS * deviation)

    def draw(stream: Stream, count: int) -> Vector:
        return mean + deviation * stream.normals(count)

    return _columns(draw, n_records, n_variables, seed, progress)


def _columns(
    draw: Callable[[Stream, int], Vector],
    n_records: int,
    n_variables: int,
    seed: int,
    progress: Progress,
) -> pl.DataFrame:
    n_records, seed = check_draw(n_records, seed)
    n_variables = check_variables(n_variables)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    columns = []
    for index in range(n_variables):
        share = part(progress, index / n_variables, (index + 1) / n_variables)
        values = draw(Stream(seed, index, share), n_records)
        columns.append(pl.Series(f"x{index + 1}", values))
    return pl.DataFrame(columns)

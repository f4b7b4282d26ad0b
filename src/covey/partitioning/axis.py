"""Single-axis microaggregation: sort the records, or the values of each variable, then cut."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.errors import RequestError
from covey.core.method import algorithm, columnwise
from covey.core.progress import Progress, part, quiet
from covey.partitioning.line import Cuts, cut_line, line_work
from covey.partitioning.projection import principal_scores, zscore_sums


@algorithm(
    "axis",
    family="Single axis",
    reference=(
        "J. M. Mateo-Sanz and J. Domingo-Ferrer (1998), A comparative study of microaggregation "
        "methods, Questiio 22(3), 511-526; cuts: J. Domingo-Ferrer, A. Martinez-Balleste, "
        "J. M. Mateo-Sanz and F. Sebe (2006), Efficient multivariate data-oriented "
        "microaggregation, The VLDB Journal 15(4), 355-369"
    ),
    work=line_work,
)
def axis(
    X: Matrix,
    *,
    k: int,
    by: Annotated[
        Literal["pca", "zsum", "variable"],
        Field(
            description="Sort by the first principal component, the sum of z-scores or one of the "
            "variables."
        ),
    ] = "pca",
    variable: Annotated[
        int,
        Field(ge=0, description="Which variable to sort by, counted from 0; with by=variable."),
    ] = 0,
    cuts: Cuts = "optimal",
    progress: Progress = quiet,
) -> Labels:
    """Sorts records along one axis and cuts the row; fast, but lossy on many variables.

    The axis gives the order only: optimal cuts have the least squared error over all variables.
    """
    if by == "variable":
        scores = _one_variable(X, variable)
    elif variable != 0:
        raise RequestError(
            f"The 'variable' option of 'axis' needs by='variable'. Got by='{by}'. "
            "Add it, or leave 'variable' out."
        )
    else:
        scores = principal_scores(X) if by == "pca" else zscore_sums(X)
    return cut_line(scores, k=k, cuts=cuts, records=X, progress=progress)


def _one_variable(X: Matrix, variable: int) -> Vector:
    p = X.shape[1]
    if variable >= p:
        raise RequestError(
            f"The 'variable' option of 'axis' must be at most {p - 1}, the last of {p} variables "
            f"counted from 0. Got {variable}."
        )
    return X[:, variable].copy()


@algorithm(
    "optimal-1d",
    family="Single axis",
    reference=(
        "S. L. Hansen and S. Mukherjee (2003), A polynomial algorithm for optimal univariate "
        "microaggregation, IEEE TKDE 15(4), 1043-1044"
    ),
    work=line_work,
)
def optimal_1d(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """The least possible loss for one variable; several are put on one axis first.

    Several variables are sorted by their first principal component, then cut where the squared
    error of all of them is least.
    """  # noqa: D401 (a noun)
    return cut_line(principal_scores(X), k=k, records=X, progress=progress)


@columnwise(
    "individual-ranking",
    family="Single axis",
    reference=(
        "D. Defays and M. Anwar (1998), Masking microdata using micro-aggregation, Journal of "
        "Official Statistics 14(4), 449-461"
    ),
)
def individual_ranking(
    X: Matrix, *, k: int, cuts: Cuts = "optimal", progress: Progress = quiet
) -> NDArray[np.intp]:
    """Each variable by itself: little loss, but the records are not k-anonymous."""
    labels = np.empty(X.shape, dtype=np.intp)
    p = X.shape[1]
    for j in range(p):
        labels[:, j] = cut_line(
            X[:, j], k=k, cuts=cuts, progress=part(progress, j / p, (j + 1) / p)
        )
    return labels

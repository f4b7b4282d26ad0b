"""Single-axis microaggregation: sort the records by one number, then cut."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.errors import RequestError
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.line import Cuts, cut_line, line_work
from covey.partitioning.projection import principal_scores, zscore_sums


@algorithm(
    "axis",
    family="Single axis",
    summary="Sorts records along one axis and cuts the row; fast, but lossy on many variables.",
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
    """Group records that are neighbours on one axis.

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

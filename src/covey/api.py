"""What Python users call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covey.core.errors import RequestError
from covey.core.measure import Measure
from covey.core.partition import Partition
from covey.core.registry import Method
from covey.core.release import Release
from covey.core.request import MeasureRequest, Request, Rounding, Scaling
from covey.core.scores import Scores
from covey.measuring import MEASURES
from covey.partitioning import ALGORITHMS
from covey.pipeline import METHODS
from covey.pipeline import measure as run_measures
from covey.pipeline import protect as run
from covey.planning import choose


def protect(
    data: Any,
    k: int = 3,
    method: str = "auto",
    *,
    roles: Mapping[str, Sequence[str]] | None = None,
    scaling: Scaling = "zscore",
    refine: str | None = None,
    effort: float = 1.0,
    seed: int = 0,
    round: Rounding = "none",  # noqa: A002 (the word that people look for)
    measures: str | Sequence[str] = "default",
    model: str | None = None,
    allow_not_k_anonymous: bool = False,
    reading: Mapping[str, str] | None = None,
    **options: Any,
) -> Release:
    """Protect a table by microaggregation: every released record has at least k − 1 twins.

    Parameters
    ----------
    data : frame, array or path
        A pandas, polars or pyarrow table, a two-dimensional numpy array, or the path of a CSV or
        Parquet file. Never changed.
    k : int
        Smallest group size.
    method : str
        A name from `covey.methods`; ``auto`` chooses.
    roles : mapping, optional
        Lists of columns under ``identifier`` (dropped), ``quasi`` (microaggregated),
        ``confidential`` and ``other`` (released as they are). With ``quasi`` absent, every numeric
        column without a role is a quasi-identifier. Columns of an array are called x0, x1, ….
    scaling : {"zscore", "minmax", "none"}
        How quasi-identifiers are made comparable before distances are taken.
    refine : str, optional
        What lowers the loss after the partition.
    effort : float
        How much work a refinement may do.
    seed : int
        The one source of randomness.
    round : {"none", "auto"}
        Bring masked columns back to the decimals or the integer type that they had.
    measures : "default", "all" or sequence of str
        What to measure on the release; see `covey.measures`.
    model : str, optional
        A regression that users of the data would run, ``"y ~ a + b"``.
    allow_not_k_anonymous : bool
        Accept a method after which a record need have no twin.
    reading : mapping, optional
        How a CSV file is written: ``delimiter``, ``quote``, ``decimal``, ``encoding``. What is
        absent is detected.
    **options
        Options of the method.

    Returns
    -------
    Release
        The masked table with its partition, plan, scores and manifest.

    Examples
    --------
    >>> import numpy as np
    >>> release = protect(np.arange(12.0).reshape(6, 2), k=3, method="mdav")
    >>> release.data[:, 0].tolist()
    [2.0, 2.0, 2.0, 8.0, 8.0, 8.0]
    """
    request = Request.of(
        {
            "k": k,
            "method": method,
            "roles": dict(roles or {}),
            "scaling": scaling,
            "refine": refine,
            "effort": effort,
            "seed": seed,
            "round": round,
            "measures": measures,
            "model": model,
            "allow_not_k_anonymous": allow_not_k_anonymous,
            "reading": dict(reading or {}),
            "options": options,
        }
    )
    return run(data, request)


def measure(
    original: Any,
    masked: Any,
    keys: Sequence[str] | None = None,
    *,
    confidential: Sequence[str] = (),
    id: str | None = None,  # noqa: A002 (the word that people look for)
    measures: str | Sequence[str] = "all",
    model: str | None = None,
    weight: float = 0.5,
    seed: int = 0,
    reading: Mapping[str, str] | None = None,
) -> Scores:
    """Measure loss and risk of a masked table, from whatever tool it comes.

    Parameters
    ----------
    original, masked : frame, array or path
        The same records before and after.
    keys : sequence of str, optional
        Key variables, which were masked; by default every numeric column that both tables have.
    confidential : sequence of str
        Columns of which nothing must be learned, for the measures of attribute disclosure.
    id : str, optional
        Column that names the same record in both; by default rows are aligned by their order.
    measures : "all", "default" or sequence of str
        Which measures; see `covey.measures`.
    model : str, optional
        A regression that users of the data would run, ``"y ~ a + b"``.
    weight : float
        Share of the loss in the scoring index SI.
    seed : int
        For measures that take a sample where exact is out of reach.
    reading : mapping, optional
        How CSV files are written, as in `protect`.

    Examples
    --------
    >>> scores = measure([[1.0], [3.0], [8.0], [10.0]], [[2.0], [2.0], [9.0], [9.0]])
    >>> round(scores["IL"], 3)
    7.547
    """
    request = MeasureRequest.of(
        {
            "keys": keys,
            "confidential": confidential,
            "id": id,
            "measures": measures,
            "model": model,
            "weight": weight,
            "seed": seed,
            "reading": dict(reading or {}),
        }
    )
    return run_measures(original, masked, request)


def measures() -> Mapping[str, Measure]:
    """Return the measures by symbol, each with name, range, formula, reference and plain words.

    Examples
    --------
    >>> measures()["IL"].unit
    '%'
    """
    return MEASURES


def partition(X: Any, k: int = 3, method: str = "auto", **options: Any) -> Partition:
    """Split the rows of a matrix into groups of at least k, without scaling.

    Parameters
    ----------
    X : array, shape (n_records, n_variables)
        Used as given. Never changed.
    k : int
        Smallest group size.
    method : str
        A name from `covey.methods`.
    **options
        Options of the method, and ``seed`` for those that draw random numbers.

    Examples
    --------
    >>> partition([[0.0], [1.0], [10.0], [11.0]], k=2, method="mdav").labels.tolist()
    [0, 0, 1, 1]
    """
    if not METHODS[method].is_k_anonymous:
        raise RequestError(
            f"'{method}' treats each variable by itself and gives no partition of the records. "
            "Use covey.protect with allow_not_k_anonymous=True, or choose another method."
        )
    name = choose(Request(k=2, method=method)).method
    return ALGORITHMS[name](X, k=k, **options)


def methods() -> Mapping[str, Method]:
    """Return the methods by name, each with family, summary, options and reference.

    Examples
    --------
    >>> methods()["vmdav"].options[0].name
    'gamma'
    """
    return METHODS

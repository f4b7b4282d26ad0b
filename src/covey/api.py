"""What Python users call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from covey.core.declaring import settings_of, with_settings
from covey.core.errors import RequestError
from covey.core.measure import Measure
from covey.core.method import Method
from covey.core.partition import Partition
from covey.core.request import (
    ComparisonRequest,
    InspectionRequest,
    MeasureRequest,
    Request,
    SelectionRequest,
)
from covey.core.scores import Scores
from covey.core.sealing import sealed
from covey.core.settings import Metric
from covey.core.strict import Strict
from covey.engines import resources_for
from covey.experiments.advise import advise as choose_setting
from covey.experiments.compare import compare as run_comparison
from covey.measuring import MEASURES
from covey.partitioning import ALGORITHMS
from covey.pipeline import METHODS, group_matrix
from covey.pipeline import inspect as run_inspection
from covey.pipeline import measure as run_measures
from covey.pipeline import protect as run
from covey.pipeline import select as run_selection
from covey.planning import AUTO
from covey.results import (
    Advice,
    Comparison,
    Inspection,
    Limits,
    Release,
    Selection,
    check_comparison,
)

R = TypeVar("R", bound=Strict)


@sealed
@with_settings(Request)
def protect(data: Any, k: int = 3, method: str = "auto", **options: Any) -> Release:
    """Protect a table by microaggregation: every released record has at least k − 1 twins.

    Parameters
    ----------
    data : frame, array or path
        A pandas, polars or pyarrow table, a two-dimensional numpy array, or the path of a CSV or
        Parquet file. Never changed.
    {settings}
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
    request = _request_with_options(Request, options, k=k, method=method)
    return run(data, request)


@sealed
@with_settings(InspectionRequest)
def inspect(data: Any, **settings: Any) -> Inspection:
    """Look at a table before deciding about it: kinds, gaps, codes, and a proposal for each column.

    Parameters
    ----------
    data : frame, array or path
        As in `protect`. Never changed.
    {settings}

    Returns
    -------
    Inspection
        The columns with proposed roles and kinds and the reason for each, and how many records
        are alone on the proposed keys. ``to_toml`` drafts a configuration file. No record is
        shown, and no value that few records have.

    Examples
    --------
    >>> import polars as pl
    >>> data = pl.DataFrame({"id": range(20), "age": [20.5 + i % 7 for i in range(20)]})
    >>> [(column.name, column.role) for column in inspect(data).columns]
    [('id', 'identifier'), ('age', 'quasi')]
    """
    return run_inspection(data, _request(InspectionRequest, settings))


@sealed
@with_settings(SelectionRequest)
def select(
    data: Any,
    count: int = 3,
    metric: Metric = "emim",
    width: float | None = None,
    **options: Any,
) -> Selection:
    """Choose the variables to group on, from the tree of their dependences (EMAD).

    Parameters
    ----------
    data : frame, array or path
        As in `protect`. Never changed.
    {settings}
    **options
        Options of the method.

    Returns
    -------
    Selection
        The chosen variables, the candidates with their losses, and the tree.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(0).normal(size=200)
    >>> data = np.column_stack([x, x + 0.1 * np.roll(x, 1), np.roll(x, 5), np.roll(x, 9)])
    >>> len(select(data, count=2, metric="correlation").variables)
    2
    """
    request = _request_with_options(
        SelectionRequest, options, count=count, metric=metric, width=width
    )
    return run_selection(data, request)


@sealed
@with_settings(ComparisonRequest)
def compare(
    data: Any,
    k: int | Sequence[int] | None = None,
    methods: Sequence[str] | None = None,
    **settings: Any,
) -> Comparison:
    """Try methods and group sizes on one table: the risk–utility map.

    Parameters
    ----------
    data : frame, array or path
        As in `protect`. Never changed.
    {settings}

    Examples
    --------
    >>> import numpy as np
    >>> comparison = compare(np.arange(40.0).reshape(20, 2), k=[3, 5], methods=["mdav", "iamat"])
    >>> [(run.method, run.k) for run in comparison.runs]
    [('mdav', 3), ('mdav', 5), ('iamat', 3), ('iamat', 5)]
    """
    request = _request(ComparisonRequest, {"k": k, "methods": methods, **settings})
    return run_comparison(data, request)


@sealed
def advise(
    comparison: Comparison, *, max_risk: float | None = None, max_loss: float | None = None
) -> Advice:
    """Name the setting of a comparison that a limit on the risk or the loss leads to.

    Parameters
    ----------
    comparison : Comparison
        What `compare` returned.
    max_risk, max_loss : float, optional
        What is accepted at most, in the units of the comparison's measures; at least one of them.

    Examples
    --------
    >>> import numpy as np
    >>> comparison = compare(np.arange(40.0).reshape(20, 2), k=[3, 5], methods=["mdav"])
    >>> advise(comparison, max_risk=50).chosen.k
    5
    """
    check_comparison(comparison)
    return choose_setting(comparison, Limits(risk=max_risk, loss=max_loss))


@sealed
@with_settings(MeasureRequest)
def measure(
    original: Any, masked: Any, keys: Sequence[str] | None = None, **settings: Any
) -> Scores:
    """Measure loss and risk of a masked table, from whatever tool it comes.

    Parameters
    ----------
    original, masked : frame, array or path
        The same records before and after.
    {settings}

    Examples
    --------
    >>> scores = measure([[1.0], [3.0], [8.0], [10.0]], [[2.0], [2.0], [9.0], [9.0]])
    >>> round(scores["IL"], 3)
    7.547
    """
    request = _request(MeasureRequest, {"keys": keys, **settings})
    return run_measures(original, masked, request)


def measures() -> Mapping[str, Measure]:
    """Return the measures by symbol, each with name, range, formula, reference and plain words.

    Examples
    --------
    >>> measures()["IL"].unit
    '%'
    """
    return MEASURES


@sealed
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
        Options of the method, and ``seed`` for those that draw random numbers; with ``auto``,
        ``seed`` and ``effort``.

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
    if method == AUTO.name:
        if other := [name for name in options if name not in ("seed", "effort")]:
            raise RequestError(f"'auto' has no option '{other[0]}'. Its options: seed, effort.")
        return group_matrix(X, k, **options)
    return ALGORITHMS[method](X, k=k, resources=resources_for(), **options)


def methods() -> Mapping[str, Method]:
    """Return the methods by name, each with family, summary, options and reference.

    Examples
    --------
    >>> methods()["vmdav"].options[0].name
    'gamma'
    """
    return METHODS


def _request(model: type[R], settings: Mapping[str, Any]) -> R:
    """Return the request for settings; None stands for nothing where a mapping is expected."""
    given = dict(settings)
    for name, value in settings.items():
        if model.model_fields[name].default_factory is None:
            continue
        if value is None:
            del given[name]
        elif isinstance(value, Mapping):
            given[name] = dict(value)  # pydantic takes no other mapping
    return model.of(given)


def _request_with_options(model: type[R], keywords: Mapping[str, Any], **named: Any) -> R:
    """Return the request for keywords of which those that are no setting belong to the method."""
    settings = settings_of(model, "python", ("options",))
    given = {name: value for name, value in keywords.items() if name in settings}
    options = {name: value for name, value in keywords.items() if name not in settings}
    return _request(model, {**named, **given, "options": options})


# Doctest does not find what a decorator of another module returns.
__test__ = {
    function.__name__: function
    for function in (protect, inspect, select, compare, advise, measure, partition)
}

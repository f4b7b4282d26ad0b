"""What Python users call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covey.core.bound import Bounding
from covey.core.errors import RequestError
from covey.core.formulas import FormulaTreatment
from covey.core.measure import Measure
from covey.core.method import Method
from covey.core.partition import Partition
from covey.core.request import (
    ComparisonRequest,
    MeasureRequest,
    Metric,
    Request,
    Rounding,
    Scaling,
    SelectionRequest,
)
from covey.core.scores import Scores
from covey.core.sealing import sealed
from covey.engines import in_threads
from covey.experiments.advise import advise as choose_setting
from covey.experiments.compare import compare as run_comparison
from covey.measuring import MEASURES
from covey.partitioning import ALGORITHMS
from covey.pipeline import METHODS, group_matrix
from covey.pipeline import measure as run_measures
from covey.pipeline import protect as run
from covey.pipeline import select as run_selection
from covey.planning import AUTO
from covey.results import Advice, Comparison, Limits, Release, Selection


@sealed
def protect(
    data: Any,
    k: int = 3,
    method: str = "auto",
    *,
    roles: Mapping[str, Sequence[str]] | None = None,
    scaling: Scaling = "zscore",
    refine: str | None = None,
    refine_options: Mapping[str, Any] | None = None,
    effort: float = 1.0,
    seed: int = 0,
    workers: int | None = None,
    round: Rounding = "none",  # noqa: A002 (the word that people look for)
    formulas: FormulaTreatment = "keep",
    bound: Bounding | None = None,
    measures: str | Sequence[str] = "default",
    model: str | None = None,
    select: int | None = None,
    metric: Metric = "emim",
    width: float | None = None,
    intervals: int | None = None,
    exhaustive: bool = False,
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
        What lowers the loss after the partition: ``search``, ``polish``, ``dba2`` or ``none``. By
        default nothing does, or what ``auto`` chooses.
    refine_options : mapping, optional
        Options of the refinement.
    effort : float
        How much work a refinement may do.
    seed : int
        The one source of randomness.
    workers : int, optional
        How many threads work at once, one for each core by default; the answer is the same.
    round : {"none", "auto"} or int
        ``auto`` brings masked columns back to the decimals or the integer type that they had; a
        number from 0 to 6 rounds all of them to so many decimals, and without decimals whole
        numbers become integers again.
    formulas : {"keep", "escape"}
        Cells and column names that begin like a formula, which spreadsheets run when they open a
        file, are counted in the plan's notes. ``escape`` puts an apostrophe before them in
        delimited files; the data in memory and Parquet files stay as they are.
    bound : {"none", "simple", "relaxed"}, optional
        How low the loss could be at best, with any grouping. By default the simple bound if the
        partition is refined and has up to 10,000 records. The relaxed one is much closer, for up
        to 2,000 records, and takes its time.
    measures : "default", "all" or sequence of str
        What to measure on the release; see `covey.measures`.
    model : str, optional
        A regression that users of the data would run, ``"y ~ a + b"``.
    select : int, optional
        Group on this many quasi-identifiers only, chosen as `select` does; all are masked.
    metric, width, intervals, exhaustive
        How they are chosen; see `select`.
    allow_not_k_anonymous : bool
        Accept a method after which a record need have no twin.
    reading : mapping, optional
        How a CSV file is written: ``delimiter``, ``quote``, ``decimal``, ``encoding``. What is
        absent is detected. ``header``, ``"yes"`` or ``"no"``, says whether its first line holds
        names, where it looks like a record; columns without names are called c1, c2, ….
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
            "roles": _given(roles),
            "scaling": scaling,
            "refine": refine,
            "refine_options": _given(refine_options),
            "effort": effort,
            "seed": seed,
            "workers": workers,
            "round": round,
            "formulas": formulas,
            "bound": bound,
            "measures": measures,
            "model": model,
            "select": select,
            "metric": metric,
            "width": width,
            "intervals": intervals,
            "exhaustive": exhaustive,
            "allow_not_k_anonymous": allow_not_k_anonymous,
            "reading": _given(reading),
            "options": options,
        }
    )
    return run(data, request)


@sealed
def select(
    data: Any,
    count: int = 3,
    metric: Metric = "emim",
    width: float | None = None,
    *,
    intervals: int | None = None,
    k: int = 3,
    method: str | None = None,
    roles: Mapping[str, Sequence[str]] | None = None,
    scaling: Scaling = "zscore",
    exhaustive: bool = False,
    seed: int = 0,
    reading: Mapping[str, str] | None = None,
    **options: Any,
) -> Selection:
    """Choose the variables to group on, from the tree of their dependences (EMAD).

    Parameters
    ----------
    data : frame, array or path
        As in `protect`. Never changed.
    count : int
        How many variables.
    metric : {"emim", "chi2", "correlation"}
        How dependent two variables are: their expected mutual information, the χ² statistic of
        their categories, or the absolute correlation.
    width : float, optional
        Width of the categories, the same for every variable.
    intervals : int, optional
        Number of categories instead; by default the number of records decides.
    k : int
        Group size for which candidates are tried.
    method : str, optional
        Method by which they are tried; by default that of the paper, ``mdav-centroid`` about the
        centroid of the whole file.
    roles : mapping, optional
        As in `protect`; the quasi-identifiers are what is chosen from.
    scaling : {"zscore", "minmax", "none"}
        As in `protect`.
    exhaustive : bool
        Try every subset of this size instead of those that the tree proposes.
    seed : int
        The one source of randomness.
    reading : mapping, optional
        As in `protect`.
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
    request = SelectionRequest.of(
        {
            "count": count,
            "metric": metric,
            "width": width,
            "intervals": intervals,
            "k": k,
            "method": method,
            "roles": _given(roles),
            "scaling": scaling,
            "exhaustive": exhaustive,
            "seed": seed,
            "reading": _given(reading),
            "options": options,
        }
    )
    return run_selection(data, request)


@sealed
def compare(
    data: Any,
    k: int | Sequence[int] | None = None,
    methods: Sequence[str] | None = None,
    *,
    roles: Mapping[str, Sequence[str]] | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    scaling: Scaling = "zscore",
    effort: float = 0.1,
    seed: int = 0,
    loss: str = "IL",
    risk: str = "DLD",
    measures: str | Sequence[str] = "default",
    model: str | None = None,
    allow_not_k_anonymous: bool = False,
    workers: int | None = None,
    remember: bool = False,
    reading: Mapping[str, str] | None = None,
) -> Comparison:
    """Try methods and group sizes on one table: the risk–utility map.

    Parameters
    ----------
    data : frame, array or path
        As in `protect`. Never changed.
    k : int or sequence of int, optional
        Group sizes; by default the usual ones from 3 to 50 that the table has room for.
    methods : sequence of str, optional
        Names from `covey.methods`, each with ``+refinement`` behind it or not; by default one of
        each kind that a table of this size can afford.
    roles : mapping, optional
        As in `protect`.
    options : mapping, optional
        Options by method: ``{"vmdav": {"gamma": 1.1}}``.
    scaling : {"zscore", "minmax", "none"}
        As in `protect`.
    effort : float
        How much work a refinement may do: by default a tenth of what `protect` does, which shows
        where it ends within 2 % or so.
    seed : int
        The one source of randomness.
    loss, risk : str
        The two measures to weigh against each other; see `covey.measures`.
    measures : "default", "all" or sequence of str
        What to measure besides.
    model : str, optional
        A regression that users of the data would run, ``"y ~ a + b"``.
    allow_not_k_anonymous : bool
        Accept methods after which a record need have no twin.
    workers : int, optional
        How many settings to try at once; one for each core by default.
    remember : bool
        Keep each result in the user's cache folder and take from there what an earlier comparison
        of the same content found, so that an interrupted one goes on.
    reading : mapping, optional
        As in `protect`.

    Examples
    --------
    >>> import numpy as np
    >>> comparison = compare(np.arange(40.0).reshape(20, 2), k=[3, 5], methods=["mdav", "iamat"])
    >>> [(run.method, run.k) for run in comparison.runs]
    [('mdav', 3), ('mdav', 5), ('iamat', 3), ('iamat', 5)]
    """
    request = ComparisonRequest.of(
        {
            "k": k,
            "methods": methods,
            "roles": _given(roles),
            "options": _given(options),
            "scaling": scaling,
            "effort": effort,
            "seed": seed,
            "loss": loss,
            "risk": risk,
            "measures": measures,
            "model": model,
            "allow_not_k_anonymous": allow_not_k_anonymous,
            "workers": workers,
            "remember": remember,
            "reading": _given(reading),
        }
    )
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
    return choose_setting(comparison, Limits(risk=max_risk, loss=max_loss))


@sealed
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
            "reading": _given(reading),
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
    return ALGORITHMS[method](X, k=k, resources=in_threads(), **options)


def methods() -> Mapping[str, Method]:
    """Return the methods by name, each with family, summary, options and reference.

    Examples
    --------
    >>> methods()["vmdav"].options[0].name
    'gamma'
    """
    return METHODS


def _given(settings: Any) -> Any:
    """Return what the user gave, right or wrong, for the request to judge; nothing if none."""
    if settings is None:
        return {}
    return dict(settings) if isinstance(settings, Mapping) else settings


# Doctest does not find what a decorator of another module returns.
__test__ = {
    function.__name__: function
    for function in (protect, select, compare, advise, measure, partition)
}

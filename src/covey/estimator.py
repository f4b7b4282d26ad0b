"""The scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import validate_data

from covey.aggregating.mean import group_means
from covey.api import partition
from covey.core.arrays import Matrix
from covey.core.encoding import scale
from covey.core.errors import InputError
from covey.core.sealing import sealed
from covey.core.settings import Scaling


class Microaggregator(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Microaggregation as a scikit-learn estimator.

    ``fit_transform`` returns the masked matrix: each record's values replaced by the means of its
    group of at least k. There is no ``transform``: a new record would have no twins. It is for
    matrices of numbers, in which every record is a person of its own: `covey.protect` knows
    categories, missing values, units and strata.

    ``set_output(transform="pandas")`` or ``"polars"`` makes it return a frame, whose columns have
    the names that ``get_feature_names_out`` gives: those of the frame that was fitted. As with
    every estimator of scikit-learn, a pandas frame keeps the index of the input; reset an index
    that names people before the frame is published.

    Parameters
    ----------
    k : int
        Smallest group size.
    method : str
        A name from `covey.methods`.
    scaling : {"zscore", "minmax", "none"}
        How variables are made comparable before distances are taken. Means are in original units.
    options : mapping, optional
        Options of the method.
    seed : int
        The one source of randomness.

    Attributes
    ----------
    labels_ : array, shape (n_records,)
        Group of each record.
    centroids_ : array, shape (n_groups, n_variables)
        Mean of each group in original units.
    group_sizes_ : array, shape (n_groups,)
        Number of records in each group, never below k.
    n_features_in_ : int
        Number of variables seen in ``fit``.
    feature_names_in_ : array, shape (n_variables,)
        Their names, if the fitted frame had any that are texts.

    Examples
    --------
    >>> Microaggregator(k=2).fit_transform([[0.0], [2.0], [10.0], [14.0]]).ravel().tolist()
    [1.0, 1.0, 12.0, 12.0]
    >>> framed = Microaggregator(k=2).set_output(transform="polars")
    >>> framed.fit_transform([[0.0], [2.0]]).columns
    ['x0']
    """

    def __init__(
        self,
        k: int = 3,
        method: str = "auto",
        *,
        scaling: Scaling = "zscore",
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        self.k = k
        self.method = method
        self.scaling = scaling
        self.options = options
        self.seed = seed

    def fit(self, X: Any, y: Any = None) -> Microaggregator:  # noqa: ARG002 (scikit-learn's form)
        """Form the groups of the records in X; y is ignored."""
        data = _validated(self, X)
        found = partition(
            scale(data, self.scaling),
            k=self.k,
            method=self.method,
            seed=self.seed,
            **(self.options or {}),
        )
        self.labels_ = found.labels.copy()
        self.group_sizes_ = found.sizes.copy()
        self.centroids_ = np.column_stack([group_means(column, found) for column in data.T])
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Matrix:
        """Form the groups of the records in X and return X masked by their means."""
        self.fit(X, y)
        masked: Matrix = self.centroids_[self.labels_]
        return masked

    def __getattr__(self, name: str) -> Any:
        """Say why there is no ``transform``; it must not exist, or pipelines would call it."""
        if name == "transform":
            raise AttributeError(
                "Microaggregator has no 'transform': a record that was not among those grouped "
                "would be released without k - 1 twins. Use fit_transform on all records to be "
                "released."
            )
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __sklearn_tags__(self) -> Any:
        """Describe it to scikit-learn: without ``transform`` it is no transformer."""
        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.transformer_tags = None, None
        return tags


def _validated(estimator: Microaggregator, X: Any) -> Matrix:
    """Return X as scikit-learn checks it; its messages about what is left then quote no record."""
    _refuse_what_would_be_quoted(X)
    try:
        data: Matrix = validate_data(estimator, X, dtype=np.float64, ensure_min_samples=2)
    except (ValueError, TypeError) as error:
        failure = error
    else:
        return data
    # Raised out here, where no exception is being handled that Python would put behind it.
    failure.__cause__ = failure.__context__ = None
    raise failure


@sealed
def _refuse_what_would_be_quoted(X: Any) -> None:
    """Refuse text, complex numbers and arrays of one dimension, which scikit-learn would print."""
    if hasattr(X, "toarray"):
        return
    try:
        array = np.asarray(X)
        if array.ndim == 2 and array.dtype.kind in "fiub":
            return
        if not np.iscomplexobj(array):
            array.astype(np.float64)
    except (ValueError, OverflowError):
        raise InputError(
            "'X' must hold numbers only, as many in every row. A table with categories or dates is "
            "for covey.protect."
        ) from None
    except TypeError:
        return  # for scikit-learn, which knows more types than numpy and names them alone
    if np.iscomplexobj(array):
        raise InputError("Complex data not supported: 'X' must hold real numbers.")
    if array.ndim != 2:
        raise InputError(
            "'X' must have two dimensions, records by variables. Reshape your data: for one "
            "variable pass X.reshape(-1, 1)."
        )

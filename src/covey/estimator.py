"""The scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from covey.aggregating.mean import group_means
from covey.api import partition
from covey.core.arrays import Matrix
from covey.core.request import Scaling
from covey.planning import scale


class Microaggregator(BaseEstimator):  # type: ignore[misc]
    """Microaggregation as a scikit-learn estimator.

    ``fit_transform`` returns the masked matrix: each record's values replaced by the means of its
    group of at least k. There is no ``transform``: a new record would have no twins.

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

    Examples
    --------
    >>> Microaggregator(k=2).fit_transform([[0.0], [2.0], [10.0], [14.0]]).ravel().tolist()
    [1.0, 1.0, 12.0, 12.0]
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
        data: Matrix = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
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

    @property
    def transform(self) -> NoReturn:
        """Not there, on purpose."""
        raise AttributeError(
            "Microaggregator has no 'transform': a record that was not among those grouped would "
            "be released without k - 1 twins. Use fit_transform on all records to be released."
        )

"""The losses that a method's card prints are those that the method has now."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from covey.measuring import IL, Evidence
from covey.partitioning import ALGORITHMS, COLUMNWISE

THREE, FOUR = (3, 5, 10), (3, 4, 5, 10)
CENTROIDS = ("global", "recomputed")
PRINTED = [
    *(
        ("axis", {"by": by, "cuts": cuts}, THREE)
        for by, cuts in product(("pca", "zsum"), ("optimal", "fixed"))
    ),
    ("cvmdav", {"gamma": 1.1}, FOUR),
    ("dba1", {}, FOUR),
    ("dba2", {}, FOUR),
    *(
        ("iamat", {"size": size, "centroid": at}, FOUR)
        for size, at in product(("fixed", "variable"), CENTROIDS)
    ),
    ("mdav", {}, FOUR),
    *(("mdav-centroid", {"centroid": at}, FOUR) for at in CENTROIDS),
    ("mdav-generic", {}, FOUR),
    ("mdav1", {}, FOUR),
    ("mdav2", {}, FOUR),
    ("optimal-1d", {}, THREE),
]
"""Method, its options, and the k that its card prints one after another for each reference set."""


def mean_of_groups(X, labels):
    return np.array([X[labels == group].mean(axis=0) for group in range(labels.max() + 1)])[labels]


def words_of(card: str) -> str:
    return " ".join(card.split())


@pytest.mark.parametrize("dataset", ["tarragona", "census", "eia"])
@pytest.mark.parametrize(("name", "options", "sizes"), PRINTED)
def test_a_card_prints_what_is_lost(reference_matrix, dataset, name, options, sizes):
    X = reference_matrix(dataset)
    method = ALGORITHMS[name]
    masked = [mean_of_groups(X, method(X, k=k, **options).labels) for k in sizes]
    losses = [IL.compute(Evidence(X, Y)).value for Y in masked]
    assert " / ".join(f"{loss:.4f}" for loss in losses) in words_of(method.card)


@pytest.mark.parametrize("dataset", ["tarragona", "census", "eia"])
def test_the_card_of_individual_ranking(reference_matrix, dataset):
    X = reference_matrix(dataset)
    method = COLUMNWISE["individual-ranking"]
    losses = []
    for k in THREE:
        labels = method(X, k=k).labels
        masked = [mean_of_groups(column, own) for column, own in zip(X.T, labels.T, strict=True)]
        losses.append(IL.compute(Evidence(X, np.column_stack(masked))).value)
    assert " / ".join(f"{loss:.4f}" for loss in losses) in words_of(method.card)

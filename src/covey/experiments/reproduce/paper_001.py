"""Chettri, Paul and Dutta (2013): CV-MDAV against seven methods on the reference sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from covey.core.progress import Progress
from covey.experiments.reproduce.bench import Bench, Figures, group_means, mask
from covey.experiments.reproduce.rows import Printed
from covey.experiments.reproduce.tables import PaperTable
from covey.experiments.reproduce.verdicts import stand_in
from covey.measuring import MEASURES, Evidence

VMDAV_GAMMA = {"tarragona": 0.2, "census": 0.2, "eia": 1.1}
"""Scattered or clustered data; the paper names no values, these give its figures."""


def options_for(dataset: str, method: str) -> dict[str, Any]:
    """Return the options under which a method gives the printed figures."""
    return {"gamma": VMDAV_GAMMA[dataset]} if method == "vmdav" else {}


def losses(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute the loss of every method, data set and k."""

    def loss(row: Printed, progress: Progress) -> float:
        return bench.loss(*row.run, progress, **options_for(row.dataset, row.method))

    return bench.by_row(printed, loss)


def linkage(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute DLD as its equation has it."""

    def linked(row: Printed, progress: Progress) -> float:
        X = bench.matrix(row.dataset)
        masked = mask(X, bench.labels(*row.run, progress))
        return MEASURES["DLD"].compute(Evidence(X, masked)).value

    return bench.by_row(printed, linked)


@stand_in
def one_group_a_round(bench: Bench, row: Printed) -> float:
    """Return the loss of MDAV that forms one group in each round."""
    return bench.loss(row.dataset, "mdav-centroid", 3)


@stand_in
def copied_from_table_3(bench: Bench, _row: Printed) -> float:
    """Return the loss that stands in the place of a linkage."""
    return bench.loss("eia", "mdav", 10)


@stand_in
def linked_in_file_order(bench: Bench, row: Printed) -> float:
    """Return how many originals have their own masked record among the two nearest, in percent.

    Twins are equally near; the two that come first in the file count.
    """
    X, labels = bench.scaled(row.dataset), bench.labels(*row.run)
    means = group_means(X, labels)
    n, linked = len(X), 0
    for i in range(n):
        to_group = np.square(means - X[i]).sum(axis=1)
        first_two = np.argsort(to_group[labels], kind="stable")[:2]
        linked += int(i in first_two)
    return 100.0 * linked / n


TABLES = (
    *(
        PaperTable.of(f"001-{number}", f"Information loss of eight methods on {dataset}", losses)
        for number, dataset in enumerate(("Tarragona", "Census", "EIA"), start=1)
    ),
    PaperTable.of("001-4", "Distance linkage of CV-MDAV", linkage),
)

"""Abidi, Ben Yahia and Perera (2020), figures 1 to 6: three ways of grouping in sdcMicro."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from covey.core.arrays import Matrix
from covey.core.encoding import scale
from covey.core.progress import Progress
from covey.core.settings import Scaling
from covey.experiments.reproduce.bench import MONTHLY, Bench, Figures, mask
from covey.experiments.reproduce.rows import Printed
from covey.experiments.reproduce.tables import Figure, PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.measuring import MEASURES, Evidence
from covey.partitioning import ALGORITHMS, COLUMNWISE

N_QUASI = {"census": 5, MONTHLY: 7, "tarragona": 5}
"""The first columns of the file: the paper says how many, but not which."""


def attributes(bench: Bench, dataset: str, scaling: Scaling) -> tuple[Matrix, Matrix]:
    """Return quasi-identifiers and confidential attributes, scaled."""
    q = N_QUASI[dataset]
    scaled = bench.once((scaling, dataset), lambda: scale(bench.matrix(dataset), scaling))
    return np.ascontiguousarray(scaled[:, :q]), np.ascontiguousarray(scaled[:, q:])


KS = (3, 5, 10, 15, 20, 25)
"""The figures show curves over k without naming the values."""

HEURISTICS = {"individual-ranking": "ONEDIMS", "mdav-generic": "MDAV", "axis": "PCA"}
"""Covey's names of what the paper runs in sdcMicro."""

FIGURES = {
    "1": ("census", "DBRL1"),
    "2": ("census", "IL1s"),
    "3": (MONTHLY, "DBRL1"),
    "4": (MONTHLY, "IL1s"),
    "5": ("tarragona", "DBRL1"),
    "6": ("tarragona", "IL1s"),
}


def heuristics(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute the risk or the loss of three ways of grouping, by k."""

    def run(row: Printed, progress: Progress) -> float:
        Q, _ = attributes(bench, row.dataset, "minmax")
        masked = bench.once(
            ("masked", row.dataset, row.method, row.k),
            lambda: _masked(Q, row.method, row.run[2], progress),
        )
        evidence = Evidence(Q, masked, seed=bench.seed, progress=progress)
        return MEASURES[row.measure].compute(evidence).value

    return bench.by_row(printed, run)


def _masked(Q: Matrix, method: str, k: int, progress: Progress) -> Matrix:
    if method in COLUMNWISE:
        labels = COLUMNWISE[method](Q, k=k, cuts="fixed", progress=progress).labels
        columns = zip(Q.T, labels.T, strict=True)
        return np.column_stack([mask(x[:, None], y)[:, 0] for x, y in columns])
    options = {"by": "pca", "cuts": "fixed"} if method == "axis" else {}
    groups = ALGORITHMS[method](Q, k=k, progress=progress, **options).labels
    return mask(Q, groups)


def _figure(number: str) -> PaperTable:
    dataset, measure = FIGURES[number]
    is_risk = measure == "DBRL1"
    what = "Disclosure risk" if is_risk else "Information loss"
    pairs = [("individual-ranking", other) for other in ("mdav-generic", "axis")]
    return PaperTable.of(
        f"003-figure-{number}",
        f"{what} of ONEDIMS, MDAV and PCA on {dataset}",
        heuristics,
        tuple(Printed(dataset, method, k, measure) for method in HEURISTICS for k in KS),
        trends=(
            Trend("k", "falls" if is_risk else "rises", slack=0.005),
            *(Trend("method", pair[::-1] if is_risk else pair) for pair in pairs),
        ),
        figure=Figure("k", (measure,)),
    )


FIGURE_TABLES = tuple(map(_figure, FIGURES))

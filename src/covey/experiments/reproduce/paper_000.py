"""Oommen and Fayyoumi (2010): IAMAT against MDAV, loss, risk and the index of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from covey.core.arrays import Matrix
from covey.core.progress import Progress, quiet
from covey.datasets import benchmark_columns
from covey.experiments.reproduce.bench import Bench, group_means
from covey.experiments.reproduce.paper_004 import BY_METHOD, LIKE_UNIFORM, losses_and_times
from covey.experiments.reproduce.published import printed_in
from covey.experiments.reproduce.rows import Findings, Key, Printed
from covey.experiments.reproduce.tables import Figure, PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import Explanation
from covey.measuring import MEASURES, Evidence

METHODS = ("mdav-centroid", "iamat")
N_KEYS = {"uniform-4800x16": 3, "normal-1560x16": 5}
"""The paper estimates the risk of its simulated sets on as many key variables."""

CENSUS_KEYS = [
    benchmark_columns("census").index(name)
    for name in ("FEDTAX", "AFNLWGT", "AGI", "EMCONTRB", "PTOTVAL", "TAXINC", "STATETAX")
]
"""Where the key variables of Census are by which the paper links its records, in its order."""

RISKS = ("RLD", "ID", "G_DR")

CONSTANT_RISK = 39.0
"""What the printed index of Census takes for the risk, whatever the table says that it is."""

QUICK_SIZES = (2_500, 5_000, 10_000)
SIZES = tuple(range(10_000, 100_001, 10_000))
FAMILIES = ("normal", "uniform")
EXTREMES = {"least improvement": min, "greatest improvement": max}


def scores(bench: Bench, printed: Sequence[Printed]) -> Findings:
    """Compute loss, risk and their index for each data set, method and k of table III."""
    runs = sorted({row.run for row in printed})

    def measure(run: tuple[str, str, int], progress: Progress) -> dict[str, float]:
        X, masked = _masked(bench, *run, progress)

        def score(name: str, columns: list[int]) -> float:
            seen = Evidence(X[:, columns], masked[:, columns], seed=bench.seed, progress=progress)
            return MEASURES[name].compute(seen).value

        every = list(range(X.shape[1]))
        known = every[: N_KEYS.get(run[0])]
        loss = score("G_IL", every)
        linked = score("RLD", CENSUS_KEYS if run[0] == "census" else known)
        inside = score("ID_record", known)
        risk = (linked + inside) / 2
        return {"G_IL": loss, "RLD": linked, "ID": inside, "G_DR": risk, "SI": (loss + risk) / 2}

    found = dict(zip(runs, bench.spread(measure, runs), strict=True))
    ours, stand_ins = {}, {}
    for row in printed:
        run = row.run
        ours[row.key] = found[run][row.measure]
        if row.dataset == "census" and row.measure == "ID":
            stand_ins[row.key] = _interval_in_file_order(*_masked(bench, *run))
        if row.dataset == "census" and row.measure == "SI":
            stand_ins[row.key] = (found[run]["G_IL"] + CONSTANT_RISK) / 2
    return Findings(ours, stand_ins)


def _masked(
    bench: Bench, dataset: str, method: str, k: int, progress: Progress = quiet
) -> tuple[Matrix, Matrix]:
    X = bench.matrix(dataset)
    labels = bench.labels(dataset, method, k, progress)
    return X, group_means(X, labels)[labels]


def _interval_in_file_order(X: Matrix, masked: Matrix) -> float:
    """Return the share of records with all variables inside, in percent, twins in file order."""
    n, shares = len(X), []
    orders = [np.argsort(column, kind="stable") for column in masked.T]
    for percent in range(1, 11):
        half = percent * n // 100
        inside = np.ones(n, dtype=bool)
        for original, values, order in zip(X.T, masked.T, orders, strict=True):
            rising, rank = values[order], np.argsort(order)
            low = rising[np.maximum(rank - half, 0)]
            high = rising[np.minimum(rank + half, n - 1)]
            inside &= (original >= low) & (original <= high)
        shares.append(inside.mean())
    return 100.0 * float(np.mean(shares))


def improvements(
    bench: Bench,
    printed: Sequence[Printed],
    sizes: Sequence[int] = SIZES,
    quick_sizes: Sequence[int] = QUICK_SIZES,
) -> Findings:
    """Compute the loss by size at k = 3, and how much IAMAT improves on it at least and at most."""
    tried = quick_sizes if bench.is_quick else sorted({*quick_sizes, *sizes})
    runs = [(f"{name}-{n}x10", method) for name in FAMILIES for n in tried for method in METHODS]

    def loss(run: tuple[str, str], progress: Progress) -> float:
        return bench.loss(*run, 3, progress)

    found = dict(zip(runs, bench.spread(loss, runs), strict=True))
    ours: dict[Key, float] = {(*run, 3, "IL"): value for run, value in found.items()}
    for row in printed:
        if row.measure in EXTREMES and not bench.is_quick:  # the range is one over all sizes
            gains = (
                _gain(*(found[f"{row.dataset}-{n}x10", method] for method in METHODS))
                for n in sizes
            )
            ours[row.key] = EXTREMES[row.measure](gains)
    return Findings(ours)


def _gain(mdav: float, iamat: float) -> float:
    """Return by how many percent IAMAT loses less than MDAV."""
    return 100.0 * (mdav - iamat) / mdav


def _curves() -> tuple[Printed, ...]:
    """Return the points of figure 2, of which the paper prints none."""
    return tuple(
        Printed(f"{family}-{n}x10", method, 3, "IL")
        for family in FAMILIES
        for n in sorted({*QUICK_SIZES, *SIZES})
        for method in METHODS
    )


def _without_times(rows: tuple[Printed, ...]) -> tuple[Printed, ...]:
    return tuple(row for row in rows if row.measure != "seconds")


def _panel(paper: str, table: str, panel: str) -> tuple[Printed, ...]:
    rows = printed_in(paper, table)
    return tuple(replace(row, panel="") for row in rows if row.panel == panel)


_INDEX = Explanation(
    "A misprint: the printed index is the mean of the printed G_IL and 39 in every cell, not of "
    "G_IL and the G_DR of the same table.",
    datasets=("census",),
    measures=("SI",),
)
_FILE_ORDER = Explanation(
    "The paper ranks the twins of a group in file order; ours is the mean over all orders.",
    datasets=("census",),
    measures=("ID",),
)
_LINKAGE = Explanation(
    "The paper names the key variables and leaves open how records are linked by them; the order "
    "of methods and of k is as printed.",
    datasets=("census",),
    measures=("RLD", "G_DR"),
)
_NEAR_ZERO = Explanation(
    "G_IL divides by covariances, which are near zero for independent variables, so that chance "
    "decides much, also which of the two methods comes out lower.",
    datasets=tuple(N_KEYS),
    measures=("G_IL", "SI"),
)
_OUT_OF_STEP = Explanation(
    "MDAV's printed risk is hardly better than chance, as if its masked records were out of step "
    "with the originals.",
    datasets=tuple(N_KEYS),
    measures=RISKS,
)

_NORMAL_GAIN = Explanation(
    "The paper's normal set behaves like a uniform one, on which IAMAT gains more.",
    families=("normal",),
    measures=tuple(EXTREMES),
    within=0.35,
)
_OTHER_DRAW = Explanation(
    "The difference of two losses that are near each other varies more with the draw than they do.",
    families=("uniform",),
    measures=tuple(EXTREMES),
    within=0.15,
)

TABLE_II = PaperTable(
    "000-II",
    "Loss and time of MDAV and IAMAT",
    printed_in("000", "II"),
    losses_and_times,
    trends=(BY_METHOD, Trend("k", "rises", ("IL",))),
    explanations=(LIKE_UNIFORM,),
    figure=Figure("k"),
)
TABLE_III = PaperTable(
    "000-III",
    "Loss, risk and scoring index of MDAV and IAMAT",
    printed_in("000", "III"),
    scores,
    trends=(Trend("method"), Trend("k", slack=0.02)),
    explanations=(_INDEX, _FILE_ORDER, _LINKAGE, _NEAR_ZERO, _OUT_OF_STEP),
)
TABLES = (
    TABLE_II,
    TABLE_III,
    PaperTable(
        "000-figure-1",
        "Loss against risk on Census",
        tuple(
            row
            for row in printed_in("000", "III")
            if row.dataset == "census" and row.measure in ("G_IL", "G_DR")
        ),
        scores,
        trends=TABLE_III.trends,
        explanations=TABLE_III.explanations,
        figure=Figure("k", ("G_IL", "G_DR")),
    ),
    PaperTable(
        "000-figure-2",
        "Loss by number of records",
        (*_curves(), *printed_in("000", "figure 2")),
        improvements,
        trends=(
            Trend("method", ("iamat", "mdav-centroid"), ("IL",)),
            Trend("records", "falls", ("IL",)),
        ),
        explanations=(LIKE_UNIFORM, _NORMAL_GAIN, _OTHER_DRAW),
        figure=Figure("records"),
    ),
    PaperTable(
        "000-figure-3",
        "Loss by number of variables",
        _without_times(_panel("004", "2", "dimension")),
        losses_and_times,
        trends=(BY_METHOD, Trend("variables", "rises")),
        explanations=(LIKE_UNIFORM,),
        figure=Figure("variables"),
    ),
    PaperTable(
        "000-figure-4",
        "Loss by group size",
        _without_times(_panel("004", "2", "group size")),
        losses_and_times,
        trends=(BY_METHOD, Trend("k", "rises")),
        explanations=(LIKE_UNIFORM,),
        figure=Figure("k"),
    ),
)

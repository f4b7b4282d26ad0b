"""Oommen and Fayyoumi (2010): IAMAT against MDAV, loss, risk and the index of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from covey.core.arrays import Matrix
from covey.core.progress import Progress, quiet
from covey.datasets import benchmark_columns
from covey.experiments.reproduce.bench import Bench, Figures, mask
from covey.experiments.reproduce.paper_004 import BY_METHOD, losses_and_times
from covey.experiments.reproduce.rows import Printed, Run, printed_in
from covey.experiments.reproduce.tables import Figure, PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import stand_in
from covey.measuring import MEASURES, Evidence

METHODS = ("mdav-centroid", "iamat")
N_KEYS = {"uniform-4800x16": 3, "normal-1560x16": 5}
"""The paper estimates the risk of its simulated sets on as many key variables."""

CENSUS_KEYS = [
    benchmark_columns("census").index(name)
    for name in ("FEDTAX", "AFNLWGT", "AGI", "EMCONTRB", "PTOTVAL", "TAXINC", "STATETAX")
]
"""Where the key variables of Census are by which the paper links its records, in its order."""

CONSTANT_RISK = 39.0
"""What the printed index of Census takes for the risk, whatever the table says that it is."""

QUICK_SIZES = (2_500, 5_000, 10_000)
SIZES = tuple(range(10_000, 100_001, 10_000))
FAMILIES = ("normal", "uniform")
EXTREMES = {"least improvement": min, "greatest improvement": max}


def scores(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute loss, risk and their index for each data set, method and k of table III."""

    def measure(run: Run, progress: Progress) -> dict[str, float]:
        known = slice(N_KEYS.get(run[0]))
        loss = _score(bench, run, "G_IL", slice(None), progress)
        linked = _score(bench, run, "RLD", CENSUS_KEYS if run[0] == "census" else known, progress)
        inside = _score(bench, run, "ID_record", known, progress)
        risk = (linked + inside) / 2
        return {"G_IL": loss, "RLD": linked, "ID": inside, "G_DR": risk, "SI": (loss + risk) / 2}

    return bench.by_run(printed, measure)


def _score(
    bench: Bench, run: Run, measure: str, columns: list[int] | slice, progress: Progress = quiet
) -> float:
    X, masked = (each[:, columns] for each in _masked(bench, run, progress))
    evidence = Evidence(X, masked, seed=bench.seed, progress=progress)
    return MEASURES[measure].compute(evidence).value


def _masked(bench: Bench, run: Run, progress: Progress = quiet) -> tuple[Matrix, Matrix]:
    X = bench.matrix(run[0])
    return X, mask(X, bench.labels(*run, progress))


@stand_in
def with_constant_risk(bench: Bench, row: Printed) -> float:
    """Return the index that takes the same risk for all cells."""
    return (_score(bench, row.run, "G_IL", slice(None)) + CONSTANT_RISK) / 2


@stand_in
def interval_in_file_order(bench: Bench, row: Printed) -> float:
    """Return the share of records with all variables inside, in percent, twins in file order."""
    X, masked = _masked(bench, row.run)
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
) -> Figures:
    """Compute the loss by size at k = 3, and how much IAMAT improves on it at least and at most."""
    curves = _curves(quick_sizes if bench.is_quick else (*quick_sizes, *sizes))
    ours = bench.by_row(curves, lambda row, progress: bench.loss(*row.run, progress))
    for row in printed:
        if row.measure in EXTREMES and not bench.is_quick:  # the range is one over all sizes
            gains = (
                _gain(*(ours[f"{row.dataset}-{n}x10", method, 3, "IL"] for method in METHODS))
                for n in sizes
            )
            ours[row.key] = EXTREMES[row.measure](gains)
    return ours


def _gain(mdav: float, iamat: float) -> float:
    """Return by how many percent IAMAT loses less than MDAV."""
    return 100.0 * (mdav - iamat) / mdav


def _curves(sizes: Iterable[int]) -> tuple[Printed, ...]:
    """Return the points of figure 2, of which the paper prints none."""
    return tuple(
        Printed(f"{family}-{n}x10", method, 3, "IL")
        for family in FAMILIES
        for n in sorted(set(sizes))
        for method in METHODS
    )


def _drawn(panel: str) -> tuple[Printed, ...]:
    """Return the losses of a part of table 2 of 004, which 000 draws."""
    rows = printed_in("004-2")
    return tuple(
        replace(row, panel="") for row in rows if row.panel == panel and row.measure != "seconds"
    )


_OF_BOTH = (Trend("method"), Trend("k", slack=0.02))

TABLES = (
    PaperTable.of(
        "000-II",
        "Loss and time of MDAV and IAMAT",
        losses_and_times,
        trends=(BY_METHOD, Trend("k", "rises", ("IL",))),
        figure=Figure("k"),
    ),
    PaperTable.of(
        "000-III",
        "Loss, risk and scoring index of MDAV and IAMAT",
        scores,
        trends=_OF_BOTH,
    ),
    PaperTable.of(
        "000-figure-1",
        "Loss against risk on Census",
        scores,
        tuple(
            row
            for row in printed_in("000-III")
            if row.dataset == "census" and row.measure in ("G_IL", "G_DR")
        ),
        trends=_OF_BOTH,
        figure=Figure("k", ("G_IL", "G_DR")),
    ),
    PaperTable.of(
        "000-figure-2",
        "Loss by number of records",
        improvements,
        (*_curves((*QUICK_SIZES, *SIZES)), *printed_in("000-figure-2")),
        trends=(BY_METHOD, Trend("records", "falls", ("IL",))),
        figure=Figure("records"),
    ),
    *(
        PaperTable.of(
            f"000-figure-{number}",
            f"Loss by {what}",
            losses_and_times,
            _drawn(panel),
            trends=(BY_METHOD, Trend(figure.over, "rises")),
            figure=figure,
        )
        for number, what, panel, figure in (
            (3, "number of variables", "dimension", Figure("variables")),
            (4, "group size", "group size", Figure("k")),
        )
    ),
)

"""Oommen and Fayyoumi (2011): EMAD, the variables to group on from their dependence tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from covey.core.progress import Progress
from covey.datasets import BINARY_TREE, TREES
from covey.experiments.reproduce.bench import TREE_SETS, Bench, Figures
from covey.experiments.reproduce.dependence_trees import (
    Subset,
    TreeSetting,
    candidates,
    edges_found,
    subset_loss,
    tree_of,
)
from covey.experiments.reproduce.rows import Printed, Status, printed_in
from covey.experiments.reproduce.tables import Compute, Figure, PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import stand_in

NAMED = re.compile(r"(?P<setting>.*?)( on)? variables (?P<subset>[\d ]+)")
OVER_ALL = re.compile(r"mdav on (?P<count>\d) variables, (?P<which>best|worst|mean) .*")
EXTREMES = {"best": min, "worst": max}

USED = 3
"""How many variables the paper's tables of four and five variables were computed with."""

QUICK_SETS = ("tarragona", "census", "sim-1")
"""All subsets of the other two take minutes."""

SAMPLES = (50, 150, 500, 1500, 5000)
"""The paper shows trees at 50, 150 and 5,000 records and a curve in between."""


def subset_of(row: Printed) -> Subset | None:
    """Return the variables that a row names, counted from 0 and sorted."""
    found = NAMED.fullmatch(row.method)
    return tuple(sorted(int(index) - 1 for index in found["subset"].split())) if found else None


def exhaustive(
    bench: Bench, printed: Sequence[Printed], quick_sets: Sequence[str] = QUICK_SETS
) -> Figures:
    """Compute the loss of every subset: the least, the greatest and the mean by size, table 4."""
    rows = [row for row in printed if not bench.is_quick or row.dataset in quick_sets]
    widest = {row.dataset: _size(row) for row in sorted(rows, key=_size)}
    runs = [
        (dataset, subset)
        for dataset, most in widest.items()
        for count in range(1, most + 1)
        for subset in _all_subsets(bench, dataset, count)
    ]
    bench.spread(lambda run, progress: subset_loss(bench, *run, progress), runs)
    return {row.key: _summary(bench, row) for row in rows}


def _all_subsets(bench: Bench, dataset: str, count: int) -> Iterable[Subset]:
    return combinations(range(bench.matrix(dataset).shape[1]), count)


def _size(row: Printed) -> int:
    named, over_all = subset_of(row), OVER_ALL.fullmatch(row.method)
    return len(named) if named is not None else int(over_all["count"]) if over_all else 0


def _summary(bench: Bench, row: Printed, used: int | None = None) -> float:
    """Return the loss of the named subset, or what is asked of all, by ``used`` variables alone."""
    named, over_all = subset_of(row), OVER_ALL.fullmatch(row.method)
    chosen = _all_subsets(bench, row.dataset, _size(row)) if named is None else [named]
    losses = [subset_loss(bench, row.dataset, subset[:used]) for subset in chosen]
    if over_all and over_all["which"] in EXTREMES:
        return EXTREMES[over_all["which"]](losses)
    return sum(losses) / len(losses)


@stand_in
def by_three_alone(bench: Bench, row: Printed) -> float | None:
    """Return what the subsets of a row lose if only the first three variables are used."""
    return _summary(bench, row, USED) if _size(row) else None


def selection(count: int) -> Compute:
    """Return what computes tables 5 to 8: losses of the listed subsets, and what we propose."""

    def compute(bench: Bench, printed: Sequence[Printed]) -> Figures:
        def run(row: Printed, progress: Progress) -> float:
            if (named := subset_of(row)) is not None:
                return subset_loss(bench, row.dataset, named, progress)
            proposed = candidates(bench, row.dataset, TreeSetting.of(row.method), count)
            if row.measure == "candidates":
                return float(len(proposed))
            if row.measure == "listed subsets proposed":
                return float(len(_listed(printed, row).intersection(proposed)))
            return min(subset_loss(bench, row.dataset, subset, progress) for subset in proposed)

        return bench.by_row(printed, run)

    return compute


def _listed(printed: Iterable[Printed], setting: Printed) -> set[Subset]:
    """Return the subsets that the paper lists for a data set and a setting."""
    return {
        subset
        for row in printed
        if row.dataset == setting.dataset
        and row.method.startswith(f"{setting.method} ")
        and (subset := subset_of(row)) is not None
    }


def _with_proposals(name: str) -> tuple[Printed, ...]:
    """Add, for each setting, how many of the listed subsets there are to be proposed."""
    rows = printed_in(name)
    proposals = (
        replace(
            row,
            measure="listed subsets proposed",
            value=str(len(_listed(rows, row))),
            status=Status.CLOSE,
        )
        for row in rows
        if row.measure == "candidates"
    )
    return (*rows, *proposals)


def characteristics(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute what table 9 says in words: edges found, and how many subsets are left to try."""

    def compute(row: Printed, _progress: Progress) -> float:
        if row.measure == "edges found":
            tree = tree_of(bench, row.dataset, TreeSetting.of(row.method))
            return edges_found(tree, TREES[TREE_SETS[row.dataset]])
        metric = row.method.split()[1]
        proposed = [
            len(candidates(bench, dataset, TreeSetting.of(f"emad {metric} width {width}"), 3))
            for dataset, widths in WIDTHS.items()
            for width in (widths if metric != "correlation" else ("none",))
        ]
        return sum(proposed) / len(proposed)

    return bench.by_row(printed, compute)


def convergence(bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Compute how the tree of a binary set comes out as its sample grows, figures 12 to 14."""

    def compute(row: Printed, _progress: Progress) -> float:
        tree = tree_of(bench, row.dataset, TreeSetting.of(row.method))
        is_weight = row.measure == "weight of the tree"
        return tree.weight if is_weight else edges_found(tree, BINARY_TREE)

    return bench.by_row(printed, compute)


WIDTHS = {"tarragona": ("50000", "100000", "150000"), "census": ("1000", "5000", "10000")}
METRICS = ("chi2", "emim", "correlation")
FIGURES = {"12": ("sibling", "siblings related"), "13": ("unrelated", "siblings unrelated")}
SELECTIONS = {
    "002-5": ("Three variables by EMIM", 3),
    "002-6": ("Four variables by EMIM", 4),
    "002-7": ("Three variables by chi-squared", 3),
    "002-8": ("Three variables by correlation", 3),
}

SUMMARIES = ("best of", "mean over", "worst of")
_BY_NUMBER = (
    *(
        Trend("method", tuple(f"mdav on {n} variables, {which} all subsets" for which in SUMMARIES))
        for n in range(1, 6)
    ),
    *(
        Trend("method", tuple(f"mdav on {n} variables, {which} all subsets" for n in (3, 2, 1)))
        for which in SUMMARIES
    ),
)
"""The best subset loses least, the worst most; and more variables, up to three, lose less."""


def _tree_rows(
    kind: str, sizes: Sequence[int], measure: str, told: Sequence[int] = ()
) -> tuple[Printed, ...]:
    """Return the rows of a binary set; those of sizes that are only told have no verdict."""
    return tuple(
        Printed(
            f"binary-{kind}-{n}",
            f"emad {metric}",
            None,
            measure,
            status=Status.INFORMATION if n in told else Status.TREND,
        )
        for n in sizes
        for metric in ("emim", "chi2")
    )


TABLES = (
    PaperTable.of(
        "002-4",
        "Loss by number of variables, over all subsets",
        exhaustive,
        trends=_BY_NUMBER,
    ),
    *(
        PaperTable.of(
            name,
            title,
            selection(count),
            _with_proposals(name),
            trends=(Trend("family", measures=("IL",)),),
        )
        for name, (title, count) in SELECTIONS.items()
    ),
    PaperTable.of(
        "002-9",
        "What sets the three metrics apart",
        characteristics,
        (
            *printed_in("002-9"),
            *(
                Printed(dataset, "emad correlation width none", None, "edges found")
                for dataset in TREE_SETS
            ),
            *(
                Printed("tarragona and census", f"emad {metric}", None, "mean candidates")
                for metric in METRICS
            ),
        ),
        trends=(
            Trend("method", tuple(f"emad {m}" for m in METRICS), ("mean candidates",)),
            Trend(
                "method",
                ("emad correlation width none", "emad emim width 100"),
                ("edges found",),
            ),
        ),
    ),
    *(
        PaperTable.of(
            f"002-figure-{number}",
            f"The tree found as records are added, {words}",
            convergence,
            (*_tree_rows(kind, SAMPLES[:2], "edges found"), *printed_in(f"002-figure-{number}")),
            trends=(Trend("records", "rises", slack=1e-9),),
            figure=Figure("records", ("edges found",)),
        )
        for number, (kind, words) in FIGURES.items()
    ),
    PaperTable.of(
        "002-figure-14",
        "Weight of the tree as records are added",
        convergence,
        tuple(
            row
            for kind, _ in FIGURES.values()
            for row in _tree_rows(kind, SAMPLES, "weight of the tree", told=SAMPLES[1:-1])
        ),
        trends=(Trend("records", "falls"),),
        figure=Figure("records", ("weight of the tree",)),
    ),
)

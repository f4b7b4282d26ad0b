"""Abidi, Ben Yahia and Perera (2020): HM-PFSOM against MDAV, and three older ways of grouping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.encoding import scale
from covey.core.progress import Progress, quiet
from covey.experiments.reproduce.bench import MONTHLY, Bench, Figures, mask
from covey.experiments.reproduce.paper_003_figures import FIGURE_TABLES, attributes
from covey.experiments.reproduce.rows import Printed, Run, printed_in
from covey.experiments.reproduce.tables import Compute, PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import stand_in
from covey.partitioning import ALGORITHMS
from covey.partitioning.hm_pfsom import blocks_of, draw_groups

EXAMPLE = np.array(
    [
        [1011, 22], [1007, 22], [1012, 23], [1009, 25], [1010, 28], [1011, 29], [1013, 31],
        [1010, 32], [1008, 32], [1010, 29], [1009, 26], [1011, 27], [1008, 33],
    ],
    dtype=np.float64,
)  # fmt: skip
"""ZIP code and age of the thirteen records of table 4."""

CLASSES = {"low": (0, 1, 2), "middle": (3, 4, 5, 9, 10, 11), "high": (6, 7, 8, 12)}
"""Their classes of salary, tables 5 to 7."""

GROUPS = (frozenset({0, 7, 9, 11}), frozenset({1, 3, 8, 10}), frozenset({2, 4, 5, 6, 12}))
"""The groups of table 8."""


def worked_example(_bench: Bench, printed: Sequence[Printed]) -> Figures:
    """Draw the groups of the worked example from its printed classes."""
    classes = np.empty(len(EXAMPLE), dtype=np.intp)
    for number, members in enumerate(CLASSES.values()):
        classes[list(members)] = number
    labels = draw_groups(scale(EXAMPLE, "minmax"), classes, 1)
    drawn = [frozenset(np.flatnonzero(labels == group).tolist()) for group in range(len(GROUPS))]
    found: dict[tuple[str, str], float] = {}
    for number, (ours, group) in enumerate(zip(_in_printed_order(drawn), GROUPS, strict=True)):
        method = f"hm-pfsom group {number + 1}"
        for name, count in zip(CLASSES, _make_up(ours), strict=True):
            found[method, f"{name} salaries"] = count
        found[method, "records in common"] = len(ours & group)
    return {row.key: found[row.method, row.measure] for row in printed}


def _make_up(group: frozenset[int]) -> tuple[int, ...]:
    return tuple(len(group.intersection(members)) for members in CLASSES.values())


def _in_printed_order(drawn: list[frozenset[int]]) -> tuple[frozenset[int], ...]:
    """Put each group where the table has one of its make-up and, then, with most of its records."""

    def agreement(order: tuple[frozenset[int], ...]) -> tuple[int, int]:
        pairs = list(zip(order, GROUPS, strict=True))
        return (
            sum(_make_up(ours) == _make_up(group) for ours, group in pairs),
            sum(len(ours & group) for ours, group in pairs),
        )

    return max(permutations(drawn), key=agreement)


def blocks(
    bench: Bench, dataset: str, count: int | None, progress: Progress = quiet
) -> list[Labels]:
    """Return the records of each block, the largest block first."""

    def make() -> list[Labels]:
        Q, _ = attributes(bench, dataset, "minmax")
        labels = blocks_of(Q, 2, count, bench.seed, progress)
        sizes = np.bincount(labels)
        return [np.flatnonzero(labels == b) for b in np.argsort(-sizes, kind="stable")]

    return bench.once(("blocks", dataset, count), make)


def classes_of(bench: Bench, dataset: str, rows: Labels, k: int = 2) -> Labels:
    """Return the class of confidential values of each record of a block, k or more in each."""
    _, S = attributes(bench, dataset, "minmax")
    name = ("classes", dataset, int(rows[0]), len(rows))
    labels = bench.once(name, lambda: blocks_of(S[rows], 2, None, bench.seed))
    return labels if np.bincount(labels).min() >= k else blocks_of(S[rows], k, None, bench.seed)


def distribution(dataset: str, count: int | None) -> Compute:
    """Return what computes the sizes of blocks and classes, tables 9 and 11."""

    def compute(bench: Bench, printed: Sequence[Printed]) -> Figures:
        ours: Figures = {}
        chosen = blocks(bench, dataset, None, bench.progress)
        found = blocks(bench, dataset, count, bench.progress) if count else chosen
        for block, sub in zip(found, _largest_first(_block_sizes(printed)), strict=False):
            sizes = -np.sort(-np.bincount(classes_of(bench, dataset, block)))
            ours[sub, "hm-pfsom", None, "records"] = len(block)
            ours[sub, "hm-pfsom", None, "classes"] = len(sizes)
            names = _largest_first(_class_sizes(printed, sub))
            ranked = zip(names, sizes.tolist(), strict=False)
            ours.update({(sub, "hm-pfsom", None, name): size for name, size in ranked})
        for row in printed:
            if row.measure == "blocks":
                ours[row.key] = len(chosen)
            if row.measure.startswith("class "):  # one that PFSOM does not find has no records
                ours.setdefault(row.key, 0.0)
        return ours

    return compute


def _block_sizes(printed: Iterable[Printed]) -> dict[str, int]:
    return {row.dataset: int(row.value) for row in printed if row.measure == "records"}


def _class_sizes(printed: Iterable[Printed], sub: str) -> dict[str, int]:
    return {
        row.measure: int(row.value)
        for row in printed
        if row.dataset == sub and row.measure.startswith("class ")
    }


def _largest_first(sizes: dict[str, int]) -> list[str]:
    return sorted(sizes, key=lambda name: -sizes[name])


def performance(dataset: str, count: int | None, shares: str) -> Compute:
    """Return what computes tables 10 and 12.

    Numbers and sizes of groups follow from the printed class sizes, which the table ``shares`` has,
    so they are computed from those; the sums of squares and the loss come from the blocks and
    classes that PFSOM finds here, which chooses how many blocks if ``count`` is None.
    """
    sizes = printed_in(shares)

    def compute(bench: Bench, printed: Sequence[Printed]) -> Figures:
        found = blocks(bench, dataset, count, bench.progress)
        rows_of = dict(zip(_largest_first(_block_sizes(sizes)), found, strict=False))

        def measure(run: Run, progress: Progress) -> dict[str, float]:
            sub, method, k = run
            drawn = _group_sizes([*_class_sizes(sizes, sub).values()], method, k)
            scores = _scores(bench, dataset, rows_of[sub], method, k, progress)
            return {"groups": len(drawn), "min group size": min(drawn), **scores}

        return bench.by_run(printed, measure)

    return compute


@stand_in
def before_leftovers_join(_bench: Bench, row: Printed) -> float:
    """Return the size of the smallest group as classes are drawn from in proportion."""
    sizes = (*printed_in("003-9"), *printed_in("003-11"))
    classes = _class_sizes(sizes, row.dataset).values()
    return float(row.run[2] * sum(size // min(classes) for size in classes))


def _group_sizes(class_sizes: list[int], method: str, k: int) -> list[int]:
    """Return the sizes of the groups of a block with these classes, records side by side.

    Where the records lie decides which of them go together, not how many do, but for leftovers.
    """
    classes = np.repeat(np.arange(len(class_sizes)), class_sizes).astype(np.intp)
    line = np.arange(len(classes), dtype=np.float64)[:, None]
    labels = _split(line, classes, method, k)
    return [int(size) for size in np.bincount(labels)]


def _split(X: Matrix, classes: Labels, method: str, k: int, progress: Progress = quiet) -> Labels:
    if method == "hm-pfsom":
        return draw_groups(X, classes, k, progress=progress)
    if k == 1:  # no group at all, which is why no method of Covey's takes it
        return np.arange(len(X), dtype=np.intp)
    return ALGORITHMS["mdav-generic"](X, k=k, progress=progress).labels


def _scores(
    bench: Bench, dataset: str, rows: Labels, method: str, k: int, progress: Progress
) -> dict[str, float]:
    """Return the smallest sum of squares of the confidential values, as z-scores, and IL1s."""
    Q, _ = attributes(bench, dataset, "minmax")
    _, S = attributes(bench, dataset, "zscore")
    labels = _split(Q[rows], classes_of(bench, dataset, rows, k), method, k, progress)
    apart = np.square(S[rows] - mask(S[rows], labels)).sum(axis=1)
    moved = np.abs(Q[rows] - mask(Q[rows], labels))
    deviations = Q.std(axis=0, ddof=1)
    return {
        "min SSE of confidential": float(np.bincount(labels, apart).min()),
        "IL1s": 100.0 * float((moved / (np.sqrt(2.0) * deviations)).mean()),
    }


_SCORES = ("min SSE of confidential", "IL1s")

TABLES = (
    *FIGURE_TABLES,
    PaperTable.of("003-8", "The worked example: groups of thirteen records", worked_example),
    PaperTable.of("003-9", "Blocks and classes of Census", distribution("census", None)),
    PaperTable.of(
        "003-10",
        "HM-PFSOM against MDAV on Census, groups counted from the classes of table 9",
        performance("census", None, "003-9"),
        trends=(Trend("method", measures=_SCORES), Trend("k", measures=_SCORES)),
    ),
    PaperTable.of("003-11", "Blocks and classes of EIA", distribution(MONTHLY, 5)),
    PaperTable.of(
        "003-12",
        "HM-PFSOM against MDAV on EIA, groups counted from the classes of table 11",
        performance(MONTHLY, 5, "003-11"),
        trends=(
            Trend("method", measures=_SCORES, slack=0.02),
            Trend("k", measures=_SCORES, slack=0.02),
        ),
    ),
)

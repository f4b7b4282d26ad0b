"""Chettri, Paul and Dutta (2013): CV-MDAV against seven methods on the reference sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Progress
from covey.experiments.reproduce.bench import Bench, group_means
from covey.experiments.reproduce.published import printed_in
from covey.experiments.reproduce.rows import Findings, Key, Printed
from covey.experiments.reproduce.tables import PaperTable
from covey.experiments.reproduce.verdicts import Explanation, explanation_of
from covey.measuring import MEASURES, Evidence

VMDAV_GAMMA = {"tarragona": 0.2, "census": 0.2, "eia": 1.1}
"""Scattered or clustered data; the paper names no values, these give its figures."""

DLD = MEASURES["DLD"]


def options_for(dataset: str, method: str) -> dict[str, Any]:
    """Return the options under which a method gives the printed figures."""
    return {"gamma": VMDAV_GAMMA[dataset]} if method == "vmdav" else {}


def losses(bench: Bench, printed: Sequence[Printed]) -> Findings:
    """Compute the loss of every method, data set and k."""

    def loss(row: Printed, progress: Progress) -> float:
        options = options_for(row.dataset, row.method)
        return bench.loss(*row.run, progress, **options)

    found = bench.spread(loss, printed)
    ours = dict(zip((row.key for row in printed), found, strict=True))
    stand_ins: dict[Key, float] = {
        row.key: bench.loss(row.dataset, "mdav-centroid", 3)
        for row in printed
        if _OTHER_METHOD.covers(row)
    }
    return Findings(ours, stand_ins)


def linkage(bench: Bench, printed: Sequence[Printed]) -> Findings:
    """Compute DLD as its equation has it, and by the linkage that its figures come from."""
    ours, stand_ins = {}, {}
    for row in printed:
        X = bench.matrix(row.dataset)
        labels = bench.labels(*row.run)
        masked = group_means(X, labels)[labels]
        ours[row.key] = DLD.compute(Evidence(X, masked)).value
        if _COPIED.covers(row):
            stand_ins[row.key] = bench.loss("eia", "mdav", 10)
        elif explanation_of(row, _LINKAGE) is _DIRECTION:
            stand_ins[row.key] = _linked_in_file_order(bench.scaled(row.dataset), labels)
    return Findings(ours, stand_ins)


def _linked_in_file_order(X: Matrix, labels: Labels) -> float:
    """Return how many originals have their own masked record among the two nearest, in percent.

    Twins are equally near; the two that come first in the file count.
    """
    means = group_means(X, labels)
    n, linked = len(X), 0
    for i in range(n):
        to_group = np.square(means - X[i]).sum(axis=1)
        first_two = np.argsort(to_group[labels], kind="stable")[:2]
        linked += int(i in first_two)
    return 100.0 * linked / n


_MDAV2 = Explanation(
    "The paper leaves open in which order MDAV-2 dissolves groups that were formed two at a time; "
    "no order that we tried gives the whole table.",
    datasets=("eia",),
    methods=("mdav2",),
    within=0.07,
)
_CVMDAV = Explanation(
    "The algorithm as printed loses less here than the paper reports; it leaves open whether a "
    "record counts among its own neighbours and how the last records are grouped.",
    datasets=("eia",),
    methods=("cvmdav",),
    within=0.30,
)
_OTHER_METHOD = Explanation(
    "A misprint: the printed value is that of one group a round, mdav-centroid.",
    datasets=("tarragona",),
    methods=("mdav-generic",),
    ks=(3,),
)
_DIGIT = Explanation(
    "A misprint: one digit differs, 5.622 for the 5.692 that the same table prints for MDAV.",
    datasets=("census",),
    methods=("mdav-generic",),
    ks=(3,),
    within=0.015,
)
_COPIED = Explanation(
    "A misprint: the printed value is the loss of MDAV on EIA at k = 10, copied from table 3.",
    datasets=("tarragona",),
    ks=(10,),
    measures=("DLD",),
)
_DIRECTION = Explanation(
    "The printed figures do not follow equation 5, which links masked records with originals: they "
    "come from linking each original with its two nearest masked records, twins in file order.",
    measures=("DLD",),
)
_IMPOSSIBLE = Explanation(
    "The printed value cannot be: of ten twins at most two are among two candidates, so that no "
    "more than 20 % can be linked at k = 10.",
    datasets=("census",),
    ks=(10,),
    measures=("DLD",),
    within=0.15,
)
_OTHER_GROUPS = Explanation(
    "CV-MDAV as printed makes other groups of EIA than the paper's did (table 3), and so the "
    "linkage differs too.",
    datasets=("eia",),
    measures=("DLD",),
    within=0.20,
)
_LINKAGE = (_COPIED, _IMPOSSIBLE, _OTHER_GROUPS, _DIRECTION)


def _losses_table(number: str, dataset: str, *explanations: Explanation) -> PaperTable:
    return PaperTable(
        f"001-{number}",
        f"Information loss of eight methods on {dataset}",
        printed_in("001", number),
        losses,
        explanations=explanations,
    )


TABLES = (
    _losses_table("1", "Tarragona", _OTHER_METHOD),
    _losses_table("2", "Census", _DIGIT),
    _losses_table("3", "EIA", _MDAV2, _CVMDAV),
    PaperTable(
        "001-4",
        "Distance linkage of CV-MDAV",
        printed_in("001", "4"),
        linkage,
        explanations=_LINKAGE,
    ),
)

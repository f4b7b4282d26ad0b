"""Oommen and Fayyoumi (2007): how MDAV and IAMAT scale with records, variables and group size."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.progress import Progress
from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.published import printed_in
from covey.experiments.reproduce.rows import Findings, Printed
from covey.experiments.reproduce.tables import PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import Explanation

BY_METHOD = Trend("method", ("iamat", "mdav-centroid"), ("IL",))
"""What both papers claim for every data set, size and k: IAMAT loses less than MDAV."""

LIKE_UNIFORM = Explanation(
    "The paper's normal set loses what a uniform one of the same size loses, not what a normal one "
    "does.",
    families=("normal",),
    measures=("IL",),
)

MOST_RECORDS = 10_000
"""What --quick still runs."""


def losses_and_times(
    bench: Bench, printed: Sequence[Printed], most_records: int = MOST_RECORDS
) -> Findings:
    """Compute the loss and the time of each run, once for both."""
    rows = [row for row in printed if not bench.is_quick or _n_records(row) <= most_records]
    runs = list(dict.fromkeys(row.run for row in rows))

    def run(cell: tuple[str, str, int], progress: Progress) -> dict[str, float]:
        return {"IL": bench.loss(*cell, progress), "seconds": bench.seconds(*cell)}

    found = dict(zip(runs, bench.spread(run, runs), strict=True))
    ours, stand_ins = {}, {}
    for row in rows:
        ours[row.key] = found[row.run][row.measure]
        if LIKE_UNIFORM.covers(row):
            uniform = row.dataset.replace("normal", "uniform")
            stand_ins[row.key] = bench.loss(uniform, *row.run[1:])
    return Findings(ours, stand_ins)


def _n_records(row: Printed) -> int:
    return int(row.coordinates()["records"] or 0)


TABLES = (
    PaperTable(
        "004-1",
        "Loss and time of MDAV and IAMAT on Tarragona and Census",
        printed_in("004", "1"),
        losses_and_times,
        trends=(BY_METHOD,),
    ),
    PaperTable(
        "004-2",
        "Loss and time by records, variables and group size",
        printed_in("004", "2"),
        losses_and_times,
        trends=(
            BY_METHOD,
            Trend("records", "falls", ("IL",)),
            Trend("variables", "rises", ("IL",)),
            Trend("k", "rises", ("IL",)),
        ),
        explanations=(LIKE_UNIFORM,),
    ),
)

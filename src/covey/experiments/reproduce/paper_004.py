"""Oommen and Fayyoumi (2007): how MDAV and IAMAT scale with records, variables and group size."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.progress import Progress
from covey.experiments.reproduce.bench import Bench, Figures
from covey.experiments.reproduce.rows import Printed, Run
from covey.experiments.reproduce.tables import PaperTable
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import stand_in

BY_METHOD = Trend("method", ("iamat", "mdav-centroid"), ("IL",))
"""What both papers claim for every data set, size and k: IAMAT loses less than MDAV."""

MOST_RECORDS = 10_000
"""What --quick still runs."""


def losses_and_times(
    bench: Bench, printed: Sequence[Printed], most_records: int = MOST_RECORDS
) -> Figures:
    """Compute the loss and the time of each run, once for both."""

    def measure(run: Run, progress: Progress) -> dict[str, float]:
        return {"IL": bench.loss(*run, progress), "seconds": bench.timed(*run)[1]}

    rows = [row for row in printed if not bench.is_quick or _n_records(row) <= most_records]
    return bench.by_run(rows, measure)


def _n_records(row: Printed) -> int:
    return int(row.coordinates()["records"] or 0)


@stand_in
def like_uniform(bench: Bench, row: Printed) -> float | None:
    """Return the loss of the uniform set of the same size."""
    return bench.loss(row.dataset.replace("normal", "uniform"), *row.run[1:]) if row.value else None


TABLES = (
    PaperTable.of(
        "004-1",
        "Loss and time of MDAV and IAMAT on Tarragona and Census",
        losses_and_times,
        trends=(BY_METHOD,),
    ),
    PaperTable.of(
        "004-2",
        "Loss and time by records, variables and group size",
        losses_and_times,
        trends=(
            BY_METHOD,
            Trend("records", "falls", ("IL",)),
            Trend("variables", "rises", ("IL",)),
            Trend("k", "rises", ("IL",)),
        ),
    ),
)

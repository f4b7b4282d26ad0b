"""A table of a paper as something that can be run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from covey.experiments.reproduce.bench import Bench, Figures
from covey.experiments.reproduce.rows import Printed, Row, Verdict, printed_in
from covey.experiments.reproduce.trends import Standing, Trend, standings
from covey.experiments.reproduce.verdicts import (
    Explanation,
    explanation_of,
    explanations_of,
    judge,
)

Compute: TypeAlias = Callable[[Bench, Sequence[Printed]], Figures]


@dataclass(frozen=True, slots=True)
class Figure:
    """How a table is drawn: one panel for each measure and family of data."""

    over: Literal["k", "records", "variables"]  # what is on the horizontal axis
    measures: tuple[str, ...] = ("IL",)


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table or figure of a paper, and how its figures are computed here."""

    name: str  # paper and table, as in ``covey reproduce 001-1``
    title: str
    compute: Compute = field(repr=False)
    printed: tuple[Printed, ...]
    trends: tuple[Trend, ...] = ()  # of our figures, where data are random or details undocumented
    explanations: tuple[Explanation, ...] = ()
    figure: Figure | None = None  # where the paper draws it

    @classmethod
    def of(
        cls,
        name: str,
        title: str,
        compute: Compute,
        printed: tuple[Printed, ...] | None = None,
        *,
        trends: tuple[Trend, ...] = (),
        figure: Figure | None = None,
    ) -> PaperTable:
        """Return a table with what was recorded under its name: printed figures and reasons."""
        printed = printed_in(name) if printed is None else printed
        return cls(name, title, compute, printed, trends, explanations_of(name), figure)

    def run(self, bench: Bench) -> list[Row]:
        """Compute the table's figures and judge each against print."""
        ours = self.compute(bench, self.printed)
        stands = standings(self.trends, self.printed, ours)
        return [
            self._row(bench, printed, ours.get(printed.key), stands.get(printed.key))
            for printed in self.printed
        ]

    def _row(
        self, bench: Bench, printed: Printed, ours: float | None, standing: Standing | None
    ) -> Row:
        if_so = None
        if ours is None and bench.is_quick:
            verdict, note = Verdict.NOT_RUN, "Skipped by a quick run."
        elif ours is None:
            verdict, note = Verdict.FAILED, "Not computed."
        else:
            explanation = explanation_of(printed, self.explanations)
            tried = explanation.stand_in if explanation else None
            if_so = tried(bench, printed) if tried else None
            verdict, note = judge(printed, ours, standing, explanation, if_so)
        return Row(
            self.name, *printed.key, printed.number, ours, verdict, note, if_so if note else None
        )


def count_verdicts(rows: Sequence[Row]) -> dict[str, int]:
    """Return how many rows got each verdict, all verdicts named."""
    found = Counter(row.verdict for row in rows)
    return {verdict.value: found[verdict] for verdict in Verdict}

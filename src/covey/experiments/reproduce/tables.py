"""A table of a paper as something that can be run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.rows import Findings, Printed, Row, Verdict
from covey.experiments.reproduce.trends import Standing, Trend, standings
from covey.experiments.reproduce.verdicts import Explanation, explanation_of, judge

Compute: TypeAlias = Callable[[Bench, Sequence[Printed]], Findings]

NOT_IN_QUICK = "Skipped by a quick run."


@dataclass(frozen=True, slots=True)
class Figure:
    """How a table is drawn: one panel for each measure and family of data.

    Parameters
    ----------
    over : {"k", "records", "variables"}
        What is on the horizontal axis.
    measures : tuple of str
        Which measures are drawn.
    """

    over: Literal["k", "records", "variables"]
    measures: tuple[str, ...] = ("IL",)


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table or figure of a paper, and how its figures are computed here.

    Parameters
    ----------
    name : str
        Paper and table, as in ``covey reproduce 001-1``.
    title : str
        What it shows, in a few words.
    printed : tuple of Printed
        What the paper prints.
    compute : callable
        Takes the bench and the printed rows and returns our figures.
    trends : tuple of Trend
        Orderings that our figures must have where data are random or details undocumented.
    explanations : tuple of Explanation
        Why some rows differ; the first that covers a row counts.
    figure : Figure, optional
        How it is drawn, where the paper draws it.
    """

    name: str
    title: str
    printed: tuple[Printed, ...]
    compute: Compute = field(repr=False)
    trends: tuple[Trend, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    figure: Figure | None = None

    def run(self, bench: Bench) -> list[Row]:
        """Compute the table's figures and judge each against print."""
        findings = self.compute(bench, self.printed)
        stands = standings(self.trends, self.printed, findings.ours)
        return [
            self._row(printed, findings, stands.get(printed.key), is_quick=bench.is_quick)
            for printed in self.printed
        ]

    def _row(
        self, printed: Printed, findings: Findings, standing: Standing | None, *, is_quick: bool
    ) -> Row:
        ours, if_so = findings.ours.get(printed.key), None
        if ours is None:
            verdict, note = (
                (Verdict.NOT_RUN, NOT_IN_QUICK) if is_quick else (Verdict.FAILED, "Not computed.")
            )
        else:
            explanation = explanation_of(printed, self.explanations)
            stand_in = findings.stand_ins.get(printed.key)
            verdict, note = judge(printed, ours, standing, explanation, stand_in)
            if_so = stand_in if note else None
        return Row(self.name, *printed.key, printed.number, ours, verdict, note, if_so)


def count_verdicts(rows: Sequence[Row]) -> dict[str, int]:
    """Return how many rows got each verdict, all verdicts named."""
    found = Counter(row.verdict for row in rows)
    return {verdict.value: found[verdict] for verdict in Verdict}

"""The verdict on a row: from its figures and what was declared of it, never typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from covey.core.wording import figure
from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.rows import Printed, Status, Verdict, read_lines
from covey.experiments.reproduce.trends import Standing

CLOSE = {Status.MATCH: 0.001, Status.CLOSE: 0.03, Status.TREND: 0.03, Status.TYPO: 0.0}
"""By what share of the printed figure ours may differ and still be close, by declared status."""

MEANINGS = {
    Verdict.REPRODUCED: "the printed digits, or one unit of the last; counts must be equal",
    Verdict.CLOSE: (
        f"within {figure(100 * CLOSE[Status.CLOSE])} % of the printed figure, or within "
        f"{figure(100 * CLOSE[Status.MATCH])} % where the method as specified should give it"
    ),
    Verdict.IN_TREND: (
        "random data or undocumented detail: the order of methods, of k or of sizes is as printed"
    ),
    Verdict.EXPLAINED: "differs, for a reason given in one sentence",
    Verdict.INFORMATION: "the time on another machine, shown without a verdict",
    Verdict.NOT_RUN: "left out of a quick run",
    Verdict.FAILED: "differs, and no reason is known",
}
"""What each verdict means, for the page on which it stands."""

EXPLANATIONS = Path(__file__).with_name("explanations.csv")
"""One line a reason; several tables, data sets and so on of one are separated by semicolons."""

StandIn: TypeAlias = Callable[[Bench, Printed], float | None]
"""Tries a reason out: the figure that it gives for a row; None where it says nothing of it."""

STAND_INS: dict[str, StandIn] = {}
"""The stand-ins that ``explanations.csv`` names."""

_ROUNDING = 1e-9
"""Binary fractions: 0.483 − 0.482 is a little more than 0.001."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why some rows differ from print, in one sentence.

    A reason should bear a test: either the table computes the figure that the reason gives (its
    stand-in), and that must be close to the printed one, or ``within`` bounds the difference. One
    about an order that random data break bears neither, and the page on the papers says which.
    """

    reason: str
    datasets: tuple[str, ...] = ()  # which rows it is about; empty for all, as in what follows
    families: tuple[str, ...] = ()  # of simulated sets of any size
    methods: tuple[str, ...] = ()  # how their names begin
    ks: tuple[int, ...] = ()
    measures: tuple[str, ...] = ()
    within: float | None = None  # the largest difference, as a share of the printed figure
    stand_in: StandIn | None = field(default=None, repr=False)

    def covers(self, row: Printed) -> bool:
        """Whether the reason is about this row."""
        return (
            (not self.datasets or row.dataset in self.datasets)
            and (not self.families or row.coordinates()["family"] in self.families)
            and (not self.methods or row.method.startswith(self.methods))
            and (not self.ks or row.k in self.ks)
            and (not self.measures or row.measure in self.measures)
        )


def stand_in(function: StandIn) -> StandIn:
    """Make a function known by its name to ``explanations.csv``."""
    STAND_INS[function.__name__] = function
    return function


def explanations_of(table: str) -> tuple[Explanation, ...]:
    """Return why rows of a table differ from print; the first reason that covers a row counts."""
    return tuple(
        Explanation(
            line["reason"],
            datasets=_parts(line["datasets"]),
            families=_parts(line["families"]),
            methods=_parts(line["methods"]),
            ks=tuple(map(int, _parts(line["ks"]))),
            measures=_parts(line["measures"]),
            within=float(line["within"]) if line["within"] else None,
            stand_in=STAND_INS[line["stand_in"]] if line["stand_in"] else None,
        )
        for line in read_lines(EXPLANATIONS)
        if table in _parts(line["tables"])
    )


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(";")) if text else ()


def explanation_of(row: Printed, explanations: Iterable[Explanation]) -> Explanation | None:
    """Return the first explanation that covers a row."""
    return next((found for found in explanations if found.covers(row)), None)


def judge(
    row: Printed,
    ours: float,
    standing: Standing | None = None,
    explanation: Explanation | None = None,
    stand_in: float | None = None,
) -> tuple[Verdict, str]:
    """Return the verdict on a row that was computed, and the words that go with it.

    ``standing`` is how ours stands in the orderings of its table, ``stand_in`` the figure that the
    explanation gives.
    """
    if row.status is Status.INFORMATION:
        return Verdict.INFORMATION, ""
    standing = standing or Standing()
    if row.status is Status.TREND and standing.broken:
        trouble = f"Out of order: {'; '.join(standing.broken)}."
        return _explain(row, ours, trouble, explanation, stand_in)
    if is_reproduced(row, ours):
        return Verdict.REPRODUCED, ""
    if is_close(row, ours, CLOSE[row.status]):
        return Verdict.CLOSE, ""
    if row.status is Status.TREND and standing.n_compared:
        return Verdict.IN_TREND, explanation.reason if explanation and row.value else ""
    trouble = "Too far from print." if row.value else "Nothing to compare it with."
    return _explain(row, ours, trouble, explanation, stand_in)


def is_reproduced(row: Printed, ours: float) -> bool:
    """Whether ours has the printed digits, or is one unit of the last away; counts must agree."""
    return row.number is not None and abs(ours - row.number) <= row.unit * (1 + _ROUNDING)


def is_close(row: Printed, ours: float, share: float) -> bool:
    """Whether ours is within a share of the printed figure."""
    return row.number is not None and abs(ours - row.number) <= share * abs(row.number)


def _explain(
    row: Printed,
    ours: float,
    trouble: str,
    explanation: Explanation | None,
    stand_in: float | None,
) -> tuple[Verdict, str]:
    if explanation is None:
        return Verdict.FAILED, trouble
    if stand_in is not None:
        is_borne_out = is_reproduced(row, stand_in) or is_close(row, stand_in, CLOSE[Status.CLOSE])
        if not is_borne_out:
            return Verdict.FAILED, f"{trouble} This does not give it either: {explanation.reason}"
        return Verdict.EXPLAINED, explanation.reason
    if explanation.within is not None and not is_close(row, ours, explanation.within):
        return Verdict.FAILED, f"{trouble} Farther than this accounts for: {explanation.reason}"
    return Verdict.EXPLAINED, explanation.reason

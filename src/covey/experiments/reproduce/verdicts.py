"""The verdict on a row: from its figures and what was declared of it, never typed in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from covey.core.wording import figure
from covey.experiments.reproduce.rows import Printed, Status, Verdict
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

_ROUNDING = 1e-9
"""Binary fractions: 0.483 − 0.482 is a little more than 0.001."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why some rows differ from print, in one sentence.

    A reason should bear a test: either the table computes the figure that the reason gives (its
    stand-in), and that must be close to the printed one, or ``within`` bounds the difference. One
    about an order that random data break bears neither, and the page on the papers says which.

    Parameters
    ----------
    reason : str
        One sentence.
    datasets, families, methods, ks, measures : tuple
        Which rows; empty for all. A family is that of simulated sets of any size; a method is
        matched by how its name begins.
    within : float, optional
        The largest difference, as a share of the printed figure, that the reason accounts for.
        None where the reason is about an ordering or has a stand-in.
    """

    reason: str
    datasets: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    ks: tuple[int, ...] = ()
    measures: tuple[str, ...] = ()
    within: float | None = None

    def covers(self, row: Printed) -> bool:
        """Whether the reason is about this row."""
        return (
            (not self.datasets or row.dataset in self.datasets)
            and (not self.families or row.coordinates()["family"] in self.families)
            and (not self.methods or row.method.startswith(self.methods))
            and (not self.ks or row.k in self.ks)
            and (not self.measures or row.measure in self.measures)
        )


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

    Parameters
    ----------
    row : Printed
        The printed figure and its declared status.
    ours : float
        Our figure.
    standing : Standing, optional
        How ours stands in the orderings of its table.
    explanation : Explanation, optional
        Why it may differ.
    stand_in : float, optional
        The figure that the explanation gives.
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

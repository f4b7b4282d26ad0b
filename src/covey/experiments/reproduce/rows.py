"""What a paper prints, and what becomes of it beside our own figure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

Key: TypeAlias = tuple[str, str, int | None, str]
"""Data set, method, k and measure: what a figure is the figure of."""

SIMULATED = re.compile(
    r"(?P<family>normal|uniform|binary-[a-z]+)-(?P<records>\d+)(x(?P<variables>\d+))?"
)
"""A simulated set's name tells its size: normal-1560x16, binary-sibling-5000."""


class Status(StrEnum):
    """What was declared of a printed figure before anything was computed."""

    MATCH = "match"
    """The method as specified gives it, to the printed digits or nearly."""
    CLOSE = "close"
    """Within a few percent: the paper leaves something open."""
    TREND = "trend"
    """Random data or undocumented detail: the ordering must hold."""
    TYPO = "typo"
    """The paper contradicts itself."""
    INFORMATION = "information"
    """Shown beside ours without a verdict: times of another machine."""


class Verdict(StrEnum):
    """What came of a row."""

    REPRODUCED = "reproduced"
    CLOSE = "close"
    IN_TREND = "in trend"
    EXPLAINED = "explained"
    FAILED = "failed"
    INFORMATION = "information"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure of a paper.

    Parameters
    ----------
    dataset, method, k, measure
        What it is the figure of; k is None where the paper's figure has none.
    value : str
        The digits as printed; empty where a paper shows a curve without figures.
    status : Status
        What is to be expected of it.
    panel : str
        Which part of a table it stands in, where a table has several.
    """

    dataset: str
    method: str
    k: int | None
    measure: str
    value: str = ""
    status: Status = Status.TREND
    panel: str = ""

    @property
    def key(self) -> Key:
        """What the figure is the figure of."""
        return self.dataset, self.method, self.k, self.measure

    @property
    def run(self) -> tuple[str, str, int]:
        """Data set, method and k: rows of several measures share one run."""
        return self.dataset, self.method, self.k or 0

    @property
    def number(self) -> float | None:
        """The printed figure, None where there is none."""
        return float(self.value) if self.value else None

    @property
    def unit(self) -> float:
        """One unit of the last printed digit; 0 for whole numbers, which are counts."""
        decimals = len(self.value.partition(".")[2])
        return 10.0**-decimals if decimals else 0.0

    def coordinates(self) -> dict[str, str | int | None]:
        """Return what rows can be ordered by: the size is in the name of a simulated set."""
        found = SIMULATED.fullmatch(self.dataset)
        size = {
            "family": found["family"] if found else self.dataset,
            "records": int(found["records"]) if found else None,
            "variables": int(found["variables"]) if found and found["variables"] else None,
        }
        return {
            **size,
            "method": self.method,
            "k": self.k,
            "measure": self.measure,
            "panel": self.panel,
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """What was computed for a table.

    Parameters
    ----------
    ours : dict
        Our figure by key. What is missing was not run.
    stand_ins : dict
        Where a reason for a difference can be tried out: the figure that it gives.
    """

    ours: dict[Key, float] = field(default_factory=dict)
    stand_ins: dict[Key, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A printed figure, ours, and the verdict with its reason.

    Parameters
    ----------
    table, dataset, method, k, measure
        What the figure is the figure of.
    published, ours : float or None
        The two figures; None where none is printed, or where ours was not run.
    verdict : Verdict
        What came of it.
    note : str
        The reason for a difference, or what is wrong.
    if_so : float or None
        The figure that the reason gives, where it was tried out.
    """

    table: str
    dataset: str
    method: str
    k: int | None
    measure: str
    published: float | None
    ours: float | None
    verdict: Verdict
    note: str = ""
    if_so: float | None = None

    @property
    def difference(self) -> float | None:
        """Ours less the published figure."""
        if self.published is None or self.ours is None:
            return None
        return self.ours - self.published

"""What a paper prints, and what becomes of it beside our own figure."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeAlias

PUBLISHED = Path(__file__).with_name("published.csv")
"""One line a printed figure: source, table, dataset, method, k, measure, value, status, note."""

Key: TypeAlias = tuple[str, str, int | None, str]
"""Data set, method, k and measure: what a figure is the figure of."""

Run: TypeAlias = tuple[str, str, int]
"""Data set, method and k: rows of several measures share one run."""

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
    """A figure of a paper."""

    dataset: str
    method: str
    k: int | None  # None where the paper's figure has none
    measure: str
    value: str = ""  # the digits as printed; empty where a paper shows a curve without figures
    status: Status = Status.TREND
    panel: str = ""  # which part of a table it stands in, where a table has several

    @property
    def key(self) -> Key:
        """What the figure is the figure of."""
        return self.dataset, self.method, self.k, self.measure

    @property
    def run(self) -> Run:
        """What must be run to compute the figure."""
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
        return {
            "family": found["family"] if found else self.dataset,
            "records": int(found["records"]) if found else None,
            "variables": int(found["variables"]) if found and found["variables"] else None,
            "method": self.method,
            "k": self.k,
            "measure": self.measure,
            "panel": self.panel,
        }


def printed_in(name: str) -> tuple[Printed, ...]:
    """Return the figures of a table, with those of its parts: 004-2 has "2 size" and others.

    Examples
    --------
    >>> printed_in("001-1")[0].value
    '16.9326'
    """
    paper, _, table = name.replace("figure-", "figure ").partition("-")
    return tuple(
        Printed(
            dataset=line["dataset"],
            method=line["method"],
            k=int(line["k"]) if line["k"] else None,
            measure=line["measure"],
            value=line["value"],
            status=Status(line["status"]),
            panel=line["table"].removeprefix(table).strip(),
        )
        for line in read_lines(PUBLISHED)
        if line["source"] == paper
        and (line["table"] == table or line["table"].startswith(f"{table} "))
    )


@cache
def read_lines(path: Path) -> tuple[dict[str, str], ...]:
    """Return the lines of a file of comma-separated values, by the names in its first one."""
    with path.open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


@dataclass(frozen=True, slots=True)
class Row:
    """A printed figure, ours, and the verdict with its reason."""

    table: str
    dataset: str
    method: str
    k: int | None
    measure: str
    published: float | None  # None where none is printed
    ours: float | None  # None where it was not run
    verdict: Verdict
    note: str = ""  # the reason for a difference, or what is wrong
    if_so: float | None = None  # the figure that the reason gives, where it was tried out

    @property
    def difference(self) -> float | None:
        """Ours less the published figure."""
        if self.published is None or self.ours is None:
            return None
        return self.ours - self.published

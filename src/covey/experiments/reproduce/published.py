"""What the five papers print, as they print it."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from covey.experiments.reproduce.rows import Printed, Status

PUBLISHED = Path(__file__).with_name("published.csv")
"""One line a printed figure: source, table, dataset, method, k, measure, value, status, note."""


@cache
def _lines() -> tuple[dict[str, str], ...]:
    with PUBLISHED.open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


def printed_in(paper: str, table: str) -> tuple[Printed, ...]:
    """Return the figures of a table, with those of its parts: "2" has "2 size" and others.

    Examples
    --------
    >>> printed_in("001", "1")[0].value
    '16.9326'
    """
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
        for line in _lines()
        if line["source"] == paper
        and (line["table"] == table or line["table"].startswith(f"{table} "))
    )

"""What categories and gaps cost: a survey against numbers in as many coordinates.

``python -m benchmarks.sections.mixed TABLE N`` is the process that computes.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.record import Row
from benchmarks.session import Session
from benchmarks.tables import Section

N, K = 100_000, 5
PERSONS = 2.2
"""Fewer than a household has on average, so that there are records to spare."""

LEVELS = ["none", "primary", "secondary", "tertiary"]
NUMERIC = ("age", "income", "household_income", "hours")
NOMINAL = {"region": 5, "sex": 2, "activity": 6}
"""With the number of their categories, each of which is a coordinate."""

GAPS = 0.05
"""The share of cells of the quasi-identifiers that are missing."""

WIDTH = len(NUMERIC) + sum(NOMINAL.values()) + 1
MOST_TIMES = 3.0
"""As long as the numeric table the survey may take."""


def measure(session: Session) -> Iterator[Row]:
    """Yield the times of both tables, and how many times as long the survey takes."""
    numbers: float | None = None
    for table in ("numbers", "survey"):
        session.say(f"auto, {table}, {N:,} records in {WIDTH} coordinates, k = {K}")
        output, failure = session.ask([sys.executable, "-m", __name__, table, str(N)])
        row: Row = {"table": table, "n": N, "coordinates": WIDTH, "k": K, "note": failure}
        if not failure:
            row |= json.loads(output)
        if table == "numbers":
            numbers = row.get("seconds")
        elif numbers and row.get("seconds"):
            row["ratio"] = row["seconds"] / numbers
            row["is_kept"] = row["ratio"] <= MOST_TIMES
        yield row


def survey(n: int) -> tuple[Any, dict[str, Any]]:
    """Return persons with four numbers, three categories and a level, and what is said of them."""
    import polars as pl

    from covey.datasets import make_survey

    rng = np.random.default_rng(0)
    names = [*NUMERIC, *NOMINAL, "education"]
    persons = make_survey(int(n / PERSONS)).head(n)
    persons = persons.with_columns(
        pl.col("income").fill_null(0), pl.col("education").fill_null("none"),
        hours=pl.Series(rng.normal(35.0, 8.0, n).round(1)),
    )  # fmt: skip
    frame = persons.select(
        pl.when(pl.Series(rng.random(n) >= GAPS)).then(pl.col(name)).alias(name) for name in names
    )
    columns: dict[str, Any] = {name: {"kind": "nominal"} for name in NOMINAL}
    columns["education"] = {"kind": "ordinal", "levels": LEVELS}
    return frame, {"roles": {"quasi": names}, "columns": columns}


def numbers(n: int) -> tuple[Any, dict[str, Any]]:
    """Return independent normal numbers in as many columns as the survey has coordinates."""
    return np.random.default_rng(0).normal(size=(n, WIDTH)), {}


TABLES = {"survey": survey, "numbers": numbers}


def row(table: str, n: int) -> Row:
    """Protect a table, after a smaller one that loads the same kernels: those of blocks."""
    import covey

    frame, request = TABLES[table](n)
    covey.protect(frame[: n * 3 // 5], k=K, measures=["IL"], **request)
    start = time.perf_counter()
    release = covey.protect(frame, k=K, measures=["IL"], **request)
    return {
        "seconds": time.perf_counter() - start,
        "loss": release.scores["IL"],
        "groups": release.partition.n_groups,
    }


SECTION = Section(
    "mixed",
    "A survey with categories and gaps against numbers in as many coordinates: covey.protect(k=5)",
    measure,
    "table n:,d coordinates:d k:d groups:,d loss:.2f seconds:.1f ratio:.2f is_kept note",
    {"ratio": "times as long", "is_kept": "at most 3"},
)

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(row(sys.argv[1], int(sys.argv[2]))))

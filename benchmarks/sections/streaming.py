"""A table from Parquet under a limit on memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.command import run_command
from benchmarks.record import Row
from benchmarks.sections.auto import K, P
from benchmarks.session import Session
from benchmarks.tables import Section

CASES, LARGE_CASES = ((1_000_000, "1GB", 1_000.0),), ((10_000_000, "2GB", 2_000.0),)
PIECE = 500_000
"""Rows that are drawn and written at once."""


def measure(session: Session) -> Iterator[Row]:
    """Yield time and peak of the command on files of normal data."""
    for n, limit, megabytes in session.pick(CASES, LARGE_CASES):
        with tempfile.TemporaryDirectory() as place:
            table = Path(place) / "table.parquet"
            write(table, n)
            session.say(f"covey protect, Parquet {n:,} x {P}, --memory {limit}")
            job = ["protect", str(table), "-o", f"{place}/safe.parquet", "-k", str(K)]
            found = run_command(session, [*job, "--memory", limit])
        row: Row = {"n": n, "p": P, "k": K, "limit": limit, "table_mb": n * P * 8 / 1e6}
        row |= dict.fromkeys(("seconds", "peak", "is_kept"))
        if not found.failure:
            row |= {"seconds": found.seconds, "peak": found.peak}
            row["is_kept"] = found.peak <= megabytes if found.peak else None
        yield {**row, "note": found.failure}


def write(path: Path, n: int) -> None:
    """Write normal data piece by piece, so that this process stays small as well."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = [f"x{j}" for j in range(P)]
    rng = np.random.default_rng(0)
    schema = pa.schema([(name, pa.float64()) for name in names])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, n, PIECE):
            columns = rng.normal(size=(P, min(PIECE, n - start)))
            writer.write_table(pa.table(dict(zip(names, columns, strict=True))))


SECTION = Section(
    "streaming",
    "covey protect from Parquet under a limit on memory, the whole command",
    measure,
    "n:,d p:d k:d table_mb:.0f limit seconds:.1f peak:.0f is_kept note",
    {"limit": "--memory", "peak": "peak MB, all of it", "is_kept": "under the limit"},
)

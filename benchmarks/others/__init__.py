"""Other libraries."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.inputs import Matrix, make_table
from benchmarks.job import Job, Measured
from benchmarks.session import Session


def measure_other(
    session: Session, job: Job, missing: str, run: Callable[[Matrix, Path], Measured]
) -> Measured:
    """Run another library on the job's table, in a folder of its own, unless it is missing."""
    if missing:
        return Measured(note=missing)
    session.say(str(job))
    with tempfile.TemporaryDirectory() as folder:
        return run(make_table(job.table, job.n, job.p), Path(folder))

"""How long people wait for the command: help, a warm run, the first run ever."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

SAMPLE = Path(__file__).parents[1] / "src/covey/datasets/clinic.csv"
ROLES = ("--identifier", "patient_id", "--confidential", "hba1c", "--other", "visit_month")


def seconds(*arguments: str, cache: str | None = None) -> float:
    """Run `covey` once and return the time on the wall."""
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {})}
    command = [str(Path(sys.executable).with_name("covey")), *arguments]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)  # noqa: S603
    return time.perf_counter() - start


def main() -> None:
    """Print one table with the targets beside the times."""
    with tempfile.TemporaryDirectory() as folder:
        job = ("protect", str(SAMPLE), "-o", f"{folder}/safe.csv", "-k", "3", "--force", *ROLES)
        first = seconds(*job, cache=f"{folder}/cache")
        rows = (
            ("covey --help", min(seconds("--help") for _ in range(5)), 0.3),
            ("covey protect, 1,000 x 8, warm", min(seconds(*job) for _ in range(5)), 1.5),
            ("covey protect, first run ever", first, 15.0),
        )
    table = Table(title="The command, seconds on the wall", box=None)
    for heading in ("what", "seconds", "target"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for what, taken, target in rows:
        table.add_row(what, f"{taken:.2f}", f"{target:.1f}")
    Console().print(table)

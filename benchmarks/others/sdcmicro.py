"""sdcMicro's MDAV, if an R that has it is found."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.inputs import Matrix
from benchmarks.job import Job, Measured
from benchmarks.others import measure_other
from benchmarks.session import Session

SCRIPT = Path(__file__).with_name("run_sdcmicro.R")


def measure(session: Session, job: Job) -> Measured:
    """Time sdcMicro on the job's table; a note says why where that cannot be done."""

    def run(X: Matrix, folder: Path) -> Measured:
        table, masked = folder / "table.csv", folder / "masked.csv"
        header = ",".join(f"x{j}" for j in range(X.shape[1]))
        np.savetxt(table, X, delimiter=",", header=header, comments="", fmt="%.17g")
        command = ["Rscript", str(SCRIPT), str(table), str(masked), str(job.k)]
        output, failure = session.ask(command)
        if failure:
            return Measured(note=failure)
        Y = np.loadtxt(masked, delimiter=",", skiprows=1)
        found = json.loads(output.strip().splitlines()[-1])
        loss = float(100.0 * np.square(X - Y).sum() / np.square(X - X.mean(axis=0)).sum())
        smallest = int(np.unique(Y, axis=0, return_counts=True)[1].min())
        return Measured(found["seconds"], None, loss, smallest, f"version {found['version']}")

    missing = absent()
    return measure_other(session, job, missing and f"not measured: {missing}", run)


@cache
def absent() -> str:
    """Return what is missing; nothing if sdcMicro can be run."""
    rscript = shutil.which("Rscript")
    if rscript is None:
        return "no R was found"
    command = [rscript, "-e", "quit(status = !requireNamespace('sdcMicro', quietly = TRUE))"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    return "this R has no sdcMicro" if done.returncode else ""

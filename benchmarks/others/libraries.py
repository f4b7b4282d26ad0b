"""anonypyx and microagg1d, in an environment that is made when it is first needed."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.inputs import Matrix
from benchmarks.job import Job, Measured
from benchmarks.loss import information_loss
from benchmarks.others import measure_other
from benchmarks.session import Session

VERSIONS = {"anonypyx": "0.2.11", "microagg1d": "0.4.0"}
SCRIPT = Path(__file__).with_name("run_library.py")
LONGEST = 900.0
"""Seconds that an installation may take."""


def measure(session: Session, job: Job) -> Measured:
    """Group the job's table with another library; a note says why where that cannot be done."""

    def run(X: Matrix, folder: Path) -> Measured:
        python = python_of(job.method, session)
        table, labels = folder / "table.npy", folder / "labels.npy"
        np.save(table, X)
        command = [str(python), str(SCRIPT), job.method, str(table), str(labels)]
        kernels = {"NUMBA_CACHE_DIR": str(python.parents[1] / "numba")}
        command += [str(job.k), str(job.budget)]
        output, failure = session.ask(command, environment=kernels)
        if failure:
            return Measured(note=failure)
        groups, found = np.load(labels), json.loads(output)
        return Measured(
            found["seconds"],
            found["memory"],
            information_loss(X, groups),
            int(np.bincount(groups).min()),
            f"version {found['version']}",
        )

    missing = install(job.method, session)
    return measure_other(session, job, missing and f"not installed: {missing}", run)


def python_of(library: str, session: Session) -> Path:
    """Return the interpreter of a library's environment."""
    folder = session.kept / f"{library}-{VERSIONS[library]}"
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


@cache
def install(library: str, session: Session) -> str:
    """Make a library's environment unless there is one; return why it cannot be made."""
    python = python_of(library, session)
    ready = python.parents[1] / "ready"
    if ready.exists():
        return ""
    session.say(f"installing {library} in an environment of its own")
    command = [sys.executable, "-m", "venv", "--clear", str(python.parents[1])]
    _, failure = session.ask(command, longest=LONGEST)
    if failure:
        return f"its environment could not be made ({failure})"
    wanted = f"{library}=={VERSIONS[library]}"
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _, failure = session.ask([*command, wanted], longest=LONGEST)
    if failure:
        return f"pip could not get version {VERSIONS[library]}"
    ready.touch()
    return ""

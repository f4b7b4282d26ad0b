"""Runs jobs, each in a fresh process, and tells what it is doing."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from benchmarks.job import Job, Measured
from benchmarks.machine import cores

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).parent / ".cache"
"""Compiled kernels and the environment of other libraries; not part of the sources."""

LONGEST = 3600.0
"""Seconds after which a job is given up."""


class Session:
    """One run of the benchmark; a full one measures what takes more than some minutes as well.

    The environments of other libraries are in ``kept``.
    """

    def __init__(self, *, is_full: bool = False, kept: Path = KEPT) -> None:
        self.is_full = is_full
        self.kept = kept
        self._known: dict[Job, Measured] = {}
        self._running: set[subprocess.Popen[str]] = set()

    def pick(self, usual: tuple[T, ...], large: tuple[T, ...]) -> tuple[T, ...]:
        """Return the cases that this session has time for."""
        return usual + large if self.is_full else usual

    def measure(self, job: Job) -> Measured:
        """Run a job, or tell what it gave before in this session."""
        if job not in self._known:
            self._known[job] = self._run(job)
        return self._known[job]

    def measure_side_by_side(self, jobs: Sequence[Job]) -> list[Measured]:
        """Run jobs on one core each, as many at once as there are cores."""
        if not hasattr(os, "sched_setaffinity"):
            return [self.measure(job) for job in jobs]
        free: SimpleQueue[int] = SimpleQueue()
        for core in sorted(os.sched_getaffinity(0)):
            free.put(core)

        def run(job: Job) -> Measured:
            core = free.get()
            try:
                return self._run(replace(job, core=core))
            finally:
                free.put(core)

        with ThreadPoolExecutor(cores()) as pool:
            futures = [pool.submit(run, job) for job in jobs if job not in self._known]
            try:
                found = [future.result() for future in futures]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.stop()
                raise
        new = [job for job in jobs if job not in self._known]
        self._known.update(zip(new, found, strict=True))
        return [self._known[job] for job in jobs]

    def say(self, text: str) -> None:
        """Tell people what is going on, where it does not mix with the tables."""
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")  # at once: threads speak too
        sys.stderr.flush()

    def stop(self) -> None:
        """End what is running."""
        for process in list(self._running):
            process.kill()

    def ask(
        self,
        command: Sequence[str],
        text: str = "",
        *,
        environment: dict[str, str] | None = None,
        longest: float = LONGEST,
    ) -> tuple[str, str]:
        """Run a command with this input; return its output, and why it failed if it did.

        It has a session of its own: who interrupts the benchmark interrupts the benchmark, and the
        command is ended whole.
        """
        with subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **kernel_cache(), **(environment or {})},
            start_new_session=True,
        ) as process:
            self._running.add(process)
            try:
                output, errors = process.communicate(text, timeout=longest)
            except subprocess.TimeoutExpired:
                process.kill()
                return "", f"given up after {longest:.0f} s"
            except BaseException:
                process.kill()
                raise
            finally:
                self._running.discard(process)
        if process.returncode:
            print(errors, file=sys.stderr)
            return "", f"failed: {_last_name(errors)}"
        return output, ""

    def _run(self, job: Job) -> Measured:
        self.say(str(job))
        command = [sys.executable, "-m", "benchmarks.child"]
        output, failure = self.ask(command, json.dumps(job.as_json()))
        return Measured(note=failure) if failure else Measured(**json.loads(output))


def kernel_cache() -> dict[str, str]:
    """Return where compiled kernels are kept: a folder for each state of their sources.

    numba looks only at the file of the outermost kernel when it decides whether its cache is old.
    """
    sources = sorted((ROOT / "src/covey/kernels").glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return {"NUMBA_CACHE_DIR": str(KEPT / f"numba-{digest}")}


def _last_name(errors: str) -> str:
    """Return the kind of error alone: a message may hold folders of this machine."""
    last = errors.strip().splitlines()[-1:] or ["no reason given"]
    return last[0].partition(":")[0].rpartition(".")[2][:60]

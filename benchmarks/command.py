"""Runs ``covey`` as people do, with the time on the wall and the peak of its memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.session import Session, kernel_cache

LOOK = 0.005
"""Seconds between two looks whether it has ended."""


@dataclass(frozen=True, slots=True)
class CommandRun:
    """Seconds and peak MB of one run, and why it failed if it did."""

    seconds: float
    peak: float | None
    failure: str = ""


def run_command(
    session: Session, arguments: Sequence[str], *, cache: Path | None = None
) -> CommandRun:
    """Run ``covey`` once; with a cache of compiled kernels of its own if one is named."""
    kernels = {"NUMBA_CACHE_DIR": str(cache)} if cache else kernel_cache()
    command = [str(Path(sys.executable).with_name("covey")), *arguments]
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603
            command,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env={**os.environ, **kernels},
            start_new_session=True,
        )
        try:
            status, peak = _wait(process)
        except BaseException:
            process.kill()
            process.wait()
            raise
        seconds = time.perf_counter() - start
        if status == 0:
            return CommandRun(seconds, peak)
        said.seek(0)
        message = said.read().decode(errors="replace")
    session.say(message)
    return CommandRun(seconds, peak, f"failed with exit code {status}")


def _wait(process: subprocess.Popen[bytes]) -> tuple[int, float | None]:
    """Return exit code and peak; only POSIX systems tell the peak of one process."""
    if not hasattr(os, "wait4"):
        return process.wait(), None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            unit = 1e6 if sys.platform == "darwin" else 1e3
            return process.returncode, usage.ru_maxrss / unit
        time.sleep(LOOK)

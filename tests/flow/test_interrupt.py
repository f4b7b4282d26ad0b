"""Ctrl-C is answered within a second, in words, and leaves nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_stopping_a_long_run(tmp_path, name):
    X = np.random.default_rng(0).normal(size=(120_000, 10))
    pl.DataFrame({f"v{j}": X[:, j] for j in range(10)}).write_parquet(tmp_path / "in.parquet")
    arguments = ["protect", "in.parquet", "-o", "out.parquet", "-k", "3", "--method", "md"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from covey.cli import main; main()", *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(6.0)  # past imports and a first compilation, in the middle of a run of hours
    process.send_signal(name)
    started = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "Stopped on request. Nothing was written." in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
    # The promise is one second; a shared machine may be busy with something else meanwhile.
    assert time.monotonic() - started < 10.0


SIGNALLED = """
import os, sys
import covey.pipeline.protecting
from covey.cli import main
from covey.engines import budget

budget.BASE = budget._PASSING = 0
real = covey.pipeline.protecting.protect_block


def struck(*args):
    os.kill(os.getpid(), int(os.environ["STRUCK_BY"]))
    return real(*args)


covey.pipeline.protecting.protect_block = struck
main()
"""


def _run_struck_by(number, folder, **options):
    X = np.random.default_rng(0).normal(size=(4_000, 3))
    pl.DataFrame({f"v{j}": X[:, j] for j in range(3)}).write_csv(folder / "in.csv")
    words = ["protect", "in.csv", "-o", "out.csv", "-k", "3", "--method", "mdav-generic"]
    return subprocess.run(
        [sys.executable, "-c", SIGNALLED, *words, "--memory", "500KB"],
        cwd=folder,
        env={**os.environ, "STRUCK_BY": str(int(number))},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        **options,
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU", "SIGUSR1"])
def test_no_signal_leaves_original_records_behind(tmp_path, name):
    number = getattr(signal, name)
    # Whoever runs the tests may ignore it, as nohup does.
    heeding = {"preexec_fn": lambda: signal.signal(number, signal.SIG_DFL)}
    done = _run_struck_by(number, tmp_path, **heeding)
    assert done.returncode == 2, done.stderr
    assert "Stopped on request. Nothing was written." in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
def test_what_is_started_to_ignore_a_signal_goes_on(tmp_path):
    ignoring = {"preexec_fn": lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)}  # as nohup does
    done = _run_struck_by(signal.SIGHUP, tmp_path, **ignoring)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.csv").exists()

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

"""A run that is killed leaves no output, and the next one goes on from what it finished."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import covey.pipeline.protecting
from covey.core.request import Request

from .conftest import COUNTING, GROUPING, LOOKING, PASSES, READING, SORTING, WRITING

HALFWAY = 0.5
"""Of grouping three blocks: one is finished, and one has begun."""


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("stage", PASSES)
def test_a_run_goes_on_where_another_one_crashed(
    folder, make_request, protect_file, kill, watched, suffix, stage
):
    source, output, request = folder / f"in.{suffix}", folder / f"out.{suffix}", make_request()
    protect_file(source, folder / f"expected.{suffix}", request, n_blocks=3)
    expected = (folder / f"expected.{suffix}").read_bytes()
    before = set(folder.iterdir())
    kill(source, output, request, stage, HALFWAY if stage == GROUPING else None)
    told, stages = watched
    protect_file(source, output, request, stages, n_blocks=3)
    assert output.read_bytes() == expected
    # What is finished is not done again; blocks are gone through, and the release is written anew.
    assert told == PASSES[min(PASSES.index(stage), PASSES.index(GROUPING)) :]
    assert set(folder.iterdir()) - before == {output, folder / f"out.{suffix}.manifest.json"}


@pytest.fixture
def n_protected(monkeypatch):
    """Return how many blocks were protected."""
    done, protect_block = [], covey.pipeline.protecting.protect_block

    def counted(*args):
        done.append(args)
        return protect_block(*args)

    monkeypatch.setattr(covey.pipeline.protecting, "protect_block", counted)
    return lambda: len(done)


@pytest.mark.parametrize(
    ("lost", "n_again", "passes"),
    [
        ("none", 2, [GROUPING, WRITING, COUNTING]),
        ("text.parquet", 2, [READING, GROUPING, WRITING, COUNTING]),
        ("block-00002.parquet", 2, [SORTING, GROUPING, WRITING, COUNTING]),
        ("masked-00000.parquet", 3, [SORTING, GROUPING, WRITING, COUNTING]),
        ("*.parquet", 3, [READING, SORTING, GROUPING, WRITING, COUNTING]),
    ],
)
@pytest.mark.parametrize("how", ["removed", "cut short"])
def test_what_was_lost_meanwhile_is_made_again(
    folder, make_request, protect_file, kill, watched, n_protected, lost, n_again, passes, how
):
    source, output, request = folder / "in.csv", folder / "out.csv", make_request()
    protect_file(source, folder / "expected.csv", request, n_blocks=3)
    left = kill(source, output, request, GROUPING, HALFWAY)
    assert (left / "done-00000.json").exists()
    before = n_protected()
    paths = list(left.glob(lost))
    assert paths or lost == "none"
    for path in paths:
        path.unlink() if how == "removed" else path.write_bytes(path.read_bytes()[:-9])
    told, stages = watched
    protect_file(source, output, request, stages, n_blocks=3)
    assert output.read_bytes() == (folder / "expected.csv").read_bytes()
    assert n_protected() - before == n_again
    assert told == passes
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("change", ["input", "request"])
def test_other_work_starts_clean(folder, people, make_request, protect_file, kill, change):
    source, output = folder / "in.parquet", folder / "out.parquet"
    kill(source, output, make_request(), WRITING)
    settings = {}
    if change == "input":
        people.reverse().write_parquet(source)
    else:
        settings = {"k": 7}
    protect_file(source, output, make_request(**settings), n_blocks=3)
    protect_file(source, folder / "expected.parquet", make_request(**settings), n_blocks=3)
    assert output.read_bytes() == (folder / "expected.parquet").read_bytes()
    assert list(folder.glob(".*")) == []


_SCRIPT = """
import os, signal, sys
from pathlib import Path
from covey.core.request import Request
from covey.pipeline import protect
from covey.releasing.atomic import Staging
from covey.releasing.publisher import write_release

source, output, stage, after, force = sys.argv[1:]
settings = {"k": 4, "method": "mdav-generic", "output": output, "force": force == "True"}


def stages(name):
    def report(share, _note=""):
        if name == stage and share > float(after):
            die()

    report(0.0)
    return report


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


if stage == "moving":
    Staging.commit = die

request = Request.of(settings)
with protect(Path(source), request, stages, n_blocks=40) as release:
    write_release(
        release, Path(output), report=None, audience="public", comparison=None, order=None,
        force=request.force, stages=stages,
    )
"""


def _run(source, output, stage="", after=-1.0, *, force=False):
    words = [source, output, stage, str(after), str(force)]
    return subprocess.run([sys.executable, "-c", _SCRIPT, *words], check=False).returncode


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize(
    ("stage", "after"),
    [(LOOKING, 0.5), (GROUPING, -1.0), (GROUPING, 0.1), (WRITING, 0.5), (COUNTING, -1.0)],
)
def test_a_killed_run_leaves_no_output_and_the_next_one_finishes(
    tmp_path, protect_file, stage, after
):
    X = np.random.default_rng(0).normal(size=(8_000, 2))
    pl.DataFrame({"a": X[:, 0], "b": X[:, 1]}).write_parquet(tmp_path / "in.parquet")
    before = (tmp_path / "in.parquet").read_bytes()
    source, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    assert _run(source, output, stage, after) == -signal.SIGKILL
    assert not output.exists()
    [left] = tmp_path.glob(".out.parquet.*.covey")
    assert stat.S_IMODE(left.stat().st_mode) == 0o700
    files = [*left.iterdir(), *tmp_path.glob("*.tmp")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    request = Request.of({"k": 4, "method": "mdav-generic"})
    protect_file(source, tmp_path / "expected.parquet", request, n_blocks=40)
    assert _run(source, output) == 0
    assert output.read_bytes() == (tmp_path / "expected.parquet").read_bytes()
    assert source.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 5  # three tables and two manifests


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize(("stage", "n_left"), [(COUNTING, 1), ("moving", 2)])
@pytest.mark.parametrize("force", [False, True])
def test_temporaries_of_a_killed_publication_are_removed_by_the_next_run(
    tmp_path, stage, n_left, force
):
    pl.DataFrame({"a": np.arange(100.0), "b": np.arange(100.0)}).write_parquet(
        tmp_path / "in.parquet"
    )
    source, output = tmp_path / "in.parquet", tmp_path / "out.csv"
    if force:
        assert _run(source, output) == 0
    assert _run(source, output, stage, force=force) == -signal.SIGKILL
    assert len(list(tmp_path.glob(".out.csv.*.tmp"))) == n_left
    assert _run(source, output, force=force) == 0
    names = {"in.parquet", "out.csv", "out.csv.manifest.json"}
    assert {path.name for path in tmp_path.iterdir()} == names

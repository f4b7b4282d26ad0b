"""A process killed outright: the old file or none, never half of one."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import covey.core.table
from covey.releasing import verify

CHILD = """
import os, signal, sys
from pathlib import Path
import narwhals as nw, polars as pl
from covey.core.encoding import Encoding
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.results import Release
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Origin, Table

target, value, moment, nth, force = sys.argv[1:]
frame = nw.from_native(pl.DataFrame({"x": [float(value)] * 4000}), eager_only=True)
table = Table(frame, Origin("input.csv"))
plan = Plan(2, "mdav", "mdav", {}, Roles(quasi=("x",)), "zscore", encoding=Encoding(()))
facts = {"sizes": [(4000, 1)], "smallest_class": 4000, "told": {}, "missing": {}}
groups = Partition([0] * 4000, k=2)
release = Release(table, table, groups, plan, Scores({"IL": 1.0}), blocks=(facts,))
calls = 0


def deadly(real):
    def function(*args, **options):
        global calls
        calls += 1
        if calls == int(nth):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **options)
    return function


def half(frame, **options):
    text = real_csv(frame, **options)
    for temporary in Path(target).parent.glob(".*.tmp"):
        temporary.write_text(text[: len(text) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


if moment == "write":
    real_csv = pl.DataFrame.write_csv
    pl.DataFrame.write_csv = half
elif moment != "never":
    setattr(os, moment, deadly(getattr(os, moment)))
release.write(target, force=force == "force")
"""


def run(target: Path, value: float, moment: str, nth: int = 1, *, force: bool = False) -> int:
    source = Path(covey.core.table.__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    arguments = [str(target), str(value), moment, str(nth), "force" if force else "no"]
    command = [sys.executable, "-c", CHILD, *arguments]
    return subprocess.run(command, env=environment, check=False, timeout=60).returncode


def visible(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")


@pytest.mark.parametrize(
    ("moment", "nth", "left"),
    [
        ("write", 1, set()),
        ("fsync", 1, set()),
        ("link", 1, set()),
        ("link", 2, {"safe.csv.manifest.json"}),
    ],
)
def test_killed_before_the_data_is_placed_leaves_no_data(
    tmp_path: Path, moment: str, nth: int, left: set[str]
) -> None:
    assert run(tmp_path / "safe.csv", 1.5, moment, nth) == -signal.SIGKILL
    assert visible(tmp_path) == left


def test_killed_right_after_leaves_a_whole_release(tmp_path: Path) -> None:
    target = tmp_path / "safe.csv"
    assert run(target, 1.5, "unlink", 2) == -signal.SIGKILL
    assert verify(target).n_records == 4000
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(".*.tmp")} == {0o600}


@pytest.mark.parametrize(("moment", "nth"), [("write", 1), ("fsync", 1), ("replace", 1)])
def test_killed_while_replacing_leaves_the_old_release(
    tmp_path: Path, moment: str, nth: int
) -> None:
    target = tmp_path / "safe.csv"
    assert run(target, 1.5, "never") == 0
    assert run(target, 2.5, moment, nth, force=True) == -signal.SIGKILL
    assert target.read_text().splitlines() == ["x"] + ["1.5"] * 4000
    assert verify(target).smallest_class == 4000


def test_killed_between_two_replacements_leaves_the_old_data_whole(tmp_path: Path) -> None:
    target = tmp_path / "safe.csv"
    assert run(target, 1.5, "never") == 0
    assert run(target, 2.5, "replace", 2, force=True) == -signal.SIGKILL
    assert target.read_text().splitlines() == ["x"] + ["1.5"] * 4000
    manifest = json.loads((tmp_path / "safe.csv.manifest.json").read_text())
    assert manifest["n_records"] == 4000

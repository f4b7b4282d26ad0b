"""The command line as people run it: another process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

COMMAND = Path(sys.executable).with_name("covey")


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def covey(tmp_path):
    """Run `covey` in a folder of its own; messages come back on one line."""

    def run(*arguments: object, env: dict[str, str] | None = None) -> Result:
        done = subprocess.run(
            [COMMAND, *map(str, arguments)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            env={
                **os.environ,
                "NO_COLOR": "1",
                "COLUMNS": "200",
                "COVEY_CACHE": str(
                    tmp_path / "cache"
                ),  # nothing from yesterday, nothing for tomorrow
                **(env or {}),
            },
        )
        assert "Traceback" not in done.stderr
        return Result(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def people(tmp_path):
    """Write a small table in which every role occurs; return its path."""
    lines = ["id,age,height,illness,region"]
    lines += [
        f"{i:04d},{20 + i % 40},{150 + (i * 7) % 50}.5,{'abc'[i % 3]},{i % 5:02d}"
        for i in range(60)
    ]
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
